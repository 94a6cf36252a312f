// SPDX-License-Identifier: BSD-2-Clause
/* hartscope tandem convert: traces of others to tandem trace. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "convert.h"

static const struct from {
	const char *name;
	const char *mark; /* text that is in each line of the form */
	void (*read)(struct tandem_convert *convert, char *line);
} froms[] = {
	{ "spike", "core ", tandem_from_spike },
	{ "rvfi", "rvfi_", tandem_from_rvfi },
	{ "events", "event ", tandem_from_events },
};

struct options {
	struct tandem_trace trace;
	const struct from *from;
	const char *output;
};

static const struct argp_option options[] = {
	{ "from", 'f', "NAME", 0,
	  "Kind of INPUT: spike (--log-commits), rvfi (key=value or CSV), "
	  "events (as dump --format=events); detected if not given",
	  0 },
	{ "output", 'o', "FILE", 0,
	  "Write to FILE, and its parameters to FILE.params", 0 },
	{ 0 },
};

static const char doc[] =
	"Convert the record of another simulator to a tandem trace. State that "
	"is not in the record is absent from the trace: see docs/tandem.md.\v"
	"For example:\n"
	"  spike -l --log-commits --log=run.log prog.elf\n"
	"  hartscope tandem convert -o run.tv run.log\n"
	"  hartscope tandem convert --from=rvfi --xlen=32 -o core.tv core.csv";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct options *given = state->input;
	size_t i;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &given->trace;
		break;
	case 'f':
		for (i = 0; i < array_size(froms); i++) {
			if (!strcmp(text, froms[i].name))
				given->from = &froms[i];
		}
		if (!given->from)
			option_usage(state,
				     "--from is spike, rvfi or events, not "
				     "'%s'",
				     text);
		break;
	case 'o':
		given->output = text;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* The first line that is not empty, and its form */
static char *first_line(struct tandem_convert *convert,
			const struct from **from)
{
	char *line;
	size_t i;

	do {
		line = lines_next(&convert->lines);
		if (!line)
			die("'%s' is empty", convert->lines.in.name);
	} while (!line[strspn(line, " \t")] || line[0] == '#');
	for (i = 0; !*from && i < array_size(froms); i++) {
		if (strstr(line, froms[i].mark))
			*from = &froms[i];
	}
	if (!*from)
		tandem_convert_die(convert,
				   "is this spike, rvfi or events? Say it "
				   "with --from");
	return line;
}

static unsigned int newlines(const char *text)
{
	unsigned int num = 0;

	while ((text = strchr(text, '\n'))) {
		num++;
		text++;
	}
	return num;
}

static void put_params(const struct tandem_convert *convert, struct output *out)
{
	const struct tandem_params *params = &convert->trace->params;

	output_format(out, "lines %u\nxlen %u\nflen %u\nmlen %u\ndialect %s\n",
		      7 + newlines(convert->absent), params->xlen, params->flen,
		      params->mlen,
		      params->dialect == TANDEM_BLUESPEC ? "bluespec" : "spec");
	output_format(out, "%sbytes %" PRIu64 "\nwhole %s\n", convert->absent,
		      convert->written, convert->cut ? "no" : "yes");
}

static char *params_name(const char *path)
{
	char *name;

	if (asprintf(&name, "%s.params", path) < 0)
		die("out of memory");
	return name;
}

/* Before anything is written */
static void refuse_params(const char *path)
{
	char *name = params_name(path);

	files_refuse(name);
	free(name);
}

static void write_params(const struct tandem_convert *convert, const char *path)
{
	struct output out;
	char *name = params_name(path);

	output_open(&out, name, convert->trace->path);
	put_params(convert, &out);
	output_close(&out);
	free(name);
}

static void keep(void *user, const char *data, size_t size)
{
	if (fwrite(data, 1, size, user) != size)
		die("cannot keep the trace: %s", strerror(errno));
}

/* A reader of a pipe has no file beside it, and logs show facts of the hart up
 * to their end. */
static void write_inband(const struct tandem_convert *convert, FILE *kept)
{
	struct output out;
	char piece[4096];
	size_t size;

	if (fflush(kept))
		die("cannot keep the trace: %s", strerror(errno));
	rewind(kept);
	output_open(&out, NULL, convert->trace->path);
	output_string(&out, "#tv\n");
	put_params(convert, &out);
	output_char(&out, '\n');
	while ((size = fread(piece, 1, sizeof(piece), kept)))
		output_bytes(&out, piece, size);
	if (ferror(kept))
		die("cannot read the kept part of the trace");
	output_close(&out);
	fclose(kept);
}

/* Events are just the bytes of a trace. */
static FILE *start_output(struct tandem_convert *convert,
			  const struct options *given)
{
	bool piped = !given->output || !strcmp(given->output, "-");
	FILE *kept = NULL;

	if (!piped)
		refuse_params(given->output);
	if (!piped || given->from->read == tandem_from_events) {
		output_open(&convert->out, given->output, given->trace.path);
		return NULL;
	}
	kept = tmpfile();
	if (!kept)
		die("cannot keep the trace: %s", strerror(errno));
	output_to(&convert->out, keep, kept);
	return kept;
}

int tandem_convert(int argc, char **argv)
{
	static const struct argp_child children[] = {
		{ &tandem_trace_argp, 0, "The trace that is written:", 1 },
		{ 0 },
	};
	static const struct argp argp = { options,  parse, "INPUT", doc,
					  children, NULL,  NULL };
	struct tandem_convert convert = { .priv = TANDEM_PRIV_UNKNOWN };
	struct options given = { 0 };
	FILE *kept;
	char *line;

	argp_parse(&argp, argc, argv, 0, NULL, &given);
	convert.trace = &given.trace;
	lines_open(&convert.lines, given.trace.path);
	line = first_line(&convert, &given.from);
	kept = start_output(&convert, &given);
	given.from->read(&convert, line);
	tandem_convert_finish(&convert);
	lines_close(&convert.lines);
	output_close(&convert.out);
	if (kept)
		write_inband(&convert, kept);
	else if (given.output && strcmp(given.output, "-") != 0)
		write_params(&convert, given.output);
	if (convert.left_out)
		complain("%" PRIu64 " things are left out that this protocol "
			 "has no place for, such as vector registers",
			 convert.left_out);
	if (convert.cut)
		complain("'%s' ends amid a line", given.trace.path);
	free(convert.encoder.buf);
	tandem_trace_free(&given.trace);
	return convert.left_out || convert.cut ? STATUS_DAMAGED : STATUS_OK;
}
