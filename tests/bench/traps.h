/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows that are not calls of the PMU. */
#ifndef BENCH_TRAPS_H
#define BENCH_TRAPS_H

#include "bench.h"

/**
 * Calls: one counted as a firmware event; of an unknown extension; of the Base
 * extension.
 */
enum bench_answer traps_set_timer(void);
enum bench_answer traps_unknown_extension(void);
enum bench_answer traps_base_call(void);
/**
 * The hart sends an interrupt to itself, and takes it on return from M-mode.
 */
enum bench_answer traps_own_ipi(void);
/**
 * Calls of other extensions: the old set_timer, Base, the state of a hart, a
 * byte to print, features of the firmware, fences of this hart.
 */
enum bench_answer traps_legacy_timer(void);
enum bench_answer traps_base_version(void);
enum bench_answer traps_base_mimpid(void);
enum bench_answer traps_status(void);
enum bench_answer traps_byte(void);
enum bench_answer traps_feature(void);
enum bench_answer traps_feature_bit(void);
enum bench_answer traps_own_fence(void);
enum bench_answer traps_own_fence_all(void);
/**
 * An IPI to another hart; an IPI from another hart, asked for in the sample.
 */
enum bench_answer traps_other_ipi(void);
enum bench_answer traps_soft_interrupt(void);
/** The same with a fence of a page. */
enum bench_answer traps_other_fence(void);
enum bench_answer traps_fenced(void);
/** Called before the next two: sets the timer. */
enum bench_answer traps_timer_soon(void);
/** Wait for the timer interrupt, which M-mode takes first without Sstc. */
enum bench_answer traps_timer_other(void);
enum bench_answer traps_timer_pmu(void);
/** Reads the time, which traps on harts without a time register. */
enum bench_answer traps_time(void);
/**
 * An illegal instruction; in the second of each pair a7 has the EID of the PMU.
 */
enum bench_answer traps_illegal_instruction(void);
enum bench_answer traps_illegal_pmu(void);
/** Accesses to M-mode's memory. */
enum bench_answer traps_load_fault(void);
enum bench_answer traps_store_fault(void);
enum bench_answer traps_fetch_fault(void);
enum bench_answer traps_translated_fault(void);
/**
 * Called before one of them: S-mode's control transfer records are off, or on.
 */
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
