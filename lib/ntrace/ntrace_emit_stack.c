// SPDX-License-Identifier: BSD-2-Clause
/*
 * Return addresses (N-Trace 1.0, Implicit Return Optimization). A full stack
 * drops the deepest ones, so a decoder with a larger stack agrees on all
 * remaining ones.
 */
#include "ntrace_emit_internal.h"

void ntrace_emit_push(struct ntrace_emit *e, u64 addr)
{
	e->stack_top = (u8)((e->stack_top + 1) % e->design.stack_depth);
	e->stack[e->stack_top] = addr;
	if (e->stack_count < e->design.stack_depth)
		e->stack_count++;
}

bool ntrace_emit_pop(struct ntrace_emit *e, u64 *addr)
{
	if (!e->stack_count)
		return false;
	*addr = e->stack[e->stack_top];
	e->stack_top = (u8)((e->stack_top + e->design.stack_depth - 1) %
			    e->design.stack_depth);
	e->stack_count--;
	return true;
}

bool ntrace_emit_return_matches(const struct ntrace_emit *e, u64 addr)
{
	u64 differ = addr ^ e->pend_return;

	switch (FIELD_GET(TR_TE_INST_FEATURES, IMPLICIT_RETURN_MODE,
			  e->regs.te_inst_features)) {
	case NTRACE_RETURN_COUNTER:
		return true;
	case NTRACE_RETURN_PARTIAL:
		return !(differ & bits_low64(e->design.partial_bits));
	default:
		return !differ;
	}
}
