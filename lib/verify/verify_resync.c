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
static bool stores(const struct verify_group *g)
{
	const struct model_step *did = g->step.did;

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
static void undo_store(const struct verify_state *s,
		       const struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	unsigned int room =
		MODEL_PAGE - (unsigned int)(did->paddr % MODEL_PAGE);
	unsigned int i;

	for (i = 0; i < did->access_bytes; i++)
		put_known(s->model,
			  did->split && i >= room ? did->paddr2 + i - room :
						    did->paddr + i,
			  g->step.before >> 8 * i);
}

void verify_resync_undo(const struct verify_state *s,
			const struct verify_group *g)
{
	const struct verify_model *m = s->model;
	u32 i;

	for (i = 0; i < g->changes; i++) {
		const struct verify_change *change = &g->room->change[i];

		if (change->model != change->before)
			m->write(m->user, change->reg, change->before);
	}
	m->write(m->user, MODEL_PC, s->pc);
	m->write(m->user, MODEL_PRIV, s->priv);
	m->write(m->user, MODEL_RESERVATION, g->reservation);
	if (stores(g))
		undo_store(s, g);
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
static u64 said_bits(const struct verify_state *s, const struct verify_group *g,
		     u16 reg)
{
	const struct tandem_group *trace = g->trace;
	struct verify_view view;
	u64 bits = 0;
	u32 i;

	for (i = 0; i < trace->num; i++) {
		const struct tandem_element *e = &trace->element[i];

		if (e->op < TANDEM_REG || e->op > TANDEM_REGOR)
			continue;
		view = verify_view_of(s, e->reg);
		if (view.reg == reg)
			bits |= e->reg == reg ? ~0ull : view.mask << view.shift;
	}
	return bits;
}

void verify_suspects_settle(struct verify_state *s,
			    const struct verify_group *g, u16 reg, u64 value)
{
	u64 said = said_bits(s, g, reg);
	u32 i = s->suspects.num;

	while (i-- > 0) {
		struct verify_suspect *suspect = &s->suspects.suspect[i];

		if (suspect->element != reg)
			continue;
		suspect->value = (suspect->value & ~said) | (value & said);
		if (suspect->value == value)
			drop(&s->suspects, i);
	}
}

/* A later write ends the doubt on these bytes of a suspect. */
static void settle_bytes(const struct verify_state *s,
			 struct verify_suspect *suspect, u64 paddr,
			 unsigned int bytes)
{
	const struct verify_model *m = s->model;
	unsigned int i;
	u64 now;

	for (i = 0; i < suspect->bytes; i++) {
		if (suspect->paddr + i - paddr >= bytes ||
		    !m->read_memory(m->user, suspect->paddr + i, 1, &now))
			continue;
		suspect->value &= ~(0xffull << 8 * i);
		suspect->value |= now << 8 * i;
	}
}

void verify_resync_overwritten(struct verify_state *s, u64 paddr,
			       unsigned int bytes)
{
	u32 i = s->suspects.num;

	while (i-- > 0) {
		struct verify_suspect *suspect = &s->suspects.suspect[i];

		if (suspect->element != SUSPECT_MEMORY)
			continue;
		if (suspect->paddr >= paddr &&
		    suspect->paddr + suspect->bytes <= paddr + bytes)
			drop(&s->suspects, i);
		else
			settle_bytes(s, suspect, paddr, bytes);
	}
}

static void suspect_add(struct verify_state *s,
			const struct verify_suspect *suspect)
{
	if (s->config->believe)
		return;
	if (s->suspects.num == VERIFY_SUSPECTS_MAX)
		drop(&s->suspects, 0);
	s->suspects.suspect[s->suspects.num++] = *suspect;
}

void verify_resync_suspect_register(struct verify_state *s, u32 element,
				    u64 value)
{
	struct verify_suspect suspect = { .element = element, .value = value };

	verify_suspects_forget(&s->suspects, element);
	suspect_add(s, &suspect);
}

/* Exchange the current value and the suspect's other value. */
static void swap(struct verify_state *s, struct verify_suspect *suspect)
{
	const struct verify_model *m = s->model;
	u64 now = 0;

	if (suspect->element != SUSPECT_MEMORY) {
		now = verify_shadow_read(s, suspect->element);
		verify_shadow_write(s, suspect->element, suspect->value);
	} else if (m->read_memory(m->user, suspect->paddr, suspect->bytes,
				  &now)) {
		m->write_memory(m->user, suspect->paddr, suspect->bytes,
				suspect->value);
	} else {
		now = suspect->value;
	}
	suspect->value = now;
}

static void swap_all(struct verify_state *s, u32 first, u32 end)
{
	while (first < end)
		swap(s, &s->suspects.suspect[first++]);
}

/* Memory of two suspects may overlap: undo the last one first. */
static void swap_back(struct verify_state *s, u32 first, u32 end)
{
	while (end-- > first)
		swap(s, &s->suspects.suspect[end]);
}

/* True if the group fits with the other values of these suspects. */
static bool fits(struct verify_state *s, struct verify_group *g, u32 first,
		 u32 end)
{
	verify_resync_undo(s, g);
	swap_all(s, first, end);
	if (verify_attempt(s, g)) {
		while (end-- > first)
			drop(&s->suspects, end);
		return true;
	}
	verify_resync_undo(s, g);
	swap_back(s, first, end);
	verify_attempt(s, g);
	return false;
}

bool verify_resync_adopt(struct verify_state *s, struct verify_group *g)
{
	u32 i = s->suspects.num;

	if (fits(s, g, 0, s->suspects.num))
		return true;
	if (i < 2)
		return false;
	while (i-- > 0) {
		if (fits(s, g, i, i + 1))
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

static struct store trace_store(const struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;
	const struct model_step *did = g->step.did;
	u32 sdata = trace->states & VERIFY_SDATA_STATES, i;
	struct store store = { did->paddr, did->data };

	if (tandem_group_has_state(trace, TANDEM_PADDR))
		store.paddr = trace->state[TANDEM_PADDR];
	else if (tandem_group_has_state(trace, TANDEM_EADDR))
		store.paddr += trace->state[TANDEM_EADDR] - did->vaddr;
	if (sdata && !(sdata & (sdata - 1)))
		store.data = trace->state[bits_ffs64(sdata)];
	for (i = 0; i < trace->num; i++) {
		const struct tandem_element *e = &trace->element[i];

		if (e->op == TANDEM_MEMREQ && e->data && e->id == did->access &&
		    e->bits == did->access_bytes * 8)
			store = (struct store){ e->address, e->value };
	}
	store.data &= verify_bytes_mask(did->access_bytes);
	return store;
}

void verify_resync_suspect_memory(struct verify_state *s, u64 paddr,
				  unsigned int bytes, u64 value)
{
	struct verify_suspect suspect = {
		.element = SUSPECT_MEMORY,
		.bytes = (u8)bytes,
		.paddr = paddr,
		.value = value,
	};

	suspect_add(s, &suspect);
}

static void suspect_memory(struct verify_state *s, const struct verify_group *g,
			   u64 paddr, u64 value)
{
	verify_resync_suspect_memory(s, paddr, g->step.did->access_bytes,
				     value);
}

/* Memory gets the trace's data, as far as the trace has them. */
static void resync_store(struct verify_state *s, const struct verify_group *g)
{
	const struct verify_model *m = s->model;
	const struct model_step *did = g->step.did;
	u64 data = did->data & verify_bytes_mask(did->access_bytes), old;
	struct store store;

	if (!stores(g) || did->split ||
	    (did->access != MODEL_STORE && did->access != MODEL_SC))
		return;
	store = trace_store(g);
	if (store.paddr == did->paddr && store.data == data)
		return;
	if (!m->read_memory(m->user, did->paddr, did->access_bytes, &old))
		return;
	undo_store(s, g);
	/* an unknown place must not become known by this */
	if (m->read_memory(m->user, store.paddr, did->access_bytes, &old)) {
		m->write_memory(m->user, store.paddr, did->access_bytes,
				store.data);
		if (store.paddr != did->paddr)
			suspect_memory(s, g, store.paddr, old);
	}
	suspect_memory(s, g, did->paddr, data);
}

/* --- effects after a step ------------------------------------------------- */

static void commit_change(struct verify_state *s, const struct verify_group *g,
			  const struct verify_change *change)
{
	const struct verify_model *m = s->model;
	u64 kept = change->absent, value, stored;

	if (!(change->flags & CHANGE_TRACE))
		kept |= verify_outside(s, g, change->reg);
	value = (change->trace & ~kept) | (change->model & kept);
	if (value != change->model) {
		m->write(m->user, change->reg, value);
		/* the trace may have bits that no hart has: the model drops
		 * them */
		if (m->read(m->user, change->reg, &stored))
			value = stored;
	}
	if (change->reg != TANDEM_GPR(0))
		s->reg[change->reg] = value;
	/* a register that the trace lacks has kept its value, which stays in
	 * doubt */
	if ((change->flags & CHANGE_TRACE) && s->suspects.num)
		verify_suspects_settle(s, g, change->reg, value);
}

/*
 * After a step without a jump, the other pc keeps its distance to the trace's.
 * This matters in unknown memory, where any pc fits for a while.
 */
static void advance_pc(struct verify_state *s, const struct verify_group *g,
		       u64 pc)
{
	u32 i;

	if (pc != ((s->pc + g->step.did->bytes) & s->xmask))
		verify_suspects_forget(&s->suspects, MODEL_PC);
	for (i = 0; i < s->suspects.num; i++) {
		struct verify_suspect *suspect = &s->suspects.suspect[i];

		if (suspect->element == MODEL_PC)
			suspect->value = (suspect->value + pc - s->pc) &
					 s->xmask;
	}
}

static void commit_place(struct verify_state *s, const struct verify_group *g)
{
	const struct verify_model *m = s->model;
	const struct model_step *did = g->step.did;
	u64 pc = g->pc;
	u8 priv = g->priv;

	if (priv != did->priv)
		m->write(m->user, MODEL_PRIV, priv);
	if (pc != did->next_pc)
		m->write(m->user, MODEL_PC, pc);
	if (priv != s->priv)
		verify_suspects_forget(&s->suspects, MODEL_PRIV);
	if (s->suspects.num)
		advance_pc(s, g, pc);
	s->pc = pc;
	s->priv = priv;
}

void verify_resync_commit(struct verify_state *s, const struct verify_group *g)
{
	u32 i;

	for (i = 0; i < g->changes; i++)
		commit_change(s, g, &g->room->change[i]);
	commit_place(s, g);
	if (s->suspects.num && stores(g))
		verify_resync_overwritten(s, g->step.did->paddr,
					  g->step.did->access_bytes);
}

/*
 * If the trace has a wrong cause, the model has it too, because the trace is
 * its input; or the model has no interrupt, if that bit is wrong. The right
 * cause is the one that was due.
 */
static void suspect_cause(struct verify_state *s, const struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	u16 reg = g->priv == MODEL_S ? CSR_SCAUSE : CSR_MCAUSE;
	const struct verify_change *change = verify_change_find(g, reg);
	u8 due = g->step.pending;

	if (did->kind == MODEL_INTERRUPT)
		due = did->illegal ? did->due : MODEL_INTERRUPT_NONE;
	if (due != MODEL_INTERRUPT_NONE && change &&
	    change->flags & CHANGE_TRACE)
		verify_resync_suspect_register(
			s, reg, (s->xmask ^ s->xmask >> 1) | due);
}

void verify_resync_suspect(struct verify_state *s, const struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	u32 i;

	for (i = 0; i < g->changes; i++) {
		const struct verify_change *change = &g->room->change[i];

		if (verify_judge_differs(g, change))
			verify_resync_suspect_register(s, change->reg,
						       change->model);
	}
	if (s->pc != did->next_pc)
		verify_resync_suspect_register(s, MODEL_PC, did->next_pc);
	if (s->priv != did->priv)
		verify_resync_suspect_register(s, MODEL_PRIV, did->priv);
	suspect_cause(s, g);
	resync_store(s, g);
}
