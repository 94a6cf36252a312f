// SPDX-License-Identifier: BSD-2-Clause
/*
 * The identity of an index: the file of the trace, and sums of the program, of
 * the settings and of the functions.
 */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <zlib.h>
#include "index.h"

/*
 * A file that was changed this recently can change again with the same time: in
 * nanoseconds, for clocks of 20 Hz and more. On file systems that store only
 * seconds, it is two seconds.
 */
enum { SETTLED_NS = 50000000, SETTLED_COARSE_NS = 2000000000 };

static void add(uLong *sum, const void *data, size_t size)
{
	*sum = crc32_z(*sum, data, size);
}

static void add_number(uLong *sum, u64 number)
{
	add(sum, &number, sizeof(number));
}

static void add_settings(uLong *sum, const struct ntrace_settings *settings)
{
	const struct ntrace_format *format = &settings->format;

	add_number(sum, format->xlen);
	add_number(sum, format->src_bits);
	add_number(sum, format->extend_addr_msb);
	add_number(sum, format->quirks);
	add_number(sum, format->addr_bits);
	add_number(sum, settings->mode);
	add_number(sum, settings->implicit_return);
	add_number(sum, settings->all_jumps);
	add_number(sum, settings->lenient);
	add_number(sum, settings->work_max);
}

static void add_scan(uLong *sum, const struct ntrace_scan *scan)
{
	add_number(sum, scan->isa.xlen);
	add_number(sum, scan->isa.zcmp);
	add_number(sum, scan->isa.zcmt);
	add_number(sum, scan->isa.zcb);
	add_number(sum, scan->sequential_jump);
	add_number(sum, scan->jump_table_bytes);
	if (scan->jump_table)
		add(sum, scan->jump_table, scan->jump_table_bytes);
}

static void add_region(uLong *sum, const struct ntrace_region *region,
		       const struct nt_region *about)
{
	add_number(sum, region->base);
	add_number(sum, about->count);
	add_number(sum, region->modes);
	add_number(sum, region->match_scontext);
	add_number(sum, region->scontext);
	add_number(sum, region->match_hcontext);
	add_number(sum, region->hcontext);
	if (about->code) {
		add_scan(sum, &about->scan);
		add(sum, about->code, 2 * (size_t)about->count);
	} else {
		add(sum, about->step, about->count * sizeof(*about->step));
	}
}

static void add_file(uLong *sum, const char *path)
{
	struct nt_map map;

	nt_map_begin(&map, path);
	add(sum, map.data, map.size);
	nt_map_end(&map);
}

u32 nt_index_program_sum(const struct nt_decode *decode)
{
	const struct nt_program *program = &decode->program;
	uLong sum = 0;
	size_t i;

	add_settings(&sum, &decode->settings.flow);
	add_scan(&sum, &program->scan);
	for (i = 0; i < program->num_regions; i++)
		add_region(&sum, &program->region[i], &program->about[i]);
	if (program->code_path)
		add_file(&sum, program->code_path);
	return (u32)sum;
}

u32 nt_index_symbols_sum(const struct nt_program *program)
{
	const struct profile_function *function = program->symbols.function;
	const struct profile_function *end =
		function + program->symbols.num_functions;
	uLong sum = 0;

	for (; function < end; function++) {
		add_number(&sum, function->start);
		add_number(&sum, function->end);
		add(&sum, function->name, strlen(function->name));
	}
	return sum ? (u32)sum : 1;
}

static u64 nanoseconds(struct timespec time)
{
	const u64 second = 1000000000;

	return (u64)time.tv_sec * second + (u64)time.tv_nsec;
}

void nt_index_identify(struct nt_index *index, const char *trace)
{
	struct timespec now;
	struct stat st;
	u64 settled;

	if (stat(trace, &st))
		die("cannot open '%s': %s", trace, strerror(errno));
	clock_gettime(CLOCK_REALTIME, &now);
	index->size = (u64)st.st_size;
	index->inode = st.st_ino;
	index->changed = nanoseconds(st.st_ctim);
	settled = st.st_ctim.tv_nsec ? SETTLED_NS : SETTLED_COARSE_NS;
	if (index->changed + settled > nanoseconds(now))
		index->changed = 0;
}

void nt_index_settle(struct nt_index *index, const char *trace)
{
	const struct timespec moment = { .tv_nsec = SETTLED_NS };

	nt_index_identify(index, trace);
	if (index->changed)
		return;
	nanosleep(&moment, NULL);
	nt_index_identify(index, trace);
}
