// SPDX-License-Identifier: BSD-2-Clause
/*
 * The experiment with two counters of a hart, which counts an event in the first of
 * them alone, as harts of QEMU do, in the last, or in both: rows are the event map
 * before it and after it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <hart/csr.h>
#include <hart/pmudev.h>
#include <pmu/pmu.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hart.h>

#include "../../platform/generic/pmu/pmu_glue.h"

enum { CYCLES = 1, INSTRUCTIONS = 2, CACHE = 3, COUNTERS = 32, ROWS = 4 };
enum { FIRST, LAST, BOTH, SSCOFPMF, NO_INHIBIT }; /* the last two: as FIRST */

static const struct {
	u8 hart; /* which counters of an event count, or why there is no experiment */
	struct {
		u8 first, last;
		u32 before, after;
	} map[ROWS];
} rows[] = {
	/* A counter each, and those of their own as before */
	{ FIRST,
	  { { CYCLES, CYCLES, 0xfff9, 1 | 1 << 3 },
	    { INSTRUCTIONS, INSTRUCTIONS, 0xfffc, 4 | 1 << 4 },
	    { CACHE, CACHE, 0x78, 0x78 },
	    { CYCLES, INSTRUCTIONS, 0x78, 0x78 } } },
	/* Counters that other events have come last */
	{ FIRST,
	  { { CYCLES, CYCLES, 0x19, 0x09 },
	    { INSTRUCTIONS, INSTRUCTIONS, 0x1c, 0x14 },
	    { CYCLES, CYCLES, 0x19, 0x09 } } },
	/* One counter alone, or no selector: none is given away */
	{ FIRST,
	  { { CYCLES, CYCLES, 0x21, 0x21 },
	    { 0, 0, 0x78, 0x78 },
	    { INSTRUCTIONS, INSTRUCTIONS, 0x7c, 0x0c } } },
	{ BOTH, { { CYCLES, CYCLES, 0x79, 0x79 } } },
	/* The first one alone would stand still */
	{ LAST, { { CYCLES, CYCLES, 0x79, 0x79 } } },
	{ SSCOFPMF, { { CYCLES, CYCLES, 0x79, 0x79 } } },
	{ NO_INHIBIT, { { CYCLES, CYCLES, 0x79, 0x79 } } },
};

/* --- the hart --------------------------------------------------------------- */

static struct sbi_scratch scratch;
static u8 hart;
static unsigned long event[COUNTERS], count[COUNTERS], inhibit;

static bool is_counting(u32 n)
{
	u32 k;

	if (!event[n] || inhibit >> n & 1)
		return false;
	for (k = 3; k < COUNTERS; k++)
		if (event[k] == event[n] && hart != BOTH &&
		    (hart == LAST ? k > n : k < n))
			return false;
	return true;
}

unsigned int hart_xlen(void)
{
	return 64;
}

unsigned long hart_csr_read_num(unsigned int csr)
{
	u32 n = csr - HART_MCOUNTER_BASE;

	assert_in_range(n, 3, COUNTERS - 1);
	count[n] += is_counting(n);
	return count[n];
}

void hart_csr_write_num(unsigned int csr, unsigned long value)
{
	assert_in_range(csr, HART_MHPMEVENT_BASE + 3,
			HART_MHPMEVENT_BASE + COUNTERS - 1);
	event[csr - HART_MHPMEVENT_BASE] = value;
}

void hart_csr_set(unsigned int csr, unsigned long bits)
{
	assert_int_equal(csr, CSR_MCOUNTINHIBIT);
	inhibit |= bits;
}

void hart_csr_clear(unsigned int csr, unsigned long bits)
{
	assert_int_equal(csr, CSR_MCOUNTINHIBIT);
	inhibit &= ~bits;
}

u64 hart_pmu_selector(u32 event_idx, u64 event_data)
{
	assert_int_equal(event_data, 0);
	return event_idx == CYCLES || event_idx == INSTRUCTIONS ?
		       0x110 + event_idx :
		       0;
}

bool events_glue_inhibits(struct sbi_scratch *s)
{
	assert_ptr_equal(s, &scratch);
	return hart != NO_INHIBIT;
}

bool sbi_hart_has_extension(struct sbi_scratch *s, enum sbi_hart_extensions ext)
{
	assert_ptr_equal(s, &scratch);
	return ext == SBI_HART_EXT_SSCOFPMF && hart == SSCOFPMF;
}

/* --- rows ------------------------------------------------------------------- */

/* The registers are as they were, whatever the outcome. */
static void run_row(size_t row)
{
	static struct pmu_machine machine;
	u32 n;

	hart = rows[row].hart;
	inhibit = -1ul;
	machine = (struct pmu_machine){ .hpm_mask = 0x78 };
	for (n = 0; n < ROWS && rows[row].map[n].before; n++)
		machine.map[machine.map_count++] = (struct pmu_map_entry){
			.first = rows[row].map[n].first,
			.last = rows[row].map[n].last,
			.counters = rows[row].map[n].before
		};
	events_once_init(&machine, &scratch);
	for (n = 0; n < machine.map_count; n++)
		assert_int_equal(machine.map[n].counters,
				 rows[row].map[n].after);
	assert_int_equal(inhibit, -1ul);
	for (n = 3; n < COUNTERS; n++)
		assert_int_equal(event[n], 0);
}

static void run_rows(void **state)
{
	size_t n;

	(void)state;
	for (n = 0; n < array_size(rows); n++)
		run_row(n);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(run_rows) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
