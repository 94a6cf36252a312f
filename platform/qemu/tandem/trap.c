// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Traps. QEMU does not tell of them: they show in that execution goes on where
 * the instruction could not have gone, or in a handler, and in the registers
 * that a trap sets. Several may have happened since the last instruction: it
 * traps, or retires, and before the handler's first instruction there is an
 * interrupt of a more privileged mode. Privileged ISA, "mcause" and "scause".
 */
#include "producer.h"

/* Registers of a trap's target mode. */
struct target {
	u64 priv;
	u16 tvec, epc, cause, tval, status;
	u64 status_mask; /* fields of mstatus that a trap sets */
};

static const struct target target_m = {
	.priv = PRIV_M,
	.tvec = CSR_MTVEC,
	.epc = CSR_MEPC,
	.cause = CSR_MCAUSE,
	.tval = CSR_MTVAL,
	.status = CSR_MSTATUS,
	.status_mask = MSTATUS_MIE | MSTATUS_MPIE | MSTATUS_MPP,
};

static const struct target target_s = {
	.priv = PRIV_S,
	.tvec = CSR_STVEC,
	.epc = CSR_SEPC,
	.cause = CSR_SCAUSE,
	.tval = CSR_STVAL,
	.status = CSR_SSTATUS,
	.status_mask = MSTATUS_SIE | MSTATUS_SPIE | MSTATUS_SPP,
};

struct trap {
	const struct target *to;
	u64 epc, cause, tval, handler;
	bool interrupt;
};

static bool is_handler(const struct producer *p, u16 tvec, u64 pc)
{
	u64 base = p->csr[tvec].value & ~3ull;
	bool vectored = p->csr[tvec].value & 1;

	return pc == base || (vectored && pc - base < 4ull * 64);
}

/* --- what an instruction does by itself ------------------------------------ */

static u64 truncate(const struct producer *p, u64 address)
{
	return p->params.xlen == 32 ? (u32)address : address;
}

static u64 indirect_target(const struct producer *p, const struct effect *insn)
{
	return truncate(p, (p->x[insn->rs1].value + insn->offset) & ~1ull);
}

static u64 return_target(const struct producer *p, const struct effect *insn)
{
	return p->csr[insn->word >> 28 == 3 ? CSR_MEPC : CSR_SEPC].value;
}

bool producer_explained(const struct producer *p, const struct effect *insn,
			u64 pc)
{
	u64 after = truncate(p, p->pc + insn->bytes);
	u64 target = truncate(p, p->pc + insn->offset);

	switch (insn->next) {
	case EFFECT_LINEAR:
		return pc == after;
	case EFFECT_BRANCH:
		return pc == after || pc == target;
	case EFFECT_JUMP:
		return pc == target;
	case EFFECT_INDIRECT:
		return producer_options.level == PRODUCER_PC ||
		       pc == indirect_target(p, insn);
	case EFFECT_RETURN:
		return pc == return_target(p, insn);
	case EFFECT_TRAP:
		return false;
	default:
		return true;
	}
}

