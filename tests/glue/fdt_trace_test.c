// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trace components of device trees: their description, and the reason of each
 * refusal.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tree_rig.h"

/* --- a valid tree -------------------------------------------------------- */

static void test_right(void **state)
{
	static const struct tree_edit root_alone =
		TREE_TEXT("/", "compatible", "board");

	(void)state;
	tree_board();
	tree_check_board();
	/* The description of another tree must not leave anything. */
	tree_begin();
	tree_edit(&root_alone, 1);
	assert_int_equal(tree_describe(), 0);
	assert_int_equal(tree_trace.count, 0);
	assert_string_equal(tree_told(), "");
	assert_int_equal(fdt_trace_chosen(), -1);
	tree_board();
	tree_check_board();
}

/* --- other valid trees --------------------------------------------------- */

#define LONG_NAME "of-thirty-one-characters-and-mo@40000000"

static const struct fine {
	const char *row;
	struct tree_edit edits[TREE_EDITS];
	u32 n;		    /* number of the component */
	unsigned long base; /* its window */
	u32 hartindex;	    /* its hart */
	const char *name;   /* its name, or NULL: not checked */
} fines[] = {
	{ "small window",
	  { TREE_SET(E0_PATH, "reg", 0, BOARD_E0, 0, 0x100) },
	  ENC0,
	  BOARD_E0,
	  0,
	  NULL },
	{ "cpu",
	  { TREE_GONE(E0_PATH, "cpus"), TREE_SET(E0_PATH, "cpu", 2) },
	  ENC0,
	  BOARD_E0,
	  1,
	  NULL },
	{ "cpus before cpu",
	  { TREE_SET(E0_PATH, "cpu", 2) },
	  ENC0,
	  BOARD_E0,
	  0,
	  NULL },
	{ "a cpu of two cells",
	  { TREE_SET("/cpus", "#address-cells", 2),
	    TREE_SET("/cpus/cpu@0", "reg", 0, BOARD_HARTID) },
	  ENC0,
	  BOARD_E0,
	  0,
	  NULL },
	{ "one cell of address",
	  { TREE_SET(LAST, "#address-cells", 1),
	    TREE_SET(LAST, "#size-cells", 1), TREE_SINK(LAST "/sink", 0),
	    TREE_SET(LAST "/sink", "reg", 0x40000000, 0x1000) },
	  BOARD_COMPONENTS,
	  0x40000000,
	  TRACE_NO_HART,
	  "sink" },
	{ "cells by default",
	  { TREE_GONE(LAST, "#address-cells"), TREE_GONE(LAST, "#size-cells"),
	    TREE_SINK(LAST "/sink", 0),
	    TREE_SET(LAST "/sink", "reg", 0, 0x40000000, 0x1000) },
	  BOARD_COMPONENTS,
	  0x40000000,
	  TRACE_NO_HART,
	  "sink" },
	{ "address above 4 GiB",
	  { TREE_SINK(LAST "/sink", 0),
	    TREE_SET(LAST "/sink", "reg", 1, 0x40000000, 0, 0x1000) },
	  BOARD_COMPONENTS,
	  0x140000000,
	  TRACE_NO_HART,
	  "sink" },
	{ "a bus that maps",
	  { TREE_SET(LAST, "ranges", 0, 0, 1, 0x40000000, 0, 0x1000000),
	    TREE_SINK(LAST "/sink", 0x2000) },
	  BOARD_COMPONENTS,
	  0x140002000,
	  TRACE_NO_HART,
	  "sink" },
	{ "a bus above one that maps",
	  { TREE_SET(LAST, "ranges", 0, 0, 1, 0x40000000, 0, 0x1000000),
	    TREE_SET(LAST "/in", "#address-cells", 2),
	    TREE_SET(LAST "/in", "#size-cells", 2),
	    TREE_SINK(LAST "/in/sink", 0x2000) },
	  BOARD_COMPONENTS,
	  0x140002000,
	  TRACE_NO_HART,
	  "sink" },
	{ "a bus behind one that maps",
	  { TREE_SET(SOC, "ranges", 0, 0, 0, 0, 1, 0),
	    TREE_SINK(LAST "/sink", 0x40000000) },
	  BOARD_COMPONENTS,
	  0x40000000,
	  TRACE_NO_HART,
	  "sink" },
	{ "a long name",
	  { TREE_SINK(LAST "/" LONG_NAME, 0x40000000) },
	  BOARD_COMPONENTS,
	  0x40000000,
	  TRACE_NO_HART,
	  "of-thirty-one-characters-and-mo" },
	{ "disabled ones are none",
	  { TREE_SINK(LAST "/b", 0x40001000), TREE_SINK(LAST "/a", 0x40000000),
	    TREE_TEXT(LAST "/a", "status", "disabled") },
	  BOARD_COMPONENTS,
	  0x40001000,
	  TRACE_NO_HART,
	  "b" },
	{ "in the deepest place",
	  { TREE_SINK("/last/2/3/4/5/6/7/8/9/10/11/12/13/14", 0x40000000),
	    TREE_SET("/last/2/3/4/5/6/7/8/9/10/11/12/13/14", "reg", 0,
		     0x40000000, 0x1000) },
	  BOARD_COMPONENTS,
	  0x40000000,
	  TRACE_NO_HART,
	  "14" },
	{ "inside another one",
	  { TREE_SINK(LAST "/b", 0x40001000),
	    TREE_SINK(E0_PATH "/a", 0x40000000),
	    TREE_SINK(E0_PATH OUT "/a", 0x40002000) },
	  BOARD_COMPONENTS,
	  0x40001000,
	  TRACE_NO_HART,
	  "b" },
	{ "cpus elsewhere",
	  { TREE_TEXT(LAST "/cpus/x", "device_type", "cpu"),
	    TREE_SET(LAST "/cpus/x", "reg", BOARD_HARTID + 1),
	    TREE_SET(LAST "/cpus/x", "phandle", 1),
	    TREE_TEXT("/zpus/x", "device_type", "cpu"),
	    TREE_SET("/zpus/x", "reg", BOARD_HARTID + 1),
	    TREE_SET("/zpus/x", "phandle", 1),
	    TREE_TEXT("/cpu/x", "device_type", "cpu"),
	    TREE_SET("/cpu/x", "reg", BOARD_HARTID + 1),
	    TREE_SET("/cpu/x", "phandle", 1) },
	  ENC0,
	  BOARD_E0,
	  0,
	  NULL },
};

