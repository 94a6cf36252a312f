/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * S-mode's access to delegated counters (Smcdeleg, Ssccfg 1.0): the select
 * register and its windows, and scountinhibit.
 */
#ifndef SMODE_DELEG_H
#define SMODE_DELEG_H

#include "hart.h"

#define DELEG_SCOUNTINHIBIT 0x120
#define DELEG_SISELECT 0x150
#define DELEG_SIREG 0x151
#define DELEG_SIREG2 0x152
#define DELEG_SIREG4 0x155
#define DELEG_SIREG5 0x156
#define DELEG_FIRST 0x40ul /* value of siselect for counter 0 */

/**
 * True if this hart has these registers and M-mode allows S-mode to use them.
 */
static inline bool deleg_offered(void)
{
	unsigned long value;

	return HART_TRY(value = csr_read(DELEG_SCOUNTINHIBIT); (void)value) ==
	       HART_NO_TRAP;
}

static inline u64 deleg_value(unsigned int n)
{
	u64 value;

	csr_write(DELEG_SISELECT, DELEG_FIRST + n);
	value = csr_read(DELEG_SIREG);
#if XLEN == 32
	value |= (u64)csr_read(DELEG_SIREG4) << 32;
#endif
	return value;
}

static inline void deleg_value_set(unsigned int n, u64 value)
{
	csr_write(DELEG_SISELECT, DELEG_FIRST + n);
	csr_write(DELEG_SIREG, (unsigned long)value);
#if XLEN == 32
	csr_write(DELEG_SIREG4, (unsigned long)(value >> 32));
#endif
}

/**
 * Value of mhpmevent n; 0 is cyclecfg and 2 instretcfg. MINH is not part of it,
 * but QEMU 10.0 shows MINH of the fixed counters.
 */
static inline u64 deleg_event(unsigned int n, bool high)
{
	u64 value;

	csr_write(DELEG_SISELECT, DELEG_FIRST + n);
	value = csr_read(DELEG_SIREG2);
#if XLEN == 32
	if (high)
		value |= (u64)csr_read(DELEG_SIREG5) << 32;
#else
	(void)high;
#endif
	return n < 3 ? value & ~(1ull << 62) : value;
}

static inline void deleg_event_set(unsigned int n, bool high, u64 value)
{
	csr_write(DELEG_SISELECT, DELEG_FIRST + n);
	csr_write(DELEG_SIREG2, (unsigned long)value);
#if XLEN == 32
	if (high)
		csr_write(DELEG_SIREG5, (unsigned long)(value >> 32));
#else
	(void)high;
#endif
}

static inline unsigned long deleg_inhibit(void)
{
	return csr_read(DELEG_SCOUNTINHIBIT);
}

#endif
