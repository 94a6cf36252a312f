// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers of trace components are closed to S-mode of all domains, by memory
 * regions of OpenSBI's domains and so by PMP entries of harts. S-mode reaches
 * its own registers through trace_trap_glue.c, which can follow a hart from one
 * domain to the next while others run; a PMP entry cannot.
 */
#include <sbi/sbi_domain.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_pmp.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi_utils/fdt/fdt_helper.h>

#include "glue.h"
#include "shmem_glue.h"
#include "trace_glue.h"

#define WINDOW_ORDER 12ul
#define M_ONLY                                                               \
	(SBI_DOMAIN_MEMREGION_M_READABLE | SBI_DOMAIN_MEMREGION_M_WRITABLE | \
	 SBI_DOMAIN_MEMREGION_MMIO)

bool trace_domain_smepmp(void)
{
	return sbi_hart_has_extension(sbi_scratch_thishart_ptr(),
				      SBI_HART_EXT_SMEPMP);
}

/* --- regions -------------------------------------------------------------- */

enum { CLOSED_MAX = 64 };

struct trace_regions {
	u32 count;
	struct sbi_domain_memregion region[TRACE_COMPONENTS_MAX + CLOSED_MAX];
};

/* Pages of registers without a user; count above CLOSED_MAX: not all are
 * here */
static struct {
	unsigned long base[CLOSED_MAX];
	u32 count;
} closed;

void trace_domain_close(unsigned long base)
{
	if (closed.count < CLOSED_MAX)
		closed.base[closed.count] = base;
	closed.count++;
}

/* True for registers that M-mode closes; components of unknown types stay as
 * they are. */
static bool trace_is_ours(const struct trace_component *c)
{
	return !c->handed && c->reason != TRACE_BAD_ADDRESS &&
	       c->reason != TRACE_SAME_ADDRESS &&
	       c->reason != TRACE_UNKNOWN_TYPE;
}

/* Keep regions in order of addresses. */
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

/* Two halves become one region: PMP entries are few. A merged region may be a
 * half of the next larger one. */
static void trace_regions_merge(struct trace_regions *r)
{
	u32 n, left = 0;

	for (n = 0; n < r->count; n++) {
		r->region[left++] = r->region[n];
		while (left > 1 &&
		       trace_regions_are_halves(&r->region[left - 2],
						&r->region[left - 1])) {
			r->region[left - 2].order++;
			left--;
		}
	}
	r->count = left;
}

/* @param masters only bus masters: their registers give access to all of
 * memory */
static void trace_regions_find(struct trace_regions *r, const struct trace *t,
			       bool masters)
{
	const struct trace_component *c = t->component;
	u32 n;

	r->count = 0;
	for (; c < t->component + t->count; c++)
		if (trace_is_ours(c) &&
		    (!masters || c->type == TR_COMP_RAM_SINK))
			trace_region_add(r, c->base);
	for (n = 0; n < closed.count && n < CLOSED_MAX; n++)
		trace_region_add(r, closed.base[n]);
	trace_regions_merge(r);
}

/* --- with few entries ----------------------------------------------------- */

/* Of a region of several windows: log2 of its size. */
#define COVER_MAX 24ul

enum { OTHERS_MAX = 32 };

static struct {
	struct trace_range range[OTHERS_MAX];
	u32 count;
} others;

static struct trace_range trace_range_of(const struct sbi_domain_memregion *r)
{
	return (struct trace_range){ r->base,
				     (u64)r->base + (1ull << r->order) };
}

static bool trace_holds(const struct sbi_domain_memregion *r,
			const struct sbi_domain_memregion *part)
{
	return r->order >= part->order && !((r->base ^ part->base) >> r->order);
}

/* The smallest naturally aligned region around both, or one that is too
 * large. */
