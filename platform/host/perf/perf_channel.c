// SPDX-License-Identifier: BSD-2-Clause
/* The runs of functions and branches of a CPU, from its decoder. */
#include <stdlib.h>
#include <string.h>
#include "perf_channel.h"

enum {
	RANGES_MAX = 1 << 16,
	PENDING_MAX = 1 << 17,
};

static void tell_branch(struct perf_channel *channel, u64 to, u64 times)
{
	const struct perf_branch branch = { .piece = &channel->piece,
					    .from = channel->from,
					    .to = to,
					    .kind = channel->kind };

	if (!channel->jumps)
		return;
	channel->jumps = false;
	channel->decode->totals.branches += times;
	if (channel->sink->branch)
		channel->sink->branch(channel->sink->user, &branch, times);
}

static void tell_run(struct perf_channel *channel, struct perf_run *run,
		     u64 times)
{
	struct perf_totals *totals = &channel->decode->totals;

	totals->insns += run->insns * times;
	if (run->address >> 63)
		totals->kernel_insns += run->insns * times;
	if (run->place && run->place == channel->decode->code.firmware)
		totals->firmware_insns += run->insns * times;
	if (run->insns && channel->sink->run)
		channel->sink->run(channel->sink->user, run, times);
	run->address += 2 * run->halfwords;
	run->insns = run->halfwords = 0;
}

/*
 * Deliver the parts of a range, one for each function.
 * @return the address of its last instruction
 */
static u64 tell_range(struct perf_channel *channel,
		      const struct ntrace_range *range, u64 times)
{
	struct perf_run run = { .piece = &channel->piece,
				.address = range->start };
	const struct ntrace_region *region = NULL;
	const struct ntrace_step *step;
	u64 at = range->start, end = at + 2ULL * range->halfwords, last = at;

	run.place = perf_decode_place(channel->decode, &channel->piece, at);
	run.function = perf_place_function(run.place, at);
	if (run.place)
		region = perf_place_region(run.place, at);
	while (region && at < end && (at - region->base) / 2 < region->count) {
		if (run.function &&
		    !profile_function_holds(run.function,
					    at - run.place->bias)) {
			tell_run(channel, &run, times);
			run.function = perf_place_function(run.place, at);
		}
		step = &region->step[(at - region->base) / 2];
		last = at;
		run.insns++;
		run.halfwords += ntrace_step_size(step);
		at += 2 * ntrace_step_size(step);
		if (!ntrace_step_size(step))
			break;
	}
	tell_run(channel, &run, times);
	return last;
}

/*
 * True for the first instruction of the program that replaced another in this
 * piece. The decoder reaches it before the ranges before it are delivered.
 */
static bool begins_program(const struct perf_channel *channel,
			   enum perf_maps maps, u64 address)
{
	return maps == PERF_MAPS_BEFORE &&
	       perf_tasks_entry(&channel->decode->tasks, channel->piece.pid,
				address);
}

/* True for another hart's trace, whose execution is unknown. */
static bool is_foreign(struct perf_channel *channel, u16 src)
{
	bool foreign = channel->parted && src != channel->src;

	channel->others |= foreign;
	return foreign;
}

static void take_range(struct perf_channel *channel,
		       const struct ntrace_range *range, u64 times)
{
	u64 last;

	if (begins_program(channel, channel->piece.maps, range->start))
		channel->piece.maps = PERF_MAPS_AFTER;
	tell_branch(channel, range->start, times);
	last = tell_range(channel, range, times);
	if (range->end == NTRACE_END_LINEAR || range->end == NTRACE_END_TRAP ||
	    range->end == NTRACE_END_CUSTOM)
		return;
	channel->jumps = true;
	channel->from = last;
	channel->kind = range->end;
}

/* A loop's passes are delivered one by one, or the first and then all
 * others. */
static void take_ranges(void *user, const struct ntrace_source *source,
			const struct ntrace_range *range, size_t num, u64 times)
{
	struct perf_channel *channel = user;
	u64 pass, left = times;
	size_t i;

	if (is_foreign(channel, source->src))
		return;
	for (pass = 0; left; pass++) {
		u64 now = channel->sink->ordered || !pass ? 1 : left;

		for (i = 0; i < num; i++)
			take_range(channel, &range[i], now);
		left -= now;
	}
}

