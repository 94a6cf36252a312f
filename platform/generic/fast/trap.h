/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The place of struct pmu_hart, for C and for trap.S. trap.S has the offsets in
 * it from offsets.c.
 */
#ifndef FAST_TRAP_H
#define FAST_TRAP_H

#include <sbi/sbi_scratch.h>

#ifdef __ASSEMBLER__
#include "offsets.h"
#endif

/*
 * The first allocation in the scratch space: a pointer to struct pmu_hart, and
 * after it the struct itself, in cache lines of its own. If cache lines are
 * larger than FAST_LINE, the struct is elsewhere, and there is no fast path.
 */
#define FAST_LINE 64
#define FAST_POINTER SBI_SCRATCH_EXTRA_SPACE_OFFSET
#define FAST_STATE ((FAST_POINTER + 8 + FAST_LINE - 1) / FAST_LINE * FAST_LINE)

/* struct fast_hart of calls.h comes after it */
#define FAST_CALLS_STATE (FAST_STATE + 1088)

/* layout of the snapshot area */
#define FAST_SNAPSHOT_JUDGE 1
#define FAST_SNAPSHOT_VALUES 8

/* With this bit in mtvec the next trap goes to fast_trap, without it to the
 * vector of traps in the entry. */
#define FAST_VECTOR_BIT 16

#ifndef __ASSEMBLER__
extern char fast_trap[];
extern char _trap_handler[], _trap_handler_hyp[];
#endif

#endif
