// SPDX-License-Identifier: GPL-2.0-only
/*
 * The CPUs with control transfer records, and their features for events. The
 * firmware lists "ssctr" for each hart that can give them to the kernel.
 */
#include <linux/cpumask.h>
#include <linux/of.h>
#include <linux/slab.h>
#include <linux/smp.h>
#include <linux/string.h>

#include "branch.h"

#define NAME "ssctr"

struct branch_hart **branch_harts;

/* The older property is one string of all names, separated by underscores. */
static bool is_in_string(const char *isa)
{
	const char *at;

	for (at = strstr(isa, "_" NAME); at; at = strstr(at, "_" NAME)) {
		at += sizeof(NAME);
		if (!*at || *at == '_')
			return true;
	}
	return false;
}

static bool is_listed(int cpu)
{
	struct device_node *node = of_get_cpu_node(cpu, NULL);
	const char *isa = NULL;
	bool found;

	found = of_property_match_string(node, "riscv,isa-extensions", NAME) >=
			0 ||
		(!of_property_read_string(node, "riscv,isa", &isa) &&
		 is_in_string(isa));
	of_node_put(node);
	return found;
}

static void probe_here(void *unused)
{
	struct branch_hart *hart = branch_harts[smp_processor_id()];

	if (hart)
		branch_hart_probe(hart);
}

static void clear_here(void *unused)
{
	if (branch_harts[smp_processor_id()])
		branch_hart_clear();
}

void branch_forget(void)
{
	int cpu;

	if (!branch_harts)
		return;
	on_each_cpu(clear_here, NULL, 1);
	for_each_possible_cpu(cpu)
	{
		kfree(branch_harts[cpu]);
	}
	kfree(branch_harts);
	branch_harts = NULL;
}

int branch_find(void)
{
	struct branch_hart *hart;
	unsigned int found = 0;
	int cpu;

	branch_harts = kcalloc(nr_cpu_ids, sizeof(*branch_harts), GFP_KERNEL);
	if (!branch_harts)
		return -ENOMEM;
	for_each_possible_cpu(cpu)
	{
		if (!is_listed(cpu))
			continue;
		hart = kzalloc(sizeof(*hart), GFP_KERNEL);
		if (!hart)
			return -ENOMEM;
		hart->cpu = cpu;
		hart->block.tag = BRANCH_BLOCK_MAGIC;
		branch_harts[cpu] = hart;
		found++;
	}
	if (!found)
		return -ENODEV;
	on_each_cpu(probe_here, NULL, 1);
	pr_info("hartscope_branch: %u CPUs have branch records\n", found);
	return 0;
}
