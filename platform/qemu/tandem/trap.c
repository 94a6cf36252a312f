// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Groups of traps. The observer reports the taken traps. Their registers are
 * read, except mstatus between two traps, which is computed. Privileged ISA,
 * "mstatus", "mcause" and "scause".
 */
#include "hart.h"

/* Registers of a trap's target mode. */
struct target {
	u64 priv;
	u16 epc, cause, tval, status;
	u64 enable, enabled; /* fields of mstatus: xIE, xPIE */
	u64 mask;	     /* all fields that a trap sets */
};

static const struct target target_m = {
	.priv = PRIV_M,
	.epc = CSR_MEPC,
	.cause = CSR_MCAUSE,
	.tval = CSR_MTVAL,
	.status = CSR_MSTATUS,
	.enable = MSTATUS_MIE,
	.enabled = MSTATUS_MPIE,
	.mask = MSTATUS_MIE | MSTATUS_MPIE | MSTATUS_MPP,
};

static const struct target target_s = {
	.priv = PRIV_S,
	.epc = CSR_SEPC,
	.cause = CSR_SCAUSE,
	.tval = CSR_STVAL,
	.status = CSR_SSTATUS,
	.enable = MSTATUS_SIE,
	.enabled = MSTATUS_SPIE,
	.mask = MSTATUS_SIE | MSTATUS_SPIE | MSTATUS_SPP,
};

static const struct target *target_of(const struct retire_trap *trap)
{
	return trap->to == PRIV_M ? &target_m : &target_s;
}

/* --- mstatus --------------------------------------------------------------- */

/* mstatus after an instruction, of the fields that a trap sets. */
static u64 status_of(const struct tandem_hart *p, const struct effect *insn)
{
	u64 before = p->csr[CSR_MSTATUS].value, status = before;

	if (insn->flags & EFFECT_CSR &&
	    tandem_canonical(insn->csr) == CSR_MSTATUS)
		return tandem_csr_value(p, insn);
	if (insn->next != EFFECT_RETURN)
		return status;
	if (insn->word >> 28 == 3) {
		status &= ~(u64)(MSTATUS_MIE | MSTATUS_MPP);
		status |= MSTATUS_MPIE | (before & MSTATUS_MPIE) >> 4;
	} else {
		status &= ~(u64)(MSTATUS_SIE | MSTATUS_SPP);
		status |= MSTATUS_SPIE | (before & MSTATUS_SPIE) >> 4;
	}
	return status;
}

/* mstatus after a trap, of the fields that a trap sets. */
static u64 status_after(u64 status, const struct retire_trap *trap)
{
	const struct target *to = target_of(trap);
	u64 after = status & ~to->mask;

	if (status & to->enable)
		after |= to->enabled;
	if (to == &target_m)
		return after | (u64)trap->from << 11;
	return after | (trap->from ? MSTATUS_SPP : 0);
}

/* --- groups ---------------------------------------------------------------- */

/* The interrupt was pending, for any value of mip now. */
static void put_pending(struct tandem_hart *p, const struct retire_trap *trap)
{
	struct shadow *mip = &p->csr[CSR_MIP];
	u64 now = tandem_read(p, mip) | 1ull << (trap->cause & 63);

	if (tandem_options.level == TANDEM_LEVEL_PC || now == mip->value)
		return;
	tandem_put(p, tandem_plain(TANDEM_INIT));
	tandem_set(p, mip, CSR_MIP, now);
	tandem_flush(p);
}

static void put_csr(struct tandem_hart *p, u16 csr, u64 value)
{
	p->csr[csr].value = value;
	p->csr[csr].known = true;
	tandem_put(p, tandem_reg(csr, value));
}

/**
 * @param insn	that raised the exception; NULL for other traps
 * @param status	mstatus after the trap
 */
static void put_trap(struct tandem_hart *p, const struct retire_trap *trap,
		     const struct effect *insn, u64 status)
{
	const struct target *to = target_of(trap);
	u64 cause = trap->cause;

	if (trap->interrupt)
		cause |= 1ull << (p->params.xlen - 1);
	if (trap->interrupt)
		put_pending(p, trap);
	else if (trap->cause >= 12 && trap->cause <= 15)
		tandem_walk(p, trap->tval); /* a page fault */
	tandem_put(p, tandem_state(TANDEM_PC, trap->handler));
	if (insn)
		tandem_put(p, tandem_insn(8u * insn->bytes, insn->word));
	put_csr(p, to->epc, trap->epc);
	put_csr(p, to->cause, cause);
	put_csr(p, to->tval, trap->tval);
	p->csr[CSR_MSTATUS].value = status;
	tandem_put(p, tandem_reg(to->status,
				 to == &target_m ?
					 status :
					 tandem_read(p, &p->csr[to->status])));
	p->priv.value = to->priv;
	tandem_put(p, tandem_state(TANDEM_PRIV, to->priv));
	tandem_flush(p);
	p->counts.traps++;
}

/* True if the instruction has trapped; else it retired, and the trap had
 * another cause. */
static bool is_exception_of(const struct tandem_hart *p,
			    const struct retire_trap *trap)
{
	bool fetch = trap->cause == 1 || trap->cause == 12;

	return !trap->interrupt && !fetch && trap->epc == p->pc;
}

static void put_traps(struct tandem_hart *p, const struct effect *insn)
{
	const u64 fields = target_m.mask | target_s.mask;
	u64 now = tandem_read(p, &p->csr[CSR_MSTATUS]);
	u64 status = (now & ~fields) | (status_of(p, insn) & fields);
	bool raised = is_exception_of(p, &p->trap[0]);
	unsigned int i;

	if (!raised)
		tandem_retire(p, insn, p->trap[0].epc, &status);
	for (i = 0; i < p->traps; i++) {
		status = i + 1 < p->traps ? status_after(status, &p->trap[i]) :
					    now;
		put_trap(p, &p->trap[i], raised && !i ? insn : NULL, status);
	}
}

/* An event without an explanation has happened; begin again. */
static void put_lost(struct tandem_hart *p, const struct effect *insn, u64 pc)
{
	p->counts.lost++;
	tandem_retire(p, insn, pc, NULL);
	if (pc == p->reset_pc) {
		tandem_put(p, tandem_plain(TANDEM_RESET));
		tandem_flush(p);
	}
	tandem_sync(p, pc, true);
}

/* True for modes of virtual machines, which the format lacks. */
static bool has_virtual(const struct tandem_hart *p)
{
	unsigned int i;

	for (i = 0; i < p->traps; i++)
		if (p->trap[i].to > PRIV_M || p->trap[i].from > PRIV_M)
			return true;
	return false;
}

bool tandem_trap(struct tandem_hart *p, const struct effect *insn, u64 pc)
{
	if (p->reset || has_virtual(p))
		put_lost(p, insn, pc);
	else if (p->traps)
		put_traps(p, insn);
	else
		return false;
	return true;
}
