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

void fast_promises_check(struct sbi_scratch *scratch, bool tell)
{
	unsigned int n;

	for (n = 0; n < array_size(promises); n++) {
		if (!sbi_hart_has_extension(scratch, promises[n]) ||
		    fast_promise_holds(promises[n]))
			continue;
		sbi_hart_update_extension(scratch, promises[n], false);
		if (tell)
			sbi_printf("hartscope: no %s: its registers trap\n",
				   names[n]);
	}
}
