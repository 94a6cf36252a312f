// SPDX-License-Identifier: BSD-2-Clause
/*
 * Processes and threads: their names, and the contents of their memory, by
 * time.
 */
#include <stdlib.h>
#include <string.h>
#include "perf.h"

void perf_tasks_begin(struct perf_tasks *tasks, struct perf_code *code,
		      bool monotonic)
{
	memset(tasks, 0, sizeof(*tasks));
	tasks->code = code;
	tasks->monotonic = monotonic;
}

void perf_tasks_end(struct perf_tasks *tasks)
{
	struct perf_process *process, *next;
	struct perf_thread *thread, *next_thread;
	size_t i;

	for (i = 0; i < PERF_HASH; i++) {
		for (process = tasks->process[i]; process; process = next) {
			next = process->next;
			free(process->map);
			perf_made_free(process->made);
			free(process);
		}
		for (thread = tasks->thread[i]; thread; thread = next_thread) {
			next_thread = thread->next;
			free(thread);
		}
	}
	free(tasks->kernel.map);
	perf_jit_close(tasks);
}

static struct perf_process *find_process(const struct perf_tasks *tasks,
					 u32 pid)
{
	struct perf_process *process = tasks->process[pid % PERF_HASH];

	while (process && process->pid != pid)
		process = process->next;
	return process;
}

static struct perf_process *get_process(struct perf_tasks *tasks, u32 pid)
{
	struct perf_process *process = find_process(tasks, pid);

	if (process)
		return process;
	process = must_alloc(sizeof(*process));
	memset(process, 0, sizeof(*process));
	process->pid = pid;
	process->next = tasks->process[pid % PERF_HASH];
	tasks->process[pid % PERF_HASH] = process;
	return process;
}

static struct perf_thread *get_thread(struct perf_tasks *tasks, u32 tid)
{
	struct perf_thread *thread = tasks->thread[tid % PERF_HASH];

	while (thread && thread->tid != tid)
		thread = thread->next;
	if (thread)
		return thread;
	thread = must_alloc(sizeof(*thread));
	memset(thread, 0, sizeof(*thread));
	thread->tid = tid;
	thread->next = tasks->thread[tid % PERF_HASH];
	tasks->thread[tid % PERF_HASH] = thread;
	return thread;
}

const char *perf_tasks_comm(const struct perf_tasks *tasks, u32 tid)
{
	const struct perf_thread *thread = tasks->thread[tid % PERF_HASH];

	while (thread && thread->tid != tid)
		thread = thread->next;
	return thread ? thread->comm : "";
}

static void add_map(struct perf_process *process, u64 start, u64 size,
		    struct perf_place *place)
{
	struct perf_map *map;

	if (!size || start + size < start)
		return;
	process->map = grow(process->map, process->num_maps, sizeof(*map));
	map = &process->map[process->num_maps++];
	*map = (struct perf_map){ start, start + size, place, 0, false };
}

/* A file, or memory without one. */
static void take_own(struct perf_tasks *tasks, const struct perf_record *record,
		     const char *name)
{
	const u8 *data = record->data, *build_id = NULL;
	u32 pid = perf_get32(data + 8);
	u64 start = perf_get64(data + 16), size = perf_get64(data + 24);
	struct perf_process *process = get_process(tasks, pid);
	size_t id_size = 0;

	if (perf_jit_is_memory(name)) {
		add_map(process, start, size,
			perf_code_memory(tasks->code, pid));
		return;
	}
	if (perf_jit_is_dump(name))
		perf_jit_open(tasks, pid, name);
	if (record->type == PERF_RECORD_MMAP2 &&
	    record->misc & PERF_RECORD_MISC_MMAP_BUILD_ID &&
	    data[40] <= PERF_BUILD_ID_MAX) {
		id_size = data[40];
		build_id = data + 44;
	}
	perf_made_end(process->made, start, size, record->time);
	add_map(process, start, size,
		perf_code_map(tasks->code, name, build_id, id_size, start,
			      perf_get64(data + 32)));
}

