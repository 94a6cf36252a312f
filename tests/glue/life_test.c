// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trace components while harts start, sleep, change their domain and end, and
 * while the machine sleeps and resets.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sbi/sbi_ecall_interface.h>

#include "boot_rig.h"

#define BUFFER FAKE_RAM
#define BUFFER_SIZE 0x1000u
static const struct tree_edit as_it_is[TREE_EDITS];

static bool enabled(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ENABLE;
}

static bool active(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ACTIVE;
}

static long call(unsigned long fid, unsigned long a0, unsigned long a1,
		 unsigned long a2, unsigned long a3)
{
	const struct sbi_args args = { { a0, a1, a2, a3 } };
	long error = trace_glue_call(fid, &args).error;

	fake_hart_forget();
	return error;
}

/* Let the first hart trace into a buffer. */
static void trace(void)
{
	assert_int_equal(
		call(TRACE_SBI_SINK_SET_BUFFER, SNK0, BUFFER, 0, BUFFER_SIZE),
		0);
	assert_int_equal(call(TRACE_SBI_START, BOARD_HARTID, 0, 0, 0), 0);
	assert_true(enabled(FAKE_0));
	assert_true(enabled(FAKE_SINK));
}

static void boot(void)
{
	boot_machine(as_it_is);
	assert_int_equal(trace_glue_cold_boot(), BOOT_REGISTERED);
	assert_int_equal(boot_data_size, 2 * sizeof(void *));
	fake_hart_forget();
}

static void check_no_fault(void)
{
	if (fake.log.faults)
		print_error("%s\n", fake.log.fault);
	assert_int_equal(fake.log.faults, 0);
}

/* --- harts ----------------------------------------------------------------------- */

static void run_sleep(const void *row)
{
	(void)row;
	boot();
	trace();
	trace_glue_suspend();
	assert_false(enabled(FAKE_0));
	trace_glue_hart_start();
	assert_int_equal(boot_armed, 1);
	assert_true(enabled(FAKE_0));
	check_no_fault();
}

/* If there was no memory for the settings, the hart finds the defaults. */
static void run_sleep_no_memory(const void *row)
{
	(void)row;
	boot_blocks = 0;
	boot();
	trace();
	trace_glue_suspend();
	assert_false(enabled(FAKE_0));
	trace_glue_hart_start();
	assert_false(enabled(FAKE_0));
	check_no_fault();
}

/* The memory is that of the boot. */
static void run_sleep_again(const void *row)
{
	u32 blocks, n;

	(void)row;
	boot();
	trace();
	blocks = boot_blocks;
	for (n = 0; n < 3; n++) {
		trace_glue_suspend();
		trace_glue_hart_start();
	}
	assert_int_equal(boot_blocks, blocks);
	assert_true(enabled(FAKE_0));
	check_no_fault();
}

/* A hart that stopped finds the defaults. */
static void run_stop(const void *row)
{
	(void)row;
	boot();
	trace();
	trace_glue_hart_stop();
	assert_false(enabled(FAKE_0));
	trace_glue_hart_start();
	assert_false(enabled(FAKE_0));
	check_no_fault();
}

/* Actions of the second hart do not change the first hart's encoder. */
static void run_other_hart(const void *row)
{
	(void)row;
	boot();
	trace();
	tree_scratch.hartindex = 1;
	trace_glue_suspend();
	trace_glue_hart_start();
	trace_glue_hart_stop();
	trace_glue_switch(1, &boot_other);
	assert_true(enabled(FAKE_0));
	check_no_fault();
}

/* A hart without a usable encoder has no state to save. */
static void run_no_encoder(const void *row)
{
	static const struct tree_edit none[TREE_EDITS] = {
		TREE_SET(E1_PATH, "cpus", 7),
	};

	(void)row;
	boot_machine(none);
	trace_glue_cold_boot();
	fake_hart_forget();
	trace();
	tree_scratch.hartindex = 1;
	trace_glue_suspend();
	trace_glue_hart_start();
	assert_int_equal(boot_armed, 1);
	trace_glue_hart_stop();
	trace_glue_switch(1, &boot_other);
	assert_true(enabled(FAKE_0));
	check_no_fault();
}

