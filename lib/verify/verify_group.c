// SPDX-License-Identifier: BSD-2-Clause
/* A group of the trace: its kind, and the pc after it. */
#include "verify_internal.h"

static bool is_trap_csr(u16 reg)
{
	return reg == CSR_MCAUSE || reg == CSR_SCAUSE;
}

/*
 * True if the hart has made a step: the group has an instruction or a new pc.
 */
static bool is_step(const struct tandem_group *g)
{
	u32 i;

	if (g->insn_bits || tandem_group_has(g, TANDEM_INCPC) ||
	    (g->states & (1u << TANDEM_PC | 1u << TANDEM_PRIV)))
		return true;
	for (i = 0; i < g->num; i++) {
		if (g->element[i].op == TANDEM_REG &&
		    is_trap_csr(g->element[i].reg))
			return true;
	}
	return false;
}

enum verify_group_kind verify_group_kind(const struct tandem_group *g)
{
	if (tandem_group_has(g, TANDEM_RESET))
		return VERIFY_GROUP_RESET;
	if (tandem_group_has(g, TANDEM_INIT))
		return VERIFY_GROUP_INIT;
	if (g->close != TANDEM_OUTSIDE && is_step(g))
		return VERIFY_GROUP_STEP;
	return VERIFY_GROUP_OTHER;
}

u64 verify_trace_pc(const struct verify *v)
{
	const struct tandem_group *g = v->group;
	unsigned int bytes = g->insn_bits / 8;

	if (verify_is_absent(v, VERIFY_PC))
		return v->step.did->next_pc;
	if (tandem_group_has_state(g, TANDEM_PC))
		return g->state[TANDEM_PC];
	if (!tandem_group_has(g, TANDEM_INCPC))
		return v->pc;
	return (v->pc + (bytes ? bytes : v->step.did->bytes)) & v->xmask;
}

u8 verify_trace_priv(const struct verify *v)
{
	if (verify_is_absent(v, VERIFY_PRIV))
		return v->step.did->priv;
	if (tandem_group_has_state(v->group, TANDEM_PRIV))
		return (u8)v->group->state[TANDEM_PRIV];
	return v->priv;
}