static void take_map(struct perf_tasks *tasks, const struct perf_record *record,
		     size_t least)
{
	const u8 *data = record->data;
	const char *name;

	if (record->size < least)
		return;
	name = perf_record_text(record, least);
	if ((record->misc & PERF_RECORD_MISC_CPUMODE_MASK) ==
	    PERF_RECORD_MISC_KERNEL)
		add_map(&tasks->kernel, perf_get64(data + 16),
			perf_get64(data + 24),
			perf_code_kernel(tasks->code, name));
	else
		take_own(tasks, record, name);
}

void perf_tasks_code(struct perf_tasks *tasks, u32 pid, u64 address, u64 size,
		     u64 time, struct perf_place *place)
{
	if (size && address + size > address)
		perf_made_add(&get_process(tasks, pid)->made, address, size,
			      time, place);
}

void perf_tasks_move(struct perf_tasks *tasks, u32 pid, u64 from, u64 to,
		     u64 size, u64 time)
{
	struct perf_process *process = get_process(tasks, pid);
	struct perf_place *place;

	if (!size || from + size < from || to + size < to)
		return;
	place = perf_made_end(process->made, from, size, time);
	/* In a damaged record any size is possible. */
	if (place && size <= perf_place_size(place))
		perf_tasks_code(tasks, pid, to, size, time,
				perf_code_moved(tasks->code, place, to - from));
}

/* All maps end; trace of them may still come. */
static void end_maps(struct perf_process *process, u64 time)
{
	size_t i;

	for (i = 0; i < process->num_maps; i++)
		if (!process->map[i].until)
			process->map[i].until = time;
	perf_made_end(process->made, 0, UINT64_MAX, time);
}

/* The process executes another program. */
static void replace(struct perf_process *process, u64 time)
{
	size_t i;

	end_maps(process, time);
	for (i = 0; i < process->num_maps; i++)
		process->map[i].replaced = true;
}

static void take_comm(struct perf_tasks *tasks,
		      const struct perf_record *record)
{
	struct perf_thread *thread;

	if (record->size < 24)
		return;
	if (record->misc & PERF_RECORD_MISC_COMM_EXEC)
		replace(get_process(tasks, perf_get32(record->data + 8)),
			record->time);
	thread = get_thread(tasks, perf_get32(record->data + 12));
	snprintf(thread->comm, sizeof(thread->comm), "%s",
		 perf_record_text(record, 16));
}

/* A process starts with its parent's maps, a thread with the other thread's
 * name. */
static void take_fork(struct perf_tasks *tasks,
		      const struct perf_record *record)
{
	const u8 *data = record->data;
	struct perf_process *child, *parent;
	struct perf_thread *thread;
	const struct perf_map *map;
	size_t i;

	if (record->size < 24)
		return;
	thread = get_thread(tasks, perf_get32(data + 16));
	snprintf(thread->comm, sizeof(thread->comm), "%s",
		 perf_tasks_comm(tasks, perf_get32(data + 20)));
	if (perf_get32(data + 8) == perf_get32(data + 12))
		return;
	parent = get_process(tasks, perf_get32(data + 12));
	child = get_process(tasks, perf_get32(data + 8));
	child->num_maps = 0;
	perf_made_free(child->made);
	child->made = perf_made_copy(parent->made);
	for (i = 0; i < parent->num_maps; i++) {
		map = &parent->map[i];
		if (!map->until)
			add_map(child, map->start, map->end - map->start,
				map->place);
	}
}

static void take_exit(struct perf_tasks *tasks,
		      const struct perf_record *record)
{
	const u8 *data = record->data;

	if (record->size >= 24 && perf_get32(data + 8) == perf_get32(data + 16))
		end_maps(get_process(tasks, perf_get32(data + 8)),
			 record->time);
}

