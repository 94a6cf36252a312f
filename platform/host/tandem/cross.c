// SPDX-License-Identifier: BSD-2-Clause
/* hartscope tandem crosscheck: compares two kinds of traces of the same run. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "names.h"
#include "cross.h"

enum { KEY_JSON = 0x200, KEY_ALIGN, KEY_NTRACE };

struct cross {
	struct cross_options options;
	const char *output;
	bool as_json;

	struct output out;
	struct json json;
};

static const struct argp_option options[] = {
	{ "align", KEY_ALIGN, NULL, 0,
	  "The N-Trace begins later: leave out the instructions of the tandem "
	  "trace before the first address of the N-Trace",
	  0 },
	{ "ntrace", KEY_NTRACE, "OPTION", 0,
	  "An option of 'hartscope ntrace decode' for the N-Traces; settings in "
	  "NTRACE.settings apply, too",
	  0 },
	OPTION_FORM,
	{ 0 },
};

static const char doc[] =
	"Decode N-Traces to the addresses of executed instructions and compare "
	"these, one by one, with the tandem trace of the same run. The status "
	"is 0 if each N-Trace has all instructions of the tandem trace in "
	"their order; the N-Trace may be longer.\v"
	"The code comes from a code log beside the N-Trace, or else from the "
	"tandem trace, which must be a file then. Images give names to "
	"addresses, and code that is not in the tandem trace.\n"
	"\n"
	"For example:\n"
	"  hartscope tandem crosscheck -i fw.elf boot.tv boot.nt";

static void add_text(char ***list, size_t *num, char *text)
{
	*list = grow(*list, *num, sizeof(**list));
	(*list)[(*num)++] = text;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct cross *cross = state->input;
	struct cross_options *o = &cross->options;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->program;
		state->child_inputs[1] = &o->trace;
		break;
	case KEY_ALIGN:
		o->align = true;
		break;
	case KEY_NTRACE:
		add_text(&o->word, &o->num_words, text);
		break;
	case ARGP_KEY_ARG:
		if (!o->trace.path)
			return ARGP_ERR_UNKNOWN; /* the tandem trace */
		add_text(&o->ntrace, &o->num_ntraces, text);
		files_named(text);
		break;
	case ARGP_KEY_END:
		if (!o->num_ntraces)
			option_usage(state, "name the tandem trace, then "
					    "N-Traces");
		break;
	default:
		return option_form(key, text, &cross->as_json, &cross->output);
	}
	return 0;
}

/* --- reports --------------------------------------------------------------- */

static bool is_same(const struct cross_result *result)
{
	return !result->differs && !result->errors && result->same;
}

/* Describe an address by its function, or as unknown. */
static void describe(const struct cross *cross, bool there, u64 pc, char *text,
		     size_t size)
{
	const struct symbols *symbols = &cross->options.program.symbols;
	char place[128];

	if (!there) {
		snprintf(text, size, "ends");
		return;
	}
	symbols_place(symbols, pc, place, sizeof(place));
	name_clean(place);
	if (symbols_function(symbols, pc))
		snprintf(text, size, "0x%" PRIx64 " <%s>", pc, place);
	else
		snprintf(text, size, "0x%" PRIx64, pc);
}

static void text_difference(struct cross *cross,
			    const struct cross_result *result)
{
	char tandem[192], ntrace[192];

	describe(cross, result->has_tandem, result->tandem_pc, tandem,
		 sizeof(tandem));
	describe(cross, result->has_ntrace, result->ntrace_pc, ntrace,
		 sizeof(ntrace));
	output_format(&cross->out, "%s: differs at instruction %" PRIu64 ":\n",
		      result->ntrace, result->number);
	output_format(&cross->out, "  tandem trace: %s, byte 0x%" PRIx64 "\n",
		      tandem, result->tandem_offset);
	if (result->has_ntrace)
		output_format(&cross->out,
			      "  N-Trace: %s, byte 0x%" PRIx64 "\n", ntrace,
			      result->ntrace_offset);
	else
		output_format(&cross->out,
			      "  N-Trace: ends, %" PRIu64
			      " instructions before the tandem trace\n",
			      result->left);
}

