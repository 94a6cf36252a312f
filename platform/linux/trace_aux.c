// SPDX-License-Identifier: GPL-2.0-only
/* Events of both PMUs have AUX memory in one piece, and timers. */
#include <linux/cpu.h>
#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/version.h>
#include <linux/vmalloc.h>

#include "trace.h"

/* After its work, a timer pauses for this multiple of its time. */
#define SHARE 16

void *trace_aux_setup(struct perf_event *event, void **pages, int num,
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

void trace_aux_free(void *memory)
{
	struct trace_aux *aux = memory;

	vunmap(aux->base);
	kfree(aux);
}

void trace_timer_setup(struct hrtimer *timer,
		       enum hrtimer_restart (*look)(struct hrtimer *))
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 13, 0)
	hrtimer_setup(timer, look, CLOCK_MONOTONIC,
		      HRTIMER_MODE_REL_PINNED_HARD);
#else
	hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
	timer->function = look;
#endif
}

enum hrtimer_restart trace_timer_again(struct hrtimer *timer, ktime_t began,
				       ktime_t period)
{
	/* On a slow machine this must not take all of the time. */
	ktime_t now = ktime_get(), took = ktime_sub(now, began);

	hrtimer_set_expires(timer, ktime_add(now, max(period, took * SHARE)));
	return HRTIMER_RESTART;
}

bool trace_goes_for_good(const struct perf_event *event)
{
	return !(event->attach_state & PERF_ATTACH_TASK) &&
	       cpu_dying(smp_processor_id());
}

int trace_event_add(struct perf_event *event, struct perf_event *const *on,
		    int flags)
{
	if (!on)
		return -ENODEV;
	event->hw.state = PERF_HES_STOPPED | PERF_HES_UPTODATE;
	if (*on)
		return -EBUSY;
	if (flags & PERF_EF_START)
		event->pmu->start(event, flags);
	return 0;
}
