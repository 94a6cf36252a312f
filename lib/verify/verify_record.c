// SPDX-License-Identifier: BSD-2-Clause
/* Records of brief groups from elements, and elements of brief groups. */
#include "verify_internal.h"

/* Elements and additional state that a brief group may have. */
#define BRIEF_OPS                                                          \
	(1u << TANDEM_INCPC | 1u << TANDEM_REG | 1u << TANDEM_STATE |      \
	 1u << TANDEM_MEMREQ | 1u << TANDEM_MEMRSP | 1u << TANDEM_INSN16 | \
	 1u << TANDEM_INSN32)
#define BRIEF_STATES                                                 \
	(1u << TANDEM_PC | 1u << TANDEM_PADDR | 1u << TANDEM_EADDR | \
	 VERIFY_SDATA_STATES)

/* Additional state; false: two sizes of store data. */
static bool take_states(const struct tandem_group *g, struct tandem_brief *b)
{
	u32 sdata = g->states & VERIFY_SDATA_STATES;
	unsigned int id;

	b->pc = g->state[TANDEM_PC];
	b->paddr = g->state[TANDEM_PADDR];
	b->eaddr = g->state[TANDEM_EADDR];
	if (tandem_group_has_state(g, TANDEM_PC))
		b->has |= TANDEM_BRIEF_PC;
	if (tandem_group_has_state(g, TANDEM_PADDR))
		b->has |= TANDEM_BRIEF_PADDR;
	if (tandem_group_has_state(g, TANDEM_EADDR))
		b->has |= TANDEM_BRIEF_EADDR;
	if (!sdata)
		return true;
	id = bits_ffs32(sdata);
	b->has |= TANDEM_BRIEF_SDATA;
	b->sdata = g->state[id];
	b->sdata_bytes = (u8)(1u << (id - TANDEM_SDATA8));
	return sdata == 1u << id;
}

static bool take_register(const struct tandem_element *e,
			  struct tandem_brief *b)
{
	if (b->has & TANDEM_BRIEF_REG || e->reg <= TANDEM_GPR(0))
		return false;
	b->has |= TANDEM_BRIEF_REG;
	b->reg = e->reg;
	b->value = e->value;
	return true;
}

static bool take_request(const struct tandem_element *e, struct tandem_brief *b)
{
	if (b->has & TANDEM_BRIEF_MEMREQ || e->id > TANDEM_STORE ||
	    e->data != (e->id == TANDEM_STORE))
		return false;
	b->has |= TANDEM_BRIEF_MEMREQ;
	b->access = e->id;
	b->access_bytes = e->bits / 8;
	b->address = e->address;
	b->stored = e->value;
	return true;
}

/* The response directly follows its request. */
static bool take_response(const struct tandem_element *e,
			  struct tandem_brief *b)
{
	if (e->result || e->bits / 8 != b->access_bytes ||
	    e->data != (e->id == TANDEM_LOAD))
		return false;
	b->has |= TANDEM_BRIEF_MEMRSP;
	b->loaded = e->value;
	return true;
}

static bool take_elements(const struct tandem_group *g, struct tandem_brief *b)
{
	const struct tandem_element *e = g->element, *end = e + g->num;
	bool good = true;

	for (; e < end && good; e++) {
		if (e->op == TANDEM_REG)
			good = take_register(e, b);
		else if (e->op == TANDEM_MEMREQ)
			good = take_request(e, b);
		else if (e->op == TANDEM_MEMRSP)
			good = take_response(e, b);
	}
	return good;
}

bool verify_record_take(const struct tandem_group *g, struct tandem_brief *b)
{
	if (!g->insn_bits || g->ops & ~BRIEF_OPS || g->states & ~BRIEF_STATES ||
	    g->rules)
		return false;
	*b = (struct tandem_brief){
		.offset = g->offset,
		.insn = g->insn,
		.insn_bytes = g->insn_bits / 8,
		.has = tandem_group_has(g, TANDEM_INCPC) ? TANDEM_BRIEF_INCPC :
							   0,
	};
	return take_states(g, b) && take_elements(g, b);
}

void verify_group_begin(struct verify *v)
{
	v->group = (struct verify_group){
		.trace = &v->decoder.group,
		.room = &v->room,
		.input = model_no_input,
		.insn = v->totals.insns,
		.offset = v->decoder.group.offset,
	};
}

void verify_record_expand(struct verify *v)
{
	if (!v->row.brief)
		return;
	tandem_decoder_whole(&v->decoder, v->row.brief);
	v->row.brief = NULL;
	verify_group_begin(v);
}
