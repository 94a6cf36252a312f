// SPDX-License-Identifier: BSD-2-Clause
/*
 * Harts below OpenSBI's own functions: scratch spaces, locks, domains,
 * interrupts between harts; only the parts that those functions and the judges
 * of platform/generic use, with OpenSBI's meaning. And the calls themselves.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_locks.h>
#include <sbi/sbi_dbtr.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_fifo.h>
#include <sbi/sbi_fwft.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hart_protection.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_trap.h>

#include "../../platform/generic/harts/owner_glue.h"
#include "../../platform/generic/judges/judges.h"
#include "../../platform/generic/judges/shmem_glue.h"
#include "../../platform/generic/pmu/pmu_glue.h"
#include "doors.h"
#include "doors_sbi.h"

enum { FIRST_FREE = 512, REGIONS = 16 };

const u32 doors_event[DOORS_EVENTS] = { SBI_SSE_EVENT_LOCAL_SOFTWARE,
					SBI_SSE_EVENT_GLOBAL_SOFTWARE,
					SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW,
					SBI_SSE_EVENT_GLOBAL_LOW_PRIO_RAS };

static struct sbi_domain domain[DOORS_OWNERS];
static struct sbi_domain_memregion region[REGIONS];
static struct sbi_hartmask all_harts;
static struct owner owner[DOORS_OWNERS][DOORS_HARTS];
static u8 scratch[DOORS_HARTS][SBI_SCRATCH_SIZE] __attribute__((aligned(16)));
static unsigned long scratch_used, injections_at;
static const struct sbi_ipi_event_ops *ipi_ops;
static bool ipi_pending[DOORS_HARTS];

struct sbi_dlist domain_list;
u32 sbi_scratch_hart_count;
u32 hartindex_to_hartid_table[SBI_HARTMASK_MAX_BITS];
struct sbi_scratch *hartindex_to_scratch_table[SBI_HARTMASK_MAX_BITS];

/* Objects of OpenSBI, and the functions that the fuzzer wraps (fuzz.mk) */
extern struct sbi_ecall_extension ecall_sse, ecall_dbtr, ecall_fwft, ecall_mpxy,
	ecall_srst, ecall_legacy;
int __wrap_sbi_dbtr_init(struct sbi_scratch *s, bool coldboot);
int __wrap_sbi_sse_init(struct sbi_scratch *s, bool cold_boot);
int __wrap_sbi_fwft_init(struct sbi_scratch *s, bool cold_boot);
void __wrap_sbi_sse_exit(struct sbi_scratch *s);
int __wrap_sbi_sse_add_event(uint32_t event_id,
			     const struct sbi_sse_cb_ops *cb_ops);

static void no(const char *what)
{
	doors_hold(false, what);
}

/* --- scratch spaces --------------------------------------------------------- */

unsigned long sbi_scratch_alloc_offset(unsigned long size)
{
	unsigned long at = scratch_used;

	scratch_used += (size + 15) & ~15ul;
	if (!injections_at && size == sizeof(struct sbi_fifo))
		injections_at = at;
	return at;
}

/* The queue of OpenSBI's SSE, the only one in a scratch space. */
static const struct sbi_fifo *injections(u32 hart)
{
	return (const void *)(scratch[hart] + injections_at);
}

void sbi_scratch_free_offset(unsigned long offset)
{
	(void)offset;
}

u32 sbi_hartid_to_hartindex(u32 hartid)
{
	u32 index = hartid - DOORS_HARTID;

	return index < sbi_scratch_hart_count ? index : -1u;
}

unsigned long doors_scratch(void)
{
	return (unsigned long)scratch[doors_this()];
}

/* --- harts ------------------------------------------------------------------- */