static void test_fine(void **state)
{
	const struct fine *f;
	u32 n;

	(void)state;
	for (f = fines; f < fines + array_size(fines); f++) {
		tree_board_with(f->edits);
		assert_int_equal(tree_describe(), 0);
		assert_int_equal(tree_trace.count, f->n < BOARD_COMPONENTS ?
							   BOARD_COMPONENTS :
							   f->n + 1);
		for (n = 0; n < tree_trace.count; n++) {
			tree_check_text(f->row, n, trace_nodes[n].wrong, NULL);
			tree_check_text(f->row, n, trace_nodes[n].hart, NULL);
			tree_check_text(f->row, n, trace_nodes[n].leads, NULL);
			assert_int_equal(tree_trace.component[n].reason,
					 TRACE_USABLE);
		}
		assert_int_equal(tree_trace.component[f->n].base, f->base);
		assert_int_equal(tree_trace.component[f->n].hartindex,
				 f->hartindex);
		if (f->name)
			assert_string_equal(trace_nodes[f->n].name, f->name);
		assert_string_equal(tree_told(), "");
	}
}

/* --- trees with errors --------------------------------------------------- */

#define WINDOW "reg is not one window of 4 KiB"
#define OTHER_END "remote-endpoint is not that of the other end"

static const struct wrong {
	const char *row;
	struct tree_edit edits[TREE_EDITS];
	u32 n; /* number of the component with the error */
	u32 reason;
	const char *wrong, *hart, *leads, *with;
	bool out_of_reach; /* true: its window is not used */
} wrongs[] = {
	{ "no reg",
	  { TREE_GONE(E0_PATH, "reg") },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = "has no reg",
	  .out_of_reach = true },
	{ "two windows",
	  { TREE_SET(E0_PATH, "reg", 0, BOARD_E0, 0, 0x1000, 0, 0, 0, 0x1000) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is not one window",
	  .out_of_reach = true },
	{ "half a window",
	  { TREE_SET(E0_PATH, "reg", 0, BOARD_E0) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is not one window",
	  .out_of_reach = true },
	{ "cells that are none",
	  { TREE_SET(LAST, "#address-cells", 0), TREE_SINK(LAST "/sink", 0),
	    TREE_SET(LAST "/sink", "reg", 0x40000000) },
	  BOARD_COMPONENTS,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is not one window",
	  .out_of_reach = true },
	{ "cells that are none, and nothing in them",
	  { TREE_SET(LAST, "#address-cells", 0),
	    TREE_SINK(LAST "/sink", 0),
	    TREE_TEXT(LAST "/sink", "reg", ""),
	    { .path = LAST "/sink", .name = "reg", .text = "", .size = 0 } },
	  BOARD_COMPONENTS,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is not one window",
	  .out_of_reach = true },
	{ "not aligned",
	  { TREE_WINDOW(E0_PATH, BOARD_E0 + 0x800) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is not aligned to 4 KiB",
	  .out_of_reach = true },
	{ "too small",
	  { TREE_SET(E0_PATH, "reg", 0, BOARD_E0, 0, 0xff) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = WINDOW,
	  .out_of_reach = true },
	{ "too large",
	  { TREE_SET(E0_PATH, "reg", 0, BOARD_E0, 0, 0x1001) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = WINDOW,
	  .out_of_reach = true },
	{ "too large, in memory",
	  { TREE_SET(E0_PATH, "reg", 0, BOARD_MEMORY, 0, 0x1001) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = WINDOW,
	  .out_of_reach = true },
	{ "in the firmware",
	  { TREE_WINDOW(E0_PATH, BOARD_FIRMWARE) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is in the firmware",
	  .out_of_reach = true },
	{ "the firmware's last page",
	  { TREE_WINDOW(E0_PATH, BOARD_FIRMWARE + BOARD_SIZE - 0x1000) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is in the firmware",
	  .out_of_reach = true },
	{ "in memory",
	  { TREE_WINDOW(E0_PATH, BOARD_MEMORY) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is in memory",
	  .out_of_reach = true },
	/* The whole page belongs to the registers */
	{ "small, and memory in the same page",
	  { TREE_SET(E0_PATH, "reg", 0, BOARD_MEMORY, 0, 0x100) },
	  ENC0,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg is in memory",
	  .out_of_reach = true },
	{ "a bus that does not map it",
	  { TREE_SET(LAST, "ranges", 0, 0x10000, 1, 0x40000000, 0, 0x1000000),
	    TREE_SINK(LAST "/sink", 0x2000) },
	  BOARD_COMPONENTS,
	  TRACE_BAD_ADDRESS,
	  .wrong = "reg cannot be read",
	  .out_of_reach = true },
	{ "no hart",
	  { TREE_SET(E0_PATH, "cpus", 7) },
	  ENC0,
	  TRACE_USABLE,
	  .hart = TREE_NO_HART },
	{ "what is no hart",
	  { TREE_TEXT("/cpus/cpu-map", "device_type", "x"),
	    TREE_SET("/cpus/cpu-map", "reg", BOARD_HARTID),
	    TREE_SET("/cpus/cpu-map", "phandle", 3),
	    TREE_SET(E0_PATH, "cpus", 3) },
	  ENC0,
	  TRACE_USABLE,
	  .hart = TREE_NO_HART },
	{ "two harts",
	  { TREE_SET(E0_PATH, "cpus", 1, 2) },
	  ENC0,
	  TRACE_USABLE,
	  .hart = TREE_NO_HART },
	{ "a hart without phandle",
	  { TREE_SET(E0_PATH, "cpus", 1, 2),
	    TREE_GONE("/cpus/cpu@0", "phandle") },
	  ENC0,
	  TRACE_USABLE,
	  .hart = TREE_NO_HART },
	{ "a disabled hart",
	  { TREE_SET("/cpus/cpu@0", "reg", BOARD_HARTID + 2) },
	  ENC0,
	  TRACE_USABLE,
	  .hart = "its hart is disabled" },
	{ "no ports",
	  { TREE_GONE(E0_PATH "/out-ports", NULL) },
	  ENC0,
	  TRACE_FORBIDDEN,
	  .wrong = "has no ports" },
	{ "ports by another name",
	  { TREE_GONE(E0_PATH "/out-ports", NULL),
	    TREE_NODE(E0_PATH "/output_port"), TREE_NODE(E0_PATH "/ports") },
	  ENC0,
	  TRACE_FORBIDDEN,
	  .wrong = "has no ports" },
	{ "leads nowhere",
	  { TREE_SET(E0_PATH OUT, "remote-endpoint", 99) },
	  ENC0,
	  TRACE_USABLE,
	  .leads = TREE_NO_INPUT },
	{ "leads to two ends",
	  { TREE_SET(E0_PATH OUT, "remote-endpoint", 21, 22) },
	  ENC0,
	  TRACE_USABLE,
	  .leads = TREE_NO_INPUT },
	{ "an end without another",
	  { TREE_GONE(E0_PATH OUT, "remote-endpoint") },
	  ENC0,
	  TRACE_USABLE,
	  .leads = TREE_NO_INPUT },
	{ "leads to an output",
	  { TREE_SET(E0_PATH OUT, "remote-endpoint", 12) },
	  ENC0,
	  TRACE_USABLE,
	  .leads = TREE_NO_INPUT },
	{ "the other end leads back elsewhere",
	  { TREE_SET(S0_PATH IN, "remote-endpoint", 99) },
	  FUN0,
	  TRACE_FORBIDDEN,
	  .wrong = OTHER_END,
	  .with = S0_NAME },
	{ "a part without registers leads back elsewhere",
	  { TREE_IS(LAST "/part", "arm,coresight-static-funnel"),
	    TREE_SET(LAST "/part" IN, "phandle", 41),
	    TREE_SET(LAST "/part" IN, "remote-endpoint", 99),
	    TREE_SET(F0_PATH OUT, "remote-endpoint", 41) },
	  FUN0,
	  TRACE_FORBIDDEN,
	  .wrong = OTHER_END },
};

static void check_wrong(const struct wrong *w)
{
	const struct trace_component *c = &tree_trace.component[w->n];
	u32 n;

	tree_board_with(w->edits);
	assert_int_equal(tree_describe(), 0);
	for (n = 0; n < tree_trace.count; n++) {
		bool it = n == w->n;

		tree_check_text(w->row, n, trace_nodes[n].wrong,
				it ? w->wrong : NULL);
		tree_check_text(w->row, n, trace_nodes[n].hart,
				it ? w->hart : NULL);
		tree_check_text(w->row, n, trace_nodes[n].leads,
				it ? w->leads : NULL);
		if (trace_nodes[n].wrong || !it)
			tree_check_text(w->row, n, trace_nodes[n].with,
					it ? w->with : NULL);
		assert_int_equal(tree_trace.component[n].reason,
				 it ? w->reason : 0);
	}
	if (w->out_of_reach)
		assert_int_equal(
			tree_trace.component[w->n].base % TR_WINDOW_SIZE, 1);
	if (w->hart) {
		assert_int_equal(c->hartindex, TRACE_NO_HART);
		assert_int_equal(c->hartid, 0);
	}
	if (w->reason == TRACE_FORBIDDEN || w->leads)
		assert_int_equal(c->output, TRACE_NONE);
}

static void test_wrong(void **state)
{
	const struct wrong *w;

	(void)state;
	for (w = wrongs; w < wrongs + array_size(wrongs); w++)
		check_wrong(w);
}

/*
 * Two components with errors in one tree; a later tree must have none of them.
 */
static void test_one_after_the_other(void **state)
{
	static const struct tree_edit edits[TREE_EDITS] = {
		TREE_GONE(E0_PATH, "reg"),
		TREE_SET(E1_PATH, "cpus", 7),
	};

	(void)state;
	tree_board_with(edits);
	assert_int_equal(tree_describe(), 0);
	tree_board();
	tree_check_board();
}

/* --- names --------------------------------------------------------------------- */

static void test_names(void **state)
{
	static const struct {
		const char *name;
		u8 named, coresight;
	} rows[] = {
		{ TCI, 0, 0 },
		{ "sifive,trace-encoder0", TR_COMP_ENCODER, 0 },
		{ "sifive,trace-funnel0", TR_COMP_FUNNEL, 0 },
		{ "arm,coresight-dynamic-funnel", 0, TRACE_CS_FUNNEL },
		{ "arm,coresight-dynamic-replicator", 0, TRACE_CS_REPLICATOR },
		{ "arm,coresight-tmc", 0, TRACE_CS_TMC },
	};
	struct tree_edit e = { .path = F0_PATH, .name = "compatible" };
	u32 n;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		e.text = rows[n].name;
		e.size = (u32)strlen(e.text) + 1;
		tree_board();
		tree_edit(&e, 1);
		tree_describe();
		assert_int_equal(tree_trace.count, BOARD_COMPONENTS);
		assert_int_equal(tree_trace.component[FUN0].named,
				 rows[n].named);
		assert_int_equal(tree_trace.component[FUN0].coresight,
				 rows[n].coresight);
		assert_int_equal(tree_trace.component[FUN0].old,
				 !!rows[n].coresight);
		assert_int_equal(tree_trace.component[ENC1].named, 0);
		assert_int_equal(tree_trace.component[SNK0].named, 0);
		assert_false(tree_trace.component[ENC1].old);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_right),
		cmocka_unit_test(test_fine),
		cmocka_unit_test(test_wrong),
		cmocka_unit_test(test_one_after_the_other),
		cmocka_unit_test(test_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
