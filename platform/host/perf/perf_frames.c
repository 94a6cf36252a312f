// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trace that came through a CoreSight formatter, as perf of SpacemiT's K3
 * records it: several encoders, each with its own ID, send to one buffer. The
 * whole messages of all encoders form a trace with sources.
 */
#include <stdlib.h>
#include <string.h>
#include "frames.h"
#include "perf_channel.h"

enum {
	MESSAGE_MAX = 64, /* no message is longer */
	MSEO = 3,	  /* both bits are set at the end of a message */
};

struct perf_frames {
	struct frames frames;
	struct message {
		u8 byte[MESSAGE_MAX];
		size_t size;
	} message[FRAME_ID_MOST + 1];
	u8 *out;
	size_t used, room;
};

static void put(struct perf_frames *f, const struct message *message)
{
	if (f->used + message->size > f->room) {
		f->room = 2 * f->room + MESSAGE_MAX;
		f->out = must_realloc(f->out, f->room);
	}
	memcpy(f->out + f->used, message->byte, message->size);
	f->used += message->size;
}

static void take(void *user, int id, u8 byte)
{
	struct perf_frames *f = user;
	struct message *message;

	if (id < FRAME_ID_LEAST || id > FRAME_ID_MOST)
		return;
	message = &f->message[id];
	message->byte[message->size++] = byte;
	if ((byte & MSEO) != MSEO && message->size < MESSAGE_MAX)
		return;
	put(f, message);
	message->size = 0;
}

void perf_frames_feed(struct perf_channel *channel, const u8 *data, size_t size)
{
	struct perf_frames *f = channel->frames;

	if (!f) {
		f = must_alloc(sizeof(*f));
		memset(f, 0, sizeof(*f));
		frames_begin(&f->frames, channel->decode->file.path,
			     FRAME_ID_ANY);
		channel->frames = f;
	}
	f->used = 0;
	frames_each(&f->frames, data, size, take, f);
	ntrace_flow_feed(&channel->flow, f->out, f->used);
}

void perf_frames_hole(struct perf_channel *channel)
{
	struct perf_frames *f = channel->frames;
	size_t i;

	if (!f)
		return;
	frames_begin(&f->frames, channel->decode->file.path, FRAME_ID_ANY);
	for (i = 0; i < array_size(f->message); i++)
		f->message[i].size = 0;
}

void perf_frames_free(struct perf_channel *channel)
{
	if (channel->frames)
		free(channel->frames->out);
	free(channel->frames);
}
