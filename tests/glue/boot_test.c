// SPDX-License-Identifier: BSD-2-Clause
/*
 * A board with trace components boots: the lines on the console, and the
 * components that can be used.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "boot_rig.h"

/* --- lines on the console ------------------------------------------------ */

#define LINE "hartscope: trace: "
#define COUNTS(encoders, sinks, others)                            \
	LINE #encoders " encoders, " #sinks " RAM sinks, " #others \
		       " other components, "
#define S_MODES "for S-mode\n"
#define ALL COUNTS(2, 1, 1) S_MODES
#define OPEN(name) LINE "registers of " name " are not found, and stay open\n"
#define POLICY "hartscope,trace-policy"

static void no_change(void)
{
}

static void first_is_dead(void)
{
	fake_trace[FAKE_0].has.dead = true;
}

static void both_are_dead(void)
{
	fake_trace[FAKE_0].has.dead = true;
	fake_trace[FAKE_1].has.dead = true;
}

static void first_is_broken(void)
{
	fake_trace_break(FAKE_0, 0, 0xfff);
}

/* The sink has the whole range of 32 bits, and no memory of its own. */
static void sink_of_32_bits(void)
{
	fake_trace[FAKE_SINK].has.start_mask = 0xffffffc0;
	fake_trace[FAKE_SINK].has.limit_mask = 0xfffffff0;
}

static void first_is_etrace(void)
{
	fake_trace[FAKE_0].has.formats = 1;
	fake_trace[FAKE_0].has.no_empty = true;
	fake_trace[FAKE_0].reg[0] = 0;
}

static void first_is_unknown(void)
{
	fake_trace[FAKE_0].has.impl = 0x00010f01;
}

static void first_is_newer(void)
{
	fake_trace[FAKE_0].has.impl |= 0x10;
}

static void sink_in_firmware(void)
{
	boot_fix_sink(BOARD_FIRMWARE + BOARD_SIZE - 0x1000);
}

static void sink_before_firmware(void)
{
	boot_fix_sink(BOARD_FIRMWARE - 0x1000);
}

static void sink_behind_firmware(void)
{
	boot_fix_sink(BOARD_FIRMWARE + BOARD_SIZE);
}

static void two_domains(void)
{
	boot_second_domain();
}

static void with_smepmp(void)
{
	boot_smepmp = true;
}

static void quiet(void)
{
	tree_scratch.options = SBI_SCRATCH_NO_BOOT_PRINTS;
}

#define HANDED TREE_TEXT(CHOSEN, POLICY, "handover")

