// SPDX-License-Identifier: BSD-2-Clause
/*
 * Events of boards whose device tree maps none: lib/events recognises the core
 * of the boot hart, and its rows become the rows of the PMU. A map in the tree
 * has precedence, even with mistakes: its author knew the board.
 */
#include <events/events.h>
#include <hart/pmudev.h>
#include <libfdt.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_pmu.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "glue.h"

enum events_from {
	EVENTS_FROM_FACTS,
	EVENTS_FROM_TREE,
	EVENTS_FROM_NOBODY,
	EVENTS_FROM_NOBODY_MIXED, /* harts are of different kinds */
};

static struct {
	enum events_from from;
	enum events_found found;
	const struct events_core *core;
	const char *compatible;
	u16 quirks; /* of all harts */
} events;

/* --- choice of the core --------------------------------------------------- */

static bool events_tree_has_map(const void *fdt)
{
	static const char maps[][32] = {
		"riscv,event-to-mhpmcounters",
		"riscv,event-to-mhpmevent",
		"riscv,raw-event-to-mhpmcounters",
	};
	int node = fdt_node_offset_by_compatible(fdt, -1, "riscv,pmu");
	unsigned int i;

	for (i = 0; node >= 0 && i < array_size(maps); i++)
		if (fdt_getprop(fdt, node, maps[i], NULL))
			return true;
	return false;
}

static const struct events_core *events_core_of(const void *fdt, int node,
						enum events_found *found)
{
	struct events_hart hart = {
		.mvendorid = csr_read(CSR_MVENDORID),
		.marchid = csr_read(CSR_MARCHID),
		.mimpid = csr_read(CSR_MIMPID),
	};
	const struct events_core *core;
	int len = 0;

	if (node >= 0)
		hart.compatible = fdt_getprop(fdt, node, "compatible", &len);
	hart.compatible_len = hart.compatible && len > 0 ? (u32)len : 0;
	hart.board = fdt_getprop(fdt, 0, "compatible", &len);
	hart.board_len = hart.board && len > 0 ? (u32)len : 0;
	core = events_find(&hart, found);
	events.quirks |= core ? core->quirks : 0;
	return core;
}

/* True if S-mode can run on the hart: only these harts count. */
static bool hart_counts(const void *fdt, int node)
{
	const char *mmu = fdt_getprop(fdt, node, "mmu-type", NULL);
	const char *isa;
	int len = 0;

	if (!mmu || !sbi_strcmp(mmu, "riscv,none") ||
	    !fdt_node_is_enabled(fdt, node))
		return false;
	isa = fdt_getprop(fdt, node, "riscv,isa", &len);
	return !events_isa_lacks_s(isa, isa ? (u32)len : 0);
}

/* The boot hart's node; if S-mode does not run there, the first hart's where it
 * does. */
static int events_boot_node(const void *fdt, int cpus)
{
	int node, own = -1, first = -1;
	u32 hartid;

	fdt_for_each_subnode(node, fdt, cpus)
	{
		if (fdt_parse_hart_id(fdt, node, &hartid))
			continue;
		if (hartid == current_hartid())
			own = node;
		if (first < 0 && hart_counts(fdt, node))
			first = node;
	}
	if (own < 0 || own == first || first < 0 || hart_counts(fdt, own))
		return own;
	return first;
}

/* One map serves all harts, so it has to fit all of them. */
static bool events_all_are(const void *fdt, int cpus,
			   const struct events_core *core)
{
	enum events_found found;
	bool same = true;
	u32 hartid;
	int node;

	fdt_for_each_subnode(node, fdt, cpus)
	{
		if (fdt_parse_hart_id(fdt, node, &hartid) ||
		    !hart_counts(fdt, node))
			continue;
		/* Check each hart: this also collects the quirks of all */
		if (events_core_of(fdt, node, &found) != core)
			same = false;
	}
	return same;
}

static void events_find_core(const void *fdt)
{
	int cpus = fdt_path_offset(fdt, "/cpus");
	int node = cpus < 0 ? -1 : events_boot_node(fdt, cpus);

	events.core = events_core_of(fdt, node, &events.found);
	events.compatible =
		node < 0 ? NULL : fdt_getprop(fdt, node, "compatible", NULL);
	events.from = events.core ? EVENTS_FROM_FACTS : EVENTS_FROM_NOBODY;
	if (!events_all_are(fdt, cpus, events.core) && events.core) {
		events.core = NULL;
		events.from = EVENTS_FROM_NOBODY_MIXED;
	}
}

/* --- rows of the core ----------------------------------------------------- */

void events_glue_init(const void *fdt, bool mapped)
{
	const struct events_row *row;
	const struct events_raw *raw;
	u32 i;

	events_find_core(fdt);
	if (mapped || events_tree_has_map(fdt)) {
		events.from = EVENTS_FROM_TREE;
		events.core = NULL;
	}
	if (!events.core)
		return;
	row = events_rows + events.core->first;
	for (i = 0; i < events.core->num; i++, row++)
		sbi_pmu_add_hw_event_counter_map(row->event_idx, row->event_idx,
						 events_counters(row));
	raw = events_raws + events.core->first_raw;
	for (i = 0; i < events.core->num_raw; i++, raw++)
		sbi_pmu_add_raw_event_counter_map(
			raw->select, ~(u64)raw->variant, events_counters(raw));
}

bool events_glue_inhibits(struct sbi_scratch *scratch)
{
	if (sbi_hart_priv_version(scratch) < SBI_HART_PRIV_VER_1_11)
		return false;
	if (!(events.quirks & EVENTS_NO_INHIBIT))
		return true;
	csr_write(CSR_MCOUNTINHIBIT, 0);
	return false;
}

/* A part of the platform-PMU seam. A raw event is its own selector, so it is
 * not handled here. */
u64 hart_pmu_selector(u32 event_idx, u64 event_data)
{
	if (events.core && event_idx < SBI_PMU_EVENT_RAW_IDX)
		return events_select(events.core, event_idx);
	return sbi_platform_pmu_xlate_to_mhpmevent(sbi_platform_thishart_ptr(),
						   event_idx, event_data);
}

void events_glue_report(void)
{
	static const char by[][11] = {
		[EVENTS_BY_TREE] = "compatible",
		[EVENTS_BY_BOARD] = "board",
		[EVENTS_BY_ID] = "registers",
	};
	static const char why[][36] = {
		[0] = "no facts on",
		[EVENTS_AMBIGUOUS - EVENTS_UNKNOWN] =
			"several cores have the registers of",
		[EVENTS_CONTRADICT - EVENTS_UNKNOWN] = "another vendor made",
	};

	if (events.from == EVENTS_FROM_FACTS)
		sbi_printf("hartscope: PMU: events of %s, known by its %s\n",
			   events_text + events.core->title, by[events.found]);
	else if (events.from == EVENTS_FROM_TREE)
		sbi_printf("hartscope: PMU: events of the device tree\n");
	else
		sbi_printf("hartscope: PMU: no events but cycles and "
			   "instructions: %s %s (0x%lx-0x%lx-0x%lx)\n",
			   events.from == EVENTS_FROM_NOBODY_MIXED ?
				   "harts differ from" :
				   why[events.found - EVENTS_UNKNOWN],
			   events.compatible ? events.compatible : "this hart",
			   csr_read(CSR_MVENDORID), csr_read(CSR_MARCHID),
			   csr_read(CSR_MIMPID));
}
