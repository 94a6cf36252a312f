// SPDX-License-Identifier: BSD-2-Clause
/* The command: its options, the machine, and the end of the run. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "../tandem/harts.h"
#include "options.h"
#include "run.h"

enum {
	KEY_HART = 0x200,
	KEY_RAM,
	KEY_LIMIT,
	KEY_TRACE,
	KEY_SIGNATURE,
	KEY_BYTES,
	KEY_JSON,
};

enum { RAM_MIB = 128, TURN = 64, STATUS_LIMIT = 3 };

struct command {
	const char *program, *hart, *trace_path, *signature;
	u64 ram_mib, limit, word;
	bool as_json;
	struct machine machine;
	struct model *model;
	struct run_image image;
	struct run_host host;
	struct run_trace trace;
};

static const struct argp_option run_options[] = {
	{ "hart", KEY_HART, "NAME", 0,
	  "The modelled hart: a name, \"list\" for a list; an ISA string; a "
	  "device tree or riscv-config's YAML (qemu-rv64 or qemu-rv32)",
	  0 },
	{ "ram", KEY_RAM, "MIB", 0, "Size of RAM, from 0x80000000 on (128)",
	  0 },
	{ "limit", KEY_LIMIT, "N", 0, "End after about N instructions", 0 },
	{ "trace", KEY_TRACE, "FILE", 0,
	  "Write a tandem trace, and FILE.params beside it", 0 },
	{ "signature", KEY_SIGNATURE, "FILE", 0,
	  "At the end write the memory from begin_signature to end_signature, "
	  "in riscv-arch-test's format",
	  0 },
	{ "signature-granularity", KEY_BYTES, "N", 0,
	  "Bytes in a line of the signature: 4, 8 or 16 (4)", 0 },
	{ "json", KEY_JSON, NULL, 0, "Print the end of the run as JSON", 0 },
	{ 0 },
};

static const char run_doc[] =
	"Run a bare program, an ELF file, on a model of a hart, from its entry "
	"on in M-mode. The run ends when the program writes to tohost, makes a "
	"semihosting call to exit, or writes to the finisher at 0x100000.\v"
	"The exit status is 0 if the program reports success, 1 if it does not "
	"or can never end, 2 if an argument or file cannot be used, 3 at the "
	"limit.\n"
	"\n"
	"For example:\n"
	"  hartscope run rv64ui-p-add\n"
	"  hartscope run --hart=spike-rv64 --trace=add.tv rv64ui-p-add";

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct command *command = state->input;

	switch (key) {
	case KEY_HART:
		if (!strcmp(text, "list"))
			tandem_hart_list();
		command->hart = text;
		break;
	case KEY_RAM:
		command->ram_mib = option_number(state, "--ram", text, 1, 8192);
		break;
	case KEY_LIMIT:
		command->limit =
			option_number(state, "--limit", text, 1, INT64_MAX);
		break;
	case KEY_TRACE:
		command->trace_path = text;
		break;
	case KEY_SIGNATURE:
		command->signature = text;
		break;
	case KEY_BYTES:
		command->word = option_number(state, "--signature-granularity",
					      text, 4, 16);
		if (command->word & (command->word - 1))
			option_usage(state, "--signature-granularity is 4, 8 "
					    "or 16");
		break;
	case KEY_JSON:
		command->as_json = true;
		break;
	case ARGP_KEY_ARG:
		if (command->program)
			option_usage(state, "only one program can run");
		command->program = text;
		break;
	case ARGP_KEY_END:
		if (!command->program)
			option_usage(state, "which program?");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* --- the machine ---------------------------------------------------------- */

static void send(void *user, u8 byte)
{
	(void)user;
	putchar(byte);
}

static void step(void *user, unsigned int hart, const struct model_input *in,
		 struct model_step *out)
{
	struct command *command = user;
	struct run_trace *trace = command->trace_path ? &command->trace : NULL;

	(void)hart;
	if (trace)
		run_trace_before(trace, command->model);
	if (command->image.has_calls &&
	    run_host_call(&command->host, command->model, out)) {
		if (trace)
			run_trace_call(trace, command->model);
		return;
	}
	model_step(command->model, in, out);
	if (trace)
		run_trace_step(trace, command->model, out);
}

