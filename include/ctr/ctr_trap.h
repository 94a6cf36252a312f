/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The record of a trap that M-mode takes and redirects (Smctr 1.0, "Privilege
 * Mode Transitions", "External Traps"). Every such trap calls this function, so
 * it is inline and has few instructions.
 */
#ifndef CTR_CTR_TRAP_H
#define CTR_CTR_TRAP_H

#include <ctr/ctr.h>
#include <hart/csr.h>
#include <hart/fields.h>
#include <sbi/riscv_encoding.h>

/* Inlined: flags that are constant at a call save half of it. */
#define CTR_INLINE static inline __attribute__((always_inline))

/** A trap on its way through M-mode. */
struct ctr_trap {
	unsigned long pc;      /* epc of the trap */
	unsigned long handler; /* address of the handler */
	bool from_s;	       /* from S- or VS-mode, else U- or VU-mode */
	bool from_v;
	bool to_v; /* to VS-mode, only with from_v; else to S- or HS-mode */
	bool interrupt;
};

/* Types of transfer, for ctrdata; bit 32 + type of mctrctl inhibits it. */
enum { CTR_TYPE_EXCEPTION = 1, CTR_TYPE_INTERRUPT = 2 };

_Static_assert((int)MCTRCTL_EXCINH_LSB == 32 + (int)CTR_TYPE_EXCEPTION &&
		       (int)MCTRCTL_INTRINH_LSB == 32 + (int)CTR_TYPE_INTERRUPT,
	       "types and inhibit bits");
_Static_assert((int)MCTRCTL_U_LSB == 0 && (int)MCTRCTL_S_LSB == 1,
	       "enable bits and from_s");

#define CTR_BIT(name) FIELD_MASK(MCTRCTL, name)

/*
 * True if a trap from U-, VS- or VU-mode that ends in S-mode, or passes it, is
 * recorded as an external trap: every mode on the way has to allow this record.
 */
CTR_INLINE bool ctr_trap_external(const struct ctr_trap *t, u64 own,
				  u64 sctrctl)
{
	if (t->from_v && !t->from_s && !(own & CTR_BIT(STE)))
		return false;
	return sctrctl & CTR_BIT(STE);
}

/*
 * True if the hart itself left a record when the trap came to M-mode. Only for
 * a trap from a mode that is recorded. For a trap from S-mode no other mode has
 * to allow the record.
 */
CTR_INLINE bool ctr_trap_left_record(const struct ctr_trap *t, u64 own,
				     u64 sctrctl)
{
	return (t->from_s && !t->from_v) || ctr_trap_external(t, own, sctrctl);
}

/* The bits that allow the record of a trap to a mode that is not recorded. */
CTR_INLINE bool ctr_trap_allowed(const struct ctr_trap *t, u64 own, u64 sctrctl)
{
	return t->to_v ? own & CTR_BIT(STE) :
			 ctr_trap_external(t, own, sctrctl);
}

/*
 * True if entry 0, which siselect names, is the hart's record of this trap. A
 * hart that keeps no types shows 0.
 */
CTR_INLINE bool ctr_trap_is_youngest(const struct ctr_trap *t,
				     unsigned int type)
{
	unsigned long found = hart_csr_read(CSR_SIREG3) &
			      FIELD_MASK(CTRDATA, TYPE);

	return hart_csr_read(CSR_SIREG) == (t->pc | FIELD_MASK(CTRSOURCE, V)) &&
	       !hart_csr_read(CSR_SIREG2) && (found == type || !found);
}

/**
 * A trap that M-mode took goes on to a handler in S- or VS-mode: leave the
 * record that a delegated trap would have left, or complete the one of the
 * trap into M-mode. siselect stays as it is.
 * @param h a hart whose h->usable holds
 */
CTR_INLINE void ctr_trap_record(const struct ctr_hart *h,
				const struct ctr_trap *t)
{
	u64 sctrctl = hart_csr_read(CSR_SCTRCTL), own = sctrctl;
	unsigned int type = CTR_TYPE_EXCEPTION + t->interrupt;
	unsigned long status, siselect, target = t->handler;
	bool source;

	if (t->from_v)
		own = hart_csr_read(CSR_VSCTRCTL);
	source = own >> t->from_s & 1;
	if ((t->to_v ? own : sctrctl) & CTR_BIT(S)) {
		/* On RV32 these bits are out of reach, and 0. */
		if (hart_xlen() == 64 && (own >> (32 + type) & 1))
			return;
	} else {
		if (!source || !ctr_trap_allowed(t, own, sctrctl))
			return;
		target = 0;
	}
	status = hart_csr_read(CSR_SCTRSTATUS);
	if ((int)status < 0 || (own & CTR_BIT(RASEMU))) /* FROZEN */
		return;
	siselect = hart_csr_read(CSR_SISELECT);
	hart_csr_write(CSR_SISELECT, CTR_SISELECT);
	/*
	 * A hart may be stricter than the rules, or lose a record: an entry
	 * that is not of this trap stays. Bits of WRPTR that the depth does
	 * not need are read-only 0, all others of the register are not ours.
	 */
	if (likely(!h->mte) || !source ||
	    !ctr_trap_left_record(t, own, sctrctl) ||
	    !ctr_trap_is_youngest(t, type))
		hart_csr_write(CSR_SCTRSTATUS,
			       status ^ ((status ^ (status + 1)) &
					 FIELD_MASK(SCTRSTATUS, WRPTR)));
	hart_csr_write(CSR_SIREG,
		       (source ? t->pc : 0) | FIELD_MASK(CTRSOURCE, V));
	hart_csr_write(CSR_SIREG2, target);
	hart_csr_write(CSR_SIREG3, type);
	hart_csr_write(CSR_SISELECT, siselect);
}

#endif
