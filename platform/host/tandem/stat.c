// SPDX-License-Identifier: BSD-2-Clause
/* hartscope tandem stat: the size of a trace, and its causes. */
#include <inttypes.h>
#include "sizes.h"
#include "dump.h"

/* Additional state is counted by identifier, other elements by opcode. */
enum { ROWS = TANDEM_OPS + TANDEM_STATES };

struct stat {
	struct tandem_trace trace;
	const char *output;
	bool as_json;

	struct size_row row[ROWS];
	struct size_row kind[TANDEM_KINDS];
	u64 implied;
	u64 insns;
	u64 rules[TANDEM_RULES];
	u64 broken;
	u64 bytes;
};

static const struct argp_option options[] = {
	OPTION_FORM,
	{ 0 },
};

static const char doc[] =
	"Count the groups and elements of a tandem trace by kind, and print "
	"the number of bytes for each instruction.\v"
	"For example:\n"
	"  hartscope tandem stat trace.tv\n"
	"  zstd -dc trace.tv.zst | hartscope tandem stat --json -";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct stat *stat = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &stat->trace;
		break;
	default:
		return option_form(key, text, &stat->as_json, &stat->output);
	}
	return 0;
}

static void count_group(struct stat *stat, const struct tandem_about *about)
{
	const struct tandem_group *group = about->group;
	const struct tandem_element *el;
	unsigned int rule;
	u32 i;

	if (about->kind != TANDEM_KIND_OUTSIDE)
		size_add(&stat->row[TANDEM_BEGIN], 1);
	if (group->close == TANDEM_CLOSED)
		size_add(&stat->row[TANDEM_END], 1);
	stat->implied += group->close == TANDEM_IMPLIED;
	for (i = 0; i < group->num; i++) {
		el = &group->element[i];
		size_add(&stat->row[el->op == TANDEM_STATE ?
					    TANDEM_OPS + el->id :
					    el->op],
			 tandem_element_bytes(&stat->trace.params, el));
	}
	size_add(&stat->kind[about->kind], group->bytes);
	stat->insns += about->kind == TANDEM_KIND_INSN &&
		       group->close != TANDEM_CUT;
	stat->broken += group->rules != 0;
	for (rule = 0; group->rules && rule < TANDEM_RULES; rule++)
		stat->rules[rule] += group->rules >> rule & 1;
}

static const char *row_name(unsigned int row)
{
	if (row >= TANDEM_OPS)
		return tandem_state_name((enum tandem_state)(row - TANDEM_OPS));
	return tandem_op_name((enum tandem_op)row);
}

static void write_text(const struct stat *stat, struct output *out)
{
	unsigned int i;

	size_head(out, "groups", "number");
	for (i = 0; i < TANDEM_KINDS; i++)
		size_write(out, tandem_kind_name((enum tandem_kind)i),
			   &stat->kind[i], stat->bytes);
	size_head(out, "elements", "number");
	for (i = 0; i < ROWS; i++)
		size_write(out, row_name(i), &stat->row[i], stat->bytes);
	for (i = 0; i < TANDEM_RULES; i++) {
		if (stat->rules[i])
			output_format(out, "%" PRIu64 " groups break %s: %s\n",
				      stat->rules[i],
				      tandem_rule_name((enum tandem_rule)i),
				      tandem_rule_text((enum tandem_rule)i));
	}
	output_format(out,
		      "%" PRIu64 " bytes, %" PRIu64
		      " instructions, %.2f bytes each; %" PRIu64
		      " groups end implied\n",
		      stat->bytes, stat->insns,
		      size_ratio((double)stat->bytes, (double)stat->insns),
		      stat->implied);
}

static void json_row(struct json *json, const char *key, const char *name,
		     const struct size_row *row)
{
	if (!row->count)
		return;
	json_object(json, NULL);
	json_string(json, key, name);
	json_u64(json, "count", row->count);
	json_u64(json, "bytes", row->bytes);
	json_end_object(json);
}

static void write_json(const struct stat *stat, struct output *out,
		       enum tandem_status status)
{
	struct json json;
	unsigned int i;

	json_begin(&json, out);
	json.lines = true;
	json_object(&json, NULL);
	json_u64(&json, "bytes", stat->bytes);
	json_u64(&json, "instructions", stat->insns);
	json_fraction(&json, "bytes_per_instruction",
		      size_ratio((double)stat->bytes, (double)stat->insns), 4);
	json_u64(&json, "groups_ending_implied", stat->implied);
	json_u64(&json, "groups_breaking_rules", stat->broken);
	json_array(&json, "groups");
	for (i = 0; i < TANDEM_KINDS; i++)
		json_row(&json, "kind", tandem_kind_name((enum tandem_kind)i),
			 &stat->kind[i]);
	json_end_array(&json);
	json_array(&json, "elements");
	for (i = 0; i < ROWS; i++)
		json_row(&json, "element", row_name(i), &stat->row[i]);
	json_end_array(&json);
	json_object(&json, "rules");
	for (i = 0; i < TANDEM_RULES; i++) {
		if (stat->rules[i])
			json_u64(&json, tandem_rule_name((enum tandem_rule)i),
				 stat->rules[i]);
	}
	json_end_object(&json);
	if (status != TANDEM_MORE)
		json_string(&json, "error", tandem_status_name(status));
	json_end_object(&json);
	json_finish(&json);
}

static enum tandem_status read_all(struct stat *stat,
				   struct tandem_reader *reader)
{
	const struct tandem_group *group = &reader->decoder.group;
	enum tandem_status status;
	struct tandem_track track;
	struct tandem_about about;

	tandem_track_start(&track, stat->trace.params.xlen);
	do {
		status = tandem_reader_next(reader);
		if (status == TANDEM_MORE ||
		    (status != TANDEM_OK && !group->bytes))
			break;
		tandem_track_group(&track, group, &about);
		count_group(stat, &about);
	} while (status == TANDEM_OK);
	return status;
}

int tandem_stat(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &tandem_trace_argp, 0, "The trace:", 1 },
		{ 0 },
	};
	static const struct argp argp = { options,  parse, "TRACE", doc,
					  children, NULL,  NULL };
	struct stat stat = { 0 };
	struct tandem_reader reader;
	enum tandem_status status;
	struct output out;

	argp_parse(&argp, argc, argv, 0, NULL, &stat);
	tandem_reader_settle(&reader, &stat.trace, 0);
	output_open(&out, stat.output, stat.trace.path);
	status = read_all(&stat, &reader);
	if (status != TANDEM_MORE)
		tandem_complain_error(&reader, status);
	stat.bytes = tandem_reader_close(&reader);
	if (stat.as_json)
		write_json(&stat, &out, status);
	else
		write_text(&stat, &out);
	output_close(&out);
	tandem_trace_free(&stat.trace);
	return stat.broken || status != TANDEM_MORE || !stat.bytes ?
		       STATUS_DAMAGED :
		       STATUS_OK;
}
