// SPDX-License-Identifier: GPL-2.0-only
/*
 * Open calls of tasks that do not run. Events bring the memory, before the
 * scheduler needs it: an event of a task brings a place, and there are no more
 * tasks than events. An event of a CPU brings a few places: of many tasks the
 * last ones to leave are kept.
 */
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/list.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/spinlock.h>
#include <linux/string.h>

#include "branch.h"

#define BUCKETS 256

/** The stack of a task. With a task it is in a bucket, and always in one of two
 * lists. */
struct stack {
	struct list_head list;
	struct hlist_node node;
	/** Compared with the time of its start: another task may get its
	 * memory. */
	const struct task_struct *task;
	u64 started;
	unsigned int room;
	unsigned int num;
	struct branch_entry entry[];
};

static DEFINE_RAW_SPINLOCK(lock);
static struct hlist_head buckets[BUCKETS];
static LIST_HEAD(unused);
/* Sorted by time, the last kept stack last. */
static LIST_HEAD(used);

static struct hlist_head *bucket_of(const struct task_struct *task)
{
	return &buckets[(unsigned long)task / sizeof(*task) % BUCKETS];
}

static struct stack *find(const struct task_struct *task)
{
	struct stack *stack;

	hlist_for_each_entry(stack, bucket_of(task), node)
	{
		if (stack->task == task &&
		    stack->started == task->start_boottime)
			return stack;
	}
	return NULL;
}

static void release(struct stack *stack)
{
	hlist_del(&stack->node);
	list_move(&stack->list, &unused);
}

static struct stack *unused_stack(void)
{
	if (list_empty(&unused) && !list_empty(&used))
		release(list_first_entry(&used, struct stack, list));
	return list_first_entry_or_null(&unused, struct stack, list);
}

void branch_stacks_remove(unsigned int tasks)
{
	struct stack *stack;
	unsigned long flags;

	while (tasks--) {
		raw_spin_lock_irqsave(&lock, flags);
		stack = unused_stack();
		if (stack)
			list_del(&stack->list);
		raw_spin_unlock_irqrestore(&lock, flags);
		kfree(stack);
	}
}

int branch_stacks_add(unsigned int tasks, unsigned int calls)
{
	struct stack *stack;
	unsigned long flags;
	unsigned int i;

	for (i = 0; i < tasks; i++) {
		stack = kzalloc(struct_size(stack, entry, calls), GFP_KERNEL);
		if (!stack) {
			branch_stacks_remove(i);
			return -ENOMEM;
		}
		stack->room = calls;
		raw_spin_lock_irqsave(&lock, flags);
		list_add(&stack->list, &unused);
		raw_spin_unlock_irqrestore(&lock, flags);
	}
	return 0;
}

void branch_stacks_keep(const struct task_struct *task,
			const struct branch_entry *entry, unsigned int num)
{
	struct stack *stack;
	unsigned long flags;

	raw_spin_lock_irqsave(&lock, flags);
	stack = find(task);
	if (stack)
		release(stack);
	stack = num ? unused_stack() : NULL;
	if (stack) {
		stack->task = task;
		stack->started = task->start_boottime;
		stack->num = min(num, stack->room);
		memcpy(stack->entry, entry, stack->num * sizeof(*entry));
		hlist_add_head(&stack->node, bucket_of(task));
		list_move_tail(&stack->list, &used);
	}
	raw_spin_unlock_irqrestore(&lock, flags);
}

unsigned int branch_stacks_take(const struct task_struct *task,
				struct branch_entry *entry, unsigned int most)
{
	struct stack *stack;
	unsigned long flags;
	unsigned int num = 0;

	raw_spin_lock_irqsave(&lock, flags);
	stack = find(task);
	if (stack) {
		num = min(stack->num, most);
		memcpy(entry, stack->entry, num * sizeof(*entry));
		release(stack);
	}
	raw_spin_unlock_irqrestore(&lock, flags);
	return num;
}

void branch_stacks_drop(const struct task_struct *task)
{
	branch_stacks_keep(task, NULL, 0);
}
