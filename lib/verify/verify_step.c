// SPDX-License-Identifier: BSD-2-Clause
/*
 * One instruction or trap, the long way: it can judge all of them.
 *
 * Explanations of a divergence are tried: the model goes back and takes an
 * interrupt that was due, or continues alone for some instructions, or memory
 * gets the loaded value. If the group then has no findings, the explanation is
 * the only finding. Other explanations follow from the registers and parts in
 * the findings.
 */
#include <verify/memory.h>
#include "verify_internal.h"

/* After this many divergences trials of explanations take too long */
#define TRIALS_MAX 4096
/* Most steps that may be missing in the trace */
#define TRIAL_STEPS 16

/* The model's steps in a trial, for their undoing. */
struct trial {
	u64 pc, reservation;
	struct verify_count count;
	u32 writes;
	u8 priv;
	struct {
		u16 reg;
		u64 before;
	} write[TRIAL_STEPS * MODEL_WRITES_MAX];
};

/* --- steps without a group ------------------------------------------------ */

static bool note_write(struct verify_state *s, struct trial *t,
		       const struct model_write *write)
{
	const struct verify_model *m = s->model;
	u64 value;

	t->write[t->writes].reg = write->reg;
	t->write[t->writes++].before = s->reg[write->reg];
	if (write->reg != TANDEM_GPR(0) && m->read(m->user, write->reg, &value))
		s->reg[write->reg] = value;
	return !(write->flags & MODEL_UNMODELLED);
}

/* @return false: the trace does not tell what the hart did in this step */
static bool trial_step(struct verify_state *s, struct verify_group *g,
		       struct trial *t, u8 interrupt)
{
	static const struct tandem_group nothing;
	const struct tandem_group *group = g->trace;
	const struct model_input in = { .interrupt = interrupt };
	const struct verify_model *m = s->model;
	bool known;
	u32 i;

	g->trace = &nothing;
	g->blind = false;
	known = m->step(m->user, &in, &g->step) && !g->blind;
	g->trace = group;
	for (i = 0; i < g->step.writes; i++)
		known &= note_write(s, t, &g->step.write[i]);
	s->pc = g->step.did->next_pc;
	s->priv = g->step.did->priv;
	if (g->step.did->kind == MODEL_RETIRED)
		verify_count_advance(&s->count, 1);
	return known && !g->step.did->illegal;
}

static void trial_begin(const struct verify_state *s, struct verify_group *g,
			struct trial *t)
{
	verify_resync_undo(s, g);
	verify_memory_trial(s->model->memory, true);
	g->trying = true;
	*t = (struct trial){
		.pc = s->pc,
		.reservation = g->reservation,
		.count = s->count,
		.priv = s->priv,
	};
}

static void trial_end(const struct verify_state *s, struct verify_group *g)
{
	g->trying = false;
	verify_memory_trial(s->model->memory, false);
}

static void trial_back(struct verify_state *s, struct verify_group *g,
		       const struct trial *t)
{
	const struct verify_model *m = s->model;
	u32 i = t->writes;

	while (i-- > 0) {
		s->reg[t->write[i].reg] = t->write[i].before;
		m->write(m->user, t->write[i].reg, t->write[i].before);
	}
	verify_memory_back(m->memory, 0);
	s->pc = t->pc;
	s->priv = t->priv;
	g->reservation = t->reservation;
	s->count = t->count;
	m->write(m->user, MODEL_PC, t->pc);
	m->write(m->user, MODEL_PRIV, t->priv);
	m->write(m->user, MODEL_RESERVATION, t->reservation);
}

/* True if the group fits now; then its step was made. */
static bool fits(struct verify_state *s, struct verify_group *g)
{
	const struct verify_model *m = s->model;
	u32 undos = m->memory->undos;

	m->read(m->user, MODEL_RESERVATION, &g->reservation);
	verify_attempt(s, g);
	if (!g->findings && !g->blind)
		return true;
	verify_resync_undo(s, g);
	/* unseen: the next step of the trial stores the same again, and its end
	 * undoes all */
	verify_memory_back(m->memory, undos);
	return false;
}

/* A written value ends an earlier doubt. */
static void trial_keep(struct verify_state *s, const struct trial *t)
{
	const struct verify_memory *memory = s->model->memory;
	u32 i;

	for (i = 0; i < t->writes; i++)
		verify_suspects_forget(&s->suspects, t->write[i].reg);
	for (i = 0; i < memory->undos; i++)
		verify_resync_overwritten(s, memory->undo[i].paddr,
					  memory->undo[i].bytes);
}

