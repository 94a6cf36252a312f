/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Four harts for fence_glue_test.c, by index:
 *
 *	index	hartid	domain	doorbell
 *	0	0	near	bells[0]
 *	1	1	near	bells[1]
 *	2	7	near	bells[2]
 *	3	2	far	none: OpenSBI rings
 *
 * The device is an MSWI. lib/fence is a fake: each call is a line of the journal.
 */
#ifndef FENCE_RIG_H
#define FENCE_RIG_H

#include <fence/fence.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ipi.h>

#include "../../../platform/generic/fast/calls.h"
#include "../../../platform/generic/glue/glue.h"
#include "rig.h"

enum { HARTS = 4 };

extern struct sbi_domain near, far; /* indices 5 and 9 */
extern u32 bells[HARTS];
extern struct fast_hart fast_harts[HARTS];
extern struct fence_hart fence_memory[HARTS];

/** Results of the next calls of lib/fence and of OpenSBI. */
extern struct fence_sent fence_rig_sent;
extern bool fence_rig_up;	 /* of fence_ipi() */
extern u32 fence_rig_served;	 /* of fence_serve() */
extern bool fence_rig_heap_full; /* there is no memory */
extern bool fence_rig_slow;	 /* no hart has a fast path */
extern const struct sbi_ipi_device *fence_rig_device;

/** The machine has booted: all harts have started in their first domains, no doorbell
 * rings, no event is counted; the journal is empty. This hart is hart 0. */
void fence_rig_boot(void);

/** The same as the setup of a test. */
int fence_rig_setup(void **state);

/** Stores to the doorbells of harts 0 to 2 are lines of the journal. */
int fence_rig_watch(void **state);

/** The tests of fence_glue_harts.c. @return how many fail */
int fence_glue_harts(void);

/** The code runs on this hart from now on. */
void fence_rig_hart(u32 hart);

/** The hart's firmware events that are not 0, as "NAME +NUMBER, ..."; "(none)" if all
 * are. They are 0 then. */
const char *fence_rig_events(u32 hart);

/** IPIs that OpenSBI has sent to a hart by itself, as fence_glue.c keeps them. */
unsigned long *fence_rig_foreign(u32 hart);

#endif
