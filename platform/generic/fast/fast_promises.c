// SPDX-License-Identifier: BSD-2-Clause
/*
 * Extensions with registers that trap.S uses, which a device tree lists and the
 * hart lacks. OpenSBI believes the tree, and the first such call would end the
 * hart.
 */
#include <hart/csr.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_console.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_scratch.h>

#include "calls.h"

/* In the order of names[]. */
static const u8 promises[] = { SBI_HART_EXT_SSTC, SBI_HART_EXT_SSCOFPMF,
			       SBI_HART_EXT_SMCNTRPMF };
static const char names[][10] = { "Sstc", "Sscofpmf", "Smcntrpmf" };

static bool fast_promise_holds(enum sbi_hart_extensions ext)
{
	unsigned long value;

	switch (ext) {
	case SBI_HART_EXT_SSCOFPMF:
		return hart_csr_try_read(CSR_SCOUNTOVF, &value);
	case SBI_HART_EXT_SMCNTRPMF:
		return hart_csr_try_read(CSR_MCYCLECFG, &value);
	default:
		return hart_csr_try_read(CSR_STIMECMP, &value);
	}
}

/* With STCE the timer's interrupt of S-mode is that of stimecmp alone: a hart may
 * keep the bit without the register, and M-mode could not set the interrupt. */
static void fast_promise_break(enum sbi_hart_extensions ext)
{
	unsigned long value;

	if (ext != SBI_HART_EXT_SSTC)
		return;
	if (hart_xlen() == 32 && hart_csr_try_read(CSR_MENVCFGH, &value))
		hart_csr_clear(CSR_MENVCFGH, (u32)(ENVCFG_STCE >> 32));
	if (hart_xlen() == 64 && hart_csr_try_read(CSR_MENVCFG, &value))
		hart_csr_clear(CSR_MENVCFG, (unsigned long)ENVCFG_STCE);
}

void fast_promises_check(struct sbi_scratch *scratch, bool tell)
{
	unsigned int n;

	for (n = 0; n < array_size(promises); n++) {
		if (!sbi_hart_has_extension(scratch, promises[n]) ||
		    fast_promise_holds(promises[n]))
			continue;
		sbi_hart_update_extension(scratch, promises[n], false);
		fast_promise_break(promises[n]);
		if (tell)
			sbi_printf("hartscope: no %s: its registers trap\n",
				   names[n]);
	}
}
