// SPDX-License-Identifier: BSD-2-Clause
/*
 * Only a part of what was executed. Ranges happened between two timestamps:
 * they are in a time when both are. A function is executed as long as it is on
 * the stack of functions. Instructions have numbers, which cut ranges.
 */
#include <profile/stack.h>
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "events.h"
#include "select.h"

enum { TIME_LENGTH_MAX = 31 };

/* State of one source. */
struct nt_selected {
	struct nt_select *select;
	const struct ntrace_source *source; /* during a call */
	u64 time, before; /* the last timestamp, and the one before it */
	bool passing;	  /* the last result was passed on */
	u64 insns;	  /* executed so far */
	struct nt_window window;
	unsigned int inside; /* frames of the selected function on the stack */
	struct profile_stack stack;
};

/* One end of a time span: a timestamp, or with a unit a time since 0. */
static bool parse_time(const char *text, u64 freq, u64 *time)
{
	static const struct {
		const char *name;
		u64 parts; /* in a second */
	} units[] = { { "ns", 1000000000 },
		      { "us", 1000000 },
		      { "ms", 1000 },
		      { "s", 1 } };
	char *end;
	double value;
	size_t i;

	if (parse_number(text, time))
		return true;
	value = strtod(text, &end);
	if (end == text || value < 0 || !freq || strlen(text) > TIME_LENGTH_MAX)
		return false;
	for (i = 0; i < array_size(units); i++) {
		if (strcmp(end, units[i].name) != 0)
			continue;
		value = value * (double)freq / (double)units[i].parts;
		if (!(value < 18446744073709551615.0))
			return false;
		*time = (u64)value;
		return true;
	}
	return false;
}

/*
 * FROM..TO; a missing end keeps its value. Exits with a message if it has
 * another form.
 * @param what	name of the ends
 */
static void parse_span(const char *option, const char *text, u64 freq,
		       u64 *from, u64 *to, const char *what)
{
	const char *dots = strstr(text, "..");
	char *first;
	bool good;

	if (!dots)
		die("%s is FROM..TO, of which one may be missing, not '%s'",
		    option, text);
	first = strndup(text, (size_t)(dots - text));
	if (!first)
		die("out of memory");
	good = (!*first || parse_time(first, freq, from)) &&
	       (!dots[2] || parse_time(dots + 2, freq, to));
	free(first);
	if (!good)
		die("'%s' is no %s", text, what);
	if (*from > *to)
		die("'%s' ends before it begins", text);
}

static void set_time(struct nt_select *select)
{
	select->to = UINT64_MAX;
	parse_span("--time", select->time, select->decode->freq, &select->from,
		   &select->to,
		   "time: it has timestamps, or with --freq numbers with ns, "
		   "us, ms or s");
}

static void set_insns(struct nt_select *select)
{
	static const char what[] = "part of the instructions, whose numbers "
				   "begin with 1";
	struct nt_window *window = &select->window;

	parse_span("--insns", select->insns, 0, &window->from, &window->to,
		   what);
	if (!window->from)
		die("'%s' is no %s", select->insns, what);
}

static void find_function(const struct nt_select *select)
{
	size_t i;

	for (i = 0; i < select->functions.num; i++)
		if (!strcmp(select->functions.function[i].name,
			    select->function))
			return;
	die("no function is named '%s'", select->function);
}

