// SPDX-License-Identifier: BSD-2-Clause
/* Instructions of the program as lines of text, each made once and kept. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "disasm.h"
#include "listing.h"
#include "names.h"

/* Bytes of an address with its function: C++'s names are long. */
enum { PLACE_TEXT = 1024 };

struct nt_listing {
	struct nt_program *program;
	struct disasm *disasm;
	char ***line; /* by region, then half-word; NULL: not made yet */
	unsigned int changes; /* of the program, at the time of the lines */
};

static void free_lines(char **line, u32 count)
{
	u32 i;

	for (i = 0; line && i < count; i++)
		free(line[i]);
	free(line);
}

/* Code of a code log changes: forget its lines. */
static void forget_page(void *user, const struct ntrace_region *region)
{
	void **slot = nt_code_slot(region);

	(void)user;
	free_lines(*slot, NT_CODE_HALFWORDS);
	*slot = NULL;
}

struct nt_listing *nt_listing_new(struct nt_program *program)
{
	struct nt_listing *listing = must_alloc(sizeof(*listing));
	size_t size = program->num_regions * sizeof(*listing->line);

	listing->program = program;
	listing->changes = program->changes;
	listing->disasm = disasm_open(program->scan.isa.xlen);
	listing->line = must_alloc(size);
	memset(listing->line, 0, size);
	if (program->code)
		nt_code_watch(program->code, forget_page, listing);
	return listing;
}

static bool is_direct(enum ntrace_end end)
{
	return end == NTRACE_END_BRANCH || end == NTRACE_END_JUMP ||
	       end == NTRACE_END_CALL;
}

/* The type that program info has in place of bytes. */
static void type_text(enum ntrace_end end, char *text, size_t size)
{
	static const char *const names[] = {
		[NTRACE_END_LINEAR] = "linear",
		[NTRACE_END_BRANCH] = "branch",
		[NTRACE_END_JUMP] = "jump",
		[NTRACE_END_CALL] = "call",
		[NTRACE_END_JUMP_INDIRECT] = "jump indirect",
		[NTRACE_END_CALL_INDIRECT] = "call indirect",
		[NTRACE_END_RETURN] = "return",
	};

	snprintf(text, size, "%s",
		 end < array_size(names) && names[end] ? names[end] : "?");
}

static void insn_text(struct nt_listing *listing, const u8 *code,
		      const struct ntrace_step *step, char *text)
{
	u32 bytes = 2 * ntrace_step_size(step);

	if (!code)
		type_text(ntrace_step_insn(step), text, DISASM_TEXT);
	else if (bytes <= 4)
		disasm_text(listing->disasm, code, bytes, text);
	else
		snprintf(text, DISASM_TEXT, ".insn %u bytes", bytes);
}

static void code_text(const u8 *code, u32 bytes, char *text, size_t size)
{
	u32 i;

	text[0] = '\0';
	for (i = bytes; code && i; i -= 2)
		snprintf(text + strlen(text), size - strlen(text), "%02x%02x",
			 code[i - 1], code[i - 2]);
}

/* "-> loop" for the target, or an empty text. */
static void target_text(const struct symbols *symbols, u64 address,
			const struct ntrace_step *step, char *text, size_t size)
{
	u64 end = address + 2 * ntrace_step_size(step);
	int used;

	text[0] = '\0';
	if (!is_direct(ntrace_step_insn(step)))
		return;
	used = snprintf(text, size, " -> ");
	symbols_place(symbols, end + 2 * (s64)step->jump, text + used,
		      size - used);
}

static char *make_line(struct nt_listing *listing, const u8 *code,
		       const struct ntrace_step *step, u64 address)
{
	const struct symbols *symbols = &listing->program->symbols;
	char insn[DISASM_TEXT], bytes[64], target[256], at[PLACE_TEXT];
	char source[256], inlined[2 * PLACE_TEXT], *line;

	insn_text(listing, code, step, insn);
	code_text(code, 2 * ntrace_step_size(step), bytes, sizeof(bytes));
	target_text(symbols, address, step, target, sizeof(target));
	symbols_place(symbols, address, at, sizeof(at));
	symbols_source(symbols, address, source, sizeof(source));
	symbols_inlined(symbols, address, inlined, sizeof(inlined));
	name_clean(target);
	name_clean(at);
	name_clean(source);
	name_clean(inlined);
	strncat(insn, target, sizeof(insn) - strlen(insn) - 1);
	if (asprintf(&line, "%#" PRIx64 " %-8s %-32s # %s%s%s\n", address,
		     bytes, insn, at, source, inlined) < 0)
		die("out of memory");
	return line;
}

static void forget(struct nt_listing *listing)
{
	const struct nt_program *program = listing->program;
	size_t i;

	for (i = 0; i < program->num_regions; i++) {
		free_lines(listing->line[i], program->about[i].count);
		listing->line[i] = NULL;
	}
	listing->changes = program->changes;
}

static char **new_lines(u32 count)
{
	size_t size = count * sizeof(char *);

	return memset(must_alloc(size), 0, size);
}

static void write_code(struct nt_listing *listing, struct output *out,
		       const struct ntrace_region *region, u64 address)
{
	void **slot = nt_code_slot(region);
	size_t at = (size_t)(address - region->base) / 2;
	char **line = *slot;

	if (!line)
		*slot = line = new_lines(NT_CODE_HALFWORDS);
	if (!line[at])
		line[at] = make_line(listing, nt_code_bytes(region, address),
				     &region->step[at], address);
	output_string(out, line[at]);
}

void nt_listing_write(struct nt_listing *listing, struct output *out,
		      const struct ntrace_region *region, u64 address)
{
	size_t at = (size_t)(address - region->base) / 2, index;
	char ***line;
	const u8 *code;

	if (listing->program->code) {
		write_code(listing, out, region, address);
		return;
	}
	if (listing->changes != listing->program->changes)
		forget(listing);
	index = nt_program_index(listing->program, region);
	code = listing->program->about[index].code;
	line = &listing->line[index];
	if (!*line)
		*line = new_lines(region->count);
	if (!(*line)[at])
		(*line)[at] = make_line(listing, code ? code + 2 * at : NULL,
					&region->step[at], address);
	output_string(out, (*line)[at]);
}

void nt_listing_free(struct nt_listing *listing)
{
	if (listing->program->code) {
		nt_code_change_all(listing->program->code);
		nt_code_watch(listing->program->code, NULL, NULL);
	}
	forget(listing);
	free(listing->line);
	disasm_close(listing->disasm);
	free(listing);
}
