// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CPUs with an encoder, and the sinks of their trace. The module asks the
 * firmware, which has judged the device tree, and not the tree itself.
 */
#include <linux/cpumask.h>
#include <linux/err.h>
#include <linux/gfp.h>
#include <linux/io.h>
#include <linux/log2.h>
#include <linux/of.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "trace.h"

/* tr??Impl: type in bits 11:8 */
#define TYPE(impl) ((impl) >> 8 & 0xf)
#define TYPE_ENCODER 1

/* trTeInstFeatures */
#define SOURCE(features) ((features) >> 16 & 0xfff)
#define SOURCE_BITS(features) ((features) >> 28)
#define SOURCE_FIELDS 0xffff0000u

struct trace_hart **trace_harts;
static struct trace_sink *sinks;
static unsigned int num_sinks;

static bool hart_of_cpu(int cpu, unsigned long *hartid)
{
	struct device_node *node = of_get_cpu_node(cpu, NULL);
	u64 wide;
	u32 cell;
	bool found = true;

	if (of_property_count_u32_elems(node, "reg") == 2 &&
	    !of_property_read_u64(node, "reg", &wide))
		*hartid = wide;
	else if (!of_property_read_u32(node, "reg", &cell))
		*hartid = cell;
	else
		found = false;
	of_node_put(node);
	return found;
}

static void hart_free(struct trace_hart *hart)
{
	vfree(hart->queue);
	free_page((unsigned long)hart->page);
	kfree(hart);
}

static struct trace_hart *hart_new(void)
{
	struct trace_hart *hart = kzalloc(sizeof(*hart), GFP_KERNEL);

	if (!hart)
		return NULL;
	hart->page = (u32 *)get_zeroed_page(GFP_KERNEL);
	if (!hart->page) {
		kfree(hart);
		return NULL;
	}
	hart->page_phys = virt_to_phys(hart->page);
	return hart;
}

/* The page has component_info of hart's encoder. */
static void read_encoder(struct trace_hart *hart)
{
	const u32 *info = hart->page;

	hart->control = info[TRACE_INFO_CONTROL];
	hart->features = info[TRACE_INFO_FEATURES] & ~SOURCE_FIELDS;
	hart->source = SOURCE(info[TRACE_INFO_FEATURES]);
	hart->source_bits = SOURCE_BITS(info[TRACE_INFO_FEATURES]);
	hart->ts_control = info[TRACE_INFO_TS_CONTROL];
	hart->translated = info[TRACE_INFO_FLAGS] & TRACE_INFO_TRANSLATED;
	hart->etrace = info[TRACE_INFO_FLAGS] & TRACE_INFO_ETRACE;
	hart->filters = info[TRACE_INFO_UNITS] & 0xffff;
	hart->comparators = info[TRACE_INFO_UNITS] >> 16 & 0xff;
}

static bool is_of(const u32 *info, unsigned long hartid)
{
	const u32 need = TRACE_INFO_USABLE | TRACE_INFO_MINE;

	return TYPE(info[TRACE_INFO_IMPL]) == TYPE_ENCODER &&
	       (info[TRACE_INFO_FLAGS] & need) == need &&
	       ((u64)info[TRACE_INFO_HARTID + 1] << 32 |
		info[TRACE_INFO_HARTID]) == hartid;
}

static bool find_encoder(struct trace_hart *hart, unsigned int components)
{
	for (hart->component = 0; hart->component < components;
	     hart->component++) {
		if (trace_sbi_info(hart, hart->component) ||
		    !is_of(hart->page, hart->hartid))
			continue;
		read_encoder(hart);
		return true;
	}
	return false;
}

static int sink_memory(struct trace_sink *sink, struct trace_hart *hart)
{
	int error = trace_sbi_info(hart, sink->component);
	const u32 *info = hart->page;
	unsigned int order = get_order((size_t)trace_buffer_kb << 10);

	if (error)
		return error;
	if (!(info[TRACE_INFO_ABILITIES] & TRACE_INFO_SMEM)) {
		pr_warn("hartscope_trace: sink %u cannot write to memory\n",
			sink->component);
		return -EOPNOTSUPP;
	}
	sink->buffer = (u8 *)__get_free_pages(
		GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN, order);
	if (!sink->buffer) {
		pr_err("hartscope_trace: no %u KiB in one piece for sink %u; try a smaller buffer_kb\n",
		       trace_buffer_kb, sink->component);
		return -ENOMEM;
	}
	sink->start = virt_to_phys(sink->buffer);
	sink->size = PAGE_SIZE << order;
	return 0;
}

static struct trace_sink *find_sink(struct trace_hart *hart)
{
	struct trace_sink *sink;
	int error = trace_sbi_status(hart);
	u32 component;

