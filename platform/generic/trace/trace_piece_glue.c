// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers of trace hardware as regions for PMP entries, of which a hart may
 * have few.
 */
#include "trace_pmp_glue.h"

/* Keep pieces in order, the larger ones of one address first. Most come with
 * descending addresses. */
void trace_pieces_add(struct trace_pieces *all, u64 base, u32 order,
		      bool writes)
{
	struct trace_piece *p = --all->piece, *end = p + all->count++;

	for (; p < end &&
	       (p[1].base < base || (p[1].base == base && p[1].order > order));
	     p++)
		p[0] = p[1];
	*p = (struct trace_piece){ base, order, writes };
}

static bool trace_has(const struct trace_piece *p,
		      const struct trace_piece *part)
{
	return p->order >= part->order && !((p->base ^ part->base) >> p->order);
}

static bool trace_are_halves(const struct trace_piece *a,
			     const struct trace_piece *b)
{
	return a->order == b->order &&
	       (a->base ^ b->base) == trace_size(a->order);
}

/* Two halves become one piece: PMP entries are few. */
void trace_pieces_merge(struct trace_pieces *all)
{
	struct trace_piece *p = all->piece, *last;
	u32 n, left = 0;

	for (n = 0; n < all->count; n++) {
		p[left++] = p[n];
		for (; left > 1; left--) {
			last = &p[left - 2];
			if (trace_are_halves(last, last + 1))
				last->order++;
			else if (!trace_has(last, last + 1))
				break;
			last->writes |= last[1].writes;
		}
	}
	all->count = left;
}

/* --- with few entries ----------------------------------------------------- */

/* The smallest naturally aligned region around both, or one that is too
 * large. */
static struct trace_piece trace_cover(const struct trace_piece *a,
				      const struct trace_piece *b)
{
	struct trace_piece p = *a;

	p.writes |= b->writes;
	while (!trace_has(&p, b) && p.order <= TRACE_COVER_MAX) {
		p.order++;
		p.base &= ~(trace_size(p.order) - 1);
	}
	return p;
}

/* The neighbours with the smallest cover. @param cut other devices may be
 * there, too @return all->count: none */
static u32 trace_nearest(const struct trace_pieces *all, bool cut)
{
	struct trace_piece p;
	u32 n, best = all->count, order = TRACE_COVER_MAX + 1;

	for (n = 0; n + 1 < all->count; n++) {
		p = trace_cover(&all->piece[n], &all->piece[n + 1]);
		if (p.order >= order ||
		    (!cut && trace_other_in(p.base, trace_last(&p))) ||
		    trace_is_kept(p.base, trace_size(p.order)))
			continue;
		order = p.order;
		best = n;
	}
	return best;
}

static bool trace_pieces_cover(struct trace_pieces *all, u32 most, bool cut)
{
	u32 n;

	while (all->count > most) {
		n = trace_nearest(all, cut);
		if (n == all->count)
			return false;
		all->piece[n] = trace_cover(&all->piece[n], &all->piece[n + 1]);
		/* The cover may begin before other pieces. */
		for (; n && trace_has(&all->piece[n], &all->piece[n - 1]);
		     n--) {
			all->piece[n].writes |= all->piece[n - 1].writes;
			all->piece[n - 1] = all->piece[n];
		}
		trace_pieces_merge(all);
	}
	return true;
}

static void trace_pieces_keep_writers(struct trace_pieces *all)
{
	u32 n, left = 0;

	for (n = 0; n < all->count; n++)
		if (all->piece[n].writes)
			all->piece[left++] = all->piece[n];
	all->count = left;
}

/* Without room for all, only what writes memory is closed, and then also what
 * is between. */
void trace_pieces_fit(struct trace_pieces *all, u32 most)
{
	if (trace_pieces_cover(all, most, false))
		return;
	trace_pieces_keep_writers(all);
	if (!trace_pieces_cover(all, most, false) &&
	    !trace_pieces_cover(all, most, true))
		all->count = most;
}

bool trace_pieces_have(const struct trace_pieces *all, u64 base, u64 last)
{
	const struct trace_piece *p = all->piece;

	for (; p < all->piece + all->count && p->base <= base; p++) {
		if (trace_last(p) < base)
			continue;
		if (trace_last(p) >= last)
			return true;
		base = trace_last(p) + 1;
	}
	return false;
}

bool trace_pieces_touch(const struct trace_pieces *all, u64 base, u64 last)
{
	const struct trace_piece *p = all->piece;

	for (; p < all->piece + all->count; p++)
		if (p->base <= last && trace_last(p) >= base)
			return true;
	return false;
}