static void text_result(struct cross *cross, const struct cross_result *result)
{
	if (result->differs)
		text_difference(cross, result);
	output_format(&cross->out, "%s: %" PRIu64 " instructions %s",
		      result->ntrace, result->same,
		      result->differs ? "agree before that" : "agree");
	if (result->skipped)
		output_format(&cross->out, ", after %" PRIu64 " left out",
			      result->skipped);
	if (result->more)
		output_format(&cross->out,
			      "; it goes on for %" PRIu64 " instructions",
			      result->more);
	if (result->errors)
		output_format(&cross->out, "; errors: %" PRIu64,
			      result->errors);
	output_format(&cross->out, "\n");
}

static void json_difference(struct cross *cross,
			    const struct cross_result *result)
{
	struct json *json = &cross->json;
	char text[192];

	json_object(json, "difference");
	json_u64(json, "instruction", result->number);
	json_hex(json, "tandem_pc", result->tandem_pc);
	describe(cross, true, result->tandem_pc, text, sizeof(text));
	json_string(json, "tandem_place", text);
	json_u64(json, "tandem_offset", result->tandem_offset);
	if (result->has_ntrace) {
		json_hex(json, "ntrace_pc", result->ntrace_pc);
		describe(cross, true, result->ntrace_pc, text, sizeof(text));
		json_string(json, "ntrace_place", text);
		json_u64(json, "ntrace_offset", result->ntrace_offset);
	}
	json_end_object(json);
}

static void json_result(struct cross *cross, const struct cross_result *result)
{
	struct json *json = &cross->json;

	json_object(json, NULL);
	json_string(json, "ntrace", result->ntrace);
	json_bool(json, "same", is_same(result));
	json_u64(json, "instructions", result->same);
	json_u64(json, "left_out", result->skipped);
	json_u64(json, "ntrace_goes_on", result->more);
	json_u64(json, "tandem_goes_on", result->left);
	json_u64(json, "errors", result->errors);
	if (result->differs)
		json_difference(cross, result);
	json_end_object(json);
}

static bool compare_all(struct cross *cross)
{
	const struct cross_options *o = &cross->options;
	struct cross_result result;
	struct cross_code code;
	bool same = true;
	size_t i;

	tandem_cross_code_read(&code, &o->trace);
	for (i = 0; i < o->num_ntraces; i++) {
		tandem_cross_compare(o, &code, o->ntrace[i], &result);
		same &= is_same(&result);
		if (cross->as_json)
			json_result(cross, &result);
		else
			text_result(cross, &result);
	}
	tandem_cross_code_free(&code);
	return same;
}

static void json_start(struct cross *cross)
{
	json_begin(&cross->json, &cross->out);
	cross->json.lines = true;
	json_object(&cross->json, NULL);
	json_string(&cross->json, "tandem", cross->options.trace.path);
	json_array(&cross->json, "ntraces");
}

static void json_stop(struct cross *cross, bool same)
{
	json_end_array(&cross->json);
	json_bool(&cross->json, "same", same);
	json_end_object(&cross->json);
	json_finish(&cross->json);
}

static void settle(struct tandem_trace *trace, unsigned int xlen)
{
	struct input in;

	input_open(&in, trace->path);
	tandem_trace_settle(trace, &in, xlen);
	input_close(&in);
}

int tandem_crosscheck(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &tandem_program_argp, 0, "The program:", 1 },
		{ &tandem_trace_argp, 0, "The tandem trace:", 2 },
		{ 0 },
	};
	static const struct argp argp = { options, parse,    "TANDEM NTRACE...",
					  doc,	   children, NULL,
					  NULL };
	struct cross cross = { 0 };
	bool same;

	argp_parse(&argp, argc, argv, 0, NULL, &cross);
	tandem_program_load(&cross.options.program);
	if (!strcmp(cross.options.trace.path, "-"))
		die("the tandem trace is read more than once, so it must be a "
		    "file");
	settle(&cross.options.trace, cross.options.program.xlen);
	output_open(&cross.out, cross.output, cross.options.trace.path);
	if (cross.as_json)
		json_start(&cross);
	same = compare_all(&cross);
	if (cross.as_json)
		json_stop(&cross, same);
	output_close(&cross.out);
	tandem_trace_free(&cross.options.trace);
	tandem_program_free(&cross.options.program);
	free(cross.options.ntrace);
	free(cross.options.word);
	return same ? STATUS_OK : STATUS_DAMAGED;
}
