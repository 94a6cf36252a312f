/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Linux' tasks, from tp in S-mode: each has a number, which the trace gives as
 * scontext, and a file has the names.
 */
#ifndef NTRACE_TASK_H
#define NTRACE_TASK_H

#include <stdio.h>

#include "../observer/retire.h"

/** Bytes of a task's name, with the 0 at its end: the kernel's "comm". */
#define NT_TASK_NAME 16

/** Watch writes of tp in a block, during its translation. */
void nt_task_translate(struct qemu_plugin_tb *tb,
		       const struct retire_code *code,
		       qemu_plugin_vcpu_udata_cb_t changed);

/**
 * Find the task that a hart executes. Call it in a callback that
 * nt_task_translate() registered, after retire_sync().
 * @param task in: the number of the last one, or 0; out: of this one
 * @param name out: NT_TASK_NAME bytes; empty: not known (yet)
 * @param address out: of its task_struct
 * @return true if the number is new
 */
bool nt_task_find(unsigned int hart, u32 *task, char *name, u64 *address);

#endif
