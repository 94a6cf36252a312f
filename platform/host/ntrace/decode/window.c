// SPDX-License-Identifier: BSD-2-Clause
/* A part of the instructions that a hart executes, by their numbers. */
#include "window.h"

/* The rest of a call of nt_window_divide(): ranges that were not delivered
 * yet. */
struct rest {
	const struct nt_decode *decode;
	const struct ntrace_source *source;
	const struct nt_window_sink *sink;
	const struct ntrace_range *range;
	size_t num, at; /* in a pass: delivered ranges */
	u64 times;	/* passes that were not delivered completely */
	u64 *done;
	u32 told; /* delivered instructions of range[at] */
};

static u64 insns_of(const struct ntrace_range *range, size_t num)
{
	u64 insns = 0;
	size_t i;

	for (i = 0; i < num; i++)
		insns += range[i].insns;
	return insns;
}

static void tell(const struct rest *rest, const struct ntrace_range *range,
		 size_t num, u64 times, bool inside)
{
	*rest->done += insns_of(range, num) * times;
	rest->sink->ranges(rest->sink->user, rest->source, range, num, times,
			   inside);
}

/* A part of a range from an instruction on, up to a number of instructions. */
static struct ntrace_range cut(const struct rest *rest, u32 from, u32 insns)
{
	struct ntrace_range range = rest->range[rest->at];
	const struct ntrace_region *region =
		nt_decode_region(rest->decode, rest->source, range.start);
	const struct ntrace_step *step =
		region->step + (range.start - region->base) / 2;
	u32 skipped = 0, size = 0;

	for (; from; from--, range.insns--)
		skipped += ntrace_step_size(step + skipped);
	range.start += 2 * (u64)skipped;
	range.halfwords -= skipped;
	if (insns >= range.insns)
		return range;
	range.insns = insns;
	for (; insns; insns--)
		size += ntrace_step_size(step + skipped + size);
	range.halfwords = size;
	range.end = NTRACE_END_LINEAR;
	return range;
}

/* Deliver a part of one range. */
static void tell_cut(struct rest *rest, u64 most, bool inside)
{
	u32 left = rest->range[rest->at].insns - rest->told;
	u32 insns = most < left ? (u32)most : left;
	struct ntrace_range range = cut(rest, rest->told, insns);

	tell(rest, &range, 1, 1, inside);
	rest->told += insns;
	if (insns == left) {
		rest->told = 0;
		rest->at++;
	}
}

/* In the middle of a pass: deliver as many whole ranges as possible, or a
 * part. */
static void tell_in_pass(struct rest *rest, u64 most, bool inside)
{
	const struct ntrace_range *first = rest->range + rest->at;
	u64 insns = 0;
	size_t n = 0;

	if (!rest->told) {
		while (rest->at + n < rest->num &&
		       insns + first[n].insns <= most)
			insns += first[n++].insns;
		if (n)
			tell(rest, first, n, 1, inside);
		rest->at += n;
	}
	if (!n)
		tell_cut(rest, most, inside);
	if (rest->at == rest->num) {
		rest->at = 0;
		rest->times--;
	}
}

/* Deliver all up to the instruction with this number. */
static void tell_up_to(struct rest *rest, u64 number, bool inside)
{
	u64 most, pass = insns_of(rest->range, rest->num), passes;

	while (rest->times && *rest->done < number) {
		most = number - *rest->done;
		passes = rest->times;
		if (rest->at || rest->told)
			passes = 0;
		else if (pass && most / pass < passes)
			passes = most / pass;
		if (passes) {
			tell(rest, rest->range, rest->num, passes, inside);
			rest->times -= passes;
		} else {
			tell_in_pass(rest, most, inside);
		}
	}
}

void nt_window_divide(const struct nt_window *window,
		      const struct nt_decode *decode,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times,
		      u64 *done, const struct nt_window_sink *sink)
{
	struct rest rest = {
		.decode = decode,
		.source = source,
		.sink = sink,
		.range = range,
		.num = num,
		.times = num ? times : 0,
		.done = done,
	};

	tell_up_to(&rest, window->from - 1, false);
	tell_up_to(&rest, window->to, true);
	tell_up_to(&rest, UINT64_MAX, false);
}
