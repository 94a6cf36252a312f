/* SPDX-License-Identifier: BSD-2-Clause */
/* In place of the firmware's header: fences of the hart that a test runs. */
#ifndef FUZZ_FENCE_INSN_H
#define FUZZ_FENCE_INSN_H

void doors_fence_i(void);
/** SFENCE.VMA. @param page -1: all; @param asid below 0: all */
void doors_sfence(unsigned long page, long asid);

#define fence_insn_i() doors_fence_i()
#define fence_insn_sfence() doors_sfence(-1ul, -1)
#define fence_insn_sfence_page(page) doors_sfence(page, -1)
#define fence_insn_sfence_asid(asid) doors_sfence(-1ul, (long)(asid))
#define fence_insn_sfence_page_asid(page, asid) doors_sfence(page, (long)(asid))

#endif
