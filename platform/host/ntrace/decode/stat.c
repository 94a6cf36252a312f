// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace stat: how large a trace is, and why. */
#include <inttypes.h>
#include "json.h"
#include "decode.h"
#include "findings.h"
#include "sizes.h"

struct stat {
	struct nt_decode common;
	const char *output;
	bool as_json;

	struct nt_findings findings;
	struct nt_result result;
	struct size_row type[NTRACE_TCODES];
	struct size_row all;
};

static const struct argp_option options[] = {
	OPTION_FORM,
	{ 0 },
};

static const char doc[] =
	"Count the messages of an N-Trace stream by type; with the program, "
	"count instructions and print the number of bits for each.\v"
	"For example:\n"
	"  hartscope ntrace stat -i prog.elf trace.bin";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct stat *stat = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		nt_decode_inputs(state, &stat->common);
		break;
	default:
		return option_form(key, text, &stat->as_json, &stat->output);
	}
	return 0;
}

static void on_message(void *user, const struct ntrace_source *source,
		       const struct ntrace_msg *msg, u64 offset)
{
	struct stat *stat = user;
	unsigned int bytes = msg->bytes ? msg->bytes : 256;

	(void)offset;
	if (!nt_is_wanted(&stat->common, source))
		return;
	size_add(&stat->type[msg->tcode], bytes);
	size_add(&stat->all, bytes);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct stat *stat = user;

	if (nt_is_wanted(&stat->common, source))
		nt_findings_add(&stat->findings, source, finding);
}

static double bits_per_insn(const struct stat *stat)
{
	return size_ratio(8 * (double)stat->all.bytes,
			  (double)stat->result.totals.insns);
}

static void write_text(const struct stat *stat, struct output *out)
{
	const struct nt_result *result = &stat->result;
	unsigned int tcode;

	size_head(out, "type", "messages");
	for (tcode = 0; tcode < NTRACE_TCODES; tcode++)
		size_write(out, nt_tcode_name(tcode), &stat->type[tcode],
			   stat->all.bytes);
	size_write(out, "all", &stat->all, stat->all.bytes);
	output_format(out,
		      "%" PRIu64 " bytes in all, %" PRIu64
		      " of them idle, %" PRIu64 " no messages; %u sources\n",
		      result->bytes, result->idle_bytes, result->bad_bytes,
		      result->sources);
	if (nt_program_given(&stat->common.program))
		output_format(out, "%" PRIu64 " instructions, %.4f bits each\n",
			      result->totals.insns, bits_per_insn(stat));
}

static void write_types(const struct stat *stat, struct json *json)
{
	unsigned int tcode;

	json_array(json, "types");
	for (tcode = 0; tcode < NTRACE_TCODES; tcode++) {
		if (!stat->type[tcode].count)
			continue;
		json_object(json, NULL);
		json_string(json, "type", nt_tcode_name(tcode));
		json_u64(json, "tcode", tcode);
		json_u64(json, "messages", stat->type[tcode].count);
		json_u64(json, "bytes", stat->type[tcode].bytes);
		json_end_object(json);
	}
	json_end_array(json);
}

static void write_json(const struct stat *stat, struct output *out)
{
	const struct nt_result *result = &stat->result;
	struct json json;

	json_begin(&json, out);
	json.lines = true;
	json_object(&json, NULL);
	json_u64(&json, "bytes", result->bytes);
	json_u64(&json, "idle_bytes", result->idle_bytes);
	json_u64(&json, "bad_bytes", result->bad_bytes);
	json_u64(&json, "sources", result->sources);
	json_u64(&json, "messages", stat->all.count);
	json_u64(&json, "message_bytes", stat->all.bytes);
	if (nt_program_given(&stat->common.program)) {
		json_u64(&json, "instructions", result->totals.insns);
		json_u64(&json, "gaps", result->totals.gaps);
		json_fraction(&json, "bits_per_instruction",
			      bits_per_insn(stat), 6);
	}
	write_types(stat, &json);
	json_end_object(&json);
	json_finish(&json);
}

int nt_stat(int argc, char **argv)
{
	static const struct argp argp = {
		options, parse, "TRACE", doc, nt_decode_children, NULL, NULL
	};
	struct stat stat = { 0 };
	struct nt_decode *common = &stat.common;
	struct ntrace_sink sink = { &stat, NULL, NULL, on_finding, on_message };
	struct output out;

	nt_decode_parse(&argp, argc, argv, &stat, common);
	stat.findings.trace = common->trace.path;
	common->counts = true;
	output_open(&out, stat.output, common->trace.path);
	nt_decode_run(common, &sink, &stat.result);
	if (stat.as_json)
		write_json(&stat, &out);
	else
		write_text(&stat, &out);
	output_close(&out);
	nt_program_free(&common->program);
	if (!stat.result.bytes)
		return STATUS_DAMAGED;
	return nt_findings_sum(&stat.findings, &stat.result.totals);
}
