// SPDX-License-Identifier: BSD-2-Clause
/* Four harts, and everything that fence_glue.c calls. */
#include <pmu/pmu.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_tlb.h>
#include <stdio.h>

/* OpenSBI's is nowhere else than in sbi_heap.c */
struct sbi_heap_control {
	int unused;
};
#include <sbi/sbi_heap.h>

#include "fence_rig.h"

struct sbi_heap_control global_hpctrl;

struct sbi_domain near = { .index = 5 }, far = { .index = 9 };
u32 bells[HARTS];
struct fast_hart fast_harts[HARTS];
struct fence_hart fence_memory[HARTS];

struct fence_sent fence_rig_sent;
bool fence_rig_up, fence_rig_heap_full, fence_rig_slow;
u32 fence_rig_served;
const struct sbi_ipi_device *fence_rig_device;

/* --- harts ---------------------------------------------------------------- */

static const struct sbi_ipi_device mswi = { .name = "aclint-mswi" };
static struct pmu_hart pmus[HARTS];
static union {
	struct sbi_scratch scratch;
	u8 bytes[4096];
} spaces[HARTS];

u32 sbi_scratch_hart_count = HARTS;
u32 hartindex_to_hartid_table[SBI_HARTMASK_MAX_BITS] = { 0, 1, 7, 2 };

void fence_rig_hart(u32 hart)
{
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&spaces[hart]);
}

static void start_hart(u32 hart)
{
	spaces[hart].scratch.hartindex = hart;
	pmu_glue_hart_set(&spaces[hart].scratch, &pmus[hart]);
	fence_rig_hart(hart);
	fence_glue_hart_start();
	fence_rig_events(hart);
	*fence_rig_foreign(hart) = 0;
}

void fence_rig_boot(void)
{
	u32 i;

	fence_rig_heap_full = fence_rig_slow = false;
	fence_rig_device = &mswi;
	fence_rig_up = true;
	fence_rig_served = 0;
	memset(bells, 0, sizeof(bells));
	assert_int_equal(fence_glue_init(), 0);
	for (i = HARTS; i-- > 0;)
		start_hart(i);
	wire_forget();
}

int fence_rig_setup(void **state)
{
	(void)state;
	fence_rig_boot();
	return 0;
}

int fence_rig_watch(void **state)
{
	(void)state;
	wire_watch("bell 0", &bells[0]);
	wire_watch("bell 1", &bells[1]);
	wire_watch("bell 2", &bells[2]);
	return 0;
}

unsigned long *fence_rig_foreign(u32 hart)
{
	return fast_harts[hart].foreign;
}

const char *fence_rig_events(u32 hart)
{
	static const char *const names[] = {
		[SBI_PMU_FW_IPI_SENT] = "IPI sent",
		[SBI_PMU_FW_IPI_RECVD] = "IPI received",
		[SBI_PMU_FW_FENCE_I_SENT] = "FENCE.I sent",
		[SBI_PMU_FW_FENCE_I_RECVD] = "FENCE.I received",
		[SBI_PMU_FW_SFENCE_VMA_SENT] = "SFENCE sent",
		[SBI_PMU_FW_SFENCE_VMA_RCVD] = "SFENCE received",
		[SBI_PMU_FW_SFENCE_VMA_ASID_SENT] = "SFENCE ASID sent",
		[SBI_PMU_FW_SFENCE_VMA_ASID_RCVD] = "SFENCE ASID received",
		[SBI_PMU_FW_HFENCE_GVMA_SENT] = "GVMA sent",
		[SBI_PMU_FW_HFENCE_GVMA_RCVD] = "GVMA received",
		[SBI_PMU_FW_HFENCE_GVMA_VMID_SENT] = "GVMA VMID sent",
		[SBI_PMU_FW_HFENCE_GVMA_VMID_RCVD] = "GVMA VMID received",
		[SBI_PMU_FW_HFENCE_VVMA_SENT] = "VVMA sent",
		[SBI_PMU_FW_HFENCE_VVMA_RCVD] = "VVMA received",
		[SBI_PMU_FW_HFENCE_VVMA_ASID_SENT] = "VVMA ASID sent",
		[SBI_PMU_FW_HFENCE_VVMA_ASID_RCVD] = "VVMA ASID received",
	};
	static char text[256];
	u64 *events = pmus[hart].events;
	size_t used = 0;
	u32 i;

	text[0] = '\0';
	for (i = 0; i < SBI_PMU_FW_MAX; i++)
		if (events[i])
			used += (size_t)snprintf(
				text + used, 60, "%s%s %+d", used ? ", " : "",
				names[i] ? names[i] : "other", (int)events[i]);
	memset(pmus[hart].events, 0, sizeof(pmus[hart].events));
	return used ? text : "(none)";
}

