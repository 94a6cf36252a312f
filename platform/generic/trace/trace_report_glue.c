// SPDX-License-Identifier: BSD-2-Clause
/* Lines of the console about trace components. */
#include <sbi/sbi_console.h>

#include "trace_glue.h"

bool trace_report_quiet(void)
{
	return sbi_scratch_thishart_ptr()->options & SBI_SCRATCH_NO_BOOT_PRINTS;
}

/* True if another component already feeds this input; the caller reports it. */
static bool trace_has_source(u32 n)
{
	u32 i;

	for (i = 0; i < trace_glue.count; i++)
		if (trace_glue.component[i].output == n)
			return true;
	return false;
}

/* True for the first component of a loop: its line stands for all. */
static bool trace_is_first_of_loop(u32 n)
{
	u32 i, next = trace_glue.component[n].output;

	for (i = 0; i < trace_glue.count && next > n && next != TRACE_NONE; i++)
		next = trace_glue.component[next].output;
	return next >= n;
}

/* True if a component gets a line: causes do, consequences do not. */
static bool trace_is_news(u32 n)
{
	switch (trace_glue.component[n].reason) {
	case TRACE_USABLE:
		return trace_glue.component[n].warnings != TRACE_NO_WARNING;
	case TRACE_NEEDS_OTHER:
		return false;
	case TRACE_NO_SOURCE:
		return !trace_has_source(n);
	case TRACE_LOOP:
		return trace_is_first_of_loop(n);
	}
	return true;
}

static void trace_line_of_warning(u32 n, u32 warning)
{
	const struct trace_component *c = &trace_glue.component[n];
	bool one = warning == TRACE_ONE_OUTPUT;

	if (c->warnings & warning)
		sbi_printf("hartscope: trace: %s: %s%s%s%s; used\n",
			   trace_nodes[n].name, trace_warning_text(warning),
			   one ? " (" : "",
			   one ? trace_nodes[c->output].name : "",
			   one ? ")" : "");
}

static void trace_lines(u32 n)
{
	const struct trace_component *c = &trace_glue.component[n];
	const struct trace_node *node = &trace_nodes[n];
	const char *text = node->wrong, *with = node->with;
	u32 warning;

	for (warning = 1; !c->reason && warning < TRACE_WARNINGS_END;
	     warning *= 2)
		trace_line_of_warning(n, warning);
	if (!c->reason)
		return;
	if (!text) {
		text = trace_reason_text(c->reason);
		with = c->other == TRACE_NONE ? NULL :
						trace_nodes[c->other].name;
	}
	sbi_printf("hartscope: trace: %s: %s%s%s%s; not used\n", node->name,
		   text, with ? " (" : "", with ? with : "", with ? ")" : "");
}

static u32 trace_count(u32 traits)
{
	u32 n, count = 0;

	for (n = 0; n < trace_glue.count; n++)
		if (!trace_glue.component[n].reason &&
		    tr_comp_is(trace_glue.component[n].type, traits))
			count++;
	return count;
}

void trace_report_all(u32 more)
{
	u32 n, encoders = trace_count(TR_SOURCE);

	if (trace_report_quiet())
		return;
	for (n = 0; n < trace_glue.count; n++) {
		if (trace_is_news(n))
			trace_lines(n);
		if (trace_sends_etrace(&trace_glue.component[n]))
			sbi_printf("hartscope: trace: %s: sends E-Trace; "
				   "used\n",
				   trace_nodes[n].name);
	}
	if (more)
		sbi_printf("hartscope: trace: %u components too many; the "
			   "first %u are used\n",
			   more, (u32)TRACE_COMPONENTS_MAX);
	if (!trace_glue.count)
		return;
	sbi_printf("hartscope: trace: %u encoders, %u RAM sinks, %u other "
		   "components, %s\n",
		   encoders, trace_count(TR_MEMORY),
		   trace_count(~0u) - encoders - trace_count(TR_MEMORY),
		   trace_glue.policy != TRACE_MEDIATED ? "for S-mode" :
							 "through calls only");
}
