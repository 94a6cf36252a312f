// SPDX-License-Identifier: BSD-2-Clause
/* Records of jitdumps: code that a process has generated, or moved, by time. */
#include <string.h>
#include "perf_jit.h"

enum {
	RECORD_HEADER = 16,
	RECORD_LOAD = 0,
	RECORD_MOVE = 1,
	LOAD_NAME = 56,
	MOVE_SIZE = 64,
};

static void take_load(struct perf_tasks *tasks, struct perf_dump *dump,
		      const u8 *record, u32 size, u64 time)
{
	const char *name = (const char *)record + LOAD_NAME;
	u64 bytes, length;

	if (size < LOAD_NAME)
		return;
	length = strnlen(name, size - LOAD_NAME) + 1;
	bytes = perf_get64(record + 40);
	if (LOAD_NAME + length > size || bytes > size - LOAD_NAME - length)
		return;
	perf_tasks_code(tasks, dump->pid, perf_get64(record + 32), bytes, time,
			perf_code_made(tasks->code, dump->path, name,
				       perf_get64(record + 32),
				       record + LOAD_NAME + length, bytes));
}

static void take_move(struct perf_tasks *tasks, struct perf_dump *dump,
		      const u8 *record, u32 size, u64 time)
{
	if (size >= MOVE_SIZE)
		perf_tasks_move(tasks, dump->pid, perf_get64(record + 32),
				perf_get64(record + 40),
				perf_get64(record + 48), time);
}

/* @return true if there is a whole record, not later than this time */
static bool comes(const struct perf_dump *dump, u64 time)
{
	const u8 *record = dump->data + dump->at;
	size_t left = dump->size - dump->at;

	if (left < RECORD_HEADER || perf_get32(record + 4) < RECORD_HEADER ||
	    perf_get32(record + 4) > left)
		return false;
	return dump->timeless || perf_get64(record + 8) <= time;
}

void perf_jit_reach(struct perf_tasks *tasks, u64 time)
{
	struct perf_dump *dump;
	const u8 *record;
	u32 kind, size;
	u64 when;

	for (dump = tasks->dump; dump; dump = dump->next) {
		for (; comes(dump, time); dump->at += size) {
			record = dump->data + dump->at;
			kind = perf_get32(record);
			size = perf_get32(record + 4);
			when = dump->timeless ? UINT64_MAX :
						perf_get64(record + 8);
			if (kind == RECORD_LOAD)
				take_load(tasks, dump, record, size, when);
			else if (kind == RECORD_MOVE)
				take_move(tasks, dump, record, size, when);
		}
	}
}
