/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several branches at once: the search for them and their use
 * (ntrace_flow_strides()).
 */
#ifndef NTRACE_STRIDE_H
#define NTRACE_STRIDE_H

#include <base/bits.h>
#include <ntrace/flow.h>

#define NTRACE_STRIDE_BITS 12
#define NTRACE_STRIDE_RANGES 24
#define NTRACE_STRIDE_PROBES 4

/** Bits of HIST that are not used yet, the next one highest. */
struct ntrace_hist {
	u64 bits;
	unsigned int num;
};

/** The present place in a region. */
struct ntrace_place {
	u32 start; /* half-word of the range's start */
	u32 idx;   /* the present half-word */
	u32 insns; /* from start to idx */
};

/** The bits of HIST without its stop bit. @param value with the stop bit, not
 * 0 */
static inline struct ntrace_hist ntrace_hist(u64 value)
{
	struct ntrace_hist hist = { .num = bits_fls64(value) };

	hist.bits = value << (63 - hist.num) << 1;
	return hist;
}

/** Compute the end of a stride that is not in the table yet. */
const struct ntrace_stride *ntrace_stride_make(struct ntrace_flow *flow,
					       struct ntrace_stride *stride,
					       struct ntrace_stride key,
					       u32 insns);

/** Report the counts to the sink, and start again from 0. */
void ntrace_strides_tell(struct ntrace_flow *flow);

/** The next bits, below a stop bit. */
static inline u16 ntrace_stride_hist(const struct ntrace_hist *hist)
{
	unsigned int num = hist->num < NTRACE_STRIDE_BITS ? hist->num :
							    NTRACE_STRIDE_BITS;

	return (u16)((hist->bits >> 1 | BIT64(63)) >> (63 - num));
}

/** The stride from a place along HIST; NULL: none. */
static inline const struct ntrace_stride *
ntrace_stride_find(struct ntrace_flow *flow, const struct ntrace_source *source,
		   const struct ntrace_place *place,
		   const struct ntrace_hist *hist)
{
	struct ntrace_stride key = {
		.region = source->region,
		.start = place->start,
		.ahead = place->idx - place->start,
		.hist = ntrace_stride_hist(hist),
		.source = (u16)(source - flow->source),
	};
	struct ntrace_stride *stride;
	u32 hash, i;

	hash = (place->idx * 0x9e3779b1u) ^ (key.hist * 0x85ebca6bu);
	hash ^= hash >> 15;
	for (i = 0; i < NTRACE_STRIDE_PROBES; i++) {
		stride = &flow->stride[(hash + i) & (flow->num_strides - 1)];
		if (stride->region == key.region &&
		    stride->start == key.start && stride->ahead == key.ahead &&
		    stride->hist == key.hist && stride->source == key.source)
			return stride;
		if (!stride->region)
			return ntrace_stride_make(flow, stride, key,
						  place->insns);
	}
	return NULL;
}

/** @return true if there is room to note strides */
static inline bool ntrace_stride_room(const struct ntrace_flow *flow)
{
	return flow->num_noted < flow->max_noted;
}

/**
 * Follow HIST as far as the table has strides.
 * @param least fewest bits of HIST that are worth a stride, over 0
 * @param left most half-words
 * @return remaining half-words
 */
static inline u64 ntrace_stride_along(struct ntrace_flow *flow,
				      const struct ntrace_source *source,
				      struct ntrace_place *place,
				      struct ntrace_hist *hist,
				      unsigned int least, u64 left)
{
	const struct ntrace_stride *stride;

	/* 64-bit shifts by a variable would need a library */
	if (sizeof(void *) < sizeof(u64))
		return left;
	while (hist->num >= least && place->idx < source->region->count &&
	       ntrace_stride_room(flow)) {
		stride = ntrace_stride_find(flow, source, place, hist);
		/* a stride without an end has no half-words */
		if (!stride || (u64)stride->halfwords - 1 >= left)
			break;
		flow->noted[flow->num_noted++] = (struct ntrace_noted){
			.stride = (u32)(stride - flow->stride),
			.times = 1,
		};
		place->start = stride->to_start;
		place->idx = stride->to_idx;
		place->insns = stride->to_insns;
		hist->bits <<= stride->bits;
		hist->num -= stride->bits;
		left -= stride->halfwords;
	}
	return left;
}

#endif
