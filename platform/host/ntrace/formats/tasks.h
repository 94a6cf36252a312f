/* SPDX-License-Identifier: BSD-2-Clause */
/* Tasks of Linux, which a trace names by number (scontext). */
#ifndef HOST_NT_TASKS_H
#define HOST_NT_TASKS_H

#include <profile/stack.h>

struct nt_tasks;

/**
 * Read a list of tasks: lines of number, address of the task_struct, and name,
 * if it is known. Several numbers with one address are one task that changed
 * its name. Exits with a message if it is no such list.
 */
struct nt_tasks *nt_tasks_open(const char *path);

/**
 * The stack of a task, with its name as the outermost function.
 * @param number of the list
 * @param like	functions, sink and user for a new one
 * @param src	the source that executes it now
 * @return NULL: no task has this number
 */
struct profile_stack *nt_tasks_stack(struct nt_tasks *tasks, u64 number,
				     const struct profile_stack *like,
				     unsigned int src);

/** Leave all frames of all tasks; names stay. */
void nt_tasks_end(struct nt_tasks *tasks);

/** Also for NULL. */
void nt_tasks_close(struct nt_tasks *tasks);

#endif
