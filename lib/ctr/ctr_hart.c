// SPDX-License-Identifier: BSD-2-Clause
/*
 * What a hart has of CTR, and who may use it. This file and ctr_records.c
 * alone write mctrctl, the CTR bits of the state enables, and for S-mode's own
 * registers the value of an owner that has not written them yet.
 */
#include <base/bits.h>
#include <ctr/ctr.h>
#include <hart/csr.h>
#include <hart/fields.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall_interface.h>

#include "ctr_internal.h"

/* The ratified numbers, held against OpenSBI's and the specification's masks */
_Static_assert((0 FIELDS_MCTRCTL(FIELD_OR)) == 0xf000ff3e00001b87ull,
	       "mctrctl is not that of Smctr 1.0");
_Static_assert(FIELD_MASK(MSTATEEN0, CTR) == SMSTATEEN0_CTR, "mstateen0.CTR");
_Static_assert(FIELD_MASK(MSTATEEN0, CSRIND) == SMSTATEEN0_SVSLCT,
	       "mstateen0.CSRIND");
_Static_assert(CSR_MCTRCTL == 0x34e && CSR_SCTRCTL == 0x14e &&
		       CSR_VSCTRCTL == 0x24e && CSR_SCTRSTATUS == 0x14f &&
		       CSR_SCTRDEPTH == 0x15f,
	       "CSR numbers are not those of Smctr 1.0");
_Static_assert(CSR_SISELECT == 0x150 && CSR_SIREG == 0x151 &&
		       CSR_SIREG2 == 0x152 && CSR_SIREG3 == 0x153,
	       "CSR numbers are not those of Sscsrind 1.0");

enum { CAUSE_HARDWARE_ERROR = 19 };

void ctr_hart_quiesce(void)
{
	(void)hart_csr_try_write(CSR_MCTRCTL, 0);
}

/* --- gate ----------------------------------------------------------------- */

static bool ctr_gate_exists(void)
{
	unsigned long value;

	return hart_csr_try_read(CSR_MSTATEEN0, &value);
}

static u64 ctr_gate_read(void)
{
	u64 value = hart_csr_read(CSR_MSTATEEN0);

	if (hart_xlen() == 32)
		value |= (u64)hart_csr_read(CSR_MSTATEEN0H) << 32;
	return value;
}

/* Both bits are in the upper half. */
static void ctr_gate_write(u64 value)
{
	if (hart_xlen() == 32)
		hart_csr_write(CSR_MSTATEEN0H, (u32)(value >> 32));
	else
		hart_csr_write(CSR_MSTATEEN0, (unsigned long)value);
}

/*
 * Both bits or no CTR: with the first alone, S-mode would find controls and no
 * records. The second stays as it was, AIA uses it too.
 * @return whether S-mode has all of CTR
 */
static bool ctr_gate(bool open)
{
	u64 old;

	if (!ctr_gate_exists())
		return true;
	old = ctr_gate_read() & ~FIELD_MASK(MSTATEEN0, CTR);
	if (open) {
		ctr_gate_write(old | CTR_GATE);
		if ((ctr_gate_read() & CTR_GATE) == CTR_GATE)
			return true;
	}
	ctr_gate_write(old);
	return false;
}

/* --- what there is -------------------------------------------------------- */

static bool ctr_find_controls(struct ctr_hart *h)
{
	unsigned long value;

	h->has_m = hart_csr_try_write(CSR_MCTRCTL, 0);
	if (!hart_csr_try_write(CSR_SCTRCTL, 0) ||
	    !hart_csr_try_write(CSR_SCTRSTATUS, 0) ||
	    !hart_csr_try_read(CSR_SCTRDEPTH, &value))
		return false;
	h->has_vs = hart_csr_try_write(CSR_VSCTRCTL, 0);
	if (!h->has_m)
		return true;
	hart_csr_write(CSR_MCTRCTL, FIELD_MASK(MCTRCTL, MTE));
	h->has_mte = hart_csr_read(CSR_MCTRCTL) == FIELD_MASK(MCTRCTL, MTE);
	hart_csr_write(CSR_MCTRCTL, 0);
	return true;
}

