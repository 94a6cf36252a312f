// SPDX-License-Identifier: BSD-2-Clause
/* Names of trace components, settings in /chosen, and the next stage's tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tree_rig.h"

#define POLICY "hartscope,trace-policy"
#define TRUSTED "hartscope,trace-trusted"

/* --- names ------------------------------------------------------------------- */

struct kind {
	const char *list;
	u32 size;
	enum fdt_kind kind;
};

#define KIND(list, kind)                 \
	{                                \
		list, sizeof(list), kind \
	}

static const struct kind kinds[] = {
	KIND("riscv,trace-component", FDT_KIND_TCI),
	KIND("riscv,trace-encoder", FDT_KIND_TCI),
	KIND("riscv,trace-pib-sink", FDT_KIND_TCI),
	KIND("xuantie_ntrace,encoder-controller", FDT_KIND_XUANTIE),
	KIND("xuantie_ntrace,sink-controller", FDT_KIND_XUANTIE),
	KIND("riscv_trace,funnel-controller", FDT_KIND_JOINED),
	KIND("sifive,trace-encoder0", FDT_KIND_OLD_ENCODER),
	KIND("sifive,trace-funnel0", FDT_KIND_OLD_FUNNEL),
	KIND("arm,coresight-funnel", FDT_KIND_CS_FUNNEL),
	KIND("arm,coresight-dynamic-replicator", FDT_KIND_CS_REPLICATOR),
	KIND("arm,coresight-tmc", FDT_KIND_CS_TMC),
	KIND("arm,coresight-static-funnel", FDT_KIND_PASSIVE),
	KIND("arm,coresight-replicator", FDT_KIND_PASSIVE),
	/* the last name of the firmware's table */
	KIND("arm,coresight-catu", FDT_KIND_FOREIGN),
	KIND("xuantie_ntrace,converter", FDT_KIND_UNKNOWN),
	KIND("riscv_trace,converter", FDT_KIND_UNKNOWN),
	KIND("sifive,trace-other", FDT_KIND_UNKNOWN),
	KIND("riscv,trace-componenT", FDT_KIND_UNKNOWN),
	KIND("board", FDT_KIND_OTHER),
	KIND("", FDT_KIND_OTHER),
	{ "", 0, FDT_KIND_OTHER },
	{ NULL, 0, FDT_KIND_OTHER },
	{ NULL, 8, FDT_KIND_OTHER },
	/* A name without an end is ignored, and so are the names after it. */
	{ "riscv,trace-encoder", 19, FDT_KIND_OTHER },
	{ "a\0riscv,trace-encoder", 21, FDT_KIND_OTHER },
	/* Of several names the most specific one is used. */
	KIND("acme,funnel\0riscv,trace-funnel", FDT_KIND_TCI),
	KIND("arm,coresight-tmc\0arm,primecell", FDT_KIND_CS_TMC),
	KIND("sifive,trace-encoder0\0riscv,trace-encoder",
	     FDT_KIND_OLD_ENCODER),
};

static void check_kinds(const struct kind *rows, u32 count)
{
	const struct kind *k;

	for (k = rows; k < rows + count; k++)
		if (fdt_trace_kind(k->list, (int)k->size) != k->kind) {
			print_error("%s\n", k->list);
			fail();
		}
}

static void run_kinds(const void *row)
{
	(void)row;
	tree_board();
	check_kinds(kinds, array_size(kinds));
}

/*
 * If the tree hands sinks over, drivers of S-mode use CoreSight's components.
 */
static const struct trusting {
	struct tree_edit edits[TREE_EDITS];
	bool s_modes;
} trusting[] = {
	{ { TREE_TEXT(CHOSEN, POLICY, "handover"),
	    TREE_TEXT(CHOSEN, TRUSTED, "") },
	  true },
	{ { TREE_TEXT(CHOSEN, POLICY, "handover") }, false },
	{ { TREE_TEXT(CHOSEN, TRUSTED, "") }, false },
	{ { TREE_TEXT(CHOSEN, POLICY, "mediated"),
	    TREE_TEXT(CHOSEN, TRUSTED, "") },
	  false },
	{ { TREE_GONE(CHOSEN, NULL) }, false },
};

static void run_trusting(const void *row)
{
	static const struct kind s_modes[] = {
		KIND("arm,coresight-tmc", FDT_KIND_LENT),
		KIND("arm,coresight-static-funnel", FDT_KIND_LENT),
		KIND("arm,coresight-funnel", FDT_KIND_LENT),
		KIND("riscv,trace-encoder", FDT_KIND_TCI),
		KIND("sifive,trace-funnel0", FDT_KIND_OLD_FUNNEL),
	};
	const struct trusting *it = row;

	tree_board_with(it->edits);
	if (!it->s_modes) {
		check_kinds(kinds, array_size(kinds));
		return;
	}
	check_kinds(s_modes, array_size(s_modes));
	/* The firmware reads /chosen only once. */
	tree_board();
	check_kinds(s_modes, array_size(s_modes));
}

