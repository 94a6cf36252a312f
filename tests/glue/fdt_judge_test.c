// SPDX-License-Identifier: BSD-2-Clause
/* Checks of trace components after their types were read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tree_rig.h"

/* --- checks of components with known types ------------------------------- */

#define LOST "writes to memory on a way that cannot be followed"
#define DMA(...) TREE_SET(SOC, "dma-ranges", __VA_ARGS__)
#define NEXT 0x80000000

static const struct judged {
	const char *row;
	struct tree_edit edits[TREE_EDITS];
	u32 n; /* component; type: its type, or 0 for that of the board */
	u8 type;
	const char *wrong;
	bool sram; /* the sink has no mode for system memory */
} judged[] = {
	{ "as it is", { { .path = NULL } }, SNK0, 0, .wrong = NULL },
	{ "an IOMMU",
	  { TREE_SET(S0_PATH, "iommus", 1, 0) },
	  SNK0,
	  0,
	  .wrong = "writes through an IOMMU" },
	{ "an IOMMU of a sink with a memory of its own",
	  { TREE_SET(S0_PATH, "iommus", 1, 0) },
	  SNK0,
	  0,
	  NULL,
	  .sram = true },
	{ "an IOMMU of what is no sink",
	  { TREE_SET(S0_PATH, "iommus", 1, 0) },
	  SNK0,
	  TR_COMP_PIB_SINK,
	  .wrong = NULL },
	{ "leads nowhere",
	  { TREE_SET(E0_PATH OUT, "remote-endpoint", 99) },
	  ENC0,
	  0,
	  .wrong = TREE_NO_INPUT },
	{ "a bridge leads nowhere",
	  { TREE_SET(E0_PATH OUT, "remote-endpoint", 99) },
	  ENC0,
	  TR_COMP_ATB_BRIDGE,
	  .wrong = NULL },
	{ "leads to two places, of which one is none",
	  { TREE_END(E0_PATH "/out-ports/port@1/endpoint", 15, 99) },
	  ENC0,
	  0,
	  .wrong = NULL },
	{ "no hart",
	  { TREE_SET(E0_PATH, "cpus", 7) },
	  ENC0,
	  0,
	  .wrong = TREE_NO_HART },
	{ "no hart, of what needs none",
	  { TREE_SET(F0_PATH, "cpus", 7) },
	  FUN0,
	  0,
	  .wrong = NULL },
};

static void judge(const struct judged *j)
{
	static const u8 types[TRACE_COMPONENTS_MAX] = { TR_COMP_ENCODER,
							TR_COMP_ENCODER,
							TR_COMP_FUNNEL,
							TR_COMP_RAM_SINK };
	u32 n;

	tree_describe();
	for (n = 0; n < tree_trace.count; n++)
		tree_trace.component[n].type = n == j->n && j->type ? j->type :
								      types[n];
	for (n = 0; n < tree_trace.count; n++)
		if (tree_trace.component[n].type == TR_COMP_RAM_SINK)
			tree_trace.component[n].sink.smem = !j->sram;
	fdt_trace_judge(&tree_trace);
}

static void test_judge(void **state)
{
	const struct judged *j;

	(void)state;
	for (j = judged; j < judged + array_size(judged); j++) {
		tree_board_with(j->edits);
		judge(j);
		tree_check_text(j->row, j->n, trace_nodes[j->n].wrong,
				j->wrong);
		assert_int_equal(tree_trace.component[j->n].reason,
				 j->wrong ? TRACE_FORBIDDEN : 0);
	}
}

/* --- ways to memory -------------------------------------------------------- */

#define BUS(path, ...)                                                         \
	TREE_SET(path, "#address-cells", 2), TREE_SET(path, "#size-cells", 2), \
		TREE_SET(path, "dma-ranges", __VA_ARGS__)
#define NAMES(path) TREE_TEXT(path, "interconnect-names", "cpu-mem\0dma-mem")
#define FOLLOWS(path, ...) \
	NAMES(path), TREE_SET(path, "interconnects", __VA_ARGS__)
