// SPDX-License-Identifier: BSD-2-Clause
/* The hottest functions of a report, and their code. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "disasm.h"
#include "report.h"

/* A function, in the order of its code. */
struct hot {
	struct profile_total total;
	bool listed, with_code;
};

struct code {
	struct nt_counts *counts;
	struct json *json;
	struct disasm *disasm;
	struct hot *hot;
	size_t num;
	struct hot *now; /* function of the present code, or NULL */
	u32 insns;	 /* instructions of it, written */
	struct nt_sources sources;
};

static struct hot *next_function(struct code *code, u64 address)
{
	const struct nt_program *program = &code->counts->decode->program;
	struct hot *hot;

	code->hot = grow(code->hot, code->num, sizeof(*code->hot));
	hot = &code->hot[code->num++];
	memset(hot, 0, sizeof(*hot));
	hot->total.function = symbols_function(&program->symbols, address);
	return hot;
}

static void add_insn(void *user, const struct profile_insn *insn)
{
	struct code *code = user;
	struct hot *hot = code->num ? &code->hot[code->num - 1] : NULL;

	if (!hot || !profile_function_holds(hot->total.function, insn->address))
		hot = next_function(code, insn->address);
	profile_total_add(&hot->total, insn);
}

static int compare(const void *a, const void *b)
{
	const struct hot *x = *(struct hot *const *)a;
	const struct hot *y = *(struct hot *const *)b;

	if (x->total.executed != y->total.executed)
		return x->total.executed > y->total.executed ? -1 : 1;
	return x < y ? -1 : x > y;
}

/* Choose the functions that the page has. */
static void choose(struct code *code)
{
	struct hot **order = must_alloc(code->num * sizeof(struct hot *) + 1);
	size_t i;

	for (i = 0; i < code->num; i++)
		order[i] = &code->hot[i];
	qsort(order, code->num, sizeof(struct hot *), compare);
	for (i = 0; i < code->num && i < NT_REPORT_FUNCTIONS; i++) {
		order[i]->listed = order[i]->total.executed != 0;
		order[i]->with_code = i < NT_REPORT_CODE && order[i]->listed &&
				      !order[i]->total.function->unknown;
	}
	free(order);
}

static void begin_function(struct code *code, const struct hot *hot)
{
	const struct profile_total *total = &hot->total;
	struct json *json = code->json;

	json_object(json, NULL);
	json_string(json, "name", total->function->name);
	json_hex(json, "address", total->function->start);
	if (total->function->file) {
		json_string(json, "file", total->function->file);
		json_u64(json, "line", total->function->line);
	}
	json_u64(json, "executed", total->executed);
	json_u64(json, "entered", total->entered);
	json_u64(json, "insns", total->insns);
	json_u64(json, "covered", total->insns_executed);
	json_array(json, "code");
	code->insns = 0;
}

/* The bytes at an address, from the program's files. */
static const u8 *find_bytes(const struct nt_program *program, u64 address,
			    u64 size)
{
	const u8 *bytes;
	u64 room = 0;
	size_t i;

	for (i = program->num_files; i; i--) {
		bytes = image_bytes(&program->file[i - 1], address, &room);
		if (bytes && room >= size)
			return bytes;
	}
	return NULL;
}

static void write_text(struct code *code, const struct profile_insn *insn)
{
	unsigned int size = 2 * ntrace_step_size(insn->step);
	const u8 *bytes =
		find_bytes(&code->counts->decode->program, insn->address, size);
	char text[DISASM_TEXT] = "";

	if (bytes && size <= 4)
		disasm_text(code->disasm, bytes, size, text);
	json_string(code->json, NULL, text);
}

/* Address, text, number of executions, number of jumps, file, line */
static void write_insn(struct code *code, const struct profile_insn *insn)
{
	const struct symbols *symbols = &code->counts->decode->program.symbols;
	const struct line_row *row = symbols_line(symbols, insn->address);
	struct json *json = code->json;

	json_array(json, NULL);
	json_hex(json, NULL, insn->address);
	write_text(code, insn);
	json_u64(json, NULL, insn->executed);
	json_u64(json, NULL, insn->taken);
	if (row && row->file) {
		json_u64(json, NULL,
			 nt_sources_add(&code->sources, row->file, row->line));
		json_u64(json, NULL, row->line);
	}
	json_end_array(json);
	code->insns++;
}

/* End the function with the last code, if there is one. */
static void end_function(struct code *code)
{
	if (!code->now || !code->now->listed)
		return;
	json_end_array(code->json);
	json_end_object(code->json);
}

static void visit_insn(void *user, const struct profile_insn *insn)
{
	struct code *code = user;
	struct hot *hot = code->now;

	if (!hot ||
	    !profile_function_holds(hot->total.function, insn->address)) {
		end_function(code);
		hot = hot ? hot + 1 : code->hot;
		code->now = hot;
		if (hot && hot->listed)
			begin_function(code, hot);
	}
	if (hot && hot->with_code && code->insns < NT_REPORT_INSNS)
		write_insn(code, insn);
}

void nt_report_code_write(struct json *json, struct nt_counts *counts,
			  const struct sources_dir *dir)
{
	struct code code = { .counts = counts,
			     .json = json,
			     .sources.dir = dir };

	code.disasm = disasm_open(counts->decode->program.scan.isa.xlen);
	nt_counts_visit(counts, add_insn, &code);
	choose(&code);
	json_array(json, "functions");
	nt_counts_visit(counts, visit_insn, &code);
	end_function(&code);
	json_end_array(json);
	nt_sources_write(&code.sources, json);
	disasm_close(code.disasm);
	free(code.hot);
}
