// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=speedscope: calls as JSON for speedscope.app, a profile of
 * events for each hart. Harts take turns in a trace; of several each has a
 * temporary file until the end.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "calls.h"
#include "../decode/events.h"
#include "json.h"

enum { PIECE = 1 << 16 };

struct hart {
	struct json json;
	struct output own; /* with file */
	FILE *file;	   /* NULL: the only hart, written directly */
	u64 start, end;	   /* by its clock */
};

/* A function, perhaps one that a trap entered. */
struct frame {
	const struct profile_function *function;
	bool trap;
};

struct speedscope {
	struct nt_calls calls;
	struct json json;
	struct hart *hart[NT_SOURCES_MAX]; /* NULL: not seen */
	struct frame *frame;		   /* the frames that were seen */
	size_t frames;
	size_t *number; /* by function and trap: number of its frame, from 1 */
};

static void to_file(void *user, const char *data, size_t size)
{
	struct hart *hart = user;

	if (fwrite(data, 1, size, hart->file) != size)
		die("cannot write a temporary file: %s", strerror(errno));
}

static struct output *output_of(struct speedscope *s, struct hart *hart)
{
	if (!s->calls.decode->trace.format.src_bits)
		return s->json.out;
	hart->file = tmpfile();
	if (!hart->file)
		die("cannot make a temporary file: %s", strerror(errno));
	output_to(&hart->own, to_file, hart);
	return &hart->own;
}

static struct hart *hart_of(struct speedscope *s, unsigned int src, u64 clock)
{
	struct hart *hart = s->hart[src];
	char name[32];

	if (hart)
		return hart;
	s->hart[src] = hart = must_alloc(sizeof(*hart));
	memset(hart, 0, sizeof(*hart));
	hart->start = hart->end = clock;
	json_begin(&hart->json, output_of(s, hart));
	snprintf(name, sizeof(name), "hart %u", src);
	json_object(&hart->json, NULL);
	json_string(&hart->json, "type", "evented");
	json_string(&hart->json, "name", name);
	json_string(&hart->json, "unit",
		    s->calls.decode->freq ? "nanoseconds" : "none");
	json_array(&hart->json, "events");
	hart->json.lines = true;
	return hart;
}

/* Frames have numbers in the order of their first use. */
static size_t frame_number(struct speedscope *s,
			   const struct profile_frame *frame)
{
	const struct symbols *symbols = &s->calls.decode->program.symbols;
	const struct profile_function *function = frame->function;
	size_t at = symbols->num_functions, *number;

	if (function >= symbols->function &&
	    function < symbols->function + symbols->num_functions)
		at = (size_t)(function - symbols->function);
	number = &s->number[2 * at + frame->trap];
	if (!*number) {
		s->frame = grow(s->frame, s->frames, sizeof(*s->frame));
		s->frame[s->frames++] = (struct frame){ function, frame->trap };
		*number = s->frames;
	}
	return *number - 1;
}

static void write_event(struct speedscope *s, unsigned int src,
			const char *type, const struct profile_frame *frame,
			u64 clock)
{
	struct hart *hart = hart_of(s, src, clock);
	struct json *json = &hart->json;

	/* After damage a time may be earlier than the last event's */
	if (clock > hart->end)
		hart->end = clock;
	json_object(json, NULL);
	json_string(json, "type", type);
	json_u64(json, "frame", frame_number(s, frame));
	json_u64(json, "at", hart->end);
	json_end_object(json);
}

static void write_enter(void *user, unsigned int src,
			const struct profile_frame *frame)
{
	write_event(user, src, "O", frame, frame->clock);
}

static void leave(void *user, unsigned int src, struct profile_stack *stack)
{
	struct speedscope *s = user;

	if (profile_stack_worth(stack, s->calls.decode->min_insns, write_enter,
				s))
		write_event(s, src, "C", profile_stack_top(stack),
			    profile_stack_clock(stack));
}

static void *begin(struct nt_decode *decode, struct output *out)
{
	static const struct profile_sink sink = { NULL, leave, NULL };
	size_t size = 2 * (decode->program.symbols.num_functions + 1) *
		      sizeof(size_t);
	struct speedscope *s = must_alloc(sizeof(*s));

	memset(s, 0, sizeof(*s));
	nt_calls_begin(&s->calls, decode, &sink, s);
	s->number = must_alloc(size);
	memset(s->number, 0, size);
	json_begin(&s->json, out);
	s->json.lines = true;
	json_object(&s->json, NULL);
	json_string(&s->json, "$schema",
		    "https://www.speedscope.app/file-format-schema.json");
	json_string(&s->json, "exporter", "hartscope ntrace");
	json_string(&s->json, "name", decode->trace.path);
	json_array(&s->json, "profiles");
	return s;
}

/* Copy the file of a hart into the output. */
static void add_file(struct speedscope *s, struct hart *hart)
{
	char *piece = must_alloc(PIECE);
	size_t size;

	output_close(&hart->own);
	if (s->json.comma)
		output_string(s->json.out, ",\n");
	s->json.comma = true;
	rewind(hart->file);
	while ((size = fread(piece, 1, PIECE, hart->file)))
		output_bytes(s->json.out, piece, size);
	if (ferror(hart->file))
		die("cannot read a temporary file: %s", strerror(errno));
	fclose(hart->file);
	free(piece);
}

static void end_hart(struct speedscope *s, struct hart *hart)
{
	struct json *json = &hart->json;

	json_end_array(json);
	json_u64(json, "startValue", hart->start);
	json_u64(json, "endValue", hart->end);
	json_end_object(json);
	if (hart->file)
		add_file(s, hart);
	free(hart);
}

static void write_frame(struct json *json, const struct frame *frame)
{
	const struct profile_function *function = frame->function;
	char *name;

	if (asprintf(&name, "%s%s", function->name,
		     frame->trap ? " [trap]" : "") < 0)
		die("out of memory");
	json_object(json, NULL);
	json_string(json, "name", name);
	if (function->file) {
		json_string(json, "file", function->file);
		json_u64(json, "line", function->line);
	}
	json_end_object(json);
	free(name);
}

static void end(void *state)
{
	struct speedscope *s = state;
	size_t i;

	nt_calls_end(&s->calls);
	for (i = 0; i < NT_SOURCES_MAX; i++)
		if (s->hart[i])
			end_hart(s, s->hart[i]);
	json_end_array(&s->json);
	json_object(&s->json, "shared");
	json_array(&s->json, "frames");
	for (i = 0; i < s->frames; i++)
		write_frame(&s->json, &s->frame[i]);
	json_end_array(&s->json);
	json_end_object(&s->json);
	json_end_object(&s->json);
	json_finish(&s->json);
	free(s->frame);
	free(s->number);
	free(s);
}

const struct nt_format nt_format_speedscope = {
	.name = "speedscope",
	.help = "calls as JSON for speedscope.app",
	.symbols = true,
	.begin = begin,
	.ranges = nt_calls_ranges,
	.event = nt_calls_event,
	.end = end,
};
