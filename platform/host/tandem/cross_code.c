// SPDX-License-Identifier: BSD-2-Clause
/*
 * The program in the tandem trace: the trace has the word of every executed
 * instruction, so decoding an N-Trace of the same run needs no image. If there
 * are several words at an address, the first counts.
 */
#include <stdlib.h>
#include <string.h>
#include <insn/csrs.h>
#include "cross.h"

enum { PAGE_SIZE = 4096 };

struct cross_page {
	u64 base;
	u8 bytes[PAGE_SIZE];
	bool known[PAGE_SIZE / 2]; /* half-words */
};

/* --- retired instructions -------------------------------------------------- */

static bool writes(const struct tandem_group *group, u16 csr)
{
	u32 i;

	for (i = 0; i < group->num; i++)
		if (group->element[i].op == TANDEM_REG &&
		    group->element[i].reg == csr)
			return true;
	return false;
}

/* True if xepc and xcause change: no instruction writes both. */
static bool is_trap(const struct tandem_group *group)
{
	return (writes(group, CSR_MEPC) && writes(group, CSR_MCAUSE)) ||
	       (writes(group, CSR_SEPC) && writes(group, CSR_SCAUSE));
}

void tandem_cross_steps_open(struct cross_steps *steps,
			     const struct tandem_trace *trace)
{
	memset(steps, 0, sizeof(*steps));
	tandem_reader_open(&steps->reader, trace);
	tandem_track_start(&steps->track, trace->params.xlen);
	tandem_cross_steps_next(steps);
	steps->number = 0;
}

void tandem_cross_steps_next(struct cross_steps *steps)
{
	const struct tandem_group *group = &steps->reader.decoder.group;
	enum tandem_status status;
	struct tandem_about about;

	steps->number++;
	while (!steps->over) {
		status = tandem_reader_next(&steps->reader);
		steps->over = status != TANDEM_OK;
		if (status != TANDEM_OK && status != TANDEM_MORE)
			steps->error = status;
		if (steps->over)
			break;
		tandem_track_group(&steps->track, group, &about);
		if (about.kind != TANDEM_KIND_INSN || !about.has_pc ||
		    is_trap(group))
			continue;
		steps->pc = about.pc;
		steps->bytes = group->insn_bits / 8u;
		steps->offset = group->offset;
		break;
	}
}

void tandem_cross_steps_close(struct cross_steps *steps)
{
	if (steps->error)
		tandem_complain_error(&steps->reader, steps->error);
	tandem_reader_close(&steps->reader);
}

/* --- their code ------------------------------------------------------------ */

static u32 *find_slot(const struct cross_code *code, u64 base)
{
	size_t at = (size_t)(base / PAGE_SIZE * 0x9e3779b97f4a7c15ull >> 24);
	u32 *slot;

	do
		slot = &code->slot[at++ & (code->slots - 1)];
	while (*slot && code->page[*slot - 1].base != base);
	return slot;
}

static void make_slots(struct cross_code *code)
{
	size_t i;

	if (2 * code->num < code->slots)
		return;
	free(code->slot);
	code->slots = code->slots ? 2 * code->slots : 1024;
	code->slot = must_alloc(code->slots * sizeof(*code->slot));
	memset(code->slot, 0, code->slots * sizeof(*code->slot));
	for (i = 0; i < code->num; i++)
		*find_slot(code, code->page[i].base) = (u32)i + 1;
}

static struct cross_page *page_at(struct cross_code *code, u64 base)
{
	u32 *slot;

	make_slots(code);
	slot = find_slot(code, base);
	if (!*slot) {
		code->page = grow(code->page, code->num, sizeof(*code->page));
		memset(&code->page[code->num], 0, sizeof(*code->page));
		code->page[code->num++].base = base;
		*slot = (u32)code->num;
	}
	return &code->page[*slot - 1];
}

static void put_parcel(struct cross_code *code, u64 pc, u32 parcel)
{
	struct cross_page *page = page_at(code, pc & ~(PAGE_SIZE - 1ull));
	size_t at = pc % PAGE_SIZE & ~1ull;

	if (page->known[at / 2])
		return;
	page->known[at / 2] = true;
	page->bytes[at] = (u8)parcel;
	page->bytes[at + 1] = (u8)(parcel >> 8);
}

static int compare_pages(const void *a, const void *b)
{
	const struct cross_page *x = a, *y = b;

	return (x->base > y->base) - (x->base < y->base);
}

void tandem_cross_code_read(struct cross_code *code,
			    const struct tandem_trace *trace)
{
	struct tandem_reader reader;
	const struct tandem_group *group = &reader.decoder.group;
	struct tandem_track track;
	struct tandem_about about;

	memset(code, 0, sizeof(*code));
	tandem_reader_open(&reader, trace);
	tandem_track_start(&track, trace->params.xlen);
	while (tandem_reader_next(&reader) == TANDEM_OK) {
		tandem_track_group(&track, group, &about);
		if (!about.has_pc || !group->insn_bits)
			continue;
		put_parcel(code, about.pc, group->insn);
		if (group->insn_bits == 32)
			put_parcel(code, about.pc + 2, group->insn >> 16);
	}
	tandem_reader_close(&reader);
	qsort(code->page, code->num, sizeof(*code->page), compare_pages);
}

/* --- into a program -------------------------------------------------------- */

static bool is_taken(const struct nt_program *program, size_t regions, u64 base)
{
	const struct ntrace_region *region = program->region;

	for (; regions--; region++)
		if (base < region->base + 2ull * region->count &&
		    region->base < base + PAGE_SIZE)
			return true;
	return false;
}

static void add_pages(const struct cross_page *page, size_t num,
		      struct nt_program *program)
{
	static const struct nt_image shown = { .path = "the tandem trace" };
	size_t size = num * PAGE_SIZE, i;
	struct ntrace_step *step = must_alloc(size / 2 * sizeof(*step));
	u8 *bytes = must_alloc(size);

	for (i = 0; i < num; i++)
		memcpy(bytes + i * PAGE_SIZE, page[i].bytes, PAGE_SIZE);
	ntrace_steps_scan(step, page->base, bytes, size, &program->scan);
	nt_program_add(program, &shown, page->base, size / 2, step, bytes);
}

void tandem_cross_code_add(const struct cross_code *code,
			   struct nt_program *program)
{
	const struct cross_page *page = code->page, *end = page + code->num;
	size_t regions = program->num_regions, num;

	for (; page < end; page += num) {
		num = 1;
		if (is_taken(program, regions, page->base))
			continue;
		while (page + num < end &&
		       page[num].base == page->base + num * PAGE_SIZE &&
		       !is_taken(program, regions, page[num].base))
			num++;
		add_pages(page, num, program);
	}
	program->view.region = program->region;
	program->view.num_regions = (u32)program->num_regions;
}

void tandem_cross_code_free(struct cross_code *code)
{
	free(code->page);
	free(code->slot);
}
