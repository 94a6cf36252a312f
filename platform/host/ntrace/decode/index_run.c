// SPDX-License-Identifier: BSD-2-Clause
/*
 * Decoding a selection with an index. A stretch of a source reaches from its
 * row at a checkpoint to its row at the next one. The stretches with a part of
 * the selection are decoded, adjacent ones as one part.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "index.h"

struct index_run {
	const struct nt_index *index;
	const char *path; /* of the index */
	struct nt_decode *decode;
	struct nt_select *select;
	const struct ntrace_sink *sink;
	bool *wanted; /* for each row: its stretch has selected results */
	bool *needed; /* for each source: needed in this part */
	struct nt_map map;
	size_t checked; /* checkpoints whose bytes are known to match the
			 * index */
	/* Stacks of the sources, at the last checkpoint up to here */
	struct nt_index_frame *frame;
	size_t stacks;
};

bool nt_index_can(const struct nt_decode *decode)
{
	struct stat st;

	return !decode->trace.framed && !decode->settings.flow.strict &&
	       !decode->program.num_later &&
	       strcmp(decode->trace.path, "-") != 0 &&
	       !stat(decode->trace.path, &st) && S_ISREG(st.st_mode) &&
	       st.st_size > 0 && !input_is_packed(decode->trace.path);
}

/* --- choice of stretches -------------------------------------------------- */

/* The end of a stretch. */
static struct nt_index_row row_behind(const struct nt_index *index, size_t k,
				      size_t source)
{
	if (k + 1 < index->num)
		return *nt_index_row(index, k + 1, source);
	return (struct nt_index_row){ .at = UINT64_MAX,
				      .insns = index->all[source] };
}

static bool is_empty(const struct nt_index *index, size_t k, size_t source)
{
	return nt_index_row(index, k, source)->at ==
	       row_behind(index, k, source).at;
}

static bool has_function(const struct index_run *run,
			 const struct nt_index_stack *stack)
{
	size_t i;

	for (i = 0; i < stack->num_seen; i++)
		if (nt_select_has_function(run->select,
					   run->index->seen[stack->seen + i]))
			return true;
	return false;
}

/* True if a stretch may have selected results. */
static bool is_selected(const struct index_run *run, size_t k, size_t source)
{
	const struct nt_index *index = run->index;
	const struct nt_select *select = run->select;
	const struct nt_index_row *row = nt_index_row(index, k, source);
	struct nt_window window = { 1, UINT64_MAX };
	u64 end = row_behind(index, k, source).insns;

	if (!nt_trace_wants(&run->decode->trace, index->src[source]) ||
	    is_empty(index, k, source))
		return false;
	if (select->numbered)
		window = nt_select_window(select, index->src[source]);
	/* Events have the number of the instruction before them */
	if (row->insns >= window.to || end < window.from - 1)
		return false;
	if (select->time && (row->low > row->high || row->low > select->to ||
			     row->high < select->from))
		return false;
	return !select->function ||
	       has_function(run, nt_index_stack(index, k, source));
}

/*
 * Mark a stretch, and later ones up to one with instructions: from these the
 * selection learns that results are left out.
 */
static void want(const struct index_run *run, size_t k, size_t source)
{
	const struct nt_index *index = run->index;
	size_t i;

	for (i = k; i < index->num; i++) {
		run->wanted[i * index->sources + source] = true;
		if (i > k && row_behind(index, i, source).insns >
				     nt_index_row(index, i, source)->insns)
			break;
	}
}

static void choose(const struct index_run *run)
{
	const struct nt_index *index = run->index;
	size_t k, source;

	for (k = 0; k < index->num; k++)
		for (source = 0; source < index->sources; source++)
			if (is_selected(run, k, source))
				want(run, k, source);
}

static bool has_times(const struct nt_index *index)
{
	size_t rows = index->num * index->sources, i;

	for (i = 0; i < rows; i++)
		if (index->row[i].low <= index->row[i].high)
			return true;
	return false;
}

static bool any_wanted(const struct index_run *run, size_t k)
{
	size_t source;

	for (source = 0; source < run->index->sources; source++)
		if (run->wanted[k * run->index->sources + source])
			return true;
	return false;
}

/* --- a part of the trace --------------------------------------------------- */

static bool is_needed(const struct index_run *run,
		      const struct ntrace_source *source)
{
	return !source || run->needed[source->src];
}

static void on_ranges(void *user, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	const struct index_run *run = user;

	if (is_needed(run, source))
		run->sink->ranges(run->sink->user, source, range, num, times);
}

static void on_event(void *user, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	const struct index_run *run = user;

	if (is_needed(run, source))
		run->sink->event(run->sink->user, source, event);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	const struct index_run *run = user;

	if (is_needed(run, source))
		run->sink->finding(run->sink->user, source, finding);
}

/* Set the frames of all sources at a checkpoint, from all rows up to it. */
static void go_to_stacks(struct index_run *run, size_t k)
{
	const struct nt_index *index = run->index;
	const struct nt_index_stack *stack;
	struct nt_index_frame *frame;
	size_t source;

	for (; run->stacks <= k; run->stacks++) {
		for (source = 0; source < index->sources; source++) {
			stack = nt_index_stack(index, run->stacks, source);
			frame = run->frame + source * PROFILE_FRAMES_MAX;
			memcpy(frame + stack->kept, index->frame + stack->frame,
			       (stack->depth - stack->kept) * sizeof(*frame));
		}
	}
}

