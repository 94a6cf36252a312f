// SPDX-License-Identifier: GPL-2.0-only
/*
 * The perf PMU hartscope_trace: instruction trace of a task or of a CPU, into
 * the AUX memory of its event. While an event is on, a timer takes what the sink
 * has by then; the encoder is not stopped for that.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/module.h>
#include <linux/reboot.h>
#include <linux/version.h>
#include <linux/vmalloc.h>

#include "trace.h"

/* A look at a sink is followed by so many times its time without one. */
#define SHARE 16

unsigned int trace_buffer_kb = 1024;
module_param_named(buffer_kb, trace_buffer_kb, uint, 0444);
MODULE_PARM_DESC(buffer_kb, "KiB of memory that a sink writes to (1024)");

static unsigned int poll_us = 2000;
module_param(poll_us, uint, 0644);
MODULE_PARM_DESC(poll_us, "us between two looks at a sink that is on (2000)");

static struct pmu trace_pmu;
static int prepare_state;
/* The machine goes down, or another kernel comes: nothing starts any more. */
static bool over;

static ktime_t poll_time(void)
{
	return ns_to_ktime((u64)poll_us * NSEC_PER_USEC);
}

static u32 modes_of(struct perf_event *event)
{
	u32 modes = 0;

	if (!event->attr.exclude_user)
		modes |= TRACE_MODES_USER;
	if (!event->attr.exclude_kernel)
		modes |= TRACE_MODES_KERNEL;
	return modes;
}

static void event_start(struct perf_event *event, int flags)
{
	struct trace_hart *hart = trace_harts[smp_processor_id()];
	int error;

	event->hw.state = PERF_HES_STOPPED;
	if (READ_ONCE(over))
		return;
	error = trace_piece_begin(hart, event, modes_of(event));
	/* Full memory waits for a reader; all else is tried again at the next piece. */
	hart->event = error == -ENOSPC ? NULL : event;
	if (error)
		return;
	event->hw.state = 0;
	hrtimer_start(&hart->timer, poll_time(), HRTIMER_MODE_REL_PINNED_HARD);
}

static void event_stop(struct perf_event *event, int flags)
{
	struct trace_hart *hart = trace_harts[smp_processor_id()];

	if (hart->event != event)
		return;
	hart->event = NULL;
	if (event->hw.state & PERF_HES_STOPPED)
		return;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	hrtimer_try_to_cancel(&hart->timer);
	trace_piece_end(hart, event);
}

void trace_next_piece(const struct trace_hart *hart)
{
	struct perf_event *event = hart->event;

	if (!event)
		return;
	event_stop(event, PERF_EF_UPDATE);
	event_start(event, 0);
}

static int event_add(struct perf_event *event, int flags)
{
	struct trace_hart *hart = trace_harts[smp_processor_id()];

	if (!hart)
		return -ENODEV;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (hart->event)
		return -EBUSY;
	if (flags & PERF_EF_START)
		event_start(event, flags);
	return 0;
}

/* perf takes the events of a CPU off it when it goes, and does not put them back
 * when it comes. Those of a task go on where the task does. */
static bool goes_for_good(const struct perf_event *event)
{
	return !(event->attach_state & PERF_ATTACH_TASK) &&
	       cpu_dying(smp_processor_id());
}

static void event_del(struct perf_event *event, int flags)
{
	struct trace_hart *hart = trace_harts[smp_processor_id()];

	if (hart->event == event && goes_for_good(event))
		trace_piece_is_last(hart);
	event_stop(event, PERF_EF_UPDATE);
}

static void event_read(struct perf_event *event)
{
}

static enum hrtimer_restart look(struct hrtimer *timer)
{
	struct trace_hart *hart = container_of(timer, struct trace_hart, timer);
	struct perf_event *event = hart->event;
	ktime_t took, began = ktime_get();

	if (!event || event->hw.state & PERF_HES_STOPPED)
		return HRTIMER_NORESTART;
	if (!trace_piece_look(hart, event)) {
		/* Memory is full: perf turns the event off, until it is enabled. */
		event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
		hart->event = NULL;
		trace_piece_end(hart, event);
		return HRTIMER_NORESTART;
	}
	/* On a slow machine looks must not be all that it does. */
	took = ktime_sub(ktime_get(), began);
	hrtimer_set_expires(
		timer, ktime_add(ktime_get(), max(poll_time(), took * SHARE)));
	return HRTIMER_RESTART;
}

static void *setup_aux(struct perf_event *event, void **pages, int num,
		       bool overwrite)
{
	struct trace_aux *aux = kzalloc(sizeof(*aux), GFP_KERNEL);
	struct page **list = kcalloc(num, sizeof(*list), GFP_KERNEL);
	int i;

	if (!aux || !list)
		goto free;
	for (i = 0; i < num; i++)
		list[i] = virt_to_page(pages[i]);
	aux->base = vmap(list, num, VM_MAP, PAGE_KERNEL);
	if (!aux->base)
		goto free;
	kfree(list);
	aux->size = (size_t)num << PAGE_SHIFT;
	aux->overwrite = overwrite;
	return aux;
free:
	kfree(list);
	kfree(aux);
	return NULL;
}