#define THREE                               \
	TREE_SET(SOC, "#address-cells", 3), \
		TREE_SET(S0_PATH, "reg", 0, 0, BOARD_E0, 0, 0x1000)
#define ENDS(path) TREE_SET(path, "#interconnect-cells", 0)
#define ALL_OF_IT           \
	{                   \
		0, 0, ~0ull \
	}
enum { WINDOWS = 4 };

static const struct way {
	const char *row;
	struct tree_edit edits[TREE_EDITS];
	const char *wrong;
	struct trace_window want[WINDOWS]; /* last 0: no more */
} ways[] = {
	{ "as it is", { { .path = NULL } }, NULL, { ALL_OF_IT } },
	{ "dma-ranges without rows",
	  { { .path = SOC, .name = "dma-ranges", .text = "", .size = 0 } },
	  NULL,
	  { ALL_OF_IT } },
	{ "the low 4 GiB", { DMA(0, 0, 0, 0, 1, 0) }, NULL, { { 0, 0, ~0u } } },
	{ "other addresses",
	  { DMA(0, 0x10, 0, NEXT, 1, 0) },
	  NULL,
	  { { 0x10, NEXT, ~0u } } },
	{ "two rows",
	  { DMA(0, 0, 0, 0, 0, NEXT, 0, NEXT, 1, 0, 0, NEXT) },
	  NULL,
	  { { 0, 0, NEXT - 1 }, { NEXT, 0x100000000, NEXT - 1 } } },
	{ "half a row", { DMA(0, 0, 0, 0, 1) }, LOST, { ALL_OF_IT } },
	{ "a row without size", { DMA(0, 0, 0, 0, 0, 0) }, LOST, {} },
	{ "a row that wraps",
	  { DMA(0xffffffff, 0xfffff000, 0, 0, 0, 0x2000) },
	  LOST,
	  {} },
	{ "a row that wraps above",
	  { DMA(0, 0, 0xffffffff, 0xfffff000, 0, 0x2000) },
	  LOST,
	  {} },
	{ "more than 64 bits", { THREE, DMA(1, 0, 0, 0, 0, 1, 0) }, LOST, {} },
	{ "three cells, one of them 0",
	  { THREE, DMA(0, 0, 0, 0, 8, 1, 0) },
	  NULL,
	  { { 0, 8, ~0u } } },
	{ "one cell below two",
	  { TREE_SET(SOC, "#address-cells", 1), TREE_SET(SOC, "#size-cells", 1),
	    TREE_SET(S0_PATH, "reg", BOARD_E0, 0x1000),
	    DMA(0x100, 1, 0x200, 0x1000) },
	  NULL,
	  { { 0x100, 0x100000200, 0xfff } } },
	{ "without sizes",
	  { TREE_SET(LAST, "#size-cells", 0), TREE_GONE(S0_PATH, NULL),
	    TREE_SET(LAST, "dma-ranges", 0, 0, 0, 0),
	    TREE_SINK(LAST "/in/sink", 0x40000000),
	    TREE_SET(LAST "/in", "#address-cells", 2),
	    TREE_SET(LAST "/in", "#size-cells", 2) },
	  LOST,
	  {} },
	{ "tables of an IOMMU on the way",
	  { TREE_SET(SOC, "iommu-map", 0, 1, 0, 1) },
	  LOST,
	  {} },
	/* SpacemiT's K1: the bus of memory is beside the devices' */
	{ "an interconnect",
	  { BUS("/dram", 0, 0x1000, 0, NEXT, 0, NEXT),
	    TREE_SET("/dram", "phandle", 71), ENDS("/dram"),
	    TREE_SET("/cpu", "#interconnect-cells", 2),
	    TREE_SET("/cpu", "phandle", 72), FOLLOWS(S0_PATH, 72, 1, 2, 71),
	    DMA(0, 0, 0, 0x40000000, 1, 0) },
	  NULL,
	  { { 0x1000, NEXT, NEXT - 1 } } },
	{ "an interconnect of another name",
	  { TREE_TEXT(S0_PATH, "interconnect-names", "cpu-mem"),
	    TREE_SET(S0_PATH, "interconnects", 99), DMA(0, 0, 0, NEXT, 1, 0) },
	  NULL,
	  { { 0, NEXT, ~0u } } },
	{ "an interconnect of the bus",
	  { BUS("/dram", 0, 0x1000, 0, NEXT, 0, 0x1000),
	    TREE_SET("/dram", "phandle", 71), ENDS("/dram"),
	    FOLLOWS(SOC, 71, 71), DMA(0, 0x10, 0, 0x1010, 1, 0) },
	  NULL,
	  { { 0x10, NEXT + 0x10, 0xfef } } },
	{ "no such interconnect", { FOLLOWS(S0_PATH, 71, 99) }, LOST, {} },
	{ "too few interconnects",
	  { TREE_SET("/dram", "phandle", 71), ENDS("/dram"),
	    FOLLOWS(S0_PATH, 71) },
	  LOST,
	  {} },
	{ "names without an end",
	  { { .path = S0_PATH,
	      .name = "interconnect-names",
	      .text = "dma-mem",
	      .size = 4 } },
	  LOST,
	  {} },
	{ "a way in a circle",
	  { TREE_SET("/dram", "phandle", 71), ENDS("/dram"),
	    FOLLOWS(S0_PATH, 71, 71), FOLLOWS("/dram", 71, 71) },
	  LOST,
	  {} },
	{ "a bus inside of another",
	  { TREE_GONE(S0_PATH, NULL),
	    BUS(LAST, 0, 0x2000, 0, NEXT, 0, 0x2000, 0, 0x8000, 0, 0x8000, 0,
		0x1000),
	    BUS(LAST "/in", 0, 0, 0, 0x1000, 0, 0x8000),
	    TREE_SINK(LAST "/in/sink", 0x40000000) },
	  NULL,
	  { { 0x1000, NEXT, 0x1fff }, { 0x7000, 0x8000, 0xfff } } },
	{ "nothing is left",
	  { TREE_GONE(S0_PATH, NULL), BUS(LAST, 0, 0x2000, 0, 0, 0, 0x1000),
	    BUS(LAST "/in", 0, 0, 0, 0, 0, 0x1000),
	    TREE_SINK(LAST "/in/sink", 0x40000000) },
	  NULL,
	  {} },
};

