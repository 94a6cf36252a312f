// SPDX-License-Identifier: GPL-2.0-only
/*
 * The change of tasks on a CPU. perf does not stop an inherited event that both
 * tasks have, and an event of a CPU never stops, so a piece of trace would have
 * several tasks; the record of a piece names only the task at the time of
 * writing. Therefore a piece ends when the scheduler reports the next task.
 */
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>
#include <linux/tracepoint.h>
#include <linux/version.h>
#include <trace/events/sched.h>

#include "branch.h"

static struct tracepoint *sched_switch, *sched_prepare_exec;

static void on_switch(void *unused, bool preempt, struct task_struct *prev,
		      struct task_struct *next, unsigned int prev_state)
{
	trace_next_piece();
	branch_next_task(next);
}

/* Branches of the old program have no place in the maps of the new one. */
static void on_exec(void *unused, struct task_struct *task,
		    struct linux_binprm *program)
{
	branch_next_program();
}

/* Some kernels do not export these variables, but they can be looked up. */
static void look_at(struct tracepoint *point, void *unused)
{
	if (!strcmp(point->name, "sched_switch"))
		sched_switch = point;
	if (!strcmp(point->name, "sched_prepare_exec"))
		sched_prepare_exec = point;
}

/* Kernels before 6.10 have no sched_prepare_exec: there the block of records ends
 * at the next change of the task. */
static void exec_begin(void)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 10, 0)
	check_trace_callback_type_sched_prepare_exec(on_exec);
#endif
	if (sched_prepare_exec &&
	    tracepoint_probe_register(sched_prepare_exec, on_exec, NULL))
		sched_prepare_exec = NULL;
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
	else
		exec_begin();
	return error;
}

void trace_switch_end(void)
{
	if (sched_prepare_exec)
		tracepoint_probe_unregister(sched_prepare_exec, on_exec, NULL);
	tracepoint_probe_unregister(sched_switch, on_switch, NULL);
	tracepoint_synchronize_unregister();
}