static const struct boot {
	const char *name;
	void (*hardware)(void);
	struct tree_edit edits[TREE_EDITS];
	const char *told;
	u32 usable; /* one bit for each component */
	u32 handed;
	bool mediated, show_m;
} boots[] = {
	{ "as it is", no_change, { { .path = NULL } }, ALL, .usable = 15 },
	{ "mediated",
	  no_change,
	  { TREE_TEXT(CHOSEN, POLICY, "mediated") },
	  COUNTS(2, 1, 1) "through calls only\n",
	  .usable = 15,
	  .mediated = true },
	{ "M-mode is shown",
	  no_change,
	  { TREE_TEXT(CHOSEN, "hartscope,trace-m-mode", "") },
	  ALL,
	  15,
	  .show_m = true },
	{ "quiet", quiet, { TREE_GONE(E0_PATH, "reg") }, "", .usable = 14 },
	/* One line for each error. */
	{ "an encoder does not answer",
	  first_is_dead,
	  { { .path = NULL } },
	  LINE E0_NAME ": does not answer; not used\n" COUNTS(1, 1, 1) S_MODES,
	  .usable = 14 },
	{ "none answers",
	  both_are_dead,
	  { { .path = NULL } },
	  LINE E0_NAME ": does not answer; not used\n" LINE E1_NAME
		       ": does not answer; not used\n" COUNTS(0, 0, 0) S_MODES,
	  .usable = 0 },
	{ "nothing is there",
	  first_is_broken,
	  { { .path = NULL } },
	  LINE E0_NAME ": nothing answers at reg; not used\n" COUNTS(1, 1, 1)
		  S_MODES,
	  .usable = 14 },
	{ "E-Trace",
	  first_is_etrace,
	  { { .path = NULL } },
	  LINE E0_NAME ": sends E-Trace; used\n" ALL,
	  .usable = 15 },
	{ "an unknown one",
	  first_is_unknown,
	  { { .path = NULL } },
	  LINE E0_NAME ": is of a type that is not known; not used\n" COUNTS(
		  1, 1, 1) S_MODES,
	  .usable = 14 },
	{ "a newer one",
	  first_is_newer,
	  { { .path = NULL } },
	  LINE E0_NAME ": is newer than version 1.0; used\n" ALL,
	  .usable = 15 },
	{ "two harts that are one",
	  no_change,
	  { TREE_SET(E1_PATH, "cpus", 1) },
	  LINE E1_NAME ": is the second encoder of its hart (" E0_NAME
		       "); not used\n" COUNTS(1, 1, 1) S_MODES,
	  .usable = 13 },
	{ "a sink that nobody leads to",
	  no_change,
	  { TREE_SET(F0_PATH OUT, "remote-endpoint", 99) },
	  LINE F0_NAME
	  ": " TREE_NO_INPUT "; not used\n" LINE S0_NAME
	  ": gets no trace from any usable encoder; not used\n" COUNTS(0, 0, 0)
		  S_MODES,
	  .usable = 0 },
	{ "an IOMMU",
	  no_change,
	  { TREE_SET(S0_PATH, "iommus", 1, 0) },
	  LINE S0_NAME ": writes through an IOMMU; not used\n" COUNTS(0, 0, 0)
		  S_MODES,
	  .usable = 0 },
	{ "ends that do not fit",
	  no_change,
	  { TREE_SET(S0_PATH IN, "remote-endpoint", 99) },
	  LINE F0_NAME
	  ": remote-endpoint is not that of the other end (" S0_NAME
	  "); not used\n" LINE S0_NAME
	  ": gets no trace from any usable encoder; not used\n" COUNTS(0, 0, 0)
		  S_MODES,
	  .usable = 0 },
	{ "its memory is the firmware's",
	  sink_in_firmware,
	  { { .path = NULL } },
	  LINE S0_NAME
	  ": its memory is the firmware's; not used\n" COUNTS(0, 0, 0) S_MODES,
	  .usable = 0 },
	{ "memory before the firmware",
	  sink_before_firmware,
	  { { .path = NULL } },
	  ALL,
	  .usable = 15 },
	{ "memory behind the firmware",
	  sink_behind_firmware,
	  { { .path = NULL } },
	  ALL,
	  .usable = 15 },
	{ "a sink of 32 bits",
	  sink_of_32_bits,
	  { { .path = NULL } },
	  ALL,
	  .usable = 15 },
	{ "handed over",
	  no_change,
	  { HANDED },
	  ALL LINE "1 components handed over\n",
	  .usable = 15,
	  .handed = 4 },
	{ "all is handed over",
	  no_change,
	  { HANDED, TREE_TEXT(CHOSEN, "hartscope,trace-trusted", "") },
	  ALL LINE "4 components handed over\n",
	  .usable = 15,
	  .handed = 15 },
	{ "handed over quietly",
	  quiet,
	  { HANDED },
	  "",
	  .usable = 15,
	  .handed = 4 },
	{ "two domains",
	  two_domains,
	  { HANDED },
	  ALL LINE "0 components handed over: there is more than one domain\n",
	  .usable = 15 },
	{ "Smepmp",
	  with_smepmp,
	  { HANDED },
	  ALL LINE "0 components handed over: harts have Smepmp\n",
	  .usable = 15 },
};

