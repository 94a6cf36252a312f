// SPDX-License-Identifier: BSD-2-Clause
/*
 * Owners of S-mode take turns on a hart: the whole state of the PMU leaves with
 * an owner and comes back with it. struct pmu_hart stays where it is, since the
 * fast path reads it there; its content changes.
 *
 * Overflow interrupts are taken away from the old owner before the switch, and
 * come to the new one after it. In between they are delegated and none is
 * pending: the switch of the supervisor's own registers exchanges sie and sip,
 * and must find these bits in them for every owner alike.
 */
#include <hart/csr.h>
#include <hart/pmudev.h>
#include <sbi/riscv_encoding.h>

#include "pmu_internal.h"

/* Firmware counters that the platform counts for this owner. */
static u64 pmu_platform_counters(const struct pmu_hart *h)
{
	u64 found = 0;
	unsigned int n;

	bits_for_each(n, h->configured & ~pmu_hw_mask(h))
		if (pmu_fw_is_platform(h, n))
			found |= BIT64(n);
	return found;
}

/* --- interrupts ----------------------------------------------------------- */

static void pmu_context_take_irq(const struct pmu_hart *h,
				 struct pmu_context *c)
{
	unsigned long mask = h->machine->irq_mask;

	c->pending = hart_csr_read(CSR_MIP) & mask;
	c->enabled = h->sse && (hart_csr_read(CSR_MIE) & mask);
	hart_csr_clear(CSR_MIP, mask);
	if (!h->sse)
		return;
	hart_csr_clear(CSR_MIE, mask);
	hart_csr_set(CSR_MIDELEG, mask);
}

void pmu_context_settle(struct pmu_hart *h, struct pmu_context *c)
{
	if (h->sse)
		pmu_overflow_route(h, true);
	if (c->enabled)
		pmu_overflow_enable(h, true, false);
	if (c->pending)
		hart_csr_set(CSR_MIP, h->machine->irq_mask);
	c->enabled = false;
	c->pending = false;
}

/* --- an owner that has not used the PMU ----------------------------------- */

/*
 * Only the counters that run from boot have a state to keep: this is the cost
 * of most switches. Firmware events need no work, as a firmware counter is a
 * difference between two moments. The only possible pending overflow is one
 * that S-mode wrote to sip by itself, and it is exchanged with the rest of sip.
 */
static bool pmu_context_unused(const struct pmu_context *c,
			       const struct pmu_hart *h)
{
	return !c->hart.touched && !h->has.delegated;
}

/* Read stopped counters. With constant numbers a read is one instruction each;
 * the functions of hart/csr.h would select the register and check for a
 * carry. */
static inline void pmu_context_take_free(struct pmu_context *c)
{
	c->hart.value[0] = hart_csr_read(CSR_MCYCLE);
	c->hart.value[2] = hart_csr_read(CSR_MINSTRET);
	if (hart_xlen() == 64)
		return;
	c->hart.value[0] |= (u64)hart_csr_read(CSR_MCYCLEH) << 32;
	c->hart.value[2] |= (u64)hart_csr_read(CSR_MINSTRETH) << 32;
}

static inline unsigned long pmu_context_low(u64 value)
{
	return hart_xlen() == 32 ? (u32)value : (unsigned long)value;
}

static inline void pmu_context_put_free(const struct pmu_context *c)
{
	hart_csr_write(CSR_MCYCLE, pmu_context_low(c->hart.value[0]));
	hart_csr_write(CSR_MINSTRET, pmu_context_low(c->hart.value[2]));
	if (hart_xlen() == 32) {
		hart_csr_write(CSR_MCYCLEH, (u32)(c->hart.value[0] >> 32));
		hart_csr_write(CSR_MINSTRETH, (u32)(c->hart.value[2] >> 32));
	}
	hart_csr_write(CSR_MCOUNTINHIBIT, c->hart.inhibit);
}

static void pmu_context_start_free(const struct pmu_hart *h, u64 cycle,
				   u64 instret, u32 inhibit)
{
	hart_counter_write(0, cycle);
	hart_counter_write(2, instret);
	pmu_inhibit_write(h, inhibit);
}

