// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers of trace hardware are closed to S-mode of all domains, by memory
 * regions of OpenSBI's domains and so by PMP entries of harts. S-mode reaches
 * its own registers through trace_trap_glue.c, which can follow a hart from one
 * domain to the next while others run; a PMP entry cannot.
 *
 * All registers that the tree names are noted first, whatever is wrong with
 * their nodes. A component is used only if its registers are closed, and those
 * that can write memory come first: with few entries, registers of others stay
 * open, and neighbours are closed.
 */
#include <base/bits.h>
#include <hart/mmio.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_pmp.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>

#include "../fast/boot_alloc.h"
#include "../judges/shmem_glue.h"
#include "trace_glue.h"
#include "trace_pmp_glue.h"

enum {
	PAGE_ORDER = 12, /* log2 of the size of a page */
	SV32_BITS = 34,	 /* of physical addresses (privileged ISA, "Sv32") */
};
#define M_ONLY                                                               \
	(SBI_DOMAIN_MEMREGION_M_READABLE | SBI_DOMAIN_MEMREGION_M_WRITABLE | \
	 SBI_DOMAIN_MEMREGION_MMIO)

static struct trace_pieces closed;

bool trace_domain_smepmp(void)
{
	return sbi_hart_has_extension(sbi_scratch_thishart_ptr(),
				      SBI_HART_EXT_SMEPMP);
}

/* The least order of a region that PMP can hold. */
static u32 trace_granule(void)
{
	u32 order = sbi_hart_pmp_log2gran(sbi_scratch_thishart_ptr());

	return order > PAGE_ORDER ? order : (u32)PAGE_ORDER;
}

/* --- pieces --------------------------------------------------------------- */

/* Only the hardware says that it cannot write memory; S-mode may give a clock to what
 * does not answer yet. */
static bool trace_writes(const struct trace_place *p)
{
	const struct trace_component *c = trace_component_of(p);

	return !c || !c->type || trace_is_memory(c);
}

/* The blocks of a place. @return false: they stay open */
static bool trace_place_block(struct trace_place *p, u64 *base, u64 *last)
{
	u64 block = trace_size(trace_granule()) - 1;

	*base = p->base & ~block;
	*last = p->last | block;
	p->spared = !trace_writes(p) && trace_other_in(*base, *base | block);
	return !p->spared && !trace_is_handed(p) &&
	       !trace_is_firmware(*base, *last - *base + 1);
}

/* OpenSBI leaves out regions that the hart's registers cannot hold. */
static bool trace_is_in_reach(u64 base)
{
	u32 bits = sbi_hart_pmp_addrbits(sbi_scratch_thishart_ptr());

	return base <= bits_low64(hart_xlen()) &&
	       (bits > 62 || base >> PMP_SHIFT < trace_size(bits) - 1);
}

/* @param add false: only count */
static u32 trace_pieces_of(struct trace_place *p, bool add)
{
	u32 count = 0, order;
	u64 base, last;

	if (!trace_place_block(p, &base, &last))
		return 0;
	for (; base <= last && trace_is_in_reach(base);
	     base += trace_size(order), count++) {
		order = trace_granule();
		while (!(base & trace_size(order)) &&
		       base + trace_size(order + 1) - 1 <= last)
			order++;
		if (add)
			trace_pieces_add(&closed, base, order, trace_writes(p));
	}
	return count;
}

