// SPDX-License-Identifier: BSD-2-Clause
/*
 * Owners of S-mode take turns on a hart: everything of the PMU leaves with one
 * and comes back with it. struct pmu_hart stays where it is, since the fast
 * path reads it there; its content changes.
 *
 * Overflow interrupts are taken away from the old owner before the switch, and
 * come to the new one after it. In between they are delegated and none is
 * pending: whoever switches the supervisor's own registers exchanges sie and
 * sip, and must find these bits in them for every owner alike.
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

/* --- an owner who has not used the PMU ------------------------------------ */

/*
 * All there is to keep is what runs from boot. Firmware events count on, as a
 * firmware counter is a difference between two moments.
 */
static bool pmu_context_unused(const struct pmu_hart *h)
{
	return !h->touched && !h->has.delegated;
}

static void pmu_context_put_free(const struct pmu_hart *h, u64 cycle,
				 u64 instret, u32 inhibit)
{
	hart_counter_write(0, cycle);
	hart_counter_write(2, instret);
	pmu_inhibit_write(h, inhibit);
}

/* As a structure assignment, which OpenSBI makes byte by byte. */
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

/* The device counts for one owner at a time, and shows nobody's count. */
static void pmu_context_take_platform(struct pmu_hart *h, struct pmu_context *c)
{
	unsigned int n;

	bits_for_each(n, pmu_platform_counters(h)) {
		c->platform[n - h->num_hw] = pmu_counter_read(h, n);
		pmu_counter_write(h, n, 0);
	}
}

/* What S-mode runs by itself stops with the rest. */
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
	if (!pmu_context_unused(h)) {
		pmu_context_take_all(h, c);
	} else {
		c->hart.inhibit = pmu_context_shut(h);
		c->hart.value[0] = hart_counter_read(0);
		c->hart.value[2] = hart_counter_read(2);
	}
	pmu_context_take_irq(h, c);
}

void pmu_context_drop(struct pmu_hart *h)
{
	struct pmu_context nobody;

	pmu_counters_stop(h, h->started);
	pmu_context_take_platform(h, &nobody);
	pmu_context_take_irq(h, &nobody);
}

/* --- enter ---------------------------------------------------------------- */

static void pmu_context_new(struct pmu_hart *h, u64 cycle, u64 instret,
			    u32 inhibit)
{
	struct pmu_hart_features has = h->has;

	if (!pmu_context_unused(h))
		pmu_hart_init(h, h->machine, &has);
	pmu_context_put_free(h, cycle, instret, inhibit);
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
	if (!c || !c->valid) {
		pmu_context_new(h, 0, 0, PMU_INHIBIT_FIRST);
		return;
	}
	c->valid = false;
	if (!c->hart.touched && !h->has.delegated) {
		pmu_context_new(h, c->hart.value[0], c->hart.value[2],
				c->hart.inhibit);
		return;
	}
	pmu_context_copy(h, &c->hart);
	h->started &= ~pmu_platform_counters(h);
	pmu_hart_resume(h);
	pmu_context_give_platform(h, c);
}
