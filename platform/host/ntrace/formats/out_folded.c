// SPDX-License-Identifier: BSD-2-Clause
/* decode --format=folded: instructions by stack of functions, summed up. */
#include <inttypes.h>
#include "formats.h"
#include "stacks.h"

/* Names with their kind, separated by semicolons, the outermost first. */
static void write_path(const struct nt_stacks *stacks,
		       const struct profile_node *node)
{
	const struct profile_node *path[PROFILE_FRAMES_MAX];
	struct output *out = stacks->out;
	size_t n = 0;

	for (; node->function; node = node->parent)
		path[n++] = node;
	while (n--) {
		output_name(out, path[n]->function->name, ";");
		if (path[n]->trap)
			output_string(out, "_[trap]");
		if (nt_inlines_has(&stacks->inlines, path[n]->function))
			output_string(out, "_[i]");
		if (n)
			output_char(out, ';');
	}
}

static void end_folded(void *state)
{
	struct nt_stacks *stacks = state;
	struct profile_node *node = &stacks->tree.root;

	nt_calls_end(&stacks->calls);
	do {
		if (!node->insns)
			continue;
		write_path(stacks, node);
		output_format(stacks->out, " %" PRIu64 "\n", node->insns);
	} while ((node = profile_tree_next(node)));
	nt_stacks_free(stacks);
}

const struct nt_format nt_format_folded = {
	.name = "folded",
	.help = "instructions by stack of functions, for flamegraph.pl",
	.symbols = true,
	.inlines = true,
	.begin = nt_stacks_begin,
	.ranges = nt_stacks_ranges,
	.event = nt_calls_event,
	.end = end_folded,
};
