// SPDX-License-Identifier: BSD-2-Clause
/*
 * Facts for status.inc: the place of OpenSBI's state of harts, and the features
 * of harts; fast_uart.c knows the console.
 */
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_fwft.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_scratch.h>

#include "calls.h"

/* --- the state of harts ---------------------------------------------------- */

static unsigned long *states[SBI_HARTMASK_MAX_BITS];

void fast_calls_states(unsigned long offset)
{
	sbi_for_each_hartindex(i)
	{
		states[i] = sbi_scratch_offset_ptr(sbi_hartindex_to_scratch(i),
						   offset);
	}
}

/* No other code changes the state of a hart while the hart starts. */
static bool fast_states_known(void)
{
	u32 self = current_hartindex();

	return *states[self] == SBI_HSM_STATE_START_PENDING &&
	       __sbi_hsm_hart_get_state(self) == SBI_HSM_STATE_START_PENDING;
}

/* --- features -------------------------------------------------------------- */

enum {
	MENVCFG_PMM_SHIFT = 32,
	FEATURE_OTHER = 1, /* no field of menvcfg, but a known feature */
};

static const u8 places[FAST_FEATURES] = {
	[SBI_FWFT_MISALIGNED_EXC_DELEG] = FEATURE_OTHER,
	[SBI_FWFT_LANDING_PAD] = ENVCFG_LPE_SHIFT,
	[SBI_FWFT_SHADOW_STACK] = ENVCFG_SSE_SHIFT,
	[SBI_FWFT_DOUBLE_TRAP] = ENVCFG_DTE_SHIFT,
	[SBI_FWFT_PTE_AD_HW_UPDATING] = ENVCFG_ADUE_SHIFT,
#if __riscv_xlen == 64
	[SBI_FWFT_POINTER_MASKING_PMLEN] = MENVCFG_PMM_SHIFT,
#endif
};

/* Releases of OpenSBI differ in the extensions that a feature needs, so ask
 * it. */
static void fast_features(struct fast_hart *f)
{
	unsigned long value;
	u32 n;

	for (n = 0; n < FAST_FEATURES; n++)
		f->feature[n] = sbi_fwft_get(n, &value) ? 0 : places[n];
}

/* --- double traps ---------------------------------------------------------- */

#if __riscv_xlen == 32
#define CSR_WITH_MDT CSR_MSTATUSH
#define MDT MSTATUSH_MDT
#else
#define CSR_WITH_MDT CSR_MSTATUS
#define MDT MSTATUS_MDT
#endif

/* Between the two accesses no instruction may trap. */
bool fast_double_traps(void)
{
	csr_set(CSR_WITH_MDT, MDT);
	return csr_read_clear(CSR_WITH_MDT, MDT) & MDT;
}

void fast_calls_init(struct fast_hart *f)
{
	/* unseen: only slower */
	f->served = fast_double_traps() ? 0 : PMU_CALLS;
	f->states = fast_states_known() ? states : NULL;
	fast_console(f);
	fast_features(f);
}
