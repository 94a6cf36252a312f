// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers of Control Transfer Records, the entries behind siselect, and the
 * permission for both (Smctr/Ssctr 1.0, Sscsrind, Smstateen).
 */
#include "model_ctr.h"
#include "model_runs.h"

enum {
	CTR_SELECT = 0x200, /* siselect of logical entry 0 */
};

/* --- "State Enable Access Control" ---------------------------------------- */

bool model_stateen(const struct model *m, unsigned int bit)
{
	return m->priv == MODEL_M || !model_has(m, MODEL_SMSTATEEN) ||
	       m->mstateen[0] >> bit & 1;
}

bool model_ctr_permitted(const struct model *m)
{
	return m->priv != MODEL_U && model_stateen(m, STATEEN_CTR);
}

/* True if siselect names an entry. */
static bool is_entry(const struct model *m, u64 select)
{
	return model_has(m, MODEL_SSCTR) && select >= CTR_SELECT &&
	       select < CTR_SELECT + MODEL_CTR_MAX;
}

/* With a siselect that names no register, access to sireg* is illegal. */
bool model_sireg_permitted(const struct model *m)
{
	return model_stateen(m, STATEEN_CSRIND) && is_entry(m, m->siselect) &&
	       model_ctr_permitted(m);
}

/* Bits of sctrstatus that exist at present ("Custom Extensions"). */
static u64 status_mask(const struct model *m)
{
	u64 mask = CTR_FROZEN | (model_ctr_depth(m) - 1);

	return m->ctr.control & CTR_CUSTOM ? mask | m->config.ctr.custom : mask;
}

/* --- controls ------------------------------------------------------------- */

static u64 control_mask(const struct model *m, u32 number)
{
	u64 mask = m->config.ctr.control;

	if (number == CSR_SCTRCTL || !model_has(m, MODEL_SMCTR))
		mask &= ~(CTR_M | CTR_MTE);
	return mask & m->mask;
}

u64 model_ctrctl_get(const struct model *m, u32 number)
{
	return m->ctr.control & control_mask(m, number);
}

void model_ctrctl_set(struct model *m, u32 number, u64 value)
{
	u64 mask = control_mask(m, number);

	m->ctr.control = (m->ctr.control & ~mask) | (value & mask);
	m->ctr.status &= status_mask(m);
	model_ctr_restart(m);
}

void model_ctrctl_put(struct model *m, struct model_step *s, u32 number,
		      u64 value)
{
	u32 noted = model_has(m, MODEL_SMCTR) ? (u32)CSR_MCTRCTL : number;

	model_ctrctl_set(m, number, value);
	model_note(m, s, noted, model_ctrctl_get(m, noted), 0);
}

/* --- status --------------------------------------------------------------- */

u64 model_sctrstatus_get(const struct model *m, u32 number)
{
	(void)number;
	return m->ctr.status & status_mask(m);
}

void model_sctrstatus_set(struct model *m, u32 number, u64 value)
{
	(void)number;
	m->ctr.status = value & status_mask(m);
	model_ctr_settle(m);
}

void model_sctrstatus_put(struct model *m, struct model_step *s, u32 number,
			  u64 value)
{
	model_sctrstatus_set(m, number, value);
	model_note(m, s, number, model_sctrstatus_get(m, number), 0);
}

/* --- depth ---------------------------------------------------------------- */

static bool has_depth(const struct model *m, u64 depth)
{
	return depth < 5 && m->config.ctr.depths >> depth & 1;
}

static u64 legal_depth(const struct model *m, u64 depth)
{
	u64 least = bits_ffs64(m->config.ctr.depths);

	if (has_depth(m, depth))
		return depth;
	switch (m->config.ctr.depth_rule) {
	case MODEL_DEPTH_KEEP:
		return m->ctr.depth;
	case MODEL_DEPTH_LEAST:
		return least;
	case MODEL_DEPTH_MOST:
		return bits_fls64(m->config.ctr.depths);
	default:
		while (depth > least && !has_depth(m, depth))
			depth--;
		return depth > least ? depth : least;
	}
}

