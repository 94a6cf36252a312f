// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=insns, pcs and sequence: every executed instruction on a line
 * of its own.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "../decode/events.h"
#include "listing.h"
#include "../program/text.h"

/* Programs run the same ranges repeatedly, so their text is kept. */
struct cached {
	u64 start;
	u32 halfwords;
	u8 end;
	u8 length; /* of text; 0: no text */
	char text[OUTPUT_ROOM];
};

enum {
	CACHED = 1 << 12,
	COPIED = 64,
	/* Half-words. Longer ranges have longer text, which may wrap in the
	 * buffer. */
	KEPT_MOST = UINT8_MAX,
};

struct insns {
	struct nt_decode *decode;
	struct output *out;
	struct nt_listing *listing;	    /* insns only */
	const struct ntrace_region *region; /* region of the last range */
	u32 reach; /* half-words of ranges in it that have steps */
	int source;
	struct cached *cached; /* CACHED entries; NULL: none */
	/* Write instructions of a region; taken: the branch at the end was
	 * taken */
	void (*write)(struct insns *insns, u64 address,
		      const struct ntrace_step *step, bool taken);
};

static struct insns *begin(struct nt_decode *decode, struct output *out)
{
	struct insns *insns = must_alloc(sizeof(*insns));

	memset(insns, 0, sizeof(*insns));
	insns->decode = decode;
	insns->out = out;
	insns->source = -1;
	return insns;
}

static void write_listing(struct insns *insns, u64 address,
			  const struct ntrace_step *step, bool taken)
{
	(void)step;
	(void)taken;
	nt_listing_write(insns->listing, insns->out, insns->region, address);
}

static void *begin_insns(struct nt_decode *decode, struct output *out)
{
	struct insns *insns = begin(decode, out);

	insns->listing = nt_listing_new(&decode->program);
	insns->write = write_listing;
	return insns;
}

static void write_pc(struct insns *insns, u64 address,
		     const struct ntrace_step *step, bool taken)
{
	(void)step;
	(void)taken;
	output_hex(insns->out, address);
	output_char(insns->out, '\n');
}

/* Keep the text of ranges if it never changes. */
static void keep_text(struct insns *insns)
{
	size_t size = CACHED * sizeof(*insns->cached);

	if (!nt_is_steady(&insns->decode->program))
		return;
	insns->cached = must_alloc(size);
	memset(insns->cached, 0, size);
}

static void *begin_pcs(struct nt_decode *decode, struct output *out)
{
	struct insns *insns = begin(decode, out);

	keep_text(insns);
	insns->write = write_pc;
	return insns;
}

/* An instruction before the last one of its range did not jump. */
static void write_type(struct insns *insns, u64 address,
		       const struct ntrace_step *step, bool taken)
{
	enum ntrace_end end = ntrace_step_insn(step);

	output_hex(insns->out, address);
	output_char(insns->out, ',');
	output_string(insns->out, nt_text_type(end));
	if (end == NTRACE_END_BRANCH && !taken)
		output_char(insns->out, 'N');
	output_char(insns->out, ntrace_step_size(step) == 1 ? '2' : '4');
	output_char(insns->out, '\n');
}

static void *begin_sequence(struct nt_decode *decode, struct output *out)
{
	struct insns *insns = begin(decode, out);

	keep_text(insns);
	insns->write = write_type;
	return insns;
}

static void write_range(struct insns *insns, const struct ntrace_range *range)
{
	const struct ntrace_region *region = insns->region;
	u64 at = (range->start - region->base) / 2, end = at + range->halfwords;
	const struct ntrace_step *step;
	u32 size;

	for (; at < end && at < insns->reach; at += size) {
		step = &region->step[at];
		size = ntrace_step_size(step);
		if (!size)
			break;
		insns->write(insns, region->base + 2 * at, step,
			     at + size == end &&
				     range->end == NTRACE_END_BRANCH);
	}
}

