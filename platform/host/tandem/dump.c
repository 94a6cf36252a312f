// SPDX-License-Identifier: BSD-2-Clause
/* hartscope tandem dump: groups as text, events or JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "dump.h"
#include "filter.h"
#include "program.h"

enum { KEY_JSON = 0x200 };

enum format {
	FORMAT_TEXT,
	FORMAT_EVENTS,
	FORMAT_JSON,
};

struct dump {
	struct tandem_trace trace;
	struct tandem_filter filter;
	struct tandem_program program;
	const char *output;
	enum format format;

	struct output out;
	struct json json;
	struct tandem_code code;
	struct tandem_labels *labels;
	u64 broken; /* groups that break a rule */
};

static const struct argp_option options[] = {
	{ "format", 'f', "NAME", 0,
	  "text: a block for each group (the default); events: a line for each "
	  "element, in the notation of docs/tandem.md; json",
	  0 },
	{ "json", KEY_JSON, NULL, 0, "The same as --format=json", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ 0 },
};

static const char doc[] =
	"Show the groups of a tandem trace: number, offset, kind, then each "
	"element. Comments show the rules that a group breaks.\v"
	"For example:\n"
	"  hartscope tandem dump -i prog.elf trace.tv | less\n"
	"  hartscope tandem dump --kind=trap --last=10 trace.tv\n"
	"  hartscope tandem dump --xlen=32 --format=events trace.tv";

static void set_format(struct dump *dump, const struct argp_state *state,
		       const char *name)
{
	static const char *const names[] = {
		[FORMAT_TEXT] = "text",
		[FORMAT_EVENTS] = "events",
		[FORMAT_JSON] = "json",
	};

	dump->format = (enum format)option_named(state, "--format", name, names,
						 array_size(names));
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct dump *dump = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &dump->trace;
		state->child_inputs[1] = &dump->program;
		state->child_inputs[2] = &dump->filter;
		break;
	case 'f':
		set_format(dump, state, text);
		break;
	case KEY_JSON:
		dump->format = FORMAT_JSON;
		break;
	case 'o':
		dump->output = text;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static void write_group(struct dump *dump, struct output *out,
			const struct tandem_about *about)
{
	char line[TANDEM_TEXT_MAX];
	u64 n;

	switch (dump->format) {
	case FORMAT_TEXT:
		tandem_text_group(out, about, &dump->code, dump->labels);
		break;
	case FORMAT_EVENTS:
		for (n = 0; tandem_text_line(about->group, n, line); n++) {
			output_string(out, line);
			output_char(out, '\n');
		}
		break;
	case FORMAT_JSON:
		tandem_json_group(&dump->json, about, &dump->code,
				  &dump->program.symbols);
		break;
	}
}

static void begin(struct dump *dump)
{
	struct json *json = &dump->json;

	output_open(&dump->out, dump->output, dump->trace.path);
	tandem_code_open(&dump->code, dump->trace.params.xlen);
	dump->labels = tandem_labels_open(&dump->program.symbols);
	if (dump->format != FORMAT_JSON)
		return;
	json_begin(json, &dump->out);
	json->lines = true;
	json_object(json, NULL);
	json_u64(json, "xlen", dump->trace.params.xlen);
	json_u64(json, "flen", dump->trace.params.flen);
	json_u64(json, "mlen", dump->trace.params.mlen);
	json_array(json, "groups");
}

/* True for an error without elements before it; events have the group's
 * begin. */
static bool is_nothing(const struct dump *dump, enum tandem_status status,
		       const struct tandem_group *group)
{
	return status != TANDEM_OK && !group->num &&
	       (dump->format != FORMAT_EVENTS || group->close != TANDEM_CUT);
}

/* Write groups, up to the last selected one. @return TANDEM_MORE, or an
 * error */
static enum tandem_status dump_groups(struct dump *dump,
				      struct tandem_reader *reader,
				      struct tandem_ring *ring)
{
	const struct tandem_group *group = &reader->decoder.group;
	struct tandem_track track;
	struct tandem_about about;
	enum tandem_status status;
	u64 shown = 0;

	tandem_track_start(&track, dump->trace.params.xlen);
	do {
		status = tandem_reader_next(reader);
		if (status == TANDEM_MORE)
			break;
		tandem_track_group(&track, group, &about);
		dump->broken += group->rules != 0;
		if (is_nothing(dump, status, group) ||
		    !tandem_filter_wants(&dump->filter, &about))
			continue;
		shown++;
		if (ring->size)
			tandem_ring_add(ring, &about);
		else
			write_group(dump, &dump->out, &about);
	} while (status == TANDEM_OK &&
		 !tandem_filter_over(&dump->filter, track.number, shown));
	return status == TANDEM_OK ? TANDEM_MORE : status;
}

static void write_error(struct dump *dump, enum tandem_status status,
			u64 offset)
{
	struct json *json = &dump->json;

	switch (dump->format) {
	case FORMAT_TEXT:
		output_format(&dump->out, "# @0x%" PRIx64 " %s: %s\n", offset,
			      tandem_status_name(status),
			      tandem_status_text(status));
		break;
	case FORMAT_EVENTS:
		output_format(&dump->out, "error %s %" PRIu64 "\n",
			      tandem_status_name(status), offset);
		break;
	case FORMAT_JSON:
		json_object(json, "error");
		json_string(json, "class", tandem_status_name(status));
		json_u64(json, "offset", offset);
		json_end_object(json);
		break;
	}
}

static void end(struct dump *dump, enum tandem_status status, u64 offset)
{
	struct json *json = &dump->json;

	if (dump->format == FORMAT_JSON)
		json_end_array(json);
	if (status != TANDEM_MORE)
		write_error(dump, status, offset);
	if (dump->format == FORMAT_JSON) {
		json_u64(json, "groups_breaking_rules", dump->broken);
		json_end_object(json);
		json_finish(json);
	}
	output_close(&dump->out);
	tandem_code_close(&dump->code);
	free(dump->labels);
}

int tandem_dump(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &tandem_trace_argp, 0, "The trace:", 1 },
		{ &tandem_program_argp, 0, "The program:", 2 },
		{ &tandem_filter_argp, 0, "Groups that are shown:", 3 },
		{ 0 },
	};
	static const struct argp argp = { options,  parse, "TRACE", doc,
					  children, NULL,  NULL };
	struct dump dump = { 0 };
	struct tandem_ring ring = { 0 };
	struct tandem_reader reader;
	enum tandem_status status;
	const struct tandem_about *about;
	u64 n;

	argp_parse(&argp, argc, argv, 0, NULL, &dump);
	tandem_program_load(&dump.program);
	tandem_reader_settle(&reader, &dump.trace, dump.program.xlen);
	begin(&dump);
	if (dump.filter.last)
		tandem_ring_open(&ring, dump.filter.last);
	status = dump_groups(&dump, &reader, &ring);
	for (n = 0; (about = tandem_ring_get(&ring, n)); n++)
		write_group(&dump, &dump.out, about);
	end(&dump, status, reader.decoder.error_offset);
	if (status != TANDEM_MORE)
		tandem_complain_error(&reader, status);
	if (dump.broken)
		complain("%" PRIu64 " groups break rules; see the lines with #",
			 dump.broken);
	tandem_reader_close(&reader);
	tandem_ring_close(&ring);
	tandem_filter_free(&dump.filter);
	tandem_program_free(&dump.program);
	tandem_trace_free(&dump.trace);
	return dump.broken || status != TANDEM_MORE ? STATUS_DAMAGED :
						      STATUS_OK;
}
