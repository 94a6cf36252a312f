// SPDX-License-Identifier: BSD-2-Clause
/* Ranges and events, kept in memory one behind the other. */
#include <stdlib.h>
#include <string.h>
#include "record.h"

/* An entry; an event or num ranges follow. Sizes are multiples of 8 bytes. */
struct entry {
	u64 time, scontext, hcontext, offset;
	u64 times; /* of ranges */
	u32 num;   /* of ranges; 0: an event */
	u16 src;
	u8 priv;
	bool has_time;
};

_Static_assert(!(sizeof(struct entry) % 8) &&
		       !(sizeof(struct ntrace_range) % 8) &&
		       !(sizeof(struct ntrace_event) % 8),
	       "entries are aligned");

static void keep(struct nt_record *record, const void *data, size_t size)
{
	if (record->used + size > record->room && record->at) {
		record->used -= record->at;
		memmove(record->data, record->data + record->at, record->used);
		record->at = 0;
	}
	if (record->used + size > record->room) {
		record->room = 2 * (record->used + size);
		record->data = must_realloc(record->data, record->room);
	}
	memcpy(record->data + record->used, data, size);
	record->used += size;
}

static void keep_entry(struct nt_record *record,
		       const struct ntrace_source *source, size_t num,
		       u64 times)
{
	struct entry entry = {
		.time = source->time,
		.scontext = source->scontext,
		.hcontext = source->hcontext,
		.offset = source->offset,
		.times = times,
		.num = (u32)num,
		.src = source->src,
		.priv = source->priv,
		.has_time = source->has_time,
	};

	keep(record, &entry, sizeof(entry));
}

void nt_record_ranges(struct nt_record *record,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	if (!num)
		return;
	keep_entry(record, source, num, times);
	keep(record, range, num * sizeof(*range));
}

void nt_record_event(struct nt_record *record,
		     const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	keep_entry(record, source, 0, 0);
	keep(record, event, sizeof(*event));
}

static const struct ntrace_source *source_of(struct nt_record *record,
					     const struct entry *entry)
{
	struct ntrace_source *source = record->source;

	if (!source) {
		source = must_alloc(sizeof(*source));
		memset(source, 0, sizeof(*source));
		record->source = source;
	}
	source->time = entry->time;
	source->scontext = entry->scontext;
	source->hcontext = entry->hcontext;
	source->offset = entry->offset;
	source->src = entry->src;
	source->priv = entry->priv;
	source->has_time = entry->has_time;
	return source;
}

u64 nt_record_time(const struct nt_record *record)
{
	const struct entry *entry = (const void *)(record->data + record->at);

	return entry->time;
}

void nt_record_tell_first(struct nt_record *record,
			  const struct nt_format *format, void *state)
{
	const struct entry *entry = (const void *)(record->data + record->at);
	const struct ntrace_source *source = source_of(record, entry);
	const void *data = entry + 1;

	record->at += sizeof(*entry);
	if (entry->num) {
		record->at += entry->num * sizeof(struct ntrace_range);
		format->ranges(state, source, data, entry->num, entry->times);
	} else {
		record->at += sizeof(struct ntrace_event);
		format->event(state, source, data);
	}
	if (record->at == record->used)
		record->at = record->used = 0;
}

void nt_record_tell(struct nt_record *record, const struct nt_format *format,
		    void *state)
{
	while (nt_record_any(record))
		nt_record_tell_first(record, format, state);
}

void nt_record_free(struct nt_record *record)
{
	free(record->data);
	free(record->source);
	memset(record, 0, sizeof(*record));
}