void perf_tasks_record(struct perf_tasks *tasks,
		       const struct perf_record *record)
{
	switch (record->type) {
	case PERF_RECORD_MMAP:
		take_map(tasks, record, 40);
		break;
	case PERF_RECORD_MMAP2:
		take_map(tasks, record, 72);
		break;
	case PERF_RECORD_COMM:
		take_comm(tasks, record);
		break;
	case PERF_RECORD_FORK:
		take_fork(tasks, record);
		break;
	case PERF_RECORD_EXIT:
		take_exit(tasks, record);
		break;
	default:
		break;
	}
}

static bool holds(const struct perf_map *map, u64 address)
{
	return address >= map->start && address < map->end;
}

static struct perf_place *find_kernel(const struct perf_tasks *tasks,
				      u64 address)
{
	const struct perf_process *kernel = &tasks->kernel;
	size_t i;

	for (i = kernel->num_maps; i--;)
		if (holds(&kernel->map[i], address))
			return kernel->map[i].place;
	return perf_code_kernel(tasks->code, "[kernel]");
}

/*
 * Newer maps replace older ones of the same program, and code that the process
 * made replaces the memory around it.
 */
static struct perf_place *find_in(const struct perf_process *process, u64 since,
				  enum perf_maps maps, u64 address, bool *clear)
{
	struct perf_held held = { 0 };
	const struct perf_map *map;
	size_t i;

	perf_made_find(process->made, address, since, &held);
	for (i = process->num_maps; i--;) {
		map = &process->map[i];
		if (holds(map, address))
			perf_held_note(&held, map, since);
	}
	if (maps == PERF_MAPS_AFTER)
		return held.now;
	if (maps == PERF_MAPS_BOTH && held.now && held.before &&
	    held.now != held.before)
		*clear = false;
	return held.before ? held.before : held.now;
}

static struct perf_place *find_of_all(const struct perf_tasks *tasks, u64 since,
				      u64 address, bool *clear)
{
	const struct perf_process *process;
	struct perf_place *place = NULL, *found;
	size_t i;

	for (i = 0; i < PERF_HASH; i++) {
		for (process = tasks->process[i]; process;
		     process = process->next) {
			found = find_in(process, since, PERF_MAPS_BOTH, address,
					clear);
			if (found && place && found != place)
				*clear = false;
			place = found ? found : place;
		}
	}
	return place;
}

struct perf_place *perf_tasks_find(const struct perf_tasks *tasks, u32 pid,
				   u64 since, enum perf_maps maps, u64 address)
{
	struct perf_place *firmware, *place = NULL;
	const struct perf_process *process;
	bool clear = true;

	if (address >> 63)
		return find_kernel(tasks, address);
	firmware = perf_code_firmware(tasks->code, address);
	process = find_process(tasks, pid);
	if (pid == PERF_NOBODY)
		place = find_of_all(tasks, since, address, &clear);
	else if (process)
		place = find_in(process, since, maps, address, &clear);
	if (!clear || (place && firmware))
		return NULL;
	return place ? place : firmware;
}

static u64 entry_of(const struct perf_map *map)
{
	const struct perf_object *object = map->place->object;

	return !map->replaced && object->entry ?
		       object->entry + map->place->bias :
		       0;
}

bool perf_tasks_replaced(const struct perf_tasks *tasks, u32 pid, u64 since)
{
	const struct perf_process *process = find_process(tasks, pid);
	bool replaced = false, begins = false;
	size_t i;

	for (i = 0; process && i < process->num_maps; i++) {
		replaced |= process->map[i].replaced &&
			    process->map[i].until > since;
		begins |= entry_of(&process->map[i]) != 0;
	}
	return replaced && begins;
}

bool perf_tasks_entry(const struct perf_tasks *tasks, u32 pid, u64 address)
{
	const struct perf_process *process = find_process(tasks, pid);
	size_t i;

	for (i = 0; process && i < process->num_maps; i++)
		if (address && entry_of(&process->map[i]) == address)
			return true;
	return false;
}
