// SPDX-License-Identifier: BSD-2-Clause
/*
 * Linked into the firmware of the tests only, see test_firmware.h. OpenSBI's
 * last call of a cold boot is wrapped, and registers the test extensions.
 */
#include <ctr/ctr.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_csr_detect.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_context.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart_pmp.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_mpxy.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_system.h>
#include <sbi/sbi_trap.h>

#include "test_firmware.h"
#include "test_peek.h"
#include "test_pmudev.h"
#include "test_race.h"

#if __has_include(<sbi/sbi_pmp.h>) /* names of OpenSBI 1.9 */
#define pmp_get sbi_hart_pmp_get
#define pmp_set sbi_hart_pmp_set
#define TEST_NMI
extern struct sbi_platform_operations generic_platform_ops;
#endif
enum { TEST_MNSTATUS = 0x744, TEST_NMIE = 1 << 3 }; /* Smrnmi */

int __real_sbi_domain_startup(struct sbi_scratch *scratch, u32 cold_hartid);
int __wrap_sbi_domain_startup(struct sbi_scratch *scratch, u32 cold_hartid);
bool __real_ctr_record_at(unsigned int n, struct ctr_record *record);
bool __wrap_ctr_record_at(unsigned int n, struct ctr_record *record);
void __real_fence_glue_hart_dies(void);
void __wrap_fence_glue_hart_dies(void);
int __real_sbi_heap_init(struct sbi_scratch *scratch);
int __wrap_sbi_heap_init(struct sbi_scratch *scratch);

/* --- boot ----------------------------------------------------------------- */

static int test_sleep_check(u32 sleep_type)
{
	return sleep_type == SBI_SUSP_SLEEP_TYPE_SUSPEND ||
			       sleep_type == TEST_SLEEP_FAILS ?
		       0 :
		       SBI_EINVAL;
}

/* TEST_LOSE: a suspend loses CTR's registers, or those of the counters */
static bool loses, loses_counters;

static void __attribute__((noinline)) test_wander(int depth)
{
	if (depth)
		test_wander(depth - 1);
	__asm__ volatile("" ::: "memory");
}

/*
 * State as after a loss of power, at its worst: CTR records M-mode's own jumps.
 */
static void test_lose(void)
{
	struct sbi_trap_info trap;

	csr_write(CSR_SCTRDEPTH, 2);
	csr_write(CSR_SCTRSTATUS, 9);
	csr_write(CSR_SISELECT, 0x70);
	csr_write_allowed(CSR_HSTATEEN0, &trap, 0);
	csr_write_allowed(CSR_MCTRCTL, &trap, ~0ul);
	csr_clear(CSR_MEDELEG, 1ul << CAUSE_FETCH_ACCESS);
	test_wander(40);
}

/* Every counter runs, with a value and an event that no owner has set. */
static void test_lose_counters(void)
{
	u32 there = sbi_hart_mhpm_mask(sbi_scratch_thishart_ptr());
	int n;

	for (n = 3; n < 32; n++) {
		if (!(there >> n & 1))
			continue;
		csr_write_num(CSR_MHPMEVENT3 + n - 3, 0x2a5);
		csr_write_num(CSR_MHPMCOUNTER3 + n - 3, 0xa5a5a5a5);
	}
	csr_write(CSR_MCOUNTINHIBIT, 0);
}

static void test_lose_some(void)
{
	if (loses)
		test_lose();
	if (loses_counters)
		test_lose_counters();
}

static int test_sleep(u32 sleep_type, unsigned long mmode_resume_addr)
{
	(void)mmode_resume_addr;
	if (sleep_type == TEST_SLEEP_FAILS)
		return SBI_EFAIL;
	wfi();
	test_lose_some();
	return 0;
}

static struct sbi_system_suspend_device test_sleeps = {
	.name = "test",
	.system_suspend_check = test_sleep_check,
	.system_suspend = test_sleep,
};

static unsigned long first_mctrctl;

/* With Smrnmi no exception may happen before the platform has set its vectors. */
static bool test_may_trap(void)
{
	struct sbi_trap_info trap;
	unsigned long value = csr_read_allowed(TEST_MNSTATUS, &trap);

	return trap.cause || (value & TEST_NMIE);
}

/* A hart with Ssctr alone does not have this register. */
static unsigned long test_mctrctl(void)
{
	struct sbi_trap_info trap;
	unsigned long value;

	if (!test_may_trap())
		return 0;
	value = csr_read_allowed(CSR_MCTRCTL, &trap);
	return trap.cause ? 0 : value;
}

#ifdef TEST_NMI
/* QEMU's vectors are fixed, and nothing interrupts there. */
static void test_nmi(void (*nmi)(void), void (*exception)(void))
{
	(void)nmi;
	(void)exception;
}

