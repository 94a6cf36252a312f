// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers of trace components are out of reach for S-mode of all domains, as
 * memory regions of OpenSBI's domains and so as PMP entries of harts. S-mode
 * gets at its own ones through trace_trap_glue.c, which can do what a PMP entry
 * cannot: follow a hart from one domain to the next while others run.
 */
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_pmp.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>

#include "trace_glue.h"

#define WINDOW_ORDER 12ul
#define M_ONLY                                                               \
	(SBI_DOMAIN_MEMREGION_M_READABLE | SBI_DOMAIN_MEMREGION_M_WRITABLE | \
	 SBI_DOMAIN_MEMREGION_MMIO)

/* --- regions -------------------------------------------------------------- */

struct trace_regions {
	u32 count;
	struct sbi_domain_memregion region[TRACE_COMPONENTS_MAX];
};

static bool trace_smepmp(void)
{
	return sbi_hart_has_extension(sbi_scratch_thishart_ptr(),
				      SBI_HART_EXT_SMEPMP);
}

/* Components of unknown types are left as they were found. */
static bool trace_is_ours(const struct trace_component *c)
{
	return c->reason != TRACE_BAD_ADDRESS &&
	       c->reason != TRACE_SAME_ADDRESS &&
	       c->reason != TRACE_UNKNOWN_TYPE;
}

/* Keep them in order of addresses. */
static void trace_region_add(struct trace_regions *r, unsigned long base)
{
	u32 at = r->count++;

	for (; at && r->region[at - 1].base > base; at--)
		r->region[at] = r->region[at - 1];
	r->region[at] = (struct sbi_domain_memregion){ .order = WINDOW_ORDER,
						       .base = base,
						       .flags = M_ONLY };
}

static bool trace_regions_are_halves(const struct sbi_domain_memregion *a,
				     const struct sbi_domain_memregion *b)
{
	return a->order == b->order && !(a->base & (1ul << a->order)) &&
	       a->base + (1ul << a->order) == b->base;
}

/* Two halves are one region: PMP entries are few. */
static void trace_regions_merge(struct trace_regions *r)
{
	u32 n, rest;

	for (n = 0; n + 1 < r->count;) {
		if (!trace_regions_are_halves(&r->region[n],
					      &r->region[n + 1])) {
			n++;
			continue;
		}
		r->region[n].order++;
		rest = --r->count - (n + 1);
		sbi_memmove(&r->region[n + 1], &r->region[n + 2],
			    rest * sizeof(r->region[0]));
		n = 0; /* it may be a half itself */
	}
}

static void trace_regions_find(struct trace_regions *r, const struct trace *t)
{
	u32 n;

	r->count = 0;
	for (n = 0; n < t->count; n++)
		if (trace_is_ours(&t->component[n]))
			trace_region_add(r, t->component[n].base);
	trace_regions_merge(r);
}

/* --- domains -------------------------------------------------------------- */

static u32 trace_domain_count(const struct sbi_domain *dom)
{
	const struct sbi_domain_memregion *reg;
	u32 count = 0;

	sbi_domain_for_each_memregion(dom, reg) {
		count++;
	}
	return count;
}

/* Firmware first, as OpenSBI wants it, then ours: the first that fits counts. */
static bool trace_domain_insert(struct sbi_domain *dom,
				const struct trace_regions *r)
{
	u32 had = trace_domain_count(dom), firmware = 0;
	struct sbi_domain_memregion *to;

	to = sbi_calloc(sizeof(*to), had + r->count + 1);
	if (!to)
		return false;
	while (SBI_DOMAIN_MEMREGION_IS_FIRMWARE(dom->regions[firmware].flags))
		firmware++;
	sbi_memcpy(to, dom->regions, firmware * sizeof(*to));
	sbi_memcpy(to + firmware, r->region, r->count * sizeof(*to));
	sbi_memcpy(to + firmware + r->count, dom->regions + firmware,
		   (had - firmware) * sizeof(*to));
	dom->regions = to;
	return true;
}

/* With Smepmp OpenSBI keeps an entry to itself. */
static bool trace_domain_fits(const struct sbi_domain *dom, u32 more)
{
	u32 entries = sbi_hart_pmp_count(sbi_scratch_thishart_ptr());

	return trace_domain_count(dom) + more + trace_smepmp() <= entries;
}

bool trace_domain_protect(const struct trace *t)
{
	static struct trace_regions r;
	struct sbi_domain *dom;

	trace_regions_find(&r, t);
	if (!r.count)
		return true;
	sbi_domain_for_each(dom)
	{
		if (!trace_domain_fits(dom, r.count))
			return false;
	}
	sbi_domain_for_each(dom)
	{
		if (!trace_domain_insert(dom, &r))
			return false;
	}
	return true;
}
