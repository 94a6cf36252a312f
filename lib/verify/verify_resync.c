// SPDX-License-Identifier: BSD-2-Clause
/*
 * After a step: changes take effect on both sides, the trace being right
 * (section 3.1, step 5).
 *
 * If the hart is wrong, the trace continues from the hart's state. If only the
 * trace is wrong, the hart continues from the model's state, and a believed
 * trace would cause more findings at each use of the value. So the model's
 * value is kept as a suspect. If a later group fits with the suspect and not
 * without it, the trace was wrong: the model's value is adopted.
 */
#include "verify_internal.h"

/* True if the step has stored. */
static bool stores(const struct verify *v)
{
	const struct model_step *did = v->step.did;

	return did->access_bytes && did->kind == MODEL_RETIRED &&
	       !did->sc_failed && did->access != MODEL_LOAD &&
	       did->access != MODEL_LR && did->access <= MODEL_AMO_MAXU;
}

/* A device took the data, so they are lost; the device does not become
 * memory. */
static void put_known(const struct verify_model *m, u64 paddr, u64 byte)
{
	u64 now;

	if (m->read_memory(m->user, paddr, 1, &now))
		m->write_memory(m->user, paddr, 1, byte & 0xff);
}

/* Restore the old bytes in memory, perhaps on two pages. */
static void undo_store(const struct verify *v)
{
	const struct model_step *did = v->step.did;
	unsigned int room =
		MODEL_PAGE - (unsigned int)(did->paddr % MODEL_PAGE);
	unsigned int i;

	for (i = 0; i < did->access_bytes; i++)
		put_known(v->model,
			  did->split && i >= room ? did->paddr2 + i - room :
						    did->paddr + i,
			  v->step.before >> 8 * i);
}

void verify_resync_undo(struct verify *v)
{
	const struct verify_model *m = v->model;
	u32 i;

	for (i = 0; i < v->shadow.changes; i++) {
		const struct verify_change *change = &v->shadow.change[i];

		if (change->model != change->before)
			m->write(m->user, change->reg, change->before);
	}
	m->write(m->user, MODEL_PC, v->pc);
	m->write(m->user, MODEL_PRIV, v->priv);
	m->write(m->user, MODEL_RESERVATION, v->reservation);
	if (stores(v))
		undo_store(v);
}

/* --- suspects ------------------------------------------------------------- */

static void drop(struct verify_suspects *suspects, u32 i)
{
	suspects->suspect[i] = suspects->suspect[--suspects->num];
}

void verify_suspects_forget(struct verify_suspects *suspects, u32 element)
{
	u32 i = suspects->num;

	while (i-- > 0) {
		if (suspects->suspect[i].element == element)
			drop(suspects, i);
	}
}

/* Bits of a register that the group has; views such as sstatus lack some
 * bits. */
static u64 said_bits(const struct verify *v, u16 reg)
{
	const struct tandem_group *g = v->group;
	struct verify_view view;
	u64 bits = 0;
	u32 i;

	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		if (e->op < TANDEM_REG || e->op > TANDEM_REGOR)
			continue;
		view = verify_view_of(v, e->reg);
		if (view.reg == reg)
			bits |= e->reg == reg ? ~0ull : view.mask << view.shift;
	}
	return bits;
}

void verify_suspects_settle(struct verify *v, u16 reg, u64 value)
{
	u32 i = v->suspects.num;
	u64 said;

	if (!i)
		return;
	said = said_bits(v, reg);
	while (i-- > 0) {
		struct verify_suspect *s = &v->suspects.suspect[i];

		if (s->element != reg)
			continue;
		s->value = (s->value & ~said) | (value & said);
		if (s->value == value)
			drop(&v->suspects, i);
	}
}

/* A later write ends the doubt on these bytes of a suspect. */
static void settle_bytes(struct verify *v, struct verify_suspect *s, u64 paddr,
			 unsigned int bytes)
{
	const struct verify_model *m = v->model;
	unsigned int i;
	u64 now;

	for (i = 0; i < s->bytes; i++) {
		if (s->paddr + i - paddr >= bytes ||
		    !m->read_memory(m->user, s->paddr + i, 1, &now))
			continue;
		s->value &= ~(0xffull << 8 * i);
		s->value |= now << 8 * i;
	}
}

void verify_resync_overwritten(struct verify *v, u64 paddr, unsigned int bytes)
{
	u32 i = v->suspects.num;

	while (i-- > 0) {
		struct verify_suspect *s = &v->suspects.suspect[i];

		if (s->element != SUSPECT_MEMORY)
			continue;
		if (s->paddr >= paddr && s->paddr + s->bytes <= paddr + bytes)
			drop(&v->suspects, i);
		else
			settle_bytes(v, s, paddr, bytes);
	}
}