bool sbi_hart_has_extension(struct sbi_scratch *s, enum sbi_hart_extensions ext)
{
	(void)s;
	switch (ext) {
	case SBI_HART_EXT_SDTRIG:
	case SBI_HART_EXT_SVADU:
	case SBI_HART_EXT_SVADE:
	case SBI_HART_EXT_ZICFILP:
	case SBI_HART_EXT_ZICFISS:
	case SBI_HART_EXT_SSDBLTRP:
	case SBI_HART_EXT_SMNPM:
	case SBI_HART_EXT_SSCSRIND:
	case SBI_HART_EXT_SMCTR:
		return true;
	default:
		return false;
	}
}

int sbi_hart_protection_map_range(unsigned long base, unsigned long size)
{
	if (!doors_unmapped)
		doors_map(base, size, true);
	return doors_unmapped;
}

int sbi_hart_protection_unmap_range(unsigned long base, unsigned long size)
{
	doors_map(base, size, false);
	return 0;
}

void __sbi_hfence_gvma_all(void);
void __sbi_hfence_gvma_all(void)
{
}

int sbi_hsm_hart_get_state(const struct sbi_domain *dom, u32 hartid)
{
	u32 index = sbi_hartid_to_hartindex(hartid);

	if (!sbi_domain_is_assigned_hart(dom, index))
		return SBI_EINVAL;
	return doors_hsm_state(index);
}

/* Called between two steps of a message to another hart. */
static void lose_turn(void)
{
	if (doors_now && doors_with_more && !doors_now->private)
		doors_yield();
}

static bool of_a_hart(const spinlock_t *lock)
{
	return (unsigned long)lock - (unsigned long)scratch < sizeof(scratch);
}

/* Harts get the lock in the order of their tickets. */
void spin_lock(spinlock_t *lock)
{
	u16 ticket;

	if (of_a_hart(lock))
		lose_turn();
	else if (doors_with_more)
		doors_come_by();
	ticket = lock->next++;
	while (lock->owner != ticket)
		doors_pass();
	doors_locks(1);
	if (of_a_hart(lock))
		lose_turn();
}

void spin_unlock(spinlock_t *lock)
{
	doors_hold(lock->owner != lock->next, "a lock that is freed was taken");
	lock->owner++;
	doors_locks(-1);
}

int sbi_ipi_event_create(const struct sbi_ipi_event_ops *ops)
{
	ipi_ops = ops;
	return 1;
}

int sbi_ipi_send_many(ulong hmask, ulong hbase, u32 event, void *data)
{
	u32 index = sbi_hartid_to_hartindex((u32)hbase), state;

	(void)event;
	(void)data;
	if (hmask != 1 || index >= sbi_scratch_hart_count)
		no("an interrupt for one hart");
	lose_turn();
	doors_hold(doors_hart[index].owner == doors_now->owner,
		   "an event goes to a hart of the sender's domain");
	/* Harts in other states get no interrupt. */
	state = doors_hsm_state(index);
	if (!doors_with_more || state == SBI_HSM_STATE_STARTED ||
	    state == SBI_HSM_STATE_SUSPENDED)
		ipi_pending[index] = true;
	return 0;
}

void sbi_ipi_process(void)
{
	u32 this = doors_this();

	if (!ipi_pending[this])
		return;
	ipi_pending[this] = false;
	ipi_ops->process(sbi_scratch_thishart_ptr());
}

bool pmu_glue_has_overflows(void)
{
	return true;
}

/* --- domains ------------------------------------------------------------------ */

struct sbi_domain *sbi_hartindex_to_domain(u32 hartindex)
{
	return &domain[doors_domain_of(hartindex)];
}

bool sbi_domain_is_assigned_hart(const struct sbi_domain *dom, u32 hartindex)
{
	return sbi_hartmask_test_hartindex(hartindex, &dom->assigned_harts);
}

/* The root domain has all memory that no other domain has. */
bool sbi_domain_check_addr(const struct sbi_domain *dom, unsigned long addr,
			   unsigned long mode, unsigned long access_flags)
{
	(void)access_flags;
	if (mode != PRV_S)
		no("only S-mode's memory is asked for");
	if (addr - FAKE_FIRMWARE < FAKE_FIRMWARE_SIZE)
		return false;
	if (fake_hart_ram(addr, 1))
		return fake_memory_is_of(addr, dom->index);
	return !dom->index;
}

