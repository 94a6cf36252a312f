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

#define OTHER_BUS "writes to other addresses than its bus has (dma-ranges)"
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
	{ "dma-ranges without ranges",
	  { { .path = SOC, .name = "dma-ranges", .text = "", .size = 0 } },
	  SNK0,
	  0,
	  .wrong = NULL },
	{ "the same addresses",
	  { DMA(0, 0, 0, 0, 1, 0) },
	  SNK0,
	  0,
	  .wrong = NULL },
	{ "other addresses",
	  { DMA(0, 0, 0, NEXT, 1, 0) },
	  SNK0,
	  0,
	  .wrong = OTHER_BUS },
	{ "other ones, in the upper half",
	  { DMA(0, 0, 1, 0, 1, 0) },
	  SNK0,
	  0,
	  .wrong = OTHER_BUS },
	{ "the second range has others",
	  { DMA(0, 0, 0, 0, 0, NEXT, 0, NEXT, 1, 0, 0, NEXT) },
	  SNK0,
	  0,
	  .wrong = OTHER_BUS },
	{ "the second range is the same, too",
	  { DMA(0, 0, 0, 0, 0, NEXT, 0, NEXT, 0, NEXT, 0, NEXT) },
	  SNK0,
	  0,
	  .wrong = NULL },
	{ "half a range", { DMA(0, 0, 0, 0, 1) }, SNK0, 0, .wrong = OTHER_BUS },
	{ "three cells",
	  { TREE_SET(SOC, "#address-cells", 3),
	    TREE_SET(S0_PATH, "reg", 0, 0, BOARD_E0, 0, 0x1000),
	    TREE_SET(F0_PATH, "reg", 0, 0, BOARD_E0 + 0x1000, 0, 0x1000),
	    TREE_SET(E0_PATH, "reg", 0, 0, BOARD_E0 + 0x2000, 0, 0x1000),
	    TREE_SET(E1_PATH, "reg", 0, 0, BOARD_E0 + 0x3000, 0, 0x1000),
	    DMA(0, 0, 0, 0, 0, 1, 0) },
	  SNK0,
	  0,
	  .wrong = OTHER_BUS },
	{ "one cell below two",
	  { TREE_SET(SOC, "#address-cells", 1), TREE_SET(SOC, "#size-cells", 1),
	    TREE_SET(S0_PATH, "reg", BOARD_E0, 0x1000),
	    TREE_SET(F0_PATH, "reg", BOARD_E0 + 0x1000, 0x1000),
	    TREE_SET(E0_PATH, "reg", BOARD_E0 + 0x2000, 0x1000),
	    TREE_SET(E1_PATH, "reg", BOARD_E0 + 0x3000, 0x1000),
	    DMA(0x100, 0, 0x100, 0x1000) },
	  SNK0,
	  0,
	  .wrong = NULL },
	{ "without sizes",
	  { TREE_SET(SOC, "#size-cells", 0),
	    TREE_SET(S0_PATH, "reg", 0, BOARD_E0),
	    TREE_SET(LAST, "dma-ranges", 0, 0, 0, NEXT, 1, 0),
	    TREE_SINK(LAST "/sink", 0x40000000) },
	  BOARD_COMPONENTS,
	  TR_COMP_RAM_SINK,
	  .wrong = OTHER_BUS },
	{ "a bus inside one with other addresses",
	  { TREE_SET(LAST, "dma-ranges", 0, 0, 0, NEXT, 1, 0),
	    TREE_SET(LAST "/in", "#address-cells", 2),
	    TREE_SET(LAST "/in", "#size-cells", 2),
	    TREE_SINK(LAST "/in/sink", 0x40000000) },
	  BOARD_COMPONENTS,
	  TR_COMP_RAM_SINK,
	  .wrong = OTHER_BUS },
	{ "a bus behind one with other addresses",
	  { DMA(0, 0, 0, NEXT, 1, 0), TREE_GONE(S0_PATH, NULL),
	    TREE_SINK(LAST "/sink", 0x40000000) },
	  SNK0,
	  TR_COMP_RAM_SINK,
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
	fdt_trace_judge(tree, &tree_trace);
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
		cmocka_unit_test(test_judge_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
