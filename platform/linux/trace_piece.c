// SPDX-License-Identifier: GPL-2.0-only
/*
 * A piece of trace: what an encoder sends from a start to a stop, in AUX memory of
 * its event. If trace is missing, a record says so: PARTIAL where an encoder did
 * not start, the sink went round or the CPU goes, TRUNCATED where memory was full.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/perf_event.h>

#include "trace.h"

/* Bytes for trace. One byte stays free: otherwise perf has no place for a
 * record. */
static size_t room(const struct trace_hart *hart)
{
	size_t taken = hart->moved + 1;

	if (hart->aux->overwrite)
		return hart->aux->size;
	return hart->handle.size > taken ? hart->handle.size - taken : 0;
}

static bool has_room(const struct trace_hart *hart)
{
	return room(hart) >= TRACE_MESSAGE_MOST;
}

/* Moves the hart's trace to AUX memory. False if that is full. */
static bool move(struct trace_hart *hart)
{
	struct perf_output_handle *handle = &hart->handle;
	unsigned long head = handle->head;
	size_t done;

	if (!hart->aux->overwrite)
		head += hart->moved;
	do {
		done = trace_queue_take(hart, hart->aux, head, room(hart));
		head += done;
		hart->moved += done;
		if (hart->aux->overwrite)
			handle->head = head;
	} while (hart->aux->overwrite && done);
	if (trace_queue_lost(hart))
		perf_aux_output_flag(handle, PERF_AUX_FLAG_PARTIAL);
	/* Other CPUs add to the queue at any time, so a rest there need not
	 * mean full. */
	return has_room(hart) || !trace_queue_len(hart);
}

/* For a snapshot, the record has the piece's end and its length. */
static void publish(struct trace_hart *hart)
{
	perf_aux_output_end(&hart->handle, hart->moved);
	hart->moved = 0;
	hart->aux = NULL;
}

static bool take_aux(struct trace_hart *hart, struct perf_event *event)
{
	hart->aux = perf_aux_output_begin(&hart->handle, event);
	hart->moved = 0;
	return hart->aux;
}

/* Readers may have made room since the last request to perf. */
static bool move_again(struct trace_hart *hart, struct perf_event *event)
{
	publish(hart);
	return take_aux(hart, event) && move(hart);
}

static void flag(struct trace_hart *hart, u64 flags)
{
	if (hart->aux)
		perf_aux_output_flag(&hart->handle, flags);
}

static bool move_all(struct trace_hart *hart, struct perf_event *event)
{
	if (move(hart) || move_again(hart, event))
		return true;
	flag(hart, PERF_AUX_FLAG_TRUNCATED);
	return false;
}

static bool encoder_begin(struct trace_hart *hart, u32 modes)
{
	const char *why;
	long error;

	/* The late end of an earlier trace does not belong to this event. */
	trace_sink_read(hart);
	trace_queue_drop(hart);
	error = trace_sbi_configure(hart, modes);
	if (!error)
		error = trace_sbi_start(hart);
	if (trace_sbi_errno(error, &why)) {
		hart->modes = 0;
		trace_trouble_note("is not traced", why);
	}
	return !error;
}

int trace_piece_begin(struct trace_hart *hart, struct perf_event *event,
		      u32 modes)
{
	int error = 0;

	if (!take_aux(hart, event))
		return -ENOSPC;
	if (!has_room(hart)) {
		flag(hart, PERF_AUX_FLAG_TRUNCATED);
		error = -ENOSPC;
	} else if (!encoder_begin(hart, modes)) {
		flag(hart, PERF_AUX_FLAG_PARTIAL);
		error = -EIO;
	}
	if (error)
		publish(hart);
	return error;
}

bool trace_piece_look(struct trace_hart *hart, struct perf_event *event)
{
	trace_sink_read(hart);
	if (!move_all(hart, event))
		return false;
	/* Readers get the memory in at least four parts; a snapshot as a
	 * whole. */
	if (hart->aux->overwrite || hart->moved <= hart->aux->size / 4)
		return true;
	publish(hart);
	return take_aux(hart, event);
}

/* Takes the encoder's trace up to now; later bytes of it are dropped. */
static void take_rest(struct trace_hart *hart, struct perf_event *event)
{
	trace_sink_finish(hart);
	if (!hart->aux || hart->handle.aux_flags & PERF_AUX_FLAG_TRUNCATED)
		return;
	/* The end of the last message may still be under way. */
	if (move_all(hart, event) && trace_queue_len(hart))
		flag(hart, PERF_AUX_FLAG_PARTIAL);
}

void trace_piece_is_last(struct trace_hart *hart)
{
	flag(hart, PERF_AUX_FLAG_PARTIAL);
}

void trace_piece_end(struct trace_hart *hart, struct perf_event *event)
{
	const char *why;
	long error = trace_sbi_stop(hart);

	take_rest(hart, event);
	/* The stop of a hart also stopped its encoder, which has its
	 * defaults. */
	if (trace_sbi_errno(error, &why) == -ETIMEDOUT) {
		trace_trouble_note("does not stop", why);
		flag(hart, PERF_AUX_FLAG_PARTIAL);
	}
	if (hart->aux)
		publish(hart);
	trace_queue_drop(hart);
}
