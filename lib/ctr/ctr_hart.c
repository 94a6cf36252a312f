// SPDX-License-Identifier: BSD-2-Clause
/*
 * A hart's abilities in CTR, and its users. This file, ctr_records.c and
 * ctr_mte.c alone write mctrctl, the CTR bits of the state enables, and for S-mode's own
 * registers the value of an owner that has not written them yet.
 */
#include <base/bits.h>
#include <ctr/ctr.h>
#include <hart/csr.h>
#include <hart/csr_fields.h>
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

/* Both bits of the gate are in the upper half. */
static void ctr_gate_write(u64 value)
{
	if (hart_xlen() == 32)
		hart_csr_write(CSR_MSTATEEN0H, (u32)(value >> 32));
	else
		hart_csr_write(CSR_MSTATEEN0, (unsigned long)value);
}

/* The gate's bits for these names of extensions. */
static u64 ctr_gate_bits(u8 names)
{
	if (names & CTR_NAMES_CTR)
		return CTR_GATE;
	return names & CTR_NAMES_SELECT ? FIELD_MASK(MSTATEEN0, CSRIND) : 0;
}

/*
 * Set all bits or none: with only the first bit of CTR, S-mode would find
 * controls and no records. The second bit is AIA's too, and is never shut.
 * @return true if S-mode has all of the names; with no names, true if S-mode
 *	cannot be kept from them
 */
static bool ctr_gate(const struct ctr_hart *h, u8 names)
{
	u64 old, bits = ctr_gate_bits(names);

	if (!h->has_gate)
		return true;
	old = ctr_gate_read() & ~FIELD_MASK(MSTATEEN0, CTR);
	ctr_gate_write(old | bits);
	if (bits && (ctr_gate_read() & bits) == bits)
		return true;
	ctr_gate_write(old);
	return false;
}

/* Open the gate for the offered extensions that exist. */
static void ctr_gate_open(struct ctr_hart *h, u8 offered, bool entries)
{
	u8 ctr = offered & CTR_NAMES_CTR, select = offered & CTR_NAMES_SELECT;

	h->usable = ctr_gate(h, entries ? ctr : 0) && entries;
	h->select = h->usable ||
		    (h->has_select && select && ctr_gate(h, select));
}

/* --- discovery ------------------------------------------------------------ */

/*
 * A register exists if it keeps a written value. Some cores ignore accesses to
 * missing registers instead of trapping.
 */
#define ctr_find(csr, bits)                                         \
	({                                                          \
		unsigned long found_;                               \
                                                                    \
		hart_csr_try_write(csr, bits) &&                    \
			hart_csr_try_read(csr, &found_) &&          \
			(found_ & (bits)) == (unsigned long)(bits); \
	})

/* siselect may hold just the values of one extension: CTR, Smcdeleg, AIA.
 * ctr_clear() sets it to 0 again. */
static bool ctr_find_select(void)
{
	enum { COUNTERS = 0x40, INTERRUPTS = 0x70 };

	return ctr_find(CSR_SISELECT, CTR_SISELECT) ||
	       ctr_find(CSR_SISELECT, COUNTERS) ||
	       ctr_find(CSR_SISELECT, INTERRUPTS);
}

static bool ctr_find_controls(struct ctr_hart *h)
{
	u64 s = FIELD_MASK(MCTRCTL, S);

	h->has_m = ctr_find(CSR_MCTRCTL, s);
	/* First of all, make sure that M-mode is not recorded. */
	if (h->has_m)
		hart_csr_write(CSR_MCTRCTL, 0);
	if (!ctr_find(CSR_SCTRCTL, s))
		return false;
	hart_csr_write(CSR_SCTRCTL, 0);
	if (!ctr_find(CSR_SCTRSTATUS, FIELD_MASK(SCTRSTATUS, FROZEN)))
		return false;
	hart_csr_write(CSR_SCTRSTATUS, 0);
	h->has_vs = ctr_find(CSR_VSCTRCTL, s);
	if (h->has_vs)
		hart_csr_write(CSR_VSCTRCTL, 0);
	if (h->has_m) {
		hart_csr_write(CSR_MCTRCTL, FIELD_MASK(MCTRCTL, MTE));
		h->has_mte = hart_csr_read(CSR_MCTRCTL) ==
			     FIELD_MASK(MCTRCTL, MTE);
		hart_csr_write(CSR_MCTRCTL, 0);
	}
	return hart_ctr_try_clear();
}

