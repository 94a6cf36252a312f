// SPDX-License-Identifier: GPL-2.0-only
/*
 * perf's address filters of events become ranges of addresses. perf gives the
 * addresses of files, and starts an event again when they change.
 */
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/list.h>
#include <linux/perf_event.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "trace.h"

unsigned int trace_ranges_most(void)
{
	const struct trace_hart *hart;
	unsigned int most = TRACE_RANGES;
	int cpu;

	for_each_possible_cpu(cpu)
	{
		hart = trace_harts[cpu];
		if (!hart)
			continue;
		most = min3(most, (unsigned int)hweight32(hart->filters),
			    (unsigned int)hweight32(hart->comparators));
	}
	return most;
}

int trace_ranges_begin(struct perf_event *event)
{
	event->hw.addr_filters =
		kzalloc(sizeof(struct trace_ranges), GFP_KERNEL);
	return event->hw.addr_filters ? 0 : -ENOMEM;
}

void trace_ranges_end(struct perf_event *event)
{
	kfree(event->hw.addr_filters);
	event->hw.addr_filters = NULL;
}

static int refuse(const char *why)
{
	pr_notice_ratelimited("hartscope_trace: filter refused: %s\n", why);
	return -EOPNOTSUPP;
}

/* perf has room for the PMU's number of ranges, and leaves the count to the
 * PMU. */
int trace_ranges_validate(struct list_head *filters)
{
	const struct perf_addr_filter *filter;
	unsigned int num = 0;

	list_for_each_entry(filter, filters, entry)
	{
		if (filter->action != PERF_ADDR_FILTER_ACTION_FILTER ||
		    !filter->size)
			return refuse(
				"it has to be a range, no start and no stop");
		if (++num > trace_ranges_most())
			return refuse("encoders have not so many comparators");
	}
	return 0;
}

/* A file outside of memory has an empty range: none of it is traced. */
void trace_ranges_sync(struct perf_event *event)
{
	struct trace_ranges *ranges = event->hw.addr_filters;
	const struct perf_addr_filter *filter;
	unsigned int i = 0;

	memset(ranges, 0, sizeof(*ranges));
	list_for_each_entry(filter, &perf_event_addr_filters(event)->list,
			    entry)
	{
		ranges->range[i].start = event->addr_filter_ranges[i].start;
		ranges->range[i].end = event->addr_filter_ranges[i].start +
				       event->addr_filter_ranges[i].size;
		i++;
	}
	ranges->num = i;
}
