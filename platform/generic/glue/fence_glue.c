// SPDX-License-Identifier: BSD-2-Clause
/*
 * Remote fences and inter-processor interrupts of S-mode, carried by lib/fence
 * in place of OpenSBI's queues, and counted as firmware events. OpenSBI keeps
 * its own uses of IPIs: to start a hart, to halt one, to inject an event.
 */
#include <fence/fence.h>
#include <hart/harts.h>
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_barrier.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_bitops.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_hfence.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_tlb.h>

#include "glue.h"

_Static_assert(SBI_HARTMASK_MAX_BITS <= FENCE_HARTS_MAX, "room for all harts");

static struct fence_machine machine;

/* Domains that a hart has been in, by index; others find it away, not absent. */
static unsigned long homes[FENCE_HARTS_MAX];

/* IPIs of OpenSBI's own that a hart has yet to count. */
static unsigned long foreign[FENCE_HARTS_MAX];

static void fence_glue_count(u32 event, s32 times)
{
	if (times)
		pmu_fw_events(pmu_glue_hart(sbi_scratch_thishart_ptr()), event,
			      times);
}

/* --- fences of this hart --------------------------------------------------- */

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
		__asm__ volatile("sfence.vma %0" ::"r"(request->start + i)
				 : "memory");
}

static void fence_sfence_asid(const struct fence_request *request)
{
	unsigned long i, asid = request->asid;

	if (fence_of_all(request)) {
		__asm__ volatile("sfence.vma x0, %0" ::"r"(asid) : "memory");
		return;
	}
	for (i = 0; i < request->size; i += PAGE_SIZE)
		__asm__ volatile("sfence.vma %0, %1" ::"r"(request->start + i),
				 "r"(asid)
				 : "memory");
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

/* HFENCE.VVMA is about the VMID in hgatp (hypervisor extension). */
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

static const struct {
	u8 sent, received;
} fence_events[SBI_TLB_TYPE_MAX] = {
	[SBI_TLB_FENCE_I] = { SBI_PMU_FW_FENCE_I_SENT,
			      SBI_PMU_FW_FENCE_I_RECVD },
	[SBI_TLB_SFENCE_VMA] = { SBI_PMU_FW_SFENCE_VMA_SENT,
				 SBI_PMU_FW_SFENCE_VMA_RCVD },
	[SBI_TLB_SFENCE_VMA_ASID] = { SBI_PMU_FW_SFENCE_VMA_ASID_SENT,
				      SBI_PMU_FW_SFENCE_VMA_ASID_RCVD },
	[SBI_TLB_HFENCE_GVMA_VMID] = { SBI_PMU_FW_HFENCE_GVMA_VMID_SENT,
				       SBI_PMU_FW_HFENCE_GVMA_VMID_RCVD },
	[SBI_TLB_HFENCE_GVMA] = { SBI_PMU_FW_HFENCE_GVMA_SENT,
				  SBI_PMU_FW_HFENCE_GVMA_RCVD },
	[SBI_TLB_HFENCE_VVMA_ASID] = { SBI_PMU_FW_HFENCE_VVMA_ASID_SENT,
				       SBI_PMU_FW_HFENCE_VVMA_ASID_RCVD },
	[SBI_TLB_HFENCE_VVMA] = { SBI_PMU_FW_HFENCE_VVMA_SENT,
				  SBI_PMU_FW_HFENCE_VVMA_RCVD },
};

void hart_fence(const struct fence_request *request, bool remote)
{
	if (remote)
		fence_glue_count(fence_events[request->kind].received, 1);
	switch (request->kind) {
	case SBI_TLB_FENCE_I:
		__asm__ volatile("fence.i" ::: "memory");
		break;
	case SBI_TLB_SFENCE_VMA:
		fence_sfence(request);
		break;
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
	mb();
	__asm__ volatile("fence.i\n\tsfence.vma" ::: "memory");
	if (misa_extension('H')) {
		__sbi_hfence_gvma_all();
		__sbi_hfence_vvma_all();
	}
}

void hart_ring(u32 hart)
{
	sbi_ipi_raw_send(hart, false);
}

void hart_soft_interrupt(void)
{
	csr_set(CSR_MIP, MIP_SSIP);
}

/* --- whom a mask names ----------------------------------------------------- */

static bool fence_here(const struct sbi_domain *dom, u32 hartindex)
{
	return sbi_hartindex_to_domain(hartindex) == dom;
}

/* It is in another domain and will come back. */
static bool fence_away(const struct sbi_domain *dom, u32 hartindex)
{
	return hart_atomic_read(&homes[hartindex]) & fence_bit(dom->index);
}

static void fence_all_harts(const struct sbi_domain *dom, struct fence_set *set)
{
	sbi_for_each_hartindex(i)
	{
		if (fence_here(dom, i))
			fence_set_add(set, i);
	}
}

/**
 * Harts of the caller's domain that a mask names.
 * @param away also those that are in another domain now
 * @return 0; SBI_EINVAL: it names one that the domain does not have
 */
static int fence_harts(ulong hmask, ulong hbase, bool away,
		       struct fence_set *set)
{
	const struct sbi_domain *dom = sbi_domain_thishart_ptr();
	ulong n, hartid;
	u32 hart;

	if (hbase == -1ul) {
		fence_all_harts(dom, set);
		return 0;
	}
	for (n = 0; n < __riscv_xlen; n++) {
		if (!(hmask >> n & 1))
			continue;
		hartid = hbase + n;
		if (hartid < hbase || hartid != (u32)hartid)
			return SBI_EINVAL;
		hart = sbi_hartid_to_hartindex((u32)hartid);
		if (!sbi_hartindex_valid(hart))
			return SBI_EINVAL;
		if (away || fence_here(dom, hart))
			fence_set_add(set, hart);
		if (!fence_here(dom, hart) && !fence_away(dom, hart))
			return SBI_EINVAL;
	}
	return 0;
}

/* --- calls ----------------------------------------------------------------- */

/* Whole pages, and everything where single pages would take longer. */
static struct fence_request fence_request_of(const struct sbi_tlb_info *tinfo)
{
	const struct sbi_platform *plat = sbi_platform_thishart_ptr();
	ulong offset = tinfo->start & (PAGE_SIZE - 1);
	struct fence_request request = {
		.start = tinfo->start - offset,
		.size = tinfo->size,
		.asid = tinfo->asid,
		.vmid = tinfo->vmid,
		.kind = (u8)tinfo->type,
	};

	if (request.size)
		request.size += offset;
	if ((!tinfo->start && !tinfo->size) || request.size < tinfo->size ||
	    request.size > sbi_platform_tlbr_flush_limit(plat))
		request.size = SBI_TLB_FLUSH_ALL;
	return request;
}

int fence_glue_request(ulong hmask, ulong hbase,
		       const struct sbi_tlb_info *tinfo)
{
	struct fence_set set = { { 0 } };
	struct fence_request request;
	struct fence_sent sent;
	int rc;

	if ((u32)tinfo->type >= SBI_TLB_TYPE_MAX)
		return SBI_EINVAL;
	mb();
	rc = fence_harts(hmask, hbase, false, &set);
	if (rc)
		return rc;
	request = fence_request_of(tinfo);
	sent = fence_send(&machine, current_hartindex(), &set, &request,
			  sbi_domain_thishart_ptr()->index);
	fence_glue_count(fence_events[request.kind].sent, sent.reached != 0);
	fence_glue_count(SBI_PMU_FW_IPI_SENT, (s32)sent.reached);
	fence_glue_count(SBI_PMU_FW_IPI_RECVD, (s32)sent.served);
	return 0;
}

int fence_glue_ipi(ulong hmask, ulong hbase)
{
	u32 self = current_hartindex(), domain, sent = 0;
	struct fence_set set = { { 0 } };
	int rc = fence_harts(hmask, hbase, true, &set);

	if (rc)
		return rc;
	domain = sbi_domain_thishart_ptr()->index;
	sbi_for_each_hartindex(i)
	{
		if (!(set.word[i / FENCE_WORD_BITS] & fence_bit(i)))
			continue;
		if (i == self)
			hart_soft_interrupt();
		else
			sent += fence_ipi(&machine, i, domain);
	}
	fence_glue_count(SBI_PMU_FW_IPI_SENT, (s32)sent);
	return 0;
}

void fence_glue_foreign(ulong hmask, ulong hbase, long times)
{
	struct fence_set set = { { 0 } };

	if (fence_harts(hmask, hbase, true, &set))
		return;
	sbi_for_each_hartindex(i)
	{
		if (i != current_hartindex() &&
		    set.word[i / FENCE_WORD_BITS] & fence_bit(i))
			hart_atomic_add(&foreign[i], (unsigned long)times);
	}
}

/* --- the doorbell ---------------------------------------------------------- */

static void fence_glue_serve(void)
{
	fence_glue_count(SBI_PMU_FW_IPI_RECVD,
			 (s32)fence_serve(&machine, current_hartindex(),
					  sbi_domain_thishart_ptr()->index));
}

/* OpenSBI counts one IPI each time, whether there were many or none. */
void fence_glue_process(void (*process)(void))
{
	s32 own = (s32)hart_atomic_swap(&foreign[current_hartindex()], 0);

	process();
	mb();
	fence_glue_count(SBI_PMU_FW_IPI_RECVD, own - 1);
	fence_glue_serve();
}

/* --- harts and domains ----------------------------------------------------- */

int fence_glue_init(void)
{
	ulong size = sbi_hart_count() * sizeof(struct fence_hart);

	machine.hart = sbi_aligned_alloc(FENCE_LINE, size);
	if (!machine.hart)
		return SBI_ENOMEM;
	sbi_memset(machine.hart, 0, size);
	machine.count = sbi_hart_count();
	return 0;
}

void fence_glue_hart_start(void)
{
	hart_atomic_or(&homes[current_hartindex()],
		       fence_bit(sbi_domain_thishart_ptr()->index));
	fence_up(&machine, current_hartindex());
	fence_glue_serve();
}

void fence_glue_hart_stop(void)
{
	fence_down(&machine, current_hartindex());
}

void fence_glue_hart_dies(void)
{
	if (machine.count)
		fence_dead(&machine, current_hartindex());
}

void fence_glue_switch(const struct sbi_domain *next)
{
	fence_glue_serve();
	hart_atomic_or(&homes[current_hartindex()], fence_bit(next->index));
}

/* Whoever still saw this hart away had written its page tables before. */
void fence_glue_domain_changed(void)
{
	hart_fence_all();
}

void fence_glue_switched(void)
{
	fence_glue_serve();
}