	if (error)
		return ERR_PTR(error);
	component = hart->page[TRACE_STATUS_SINK];
	for (sink = sinks; sink < sinks + num_sinks; sink++) {
		if (sink->component == component)
			return sink;
	}
	sink->component = component;
	raw_spin_lock_init(&sink->lock);
	error = sink_memory(sink, hart);
	if (error)
		return ERR_PTR(error);
	num_sinks++;
	return sink;
}

/* first is the sink's only hart, or NULL. */
static bool is_taken(const struct trace_sink *sink,
		     const struct trace_hart *first, u32 source)
{
	if (source >= TRACE_SOURCES)
		return true;
	if (first)
		return first->source >= TRACE_SOURCES ||
		       first->source == source;
	return sink->of_source[source];
}

static int join(struct trace_hart *hart)
{
	struct trace_sink *sink = find_sink(hart);
	struct trace_hart *first;
	u32 source = hart->source;

	if (IS_ERR(sink))
		return PTR_ERR(sink);
	/* A single encoder is found without its source. */
	first = sink->harts == 1 ? sink->of_source[0] : NULL;
	if (hart->source_bits > ilog2(TRACE_SOURCES))
		source = TRACE_SOURCES;
	if (!sink->harts)
		source = 0;
	if (is_taken(sink, first, source)) {
		pr_warn("hartscope_trace: CPU %d has no source of its own in sink %u\n",
			hart->cpu, sink->component);
		return -EOPNOTSUPP;
	}
	hart->queue = vzalloc(sink->size);
	if (!hart->queue)
		return -ENOMEM;
	if (first) {
		sink->of_source[0] = NULL;
		sink->of_source[first->source] = first;
	}
	hart->sink = sink;
	sink->of_source[source] = hart;
	sink->source_mask = (1u << hart->source_bits) - 1;
	sink->harts++;
	return 0;
}

static int find_hart(int cpu, unsigned int components)
{
	struct trace_hart *hart = hart_new();
	int error = 0;

	if (!hart)
		return -ENOMEM;
	hart->cpu = cpu;
	if (!hart_of_cpu(cpu, &hart->hartid) || !find_encoder(hart, components))
		goto free;
	error = join(hart);
	if (error)
		goto free;
	trace_harts[cpu] = hart;
	return 0;
free:
	hart_free(hart);
	return error == -ENOMEM ? error : 0;
}

void trace_forget(void)
{
	struct trace_sink *sink;
	int cpu;

	for_each_possible_cpu(cpu)
	{
		if (trace_harts && trace_harts[cpu])
			hart_free(trace_harts[cpu]);
	}
	for (sink = sinks; sink && sink < sinks + num_sinks; sink++)
		free_pages((unsigned long)sink->buffer, get_order(sink->size));
	kfree(sinks);
	kfree(trace_harts);
	sinks = NULL;
	trace_harts = NULL;
	num_sinks = 0;
}

int trace_find(void)
{
	unsigned int components, found = 0;
	int cpu, error = trace_sbi_probe(&components);

	if (error) {
		pr_err("hartscope_trace: the firmware has no trace to offer: it has to be hartscope, and its device tree to have trace components\n");
		return error;
	}
	trace_harts = kcalloc(nr_cpu_ids, sizeof(*trace_harts), GFP_KERNEL);
	/* one more, for an entry that is tried before it counts */
	sinks = kcalloc(components + 1, sizeof(*sinks), GFP_KERNEL);
	if (!trace_harts || !sinks)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
	{
		error = find_hart(cpu, components);
		if (error)
			return error;
		found += !!trace_harts[cpu];
	}
	if (!found) {
		pr_err("hartscope_trace: no CPU has an encoder that leads to a RAM sink; the firmware's lines at boot say why\n");
		return -ENODEV;
	}
	pr_info("hartscope_trace: %u CPUs can be traced, into %u sinks of %u KiB\n",
		found, num_sinks, trace_buffer_kb);
	return 0;
}

int trace_sinks_get(int cpu)
{
	unsigned int i;
	int error;

	if (cpu >= 0)
		return trace_sink_get(trace_harts[cpu]->sink);
	for (i = 0; i < num_sinks; i++) {
		error = trace_sink_get(&sinks[i]);
		if (error) {
			while (i--)
				trace_sink_put(&sinks[i]);
			return error;
		}
	}
	return 0;
}

void trace_sinks_put(int cpu)
{
	unsigned int i;

	if (cpu >= 0) {
		trace_sink_put(trace_harts[cpu]->sink);
		return;
	}
	for (i = 0; i < num_sinks; i++)
		trace_sink_put(&sinks[i]);
}
