// SPDX-License-Identifier: BSD-2-Clause
/*
 * The pieces of trace of a recording in the order of time, each decoded with
 * the memory of its process at that time.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "perf_channel.h"

struct channels {
	struct perf_channel **channel;
	size_t num;
};

static bool is_of(const struct perf_channel *channel, u32 cpu, u32 tid)
{
	return channel->cpu == cpu &&
	       (cpu != PERF_NOBODY || channel->tid == tid);
}

static struct perf_channel *find_channel(const struct channels *channels,
					 u32 cpu, u32 tid)
{
	size_t i;

	for (i = 0; i < channels->num; i++)
		if (is_of(channels->channel[i], cpu, tid))
			return channels->channel[i];
	return NULL;
}

static void open_channels(struct channels *channels, struct perf_decode *decode,
			  const struct perf_sink *sink)
{
	const struct perf_bytes *bytes = decode->file.bytes;
	struct perf_channel *channel;
	size_t i;

	for (i = 0; i < decode->file.num_bytes; i++, bytes++) {
		if (find_channel(channels, bytes->cpu, bytes->tid))
			continue;
		channel = must_alloc(sizeof(*channel));
		memset(channel, 0, sizeof(*channel));
		channel->cpu = bytes->cpu;
		channel->tid = bytes->tid;
		channel->decode = decode;
		channel->sink = sink;
		channel->done = bytes->offset;
		channel->piece.cpu = bytes->cpu;
		channel->runs_pid = channel->runs_tid = PERF_NOBODY;
		channels->channel =
			grow(channels->channel, channels->num, sizeof(void *));
		channels->channel[channels->num++] = channel;
		perf_channel_begin(channel);
	}
}

/* Feed the bytes of the piece, as far as the file has them. */
static void feed(struct perf_channel *channel)
{
	const struct perf_file *file = &channel->decode->file;
	const struct perf_piece *piece = &channel->piece;
	const struct perf_bytes *bytes = file->bytes;
	u64 end = piece->offset + piece->size, from, to;
	size_t i;

	for (i = 0; i < file->num_bytes; i++, bytes++) {
		if (!is_of(channel, bytes->cpu, bytes->tid))
			continue;
		from = bytes->offset > piece->offset ? bytes->offset :
						       piece->offset;
		to = bytes->offset + bytes->size;
		to = to < end ? to : end;
		if (from >= to)
			continue;
		if (bytes->after_hole && from == bytes->offset)
			perf_channel_hole(channel,
					  channel->by_task &&
						  from == piece->offset);
		perf_channel_feed(channel, bytes->data + (from - bytes->offset),
				  (size_t)(to - from));
		channel->decode->totals.bytes += to - from;
	}
	if (channel->done < end)
		channel->done = end;
}

static void count_losses(struct perf_totals *totals, u64 flags)
{
	totals->partial += !!(flags & PERF_AUX_FLAG_PARTIAL);
	totals->truncated += !!(flags & PERF_AUX_FLAG_TRUNCATED);
}

/* With branch records, the module ends a block before another program comes. */
static enum perf_maps maps_of(const struct perf_decode *decode,
			      const struct perf_piece *piece)
{
	if (decode->file.of_branches)
		return PERF_MAPS_AFTER;
	return perf_tasks_replaced(&decode->tasks, piece->pid, piece->since) ?
		       PERF_MAPS_BEFORE :
		       PERF_MAPS_BOTH;
}

static void take_piece(struct perf_channel *channel)
{
	struct perf_decode *decode = channel->decode;
	struct perf_piece *piece = &channel->piece;

	piece->comm = piece->tid == PERF_NOBODY ?
			      "" :
			      perf_tasks_comm(&decode->tasks, piece->tid);
	piece->maps = maps_of(decode, piece);
	channel->maps = piece->maps;
	decode->totals.pieces++;
	perf_channel_piece(channel);
	feed(channel);
	count_losses(&decode->totals, piece->flags);
	if (piece->flags & PERF_AUX_FLAG_PARTIAL)
		perf_channel_loss(channel,
				  "the module's buffer was overwritten, or "
				  "the CPU went");
	if (piece->flags & PERF_AUX_FLAG_TRUNCATED)
		perf_channel_loss(channel, "memory for trace was full");
	piece->since = piece->time;
}