/* Each domain finds its own state again, and none of the other domain's. */
static void run_switch(const void *row)
{
	(void)row;
	boot();
	trace();
	trace_glue_switch(0, &boot_other);
	assert_false(enabled(FAKE_0));
	assert_int_equal(trace_glue.component[ENC0].owner, boot_other.index);
	trace_glue_switch(0, &root);
	assert_int_equal(trace_glue.component[ENC0].owner, root.index);
	assert_true(enabled(FAKE_0));
	check_no_fault();
}

/* For an unused encoder no state is saved. */
static void run_switch_unused(const void *row)
{
	(void)row;
	boot();
	trace_glue_switch(0, &boot_other);
	assert_int_equal(trace_glue.component[ENC0].owner, boot_other.index);
	check_no_fault();
}

static void test_harts(void **state)
{
	(void)state;
	tree_apart(run_sleep, NULL);
	tree_apart(run_sleep_no_memory, NULL);
	tree_apart(run_sleep_again, NULL);
	tree_apart(run_stop, NULL);
	tree_apart(run_other_hart, NULL);
	tree_apart(run_no_encoder, NULL);
	tree_apart(run_switch, NULL);
	tree_apart(run_switch_unused, NULL);
}

/* --- the machine ------------------------------------------------------------------- */

static void run_machine(const void *row)
{
	(void)row;
	boot();
	trace();
	trace_glue_machine_suspend();
	assert_false(enabled(FAKE_0));
	assert_false(enabled(FAKE_SINK));
	/* The sink's power was off. */
	fake_trace_set(FAKE_SINK, 0, 0);
	trace_glue_resume();
	assert_true(enabled(FAKE_SINK));
	assert_true(enabled(FAKE_0));
	check_no_fault();
}

/* Only the hart that requested the sleep restores the shared components. */
static void run_other_resumes(const void *row)
{
	(void)row;
	boot();
	trace();
	trace_glue_machine_suspend();
	tree_scratch.hartindex = 1;
	trace_glue_resume();
	assert_false(enabled(FAKE_SINK));
	tree_scratch.hartindex = 0;
	trace_glue_resume();
	assert_true(enabled(FAKE_SINK));
	check_no_fault();
}

/* If two harts request sleeps, the sleep of each ends once, for that hart. */
static void run_two_sleeps(const void *row)
{
	(void)row;
	boot();
	trace();
	trace_glue_machine_suspend();
	trace_glue_resume();
	assert_true(enabled(FAKE_SINK));
	trace_glue_suspend();
	tree_scratch.hartindex = 1;
	trace_glue_machine_suspend();
	assert_false(active(FAKE_SINK));
	tree_scratch.hartindex = 0;
	trace_glue_resume();
	assert_false(active(FAKE_SINK));
	tree_scratch.hartindex = 1;
	trace_glue_resume();
	assert_true(active(FAKE_SINK));
	check_no_fault();
}

static void run_reset(const void *row)
{
	const bool machine = *(const bool *)row;

	boot();
	trace();
	trace_glue_reset(machine);
	assert_false(enabled(FAKE_0));
	check_no_fault();
}

/* A reset of one domain does not stop the trace of another one. */
static void run_reset_of_domain(const void *row)
{
	const bool machine = *(const bool *)row;

	boot_machine(as_it_is);
	boot_second_domain();
	trace_glue_cold_boot();
	fake_hart_forget();
	trace();
	tree_scratch.hartindex = 1;
	trace_glue_reset(machine);
	assert_int_equal(enabled(FAKE_0), !machine);
	check_no_fault();
}

static void test_machine(void **state)
{
	static const bool machine = true, domain = false;

	(void)state;
	tree_apart(run_machine, NULL);
	tree_apart(run_other_resumes, NULL);
	tree_apart(run_two_sleeps, NULL);
	tree_apart(run_reset, &machine);
	tree_apart(run_reset, &domain);
	tree_apart(run_reset_of_domain, &machine);
	tree_apart(run_reset_of_domain, &domain);
}

