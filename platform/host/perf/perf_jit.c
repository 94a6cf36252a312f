// SPDX-License-Identifier: BSD-2-Clause
/*
 * Files that processes write about generated code: their names, and jitdumps.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "perf_jit.h"

enum {
	DUMP_MAGIC = 0x4a695444,
	DUMP_VERSION = 1,
	DUMP_HEADER = 40,
	DUMP_MACHINE = 12,
	DUMP_FLAGS = 32,
	MACHINE_RISCV = 243,
	FLAG_ARCH_TIME = 1,
};

bool perf_jit_is_dump(const char *name)
{
	unsigned int pid;
	int end = 0;

	name = strrchr(name, '/');
	return name && sscanf(name, "/jit-%u.dump%n", &pid, &end) == 1 && end &&
	       !name[end];
}

/* perf's names for executable memory without a file. */
bool perf_jit_is_memory(const char *name)
{
	static const char *const names[] = { "//anon",	  "/anon_hugepage",
					     "/dev/zero", "/memfd:",
					     "[heap]",	  "[stack" };
	size_t i;

	for (i = 0; i < array_size(names); i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	return false;
}

/* --- the file -------------------------------------------------------------- */

static bool read_dump(struct perf_dump *dump)
{
	struct input in;
	const u8 *data;
	size_t got;

	input_open(&in, dump->path);
	while ((got = input_read(&in, &data))) {
		dump->data = must_realloc(dump->data, dump->size + got);
		memcpy(dump->data + dump->size, data, got);
		dump->size += got;
	}
	input_close(&in);
	return dump->size >= DUMP_HEADER &&
	       perf_get32(dump->data) == DUMP_MAGIC &&
	       perf_get32(dump->data + 4) == DUMP_VERSION &&
	       perf_get32(dump->data + DUMP_MACHINE) == MACHINE_RISCV &&
	       perf_get32(dump->data + 8) >= DUMP_HEADER &&
	       perf_get32(dump->data + 8) <= dump->size;
}

static void drop(struct perf_dump *dump)
{
	free(dump->path);
	free(dump->data);
	free(dump);
}

void perf_jit_open(struct perf_tasks *tasks, u32 pid, const char *name)
{
	struct perf_dump *dump;
	char *path = perf_code_path(tasks->code, name);

	for (dump = tasks->dump; path && dump; dump = dump->next)
		if (dump->pid == pid && !strcmp(dump->path, path)) {
			free(path);
			path = NULL;
		}
	if (!path)
		return;
	dump = must_alloc(sizeof(*dump));
	*dump = (struct perf_dump){ .path = path, .pid = pid };
	if (!read_dump(dump)) {
		complain("'%s' is no jitdump of version 1 for RISC-V: code "
			 "that process %" PRIu32 " made is missing",
			 path, pid);
		drop(dump);
		return;
	}
	dump->at = perf_get32(dump->data + 8);
	dump->timeless = !tasks->monotonic ||
			 perf_get64(dump->data + DUMP_FLAGS) & FLAG_ARCH_TIME;
	if (dump->timeless)
		complain("'%s' has times of another clock than the recording: "
			 "where code was replaced, it is not known. Record "
			 "with hartscope-record, or with perf record -k mono",
			 path);
	dump->next = tasks->dump;
	tasks->dump = dump;
}

void perf_jit_close(struct perf_tasks *tasks)
{
	struct perf_dump *dump;

	while ((dump = tasks->dump)) {
		tasks->dump = dump->next;
		drop(dump);
	}
}
