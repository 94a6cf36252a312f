// SPDX-License-Identifier: BSD-2-Clause
/* The fences of the SBI on the hart that makes them. */
#include <fence/fence.h>
#include <fence_insn.h>
#include <hart/harts.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_barrier.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_hfence.h>
#include <sbi/sbi_tlb.h>

#include "harts.h"

static bool fence_of_all(const struct fence_request *request)
{
	return request->size == SBI_TLB_FLUSH_ALL;
}

static void fence_sfence(const struct fence_request *request)
{
	unsigned long i;

	if (fence_of_all(request)) {
		__sbi_sfence_vma_all();
		return;
	}
	for (i = 0; i < request->size; i += PAGE_SIZE)
		fence_insn_sfence_page(request->start + i);
}

static void fence_sfence_asid(const struct fence_request *request)
{
	unsigned long i, asid = request->asid;

	if (fence_of_all(request)) {
		fence_insn_sfence_asid(asid);
		return;
	}
	for (i = 0; i < request->size; i += PAGE_SIZE)
		fence_insn_sfence_page_asid(request->start + i, asid);
}

static void fence_gvma(const struct fence_request *request)
{
	unsigned long i;

	if (fence_of_all(request)) {
		__sbi_hfence_gvma_all();
		return;
	}
	for (i = 0; i < request->size; i += PAGE_SIZE)
		__sbi_hfence_gvma_gpa((request->start + i) >> 2);
}

static void fence_gvma_vmid(const struct fence_request *request)
{
	unsigned long i;

	if (fence_of_all(request)) {
		__sbi_hfence_gvma_vmid(request->vmid);
		return;
	}
	for (i = 0; i < request->size; i += PAGE_SIZE)
		__sbi_hfence_gvma_vmid_gpa((request->start + i) >> 2,
					   request->vmid);
}

static void fence_vvma_pages(const struct fence_request *request, bool asid)
{
	unsigned long i;

	for (i = 0; i < request->size; i += PAGE_SIZE)
		if (asid)
			__sbi_hfence_vvma_asid_va(request->start + i,
						  request->asid);
		else
			__sbi_hfence_vvma_va(request->start + i);
}

/* HFENCE.VVMA acts on the VMID in hgatp (hypervisor extension). */
static void fence_vvma(const struct fence_request *request, bool asid)
{
	unsigned long hgatp = csr_swap(CSR_HGATP, (unsigned long)request->vmid
							  << HGATP_VMID_SHIFT);

	if (!fence_of_all(request))
		fence_vvma_pages(request, asid);
	else if (asid)
		__sbi_hfence_vvma_asid(request->asid);
	else
		__sbi_hfence_vvma_all();
	csr_write(CSR_HGATP, hgatp);
}

/* Each switch of domains calls this. If misa is 0, OpenSBI knows the
 * extensions. */
static bool fence_has_guests(void)
{
	unsigned long misa = csr_read(CSR_MISA);

	return misa ? misa & 1ul << ('H' - 'A') : misa_extension('H');
}

void fence_local(const struct fence_request *request)
{
	/* The sender has guests, but this hart may have none: it keeps no
	 * translations of theirs. */
	if (request->kind >= SBI_TLB_HFENCE_GVMA_VMID && !fence_has_guests())
		return;
	switch (request->kind) {
	case SBI_TLB_FENCE_I:
		fence_insn_i();
		break;
	case SBI_TLB_SFENCE_VMA:
		fence_sfence(request);
		break; /* unseen: the next case forgets no more */
	case SBI_TLB_SFENCE_VMA_ASID:
		fence_sfence_asid(request);
		break;
	case SBI_TLB_HFENCE_GVMA:
		fence_gvma(request);
		break;
	case SBI_TLB_HFENCE_GVMA_VMID:
		fence_gvma_vmid(request);
		break;
	case SBI_TLB_HFENCE_VVMA:
	case SBI_TLB_HFENCE_VVMA_ASID:
		fence_vvma(request, request->kind == SBI_TLB_HFENCE_VVMA_ASID);
		break;
	}
}

void hart_fence_all(void)
{
	mb(); /* unseen: a barrier */
	fence_insn_i();
	fence_insn_sfence();
	if (fence_has_guests()) {
		__sbi_hfence_gvma_all();
		__sbi_hfence_vvma_all();
	}
}