/* Set the selection's state of a source at a row. */
static void restore(struct index_run *run, size_t k, size_t source)
{
	const struct symbols *symbols = &run->decode->program.symbols;
	const struct nt_index *index = run->index;
	struct nt_select_state state = {
		.insns = nt_index_row(index, k, source)->insns,
	};
	const struct nt_index_frame *frame;
	const struct nt_index_stack *stack;
	u32 i;

	if (run->select->function) {
		go_to_stacks(run, k);
		stack = nt_index_stack(index, k, source);
		frame = run->frame + source * PROFILE_FRAMES_MAX;
		state.depth = stack->depth;
		state.pending = stack->pending;
		state.from = stack->from;
		state.resumes = stack->resumes;
		for (i = 0; i < stack->depth; i++, frame++)
			state.frame[i] = (struct profile_frame){
				.function =
					frame->function <
							symbols->num_functions ?
						&symbols->function
							 [frame->function] :
						NULL,
				.back = frame->back,
				.trap = frame->trap,
			};
	}
	nt_select_restore(run->select, index->src[source], &state);
}

/*
 * Find the sources that are needed between two checkpoints.
 * @return the end of the last of them, in the trace
 */
static size_t need(const struct index_run *run, size_t from, size_t to)
{
	const struct nt_index *index = run->index;
	size_t k, source, until = (size_t)index->offset[from];
	size_t size = run->map.size;
	u64 end;

	memset(run->needed, 0, NT_SOURCES_MAX * sizeof(*run->needed));
	for (source = 0; source < index->sources; source++) {
		for (k = to; k > from; k--)
			if (run->wanted[(k - 1) * index->sources + source])
				break;
		if (k == from)
			continue;
		run->needed[index->src[source]] = true;
		end = row_behind(index, k - 1, source).at;
		/* Its first synchronizing message after the part has its end */
		if (end < size)
			end = ntrace_flow_cut(run->map.data, size,
					      (size_t)end + 1);
		end = end < size ? end : size;
		until = end > until ? (size_t)end : until;
	}
	return until;
}

/* Check that the index belongs to the bytes to decode. */
static void check_bytes(struct index_run *run, size_t from, size_t until)
{
	size_t k = from > run->checked ? from : run->checked;

	for (; k < run->index->num && run->index->offset[k] < until; k++)
		nt_index_check(run->index, run->path, run->map.data, k);
	run->checked = k;
}

/* Decode from one checkpoint to another, and beyond it if necessary. */
static void decode_part(struct index_run *run, size_t from, size_t to,
			struct nt_result *result)
{
	const struct ntrace_sink sink = { run, on_ranges, on_event, on_finding,
					  NULL };
	const struct nt_index *index = run->index;
	struct ntrace_resume *resume =
		must_alloc(index->sources * sizeof(*resume) + 1);
	struct nt_stretch stretch = {
		.trace = run->map.data,
		.size = run->map.size,
		.at = (size_t)index->offset[from],
		.end = to < index->num ? (size_t)index->offset[to] :
					 run->map.size,
		.message = index->message[from],
		.resume = resume,
	};
	struct nt_result part;
	size_t source;

	stretch.until = need(run, from, to);
	check_bytes(run, from,
		    stretch.until > stretch.end ? stretch.until : stretch.end);
	for (source = 0; from && source < index->sources; source++) {
		restore(run, from, source);
		resume[stretch.num++] =
			nt_index_row(index, from, source)->resume;
	}
	nt_decode_stretch(run->decode, &stretch, &sink, &part);
	nt_result_sum(result, &part);
	free(resume);
}

void nt_index_run(const struct nt_index *index, const char *path,
		  struct nt_decode *decode, struct nt_select *select,
		  const struct ntrace_sink *sink, struct nt_result *result)
{
	size_t rows = index->num * index->sources, from, to;
	struct index_run run = {
		.index = index,
		.path = path,
		.decode = decode,
		.select = select,
		.sink = sink,
		.wanted = memset(must_alloc(rows + 1), 0, rows + 1),
		.needed = must_alloc(NT_SOURCES_MAX * sizeof(*run.needed)),
		.frame = must_alloc(index->sources * PROFILE_FRAMES_MAX *
					    sizeof(*run.frame) +
				    1),
	};
	struct progress progress;

	memset(result, 0, sizeof(*result));
	nt_map_begin(&run.map, decode->trace.path);
	if (decode->bounded)
		decode->bounded->most = (u64)run.map.size << NT_OUTPUT_BITS;
	for (from = 0; select->last && from < index->sources; from++)
		nt_select_last(select, index->src[from], index->all[from]);
	select->timed = has_times(index);
	choose(&run);
	progress_begin(&progress, run.map.size, decode->trace.quiet);
	for (from = 0; from < index->num; from = to) {
		for (to = from; to < index->num && any_wanted(&run, to);)
			to++;
		if (to > from)
			decode_part(&run, from, to, result);
		to += to == from;
		if (to < index->num)
			progress_update(&progress, index->offset[to]);
	}
	progress_end(&progress);
	result->bytes = run.map.size;
	nt_map_end(&run.map);
	free(run.wanted);
	free(run.needed);
	free(run.frame);
}
