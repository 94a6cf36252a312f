// SPDX-License-Identifier: BSD-2-Clause
/* The name of the firmware, on the console. */
#include <sbi/sbi_console.h>

#include "banner.h"

void hartscope_banner(struct sbi_scratch *scratch)
{
	if (!(scratch->options & SBI_SCRATCH_NO_BOOT_PRINTS))
		sbi_printf("\nhartscope %s\n", HARTSCOPE_VERSION);
}
