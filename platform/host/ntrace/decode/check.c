// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace check: find broken rules of the specification in a trace. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "json.h"
#include "decode.h"
#include "findings.h"

enum { KEY_LIST = 0x200 };

struct check {
	struct nt_decode common;
	const char *output;
	bool as_json;

	struct nt_findings findings;
	struct output out;
	struct json json;
};

static const struct argp_option options[] = {
	OPTION_FORM,
	{ "list", KEY_LIST, NULL, 0, "List the rules and exit", 0 },
	{ 0 },
};

static const char doc[] =
	"Check an N-Trace stream against the rules of the specification; with "
	"the program, check that it describes a possible execution too. One "
	"line for each place where a rule is broken, with its name."
	"\v"
	"Rules that depend on a setting of the encoder are checked when the "
	"setting is given.\n"
	"\n"
	"For example:\n"
	"  hartscope ntrace check trace.bin\n"
	"  hartscope ntrace check -i prog.elf --timestamps=on trace.bin";

static const char *class_name(u8 class)
{
	static const char *const names[] = {
		[NTRACE_CLASS_ERROR] = "error",
		[NTRACE_CLASS_NOTE] = "note",
		[NTRACE_CLASS_RULE] = "rule",
	};

	return names[class];
}

static void list_rules(void)
{
	const struct ntrace_finding_info *info;

	for (info = ntrace_finding_info;
	     info < ntrace_finding_info + NTRACE_FINDING_KINDS; info++)
		printf("%-20s %-5s chapter %-5s %s\n", info->name,
		       class_name(info->class), info->chapter, info->text);
	exit(STATUS_OK);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct check *check = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		nt_decode_inputs(state, &check->common);
		break;
	case KEY_LIST:
		list_rules();
		break;
	default:
		return option_form(key, text, &check->as_json, &check->output);
	}
	return 0;
}

static void text_finding(struct check *check,
			 const struct ntrace_source *source,
			 const struct ntrace_finding *finding)
{
	char text[256];

	output_format(&check->out, "%s: %s; N-Trace 1.0, %s\n",
		      class_name(ntrace_finding_info[finding->kind].class),
		      nt_finding_text(source, finding, text, sizeof(text)),
		      ntrace_finding_info[finding->kind].chapter);
}

static void json_finding(struct json *json, const struct ntrace_source *source,
			 const struct ntrace_finding *finding)
{
	const struct ntrace_finding_info *info =
		&ntrace_finding_info[finding->kind];

	json_object(json, NULL);
	json_string(json, "rule", info->name);
	json_string(json, "class", class_name(info->class));
	json_string(json, "text", info->text);
	json_string(json, "chapter", info->chapter);
	json_u64(json, "offset", finding->offset);
	json_u64(json, "message", finding->message);
	json_string(json, "type", nt_tcode_name(finding->tcode));
	if (source)
		json_u64(json, "source", source->src);
	json_hex(json, "value", finding->value);
	json_hex(json, "pc", finding->pc);
	json_end_object(json);
}

static void on_finding(void *user, const struct ntrace_source *source,
		       const struct ntrace_finding *finding)
{
	struct check *check = user;

	if (!nt_is_wanted(&check->common, source) ||
	    !nt_findings_count(&check->findings, finding))
		return;
	if (check->as_json)
		json_finding(&check->json, source, finding);
	else
		text_finding(check, source, finding);
}

static void begin(struct check *check)
{
	output_open(&check->out, check->output, check->common.trace.path);
	if (!check->as_json)
		return;
	json_begin(&check->json, &check->out);
	check->json.lines = true;
	json_object(&check->json, NULL);
	json_array(&check->json, "findings");
}

static void end(struct check *check, const struct nt_result *result)
{
	const struct nt_findings *findings = &check->findings;

	if (check->as_json) {
		json_end_array(&check->json);
		json_u64(&check->json, "messages", result->totals.messages);
		json_u64(&check->json, "instructions", result->totals.insns);
		json_u64(&check->json, "errors",
			 findings->count[NTRACE_CLASS_ERROR]);
		json_u64(&check->json, "rules",
			 findings->count[NTRACE_CLASS_RULE]);
		json_end_object(&check->json);
		json_finish(&check->json);
	} else {
		output_format(&check->out,
			      "%" PRIu64 " messages, %" PRIu64
			      " instructions: %" PRIu64 " errors, %" PRIu64
			      " rules broken, %" PRIu64 " notes\n",
			      result->totals.messages, result->totals.insns,
			      findings->count[NTRACE_CLASS_ERROR],
			      findings->count[NTRACE_CLASS_RULE],
			      findings->count[NTRACE_CLASS_NOTE]);
	}
	output_close(&check->out);
}

int nt_check(int argc, char **argv)
{
	static const struct argp argp = {
		options, parse, "TRACE", doc, nt_decode_children, NULL, NULL
	};
	struct check check = { 0 };
	struct nt_decode *common = &check.common;
	struct ntrace_sink sink = { &check, NULL, NULL, on_finding, NULL };
	struct nt_result result;

	nt_decode_parse(&argp, argc, argv, &check, common);
	common->settings.flow.strict = true;
	check.findings.ignored = common->settings.ignored;
	begin(&check);
	nt_decode_run(common, &sink, &result);
	end(&check, &result);
	nt_program_free(&common->program);
	return result.bytes ? nt_findings_status(&check.findings) :
			      STATUS_DAMAGED;
}
