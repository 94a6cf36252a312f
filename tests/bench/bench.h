/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows of the benchmark: the calls, and the state of the PMU before each. */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include "hart.h"
#include "sbi.h"

/** Samples of every row on every hart. */
#define SAMPLES 40
#define ROWS_MAX 100

/** Entries of the largest event_get_info. */
#define INFO_MAX 64

#define BENCH_UNCHECKED 1u /* instret differs by nature, or the row uses it */
#define BENCH_ALONE 2u	   /* interrupts: only where no other hart causes any */
#define BENCH_PAIR 4u	   /* between two harts: the first one is measured */

enum bench_answer { BENCH_RIGHT, BENCH_WRONG, BENCH_NOT_OFFERED };

/** A row; all functions run on the hart that is measured. */
struct bench_row {
	const char *name; /* as in budget.txt */
	/** Called before each sample, after a reset of the PMU; or NULL. */
	enum bench_answer (*before)(void);
	/** The measured code: all its instructions in M-mode. */
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

/** @return BENCH_RIGHT if the call succeeded */
enum bench_answer bench_ok(struct sbiret ret);
/** @return BENCH_RIGHT if the call failed with this error */
enum bench_answer bench_error(struct sbiret ret, long error);

/** Rows of pairs: ask the second hart to call this function once. */
void bench_wish(void (*wish)(void));
/** @return true until the second hart has called it */
bool bench_wished(void);

#endif