static void take_event(void *user, const struct ntrace_source *source,
		       const struct ntrace_event *event)
{
	struct perf_channel *channel = user;

	if (is_foreign(channel, source->src))
		return;
	switch (event->kind) {
	case NTRACE_EVENT_TRAP:
		tell_branch(channel, event->from, 1);
		channel->jumps = true;
		channel->from = event->from;
		channel->kind = NTRACE_END_TRAP;
		tell_branch(channel, event->addr, 1);
		break;
	case NTRACE_EVENT_SYNC:
		channel->behind_hole = false;
		/* the old code may have this address, so there would be no
		 * look-up */
		if (begins_program(channel, channel->maps, event->addr)) {
			channel->maps = PERF_MAPS_AFTER;
			ntrace_flow_image(&channel->flow, &channel->image);
		}
		break;
	case NTRACE_EVENT_STOP:
		tell_branch(channel, event->addr, 1);
		break;
	case NTRACE_EVENT_LOST:
		channel->jumps = false;
		channel->decode->totals.gaps++;
		perf_channel_loss(channel,
				  "the flow is not known from here on");
		break;
	case NTRACE_EVENT_OVERFLOW:
		channel->jumps = false;
		channel->decode->totals.overflows++;
		perf_channel_loss(channel, "the encoder lost messages");
		break;
	default:
		break;
	}
}

static void take_finding(void *user, const struct ntrace_source *source,
			 const struct ntrace_finding *finding)
{
	struct perf_channel *channel = user;
	struct perf_totals *totals = &channel->decode->totals;

	if (source && is_foreign(channel, source->src))
		return;
	if (ntrace_finding_info[finding->kind].class != NTRACE_CLASS_ERROR ||
	    channel->in_hole)
		return;
	switch (finding->kind) {
	case NTRACE_FOUND_NO_CODE:
		channel->jumps = false;
		totals->no_code++;
		break;
	case NTRACE_FOUND_STOPPED:
		totals->damaged += !channel->behind_hole;
		break;
	case NTRACE_FOUND_OVERFLOW:
	case NTRACE_FOUND_NOT_SYNCED:
	case NTRACE_FOUND_NOT_STOPPED:
	case NTRACE_FOUND_NO_END:
		break;
	default:
		totals->damaged++;
		break;
	}
}

static const struct ntrace_region *find_code(void *user, u16 src, u64 address)
{
	struct perf_channel *channel = user;
	struct perf_piece piece = channel->piece;
	const struct perf_place *place;

	if (is_foreign(channel, src))
		return NULL;
	if (begins_program(channel, channel->maps, address))
		channel->maps = PERF_MAPS_AFTER;
	piece.maps = channel->maps;
	place = perf_decode_place(channel->decode, &piece, address);
	return place ? perf_place_region(place, address) : NULL;
}

/* --- trace of a CPU ------------------------------------------------------- */

/* This CPU's line in the text of PERF_AUXTRACE_INFO, or NULL. */
static const char *info_line(const struct perf_file *file, u32 cpu)
{
	const char *line = file->info;
	char start[32];

	snprintf(start, sizeof(start), "cpu=%u ", cpu);
	while (line && strncmp(line, start, strlen(start)) != 0) {
		line = strchr(line, '\n');
		line = line ? line + 1 : NULL;
	}
	return line;
}

/* The value of a name in that line, or NULL. */
static const char *info_value(const struct perf_file *file, u32 cpu,
			      const char *name)
{
	const char *at = info_line(file, cpu);
	size_t length = strlen(name);

	for (; at && *at && *at != '\n'; at++) {
		if (*at == ' ' && !strncmp(at + 1, name, length) &&
		    at[length + 1] == '=')
			return at + length + 2;
	}
	return NULL;
}

static u64 info_number(const struct perf_file *file, u32 cpu, const char *name,
		       u64 otherwise)
{
	const char *value = info_value(file, cpu, name);

	return value ? strtoull(value, NULL, 0) : otherwise;
}

static bool info_says(const struct perf_file *file, u32 cpu, const char *name,
		      const char *wanted)
{
	const char *value = info_value(file, cpu, name);

	return value && !strncmp(value, wanted, strlen(wanted));
}

static bool is_sifive(const struct perf_file *file)
{
	return strstr(file->info, "quirks=sifive");
}

