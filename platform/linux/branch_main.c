// SPDX-License-Identifier: GPL-2.0-only
/*
 * The perf PMU hartscope_branch. A hart keeps its last branches; they are read when
 * the task changes, after each period of the event, and before another program comes.
 * Samples cannot be raised from a module, so they go to AUX memory.
 */
#include <linux/module.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <linux/smp.h>
#include <linux/string.h>

#include <asm/irq_regs.h>
#include <asm/processor.h>
#include <asm/ptrace.h>

#include "branch.h"

/* Call stacks that an event of a CPU keeps. */
#define STACKS_OF_CPU 64
/* ns; a shorter period would leave no time for other work. */
#define PERIOD_LEAST 10000

/* ctrsource.V, and TYPE of ctrdata */
#define SOURCE_VALID 1ul
#define TYPE 15
#define TYPE_INTERRUPT 2

static struct pmu branch_pmu;

static struct branch_hart *branch_hart_here(void)
{
	return branch_harts ? branch_harts[smp_processor_id()] : NULL;
}

static struct branch_wish wish_of(const struct perf_event *event)
{
	return (struct branch_wish){ event->hw.config, event->hw.config_base };
}

static bool is_calls(const struct perf_event *event)
{
	return event->hw.config & SCTRCTL_RASEMU;
}

/* The place of the task, but no kernel address for an event of user mode. */
static u64 place(const struct perf_event *event, const struct task_struct *task)
{
	const struct pt_regs *regs = get_irq_regs();
	unsigned long at = 0;

	if (event->hw.config & SCTRCTL_S)
		return regs ? regs->epc : 0;
	if (!(task->flags & PF_KTHREAD))
		at = task_pt_regs(task)->epc;
	return (long)at > 0 ? at : 0;
}

static void note_flags(struct branch_hart *hart)
{
	const struct branch_wish wish = wish_of(hart->event);
	u8 flags = 0;

	if (wish.control & SCTRCTL_RASEMU)
		flags |= BRANCH_BLOCK_CALLS;
	else if (wish.control >> 32)
		flags |= BRANCH_BLOCK_FILTERED;
	if (hart->block.entries == branch_entries(wish.depth))
		flags |= BRANCH_BLOCK_FULL;
	hart->block.flags = flags;
}

/* The interrupt that started this handler, and the branches since then, are not
 * the task's. */
static void drop_handler(struct branch_hart *hart)
{
	struct branch_entry *entry = hart->block.entry;
	const struct pt_regs *regs = get_irq_regs();
	unsigned int i, num = hart->block.entries;

	for (i = 0; regs && i < num; i++) {
		if ((entry[i].data & TYPE) == TYPE_INTERRUPT &&
		    (entry[i].source & ~SOURCE_VALID) == regs->epc)
			break;
	}
	/* If all entries are the handler's, the buffer is too small. */
	if (!regs || i == num)
		return;
	hart->block.entries = num - i - 1;
	memmove(entry, entry + i + 1, hart->block.entries * sizeof(*entry));
}

/* Stops recording and reads the entries; true if the hart had frozen. */
static bool take(struct branch_hart *hart, enum branch_block_why why)
{
	const struct branch_wish wish = wish_of(hart->event);
	bool frozen;

	hart->block.entries = branch_hart_read(
		hart->block.entry, branch_entries(wish.depth), &frozen);
	hart->block.why = frozen ? BRANCH_BLOCK_FROZEN : why;
	hart->block.ip = place(hart->event, hart->task);
	note_flags(hart);
	if (why == BRANCH_BLOCK_TIMER && !frozen && wish.control & SCTRCTL_S)
		drop_handler(hart);
	return frozen;
}

static void give(struct branch_hart *hart, u64 flags)
{
	if (hart->block.entries || flags)
		branch_block_write(hart, flags);
}

static void begin(struct branch_hart *hart, struct perf_event *event,
		  struct task_struct *task)
{
	const struct branch_wish wish = wish_of(event);
	unsigned int num = 0;

	event->hw.state = PERF_HES_STOPPED;
	if (READ_ONCE(trace_is_over))
		return;
	/* A CPU that was offline when the module was loaded. */
	if (!hart->depths)
		branch_hart_probe(hart);
	hart->event = event;
	hart->task = task;
	if (is_calls(event))
		num = branch_stacks_take(task, hart->block.entry,
					 branch_entries(wish.depth));
	if (!branch_hart_begin(&wish, hart->block.entry, num)) {
		trace_trouble_note("has no such branch records",
				   "it has not all filters, or another depth");
		hart->block.entries = 0;
		give(hart, PERF_AUX_FLAG_PARTIAL);
		return;
	}
	event->hw.state = 0;
	if (event->hw.sample_period)
		hrtimer_start(&hart->timer,
			      ns_to_ktime(event->hw.sample_period),
			      HRTIMER_MODE_REL_PINNED_HARD);
}

static void finish(struct branch_hart *hart, enum branch_block_why why,
		   u64 flags)
{
	struct perf_event *event = hart->event;
	bool frozen;

	if (event->hw.state & PERF_HES_STOPPED) {
		hart->event = NULL;
		return;
	}
	hrtimer_try_to_cancel(&hart->timer);
	frozen = take(hart, why);
	branch_hart_clear();
	/* Calls and returns after the freeze are missing. */
	if (is_calls(event) && why == BRANCH_BLOCK_SWITCH && !frozen)
		branch_stacks_keep(hart->task, hart->block.entry,
				   hart->block.entries);
	give(hart, flags);
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	hart->event = NULL;
}

