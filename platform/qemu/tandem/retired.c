// SPDX-License-Identifier: GPL-2.0-or-later
/* The group of a retired instruction: its changes. */
#include "hart.h"

static void put_x(struct tandem_hart *p, unsigned int n)
{
	if (n)
		tandem_update(p, &p->x[n], TANDEM_GPR(n));
}

static void put_all_registers(struct tandem_hart *p)
{
	unsigned int i;

	for (i = 1; i < 32; i++)
		put_x(p, i);
	for (i = 0; i < 32; i++)
		tandem_update(p, &p->f[i], TANDEM_FPR(i));
}

/* Arithmetic only sets flags, so the element is the specification's OR. */
static void put_flags(struct tandem_hart *p)
{
	struct shadow *fcsr = &p->csr[CSR_FCSR];
	u64 now, raised;

	if (!fcsr->handle || (fcsr->value & 0x1f) == 0x1f)
		return;
	now = tandem_read(p, &p->csr[CSR_FFLAGS]);
	raised = now & ~fcsr->value;
	if (!raised)
		return;
	fcsr->value |= raised;
	tandem_put(p, (struct tandem_element){ .op = TANDEM_REGOR,
					       .reg = CSR_FCSR,
					       .value = raised });
}

static void put_fp(struct tandem_hart *p, const struct effect *insn)
{
	if (insn->frd != EFFECT_NO_FRD)
		tandem_update(p, &p->f[insn->frd], TANDEM_FPR(insn->frd));
	put_flags(p);
}

static void put_vector(struct tandem_hart *p)
{
	unsigned int csr;

	tandem_update_csr(p, CSR_MSTATUS);
	tandem_update_csr(p, CSR_VSTART);
	tandem_update_csr(p, CSR_VCSR);
	for (csr = CSR_VL; csr < CSR_VLENB; csr++)
		tandem_update_csr(p, (u16)csr);
}

static bool changes_all(const struct tandem_hart *p, const struct effect *insn)
{
	return insn->flags & EFFECT_ALL ||
	       (insn->flags & EFFECT_ZCMP && !p->zcd);
}

static void put_registers(struct tandem_hart *p, const struct effect *insn)
{
	if (tandem_options.level == TANDEM_LEVEL_PC) {
		if (insn->flags & EFFECT_CSR && insn->rd)
			tandem_look_at_operand(p, insn->rd);
		return;
	}
	if (changes_all(p, insn))
		put_all_registers(p);
	put_x(p, insn->rd);
	if (insn->flags & EFFECT_FP)
		put_fp(p, insn);
	if (insn->flags & EFFECT_VECTOR)
		put_vector(p);
}

/* Floating-point state became dirty; returns and traps write status anyway. */
static void put_status(struct tandem_hart *p, const struct effect *insn,
		       const u64 *status)
{
	struct shadow *mstatus = &p->csr[CSR_MSTATUS];
	bool clean = (mstatus->value & MSTATUS_FS) != MSTATUS_FS;

	if (status)
		tandem_set(p, mstatus, CSR_MSTATUS, *status);
	else if (insn->next == EFFECT_RETURN ||
		 (clean && insn->flags & (EFFECT_FP | EFFECT_ALL)))
		tandem_update_csr(p, CSR_MSTATUS);
}

static void put_priv(struct tandem_hart *p, u64 priv)
{
	if (p->priv.value == priv)
		return;
	p->priv.value = priv;
	tandem_put(p, tandem_state(TANDEM_PRIV, priv));
}

/* The privilege after MRET and SRET, from their status; a trap may hide it. */
static u64 returned_priv(struct tandem_hart *p, const struct effect *insn,
			 const u64 *status)
{
	u64 before = p->csr[CSR_MSTATUS].value;

	if (!status)
		return tandem_read(p, &p->priv);
	if (insn->word >> 28 == 3)
		return (before & MSTATUS_MPP) >> 11;
	return !!(before & MSTATUS_SPP);
}

void tandem_retire(struct tandem_hart *p, const struct effect *insn, u64 pc,
		   const u64 *status)
{
	u64 priv = p->priv.value, written = 0;
	bool csr = insn->flags & EFFECT_CSR;

	if (insn->next == EFFECT_RETURN)
		priv = returned_priv(p, insn, status);
	if (csr)
		written = tandem_csr_value(p, insn);
	if (csr && tandem_canonical(insn->csr) == CSR_MIP &&
	    tandem_options.level > TANDEM_LEVEL_PC)
		tandem_pending_read(p, insn);
	if (pc == p->pc + insn->bytes)
		tandem_put(p, tandem_plain(TANDEM_INCPC));
	else
		tandem_put(p, tandem_state(TANDEM_PC, pc));
	tandem_put(p, tandem_insn(8u * insn->bytes, insn->word));
	put_registers(p, insn);
	if (csr)
		tandem_csr(p, insn, written, status);
	put_status(p, insn, status);
	put_priv(p, priv);
	tandem_memory(p, insn);
	tandem_flush(p);
	if (insn_is_fence_vma(insn->word))
		tandem_walk_again(p);
	p->counts.insns++;
}
