// SPDX-License-Identifier: GPL-2.0-only
/*
 * A sink's memory, and the copy of trace from it. The hardware wraps in the
 * buffer and does not count this, so the module marks the last bytes that it
 * has read: a damaged mark shows that trace was overwritten.
 *
 * The trace of harts that share a sink is mixed, message by message, and a user
 * of one hart may not see the trace of others: each message goes to the queue
 * of the hart of its source.
 */
#include <linux/gfp.h>
#include <linux/kernel.h>
#include <linux/mutex.h>
#include <linux/string.h>

#include "trace.h"

/* Bytes of the mark. The hardware writes at most 64 at a time. */
#define MARK 128
/* Reads of a sink to which others still write, after one encoder was stopped */
#define LOOKS 64

/* MSEO of a byte: the last one of a message. Idle bytes are all ones. */
#define LAST 3u
#define IDLE 0xffu
#define ERROR_TCODE 8u
#define ETYPE_BITS 4u

static DEFINE_MUTEX(events_lock);

static u8 mark_byte(size_t offset)
{
	return (u8)(offset * 0x9d ^ offset >> 8 ^ 0x55);
}

static void put_mark(struct trace_sink *sink)
{
	size_t i, offset;

	for (i = 1; i <= MARK; i++) {
		offset = (sink->at + sink->size - i) % sink->size;
		sink->buffer[offset] = mark_byte(offset);
	}
}

static bool mark_is_whole(const struct trace_sink *sink)
{
	size_t i, offset;

	for (i = 1; i <= MARK; i++) {
		offset = (sink->at + sink->size - i) % sink->size;
		if (READ_ONCE(sink->buffer[offset]) != mark_byte(offset))
			return false;
	}
	return true;
}

static int sink_begin(struct trace_sink *sink)
{
	const char *why;
	int error = trace_sbi_errno(trace_sbi_set_buffer(sink), &why);
	size_t i;

	if (error) {
		pr_err("hartscope_trace: sink %u takes no buffer of %zu bytes: %s\n",
		       sink->component, sink->size, why);
		return error;
	}
	sink->at = 0;
	sink->in_message = false;
	sink->unclear = false;
	sink->first_waits = false;
	sink->owner = NULL;
	put_mark(sink);
	/* Another driver may have changed the encoders since. */
	for (i = 0; i < ARRAY_SIZE(sink->of_source); i++) {
		if (sink->of_source[i])
			sink->of_source[i]->modes = 0;
	}
	return 0;
}

int trace_sink_get(struct trace_sink *sink)
{
	int error = 0;

	mutex_lock(&events_lock);
	if (!sink->events)
		error = sink_begin(sink);
	if (!error)
		sink->events++;
	mutex_unlock(&events_lock);
	return error;
}

void trace_sink_put(struct trace_sink *sink)
{
	const char *why;
	long error = 0;

	mutex_lock(&events_lock);
	if (!--sink->events)
		error = trace_sbi_release(sink);
	mutex_unlock(&events_lock);
	if (trace_sbi_errno(error, &why))
		pr_warn("hartscope_trace: sink %u is not given back: %s\n",
			sink->component, why);
}

size_t trace_queue_len(const struct trace_hart *hart)
{
	return hart->head - hart->tail;
}

/* head and tail only grow; the queue is as large as the sink. */
static void queue_add(struct trace_hart *hart, u8 byte)
{
	hart->queue[hart->head++ % hart->sink->size] = byte;
}

/* An Error message, "queue overrun": decoders resume at the next address after
 * it. */
static void queue_add_break(struct trace_hart *hart)
{
	u64 message = ERROR_TCODE | (u64)hart->source << 6;
	unsigned int bits = 6 + hart->source_bits + ETYPE_BITS + 1;

	for (; bits > 6; bits -= 6, message >>= 6)
		queue_add(hart, (message & 0x3f) << 2);
	queue_add(hart, (message & 0x3f) << 2 | LAST);
}

/* The queue has a message completely, or not at all. */
static void message_begin(struct trace_sink *sink, struct trace_hart *hart)
{
	sink->owner = NULL;
	if (!hart)
		return;
	if (hart->sink->size - trace_queue_len(hart) < TRACE_MESSAGE_MOST) {
		hart->broken = true;
		hart->lost = true;
		return;
	}
	if (hart->broken)
		queue_add_break(hart);
	hart->broken = false;
	sink->owner = hart;
}

/* The source comes after the first six bits, which are the TCODE. */
static void part_first(struct trace_sink *sink, u8 byte)
{
	sink->in_message = true;
	sink->first = byte;
	sink->first_waits = sink->harts > 1;
	if (sink->first_waits)
		return;
	message_begin(sink, sink->of_source[0]);
	if (sink->owner)
		queue_add(sink->owner, byte);
}

static void part_byte(struct trace_sink *sink, u8 byte)
{
	if (!sink->in_message) {
		if (byte == IDLE)
			return;
		part_first(sink, byte);
	} else {
		if (sink->first_waits) {
			message_begin(
				sink,
				sink->of_source[byte >> 2 & sink->source_mask]);
			if (sink->owner)
				queue_add(sink->owner, sink->first);
		}
		sink->first_waits = false;
		if (sink->owner)
			queue_add(sink->owner, byte);
	}
	if ((byte & LAST) == LAST)
		sink->in_message = sink->unclear = false;
}

static void queue_add_all(struct trace_hart *hart, const u8 *from, size_t size)
{
	size_t at = hart->head % hart->sink->size;
	size_t first = min(size, hart->sink->size - at);

	memcpy(hart->queue + at, from, first);
	memcpy(hart->queue, from + first, size - first);
	hart->head += size;
}

