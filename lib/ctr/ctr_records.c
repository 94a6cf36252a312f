// SPDX-License-Identifier: BSD-2-Clause
/*
 * Records of an owner of S-mode: save, clear and restore them. The hart records
 * nothing meanwhile, because it never records M-mode.
 */
#include <ctr/ctr.h>
#include <hart/csr.h>
#include <hart/fields.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall_interface.h>

#include "ctr_internal.h"

static void ctr_record_read(struct ctr_record *r)
{
	r->source = hart_csr_read(CSR_SIREG);
	r->target = hart_csr_read(CSR_SIREG2);
	r->data = hart_csr_read(CSR_SIREG3);
}

static void ctr_record_keep(struct ctr_kept *r)
{
	r->source = hart_csr_read(CSR_SIREG);
	r->target = hart_csr_read(CSR_SIREG2);
	r->data = (u32)hart_csr_read(CSR_SIREG3);
}

static void ctr_record_write(const struct ctr_kept *r)
{
	hart_csr_write(CSR_SIREG, r->source);
	hart_csr_write(CSR_SIREG2, r->target);
	hart_csr_write(CSR_SIREG3, r->data);
}

u32 ctr_depth(void)
{
	u32 depth =
		(u32)FIELD_GET(SCTRDEPTH, DEPTH, hart_csr_read(CSR_SCTRDEPTH));

	return depth < 4 ? 16u << depth : CTR_DEPTH_MAX;
}

static unsigned long ctr_source(u32 n)
{
	hart_csr_write(CSR_SISELECT, CTR_SISELECT + n);
	return hart_csr_read(CSR_SIREG);
}

/* Registers may be 0 again although there are records. A switch between owners
 * that do not use CTR pays for this loop, so it reads ctrsource alone. */
static bool ctr_entries_in_use(void)
{
	unsigned long siselect = hart_csr_read(CSR_SISELECT), source = 0;
	u32 n, depth = ctr_depth();

	for (n = 0; n < depth && !source; n += 4) {
		source |= ctr_source(n) | ctr_source(n + 1);
		source |= ctr_source(n + 2) | ctr_source(n + 3);
	}
	hart_csr_write(CSR_SISELECT, siselect);
	return source;
}

bool ctr_in_use(const struct ctr_hart *h)
{
	if (!h->present)
		return false;
	return h->mte || h->mte_locked || hart_csr_read(CSR_SCTRCTL) ||
	       hart_csr_read(CSR_SCTRSTATUS) ||
	       hart_csr_read(CSR_SCTRDEPTH) != h->depth ||
	       (h->has_vs && hart_csr_read(CSR_VSCTRCTL)) ||
	       (h->usable && ctr_entries_in_use());
}

static void ctr_save_records(struct ctr_context *c)
{
	for (c->count = 0; c->count < c->room; c->count++) {
		if (c->count == ctr_depth())
			break;
		hart_csr_write(CSR_SISELECT, CTR_SISELECT + c->count);
		ctr_record_keep(&c->record[c->count]);
	}
	hart_csr_write(CSR_SISELECT, c->siselect);
}

/* The whole of hstateen0, as its bits belong to one owner. Bits read 0 while
 * their gate in mstateen0 is shut. */
static u64 ctr_guest_gate(void)
{
	u64 value = hart_csr_read(CSR_HSTATEEN0);

	if (hart_xlen() == 32)
		value |= (u64)hart_csr_read(CSR_HSTATEEN0H) << 32;
	return value;
}

static void ctr_guest_gate_write(u64 value)
{
	if (hart_xlen() == 32) {
		hart_csr_write(CSR_HSTATEEN0H, (u32)(value >> 32));
		value = (u32)value;
	}
	hart_csr_write(CSR_HSTATEEN0, (unsigned long)value);
}

void ctr_save(const struct ctr_hart *h, bool used, struct ctr_context *c)
{
	c->valid = true;
	c->used = used;
	c->siselect = h->has_select ? hart_csr_read(CSR_SISELECT) : 0;
	c->hstateen0 = h->has_guest_gate ? ctr_guest_gate() : 0;
	if (!used)
		return;
	c->mte = h->mte;
	c->mte_locked = h->mte_locked;
	c->sctrctl = hart_csr_read(CSR_SCTRCTL);
	c->vsctrctl = h->has_vs ? hart_csr_read(CSR_VSCTRCTL) : 0;
	c->sctrdepth = hart_csr_read(CSR_SCTRDEPTH);
	c->sctrstatus = hart_csr_read(CSR_SCTRSTATUS);
	c->count = 0;
	if (h->usable)
		ctr_save_records(c);
}

