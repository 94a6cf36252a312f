// SPDX-License-Identifier: BSD-2-Clause
/*
 * Decoding parts of a trace at the same time. A part starts at its first
 * synchronizing message, and its decoder reads on behind its end to the next
 * one, see ntrace_flow_part(). The results of a part are kept until those
 * before it are written; memory is bounded, as a part with many results waits
 * for its turn and then writes at once. Results are text where the form of
 * output allows it, counts where it only counts, else the calls of the decoder:
 * one thread after the other repeats them to the one form of output.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "counts.h"
#include "parallel.h"
#include "record.h"

enum {
	PART_BYTES = 1 << 16, /* minimum of the trace in a part */
	PART_BYTES_MAX = 1 << 20,
	PARTS = 8,		/* parts for each thread, for a format that
				 * counts */
	KEPT_BYTES = 1 << 24,	/* of a result that waits for its turn */
	RECORD_BYTES = 1 << 22, /* the same, for results in a record */
	STEP_BYTES = 1 << 12,	/* bytes of a step after a part's end */
};

/* Finished parts wait here for those before them. */
struct part {
	struct pool *pool;
	size_t number;
	char *kept; /* used of room bytes to be written later */
	size_t used, room;
	struct nt_record record;	/* the same, for a format in order */
	struct ntrace_finding *finding; /* the first findings */
	size_t num_findings;
	struct nt_findings findings; /* counts of the others */
	struct nt_result result;
	u64 messages; /* messages that start in it */
	bool finished;
	void *state; /* of the format, or the thread's struct nt_counts */
};

struct pool {
	struct nt_decode *decode;
	const struct nt_format *format;
	bool in_order; /* the format needs all results in their order */
	struct output *out;
	struct nt_findings *findings;
	struct nt_result *result;
	const u8 *trace;
	size_t size;
	size_t part_bytes;
	size_t num_parts;
	unsigned int window; /* parts in work or waiting, at most */
	struct part *part;   /* window parts, by number */
	struct progress progress;

	pthread_mutex_t lock;
	pthread_cond_t changed;
	void *state;  /* state of a format in order, or the sum of counts */
	size_t next;  /* next part to begin */
	size_t turn;  /* part that may write now */
	bool merging; /* a thread is adding a finished part */
	u64 messages; /* in the parts before it */
};

bool nt_can_start_anywhere(const struct nt_decode *decode)
{
	struct stat st;

	return !decode->program.code && !decode->trace.framed &&
	       !decode->trace.format.src_bits && !decode->program.num_later &&
	       strcmp(decode->trace.path, "-") != 0 &&
	       !stat(decode->trace.path, &st) && S_ISREG(st.st_mode) &&
	       st.st_size > 0 && !input_is_packed(decode->trace.path);
}

bool nt_parallel_can(const struct nt_decode *decode)
{
	struct stat st;

	return nt_can_start_anywhere(decode) &&
	       !stat(decode->trace.path, &st) && st.st_size > PART_BYTES;
}

/* The start of a part: its first message. */
static size_t cut(const struct pool *pool, size_t number)
{
	return ntrace_flow_cut(pool->trace, pool->size,
			       number * pool->part_bytes);
}

static void keep(struct part *part, const char *data, size_t size)
{
	if (part->used + size > part->room) {
		part->room = 2 * (part->used + size);
		part->kept = must_realloc(part->kept, part->room);
	}
	memcpy(part->kept + part->used, data, size);
	part->used += size;
}

/* Only the part whose turn it is calls this, so it needs no lock. */
static void write_kept(struct part *part)
{
	struct pool *pool = part->pool;

	if (pool->in_order)
		nt_record_tell(&part->record, pool->format, pool->state);
	output_bytes(pool->out, part->kept, part->used);
	part->used = 0;
}

static void wait_for_turn(struct part *part)
{
	struct pool *pool = part->pool;

	pthread_mutex_lock(&pool->lock);
	while (pool->turn != part->number)
		pthread_cond_wait(&pool->changed, &pool->lock);
	pthread_mutex_unlock(&pool->lock);
}

static void on_output(void *user, const char *data, size_t size)
{
	struct part *part = user;

	if (part->used + size > KEPT_BYTES) {
		wait_for_turn(part);
		write_kept(part);
		output_bytes(part->pool->out, data, size);
	} else {
		keep(part, data, size);
	}
}

static bool has_turn(struct part *part)
{
	struct pool *pool = part->pool;
	bool has;

	pthread_mutex_lock(&pool->lock);
	has = pool->turn == part->number;
	pthread_mutex_unlock(&pool->lock);
	return has;
}

/* True if a part may give results to the format now; else it keeps them. */
static bool may_tell(struct part *part)
{
	if (part->record.used > RECORD_BYTES)
		wait_for_turn(part);
	else if (!has_turn(part))
		return false;
	write_kept(part);
	return true;
}