/* --- the end ------------------------------------------------------------------------- */

#define REMAINS                                                                           \
	"hartscope: hart5: its trace is in 0x80200000 to 0x80201000, written by " S0_NAME \
	" up to 0x80200"

static void no_change(void)
{
}

static void wrapped(void)
{
	fake_trace_store(FAKE_SINK, BUFFER_SIZE + 0x40);
}

static void stuck(void)
{
	fake_trace[FAKE_0].has.stuck_on = true;
	fake_trace[FAKE_0].has.dead = true;
	fake_trace[FAKE_0].has.stuck_full = true;
	fake_trace[FAKE_0].has.stuck_trace = true;
}

/* A PIB sink writes to no memory. */
static void own_buffer(void)
{
	trace_glue.component[SNK0].type = TR_COMP_PIB_SINK;
}

static void stopped(void)
{
	assert_int_equal(call(TRACE_SBI_STOP, BOARD_HARTID, 0, 0, 0), 0);
}

static void of_other_hart(void)
{
	tree_scratch.hartindex = 1;
}

static const struct crash {
	const char *name;
	void (*before)(void);
	const char *told;
} crashes[] = {
	{ "tracing", no_change, REMAINS "000\n" },
	{ "wrapped", wrapped, REMAINS "040, where it wrapped\n" },
	{ "does not stop", stuck, REMAINS "000, and the end is missing\n" },
	{ "no memory", own_buffer,
	  "hartscope: hart5: its trace went to " S0_NAME "\n" },
	{ "not tracing", stopped, "" },
	{ "the other hart", of_other_hart, "" },
};

static void run_crash(const void *row)
{
	const struct crash *c = row;

	boot();
	trace();
	c->before();
	tree_told();
	trace_glue_crash();
	tree_check_text(c->name, 0, tree_told(), c->told);
}

static void test_crash(void **state)
{
	u32 n;

	(void)state;
	for (n = 0; n < array_size(crashes); n++) {
		print_message("%s\n", crashes[n].name);
		tree_apart(run_crash, &crashes[n]);
	}
}

/* --- boards, and registers ------------------------------------------------------------ */

#define K3_CLOCK (1ul << 26)

/* The firmware reads the tree only once. */
static void run_board(const void *row)
{
	static const struct tree_edit k3[TREE_EDITS] = {
		TREE_IS("/", "spacemit,k3-pico-itx\0spacemit,k3"),
	};
	static const struct tree_edit as_other[] = { TREE_IS("/", "other") };
	struct sbi_scratch scratch = { .next_arg1 = (unsigned long)tree };
	const bool is_k3 = *(const bool *)row;

	boot_machine(is_k3 ? k3 : as_it_is);
	trace_glue_reset_vector(&scratch);
	assert_int_equal(fake.state.ml2hint, is_k3 ? K3_CLOCK : 0);
	tree_edit(is_k3 ? as_other : k3, 1);
	fake.state.ml2hint = 0;
	trace_glue_reset_vector(&scratch);
	assert_int_equal(fake.state.ml2hint, is_k3 ? K3_CLOCK : 0);
}

static void run_no_tree(const void *row)
{
	const struct sbi_scratch scratch = { .next_arg1 = 0 };

	(void)row;
	boot_machine(as_it_is);
	trace_glue_reset_vector(&scratch);
	assert_int_equal(fake.state.ml2hint, 0);
}

static void run_has(const void *row)
{
	(void)row;
	boot();
	assert_true(trace_glue_has(BOARD_E0));
	assert_true(trace_glue_has(BOARD_E0 + 0x20000));
	assert_false(trace_glue_has(BOARD_E0 + 0x30000));
}

static void test_board(void **state)
{
	static const bool k3 = true, other = false;

	(void)state;
	tree_apart(run_board, &k3);
	tree_apart(run_board, &other);
	tree_apart(run_no_tree, NULL);
	tree_apart(run_has, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_harts),
		cmocka_unit_test(test_machine),
		cmocka_unit_test(test_crash),
		cmocka_unit_test(test_board),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
