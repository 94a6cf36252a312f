/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows that are no calls of the PMU. */
#ifndef BENCH_TRAPS_H
#define BENCH_TRAPS_H

#include "bench.h"

/** Calls: counted as a firmware event; of nobody; of the Base extension. */
enum bench_answer traps_set_timer(void);
enum bench_answer traps_unknown_extension(void);
enum bench_answer traps_base_call(void);
/** The hart sends itself an interrupt, and takes it on the way back. */
enum bench_answer traps_own_ipi(void);
/** Calls as others make them: the old set_timer, Base, the state
 * of a hart, a byte to print, features of the firmware, fences of this hart. */
enum bench_answer traps_legacy_timer(void);
enum bench_answer traps_base_version(void);
enum bench_answer traps_base_mimpid(void);
enum bench_answer traps_status(void);
enum bench_answer traps_byte(void);
enum bench_answer traps_feature(void);
enum bench_answer traps_feature_bit(void);
enum bench_answer traps_own_fence(void);
enum bench_answer traps_own_fence_all(void);
/** An IPI to another hart; then one from it, asked for in the sample. */
enum bench_answer traps_other_ipi(void);
enum bench_answer traps_soft_interrupt(void);
/** The same with a fence of a page. */
enum bench_answer traps_other_fence(void);
enum bench_answer traps_fenced(void);
/** Before the next two: sets the timer. */
enum bench_answer traps_timer_soon(void);
/** Wait for the timer's interrupt, which M-mode has first without Sstc. */
enum bench_answer traps_timer_other(void);
enum bench_answer traps_timer_pmu(void);
/** Reads the time, which traps where harts have no register of it. */
enum bench_answer traps_time(void);
/** An illegal instruction; in the last of each pair a7 is as for the PMU. */
enum bench_answer traps_illegal_instruction(void);
enum bench_answer traps_illegal_pmu(void);
/** Accesses to M-mode's memory. */
enum bench_answer traps_load_fault(void);
enum bench_answer traps_store_fault(void);
enum bench_answer traps_fetch_fault(void);
enum bench_answer traps_translated_fault(void);
/** Before one: S-mode's control transfer records are off, or on. */
enum bench_answer traps_ctr_off(void);
enum bench_answer traps_ctr_on(void);

/** True if there is a trace encoder; loads and stores of its registers. */
enum bench_answer traps_trace(void);
enum bench_answer traps_trace_load(void);
enum bench_answer traps_trace_control(void);
enum bench_answer traps_trace_store(void);
enum bench_answer traps_trace_translated_load(void);
enum bench_answer traps_trace_translated_store(void);

#endif
