// SPDX-License-Identifier: BSD-2-Clause
/*
 * hartscope perf timeline: a trace for Perfetto. CPUs and threads have a track each,
 * with a slice for each time that a thread was on a CPU, and a mark for each loss.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "options.h"
#include "perf.h"
#include "perfetto.h"
#include "proto.h"

/* Tracks of CPUs are numbered from 1 on, those of processes and threads after
 * these, by their own numbers. */
enum {
	PROCESS_TRACK = 1,
	THREAD_TRACK = 2,
	TRACKS_LEAST = 256,
};
#define TRACK(kind, number) ((u64)(kind) << 32 | (number))

/** Work in a piece of the recording. */
struct work {
	u32 cpu;
	u64 time;
	u64 insns, kernel_insns, branches;
	const char *loss; /* NULL: none */
};

/** A thread on a CPU. */
struct slice {
	u32 cpu, pid, tid;
	u64 since;
};

struct timeline {
	struct perf_options options;
	struct perf_decode decode;
	struct perf_tasks tasks; /* at the time of the record */
	struct output out;
	struct work *work; /* sorted at the end by CPU, then by time */
	size_t num_works;
	struct slice *slice; /* the open slice of each CPU that has one */
	size_t num_slices;
	u64 *track; /* announced tracks: a hash table, 0 is none */
	size_t num_tracks, size_tracks;
	bool started;
	struct proto packet, event, part, whole;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE (standard output)", 0 },
	{ 0 },
};

static const char doc[] =
	"Write a trace for Perfetto (ui.perfetto.dev): a track for each CPU, "
	"and one for each thread below its process. A slice is a time on a "
	"CPU, with its executed instructions, or its branch records; marks "
	"show losses.\v"
	"The exit status is 1 if trace is missing or damaged.\n"
	"\n"
	"For example:\n"
	"  hartscope perf timeline --symfs=sysroot -o boot.perfetto-trace";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct timeline *timeline = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &timeline->options;
		break;
	case 'o':
		timeline->options.output = text;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* --- the file ------------------------------------------------------------- */

static void write_packet(struct timeline *t)
{
	proto_u64(&t->packet, PACKET_SEQUENCE_ID, 1);
	if (!t->started)
		proto_u64(&t->packet, PACKET_SEQUENCE_FLAGS, STATE_CLEARED);
	t->started = true;
	proto_begin(&t->whole);
	proto_message(&t->whole, TRACE_PACKET, &t->packet);
	output_bytes(&t->out, t->whole.data, t->whole.used);
}

static u64 *find_track(const struct timeline *t, u64 track)
{
	size_t i = (size_t)(track * 0x9e3779b97f4a7c15ULL >> 32);

	for (;; i++) {
		i &= t->size_tracks - 1;
		if (!t->track[i] || t->track[i] == track)
			return &t->track[i];
	}
}

static void enlarge(struct timeline *t)
{
	u64 *old = t->track;
	size_t i, size = t->size_tracks;

	t->size_tracks = size ? 2 * size : TRACKS_LEAST;
	t->track = must_alloc(t->size_tracks * sizeof(*t->track));
	memset(t->track, 0, t->size_tracks * sizeof(*t->track));
	for (i = 0; i < size; i++)
		if (old[i])
			*find_track(t, old[i]) = old[i];
	free(old);
}

/* True for the first use of a track. */
static bool is_new_track(struct timeline *t, u64 track)
{
	u64 *place;

	if (2 * t->num_tracks >= t->size_tracks)
		enlarge(t);
	place = find_track(t, track);
	if (*place)
		return false;
	*place = track;
	t->num_tracks++;
	return true;
}

/* t->event has the rest of the description. */
static void write_track(struct timeline *t, u64 track)
{
	proto_u64(&t->event, TRACK_UUID, track);
	proto_begin(&t->packet);
	proto_message(&t->packet, PACKET_TRACK_DESCRIPTOR, &t->event);
	write_packet(t);
}

static u64 cpu_track(struct timeline *t, u32 cpu)
{
	u64 track = (u64)cpu + 1;
	char name[32];

	if (!is_new_track(t, track))
		return track;
	snprintf(name, sizeof(name), "CPU %" PRIu32, cpu);
	proto_begin(&t->event);
	proto_string(&t->event, TRACK_NAME, name);
	write_track(t, track);
	return track;
}

