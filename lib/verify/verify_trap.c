// SPDX-License-Identifier: BSD-2-Clause
/* Interrupts: permission to take them, and the limit of time for this. */
#include "verify_internal.h"

#define MSTATUS_SIE 0x2u
#define MSTATUS_MIE 0x8u

/* True if the interrupt traps (Privileged ISA, "Machine Interrupt
 * Registers"). */
static bool is_unmasked(const struct verify *v, u64 bit)
{
	bool to_s = v->shadow.reg[CSR_MIDELEG] & bit;
	u64 mstatus = v->shadow.reg[CSR_MSTATUS];

	if (to_s)
		return v->priv < MODEL_S ||
		       (v->priv == MODEL_S && (mstatus & MSTATUS_SIE));
	return v->priv < MODEL_M || (mstatus & MSTATUS_MIE);
}

enum verify_why verify_trap_why(const struct verify *v)
{
	u64 bit = 1ull << (v->input.interrupt & 63);

	if (!(v->shadow.reg[CSR_MIP] & bit) && !v->config.mip_unknown)
		return VERIFY_WHY_NOT_PENDING;
	if (!(v->shadow.reg[CSR_MIE] & bit))
		return VERIFY_WHY_NOT_ENABLED;
	if (!is_unmasked(v, bit))
		return VERIFY_WHY_MASKED;
	return VERIFY_WHY_PRIORITY;
}

void verify_trap_latency(struct verify *v)
{
	u8 pending = v->step.pending;

	if (pending != v->waiting) {
		v->waiting = pending;
		v->waited = 0;
		v->late = false;
	}
	if (pending == MODEL_INTERRUPT_NONE || v->late ||
	    ++v->waited <= v->config.latency)
		return;
	v->late = true;
	if (v->config.latency)
		verify_finding_add(v, VERIFY_FOUND_LATENCY, pending, v->waited);
}
