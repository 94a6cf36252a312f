// SPDX-License-Identifier: BSD-2-Clause
/*
 * Names for code without symbols, such as all of a stripped file or of program
 * info: the targets of direct calls start functions.
 */
#include <inttypes.h>
#include <stdlib.h>
#include "io.h"
#include "program.h"

struct starts {
	u64 *address;
	size_t count;
};

static void add_start(struct starts *starts, const struct nt_program *program,
		      u64 address)
{
	if (symbols_function(&program->symbols, address))
		return;
	starts->address =
		grow(starts->address, starts->count, sizeof(*starts->address));
	starts->address[starts->count++] = address;
}

/* Go from instruction to instruction, and skip half-words of no instruction. */
static void find_calls(struct starts *starts, const struct nt_program *program,
		       const struct ntrace_region *region, u32 count)
{
	const struct ntrace_step *step;
	u64 target;
	u32 at, size;

	add_start(starts, program, region->base);
	for (at = 0; at < count; at += size ? size : 1) {
		step = &region->step[at];
		size = ntrace_step_size(step);
		if (!size || ntrace_step_insn(step) != NTRACE_END_CALL)
			continue;
		target = region->base + 2 * ((s64)at + size + step->jump);
		if (target >= region->base &&
		    (target - region->base) / 2 < count)
			add_start(starts, program, target);
	}
}

/* Code behind the last byte of a function, and before the next one. */
static void fill_gaps(struct nt_program *program, u64 base, u64 end)
{
	struct symbols *symbols = &program->symbols;
	size_t i, n = symbols->num_functions;
	u64 at;

	for (i = 0; i < n; i++) {
		at = symbols->function[i].end;
		if (at >= base && at < end &&
		    (i + 1 == n || symbols->function[i + 1].start > at))
			symbols_add(symbols, at, end, true);
	}
}

static void name_region(struct nt_program *program, size_t index)
{
	const struct ntrace_region *region = &program->region[index];
	u32 count = program->about[index].count;
	u64 end = region->base + 2ULL * count;
	struct starts starts = { 0 };
	size_t i;

	find_calls(&starts, program, region, count);
	for (i = 0; i < starts.count; i++)
		symbols_add(&program->symbols, starts.address[i], end, false);
	free(starts.address);
	symbols_sort(&program->symbols);
	fill_gaps(program, region->base, end);
	symbols_sort(&program->symbols);
}

void nt_program_name_functions(struct nt_program *program)
{
	size_t i;

	for (i = 0; i < program->num_regions; i++)
		name_region(program, i);
}
