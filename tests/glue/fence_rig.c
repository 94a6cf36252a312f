// SPDX-License-Identifier: BSD-2-Clause
/* Four harts, and what the files under test call. */
#include <sbi/sbi_hfence.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_platform.h>

#include "fence_rig.h"

/* OpenSBI's is nowhere else than in sbi_heap.c */
struct sbi_heap_control {
	int unused;
};
#include <sbi/sbi_heap.h>

#define GUEST(vmid) ((unsigned long)(vmid) << HGATP_VMID_SHIFT)
#define MISA_H (1ul << ('H' - 'A'))

/* --- harts ------------------------------------------------------------------ */

bool cached[HARTS][STAGES][PAGES][2][2];

unsigned long csrs[HARTS][4096];
bool rings[HARTS]; /* OpenSBI's doorbells */
u32 self;
static union {
	struct sbi_scratch scratch;
	u8 bytes[4096];
} spaces[HARTS];
struct pmu_hart pmus[HARTS];
struct fast_hart fast_harts[HARTS];
bool slow, heap_full;
u32 bells[HARTS];
struct sbi_domain near = { .index = 5 }, far = { .index = 9 };

const char *doors_misa = "HS";
u32 sbi_scratch_hart_count = HARTS;
u32 hartindex_to_hartid_table[SBI_HARTMASK_MAX_BITS] = { 0, 1, 7, 2 };
struct sbi_heap_control global_hpctrl;

unsigned long doors_csr_read(unsigned int csr)
{
	return csrs[self][csr];
}

void doors_csr_write(unsigned int csr, unsigned long value)
{
	csrs[self][csr] = value;
}

u32 dozes;
bool request, served, no_mswi;

/* OpenSBI's handler, which counts one interrupt */
void process(void)
{
	pmus[self].events[SBI_PMU_FW_IPI_RECVD]++;
	served |= request;
	request = false;
}

/* A hart takes the interrupt of its doorbell. */
void run_hart(u32 hart)
{
	u32 before = self;

	if (!bells[hart] && !rings[hart])
		return;
	self = hart;
	if (fast_call_soft())
		fence_glue_process(process);
	self = before;
}

void hart_wait_hint(void)
{
	u32 n;

	for (n = 0; n < HARTS; n++)
		if (n != self)
			run_hart(n);
}

/* Only the doorbell ends it. */
void doors_wfi(void)
{
	assert_int_equal(csrs[self][CSR_MIE], MIP_MSIP);
	dozes++;
	hart_wait_hint();
}

/* --- its fences ---------------------------------------------------------------- */

/* @param asid, vmid: 2 for both */
static void forget(u32 stage, unsigned long page, u32 asid, u32 vmid)
{
	u32 n, a, v;

	for (n = 0; n < PAGES; n++)
		for (a = 0; a < 2; a++)
			for (v = 0; v < 2; v++)
				if ((page == -1ul || page == PAGE(n)) &&
				    (asid == 2 || asid == a) &&
				    (vmid == 2 || vmid == v))
					cached[self][stage][n][a][v] = false;
}

static u32 which(unsigned long asid, unsigned long known)
{
	assert_true(asid == known || asid == OTHER);
	return asid != known;
}

/* The guest that HFENCE.VVMA acts on */
static u32 guest(void)
{
	return which(csrs[self][CSR_HGATP] >> HGATP_VMID_SHIFT, VMID);
}

#define FENCE(name, parameters, ...) \
	void name parameters         \
	{                            \
		forget(__VA_ARGS__); \
	}
#define ALL -1ul

FENCE(doors_fence_i, (void), CODE, ALL, 2, 2)
FENCE(doors_sfence, (unsigned long page, long asid), PLAIN, page,
      asid < 0 ? 2 : which((u32)asid, ASID), 2)
FENCE(__sbi_sfence_vma_all, (void), PLAIN, ALL, 2, 2)
FENCE(__sbi_hfence_gvma_all, (void), STAGE_G, ALL, 2, 2)
FENCE(__sbi_hfence_gvma_gpa, (unsigned long gpa), STAGE_G, gpa << 2, 2, 2)
FENCE(__sbi_hfence_gvma_vmid, (unsigned long vmid), STAGE_G, ALL, 2,
      which(vmid, VMID))
FENCE(__sbi_hfence_gvma_vmid_gpa, (unsigned long gpa, unsigned long vmid),
      STAGE_G, gpa << 2, 2, which(vmid, VMID))
FENCE(__sbi_hfence_vvma_all, (void), STAGE_VS, ALL, 2, guest())
FENCE(__sbi_hfence_vvma_va, (unsigned long va), STAGE_VS, va, 2, guest())
FENCE(__sbi_hfence_vvma_asid, (unsigned long asid), STAGE_VS, ALL,
      which(asid, ASID), guest())