struct owner *owner_glue(struct sbi_domain *dom, u32 hartindex)
{
	return &owner[dom->index][hartindex];
}

static void add_region(unsigned int *n, u64 base, unsigned long order)
{
	region[*n].base = (unsigned long)base;
	region[(*n)++].order = order;
}

static void make_regions(void)
{
	unsigned int n = 0;
	u64 at;

	add_region(&n, FAKE_FIRMWARE, 19);
	for (at = FAKE_RAM; at < FAKE_RAM + FAKE_RAM_SIZE; at += 0x400)
		add_region(&n, at, 10);
	add_region(&n, FAKE_RAM_TOP, 12);
	add_region(&n, FAKE_RAM_TOP + FAKE_RAM_TOP_SIZE / 2, 12);
	add_region(&n, FAKE_RAM_HIGH, 12);
	add_region(&n, 0, __riscv_xlen);
	region[n].order = 0;
}

static void make_domains(void)
{
	unsigned int n;

	SBI_INIT_LIST_HEAD(&domain_list);
	for (n = 0; n < doors_owners; n++) {
		domain[n] = (struct sbi_domain){ .index = n,
						 .possible_harts = &all_harts,
						 .regions = region };
		sbi_list_add_tail(&domain[n].node, &domain_list);
	}
	sbi_memset(&all_harts, 0, sizeof(all_harts));
	for (n = 0; n < doors_harts; n++) {
		sbi_hartmask_set_hartindex(n, &all_harts);
		sbi_hartmask_set_hartindex(
			n, &domain[doors_hart[n].owner].assigned_harts);
	}
}

/* --- calls ------------------------------------------------------------------------ */

static int stock_dbcn(unsigned long extid, unsigned long funcid,
		      struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	(void)extid;
	(void)regs;
	(void)out;
	return funcid == SBI_EXT_DBCN_CONSOLE_WRITE_BYTE ? 0 : SBI_ENOTSUPP;
}

static struct sbi_ecall_extension ecall_dbcn = { .extid_start = SBI_EXT_DBCN,
						 .extid_end = SBI_EXT_DBCN,
						 .handle = stock_dbcn };

static struct sbi_ecall_extension *const extensions[] = {
	&ecall_sse,  &ecall_dbtr, &ecall_fwft,	 &ecall_dbcn,
	&ecall_mpxy, &ecall_srst, &ecall_legacy,
};

struct sbi_ecall_extension *sbi_ecall_find_extension(unsigned long extid)
{
	unsigned int n;

	for (n = 0; n < array_size(extensions) && !doors_bare; n++)
		if (extid >= extensions[n]->extid_start &&
		    extid <= extensions[n]->extid_end)
			return extensions[n];
	return NULL;
}

int sbi_ecall_register_extension(struct sbi_ecall_extension *ext)
{
	(void)ext;
	return 0;
}

static struct sbi_trap_regs trapped(void)
{
	return (struct sbi_trap_regs){
		.mepc = FAKE_RAM,
		.mstatus = (unsigned long)PRV_S << MSTATUS_MPP_SHIFT,
	};
}

void doors_sbi_call(struct doors_ecall *e)
{
	const struct sbi_ecall_extension *ext =
		sbi_ecall_find_extension(e->ext);
	struct sbi_ecall_return out = { 0 };
	struct sbi_trap_regs regs = trapped();

	regs.a0 = e->a[0];
	regs.a1 = e->a[1];
	regs.a2 = e->a[2];
	regs.a3 = e->a[3];
	regs.a4 = e->a[4];
	regs.a5 = e->a[5];
	doors_completes(e);
	e->error = ext->handle(e->ext, e->fid, &regs, &out);
	doors_completes(NULL);
	e->value = out.value;
	if ((regs.mstatus & MSTATUS_MPP) == MSTATUS_MPP)
		no("no call returns to M-mode");
}

