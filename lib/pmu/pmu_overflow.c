// SPDX-License-Identifier: BSD-2-Clause
/*
 * Where overflow interrupts go. Delegated to S-mode they need nothing from
 * firmware; with an SSE event registered they come to M-mode, which must turn
 * them off while the handler runs. The caller injects the SSE event.
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

/* The fast path starts counters without a word to anybody. */
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

void pmu_overflow_settle(struct pmu_hart *h)
{
	/* A running counter that overflew meanwhile must still be reported:
	 * its overflow bit keeps it from raising the interrupt again. */
	if (h->sse && !pmu_counters_overflown(h, h->started))
		hart_csr_clear(CSR_MIP, h->machine->irq_mask);
}
