/* SPDX-License-Identifier: BSD-2-Clause */
/* In place of OpenSBI's header of this name: barriers are lines of the journal. */
#ifndef WIRE_RISCV_BARRIER_H
#define WIRE_RISCV_BARRIER_H

#include "../journal.h"

#define mb() wire_note("mb")
#define rmb() wire_note("rmb")
#define wmb() wire_note("wmb")
#define smp_mb() wire_note("smp_mb")
#define smp_rmb() wire_note("smp_rmb")
#define smp_wmb() wire_note("smp_wmb")
#define __smp_load_acquire(p) (*(p))
#define __smp_store_release(p, value) (*(p) = (value))

#endif