static void test_kinds(void **state)
{
	u32 n;

	(void)state;
	tree_apart(run_kinds, NULL);
	for (n = 0; n < array_size(trusting); n++)
		tree_apart(run_trusting, &trusting[n]);
}

/* --- /chosen ----------------------------------------------------------------- */

static void test_policy(void **state)
{
	static const struct {
		const char *value;
		u32 size;
		enum trace_policy policy;
		bool odd;
	} rows[] = {
		{ "direct", 7, TRACE_DIRECT, false },
		{ "mediated", 9, TRACE_MEDIATED, false },
		{ "handover", 9, TRACE_HANDOVER, false },
		{ "handovet", 9, TRACE_MEDIATED, true },
		{ "handover", 8, TRACE_MEDIATED, true },
		{ "direct\0", 8, TRACE_MEDIATED, true },
	};
	struct tree_edit e = { .path = CHOSEN, .name = POLICY };
	int chosen;
	u32 n;

	(void)state;
	tree_board();
	chosen = tree_at(CHOSEN);
	assert_int_equal(fdt_trace_policy(tree, chosen), TRACE_DIRECT);
	assert_int_equal(fdt_trace_policy(tree, -1), TRACE_DIRECT);
	assert_string_equal(tree_told(), "");
	for (n = 0; n < array_size(rows); n++) {
		e.text = rows[n].value;
		e.size = rows[n].size;
		tree_board();
		tree_edit(&e, 1);
		assert_int_equal(fdt_trace_policy(tree, tree_at(CHOSEN)),
				 rows[n].policy);
		assert_string_equal(
			tree_told(),
			rows[n].odd ?
				"hartscope: /chosen: hartscope,trace-policy is "
				"none of \"direct\", \"mediated\", "
				"\"handover\"; taken as \"mediated\"\n" :
				"");
	}
}

static void test_asked(void **state)
{
	static const struct tree_edit m_mode[] = {
		TREE_TEXT(CHOSEN, "hartscope,trace-m-mode", ""),
	};
	static const struct tree_edit trusted[] = {
		TREE_TEXT(CHOSEN, TRUSTED, ""),
	};

	(void)state;
	tree_board();
	assert_false(fdt_trace_shows_m(tree, tree_at(CHOSEN)));
	assert_false(fdt_trace_trusts(tree, tree_at(CHOSEN)));
	tree_edit(m_mode, 1);
	assert_true(fdt_trace_shows_m(tree, tree_at(CHOSEN)));
	assert_false(fdt_trace_shows_m(tree, -1));
	assert_false(fdt_trace_trusts(tree, tree_at(CHOSEN)));
	tree_board();
	tree_edit(trusted, 1);
	assert_true(fdt_trace_trusts(tree, tree_at(CHOSEN)));
	assert_false(fdt_trace_trusts(tree, -1));
	assert_false(fdt_trace_shows_m(tree, tree_at(CHOSEN)));
}

/* --- components, and other nodes with registers -------------------------- */

/*
 * Check that the components have the same numbers as in fdt_trace_describe().
 */
static void check_steps(const struct tree_edit *edits)
{
	struct trace_step s = { .within = TRACE_DEPTH_MAX };
	u32 n = 0;

	tree_board_with(edits);
	assert_int_equal(tree_describe(), 0);
	while (fdt_trace_step(tree, &s)) {
		if (!s.ours)
			continue;
		assert_true(n < tree_trace.count);
		assert_int_equal(strncmp(fdt_get_name(tree, s.node, NULL),
					 trace_nodes[n].name,
					 TRACE_NAME_MAX - 1),
				 0);
		n++;
	}
	assert_int_equal(n, tree_trace.count);
}

static void test_steps(void **state)
{
	static const struct tree_edit rows[][TREE_EDITS] = {
		{ { .path = NULL } },
		/*
		 * Nodes inside a component or inside CoreSight's are not
		 * components.
		 */
		{ TREE_SINK(E0_PATH "/in", 0x40000000),
		  TREE_SINK(LAST "/a", 0x40002000),
		  TREE_IS(LAST "/part", "arm,coresight-catu"),
		  TREE_SINK(LAST "/part/in", 0x40001000) },
		/* Nodes inside a disabled node are. */
		{ TREE_TEXT(E0_PATH, "status", "disabled"),
		  TREE_SINK(E0_PATH "/in", 0x40000000) },
		{ TREE_TEXT(LAST, "status", "disabled"),
		  TREE_SINK(LAST "/in", 0x40000000),
		  TREE_SINK(LAST "/in/in/in", 0x40001000) },
		/* The last node, at the greatest depth. */
		{ TREE_SINK(LAST "/2/3/4/5/6/7/8/9/10/11/12/13/14/15",
			    0x40000000) },
	};
	u32 n;

	(void)state;
	for (n = 0; n < array_size(rows); n++)
		check_steps(rows[n]);
}

