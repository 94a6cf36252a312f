// SPDX-License-Identifier: BSD-2-Clause
/* The rules of grouping that need the whole group. */
#include "tandem_rules.h"

void tandem_group_start(struct tandem_group *group, u64 offset)
{
	group->offset = offset;
	group->bytes = 0; /* unseen: close_group() sets it */
	group->rules = 0;
	group->close = TANDEM_OUTSIDE; /* unseen: close_group() sets it */
	group->insn_bits = 0;
	group->states = 0;
	group->ops = 0;
	group->insn = 0; /* unseen: read with insn_bits alone */
	group->num = 0;
}

static bool has(const struct tandem_group *group, u32 ops)
{
	return group->ops & ops;
}

void tandem_rules_group(struct tandem_group *group)
{
	const u32 insns = TANDEM_OP(INSN16) | TANDEM_OP(INSN32);

	if (!has(group, TANDEM_OP(INCPC) | TANDEM_OP(INIT) | TANDEM_OP(RESET)))
		return; /* unseen: only slower: no rule below applies */
	if (has(group, TANDEM_OP(INCPC))) {
		if (!has(group, insns))
			group->rules |= TANDEM_RULE(TANDEM_INCPC_NOINSN);
		if (tandem_group_has_state(group, TANDEM_PC))
			group->rules |= TANDEM_RULE(TANDEM_CONFLICT);
	}
	if (has(group, TANDEM_OP(INIT))) {
		if (has(group, insns))
			group->rules |= TANDEM_RULE(TANDEM_INIT_WITH_INSN);
		if (has(group, TANDEM_OP(RESET)))
			group->rules |= TANDEM_RULE(TANDEM_INIT_WITH_RESET);
	}
	if (has(group, TANDEM_OP(RESET)) && has(group, insns))
		group->rules |= TANDEM_RULE(TANDEM_RESET_WITH_INSN);
}
