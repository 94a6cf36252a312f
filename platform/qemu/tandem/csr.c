// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Instructions that access CSRs. A reader of the trace is told the registers
 * themselves, never their views: a write to sie is a change of mie.
 */
#include "hart.h"

static unsigned int funct3(const struct effect *insn)
{
	return insn_funct3(insn->word);
}

bool tandem_csr_writes(const struct effect *insn)
{
	return (funct3(insn) & 3) == 1 || insn->rs1;
}

/* Bits of a register that a view of it shows. */
static u64 view_mask(const struct tandem_hart *p, u16 csr)
{
	switch (csr) {
	case CSR_FFLAGS:
		return 0x1f;
	case CSR_FRM:
		return 0xe0;
	case CSR_VXSAT:
		return 1;
	case CSR_VXRM:
		return 6;
	case CSR_SSTATUS:
		return MSTATUS_SIE | MSTATUS_SPIE | MSTATUS_SPP | MSTATUS_FS;
	case CSR_SIE:
	case CSR_SIP:
		return p->csr[CSR_MIDELEG].value;
	default:
		return ~0ull;
	}
}

static unsigned int view_shift(u16 csr)
{
	return csr == CSR_FRM ? 5 : csr == CSR_VXRM;
}

u64 tandem_csr_value(const struct tandem_hart *p, const struct effect *insn)
{
	u64 old = p->csr[tandem_canonical(insn->csr)].value;
	u64 mask = view_mask(p, insn->csr);
	u64 source = funct3(insn) & 4 ? insn->rs1 : p->x[insn->rs1].value;

	source = source << view_shift(insn->csr) & mask;
	switch (funct3(insn) & 3) {
	case 1:
		return (old & ~mask) | source;
	case 2:
		return old | source;
	default:
		return old & ~source;
	}
}

/* --- registers that change with a write to another ------------------------- */

static void update_range(struct tandem_hart *p, u16 first, u16 last)
{
	unsigned int i;

	for (i = 0; i < p->num_listed; i++)
		if (p->listed_csr[i] >= first && p->listed_csr[i] <= last)
			tandem_update(p, p->listed[i],
				      TANDEM_CSR(p->listed_csr[i]));
}

/* True for indirect access, state of the hypervisor, and enable bits of
 * extensions. */
static bool changes_many(u16 csr)
{
	return csr == CSR_MISA || (csr & 0xf00) == 0x200 ||
	       (csr & 0xf00) == 0x600 || (csr & 0xff) == 0x50 ||
	       (csr & 0xff) == 0x51 ||
	       ((csr & 0xff) >= 0x52 && (csr & 0xff) <= 0x57);
}

static void update_others(struct tandem_hart *p, u16 csr)
{
	if (changes_many(csr))
		update_range(p, 0, CSRS - 1);
	else if (csr >= CSR_TSELECT && csr <= CSR_TCONTROL)
		update_range(p, CSR_TSELECT, CSR_TCONTROL);
	else if (csr == CSR_FCSR || csr == CSR_VCSR || csr == CSR_VSTART)
		tandem_update_csr(p, CSR_MSTATUS);
}

/* --- elements -------------------------------------------------------------- */

static void put_time(struct tandem_hart *p, const struct effect *insn)
{
	struct shadow *time = &p->csr[CSR_TIME];
	u64 read = p->x[insn->rd].value;

	if (!insn->rd)
		return;
	if (p->params.xlen == 64)
		time->value = read;
	else if (insn->csr == CSR_TIME)
		time->value = (time->value & ~0xffffffffull) | read;
	else
		time->value = (time->value & 0xffffffff) | read << 32;
	tandem_put(p, tandem_state(TANDEM_MTIME, time->value));
}

/* True for a register that the trap after the instruction has overwritten. */
static bool overwritten(u16 csr)
{
	return (csr >= CSR_MEPC && csr <= CSR_MTVAL) ||
	       (csr >= CSR_SEPC && csr <= CSR_STVAL);
}

static void put_written(struct tandem_hart *p, u16 csr, u64 value,
			const u64 *status)
{
	struct shadow *shadow = &p->csr[csr];

	if (csr == CSR_MSTATUS && status)
		return;
	if (csr == CSR_MEPC || csr == CSR_SEPC)
		value &= ~1ull;
	if (!shadow->handle || (status && overwritten(csr)) ||
	    tandem_counter(csr))
		tandem_set(p, shadow, TANDEM_CSR(csr), value);
	else
		tandem_update(p, shadow, TANDEM_CSR(csr));
	update_others(p, csr);
}

void tandem_csr(struct tandem_hart *p, const struct effect *insn, u64 written,
		const u64 *status)
{
	u16 csr = tandem_canonical(insn->csr);

	if (tandem_csr_writes(insn))
		put_written(p, csr, written, status);
	else if (csr == CSR_TIME || csr == CSR_TIMEH)
		put_time(p, insn);
	else if (tandem_counter(csr) && insn->rd)
		tandem_set(p, &p->csr[csr], TANDEM_CSR(csr),
			   p->x[insn->rd].value);
}

void tandem_pending_read(struct tandem_hart *p, const struct effect *insn)
{
	u64 mask = view_mask(p, insn->csr);
	u64 pending;

	if (!insn->rd)
		return;
	pending = (p->csr[CSR_MIP].value & ~mask) |
		  (tandem_read(p, &p->x[insn->rd]) & mask);
	if (p->csr[CSR_MIP].value == pending)
		return;
	tandem_put(p, tandem_plain(TANDEM_INIT));
	tandem_set(p, &p->csr[CSR_MIP], TANDEM_CSR(CSR_MIP), pending);
	tandem_flush(p);
}
