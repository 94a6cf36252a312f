// SPDX-License-Identifier: BSD-2-Clause
/*
 * SYSTEM and MISC-MEM: Zicsr, Zifencei, trap returns, fences of translations,
 * WFI, Zawrs, and the cache blocks of Zicbom and Zicboz (unprivileged and
 * privileged ISA, chapters of these names).
 */
#include "model_runs.h"

MODEL_RUN(illegal)
{
	(void)op;
	model_illegal(m, s);
}

MODEL_RUN(nop)
{
	(void)m;
	(void)op;
	(void)s;
}

MODEL_RUN(ecall)
{
	(void)op;
	model_trap(m, s, CAUSE_ECALL_U + m->priv, 0);
}

MODEL_RUN(ebreak)
{
	(void)op;
	model_trap(m, s, CAUSE_BREAKPOINT, m->config.ebreak_tval ? m->pc : 0);
}

static bool status(const struct model *m, u64 mask)
{
	return m->mstatus & mask;
}

/* --- returns -------------------------------------------------------------- */

static void return_to(struct model *m, struct model_step *s, u8 priv, u64 pc,
		      u64 new_status)
{
	bool ialign16 = model_has_misa(m, MODEL_MISA('C'));

	if (priv != MODEL_M && model_has(m, MODEL_PRIV_1_12))
		new_status &= ~FIELD_MASK(MSTATUS, MPRV);
	model_mstatus_change(m, s, new_status);
	m->priv = priv;
	s->next_pc = pc & (ialign16 ? ~1ULL : ~3ULL) & m->mask;
	model_mode_changed(m);
}

MODEL_RUN(mret)
{
	u8 mpp = (u8)FIELD_GET(MSTATUS, MPP, m->mstatus);
	bool user = model_has_misa(m, MODEL_MISA('U'));
	u64 value = m->mstatus &
		    ~(FIELD_MASK(MSTATUS, MIE) | FIELD_MASK(MSTATUS, MPP));

	(void)op;
	if (m->priv != MODEL_M) {
		model_illegal(m, s);
		return;
	}
	value |= FIELD_SET(MSTATUS, MIE, FIELD_GET(MSTATUS, MPIE, value)) |
		 FIELD_SET(MSTATUS, MPIE, 1) |
		 FIELD_SET(MSTATUS, MPP, user ? MODEL_U : MODEL_M);
	return_to(m, s, mpp == 2 ? MODEL_U : mpp, m->mepc, value);
}

MODEL_RUN(sret)
{
	u8 spp = (u8)FIELD_GET(MSTATUS, SPP, m->mstatus);
	u64 value = m->mstatus &
		    ~(FIELD_MASK(MSTATUS, SIE) | FIELD_MASK(MSTATUS, SPP));

	(void)op;
	if (m->priv == MODEL_U ||
	    (m->priv == MODEL_S && status(m, FIELD_MASK(MSTATUS, TSR)))) {
		model_illegal(m, s);
		return;
	}
	value |= FIELD_SET(MSTATUS, SIE, FIELD_GET(MSTATUS, SPIE, value)) |
		 FIELD_SET(MSTATUS, SPIE, 1);
	return_to(m, s, spp ? MODEL_S : MODEL_U, m->sepc, value);
}

/* --- waiting and fences --------------------------------------------------- */

/* The hart may continue at once; the model has no time to wait. */
MODEL_RUN(wfi)
{
	bool has_s = model_has_misa(m, MODEL_MISA('S'));

	(void)op;
	if ((m->priv == MODEL_U && has_s) ||
	    (m->priv != MODEL_M && status(m, FIELD_MASK(MSTATUS, TW))))
		model_illegal(m, s);
	else
		s->wfi = true;
}

/* WRS may also end at once, so TW has no effect. */
MODEL_RUN(wrs)
{
	(void)m;
	(void)op;
	s->wfi = true;
}

MODEL_RUN(sfence_vma)
{
	(void)op;
	if (m->priv == MODEL_U ||
	    (m->priv == MODEL_S && status(m, FIELD_MASK(MSTATUS, TVM))))
		model_illegal(m, s);
	else
		model_flush(m);
}

MODEL_RUN(sfence_inval)
{
	(void)op;
	if (m->priv == MODEL_U)
		model_illegal(m, s);
}

/* --- cache blocks --------------------------------------------------------- */

enum {
	CBO_INVAL,
	CBO_CLEAN,
	CBO_FLUSH,
	CBO_ZERO = 4,
};

/* True if an environment register permits the instruction. */
static bool cbo_permitted(u64 envcfg, s32 which)
{
	switch (which) {
	case CBO_INVAL:
		return FIELD_GET(MENVCFG, CBIE, envcfg);
	case CBO_ZERO:
		return FIELD_GET(MENVCFG, CBZE, envcfg);
	default:
		return FIELD_GET(MENVCFG, CBCFE, envcfg);
	}
}

static void cbo_zero(struct model *m, struct model_step *s)
{
	unsigned int i;

	for (i = 0; i < MODEL_CBO_BYTES; i += 8) {
		if (model_bus_store(m, s->paddr + i, 8, MODEL_CBO_ZERO, 0))
			continue;
		model_trap(m, s, CAUSE_STORE_ACCESS, s->vaddr);
		return;
	}
}

MODEL_RUN(cbo)
{
	u64 vaddr = m->x[op->rs1] & m->mask & ~(u64)(MODEL_CBO_BYTES - 1);
	unsigned int kind = op->imm == CBO_ZERO ? MODEL_CBO_ZERO : MODEL_CBO;

	if ((m->priv != MODEL_M && !cbo_permitted(m->menvcfg, op->imm)) ||
	    (m->priv == MODEL_U && !cbo_permitted(m->senvcfg, op->imm))) {
		model_illegal(m, s);
		return;
	}
	if (!model_locate(m, s, vaddr, MODEL_CBO_BYTES, kind))
		return;
	s->data = 0;
	if (kind == MODEL_CBO_ZERO)
		cbo_zero(m, s);
}

/* --- Zicsr ---------------------------------------------------------------- */

enum {
	CSRRW = 1,
	CSRRS = 2,
	CSRRC = 3,
};

static u64 csr_new(unsigned int funct, u64 old, u64 operand)
{
	switch (funct) {
	case CSRRW:
		return operand;
	case CSRRS:
		return old | operand;
	default:
		return old & ~operand;
	}
}

/* funct3 is in rs2; if its bit 2 is set, rs1 is the operand. */
MODEL_RUN(csr)
{
	u32 number = (u32)op->imm;
	unsigned int funct = op->rs2 & 3;
	u64 operand = op->rs2 & 4 ? op->rs1 : m->x[op->rs1] & m->mask;
	bool writes = funct == CSRRW || op->rs1;
	const struct model_csr *csr = model_csr_find(m, number);
	u64 old, base;

	if (!csr || !model_csr_permitted(m, number, writes)) {
		model_illegal(m, s);
		return;
	}
	old = model_csr_get(m, csr, number);
	base = number == CSR_MIP ? model_mip_own(m) : old;
	if (writes)
		model_csr_put(m, s, csr, number,
			      csr_new(funct, base, operand) & m->mask);
	model_set_rd(m, op, s, model_extend(m, old),
		     model_csr_counts(number) ? MODEL_UNMODELLED : 0);
}
