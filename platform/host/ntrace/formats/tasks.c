// SPDX-License-Identifier: BSD-2-Clause
/*
 * Tasks of Linux, which a trace names by number. A stack belongs to a task, not
 * to a hart: it waits while other tasks run, and continues on the task's next
 * hart.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "tasks.h"

/* plugin_ntrace writes no longer list. */
enum { TASKS_MAX = 1 << 20 };

struct name {
	struct profile_function function; /* without an address */
	struct name *next;
};

struct task {
	u64 address; /* 0: no task has this number */
	u64 first;   /* number of the same task's first name, which has the
		      * stack */
	const struct name *name;
	struct profile_stack *stack; /* NULL: it has not run yet */
};

struct nt_tasks {
	struct task *task;
	size_t num;
	struct name *names;
};

/* Tasks with one name share a function, so that they can be added up. */
static const struct name *get_name(struct nt_tasks *tasks, const char *text)
{
	struct name *name;

	for (name = tasks->names; name; name = name->next)
		if (!strcmp(name->function.name, text))
			return name;
	name = must_alloc(sizeof(*name));
	memset(name, 0, sizeof(*name));
	name->function.name = strdup(text);
	if (!name->function.name)
		die("out of memory");
	name->next = tasks->names;
	tasks->names = name;
	return name;
}

static void add_task(struct nt_tasks *tasks, u64 number, u64 address,
		     const char *name)
{
	struct task *task;
	u64 first = 1;

	while (tasks->num <= number) {
		tasks->task =
			grow(tasks->task, tasks->num, sizeof(*tasks->task));
		memset(&tasks->task[tasks->num++], 0, sizeof(*tasks->task));
	}
	while (first < tasks->num && tasks->task[first].address != address)
		first++;
	task = &tasks->task[number];
	task->address = address;
	task->first = first < tasks->num ? first : number;
	task->name = get_name(tasks, *name ? name : "[task without a name]");
}

static bool add_line(struct nt_tasks *tasks, const char *line)
{
	u64 number, address;
	char *end, *name;

	number = strtoull(line, &end, 10);
	address = strtoull(end, &name, 16);
	if (!number || number > TASKS_MAX || !address || name == end ||
	    (*name && *name != ' '))
		return false;
	add_task(tasks, number, address, *name ? name + 1 : name);
	return true;
}

struct nt_tasks *nt_tasks_open(const char *path)
{
	struct nt_tasks *tasks = must_alloc(sizeof(*tasks));
	struct lines lines;
	char *line;

	memset(tasks, 0, sizeof(*tasks));
	lines_open(&lines, path);
	while ((line = lines_next(&lines)))
		if (!add_line(tasks, line))
			die("'%s', line %llu: this is no task, as in "
			    "\"7 0xff60000080040000 sh\"",
			    path, (unsigned long long)lines.number);
	lines_close(&lines);
	return tasks;
}

static struct profile_stack *new_stack(const struct profile_stack *like,
				       const struct name *name)
{
	struct profile_stack *stack = must_alloc(sizeof(*stack));

	profile_stack_init(stack, like->functions, like->sink, like->user,
			   like->src);
	stack->freq = like->freq;
	profile_stack_root(stack, &name->function);
	return stack;
}

struct profile_stack *nt_tasks_stack(struct nt_tasks *tasks, u64 number,
				     const struct profile_stack *like,
				     unsigned int src)
{
	struct profile_stack **stack;
	const struct name *name;

	if (number >= tasks->num || !tasks->task[number].address)
		return NULL;
	stack = &tasks->task[tasks->task[number].first].stack;
	name = tasks->task[number].name;
	if (!*stack)
		*stack = new_stack(like, name);
	else if ((*stack)->frame[0].function != &name->function)
		profile_stack_root(*stack, &name->function);
	(*stack)->src = src;
	return *stack;
}

void nt_tasks_end(struct nt_tasks *tasks)
{
	size_t i;

	for (i = 0; i < tasks->num; i++)
		if (tasks->task[i].stack)
			profile_stack_end(tasks->task[i].stack);
}

void nt_tasks_close(struct nt_tasks *tasks)
{
	struct name *name;
	size_t i;

	if (!tasks)
		return;
	for (i = 0; i < tasks->num; i++)
		free(tasks->task[i].stack);
	while ((name = tasks->names)) {
		tasks->names = name->next;
		free(name->function.name);
		free(name);
	}
	free(tasks->task);
	free(tasks);
}
