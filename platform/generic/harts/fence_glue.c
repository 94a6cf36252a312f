// SPDX-License-Identifier: BSD-2-Clause
/*
 * Remote fences and inter-processor interrupts of S-mode, carried by lib/fence
 * in place of OpenSBI's queues, and counted as firmware events. OpenSBI keeps
 * its own uses of IPIs: to start a hart, to halt one, to inject an event.
 */
#include <base/bits.h>
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
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_tlb.h>

#include "../fast/boot_alloc.h"
#include "../fast/calls.h"
#include "../fast/fast.h"
#include "harts.h"

_Static_assert(SBI_HARTMASK_MAX_BITS <= FENCE_HARTS_MAX, "room for all harts");

/* Most harts have answered by then; a wake-up takes longer than a look. */
enum { FENCE_GLUE_LOOKS = 16 };

static struct fence_machine machine;
/* By index; a hart's domain is changed only by the hart itself. */
static struct fast_peer peers[FENCE_HARTS_MAX];
static struct fast_hart *fast[FENCE_HARTS_MAX]; /* its fast path, or NULL */

/* Domains that a hart has been in, by index; for these it is only away */
static unsigned long homes[FENCE_HARTS_MAX];

/* foreign[] has the number of OpenSBI's IPIs from bit 1 on. Bit 0 asks the hart to
 * look at OpenSBI's queues once more. */
enum { FOREIGN_LOOK = 1, FOREIGN_IPI = 2 };

static unsigned long foreign[FENCE_HARTS_MAX];

static void fence_glue_count(u32 event, s32 times)
{
	if (times)
		pmu_fw_events(pmu_glue_hart(sbi_scratch_thishart_ptr()), event,
			      times);
}

/* --- the seam -------------------------------------------------------------- */

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
	fence_local(request);
}

static void fence_doorbells(void)
{
	const struct sbi_ipi_device *device = sbi_ipi_get_device();

	if (!device || sbi_strcmp(device->name, "aclint-mswi"))
		return;
	sbi_for_each_hartindex(i)
	{
		peers[i].doorbell = fence_glue_doorbell(peers[i].hartid);
	}
}

void hart_ring(u32 hart)
{
	if (!peers[hart].doorbell) {
		sbi_ipi_raw_send(hart, false);
		return;
	}
	wmb(); /* unseen: a barrier */
	*peers[hart].doorbell = 1;
}

static void fence_silence(u32 self)
{
	if (!peers[self].doorbell) {
		sbi_ipi_raw_clear(false);
		return;
	}
	*peers[self].doorbell = 0;
}

void hart_silence(void)
{
	u32 self = current_hartindex();

	if (!peers[self].doorbell)
		return;
	fence_silence(self);
	mb(); /* unseen: a barrier */
}

/*
 * Without a known device only OpenSBI's handler could silence the doorbell, so
 * the hart goes on looking. Interrupts that S-mode has not taken yet would end
 * the wait at once.
 */
void hart_doze(void)
{
	ulong mie;

	if (!peers[current_hartindex()].doorbell) {
		hart_wait_hint();
		return;
	}
	mie = csr_swap(CSR_MIE, MIP_MSIP);
	wfi();
	csr_write(CSR_MIE, mie);
}

/* OpenSBI stores its request before it rings; see fence_foreign_sent(), too. */
void hart_awake(void)
{
	u32 self = current_hartindex();

	if (hart_atomic_read(&foreign[self]))
		hart_ring(self);
}

void hart_soft_interrupt(void)
{
	csr_set(CSR_MIP, MIP_SSIP);
}

/* --- harts of a mask ------------------------------------------------------ */

/* True if the hart is in another domain and will come back. */
static bool fence_away(const struct sbi_domain *dom, u32 hart)
{
	return hart_atomic_read(&homes[hart]) & fence_bit(dom->index);
}

/* Most machines number their harts from 0. @return index, or no hart's index */
static inline u32 fence_index(ulong hartid)
{
	if (hartid < machine.count && peers[hartid].hartid == hartid)
		return (u32)hartid;
	return hartid == (u32)hartid ? sbi_hartid_to_hartindex((u32)hartid) :
				       -1u;
}

enum fence_where { FENCE_HERE, FENCE_AWAY, FENCE_WRONG };