void doors_sbi_trap(void)
{
	doors_halt();
	sbi_ipi_process();
}

unsigned long doors_sbi_return(void)
{
	struct sbi_trap_regs regs = trapped();

	sbi_sse_process_pending_events(&regs);
	if ((regs.mstatus & MSTATUS_MPP) == MSTATUS_MPP)
		no("no event runs in M-mode");
	return regs.a7;
}

void doors_sbi_overflow(void)
{
	sbi_sse_inject_event(SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW);
}

void doors_sbi_stop(void)
{
	__wrap_sbi_sse_exit(sbi_scratch_thishart_ptr());
}

void doors_sbi_start(void)
{
	struct sbi_scratch *s = sbi_scratch_thishart_ptr();

	ipi_pending[doors_this()] = false;
	if (__wrap_sbi_dbtr_init(s, false))
		no("a hart has triggers");
	__wrap_sbi_fwft_init(s, false);
	__wrap_sbi_sse_init(s, false);
}

void doors_sbi_leave(u32 next)
{
	u32 this = doors_this();

	sbi_hartmask_clear_hartindex(
		this, &sbi_domain_thishart_ptr()->assigned_harts);
	dbtr_glue_switch(this, &domain[next]);
	features_glue_switch(&owner[doors_domain_of(this)][this],
			     &owner[next][this]);
}

void doors_sbi_enter(u32 next)
{
	u32 this = doors_this();

	sse_glue_switch(&owner[doors_domain_of(this)][this],
			&owner[next][this]);
	doors_hold(!injections(this)->avail,
		   "events on the way are of the domain that leaves");
	sbi_hartmask_set_hartindex(this, &domain[next].assigned_harts);
}

/* --- boot --------------------------------------------------------------------------- */

u32 doors_booting;

static void on_register(uint32_t event_id)
{
	(void)event_id;
	doors_pmu_route(true);
}

static void on_unregister(uint32_t event_id)
{
	(void)event_id;
	doors_pmu_route(false);
}

static void on_disable(uint32_t event_id)
{
	(void)event_id;
	predict_glue_drop();
}

static const struct sbi_sse_cb_ops overflow_ops = {
	.register_cb = on_register,
	.unregister_cb = on_unregister,
	.disable_cb = on_disable,
};

static void boot_hart(u32 hart)
{
	struct sbi_scratch *s = hartindex_to_scratch_table[hart];
	bool first = !hart;
	doors_booting = hart;
	if (__wrap_sbi_dbtr_init(s, first))
		no("a hart has triggers");
	__wrap_sbi_fwft_init(s, first);
	if (first) {
		__wrap_sbi_sse_add_event(doors_event[2], &overflow_ops);
		__wrap_sbi_sse_add_event(doors_event[3], NULL);
	}
	__wrap_sbi_sse_init(s, first);
}

static void make_harts(void)
{
	unsigned int n;

	scratch_used = FIRST_FREE;
	sbi_scratch_hart_count = doors_harts;
	for (n = 0; n < doors_harts; n++) {
		hartindex_to_scratch_table[n] = (void *)scratch[n];
		hartindex_to_scratch_table[n]->hartindex = n;
		hartindex_to_hartid_table[n] = DOORS_HARTID + n;
	}
}

void doors_sbi_boot(void)
{
	unsigned int n;

	sbi_memset(scratch, 0, sizeof(scratch));
	make_harts();
	make_regions();
	make_domains();
	doors_check_copies();
	shmem_glue_init(doors_board_tree());
	for (n = 0; n < doors_harts; n++)
		boot_hart(n);
	doors_ends_boot();
	doors_channels_boot();
	doors_timer_boot();
	dbcn_glue_register();
	dbtr_glue_register();
	sse_glue_register();
}