/* mstatus after an instruction, of the fields that a trap sets. */
static u64 status_of(const struct producer *p, const struct effect *insn)
{
	u64 before = p->csr[CSR_MSTATUS].value, status = before;

	if (insn->flags & EFFECT_CSR &&
	    producer_canonical(insn->csr) == CSR_MSTATUS)
		return producer_csr_value(p, insn);
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

/* --- reading a trap -------------------------------------------------------- */

static struct trap read_trap(struct producer *p, const struct target *to)
{
	struct trap trap = { .to = to };
	u64 base = p->csr[to->tvec].value & ~3ull;
	u64 top = 1ull << (p->params.xlen - 1);

	trap.epc = producer_read(p, &p->csr[to->epc]);
	trap.cause = producer_read(p, &p->csr[to->cause]);
	trap.tval = producer_read(p, &p->csr[to->tval]);
	trap.interrupt = trap.cause & top;
	trap.handler = base;
	if (trap.interrupt && p->csr[to->tvec].value & 1)
		trap.handler += 4 * (trap.cause & ~top);
	return trap;
}

static bool is_news(const struct producer *p, const struct trap *trap, u64 priv,
		    u64 status)
{
	const struct target *to = trap->to;

	return p->csr[to->epc].value != trap->epc ||
	       p->csr[to->cause].value != trap->cause ||
	       p->csr[to->tval].value != trap->tval || p->priv.value != priv ||
	       ((p->csr[CSR_MSTATUS].value ^ status) & to->status_mask);
}

/* Faults of fetches are of no instruction, at least of none that was seen. */
static bool is_fetch_fault(const struct trap *trap)
{
	return !trap->interrupt &&
	       (trap->cause == 1 || trap->cause == 12 || trap->cause == 20);
}

static bool is_exception_of(const struct producer *p, const struct trap *trap)
{
	return !trap->interrupt && !is_fetch_fault(trap) && trap->epc == p->pc;
}

/* Whether nothing but the handler's address can tell if it has trapped. */
static bool is_ambiguous_trap(const struct producer *p, const struct trap *trap,
			      const struct effect *insn)
{
	return is_exception_of(p, trap) && !p->accesses &&
	       (insn->memory || insn->flags & EFFECT_CSR);
}

/* --- groups ---------------------------------------------------------------- */

/* The interrupt was pending, whatever mip is by now. */
static void put_pending(struct producer *p, const struct trap *trap)
{
	struct shadow *mip = &p->csr[CSR_MIP];
	u64 now = producer_read(p, mip) | 1ull << (trap->cause & 63);

	if (producer_options.level == PRODUCER_PC || now == mip->value)
		return;
	producer_put(p, tandem_plain(TANDEM_INIT));
	producer_set(p, mip, CSR_MIP, now);
	producer_flush(p);
}

static void put_csr(struct producer *p, u16 csr, u64 value)
{
	p->csr[csr].value = value;
	p->csr[csr].known = true;
	producer_put(p, tandem_reg(csr, value));
}

/**
 * @param insn	that has raised the exception; NULL for others
 * @param status	mstatus after the trap
 */
static void put_trap(struct producer *p, const struct trap *trap,
		     const struct effect *insn, u64 status)
{
	const struct target *to = trap->to;

	if (trap->interrupt)
		put_pending(p, trap);
	else if (trap->cause >= 12 && trap->cause <= 15)
		producer_walk(p, trap->tval); /* a page fault */
	producer_put(p, tandem_state(TANDEM_PC, trap->handler));
	if (insn)
		producer_put(p, tandem_insn(8u * insn->bytes, insn->word));
	put_csr(p, to->epc, trap->epc);
	put_csr(p, to->cause, trap->cause);
	put_csr(p, to->tval, trap->tval);
	p->csr[CSR_MSTATUS].value = status;
	producer_put(p,
		     tandem_reg(to->status,
				to == &target_m ?
					status :
					producer_read(p, &p->csr[to->status])));
	p->priv.value = to->priv;
	producer_put(p, tandem_state(TANDEM_PRIV, to->priv));
	producer_flush(p);
	p->counts.traps++;
}

/* mstatus before a trap, of what it was after and what the trap has changed. */
static u64 status_before(const struct trap *trap, u64 after, u64 before)
{
	return (after & ~trap->to->status_mask) |
	       (before & trap->to->status_mask);
}

/* The first of the traps, and what they have left of mstatus. */
static void put_first(struct producer *p, const struct effect *insn,
		      const struct trap *trap, u64 after)
{
	u64 status = status_before(trap, after, status_of(p, insn));

	if (is_exception_of(p, trap)) {
		put_trap(p, trap, insn, after);
		return;
	}
	producer_retire(p, insn, trap->epc, &status);
	put_trap(p, trap, NULL, after);
}

static bool follows(const struct producer *p, const struct trap *trap,
		    const struct effect *insn)
{
	return is_exception_of(p, trap) ||
	       producer_explained(p, insn, trap->epc);
}

/* Trapped to S-mode and from its handler's first instruction to M-mode? */
static bool put_two(struct producer *p, const struct effect *insn,
		    const struct trap *last, u64 after)
{
	struct trap first;
	u64 between;

	if (last->to != &target_m || !is_handler(p, CSR_STVEC, last->epc))
		return false;
	first = read_trap(p, &target_s);
	if (first.handler != last->epc || !follows(p, &first, insn))
		return false;
	between = status_before(last, after, status_of(p, insn));
	put_first(p, insn, &first, between);
	put_trap(p, last, NULL, after);
	return true;
}

/* What has happened cannot be told from what is seen; begin anew. */
static void put_lost(struct producer *p, const struct effect *insn, u64 pc)
{
	p->counts.lost++;
	producer_retire(p, insn, pc, NULL);
	if (pc == p->reset_pc) {
		producer_put(p, tandem_plain(TANDEM_RESET));
		producer_flush(p);
	}
	producer_sync(p, pc, true);
}

bool producer_trap(struct producer *p, const struct effect *insn, u64 pc)
{
	bool explained = producer_explained(p, insn, pc);
	struct trap trap;
	u64 priv, status;

	if (explained && !is_handler(p, CSR_MTVEC, pc) &&
	    !is_handler(p, CSR_STVEC, pc))
		return false;
	priv = producer_read(p, &p->priv);
	trap = read_trap(p, priv == PRIV_M ? &target_m : &target_s);
	status = producer_read(p, &p->csr[CSR_MSTATUS]);
	if (explained &&
	    (trap.handler != pc || priv == PRIV_U || !follows(p, &trap, insn) ||
	     !(is_news(p, &trap, priv, status) ||
	       is_ambiguous_trap(p, &trap, insn))))
		return false;
	if (priv != PRIV_U && trap.handler == pc && follows(p, &trap, insn))
		put_first(p, insn, &trap, status);
	else if (priv == PRIV_U || trap.handler != pc ||
		 !put_two(p, insn, &trap, status))
		put_lost(p, insn, pc);
	return true;
}