static void trace_pieces_find(void)
{
	struct trace_place *p;
	u32 count = 0;

	for (p = trace_found.registers; p; p = p->next)
		trace_place_split(p, trace_size(trace_granule()));
	for (p = trace_found.registers; p; p = p->next)
		count += trace_pieces_of(p, false);
	closed.piece = boot_alloc_raw((count + 1) * sizeof(*closed.piece));
	trace_found.no_memory |= !closed.piece;
	if (!closed.piece)
		return;
	closed.piece += count;
	for (p = trace_found.registers; p; p = p->next)
		trace_pieces_of(p, true);
	trace_pieces_merge(&closed);
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
static bool trace_domain_insert(struct sbi_domain *dom)
{
	u32 had = trace_domain_count(dom), first = 0, n;
	struct sbi_domain_memregion *to;

	to = boot_alloc(sizeof(*to) * (had + closed.count + 1));
	if (!to)
		return false;
	while (SBI_DOMAIN_MEMREGION_IS_FIRMWARE(dom->regions[first].flags))
		first++;
	sbi_memcpy(to, dom->regions, first * sizeof(*to));
	for (n = 0; n < closed.count; n++)
		to[first + n] = (struct sbi_domain_memregion){
			.order = closed.piece[n].order,
			.base = (unsigned long)closed.piece[n].base,
			.flags = M_ONLY,
		};
	sbi_memcpy(to + first + n, dom->regions + first,
		   (had - first) * sizeof(*to));
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

static bool trace_domains_close(void)
{
	struct sbi_domain *dom;
	u32 most = ~0u;

	sbi_domain_for_each(dom)
	{
		if (trace_domain_room(dom) < most)
			most = trace_domain_room(dom);
	}
	trace_pieces_fit(&closed, most);
	if (!closed.count)
		return true;
	sbi_domain_for_each(dom)
	{
		if (!trace_domain_insert(dom))
			return false;
	}
	return true;
}

/* --- what is open --------------------------------------------------------- */

/* @return the reason why registers stay open, or NULL */
static const char *trace_place_open(const struct trace_place *p)
{
	if (trace_pieces_have(&closed, p->base, p->last))
		return NULL;
	if (p->spared)
		return "shares an entry of PMP with another device";
	return trace_is_in_reach(p->last) ?
		       "is not closed by too few entries of PMP" :
		       "is out of reach of PMP";
}

/* Where PMP does not reach, nothing is there without an answer. On RV32 S-mode
 * translates to more addresses than M-mode has loads for. */
static bool trace_is_in_reach_of_s_mode(const struct trace_place *p)
{
	u32 value;

	if (trace_is_in_reach(p->last))
		return true;
	return p->last <= bits_low64(hart_xlen()) ?
		       hart_mmio_load32((unsigned long)p->base, &value) :
		       !(p->base >> SV32_BITS);
}

/* Registers that can write memory must not stay open. */
static bool trace_place_is_fatal(const struct trace_place *p)
{
	return trace_writes(p) && trace_is_in_reach_of_s_mode(p);
}

/* @return false: S-mode must not run */
static bool trace_place_judge(struct trace *t, const struct trace_place *p,
			      bool trusted)
{
	struct trace_component *c = trace_component_of(p);
	const char *why = trace_place_open(p);
	const struct trace_place *other;
	bool fatal = !trusted && trace_place_is_fatal(p);

	if (c && !c->reason && !fatal) {
		other = p->spared ? trace_other_in(p->base, p->last) : NULL;
		trace_nodes[p->component].wrong = why;
		trace_nodes[p->component].with = other ? other->name : NULL;
		trace_refuse(t, p->component, TRACE_FORBIDDEN);
		return true;
	}
	sbi_printf("hartscope: trace: %s: %s; S-mode reaches its registers%s\n",
		   p->name, why,
		   fatal ? ", could write anywhere, and is not started" : "");
	return !fatal;
}

/* S-mode loses a device that is in one region with registers. */
static void trace_tell_cut(void)
{
	const struct trace_place *p;

	for (p = trace_found.others; p; p = p->next)
		if (trace_pieces_touch(&closed, p->base, p->last))
			sbi_printf("hartscope: trace: %s is next to registers "
				   "of trace hardware, and closed with them\n",
				   p->name);
}

static bool trace_refuse_one(struct trace *t, u32 n, u64 *open)
{
	trace_refuse(t, n, TRACE_NEEDS_OTHER);
	*open |= 1ull << n;
	return true;
}

/* Refuse what is connected with open registers, in any direction: S-mode could
 * drive it from there. */
static void trace_refuse_connected(struct trace *t, u64 open)
{
	const struct trace_component *c = t->component;
	bool more = true;
	u32 n, k, to[2];

	for (n = 0; n < t->count; n++)
		if (open >> n & 1)
			trace_refuse(t, n, TRACE_NEEDS_OTHER);
	while (more) {
		more = false;
		for (n = 0; n < t->count; n++) {
			to[0] = c[n].output;
			to[1] = c[n].second.to;
			for (k = 0; k < 2; k++) {
				if (to[k] == TRACE_NONE ||
				    (open >> n & 1) == (open >> to[k] & 1))
					continue;
				more = trace_refuse_one(
					t, open >> n & 1 ? to[k] : n, &open);
			}
		}
	}
}

/* @param open out: a bit for each component whose registers are not closed for
 * certain @return false: S-mode must not run */
static bool trace_places_judge(struct trace *t, bool trusted, u64 *open)
{
	const struct trace_place *p;
	u64 shut = 0, left = 0, bit;
	bool runs = true;

	for (p = trace_found.registers; p; p = p->next) {
		bit = trace_component_of(p) ? 1ull << p->component : 0;
		if (trace_is_handed(p) || !trace_place_open(p)) {
			shut |= bit;
			continue;
		}
		left |= bit;
		runs &= trace_place_judge(t, p, trusted);
		/* Hardware that nothing is known about may be anywhere. */
		trace_found.lost |= !bit && trace_writes(p);
	}
	*open = ~shut | left;
	return runs;
}

int trace_domain_protect(struct trace *t, bool trusted)
{
	u64 open = 0;

	trace_pieces_find();
	if (trace_found.no_memory || !trace_domains_close())
		return SBI_ENOMEM;
	if (!trace_places_judge(t, trusted, &open))
		return SBI_EFAIL;
	trace_tell_cut();
	trace_refuse_connected(t, trace_found.lost ? ~0ull : open);
	return 0;
}

void trace_domain_reserve(void *fdt)
{
	const struct trace_piece *p = closed.piece;

	for (; p < closed.piece + closed.count; p++)
		if (shmem_glue_is_memory(p->base, trace_size(p->order)))
			fdt_trace_reserve(fdt, p->base, trace_size(p->order));
}

enum trace_shut trace_domain_look(u64 *page)
{
	struct trace_pmp_entry entry[PMP_COUNT];
	enum trace_shut shut = TRACE_SHUT;
	const struct trace_piece *p;
	u32 count;

	if (!closed.count)
		return shut;
	count = trace_pmp_read(entry);
	for (p = closed.piece; p < closed.piece + closed.count; p++) {
		if (trace_pmp_shuts(entry, count, p->base, trace_last(p)))
			continue;
		*page = p->base;
		if (p->writes)
			return TRACE_WRITERS_OPEN;
		shut = TRACE_READERS_OPEN;
	}
	return shut;
}
