// SPDX-License-Identifier: BSD-2-Clause
/* hartscope perf report: functions by instructions executed in them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "json.h"
#include "options.h"
#include "perf.h"

enum { KEY_TOP = 0x200 };
enum { SLOTS_LEAST = 1024 };

/* A function in a command, with its counts. */
struct row {
	char comm[16];
	const struct perf_object *object; /* NULL: not known */
	const struct profile_function *function;
	u64 insns, calls;
	bool used;
};

struct report {
	struct perf_options options;
	struct perf_decode decode;
	struct row *row; /* a hash table, then a list */
	size_t size, count;
	u64 top;
	struct output out;
};

static const struct argp_option options[] = {
	{ "top", KEY_TOP, "N", 0, "Only the N functions on top", 0 },
	OPTION_FORM,
	{ 0 },
};

static const char doc[] =
	"Show the functions by their executed instructions, for each command, "
	"and the number of calls of each: calls, tail calls and traps to its "
	"first instruction.\v"
	"The exit status is 1 if trace is missing or damaged.\n"
	"\n"
	"For example:\n"
	"  hartscope perf report --symfs=sysroot --top=20 perf.data";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct report *report = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &report->options;
		break;
	case KEY_TOP:
		report->top = option_number(state, "--top", text, 1, SIZE_MAX);
		break;
	default:
		return option_form(key, text, &report->options.as_json,
				   &report->options.output);
	}
	return 0;
}

static struct row *find(const struct report *report, const char *comm,
			const struct perf_object *object,
			const struct profile_function *function)
{
	u64 hash = (uintptr_t)object ^ (uintptr_t)function << 8;
	struct row *row;
	const char *c;
	size_t i;

	for (c = comm; *c; c++)
		hash = (hash ^ (u8)*c) * 0x100000001b3ULL;
	hash *= 0x9e3779b97f4a7c15ULL;
	for (i = (size_t)(hash >> 32);; i++) {
		row = &report->row[i & (report->size - 1)];
		if (!row->used ||
		    (row->object == object && row->function == function &&
		     !strcmp(row->comm, comm)))
			return row;
	}
}

static void enlarge(struct report *report)
{
	struct row *old = report->row;
	size_t i, size = report->size;

	report->size = size ? 2 * size : SLOTS_LEAST;
	report->row = must_alloc(report->size * sizeof(*report->row));
	memset(report->row, 0, report->size * sizeof(*report->row));
	for (i = 0; i < size; i++)
		if (old[i].used)
			*find(report, old[i].comm, old[i].object,
			      old[i].function) = old[i];
	free(old);
}

static struct row *get_row(struct report *report,
			   const struct perf_piece *piece,
			   const struct perf_place *place,
			   const struct profile_function *function)
{
	const struct perf_object *object = place ? place->object : NULL;
	struct row *row;

	if (2 * report->count >= report->size)
		enlarge(report);
	row = find(report, piece->comm, object, function);
	if (row->used)
		return row;
	report->count++;
	row->used = true;
	row->object = object;
	row->function = function;
	snprintf(row->comm, sizeof(row->comm), "%s", piece->comm);
	return row;
}

static void on_run(void *user, const struct perf_run *run, u64 times)
{
	get_row(user, run->piece, run->place, run->function)->insns +=
		run->insns * times;
}

/* A jump to the first instruction counts as a call if it comes from another
 * function. */
static void on_branch(void *user, const struct perf_branch *branch, u64 times)
{
	struct report *report = user;
	const struct perf_place *place =
		perf_decode_place(&report->decode, branch->piece, branch->to);
	const struct profile_function *function =
		perf_place_function(place, branch->to);
	bool calls = branch->kind == NTRACE_END_CALL ||
		     branch->kind == NTRACE_END_CALL_INDIRECT ||
		     branch->kind == NTRACE_END_CALL_SEQUENTIAL;

	if (!function || branch->to - place->bias != function->start ||
	    branch->kind == NTRACE_END_TRAP_RETURN)
		return;
	if (calls ||
	    !profile_function_holds(function, branch->from - place->bias))
		get_row(report, branch->piece, place, function)->calls += times;
}

static const char *name_of(const struct row *row)
{
	return row->function ? row->function->name : "[unknown]";
}

static const char *image_of(const struct row *row)
{
	return row->object ? row->object->name : "[unknown]";
}