static void event_start(struct perf_event *event, int flags)
{
	begin(branch_hart_here(), event, current);
}

static void event_stop(struct perf_event *event, int flags)
{
	struct branch_hart *hart = branch_hart_here();

	if (hart->event == event)
		finish(hart, BRANCH_BLOCK_SWITCH, 0);
}

static int event_add(struct perf_event *event, int flags)
{
	struct branch_hart *hart = branch_hart_here();

	return trace_event_add(event, hart ? &hart->event : NULL, flags);
}

static void event_del(struct perf_event *event, int flags)
{
	struct branch_hart *hart = branch_hart_here();

	if (hart->event == event)
		finish(hart, BRANCH_BLOCK_SWITCH,
		       trace_goes_for_good(event) ? PERF_AUX_FLAG_PARTIAL : 0);
}

static void event_read(struct perf_event *event)
{
}

void branch_next_task(struct task_struct *next)
{
	struct branch_hart *hart = branch_hart_here();
	struct perf_event *event = hart ? hart->event : NULL;

	if (!event)
		return;
	finish(hart, BRANCH_BLOCK_SWITCH, 0);
	begin(hart, event, next);
}

void branch_next_program(void)
{
	struct branch_hart *hart;
	struct perf_event *event;
	unsigned long flags;

	local_irq_save(flags);
	hart = branch_hart_here();
	event = hart ? hart->event : NULL;
	if (event) {
		finish(hart, BRANCH_BLOCK_EXEC, 0);
		begin(hart, event, current);
	}
	local_irq_restore(flags);
}

void branch_stop_here(void)
{
	struct branch_hart *hart = branch_hart_here();

	if (hart && hart->event)
		finish(hart, BRANCH_BLOCK_SWITCH, 0);
}

static enum hrtimer_restart look(struct hrtimer *timer)
{
	struct branch_hart *hart =
		container_of(timer, struct branch_hart, timer);
	struct perf_event *event = hart->event;
	ktime_t began = ktime_get();
	bool frozen;

	if (!event || event->hw.state & PERF_HES_STOPPED)
		return HRTIMER_NORESTART;
	frozen = take(hart, BRANCH_BLOCK_TIMER);
	give(hart, 0);
	branch_hart_go_on(event->hw.config, frozen || !is_calls(event));
	return trace_timer_again(timer, began,
				 ns_to_ktime(event->hw.sample_period));
}

static unsigned int stacks_of(const struct perf_event *event)
{
	if (!is_calls(event))
		return 0;
	return event->attach_state & PERF_ATTACH_TASK ? 1 : STACKS_OF_CPU;
}

static void event_destroy(struct perf_event *event)
{
	branch_stacks_remove(stacks_of(event));
}

static int check_period(struct perf_event *event, u64 period)
{
	if (!period || period >= PERIOD_LEAST)
		return 0;
	pr_notice_ratelimited(
		"hartscope_branch: event refused: a period has %u ns at least\n",
		PERIOD_LEAST);
	return -EINVAL;
}

/* perf's clocks interpret a frequency as a period, too. */
static int period_of(struct perf_event *event)
{
	u64 period = event->attr.sample_period;

	if (event->attr.freq && event->attr.sample_freq)
		period = NSEC_PER_SEC / event->attr.sample_freq;
	if (check_period(event, period))
		return -EINVAL;
	event->attr.freq = 0;
	event->attr.sample_period = period;
	event->hw.sample_period = period;
	return 0;
}

static int event_init(struct perf_event *event)
{
	struct branch_wish wish;
	int error;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	error = branch_judge(event, &wish);
	if (!error)
		error = period_of(event);
	if (error)
		return error;
	event->hw.config = wish.control;
	event->hw.config_base = wish.depth;
	error = branch_stacks_add(stacks_of(event), branch_entries(wish.depth));
	if (!error)
		event->destroy = event_destroy;
	return error;
}

/* If old blocks are overwritten, no reader can find the start of a block. */
static void *setup_aux(struct perf_event *event, void **pages, int num,
		       bool overwrite)
{
	if (overwrite) {
		pr_notice_ratelimited(
			"hartscope_branch: memory refused: it has to be writable, as it is no snapshot\n");
		return NULL;
	}
	return trace_aux_setup(event, pages, num, overwrite);
}

static struct pmu branch_pmu = {
	.module = THIS_MODULE,
	.attr_groups = branch_groups,
	.capabilities = PERF_PMU_CAP_EXCLUSIVE | PERF_PMU_CAP_ITRACE,
	.task_ctx_nr = perf_sw_context,
	.event_init = event_init,
	.add = event_add,
	.del = event_del,
	.start = event_start,
	.stop = event_stop,
	.read = event_read,
	.setup_aux = setup_aux,
	.free_aux = trace_aux_free,
	.check_period = check_period,
};

int branch_pmu_prepare(void)
{
	int cpu, error = branch_find();

	if (error) {
		branch_forget();
		return error;
	}
	for_each_possible_cpu(cpu)
	{
		if (branch_harts[cpu])
			trace_timer_setup(&branch_harts[cpu]->timer, look);
	}
	return 0;
}

int branch_pmu_register(void)
{
	return perf_pmu_register(&branch_pmu, "hartscope_branch", -1);
}

void branch_pmu_unregister(void)
{
	perf_pmu_unregister(&branch_pmu);
}

void branch_pmu_forget(void)
{
	branch_forget();
}
