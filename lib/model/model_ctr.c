// SPDX-License-Identifier: BSD-2-Clause
/*
 * Records of control transfers (Smctr/Ssctr 1.0, chapter "Behavior").
 */
#include "model_ctr.h"
#include "model_runs.h"

enum {
	LCOFI = MIP_LCOFIP_LSB,
	CCM_BITS = 12,
	CCM_LSB = 16,
	CCE_LSB = 28,
};

static bool is_on(const struct model *m, u8 priv)
{
	switch (priv) {
	case MODEL_U:
		return m->ctr.control & CTR_U;
	case MODEL_S:
		return m->ctr.control & CTR_S;
	default:
		return m->ctr.control & CTR_M;
	}
}

/* --- "Cycle Counting" ----------------------------------------------------- */

void model_ctr_settle(struct model *m)
{
	struct model_ctr *ctr = &m->ctr;

	if (ctr->active)
		ctr->cycles += ctr->clock - ctr->since;
	ctr->since = ctr->clock;
	ctr->active = is_on(m, m->priv) && !(ctr->status & CTR_FROZEN);
}

void model_ctr_restart(struct model *m)
{
	m->ctr.valid = false;
}

/* Largest CCE that fits in the implemented bits, which start at the lowest. */
static unsigned int exponent_most(const struct model *m)
{
	return m->config.ctr.data >> CCE_LSB;
}

/* CCM and CCE; all implemented bits are 1 if the counter is above their
 * range. */
static u32 count_code(const struct model *m, u64 cycles)
{
	unsigned int exponent = 0;
	u64 mantissa = cycles;

	if (cycles >> CCM_BITS) {
		exponent = bits_fls64(cycles) - (CCM_BITS - 1);
		mantissa = cycles >> (exponent - 1);
	}
	if (exponent > exponent_most(m)) {
		exponent = exponent_most(m);
		mantissa = ~0ULL;
	}
	mantissa &= bits_low64(CCM_BITS);
	return exponent << CCE_LSB | (u32)mantissa << CCM_LSB;
}

/* With emulation of a return-address stack records have no count ("RAS
 * Emulation Mode" permits this). */
static u32 count_take(struct model *m)
{
	bool valid = m->ctr.valid && !(m->ctr.control & CTR_RASEMU);
	u64 cycles;

	model_ctr_settle(m);
	cycles = m->ctr.cycles;
	m->ctr.cycles = 0;
	m->ctr.valid = true;
	return valid ? count_code(m, cycles) | (u32)CTR_CCV : 0;
}

/* --- records -------------------------------------------------------------- */

u64 model_ctr_address(const struct model *m, u64 address)
{
	unsigned int above = 64u - m->config.ctr.pc_bits;
	u64 extended = (u64)((s64)(address << above) >> above);

	return extended & m->mask & ~1ULL;
}

static void pointer_move(struct model *m, unsigned int by)
{
	u64 pointer = (model_ctr_pointer(m) + by) & (model_ctr_depth(m) - 1);

	m->ctr.status = (m->ctr.status & ~CTR_WRPTR) | pointer;
}

static void record(struct model *m, unsigned int type, u64 source, u64 target,
		   bool misp)
{
	struct model_record *r = &m->ctr.record[model_ctr_pointer(m)];

	r->source = model_ctr_address(m, source) | CTR_V;
	r->target = model_ctr_address(m, target) | misp;
	r->data = (type | count_take(m)) & m->config.ctr.data;
	pointer_move(m, 1);
}

/* --- "RAS (Return Address Stack) Emulation Mode" -------------------------- */

static void emulate_stack(struct model *m, unsigned int type, u64 source,
			  u64 target, bool misp)
{
	switch (type) {
	case CTR_SWAP:
		pointer_move(m, model_ctr_depth(m) - 1);
		record(m, type, source, target, misp);
		break;
	case CTR_CALL_INDIRECT:
	case CTR_CALL_DIRECT:
		record(m, type, source, target, misp);
		break;
	case CTR_RETURN:
		pointer_move(m, model_ctr_depth(m) - 1);
		m->ctr.record[model_ctr_pointer(m)].source &= ~CTR_V;
		/* unseen: the next case does nothing */
		break;
	default:
		break;
	}
}

/* --- "Transfer Type Filtering" -------------------------------------------- */