/* If there is nothing to divide or to drop, bytes need no check. */
static bool part_at_once(struct trace_sink *sink, size_t from, size_t to)
{
	struct trace_hart *only = sink->of_source[0];

	if (sink->harts > 1 || only->broken ||
	    (sink->in_message && !sink->owner) ||
	    sink->size - trace_queue_len(only) < to - from + TRACE_MESSAGE_MOST)
		return false;
	queue_add_all(only, sink->buffer + from, to - from);
	sink->owner = only;
	sink->in_message = (sink->buffer[to - 1] & LAST) != LAST;
	return true;
}

static void part(struct trace_sink *sink, size_t from, size_t to)
{
	if (from == to || part_at_once(sink, from, to))
		return;
	for (; from < to; from++)
		part_byte(sink, sink->buffer[from]);
}

/* Bytes of whole messages at the start of the queue, at most size. */
static size_t whole(const struct trace_hart *hart, size_t size)
{
	const u8 *queue = hart->queue;

	while (size && (queue[(hart->tail + size - 1) % hart->sink->size] &
			LAST) != LAST)
		size--;
	return size;
}

/* The hardware overwrote the bytes just read: all of them are lost, with the
 * message that continues after them. */
static void overwritten(struct trace_sink *sink, const size_t *heads)
{
	struct trace_hart *hart;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(sink->of_source); i++) {
		hart = sink->of_source[i];
		if (!hart)
			continue;
		hart->head = hart->tail + whole(hart, heads[i] - hart->tail);
		hart->lost = true;
		hart->broken = true;
	}
	/* drop bytes up to the next one that ends a message */
	sink->owner = NULL;
	sink->first_waits = false;
	sink->in_message = true;
	sink->unclear = true;
}

static void read_to(struct trace_sink *sink, size_t to)
{
	size_t heads[ARRAY_SIZE(sink->of_source)];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(heads); i++) {
		if (sink->of_source[i])
			heads[i] = sink->of_source[i]->head;
	}
	/* If it is equal, a whole round was lost. */
	if (to < sink->at) {
		part(sink, sink->at, sink->size);
		part(sink, 0, to);
	} else {
		part(sink, sink->at, to);
	}
	/* If the mark is whole now, it was whole during the read. */
	if (!mark_is_whole(sink))
		overwritten(sink, heads);
	sink->at = to;
	put_mark(sink);
}

void trace_sink_read(struct trace_hart *hart)
{
	struct trace_sink *sink = hart->sink;
	unsigned long flags;
	u64 wp;
	size_t to;

	raw_spin_lock_irqsave(&sink->lock, flags);
	if (trace_sbi_status(hart) ||
	    !(hart->page[TRACE_STATUS_FLAGS] & TRACE_STATUS_BUFFER))
		goto out;
	wp = hart->page[TRACE_STATUS_WP] | (u64)hart->page[TRACE_STATUS_WP + 1]
						   << 32;
	to = wp - sink->start;
	if (wp < sink->start || to > sink->size)
		goto out;
	to %= sink->size;
	if (to == sink->at && mark_is_whole(sink))
		goto out;
	read_to(sink, to);
out:
	raw_spin_unlock_irqrestore(&sink->lock, flags);
}

void trace_sink_finish(struct trace_hart *hart)
{
	size_t before, left = LOOKS;

	do {
		before = hart->sink->at;
		trace_sink_read(hart);
	} while (hart->sink->harts > 1 && hart->sink->at != before && --left);
}

/* Copies up to the end of the queue's memory, or of AUX memory if that is
 * nearer. */
static size_t take_piece(struct trace_hart *hart, struct trace_aux *aux,
			 unsigned long head, size_t room)
{
	size_t from = hart->tail % hart->sink->size;
	size_t to = head & (aux->size - 1);
	size_t size = min3(room, hart->sink->size - from, aux->size - to);

	memcpy(aux->base + to, hart->queue + from, size);
	hart->tail += size;
	return size;
}

size_t trace_queue_take(struct trace_hart *hart, struct trace_aux *aux,
			unsigned long head, size_t room)
{
	unsigned long flags;
	size_t done = 0;

	raw_spin_lock_irqsave(&hart->sink->lock, flags);
	room = whole(hart, min(room, trace_queue_len(hart)));
	while (done < room)
		done += take_piece(hart, aux, head + done, room - done);
	raw_spin_unlock_irqrestore(&hart->sink->lock, flags);
	return done;
}

bool trace_queue_lost(struct trace_hart *hart)
{
	unsigned long flags;
	bool lost;

	raw_spin_lock_irqsave(&hart->sink->lock, flags);
	lost = hart->lost;
	hart->lost = false;
	raw_spin_unlock_irqrestore(&hart->sink->lock, flags);
	return lost;
}

void trace_queue_drop(struct trace_hart *hart)
{
	struct trace_sink *sink = hart->sink;
	unsigned long flags;

	raw_spin_lock_irqsave(&sink->lock, flags);
	hart->tail = hart->head;
	/* The start of the continued message is lost. */
	if (sink->owner == hart)
		sink->owner = NULL;
	/* The only encoder is off, so the next byte begins a message. With
	 * several, the first message may be dropped with the overwritten
	 * ones. */
	if (sink->harts == 1)
		sink->unclear = sink->in_message = false;
	hart->lost = sink->unclear;
	hart->broken = sink->unclear;
	raw_spin_unlock_irqrestore(&sink->lock, flags);
}
