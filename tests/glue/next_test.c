// SPDX-License-Identifier: BSD-2-Clause
/* The tree that a board with trace components gives to the next stage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "boot_rig.h"

#define POLICY "hartscope,trace-policy"
static const struct tree_edit as_it_is[TREE_EDITS];

static void no_change(void)
{
}

static void first_is_unknown(void)
{
	fake_trace[FAKE_0].has.impl = 0x00010f01;
}

static void sink_of_32_bits(void)
{
	fake_trace[FAKE_SINK].has.start_mask = 0xffffffc0;
	fake_trace[FAKE_SINK].has.limit_mask = 0xfffffff0;
}

static void two_domains(void)
{
	boot_second_domain();
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

static const struct next {
	const char *name;
	void (*hardware)(void);
	struct tree_edit edits[TREE_EDITS];
	u32 disabled;
	bool same; /* true: the tree does not change at all */
	u32 thishart;
} nexts[] = {
	{ "as it is",
	  no_change,
	  { { .path = NULL } },
	  .disabled = 0,
	  .same = true },
	{ "a sink of 32 bits",
	  sink_of_32_bits,
	  { { .path = NULL } },
	  .disabled = 0,
	  .same = true },
	{ "mediated",
	  no_change,
	  { TREE_TEXT(CHOSEN, POLICY, "mediated") },
	  .disabled = 15 },
	{ "one that is wrong",
	  no_change,
	  { TREE_SET(E0_PATH, "cpus", 7) },
	  .disabled = 1 },
	{ "an unknown one",
	  first_is_unknown,
	  { { .path = NULL } },
	  .disabled = 1 },
	/* The funnel and the sink have two owners. */
	{ "two domains", two_domains, { { .path = NULL } }, .disabled = 14 },
	{ "the second domain's hart",
	  two_domains,
	  { { .path = NULL } },
	  13,
	  .thishart = 1 },
};

static void run_next(const void *row)
{
	static const char *const paths[] = { E0_PATH, E1_PATH, F0_PATH,
					     S0_PATH };
	static char before[TREE_SIZE];
	const struct next *x = row;
	u32 n;

	boot_machine(x->edits);
	x->hardware();
	trace_glue_cold_boot();
	tree_scratch.hartindex = x->thishart;
	memcpy(before, tree, sizeof(tree));
	trace_glue_fdt(tree);
	for (n = 0; n < array_size(paths); n++)
		assert_int_equal(tree_says(paths[n], "status", "disabled"),
				 x->disabled >> n & 1);
	assert_int_equal(!memcmp(before, tree, sizeof(tree)), x->same);
}

/* The sink's own memory is reserved if it is part of RAM. */
static void run_reserve(const void *row)
{
	const u32 at = *(const u32 *)row;
	char path[64];

	boot_machine(as_it_is);
	boot_fix_sink(at);
	trace_glue_cold_boot();
	trace_glue_fdt(tree);
	snprintf(path, sizeof(path), "/reserved-memory/trace-buffer@%x", at);
	assert_int_equal(fdt_path_offset(tree, path) > 0, at == BOARD_MEMORY);
	if (at == BOARD_MEMORY) {
		const fdt32_t *reg = fdt_getprop(
			tree, fdt_path_offset(tree, path), "reg", NULL);

		assert_int_equal(fdt32_to_cpu(reg[1]), at);
		assert_int_equal(fdt32_to_cpu(reg[3]), 0x1000);
	}
}

/* Memory that the tree reserves: two cells each of its address and its size. */
static const struct kept {
	u32 reg[4];
	bool enough;
} kepts[] = {
	{ { 0, BOARD_MEMORY, 0, 0x1000 }, true },
	{ { 0, BOARD_MEMORY + 0x800, 0, 0x800 }, false },
	{ { 0, BOARD_MEMORY - 0x1000, 0, 0x1000 }, false },
	{ { 0, 0x1000, 0xffffffff, 0xfffff000 }, true },
	{ { 0, 0x1000, 0xffffffff, 0xffffffff }, true },
	{ { 0xffffffff, 0xfffff000, 0, 0x1000 }, false },
};

static void run_kept(const void *row)
{
	const struct kept *k = row;
	const struct tree_edit edits[TREE_EDITS] = {
		TREE_SET("/reserved-memory", "#address-cells", 2),
		TREE_SET("/reserved-memory", "#size-cells", 2),
		TREE_SET("/reserved-memory/kept", "reg", k->reg[0], k->reg[1],
			 k->reg[2], k->reg[3]),
	};

	boot_machine(edits);
	boot_fix_sink(BOARD_MEMORY);
	trace_glue_cold_boot();
	trace_glue_fdt(tree);
	assert_int_equal(
		fdt_path_offset(tree,
				"/reserved-memory/trace-buffer@20000000") < 0,
		k->enough);
}

/* Components beyond the table, and closed hardware that is no component. */
static void run_next_too_many(const void *row)
{
	static const struct tree_edit stranger[TREE_EDITS] = {
		TREE_IS(LAST "/stranger", "acme,trace-part"),
		TREE_WINDOW(LAST "/stranger", BOOT_FUNNEL),
	};

	(void)row;
	boot_machine(as_it_is);
	add_more(61);
	trace_glue_cold_boot();
	trace_glue_fdt(tree);
	assert_true(tree_says(LAST "/more@0", "status", "disabled"));
	assert_false(tree_says(E0_PATH, "status", "disabled"));
	tree_board_with(stranger);
	trace_glue_cold_boot();
	trace_glue_fdt(tree);
	assert_true(tree_says(LAST "/stranger", "status", "disabled"));
	assert_false(tree_says(E0_PATH, "status", "disabled"));
}

/* Registers that the firmware translates get the name of the standard. */
static void run_next_old(const void *row)
{
	static const struct tree_edit old[TREE_EDITS] = {
		TREE_IS(E0_PATH, "sifive,trace-encoder0"),
	};

	(void)row;
	boot_machine(old);
	trace_glue_cold_boot();
	trace_glue.component[ENC0].old = true;
	trace_glue_fdt(tree);
	assert_true(tree_says(E0_PATH, "compatible", TCI));
	assert_false(tree_says(E0_PATH, "status", "disabled"));
}

static void test_next(void **state)
{
	static const u32 at[] = { BOARD_MEMORY, 0x40000000 };
	u32 n;

	(void)state;
	for (n = 0; n < array_size(nexts); n++) {
		print_message("%s\n", nexts[n].name);
		tree_apart(run_next, &nexts[n]);
	}
	tree_apart(run_reserve, &at[0]);
	tree_apart(run_reserve, &at[1]);
	for (n = 0; n < array_size(kepts); n++) {
		print_message("kept %u\n", n);
		tree_apart(run_kept, &kepts[n]);
	}
	tree_apart(run_next_too_many, NULL);
	tree_apart(run_next_old, NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