/* Names at the end of the recording are used. */
static void describe_process(struct timeline *t, u32 pid)
{
	u64 track = TRACK(PROCESS_TRACK, pid);

	if (!is_new_track(t, track))
		return;
	proto_begin(&t->part);
	proto_u64(&t->part, PROCESS_PID, pid);
	proto_string(&t->part, PROCESS_NAME,
		     perf_tasks_comm(&t->decode.tasks, pid));
	proto_begin(&t->event);
	proto_message(&t->event, TRACK_PROCESS, &t->part);
	write_track(t, track);
}

static u64 thread_track(struct timeline *t, u32 pid, u32 tid)
{
	u64 track = TRACK(THREAD_TRACK, tid);

	if (!is_new_track(t, track))
		return track;
	describe_process(t, pid);
	proto_begin(&t->part);
	proto_u64(&t->part, THREAD_PID, pid);
	proto_u64(&t->part, THREAD_TID, tid);
	proto_string(&t->part, THREAD_NAME,
		     perf_tasks_comm(&t->decode.tasks, tid));
	proto_begin(&t->event);
	proto_message(&t->event, TRACK_THREAD, &t->part);
	write_track(t, track);
	return track;
}

static void begin_event(struct timeline *t, u64 track, unsigned int type)
{
	proto_begin(&t->event);
	proto_u64(&t->event, EVENT_TYPE, type);
	proto_u64(&t->event, EVENT_TRACK_UUID, track);
}

static void end_event(struct timeline *t, u64 time)
{
	proto_begin(&t->packet);
	proto_u64(&t->packet, PACKET_TIMESTAMP, time);
	proto_message(&t->packet, PACKET_TRACK_EVENT, &t->event);
	write_packet(t);
}

static void annotate(struct timeline *t, const char *name, u64 value)
{
	proto_begin(&t->part);
	proto_string(&t->part, ANNOTATION_NAME, name);
	proto_u64(&t->part, ANNOTATION_UINT, value);
	proto_message(&t->event, EVENT_DEBUG_ANNOTATION, &t->part);
}

/* --- what was recorded ---------------------------------------------------- */

/* Pieces of a CPU come in the order of time, and so do their contents. */
static struct work *work_of(struct timeline *t, const struct perf_piece *piece)
{
	struct work *work;
	size_t i;

	for (i = t->num_works; i--;) {
		work = &t->work[i];
		if (work->cpu == piece->cpu) {
			if (work->time == piece->time)
				return work;
			break;
		}
	}
	t->work = grow(t->work, t->num_works, sizeof(*t->work));
	work = &t->work[t->num_works++];
	*work = (struct work){ .cpu = piece->cpu, .time = piece->time };
	return work;
}

static void on_run(void *user, const struct perf_run *run, u64 times)
{
	struct work *work = work_of(user, run->piece);

	work->insns += run->insns * times;
	if (run->address >> 63)
		work->kernel_insns += run->insns * times;
}

static void on_branch(void *user, const struct perf_branch *branch, u64 times)
{
	work_of(user, branch->piece)->branches += times;
}

static void on_loss(void *user, const struct perf_piece *piece,
		    const char *what)
{
	work_of(user, piece)->loss = what;
}

/* --- time on CPUs --------------------------------------------------------- */

static struct slice *find_slice(const struct timeline *t, u32 cpu)
{
	size_t i;

	for (i = 0; i < t->num_slices; i++)
		if (t->slice[i].cpu == cpu)
			return &t->slice[i];
	return NULL;
}

static void write_begin(struct timeline *t, const struct slice *slice)
{
	const char *comm = perf_tasks_comm(&t->tasks, slice->tid);
	u64 track = cpu_track(t, slice->cpu);
	char name[64];

	snprintf(name, sizeof(name), "%s %" PRIu32, *comm ? comm : "?",
		 slice->tid);
	begin_event(t, track, SLICE_BEGIN);
	proto_string(&t->event, EVENT_NAME, name);
	end_event(t, slice->since);
	track = thread_track(t, slice->pid, slice->tid);
	snprintf(name, sizeof(name), "CPU %" PRIu32, slice->cpu);
	begin_event(t, track, SLICE_BEGIN);
	proto_string(&t->event, EVENT_NAME, name);
	end_event(t, slice->since);
}

static int compare(const void *a, const void *b)
{
	const struct work *x = a, *y = b;

	if (x->cpu != y->cpu)
		return x->cpu < y->cpu ? -1 : 1;
	return x->time < y->time ? -1 : x->time > y->time;
}

