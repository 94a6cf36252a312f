// SPDX-License-Identifier: GPL-2.0-only
/*
 * The perf PMU hartscope_trace: instruction trace of a task or of a CPU, into
 * the AUX memory of its event. While an event is on, a timer takes what the sink
 * has by then; the encoder is not stopped for that.
 */
#include <linux/cpu.h>
#include <linux/cpuhotplug.h>
#include <linux/module.h>

#include "trace.h"

unsigned int trace_buffer_kb = 1024;
module_param_named(buffer_kb, trace_buffer_kb, uint, 0444);
MODULE_PARM_DESC(buffer_kb, "KiB of memory that a sink writes to (1024)");

static unsigned int poll_us = 2000;
module_param(poll_us, uint, 0644);
MODULE_PARM_DESC(poll_us, "us between two looks at a sink that is on (2000)");

static struct pmu trace_pmu;
static int prepare_state;
/* The machine sleeps: events stay active, and continue when it wakes. */
static bool is_asleep;

static ktime_t poll_time(void)
{
	return ns_to_ktime((u64)poll_us * NSEC_PER_USEC);
}

/* Without any encoder the list is NULL. */
static struct trace_hart *trace_hart_here(void)
{
	return trace_harts ? trace_harts[smp_processor_id()] : NULL;
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
	if (READ_ONCE(trace_is_over))
		return;
	if (READ_ONCE(is_asleep)) {
		hart->event = event;
		return;
	}
	perf_event_addr_filters_sync(event);
	hart->ranges = event->hw.addr_filters;
	error = trace_piece_begin(hart, event, modes_of(event));
	/* Full memory waits for a reader; after other errors the next piece
	 * tries again. */
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

void trace_next_piece(void)
{
	const struct trace_hart *hart = trace_hart_here();
	struct perf_event *event = hart ? hart->event : NULL;

	if (!event)
		return;
	event_stop(event, PERF_EF_UPDATE);
	event_start(event, 0);
}

static int event_add(struct perf_event *event, int flags)
{
	struct trace_hart *hart = trace_hart_here();

	return trace_event_add(event, hart ? &hart->event : NULL, flags);
}

static void event_del(struct perf_event *event, int flags)
{
	struct trace_hart *hart = trace_harts[smp_processor_id()];

	if (hart->event == event && trace_goes_for_good(event))
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
	ktime_t began = ktime_get();

	if (!event || event->hw.state & PERF_HES_STOPPED)
		return HRTIMER_NORESTART;
	if (!trace_piece_look(hart, event)) {
		/* Memory is full: perf disables the event, until it is enabled
		 * again. */
		event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
		hart->event = NULL;
		trace_piece_end(hart, event);
		return HRTIMER_NORESTART;
	}
	return trace_timer_again(timer, began, poll_time());
}

static void event_destroy(struct perf_event *event)
{
	trace_sinks_put(event->cpu);
	trace_ranges_end(event);
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
		if (!hart->filters &&
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
		error = trace_ranges_begin(event);
	if (error)
		return error;
	error = trace_sinks_get(event->cpu);
	if (error)
		trace_ranges_end(event);
	else
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
	.setup_aux = trace_aux_setup,
	.free_aux = trace_aux_free,
	.addr_filters_validate = trace_ranges_validate,
	.addr_filters_sync = trace_ranges_sync,
};

/* An encoder has its defaults when its hart comes back. This call is earlier
 * than perf's events there. */
static int encoder_is_new(unsigned int cpu)
{
	if (trace_harts[cpu])
		trace_harts[cpu]->modes = 0;
	return 0;
}

void trace_stop_here(void)
{
	struct trace_hart *hart = trace_hart_here();

	if (hart && hart->event)
		event_stop(hart->event, 0);
}

/* End the piece with a record that trace is missing after it. */
static void sleep_here(void *unused)
{
	struct trace_hart *hart = trace_hart_here();
	struct perf_event *event = hart ? hart->event : NULL;

	if (!event)
		return;
	trace_piece_is_last(hart);
	event_stop(event, PERF_EF_UPDATE);
	hart->event = event;
}

/* The encoder may have its defaults again. */
static void wake_here(void *unused)
{
	struct trace_hart *hart = trace_hart_here();

	if (hart)
		hart->modes = 0;
	trace_next_piece();
}

void trace_pmu_sleep(bool asleep)
{
	WRITE_ONCE(is_asleep, asleep);
	on_each_cpu(asleep ? sleep_here : wake_here, NULL, 1);
}

static void setup_timers(void)
{
	int cpu;

	for_each_possible_cpu(cpu)
	{
		if (trace_harts[cpu])
			trace_timer_setup(&trace_harts[cpu]->timer, look);
	}
}

int trace_pmu_prepare(void)
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
	trace_pmu.nr_addr_filters = trace_ranges_most();
	error = cpuhp_setup_state_nocalls(CPUHP_BP_PREPARE_DYN,
					  "hartscope_trace:prepare",
					  encoder_is_new, NULL);
	if (error < 0)
		goto forget;
	prepare_state = error;
	return 0;
forget:
	trace_forget();
	return error;
}

int trace_pmu_register(void)
{
	return perf_pmu_register(&trace_pmu, "hartscope_trace", -1);
}

void trace_pmu_unregister(void)
{
	perf_pmu_unregister(&trace_pmu);
}

void trace_pmu_forget(void)
{
	cpuhp_remove_state_nocalls(prepare_state);
	trace_forget();
}
