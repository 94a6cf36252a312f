/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The rules of grouping, element by element. Inline for the same reason as the
 * layout; the decoder and the encoder judge by the same code.
 */
#ifndef TANDEM_RULES_H
#define TANDEM_RULES_H

#include <tandem/tandem.h>

#define TANDEM_OP(op) (1u << TANDEM_##op)
#define TANDEM_SDATA_STATES 0xf0u

/** Forget the elements. */
void tandem_group_start(struct tandem_group *group, u64 offset);

/** Judge rules that need the whole group, once all its elements are known. */
void tandem_rules_group(struct tandem_group *group);

/* True if element `at` of a group exists and is this register. */
static inline bool tandem_rules_known(const struct tandem_group *group,
				      const struct tandem_element *elements,
				      u32 at, u16 reg)
{
	return at < group->num && elements[at].reg == reg &&
	       elements[at].op >= TANDEM_REG && elements[at].op <= TANDEM_REGOR;
}

/**
 * Judge a register element before it becomes number group->num of elements.
 * @param index the last place of each register. It needs no clearing: an entry
 *	counts only if the element there is about the same register
 */
static inline void tandem_rules_reg(struct tandem_group *group, u32 *index,
				    const struct tandem_element *elements,
				    const struct tandem_element *element,
				    bool in_group)
{
	u32 *at = &index[element->reg];

	group->ops |= 1u << element->op;
	if (unlikely(tandem_rules_known(group, elements, *at, element->reg)) &&
	    in_group &&
	    (element->op != TANDEM_REG || elements[*at].op != TANDEM_REG ||
	     elements[*at].value != element->value))
		group->rules |= TANDEM_RULE(TANDEM_CONFLICT);
	*at = group->num;
}

/** Additional state. @param addr_mask bits of an address */
static inline void tandem_rules_state(struct tandem_group *group, u64 addr_mask,
				      unsigned int id, u64 value, bool in_group)
{
	u32 before = group->states;
	u32 like = 1u << id;

	if (like & TANDEM_SDATA_STATES)
		like = TANDEM_SDATA_STATES;
	if (unlikely(before & like) && in_group &&
	    ((before & like) != 1u << id || group->state[id] != value))
		group->rules |= TANDEM_RULE(TANDEM_CONFLICT);
	if (id == TANDEM_PRIV && (value == 2 || value > 3))
		group->rules |= TANDEM_RULE(TANDEM_PRIVRANGE);
	if ((id == TANDEM_PADDR || id == TANDEM_EADDR ||
	     id == TANDEM_PCPADDR) &&
	    value & ~addr_mask)
		group->rules |= TANDEM_RULE(TANDEM_ADDRRANGE);
	group->ops |= TANDEM_OP(STATE);
	group->states = (u16)(before | 1u << id);
	group->state[id] = value;
}

static inline void tandem_rules_insn(struct tandem_group *group,
				     unsigned int bits, u32 insn, bool in_group)
{
	if (unlikely(!in_group))
		group->rules |= TANDEM_RULE(TANDEM_INSN_OUTSIDE);
	else if (unlikely(group->insn_bits) &&
		 (group->insn_bits != bits || group->insn != insn))
		group->rules |= TANDEM_RULE(TANDEM_CONFLICT);
	group->ops |= bits == 16 ? TANDEM_OP(INSN16) : TANDEM_OP(INSN32);
	group->insn_bits = (u8)bits;
	group->insn = insn;
}

static inline void tandem_rules_memreq(struct tandem_group *group,
				       u64 addr_mask,
				       const struct tandem_element *element)
{
	group->ops |= TANDEM_OP(MEMREQ);
	if (element->address & ~addr_mask)
		group->rules |= TANDEM_RULE(TANDEM_ADDRRANGE);
}

/** @param request_bits width of the request */
static inline void tandem_rules_memrsp(struct tandem_group *group,
				       const struct tandem_element *element,
				       unsigned int request_bits)
{
	group->ops |= TANDEM_OP(MEMRSP);
	if (element->result > 1)
		group->rules |= TANDEM_RULE(TANDEM_MEMRESULT);
	if (element->bits != request_bits)
		group->rules |= TANDEM_RULE(TANDEM_RSPSIZE);
}

/** An element of an opcode alone: increment pc, reset, initialisation. */
static inline void tandem_rules_plain(struct tandem_group *group,
				      unsigned int op, bool in_group)
{
	if (!in_group && op == TANDEM_INCPC)
		group->rules |= TANDEM_RULE(TANDEM_INCPC_OUTSIDE);
	else if (!in_group)
		group->rules |= op == TANDEM_RESET ?
					TANDEM_RULE(TANDEM_RESET_OUTSIDE) :
					TANDEM_RULE(TANDEM_INIT_OUTSIDE);
	else if (op == TANDEM_INCPC && group->ops & TANDEM_OP(INCPC))
		group->rules |= TANDEM_RULE(TANDEM_CONFLICT);
	group->ops |= 1u << op;
}

#endif
