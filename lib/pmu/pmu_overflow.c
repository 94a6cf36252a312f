// SPDX-License-Identifier: BSD-2-Clause
/*
 * The route of overflow interrupts. Delegated to S-mode they need no firmware;
 * with a registered SSE event they come to M-mode, which must disable them
 * while the handler runs. The caller injects the SSE event.
 */
#include <hart/csr.h>
#include <sbi/riscv_encoding.h>

#include "pmu_internal.h"

void pmu_overflow_route(struct pmu_hart *h, bool sse)
{
	h->sse = sse;
	h->touched = PMU_TOUCHED;
	pmu_fast_settle(h);
	if (sse)
		hart_csr_clear(CSR_MIDELEG, h->machine->irq_mask);
	else
		hart_csr_set(CSR_MIDELEG, h->machine->irq_mask);
}

/* The fast path starts counters without a call of the prediction. */
void pmu_predict_set(struct pmu_hart *h, bool on)
{
	h->predict = on;
	h->touched = PMU_TOUCHED;
	pmu_fast_settle(h);
}

void pmu_overflow_enable(struct pmu_hart *h, bool enable, bool drop)
{
	if (enable)
		hart_csr_set(CSR_MIE, h->machine->irq_mask);
	else
		hart_csr_clear(CSR_MIE, h->machine->irq_mask);
	if (drop)
		hart_csr_clear(CSR_MIP, h->machine->irq_mask);
}

/* Running counters by the gates, not by h->started: S-mode may run counters by
 * itself. */
static u32 pmu_overflow_running(const struct pmu_hart *h)
{
	if (!h->has.delegated)
		return (u32)(h->started & pmu_hw_mask(h));
	return pmu_index_set(h->machine,
			     ~(u32)hart_csr_read(CSR_MCOUNTINHIBIT)) &
	       (u32)h->present;
}

void pmu_overflow_settle(struct pmu_hart *h)
{
	/* The overflow of a running counter must still be reported: its
	 * overflow bit keeps it from raising the interrupt again. */
	if (h->sse && !pmu_counters_overflown(h, pmu_overflow_running(h)))
		hart_csr_clear(CSR_MIP, h->machine->irq_mask);
}

void pmu_overflow_take(struct pmu_hart *h)
{
	/* The handler of delegated counters stops them without a call, and need
	 * not clear every overflow bit: an interrupt that is pending after the
	 * handler came later. */
	pmu_overflow_enable(h, false, h->has.delegated);
}

void pmu_overflow_done(struct pmu_hart *h)
{
	/*
	 * Nor can it clear an interrupt that became pending before it stopped
	 * the counters, or one without a counter, as S-mode may have stored the
	 * bit itself: the event would come for ever.
	 */
	if (h->has.delegated || h->has.sscofpmf)
		pmu_overflow_settle(h);
	pmu_overflow_enable(h, true, false);
}
