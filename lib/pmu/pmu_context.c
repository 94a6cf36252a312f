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
#include <hart/fields.h>
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

void pmu_context_leave(struct pmu_hart *h, struct pmu_context *c)
{
	c->valid = true;
	c->hart = *h;
	pmu_counters_stop(h, h->started);
	pmu_context_take_platform(h, c);
	pmu_hart_suspend(&c->hart);
	c->overflown =
		(u32)pmu_counters_overflown(h, h->present & pmu_hw_mask(h));
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

static void pmu_context_new(struct pmu_hart *h)
{
	struct pmu_hart_features has = h->has;

	pmu_hart_init(h, h->machine, &has);
	pmu_counter_write(h, 0, 0);
	pmu_counter_write(h, 2, 0);
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

/* The gate opens last: a counter that has overflown must not do so again. */
void pmu_context_enter(struct pmu_hart *h, struct pmu_context *c)
{
	unsigned int n;

	if (!c || !c->valid) {
		pmu_context_new(h);
		return;
	}
	c->valid = false;
	*h = c->hart;
	h->started &= ~pmu_platform_counters(h);
	h->inhibit = ~(u32)2;
	pmu_hart_resume(h);
	bits_for_each(n, c->overflown)
		pmu_hw_event_write(h, n,
				   hart_event_read(n, true) |
					   FIELD_MASK(MHPMEVENT, OVERFLOW));
	pmu_context_give_platform(h, c);
	pmu_inhibit_write(h, c->hart.inhibit);
}