static void test_others(void **state)
{
	static const struct tree_edit edits[TREE_EDITS] = {
		TREE_SET(SOC "/dev", "reg", 0, 0x10001000, 0, 0x1000, 0,
			 0x10004000, 0, 0x800, 0, 0x11000000, 0, 0x1000),
		TREE_SET(LAST "/across", "reg", 0, 0x0ffff000, 0, 0x2000),
		{ .path = SOC, .name = "ranges", .text = "", .size = 0 },
		{ .path = LAST, .name = "ranges", .text = "", .size = 0 },
		/* not mapped, and above trace hardware */
		TREE_WINDOW("/alone/device", 0x10002000),
		TREE_WINDOW("/above", 0x50000000),
		TREE_IS("/above/sink", TCI),
		TREE_SET("/above/sink", "reg", 0, 0x50000000),
	};
	static const u64 want[][2] = {
		{ 0x0ffff000, 0x2000 },
		{ 0x10001000, 0x1000 },
		{ 0x10004000, 0x800 },
		{ 0x11000000, 0x1000 },
	};
	u32 n, i;

	(void)state;
	tree_board_with(edits);
	tree_near_count = 0;
	fdt_trace_neighbours(tree);
	for (n = 0; n < array_size(want); n++) {
		for (i = 0; i < tree_near_count; i++)
			if (tree_near[i].base == want[n][0] &&
			    tree_near[i].size == want[n][1])
				break;
		assert_true(i < tree_near_count);
	}
	assert_int_equal(tree_near_count, array_size(want));
}

/* --- the next stage's tree ----------------------------------------------------- */

#define RESERVED "/reserved-memory"

static void check_reserved(const char *path, u32 cells, const u32 *want)
{
	const fdt32_t *reg;
	int size;
	u32 n;

	reg = fdt_getprop(tree, fdt_path_offset(tree, path), "reg", &size);
	assert_non_null(reg);
	assert_int_equal(size, cells * sizeof(*reg));
	for (n = 0; n < cells; n++)
		assert_int_equal(fdt32_to_cpu(reg[n]), want[n]);
	assert_non_null(fdt_getprop(tree, fdt_path_offset(tree, path), "no-map",
				    &size));
	assert_int_equal(size, 0);
}

static void test_reserve(void **state)
{
	static const u32 want[] = { 1, 0x40000000, 2, 0x3000 };
	int size;

	(void)state;
	tree_board();
	fdt_trace_reserve(tree, 0x140000000, 0x200003000);
	check_reserved(RESERVED "/trace-buffer@140000000", 4, want);
	assert_int_equal(tree_cell(RESERVED, "#address-cells"), 2);
	assert_int_equal(tree_cell(RESERVED, "#size-cells"), 2);
	assert_non_null(fdt_getprop(tree, fdt_path_offset(tree, RESERVED),
				    "ranges", &size));
	assert_int_equal(size, 0);
}

static void test_reserve_narrow(void **state)
{
	static const struct tree_edit narrow[TREE_EDITS] = {
		TREE_SET("/", "#address-cells", 1),
		TREE_SET("/", "#size-cells", 1),
	};
	static const u32 want[] = { 0x40000000, 0x3000 };

	(void)state;
	tree_board_with(narrow);
	fdt_trace_reserve(tree, 0x40000000, 0x3000);
	check_reserved(RESERVED "/trace-buffer@40000000", 2, want);
	assert_int_equal(tree_cell(RESERVED, "#address-cells"), 1);
	assert_int_equal(tree_cell(RESERVED, "#size-cells"), 1);
}

static int count_reserved(void)
{
	int node, count = 0;

	fdt_for_each_subnode(node, tree, fdt_path_offset(tree, RESERVED))
	{
		count++;
	}
	return count;
}

