// SPDX-License-Identifier: BSD-2-Clause
/*
 * Connections of trace components in device trees, and trees with more nodes
 * than the firmware has room for.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tree_rig.h"

/* --- connections --------------------------------------------------------------- */

#define PART LAST "/part"
#define STATIC(name) TREE_IS(PART, "arm,coresight-" name)

static const struct way {
	const char *row;
	struct tree_edit edits[TREE_EDITS];
	u32 from, to, input, second; /* to, second: or TRACE_NONE */
	u32 outlet;		     /* outlet of the first of two outputs */
	bool foreign;
	bool wire; /* both encoders use the same input */
} ways[] = {
	{ "a port without a number",
	  { TREE_GONE(F0_PATH "/in-ports/port@1", "reg") },
	  ENC1,
	  TRACE_NONE,
	  0,
	  .second = TRACE_NONE },
	{ "a high number",
	  { TREE_SET(F0_PATH "/in-ports/port@1", "reg", 9) },
	  ENC1,
	  FUN0,
	  9,
	  .second = TRACE_NONE },
	{ "nodes of ports that are none",
	  { TREE_END(F0_PATH "/other/port/endpoint", 61, 31),
	    TREE_END(F0_PATH "/out-ports/port/endpoint/in", 62, 31) },
	  FUN0,
	  SNK0,
	  0,
	  .second = TRACE_NONE },
	{ "two outputs",
	  { TREE_SET(F0_PATH "/out-ports/port@3", "reg", 3),
	    TREE_END(F0_PATH "/out-ports/port@3/endpoint", 24, 32),
	    TREE_SET(S0_PATH "/in-ports/port@1", "reg", 1),
	    TREE_END(S0_PATH "/in-ports/port@1/endpoint", 32, 24) },
	  FUN0,
	  SNK0,
	  1,
	  SNK0,
	  .outlet = 3 },
	{ "an end that does not say where it leads",
	  { TREE_GONE(S0_PATH IN, "remote-endpoint") },
	  FUN0,
	  SNK0,
	  0,
	  .second = TRACE_NONE },
	{ "through a part without registers",
	  { STATIC("static-replicator"), TREE_END(PART IN, 41, 23),
	    TREE_END(PART OUT, 42, 31),
	    TREE_SET(F0_PATH OUT, "remote-endpoint", 41),
	    TREE_SET(S0_PATH IN, "remote-endpoint", 42) },
	  FUN0,
	  SNK0,
	  0,
	  .second = TRACE_NONE },
	{ "through two of them",
	  { STATIC("static-replicator"), TREE_END(PART IN, 41, 23),
	    TREE_END(PART OUT, 42, 43),
	    TREE_IS(LAST "/other", "arm,coresight-replicator"),
	    TREE_END(LAST "/other" IN, 43, 42),
	    TREE_END(LAST "/other" OUT, 44, 31),
	    TREE_SET(F0_PATH OUT, "remote-endpoint", 41),
	    TREE_SET(S0_PATH IN, "remote-endpoint", 44) },
	  FUN0,
	  SNK0,
	  0,
	  .second = TRACE_NONE },
	{ "two encoders into one",
	  { STATIC("static-funnel"),
	    TREE_END(PART "/in-ports/port@0/endpoint", 41, 11),
	    TREE_END(PART "/in-ports/port@1/endpoint", 42, 12),
	    TREE_END(PART OUT, 43, 21),
	    TREE_SET(E0_PATH OUT, "remote-endpoint", 41),
	    TREE_SET(E1_PATH OUT, "remote-endpoint", 42),
	    TREE_SET(F0_PATH "/in-ports/port@0/endpoint", "remote-endpoint",
		     43) },
	  ENC1,
	  FUN0,
	  0,
	  .second = TRACE_NONE,
	  .wire = true },
	{ "round a part without registers",
	  { STATIC("static-replicator"), TREE_END(PART IN, 41, 23),
	    TREE_GONE(PART IN, "remote-endpoint"),
	    TREE_END(PART "/out-ports/port@0/endpoint", 42, 41),
	    TREE_SET(F0_PATH OUT, "remote-endpoint", 41) },
	  FUN0,
	  TRACE_NONE,
	  0,
	  .second = TRACE_NONE },
	{ "to what is not known",
	  { TREE_IS(PART, "arm,coresight-catu"), TREE_END(PART IN, 41, 23),
	    TREE_SET(F0_PATH OUT, "remote-endpoint", 41) },
	  FUN0,
	  TRACE_NONE,
	  0,
	  .second = TRACE_NONE,
	  .foreign = true },
};

