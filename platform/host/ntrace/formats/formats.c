// SPDX-License-Identifier: BSD-2-Clause
/*
 * hartscope ntrace decode: the executed instructions, in one of many formats.
 */
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "../decode/by_time.h"
#include "formats.h"
#include "../decode/findings.h"
#include "../decode/last.h"
#include "../decode/parallel.h"
#include "../decode/select_run.h"
#include "../decode/shard.h"

enum {
	KEY_FORMAT = 'f',
	KEY_JOBS = 'j',
	KEY_STRICT = 0x200,
	KEY_PERIOD,
	KEY_MIN_INSNS,
	KEY_INTERVAL,
	KEY_AGAINST,
	KEY_LAST,
	KEY_SHARD,
	KEY_BY_TIME,
};

struct decode {
	struct nt_decode common;
	const struct nt_format *format;
	const char *output;
	unsigned int jobs;
	u64 last; /* instructions, 0: all */
	bool by_time;

	struct nt_findings findings;
	struct nt_select select;
	struct nt_shard shard;
	void *state;
	/* First receiver of results: the format, or a filter before it */
	const struct nt_format *first;
	void *first_state;
};

#define ADDRESS(name) &nt_format_##name,
static const struct nt_format *const formats[] = { NT_FORMATS(ADDRESS) };
#undef ADDRESS

static const struct argp_option options[] = {
	{ "format", KEY_FORMAT, "NAME", 0,
	  "Format of the output (ranges); --format=help lists all", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ "jobs", KEY_JOBS, "N", 0,
	  "Decode N parts at a time, between synchronizing messages, where "
	  "the trace allows it (1)",
	  0 },
	{ "last", KEY_LAST, "N", 0,
	  "Only the last N instructions, found from the end of the trace: a "
	  "file of one source, of a program that stays the same",
	  0 },
	{ "shard", KEY_SHARD, "I/N", 0,
	  "Only the I-th of N parts of the trace, between synchronizing "
	  "messages. The results of all parts, one after the other, are the "
	  "result of the whole trace (ranges, pcs, sequence); the command "
	  "merge adds up counts",
	  0 },
	NT_SELECT_OPTIONS,
	{ "by-time", KEY_BY_TIME, NULL, 0,
	  "Order the ranges of several sources by their timestamps, not by "
	  "their place in the trace",
	  0 },
	{ "strict", KEY_STRICT, NULL, 0,
	  "Also check the rules of the specification, like the command check",
	  0 },
	{ "period", KEY_PERIOD, "N", 0,
	  "Instructions of a sample, for --format=firefox (10000)", 0 },
	{ "min-insns", KEY_MIN_INSNS, "N", 0,
	  "Leave out calls of fewer instructions, with the calls in them, for "
	  "--format=chrome, perfetto and speedscope (0)",
	  0 },
	{ "interval", KEY_INTERVAL, "N", 0,
	  "Half-words between two values, for --format=hash (1048576)", 0 },
	{ "against", KEY_AGAINST, "FILE", 0,
	  "Compare the hash of --format=hash with FILE: report the first "
	  "interval that differs, with exit status 1",
	  0 },
	{ 0 },
};

static const char doc[] =
	"Decode an N-Trace stream, with the program, to the executed "
	"instructions.\v"
	"For example:\n"
	"  hartscope ntrace decode -i prog.elf trace.bin\n"
	"  hartscope ntrace decode -i prog.elf -f insns trace.bin | less\n"
	"  hartscope ntrace decode -i prog.elf -f flamegraph -o flame.svg "
	"trace.bin\n"
	"\n"
	"The command reports damaged parts, with the place in the trace and "
	"the reason, and leaves them out; the exit status is then 1.";

static void list_formats(void)
{
	size_t i;

	for (i = 0; i < array_size(formats); i++)
		printf("  %-10s %s\n", formats[i]->name, formats[i]->help);
	exit(STATUS_OK);
}

const struct nt_format *nt_format_named(const char *name)
{
	size_t i;

	for (i = 0; i < array_size(formats); i++) {
		if (!strcmp(formats[i]->name, name))
			return formats[i];
	}
	return NULL;
}

static const struct nt_format *find_format(const struct argp_state *state,
					   const char *name)
{
	const struct nt_format *format = nt_format_named(name);

	if (!strcmp(name, "help"))
		list_formats();
	if (format)
		return format;
	option_usage(state, "unknown format '%s'; --format=help lists them",
		     name);
}

static void set_inputs(struct argp_state *state, struct decode *decode)
{
	nt_decode_inputs(state, &decode->common);
	decode->format = &nt_format_ranges;
	decode->common.period = 10000;
	decode->common.interval = 1 << 20;
	decode->findings.max = 20;
	decode->jobs = 1;
}

static void check_end(struct argp_state *state, const struct decode *decode)
{
	if (!nt_program_given(&decode->common.program))
		option_usage(state, "the program is missing: name it with "
				    "--image, or a code log with --code");
	if (decode->common.inlines && !decode->format->inlines)
		option_usage(state,
			     "--inlines goes with --format=folded, flamegraph "
			     "and hot, not with %s",
			     decode->format->name);
	if (decode->shard.number && (decode->last || decode->select.index ||
				     nt_select_any(&decode->select)))
		option_usage(state, "--shard goes with neither --last, --time, "
				    "--insns, --function nor --index");
	if (decode->last && decode->select.insns)
		option_usage(state, "--last and --insns both say which "
				    "instructions: use one of them");
	if (decode->by_time && (decode->last || decode->shard.number))
		option_usage(state, "--by-time goes with neither --last nor "
				    "--shard, which are of one source");
}