static void check_way(const struct way *w)
{
	static const struct judged sink = { .n = SNK0,
					    .type = TR_COMP_RAM_SINK };
	const struct trace_memory *got;
	u32 n, count = 0;

	tree_board_with(w->edits);
	judge(&sink);
	tree_check_text(w->row, SNK0, trace_nodes[SNK0].wrong, w->wrong);
	got = tree_trace.component[SNK0].memory;
	if (w->wrong)
		return;
	while (count < WINDOWS && w->want[count].last)
		count++;
	if (!got) {
		assert_int_equal(w->want[0].last, ~0ull);
		return;
	}
	assert_int_equal(got->count, count);
	for (n = 0; n < count; n++)
		assert_memory_equal(&got->window[n], &w->want[n],
				    sizeof(w->want[n]));
}

static void test_ways(void **state)
{
	const struct way *w;

	(void)state;
	for (w = ways; w < ways + array_size(ways); w++) {
		print_message("%s\n", w->row);
		check_way(w);
	}
}

/* A component that is refused already does not get another error. */
static void test_judge_refused(void **state)
{
	static const struct tree_edit edits[TREE_EDITS] = {
		TREE_GONE(E0_PATH, "reg"),
		TREE_SET(E0_PATH, "cpus", 7),
	};
	static const struct judged none = { .n = TRACE_NONE };
	u32 n;

	(void)state;
	tree_board_with(edits);
	judge(&none);
	tree_check_text("refused", ENC0, trace_nodes[ENC0].wrong, "has no reg");
	for (n = ENC1; n < tree_trace.count; n++)
		assert_int_equal(tree_trace.component[n].reason, TRACE_USABLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_judge),
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_judge_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
