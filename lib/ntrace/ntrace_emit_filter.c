// SPDX-License-Identifier: BSD-2-Clause
/*
 * Filters and comparators (Trace Control Interface 1.0). The conditions of one
 * filter must all hold, one filter is enough. A filter judges a block by its
 * iaddr: if a range ends inside the instructions that a hart retires at once,
 * its ingress port has to report blocks that end there too.
 */
#include "ntrace_emit_internal.h"

/* trTeCompPFunction and trTeCompSFunction. */
enum {
	COMP_EQUAL = 0,
	COMP_NOT_EQUAL = 1,
	COMP_LESS = 2,
	COMP_LESS_EQUAL = 3,
	COMP_GREATER = 4,
	COMP_GREATER_EQUAL = 5,
	COMP_SPECIAL = 6, /* P: false, and latched before; S: mask of P */
	COMP_TRUE = 7,
};

/* trTeCompMatchMode. */
enum {
	COMP_MODE_P = 0,
	COMP_MODE_AND = 1,
	COMP_MODE_NAND = 2,
	COMP_MODE_LATCH = 3,
};

/* trTeCompPInput and trTeCompSInput. */
enum {
	COMP_INPUT_IADDR = 0,
	COMP_INPUT_CONTEXT = 1,
	COMP_INPUT_TVAL = 2,
	COMP_INPUT_DADDR = 3,
};

/* The count of nested traps stops here; beyond it a filter ends too early. */
#define TRAPS_MAX 0xffu

#define FILTER_FIELD(name) FIELD_MASK(TR_TE_FILTER_CONTROL, name)
#define FILTER_FIELDS                                                 \
	(FILTER_FIELD(ENABLE) | FILTER_FIELD(MATCH_PRIVILEGE) |       \
	 FILTER_FIELD(MATCH_ECAUSE) | FILTER_FIELD(MATCH_INTERRUPT) | \
	 FILTER_FIELD(MATCH_COMP1) | FILTER_FIELD(COMP1) |            \
	 FILTER_FIELD(MATCH_COMP2) | FILTER_FIELD(COMP2) |            \
	 FILTER_FIELD(MATCH_COMP3) | FILTER_FIELD(COMP3) |            \
	 FILTER_FIELD(MATCH_IMPDEF))
#define FILTER_TRAPS \
	(FILTER_FIELD(MATCH_ECAUSE) | FILTER_FIELD(MATCH_INTERRUPT))
#define FILTER_MORE                                              \
	(FILTER_TRAPS | FILTER_FIELD(MATCH_COMP1) |              \
	 FILTER_FIELD(MATCH_COMP2) | FILTER_FIELD(MATCH_COMP3) | \
	 FILTER_FIELD(MATCH_IMPDEF))
#define COMP_FIELD(name) FIELD_MASK(TR_TE_COMP_CONTROL, name)
#define COMP_FIELDS                                                           \
	(COMP_FIELD(P_INPUT) | COMP_FIELD(S_INPUT) | COMP_FIELD(P_FUNCTION) | \
	 COMP_FIELD(S_FUNCTION) | COMP_FIELD(MATCH_MODE))

/* This encoder has no addresses of data. */
static u32 comp_legal(u32 control)
{
	control &= (u32)COMP_FIELDS;
	if (FIELD_GET(TR_TE_COMP_CONTROL, P_INPUT, control) == COMP_INPUT_DADDR)
		control &= (u32)~FIELD_SET(TR_TE_COMP_CONTROL, P_INPUT, 2);
	if (FIELD_GET(TR_TE_COMP_CONTROL, S_INPUT, control) == COMP_INPUT_DADDR)
		control &= (u32)~FIELD_SET(TR_TE_COMP_CONTROL, S_INPUT, 2);
	return control;
}

void ntrace_emit_filter_legal(struct ntrace_emit_regs *regs)
{
	unsigned int i;

	regs->te_inst_filters &= (1u << NTRACE_EMIT_FILTERS) - 1;
	for (i = 0; i < NTRACE_EMIT_FILTERS; i++) {
		regs->filter[i].control &= FILTER_FIELDS;
		regs->filter[i].match_inst &=
			FIELD_MASK(TR_TE_FILTER_MATCH_INST, CHOICE_PRIVILEGE) |
			FIELD_MASK(TR_TE_FILTER_MATCH_INST, VALUE_INTERRUPT);
	}
	for (i = 0; i < NTRACE_EMIT_COMPS; i++)
		regs->comp[i].control = comp_legal(regs->comp[i].control);
}