static void test_nmi_begin(void)
{
	generic_platform_ops.smrnmi_handlers_init = test_nmi;
}
#else
static void test_nmi_begin(void)
{
}
#endif

/*
 * The second call of a cold boot, and the first one into another object.
 * OpenSBI offers system suspend only if a device is set before it registers
 * extensions.
 */
int __wrap_sbi_heap_init(struct sbi_scratch *scratch)
{
	first_mctrctl = test_mctrctl();
	test_nmi_begin();
	sbi_system_suspend_set_device(&test_sleeps);
	test_pmudev_begin(scratch);
	return __real_sbi_heap_init(scratch);
}

/* --- domains -------------------------------------------------------------- */

/* The other domain of two, or NULL; the root domain owns no hart here. */
static struct sbi_domain *test_other(void)
{
	struct sbi_domain *dom, *mine = sbi_domain_thishart_ptr();

	sbi_domain_for_each(dom)
	{
		if (dom != mine && dom != &root)
			return dom;
	}
	return NULL;
}

static int test_enter(void)
{
	struct sbi_domain *other = test_other();

	return other ? sbi_domain_context_enter(other) : SBI_ENOENT;
}

/* --- suspend that loses registers ----------------------------------------- */

static int test_suspend(u32 suspend_type, ulong mmode_resume_addr)
{
	(void)mmode_resume_addr;
	wfi();
	if (suspend_type & SBI_HSM_SUSP_NON_RET_BIT)
		test_lose_some();
	return 0;
}

static const struct sbi_hsm_device test_hsm = {
	.name = "test",
	.hart_suspend = test_suspend,
};

/* --- the report of a hart that dies --------------------------------------- */

static bool dies_twice;

/* The report can trap, too. */
bool __wrap_ctr_record_at(unsigned int n, struct ctr_record *record)
{
	if (dies_twice && n == 2)
		__asm__ volatile(".4byte 0");
	return __real_ctr_record_at(n, record);
}

/* Bit n: hart n has printed its report and waits for ever */
static unsigned long dead;

/* A dying hart calls this last, before it waits. */
void __wrap_fence_glue_hart_dies(void)
{
	__real_fence_glue_hart_dies();
	__atomic_fetch_or(&dead, 1ul << current_hartid(), __ATOMIC_SEQ_CST);
}

/* --- heap ----------------------------------------------------------------- */

struct test_block {
	struct test_block *next;
};

static struct test_block *blocks;

/* Take blocks of this size, at most this number */
static void test_heap_take(unsigned long size, unsigned long number)
{
	struct test_block *b;

	for (; number && (b = sbi_malloc(size)); number--) {
		b->next = blocks;
		blocks = b;
	}
}

static void test_heap(unsigned long take)
{
	void *pieces[4];
	struct test_block *b;
	unsigned long size, n;

	for (n = 0; take > 1 && n < array_size(pieces); n++) {
		pieces[n] = sbi_malloc(take);
		test_heap_take(sizeof(*b), 1);
	}
	for (size = 0x10000; take && size >= sizeof(*b); size /= 2)
		test_heap_take(size, -1ul);
	while (n)
		sbi_free(pieces[--n]);
	while (!take && (b = blocks)) {
		blocks = b->next;
		sbi_free(b);
	}
}

/* --- a channel of MPXY ---------------------------------------------------- */

/* Checks the last attribute only, as drivers of OpenSBI do */
static int test_read_attributes(struct sbi_mpxy_channel *channel, u32 *out,
				u32 base, u32 count)
{
	const u32 *attribute = &channel->channel_id;
	u32 n;

	if (base + count - 1 > SBI_MPXY_ATTR_MSGPROTO_ATTR_START)
		return SBI_ERR_BAD_RANGE;
	base -= SBI_MPXY_ATTR_MSGPROTO_ATTR_START;
	for (n = 0; n < count; n++)
		out[n] = attribute[base + n];
	return 0;
}

/* Its messages are longer than a page */
static struct sbi_mpxy_channel test_channel = {
	.channel_id = 1,
	.attrs.msg_data_maxlen = 8192,
	.read_attributes = test_read_attributes,
};

extern struct sbi_ecall_extension ecall_mpxy;

/* OpenSBI has already looked for channels, and found none. */
static int test_mpxy(void)
{
	int rc;

#ifdef TEST_CHANNEL_OWNER
	test_channel.owner_domain = &root;
#endif
	rc = sbi_mpxy_register_channel(&test_channel);
	return rc ? rc : ecall_mpxy.register_extensions();
}

/* --- locked memory -------------------------------------------------------- */

/* Move the enabled entries from this one on up by one. */
static void test_make_room(unsigned int first)
{
	unsigned long prot, base, order;
	unsigned int n;

	for (n = sbi_hart_pmp_count(sbi_scratch_thishart_ptr()) - 1; n > first;
	     n--)
		if (!pmp_get(n - 1, &prot, &base, &order) && (prot & PMP_A))
			pmp_set(n, prot & ~PMP_A, base, order);
}

