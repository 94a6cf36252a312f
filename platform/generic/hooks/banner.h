/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines that a machine starts with. */
#ifndef PLATFORM_BANNER_H
#define PLATFORM_BANNER_H

#include <sbi/sbi_scratch.h>
#include <sbi/sbi_types.h>

/** Print a banner on the console, unless the boot is silent. */
void hartscope_banner(struct sbi_scratch *scratch);

#endif
