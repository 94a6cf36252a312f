// SPDX-License-Identifier: BSD-2-Clause
/* Messages of a file or pipe, one after the other. */
#include <stdlib.h>
#include <string.h>
#include "trace.h"

/* The longest message, so that a piece and the rest before it fit. */
enum { REST = 2 * NTRACE_OPAQUE_BYTES_MAX };

void nt_trace_look(const struct nt_trace *trace, const u8 *data, size_t size)
{
	if (!input_look(trace->path, data, size) && size > 4 &&
	    !memcmp(data, "0x", 2))
		complain("'%s' looks like text, not like a trace; see encode",
			 trace->path);
}

void nt_trace_open(struct nt_trace *trace, struct input *in)
{
	input_open(in, trace->path);
	if (!trace->framed)
		return;
	frames_begin(&trace->frames, in->name, trace->frame_id);
	input_frames(in, &trace->frames);
}

void nt_reader_open(struct nt_reader *reader, struct nt_trace *trace)
{
	memset(reader, 0, sizeof(*reader));
	reader->trace = trace;
	nt_trace_open(trace, &reader->in);
	progress_begin(&reader->progress, reader->in.size, trace->quiet);
	reader->buffer = must_alloc(INPUT_PIECE + REST);
}

/* Move the rest to the front and read more after it. */
static void refill(struct nt_reader *reader)
{
	size_t left = reader->end - reader->at, got;
	const u8 *data;

	memmove(reader->buffer, reader->buffer + reader->at, left);
	reader->base += reader->at;
	reader->at = 0;
	got = input_read(&reader->in, &data);
	if (reader->in.offset == got)
		nt_trace_look(reader->trace, data, got);
	memcpy(reader->buffer + left, data, got);
	reader->end = left + got;
	reader->eof = !got;
	progress_update(&reader->progress, reader->in.offset);
}

static void skip_idle(struct nt_reader *reader)
{
	size_t idle;

	do {
		if (reader->at == reader->end && !reader->eof)
			refill(reader);
		idle = ntrace_idle_count(reader->buffer + reader->at,
					 reader->end - reader->at);
		reader->at += idle;
		reader->idle_bytes += idle;
	} while (idle && !reader->eof);
}

bool nt_reader_next(struct nt_reader *reader, struct nt_item *item)
{
	skip_idle(reader);
	do {
		item->data = reader->buffer + reader->at;
		item->offset = reader->base + reader->at;
		item->bytes = 0;
		item->status = NTRACE_MORE;
		if (reader->at < reader->end)
			item->status = ntrace_msg_decode(
				&reader->trace->format, item->data,
				reader->end - reader->at, &item->bytes,
				&item->msg);
		if (item->status != NTRACE_MORE || reader->eof)
			break;
		refill(reader);
	} while (true);
	if (item->status == NTRACE_MORE)
		item->bytes = reader->end - reader->at;
	reader->at += item->bytes;
	return item->bytes != 0;
}

u64 nt_reader_close(struct nt_reader *reader)
{
	u64 bytes = reader->in.offset;

	progress_end(&reader->progress);
	input_close(&reader->in);
	free(reader->buffer);
	reader->buffer = NULL;
	return bytes;
}
