// SPDX-License-Identifier: BSD-2-Clause
/*
 * decode --format=lcov: executions of each line, as a tracefile of lcov
 * (geninfo(1), "FILES"), from which genhtml makes pages.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "formats.h"
#include "../decode/counts.h"
#include "../decode/events.h"

/* A line of a source file, or the line where a function begins. */
struct line {
	const char *file;
	const char *function; /* NULL: a line */
	u32 line;
	u64 executed;
};

struct lcov {
	struct nt_counts counts;
	struct output *out;
	struct line *line;
	size_t num;
};

static void *begin(struct nt_decode *decode, struct output *out)
{
	struct lcov *lcov = must_alloc(sizeof(*lcov));

	memset(lcov, 0, sizeof(*lcov));
	nt_counts_begin(&lcov->counts, decode);
	lcov->out = out;
	return lcov;
}

static void add(struct lcov *lcov, const struct line *line)
{
	lcov->line = grow(lcov->line, lcov->num, sizeof(*lcov->line));
	lcov->line[lcov->num++] = *line;
}

/* Neighbours are mostly on the same line. */
static void add_insn(void *user, const struct profile_insn *insn)
{
	struct lcov *lcov = user;
	const struct symbols *symbols = &lcov->counts.decode->program.symbols;
	const struct line_row *row = symbols_line(symbols, insn->address);
	const struct profile_function *function =
		symbols_function(symbols, insn->address);
	struct line *last = lcov->num ? &lcov->line[lcov->num - 1] : NULL;

	if (function && function->start == insn->address && function->file)
		add(lcov, &(struct line){ function->file, function->name,
					  function->line, insn->executed });
	if (!row)
		return;
	if (last && !last->function && last->file == row->file &&
	    last->line == row->line) {
		if (last->executed < insn->executed)
			last->executed = insn->executed;
		return;
	}
	add(lcov, &(struct line){ row->file, NULL, row->line, insn->executed });
}

/* By file; functions first. */
static int compare(const void *a, const void *b)
{
	const struct line *x = a, *y = b;
	int order = x->file == y->file ? 0 : strcmp(x->file, y->file);

	if (order)
		return order;
	if (!x->function != !y->function)
		return x->function ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->function ? strcmp(x->function, y->function) : 0;
}

/* A line in several places counts as the most frequent one. */
static size_t merge(struct line *line, size_t num)
{
	size_t i, kept = 0;

	for (i = 0; i < num; i++) {
		if (!kept || compare(&line[kept - 1], &line[i]) != 0)
			line[kept++] = line[i];
		else if (line[kept - 1].executed < line[i].executed)
			line[kept - 1].executed = line[i].executed;
	}
	return kept;
}

/* A number and a comma at its start would be taken for the function's last line. */
static void write_function(struct output *out, const char *name)
{
	size_t digits = strspn(name, "0123456789");

	if (digits && name[digits] == ',') {
		output_bytes(out, name, digits);
		output_char(out, '?');
		name += digits + 1;
	}
	output_name(out, name, "");
	output_char(out, '\n');
}

/* Write the lines of one file. @return their number */
static size_t write_file(struct output *out, const struct line *line,
			 size_t num)
{
	u64 functions = 0, entered = 0, lines = 0, executed = 0;
	size_t i;

	output_string(out, "TN:\nSF:");
	output_name(out, line->file, "");
	output_char(out, '\n');
	for (i = 0; i < num && !strcmp(line[i].file, line->file); i++) {
		if (line[i].function) {
			functions++;
			entered += line[i].executed != 0;
			output_format(out, "FN:%u,", line[i].line);
			write_function(out, line[i].function);
			output_format(out, "FNDA:%" PRIu64 ",",
				      line[i].executed);
			write_function(out, line[i].function);
			continue;
		}
		lines++;
		executed += line[i].executed != 0;
		output_format(out, "DA:%u,%" PRIu64 "\n", line[i].line,
			      line[i].executed);
	}
	output_format(out,
		      "FNF:%" PRIu64 "\nFNH:%" PRIu64 "\nLF:%" PRIu64
		      "\nLH:%" PRIu64 "\nend_of_record\n",
		      functions, entered, lines, executed);
	return i;
}

static void end(void *state)
{
	struct lcov *lcov = state;
	size_t i;

	nt_counts_settle(&lcov->counts);
	nt_counts_visit(&lcov->counts, add_insn, lcov);
	if (lcov->num)
		qsort(lcov->line, lcov->num, sizeof(*lcov->line), compare);
	lcov->num = merge(lcov->line, lcov->num);
	for (i = 0; i < lcov->num;)
		i += write_file(lcov->out, lcov->line + i, lcov->num - i);
	nt_counts_end(&lcov->counts);
	free(lcov->line);
	free(lcov);
}

const struct nt_format nt_format_lcov = {
	.name = "lcov",
	.help = "how often each line of a source was executed, for genhtml",
	.symbols = true,
	.counts = true,
	.begin = begin,
	.ranges = nt_counts_add,
	.event = nt_event_ignore,
	.end = end,
};
