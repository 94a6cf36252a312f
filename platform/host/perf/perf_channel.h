/* SPDX-License-Identifier: BSD-2-Clause */
/* The trace of one CPU and its decoder. */
#ifndef HOST_PERF_CHANNEL_H
#define HOST_PERF_CHANNEL_H

#include "perf.h"

/** The trace of a CPU. */
struct perf_channel {
	u32 cpu, tid; /* tid: of a buffer for a thread */
	struct perf_decode *decode;
	const struct perf_sink *sink;
	struct ntrace_settings settings;
	struct ntrace_image image;
	struct ntrace_sink through;
	struct ntrace_flow flow;
	struct ntrace_source *source;
	struct ntrace_range *range;
	struct ntrace_pending *pending;
	struct perf_piece piece;
	enum perf_maps maps; /* of the decoder, which is ahead of the piece */
	u64 done;	     /* offset of the first byte to decode */
	bool by_task;	     /* a piece ends when the task changes */
	bool etrace;	     /* not N-Trace: it is not decoded */
	bool framed;	     /* a CoreSight formatter made its pieces */
	struct perf_frames *frames; /* NULL: none was framed yet */
	/* Use only the hart's own source: other messages are just counted */
	bool parted;
	u16 src;
	bool others;	  /* other sources had messages */
	bool in_hole;	  /* the decoder knows of missing bytes */
	bool behind_hole; /* and no message has resumed the flow */
	bool overwrites;  /* only snapshots of it exist */
	/* since the last piece: a task came or went, the last was `switched` */
	bool switches, several;
	u32 switched;
	u32 runs_pid, runs_tid; /* the present task, and its start */
	u64 runs_since;
	bool jumps; /* a jump is under way: */
	u64 from;
	u8 kind;
	/* branch records: the bytes of a block, so far */
	u8 *block;
	size_t block_size;
	bool block_bad; /* the rest of the piece is not usable */
};

/** Prepare for the first piece: cpu, decode and sink are set. */
void perf_channel_begin(struct perf_channel *channel);

/** A piece begins, with these bytes. */
void perf_channel_piece(struct perf_channel *channel);
void perf_channel_feed(struct perf_channel *channel, const u8 *data,
		       size_t size);

/**
 * Bytes are missing before the next ones: between two snapshots, or a loss.
 * @param whole	these begin with a whole message
 */
void perf_channel_hole(struct perf_channel *channel, bool whole);

/** Feed pieces in frames, or a hole between them (perf_frames.c). */
void perf_frames_feed(struct perf_channel *channel, const u8 *data,
		      size_t size);
void perf_frames_hole(struct perf_channel *channel);
void perf_frames_free(struct perf_channel *channel);

/** Begin, feed and end branch records (perf_branches.c). */
void perf_branches_begin(struct perf_channel *channel);
void perf_branches_piece(struct perf_channel *channel);
void perf_branches_feed(struct perf_channel *channel, const u8 *data,
			size_t size);

/** Finish the decoder and free everything. */
void perf_channel_end(struct perf_channel *channel);

/** Report to the sink that trace is missing here. */
static inline void perf_channel_loss(struct perf_channel *channel,
				     const char *what)
{
	if (channel->sink->loss)
		channel->sink->loss(channel->sink->user, &channel->piece, what);
}

#endif
