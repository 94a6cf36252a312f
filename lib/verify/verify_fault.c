// SPDX-License-Identifier: BSD-2-Clause
/* The part of a hart that the findings of one step have in common. */
#include "verify_internal.h"

u32 verify_kinds_of(const struct verify *v)
{
	u32 kinds = 0, i;

	for (i = 0; i < v->findings.num; i++)
		kinds |= 1u << v->findings.finding[i].kind;
	return kinds;
}

static bool has_cause(const struct verify *v)
{
	const struct verify_change *change =
		verify_change_find(&v->shadow, CSR_MCAUSE);

	if (!change || !(change->flags & CHANGE_TRACE))
		change = verify_change_find(&v->shadow, CSR_SCAUSE);
	return change && (change->flags & CHANGE_TRACE) &&
	       (v->step.did->kind == MODEL_EXCEPTION || v->group->states);
}

/* The trace has a trap and the model has none, or the other way round. */
static bool is_trap(const struct verify *v, u32 kinds)
{
	return v->step.did && (kinds & (KIND(PC) | KIND(CSR))) &&
	       (v->step.did->kind == MODEL_EXCEPTION) != has_cause(v);
}

/* Each kind alone explains a finding, with any `others`; the first row
 * decides. */
static const struct {
	u32 kinds; /* at least one of them */
	u32 others;
	enum verify_fault fault;
} faults[] = {
	{ KIND(RULE) | KIND(STREAM) | KIND(MODEL), ~0u, VERIFY_FAULT_FORMAT },
	{ KIND(LOST), ~0u, VERIFY_FAULT_LOST },
	{ KIND(DROPPED), ~0u, VERIFY_FAULT_DROPPED },
	{ KIND(STRAY) | KIND(PTE), ~0u, VERIFY_FAULT_OUTSIDE },
	{ KIND(INTERRUPT) | KIND(LATENCY), ~0u, VERIFY_FAULT_INTERRUPT },
	{ KIND(INSN), ~0u, VERIFY_FAULT_CODE },
	{ KIND(EADDR) | KIND(PADDR) | KIND(PCPADDR), ~0u,
	  VERIFY_FAULT_ADDRESS },
	{ KIND(SDATA), KIND(MEMREQ), VERIFY_FAULT_STORE },
	{ KIND(MEMREQ), 0, VERIFY_FAULT_STORE },
	{ KIND(MEMRSP), KIND(GPR) | KIND(FPR), VERIFY_FAULT_MEMORY },
	{ KIND(GPR) | KIND(FPR) | KIND(CSR), 0, VERIFY_FAULT_WRITEBACK },
	{ KIND(PC) | KIND(PRIV), 0, VERIFY_FAULT_JUMP },
};

enum verify_fault verify_fault_of(const struct verify *v)
{
	u32 kinds = verify_kinds_of(v), i;

	if (v->findings.of_memory)
		return VERIFY_FAULT_MEMORY;
	if (!(kinds & (KIND(RULE) | KIND(STREAM) | KIND(MODEL) | KIND(STRAY) |
		       KIND(LOST) | KIND(DROPPED))) &&
	    is_trap(v, kinds))
		return VERIFY_FAULT_TRAP;
	for (i = 0; i < array_size(faults); i++) {
		if ((kinds & faults[i].kinds) &&
		    !(kinds & ~(faults[i].kinds | faults[i].others)))
			return faults[i].fault;
	}
	return VERIFY_FAULT_UNKNOWN;
}