static void check_way(const struct way *w)
{
	const struct trace_component *c = &tree_trace.component[w->from];

	assert_int_equal(c->output, w->to);
	if (w->to != TRACE_NONE)
		assert_int_equal(c->link.input, w->input);
	assert_int_equal(c->second.to, w->second);
	if (w->second != TRACE_NONE) {
		assert_int_equal(c->link.outlet, w->outlet);
		assert_int_equal(c->second.outlet, 0);
	}
	assert_int_equal(c->foreign, w->foreign);
	if (w->wire) {
		assert_int_equal(c->link.wire,
				 tree_trace.component[ENC0].link.wire);
		assert_int_equal(tree_trace.component[ENC0].output, FUN0);
	}
}

static void test_ways(void **state)
{
	const struct way *w;

	(void)state;
	for (w = ways; w < ways + array_size(ways); w++) {
		tree_board_with(w->edits);
		assert_int_equal(tree_describe(), 0);
		check_way(w);
	}
}

/*
 * Components whose nodes refer to each other, and to a hart by its number or
 * phandle.
 */
#define JOINED(path, vendor, kind, own)                               \
	TREE_TEXT(path, "compatible", vendor "," kind "-controller"), \
		TREE_GONE(path, "cpus"), TREE_SET(path, "phandle", own)

static void check_joined(u32 first_cpu)
{
	const struct tree_edit edits[] = {
		TREE_SET(E0_PATH, "phandle", 71),
		TREE_SET(E0_PATH, "cpu", first_cpu),
		TREE_GONE(E0_PATH "/out-ports", NULL),
		TREE_SET(E0_PATH "/output_port/port0", "endpoint", 73),
		TREE_SET(E1_PATH, "phandle", 72),
		TREE_SET(E1_PATH, "cpu", first_cpu + 1),
		TREE_GONE(E1_PATH "/out-ports", NULL),
		TREE_SET(E1_PATH "/output_port/port0", "endpoint", 73),
		TREE_SET(F0_PATH, "phandle", 73),
		TREE_GONE(F0_PATH "/out-ports", NULL),
		TREE_GONE(F0_PATH "/in-ports", NULL),
		TREE_SET(F0_PATH "/output_port/port0", "endpoint", 74),
		TREE_SET(F0_PATH "/input_port/port1", "endpoint", 72),
		TREE_SET(F0_PATH "/input_port/port0", "endpoint", 71),
		TREE_SET(S0_PATH, "phandle", 74),
		TREE_GONE(S0_PATH "/in-ports", NULL),
		/* An endpoint inside a port is ignored here. */
		TREE_END(S0_PATH "/input_port/port0/endpoint", 31, 23),
		TREE_SET(S0_PATH "/input_port/port0", "endpoint", 73),
	};

	tree_edit(edits, array_size(edits));
	tree_check_board();
}

