// SPDX-License-Identifier: BSD-2-Clause
/*
 * Measures the rows of rows.c on all harts at once, while a plugin of QEMU
 * counts instructions. Prints lines for run.py, each with its kind as first
 * word:
 *
 *   row N NAME       a row, with N as its number in marks
 *   not-offered N    the firmware lacks the function that row N calls
 *   wrong N HART K   K samples of the row returned a wrong result
 *   instret N D...   instructions between two reads of instret around samples
 *                    that are marked N + 100, on the first hart
 *   done             the last line
 */
#include "bench.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"

#define CHECK_MARK 100 /* added to the row's number in the cross-check */
#define CHECKS 4       /* samples of a row in the cross-check */

extern u8 mark_stubs[];

void payload_main(void);

static struct bench_memory memories[HARTS_MAX];
static unsigned int wrong[HARTS_MAX][ROWS_MAX];
static bool missing[ROWS_MAX];
static unsigned int hart_total;
static volatile unsigned int arrived[ROWS_MAX];

static unsigned int hart_number(void)
{
	return (unsigned int)((union hart_memory *)hart_self() - harts);
}

struct bench_memory *bench_memory(void)
{
	return &memories[hart_number()];
}

enum bench_answer bench_ok(struct sbiret ret)
{
	return bench_error(ret, SBI_SUCCESS);
}

enum bench_answer bench_error(struct sbiret ret, long error)
{
	if (ret.error == error)
		return BENCH_RIGHT;
	return ret.error == SBI_ERR_NOT_SUPPORTED ? BENCH_NOT_OFFERED :
						    BENCH_WRONG;
}

static void mark(unsigned int row)
{
	void (*stub)(void) = (void *)(mark_stubs + 8 * row);

	stub();
}

static enum bench_answer prepare(const struct bench_row *row)
{
	pmu_reset();
	return row->before ? row->before() : BENCH_RIGHT;
}

static enum bench_answer sample(const struct bench_row *row, unsigned int n)
{
	enum bench_answer answer = prepare(row);

	if (answer != BENCH_RIGHT)
		return answer;
	mark(n);
	answer = row->call();
	mark(0);
	return answer;
}

/* Wait until all harts are here, so that they do the same at the same time. */
static void meet(unsigned int n)
{
	__sync_fetch_and_add(&arrived[n], 1);
	while (arrived[n] < hart_total)
		;
}

static bool row_runs(const struct bench_row *row)
{
	if (row->flags & BENCH_ALONE)
		return hart_total == 1;
	return !(row->flags & BENCH_PAIR) || hart_total > 1;
}

/* --- pairs ---------------------------------------------------------------- */

static volatile unsigned int pair_over; /* the last row of pairs that is over */
static void (*volatile wished)(void);

/*
 * The caller may see the effect of a wish before the second hart returns from
 * it.
 */
void bench_wish(void (*wish)(void))
{
	while (wished)
		;
	wished = wish;
}

bool bench_wished(void)
{
	return wished;
}

/*
 * The second hart runs this while the first one is measured; others only wait.
 */
static void attend(unsigned int n)
{
	while (pair_over < n) {
		if (hart_number() != 1 || !wished)
			continue;
		wished();
		wished = NULL;
	}
	csr_clear(sip, HART_IRQ_SOFT);
}

static void measure(void *arg)
{
	const struct bench_row *row;
	enum bench_answer answer;
	unsigned int n, k;

	(void)arg;
	for (n = 1; (row = &bench_rows[n - 1])->name; n++) {
		meet(n);
		if (!row_runs(row))
			continue;
		if (row->flags & BENCH_PAIR && hart_number()) {
			attend(n);
			continue;
		}
		for (k = 0; k < SAMPLES && !missing[n]; k++) {
			answer = sample(row, n);
			if (answer == BENCH_NOT_OFFERED)
				missing[n] = true;
			else if (answer == BENCH_WRONG)
				wrong[hart_number()][n]++;
		}
		if (row->flags & BENCH_PAIR)
			pair_over = n;
	}
	pmu_reset();
}

/* --- cross-check ---------------------------------------------------------- */

/* Instructions by the hart's own counter, around a sample. */
static unsigned long sample_instret(const struct bench_row *row, unsigned int n)
{
	unsigned long begin;

	if (prepare(row) != BENCH_RIGHT ||
	    pmu_config(2, 1, 0, EVENT_INSTRUCTIONS, 0).error ||
	    pmu_start(2, 1, SET_VALUE, 0).error) {
		wrong[0][n]++;
		return 0;
	}
	begin = csr_read(instret);
	mark(n + CHECK_MARK);
	row->call();
	mark(0);
	return csr_read(instret) - begin;
}

static void cross_check(void)
{
	unsigned long seen[CHECKS];
	const struct bench_row *row;
	unsigned int n, k;

	/* OpenSBI from 1.9 on keeps cycles and instructions from users whose modes
	 * they cannot filter. */
	if (pmu_config(2, 1, 0, EVENT_INSTRUCTIONS, 0).error) {
		print("instret has no user\n");
		return;
	}
	pmu_reset();
	for (n = 1; (row = &bench_rows[n - 1])->name; n++) {
		if (row->flags & BENCH_UNCHECKED || missing[n] ||
		    !row_runs(row))
			continue;
		for (k = 0; k < CHECKS; k++)
			seen[k] = sample_instret(row, n);
		print("instret %u", n);
		for (k = 0; k < CHECKS; k++)
			print(" %lu", seen[k]);
		print("\n");
	}
}

/* --- all rows ------------------------------------------------------------ */

static bool measure_everywhere(void)
{
	bool good = true;
	unsigned int n;

	for (n = 1; n < hart_total; n++)
		good &= hart_start(n);
	for (n = 1; n < hart_total && good; n++)
		hart_at(n)->work = measure;
	if (good)
		measure(NULL);
	for (n = 1; n < hart_total && good; n++)
		good &= hart_call_end(n);
	return good;
}

static void report(unsigned int n)
{
	unsigned int hart;

	if (row_runs(&bench_rows[n - 1]))
		print("row %u %s\n", n, bench_rows[n - 1].name);
	if (missing[n])
		print("not-offered %u\n", n);
	for (hart = 0; hart < hart_total; hart++)
		if (wrong[hart][n])
			print("wrong %u %u %u\n", n, hart, wrong[hart][n]);
}

static void mark_boot(void *arg)
{
	(void)arg;
	mark(0);
}

/* The boot of a hart ends at its first mark, and the shutdown begins at the last
 * one. */
static void boot_everywhere(void)
{
	bool good = true;
	unsigned int n;

	mark_boot(NULL);
	hart_total = option_given("others") ? hart_count() : 1;
	for (n = 1; n < hart_total && good; n++)
		good = hart_start(n) && hart_call(n, mark_boot, NULL);
	print(good ? "done\n" : "a hart did not start or did not end\n");
	mark(0);
	sbi_shutdown(good);
}

/* start.S calls this on the hart that booted. */
void payload_main(void)
{
	bool good;
	unsigned int n;

	if (option_given("boot"))
		boot_everywhere();
	pmu_find();
	hart_total = hart_count();
	good = measure_everywhere();
	if (option_given("instret"))
		cross_check();
	for (n = 1; bench_rows[n - 1].name; n++)
		report(n);
	print(good ? "done\n" : "a hart did not start or did not end\n");
	sbi_shutdown(good);
}
