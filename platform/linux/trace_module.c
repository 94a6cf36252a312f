// SPDX-License-Identifier: GPL-2.0-only
/*
 * hartscope_trace.ko: a PMU for each of the two ways in which harts report
 * jumps. A machine may have only one of them.
 */
#include <linux/kernel.h>
#include <linux/module.h>
#include <linux/reboot.h>
#include <linux/smp.h>
#include <linux/suspend.h>

#include "branch.h"

bool trace_is_over;

enum { PART_TRACE, PART_BRANCH };

static struct part {
	int (*prepare)(void);
	int (*begin)(void);
	void (*end)(void);
	void (*forget)(void);
	bool is_ready;
	bool is_there;
} parts[] = {
	[PART_TRACE] = { trace_pmu_prepare, trace_pmu_register,
			 trace_pmu_unregister, trace_pmu_forget },
	[PART_BRANCH] = { branch_pmu_prepare, branch_pmu_register,
			  branch_pmu_unregister, branch_pmu_forget },
};

#define EACH_PART(part) \
	for (part = parts; part < parts + ARRAY_SIZE(parts); part++)

static void stop_here(void *unused)
{
	trace_stop_here();
	branch_stop_here();
}

/* The memory will belong to another kernel: no sink may go on writing to it. */
static int going_down(struct notifier_block *block, unsigned long how,
		      void *unused)
{
	WRITE_ONCE(trace_is_over, true);
	on_each_cpu(stop_here, NULL, 1);
	return NOTIFY_DONE;
}

static struct notifier_block down_notifier = {
	.notifier_call = going_down,
};

/*
 * Timers stand still while the machine sleeps, and sinks may lose their
 * settings: encoders stop before, and continue afterwards. The hart keeps
 * branch records.
 */
static int sleeping(struct notifier_block *block, unsigned long what,
		    void *unused)
{
	if (!parts[PART_TRACE].is_there)
		return NOTIFY_DONE;
	switch (what) {
	case PM_SUSPEND_PREPARE:
	case PM_HIBERNATION_PREPARE:
	case PM_RESTORE_PREPARE:
		trace_pmu_sleep(true);
		break;
	case PM_POST_SUSPEND:
	case PM_POST_HIBERNATION:
	case PM_POST_RESTORE:
		trace_pmu_sleep(false);
		break;
	}
	return NOTIFY_DONE;
}

static struct notifier_block sleep_notifier = {
	.notifier_call = sleeping,
};

/* One of the parts is enough, unless the other one fails with an error. */
static int prepare(void)
{
	struct part *part;
	int error, result = -ENODEV;

	EACH_PART(part)
	{
		error = part->prepare();
		part->is_ready = !error;
		if (!error)
			result = 0;
		else if (error != -ENODEV)
			return error;
	}
	return result;
}

static int begin(void)
{
	struct part *part;
	int error;

	EACH_PART(part)
	{
		error = part->is_ready ? part->begin() : 0;
		if (error)
			return error;
		part->is_there = part->is_ready;
	}
	return 0;
}

static void end(void)
{
	struct part *part;

	EACH_PART(part)
	{
		if (part->is_there)
			part->end();
	}
}

static void forget(void)
{
	struct part *part;

	EACH_PART(part)
	{
		if (part->is_ready)
			part->forget();
	}
}

static int __init hartscope_trace_init(void)
{
	int error;

	trace_trouble_begin();
	error = prepare();
	if (error)
		goto forget;
	error = trace_switch_begin();
	if (error)
		goto forget;
	error = begin();
	if (error)
		goto end;
	register_reboot_notifier(&down_notifier);
	register_pm_notifier(&sleep_notifier);
	return 0;
end:
	end();
	trace_switch_end();
forget:
	forget();
	return error;
}

static void __exit hartscope_trace_exit(void)
{
	unregister_pm_notifier(&sleep_notifier);
	unregister_reboot_notifier(&down_notifier);
	end();
	trace_switch_end();
	trace_trouble_end();
	forget();
}

module_init(hartscope_trace_init);
module_exit(hartscope_trace_exit);

MODULE_DESCRIPTION("perf PMUs for trace and branch records on hartscope");
MODULE_LICENSE("GPL");
MODULE_VERSION("0.1.0");
