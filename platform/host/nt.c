// SPDX-License-Identifier: BSD-2-Clause
/* hartscope ntrace: N-Trace on the command line. */
#include <string.h>
#include "nt.h"

static const struct subcommand {
	const char *name;
	const char *help;
	int (*run)(int argc, char **argv);
} subcommands[] = {
	{ "check", "does a trace keep to the rules?", nt_check },
	{ "decode", "what was executed, in many forms", nt_decode },
	{ "dump", "messages as text or JSON", nt_dump },
	{ "encode", "executed instructions, or text of messages, to a trace",
	  nt_encode },
	{ "info", "a program as a list of instructions", nt_info },
	{ "stat", "sizes: messages by kind, bits per instruction", nt_stat },
};

static void print_usage(FILE *to)
{
	size_t i;

	fprintf(to, "Usage: hartscope ntrace COMMAND [ARGUMENTS]\n\n"
		    "N-Trace 1.0, the RISC-V branch trace of the Nexus "
		    "standard.\n\n");
	for (i = 0; i < array_size(subcommands); i++)
		fprintf(to, "  %-10s %s\n", subcommands[i].name,
			subcommands[i].help);
	fprintf(to, "\nEach has --help. The exit status is 0 when all is well, "
		    "1 when the trace is\ndamaged or breaks a rule, 2 when an "
		    "argument or a file cannot be used.\n");
}

static bool wants_help(const char *name)
{
	return !strcmp(name, "--help") || !strcmp(name, "-h") ||
	       !strcmp(name, "help");
}

/* argp takes -h for an option that is not there. */
static void long_help(int argc, char **argv)
{
	static char help[] = "--help";
	int i;

	for (i = 2; i < argc && strcmp(argv[i], "--") != 0; i++) {
		if (!strcmp(argv[i], "-h"))
			argv[i] = help;
	}
}

int nt_main(int argc, char **argv)
{
	static char name[64];
	size_t i;

	if (argc < 2) {
		print_usage(stderr);
		return STATUS_USAGE;
	}
	if (wants_help(argv[1])) {
		print_usage(stdout);
		return STATUS_OK;
	}
	argp_err_exit_status = STATUS_USAGE;
	for (i = 0; i < array_size(subcommands); i++) {
		if (strcmp(argv[1], subcommands[i].name) != 0)
			continue;
		snprintf(name, sizeof(name), "hartscope ntrace %s", argv[1]);
		tool_name = name;
		argv[1] = name;
		long_help(argc, argv);
		return subcommands[i].run(argc - 1, argv + 1);
	}
	tool_name = "hartscope ntrace";
	complain("unknown command '%s'; see hartscope ntrace --help", argv[1]);
	return STATUS_USAGE;
}
