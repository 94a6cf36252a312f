// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files of the PMU in sysfs: CPUs that have an encoder, and the facts that
 * decoders need.
 */
#include <linux/cpumask.h>
#include <linux/device.h>
#include <linux/mm.h>
#include <linux/string.h>
#include <linux/sysfs.h>
#include <linux/version.h>

#include "trace.h"

/* Most bytes of a line, with all numbers at their longest */
#define LINE 192

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 17, 0)
typedef const struct bin_attribute attribute_t;
#else
typedef struct bin_attribute attribute_t;
#endif

ssize_t trace_cpus_text(char *text, bool (*has)(int cpu))
{
	ssize_t len = 0;
	int cpu;

	for_each_possible_cpu(cpu)
	{
		if (has(cpu))
			len += sysfs_emit_at(text, len, "%s%d", len ? "," : "",
					     cpu);
	}
	return len + sysfs_emit_at(text, len, "\n");
}

static bool has_encoder(int cpu)
{
	return trace_harts[cpu];
}

static ssize_t cpumask_show(struct device *dev, struct device_attribute *attr,
			    char *text)
{
	return trace_cpus_text(text, has_encoder);
}
static DEVICE_ATTR_RO(cpumask);

size_t trace_encoders_text(char *text, size_t size)
{
	const struct trace_hart *hart;
	size_t len = scnprintf(text, size, "pieces=task\n");
	int cpu;

	for_each_possible_cpu(cpu)
	{
		hart = trace_harts[cpu];
		if (hart)
			len += scnprintf(
				text + len, size - len,
				"cpu=%d hartid=0x%lx src=%u src_bits=%u control=0x%x features=0x%x ts_control=0x%x%s%s\n",
				cpu, hart->hartid, hart->source,
				hart->source_bits, hart->control,
				hart->features, hart->ts_control,
				hart->translated ? " quirks=sifive" : "",
				hart->etrace ? " protocol=etrace" : "");
	}
	return len;
}

/* On machines with many harts it is longer than a page, the limit of other
 * attributes. */
static ssize_t encoders_read(struct file *file, struct kobject *object,
			     attribute_t *attribute, char *out, loff_t at,
			     size_t room)
{
	size_t size = (nr_cpu_ids + 1) * LINE;
	char *text = kvmalloc(size, GFP_KERNEL);
	ssize_t done;

	if (!text)
		return -ENOMEM;
	size = trace_encoders_text(text, size);
	done = memory_read_from_buffer(out, room, &at, text, size);
	kvfree(text);
	return done;
}
static BIN_ATTR_RO(encoders, 0);

static struct attribute *attributes[] = {
	&dev_attr_cpumask.attr,
	NULL,
};

static attribute_t *binary[] = {
	&bin_attr_encoders,
	NULL,
};

static const struct attribute_group group = {
	.attrs = attributes,
	.bin_attrs = binary,
};

const struct attribute_group *trace_groups[] = {
	&group,
	NULL,
};
