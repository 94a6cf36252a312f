// SPDX-License-Identifier: BSD-2-Clause
/* Program info: code as a list of instructions instead of bytes. */
#include <stdlib.h>
#include <string.h>
#include "io.h"
#include "program.h"
#include "text.h"

/* A longer gap in the list, in half-words, starts a new region. */
enum { GAP_MAX = 4096 };

struct list {
	const struct nt_image *image;
	struct nt_insn *insn;
	size_t count;
};

static bool needs_dest(enum ntrace_end end)
{
	return end == NTRACE_END_BRANCH || end == NTRACE_END_JUMP ||
	       end == NTRACE_END_CALL;
}

static const char *line_error(enum nt_line kind, const struct nt_insn *insn)
{
	if (kind == NT_LINE_ADDRESS)
		return "the type is missing, as in 0x80000000,L4";
	if (kind != NT_LINE_INSN)
		return NULL;
	if (insn->not_taken)
		return "BN is for executed sequences, this is program info";
	if (needs_dest(insn->end) && !insn->has_dest)
		return "direct branches, jumps and calls need a destination";
	return NULL;
}

static void add_insn(struct list *list, const struct nt_insn *insn)
{
	const struct nt_image *image = list->image;
	u64 address = insn->address + image->offset;
	size_t n = list->count;

	if (address < image->from || address >= image->to)
		return;
	list->insn = grow(list->insn, n, sizeof(*list->insn));
	list->insn[n] = *insn;
	list->insn[n].address = address;
	list->insn[n].dest += image->offset;
	list->count++;
}

static void read_list(struct list *list)
{
	struct lines lines;
	struct nt_insn insn = { 0 };
	enum nt_line kind = NT_LINE_EMPTY;
	const char *error;
	char *line;

	lines_open(&lines, list->image->path);
	while (kind != NT_LINE_END && (line = lines_next(&lines))) {
		error = NULL;
		kind = nt_text_parse(line, &insn, &error);
		if (!error)
			error = line_error(kind, &insn);
		if (error)
			die("'%s', line %llu: %s", list->image->path,
			    (unsigned long long)lines.number, error);
		if (kind == NT_LINE_INSN)
			add_insn(list, &insn);
	}
	lines_close(&lines);
	if (!list->count)
		die("'%s' has no instructions", list->image->path);
}

static int compare_insns(const void *a, const void *b)
{
	const struct nt_insn *x = a, *y = b;

	if (x->address == y->address)
		return 0;
	return x->address < y->address ? -1 : 1;
}

/* Half-words from the end of a direct branch or jump to its target. */
static s32 jump_of(const struct list *list, const struct nt_insn *insn)
{
	s64 jump = (s64)(insn->dest - insn->address - insn->bytes) / 2;

	if (!needs_dest(insn->end))
		return 0;
	if (jump != (s32)jump)
		die("'%s': %#llx is too far from %#llx for a direct jump",
		    list->image->path, (unsigned long long)insn->dest,
		    (unsigned long long)insn->address);
	return (s32)jump;
}

/* The lists of two images cannot be merged, nor a list and bytes. */
static void check_overlap(const struct nt_program *program,
			  const struct nt_image *image, u64 base, u64 end)
{
	const struct ntrace_region *region;
	size_t i;

	for (i = 0; i < program->num_regions; i++) {
		region = &program->region[i];
		if (base < region->base + 2ULL * program->about[i].count &&
		    region->base < end &&
		    nt_image_replaces(image, program->about[i].from))
			die("'%s' and '%s' both have code at %#llx; use from= "
			    "and to= of --image",
			    program->about[i].from->path, image->path,
			    (unsigned long long)(base > region->base ?
							 base :
							 region->base));
	}
}

/* Make a region from instructions first up to last. */
static void add_region(struct nt_program *program, const struct list *list,
		       const struct nt_insn *first, const struct nt_insn *last)
{
	u64 end = last->address + last->bytes;
	size_t count = (size_t)(end - first->address) / 2;
	struct ntrace_step *step = must_alloc(count * sizeof(*step));
	const struct nt_insn *insn;

	check_overlap(program, list->image, first->address, end);
	memset(step, 0, count * sizeof(*step));
	for (insn = first; insn <= last; insn++)
		ntrace_step_set(&step[(insn->address - first->address) / 2],
				insn->bytes / 2, (enum ntrace_end)insn->end,
				jump_of(list, insn));
	ntrace_steps_link(step, count);
	nt_program_add(program, list->image, first->address, count, step, NULL);
}

/* True at a gap after an instruction, and at the last instruction. */
static bool ends_region(const struct list *list, const struct nt_insn *insn)
{
	return insn + 1 == list->insn + list->count ||
	       insn[1].address - insn->address > 2 * GAP_MAX;
}

void nt_info_load(struct nt_program *program, const struct nt_image *image)
{
	struct list list = { .image = image };
	const struct nt_insn *insn, *first;

	if (image->since)
		die("'%s' is program info, which cannot have since=",
		    image->path);
	read_list(&list);
	qsort(list.insn, list.count, sizeof(*list.insn), compare_insns);
	first = list.insn;
	for (insn = first; insn < list.insn + list.count; insn++) {
		if (!ends_region(&list, insn))
			continue;
		add_region(program, &list, first, insn);
		first = insn + 1;
	}
	free(list.insn);
}
