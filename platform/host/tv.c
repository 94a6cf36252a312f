// SPDX-License-Identifier: BSD-2-Clause
/* hartscope tandem: tandem trace on the command line. */
#include "tv.h"

static const struct subcommand subcommands[] = {
	{ "dump", "groups as text, events or JSON", tv_dump },
	{ "stat", "sizes: elements by kind, bytes per instruction", tv_stat },
};

int tv_main(int argc, char **argv)
{
	static const struct command_group group = {
		"tandem",
		"Tandem trace, Bluespec's protocol of all that a hart changes.",
		subcommands, array_size(subcommands)
	};

	return command_group_run(&group, argc, argv);
}