static void on_ranges(void *user, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct part *part = user;

	if (part->pool->in_order && !may_tell(part))
		nt_record_ranges(&part->record, source, range, num, times);
	else
		part->pool->format->ranges(part->state, source, range, num,
					   times);
}

static void on_event(void *user, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct part *part = user;

	if (part->pool->in_order && !may_tell(part))
		nt_record_event(&part->record, source, event);
	else
		part->pool->format->event(part->state, source, event);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct part *part = user;

	(void)source;
	if (part->num_findings > part->pool->findings->max) {
		nt_findings_count(&part->findings, finding);
	} else if (!nt_findings_ignored(&part->findings, finding)) {
		part->finding = grow(part->finding, part->num_findings,
				     sizeof(*part->finding));
		part->finding[part->num_findings++] = *finding;
	}
}

u64 nt_parallel_feed(struct ntrace_flow *flow, const struct nt_part *piece,
		     struct nt_result *result)
{
	size_t at = piece->at, end = piece->end, size = piece->size, step;
	u64 messages;

	ntrace_flow_part(flow, at ? NTRACE_PART_LATER : NTRACE_PART_FIRST, at);
	ntrace_flow_feed(flow, piece->trace + at, end - at);
	messages = flow->message;
	result->idle_bytes = flow->idle_bytes;
	result->bad_bytes = flow->bad_bytes;
	/* Without a synchronizing message the whole part belongs to the one
	 * before */
	if (end == size ||
	    (at && flow->num_sources && !flow->source->totals.syncs))
		return messages;
	ntrace_flow_end_part(flow);
	for (at = end; at < size && !ntrace_flow_part_done(flow); at += step) {
		step = size - at < STEP_BYTES ? size - at : STEP_BYTES;
		ntrace_flow_feed(flow, piece->trace + at, step);
	}
	return messages;
}

void nt_parallel_part(struct nt_decode *decode, const struct nt_part *piece,
		      const struct ntrace_sink *sink, struct nt_result *result)
{
	struct ntrace_source source;
	struct ntrace_flow flow;
	struct nt_room room;

	memset(result, 0, sizeof(*result));
	if (decode->bounded)
		decode->bounded->most = (u64)piece->size << NT_OUTPUT_BITS;
	nt_room_begin(&room);
	ntrace_flow_init(&flow, &decode->settings.flow, &decode->program.view,
			 sink, &source, 1, room.range, NT_RANGES_MAX);
	nt_room_use(&room, decode, &flow);
	nt_parallel_feed(&flow, piece, result);
	ntrace_flow_finish(&flow);
	nt_result_add(result, decode, &flow);
	/* A part may have no message of its own; only an empty trace is an error. */
	result->bytes = piece->size;
	nt_room_end(&room);
}

static void feed(struct pool *pool, struct part *part, struct ntrace_flow *flow)
{
	struct nt_part piece = {
		.trace = pool->trace,
		.size = pool->size,
		.at = cut(pool, part->number),
		.end = pool->size,
	};

	if (part->number + 1 < pool->num_parts)
		piece.end = cut(pool, part->number + 1);
	part->messages = nt_parallel_feed(flow, &piece, &part->result);
}

static void decode_part(struct pool *pool, struct part *part,
			const struct nt_room *room, struct nt_counts *counts)
{
	struct ntrace_sink sink = { part, on_ranges, on_event, on_finding,
				    NULL };
	struct ntrace_source source;
	struct ntrace_flow flow;
	struct output out;

	output_to(&out, on_output, part);
	part->state = pool->state;
	if (pool->format->counts)
		part->state = counts;
	else if (!pool->in_order)
		part->state = pool->format->begin(pool->decode, &out);
	ntrace_flow_init(&flow, &pool->decode->settings.flow,
			 &pool->decode->program.view, &sink, &source, 1,
			 room->range, NT_RANGES_MAX);
	nt_room_use(room, pool->decode, &flow);
	feed(pool, part, &flow);
	ntrace_flow_finish(&flow);
	nt_result_add(&part->result, pool->decode, &flow);
	if (!pool->format->counts && !pool->in_order)
		pool->format->end(part->state);
	output_close(&out);
}

/* Add a finished part to the result, after all parts before it. */
static void merge(struct pool *pool, struct part *part)
{
	size_t i;

	write_kept(part);
	for (i = 0; i < part->num_findings; i++) {
		part->finding[i].message += pool->messages;
		nt_findings_add(pool->findings, NULL, &part->finding[i]);
	}
	for (i = 0; i < NTRACE_CLASSES; i++)
		pool->findings->count[i] += part->findings.count[i];
	nt_result_sum(pool->result, &part->result);
	pool->messages += part->messages;
	free(part->finding);
	progress_update(&pool->progress, (part->number + 1) * pool->part_bytes);
}

