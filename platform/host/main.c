// SPDX-License-Identifier: BSD-2-Clause
/* hartscope, the host tool: finds the subcommand and runs it. */
#include <stdio.h>
#include <string.h>
#include "files.h"
#include "ntrace/ntrace.h"
#include "perf/perf.h"
#include "pmu/pmu.h"
#include "run/run.h"
#include "tandem/tandem.h"

struct command {
	const char *name;
	const char *help;
	/* Gets its own name as argv[0]; returns the exit status. */
	int (*run)(int argc, char **argv);
};

static int command_help(int argc, char **argv);
static int command_version(int argc, char **argv);

static const struct command commands[] = {
	{ "help", "this text; help COMMAND: that of a command", command_help },
	{ "ntrace", "N-Trace: dump, decode, encode, check", nt_main },
	{ "perf", "recordings of Linux: script, report, inject", perf_main },
	{ "pmu", "events of the PMU: lint, facts, overlays", pmu_main },
	{ "run", "a bare program on a model of a hart", run_main },
	{ "tandem", "tandem trace: dump, verify, convert", tandem_main },
	{ "version", "the version", command_version },
};

#define NUM_COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void print_usage(FILE *to)
{
	size_t i;

	fprintf(to, "Usage: hartscope COMMAND [ARGUMENTS]\n\n");
	for (i = 0; i < NUM_COMMANDS; i++)
		fprintf(to, "  %-10s %s\n", commands[i].name, commands[i].help);
}

static int no_arguments(int argc, char **argv)
{
	if (argc <= 1)
		return 0;
	fprintf(stderr, "hartscope: %s takes no arguments, not '%s'\n", argv[0],
		argv[1]);
	return 2;
}

static const struct command *find_command(const char *name)
{
	size_t i;

	/* --help and -h mean help, likewise for version */
	if (name[0] == '-')
		name += name[1] == '-' ? 2 : 1;
	for (i = 0; i < NUM_COMMANDS; i++) {
		if (!strcmp(name, commands[i].name))
			return &commands[i];
	}
	return strcmp(name, "h") ? NULL : &commands[0];
}

static int command_help(int argc, char **argv)
{
	static char option[] = "--help";
	const struct command *command = argc == 2 ? find_command(argv[1]) : 0;
	char *arguments[] = { argv[argc - 1], option, NULL };
	int status;

	/* "help ntrace" is "ntrace --help" */
	if (command && command != &commands[0] && argv[1][0] != '-')
		return command->run(2, arguments);
	status = no_arguments(argc, argv);
	if (!status)
		print_usage(stdout);
	return status;
}

static int command_version(int argc, char **argv)
{
	int status = no_arguments(argc, argv);

	if (!status)
		printf("hartscope %s\n", HARTSCOPE_VERSION);
	return status;
}

int main(int argc, char **argv)
{
	const struct command *command;

	files_begin();
	if (argc < 2) {
		print_usage(stderr);
		return 2;
	}
	command = find_command(argv[1]);
	if (!command) {
		fprintf(stderr,
			"hartscope: unknown command '%s'; see hartscope --help\n",
			argv[1]);
		return 2;
	}
	return command->run(argc - 1, argv + 1);
}
