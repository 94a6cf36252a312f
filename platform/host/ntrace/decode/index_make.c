// SPDX-License-Identifier: BSD-2-Clause
/*
 * hartscope ntrace index: decodes a trace once, and records at checkpoints the
 * state for a decoder that begins there.
 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "findings.h"
#include "index.h"

enum {
	/* Minimum between two checkpoints; more if there would be too many */
	LEAST_BYTES = 1 << 16,
	MOST_CHECKPOINTS = 4096,
	MOST_ROWS = 1 << 22,
	KEY_EVERY = 0x200,
};

/* State of one source. */
struct maker_source {
	struct maker *maker;
	size_t number;
	size_t rows; /* number of rows, for checkpoints from the first one on */
	u64 insns;
	struct profile_stack stack;
	struct nt_index_frame frame[PROFILE_FRAMES_MAX]; /* of the last row */
	u32 depth;
	u32 *seen; /* functions since the last row, in any order */
	size_t num_seen;
	bool *is_seen; /* of each function */
};

struct maker {
	struct nt_decode decode;
	const char *output;
	struct nt_findings findings;
	struct nt_index index;
	u64 every;   /* bytes between two checkpoints, by the user; or 0 */
	size_t room; /* number of checkpoints to make */
	struct profile_functions functions;
	struct maker_source *source[NT_SOURCES_MAX]; /* NULL: not seen */
	struct maker_source *by_number[NT_SOURCES_MAX];
	/* Rows by source: sources are found one by one */
	struct nt_index_row *row[NT_SOURCES_MAX];
	struct nt_index_stack *stack[NT_SOURCES_MAX];
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE (TRACE.index)", 0 },
	{ "every", KEY_EVERY, "N", 0,
	  "Least number of bytes between two places where decoding can begin "
	  "(a 4096th of the trace, or 65536 if that is more)",
	  0 },
	{ 0 },
};

static const char doc[] =
	"Make an index of a trace. With an index, decode and report find a "
	"time, a number of an instruction, a function or a hart without "
	"decoding the trace before it. An index belongs to one trace, one "
	"program and one set of options; it is refused for others.\v"
	"For example:\n"
	"  hartscope ntrace index -i prog.elf trace.bin\n"
	"  hartscope ntrace decode --index=trace.bin.index -i prog.elf \\\n"
	"    -f insns --insns=1000000..1001000 trace.bin";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct maker *maker = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		nt_decode_inputs(state, &maker->decode);
		maker->findings.max = 20;
		break;
	case 'o':
		maker->output = text;
		break;
	case KEY_EVERY:
		maker->every =
			option_number(state, "--every", text, 1, UINT32_MAX);
		break;
	case ARGP_KEY_END:
		if (!nt_program_given(&maker->decode.program))
			option_usage(state,
				     "the program is missing: name it with "
				     "--image, or a code log with --code");
		maker->decode.program.want_symbols = true;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* --- stacks ---------------------------------------------------------------- */

static u32 function_number(const struct maker *maker,
			   const struct profile_function *function)
{
	const struct profile_function *first = maker->functions.function;

	if (function < first || function >= first + maker->functions.num)
		return (u32)maker->functions.num;
	return (u32)(function - first);
}

static void see(struct maker_source *source, u32 function)
{
	if (source->is_seen[function])
		return;
	source->is_seen[function] = true;
	source->seen =
		grow(source->seen, source->num_seen, sizeof(*source->seen));
	source->seen[source->num_seen++] = function;
}

static void on_enter(void *user, unsigned int src, struct profile_stack *stack)
{
	struct maker_source *source = user;

	(void)src;
	see(source,
	    function_number(source->maker, profile_stack_top(stack)->function));
}

static int compare_numbers(const void *a, const void *b)
{
	u32 x = *(const u32 *)a, y = *(const u32 *)b;

	return x < y ? -1 : x > y;
}

/* The functions since the last row become those of that row. */
static void keep_seen(struct maker_source *source)
{
	struct nt_index *index = &source->maker->index;
	struct nt_index_stack *stack;
	size_t i;

	if (source->num_seen)
		qsort(source->seen, source->num_seen, sizeof(*source->seen),
		      compare_numbers);
	/* Functions before the first row belong to no stretch */
	if (source->rows) {
		stack = &source->maker->stack[source->number][source->rows - 1];
		stack->seen = index->num_seen;
		stack->num_seen = source->num_seen;
	}
	for (i = 0; i < source->num_seen; i++) {
		source->is_seen[source->seen[i]] = false;
		if (!source->rows)
			continue;
		index->seen = grow(index->seen, index->num_seen,
				   sizeof(*index->seen));
		index->seen[index->num_seen++] = source->seen[i];
	}
	source->num_seen = 0;
}