static inline enum fence_where fence_find(const struct sbi_domain *dom,
					  ulong hartid, u32 *hart)
{
	*hart = fence_index(hartid);
	if (*hart >= machine.count)
		return FENCE_WRONG;
	if (peers[*hart].domain == dom)
		return FENCE_HERE;
	return fence_away(dom, *hart) ? FENCE_AWAY : FENCE_WRONG;
}

static void fence_all_harts(const struct sbi_domain *dom, struct fence_set *set)
{
	u32 i;

	for (i = 0; i < machine.count; i++)
		if (peers[i].domain == dom)
			fence_set_add(set, i);
}

/**
 * Harts of the caller's domain in a mask.
 * @param away also harts that are in another domain now
 * @return 0; SBI_EINVAL: the mask has a hart that the domain does not have
 */
static int fence_harts(ulong hmask, ulong hbase, bool away,
		       struct fence_set *set)
{
	const struct sbi_domain *dom = peers[current_hartindex()].domain;
	enum fence_where where;
	u32 n, hart;

	if (hbase == -1ul) {
		fence_all_harts(dom, set);
		return 0;
	}
	bits_for_each(n, hmask) {
		if (hbase + n < hbase)
			return SBI_EINVAL;
		where = fence_find(dom, hbase + n, &hart);
		if (where == FENCE_WRONG)
			return SBI_EINVAL;
		if (away || where == FENCE_HERE)
			fence_set_add(set, hart);
	}
	return 0;
}

/* --- calls ----------------------------------------------------------------- */

/* A range of whole pages, or everything if single pages would take longer. */
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
	mb(); /* unseen: a barrier */
	rc = fence_harts(hmask, hbase, false, &set);
	if (rc)
		return rc;
	request = fence_request_of(tinfo);
	sent = fence_send(&machine, current_hartindex(), &set, &request,
			  peers[current_hartindex()].domain->index);
	fence_glue_count(fence_events[request.kind].sent, sent.reached != 0);
	fence_glue_count(SBI_PMU_FW_IPI_SENT, (s32)sent.reached);
	/* unseen: a race of two harts */
	fence_glue_count(SBI_PMU_FW_IPI_RECVD, (s32)sent.served);
	return 0;
}

/* @return true if another hart gets an interrupt */
static bool fence_interrupt(u32 hart, u32 domain)
{
	if (hart != current_hartindex())
		return fence_ipi(&machine, hart, domain);
	hart_soft_interrupt();
	return false;
}

/* The most frequent call. */
static int fence_ipi_one(ulong hartid)
{
	const struct sbi_domain *dom = peers[current_hartindex()].domain;
	u32 hart;

	if (fence_find(dom, hartid, &hart) == FENCE_WRONG)
		return SBI_EINVAL;
	if (fence_interrupt(hart, dom->index))
		fence_glue_count(SBI_PMU_FW_IPI_SENT, 1);
	return 0;
}

int fence_glue_ipi(ulong hmask, ulong hbase)
{
	struct fence_set set = { { 0 } };
	u32 i, domain, sent = 0;
	int rc;

	if (hmask == 1 && hbase != -1ul)
		return fence_ipi_one(hbase);
	rc = fence_harts(hmask, hbase, true, &set);
	if (rc)
		return rc;
	domain = peers[current_hartindex()].domain->index;
	for (i = 0; i < machine.count; i++)
		if (set.word[i / FENCE_WORD_BITS] & fence_bit(i))
			sent += fence_interrupt(i, domain);
	fence_glue_count(SBI_PMU_FW_IPI_SENT, (s32)sent);
	return 0;
}

/*
 * OpenSBI stores its request after the count. A hart that another IPI sends to
 * OpenSBI's queues in between takes the count, and finds no request there; the
 * ring for the request then finds no count.
 */
static void fence_foreign_sent(u32 hart)
{
	mb(); /* unseen: a barrier */
	if (hart_atomic_read(&foreign[hart]))
		return; /* unseen: only one look more */
	hart_atomic_or(&foreign[hart], FOREIGN_LOOK);
	hart_ring(hart);
}

static void fence_foreign(u32 hart, enum fence_foreign step)
{
	if (step == FENCE_FOREIGN_SENT)
		fence_foreign_sent(hart);
	else
		hart_atomic_add(&foreign[hart], step == FENCE_FOREIGN_SENDS ?
							FOREIGN_IPI :
							-(ulong)FOREIGN_IPI);
}

