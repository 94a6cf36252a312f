// SPDX-License-Identifier: BSD-2-Clause
/* A report as a page: what all pages have, and between its parts the data. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "../decode/events.h"
#include "report.h"

extern const char nt_report_head[], nt_report_script[]; /* of report_page.c */

/* Marks in profile_node.from */
enum { NODE_NEEDED = 1, NODE_NUMBERED = 2 };

u32 nt_names_number(struct nt_names *names,
		    const struct profile_function *function)
{
	const struct symbols *symbols = names->symbols;
	size_t i = 0;
	u32 *number = NULL;

	if (function >= symbols->function &&
	    function < symbols->function + symbols->num_functions) {
		number = &names->number[function - symbols->function];
		i = *number ? *number - 1 : names->num;
	} else {
		/* Functions without symbols are mostly tasks: only a few */
		while (i < names->num && names->function[i] != function)
			i++;
	}
	if (i == names->num) {
		names->function = grow(names->function, names->num,
				       sizeof(struct profile_function *));
		names->function[names->num++] = function;
	}
	if (number)
		*number = (u32)i + 1;
	return (u32)i;
}

static void write_names(const struct nt_report *report, struct json *json)
{
	const struct nt_names *names = &report->names;
	const struct profile_function *function;
	char *name;
	size_t i;

	json_array(json, "names");
	for (i = 0; i < names->num; i++) {
		function = names->function[i];
		if (!nt_inlines_has(&report->stacks->inlines, function)) {
			json_string(json, NULL, function->name);
			continue;
		}
		if (asprintf(&name, "%s (inlined)", function->name) < 0)
			die("out of memory");
		json_string(json, NULL, name);
		free(name);
	}
	json_end_array(json);
}

/* A stack that is used needs all its callers. */
static void need_node(struct profile_node *node)
{
	for (; node && !node->from; node = node->parent)
		node->from = NODE_NEEDED;
}

/* Least instructions of a stack, so that the number of stacks stays below the
 * limit. */
static u64 least_of_stack(struct profile_node *root)
{
	u64 least = root->all / NT_REPORT_SHARE + 1;
	struct profile_node *node;
	size_t num = NT_REPORT_NODES + 1;

	while (num > NT_REPORT_NODES) {
		num = 0;
		for (node = root; node; node = profile_tree_next(node))
			num += node->all >= least;
		least *= 2;
	}
	return least / 2;
}

static void need_stacks(struct nt_report *report)
{
	struct profile_node *root = &report->stacks->tree.root, *node;
	u64 least = least_of_stack(root);
	size_t i, k;

	for (i = 0; i < NT_SOURCES_MAX; i++)
		for (k = 0; report->lane[i] && k < NT_REPORT_BUCKETS; k++)
			need_node(report->lane[i]->top[k]);
	for (node = root; node; node = profile_tree_next(node))
		if (node == root || node->all >= least)
			need_node(node);
}

/* Number of the parent, of the name, instructions, own instructions, trap */
static void write_node(struct nt_report *report, struct json *json,
		       const struct profile_node *node)
{
	const struct profile_node *parent = node->parent;

	json_array(json, NULL);
	json_u64(json, NULL, parent ? parent->from - NODE_NUMBERED : 0);
	json_u64(json, NULL,
		 node->function ?
			 nt_names_number(&report->names, node->function) + 1 :
			 0);
	json_u64(json, NULL, node->all);
	json_u64(json, NULL, node->insns);
	json_u64(json, NULL, node->trap);
	json_end_array(json);
}

/* Parents before their callees. */
static void write_tree(struct nt_report *report, struct json *json)
{
	struct profile_node *node = &report->stacks->tree.root;
	u64 number = NODE_NUMBERED;

	need_stacks(report);
	json_array(json, "tree");
	for (; node; node = profile_tree_next(node)) {
		if (!node->from)
			continue;
		node->from = number++;
		write_node(report, json, node);
	}
	json_end_array(json);
}

static void write_rows(struct json *json, const struct nt_lane *lane)
{
	static const char *const others[] = { "?", "traps", "losses" };
	unsigned int row, i, used;

	json_object(json, "rows");
	for (row = 0; row < NT_LANE_ROWS; row++) {
		for (used = NT_REPORT_BUCKETS; used; used--)
			if (lane->count[row][used - 1])
				break;
		if (!used)
			continue;
		json_array(json, row < NT_LANE_UNKNOWN ?
					 nt_priv_name((u8)row) :
					 others[row - NT_LANE_UNKNOWN]);
		for (i = 0; i < used; i++)
			json_u64(json, NULL, lane->count[row][i]);
		json_end_array(json);
	}
	json_end_object(json);
}

/* Stacks at the ends of parts: numbers of nodes, 0: none. */
static void write_tops(struct json *json, const struct nt_lane *lane)
{
	unsigned int i;

	json_array(json, "stacks");
	for (i = 0; i < NT_REPORT_BUCKETS; i++)
		json_u64(json, NULL,
			 lane->top[i] ? lane->top[i]->from - NODE_NUMBERED : 0);
	json_end_array(json);
}

/* Clocks are relative to this one, as numbers of JSON have 53 bits. */
static u64 first_clock(const struct nt_report *report)
{
	u64 first = UINT64_MAX;
	size_t i;

	for (i = 0; i < NT_SOURCES_MAX; i++)
		if (report->lane[i] && report->lane[i]->start < first)
			first = report->lane[i]->start;
	return first == UINT64_MAX ? 0 : first;
}

