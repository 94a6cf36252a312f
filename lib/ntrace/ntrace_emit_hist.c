// SPDX-License-Identifier: BSD-2-Clause
/*
 * The HIST register, and repeated HIST (N-Trace 1.0, Repeated History
 * Optimization). The encoder holds back a full HIST and compares the following
 * ones with it. If the second one differs, the encoder looks for a shorter
 * pattern, down to half the length, that comes twice in both. Bits after the
 * last whole pattern stay in the register, like new bits.
 */
#include "ntrace_emit_internal.h"

/* Bits collected, without the stop bit. */
static unsigned int hist_bits(u32 hist)
{
	return bits_fls64(hist);
}

/* Most bits that the register can hold; 31 in the longest register. */
static unsigned int hist_capacity(const struct ntrace_emit *e)
{
	return (e->design.hist_bits - 1u) & 31;
}

/* The oldest bits, with a stop bit. */
static u32 hist_first(u32 hist, unsigned int bits)
{
	return hist >> (hist_bits(hist) - bits);
}

/* All but the oldest bits, with a stop bit. */
static u32 hist_rest(u32 hist, unsigned int bits)
{
	unsigned int rest = hist_bits(hist) - bits;

	return (hist & (u32)bits_low64(rest)) | 1u << rest;
}

/* Take one repetition of a pattern from the oldest bits. */
static bool hist_take(u32 *hist, u32 pattern, unsigned int bits)
{
	if (hist_bits(*hist) < bits || hist_first(*hist, bits) != pattern)
		return false;
	*hist = hist_rest(*hist, bits);
	return true;
}

/* Length of the shortest pattern whose repetition is the whole HIST. */
static unsigned int hist_period(u32 hist)
{
	unsigned int bits = hist_bits(hist), period;

	for (period = 1; period <= bits / 2; period++)
		if (bits % period == 0 &&
		    !((hist ^ hist >> period) & (u32)bits_low64(bits - period)))
			return period;
	return bits;
}

/* Count repetitions of the shortest pattern, if the count stays small enough,
 * and take those that HIST still has. */
static void hist_shorten(struct ntrace_emit *e)
{
	unsigned int period = hist_period(e->repeat_hist);
	u64 count = (u64)e->repeat_count * (e->repeat_bits / period);

	if (count + hist_capacity(e) > EMIT_REPEAT_MAX)
		return;
	e->repeat_hist = hist_first(e->repeat_hist, period);
	e->repeat_count = (u32)count;
	while (hist_take(&e->hist, e->repeat_hist, period))
		e->repeat_count++;
}

static void hist_send(struct ntrace_emit *e)
{
	ntrace_emit_hist(e, e->repeat_hist, e->repeat_count);
	e->repeat_count = 0;
}

void ntrace_emit_hist_flush(struct ntrace_emit *e)
{
	if (!e->repeat_count)
		/* unseen: nothing is held back then, and the register is
		 * empty */
		return;
	hist_shorten(e);
	hist_send(e);
}

static void hist_hold(struct ntrace_emit *e)
{
	e->repeat_hist = e->hist;
	e->repeat_bits = (u8)hist_bits(e->hist);
	e->repeat_count = 1;
	e->hist = EMIT_HIST_EMPTY;
}

/*
 * Length of a pattern with which two full HISTs, joined, start twice; if
 * possible of one that repeats to their end. 0: none.
 */
static unsigned int hist_pattern(u64 both, unsigned int capacity)
{
	unsigned int bits = capacity, twice = 0;

	while (bits > capacity / 2 + 1) {
		u64 differ = both ^ both >> --bits;

		if (!(differ & bits_low64(2 * capacity - bits)))
			return bits;
		if (!twice &&
		    !(differ >> (2 * (capacity - bits)) & bits_low64(bits)))
			twice = bits;
	}
	return twice;
}

/* The held HIST and this one differ: look for a shorter pattern in both. */
static bool hist_repattern(struct ntrace_emit *e)
{
	unsigned int capacity = hist_capacity(e), bits, rest;
	u64 mask = bits_low64(capacity);
	u64 both = (e->repeat_hist & mask) << capacity | (e->hist & mask);

	if (e->repeat_count != 1 || e->repeat_bits != capacity)
		return false;
	bits = hist_pattern(both, capacity);
	if (!bits)
		return false;
	rest = 2 * (capacity - bits);
	e->repeat_hist = hist_first(e->repeat_hist, bits);
	e->repeat_bits = (u8)bits;
	e->repeat_count = 2;
	e->hist = (u32)((both & bits_low64(rest)) | BIT64(rest));
	while (hist_take(&e->hist, e->repeat_hist, bits))
		e->repeat_count++;
	return true;
}

void ntrace_emit_hist_full(struct ntrace_emit *e)
{
	if (!e->repeated_history) {
		ntrace_emit_hist(e, e->hist, 1);
		e->hist = EMIT_HIST_EMPTY;
		/* unseen: nothing is held back, and the register is empty */
		return;
	}
	if (e->repeat_count &&
	    hist_take(&e->hist, e->repeat_hist, e->repeat_bits)) {
		if (++e->repeat_count == EMIT_REPEAT_MAX)
			hist_send(e);
		return;
	}
	if (hist_repattern(e))
		return;
	ntrace_emit_hist_flush(e);
	if (e->hist & e->hist_full)
		hist_hold(e);
}