static bool same_frame(const struct nt_index_frame *a,
		       const struct nt_index_frame *b)
{
	return a->function == b->function && a->trap == b->trap &&
	       a->back == b->back;
}

/* Store the stack as the frames that differ from the last row. */
static void keep_stack(struct maker_source *source, struct nt_index_stack *kept)
{
	const struct profile_stack *stack = &source->stack;
	struct nt_index *index = &source->maker->index;
	struct nt_index_frame frame;
	bool same = true;
	u32 i;

	kept->frame = index->frames;
	kept->depth = stack->depth;
	kept->from = stack->from;
	kept->pending = stack->pending;
	kept->resumes = stack->resumes;
	for (i = 0; i < stack->depth; i++) {
		frame = (struct nt_index_frame){
			.function = function_number(source->maker,
						    stack->frame[i].function),
			.trap = stack->frame[i].trap,
			.back = stack->frame[i].back,
		};
		see(source, frame.function);
		same &= i < source->depth &&
			same_frame(&frame, &source->frame[i]);
		kept->kept += same;
		source->frame[i] = frame;
		if (same)
			continue;
		index->frame = grow(index->frame, index->frames, sizeof(frame));
		index->frame[index->frames++] = frame;
	}
	source->depth = stack->depth;
}

/* --- rows ------------------------------------------------------------------ */

static struct maker_source *new_source(struct maker *maker, u16 src)
{
	static const struct profile_sink sink = { .enter = on_enter };
	struct nt_index *index = &maker->index;
	struct maker_source *source = must_alloc(sizeof(*source));
	size_t n = index->sources++, functions = maker->functions.num + 1;

	if (index->sources * maker->room > MOST_ROWS)
		die("'%s' has too many sources for an index",
		    maker->decode.trace.path);
	memset(source, 0, sizeof(*source));
	source->maker = maker;
	source->number = n;
	source->is_seen = memset(must_alloc(functions), 0, functions);
	profile_stack_init(&source->stack, &maker->functions, &sink, source,
			   src);
	maker->source[src] = source;
	maker->by_number[n] = source;
	maker->row[n] = must_alloc(maker->room * sizeof(*maker->row[n]));
	maker->stack[n] = must_alloc(maker->room * sizeof(*maker->stack[n]));
	memset(maker->stack[n], 0, maker->room * sizeof(*maker->stack[n]));
	index->src = grow(index->src, n, sizeof(*index->src));
	index->src[n] = src;
	return source;
}

static struct maker_source *get(struct maker *maker,
				const struct ntrace_source *source)
{
	struct maker_source *known = maker->source[source->src];

	return known ? known : new_source(maker, source->src);
}

/*
 * All checkpoints since the last row get the same row; the next results belong
 * to the last one.
 */
static void add_rows(struct maker_source *source, struct nt_index_row row)
{
	struct maker *maker = source->maker;
	struct nt_index_stack stack = { 0 }, again;

	if (source->rows == maker->index.num)
		return;
	row.insns = source->insns;
	row.low = UINT64_MAX;
	row.high = 0;
	keep_seen(source);
	keep_stack(source, &stack);
	again = stack;
	again.kept = stack.depth;
	while (source->rows < maker->index.num) {
		maker->row[source->number][source->rows] = row;
		maker->stack[source->number][source->rows++] = stack;
		stack = again;
	}
}

/* Note a timestamp in the stretch after the last row. */
static void note_time(struct maker_source *source,
		      const struct ntrace_source *decoded)
{
	struct nt_index_row *row;

	if (!source->rows || !decoded->has_time)
		return;
	row = &source->maker->row[source->number][source->rows - 1];
	row->low = decoded->time < row->low ? decoded->time : row->low;
	row->high = decoded->time > row->high ? decoded->time : row->high;
}

static void on_ranges(void *user, const struct ntrace_source *decoded,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct maker_source *source = get(user, decoded);
	size_t i;

	for (i = 0; i < num; i++)
		source->insns += range[i].insns * times;
	profile_stack_ranges(&source->stack, decoded, range, num, times);
	note_time(source, decoded);
}

