// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=firefox: samples with their stacks as JSON for the Firefox
 * Profiler, in its processed format. Tables are written by columns; stacks are
 * those of the tree, samples wait in memory for the numbers of these.
 */
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "json.h"
#include "stacks.h"

/* Versions of the processed format, and of the profiler's own format. */
enum { FORMAT_VERSION = 70, SOURCE_VERSION = 36 };
enum { CATEGORY_FUNCTION = 1, CATEGORY_TRAP = 2 };
enum { NANOSECONDS = 1000000 }; /* in a millisecond */
/* For each hart; with more samples, the period doubles */
enum { SAMPLES_MAX = 1 << 20 };

struct sample {
	const struct profile_node *node;
	u64 clock, insns;
};

struct hart {
	struct sample *sample;
	size_t num;
	u64 period;  /* instructions of a sample; 0: not seen */
	u64 waiting; /* instructions since the last sample */
};

/* A function, perhaps one that a trap entered. */
struct frame {
	const struct profile_function *function;
	bool trap;
};

struct firefox {
	struct nt_stacks stacks; /* first: see nt_calls_ranges() */
	struct hart hart[NT_SOURCES_MAX];
	struct frame *frame; /* the frames that were seen */
	size_t frames;
	size_t *number; /* by function and trap: number of its frame, from 1 */
};

/* Keep only the samples that a period of twice the length would have. */
static void thin_out(struct hart *hart)
{
	struct sample *sample = hart->sample;
	size_t i;

	hart->period *= 2;
	hart->num /= 2;
	for (i = 0; i < hart->num; i++) {
		sample[i] = sample[2 * i + 1];
		sample[i].insns += sample[2 * i].insns;
	}
}

static void add_sample(struct hart *hart, const struct profile_stack *stack,
		       u64 insns)
{
	u64 clock = profile_stack_clock(stack);

	/* After damage a time may be earlier than the last sample's */
	if (hart->num && hart->sample[hart->num - 1].clock > clock)
		clock = hart->sample[hart->num - 1].clock;
	hart->sample = grow(hart->sample, hart->num, sizeof(*hart->sample));
	hart->sample[hart->num++] = (struct sample){
		.node = stack->frame[stack->depth - 1].user,
		.clock = clock,
		.insns = insns,
	};
	if (hart->num == SAMPLES_MAX)
		thin_out(hart);
}

static void run(void *user, unsigned int src, struct profile_stack *stack,
		u64 insns)
{
	struct firefox *f = user;
	struct hart *hart = &f->hart[src];
	u64 rest;

	if (!hart->period)
		hart->period = f->stacks.calls.decode->period;
	hart->waiting += insns;
	if (hart->waiting < hart->period)
		return;
	rest = hart->waiting % hart->period;
	add_sample(hart, stack, hart->waiting - rest);
	hart->waiting = rest;
}

static void *begin(struct nt_decode *decode, struct output *out)
{
	static const struct profile_sink sink = { nt_stacks_enter, NULL, run };
	size_t size = 2 * (decode->program.symbols.num_functions + 1) *
		      sizeof(size_t);
	struct firefox *f = must_alloc(sizeof(*f));

	memset(f, 0, sizeof(*f));
	f->number = must_alloc(size);
	memset(f->number, 0, size);
	nt_stacks_start(&f->stacks, decode, out, &sink);
	return f;
}

static size_t *frame_number(struct firefox *f, const struct profile_node *node)
{
	const struct symbols *symbols =
		&f->stacks.calls.decode->program.symbols;
	size_t at = symbols->num_functions;

	if (node->function >= symbols->function &&
	    node->function < symbols->function + at)
		at = (size_t)(node->function - symbols->function);
	return &f->number[2 * at + node->trap];
}

/* Number nodes, parents first, and the frames of their functions. */
static void number_nodes(struct firefox *f)
{
	struct profile_node *node = &f->stacks.tree.root;
	size_t *number;
	u64 n = 0;

	while ((node = profile_tree_next(node))) {
		node->from = n++;
		number = frame_number(f, node);
		if (*number)
			continue;
		f->frame = grow(f->frame, f->frames, sizeof(*f->frame));
		f->frame[f->frames++] =
			(struct frame){ node->function, node->trap };
		*number = f->frames;
	}
}

/* --- columns ---------------------------------------------------------------- */

enum constant { ZERO, MINUS_ONE, FALSE, NOTHING };

/* A column with the same value in every row. */
static void write_constant(struct json *json, const char *name, size_t rows,
			   enum constant what)
{
	json_array(json, name);
	while (rows--) {
		if (what == ZERO)
			json_u64(json, NULL, 0);
		else if (what == MINUS_ONE)
			json_fraction(json, NULL, -1, 0);
		else if (what == FALSE)
			json_bool(json, NULL, false);
		else
			json_null(json, NULL);
	}
	json_end_array(json);
}