/* The recorder pads with idle bytes. */
static bool is_idle(const struct perf_channel *channel, u64 from, u64 to)
{
	const struct perf_file *file = &channel->decode->file;
	const struct perf_bytes *bytes = file->bytes;
	u64 at;
	size_t i;

	for (i = 0; i < file->num_bytes; i++, bytes++) {
		if (!is_of(channel, bytes->cpu, bytes->tid))
			continue;
		at = from > bytes->offset ? from : bytes->offset;
		for (; at < to && at - bytes->offset < bytes->size; at++)
			if (bytes->data[at - bytes->offset] != 0xff)
				return false;
	}
	return true;
}

/* Take bytes without a record: of snapshots, or after a loss of records. */
static void take_rest(struct perf_channel *channel, u64 until)
{
	struct perf_piece *piece = &channel->piece;
	const struct perf_file *file = &channel->decode->file;
	u64 end = channel->done;
	size_t i;

	for (i = 0; i < file->num_bytes; i++)
		if (is_of(channel, file->bytes[i].cpu, file->bytes[i].tid))
			end = file->bytes[i].offset + file->bytes[i].size;
	end = until < end ? until : end;
	if (channel->done >= end || is_idle(channel, channel->done, end))
		return;
	piece->pid = piece->tid = PERF_NOBODY;
	piece->offset = channel->done;
	piece->size = end - channel->done;
	piece->flags = 0;
	channel->decode->totals.unclaimed += piece->size;
	take_piece(channel);
}

/*
 * Find the task of a piece. A thread that no other waits for has no number when
 * it ends: its last piece belongs to the task that came last.
 */
static void name_owner(struct perf_channel *channel,
		       const struct perf_record *record)
{
	struct perf_piece *piece = &channel->piece;
	bool several = !channel->by_task &&
		       (channel->several || (channel->switches &&
					     channel->switched != record->tid));

	channel->several = channel->switches = false;
	piece->pid = several ? PERF_NOBODY : record->pid;
	piece->tid = several ? PERF_NOBODY : record->tid;
	if (channel->by_task && record->tid == PERF_NOBODY) {
		piece->pid = channel->runs_pid;
		piece->tid = channel->runs_tid;
	}
}

/*
 * If pieces end with their tasks, this one began when its task came: the task
 * may have executed another program on another CPU since this CPU's last piece.
 */
static void date_begin(struct perf_channel *channel)
{
	struct perf_piece *piece = &channel->piece;

	if (channel->by_task && piece->tid == channel->runs_tid &&
	    piece->since < channel->runs_since)
		piece->since = channel->runs_since;
}

/* For memory that is overwritten, a record has the end of the piece. */
static void date_snapshot(struct perf_channel *channel)
{
	struct perf_piece *piece = &channel->piece;

	piece->size = piece->size < piece->offset ? piece->size : piece->offset;
	piece->offset -= piece->size;
}

/* A CPU without any trace may have lost trace. */
static void take_aux(const struct channels *channels,
		     struct perf_totals *totals,
		     const struct perf_record *record)
{
	struct perf_channel *channel;
	struct perf_piece *piece;

	if (record->size < 32)
		return;
	channel = find_channel(channels, record->cpu, record->tid);
	if (!channel)
		channel = find_channel(channels, PERF_NOBODY, record->tid);
	if (!channel) {
		count_losses(totals, perf_get64(record->data + 24));
		return;
	}
	piece = &channel->piece;
	channel->overwrites |=
		!!(perf_get64(record->data + 24) & PERF_AUX_FLAG_OVERWRITE);
	take_rest(channel,
		  perf_get64(record->data + 8) -
			  (channel->overwrites ? perf_get64(record->data + 16) :
						 0));
	name_owner(channel, record);
	date_begin(channel);
	piece->time = record->time;
	piece->offset = perf_get64(record->data + 8);
	piece->size = perf_get64(record->data + 16);
	piece->flags = perf_get64(record->data + 24);
	if (channel->overwrites)
		date_snapshot(channel);
	take_piece(channel);
}