static void suspect_add(struct verify *v, const struct verify_suspect *suspect)
{
	if (v->config.believe)
		return;
	if (v->suspects.num == VERIFY_SUSPECTS_MAX)
		drop(&v->suspects, 0);
	v->suspects.suspect[v->suspects.num++] = *suspect;
}

void verify_resync_suspect_register(struct verify *v, u32 element, u64 value)
{
	struct verify_suspect suspect = { .element = element, .value = value };

	verify_suspects_forget(&v->suspects, element);
	suspect_add(v, &suspect);
}

/* Exchange the current value and the suspect's other value. */
static void swap(struct verify *v, struct verify_suspect *s)
{
	const struct verify_model *m = v->model;
	u64 now = 0;

	if (s->element != SUSPECT_MEMORY) {
		now = verify_shadow_read(v, s->element);
		verify_shadow_write(v, s->element, s->value);
	} else if (m->read_memory(m->user, s->paddr, s->bytes, &now)) {
		m->write_memory(m->user, s->paddr, s->bytes, s->value);
	} else {
		now = s->value;
	}
	s->value = now;
}

static void swap_all(struct verify *v, u32 first, u32 end)
{
	while (first < end)
		swap(v, &v->suspects.suspect[first++]);
}

/* Memory of two suspects may overlap: undo the last one first. */
static void swap_back(struct verify *v, u32 first, u32 end)
{
	while (end-- > first)
		swap(v, &v->suspects.suspect[end]);
}

/* True if the group fits with the other values of these suspects. */
static bool fits(struct verify *v, u32 first, u32 end)
{
	verify_resync_undo(v);
	swap_all(v, first, end);
	verify_attempt(v);
	if (!v->findings.num) {
		while (end-- > first)
			drop(&v->suspects, end);
		return true;
	}
	verify_resync_undo(v);
	swap_back(v, first, end);
	verify_attempt(v);
	return false;
}

bool verify_resync_adopt(struct verify *v)
{
	u32 i = v->suspects.num;

	if (fits(v, 0, v->suspects.num))
		return true;
	if (i < 2)
		return false;
	while (i-- > 0) {
		if (fits(v, i, i + 1))
			return true;
	}
	return false;
}

/* --- memory --------------------------------------------------------------- */

/* A store by the trace; parts that the trace lacks come from the model. */
struct store {
	u64 paddr;
	u64 data;
};

static struct store trace_store(const struct verify *v)
{
	const struct tandem_group *g = v->group;
	const struct model_step *did = v->step.did;
	u32 sdata = g->states & VERIFY_SDATA_STATES, i;
	struct store store = { did->paddr, did->data };

	if (tandem_group_has_state(g, TANDEM_PADDR))
		store.paddr = g->state[TANDEM_PADDR];
	else if (tandem_group_has_state(g, TANDEM_EADDR))
		store.paddr += g->state[TANDEM_EADDR] - did->vaddr;
	if (sdata && !(sdata & (sdata - 1)))
		store.data = g->state[bits_ffs64(sdata)];
	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		if (e->op == TANDEM_MEMREQ && e->data && e->id == did->access &&
		    e->bits == did->access_bytes * 8)
			store = (struct store){ e->address, e->value };
	}
	store.data &= verify_bytes_mask(did->access_bytes);
	return store;
}

void verify_resync_suspect_memory(struct verify *v, u64 paddr,
				  unsigned int bytes, u64 value)
{
	struct verify_suspect suspect = {
		.element = SUSPECT_MEMORY,
		.bytes = (u8)bytes,
		.paddr = paddr,
		.value = value,
	};

	suspect_add(v, &suspect);
}

static void suspect_memory(struct verify *v, u64 paddr, u64 value)
{
	verify_resync_suspect_memory(v, paddr, v->step.did->access_bytes,
				     value);
}

/* Memory gets the trace's data, as far as the trace has them. */
static void resync_store(struct verify *v)
{
	const struct verify_model *m = v->model;
	const struct model_step *did = v->step.did;
	u64 data = did->data & verify_bytes_mask(did->access_bytes), old;
	struct store store;

	if (!stores(v) || did->split ||
	    (did->access != MODEL_STORE && did->access != MODEL_SC))
		return;
	store = trace_store(v);
	if (store.paddr == did->paddr && store.data == data)
		return;
	if (!m->read_memory(m->user, did->paddr, did->access_bytes, &old))
		return;
	undo_store(v);
	/* an unknown place must not become known by this */
	if (m->read_memory(m->user, store.paddr, did->access_bytes, &old)) {
		m->write_memory(m->user, store.paddr, did->access_bytes,
				store.data);
		if (store.paddr != did->paddr)
			suspect_memory(v, store.paddr, old);
	}
	suspect_memory(v, did->paddr, data);
}