/* A part is finished; add it, and later finished parts whose turn has come. */
static void finish_part(struct pool *pool, struct part *part)
{
	pthread_mutex_lock(&pool->lock);
	part->finished = true;
	while (!pool->merging) {
		part = &pool->part[pool->turn % pool->window];
		if (!part->finished)
			break;
		pool->merging = true;
		pthread_mutex_unlock(&pool->lock);
		merge(pool, part);
		pthread_mutex_lock(&pool->lock);
		pool->merging = false;
		part->finished = false;
		pool->turn++;
		pthread_cond_broadcast(&pool->changed);
	}
	pthread_mutex_unlock(&pool->lock);
}

/* The next part to decode, once it has a place; NULL after the last. */
static struct part *begin_part(struct pool *pool)
{
	struct part *part = NULL;

	pthread_mutex_lock(&pool->lock);
	while (pool->next < pool->num_parts &&
	       pool->next >= pool->turn + pool->window)
		pthread_cond_wait(&pool->changed, &pool->lock);
	if (pool->next < pool->num_parts) {
		part = &pool->part[pool->next % pool->window];
		*part = (struct part){ .pool = pool,
				       .number = pool->next++,
				       .kept = part->kept,
				       .room = part->room,
				       .record = part->record };
		part->findings.ignored = pool->findings->ignored;
	}
	pthread_mutex_unlock(&pool->lock);
	return part;
}

static void add_counts(struct pool *pool, const struct nt_counts *counts)
{
	pthread_mutex_lock(&pool->lock);
	nt_counts_merge(pool->state, counts);
	pthread_mutex_unlock(&pool->lock);
}

static void *work(void *argument)
{
	struct pool *pool = argument;
	struct nt_counts counts;
	struct part *part;
	struct nt_room room;

	nt_room_begin(&room);
	nt_counts_begin(&counts, pool->decode);
	while ((part = begin_part(pool))) {
		decode_part(pool, part, &room, &counts);
		finish_part(pool, part);
	}
	if (pool->format->counts)
		add_counts(pool, &counts);
	nt_counts_end(&counts);
	nt_room_end(&room);
	return NULL;
}

/* Counts are delivered after each part: the state of formats that count is
 * large. */
static void divide(struct pool *pool, unsigned int jobs)
{
	size_t bytes = pool->size / jobs / PARTS;

	if (!pool->format->counts || bytes < PART_BYTES)
		bytes = PART_BYTES;
	if (bytes > PART_BYTES_MAX)
		bytes = PART_BYTES_MAX;
	pool->part_bytes = bytes;
	pool->num_parts = (pool->size + bytes - 1) / bytes;
}

static void run_threads(struct pool *pool, unsigned int jobs)
{
	pthread_t *thread = must_alloc(jobs * sizeof(*thread));
	unsigned int i;
	int error;

	for (i = 1; i < jobs; i++) {
		error = pthread_create(&thread[i], NULL, work, pool);
		if (error)
			die("cannot start thread %u: %s; use fewer --jobs", i,
			    strerror(error));
	}
	work(pool);
	for (i = 1; i < jobs; i++)
		pthread_join(thread[i], NULL);
	free(thread);
}

void nt_parallel_run(struct nt_decode *decode, const struct nt_format *format,
		     unsigned int jobs, struct output *out,
		     struct nt_findings *findings, struct nt_result *result)
{
	struct pool pool = {
		.decode = decode,
		.format = format,
		.in_order = !format->parts && !format->counts,
		.out = out,
		.findings = findings,
		.result = result,
		.window = 4 * jobs,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.changed = PTHREAD_COND_INITIALIZER,
	};
	struct nt_map map;
	unsigned int i;

	memset(result, 0, sizeof(*result));
	nt_map_begin(&map, decode->trace.path);
	pool.trace = map.data;
	pool.size = map.size;
	divide(&pool, jobs);
	nt_trace_look(&decode->trace, pool.trace, pool.size);
	if (decode->bounded)
		decode->bounded->most = (u64)pool.size << NT_OUTPUT_BITS;
	pool.part = must_alloc(pool.window * sizeof(*pool.part));
	memset(pool.part, 0, pool.window * sizeof(*pool.part));
	progress_begin(&pool.progress, pool.size, decode->trace.quiet);
	if (!format->parts)
		pool.state = format->begin(decode, out);
	run_threads(&pool, jobs);
	if (!format->parts)
		format->end(pool.state);
	progress_end(&pool.progress);
	for (i = 0; i < pool.window; i++) {
		free(pool.part[i].kept);
		nt_record_free(&pool.part[i].record);
	}
	free(pool.part);
	nt_map_end(&map);
	result->bytes = pool.size;
}
