// SPDX-License-Identifier: BSD-2-Clause
/*
 * The short way, which nearly all instructions go: the group is brief, the model
 * steps, and what the two have done is compared part by part. It reports
 * nothing: whatever does not fit exactly goes the long way, by which the step is
 * judged anew.
 */
#include "verify_internal.h"

/* Elements and additional state that a brief group may have. */
#define BRIEF_OPS                                                          \
	(1u << TANDEM_INCPC | 1u << TANDEM_REG | 1u << TANDEM_STATE |      \
	 1u << TANDEM_MEMREQ | 1u << TANDEM_MEMRSP | 1u << TANDEM_INSN16 | \
	 1u << TANDEM_INSN32)
#define BRIEF_STATES                                                 \
	(1u << TANDEM_PC | 1u << TANDEM_PADDR | 1u << TANDEM_EADDR | \
	 VERIFY_SDATA_STATES)

static const struct model_input no_input = {
	.interrupt = MODEL_INTERRUPT_NONE,
};

/* The loop over groups has all of this in it. */
#define FOLDED static inline __attribute__((always_inline))

/* The fate of a brief group */
enum outcome {
	SAME,
	DIFFERENT, /* the step was made */
	NOT_MADE,  /* the step was not made */
};

/*
 * Instructions that may read what the model does not know: CSRs, sc; or change
 * the reservation, which has to be known before: lr.
 */
static inline bool needs_input(u32 insn)
{
	return insn_opcode(insn) == OPCODE_SYSTEM ||
	       insn_opcode(insn) == OPCODE_AMO;
}

/* At most one register is written, and it is as the trace says. */
static inline bool same_register(const struct verify *v,
				 const struct tandem_brief *b,
				 const struct model_write *write, u32 writes)
{
	if (!writes)
		return !(b->has & TANDEM_BRIEF_REG);
	if (writes != 1 || (write->flags & MODEL_UNMODELLED))
		return false;
	if (b->has & TANDEM_BRIEF_REG)
		return b->reg == write->reg && b->value == write->value;
	return write->reg > TANDEM_GPR(0) && !v->config.every_update &&
	       v->shadow.reg[write->reg] == write->value;
}

/*
 * True if a part is there that has to be. An effective address that is the
 * physical one need not be.
 */
static inline bool has_required(const struct verify *v,
				const struct tandem_brief *b,
				const struct model_step *did)
{
	u32 wanted = v->brief_required & ~(u32)b->has;

	if (likely(!wanted))
		return true;
	if (did->access == MODEL_LOAD)
		wanted &= ~(u32)TANDEM_BRIEF_SDATA;
	else if (b->has & TANDEM_BRIEF_MEMREQ)
		wanted &= ~(u32)TANDEM_BRIEF_MEMRSP;
	if (did->vaddr == did->paddr && b->has & TANDEM_BRIEF_PADDR)
		wanted &= ~(u32)TANDEM_BRIEF_EADDR;
	return !wanted;
}

/* One request that is the access, and its response. */
static inline bool same_request(const struct tandem_brief *b,
				const struct model_step *did)
{
	if (b->access != did->access || b->access_bytes != did->access_bytes ||
	    b->address != did->paddr)
		return false;
	if (b->access == TANDEM_STORE)
		return b->stored == did->data;
	return !(b->has & TANDEM_BRIEF_MEMRSP) || b->loaded == did->loaded;
}

static inline bool same_sdata(const struct tandem_brief *b,
			      const struct model_step *did)
{
	return did->access == MODEL_STORE &&
	       b->sdata_bytes == did->access_bytes && b->sdata == did->data;
}

/*
 * With an access: what there is of it is right, and what is required there. The
 * model's data have no bits beyond the access.
 */
static inline bool same_access(const struct verify *v,
			       const struct tandem_brief *b,
			       const struct model_step *did)
{
	u32 has = b->has;

	if (did->access > MODEL_STORE || did->split ||
	    (has & TANDEM_BRIEF_PADDR && b->paddr != did->paddr) ||
	    (has & TANDEM_BRIEF_EADDR && b->eaddr != did->vaddr) ||
	    (has & TANDEM_BRIEF_SDATA && !same_sdata(b, did)) ||
	    (has & TANDEM_BRIEF_MEMREQ && !same_request(b, did)))
		return false;
	return has_required(v, b, did);
}

