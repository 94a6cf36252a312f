// SPDX-License-Identifier: GPL-2.0-only
/*
 * The attributes of an event as bits of sctrctl, from perf's names for branch
 * stacks.
 */
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/perf_event.h>

#include "branch.h"

/* config: entries of the buffer; records are frozen at breakpoints and overflows */
#define CONFIG_ENTRIES 0x1fful
#define CONFIG_FREEZE 0x200ul
/* Default of entries; interrupts of the kernel take some 40. */
#define ENTRIES_OF_USER 32
#define ENTRIES_OF_KERNEL 128

#define TYPES                                                         \
	(SCTRCTL_EXCINH | SCTRCTL_INTRINH | SCTRCTL_TRETINH |         \
	 SCTRCTL_TKBRINH | SCTRCTL_INDCALLINH | SCTRCTL_DIRCALLINH |  \
	 SCTRCTL_INDJMPINH | SCTRCTL_DIRJMPINH | SCTRCTL_CORSWAPINH | \
	 SCTRCTL_RETINH | SCTRCTL_INDLJMPINH | SCTRCTL_DIRLJMPINH)

/* Words for the display of a branch, without effect on the selection. */
#define SHOWN                                                          \
	(PERF_SAMPLE_BRANCH_PLM_ALL | PERF_SAMPLE_BRANCH_NO_FLAGS |    \
	 PERF_SAMPLE_BRANCH_NO_CYCLES | PERF_SAMPLE_BRANCH_TYPE_SAVE | \
	 PERF_SAMPLE_BRANCH_PRIV_SAVE)

/* Types of transfers for a word, by their inhibit bits */
static const struct {
	u64 word;
	unsigned long types;
} words[] = {
	{ PERF_SAMPLE_BRANCH_ANY, TYPES },
	{ PERF_SAMPLE_BRANCH_ANY_CALL,
	  SCTRCTL_INDCALLINH | SCTRCTL_DIRCALLINH | SCTRCTL_INDLJMPINH |
		  SCTRCTL_DIRLJMPINH | SCTRCTL_CORSWAPINH | SCTRCTL_EXCINH },
	{ PERF_SAMPLE_BRANCH_ANY_RETURN,
	  SCTRCTL_RETINH | SCTRCTL_CORSWAPINH | SCTRCTL_TRETINH },
	{ PERF_SAMPLE_BRANCH_IND_CALL, SCTRCTL_INDCALLINH },
	{ PERF_SAMPLE_BRANCH_COND, SCTRCTL_TKBRINH },
	{ PERF_SAMPLE_BRANCH_IND_JUMP, SCTRCTL_INDJMPINH | SCTRCTL_INDLJMPINH },
	{ PERF_SAMPLE_BRANCH_CALL, SCTRCTL_DIRCALLINH },
};

static int refuse(int error, const char *why)
{
	pr_notice_ratelimited("hartscope_branch: event refused: %s\n", why);
	return error;
}

/* Bits that inhibit all types except those of the words. */
static int filter_of(u64 asked, unsigned long *control)
{
	unsigned long types = 0;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(words); i++) {
		if (asked & words[i].word)
			types |= words[i].types;
		asked &= ~words[i].word;
	}
	if (asked & ~(u64)SHOWN)
		return refuse(
			-EOPNOTSUPP,
			"these records have no transactions, counters or indexes");
	*control |= TYPES & ~types;
	return 0;
}

static int calls_of(u64 asked, unsigned long *control)
{
	if (asked & ~(u64)(SHOWN | PERF_SAMPLE_BRANCH_CALL_STACK))
		return refuse(-EINVAL,
			      "a call stack goes with no other branches");
	if (*control & SCTRCTL_S)
		return refuse(-EOPNOTSUPP,
			      "call stacks are of user mode; use :u");
	*control |= SCTRCTL_RASEMU;
	return 0;
}

