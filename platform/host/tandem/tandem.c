// SPDX-License-Identifier: BSD-2-Clause
/* hartscope tandem: tandem trace on the command line. */
#include "tandem.h"

static const struct subcommand subcommands[] = {
	{ "compare", "compare two traces of the same run", tandem_compare },
	{ "convert", "logs of Spike, RVFI and events to tandem trace",
	  tandem_convert },
	{ "dump", "groups as text, events or JSON", tandem_dump },
	{ "stat", "sizes: elements by kind, bytes per instruction",
	  tandem_stat },
	{ "verify", "compare a trace with a model of the hart", tandem_verify },
	{ "crosscheck", "compare with N-Traces of the same run",
	  tandem_crosscheck },
};

int tandem_main(int argc, char **argv)
{
	static const struct command_group group = {
		"tandem",
		"Tandem trace, Bluespec's protocol of all changes by a hart.",
		subcommands, array_size(subcommands)
	};

	return command_group_run(&group, argc, argv);
}
