// SPDX-License-Identifier: BSD-2-Clause
/* Results of several harts, in the order of their timestamps. */
#include <stdlib.h>
#include <string.h>
#include "by_time.h"
#include "record.h"

enum { KEPT_MAX = 16 << 20 };

/* The queue of one source. */
struct queue {
	struct nt_record record;
	u64 latest; /* that came */
};

struct nt_by_time {
	const struct nt_format *format;
	void *state;
	struct queue *source[NT_SOURCES_MAX]; /* NULL: not seen */
	struct queue *queue[NT_SOURCES_MAX];  /* queues of the sources that were
					       * seen, num of them */
	size_t num;
	size_t kept; /* bytes in all queues, approximately */
	bool timed;
	bool begun; /* delivery has begun: all sources seem to be known */
};

struct nt_by_time *nt_by_time_begin(const struct nt_format *format, void *state)
{
	struct nt_by_time *by_time = must_alloc(sizeof(*by_time));

	memset(by_time, 0, sizeof(*by_time));
	by_time->format = format;
	by_time->state = state;
	return by_time;
}

/*
 * The queue with the earliest entry. *held is true if a queue without entries
 * may still get an earlier one. @return NULL: no entries
 */
static struct queue *earliest(const struct nt_by_time *by_time, bool *held)
{
	struct queue *first = NULL, *queue;
	u64 time = UINT64_MAX, silent = UINT64_MAX;
	size_t i;

	for (i = 0; i < by_time->num; i++) {
		queue = by_time->queue[i];
		if (!nt_record_any(&queue->record)) {
			silent = queue->latest < silent ? queue->latest :
							  silent;
		} else if (!first || nt_record_time(&queue->record) < time) {
			first = queue;
			time = nt_record_time(&queue->record);
		}
	}
	*held = silent < time;
	return first;
}

static void tell(struct nt_by_time *by_time, size_t kept_max)
{
	struct queue *queue;
	size_t before;
	bool held;

	by_time->begun |= by_time->kept > kept_max;
	while (by_time->begun && (queue = earliest(by_time, &held))) {
		if (held && by_time->kept <= kept_max)
			return;
		before = queue->record.used - queue->record.at;
		nt_record_tell_first(&queue->record, by_time->format,
				     by_time->state);
		by_time->kept -=
			before - (queue->record.used - queue->record.at);
	}
}

static struct queue *get(struct nt_by_time *by_time,
			 const struct ntrace_source *source)
{
	struct queue **queue = &by_time->source[source->src];

	if (!*queue) {
		*queue = must_alloc(sizeof(**queue));
		memset(*queue, 0, sizeof(**queue));
		by_time->queue[by_time->num++] = *queue;
	}
	if (source->has_time)
		by_time->timed = true;
	if (source->has_time && source->time > (*queue)->latest) {
		(*queue)->latest = source->time;
		tell(by_time, KEPT_MAX);
	}
	return *queue;
}

/* Count the new bytes of a queue; time may stand still. @param before its
 * bytes */
static void kept(struct nt_by_time *by_time, const struct queue *queue,
		 size_t before)
{
	by_time->kept += queue->record.used - queue->record.at - before;
	if (by_time->kept > KEPT_MAX)
		tell(by_time, KEPT_MAX);
}

static void on_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct nt_by_time *by_time = state;
	struct queue *queue = get(by_time, source);
	size_t before = queue->record.used - queue->record.at;

	nt_record_ranges(&queue->record, source, range, num, times);
	kept(by_time, queue, before);
}

static void on_event(void *state, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct nt_by_time *by_time = state;
	struct queue *queue = get(by_time, source);
	size_t before = queue->record.used - queue->record.at;

	nt_record_event(&queue->record, source, event);
	kept(by_time, queue, before);
}

bool nt_by_time_end(struct nt_by_time *by_time)
{
	bool timed = by_time->timed;
	size_t i;

	by_time->kept = 1;
	tell(by_time, 0);
	for (i = 0; i < by_time->num; i++) {
		nt_record_free(&by_time->queue[i]->record);
		free(by_time->queue[i]);
	}
	free(by_time);
	return timed;
}

const struct nt_format nt_by_time_format = {
	.ranges = on_ranges,
	.event = on_event,
};