static void run_boot(const void *row)
{
	const struct boot *b = row;
	u32 n;

	boot_machine(b->edits);
	b->hardware();
	assert_int_equal(trace_glue_cold_boot(), BOOT_REGISTERED);
	tree_check_text(b->name, 0, tree_told(), b->told);
	assert_int_equal(trace_glue.count, BOARD_COMPONENTS);
	assert_int_equal(trace_glue.policy == TRACE_MEDIATED, b->mediated);
	assert_int_equal(trace_glue.show_m, b->show_m);
	for (n = 0; n < BOARD_COMPONENTS; n++) {
		assert_int_equal(!trace_glue.component[n].reason,
				 b->usable >> n & 1);
		assert_int_equal(trace_glue.component[n].handed,
				 b->handed >> n & 1);
	}
	/* Nothing is stored to addresses that do not respond. */
	if (b->hardware == first_is_broken)
		assert_int_equal(trace_glue.component[ENC0].reason,
				 TRACE_FORBIDDEN);
	assert_int_equal(fake.log.faults, 0);
}

static void test_boot(void **state)
{
	u32 n;

	(void)state;
	for (n = 0; n < array_size(boots); n++) {
		print_message("%s\n", boots[n].name);
		tree_apart(run_boot, &boots[n]);
	}
}

/* --- other lines on the console ------------------------------------------ */

/* Three funnels in a ring: the firmware prints a line for the first one. */
static void run_loop(const void *row)
{
	static const struct tree_edit ring[TREE_EDITS] = {
		TREE_IS(LAST "/b", TCI),
		TREE_WINDOW(LAST "/b", BOOT_FUNNEL + 0x1000),
		TREE_END(LAST "/b" OUT, 54, 24),
		TREE_END(LAST "/b" IN, 53, 52),
		TREE_IS(LAST "/a", TCI),
		TREE_WINDOW(LAST "/a", BOOT_FUNNEL),
		TREE_END(LAST "/a" OUT, 52, 53),
		TREE_END(LAST "/a" IN, 51, 23),
		TREE_SET(F0_PATH "/in-ports/port@2", "reg", 2),
		TREE_END(F0_PATH "/in-ports/port@2/endpoint", 24, 54),
		TREE_SET(F0_PATH OUT, "remote-endpoint", 51),
	};

	(void)row;
	boot_machine(ring);
	boot_add_funnel();
	boot_add_funnel();
	trace_glue_cold_boot();
	assert_string_equal(tree_told(), LINE F0_NAME
			    ": leads back to itself (a); not used"
			    "\n" LINE S0_NAME ": gets no trace from any usable "
			    "encoder; not used\n" COUNTS(0, 0, 0) S_MODES);
	assert_int_equal(trace_glue.component[SNK0 + 1].reason, TRACE_LOOP);
	assert_int_equal(trace_glue.component[SNK0 + 2].reason, TRACE_LOOP);
}

/* A funnel with two outputs, one of which leads to a second, unused funnel. */
static void run_two_outputs(const void *row)
{
	static const struct tree_edit two[TREE_EDITS] = {
		TREE_IS(LAST "/funnel", TCI),
		TREE_WINDOW(LAST "/funnel", BOOT_FUNNEL),
		TREE_END(LAST "/funnel" IN, 51, 24),
		TREE_END(F0_PATH "/out-ports/port@1/endpoint", 24, 51),
		TREE_SET(F0_PATH "/out-ports/port@1", "reg", 1),
	};

	(void)row;
	boot_machine(two);
	boot_add_funnel();
	trace_glue_cold_boot();
	assert_string_equal(tree_told(), LINE F0_NAME
			    ": has two outputs, one of which counts (" S0_NAME
			    "); used\n" LINE
			    "funnel: leads nowhere; not used\n" ALL);
}

/* Registers without an address are told of, if the node is off, too; the others
 * have one in reg or in the name. */
