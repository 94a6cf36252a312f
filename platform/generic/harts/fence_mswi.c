// SPDX-License-Identifier: BSD-2-Clause
/* Doorbells of harts: the registers of the board's devices for them. */
#include <base/bits.h>
#include <sbi_utils/ipi/aclint_mswi.h>

#include "harts.h"

static const struct aclint_mswi_data *mswis[4];

void fence_glue_mswi(const struct aclint_mswi_data *mswi)
{
	u32 n;

	for (n = 0; n < array_size(mswis) && mswis[n]; n++)
		;
	if (n < array_size(mswis))
		mswis[n] = mswi;
}

volatile u32 *fence_glue_doorbell(ulong hartid)
{
	u32 n;

	for (n = 0; n < array_size(mswis) && mswis[n]; n++)
		if (hartid - mswis[n]->first_hartid < mswis[n]->hart_count)
			return (volatile u32 *)mswis[n]->addr + hartid -
			       mswis[n]->first_hartid;
	return NULL;
}