static inline u64 next_pc(const struct verify *v, const struct tandem_brief *b)
{
	if (b->has & TANDEM_BRIEF_INCPC)
		return (v->pc + b->insn_bytes) & v->xmask;
	return b->has & TANDEM_BRIEF_PC ? b->pc : v->pc;
}

FOLDED bool is_same(const struct verify *v, const struct tandem_brief *b,
		    const struct model_step *did,
		    const struct model_write *write, u32 writes)
{
	if (did->kind != MODEL_RETIRED || did->next_pc != next_pc(v, b) ||
	    did->insn != b->insn || did->bytes != b->insn_bytes ||
	    did->priv != v->priv || !same_register(v, b, write, writes))
		return false;
	if (!did->access_bytes)
		return !(b->has & TANDEM_BRIEF_MEMORY);
	return same_access(v, b, did);
}

/* The step takes effect. */
static inline void accept(struct verify *v, const struct model_step *did,
			  const struct model_write *write, u32 writes)
{
	if (writes) {
		v->shadow.reg[write->reg] = write->value;
		verify_origin_register(v, write->reg);
	}
	if (did->access_bytes && did->access == MODEL_STORE)
		verify_origin_store(v, did);
	v->pc = did->next_pc;
}

static void remember(struct verify *v, const struct tandem_brief *b, u64 pc)
{
	v->past[v->past_next++ % VERIFY_HISTORY] = (struct verify_past){
		.offset = b->offset,
		.pc = pc,
		.insn = b->insn,
		.bytes = b->insn_bytes,
		.priv = v->priv,
		.kind = MODEL_RETIRED,
	};
}

/* State of the verification permits the short way. */
static inline bool is_clear(const struct verify *v)
{
	return !v->suspects.num && !v->alone.num && !v->config.absent;
}

void verify_brief_init(struct verify *v)
{
	static const struct {
		u8 part, has;
	} parts[] = {
		{ VERIFY_EADDR, TANDEM_BRIEF_EADDR },
		{ VERIFY_PADDR, TANDEM_BRIEF_PADDR },
		{ VERIFY_SDATA, TANDEM_BRIEF_SDATA },
		{ VERIFY_MEMREQ, TANDEM_BRIEF_MEMREQ },
		{ VERIFY_MEMRSP, TANDEM_BRIEF_MEMRSP },
	};
	u32 i;

	v->brief_required = 0;
	for (i = 0; i < array_size(parts); i++) {
		if (v->config.required & VERIFY_PART(parts[i].part))
			v->brief_required |= parts[i].has;
	}
}

/* --- many groups, on lib/model's hart ------------------------------------- */

/* The bus was asked for something. @return false: to be judged the long way */
static bool accept_bus(struct verify *v, struct verify_hart *hart)
{
	if (v->alone.foreigns)
		return false;
	if (hart->memory->stored)
		verify_hart_result(hart, &v->step);
	if (hart->memory->flush)
		verify_hart_flush(hart);
	v->totals.copied += v->copied;
	return true;
}

/*
 * Memory that is known in part has the instruction, in the page of the one
 * before; nothing else is to be done.
 */
static inline bool is_known(const struct verify_hart *hart, unsigned int bytes)
{
	const struct verify_memory *memory = hart->memory;
	const struct verify_page *code = memory->code;
	u64 offset = hart->model.pc % MODEL_PAGE;

	return code && code->bytes == hart->model.fetch_host &&
	       hart->model.pc - offset == hart->model.fetch_page &&
	       offset <= MODEL_PAGE - 4 && !memory->flush &&
	       !model_interrupt_enabled(&hart->model) &&
	       verify_page_knows(code, offset, bytes);
}

FOLDED enum outcome step_hart(struct verify *v, struct verify_hart *hart,
			      const struct tandem_brief *b, bool plain)
{
	const struct model_step *did = &hart->did;

	if (unlikely(needs_input(b->insn) ||
		     (!plain && !is_known(hart, b->insn_bytes) &&
		      !verify_hart_prepare(hart, b->insn_bytes))))
		return NOT_MADE;
	v->brief = b;
	model_step_plain(&hart->model, &hart->did);
	if (unlikely(!plain && did->access == MODEL_STORE &&
		     hart->memory->partial))
		verify_hart_learn(hart);
	if (unlikely(!is_same(v, b, did, did->write, did->writes)) ||
	    unlikely(!v->brief && !accept_bus(v, hart)))
		return DIFFERENT;
	accept(v, did, did->write, did->writes);
	v->totals.insns++;
	return SAME;
}