/* @param due an interrupt to take first, or MODEL_INTERRUPT_NONE */
static bool missing(struct verify_state *s, struct verify_group *g, u8 due)
{
	struct trial t;
	u8 interrupt = due, steps = 0;

	trial_begin(s, g, &t);
	while (steps < TRIAL_STEPS && trial_step(s, g, &t, interrupt)) {
		steps++;
		interrupt = MODEL_INTERRUPT_NONE;
		if (!fits(s, g))
			continue;
		trial_keep(s, &t);
		trial_end(s, g);
		if (steps == 1 && due != MODEL_INTERRUPT_NONE)
			verify_finding_add(g, VERIFY_FOUND_LOST, due, s->pc);
		else
			verify_finding_add(g, VERIFY_FOUND_DROPPED, t.pc, s->pc)
				->detail = steps;
		return true;
	}
	trial_back(s, g, &t);
	trial_end(s, g);
	verify_attempt(s, g);
	return false;
}

/* --- memory --------------------------------------------------------------- */

/* The value of a load, by the group: from the response, or else in rd. */
static bool loaded_value(const struct verify_group *g, u64 *value)
{
	const struct tandem_group *trace = g->trace;
	const struct model_step *did = g->step.did;
	const struct verify_change *rd;
	u32 i;

	for (i = 1; i < trace->num; i++) {
		const struct tandem_element *e = &trace->element[i];

		if (e->op != TANDEM_MEMRSP || !e->data || e->result ||
		    e->bits != did->access_bytes * 8 ||
		    trace->element[i - 1].address != did->paddr)
			continue;
		*value = e->value;
		return true;
	}
	rd = g->step.writes ? verify_change_find(g, g->step.write[0].reg) :
			      NULL;
	*value = rd ? rd->trace : 0;
	return rd;
}

/* Memory may have been right, and the trace's data of the load wrong. */
static struct verify_memory_doubt doubt_of(const struct verify_group *g,
					   u64 memory)
{
	struct verify_memory_doubt doubt = {
		.is = true,
		.bytes = g->step.did->access_bytes,
		.paddr = g->step.did->paddr,
		.memory = memory,
	};
	u32 i;

	for (i = 0; i < g->findings; i++) {
		if (!g->room->finding[i].reg)
			continue;
		doubt.reg = g->room->finding[i].reg;
		doubt.value = g->room->finding[i].expected;
	}
	return doubt;
}

static void suspect_memory(struct verify_state *s, const struct verify_group *g)
{
	const struct verify_memory_doubt *doubt = &g->doubt;

	verify_resync_suspect_memory(s, doubt->paddr, doubt->bytes,
				     doubt->memory);
	if (doubt->reg)
		verify_resync_suspect_register(s, doubt->reg, doubt->value);
}

/* Memory may have had the loaded value; later loads then give it, too. */
static bool other_memory(struct verify_state *s, struct verify_group *g)
{
	const struct verify_model *m = s->model;
	const struct model_step *did = g->step.did;
	struct verify_memory_doubt doubt;
	struct verify_finding last;
	u64 paddr = did->paddr, old, value;
	unsigned int bytes = did->access_bytes;

	if (did->kind != MODEL_RETIRED || did->split || !bytes ||
	    did->access != MODEL_LOAD || !loaded_value(g, &value) ||
	    !m->read_memory(m->user, paddr, bytes, &old))
		return false;
	/* unseen: memory takes these bytes only; other bits are tried in
	 * vain */
	value &= verify_bytes_mask(bytes);
	if (value == old)
		return false;
	/* the finding of the response is judged last; else the register's */
	last = g->room->finding[g->findings - 1];
	doubt = doubt_of(g, old);
	verify_resync_undo(s, g);
	m->write_memory(m->user, paddr, bytes, value);
	verify_attempt(s, g);
	if (!g->findings) {
		g->room->finding[g->findings++] = last;
		g->of_memory = true;
		g->doubt = doubt;
		/* unseen: the step fits by then: it leaves nothing to
		 * suspect */
		return true;
	}
	verify_resync_undo(s, g);
	m->write_memory(m->user, paddr, bytes, old);
	verify_attempt(s, g);
	return false;
}

