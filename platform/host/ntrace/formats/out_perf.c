// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=perf: samples with their stacks, in the format of perf
 * script, for programs that read it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "calls.h"

struct samples {
	struct nt_calls calls;
	struct output *out;
	u64 period;
	u64 waiting[NT_SOURCES_MAX]; /* instructions since the last sample */
};

static void write_frame(struct output *out,
			const struct profile_function *function, u64 address)
{
	if (!profile_function_holds(function, address))
		address = function->start;
	output_format(out, "\t%16" PRIx64 " %s+0x%" PRIx64 " (ntrace)\n",
		      address, function->name, address - function->start);
}

static void write_sample(struct samples *samples, unsigned int src,
			 const struct profile_stack *stack, u64 insns)
{
	u64 clock = profile_stack_clock(stack), address = stack->from - 2;
	struct output *out = samples->out;
	unsigned int i;

	output_format(out,
		      "hart %u [%03u] %" PRIu64 ".%09" PRIu64 ": %" PRIu64
		      " instructions:\n",
		      src, src, clock / 1000000000, clock % 1000000000, insns);
	for (i = stack->depth; i; i--) {
		write_frame(out, stack->frame[i - 1].function, address);
		address = stack->frame[i - 1].back;
	}
	output_char(out, '\n');
}

/* One sample for these instructions, with the number of periods that ended. */
static void run(void *user, unsigned int src, struct profile_stack *stack,
		u64 insns)
{
	struct samples *samples = user;
	u64 *waiting = &samples->waiting[src];

	*waiting += insns;
	if (*waiting < samples->period)
		return;
	write_sample(samples, src, stack,
		     *waiting - *waiting % samples->period);
	*waiting %= samples->period;
}

static void *begin(struct nt_decode *decode, struct output *out)
{
	static const struct profile_sink sink = { NULL, NULL, run };
	struct samples *samples = must_alloc(sizeof(*samples));

	memset(samples, 0, sizeof(*samples));
	nt_calls_begin(&samples->calls, decode, &sink, samples);
	samples->out = out;
	samples->period = decode->period;
	return samples;
}

static void end(void *state)
{
	struct samples *samples = state;

	nt_calls_end(&samples->calls);
	free(samples);
}

const struct nt_format nt_format_perf = {
	.name = "perf",
	.help = "samples with stacks, as perf script prints them",
	.symbols = true,
	.begin = begin,
	.ranges = nt_calls_ranges,
	.event = nt_calls_event,
	.end = end,
};