static void find_region(struct insns *insns, const struct ntrace_source *source,
			u64 address)
{
	if (insns->decode->program.num_regions == 1 && insns->region)
		return;
	insns->region = nt_decode_region(insns->decode, source, address);
	if (!insns->region)
		return;
	insns->reach = insns->decode->program.code ? NT_CODE_HALFWORDS :
						     insns->region->count;
}

static void write_new(struct insns *insns, const struct ntrace_source *source,
		      const struct ntrace_range *range)
{
	find_region(insns, source, range->start);
	if (insns->region)
		write_range(insns, range);
}

/* Write a short range, and keep its text if one buffer has all of it. */
static void fill(struct insns *insns, const struct ntrace_source *source,
		 const struct ntrace_range *range, struct cached *cached)
{
	const struct output *out = insns->out;
	size_t start = out->used, length;

	write_new(insns, source, range);
	length = out->used - start;
	if (out->used < start || length > UINT8_MAX)
		return;
	cached->start = range->start;
	cached->halfwords = range->halfwords;
	cached->end = range->end;
	cached->length = (u8)length;
	memcpy(cached->text, out->buffer + start, length);
}

static void write_kept(struct insns *insns, const struct ntrace_source *source,
		       const struct ntrace_range *range)
{
	u64 hash = range->start >> 1 ^ range->halfwords << 5;
	struct cached *cached = &insns->cached[hash % CACHED];
	size_t i;
	char *p;

	if (cached->start != range->start ||
	    cached->halfwords != range->halfwords ||
	    cached->end != range->end || !cached->length) {
		fill(insns, source, range, cached);
		return;
	}
	/* A copy of a fixed size is quick */
	p = output_room(insns->out);
	for (i = 0; i < cached->length; i += COPIED)
		memcpy(p + i, cached->text + i, COPIED);
	insns->out->used += cached->length;
}

static void on_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct insns *insns = state;
	size_t i;

	if (insns->listing && insns->decode->trace.format.src_bits &&
	    insns->source != source->src) {
		output_format(insns->out, "source %u\n", source->src);
		insns->source = source->src;
	}
	while (times--) {
		for (i = 0; i < num; i++) {
			if (insns->cached && range[i].halfwords <= KEPT_MOST)
				write_kept(insns, source, &range[i]);
			else
				write_new(insns, source, &range[i]);
		}
	}
}

static void event_listing(void *state, const struct ntrace_source *source,
			  const struct ntrace_event *event)
{
	struct insns *insns = state;

	output_string(insns->out, "[");
	nt_event_text(insns->out, source, event);
	output_string(insns->out, "]\n");
}

/* In an executed sequence events are comments; encode reads some of them. */
static void event_directive(void *state, const struct ntrace_source *source,
			    const struct ntrace_event *event)
{
	struct insns *insns = state;
	struct output *out = insns->out;

	if (event->kind == NTRACE_EVENT_TRAP) {
		output_format(out, ".@%s %#" PRIx64 "\n",
			      nt_trap_name(event->value), event->from);
		return;
	}
	output_string(out, ". ");
	nt_event_text(out, source, event);
	output_char(out, '\n');
}

static void end(void *state)
{
	struct insns *insns = state;

	if (insns->listing)
		nt_listing_free(insns->listing);
	free(insns->cached);
	free(insns);
}

const struct nt_format nt_format_insns = {
	.name = "insns",
	.code = true,
	.help = "every instruction: address, bytes, disassembly, place",
	.symbols = true,
	.begin = begin_insns,
	.ranges = on_ranges,
	.event = event_listing,
	.end = end,
};

const struct nt_format nt_format_pcs = {
	.name = "pcs",
	.code = true,
	.help = "the address of every instruction, as the reference code has it",
	.parts = true,
	.begin = begin_pcs,
	.ranges = on_ranges,
	.event = nt_event_ignore,
	.end = end,
};

const struct nt_format nt_format_sequence = {
	.name = "sequence",
	.code = true,
	.help = "executed sequence, 0xADDR,T[N|I]S, which encode reads",
	.parts = true,
	.begin = begin_sequence,
	.ranges = on_ranges,
	.event = event_directive,
	.end = end,
};
