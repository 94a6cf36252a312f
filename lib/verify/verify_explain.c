// SPDX-License-Identifier: BSD-2-Clause
/*
 * Explanations of a divergence. Some explanations are tried: the model goes
 * back and takes an interrupt that was due, or continues alone for some
 * instructions, or memory gets the loaded value. If the group then has no
 * findings, the explanation is the only finding. Other explanations follow from
 * the registers and parts in the findings.
 */
#include <verify/memory.h>
#include "verify_internal.h"

/* Most steps that may be missing in the trace */
#define TRIAL_STEPS 16
/* After this many divergences trials take too long */
#define TRIALS_MAX 4096

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

static bool note_write(struct verify *v, struct trial *t,
		       const struct model_write *write)
{
	const struct verify_model *m = v->model;
	u64 value;

	t->write[t->writes].reg = write->reg;
	t->write[t->writes++].before = v->shadow.reg[write->reg];
	if (write->reg != TANDEM_GPR(0) && m->read(m->user, write->reg, &value))
		v->shadow.reg[write->reg] = value;
	return !(write->flags & MODEL_UNMODELLED);
}

/* @return false: the trace does not tell what the hart did in this step */
static bool trial_step(struct verify *v, struct trial *t, u8 interrupt)
{
	static const struct tandem_group nothing;
	const struct tandem_group *group = v->group;
	const struct model_input in = { .interrupt = interrupt };
	const struct verify_model *m = v->model;
	bool known;
	u32 i;

	v->group = &nothing;
	v->blind = false;
	known = m->step(m->user, &in, &v->step) && !v->blind;
	v->group = group;
	for (i = 0; i < v->step.writes; i++)
		known &= note_write(v, t, &v->step.write[i]);
	v->pc = v->step.did->next_pc;
	v->priv = v->step.did->priv;
	if (v->step.did->kind == MODEL_RETIRED)
		verify_count_advance(&v->count, 1);
	return known && !v->step.did->illegal;
}

static void trial_begin(struct verify *v, struct trial *t)
{
	verify_resync_undo(v);
	verify_memory_trial(v->model->memory, true);
	v->trying = true;
	*t = (struct trial){
		.pc = v->pc,
		.reservation = v->reservation,
		.count = v->count,
		.priv = v->priv,
	};
}

static void trial_end(struct verify *v)
{
	v->trying = false;
	verify_memory_trial(v->model->memory, false);
}

static void trial_back(struct verify *v, const struct trial *t)
{
	const struct verify_model *m = v->model;
	u32 i = t->writes;

	while (i-- > 0) {
		v->shadow.reg[t->write[i].reg] = t->write[i].before;
		m->write(m->user, t->write[i].reg, t->write[i].before);
	}
	verify_memory_back(m->memory, 0);
	v->pc = t->pc;
	v->priv = t->priv;
	v->reservation = t->reservation;
	v->count = t->count;
	m->write(m->user, MODEL_PC, t->pc);
	m->write(m->user, MODEL_PRIV, t->priv);
	m->write(m->user, MODEL_RESERVATION, t->reservation);
}

/* True if the group fits now; then its step was made. */
static bool fits(struct verify *v)
{
	const struct verify_model *m = v->model;
	u32 undos = m->memory->undos;

	m->read(m->user, MODEL_RESERVATION, &v->reservation);
	verify_attempt(v);
	if (!v->findings.num && !v->blind)
		return true;
	verify_resync_undo(v);
	verify_memory_back(m->memory, undos);
	return false;
}

/* A written value ends an earlier doubt. */
static void trial_keep(struct verify *v, const struct trial *t)
{
	const struct verify_memory *memory = v->model->memory;
	u32 i;

	for (i = 0; i < t->writes; i++)
		verify_suspects_forget(&v->suspects, t->write[i].reg);
	for (i = 0; i < memory->undos; i++)
		verify_resync_overwritten(v, memory->undo[i].paddr,
					  memory->undo[i].bytes);
}