static void on_event(void *user, const struct ntrace_source *decoded,
		     const struct ntrace_event *event)
{
	struct maker_source *source = get(user, decoded);

	if (event->kind == NTRACE_EVENT_SYNC)
		add_rows(source, (struct nt_index_row){
					 .at = decoded->offset,
					 .resume = {
						 .src = decoded->src,
						 .mode = decoded->mode,
						 .priv = decoded->priv,
						 .has_time = decoded->has_time,
						 .time = decoded->time,
						 .scontext = decoded->scontext,
						 .hcontext = decoded->hcontext,
					 },
				 });
	profile_stack_event(&source->stack, decoded, event);
	note_time(source, decoded);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct maker *maker = user;

	nt_findings_add(&maker->findings, source, finding);
}

/* --- checkpoints ----------------------------------------------------------- */

/* The decoder is at a boundary of messages. */
static void on_checkpoint(void *user, const u8 *data, size_t size, u64 offset,
			  u64 message)
{
	struct maker *maker = user;
	struct nt_index *index = &maker->index;
	size_t n = index->num++;

	index->offset[n] = offset;
	index->message[n] = message;
	index->sum[n] = (u32)crc32_z(0, data, size);
}

/* A source without messages after the last checkpoints has executed
 * everything. */
static void end_rows(struct maker *maker)
{
	struct nt_index *index = &maker->index;
	size_t rows = index->num * index->sources, i, k;

	index->all = must_alloc(index->sources * sizeof(*index->all) + 1);
	index->row = must_alloc(rows * sizeof(*index->row) + 1);
	index->stack = must_alloc(rows * sizeof(*index->stack) + 1);
	for (i = 0; i < index->sources; i++) {
		index->all[i] = maker->by_number[i]->insns;
		if (maker->by_number[i]->rows == index->num)
			keep_seen(maker->by_number[i]);
		else
			add_rows(maker->by_number[i],
				 (struct nt_index_row){ .at = UINT64_MAX });
		for (k = 0; k < index->num; k++) {
			*nt_index_row(index, k, i) = maker->row[i][k];
			*nt_index_stack(index, k, i) = maker->stack[i][k];
		}
	}
}

static void make_room(struct maker *maker)
{
	struct nt_index *index = &maker->index;
	size_t n = maker->room;

	index->offset = must_alloc(n * sizeof(*index->offset));
	index->message = must_alloc(n * sizeof(*index->message));
	index->sum = must_alloc(n * sizeof(*index->sum));
	maker->functions.function = maker->decode.program.symbols.function;
	maker->functions.num = maker->decode.program.symbols.num_functions;
}

static void free_maker(struct maker *maker)
{
	size_t i;

	for (i = 0; i < maker->index.sources; i++) {
		free(maker->by_number[i]->is_seen);
		free(maker->by_number[i]->seen);
		free(maker->by_number[i]);
		free(maker->row[i]);
		free(maker->stack[i]);
	}
	nt_index_free(&maker->index);
}

static void make(struct maker *maker, struct nt_result *result)
{
	const struct ntrace_sink sink = { maker, on_ranges, on_event,
					  on_finding, NULL };
	const struct nt_steps steps = { maker, on_checkpoint };
	struct nt_decode *decode = &maker->decode;
	struct nt_index *index = &maker->index;
	size_t step;

	if (!nt_index_can(decode))
		die("'%s': an index is of a file that is not packed, not in "
		    "frames and not empty, and a program without since=",
		    decode->trace.path);
	nt_index_settle(index, decode->trace.path);
	index->program = nt_index_program_sum(decode);
	index->symbols = nt_index_symbols_sum(&decode->program);
	step = (size_t)index->size / MOST_CHECKPOINTS;
	step = step < LEAST_BYTES ? LEAST_BYTES : step;
	step = maker->every ? (size_t)maker->every : step;
	maker->room = (size_t)index->size / step + 1;
	make_room(maker);
	nt_decode_steps(decode, step, &steps, &sink, result);
	end_rows(maker);
}

int nt_index(int argc, char **argv)
{
	static const struct argp argp = {
		options, parse, "TRACE", doc, nt_decode_children, NULL, NULL
	};
	static struct maker maker;
	struct nt_decode *decode = &maker.decode;
	struct nt_result result;
	struct output out;
	char *path = NULL;

	nt_decode_parse(&argp, argc, argv, &maker, decode);
	maker.findings.trace = decode->trace.path;
	maker.findings.ignored = decode->settings.ignored;
	if (!maker.output &&
	    asprintf(&path, "%s.index", decode->trace.path) < 0)
		die("out of memory");
	make(&maker, &result);
	output_open(&out, path ? path : maker.output, decode->trace.path);
	nt_index_write(&maker.index, &out);
	output_close(&out);
	free(path);
	free_maker(&maker);
	nt_program_free(&decode->program);
	return nt_findings_sum(&maker.findings, &result.totals);
}
