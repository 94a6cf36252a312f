// SPDX-License-Identifier: BSD-2-Clause
/* The call of the extension RFENCE that the fast path hands to C. */
#include <base/bits.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_tlb.h>

#include "../fast/calls.h"
#include "harts.h"

static const u8 fence_types[] = {
	[SBI_EXT_RFENCE_REMOTE_FENCE_I] = SBI_TLB_FENCE_I,
	[SBI_EXT_RFENCE_REMOTE_SFENCE_VMA] = SBI_TLB_SFENCE_VMA,
	[SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID] = SBI_TLB_SFENCE_VMA_ASID,
	[SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA_VMID] = SBI_TLB_HFENCE_GVMA_VMID,
	[SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA] = SBI_TLB_HFENCE_GVMA,
	[SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA_ASID] = SBI_TLB_HFENCE_VVMA_ASID,
	[SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA] = SBI_TLB_HFENCE_VVMA,
};

/* Does the work of OpenSBI's handler of the extension. */
struct sbiret fast_call_rfence(const struct fast_frame *frame)
{
	struct sbi_tlb_info tinfo = { .start = frame->a2, .size = frame->a3 };

	if (frame->a6 >= array_size(fence_types))
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	tinfo.type = fence_types[frame->a6];
	if (tinfo.type >= SBI_TLB_HFENCE_GVMA_VMID && !misa_extension('H'))
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	tinfo.asid = tinfo.vmid = (u16)frame->a4; /* of calls that have one */
	if (tinfo.type == SBI_TLB_HFENCE_VVMA ||
	    tinfo.type == SBI_TLB_HFENCE_VVMA_ASID)
		tinfo.vmid = (u16)((csr_read(CSR_HGATP) & HGATP_VMID_MASK) >>
				   HGATP_VMID_SHIFT);
	return sbiret_error(fence_glue_request(frame->a0, frame->a1, &tinfo));
}
