/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The CSR seam: how the cores reach control and status registers.
 *
 * hart_port.h provides, for the real hart or for the fake one of the tests:
 *
 *   unsigned int hart_xlen(void)			32 or 64
 *   unsigned long hart_csr_read(CSR)		CSR number is a constant
 *   void hart_csr_write(CSR, unsigned long)
 *   void hart_csr_set(CSR, unsigned long bits)
 *   void hart_csr_clear(CSR, unsigned long bits)
 *   bool hart_csr_try_read(CSR, unsigned long *)	false: no such register, the
 *   bool hart_csr_try_write(CSR, unsigned long)	value is 0, nothing happened
 *   void hart_ctr_clear(void)			the instruction SCTRCLR
 *   bool hart_ctr_try_clear(void)		false: no such instruction
 *   unsigned long hart_csr_read_num(unsigned int)	number known at run time,
 *   void hart_csr_write_num(unsigned int, unsigned long)  counters only
 *   bool hart_csr_try_read_num(unsigned int, unsigned long *)
 *
 * This header joins the halves that RV32 needs, so no core needs XLEN for an
 * access to a counter.
 */
#ifndef HART_CSR_H
#define HART_CSR_H

#include <base/types.h>
#include <hart_port.h>

/** Numbers of the counter registers (Privileged Architecture, table of CSRs;
 *  Sscofpmf, Smcntrpmf). Add the counter's index to a _BASE. */
enum hart_csr_number {
	HART_MHPMEVENT_BASE = 0x320, /* mhpmevent3 is 0x323 */
	HART_MHPMEVENTH_BASE = 0x720,
	HART_EVENT_MCYCLECFG = 1, /* behind HART_MHPMEVENT_BASE */
	HART_EVENT_MINSTRETCFG = 2,
	HART_MCOUNTER_BASE = 0xb00, /* mcycle */
	HART_MCOUNTERH_BASE = 0xb80,
	HART_COUNTER_BASE = 0xc00, /* cycle, what S-mode reads */
};

/** Read a hardware counter. @param n 0, 2 to 31: mcycle, minstret, ... */
static inline u64 hart_counter_read(unsigned int n)
{
	unsigned long high, low;

	if (hart_xlen() == 64)
		return hart_csr_read_num(HART_MCOUNTER_BASE + n);
	high = hart_csr_read_num(HART_MCOUNTERH_BASE + n);
	low = hart_csr_read_num(HART_MCOUNTER_BASE + n);
	/* A carry between the two reads happens once in 2^32 events at most,
	 * so a second look is final: no loop. */
	if (high != hart_csr_read_num(HART_MCOUNTERH_BASE + n)) {
		high = hart_csr_read_num(HART_MCOUNTERH_BASE + n);
		low = hart_csr_read_num(HART_MCOUNTER_BASE + n);
	}
	return (u64)high << 32 | low;
}

/** Write a hardware counter, running or not. @param n as above */
static inline void hart_counter_write(unsigned int n, u64 value)
{
	if (hart_xlen() == 64) {
		hart_csr_write_num(HART_MCOUNTER_BASE + n,
				   (unsigned long)value);
		return;
	}
	/* Low half 0 first: no carry into the new high half. */
	hart_csr_write_num(HART_MCOUNTER_BASE + n, 0);
	hart_csr_write_num(HART_MCOUNTERH_BASE + n, (u32)(value >> 32));
	hart_csr_write_num(HART_MCOUNTER_BASE + n, (u32)value);
}

/**
 * Write mhpmevent or one of the Smcntrpmf registers, which are its neighbours.
 * @param n 3 to 31: mhpmevent; HART_EVENT_MCYCLECFG, HART_EVENT_MINSTRETCFG
 * @param has_high on RV32: the upper half exists (Sscofpmf, Smcntrpmf)
 */
static inline void hart_event_write(unsigned long n, bool has_high, u64 value)
{
	if (has_high && hart_xlen() == 32)
		hart_csr_write_num(HART_MHPMEVENTH_BASE + (unsigned int)n,
				   (u32)(value >> 32));
	hart_csr_write_num(HART_MHPMEVENT_BASE + (unsigned int)n,
			   hart_xlen() == 32 ? (u32)value :
					       (unsigned long)value);
}

/** Read mhpmevent, parameters as hart_event_write(). */
static inline u64 hart_event_read(unsigned int n, bool has_high)
{
	u64 value = hart_csr_read_num(HART_MHPMEVENT_BASE + n);

	if (hart_xlen() == 32 && has_high)
		value |= (u64)hart_csr_read_num(HART_MHPMEVENTH_BASE + n) << 32;
	return value;
}

#endif