/* Clear siselect and hstateen0, which exist without CTR, too. */
static void ctr_clear_select(const struct ctr_hart *h)
{
	if (h->has_select)
		hart_csr_write(CSR_SISELECT, 0);
	if (h->has_guest_gate)
		ctr_guest_gate_write(0);
}

/* The instruction also clears entries beyond the present depth. */
void ctr_clear_unused(const struct ctr_hart *h)
{
	ctr_clear_select(h);
	if (h->present)
		hart_ctr_clear();
}

void ctr_clear(struct ctr_hart *h)
{
	h->mte = false;
	h->mte_locked = false;
	ctr_clear_select(h);
	if (!h->present)
		return;
	if (h->has_m)
		hart_csr_write(CSR_MCTRCTL, 0); /* and with it sctrctl */
	else
		hart_csr_write(CSR_SCTRCTL, 0);
	if (h->has_vs)
		hart_csr_write(CSR_VSCTRCTL, 0);
	hart_csr_write(CSR_SCTRDEPTH, h->depth);
	hart_csr_write(CSR_SCTRSTATUS, 0);
	hart_ctr_clear();
}

/* Entries count from the write pointer, so the caller has restored it first. */
static void ctr_restore_records(const struct ctr_context *c)
{
	u32 n;

	for (n = 0; n < c->count; n++) {
		hart_csr_write(CSR_SISELECT, CTR_SISELECT + n);
		ctr_record_write(&c->record[n]);
	}
}

static void ctr_restore_select(const struct ctr_hart *h,
			       const struct ctr_context *c)
{
	if (h->has_select)
		hart_csr_write(CSR_SISELECT, c->siselect);
	if (h->has_guest_gate)
		ctr_guest_gate_write(c->hstateen0);
}

/*
 * Controls come first: their custom bits may open fields of status and entries
 * that otherwise read 0 (Smctr 1.0, "Custom Extensions"). No control lets
 * M-mode be recorded.
 */
static void ctr_restore_used(struct ctr_hart *h, struct ctr_context *c)
{
	hart_csr_write(CSR_SCTRCTL, c->sctrctl);
	if (h->has_vs)
		hart_csr_write(CSR_VSCTRCTL, c->vsctrctl);
	hart_csr_write(CSR_SCTRDEPTH, c->sctrdepth);
	hart_csr_write(CSR_SCTRSTATUS, c->sctrstatus);
	if (h->usable)
		ctr_restore_records(c);
	if (c->mte || c->mte_locked)
		ctr_mte_set(h, c->mte,
			    c->mte_locked ? SBI_FWFT_SET_FLAG_LOCK : 0);
}

void ctr_restore(struct ctr_hart *h, struct ctr_context *c)
{
	c->valid = false;
	if (c->used)
		ctr_restore_used(h, c);
	ctr_restore_select(h, c);
}

/* --- freeze --------------------------------------------------------------- */

void ctr_overflow(const struct ctr_hart *h)
{
	if (h->usable &&
	    (hart_csr_read(CSR_SCTRCTL) & FIELD_MASK(MCTRCTL, LCOFIFRZ)))
		hart_csr_set(CSR_SCTRSTATUS, FIELD_MASK(SCTRSTATUS, FROZEN));
}

/* --- reading of records --------------------------------------------------- */

bool ctr_recording(const struct ctr_hart *h)
{
	u64 enables = FIELD_MASK(MCTRCTL, S) | FIELD_MASK(MCTRCTL, U);

	return h->usable &&
	       ((hart_csr_read(CSR_SCTRCTL) & enables) ||
		(h->has_vs && (hart_csr_read(CSR_VSCTRCTL) & enables)));
}

bool ctr_record_at(unsigned int n, struct ctr_record *record)
{
	unsigned long siselect = hart_csr_read(CSR_SISELECT);

	hart_csr_write(CSR_SISELECT, CTR_SISELECT + n);
	ctr_record_read(record);
	hart_csr_write(CSR_SISELECT, siselect);
	return record->source & FIELD_MASK(CTRSOURCE, V);
}
