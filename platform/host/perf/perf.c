// SPDX-License-Identifier: BSD-2-Clause
/* hartscope perf: perf.data with N-Trace on the command line. */
#include "options.h"
#include "perf.h"

static const struct subcommand subcommands[] = {
	{ "inject", "perf.data with branch stacks, for perf itself",
	  perf_inject },
	{ "report", "functions by instructions executed in them", perf_report },
	{ "script", "each branch, on a line", perf_script },
	{ "timeline", "threads on CPUs by time, for Perfetto", perf_timeline },
};

int perf_main(int argc, char **argv)
{
	static const struct command_group group = {
		"perf",
		"Recordings of hartscope-record: perf.data with N-Trace or branch records.",
		subcommands, array_size(subcommands)
	};

	return command_group_run(&group, argc, argv);
}
