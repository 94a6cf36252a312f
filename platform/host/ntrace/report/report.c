// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace report: one page of a trace, for a browser without network. */
#include <stdlib.h>
#include <string.h>
#include "../decode/events.h"
#include "../decode/findings.h"
#include "report.h"
#include "../decode/select_run.h"

enum { KEY_SOURCE = 0x400 };

struct command {
	struct nt_report report;
	struct nt_findings findings;
	struct nt_select select;
	const char *output;
};

static const struct argp_option options[] = {
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ "source", KEY_SOURCE, "DIR", 0,
	  "Show lines of sources, from files in the folder DIR and below it: the "
	  "program's names of them are relative to DIR, or begin with it. "
	  "Without this option no file of sources is read",
	  0 },
	NT_SELECT_OPTIONS,
	{ 0 },
};

static const char doc[] =
	"Make a page of a trace, for a browser: the modes and functions of "
	"each hart by time, its stacks of functions, the hottest functions "
	"with their code, losses and errors. The page needs no network and no "
	"other file. Its size has a bound."
	"\v"
	"For example:\n"
	"  hartscope ntrace report -i prog.elf -o report.html trace.bin";

static void set_inputs(struct argp_state *state, struct command *command)
{
	nt_decode_inputs(state, &command->report.decode);
	command->findings.max = 20;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct command *command = state->input;
	struct nt_decode *decode = &command->report.decode;

	switch (key) {
	case ARGP_KEY_INIT:
		set_inputs(state, command);
		break;
	case 'o':
		command->output = text;
		break;
	case KEY_SOURCE:
		sources_dir_close(&command->report.sources);
		sources_dir_open(&command->report.sources, text);
		break;
	case ARGP_KEY_END:
		if (!nt_program_given(&decode->program))
			option_usage(state,
				     "the program is missing: name it with "
				     "--image, or a code log with --code");
		decode->program.want_symbols = true;
		break;
	default:
		return nt_select_option(state, key, text, &command->select,
					decode, &command->findings.max);
	}
	return 0;
}

/* The hart's lane, at its stack's clock. */
static struct nt_lane *get_lane(struct nt_report *report,
				const struct ntrace_source *source)
{
	struct nt_lane **lane = &report->lane[source->src];
	const struct profile_stack *stack = report->harts.stack[source->src];
	u64 clock = profile_stack_clock(stack);

	if (!*lane) {
		*lane = must_alloc(sizeof(**lane));
		/* Without timestamps the clock began at 0 */
		nt_lane_init(*lane, stack->has_time ? clock : 0);
		(*lane)->timed = stack->has_time;
	}
	if (stack->has_time && !(*lane)->timed)
		nt_lane_timed(*lane, clock);
	return *lane;
}

static struct profile_node *top_node(const struct nt_report *report,
				     unsigned int src)
{
	const struct nt_calls *calls = &report->stacks->calls;
	struct profile_stack *stack = calls->task[src] ? calls->task[src] :
							 calls->stack[src];

	return stack && stack->depth ? profile_stack_top(stack)->user : NULL;
}

static void add_ranges(struct nt_report *report,
		       const struct ntrace_source *source,
		       const struct ntrace_range *range, size_t num, u64 times,
		       u64 insns)
{
	struct nt_lane *lane;

	nt_stacks_ranges(report->stacks, source, range, num, times);
	nt_calls_ranges(&report->harts, source, range, num, times);
	lane = get_lane(report, source);
	nt_lane_run(lane, profile_stack_clock(report->harts.stack[source->src]),
		    source->priv < NT_LANE_UNKNOWN ? source->priv :
						     NT_LANE_UNKNOWN,
		    insns, top_node(report, source->src));
}

/*
 * If instructions are the clock, ranges are divided into portions about as long
 * as a part of the lane, so that each part gets its stack.
 */
static void on_ranges(void *state, const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct nt_report *report = state;
	const struct nt_lane *lane;
	size_t i = 0, from;
	u64 insns, most;

	nt_counts_add(&report->counts, source, range, num, times);
	while (i < num) {
		lane = report->lane[source->src];
		most = lane ? lane->width : 1;
		if (times > 1 || source->has_time)
			most = UINT64_MAX;
		from = i;
		for (insns = 0; i < num && insns < most; i++)
			insns += range[i].insns;
		add_ranges(report, source, range + from, i - from, times,
			   insns * times);
	}
}

/* True if there is room for a mark; otherwise count it. */
static bool has_room(struct nt_report *report)
{
	if (report->marks < NT_REPORT_MARKS)
		return true;
	report->marks_left_out++;
	return false;
}

static void add_mark(struct nt_report *report, unsigned int src, u64 clock,
		     bool error, const char *text)
{
	struct nt_report_mark *mark;

	report->mark = grow(report->mark, report->marks, sizeof(*mark));
	mark = &report->mark[report->marks++];
	*mark = (struct nt_report_mark){ src, clock, error, strdup(text) };
	if (!mark->text)
		die("out of memory");
}

static void keep_text(void *user, const char *data, size_t size)
{
	snprintf(user, OUTPUT_ROOM, "%.*s", (int)size, data);
}