static int control_of(const struct perf_event_attr *attr,
		      unsigned long *control)
{
	u64 asked = PERF_SAMPLE_BRANCH_ANY;

	*control = 0;
	if (!attr->exclude_user)
		*control |= SCTRCTL_U;
	if (!attr->exclude_kernel)
		*control |= SCTRCTL_S;
	if (attr->config & CONFIG_FREEZE)
		*control |= SCTRCTL_BPFRZ | SCTRCTL_LCOFIFRZ;
	if (attr->sample_type & PERF_SAMPLE_BRANCH_STACK) {
		asked = attr->branch_sample_type;
		*control &= ~(SCTRCTL_U | SCTRCTL_S);
		if (asked & PERF_SAMPLE_BRANCH_USER)
			*control |= SCTRCTL_U;
		if (asked & PERF_SAMPLE_BRANCH_KERNEL)
			*control |= SCTRCTL_S;
	}
	if (!(*control & (SCTRCTL_U | SCTRCTL_S)))
		return refuse(-EINVAL, "it leaves out both user and kernel");
	if (asked & PERF_SAMPLE_BRANCH_CALL_STACK)
		return calls_of(asked, control);
	return filter_of(asked, control);
}

/* The depth with this number of entries; negative if there is none. */
static int depth_of(unsigned long entries)
{
	int depth;

	for (depth = 0; depth < BRANCH_DEPTHS; depth++) {
		if (branch_entries(depth) == entries)
			return depth;
	}
	return -EINVAL;
}

/* Depths that exist on all harts of the event */
static unsigned int common_depths(const struct perf_event *event)
{
	const struct branch_hart *hart;
	unsigned int depths = BIT(BRANCH_DEPTHS) - 1;
	int cpu;

	for_each_possible_cpu(cpu)
	{
		hart = branch_harts[cpu];
		if (hart && hart->depths &&
		    (event->cpu < 0 || event->cpu == cpu))
			depths &= hart->depths;
	}
	return depths;
}

/* Check that all harts of the event can do it. */
static int all_have(const struct perf_event *event,
		    const struct branch_wish *wish)
{
	const struct branch_hart *hart;
	int cpu;

	if (!(common_depths(event) & BIT(wish->depth)))
		return refuse(
			-EOPNOTSUPP,
			"the file harts says which numbers of entries there are");
	for_each_possible_cpu(cpu)
	{
		hart = branch_harts[cpu];
		if (!hart || !hart->depths ||
		    (event->cpu >= 0 && event->cpu != cpu))
			continue;
		if (wish->control & ~hart->control)
			return refuse(
				-EOPNOTSUPP,
				"the hart has not all of these filters, or no call stacks");
	}
	return 0;
}

/* The largest number up to `enough`, or else the smallest one. */
static unsigned long default_entries(const struct perf_event *event,
				     unsigned long control)
{
	unsigned long enough = control & SCTRCTL_S ? ENTRIES_OF_KERNEL :
						     ENTRIES_OF_USER;
	unsigned int depths = common_depths(event), depth;

	for (depth = BRANCH_DEPTHS; depth--;) {
		if (depths & BIT(depth) && branch_entries(depth) <= enough)
			return branch_entries(depth);
	}
	return depths ? branch_entries(__ffs(depths)) : enough;
}

int branch_judge(const struct perf_event *event, struct branch_wish *wish)
{
	const struct perf_event_attr *attr = &event->attr;
	unsigned long entries = attr->config & CONFIG_ENTRIES;
	int depth, error;

	if (attr->config & ~(u64)(CONFIG_ENTRIES | CONFIG_FREEZE) ||
	    attr->config1 || attr->config2)
		return refuse(-EINVAL, "config has entries and freeze only");
	if (event->cpu >= 0 && !branch_harts[event->cpu])
		return refuse(
			-ENODEV,
			"this CPU has no records; the file cpumask says which have");
	error = control_of(attr, &wish->control);
	if (error)
		return error;
	if (!entries)
		entries = default_entries(event, wish->control);
	depth = depth_of(entries);
	if (depth < 0)
		return refuse(-EINVAL, "entries are 16, 32, 64, 128 or 256");
	wish->depth = depth;
	return all_have(event, wish);
}
