// SPDX-License-Identifier: BSD-2-Clause
/* Groups of a file or pipe, one after the other. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "tandem.h"

/* Room for elements of a group at first */
enum { ROOM = 64 };

/*
 * A larger group is an error: memory is finite, and no hart has so many
 * registers.
 */
enum { ROOM_MOST = 1 << 22 };

static void begin(struct tandem_reader *reader,
		  const struct tandem_trace *trace)
{
	progress_begin(&reader->progress, reader->in.size, trace->quiet);
	tandem_decoder_init(&reader->decoder, &trace->params,
			    must_alloc(ROOM * sizeof(struct tandem_element)),
			    ROOM);
}

void tandem_reader_open(struct tandem_reader *reader,
			const struct tandem_trace *trace)
{
	struct tandem_side side;

	memset(reader, 0, sizeof(*reader));
	reader->trace = trace;
	input_open(&reader->in, trace->path);
	if (tandem_side_read_front(&side, &reader->in))
		tandem_side_free(&side);
	begin(reader, trace);
}

void tandem_reader_settle(struct tandem_reader *reader,
			  struct tandem_trace *trace, unsigned int xlen)
{
	memset(reader, 0, sizeof(*reader));
	reader->trace = trace;
	input_open(&reader->in, trace->path);
	tandem_trace_settle(trace, &reader->in, xlen);
	begin(reader, trace);
}

/* @return false: end of the input */
static bool feed(struct tandem_reader *reader)
{
	const u8 *data;
	size_t size = tandem_tail_read(&reader->tail, &reader->in, &data);

	if (size && !reader->started)
		input_look(reader->trace->path, data, size);
	reader->started = true;
	tandem_decoder_feed(&reader->decoder, data, size);
	progress_update(&reader->progress, reader->in.offset);
	return size != 0;
}

static void more_room(struct tandem_reader *reader)
{
	struct tandem_group *group = &reader->decoder.group;
	u32 room = 2 * group->room;

	if (room > ROOM_MOST)
		die("'%s', group at %#" PRIx64 ": more than %u elements; are "
		    "the parameters right?",
		    reader->trace->path, group->offset, group->room);
	tandem_decoder_room(
		&reader->decoder,
		must_realloc(group->element, room * sizeof(*group->element)),
		room);
}

static bool is_empty(const struct tandem_group *group)
{
	return !group->num && group->close == TANDEM_OUTSIDE;
}

enum tandem_status tandem_reader_next(struct tandem_reader *reader)
{
	enum tandem_status status;

	if (reader->finished)
		return TANDEM_MORE;
	do {
		status = tandem_decoder_next(&reader->decoder);
		if (status == TANDEM_FULL)
			more_room(reader);
	} while (status == TANDEM_FULL ||
		 (status == TANDEM_MORE && feed(reader)));
	if (status != TANDEM_MORE)
		return status;
	reader->finished = true;
	status = tandem_decoder_finish(&reader->decoder);
	if (status == TANDEM_OK && is_empty(&reader->decoder.group))
		return TANDEM_MORE;
	return status;
}

u64 tandem_reader_close(struct tandem_reader *reader)
{
	u64 bytes = reader->in.offset;

	progress_end(&reader->progress);
	input_close(&reader->in);
	tandem_side_free(&reader->tail.side);
	free(reader->decoder.group.element);
	reader->decoder.group.element = NULL;
	return bytes;
}

void tandem_complain_error(const struct tandem_reader *reader,
			   enum tandem_status status)
{
	complain("'%s', byte %" PRIu64 ": %s (%s)%s", reader->trace->path,
		 reader->decoder.error_offset, tandem_status_text(status),
		 tandem_status_name(status),
		 status == TANDEM_TRUNC ?
			 "; the last group is not complete" :
			 "; what follows cannot be read. Are --xlen, --flen, "
			 "--mlen and --dialect right?");
}