static u64 since(u64 clock, u64 first)
{
	return clock > first ? clock - first : 0;
}

static int compare_calls(const void *a, const void *b)
{
	const struct nt_report_call *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->depth < y->depth ? -1 : x->depth > y->depth;
}

/*
 * By time, five numbers each: name, start relative to the last call's, length,
 * instructions, twice the depth plus 1 for a trap.
 */
static void write_calls(struct nt_report *report, struct json *json,
			unsigned int src, u64 first)
{
	const struct nt_report_call *call = report->calls.call;
	const struct nt_report_call *end = call + report->calls.num;
	u64 last = first;

	json_array(json, "calls");
	for (; call < end; call++) {
		if (call->src != src)
			continue;
		json_u64(json, NULL,
			 nt_names_number(&report->names, call->function));
		json_u64(json, NULL, since(call->start, last));
		json_u64(json, NULL, since(call->end, call->start));
		json_u64(json, NULL, call->insns);
		json_u64(json, NULL, 2 * (u64)call->depth + call->trap);
		last = call->start > last ? call->start : last;
	}
	json_end_array(json);
}

static void write_hart(struct nt_report *report, struct json *json,
		       unsigned int src, u64 first)
{
	const struct nt_lane *lane = report->lane[src];

	json_object(json, NULL);
	json_u64(json, "hart", src);
	json_u64(json, "insns", lane->insns);
	json_u64(json, "start", since(lane->start, first));
	json_u64(json, "end", since(lane->clock, first));
	json_u64(json, "width", lane->width);
	write_rows(json, lane);
	write_tops(json, lane);
	write_calls(report, json, src, first);
	json_end_object(json);
}

static void write_harts(struct nt_report *report, struct json *json, u64 first)
{
	u64 shown = 0, left_out = 0;
	unsigned int i;

	if (report->calls.num)
		qsort(report->calls.call, report->calls.num,
		      sizeof(*report->calls.call), compare_calls);
	json_array(json, "harts");
	for (i = 0; i < NT_SOURCES_MAX; i++) {
		if (!report->lane[i])
			continue;
		if (shown++ < NT_REPORT_HARTS)
			write_hart(report, json, i, first);
		else
			left_out++;
	}
	json_end_array(json);
	json_u64(json, "hartsLeftOut", left_out);
}

static void write_marks(const struct nt_report *report, struct json *json,
			u64 first)
{
	const struct nt_report_mark *mark = report->mark;
	const struct nt_report_mark *end = mark + report->marks;

	json_array(json, "events");
	for (; mark < end; mark++) {
		json_object(json, NULL);
		if (mark->src < NT_SOURCES_MAX)
			json_u64(json, "hart", mark->src);
		json_u64(json, "time", since(mark->clock, first));
		json_bool(json, "error", mark->error);
		json_string(json, "text", mark->text);
		json_end_object(json);
	}
	json_end_array(json);
	json_u64(json, "eventsLeftOut", report->marks_left_out);
}

static const char *unit(const struct nt_report *report)
{
	size_t i;

	for (i = 0; i < NT_SOURCES_MAX; i++)
		if (report->lane[i] && report->lane[i]->timed)
			return report->decode.freq ? "ns" : "ticks";
	return "instructions";
}

static void write_sums(const struct nt_report *report, struct json *json,
		       const struct nt_result *result, u64 first)
{
	const struct ntrace_totals *totals = &result->totals;

	json_string(json, "trace", report->decode.trace.path);
	json_string(json, "unit", unit(report));
	json_hex(json, "first", first);
	json_u64(json, "bytes", result->bytes);
	json_u64(json, "messages", totals->messages);
	json_u64(json, "insns", report->stacks->tree.root.all);
	json_u64(json, "losses", totals->gaps);
	json_u64(json, "lostBytes", totals->gap_bytes);
	json_u64(json, "errors", totals->findings[NTRACE_CLASS_ERROR]);
	json_u64(json, "leastCall", report->calls.least);
}

/* "</script>" would end the data, so "<" is escaped. */
static void escape(void *user, const char *data, size_t size)
{
	const char *less;
	size_t part;

	while (size) {
		less = memchr(data, '<', size);
		part = less ? (size_t)(less - data) : size;
		output_bytes(user, data, part);
		data += part;
		size -= part;
		if (!less)
			continue;
		output_string(user, "\\u003c");
		data++;
		size--;
	}
}

static void write_data(struct nt_report *report, const struct nt_result *result,
		       struct output *out)
{
	u64 first = first_clock(report);
	struct json json;

	json_begin(&json, out);
	json.lines = true;
	json_object(&json, NULL);
	write_sums(report, &json, result, first);
	write_tree(report, &json);
	write_harts(report, &json, first);
	write_marks(report, &json, first);
	nt_report_code_write(&json, &report->counts,
			     report->sources.given ? &report->sources : NULL);
	write_names(report, &json);
	json_end_object(&json);
	json_finish(&json);
}

void nt_report_write(struct nt_report *report, const struct nt_result *result,
		     struct output *out)
{
	struct output data;

	output_string(out, nt_report_head);
	output_string(out, "<script id=\"data\" type=\"application/json\">\n");
	output_to(&data, escape, out);
	write_data(report, result, &data);
	output_close(&data);
	output_string(out, "</script>\n<script>\n");
	output_string(out, nt_report_script);
	output_string(out, "</script>\n</body>\n</html>\n");
}