error_t nt_select_option(const struct argp_state *state, int key,
			 const char *text, struct nt_select *select,
			 struct nt_decode *decode, u64 *max)
{
	switch (key) {
	case NT_OPTION_TIME:
		select->time = text;
		break;
	case NT_OPTION_FREQ:
		decode->freq =
			option_number(state, "--freq", text, 1, NT_FREQ_MAX);
		break;
	case NT_OPTION_FUNCTION:
		select->function = text;
		break;
	case NT_OPTION_INSNS:
		select->insns = text;
		break;
	case NT_OPTION_INLINES:
		decode->inlines = true;
		break;
	case NT_OPTION_INDEX:
		select->index = text;
		files_named(text);
		break;
	case NT_OPTION_MAX:
		*max = option_number(state, "--max-findings", text, 0,
				     UINT64_MAX);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

void nt_select_begin(struct nt_select *select, const struct nt_decode *decode,
		     const struct nt_format *format, void *state)
{
	select->decode = decode;
	select->format = format;
	select->state = state;
	select->functions.function = decode->program.symbols.function;
	select->functions.num = decode->program.symbols.num_functions;
	if (select->time)
		set_time(select);
	select->window = (struct nt_window){ 1, UINT64_MAX };
	select->numbered = select->insns || select->last;
	if (select->insns)
		set_insns(select);
	if (select->function)
		find_function(select);
}

static bool is_wanted(const struct nt_selected *selected,
		      const struct profile_frame *frame)
{
	return !strcmp(frame->function->name, selected->select->function);
}

static void enter(void *user, unsigned int src, struct profile_stack *stack)
{
	struct nt_selected *selected = user;

	(void)src;
	selected->inside += is_wanted(selected, profile_stack_top(stack));
}

static void leave(void *user, unsigned int src, struct profile_stack *stack)
{
	struct nt_selected *selected = user;

	(void)src;
	selected->inside -= is_wanted(selected, profile_stack_top(stack));
}

static struct nt_selected *get(struct nt_select *select, u16 src)
{
	static const struct profile_sink sink = { enter, leave, NULL };
	struct nt_selected *selected = select->source[src];

	if (selected)
		return selected;
	selected = must_alloc(sizeof(*selected));
	memset(selected, 0, sizeof(*selected));
	selected->select = select;
	selected->window = select->window;
	profile_stack_init(&selected->stack, &select->functions, &sink,
			   selected, src);
	select->source[src] = selected;
	return selected;
}

/* A result of the source comes, at its present time. */
static struct nt_selected *get_now(struct nt_select *select,
				   const struct ntrace_source *source)
{
	struct nt_selected *selected = get(select, source->src);

	selected->source = source;
	if (source->has_time && source->time != selected->time) {
		select->timed = true;
		selected->before = selected->time;
		selected->time = source->time;
	}
	return selected;
}

void nt_select_restore(struct nt_select *select, u16 src,
		       const struct nt_select_state *state)
{
	struct nt_selected *selected = get(select, src);

	selected->insns = state->insns;
	/* Results before the first time belong to no span, unless it begins
	 * with 0 */
	selected->time = selected->before = 0;
	profile_stack_restore(&selected->stack, state->insns, state->frame,
			      state->depth, state->pending, state->from,
			      state->resumes);
}

void nt_select_last(struct nt_select *select, u16 src, u64 all)
{
	get(select, src)->window.from =
		all > select->last ? all - select->last + 1 : 1;
}

struct nt_window nt_select_window(const struct nt_select *select, u16 src)
{
	return select->source[src] ? select->source[src]->window :
				     select->window;
}

bool nt_select_has_function(const struct nt_select *select, u32 number)
{
	const char *name = number < select->functions.num ?
				   select->functions.function[number].name :
				   "unknown";

	return !strcmp(name, select->function);
}

static bool is_in_time(const struct nt_selected *selected)
{
	const struct nt_select *select = selected->select;

	return !select->time || (selected->source->has_time &&
				 selected->before >= select->from &&
				 selected->time <= select->to);
}

static bool is_inside(const struct nt_selected *selected)
{
	return !selected->select->function || selected->inside;
}

/* Ranges that are selected as a whole, or left out as a whole. */
static void pass_on(struct nt_selected *selected,
		    const struct ntrace_range *range, size_t num, u64 times,
		    bool wanted)
{
	static const struct ntrace_event omitted = { .kind = NT_EVENT_OMITTED };
	const struct nt_select *select = selected->select;

	if (wanted)
		select->format->ranges(select->state, selected->source, range,
				       num, times);
	else if (selected->passing)
		select->format->event(select->state, selected->source,
				      &omitted);
	selected->passing = wanted;
}

/* One pass, range by range, as a function may begin or end in the middle. */
static void follow(struct nt_selected *selected,
		   const struct ntrace_range *range, size_t num)
{
	bool wanted = false, now;
	size_t i, first = 0;

	for (i = 0; i < num; i++) {
		profile_stack_ranges(&selected->stack, selected->source,
				     &range[i], 1, 1);
		now = is_inside(selected);
		if (i && now != wanted) {
			pass_on(selected, range + first, i - first, 1, wanted);
			first = i;
		}
		wanted = now;
	}
	if (num)
		pass_on(selected, range + first, num - first, 1, wanted);
}

/* Ranges that are in the window as a whole, or outside as a whole. */
static void take_piece(void *user, const struct ntrace_source *source,
		       const struct ntrace_range *range, size_t num, u64 times,
		       bool inside)
{
	struct nt_selected *selected = user;
	const struct nt_select *select = selected->select;
	bool wanted = inside && is_in_time(selected), again = false;
	u64 changes;

	if (!wanted || !select->function) {
		if (select->function)
			profile_stack_ranges(&selected->stack, source, range,
					     num, times);
		pass_on(selected, range, num, times, wanted);
		return;
	}
	for (; times; times--) {
		changes = selected->stack.changes;
		follow(selected, range, num);
		/* Passes after the first have the same start, and so the same
		 * effect */
		if (again && selected->stack.changes == changes)
			break;
		again = true;
	}
	if (times > 1)
		pass_on(selected, range, num, times - 1, is_inside(selected));
}

void nt_select_ranges(struct nt_select *select,
		      const struct ntrace_source *source,
		      const struct ntrace_range *range, size_t num, u64 times)
{
	struct nt_selected *selected = get_now(select, source);
	const struct nt_window_sink sink = { selected, take_piece };

	if (select->numbered)
		nt_window_divide(&selected->window, select->decode, source,
				 range, num, times, &selected->insns, &sink);
	else
		take_piece(selected, source, range, num, times, true);
}

void nt_select_event(struct nt_select *select,
		     const struct ntrace_source *source,
		     const struct ntrace_event *event)
{
	struct nt_selected *selected = get_now(select, source);
	bool inside = is_inside(selected);

	if (select->function)
		profile_stack_event(&selected->stack, source, event);
	/* A trap comes after the target of the last jump */
	if (event->kind == NTRACE_EVENT_TRAP)
		inside = is_inside(selected);
	if (select->numbered &&
	    !nt_window_has_event(&selected->window, selected->insns))
		return;
	if (inside && is_in_time(selected))
		select->format->event(select->state, source, event);
}

bool nt_select_end(struct nt_select *select)
{
	size_t i;

	for (i = 0; i < NT_SOURCES_MAX; i++)
		free(select->source[i]);
	return !select->time || select->timed;
}
