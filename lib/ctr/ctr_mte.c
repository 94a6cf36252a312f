// SPDX-License-Identifier: BSD-2-Clause
/* Records of traps into M-mode: mctrctl.MTE, which S-mode asks for by FWFT. */
#include <ctr/ctr.h>
#include <hart/csr.h>
#include <hart/fields.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall_interface.h>

#include "ctr_internal.h"

struct sbiret ctr_mte_set(struct ctr_hart *h, unsigned long value,
			  unsigned long flags)
{
	if (!h->usable || !h->has_mte)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	if (value > 1 || (flags & ~(unsigned long)SBI_FWFT_SET_FLAG_LOCK))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (h->mte_locked)
		return sbiret_error(SBI_ERR_DENIED_LOCKED);
	h->mte = value;
	h->mte_locked = flags;
	/* sctrctl is part of the same register, so a plain write is wrong */
	if (value)
		hart_csr_set(CSR_MCTRCTL, FIELD_MASK(MCTRCTL, MTE));
	else
		hart_csr_clear(CSR_MCTRCTL, FIELD_MASK(MCTRCTL, MTE));
	return sbiret_value(0);
}

struct sbiret ctr_mte_get(const struct ctr_hart *h)
{
	if (!h->usable || !h->has_mte)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	return sbiret_value(h->mte);
}