/* Any set of depths may exist; a new owner gets the least of them, so that
 * whoever wants more has to say so. */
static u8 ctr_find_depth(void)
{
	u8 depth;

	for (depth = 0; depth < 5; depth++) {
		hart_csr_write(CSR_SCTRDEPTH, depth);
		if (hart_csr_read(CSR_SCTRDEPTH) == depth)
			break;
	}
	return (u8)hart_csr_read(CSR_SCTRDEPTH);
}

/* Whether entry 0 holds what is written there. */
static bool ctr_find_entries(void)
{
	unsigned long value;
	bool found;

	if (!hart_csr_try_write(CSR_SISELECT, CTR_SISELECT))
		return false;
	found = hart_csr_read(CSR_SISELECT) == CTR_SISELECT &&
		hart_csr_try_write(CSR_SIREG, FIELD_MASK(CTRSOURCE, V)) &&
		hart_csr_try_read(CSR_SIREG, &value) &&
		value == FIELD_MASK(CTRSOURCE, V) &&
		hart_csr_try_read(CSR_SIREG2, &value) &&
		hart_csr_try_read(CSR_SIREG3, &value);
	hart_csr_write(CSR_SISELECT, 0);
	hart_ctr_clear();
	return found && hart_csr_try_write(CSR_SISELECT, CTR_SISELECT) &&
	       hart_csr_try_read(CSR_SIREG, &value) && !value;
}

/* --- hart ----------------------------------------------------------------- */

void ctr_hart_init(struct ctr_hart *h, bool offered)
{
	unsigned long value;
	bool entries;

	*h = (struct ctr_hart){ .present = false };
	h->has_select = hart_csr_try_read(CSR_SISELECT, &value);
	h->has_gate = hart_csr_try_read(CSR_HSTATEEN0, &value);
	h->present = ctr_find_controls(h);
	if (h->present)
		h->depth = ctr_find_depth();
	entries = h->present && ctr_find_entries();
	h->usable = ctr_gate(offered && entries) && entries;
	/* hstateen0 may show what it held before the gate opened; from now on
	 * it is the hypervisor's. */
	ctr_clear(h);
}

/*
 * Traps that OpenSBI takes only to redirect them from within the object that
 * holds sbi_trap_redirect(), where no wrapper sees it: the hart can take them
 * to S-mode itself, and leaves the record itself.
 */
void ctr_hart_delegate(const struct ctr_hart *h)
{
	if (h->usable)
		hart_csr_set(CSR_MEDELEG, 1ul << CAUSE_FETCH_ACCESS |
						  1ul << CAUSE_HARDWARE_ERROR);
}

void ctr_hart_resume(struct ctr_hart *h, struct ctr_context *c)
{
	ctr_gate(h->usable);
	ctr_clear(h);
	if (c && c->valid)
		ctr_restore(h, c);
}

/* --- traps into M-mode ---------------------------------------------------- */

struct sbiret ctr_mte_set(struct ctr_hart *h, unsigned long value,
			  unsigned long flags)
{
	if (!h->usable || !h->has_mte)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	if (value > 1 || (flags & ~(unsigned long)SBI_FWFT_SET_FLAG_LOCK))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (h->mte_locked)
		return sbiret_error(SBI_ERR_DENIED_LOCKED);
	h->mte = value;
	h->mte_locked = flags;
	/* sctrctl is part of the same register: no plain write */
	if (value)
		hart_csr_set(CSR_MCTRCTL, FIELD_MASK(MCTRCTL, MTE));
	else
		hart_csr_clear(CSR_MCTRCTL, FIELD_MASK(MCTRCTL, MTE));
	return sbiret_value(0);
}

struct sbiret ctr_mte_get(const struct ctr_hart *h)
{
	if (!h->usable || !h->has_mte)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	return sbiret_value(h->mte);
}
