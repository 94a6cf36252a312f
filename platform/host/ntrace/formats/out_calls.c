// SPDX-License-Identifier: BSD-2-Clause
/* decode --format=calls and chrome: each call and return as it happens. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "json.h"
#include "calls.h"
#include "../decode/events.h"

struct listing {
	struct nt_calls calls;
	struct output *out;
	struct json json;
	bool many; /* sources */
	bool named[NT_SOURCES_MAX];
};

static struct listing *begin(struct nt_decode *decode, struct output *out,
			     const struct profile_sink *sink)
{
	struct listing *listing = must_alloc(sizeof(*listing));

	memset(listing, 0, sizeof(*listing));
	nt_calls_begin(&listing->calls, decode, sink, listing);
	listing->out = out;
	listing->many = decode->trace.format.src_bits != 0;
	return listing;
}

/* Write source, clock and indentation. */
static void start_line(struct listing *listing, unsigned int src,
		       const struct profile_stack *stack, unsigned int depth)
{
	if (listing->many)
		output_format(listing->out, "%4u) ", src);
	output_format(listing->out, "%12" PRIu64 " | %*s",
		      profile_stack_clock(stack), 2 * (int)depth, "");
}

static void enter_line(void *user, unsigned int src,
		       struct profile_stack *stack)
{
	struct listing *listing = user;
	const struct profile_frame *frame = profile_stack_top(stack);

	start_line(listing, src, stack, stack->depth - 1);
	if (frame->trap)
		output_string(listing->out, "trap: ");
	output_name(listing->out, frame->function->name, "");
	output_string(listing->out, " {\n");
}

static void leave_line(void *user, unsigned int src,
		       struct profile_stack *stack)
{
	struct listing *listing = user;
	const struct profile_frame *frame = profile_stack_top(stack);

	start_line(listing, src, stack, stack->depth - 1);
	output_string(listing->out, "} ");
	output_name(listing->out, frame->function->name, "");
	output_format(listing->out, ", %" PRIu64 " instructions\n",
		      stack->insns - frame->entered);
}

static void *begin_calls(struct nt_decode *decode, struct output *out)
{
	static const struct profile_sink sink = { enter_line, leave_line,
						  NULL };

	return begin(decode, out, &sink);
}

static void event_calls(void *state, const struct ntrace_source *source,
			const struct ntrace_event *event)
{
	struct listing *listing = state;

	nt_calls_event(&listing->calls, source, event);
	if (event->kind == NTRACE_EVENT_TRAP)
		return;
	if (listing->many)
		output_format(listing->out, "%4u) ", source->src);
	output_format(listing->out, "%12s | [", "");
	nt_event_text(listing->out, source, event);
	output_string(listing->out, "]\n");
}

static void end_calls(void *state)
{
	struct listing *listing = state;

	nt_calls_end(&listing->calls);
	free(listing);
}

const struct nt_format nt_format_calls = {
	.name = "calls",
	.help = "calls and returns of functions, indented",
	.symbols = true,
	.begin = begin_calls,
	.ranges = nt_calls_ranges,
	.event = event_calls,
	.end = end_calls,
};

/* Members of all events in the format. */
static void chrome_event(struct json *json, const char *name, const char *phase,
			 unsigned int src, u64 clock)
{
	json_object(json, NULL);
	json_string(json, "name", name);
	json_string(json, "ph", phase);
	json_u64(json, "pid", 0);
	json_u64(json, "tid", src);
	/* Microseconds; one unit of time, or instruction, stands for 1 ns */
	json_fraction(json, "ts", (double)clock / 1000, 3);
}

/* Viewers show the name in place of the number. */
static void chrome_hart(struct json *json, unsigned int src)
{
	char name[32];

	snprintf(name, sizeof(name), "hart %u", src);
	chrome_event(json, "thread_name", "M", src, 0);
	json_object(json, "args");
	json_string(json, "name", name);
	json_end_object(json);
	json_end_object(json);
}

static void write_enter(void *user, unsigned int src,
			const struct profile_frame *frame)
{
	struct listing *listing = user;

	if (!listing->named[src])
		chrome_hart(&listing->json, src);
	listing->named[src] = true;
	chrome_event(&listing->json, frame->function->name, "B", src,
		     frame->clock);
	json_string(&listing->json, "cat", frame->trap ? "trap" : "call");
	json_end_object(&listing->json);
}

static void leave_chrome(void *user, unsigned int src,
			 struct profile_stack *stack)
{
	struct listing *listing = user;
	const struct profile_frame *frame = profile_stack_top(stack);

	if (!profile_stack_worth(stack, listing->calls.decode->min_insns,
				 write_enter, listing))
		return;
	chrome_event(&listing->json, frame->function->name, "E", src,
		     profile_stack_clock(stack));
	json_object(&listing->json, "args");
	json_u64(&listing->json, "instructions", stack->insns - frame->entered);
	json_end_object(&listing->json);
	json_end_object(&listing->json);
}

static void *begin_chrome(struct nt_decode *decode, struct output *out)
{
	static const struct profile_sink sink = { NULL, leave_chrome, NULL };
	struct listing *listing = begin(decode, out, &sink);
	struct json *json = &listing->json;

	json_begin(json, out);
	json->lines = true;
	json_object(json, NULL);
	json_string(json, "displayTimeUnit", "ns");
	json_array(json, "traceEvents");
	return listing;
}

static void event_chrome(void *state, const struct ntrace_source *source,
			 const struct ntrace_event *event)
{
	struct listing *listing = state;
	const char *name = nt_event_instant(event);
	struct json *json = &listing->json;

	nt_calls_event(&listing->calls, source, event);
	if (!name)
		return;
	chrome_event(json, name, "i", source->src,
		     profile_stack_clock(listing->calls.stack[source->src]));
	json_string(json, "s", "t");
	json_end_object(json);
}

static void end_chrome(void *state)
{
	struct listing *listing = state;

	nt_calls_end(&listing->calls);
	json_end_array(&listing->json);
	json_end_object(&listing->json);
	json_finish(&listing->json);
	free(listing);
}

const struct nt_format nt_format_chrome = {
	.name = "chrome",
	.help = "calls as JSON for Perfetto and chrome://tracing",
	.symbols = true,
	.begin = begin_chrome,
	.ranges = nt_calls_ranges,
	.event = event_chrome,
	.end = end_chrome,
};