FENCE(__sbi_hfence_vvma_asid_va, (unsigned long va, unsigned long asid),
      STAGE_VS, va, which(asid, ASID), guest())

/* --- words that several harts write, and OpenSBI --------------------------------- */

unsigned long hart_atomic_read(const unsigned long *word)
{
	return *word;
}

void hart_atomic_write(unsigned long *word, unsigned long value)
{
	*word = value;
}

#define ATOMIC(name, function)                                                 \
	unsigned long hart_atomic_##name(unsigned long *word, unsigned long x) \
	{                                                                      \
		return function(word, x, __ATOMIC_SEQ_CST);                    \
	}
ATOMIC(or, __atomic_fetch_or)
ATOMIC(and, __atomic_fetch_and)
ATOMIC(add, __atomic_fetch_add)
ATOMIC(swap, __atomic_exchange_n)

struct fast_hart *fast_glue_hart(struct sbi_scratch *scratch)
{
	return slow ? NULL : &fast_harts[scratch->hartindex];
}

void fast_calls_init(struct fast_hart *f)
{
	assert_ptr_equal(f, &fast_harts[self]);
	f->served = 1;
}

void *sbi_zalloc_from(struct sbi_heap_control *hpctrl, size_t size)
{
	static struct fence_hart memory[HARTS];

	assert_ptr_equal(hpctrl, &global_hpctrl);
	assert_int_equal(size, sizeof(memory));
	memset(memory, 0, sizeof(memory));
	return heap_full ? NULL : memory;
}

int sbi_strcmp(const char *a, const char *b)
{
	return strcmp(a, b);
}

u32 sbi_hartid_to_hartindex(u32 hartid)
{
	u32 i;

	for (i = 0; i < HARTS && hartindex_to_hartid_table[i] != hartid; i++)
		;
	return i < HARTS ? i : -1u;
}

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	return hartindex == ALONE ? &far : &near;
}

const struct sbi_ipi_device *sbi_ipi_get_device(void)
{
	static const struct sbi_ipi_device mswi = { .name = "aclint-mswi" };

	return no_mswi ? NULL : &mswi;
}

int sbi_ipi_raw_send(u32 hartindex, bool all_devices)
{
	(void)all_devices;
	rings[hartindex] = true;
	return 0;
}

void sbi_ipi_raw_clear(bool all_devices)
{
	(void)all_devices;
	assert_int_equal(self, ALONE);
	rings[self] = false;
}

static u64 flush_limit(void)
{
	return 2 * PAGE_SIZE;
}

static const struct sbi_platform_operations ops = { .get_tlbr_flush_limit =
							    flush_limit };
static struct sbi_platform platform;

/* --- a test ---------------------------------------------------------------------- */

void start_hart(u32 hart)
{
	self = hart;
	spaces[hart].scratch.hartindex = hart;
	spaces[hart].scratch.platform_addr = (unsigned long)&platform;
	pmu_glue_hart_set(&spaces[hart].scratch, &pmus[hart]);
	csrs[hart][CSR_MSCRATCH] = (unsigned long)&spaces[hart];
	csrs[hart][CSR_HGATP] = GUEST(hart ? OTHER : VMID);
	csrs[hart][CSR_MIE] = 0x222;
	csrs[hart][CSR_MISA] = MISA_H;
	csrs[hart][CSR_MIP] = rings[hart] = 0;
	fence_glue_hart_start();
	*fast_harts[hart].foreign = 0;
}

int setup(void **state)
{
	u32 n;

	(void)state;
	platform.platform_ops_addr = (unsigned long)&ops;
	slow = no_mswi = false;
	memset(fast_harts, 0, sizeof(fast_harts));
	memset(bells, 0, sizeof(bells));
	assert_int_equal(fence_glue_init(), 0);
	for (n = HARTS; n-- > 0;)
		start_hart(n);
	memset(pmus, 0, sizeof(pmus));
	memset(cached, 1, sizeof(cached));
	doors_misa = "HS";
	return 0;
}

u64 events(u32 hart)
{
	u64 all = 0;
	u32 n;

	for (n = 0; n < SBI_PMU_FW_MAX; n++)
		all += pmus[hart].events[n];
	return all;
}

/* Nothing of a fence is left: each hart has the registers of before. */
void check_quiet(void)
{
	u32 n;

	for (n = 0; n < HARTS; n++) {
		assert_false(bells[n] || rings[n]);
		assert_int_equal(csrs[n][CSR_MIE], 0x222);
		assert_int_equal(csrs[n][CSR_HGATP], GUEST(n ? OTHER : VMID));
	}
}