static struct sbi_domain_memregion
trace_cover(const struct sbi_domain_memregion *a,
	    const struct sbi_domain_memregion *b)
{
	struct sbi_domain_memregion r = *a;

	while (!trace_holds(&r, b) && r.order <= COVER_MAX) {
		r.order++;
		r.base &= ~((1ul << r.order) - 1);
	}
	return r;
}

/* True if the region has nothing that S-mode may use. */
static bool trace_cover_is_free(const struct sbi_domain_memregion *r)
{
	const struct sbi_scratch *scratch = sbi_scratch_thishart_ptr();
	struct trace_range own = trace_range_of(r);
	u32 n;

	if (shmem_glue_is_memory(own.base, own.end - own.base) ||
	    (own.base < scratch->fw_start + scratch->fw_size &&
	     scratch->fw_start < own.end))
		return false;
	for (n = 0; n < trace_glue.count; n++)
		if (trace_glue.component[n].handed &&
		    trace_glue.component[n].base - r->base < 1ul << r->order)
			return false;
	for (n = 0; n < others.count; n++)
		if (others.range[n].base < own.end &&
		    own.base < others.range[n].end)
			return false;
	return true;
}

/* The neighbours with the smallest cover. @return r->count: none */
static u32 trace_regions_nearest(const struct trace_regions *r)
{
	struct sbi_domain_memregion cover;
	unsigned long order = ~0ul;
	u32 n, best = r->count;

	for (n = 0; n + 1 < r->count; n++) {
		cover = trace_cover(&r->region[n], &r->region[n + 1]);
		if (cover.order > COVER_MAX || cover.order >= order ||
		    !trace_cover_is_free(&cover))
			continue;
		order = cover.order;
		best = n;
	}
	return best;
}

static void trace_regions_join(struct trace_regions *r, u32 first)
{
	struct sbi_domain_memregion cover =
		trace_cover(&r->region[first], &r->region[first + 1]);
	u32 n, left = 0;

	for (n = 0; n < r->count; n++)
		if (n == first)
			r->region[left++] = cover;
		else if (!trace_holds(&cover, &r->region[n]))
			r->region[left++] = r->region[n];
	r->count = left;
}

/* Replace several windows by one region, until there are at most this
 * number. */
static bool trace_regions_cover(struct trace_regions *r, u32 most)
{
	const u64 most_size = 1ull << COVER_MAX;
	struct trace_range in = {
		r->region[0].base & ~(most_size - 1),
		trace_range_of(&r->region[r->count - 1]).end + most_size,
	};
	u32 n;

	others.count = fdt_trace_others(fdt_get_address(), &in, others.range,
					OTHERS_MAX);
	if (others.count > OTHERS_MAX)
		return false;
	while (r->count > most) {
		n = trace_regions_nearest(r);
		if (n == r->count)
			return false;
		trace_regions_join(r, n);
	}
	return true;
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

/* Firmware first, as OpenSBI requires, then these: the first match counts. */
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

/* With Smepmp OpenSBI reserves an entry. */
static u32 trace_domain_room(const struct sbi_domain *dom)
{
	u32 entries = sbi_hart_pmp_count(sbi_scratch_thishart_ptr());
	u32 used = trace_domain_count(dom) + trace_domain_smepmp();

	return used < entries ? entries - used : 0;
}

static bool trace_protect(const struct trace *t, bool masters)
{
	static struct trace_regions r;
	struct sbi_domain *dom;
	u32 most = array_size(r.region);

	trace_regions_find(&r, t, masters);
	if (!r.count)
		return true;
	sbi_domain_for_each(dom)
	{
		if (trace_domain_room(dom) < most)
			most = trace_domain_room(dom);
	}
	if (!most || (r.count > most && !trace_regions_cover(&r, most)))
		return false;
	sbi_domain_for_each(dom)
	{
		if (!trace_domain_insert(dom, &r))
			return false;
	}
	return true;
}

bool trace_domain_protect(const struct trace *t)
{
	if (closed.count <= CLOSED_MAX && trace_protect(t, false))
		return true;
	trace_protect(t, true);
	return false;
}