static void choose_hart(struct command *command, struct model_config *kind)
{
	unsigned int xlen = run_image_xlen(command->program);

	if (!command->hart)
		command->hart = xlen == 32 ? "qemu-rv32" : "qemu-rv64";
	if (!tandem_hart_find(command->hart, kind))
		die("no hart is named '%s'; --hart=list shows all",
		    command->hart);
	if (kind->xlen != xlen)
		die("hart '%s' is RV%u, but '%s' is for RV%u", command->hart,
		    kind->xlen, command->program, xlen);
}

static void build(struct command *command)
{
	struct model_config kind;
	struct machine_config config = {
		.harts = 1,
		.kind = { &kind },
		.ram_bytes = command->ram_mib << 20,
		.steps_per_tick = 4,
		.user = command,
		.output = send,
	};

	choose_hart(command, &kind);
	command->model = must_alloc(sizeof(*command->model));
	config.hart[0] = command->model;
	config.ram = calloc(config.ram_bytes / MODEL_PAGE, MODEL_PAGE);
	if (!config.ram)
		die("there is no memory for %" PRIu64 " MiB of RAM",
		    command->ram_mib);
	machine_init(&command->machine, &config);
	run_image_load(&command->image, command->program, &command->machine);
	command->host.machine = &command->machine;
	command->host.image = &command->image;
	machine_start(&command->machine, 0, command->image.entry, 0, 0, 0);
	if (command->trace_path) {
		run_trace_open(&command->trace, command->trace_path,
			       command->program, command->model);
		command->host.trace = &command->trace;
	}
	if (command->trace_path || command->image.has_calls)
		command->machine.config.step = step;
}

static enum machine_end go(struct command *command)
{
	struct machine *machine = &command->machine;
	enum machine_end end = MACHINE_RUNNING;

	while (end == MACHINE_RUNNING && !command->host.exited &&
	       machine->steps < command->limit) {
		end = machine_run(machine, TURN);
		run_host_poll(&command->host);
	}
	return end;
}

/* --- the end of a run ----------------------------------------------------- */

static const char *const ends[] = {
	[MACHINE_RUNNING] = "limit", [MACHINE_PASSED] = "passed",
	[MACHINE_FAILED] = "failed", [MACHINE_RESET] = "reset",
	[MACHINE_ASLEEP] = "asleep",
};

static void say_end(const struct command *command, enum machine_end end)
{
	const struct run_host *host = &command->host;
	const char *word = ends[end];
	u64 code = end == MACHINE_FAILED ? command->machine.code : 0;

	if (host->exited) {
		word = host->code ? "failed" : "passed";
		code = host->code;
	}
	fflush(stdout);
	if (command->as_json)
		printf("{\"end\":\"%s\",\"code\":%" PRIu64 ",\"steps\":%" PRIu64
		       "}\n",
		       word, code, command->machine.steps);
	else if (strcmp(word, "passed") != 0)
		complain("'%s': %s, code %" PRIu64 ", after %" PRIu64 " steps",
			 command->program, word, code, command->machine.steps);
}

static int status_of(const struct command *command, enum machine_end end)
{
	if (command->host.exited)
		return command->host.code ? STATUS_DAMAGED : STATUS_OK;
	if (end == MACHINE_RUNNING)
		return STATUS_LIMIT;
	return end == MACHINE_PASSED ? STATUS_OK : STATUS_DAMAGED;
}

int run_main(int argc, char **argv)
{
	static const struct argp argp = { run_options, parse, "PROGRAM",
					  run_doc,     NULL,  NULL,
					  NULL };
	static struct command command = { .ram_mib = RAM_MIB,
					  .word = 4,
					  .limit = UINT64_MAX };
	static char name[] = "hartscope run";
	enum machine_end end;

	tool_name = name;
	argp_err_exit_status = STATUS_USAGE;
	argv[0] = name;
	option_help(argc, argv);
	argp_parse(&argp, argc, argv, 0, NULL, &command);
	build(&command);
	end = go(&command);
	say_end(&command, end);
	if (command.signature)
		run_signature(&command.image, &command.machine,
			      command.signature, (unsigned int)command.word);
	if (command.trace_path)
		run_trace_close(&command.trace, &command.machine, command.hart);
	free(command.machine.config.ram);
	free(command.model);
	return status_of(&command, end);
}