static void write_numbers(struct json *json, const char *name, size_t rows)
{
	size_t i;

	json_array(json, name);
	for (i = 0; i < rows; i++)
		json_u64(json, NULL, i);
	json_end_array(json);
}

/* A table without rows. */
static void write_empty(struct json *json, const char *name,
			const char *const *column)
{
	json_object(json, name);
	for (; *column; column++) {
		json_array(json, *column);
		json_end_array(json);
	}
	json_u64(json, "length", 0);
	json_end_object(json);
}

static void write_stacks(struct firefox *f, struct json *json)
{
	struct profile_node *node = &f->stacks.tree.root;
	size_t rows = 0;

	json_object(json, "stackTable");
	json_array(json, "frame");
	while ((node = profile_tree_next(node))) {
		json_u64(json, NULL, *frame_number(f, node) - 1);
		rows++;
	}
	json_end_array(json);
	json_array(json, "prefixOffset");
	node = &f->stacks.tree.root;
	while ((node = profile_tree_next(node)))
		json_u64(json, NULL,
			 node->parent->function ?
				 node->from - node->parent->from :
				 0);
	json_end_array(json);
	json_u64(json, "length", rows);
	json_end_object(json);
}

/* A frame stands for a function: the samples have no place in it. */
static void write_frames(const struct firefox *f, struct json *json)
{
	size_t i, rows = f->frames;

	json_object(json, "frameTable");
	write_constant(json, "address", rows, MINUS_ONE);
	write_constant(json, "lib", rows, MINUS_ONE);
	write_constant(json, "inlineDepth", rows, ZERO);
	json_array(json, "category");
	for (i = 0; i < rows; i++)
		json_u64(json, NULL,
			 f->frame[i].trap ? CATEGORY_TRAP : CATEGORY_FUNCTION);
	json_end_array(json);
	write_constant(json, "subcategory", rows, ZERO);
	write_numbers(json, "func", rows);
	write_constant(json, "nativeSymbol", rows, NOTHING);
	write_constant(json, "innerWindowID", rows, NOTHING);
	write_constant(json, "line", rows, NOTHING);
	write_constant(json, "column", rows, NOTHING);
	write_constant(json, "originalLocation", rows, NOTHING);
	json_u64(json, "length", rows);
	json_end_object(json);
}

/* Source n is the file of function n, so a file may appear many times. */
static void write_places(const struct firefox *f, struct json *json, bool lines)
{
	const struct profile_function *function;
	size_t i;

	json_array(json, lines ? "lineNumber" : "source");
	for (i = 0; i < f->frames; i++) {
		function = f->frame[i].function;
		if (function->file)
			json_u64(json, NULL, lines ? function->line : i);
		else
			json_null(json, NULL);
	}
	json_end_array(json);
}

static void write_functions(const struct firefox *f, struct json *json)
{
	size_t rows = f->frames;

	json_object(json, "funcTable");
	write_numbers(json, "name", rows);
	write_constant(json, "isJS", rows, FALSE);
	write_constant(json, "relevantForJS", rows, FALSE);
	write_constant(json, "resource", rows, MINUS_ONE);
	write_places(f, json, false);
	write_places(f, json, true);
	write_constant(json, "columnNumber", rows, NOTHING);
	write_constant(json, "originalLocation", rows, NOTHING);
	json_u64(json, "length", rows);
	json_end_object(json);
}

static void write_sources(const struct firefox *f, struct json *json)
{
	size_t i, rows = f->frames;

	json_object(json, "sources");
	write_constant(json, "id", rows, NOTHING);
	json_array(json, "filename");
	for (i = 0; i < rows; i++)
		json_u64(json, NULL, rows + i);
	json_end_array(json);
	json_array(json, "startLine");
	for (i = 0; i < rows; i++)
		json_u64(json, NULL, 1);
	json_end_array(json);
	json_array(json, "startColumn");
	for (i = 0; i < rows; i++)
		json_u64(json, NULL, 1);
	json_end_array(json);
	write_constant(json, "sourceMapURL", rows, NOTHING);
	write_constant(json, "content", rows, NOTHING);
	json_u64(json, "length", rows);
	json_end_object(json);
}

/* Names of the frames, then their files. */
static void write_strings(const struct firefox *f, struct json *json)
{
	char *name;
	size_t i;

	json_array(json, "stringArray");
	for (i = 0; i < f->frames; i++) {
		if (asprintf(&name, "%s%s", f->frame[i].function->name,
			     f->frame[i].trap ? " [trap]" : "") < 0)
			die("out of memory");
		json_string(json, NULL, name);
		free(name);
	}
	for (i = 0; i < f->frames; i++)
		json_string(json, NULL,
			    f->frame[i].function->file ?
				    f->frame[i].function->file :
				    "");
	json_end_array(json);
}