void fence_glue_foreign(ulong hmask, ulong hbase, enum fence_foreign step)
{
	struct fence_set set = { { 0 } };
	u32 i;

	if (fence_harts(hmask, hbase, true, &set))
		return;
	for (i = 0; i < machine.count; i++)
		if (i != current_hartindex() &&
		    set.word[i / FENCE_WORD_BITS] & fence_bit(i))
			fence_foreign(i, step);
}

u64 fence_glue_sent(void)
{
	return pmu_glue_hart(sbi_scratch_thishart_ptr())
		->events[SBI_PMU_FW_IPI_SENT];
}

void fence_glue_again(void)
{
	u32 self = current_hartindex();

	hart_atomic_or(&foreign[self], FOREIGN_LOOK);
	hart_ring(self);
}

bool fence_glue_has_foreign(void)
{
	return hart_atomic_read(&foreign[current_hartindex()]);
}

/* Does the work of OpenSBI's handler of the extension. */
struct sbiret fast_call_ipi(const struct fast_frame *frame)
{
	if (frame->a6 != SBI_EXT_IPI_SEND_IPI)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	if (frame->a0 == 1 && frame->a1 != -1ul)
		return sbiret_error(fence_ipi_one(frame->a1));
	return sbiret_error(fence_glue_ipi(frame->a0, frame->a1));
}

/* --- the doorbell ---------------------------------------------------------- */

static void __attribute__((noinline)) fence_glue_serve(void)
{
	fence_glue_count(
		SBI_PMU_FW_IPI_RECVD,
		(s32)fence_serve(&machine, current_hartindex(),
				 peers[current_hartindex()].domain->index));
}

/*
 * OpenSBI counts one IPI each time, for any number of them. It silences only
 * its preferred device; but a start of a hart rings all devices, perhaps after
 * the hart is up.
 */
void fence_glue_process(void (*process)(void))
{
	u32 self = current_hartindex();
	long own = (long)hart_atomic_swap(&foreign[self], 0) >> 1;

	if (!peers[self].doorbell)
		sbi_ipi_raw_clear(true);
	process();
	mb(); /* unseen: a barrier */
	fence_glue_count(SBI_PMU_FW_IPI_RECVD, (s32)own - 1);
	fence_glue_serve();
}

bool fast_call_soft(void)
{
	u32 self = current_hartindex();

	fence_silence(self);
	mb(); /* unseen: a barrier */
	if (hart_atomic_read(&foreign[self]))
		return true;
	fence_glue_serve();
	return false;
}

/* --- harts and domains ----------------------------------------------------- */

int fence_glue_init(void)
{
	ulong size = sbi_hart_count() * sizeof(struct fence_hart);
	u32 i;

	machine.hart = boot_alloc(size);
	if (!machine.hart)
		return SBI_ENOMEM;
	machine.count = sbi_hart_count();
	machine.looks = FENCE_GLUE_LOOKS;
	for (i = 0; i < machine.count; i++)
		peers[i] = (struct fast_peer){
			.domain = sbi_hartindex_to_domain(i),
			.fence = &machine.hart[i],
			.hartid = sbi_hartindex_to_hartid(i),
		};
	fence_doorbells();
	return 0;
}

static void fence_fast(void)
{
	struct fast_hart *f = fast_glue_hart(sbi_scratch_thishart_ptr());
	u32 self = current_hartindex();

	fast[self] = f;
	if (!f)
		return;
	f->peers = peers;
	f->harts = machine.count;
	f->self = &peers[self];
	f->foreign = &foreign[self];
	f->domain_bit = fence_bit(peers[self].domain->index);
}

void fence_glue_hart_start(void)
{
	struct fast_hart *f = fast_glue_hart(sbi_scratch_thishart_ptr());

	fence_fast();
	if (f)
		fast_calls_init(f);
	hart_atomic_or(&homes[current_hartindex()],
		       fence_bit(peers[current_hartindex()].domain->index));
	fence_up(&machine, current_hartindex());
	fence_glue_serve(); /* unseen: a request of before fence_up() rings */
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
	unsigned long self = current_hartindex();

	hart_atomic_or(&homes[self], fence_bit(next->index));
	peers[self].domain = next;
	if (fast[self])
		fast[self]->domain_bit = fence_bit(next->index);
}

/* A sender that saw this hart as away wrote its page tables before this. */
void fence_glue_domain_changed(void)
{
	hart_fence_all();
}

void fence_glue_look(void)
{
	unsigned long self = current_hartindex();

	if (!fence_is_idle(&machine.hart[self]))
		fence_glue_serve();
}
