// SPDX-License-Identifier: BSD-2-Clause
/* The experiment with two counters of a hart, which counts an event in the first of
 * them alone, as harts of QEMU do, in the last, or in both. */
#include <hart/csr.h>
#include <hart/pmudev.h>
#include <pmu/pmu.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hart.h>

#include "../../../platform/generic/glue/glue.h"
#include "rig.h"

enum { CYCLES = 1, INSTRUCTIONS = 2, CACHE = 3, COUNTERS = 32 };

/* --- the hart --------------------------------------------------------------- */

static struct sbi_scratch scratch;
static enum { FIRST, LAST, BOTH } counts; /* of counters with the same event */
static bool inhibits, sscofpmf;
static unsigned long event[COUNTERS], count[COUNTERS], inhibit;

/* The counters of the experiment, once they may run. */
static void note_registers(void)
{
	u32 n;

	for (n = 3; n < COUNTERS; n++)
		if (event[n])
			wire_note("counter %u has %lx%s", n, event[n],
				  inhibit >> n & 1 ? "" : ", runs");
}

static bool is_counting(u32 n)
{
	u32 k;

	for (k = 3; k < COUNTERS; k++)
		if (event[k] == event[n] &&
		    ((counts == FIRST && k < n) || (counts == LAST && k > n)))
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
	if (event[n] && !(inhibit >> n & 1) && is_counting(n))
		count[n] += 5;
	return count[n];
}

void hart_csr_write_num(unsigned int csr, unsigned long value)
{
	u32 n = csr - HART_MHPMEVENT_BASE;

	assert_in_range(n, 3, COUNTERS - 1);
	event[n] = value;
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
	note_registers();
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
	return inhibits;
}

bool sbi_hart_has_extension(struct sbi_scratch *s, enum sbi_hart_extensions ext)
{
	assert_ptr_equal(s, &scratch);
	assert_int_equal(ext, SBI_HART_EXT_SSCOFPMF);
	return sscofpmf;
}

/* --- maps ------------------------------------------------------------------- */

static struct pmu_machine machine;

static int boot(void **state)
{
	(void)state;
	counts = FIRST;
	inhibits = true;
	sscofpmf = false;
	inhibit = -1ul;
	machine = (struct pmu_machine){ .hpm_mask = 0x78 };
	wire_forget();
	return 0;
}

static void add_row(u32 first, u32 last, u32 counters)
{
	machine.map[machine.map_count++] = (struct pmu_map_entry){
		.first = first, .last = last, .counters = counters
	};
}

/* The registers are as they were, whatever the outcome. */
static void check(const char *want)
{
	u32 n;

	events_once_init(&machine, &scratch);
	wire_expect(want);
	assert_int_equal(inhibit, -1ul);
	for (n = 3; n < COUNTERS; n++)
		assert_int_equal(event[n], 0);
}

static void run_counts_once(void **state)
{
	(void)state;
	add_row(CYCLES, CYCLES, 0xfff9);
	add_row(INSTRUCTIONS, INSTRUCTIONS, 0xfffc);
	add_row(CACHE, CACHE, 0x78);
	add_row(CYCLES, INSTRUCTIONS, 0x78);
	check("counter 3 has 111, runs\ncounter 6 has 111, runs\n"
	      "counter 3 has 112, runs\ncounter 6 has 112, runs\n");
	/* A counter each, and those of their own as before */
	assert_int_equal(machine.map[0].counters, 1 | 1 << 3);
	assert_int_equal(machine.map[1].counters, 4 | 1 << 4);
	assert_int_equal(machine.map[2].counters, 0x78);
	assert_int_equal(machine.map[3].counters, 0x78);
}

static void run_counts_in_all(void **state)
{
	(void)state;
	counts = BOTH;
	add_row(CYCLES, CYCLES, 0x79);
	check("counter 3 has 111, runs\ncounter 6 has 111, runs\n");
	assert_int_equal(machine.map[0].counters, 0x79);
}

/* The first one alone would stand still. */
static void run_counts_in_last(void **state)
{
	(void)state;
	counts = LAST;
	add_row(CYCLES, CYCLES, 0x79);
	check("counter 3 has 111, runs\ncounter 6 has 111, runs\n");
	assert_int_equal(machine.map[0].counters, 0x79);
}

/* Counters that other events have come last. */
static void run_few_counters(void **state)
{
	(void)state;
	add_row(CYCLES, CYCLES, 0x19);
	add_row(INSTRUCTIONS, INSTRUCTIONS, 0x1c);
	add_row(CYCLES, CYCLES, 0x19);
	check("counter 3 has 111, runs\ncounter 4 has 111, runs\n"
	      "counter 3 has 112, runs\ncounter 4 has 112, runs\n"
	      "counter 3 has 111, runs\ncounter 4 has 111, runs\n");
	assert_int_equal(machine.map[0].counters, 0x09);
	assert_int_equal(machine.map[1].counters, 0x14);
	assert_int_equal(machine.map[2].counters, 0x09);
}

/* A counter that the experiment has not given away is free for the next event. */
static void run_nothing_to_try(void **state)
{
	(void)state;
	add_row(CYCLES, CYCLES, 0x21);
	add_row(0, 0, 0x78);
	check("");
	assert_int_equal(machine.map[0].counters, 0x21);
	assert_int_equal(machine.map[1].counters, 0x78);
	add_row(INSTRUCTIONS, INSTRUCTIONS, 0x7c);
	check("counter 3 has 112, runs\ncounter 6 has 112, runs\n");
	assert_int_equal(machine.map[2].counters, 0x0c);
}

static void run_other_harts(void **state)
{
	(void)state;
	add_row(CYCLES, CYCLES, 0x79);
	sscofpmf = true;
	check("");
	sscofpmf = inhibits = false;
	check("");
	assert_int_equal(machine.map[0].counters, 0x79);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(run_counts_once, boot),
		cmocka_unit_test_setup(run_counts_in_all, boot),
		cmocka_unit_test_setup(run_counts_in_last, boot),
		cmocka_unit_test_setup(run_few_counters, boot),
		cmocka_unit_test_setup(run_nothing_to_try, boot),
		cmocka_unit_test_setup(run_other_harts, boot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
