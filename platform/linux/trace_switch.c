// SPDX-License-Identifier: GPL-2.0-only
/*
 * When a CPU changes its task. perf lets an inherited event stay on where both
 * tasks have it, and one of a CPU stays on always, so that a piece of trace would
 * be of several tasks; the record of a piece names only who runs when it is
 * written. The piece therefore ends where the scheduler says who comes next.
 */
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <trace/events/sched.h>

#include "trace.h"

static struct tracepoint *sched_switch;

static void on_switch(void *unused, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	struct trace_hart *hart = trace_harts[smp_processor_id()];

	if (hart)
		trace_next_piece(hart);
}

/* Its variable is not exported by all kernels, but it can be looked up. */
static void look_at(struct tracepoint *point, void *unused)
{
	if (!strcmp(point->name, "sched_switch"))
		sched_switch = point;
}

int trace_switch_begin(void)
{
	int error = -ENOENT;

	check_trace_callback_type_sched_switch(on_switch);
	for_each_kernel_tracepoint(look_at, NULL);
	if (sched_switch)
		error = tracepoint_probe_register(sched_switch, on_switch,
						  NULL);
	if (error)
		pr_err("hartscope_trace: the kernel does not say when tasks change (%d): it has to have CONFIG_TRACEPOINTS\n",
		       error);
	return error;
}

void trace_switch_end(void)
{
	tracepoint_probe_unregister(sched_switch, on_switch, NULL);
	tracepoint_synchronize_unregister();
}