/* --- the other files of platform/generic ---------------------------------- */

struct fast_hart *fast_glue_hart(struct sbi_scratch *scratch)
{
	return fence_rig_slow ? NULL : &fast_harts[scratch->hartindex];
}

void fast_calls_init(struct fast_hart *f)
{
	wire_note("calls of %td", f - fast_harts);
}

void fence_local(const struct fence_request *request)
{
	wire_note("fence of kind %u", request->kind);
}

void hart_fence_all(void)
{
	wire_note("all fences");
}

volatile u32 *fence_glue_doorbell(ulong hartid)
{
	return hartid == 7 ? &bells[2] : hartid < 2 ? &bells[hartid] : NULL;
}

/* --- lib/fence ------------------------------------------------------------ */

static void check_machine(const struct fence_machine *m)
{
	assert_ptr_equal(m->hart, fence_memory);
	assert_int_equal(m->count, HARTS);
	assert_int_equal(m->looks, 16);
}

void fence_up(struct fence_machine *m, u32 self)
{
	check_machine(m);
	wire_note("hart %u is up", self);
}

void fence_down(struct fence_machine *m, u32 self)
{
	check_machine(m);
	wire_note("hart %u is down", self);
}

void fence_dead(struct fence_machine *m, u32 self)
{
	check_machine(m);
	wire_note("hart %u is dead", self);
}

u32 fence_serve(struct fence_machine *m, u32 self, u32 domain)
{
	check_machine(m);
	wire_note("serve %u, domain %u", self, domain);
	return fence_rig_served;
}

struct fence_sent fence_send(struct fence_machine *m, u32 self,
			     const struct fence_set *set,
			     const struct fence_request *request, u32 domain)
{
	check_machine(m);
	wire_note("%u sends %u to %lx: %lx+%lx, asid %x, vmid %x, domain %u",
		  self, request->kind, set->word[0], request->start,
		  request->size, request->asid, request->vmid, domain);
	assert_int_equal(set->word[1], 0);
	return fence_rig_sent;
}

bool fence_ipi(struct fence_machine *m, u32 hart, u32 domain)
{
	check_machine(m);
	wire_note("interrupt of %u, domain %u", hart, domain);
	return fence_rig_up;
}

/* --- words that several harts write --------------------------------------- */

static void note_word(const char *what, const unsigned long *word,
		      unsigned long value)
{
	const unsigned long *all = fast_harts[0].foreign;

	if (all && word >= all && word < all + HARTS)
		wire_note("foreign %td: %s %ld", word - all, what, value);
}

unsigned long hart_atomic_read(const unsigned long *word)
{
	note_word("is", word, *word);
	return *word;
}

unsigned long hart_atomic_or(unsigned long *word, unsigned long bits)
{
	note_word("or", word, bits);
	return __atomic_fetch_or(word, bits, __ATOMIC_SEQ_CST);
}

unsigned long hart_atomic_add(unsigned long *word, unsigned long addend)
{
	note_word("add", word, addend);
	return __atomic_fetch_add(word, addend, __ATOMIC_SEQ_CST);
}

unsigned long hart_atomic_swap(unsigned long *word, unsigned long value)
{
	note_word("set", word, value);
	return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}

void hart_wait_hint(void)
{
	wire_note("hint");
}

/* --- OpenSBI -------------------------------------------------------------- */

void *sbi_zalloc_from(struct sbi_heap_control *hpctrl, size_t size)
{
	assert_ptr_equal(hpctrl, &global_hpctrl);
	assert_int_equal(size, sizeof(fence_memory));
	memset(fence_memory, 0, sizeof(fence_memory));
	return fence_rig_heap_full ? NULL : fence_memory;
}

void *sbi_memset(void *s, int c, size_t count)
{
	return memset(s, c, count);
}

int sbi_strcmp(const char *a, const char *b)
{
	return strcmp(a, b);
}

u32 sbi_hartid_to_hartindex(u32 hartid)
{
	u32 i;

	for (i = 0; i < HARTS; i++)
		if (hartindex_to_hartid_table[i] == hartid)
			return i;
	return -1u;
}

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	return hartindex == 3 ? &far : &near;
}

const struct sbi_ipi_device *sbi_ipi_get_device(void)
{
	return fence_rig_device;
}

int sbi_ipi_raw_send(u32 hartindex, bool all_devices)
{
	wire_note("OpenSBI rings %u%s", hartindex, all_devices ? ", all" : "");
	return 0;
}

void sbi_ipi_raw_clear(bool all_devices)
{
	wire_note("OpenSBI silences%s", all_devices ? " all" : "");
}
