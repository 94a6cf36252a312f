// SPDX-License-Identifier: BSD-2-Clause
/*
 * The record of a trap that went through M-mode. It is on the way of every
 * redirected trap, so registers are read when a rule asks for them, not before.
 */
#include <ctr/ctr.h>
#include <hart/csr.h>
#include <hart/fields.h>
#include <sbi/riscv_encoding.h>

#define BIT_OF(name) ((u64)FIELD_MASK(MCTRCTL, name))

/*
 * External trap enables that a trap needs besides the target's own when its
 * way leads over S-mode (to S-mode itself, or past it to M-mode): those of
 * the modes in between (table "External Trap Enable Requirements").
 */
static bool ctr_external(u64 own, u64 sctrctl, unsigned int flags)
{
	if ((flags & (CTR_TRAP_FROM_V | CTR_TRAP_FROM_S)) == CTR_TRAP_FROM_V &&
	    !(own & BIT_OF(STE)))
		return false;
	return sctrctl & BIT_OF(STE);
}

/* Whether the hart itself left a record when the trap came to M-mode. */
static bool ctr_recorded(const struct ctr_hart *h, u64 own, u64 sctrctl,
			 unsigned int flags)
{
	if (likely(!h->mte))
		return false;
	return (flags & (CTR_TRAP_FROM_V | CTR_TRAP_FROM_S)) ==
		       CTR_TRAP_FROM_S ||
	       ctr_external(own, sctrctl, flags);
}

void ctr_trap_record(const struct ctr_hart *h, unsigned long pc,
		     unsigned long handler, unsigned int flags)
{
	unsigned long status = hart_csr_read(CSR_SCTRSTATUS), siselect;
	u64 sctrctl = hart_csr_read(CSR_SCTRCTL), own = sctrctl, target;
	bool interrupt = flags & CTR_TRAP_INTERRUPT, source;

	if (flags & CTR_TRAP_FROM_V)
		own = hart_csr_read(CSR_VSCTRCTL);
	target = flags & CTR_TRAP_TO_V ? own : sctrctl;
	source = own & (flags & CTR_TRAP_FROM_S ? BIT_OF(S) : BIT_OF(U));
	if ((status & FIELD_MASK(SCTRSTATUS, FROZEN)) || (own & BIT_OF(RASEMU)))
		return;
	if (target & BIT_OF(S)) {
		if (own & (interrupt ? BIT_OF(INTRINH) : BIT_OF(EXCINH)))
			return;
	} else {
		if (!source || !(flags & CTR_TRAP_TO_V ?
					 own & BIT_OF(STE) :
					 ctr_external(own, sctrctl, flags)))
			return;
		handler = 0;
	}
	if (!source)
		pc = 0;
	/* Bits of WRPTR that the depth does not need are read-only 0. */
	if (!source || !ctr_recorded(h, own, sctrctl, flags))
		hart_csr_write(CSR_SCTRSTATUS,
			       (status & ~0xfful) | ((status + 1) & 0xff));
	siselect = hart_csr_read(CSR_SISELECT);
	hart_csr_write(CSR_SISELECT, CTR_SISELECT);
	hart_csr_write(CSR_SIREG, pc | FIELD_MASK(CTRSOURCE, V));
	hart_csr_write(CSR_SIREG2, handler);
	hart_csr_write(CSR_SIREG3, interrupt ? 2 : 1);
	hart_csr_write(CSR_SISELECT, siselect);
}
