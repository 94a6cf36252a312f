// SPDX-License-Identifier: GPL-2.0-only
/* Files of the PMU in sysfs: formats, CPUs that have records, and their abilities. */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/perf_event.h>
#include <linux/sysfs.h>

#include "branch.h"

static bool has_records(int cpu)
{
	return branch_harts[cpu];
}

static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr,
			    char *text)
{
	return trace_cpus_text(text, has_records);
}
static DEVICE_ATTR_RO(cpumask);

static ssize_t harts_show(struct device *dev, struct device_attribute *attr,
			  char *text)
{
	ssize_t len = sysfs_emit(text, "form=branches pieces=task\n");
	const struct branch_hart *hart;
	int cpu;

	for_each_possible_cpu(cpu)
	{
		hart = branch_harts[cpu];
		if (hart)
			len += sysfs_emit_at(text, len,
					     "cpu=%d depths=%#x sctrctl=%#lx\n",
					     cpu, hart->depths, hart->control);
	}
	return len;
}
static DEVICE_ATTR_RO(harts);

static struct attribute *attributes[] = {
	&dev_attr_cpumask.attr,
	&dev_attr_harts.attr,
	NULL,
};

static const struct attribute_group group = {
	.attrs = attributes,
};

PMU_FORMAT_ATTR(entries, "config:0-8");
PMU_FORMAT_ATTR(freeze, "config:9");

static struct attribute *formats[] = {
	&format_attr_entries.attr,
	&format_attr_freeze.attr,
	NULL,
};

static const struct attribute_group format_group = {
	.name = "format",
	.attrs = formats,
};

const struct attribute_group *branch_groups[] = {
	&group,
	&format_group,
	NULL,
};
