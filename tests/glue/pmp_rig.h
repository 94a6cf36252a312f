/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hart's PMP for the tests of trace_domain_glue.c: OpenSBI's functions that
 * tell its limits, its registers as the firmware reads them, and the answer to
 * an access of S-mode, by the rules of the privileged ISA alone.
 */
#ifndef PMP_RIG_H
#define PMP_RIG_H

#include <sbi/sbi_domain.h>

/** Abilities of the hart. addrbits: bits of pmpaddr that exist. */
extern struct pmp_has {
	u32 entries, log2gran, addrbits;
	bool smepmp;
} pmp_has;

/** Set the entries for a domain as OpenSBI does, without those that the hart
 * cannot hold. @return false: OpenSBI stops here, with too few entries */
bool pmp_configure(const struct sbi_domain *dom);

/** True if S-mode may load, store or execute a byte. */
bool pmp_reaches(u64 address);

#endif
