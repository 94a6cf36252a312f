/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of the benchmark: what is called, and in which state of the PMU. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "hart.h"
#include "sbi.h"

/** Samples of every row on every hart. */
#define SAMPLES 40
#define ROWS_MAX 100

/** Entries of the largest event_get_info. */
#define INFO_MAX 64

#define BENCH_UNCHECKED 1u /* instret differs by nature, or is used itself */
#define BENCH_ALONE 2u	   /* interrupts: only where no other hart causes any */
#define BENCH_PAIR 4u	   /* between harts: the first one is measured */

enum bench_answer { BENCH_RIGHT, BENCH_WRONG, BENCH_NOT_OFFERED };

/** A row; all functions run on the hart that measures. */
struct bench_row {
	const char *name; /* as in budget.txt */
	/** Before every sample, on a PMU that was reset; NULL: nothing. */
	enum bench_answer (*before)(void);
	/** The measured code: everything it does in M-mode. */
	enum bench_answer (*call)(void);
	unsigned int flags;
};

/** The rows, ended by one without name. */
extern const struct bench_row bench_rows[];

/** Memory of the running hart. */
struct bench_memory {
	u64 snapshot[512];
	struct sbi_pmu_event_info info[INFO_MAX];
} __attribute__((aligned(4096)));
struct bench_memory *bench_memory(void);

/** Did it succeed? */
enum bench_answer bench_ok(struct sbiret ret);
/** Did it fail with this error? */
enum bench_answer bench_error(struct sbiret ret, long error);

/** Rows of pairs: have the second hart do this soon, once. */
void bench_wish(void (*wish)(void));
/** It has yet to do so. */
bool bench_wished(void);

#endif