static void begin_flow(struct perf_channel *channel)
{
	struct perf_decode *decode = channel->decode;
	u64 bits = decode->options->src_bits;
	u32 sources;

	if (bits == UINT64_MAX)
		bits = info_number(&decode->file, channel->cpu, "src_bits", 0);
	bits = bits > 12 ? 12 : bits;
	sources = 1u << bits;
	channel->settings.format.xlen = 64;
	channel->settings.format.src_bits = (u8)bits;
	channel->settings.implicit_return = 1;
	if (is_sifive(&decode->file))
		channel->settings.format.quirks = NTRACE_QUIRK_SIFIVE;
	channel->image.find = find_code;
	channel->image.user = channel;
	channel->through = (struct ntrace_sink){
		.user = channel,
		.ranges = take_ranges,
		.event = take_event,
		.finding = take_finding,
	};
	channel->source = must_alloc(sources * sizeof(*channel->source));
	channel->range = must_alloc(RANGES_MAX * sizeof(*channel->range));
	channel->pending = must_alloc(PENDING_MAX * sizeof(*channel->pending));
	ntrace_flow_init(&channel->flow, &channel->settings, &channel->image,
			 &channel->through, channel->source, sources,
			 channel->range, RANGES_MAX);
	ntrace_flow_pool(&channel->flow, channel->pending, PENDING_MAX);
}

void perf_channel_begin(struct perf_channel *channel)
{
	const struct perf_file *file = &channel->decode->file;

	channel->by_task = strstr(file->info, "pieces=task");
	channel->etrace = info_says(file, channel->cpu, "protocol", "etrace");
	channel->framed = info_says(file, channel->cpu, "frames", "coresight");
	channel->parted = channel->framed &&
			  info_number(file, channel->cpu, "src_bits", 0);
	channel->src = (u16)info_number(file, channel->cpu, "src", 0);
	if (channel->etrace)
		complain("CPU %u has sent E-Trace, which is not decoded",
			 channel->cpu);
	if (channel->decode->file.of_branches)
		perf_branches_begin(channel);
	else
		begin_flow(channel);
}

void perf_channel_piece(struct perf_channel *channel)
{
	if (channel->block) {
		perf_branches_piece(channel);
		return;
	}
	if (channel->sink->piece)
		channel->sink->piece(channel->sink->user, &channel->piece);
	ntrace_flow_image(&channel->flow, &channel->image);
}

void perf_channel_feed(struct perf_channel *channel, const u8 *data,
		       size_t size)
{
	if (channel->block)
		perf_branches_feed(channel, data, size);
	else if (channel->etrace)
		return;
	else if (channel->framed &&
		 !(channel->piece.flags & PERF_AUX_FLAG_CORESIGHT_FORMAT_RAW))
		perf_frames_feed(channel, data, size);
	else
		ntrace_flow_feed(&channel->flow, data, size);
}

/*
 * The unfinished message lacks its end, and the first one after the hole its
 * begin. MSEO 10 is in no message, so the decoder resumes after both, or at
 * idle bytes after the first one.
 */
void perf_channel_hole(struct perf_channel *channel, bool whole)
{
	static const u8 no_message[] = { 2, 0xff };

	channel->decode->totals.partial += !channel->overwrites;
	perf_channel_loss(channel,
			  channel->overwrites ?
				  "trace between two snapshots was not kept" :
				  "memory was overwritten before it was read");
	channel->block_bad = true;
	channel->behind_hole = true;
	channel->in_hole = true;
	if (channel->block)
		perf_branches_feed(channel, no_message, 1);
	else
		ntrace_flow_feed(&channel->flow, no_message, whole ? 2 : 1);
	perf_frames_hole(channel);
	channel->in_hole = false;
}

void perf_channel_end(struct perf_channel *channel)
{
	if (channel->block)
		perf_branches_piece(channel);
	else
		ntrace_flow_finish(&channel->flow);
	if (channel->others)
		complain("the buffer of CPU %u has trace of other harts as "
			 "well: nothing says which programs they ran, so it "
			 "is left out",
			 channel->cpu);
	perf_frames_free(channel);
	free(channel->block);
	free(channel->pending);
	free(channel->range);
	free(channel->source);
	free(channel);
}