/* Add a locked entry before the entry that has the address now. */
static int test_lock(unsigned long address)
{
	unsigned long prot, base, order, size = address & 1 ? 2 : 12;
	unsigned long may = address & TEST_LOCK_READABLE ? PMP_R : 0;
	unsigned int n;

	address &= ~(1ul | TEST_LOCK_READABLE);
	for (n = 0; n < PMP_COUNT - 1; n++) {
		if (pmp_get(n, &prot, &base, &order) || !(prot & PMP_A) ||
		    address < base ||
		    (order < __riscv_xlen && address - base >= 1ul << order))
			continue;
		test_make_room(n);
		pmp_set(n, PMP_L | may, address, size);
		sbi_hart_pmp_fence();
		return 0;
	}
	return SBI_ENOENT;
}

/* --- calls ---------------------------------------------------------------- */

static int test_csr(unsigned long csr, unsigned long *value)
{
	switch (csr) {
	case TEST_MCTRCTL:
		*value = test_mctrctl();
		return 0;
	case TEST_MEDELEG:
		*value = csr_read(CSR_MEDELEG);
		return 0;
	case TEST_FIRST_MCTRCTL:
		*value = first_mctrctl;
		return 0;
	}
	return SBI_EINVAL;
}

static int test_overflow(unsigned long counter, bool ipi)
{
#if __riscv_xlen == 64
	int event = CSR_MHPMEVENT3 + (int)counter - 3;
#else
	int event = CSR_MHPMEVENT3H + (int)counter - 3;
#endif

	if (counter < 3 || counter > 31)
		return SBI_EINVAL;
	/* OF is the highest bit of both CSRs. */
	csr_write_num(event, csr_read_num(event) | 1ul << (__riscv_xlen - 1));
	csr_set(CSR_MIP, 1ul << IRQ_PMU_OVF);
	return ipi ? sbi_ipi_raw_send(current_hartindex(), false) : 0;
}

static void test_die(unsigned long how)
{
	const unsigned long nowhere = 0;

	dies_twice = how == TEST_TWICE;
	if (how == TEST_BY_LOAD)
		__asm__ volatile("lw zero, 0(%0)" ::"r"(nowhere));
	else if (how == TEST_BY_STORE)
		__asm__ volatile("sw zero, 0(%0)" ::"r"(nowhere));
	else
		__asm__ volatile(".4byte 0");
}

static int test_call(unsigned long extid, unsigned long funcid,
		     struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	(void)extid;
	switch (funcid) {
	case TEST_ENTER:
		return test_enter();
	case TEST_OTHER:
		out->value = test_other() != NULL;
		return 0;
	case TEST_EXIT:
		return sbi_domain_context_exit();
	case TEST_HOLD:
		test_race_hold((u32)regs->a0);
		return 0;
	case TEST_LEAVE:
		test_race_wait(regs->a0);
		return test_enter();
	case TEST_MEET:
		test_race_meet((u32)regs->a0,
			       (const volatile unsigned long *)regs->a1);
		return 0;
	case TEST_STATE:
		out->value = (unsigned long)__sbi_hsm_hart_get_state(
			sbi_hartid_to_hartindex((u32)regs->a0));
		return 0;
	case TEST_DIE:
		test_die(regs->a0);
		return 0;
	case TEST_DEAD:
		out->value = __atomic_load_n(&dead, __ATOMIC_SEQ_CST) >>
				     regs->a0 &
			     1;
		return 0;
	case TEST_CSR:
		return test_csr(regs->a0, &out->value);
	case TEST_LOSE:
		*(regs->a0 ? &loses_counters : &loses) = true;
		sbi_hsm_set_device(&test_hsm);
		return 0;
	case TEST_LOCK:
		return test_lock(regs->a0);
	case TEST_HEAP:
		test_heap(regs->a0);
		return 0;
	case TEST_OVERFLOW:
		return test_overflow(regs->a0, regs->a1);
	case TEST_PMUDEV:
		out->value = test_pmudev(regs->a0);
		return 0;
	case TEST_RING:
		return sbi_ipi_raw_send(current_hartindex(), true);
	}
	return SBI_ENOTSUPP;
}

static struct sbi_ecall_extension test_extension = {
	.name = "test",
	.extid_start = TEST_EID,
	.extid_end = TEST_EID,
	.handle = test_call,
};

int __wrap_sbi_domain_startup(struct sbi_scratch *scratch, u32 cold_hartid)
{
	int rc = sbi_ecall_register_extension(&test_extension);

	if (!rc)
		rc = test_mpxy();
	if (!rc)
		rc = test_peek_register();
	return rc ? rc : __real_sbi_domain_startup(scratch, cold_hartid);
}
