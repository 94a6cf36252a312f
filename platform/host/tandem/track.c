// SPDX-License-Identifier: BSD-2-Clause
/* Groups, their subjects and the pc of the hart. */
#include <string.h>
#include "base/bits.h"
#include "dump.h"

static const char *const kinds[TANDEM_KINDS] = {
	[TANDEM_KIND_INSN] = "insn",   [TANDEM_KIND_TRAP] = "trap",
	[TANDEM_KIND_RESET] = "reset", [TANDEM_KIND_INIT] = "init",
	[TANDEM_KIND_STATE] = "state", [TANDEM_KIND_OUTSIDE] = "outside",
};

const char *tandem_kind_name(enum tandem_kind kind)
{
	return kinds[kind];
}

enum tandem_kind tandem_kind_find(const char *name)
{
	unsigned int kind;

	for (kind = 0; kind < TANDEM_KINDS; kind++) {
		if (!strcmp(name, kinds[kind]))
			break;
	}
	return (enum tandem_kind)kind;
}

static enum tandem_kind kind_of(const struct tandem_group *group)
{
	if (group->close == TANDEM_OUTSIDE)
		return TANDEM_KIND_OUTSIDE;
	if (tandem_group_has(group, TANDEM_RESET))
		return TANDEM_KIND_RESET;
	if (tandem_group_has(group, TANDEM_INIT))
		return TANDEM_KIND_INIT;
	if (group->insn_bits)
		return TANDEM_KIND_INSN;
	return tandem_group_has_state(group, TANDEM_PC) ? TANDEM_KIND_TRAP :
							  TANDEM_KIND_STATE;
}

void tandem_track_start(struct tandem_track *track, unsigned int xlen)
{
	memset(track, 0, sizeof(*track));
	track->mask = bits_low64(xlen);
}

void tandem_track_group(struct tandem_track *track,
			const struct tandem_group *group,
			struct tandem_about *about)
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
	} else if (group->insn_bits || about->kind == TANDEM_KIND_RESET) {
		track->has_pc = false;
	}
}