static void mark_event(struct nt_report *report,
		       const struct ntrace_source *source,
		       const struct ntrace_event *event, u64 clock)
{
	char text[OUTPUT_ROOM] = "";
	struct output out;

	output_to(&out, keep_text, text);
	nt_event_text(&out, source, event);
	output_close(&out);
	add_mark(report, source->src, clock, false, text);
}

/* True for events in a page's list: ends of the flow, and software's data. */
static bool is_listed(const struct ntrace_event *event)
{
	return nt_event_instant(event) || event->kind == NT_EVENT_OMITTED ||
	       event->kind == NTRACE_EVENT_DATA;
}

static void on_event(void *state, const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct nt_report *report = state;
	struct nt_lane *lane;

	nt_calls_event(report->stacks, source, event);
	nt_calls_event(&report->harts, source, event);
	lane = get_lane(report, source);
	nt_lane_wait(lane,
		     profile_stack_clock(report->harts.stack[source->src]));
	if (event->kind == NTRACE_EVENT_TRAP)
		nt_lane_count(lane, NT_LANE_TRAPS);
	if (event->kind == NTRACE_EVENT_LOST ||
	    event->kind == NTRACE_EVENT_OVERFLOW)
		nt_lane_count(lane, NT_LANE_LOSSES);
	if (is_listed(event) && has_room(report))
		mark_event(report, source, event, lane->clock);
}

static void pass_ranges(void *user, const struct ntrace_source *source,
			const struct ntrace_range *range, size_t num, u64 times)
{
	struct command *command = user;

	if (!nt_is_wanted(&command->report.decode, source))
		return;
	if (nt_select_any(&command->select))
		nt_select_ranges(&command->select, source, range, num, times);
	else
		on_ranges(&command->report, source, range, num, times);
}

static void pass_event(void *user, const struct ntrace_source *source,
		       const struct ntrace_event *event)
{
	struct command *command = user;

	if (!nt_is_wanted(&command->report.decode, source))
		return;
	if (nt_select_any(&command->select))
		nt_select_event(&command->select, source, event);
	else
		on_event(&command->report, source, event);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct command *command = user;
	struct nt_report *report = &command->report;
	struct nt_lane *lane = source ? report->lane[source->src] : NULL;
	char text[256];

	if (!nt_is_wanted(&report->decode, source))
		return;
	nt_findings_add(&command->findings, source, finding);
	if (nt_findings_ignored(&command->findings, finding) ||
	    !has_room(report))
		return;
	nt_finding_text(source, finding, text, sizeof(text));
	add_mark(report, source ? source->src : NT_SOURCES_MAX,
		 lane ? lane->clock : 0, true, text);
}

static void keep_call(void *user, unsigned int src, struct profile_stack *stack)
{
	nt_report_calls_add(user, src, stack);
}

static void begin(struct nt_report *report)
{
	static const struct profile_sink sink = { .leave = keep_call };
	const struct symbols *symbols = &report->decode.program.symbols;
	size_t size = symbols->num_functions * sizeof(*report->names.number);

	report->stacks = nt_stacks_begin(&report->decode, NULL);
	nt_calls_begin(&report->harts, &report->decode, &sink, &report->calls);
	nt_counts_begin(&report->counts, &report->decode);
	report->names.symbols = symbols;
	report->names.number = memset(must_alloc(size + 1), 0, size + 1);
}

/* Leave all frames, and add up the counts of code. */
static void settle(struct nt_report *report)
{
	nt_calls_end(&report->stacks->calls);
	nt_calls_end(&report->harts);
	profile_tree_sum(&report->stacks->tree);
	nt_counts_settle(&report->counts);
}

static void end(struct nt_report *report)
{
	size_t i;

	for (i = 0; i < NT_SOURCES_MAX; i++)
		free(report->lane[i]);
	for (i = 0; i < report->marks; i++)
		free(report->mark[i].text);
	free(report->mark);
	free(report->calls.call);
	free(report->names.number);
	free(report->names.function);
	nt_counts_end(&report->counts);
	nt_stacks_free(report->stacks);
}

static void run(struct command *command, struct nt_result *result)
{
	static const struct nt_format format = { .ranges = on_ranges,
						 .event = on_event };
	const struct ntrace_sink sink = { command, pass_ranges, pass_event,
					  on_finding, NULL };
	struct nt_decode *decode = &command->report.decode;

	begin(&command->report);
	nt_select_begin(&command->select, decode, &format, &command->report);
	nt_select_run(&command->select, decode, &sink, result);
	if (!nt_select_end(&command->select))
		die("'%s' has no timestamps, and --time selects nothing of it",
		    decode->trace.path);
	settle(&command->report);
}

int nt_report(int argc, char **argv)
{
	static const struct argp argp = {
		options, parse, "TRACE", doc, nt_decode_children, NULL, NULL
	};
	struct command command = { 0 };
	struct nt_report *report = &command.report;
	struct nt_result result;
	struct output out;

	nt_decode_parse(&argp, argc, argv, &command, &report->decode);
	command.findings.trace = report->decode.trace.path;
	command.findings.ignored = report->decode.settings.ignored;
	output_open(&out, command.output, report->decode.trace.path);
	run(&command, &result);
	nt_report_write(report, &result, &out);
	sources_dir_close(&report->sources);
	output_close(&out);
	end(report);
	nt_program_free(&report->decode.program);
	if (!result.bytes)
		return STATUS_DAMAGED;
	return nt_findings_sum(&command.findings, &result.totals);
}
