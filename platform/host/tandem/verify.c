// SPDX-License-Identifier: BSD-2-Clause
/* hartscope tandem verify, compare: hold a trace against a model, or another. */
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "report.h"

enum {
	KEY_JSON = 0x200,
	KEY_MAX,
	KEY_MODEL,
	KEY_STOP,
	KEY_LISTEN,
	KEY_QMP,
	KEY_FROM
};

enum { MAX_FINDINGS = 10 };

struct command {
	struct tandem_trace trace;
	struct tandem_settings settings;
	struct tandem_program program;
	struct tandem_report report;
	const char *output;
	const char *second; /* NULL: lib/model's hart is the model */
	struct tandem_verifier verifier;
	bool is_compare;
};

static const struct argp_option verify_options[] = {
	{ "model", KEY_MODEL, "MODEL", 0,
	  "interp: the interpreter of RISC-V (the default); flow: the executed "
	  "instructions only, for a trace without registers; trace:FILE: "
	  "another trace of the same run",
	  0 },
	{ "json", KEY_JSON, NULL, 0, "Write JSON instead of text", 0 },
	{ "max-findings", KEY_MAX, "N", 0,
	  "Print only the first N divergences; all count (10)", 0 },
	{ "output", 'o', "FILE", 0, "Write to FILE", 0 },
	{ "stop-at", KEY_STOP, "N", 0,
	  "End with the N-th divergence, and stop the writer of the trace", 0 },
	{ "listen", KEY_LISTEN, "PATH", 0,
	  "Read the trace from a FIFO, or from a new socket at this path, in "
	  "place of TRACE",
	  0 },
	{ "from", KEY_FROM, "ADDRESS", 0,
	  "Compare two traces from the first instruction at this address on, "
	  "such as the first one behind the boot ROMs of two machines",
	  0 },
	{ "qmp", KEY_QMP, "SOCKET", 0,
	  "QEMU's monitor (-qmp unix:SOCKET,server=on,wait=off), to stop it",
	  0 },
	{ 0 },
};

static const char verify_doc[] =
	"Verify a tandem trace: replay it beside a model of the hart, and "
	"compare all changes of the two. At a difference the command prints "
	"the expected and the seen value, the first time with the 16 "
	"instructions before it. The model then continues with the state of "
	"the trace.\v"
	"The exit status is 0 only if the whole trace was verified, 1 if there "
	"is any finding, 2 if an argument or file cannot be used.\n"
	"\n"
	"For example:\n"
	"  hartscope tandem verify -i fw.elf trace.tv\n"
	"  hartscope tandem verify --hart=flute-rv64gc -m prog.memhex rtl.tv\n"
	"  hartscope tandem verify --model=trace:other.tv trace.tv";

static const char compare_doc[] =
	"Compare two tandem traces of the same run, from two producers: "
	"instructions and changes have to be the same. Memory accesses of only "
	"one trace are not compared.\v"
	"The exit status is 0 only if "
	"they are the same.";

static void set_model(struct command *command, const struct argp_state *state,
		      const char *text)
{
	if (!strncmp(text, "trace:", 6)) {
		command->second = text + 6;
		files_named(command->second);
	} else if (!strcmp(text, "flow")) {
		command->settings.flow = true;
	} else if (strcmp(text, "interp") != 0) {
		option_usage(state,
			     "--model is interp, flow or trace:FILE, not '%s'",
			     text);
	}
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct command *command = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &command->trace;
		state->child_inputs[1] = &command->settings;
		state->child_inputs[2] = &command->program;
		break;
	case KEY_MODEL:
		set_model(command, state, text);
		break;
	case KEY_JSON:
		command->report.as_json = true;
		break;
	case KEY_MAX:
		command->report.max = option_number(state, "--max-findings",
						    text, 0, UINT32_MAX);
		break;
	case 'o':
		command->output = text;
		break;
	case KEY_STOP:
		command->verifier.stop_at =
			option_number(state, "--stop-at", text, 1, UINT32_MAX);
		break;
	case KEY_LISTEN:
		command->verifier.live.path = text;
		option_trace(state, &command->trace.path, text);
		break;
	case KEY_FROM:
		command->settings.from =
			option_number(state, "--from", text, 0, UINT64_MAX);
		command->settings.has_from = true;
		break;
	case KEY_QMP:
		command->verifier.live.qmp = text;
		break;
	case ARGP_KEY_ARG:
		if (!command->is_compare || command->second ||
		    !command->trace.path)
			return ARGP_ERR_UNKNOWN;
		command->second = text;
		files_named(text);
		break;
	case ARGP_KEY_END:
		if (command->verifier.live.qmp && !command->verifier.live.path)
			option_usage(state, "--qmp is for --listen");
		if (command->settings.has_from && !command->second)
			option_usage(state, "--from is for two traces");
		if (command->is_compare && !command->second)
			option_usage(state, "which is the second trace?");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

static const struct argp_child children[] = {
	{ &tandem_trace_argp, 0, NULL, 0 },
	{ &tandem_settings_argp, 0, NULL, 0 },
	{ &tandem_program_argp, 0, NULL, 0 },
	{ 0 },
};

static void found(void *user, const struct verify *v,
		  const struct verify_finding *finding)
{
	struct command *command = user;

	tandem_verifier_finding(&command->verifier, finding);
	tandem_report_found(&command->report, v, finding);
}

static int run(struct command *command)
{
	struct tandem_verifier *verifier = &command->verifier;
	struct tandem_report *report = &command->report;
	int status;

	verifier->trace = &command->trace;
	verifier->settings = &command->settings;
	tandem_verifier_open(verifier);
	tandem_program_load(&command->program);
	tandem_trace_settle(&command->trace, &verifier->in,
			    command->program.xlen);
	tandem_settings_read(&command->settings, &command->trace.side);
	verifier->symbols = &command->program.symbols;
	report->trace = &command->trace;
	report->symbols = verifier->symbols;
	if (command->second)
		tandem_verifier_second(verifier, command->second, found,
				       command);
	else
		tandem_verifier_hart(verifier, found, command);
	tandem_report_begin(report, command->output);
	status = tandem_verifier_run(verifier);
	tandem_report_end(report, verifier->verify, &verifier->claims, status);
	tandem_verifier_free(verifier);
	tandem_program_free(&command->program);
	tandem_settings_free(&command->settings);
	tandem_trace_free(&command->trace);
	return status;
}

int tandem_verify(int argc, char **argv)
{
	static const struct argp argp = {
		verify_options, parse, "TRACE", verify_doc, children, NULL, NULL
	};
	struct command command = { .report.max = MAX_FINDINGS };

	argp_parse(&argp, argc, argv, 0, NULL, &command);
	return run(&command);
}

int tandem_compare(int argc, char **argv)
{
	/* without --model */
	static const struct argp argp = { verify_options + 1,
					  parse,
					  "TRACE SECOND",
					  compare_doc,
					  children,
					  NULL,
					  NULL };
	struct command command = {
		.report.max = MAX_FINDINGS,
		.is_compare = true,
	};

	argp_parse(&argp, argc, argv, 0, NULL, &command);
	return run(&command);
}