static bool is_filtered(const struct model *m, unsigned int type)
{
	static const u64 inhibits[] = {
		[CTR_EXCEPTION] = CTR_EXCINH,
		[CTR_INTERRUPT] = CTR_INTRINH,
		[CTR_TRAP_RETURN] = CTR_TRETINH,
		[CTR_BRANCH_TAKEN] = CTR_TKBRINH,
		[CTR_CALL_INDIRECT] = CTR_INDCALLINH,
		[CTR_CALL_DIRECT] = CTR_DIRCALLINH,
		[CTR_JUMP_INDIRECT] = CTR_INDJMPINH,
		[CTR_JUMP_DIRECT] = CTR_DIRJMPINH,
		[CTR_SWAP] = CTR_CORSWAPINH,
		[CTR_RETURN] = CTR_RETINH,
		[CTR_LINK_INDIRECT] = CTR_INDLJMPINH,
		[CTR_LINK_DIRECT] = CTR_DIRLJMPINH,
	};

	if (type == CTR_BRANCH_NOT_TAKEN)
		return !(m->ctr.control & CTR_NTBREN);
	return m->ctr.control & inhibits[type];
}

/* --- instructions --------------------------------------------------------- */

/*
 * The hart's predictor expects branches to go backward, and an indirect jump to
 * have the target of the last one.
 */
static bool mispredicted(struct model *m, const struct model_op *op,
			 unsigned int type, u64 target)
{
	bool wrong = false;

	if (type == CTR_BRANCH_TAKEN || type == CTR_BRANCH_NOT_TAKEN) {
		wrong = (op->imm < 0) != (type == CTR_BRANCH_TAKEN);
	} else if (op->recorded == RUN_jalr) {
		wrong = target != m->ctr.predicted;
		m->ctr.predicted = target;
	}
	return wrong && m->config.ctr.misp;
}

void model_ctr_transfer(struct model *m, const struct model_op *op,
			unsigned int type, u64 source, u64 target)
{
	bool misp = mispredicted(m, op, type, target);

	if (m->ctr.status & CTR_FROZEN || !is_on(m, m->priv))
		return;
	if (m->ctr.control & CTR_RASEMU)
		emulate_stack(m, type, source, target, misp);
	else if (!is_filtered(m, type))
		record(m, type, source, target, misp);
}

/* Record only if the source's mode is on; the target is 0 unless its mode is
 * on. */
void model_ctr_return(struct model *m, u8 from, u64 source, u64 target)
{
	u64 quiet = CTR_RASEMU | CTR_TRETINH;

	if (is_on(m, from) && !(m->ctr.status & CTR_FROZEN) &&
	    !(m->ctr.control & quiet))
		record(m, CTR_TRAP_RETURN, source,
		       is_on(m, m->priv) ? target : 0, false);
	model_ctr_settle(m);
}

/* --- traps ---------------------------------------------------------------- */

/* "External Traps": the target's mode is not on, but it and the modes between
 * permit such records. */
static bool is_external(const struct model *m, u8 from)
{
	u64 needed = m->priv == MODEL_M ? CTR_MTE : CTR_STE;

	if (from == MODEL_U)
		needed |= CTR_STE;
	return (m->ctr.control & needed) == needed;
}

/* "Freeze": the trap that freezes has no record. */
static bool freezes(const struct model *m, unsigned int cause, bool interrupt)
{
	if (interrupt)
		return cause == LCOFI && m->ctr.control & CTR_LCOFIFRZ;
	return cause == CAUSE_BREAKPOINT && m->ctr.control & CTR_BPFRZ;
}

void model_ctr_trap(struct model *m, const struct model_step *s, u8 from,
		    bool interrupt)
{
	unsigned int type = interrupt ? CTR_INTERRUPT : CTR_EXCEPTION;
	bool source = is_on(m, from), target = is_on(m, m->priv);
	bool wanted = target ? !is_filtered(m, type) :
			       source && is_external(m, from);

	if (freezes(m, s->cause, interrupt))
		m->ctr.status |= CTR_FROZEN;
	if (wanted && !(m->ctr.status & CTR_FROZEN) &&
	    !(m->ctr.control & CTR_RASEMU))
		record(m, type, source ? m->pc : 0, target ? s->next_pc : 0,
		       false);
	model_ctr_settle(m);
}