/* Any set of depths may exist; a new owner gets the smallest, and has to
 * request a larger one. */
static bool ctr_find_depth(struct ctr_hart *h)
{
	unsigned long depth, found;

	for (depth = 0; depth < 5; depth++)
		if (hart_csr_try_write(CSR_SCTRDEPTH, depth) &&
		    hart_csr_try_read(CSR_SCTRDEPTH, &found) && found == depth)
			break;
	h->depth = (u8)depth;
	return depth < 5;
}

/* Not every depth below it may exist. */
u16 ctr_hart_deepest(void)
{
	unsigned long old = hart_csr_read(CSR_SCTRDEPTH), depth;

	for (depth = 4; depth; depth--) {
		hart_csr_write(CSR_SCTRDEPTH, depth);
		if (hart_csr_read(CSR_SCTRDEPTH) == depth)
			break;
	}
	hart_csr_write(CSR_SCTRDEPTH, old);
	return (u16)(16u << depth);
}

/* True if entry 0 holds what is written there, and SCTRCLR takes it away. */
static bool ctr_find_entries(void)
{
	unsigned long value;
	bool found;

	if (!ctr_find(CSR_SISELECT, CTR_SISELECT))
		return false;
	found = ctr_find(CSR_SIREG, FIELD_MASK(CTRSOURCE, V)) &&
		hart_csr_try_read(CSR_SIREG2, &value) &&
		hart_csr_try_read(CSR_SIREG3, &value);
	hart_ctr_clear();
	return found && hart_csr_try_read(CSR_SIREG, &value) && !value;
}

/* Test a bit of a register in use, and restore the register. */
#define ctr_can_set(csr, bit)                              \
	({                                                 \
		unsigned long old_, now_ = 0;              \
                                                           \
		if (hart_csr_try_read(csr, &old_)) {       \
			hart_csr_write(csr, old_ | (bit)); \
			now_ = hart_csr_read(csr);         \
			hart_csr_write(csr, old_);         \
		}                                          \
		(now_ & (bit)) != 0;                       \
	})

/* True if menvcfg can give S-mode its counters. OpenSBI relies on the device
 * tree alone for this. */
static bool ctr_find_delegation(void)
{
	u64 cde = FIELD_MASK(MENVCFG, CDE);

	return hart_xlen() == 32 ? ctr_can_set(CSR_MENVCFGH, (u32)(cde >> 32)) :
				   ctr_can_set(CSR_MENVCFG, (unsigned long)cde);
}

/* --- hart ----------------------------------------------------------------- */

void ctr_hart_init(struct ctr_hart *h, u8 offered)
{
	unsigned long value;

	*h = (struct ctr_hart){ .present = false };
	h->has_gate = ctr_gate_exists();
	h->has_guest_gate = hart_csr_try_read(CSR_HSTATEEN0, &value);
	h->has_select = ctr_find_select();
	h->present = ctr_find_controls(h) && ctr_find_depth(h);
	ctr_gate_open(h, offered, h->present && ctr_find_entries());
	/* hstateen0 may show an old value after the gate opened; from now on it
	 * belongs to the hypervisor. */
	ctr_clear(h);
}

u8 ctr_hart_names(void)
{
	struct ctr_hart h;
	u64 gate = 0;
	u8 names = 0;

	h.has_gate = ctr_gate_exists();
	if (h.has_gate)
		gate = ctr_gate_read();
	ctr_hart_init(&h, CTR_NAMES_ALL);
	if (h.usable)
		names |= CTR_NAMES_CTR;
	if (h.select)
		names |= CTR_NAMES_SELECT;
	if (h.select && ctr_find_delegation())
		names |= CTR_NAMES_DELEGATION;
	if (h.has_gate)
		ctr_gate_write(gate);
	return names;
}

/*
 * OpenSBI takes these traps only to redirect them. The hart can take them to
 * S-mode by itself, and then makes the record itself. It may lack the bits.
 */
void ctr_hart_delegate(const struct ctr_hart *h)
{
	if (h->usable)
		hart_csr_set(CSR_MEDELEG, 1ul << CAUSE_FETCH_ACCESS |
						  1ul << CAUSE_HARDWARE_ERROR);
}

void ctr_hart_resume(struct ctr_hart *h, struct ctr_context *c)
{
	ctr_gate(h, (h->usable ? CTR_NAMES_CTR : 0) |
			    (h->select ? CTR_NAMES_SELECT : 0));
	ctr_clear(h);
	if (c && c->valid)
		ctr_restore(h, c);
}