/* Copy by words: OpenSBI makes a structure assignment byte by byte. */
static void pmu_context_copy(struct pmu_hart *to, const struct pmu_hart *from)
{
	typedef unsigned long __attribute__((may_alias)) word;
	const word *f = (const word *)from;
	word *t = (word *)to, *end = (word *)(to + 1);

	for (; t != end; t++, f++) {
		*t = *f;
		__asm__ volatile("" ::: "memory");
	}
}

/* --- leave ---------------------------------------------------------------- */

/* The device counts for one owner at a time, so its counts are saved and set to
 * 0. */
static void pmu_context_take_platform(struct pmu_hart *h, struct pmu_context *c)
{
	unsigned int n;

	bits_for_each(n, pmu_platform_counters(h)) {
		c->platform[n - h->num_hw] = pmu_counter_read(h, n);
		pmu_counter_write(h, n, 0);
	}
}

/* This also stops the counters that S-mode runs by itself. */
static u32 pmu_context_shut(const struct pmu_hart *h)
{
	u32 inhibit = 0;

	if (h->has.inhibit)
		inhibit = (u32)hart_csr_read(CSR_MCOUNTINHIBIT);
	pmu_inhibit_write(h, ~(u32)2);
	return inhibit;
}

static void pmu_context_take_all(struct pmu_hart *h, struct pmu_context *c)
{
	u32 inhibit = pmu_context_shut(h);

	pmu_context_copy(&c->hart, h);
	pmu_counters_stop(h, h->started);
	pmu_context_take_platform(h, c);
	pmu_hart_suspend(&c->hart);
	c->hart.inhibit = inhibit;
}

void pmu_context_leave(struct pmu_hart *h, struct pmu_context *c)
{
	c->valid = true;
	c->hart.touched = h->touched;
	if (pmu_in_use(h)) {
		pmu_context_take_all(h, c);
		pmu_context_take_irq(h, c);
	} else {
		c->hart.inhibit = pmu_context_shut(h);
		c->hart.value[0] = hart_counter_read(0);
		c->hart.value[2] = hart_counter_read(2);
		c->pending = c->enabled = false;
	}
}

void pmu_context_drop(struct pmu_hart *h)
{
	struct pmu_context nobody;

	pmu_counters_stop(h, h->started);
	pmu_context_take_platform(h, &nobody);
	pmu_context_take_irq(h, &nobody);
}

/* --- enter ---------------------------------------------------------------- */

static void pmu_context_new(struct pmu_hart *h)
{
	struct pmu_hart_features has = h->has;

	pmu_hart_init(h, h->machine, &has);
}

static void pmu_context_give_platform(struct pmu_hart *h,
				      const struct pmu_context *c)
{
	unsigned int n;

	bits_for_each(n, pmu_platform_counters(h)) {
		pmu_counter_write(h, n, c->platform[n - h->num_hw]);
		if (c->hart.started & BIT64(n))
			pmu_counters_start(h, BIT64(n));
	}
}

void pmu_context_enter(struct pmu_hart *h, struct pmu_context *c)
{
	bool known = c && c->valid;

	if (known && !pmu_context_unused(c, h)) {
		c->valid = false;
		pmu_context_copy(h, &c->hart);
		/* unseen: pmu_context_give_platform() starts them anew */
		h->started &= ~pmu_platform_counters(h);
		pmu_hart_resume(h);
		pmu_context_give_platform(h, c);
		return;
	}
	if (pmu_in_use(h))
		pmu_context_new(h);
	if (!known) {
		pmu_context_start_free(h, 0, 0, PMU_INHIBIT_FIRST);
		return;
	}
	c->valid = false;
	pmu_context_start_free(h, c->hart.value[0], c->hart.value[2],
			       c->hart.inhibit);
}

bool pmu_context_pass(const struct pmu_hart *h, struct pmu_context *from,
		      struct pmu_context *to)
{
	if (!from || !to || !to->valid || to->hart.touched || pmu_in_use(h) ||
	    !h->has.inhibit)
		return false;
	from->hart.inhibit = (u32)hart_csr_read(CSR_MCOUNTINHIBIT);
	/* unseen: counters of the fake hart stand still */
	hart_csr_write(CSR_MCOUNTINHIBIT, ~(u32)2);
	from->valid = true;
	from->pending = from->enabled = false;
	from->hart.touched = 0;
	pmu_context_take_free(from);
	to->valid = false;
	pmu_context_put_free(to);
	return true;
}