/*
 * Linux does not stop and start inherited events at a switch between tasks of a
 * family: a piece may be of both, unless the PMU separates them.
 */
static void take_switch(const struct channels *channels,
			const struct perf_record *record)
{
	struct perf_channel *channel =
		find_channel(channels, record->cpu, record->tid);

	if (!channel)
		return;
	if (channel->switches && channel->switched != record->tid)
		channel->several = true;
	channel->switches = true;
	channel->switched = record->tid;
	if (!(record->misc & PERF_RECORD_MISC_SWITCH_OUT)) {
		channel->runs_pid = record->pid;
		channel->runs_tid = record->tid;
		channel->runs_since = record->time;
	}
}

void perf_decode_open(struct perf_decode *decode,
		      const struct perf_options *options)
{
	memset(decode, 0, sizeof(*decode));
	decode->options = options;
	perf_file_read(&decode->file, options->path);
	if (!decode->file.num_bytes)
		die("'%s' has no trace: it is not of the PMUs hartscope_trace "
		    "or hartscope_branch",
		    options->path);
	if (decode->file.of_rvtrace && !decode->file.made_info &&
	    options->src_bits == UINT64_MAX)
		complain("'%s' is of rvtrace, which does not say the width of "
			 "SRC: 0 is taken; --src-bits says another one",
			 options->path);
	perf_code_open(&decode->code, options);
	perf_tasks_begin(&decode->tasks, &decode->code, decode->file.monotonic);
}

void perf_decode_needs_trace(const struct perf_decode *decode)
{
	if (decode->file.of_branches)
		die("'%s' has branch records, which do not have all "
		    "instructions: script shows them, inject gives them to "
		    "perf",
		    decode->file.path);
}

void perf_decode_run(struct perf_decode *decode, const struct perf_sink *sink)
{
	struct channels channels = { 0 };
	const struct perf_record *record;
	size_t i;

	open_channels(&channels, decode, sink);
	for (i = 0; i < decode->file.num_records; i++) {
		record = &decode->file.record[i];
		perf_jit_reach(&decode->tasks, record->time);
		if (record->type == PERF_RECORD_AUX)
			take_aux(&channels, &decode->totals, record);
		else if (record->type == PERF_RECORD_SWITCH ||
			 record->type == PERF_RECORD_SWITCH_CPU_WIDE)
			take_switch(&channels, record);
		else
			perf_tasks_record(&decode->tasks, record);
	}
	perf_jit_reach(&decode->tasks, UINT64_MAX);
	for (i = 0; i < channels.num; i++) {
		take_rest(channels.channel[i], UINT64_MAX);
		perf_channel_end(channels.channel[i]);
	}
	free(channels.channel);
}

static void say(u64 count, const char *what)
{
	if (count)
		complain("%" PRIu64 " times %s", count, what);
}

int perf_decode_end(struct perf_decode *decode)
{
	const struct perf_totals *totals = &decode->totals;
	bool damaged = totals->truncated || totals->partial ||
		       totals->overflows || totals->damaged ||
		       decode->file.lost || decode->file.cut;

	say(totals->truncated, "memory for trace was full: trace is missing");
	say(totals->partial,
	    "a buffer was overwritten, or a CPU went: trace is "
	    "missing");
	say(totals->overflows, "the encoder lost messages");
	say(totals->damaged, "the trace contradicts the code");
	say(totals->no_code, "code is missing");
	if (decode->file.lost)
		complain("%" PRIu64 " records of what ran where are lost",
			 decode->file.lost);
	if (decode->file.cut)
		complain("'%s' ends before it should", decode->file.path);
	perf_code_complain(&decode->code);
	perf_tasks_end(&decode->tasks);
	perf_code_close(&decode->code);
	perf_file_free(&decode->file);
	return damaged ? STATUS_DAMAGED : STATUS_OK;
}
