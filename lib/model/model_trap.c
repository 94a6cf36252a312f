// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traps and interrupts (privileged ISA, chapters "Machine-Level ISA" and
 * "Supervisor-Level ISA"): the mode that takes them, and the registers that
 * they write.
 */
#include "model_internal.h"

static bool is_delegated(const struct model *m, u64 delegation,
			 unsigned int cause)
{
	return m->priv != MODEL_M && cause < 64 && delegation >> cause & 1;
}

static u64 vector(u64 tvec, unsigned int cause, bool interrupt)
{
	u64 base = tvec & ~3ULL;

	return interrupt && (tvec & 3) == 1 ? base + 4ULL * cause : base;
}

static u64 status_in_s(const struct model *m)
{
	u64 status = m->mstatus &
		     ~(FIELD_MASK(MSTATUS, SPIE) | FIELD_MASK(MSTATUS, SIE) |
		       FIELD_MASK(MSTATUS, SPP));

	return status |
	       FIELD_SET(MSTATUS, SPIE, FIELD_GET(MSTATUS, SIE, m->mstatus)) |
	       FIELD_SET(MSTATUS, SPP, m->priv != MODEL_U);
}

static u64 status_in_m(const struct model *m)
{
	u64 status = m->mstatus &
		     ~(FIELD_MASK(MSTATUS, MPIE) | FIELD_MASK(MSTATUS, MIE) |
		       FIELD_MASK(MSTATUS, MPP));

	return status |
	       FIELD_SET(MSTATUS, MPIE, FIELD_GET(MSTATUS, MIE, m->mstatus)) |
	       FIELD_SET(MSTATUS, MPP, m->priv);
}

static void enter_s(struct model *m, struct model_step *s, u64 cause)
{
	m->scause = cause;
	m->sepc = m->pc;
	m->stval = s->tval;
	model_mstatus_change(m, s, status_in_s(m));
	model_note(m, s, CSR_SEPC, model_epc_get(m, CSR_SEPC), MODEL_IMPLICIT);
	model_note(m, s, CSR_SCAUSE, m->scause, MODEL_IMPLICIT);
	model_note(m, s, CSR_STVAL, m->stval, MODEL_IMPLICIT);
	m->priv = MODEL_S;
}

static void enter_m(struct model *m, struct model_step *s, u64 cause)
{
	m->mcause = cause;
	m->mepc = m->pc;
	m->mtval = s->tval;
	model_mstatus_change(m, s, status_in_m(m));
	model_note(m, s, CSR_MEPC, model_epc_get(m, CSR_MEPC), MODEL_IMPLICIT);
	model_note(m, s, CSR_MCAUSE, m->mcause, MODEL_IMPLICIT);
	model_note(m, s, CSR_MTVAL, m->mtval, MODEL_IMPLICIT);
	m->priv = MODEL_M;
}

static void enter(struct model *m, struct model_step *s, bool interrupt)
{
	u64 cause = s->cause;
	u64 delegation = interrupt ? m->mideleg : m->medeleg;
	bool in_s = is_delegated(m, delegation, s->cause);
	u8 from = m->priv;

	if (interrupt)
		cause |= BIT64(m->config.xlen - 1);
	if (in_s)
		enter_s(m, s, cause);
	else
		enter_m(m, s, cause);
	s->next_pc = vector(in_s ? m->stvec : m->mtvec, s->cause, interrupt) &
		     m->mask;
	model_mode_changed(m);
	if (model_has(m, MODEL_SSCTR))
		model_ctr_trap(m, s, from, interrupt);
}

void model_trap(struct model *m, struct model_step *s, unsigned int cause,
		u64 tval)
{
	s->kind = MODEL_EXCEPTION;
	s->cause = (u8)cause;
	s->tval = tval & m->mask;
	enter(m, s, false);
}

void model_illegal(struct model *m, struct model_step *s)
{
	model_trap(m, s, CAUSE_ILLEGAL, m->config.illegal_tval ? s->insn : 0);
}

/* Interrupts of m that the hart may take now, by the mode that takes them. */
static u64 enabled(const struct model *m, bool by_s)
{
	unsigned int taker = by_s ? MODEL_S : MODEL_M;
	u64 enable = by_s ? FIELD_GET(MSTATUS, SIE, m->mstatus) :
			    FIELD_GET(MSTATUS, MIE, m->mstatus);

	if (m->priv > taker || (m->priv == taker && !enable))
		return 0; /* unseen: 1 is interrupt 0, which order[] lacks */
	return model_mip(m) & m->mie & (by_s ? m->mideleg : ~m->mideleg);
}

unsigned int model_interrupt(const struct model *m)
{
	static const u8 order[] = { MIP_MEIP_LSB,  MIP_MSIP_LSB, MIP_MTIP_LSB,
				    MIP_SEIP_LSB,  MIP_SSIP_LSB, MIP_STIP_LSB,
				    MIP_LCOFIP_LSB };
	u64 pending;
	unsigned int i;

	if (likely(!model_interrupt_enabled(m)))
		return MODEL_INTERRUPT_NONE;
	pending = enabled(m, false);
	if (!pending)
		pending = enabled(m, true);
	for (i = 0; i < array_size(order); i++)
		if (pending >> order[i] & 1)
			return order[i];
	return MODEL_INTERRUPT_NONE;
}

void model_take_interrupt(struct model *m, struct model_step *s,
			  unsigned int cause)
{
	s->due = (u8)model_interrupt(m);
	s->illegal = s->due != cause;
	s->kind = MODEL_INTERRUPT;
	s->cause = (u8)cause;
	s->tval = 0;
	enter(m, s, true);
}
