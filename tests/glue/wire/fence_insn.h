/* SPDX-License-Identifier: BSD-2-Clause */
/* In place of the header of platform/generic/include: fences are lines of the journal. */
#ifndef FENCE_INSN_H
#define FENCE_INSN_H

#include "journal.h"

#define fence_insn_i() wire_note("fence.i")
#define fence_insn_sfence() wire_note("sfence.vma")
#define fence_insn_sfence_page(address) wire_note("sfence.vma %lx", address)
#define fence_insn_sfence_asid(asid) wire_note("sfence.vma x0, asid %lx", asid)
#define fence_insn_sfence_page_asid(address, asid) \
	wire_note("sfence.vma %lx, asid %lx", address, asid)

#endif
