// SPDX-License-Identifier: BSD-2-Clause
/* Groups, what they are about and where the hart is. */
#include <string.h>
#include "base/bits.h"
#include "dump.h"

static const char *const kinds[TV_KINDS] = {
	[TV_INSN] = "insn", [TV_TRAP] = "trap",	  [TV_RESET] = "reset",
	[TV_INIT] = "init", [TV_STATE] = "state", [TV_OUTSIDE] = "outside",
};

const char *tv_kind_name(enum tv_kind kind)
{
	return kinds[kind];
}

enum tv_kind tv_kind_find(const char *name)
{
	unsigned int kind;

	for (kind = 0; kind < TV_KINDS; kind++) {
		if (!strcmp(name, kinds[kind]))
			break;
	}
	return (enum tv_kind)kind;
}

static enum tv_kind kind_of(const struct tandem_group *group)
{
	if (group->close == TANDEM_OUTSIDE)
		return TV_OUTSIDE;
	if (tandem_group_has(group, TANDEM_RESET))
		return TV_RESET;
	if (tandem_group_has(group, TANDEM_INIT))
		return TV_INIT;
	if (group->insn_bits)
		return TV_INSN;
	return tandem_group_has_state(group, TANDEM_PC) ? TV_TRAP : TV_STATE;
}

void tv_track_start(struct tv_track *track, unsigned int xlen)
{
	memset(track, 0, sizeof(*track));
	track->mask = bits_low64(xlen);
}

void tv_track_group(struct tv_track *track, const struct tandem_group *group,
		    struct tv_group *about)
{
	about->group = group;
	about->number = track->number;
	about->kind = kind_of(group);
	about->has_pc = track->has_pc && group->insn_bits;
	about->pc = track->pc;
	if (group->close == TANDEM_CUT)
		return;
	track->number += group->close != TANDEM_OUTSIDE;
	if (tandem_group_has_state(group, TANDEM_PC)) {
		track->pc = group->state[TANDEM_PC];
		track->has_pc = true;
	} else if (tandem_group_has(group, TANDEM_INCPC)) {
		track->pc += group->insn_bits / 8u;
		track->pc &= track->mask;
	} else if (group->insn_bits || about->kind == TV_RESET) {
		track->has_pc = false;
	}
}
