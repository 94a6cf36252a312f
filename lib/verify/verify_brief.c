// SPDX-License-Identifier: BSD-2-Clause
/*
 * The short way, for nearly all instructions: the group is brief, the model
 * steps, and the changes of both are compared part by part. It reports nothing:
 * a step that does not fit exactly is judged anew on the long way.
 */
#include "verify_internal.h"

/* These functions become part of the loop over groups. */
#define FOLDED static inline __attribute__((always_inline))

/* The fate of a brief group */
enum outcome {
	SAME,
	DIFFERENT, /* the step was made */
	NOT_MADE,  /* the step was not made */
};

/*
 * True for instructions that may read state unknown to the model (CSRs, sc), or
 * that change the reservation, which has to be known before (lr).
 */
FOLDED bool needs_input(u32 insn)
{
	return insn_opcode(insn) == OPCODE_SYSTEM ||
	       insn_opcode(insn) == OPCODE_AMO;
}

/* True if the step writes at most one register, with the trace's value. */
FOLDED bool same_register(const struct verify *v, const struct tandem_brief *b,
			  const struct model_write *write, u32 writes)
{
	if (!writes)
		return !(b->has & TANDEM_BRIEF_REG);
	if (writes != 1 || (write->flags & MODEL_UNMODELLED))
		return false;
	if (b->has & TANDEM_BRIEF_REG)
		return b->reg == write->reg && b->value == write->value;
	return write->reg > TANDEM_GPR(0) && !v->config.every_update &&
	       v->state.reg[write->reg] == write->value;
}

/*
 * True if the group has all required parts. An effective address that equals
 * the physical one is not required.
 */