static int compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order;

	if (x->used != y->used)
		return x->used ? -1 : 1;
	if (x->insns != y->insns)
		return x->insns > y->insns ? -1 : 1;
	if (!x->used)
		return 0;
	order = strcmp(x->comm, y->comm);
	if (!order)
		order = strcmp(image_of(x), image_of(y));
	return order ? order : strcmp(name_of(x), name_of(y));
}

static double share(const struct report *report, const struct row *row)
{
	u64 all = report->decode.totals.insns;

	return all ? 100.0 * (double)row->insns / (double)all : 0;
}

/* Write a name, blanks up to the width, and one more. */
static void write_column(struct output *out, const char *name, size_t width)
{
	size_t length = strlen(name);

	output_name(out, name, "");
	output_format(out, "%*s ", length < width ? (int)(width - length) : 0,
		      "");
}

static void write_text(struct report *report)
{
	const struct perf_totals *totals = &report->decode.totals;
	struct output *out = &report->out;
	const struct row *row = report->row;

	output_format(out,
		      "# %" PRIu64 " instructions, %" PRIu64
		      " of them of the kernel, from %" PRIu64 " bytes\n",
		      totals->insns, totals->kernel_insns, totals->bytes);
	if (report->options.firmware)
		output_format(out, "# %" PRIu64 " of them of the firmware\n",
			      totals->firmware_insns);
	output_format(out,
		      "# lost: %" PRIu64 " times memory full, %" PRIu64
		      " overwritten, %" PRIu64 " overflows, %" PRIu64
		      " damaged, %" PRIu64 " without code\n",
		      totals->truncated, totals->partial, totals->overflows,
		      totals->damaged, totals->no_code);
	output_format(out, "%14s %7s %12s  %-15s %-24s %s\n", "instructions",
		      "share", "calls", "command", "image", "function");
	for (; row < report->row + report->count; row++) {
		output_format(out, "%14" PRIu64 " %5.1f %% %12" PRIu64 "  ",
			      row->insns, share(report, row), row->calls);
		write_column(out, *row->comm ? row->comm : "-", 15);
		write_column(out, image_of(row), 24);
		output_name(out, name_of(row), "");
		output_char(out, '\n');
	}
}

static void write_totals(struct json *json, const struct perf_totals *totals)
{
	json_u64(json, "instructions", totals->insns);
	json_u64(json, "kernel_instructions", totals->kernel_insns);
	json_u64(json, "firmware_instructions", totals->firmware_insns);
	json_u64(json, "branches", totals->branches);
	json_u64(json, "bytes", totals->bytes);
	json_object(json, "lost");
	json_u64(json, "truncated", totals->truncated);
	json_u64(json, "partial", totals->partial);
	json_u64(json, "overflows", totals->overflows);
	json_u64(json, "damaged", totals->damaged);
	json_u64(json, "no_code", totals->no_code);
	json_end_object(json);
}

static void write_json(struct report *report)
{
	const struct row *row = report->row;
	struct json json;

	json_begin(&json, &report->out);
	json_object(&json, NULL);
	write_totals(&json, &report->decode.totals);
	json_array(&json, "functions");
	for (; row < report->row + report->count; row++) {
		json_object(&json, NULL);
		json_string(&json, "comm", row->comm);
		json_string(&json, "image", image_of(row));
		json_string(&json, "function", name_of(row));
		json_u64(&json, "instructions", row->insns);
		json_u64(&json, "calls", row->calls);
		json_end_object(&json);
	}
	json_end_array(&json);
	json_end_object(&json);
	json_finish(&json);
}

int perf_report(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &perf_argp, 0, NULL, 0 }, { 0 }
	};
	const struct argp argp = { options,  parse, NULL, doc,
				   children, NULL,  NULL };
	static struct report report;
	const struct perf_sink sink = { .user = &report,
					.run = on_run,
					.branch = on_branch };

	perf_options_begin(&report.options);
	argp_parse(&argp, argc, argv, 0, NULL, &report);
	perf_decode_open(&report.decode, &report.options);
	perf_decode_needs_trace(&report.decode);
	perf_decode_run(&report.decode, &sink);
	if (report.size)
		qsort(report.row, report.size, sizeof(*report.row), compare);
	if (report.top && report.count > report.top)
		report.count = (size_t)report.top;
	output_open(&report.out, report.options.output, report.options.path);
	if (report.options.as_json)
		write_json(&report);
	else
		write_text(&report);
	output_close(&report.out);
	free(report.row);
	return perf_decode_end(&report.decode);
}
