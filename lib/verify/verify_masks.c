// SPDX-License-Identifier: BSD-2-Clause
/* Bits of registers that lib/model's hart does not determine. */
#include "verify_internal.h"

/* Windows on state that another register selects have no state of their own. */
static bool mask_windows(struct verify_config *config, u16 first, u16 last)
{
	u16 reg;

	for (reg = first; reg <= last; reg++) {
		/* siph and miph are between them */
		if (reg != first + 3 &&
		    !verify_config_mask(config, reg, 0, ~0ull))
			return false;
	}
	return true;
}

bool verify_hart_masks(const struct verify_hart *hart,
		       struct verify_config *config)
{
	u32 reg;

	if (hart->model.config.siselect_writable &&
	    (!mask_windows(config, CSR_SIREG, CSR_SIREG6) ||
	     !mask_windows(config, CSR_MIREG, CSR_MIREG6)))
		return false;

	for (reg = 0; reg < TANDEM_GPR(0); reg++) {
		u64 bits = model_outside(&hart->model, reg);

		if (bits && !verify_config_mask(config, (u16)reg, bits, 0))
			return false;
	}
	return true;
}