/* @param due an interrupt to take first, or MODEL_INTERRUPT_NONE */
static bool missing(struct verify *v, u8 due)
{
	struct trial t;
	u8 interrupt = due, steps = 0;

	trial_begin(v, &t);
	while (steps < TRIAL_STEPS && trial_step(v, &t, interrupt)) {
		steps++;
		interrupt = MODEL_INTERRUPT_NONE;
		if (!fits(v))
			continue;
		trial_keep(v, &t);
		trial_end(v);
		if (steps == 1 && due != MODEL_INTERRUPT_NONE)
			verify_finding_add(v, VERIFY_FOUND_LOST, due, v->pc);
		else
			verify_finding_add(v, VERIFY_FOUND_DROPPED, t.pc, v->pc)
				->detail = steps;
		return true;
	}
	trial_back(v, &t);
	trial_end(v);
	verify_attempt(v);
	return false;
}

/* --- memory --------------------------------------------------------------- */

/* The value of a load, by the group: from the response, or else in rd. */
static bool loaded_value(const struct verify *v, u64 *value)
{
	const struct tandem_group *g = v->group;
	const struct model_step *did = v->step.did;
	const struct verify_change *rd;
	u32 i;

	for (i = 1; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		if (e->op != TANDEM_MEMRSP || !e->data || e->result ||
		    e->bits != did->access_bytes * 8 ||
		    g->element[i - 1].address != did->paddr)
			continue;
		*value = e->value;
		return true;
	}
	rd = v->step.writes ?
		     verify_change_find(&v->shadow, v->step.write[0].reg) :
		     NULL;
	*value = rd ? rd->trace : 0;
	return rd;
}

/* Keep the finding of the response, which is judged last; else the
 * register's. */
static void keep_last(struct verify *v,
		      const struct verify_group_findings *found)
{
	v->findings.finding[0] = found->finding[found->num - 1];
	v->findings.num = 1;
	v->findings.of_memory = true;
}

/* Memory may have been right, and the trace's data of the load wrong. */
static void doubt_memory(struct verify *v,
			 const struct verify_group_findings *found, u64 paddr,
			 u64 old)
{
	struct verify_memory_doubt *doubt = &v->doubt;
	u32 i;

	*doubt = (struct verify_memory_doubt){
		.is = true,
		.bytes = v->step.did->access_bytes,
		.paddr = paddr,
		.memory = old,
	};
	for (i = 0; i < found->num; i++) {
		if (!found->finding[i].reg)
			continue;
		doubt->reg = found->finding[i].reg;
		doubt->value = found->finding[i].expected;
	}
}

void verify_explain_suspect(struct verify *v)
{
	const struct verify_memory_doubt *doubt = &v->doubt;

	verify_resync_suspect_memory(v, doubt->paddr, doubt->bytes,
				     doubt->memory);
	if (doubt->reg)
		verify_resync_suspect_register(v, doubt->reg, doubt->value);
	v->doubt.is = false;
}

/* Memory may have had the loaded value; later loads then give it, too. */
static bool other_memory(struct verify *v)
{
	const struct verify_model *m = v->model;
	const struct model_step *did = v->step.did;
	struct verify_group_findings found;
	u64 paddr = did->paddr, old, value;
	unsigned int bytes = did->access_bytes;

	if (did->kind != MODEL_RETIRED || did->split || !bytes ||
	    did->access != MODEL_LOAD || !loaded_value(v, &value) ||
	    !m->read_memory(m->user, paddr, bytes, &old))
		return false;
	value &= verify_bytes_mask(bytes);
	if (value == old)
		return false;
	found = v->findings;
	verify_resync_undo(v);
	m->write_memory(m->user, paddr, bytes, value);
	verify_attempt(v);
	if (!v->findings.num) {
		keep_last(v, &found);
		doubt_memory(v, &found, paddr, old);
		return true;
	}
	verify_resync_undo(v);
	m->write_memory(m->user, paddr, bytes, old);
	verify_attempt(v);
	return false;
}

/* --- choice of the explanation -------------------------------------------- */

bool verify_explain_try(struct verify *v)
{
	const u32 values = KIND(GPR) | KIND(FPR) | KIND(MEMRSP);
	const u32 elsewhere = KIND(INSN) | KIND(PC) | KIND(PRIV) | KIND(CSR) |
			      KIND(INTERRUPT);
	u8 due = v->step.pending;
	u32 kinds = verify_kinds_of(v);

	if (!v->model->memory || v->config.believe ||
	    v->totals.divergences >= TRIALS_MAX)
		return false;
	if (!(kinds & ~values))
		return other_memory(v);
	if (!(kinds & elsewhere))
		return false;
	return (due != MODEL_INTERRUPT_NONE && missing(v, due)) ||
	       missing(v, MODEL_INTERRUPT_NONE);
}