static void set_end(struct argp_state *state, struct decode *decode)
{
	check_end(state, decode);
	if (decode->select.index)
		decode->select.last = decode->last;
	decode->common.program.want_symbols = decode->format->symbols ||
					      decode->select.function;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct decode *decode = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		set_inputs(state, decode);
		break;
	case KEY_FORMAT:
		decode->format = find_format(state, text);
		break;
	case 'o':
		decode->output = text;
		break;
	case KEY_JOBS:
		decode->jobs = (unsigned int)option_number(state, "--jobs",
							   text, 1, 256);
		break;
	case KEY_LAST:
		decode->last =
			option_number(state, "--last", text, 1, UINT64_MAX);
		break;
	case KEY_SHARD:
		decode->shard = nt_shard_parse(state, text);
		break;
	case KEY_BY_TIME:
		decode->by_time = true;
		break;
	case KEY_STRICT:
		decode->common.settings.flow.strict = true;
		break;
	case KEY_PERIOD:
		decode->common.period =
			option_number(state, "--period", text, 1, UINT64_MAX);
		break;
	case KEY_MIN_INSNS:
		decode->common.min_insns = option_number(state, "--min-insns",
							 text, 0, UINT64_MAX);
		break;
	case KEY_INTERVAL:
		decode->common.interval =
			option_number(state, "--interval", text, 1, UINT64_MAX);
		break;
	case KEY_AGAINST:
		decode->common.against = text;
		files_named(text);
		break;
	case ARGP_KEY_END:
		set_end(state, decode);
		break;
	default:
		return nt_select_option(state, key, text, &decode->select,
					&decode->common, &decode->findings.max);
	}
	return 0;
}

static void on_ranges(void *user, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct decode *decode = user;

	if (!nt_is_wanted(&decode->common, source))
		return;
	if (nt_select_any(&decode->select))
		nt_select_ranges(&decode->select, source, range, num, times);
	else
		decode->first->ranges(decode->first_state, source, range, num,
				      times);
}

static void on_event(void *user, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct decode *decode = user;

	if (!nt_is_wanted(&decode->common, source))
		return;
	if (nt_select_any(&decode->select))
		nt_select_event(&decode->select, source, event);
	else
		decode->first->event(decode->first_state, source, event);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct decode *decode = user;

	if (nt_is_wanted(&decode->common, source))
		nt_findings_add(&decode->findings, source, finding);
}

/* A range is delivered later than decoded, so its code must not change. */
static void check_by_time(const struct decode *decode)
{
	const struct nt_format *format = decode->format;

	if ((format->code || format->counts) &&
	    !nt_is_lasting(&decode->common.program))
		die("--by-time goes with --format=%s only where code does not "
		    "change",
		    format->name);
}

/* Begin the format, and the filters before it. */
static void begin(struct decode *decode, struct output *out)
{
	decode->state = decode->format->begin(&decode->common, out);
	decode->first = decode->format;
	decode->first_state = decode->state;
	if (decode->by_time) {
		check_by_time(decode);
		decode->first = &nt_by_time_format;
		decode->first_state =
			nt_by_time_begin(decode->format, decode->state);
	}
	nt_select_begin(&decode->select, &decode->common, decode->first,
			decode->first_state);
}

static void end(struct decode *decode)
{
	const char *path = decode->common.trace.path;

	if (decode->by_time && !nt_by_time_end(decode->first_state))
		die("'%s' has no timestamps, and --by-time no order", path);
	decode->format->end(decode->state);
	if (!nt_select_end(&decode->select))
		die("'%s' has no timestamps, and --time selects nothing of it",
		    path);
}

static void run(struct decode *decode, struct output *out,
		struct nt_result *result)
{
	struct nt_decode *common = &decode->common;
	bool whole = !decode->last && !decode->by_time &&
		     !decode->select.index && !nt_select_any(&decode->select);
	struct ntrace_sink sink = { decode, on_ranges, on_event, on_finding,
				    NULL };

	if (!common->settings.flow.lenient)
		common->bounded = out;
	common->counts = decode->format->counts && whole;
	if (decode->jobs > 1 && whole && !decode->shard.number &&
	    nt_parallel_can(common)) {
		nt_parallel_run(common, decode->format, decode->jobs, out,
				&decode->findings, result);
		return;
	}
	begin(decode, out);
	if (decode->shard.number)
		nt_shard_run(common, &decode->shard, decode->format, &sink,
			     result);
	else if (decode->last && !decode->select.index)
		nt_last_run(common, decode->last, &sink, result);
	else
		nt_select_run(&decode->select, common, &sink, result);
	end(decode);
}

int nt_decode(int argc, char **argv)
{
	static const struct argp argp = {
		options, parse, "TRACE", doc, nt_decode_children, NULL, NULL
	};
	struct decode decode = { 0 };
	struct nt_decode *common = &decode.common;
	struct nt_result result;
	struct output out;
	int status;

	nt_decode_parse(&argp, argc, argv, &decode, common);
	decode.findings.trace = common->trace.path;
	decode.findings.ignored = common->settings.ignored;
	output_open(&out, decode.output, common->trace.path);
	run(&decode, &out, &result);
	output_close(&out);
	nt_program_free(&common->program);
	if (!result.bytes)
		return STATUS_DAMAGED;
	status = nt_findings_sum(&decode.findings, &result.totals);
	if (common->differs)
		status = STATUS_DAMAGED;
	if (status != STATUS_OK && !result.totals.insns)
		complain("nothing was decoded: are --image, --src-bits and "
			 "--extend-addr-msb right for this trace?");
	return status;
}