u8 ntrace_emit_filter_latches(const struct ntrace_emit_regs *regs)
{
	unsigned int i;
	u8 latch = 0;

	for (i = 0; i < NTRACE_EMIT_COMPS; i++)
		if (FIELD_GET(TR_TE_COMP_CONTROL, P_FUNCTION,
			      regs->comp[i].control) == COMP_SPECIAL)
			latch |= (u8)(1u << i);
	return latch;
}

#define FILTER_COMP_USED(n, control)                             \
	(FIELD_GET(TR_TE_FILTER_CONTROL, MATCH_COMP##n, control) \
	 << FIELD_GET(TR_TE_FILTER_CONTROL, COMP##n, control))

u8 ntrace_emit_filter_comps(const struct ntrace_emit_regs *regs)
{
	unsigned int i;
	u64 used = 0;

	bits_for_each(i, regs->te_inst_filters)
		used |= FILTER_COMP_USED(1, regs->filter[i].control) |
			FILTER_COMP_USED(2, regs->filter[i].control) |
			FILTER_COMP_USED(3, regs->filter[i].control);
	return (u8)used;
}

bool ntrace_emit_filter_privileges(const struct ntrace_emit_regs *regs,
				   u8 *passes)
{
	const struct ntrace_emit_filter *filter;
	unsigned int i;

	*passes = regs->te_inst_filters ? 0 : 0xff;
	bits_for_each(i, regs->te_inst_filters) {
		filter = &regs->filter[i];
		if (filter->control & FILTER_MORE)
			return false;
		if (filter->control & FILTER_FIELD(ENABLE))
			*passes |= filter->control & FILTER_FIELD(
							     MATCH_PRIVILEGE) ?
					   (u8)filter->match_inst :
					   0xff;
	}
	return true;
}

static bool block_traps(const struct ntrace_block *block)
{
	return block->itype == INSN_ITYPE_EXCEPTION ||
	       block->itype == INSN_ITYPE_INTERRUPT;
}

static bool comp_function(unsigned int function, u64 input, u64 match)
{
	switch (function) {
	case COMP_EQUAL:
		return input == match;
	case COMP_NOT_EQUAL:
		return input != match;
	case COMP_LESS:
		return input < match;
	case COMP_LESS_EQUAL:
		return input <= match;
	case COMP_GREATER:
		return input > match;
	case COMP_GREATER_EQUAL:
		return input >= match;
	default:
		return false;
	}
}

/* Without a trap tval has no value, so no comparison matches. */
static bool comp_compare(const struct ntrace_emit *e,
			 const struct ntrace_block *block, u64 input,
			 unsigned int function, u64 match, u64 mask)
{
	u64 value = block->iaddr;

	if (function == COMP_TRUE)
		return true;
	if (input == COMP_INPUT_TVAL && !block_traps(block))
		return false;
	if (input == COMP_INPUT_TVAL)
		value = block->tval;
	else if (input == COMP_INPUT_CONTEXT)
		value = e->scontext;
	return comp_function(function, value & mask, match & mask);
}

static bool comp_p(const struct ntrace_emit *e,
		   const struct ntrace_block *block,
		   const struct ntrace_emit_comp *comp)
{
	u64 mask = ~0ULL;

	if (FIELD_GET(TR_TE_COMP_CONTROL, S_FUNCTION, comp->control) ==
	    COMP_SPECIAL)
		mask = comp->s_match;
	return comp_compare(
		e, block, FIELD_GET(TR_TE_COMP_CONTROL, P_INPUT, comp->control),
		FIELD_GET(TR_TE_COMP_CONTROL, P_FUNCTION, comp->control),
		comp->p_match, mask);
}

static bool comp_s(const struct ntrace_emit *e,
		   const struct ntrace_block *block,
		   const struct ntrace_emit_comp *comp)
{
	unsigned int function =
		FIELD_GET(TR_TE_COMP_CONTROL, S_FUNCTION, comp->control);

	if (function == COMP_SPECIAL)
		return true;
	return comp_compare(
		e, block, FIELD_GET(TR_TE_COMP_CONTROL, S_INPUT, comp->control),
		function, comp->s_match, ~0ULL);
}

/* Mode 3 is true from the match of P to the match of S, both included. */
static bool comp_latch(struct ntrace_emit *e, unsigned int n, bool p, bool s)
{
	u8 bit = (u8)(1u << n);

	if (p)
		e->latch |= bit;
	p = e->latch & bit;
	if (s)
		e->latch &= (u8)~bit;
	return p;
}

static bool comp_match(struct ntrace_emit *e, const struct ntrace_block *block,
		       unsigned int n)
{
	const struct ntrace_emit_comp *comp = &e->regs.comp[n];
	bool p = comp_p(e, block, comp), s = comp_s(e, block, comp);

	switch (FIELD_GET(TR_TE_COMP_CONTROL, MATCH_MODE, comp->control)) {
	case COMP_MODE_P:
		return p;
	case COMP_MODE_AND:
		return p && s;
	case COMP_MODE_NAND:
		return !(p && s);
	default:
		return comp_latch(e, n, p, s);
	}
}

/* Bit n: comparator n's output, if a filter uses it. */
static u32 comp_outputs(struct ntrace_emit *e, const struct ntrace_block *block)
{
	unsigned int n;
	u32 outputs = 0;

	bits_for_each(n, e->comps)
		outputs |= (u32)comp_match(e, block, n) << n;
	return outputs;
}

#define FILTER_COMP_FAILS(n, control, outputs)                              \
	(FIELD_GET(TR_TE_FILTER_CONTROL, MATCH_COMP##n, control) &&         \
	 !((outputs) >> FIELD_GET(TR_TE_FILTER_CONTROL, COMP##n, control) & \
	   1))

/* True if this is the trap that a filter selects. */
static bool filter_chooses(const struct ntrace_emit_filter *filter,
			   const struct ntrace_block *block)
{
	u32 control = filter->control;
	bool interrupt = block->itype == INSN_ITYPE_INTERRUPT;

	if (FIELD_GET(TR_TE_FILTER_CONTROL, MATCH_INTERRUPT, control) &&
	    interrupt != FIELD_GET(TR_TE_FILTER_MATCH_INST, VALUE_INTERRUPT,
				   filter->match_inst))
		return false;
	return !FIELD_GET(TR_TE_FILTER_CONTROL, MATCH_ECAUSE, control) ||
	       (block->ecause < 64 && filter->ecause >> block->ecause & 1);
}

/* True from the trap that the filter selects to the matching trap return, both
 * included. */
static bool filter_in_trap(const struct ntrace_emit_filter *filter,
			   const struct ntrace_block *block, u8 *traps)
{
	if (block_traps(block)) {
		if (*traps ? *traps < TRAPS_MAX : filter_chooses(filter, block))
			++*traps;
		return *traps;
	}
	if (*traps && block->itype == INSN_ITYPE_TRAP_RETURN) {
		--*traps;
		return true;
	}
	return *traps;
}

u32 ntrace_emit_filter_traps(struct ntrace_emit *e,
			     const struct ntrace_block *block)
{
	unsigned int i;
	u32 inside = 0;

	bits_for_each(i, e->regs.te_inst_filters) {
		const struct ntrace_emit_filter *filter = &e->regs.filter[i];

		if (!(filter->control & FILTER_TRAPS) ||
		    filter_in_trap(filter, block, &e->traps[i]))
			inside |= 1u << i;
	}
	return inside;
}

static bool filter_match(const struct ntrace_emit_filter *filter,
			 const struct ntrace_block *block, u32 outputs)
{
	u32 control = filter->control;

	if (!FIELD_GET(TR_TE_FILTER_CONTROL, ENABLE, control))
		return false;
	if (FIELD_GET(TR_TE_FILTER_CONTROL, MATCH_IMPDEF, control) &&
	    (block->impdef ^ filter->impdef_value) & filter->impdef_mask)
		return false;
	if (FIELD_GET(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE, control) &&
	    !(filter->match_inst >> block->priv & 1))
		return false;
	return !FILTER_COMP_FAILS(1, control, outputs) &&
	       !FILTER_COMP_FAILS(2, control, outputs) &&
	       !FILTER_COMP_FAILS(3, control, outputs);
}

bool ntrace_emit_filter_match(struct ntrace_emit *e,
			      const struct ntrace_block *block, u32 candidates)
{
	u32 outputs = comp_outputs(e, block);
	unsigned int i;

	bits_for_each(i, candidates)
		if (filter_match(&e->regs.filter[i], block, outputs))
			return true;
	return false;
}