static void write_shared(struct firefox *f, struct json *json)
{
	static const char *const resources[] = { "name", "host", "type", NULL };
	static const char *const symbols[] = { "libIndex", "address", "name",
					       "functionSize", NULL };
	static const char *const locations[] = { "source", "line", "column",
						 NULL };

	json_object(json, "shared");
	write_stacks(f, json);
	write_frames(f, json);
	write_functions(f, json);
	write_empty(json, "resourceTable", resources);
	write_empty(json, "nativeSymbols", symbols);
	write_strings(f, json);
	write_sources(f, json);
	write_empty(json, "sourceLocationTable", locations);
	json_end_object(json);
}

/* --- harts ------------------------------------------------------------------ */

static void write_samples(const struct hart *hart, struct json *json)
{
	size_t i;

	json_object(json, "samples");
	json_array(json, "stack");
	for (i = 0; i < hart->num; i++)
		json_u64(json, NULL, hart->sample[i].node->from);
	json_end_array(json);
	json_array(json, "time");
	for (i = 0; i < hart->num; i++)
		json_fraction(json, NULL,
			      (double)hart->sample[i].clock / NANOSECONDS, 6);
	json_end_array(json);
	json_array(json, "weight");
	for (i = 0; i < hart->num; i++)
		json_u64(json, NULL, hart->sample[i].insns);
	json_end_array(json);
	json_string(json, "weightType", "samples");
	json_u64(json, "length", hart->num);
	json_end_object(json);
}

static void write_hart(const struct hart *hart, struct json *json,
		       unsigned int src)
{
	static const char *const markers[] = { "data",	  "name",  "startTime",
					       "endTime", "phase", "category",
					       NULL };
	char name[32];

	snprintf(name, sizeof(name), "hart %u", src);
	json_object(json, NULL);
	json_string(json, "processType", "default");
	json_u64(json, "processStartupTime", 0);
	json_null(json, "processShutdownTime");
	json_u64(json, "registerTime", 0);
	json_null(json, "unregisterTime");
	json_array(json, "pausedRanges");
	json_end_array(json);
	json_string(json, "name", name);
	json_bool(json, "isMainThread", !src);
	json_string(json, "pid", "1");
	json_u64(json, "tid", src);
	write_samples(hart, json);
	write_empty(json, "markers", markers);
	json_end_object(json);
}

static void write_category(struct json *json, const char *name,
			   const char *color)
{
	json_object(json, NULL);
	json_string(json, "name", name);
	json_string(json, "color", color);
	json_array(json, "subcategories");
	json_string(json, NULL, "Other");
	json_end_array(json);
	json_end_object(json);
}

static void write_meta(const struct firefox *f, struct json *json)
{
	const struct nt_decode *decode = f->stacks.calls.decode;

	json_object(json, "meta");
	json_fraction(json, "interval", (double)decode->period / NANOSECONDS,
		      6);
	json_u64(json, "startTime", 0);
	json_u64(json, "processType", 0);
	json_string(json, "product", decode->trace.path);
	json_string(json, "importedFrom", "hartscope ntrace");
	json_u64(json, "stackwalk", 1);
	json_u64(json, "version", SOURCE_VERSION);
	json_u64(json, "preprocessedProfileVersion", FORMAT_VERSION);
	json_bool(json, "symbolicated", true);
	json_bool(json, "symbolicationNotSupported", true);
	json_array(json, "categories");
	write_category(json, "Other", "grey");
	write_category(json, "Function", "blue");
	write_category(json, "Trap", "red");
	json_end_array(json);
	json_array(json, "markerSchema");
	json_end_array(json);
	json_end_object(json);
}

static void end(void *state)
{
	struct firefox *f = state;
	struct json json;
	unsigned int i;

	nt_calls_end(&f->stacks.calls);
	number_nodes(f);
	json_begin(&json, f->stacks.out);
	json_object(&json, NULL);
	write_meta(f, &json);
	json_array(&json, "libs");
	json_end_array(&json);
	write_shared(f, &json);
	json_array(&json, "threads");
	for (i = 0; i < NT_SOURCES_MAX; i++) {
		if (f->hart[i].period)
			write_hart(&f->hart[i], &json, i);
		free(f->hart[i].sample);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
	free(f->frame);
	free(f->number);
	nt_stacks_free(&f->stacks);
}

const struct nt_format nt_format_firefox = {
	.name = "firefox",
	.help = "samples with stacks as JSON for the Firefox Profiler",
	.symbols = true,
	.begin = begin,
	.ranges = nt_calls_ranges,
	.event = nt_calls_event,
	.end = end,
};