static void test_joined(void **state)
{
	static const struct tree_edit xuantie[TREE_EDITS] = {
		JOINED(E0_PATH, "xuantie_ntrace", "encoder", 0),
		JOINED(E1_PATH, "xuantie_ntrace", "encoder", 0),
		TREE_IS(F0_PATH, "xuantie_ntrace,funnel-controller"),
		TREE_IS(S0_PATH, "xuantie_ntrace,sink-controller"),
	};
	static const struct tree_edit riscv[TREE_EDITS] = {
		JOINED(E0_PATH, "riscv_trace", "encoder", 0),
		JOINED(E1_PATH, "riscv_trace", "encoder", 0),
		TREE_IS(F0_PATH, "riscv_trace,funnel-controller"),
		TREE_IS(S0_PATH, "riscv_trace,sink-controller"),
	};
	static const struct tree_edit odd[TREE_EDITS] = {
		TREE_SET(F0_PATH "/input_port/port0", "endpoint", 99),
	};

	(void)state;
	tree_board_with(xuantie);
	check_joined(BOARD_HARTID);
	tree_board_with(riscv);
	check_joined(1);
	/* The funnel has no input from the first encoder. */
	tree_edit(odd, array_size(odd));
	tree_describe();
	tree_check_text("odd", ENC0, trace_nodes[ENC0].leads, TREE_NO_INPUT);
	assert_int_equal(tree_trace.component[ENC0].output, TRACE_NONE);
	assert_int_equal(tree_trace.component[ENC1].output, FUN0);
}

/* A component without cpu has no hart, although a hart could have number 0. */
static void test_hart_0(void **state)
{
	static const struct tree_edit edits[TREE_EDITS] = {
		JOINED(E0_PATH, "xuantie_ntrace", "encoder", 71),
		TREE_GONE(E0_PATH, "cpu"),
	};

	(void)state;
	tree_board();
	tree_edit(edits, 3);
	tree_describe();
	tree_check_text("no cpu", ENC0, trace_nodes[ENC0].hart, NULL);
	assert_int_equal(tree_trace.component[ENC0].hartindex, TRACE_NO_HART);
}

/* --- more than the firmware has room for --------------------------------- */

#define TOO_MANY                                                             \
	"hartscope: trace: more than 128 harts, 256 ends of connections or " \
	"16 parts without registers; the first ones are used\n"

/* Add nodes whose names have a number. */
static void add_many(u32 count, const struct tree_edit *edits, u32 of_each)
{
	char path[64];
	u32 n, i;

	for (n = 0; n < count; n++)
		for (i = 0; i < of_each; i++) {
			struct tree_edit e = edits[i];

			snprintf(path, sizeof(path), e.path, n);
			e.path = path;
			tree_edit(&e, 1);
		}
}

static void test_harts(void **state)
{
	static const struct tree_edit cpu[] = {
		TREE_TEXT("/cpus/more@%x", "device_type", "cpu"),
		TREE_SET("/cpus/more@%x", "reg", 100),
	};

	(void)state;
	tree_board();
	add_many(126, cpu, array_size(cpu));
	tree_check_board();
	tree_board();
	add_many(127, cpu, array_size(cpu));
	tree_describe();
	assert_string_equal(tree_told(), TOO_MANY);
	assert_int_equal(tree_trace.component[ENC0].hartindex, 0);
	tree_check_text("harts", ENC1, trace_nodes[ENC1].hart, TREE_NO_HART);
	tree_board();
	tree_check_board();
}

static void test_ends(void **state)
{
	static const struct tree_edit end[] = {
		TREE_SET(S0_PATH "/in-ports/port/endpoint@%x", "phandle", 91),
	};

	(void)state;
	tree_board();
	add_many(250, end, 1);
	tree_check_board();
	tree_board();
	add_many(251, end, 1);
	tree_describe();
	assert_string_equal(tree_told(), TOO_MANY);
	tree_check_text("ends", FUN0, trace_nodes[FUN0].leads, TREE_NO_INPUT);
	assert_int_equal(tree_trace.component[FUN0].output, TRACE_NONE);
}

/* The same for a component that others refer to by its own node. */
static void test_ends_joined(void **state)
{
	static const struct tree_edit end[] = {
		TREE_SET(S0_PATH "/in-ports/port/endpoint@%x", "phandle", 91),
	};
	static const struct tree_edit joined[TREE_EDITS] = {
		TREE_IS(LAST "/sink", "riscv_trace,sink-controller"),
		TREE_WINDOW(LAST "/sink", 0x40000000),
		TREE_SET(LAST "/sink", "phandle", 81),
		TREE_NODE(LAST "/sink/in-ports"),
	};

	(void)state;
	tree_board_with(joined);
	add_many(249, end, 1);
	tree_describe();
	assert_string_equal(tree_told(), "");
	tree_board_with(joined);
	add_many(250, end, 1);
	tree_describe();
	assert_string_equal(tree_told(), TOO_MANY);
}