/* Brief groups took effect: what can wait until the end of a row of them. */
static void accept_row(struct verify *v, u32 first, u32 behind)
{
	u32 num = behind - first, i;

	if (!num)
		return;
	v->totals.groups += num;
	v->waiting = MODEL_INTERRUPT_NONE;
	verify_count_advance(&v->count, num);
	i = num < VERIFY_HISTORY ? first : behind - VERIFY_HISTORY;
	for (; i < behind; i++)
		remember(v, &v->briefs[i], v->brief_pc[i]);
}

/* @return the first that does not fit, or behind */
FOLDED u32 step_each(struct verify *v, u32 first, u32 behind, bool plain,
		     enum outcome *outcome)
{
	struct verify_hart *hart = v->model->hart;
	u32 i;

	for (i = first; i < behind; i++) {
		v->brief_pc[i] = v->pc;
		*outcome = step_hart(v, hart, &v->briefs[i], plain);
		if (unlikely(*outcome != SAME))
			break;
	}
	return i;
}

static u32 step_row(struct verify *v, u32 first, u32 behind,
		    enum outcome *outcome)
{
	u32 i;

	*outcome = SAME;
	if (verify_hart_is_plain(v->model->hart))
		i = step_each(v, first, behind, true, outcome);
	else
		i = step_each(v, first, behind, false, outcome);
	accept_row(v, first, i);
	return i;
}

void verify_brief_expand(struct verify *v)
{
	if (!v->brief)
		return;
	tandem_decoder_whole(&v->decoder, v->brief);
	v->brief = NULL;
	v->offset = v->group->offset;
	v->copied = false;
	v->shrunk = 0;
	v->unknown_shift = 0;
}

static void go_long(struct verify *v, const struct tandem_brief *b,
		    enum outcome outcome)
{
	if (outcome == NOT_MADE)
		v->brief = b;
	verify_brief_expand(v);
	if (outcome == NOT_MADE) {
		verify_step_group(v);
	} else {
		v->input = no_input;
		verify_hart_result(v->model->hart, &v->step);
		verify_step_again(v);
		v->totals.insns++;
	}
	v->totals.groups++;
	v->over |= v->stop;
}

static void step_all(struct verify *v, u32 num)
{
	enum outcome outcome;
	u32 i = 0;

	while (i < num && !v->over) {
		outcome = NOT_MADE;
		if (is_clear(v))
			i = step_row(v, i, num, &outcome);
		if (outcome != SAME)
			go_long(v, &v->briefs[i++], outcome);
	}
	v->brief = NULL;
	v->step.did = &v->model->hart->did;
}

bool verify_brief_groups(struct verify *v)
{
	u32 num;

	if (!v->model->hart || v->config.has_from || !is_clear(v))
		return !v->over;
	do {
		num = tandem_decoder_briefs(&v->decoder, v->briefs,
					    VERIFY_BRIEFS);
		step_all(v, num);
	} while (num == VERIFY_BRIEFS && is_clear(v) && !v->over);
	return !v->over;
}

/* --- one group, on any model ---------------------------------------------- */

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

/* It directly follows its request. */
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

/* @return false: the group is not brief, in whatever order */
static bool take_group(const struct tandem_group *g, struct tandem_brief *b)
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

static void step_any_model(struct verify *v, const struct tandem_brief *b)
{
	const struct verify_step *step = &v->step;

	v->input = no_input;
	v->unknown_shift = 0;
	if (!verify_attempt_step(v))
		return;
	if (step->unknown || step->pending != MODEL_INTERRUPT_NONE ||
	    v->alone.foreigns ||
	    !is_same(v, b, step->did, step->write, step->writes)) {
		verify_step_again(v);
	} else {
		remember(v, b, v->pc);
		v->waiting = MODEL_INTERRUPT_NONE;
		accept(v, step->did, step->write, step->writes);
		verify_count_advance(&v->count, 1);
		v->totals.copied += v->copied;
	}
	v->totals.insns++;
}

void verify_step_group(struct verify *v)
{
	struct tandem_brief b = { 0 };

	v->copied = false;
	v->shrunk = 0;
	if (is_clear(v) && take_group(v->group, &b) && !needs_input(b.insn)) {
		step_any_model(v, &b);
		return;
	}
	verify_step_any(v);
	v->totals.insns++;
}