FOLDED bool has_required(const struct verify *v, const struct tandem_brief *b,
			 const struct model_step *did)
{
	u32 wanted = v->row.required & ~(u32)b->has;

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

/* True if one request is the access, with its response. */
FOLDED bool same_request(const struct tandem_brief *b,
			 const struct model_step *did)
{
	if (b->access != did->access || b->access_bytes != did->access_bytes ||
	    b->address != did->paddr)
		return false;
	if (b->access == TANDEM_STORE)
		return b->stored == did->data;
	return !(b->has & TANDEM_BRIEF_MEMRSP) || b->loaded == did->loaded;
}

FOLDED bool same_sdata(const struct tandem_brief *b,
		       const struct model_step *did)
{
	return did->access == MODEL_STORE &&
	       b->sdata_bytes == did->access_bytes && b->sdata == did->data;
}

/*
 * For a step with an access: true if all present parts are right and all
 * required parts are present. The model's data have no bits beyond the access.
 */
FOLDED bool same_access(const struct verify *v, const struct tandem_brief *b,
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

FOLDED u64 next_pc(const struct verify *v, const struct tandem_brief *b)
{
	if (b->has & TANDEM_BRIEF_INCPC)
		return (v->state.pc + b->insn_bytes) & v->state.xmask;
	return b->has & TANDEM_BRIEF_PC ? b->pc : v->state.pc;
}

/* The caller compares the instruction. */
FOLDED bool has_same_effect(const struct verify *v,
			    const struct tandem_brief *b,
			    const struct model_step *did,
			    const struct model_write *write, u32 writes)
{
	if (did->kind != MODEL_RETIRED || did->next_pc != next_pc(v, b) ||
	    !same_register(v, b, write, writes))
		return false;
	if (!did->access_bytes)
		return !(b->has & TANDEM_BRIEF_MEMORY);
	return same_access(v, b, did);
}

FOLDED bool is_same(const struct verify *v, const struct tandem_brief *b,
		    const struct model_step *did,
		    const struct model_write *write, u32 writes)
{
	return did->insn == b->insn && did->bytes == b->insn_bytes &&
	       did->priv == v->state.priv &&
	       has_same_effect(v, b, did, write, writes);
}

/* The step takes effect. */
FOLDED void accept(struct verify *v, const struct model_step *did,
		   const struct model_write *write, u32 writes)
{
	if (writes) {
		v->state.reg[write->reg] = write->value;
		v->state.writer[write->reg] =
			(struct verify_writer){ v->totals.insns + 1,
						v->state.pc };
	}
	if (did->access_bytes && did->access == MODEL_STORE)
		verify_origin_store(&v->state, did,
				    (struct verify_writer){ v->totals.insns + 1,
							    v->state.pc });
	v->state.pc = did->next_pc;
}

static void remember(struct verify *v, const struct tandem_brief *b, u64 pc)
{
	v->past[v->past_next++ % VERIFY_HISTORY] = (struct verify_past){
		.offset = b->offset,
		.pc = pc,
		.insn = b->insn,
		.bytes = b->insn_bytes,
		.priv = v->state.priv,
		.kind = MODEL_RETIRED,
	};
}

/* True if the state of the verification permits the short way. */
static inline bool is_clear(const struct verify *v)
{
	return !v->state.suspects.num && !v->state.alone.num &&
	       !v->config.absent;
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

	for (i = 0; i < array_size(parts); i++) {
		if (v->config.required & VERIFY_PART(parts[i].part))
			v->row.required |= parts[i].has;
	}
}

/* --- many groups, on lib/model's hart ------------------------------------- */

/* The step used the bus. @return false: the long way must judge it */
static bool accept_bus(struct verify *v, struct verify_hart *hart)
{
	if (v->group.foreigns)
		return false;
	if (hart->memory->stored)
		verify_hart_result(hart, &v->group.step);
	if (hart->memory->flush)
		/* unseen: only later: the next row flushes */
		verify_hart_flush(hart);
	v->totals.copied += v->group.copied;
	return true;
}

/* Kinds of rows of steps */
enum row {
	PLAIN,	 /* no check before a step */
	PARTIAL, /* memory is known in part, the instruction may be unknown */
	CAREFUL, /* the same, and an interrupt may be due */
};

/* True if the page of the last fetch has the instruction. */
FOLDED bool is_known(const struct verify_hart *hart, unsigned int bytes)
{
	const struct verify_page *code = hart->memory->code;

	return code && code->bytes == hart->model.fetch_host &&
	       verify_page_knows(code, hart->model.pc % MODEL_PAGE, bytes);
}

/* Make a step whose instruction keeps the privilege, or traps. */
FOLDED bool step_is_same(struct verify *v, struct verify_hart *hart,
			 const struct tandem_brief *b,
			 const struct model_op *op)
{
	struct model_step *did = &hart->did;

	if (unlikely(!op)) {
		model_step(&hart->model, &model_no_input, did);
		return is_same(v, b, did, did->write, did->writes);
	}
	model_quick_step(&hart->model, op, did);
	if (likely(has_same_effect(v, b, did, did->write, did->writes)))
		return true;
	model_quick_notes(&hart->model, v->state.pc, did);
	return false;
}

FOLDED enum outcome step_hart(struct verify *v, struct verify_hart *hart,
			      const struct tandem_brief *b, enum row kind)
{
	const struct model_step *did = &hart->did;
	const struct model_op *op;
	bool same;

	if (unlikely(needs_input(b->insn)))
		return NOT_MADE;
	op = model_quick_op(&hart->model, b->insn, b->insn_bytes);
	if ((kind == CAREFUL ||
	     (kind == PARTIAL && !(op && is_known(hart, b->insn_bytes)))) &&
	    !verify_hart_prepare(hart, b->insn_bytes))
		return NOT_MADE;
	v->row.brief = b;
	same = step_is_same(v, hart, b, op);
	if (kind != PLAIN && did->access == MODEL_STORE)
		verify_hart_learn(hart);
	if (unlikely(!same) || unlikely(!v->row.brief && !accept_bus(v, hart)))
		return DIFFERENT;
	accept(v, did, did->write, did->writes);
	v->totals.insns++;
	return SAME;
}

/* Brief groups took effect: do the work that can wait for the end of a row. */
static void accept_row(struct verify *v, u32 first, u32 behind)
{
	u32 num = behind - first;
	u32 i = num < VERIFY_HISTORY ? first : behind - VERIFY_HISTORY;

	if (!num)
		return;
	v->totals.groups += num;
	v->state.wait.cause = MODEL_INTERRUPT_NONE;
	verify_count_advance(&v->state.count, num);
	for (; i < behind; i++)
		remember(v, &v->row.group[i], v->row.pc[i]);
}

/* @return the first group that does not fit, or `behind` */
FOLDED u32 step_each(struct verify *v, u32 first, u32 behind, enum row kind,
		     enum outcome *outcome)
{
	struct verify_hart *hart = v->state.model->hart;
	u32 i;

	/* unseen: quick instructions read only flags that no step of this model
	 * has */
	model_quick_begin(&hart->model);
	for (i = first; i < behind; i++) {
		v->row.pc[i] = v->state.pc;
		*outcome = step_hart(v, hart, &v->row.group[i], kind);
		if (unlikely(*outcome != SAME))
			break;
	}
	return i;
}

static u32 step_row(struct verify *v, u32 first, u32 behind,
		    enum outcome *outcome)
{
	struct verify_hart *hart = v->state.model->hart;
	u32 i;

	if (hart->memory->flush)
		verify_hart_flush(hart);
	/* only CSRs change the result, so it holds for the row */
	if (model_interrupt_enabled(&hart->model))
		i = step_each(v, first, behind, CAREFUL, outcome);
	else if (hart->memory->partial)
		i = step_each(v, first, behind, PARTIAL, outcome);
	else
		i = step_each(v, first, behind, PLAIN, outcome);
	accept_row(v, first, i);
	return i;
}

static void go_long(struct verify *v, const struct tandem_brief *b,
		    enum outcome outcome)
{
	if (outcome == NOT_MADE)
		v->row.brief = b;
	verify_record_expand(v);
	if (outcome == NOT_MADE) {
		verify_step_group(v);
	} else {
		verify_hart_result(v->state.model->hart, &v->group.step);
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
			go_long(v, &v->row.group[i++], outcome);
	}
	v->row.brief = NULL;
}

bool verify_brief_groups(struct verify *v)
{
	u32 num;

	if (!v->state.model->hart || v->config.has_from || !is_clear(v))
		return !v->over;
	do {
		num = tandem_decoder_briefs(&v->decoder, v->row.group,
					    VERIFY_BRIEFS);
		step_all(v, num);
	} while (num == VERIFY_BRIEFS && is_clear(v) && !v->over);
	return !v->over;
}

/* --- one group, on any model ---------------------------------------------- */

static void step_any_model(struct verify *v, const struct tandem_brief *b)
{
	const struct verify_step *step = &v->group.step;

	if (!verify_attempt_step(&v->state, &v->group)) {
		verify_step_ended(v);
		return;
	}
	if (step->unknown || step->pending != MODEL_INTERRUPT_NONE ||
	    v->group.foreigns ||
	    !is_same(v, b, step->did, step->write, step->writes)) {
		verify_step_again(v);
	} else {
		remember(v, b, v->state.pc);
		v->state.wait.cause = MODEL_INTERRUPT_NONE;
		accept(v, step->did, step->write, step->writes);
		verify_count_advance(&v->state.count, 1);
		v->totals.copied += v->group.copied;
	}
	v->totals.insns++;
}

void verify_step_group(struct verify *v)
{
	struct tandem_brief b = { 0 };

	if (is_clear(v) && !needs_input(v->group.trace->insn) &&
	    verify_record_take(v->group.trace, &b)) {
		step_any_model(v, &b);
		return;
	}
	verify_step_any(v);
	v->totals.insns++;
}