static void test_passives(void **state)
{
	static const struct tree_edit way[TREE_EDITS] = {
		STATIC("static-replicator"),
		TREE_END(PART IN, 41, 23),
		TREE_END(PART OUT, 42, 31),
		TREE_SET(F0_PATH OUT, "remote-endpoint", 41),
		TREE_SET(S0_PATH IN, "remote-endpoint", 42),
	};
	static const struct tree_edit part[] = {
		TREE_IS(LAST "/more@%x", "arm,coresight-static-funnel"),
	};

	(void)state;
	tree_board_with(way);
	add_many(15, part, 1);
	tree_describe();
	assert_string_equal(tree_told(), "");
	assert_int_equal(tree_trace.component[FUN0].output, SNK0);
	assert_false(tree_trace.component[FUN0].foreign);
	tree_board_with(way);
	add_many(16, part, 1);
	tree_describe();
	assert_string_equal(tree_told(), TOO_MANY);
	assert_int_equal(tree_trace.component[FUN0].output, TRACE_NONE);
	assert_true(tree_trace.component[FUN0].foreign);
	assert_null(trace_nodes[FUN0].leads);
}

/* The last components of the tree, one of which has a small window. */
static void test_components(void **state)
{
	static const struct tree_edit last[TREE_EDITS] = {
		TREE_SINK(LAST "/small", 0x41000000),
		TREE_SET(LAST "/small", "reg", 0, 0x41000000, 0, 0x10),
		TREE_SINK(LAST "/whole", 0x42000000),
		TREE_END(LAST "/whole" IN, 51, 23),
		TREE_SINK(LAST "/whole/inside", 0x43000000),
		TREE_SET(F0_PATH OUT, "remote-endpoint", 51),
	};
	static const struct tree_edit one[] = {
		TREE_SINK(LAST "/more@%x", 0x40000000),
	};

	(void)state;
	tree_board_with(last);
	tree_edit((struct tree_edit[]){ TREE_SET(F0_PATH OUT, "remote-endpoint",
						 31) },
		  1);
	add_many(58, one, array_size(one));
	assert_int_equal(tree_describe(), 0);
	assert_int_equal(tree_trace.count, TRACE_COMPONENTS_MAX);
	/* with what is inside of one */
	assert_int_equal(tree_closed_count, TRACE_COMPONENTS_MAX + 1);
	tree_board_with(last);
	add_many(60, one, array_size(one));
	assert_int_equal(tree_describe(), 2);
	assert_int_equal(tree_trace.count, TRACE_COMPONENTS_MAX);
	assert_int_equal(tree_closed_count, TRACE_COMPONENTS_MAX + 3);
	assert_int_equal(tree_closed[TRACE_COMPONENTS_MAX].component,
			 FDT_TRACE_PASSED_OVER);
	tree_check_text("passed over", FUN0, trace_nodes[FUN0].leads,
			TREE_NO_INPUT);
}

static void test_cut_off(void **state)
{
	fdt32_t *end;

	(void)state;
	tree_board();
	end = (fdt32_t *)(tree + fdt_off_dt_struct(tree) +
			  fdt_size_dt_struct(tree)) -
	      2;
	*end = cpu_to_fdt32(FDT_NOP);
	assert_int_equal(tree_describe(), 0);
	assert_int_equal(tree_trace.count, BOARD_COMPONENTS);
	assert_true(tree_lost);
	assert_string_equal(tree_told(),
			    "hartscope: trace: the device tree cannot be read "
			    "to its end; nothing is used\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_joined),
		cmocka_unit_test(test_hart_0),
		cmocka_unit_test(test_harts),
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_ends_joined),
		cmocka_unit_test(test_passives),
		cmocka_unit_test(test_components),
		cmocka_unit_test(test_cut_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
