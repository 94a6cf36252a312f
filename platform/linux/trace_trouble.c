// SPDX-License-Identifier: GPL-2.0-only
/*
 * Lines about an encoder that does not obey. The scheduler holds its lock while
 * events stop and start; a console may wake a task and need that lock. The line
 * waits for an interrupt of the CPU, when the lock is free.
 */
#include <linux/cpumask.h>
#include <linux/irq_work.h>
#include <linux/percpu.h>
#include <linux/printk.h>
#include <linux/smp.h>

#include "trace.h"

struct trouble {
	struct irq_work work;
	const char *what;
	const char *why;
};

static DEFINE_PER_CPU(struct trouble, troubles);

static void tell(struct irq_work *work)
{
	const struct trouble *trouble =
		container_of(work, struct trouble, work);

	pr_err_ratelimited("hartscope_trace: CPU %d %s: %s\n",
			   smp_processor_id(), trouble->what, trouble->why);
}

void trace_trouble_note(const char *what, const char *why)
{
	struct trouble *trouble = this_cpu_ptr(&troubles);

	trouble->what = what;
	trouble->why = why;
	irq_work_queue(&trouble->work);
}

/* Pointers of modules in data of CPUs are not relocated. */
void trace_trouble_begin(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
	{
		per_cpu(troubles, cpu).work = IRQ_WORK_INIT_HARD(tell);
	}
}

void trace_trouble_end(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
	{
		irq_work_sync(&per_cpu(troubles, cpu).work);
	}
}