/* --- choice of the explanation -------------------------------------------- */

static bool explain(struct verify_state *s, struct verify_group *g)
{
	const u32 values = KIND(GPR) | KIND(FPR) | KIND(MEMRSP);
	const u32 elsewhere = KIND(INSN) | KIND(PC) | KIND(PRIV) | KIND(CSR) |
			      KIND(INTERRUPT);
	u8 due = g->step.pending;
	u32 kinds = verify_kinds_of(g);

	if (!s->model->memory || s->config->believe)
		return false;
	if (!(kinds & ~values))
		return other_memory(s, g);
	if (!(kinds & elsewhere))
		return false;
	return (due != MODEL_INTERRUPT_NONE && missing(s, g, due)) ||
	       missing(s, g, MODEL_INTERRUPT_NONE);
}

/* --- a step --------------------------------------------------------------- */

static void remember(struct verify *v)
{
	const struct model_step *did = v->group.step.did;

	v->past[v->past_next++ % VERIFY_HISTORY] = (struct verify_past){
		.offset = v->group.offset,
		.pc = v->state.pc,
		.insn = did->insn,
		.bytes = did->bytes,
		.priv = v->state.priv,
		.kind = did->kind,
		.cause = did->cause,
	};
}

/* Count the wait of an interrupt; once per instruction. */
static void judge_latency(struct verify_state *s, struct verify_group *g)
{
	struct verify_wait *wait = &s->wait;
	u8 pending = g->step.pending;

	if (pending != wait->cause)
		*wait = (struct verify_wait){ .cause = pending };
	if (pending == MODEL_INTERRUPT_NONE || wait->late ||
	    ++wait->insns <= s->config->latency)
		return;
	wait->late = true;
	if (s->config->latency)
		verify_finding_add(g, VERIFY_FOUND_LATENCY, pending,
				   wait->insns);
}

/*
 * Look for a reason of the findings, of which there are some.
 * @return true if none fits: the trace is believed, with the values of both in
 *	doubt
 */
static bool is_doubtful(struct verify *v)
{
	struct verify_state *s = &v->state;
	struct verify_group *g = &v->group;

	if (s->suspects.num && verify_resync_adopt(s, g)) {
		v->totals.adopted += !g->ended;
		return false;
	}
	return v->totals.divergences >= TRIALS_MAX || !explain(s, g);
}

/* The findings are known: report them, and let the step take effect. */
static void commit(struct verify *v, bool doubt)
{
	struct verify_state *s = &v->state;
	struct verify_group *g = &v->group;
	bool wrong;

	remember(v);
	judge_latency(s, g);
	if (s->config->alone)
		verify_alone_step(s, g);
	wrong = g->findings != 0;
	if (wrong)
		verify_finding_report(v);
	verify_origin_step(s, g);
	verify_resync_commit(s, g);
	v->totals.believed += verify_count_step(s, g, wrong);
	if (doubt)
		verify_resync_suspect(s, g);
	if (g->doubt.is)
		suspect_memory(s, g);
	v->totals.exceptions += g->step.did->kind == MODEL_EXCEPTION;
	v->totals.interrupts += g->step.did->kind == MODEL_INTERRUPT;
	v->totals.copied += g->copied;
}

/* The step was made and judged. */
static void settle(struct verify *v)
{
	struct verify_state *s = &v->state;
	bool doubt = !v->group.ended && v->group.findings && is_doubtful(v);

	if (v->group.ended) {
		verify_step_ended(v);
		return;
	}
	if (s->config->mip_unknown &&
	    v->group.input.interrupt < MODEL_INTERRUPT_ANY)
		s->model->write(s->model->user, CSR_MIP, s->reg[CSR_MIP]);
	commit(v, doubt);
}

void verify_step_ended(struct verify *v)
{
	v->over = true;
	verify_finding_report(v);
}

void verify_step_any(struct verify *v)
{
	const struct verify_model *m = v->state.model;

	m->read(m->user, MODEL_RESERVATION, &v->group.reservation);
	verify_attempt(&v->state, &v->group);
	settle(v);
}

void verify_step_again(struct verify *v)
{
	const struct verify_model *m = v->state.model;

	m->read(m->user, MODEL_RESERVATION, &v->group.reservation);
	verify_change_collect(&v->state, &v->group);
	verify_judge(&v->state, &v->group);
	settle(v);
}