/* Only a range that is reserved as a whole is not reserved again. */
static void test_reserve_again(void **state)
{
	static const struct tree_edit there[TREE_EDITS] = {
		TREE_SET(RESERVED, "#address-cells", 2),
		TREE_SET(RESERVED, "#size-cells", 2),
		TREE_WINDOW(RESERVED "/one", 0x40001000),
		TREE_NODE(RESERVED "/pool"),
	};
	int size;

	(void)state;
	tree_board_with(there);
	fdt_trace_reserve(tree, 0x40001000, 0x1000);
	assert_int_equal(count_reserved(), 2);
	fdt_trace_reserve(tree, 0x40000000, 0x3000);
	assert_int_equal(count_reserved(), 3);
	assert_true(tree_at(RESERVED "/trace-buffer@40000000") > 0);
	assert_null(fdt_getprop(tree, fdt_path_offset(tree, RESERVED), "ranges",
				&size));
	/* A node with this name and without reg stays the same. */
	tree_edit((struct tree_edit[]){ TREE_NODE(RESERVED
						  "/trace-buffer@50000000") },
		  1);
	fdt_trace_reserve(tree, 0x50000000, 0x1000);
	assert_int_equal(count_reserved(), 4);
	assert_null(fdt_getprop(
		tree, fdt_path_offset(tree, RESERVED "/trace-buffer@50000000"),
		"reg", &size));
}

/* If the tree cannot be enlarged, it stays the same. */
static void test_reserve_refused(void **state)
{
	static char before[TREE_SIZE];

	(void)state;
	tree_board();
	fdt_set_magic(tree, 0x12345678);
	memcpy(before, tree, sizeof(tree));
	fdt_trace_reserve(tree, 0x40000000, 0x3000);
	assert_memory_equal(before, tree, sizeof(tree));
}

static u32 usable_mask, asked_mask;

static bool is_usable(const struct trace *t, u32 n)
{
	assert_ptr_equal(t, &tree_trace);
	asked_mask |= 1u << n;
	return usable_mask >> n & 1;
}

static void test_hand_on(void **state)
{
	static const char *const paths[] = { E0_PATH, E1_PATH, F0_PATH,
					     S0_PATH };
	u32 n, first;

	(void)state;
	for (first = 0; first < 16; first++) {
		tree_board();
		assert_int_equal(fdt_pack(tree), 0);
		tree_describe();
		tree_trace.component[ENC1].old = true;
		tree_trace.component[SNK0].old = first & 1;
		usable_mask = first;
		asked_mask = 0;
		fdt_trace_hand_on(tree, &tree_trace, is_usable);
		assert_int_equal(asked_mask, 15);
		for (n = 0; n < array_size(paths); n++) {
			assert_int_equal(
				tree_says(paths[n], "status", "disabled"),
				!(first >> n & 1));
			assert_true(tree_says(paths[n], "compatible",
					      "riscv,trace-component"));
		}
	}
}

/*
 * If no component is disabled, the tree stays the same, and so does its size.
 */
static void test_hand_on_all(void **state)
{
	static char before[TREE_SIZE];

	(void)state;
	tree_board();
	tree_describe();
	usable_mask = 15;
	memcpy(before, tree, sizeof(tree));
	fdt_trace_hand_on(tree, &tree_trace, is_usable);
	assert_memory_equal(before, tree, sizeof(tree));
}

static void test_hand_on_old(void **state)
{
	static const struct tree_edit edits[TREE_EDITS] = {
		TREE_IS(E0_PATH, "sifive,trace-encoder0"),
		TREE_IS(E1_PATH, "sifive,trace-encoder0"),
		TREE_IS(S0_PATH, "sifive,trace-funnel0"),
	};
	static char before[TREE_SIZE];

	(void)state;
	tree_board_with(edits);
	tree_describe();
	/* The table does not have the number of the sink. */
	tree_trace.count = SNK0;
	tree_trace.component[ENC0].old = true;
	tree_trace.component[SNK0].old = true;
	usable_mask = 15;
	fdt_trace_hand_on(tree, &tree_trace, is_usable);
	assert_true(tree_says(E0_PATH, "compatible", "riscv,trace-component"));
	assert_true(tree_says(E1_PATH, "compatible", "sifive,trace-encoder0"));
	assert_true(tree_says(S0_PATH, "compatible", "sifive,trace-funnel0"));
	assert_true(tree_says(S0_PATH, "status", "disabled"));
	assert_false(tree_says(E0_PATH, "status", "disabled"));
	/* The tree has no room for the changes. */
	tree_board();
	tree_describe();
	usable_mask = 0;
	fdt_set_last_comp_version(tree, 99);
	memcpy(before, tree, sizeof(tree));
	fdt_trace_hand_on(tree, &tree_trace, is_usable);
	assert_memory_equal(before, tree, sizeof(tree));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_policy),
		cmocka_unit_test(test_asked),
		cmocka_unit_test(test_steps),
		cmocka_unit_test(test_others),
		cmocka_unit_test(test_reserve),
		cmocka_unit_test(test_reserve_narrow),
		cmocka_unit_test(test_reserve_again),
		cmocka_unit_test(test_reserve_refused),
		cmocka_unit_test(test_hand_on),
		cmocka_unit_test(test_hand_on_all),
		cmocka_unit_test(test_hand_on_old),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
