// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers in the device tree, as fdt_trace.c and fdt_trace_near.c find them:
 * those of trace hardware, whatever is wrong with their nodes, and those of
 * devices near them.
 */
#include <base/range.h>
#include <sbi/sbi_scratch.h>

#include "../fast/boot_alloc.h"
#include "../judges/shmem_glue.h"
#include "trace_glue.h"
#include "trace_pmp_glue.h"

/* log2 of the size of a page, and of the largest region of several windows */
enum { PAGE_ORDER = 12, COVER_MAX = TRACE_COVER_MAX };

struct trace_places trace_found;

static struct trace_place *trace_note(struct trace_place **list, u64 base,
				      u64 size)
{
	struct trace_place *p = boot_alloc(sizeof(*p));

	if (!p) {
		trace_found.no_memory = true;
		return NULL;
	}
	p->base = base;
	p->last = range_last(base, size);
	p->next = *list;
	*list = p;
	return p;
}

bool trace_is_firmware(u64 base, u64 size)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();

	return range_meets(base, size, scratch->fw_start, scratch->fw_size);
}

const char *trace_domain_page_wrong(u64 page)
{
	if (trace_is_firmware(page, trace_size(PAGE_ORDER)))
		return "reg is in the firmware";
	return shmem_glue_is_memory(page, trace_size(PAGE_ORDER)) ?
		       "reg is in memory" :
		       NULL;
}

/* Pages of the firmware are M-mode's already; what is behind them is not. */
static u64 trace_behind_firmware(u64 page, u64 last)
{
	const u64 least = trace_size(PAGE_ORDER);

	while (trace_is_firmware(page, least) && last - page >= least)
		page += least;
	return page;
}

/* A page has one component's registers, however few of them reg has. */
bool trace_domain_close(const char *name, u64 base, u64 size, u32 component)
{
	u64 least = trace_size(PAGE_ORDER), page = base & ~(least - 1);
	u64 last = range_last(base, size ? size : 1);
	struct trace_place *p;
	bool all;

	page = trace_behind_firmware(page, last);
	if (trace_is_firmware(page, least))
		return false;
	all = last - page < trace_size(COVER_MAX);
	size = (last - page + least) & ~(least - 1);
	p = trace_note(&trace_found.registers, page, all ? size : least);
	if (p) {
		p->name = name;
		p->component = component;
	}
	return all;
}

bool trace_domain_is_empty(void)
{
	return !trace_found.registers && !trace_found.lost &&
	       !trace_found.no_memory;
}

void trace_domain_lose(void)
{
	trace_found.lost = true;
}

/* Only devices that a region of the largest size could have are of interest. */
void trace_domain_neighbour(const char *name, int node, u64 base, u64 size)
{
	const struct trace_place *r;
	struct trace_place *p;

	for (r = trace_found.registers; r; r = r->next)
		if (base >> COVER_MAX <= r->last >> COVER_MAX &&
		    range_last(base, size) >> COVER_MAX >= r->base >> COVER_MAX)
			break;
	p = r ? trace_note(&trace_found.others, base, size) : NULL;
	if (!p)
		return;
	p->name = name;
	p->node = node;
}

void trace_domain_enclose(int node)
{
	struct trace_place *p;

	for (p = trace_found.others; p; p = p->next)
		if (p->node == node)
			p->last = 0; /* before its base */
}

struct trace_component *trace_component_of(const struct trace_place *p)
{
	return p->component < trace_glue.count ?
		       &trace_glue.component[p->component] :
		       NULL;
}

bool trace_is_handed(const struct trace_place *p)
{
	const struct trace_component *c = trace_component_of(p);

	return c && c->handed;
}

/* @return another device, or registers that were handed over, in a range */
const struct trace_place *trace_other_in(u64 base, u64 last)
{
	const struct trace_place *p;

	for (p = trace_found.others; p; p = p->next)
		if (p->base <= last && base <= p->last)
			return p;
	if (trace_glue.policy != TRACE_HANDOVER)
		return NULL;
	for (p = trace_found.registers; p; p = p->next)
		if (p->base <= last && base <= p->last && trace_is_handed(p))
			return p;
	return NULL;
}

/* True if it cannot be closed: M-mode's own, or memory. */
bool trace_is_kept(u64 base, u64 size)
{
	return trace_is_firmware(base, size) ||
	       shmem_glue_is_memory(base, size);
}

static struct trace_place *trace_note_rest(const struct trace_place *p,
					   u64 base, u64 size)
{
	struct trace_place *rest =
		trace_note(&trace_found.registers, base, size);

	if (rest) {
		rest->name = p->name;
		rest->component = p->component;
	}
	return rest;
}

void trace_place_split(struct trace_place *p, u64 block)
{
	u64 base = p->base & ~(block - 1), size = p->last - base + 1, n;
	struct trace_place *part = p;

	for (n = block; n < size; n += block)
		if (trace_other_in(base + n, base + n + block - 1) ||
		    trace_is_kept(base + n, block)) {
			if (part)
				part->last = base + n - 1;
			part = NULL;
		} else if (!part) {
			part = trace_note_rest(p, base + n, size - n);
		}
}
