// SPDX-License-Identifier: BSD-2-Clause
/* Instructions of the program as lines of text, each made once and kept. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "disasm.h"
#include "listing.h"

struct nt_listing {
	struct nt_program *program;
	struct disasm *disasm;
	char ***line; /* by region, then half-word; NULL: not made yet */
	unsigned int changes; /* of the program, when they were made */
};

struct nt_listing *nt_listing_new(struct nt_program *program)
{
	struct nt_listing *listing = must_alloc(sizeof(*listing));
	size_t size = program->num_regions * sizeof(*listing->line);

	listing->program = program;
	listing->changes = program->changes;
	listing->disasm = disasm_open(program->scan.isa.xlen);
	listing->line = must_alloc(size);
	memset(listing->line, 0, size);
	return listing;
}

static bool is_direct(enum ntrace_end end)
{
	return end == NTRACE_END_BRANCH || end == NTRACE_END_JUMP ||
	       end == NTRACE_END_CALL;
}

/* What program info has instead of bytes. */
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

/* A string "-> loop" of the target, or none. */
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
	char insn[DISASM_TEXT], bytes[64], target[256], at[256];
	char source[256], *line;

	insn_text(listing, code, step, insn);
	code_text(code, 2 * ntrace_step_size(step), bytes, sizeof(bytes));
	target_text(symbols, address, step, target, sizeof(target));
	symbols_place(symbols, address, at, sizeof(at));
	symbols_source(symbols, address, source, sizeof(source));
	strncat(insn, target, sizeof(insn) - strlen(insn) - 1);
	if (asprintf(&line, "%#" PRIx64 " %-8s %-32s # %s%s\n", address, bytes,
		     insn, at, source) < 0)
		die("out of memory");
	return line;
}

static void forget(struct nt_listing *listing)
{
	const struct nt_program *program = listing->program;
	size_t i, k;

	for (i = 0; i < program->num_regions; i++) {
		for (k = 0; listing->line[i] && k < program->about[i].count;
		     k++)
			free(listing->line[i][k]);
		free(listing->line[i]);
		listing->line[i] = NULL;
	}
	listing->changes = program->changes;
}

void nt_listing_write(struct nt_listing *listing, struct output *out,
		      const struct ntrace_region *region, u64 address)
{
	size_t index = nt_program_index(listing->program, region);
	size_t at = (size_t)(address - region->base) / 2;
	const u8 *code = listing->program->about[index].code;
	char **line;

	if (listing->changes != listing->program->changes)
		forget(listing);
	line = listing->line[index];
	if (!line) {
		line = must_alloc(region->count * sizeof(*line));
		memset(line, 0, region->count * sizeof(*line));
		listing->line[index] = line;
	}
	if (!line[at])
		line[at] = make_line(listing, code ? code + 2 * at : NULL,
				     &region->step[at], address);
	output_string(out, line[at]);
}

void nt_listing_free(struct nt_listing *listing)
{
	forget(listing);
	free(listing->line);
	disasm_close(listing->disasm);
	free(listing);
}
