/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of domains and of sleep, for the table in rows.c. */
#ifndef BENCH_SWITCH_H
#define BENCH_SWITCH_H

#include "bench.h"

/** Go to the other domain, whose S-mode only returns, and come back. */
enum bench_answer switch_domains(void);
enum bench_answer switch_before(void);
/** The same while an event of this domain is counted. */
enum bench_answer switch_before_pmu(void);

/** A suspend through HSM that may lose registers, and returns at once. */
enum bench_answer switch_sleep(void);
enum bench_answer switch_before_sleep(void);

#endif
