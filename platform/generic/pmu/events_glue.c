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

#include "../trace/fdt_trace_walk.h"
#include "pmu_glue.h"

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

/* A hart in the tree. */
struct events_node {
	bool known;
	const char *compatible;
	const struct events_core *core;
	enum events_found found;
};

/* The result of a walk, up to a node. */
struct events_tree {
	struct events_hart
		hart; /* this one, with compatible of the last node */
	struct events_node last, own,
		first; /* S-mode can run on the first one */
	bool own_counts, mixed;
};

/* Most harts are like the one before. */
static const struct events_node *events_core_of(struct events_tree *t,
						const char *compatible, u32 len)
{
	if (t->last.known && len == t->hart.compatible_len &&
	    !sbi_memcmp(compatible, t->hart.compatible, len))
		return &t->last;
	t->hart.compatible = t->last.compatible = compatible;
	t->hart.compatible_len = len;
	t->last.core = events_find(&t->hart, &t->last.found);
	t->last.known = true;
	return &t->last;
}

static u16 events_quirks(const struct events_node *n)
{
	return n->core ? n->core->quirks : 0;
}

/* True if S-mode can run on the hart: only these harts count. */
static bool hart_counts(const struct fdt_walk *w)
{
	const struct fdt_walk_value *isa = &w->value[WALK_ISA];

	return w->value[WALK_MMU_TYPE].data &&
	       !fdt_walk_says(w, WALK_MMU_TYPE, "riscv,none") &&
	       fdt_walk_enabled(w) &&
	       !events_isa_lacks_s((const char *)isa->data, isa->size);
}

static void events_walk_hart(struct events_tree *t, const struct fdt_walk *w)
{
	const struct fdt_walk_value *names = &w->value[WALK_COMPATIBLE];
	const struct events_node *n;
	bool counts = hart_counts(w);
	u32 hartid;

	if (!fdt_walk_hartid(w, &hartid) ||
	    (!counts && hartid != current_hartid()))
		return;
	n = events_core_of(t, (const char *)names->data, names->size);
	if (hartid == current_hartid()) {
		t->own = *n;
		t->own_counts = counts;
	}
	if (!counts)
		return;
	if (!t->first.known)
		t->first = *n;
	t->mixed |= n->core != t->first.core;
	events.quirks |= events_quirks(n);
}

static void events_walk(const void *fdt, struct events_tree *t)
{
	bool cpus = false;
	struct fdt_walk w;

	fdt_walk_begin(&w, fdt);
	while (fdt_walk_next(&w)) {
		if (!w.depth) {
			t->hart.board =
				(const char *)w.value[WALK_COMPATIBLE].data;
			t->hart.board_len = w.value[WALK_COMPATIBLE].size;
			continue;
		}
		if (w.depth > 1)
			events_walk_hart(t, &w);
		else if (cpus)
			return;
		else
			cpus = !sbi_strcmp(w.name, "cpus");
		if (!cpus || w.depth > 1)
			fdt_walk_skip(&w);
	}
}

/* The boot hart's core; if S-mode does not run there, that of the first hart where
 * it does. One map serves all harts, so it has to fit all of them. */
static void events_find_core(const void *fdt)
{
	struct events_tree t = {
		.hart = {
			.mvendorid = csr_read(CSR_MVENDORID),
			.marchid = csr_read(CSR_MARCHID),
			.mimpid = csr_read(CSR_MIMPID),
		},
	};
	const struct events_node *n = &t.own;

	events_walk(fdt, &t);
	if (!n->known)
		n = events_core_of(&t, NULL, 0);
	else if (!t.own_counts && t.first.known)
		n = &t.first;
	events.quirks |= events_quirks(n);
	events.found = n->found;
	events.compatible = n->compatible;
	events.core = n->core;
	events.from = events.core ? EVENTS_FROM_FACTS : EVENTS_FROM_NOBODY;
	if (!events.core || !t.first.known ||
	    (!t.mixed && t.first.core == events.core))
		return;
	events.core = NULL;
	events.from = EVENTS_FROM_NOBODY_MIXED;
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
