/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the tests in which S-mode drives trace components by their
 * registers.
 */
#ifndef UNIT_TRACE_DRIVE_H
#define UNIT_TRACE_DRIVE_H

#include "unit_trace.h"

#define OURS_SIZE 0x1000u
#define START(hartid) TRACE_CALL(TRACE_SBI_START, hartid)
#define STOP(hartid) TRACE_CALL(TRACE_SBI_STOP, hartid)
/** trRamControl of a sink at rest. */
#define CONTROL (FAKE_ACTIVE | RAM_SMEM)

/** Address of a register. */
unsigned long drive_at(unsigned int n, u32 offset);

/** Make a store or load of this domain, which must succeed. */
void drive_store(unsigned int n, u32 offset, u32 value);
u32 drive_load(unsigned int n, u32 offset);
void drive_store64(unsigned int n, u32 low, u64 value);

/** Set Start and Limit, and WP to Start. */
void drive_point(unsigned int n, u64 start, u64 limit);

bool drive_enabled(unsigned int n);

/**
 * Make the machine. The first page of memory belongs to OURS, the second one to
 * THEIRS; all enabled components send and store.
 * @param hostile properties of the sinks
 */
void drive_begin(enum trace_policy policy, struct fake_trace_hostile hostile);
void drive_begin_tame(enum trace_policy policy);

/** Let time pass. */
void drive_pass(unsigned int polls);

/** Make a call of the other owner. */
struct sbiret drive_theirs(unsigned long fid, struct sbi_args args);

#endif