static void run_not_found(const void *row)
{
	static const struct tree_edit lost[TREE_EDITS] = {
		TREE_IS(LAST "/bare", TCI),
		TREE_TEXT(LAST "/bare", "status", "disabled"),
		TREE_IS(LAST "/half", "acme,trace-part"),
		TREE_SET(LAST "/half", "reg", 0x10000000),
		TREE_IS(LAST "/half@11000000", "acme,trace-part"),
		TREE_SET(LAST "/half@11000000", "reg", 0x11000000),
	};

	(void)row;
	boot_machine(lost);
	trace_glue_cold_boot();
	assert_string_equal(tree_told(), OPEN("half") OPEN("bare") ALL);
}

static void add_more(u32 count)
{
	char path[64];
	u32 n;

	for (n = 0; n < count; n++) {
		struct tree_edit more[] = { TREE_IS(path, TCI) };

		snprintf(path, sizeof(path), LAST "/more@%x", n);
		tree_edit(more, 1);
	}
}

static void run_too_many(const void *row)
{
	(void)row;
	boot_machine(boots[0].edits);
	add_more(62);
	trace_glue_cold_boot();
	assert_non_null(strstr(tree_told(),
			       LINE "2 components too many; the first 64 are "
				    "used\n" ALL));
}

static void run_none(const void *row)
{
	static const struct tree_edit none[TREE_EDITS] = {
		TREE_GONE(SOC, NULL),
	};

	(void)row;
	boot_machine(none);
	assert_int_equal(trace_glue_cold_boot(), 0);
	assert_string_equal(tree_told(), "");
	assert_int_equal(boot_data_size, 0);
	trace_glue_fdt(tree);
	trace_glue_hart_start();
	assert_int_equal(boot_armed, 1);
	trace_glue_suspend();
	trace_glue_hart_stop();
	trace_glue_switch(0, &root);
	trace_glue_machine_suspend();
	trace_glue_resume();
	trace_glue_reset(true);
	trace_glue_crash();
	assert_int_equal(boot_armed, 1);
	assert_string_equal(tree_told(), "");
	assert_false(trace_glue_has(BOARD_E0));
}

/* An error of the protection is one of the boot. */
static void run_error(const void *row)
{
	(void)row;
	boot_machine(boots[0].edits);
	boot_protects = -1;
	assert_int_equal(trace_glue_cold_boot(), -1);
	assert_false(boot_trusted);
}

static void run_trusted(const void *row)
{
	static const struct tree_edit trusted[TREE_EDITS] = {
		HANDED, TREE_TEXT(CHOSEN, "hartscope,trace-trusted", "")
	};

	(void)row;
	boot_machine(trusted);
	trace_glue_cold_boot();
	assert_true(boot_trusted);
}

/* A hart holds less than the boot hart. */
static void run_enter(const void *row)
{
	u32 n;

	boot_machine(boots[0].edits);
	trace_glue_cold_boot();
	tree_told();
	boot_shut = *(const enum trace_shut *)row;
	trace_glue_enter();
	assert_int_not_equal(boot_shut, TRACE_WRITERS_OPEN);
	for (n = 0; n < BOARD_COMPONENTS; n++)
		assert_int_equal(!trace_glue.component[n].reason,
				 boot_shut == TRACE_SHUT);
	assert_int_equal(!tree_told()[0], boot_shut == TRACE_SHUT);
}

static void test_lines(void **state)
{
	static const enum trace_shut shut[] = { TRACE_SHUT, TRACE_READERS_OPEN,
						TRACE_WRITERS_OPEN };

	(void)state;
	tree_apart(run_error, NULL);
	tree_apart(run_trusted, NULL);
	tree_apart(run_enter, &shut[0]);
	tree_apart(run_enter, &shut[1]);
	tree_apart(run_enter, &shut[2]);
	tree_apart(run_loop, NULL);
	tree_apart(run_two_outputs, NULL);
	tree_apart(run_not_found, NULL);
	tree_apart(run_too_many, NULL);
	tree_apart(run_none, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_boot),
		cmocka_unit_test(test_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