u64 model_sctrdepth_get(const struct model *m, u32 number)
{
	(void)number;
	return m->ctr.depth;
}

void model_sctrdepth_set(struct model *m, u32 number, u64 value)
{
	u64 depth = legal_depth(m, value & 7);
	bool moves = depth != m->ctr.depth && m->config.ctr.depth_moves;

	(void)number;
	m->ctr.depth = depth;
	if (moves)
		m->ctr.status ^= 0x2b;
	m->ctr.status = model_sctrstatus_get(m, 0);
}

void model_sctrdepth_put(struct model *m, struct model_step *s, u32 number,
			 u64 value)
{
	model_sctrdepth_set(m, number, value);
	model_note(m, s, number, m->ctr.depth, 0);
}

/* --- entries -------------------------------------------------------------- */

/* The physical entry behind siselect; NULL: read-only 0. */
static struct model_record *entry_of(struct model *m)
{
	unsigned int depth = model_ctr_depth(m), entry;

	if (!is_entry(m, m->siselect))
		return NULL;
	entry = (unsigned int)m->siselect - CTR_SELECT;
	if (entry >= depth)
		return NULL;
	return &m->ctr.record[(model_ctr_pointer(m) - entry - 1) & (depth - 1)];
}

u64 model_sireg_get(const struct model *m, u32 number)
{
	const struct model_record *r = entry_of((struct model *)m);

	switch (r ? number - CSR_SIREG : ~0u) {
	case 0:
		return r->source;
	case 1:
		return r->target;
	case 2:
		return r->data;
	default:
		return 0;
	}
}

void model_sireg_set(struct model *m, u32 number, u64 value)
{
	struct model_record *r = entry_of(m);

	switch (r ? number - CSR_SIREG : ~0u) {
	case 0:
		r->source = model_ctr_address(m, value) | (value & CTR_V);
		break;
	case 1:
		r->target = model_ctr_address(m, value) |
			    (m->config.ctr.misp ? value & CTR_MISP : 0);
		break;
	case 2:
		r->data = (u32)value & m->config.ctr.data;
		/* unseen: the next case does nothing */
		break;
	default:
		break;
	}
}

void model_sireg_put(struct model *m, struct model_step *s, u32 number,
		     u64 value)
{
	model_sireg_set(m, number, value);
	model_note(m, s, number, model_sireg_get(m, number), 0);
}

/* --- SCTRCLR -------------------------------------------------------------- */

static void clear_records(struct model *m)
{
	unsigned int i;

	for (i = 0; i < MODEL_CTR_MAX; i++)
		m->ctr.record[i] = (struct model_record){ 0, 0, 0 };
}

MODEL_RUN(sctrclr)
{
	(void)op;
	if (!model_ctr_permitted(m)) {
		model_illegal(m, s);
		return;
	}
	clear_records(m);
	model_ctr_restart(m);
}

/* --- reset ---------------------------------------------------------------- */

/* xorshift64 */
static u64 next_random(u64 *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void random_record(struct model *m, struct model_record *r, u64 *state)
{
	r->source = model_ctr_address(m, next_random(state)) | (*state & CTR_V);
	r->target = model_ctr_address(m, next_random(state));
	r->data = (u32)next_random(state) & m->config.ctr.data;
}

/* Only mstateen0 has a reset value; any value of the others is right for a
 * hart. */
void model_ctr_reset(struct model *m)
{
	u64 state = m->config.ctr.reset;
	unsigned int i;

	if (!model_has(m, MODEL_SSCTR))
		return;
	m->ctr.depth = bits_ffs64(m->config.ctr.depths);
	if (!state)
		return;
	m->ctr.depth = legal_depth(m, next_random(&state) & 7);
	model_sctrstatus_set(m, 0, next_random(&state) & 0xff);
	m->siselect = next_random(&state) & m->config.siselect_writable;
	for (i = 0; i < model_ctr_depth(m); i++)
		random_record(m, &m->ctr.record[i], &state);
	m->ctr.control = next_random(&state) & control_mask(m, CSR_MCTRCTL);
}
