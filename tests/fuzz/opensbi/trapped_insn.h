/* SPDX-License-Identifier: BSD-2-Clause */
/* In place of the firmware's header of this name: the test is the hart. */
#ifndef FUZZ_TRAPPED_INSN_H
#define FUZZ_TRAPPED_INSN_H

#include <sbi/sbi_types.h>

bool insn_has_fsdsp(void);

#endif