static void free_aux(void *memory)
{
	struct trace_aux *aux = memory;

	vunmap(aux->base);
	kfree(aux);
}

static void event_destroy(struct perf_event *event)
{
	trace_sinks_put(event->cpu);
}

static int refuse(int error, const char *why)
{
	pr_notice_ratelimited("hartscope_trace: event refused: %s\n", why);
	return error;
}

static int event_judge(struct perf_event *event)
{
	const struct perf_event_attr *attr = &event->attr;
	const struct trace_hart *hart;
	int cpu;

	if (is_sampling_event(event) || has_branch_stack(event))
		return refuse(
			-EOPNOTSUPP,
			"it does not sample; leave out periods and branches");
	if (attr->config || attr->config1 || attr->config2)
		return refuse(-EINVAL, "config has to be 0");
	if (!modes_of(event))
		return refuse(-EINVAL, "it leaves out both user and kernel");
	if (event->cpu >= 0 && !trace_harts[event->cpu])
		return refuse(
			-ENODEV,
			"this CPU has no encoder; the file cpumask says which have");
	for_each_possible_cpu(cpu)
	{
		hart = trace_harts[cpu];
		if (!hart || (event->cpu >= 0 && event->cpu != cpu))
			continue;
		if (hart->filter < 0 &&
		    (attr->exclude_user || attr->exclude_kernel))
			return refuse(
				-EOPNOTSUPP,
				"the encoder has no filter for user or kernel only; leave out :u or :k");
	}
	return 0;
}

static int event_init(struct perf_event *event)
{
	int error;

	if (event->attr.type != event->pmu->type)
		return -ENOENT;
	error = event_judge(event);
	if (!error)
		error = trace_sinks_get(event->cpu);
	if (!error)
		event->destroy = event_destroy;
	return error;
}

static struct pmu trace_pmu = {
	.module = THIS_MODULE,
	.attr_groups = trace_groups,
	.capabilities = PERF_PMU_CAP_EXCLUSIVE | PERF_PMU_CAP_ITRACE,
	.task_ctx_nr = perf_sw_context,
	.event_init = event_init,
	.add = event_add,
	.del = event_del,
	.start = event_start,
	.stop = event_stop,
	.read = event_read,
	.setup_aux = setup_aux,
	.free_aux = free_aux,
};

/* An encoder has its defaults when its hart comes back. This is before perf has
 * events there. */
static int encoder_is_new(unsigned int cpu)
{
	if (trace_harts[cpu])
		trace_harts[cpu]->modes = 0;
	return 0;
}

static void stop_here(void *unused)
{
	struct trace_hart *hart = trace_harts[smp_processor_id()];

	if (hart && hart->event)
		event_stop(hart->event, 0);
}

/* The memory is another kernel's soon: no sink may go on writing to it. */
static int going_down(struct notifier_block *block, unsigned long how,
		      void *unused)
{
	WRITE_ONCE(over, true);
	on_each_cpu(stop_here, NULL, 1);
	return NOTIFY_DONE;
}

static struct notifier_block down_notifier = {
	.notifier_call = going_down,
};

static void setup_timers(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
	{
		struct trace_hart *hart = trace_harts[cpu];

		if (!hart)
			continue;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
		hrtimer_setup(&hart->timer, look, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED_HARD);
#else
		hrtimer_init(&hart->timer, CLOCK_MONOTONIC,
			     HRTIMER_MODE_REL_PINNED_HARD);
		hart->timer.function = look;
#endif
	}
}

static int __init hartscope_trace_init(void)
{
	int error;

	if (!trace_buffer_kb || trace_buffer_kb > 1u << 20 || !poll_us) {
		pr_err("hartscope_trace: buffer_kb and poll_us are at least 1\n");
		return -EINVAL;
	}
	error = trace_find();
	if (error)
		goto forget;
	setup_timers();
	trace_trouble_begin();
	error = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN,
					  "hartscope_trace:prepare",
					  encoder_is_new, NULL);
	if (error < 0)
		goto forget;
	prepare_state = error;
	error = trace_switch_begin();
	if (error)
		goto unplug;
	error = perf_pmu_register(&trace_pmu, "hartscope_trace", -1);
	if (error)
		goto unswitch;
	register_reboot_notifier(&down_notifier);
	return 0;
unswitch:
	trace_switch_end();
unplug:
	cpuhp_remove_state_nocalls(prepare_state);
forget:
	trace_forget();
	return error;
}

static void __exit hartscope_trace_exit(void)
{
	unregister_reboot_notifier(&down_notifier);
	perf_pmu_unregister(&trace_pmu);
	trace_switch_end();
	trace_trouble_end();
	cpuhp_remove_state_nocalls(prepare_state);
	trace_forget();
}

module_init(hartscope_trace_init);
module_exit(hartscope_trace_exit);

MODULE_DESCRIPTION("perf PMU for the SBI trace extension of hartscope");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1.0");