/* --- effects after a step ------------------------------------------------- */

static u64 settled(const struct verify *v, const struct verify_change *change)
{
	u64 model = verify_absent(v, change->reg);

	if (!(change->flags & CHANGE_TRACE))
		model |= verify_outside(v, change->reg);
	return (change->trace & ~model) | (change->model & model);
}

static void commit_change(struct verify *v, const struct verify_change *change)
{
	const struct verify_model *m = v->model;
	u64 value = settled(v, change), stored;

	if (value != change->model) {
		m->write(m->user, change->reg, value);
		/* the trace may have bits that no hart has: the model drops
		 * them */
		if (m->read(m->user, change->reg, &stored))
			value = stored;
	}
	if (change->reg != TANDEM_GPR(0))
		v->shadow.reg[change->reg] = value;
	/* a register that the trace lacks has kept its value, which stays in
	 * doubt */
	if (change->flags & CHANGE_TRACE)
		verify_suspects_settle(v, change->reg, value);
}

/*
 * After a step without a jump, the other pc keeps its distance to the trace's.
 * This matters in unknown memory, where any pc fits for a while.
 */
static void advance_pc(struct verify *v, u64 pc)
{
	u32 i;

	if (pc != ((v->pc + v->step.did->bytes) & v->xmask))
		verify_suspects_forget(&v->suspects, MODEL_PC);
	for (i = 0; i < v->suspects.num; i++) {
		struct verify_suspect *s = &v->suspects.suspect[i];

		if (s->element == MODEL_PC)
			s->value = (s->value + pc - v->pc) & v->xmask;
	}
}

static void commit_place(struct verify *v)
{
	const struct verify_model *m = v->model;
	const struct model_step *did = v->step.did;
	u64 pc = verify_trace_pc(v);
	u8 priv = verify_trace_priv(v);

	if (priv != did->priv)
		m->write(m->user, MODEL_PRIV, priv);
	if (pc != did->next_pc)
		m->write(m->user, MODEL_PC, pc);
	if (priv != v->priv)
		verify_suspects_forget(&v->suspects, MODEL_PRIV);
	advance_pc(v, pc);
	v->pc = pc;
	v->priv = priv;
}

void verify_resync_commit(struct verify *v)
{
	u32 i;

	for (i = 0; i < v->shadow.changes; i++)
		commit_change(v, &v->shadow.change[i]);
	commit_place(v);
	if (v->suspects.num && stores(v))
		verify_resync_overwritten(v, v->step.did->paddr,
					  v->step.did->access_bytes);
}

/*
 * If the trace has a wrong cause, the model has it too, because the trace is
 * its input; or the model has no interrupt, if that bit is wrong. The right
 * cause is the one that was due.
 */
static void suspect_cause(struct verify *v)
{
	const struct model_step *did = v->step.did;
	bool to_s = verify_trace_priv(v) == MODEL_S;
	u16 reg = to_s ? CSR_SCAUSE : CSR_MCAUSE;
	const struct verify_change *change =
		verify_change_find(&v->shadow, reg);
	u8 due = v->step.pending;

	if (did->kind == MODEL_INTERRUPT)
		due = did->illegal ? did->due : MODEL_INTERRUPT_NONE;
	if (due != MODEL_INTERRUPT_NONE && change &&
	    change->flags & CHANGE_TRACE)
		verify_resync_suspect_register(
			v, reg, (v->xmask ^ v->xmask >> 1) | due);
}

void verify_resync_suspect(struct verify *v)
{
	const struct model_step *did = v->step.did;
	u32 i;

	for (i = 0; i < v->shadow.changes; i++) {
		const struct verify_change *change = &v->shadow.change[i];

		if (verify_judge_differs(v, change))
			verify_resync_suspect_register(v, change->reg,
						       change->model);
	}
	if (v->pc != did->next_pc)
		verify_resync_suspect_register(v, MODEL_PC, did->next_pc);
	if (v->priv != did->priv)
		verify_resync_suspect_register(v, MODEL_PRIV, did->priv);
	suspect_cause(v);
	resync_store(v);
}