/* The first work of a CPU after that time, or NULL. */
static const struct work *first_after(const struct timeline *t, u32 cpu,
				      u64 time)
{
	size_t from = 0, to = t->num_works, middle;

	while (from < to) {
		middle = from + (to - from) / 2;
		if (t->work[middle].cpu < cpu || (t->work[middle].cpu == cpu &&
						  t->work[middle].time <= time))
			from = middle + 1;
		else
			to = middle;
	}
	return t->work + from;
}

/* The work of a slice; its losses are marks of its thread. */
static struct work sum(struct timeline *t, const struct slice *slice, u64 until)
{
	struct work all = { 0 };
	const struct work *work = first_after(t, slice->cpu, slice->since);

	for (; work < t->work + t->num_works && work->cpu == slice->cpu &&
	       work->time <= until;
	     work++) {
		all.insns += work->insns;
		all.kernel_insns += work->kernel_insns;
		all.branches += work->branches;
		if (!work->loss)
			continue;
		begin_event(t, thread_track(t, slice->pid, slice->tid),
			    INSTANT);
		proto_string(&t->event, EVENT_NAME, work->loss);
		end_event(t, work->time);
	}
	return all;
}

static void write_end(struct timeline *t, const struct slice *slice, u64 until)
{
	const struct work all = sum(t, slice, until);
	const u64 tracks[] = { cpu_track(t, slice->cpu),
			       thread_track(t, slice->pid, slice->tid) };
	size_t i;

	for (i = 0; i < array_size(tracks); i++) {
		begin_event(t, tracks[i], SLICE_END);
		if (!t->decode.file.of_branches) {
			annotate(t, "instructions", all.insns);
			annotate(t, "kernel_instructions", all.kernel_insns);
		}
		annotate(t, "branches", all.branches);
		end_event(t, until);
	}
}

static void leave(struct timeline *t, u32 cpu, u64 time)
{
	struct slice *slice = find_slice(t, cpu);

	if (!slice)
		return;
	write_end(t, slice, time);
	*slice = t->slice[--t->num_slices];
}

static void take_switch(struct timeline *t, const struct perf_record *record)
{
	struct slice *slice;

	leave(t, record->cpu, record->time);
	/* An idle CPU has no slice. */
	if (record->misc & PERF_RECORD_MISC_SWITCH_OUT ||
	    record->tid == PERF_NOBODY || !record->tid)
		return;
	t->slice = grow(t->slice, t->num_slices, sizeof(*t->slice));
	slice = &t->slice[t->num_slices++];
	*slice = (struct slice){ record->cpu, record->pid, record->tid,
				 record->time };
	write_begin(t, slice);
}

static bool is_switch(const struct perf_record *record)
{
	return record->cpu != PERF_NOBODY &&
	       (record->type == PERF_RECORD_SWITCH ||
		record->type == PERF_RECORD_SWITCH_CPU_WIDE);
}

static void write_slices(struct timeline *t)
{
	const struct perf_file *file = &t->decode.file;
	const struct perf_record *record;
	u64 last = 0;

	if (t->num_works)
		qsort(t->work, t->num_works, sizeof(*t->work), compare);
	perf_tasks_begin(&t->tasks, &t->decode.code, file->monotonic);
	for (record = file->record; record < file->record + file->num_records;
	     record++) {
		last = record->time ? record->time : last;
		if (is_switch(record))
			take_switch(t, record);
		else if (record->type == PERF_RECORD_COMM ||
			 record->type == PERF_RECORD_FORK)
			perf_tasks_record(&t->tasks, record);
	}
	while (t->num_slices)
		leave(t, t->slice[0].cpu, last);
	perf_tasks_end(&t->tasks);
}

static void release(struct timeline *t)
{
	free(t->work);
	free(t->slice);
	free(t->track);
	proto_free(&t->packet);
	proto_free(&t->event);
	proto_free(&t->part);
	proto_free(&t->whole);
}

int perf_timeline(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &perf_argp, 0, NULL, 0 }, { 0 }
	};
	const struct argp argp = { options,  parse, NULL, doc,
				   children, NULL,  NULL };
	static struct timeline timeline;
	const struct perf_sink sink = { .user = &timeline,
					.run = on_run,
					.branch = on_branch,
					.loss = on_loss };

	perf_options_begin(&timeline.options);
	argp_parse(&argp, argc, argv, 0, NULL, &timeline);
	perf_decode_open(&timeline.decode, &timeline.options);
	output_open(&timeline.out, timeline.options.output,
		    timeline.options.path);
	perf_decode_run(&timeline.decode, &sink);
	write_slices(&timeline);
	output_close(&timeline.out);
	release(&timeline);
	return perf_decode_end(&timeline.decode);
}
