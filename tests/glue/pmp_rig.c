// SPDX-License-Identifier: BSD-2-Clause
/* A hart's PMP: only entries off and NAPOT, as OpenSBI sets them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_pmp.h>

#include "pmp_rig.h"

enum { MOST = 64, SHIFT = 2, R = 1, W = 2, X = 4, NAPOT = 3 << 3, L = 1 << 7 };

struct pmp_has pmp_has = { .entries = 16, .log2gran = 12, .addrbits = 54 };
static struct {
	u8 cfg;
	u64 addr;
} entry[MOST];

unsigned int sbi_hart_pmp_count(struct sbi_scratch *scratch)
{
	(void)scratch;
	return pmp_has.entries;
}

unsigned int sbi_hart_pmp_log2gran(struct sbi_scratch *scratch)
{
	(void)scratch;
	return pmp_has.log2gran;
}

unsigned int sbi_hart_pmp_addrbits(struct sbi_scratch *scratch)
{
	(void)scratch;
	return pmp_has.addrbits;
}

bool sbi_hart_has_extension(struct sbi_scratch *scratch,
			    enum sbi_hart_extensions ext)
{
	(void)scratch;
	return ext == SBI_HART_EXT_SMEPMP && pmp_has.smepmp;
}

/* The rights of both encodings: without Smepmp those of S-mode; with it, an
 * entry of M-mode is locked. */
static u8 cfg_of(unsigned long flags)
{
	u8 s = (u8)(flags >> 3 & (R | W | X)), m = flags & (R | W | X);

	if (!pmp_has.smepmp || s || !m)
		return NAPOT | s;
	return NAPOT | L | m;
}

static u64 order_mask(unsigned long order)
{
	return order > 63 ? ~0ull : (1ull << order) - 1;
}

bool pmp_configure(const struct sbi_domain *dom)
{
	u32 n = pmp_has.smepmp;
	u64 holds = order_mask(pmp_has.addrbits);
	const struct sbi_domain_memregion *r;

	memset(entry, 0, sizeof(entry));
	for (r = dom->regions; r->order; r++) {
		if (n >= pmp_has.entries)
			return false;
		if (r->order < pmp_has.log2gran || r->base >> SHIFT >= holds) {
			n += pmp_has.smepmp;
			continue;
		}
		entry[n].cfg = cfg_of(r->flags);
		entry[n++].addr = ((r->base >> SHIFT) |
				   order_mask(r->order) >> (SHIFT + 1)) &
				  holds;
	}
	return true;
}

unsigned long csr_read_num(int csr)
{
	unsigned long value = 0;
	u32 n;

	if (csr >= CSR_PMPADDR0)
		return entry[csr - CSR_PMPADDR0].addr;
	assert_int_equal(csr % 2, 0);
	for (n = 0; n < 8; n++)
		value |= (unsigned long)entry[(csr - CSR_PMPCFG0) * 4 + n].cfg
			 << 8 * n;
	return value;
}

/* The lowest 0 of pmpaddr tells the size. */
bool pmp_reaches(u64 address)
{
	u32 n;

	for (n = 0; n < pmp_has.entries; n++) {
		u64 addr = entry[n].addr, size = 8;

		if (!(entry[n].cfg & NAPOT))
			continue;
		/* Bits that do not exist are not compared. */
		if (addr == order_mask(pmp_has.addrbits))
			size = 0;
		for (; size && (addr & 1); addr >>= 1)
			size <<= 1;
		if (size && ((address ^ entry[n].addr << SHIFT) & ~(size - 1)))
			continue;
		return pmp_has.smepmp && (entry[n].cfg & L) ?
			       false :
			       entry[n].cfg & (R | W | X);
	}
	return false;
}
