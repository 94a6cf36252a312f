// SPDX-License-Identifier: BSD-2-Clause
/* hartscope pmu: maps of PMU events on the command line. */
#include "pmu.h"

static const struct subcommand subcommands[] = {
	{ "events", "the events of a core: selectors, counters, sources",
	  pmu_events },
	{ "lint", "events that count on a board, by its device tree; mistakes",
	  pmu_lint },
	{ "overlay", "a device tree overlay that maps the events of a core",
	  pmu_overlay },
};

int pmu_main(int argc, char **argv)
{
	static const struct command_group group = {
		"pmu",
		"Maps of the SBI PMU's events to selectors and counters.",
		subcommands, array_size(subcommands)
	};

	return command_group_run(&group, argc, argv);
}
