// SPDX-License-Identifier: BSD-2-Clause
/* The choice of the entry of traps, and the settings of its calls: for releases of
 * OpenSBI, timers and cache blocks, some of which QEMU does not have. */
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_timer.h>
#include <sbi_utils/timer/aclint_mtimer.h>
#include <stdio.h>

/* OpenSBI's is nowhere else than in sbi_heap.c */
struct sbi_heap_control {
	int unused;
};
#include <sbi/sbi_heap.h>

#include "../../../platform/generic/fast/calls.h"
#include "../../../platform/generic/fast/fast.h"
#include "rig.h"

enum { HARTS = 2, SELF = 1, HARTID = 6 };
#define EXT(name) (1ul << SBI_HART_EXT_##name)

/* --- the machine --------------------------------------------------------------- */

struct sbi_heap_control global_hpctrl;
u32 sbi_scratch_hart_count = HARTS;
u32 hartindex_to_hartid_table[SBI_HARTMASK_MAX_BITS] = { 5, HARTID };
static union {
	struct sbi_scratch scratch;
	u8 bytes[4096];
} spaces[HARTS];
struct sbi_scratch *hartindex_to_scratch_table[SBI_HARTMASK_MAX_BITS] = {
	&spaces[0].scratch, &spaces[1].scratch
};

#define CODE __attribute__((aligned(64)))
char CODE _trap_handler[16], CODE _trap_handler_hyp[16];
/* 16 bytes behind the other vector, whose alignment is 32 */
__asm__(".data\n.balign 32\n.skip 16\n.globl fast_trap\nfast_trap: .skip 16\n"
	".text");

static struct sbi_platform platform;
static unsigned long extensions, first_offset;
static int priv_version;
static bool has_time;
static u64 flush_limit;
static const struct sbi_timer_device *timer;
static struct aclint_mtimer_data mtimer;
static struct pmu_hart other_pmus[HARTS];

static u64 get_flush_limit(void)
{
	return flush_limit;
}

static const struct sbi_platform_operations operations = {
	.get_tlbr_flush_limit = get_flush_limit
};

unsigned long sbi_scratch_alloc_offset(unsigned long size)
{
	wire_note("%lu bytes", size);
	return first_offset;
}

void *sbi_zalloc_from(struct sbi_heap_control *hpctrl, size_t size)
{
	assert_ptr_equal(hpctrl, &global_hpctrl);
	assert_int_equal(size, HARTS * sizeof(*other_pmus));
	return other_pmus;
}

bool sbi_hart_has_extension(struct sbi_scratch *scratch,
			    enum sbi_hart_extensions ext)
{
	assert_ptr_equal(scratch, &spaces[SELF]);
	return extensions >> ext & 1;
}

bool sbi_hart_has_csr(struct sbi_scratch *scratch, enum sbi_hart_csrs csr)
{
	assert_ptr_equal(scratch, &spaces[SELF]);
	assert_int_equal(csr, SBI_HART_CSR_TIME);
	return has_time;
}

int sbi_hart_priv_version(struct sbi_scratch *scratch)
{
	assert_ptr_equal(scratch, &spaces[SELF]);
	return priv_version;
}

const struct sbi_timer_device *sbi_timer_get_device(void)
{
	return timer;
}

struct aclint_mtimer_data *aclint_get_mtimer_data(void)
{
	return &mtimer;
}

unsigned long sbi_ecall_get_impid(void)
{
	return 0x12345;
}

/* --- a test ---------------------------------------------------------------------- */

static const struct sbi_timer_device aclint = { .name = "aclint-mtimer" };

static struct sbi_scratch *self(void)
{
	return &spaces[SELF].scratch;
}

static struct fast_hart *settings(void)
{
	return (struct fast_hart *)&spaces[SELF].bytes[FAST_CALLS_STATE];
}

static void set_entry(const char *entry)
{
	wire_set_csr(CSR_MTVEC, (unsigned long)entry);
}

/* Hart 1 of two. All of its parts suit the fast entry. */
static int setup(void **state)
{
	struct pmu_hart *pmu;

	(void)state;
	memset(spaces, 0, sizeof(spaces));
	platform = (struct sbi_platform){ .cbom_block_size = 64,
					  .platform_ops_addr =
						  (unsigned long)&operations };
	self()->platform_addr = (unsigned long)&platform;
	wire_set_csr(CSR_MSCRATCH, (unsigned long)self());
	wire_set_csr(CSR_MHARTID, HARTID);
	set_entry(_trap_handler);
	extensions = 0;
	priv_version = SBI_HART_PRIV_VER_1_12;
	has_time = false;
	flush_limit = PAGE_SIZE;
	timer = NULL;
	mtimer = (struct aclint_mtimer_data){ .mtime_addr = 0x2000,
					      .mtimecmp_addr = 0x4000,
					      .first_hartid = 4,
					      .has_64bit_mmio = true };
	first_offset = FAST_POINTER;
	assert_int_equal(pmu_glue_scratch_init(), 0);
	pmu = pmu_glue_hart(self());
	pmu->has.plain = pmu->has.inhibit = true;
	wire_forget();
	return 0;
}

/* --- the place of the state ---------------------------------------------------------- */

static void run_place(void **state)
{
	char want[40];
	u32 i;

	(void)state;
	assert_int_equal(pmu_glue_scratch_init(), 0);
	snprintf(want, sizeof(want), "%zu bytes\n",
		 FAST_CALLS_STATE + sizeof(struct fast_hart) - FAST_POINTER);
	wire_expect(want);
	for (i = 0; i < HARTS; i++) {
		assert_ptr_equal(pmu_glue_hart(&spaces[i].scratch),
				 &spaces[i].bytes[FAST_STATE]);
		assert_ptr_equal(pmu_glue_hart_alloc(&spaces[i].scratch),
				 &spaces[i].bytes[FAST_STATE]);
	}
	assert_ptr_equal(fast_glue_hart(self()), settings());
	/* By which the vector of traps in the entry finds a hart's space */
	assert_int_equal(settings()->hartid, HARTID);
}

/* Only a pointer fits; before sbi_pmu_init() all harts share a state. */
static void run_large_blocks(void **state)
{
	(void)state;
	platform.cbom_block_size = 128;
	assert_int_equal(pmu_glue_scratch_init(), 0);
	wire_expect("8 bytes\n");
	assert_ptr_equal(pmu_glue_hart(self()),
			 pmu_glue_hart(&spaces[0].scratch));
	assert_ptr_equal(pmu_glue_hart_alloc(self()), &other_pmus[0]);
	pmu_glue_hart_set(self(), &other_pmus[0]);
	assert_ptr_equal(pmu_glue_hart_alloc(self()), &other_pmus[0]);
	assert_null(fast_glue_hart(self()));
	fast_glue_timer(true);
}

static void run_late(void **state)
{
	(void)state;
	first_offset = FAST_POINTER + 64;
	assert_int_equal(pmu_glue_scratch_init(), SBI_ENOMEM);
}

/* --- choice of the entry ------------------------------------------------------------- */

static void run_not_registered(void **state)
{
	(void)state;
	pmu_glue_fast_arm(self());
	assert_int_equal(wire_csr(CSR_MTVEC), (unsigned long)_trap_handler);
	wire_expect("");
}

static void check_entry(const char *stock, const char *want, const char *line)
{
	set_entry(stock);
	wire_forget();
	pmu_glue_registered();
	assert_int_equal(wire_csr(CSR_MTVEC), (unsigned long)want);
	if (want != stock)
		wire_note("ours");
	if (line)
		wire_expect(line);
}

static void run_entries(void **state)
{
	(void)state;
	check_entry(_trap_handler, fast_trap, NULL);
	assert_false(settings()->hyp);
	check_entry(_trap_handler_hyp, fast_trap, NULL);
	assert_true(settings()->hyp);
}

/* A hart that starts later has the entry at once. */
static void run_arm_again(void **state)
{
	(void)state;
	pmu_glue_fast_arm(self());
	assert_int_equal(wire_csr(CSR_MTVEC), (unsigned long)fast_trap);
}

#define NO_FAST "hartscope: PMU: no fast calls: "
#define OTHER_WAY NO_FAST "this OpenSBI enters traps in another way\n"

static void run_obstacles(void **state)
{
	static char CODE unknown[16];

	(void)state;
	check_entry(unknown, unknown, OTHER_WAY);
	pmu_glue_hart_set(self(), &other_pmus[0]);
	check_entry(_trap_handler_hyp, _trap_handler_hyp,
		    NO_FAST "cache blocks are larger than 64 bytes\n");
	self()->options = SBI_SCRATCH_NO_BOOT_PRINTS;
	check_entry(_trap_handler_hyp, _trap_handler_hyp, "");
}

/* A hart whose vectors are further apart than the two entries. */
static void run_vector(void **state)
{
	(void)state;
	wire_set_csr_zeros(CSR_MTVEC, 16);
	set_entry(_trap_handler);
	pmu_glue_registered();
	assert_int_equal(wire_csr(CSR_MTVEC), (unsigned long)_trap_handler);
	wire_set_csr_zeros(CSR_MTVEC, 0);
}

/* Both entries are tried, and OpenSBI's is put back. */
#define TRIED "csr 305 = %lx\ncsr 305 = %lx\ncsr 305 = %lx\n"

static void check_handicap(const char *line)
{
	unsigned long stock = (unsigned long)_trap_handler,
		      ours = (unsigned long)fast_trap;
	char want[300];

	snprintf(want, sizeof(want), TRIED "%s" TRIED "csr 305 = %lx\nours\n",
		 ours - 16, ours, stock, line, ours - 16, ours, stock, ours);
	check_entry(_trap_handler, fast_trap, want);
}

/* Counters are C's, and the entry takes all other calls. */
static void run_handicaps(void **state)
{
	(void)state;
	pmu_glue_hart(self())->has.plain = false;
	check_handicap(NO_FAST "the board has PMU hooks of its own\n");
	pmu_glue_hart(self())->has.plain = true;
	pmu_glue_hart(self())->has.inhibit = false;
	check_handicap(NO_FAST "there is no mcountinhibit\n");
	pmu_glue_hart(self())->has.inhibit = true;
	check_handicap("");
}

/* --- settings of calls --------------------------------------------------------------- */

static const struct fast_hart *start(void)
{
	set_entry(_trap_handler);
	memset(settings(), 0xa5, sizeof(*settings()));
	pmu_glue_fast_arm(self());
	return settings();
}

static void run_calls(void **state)
{
	const struct fast_hart *f = start();

	(void)state;
	assert_int_equal(f->implementation, 0x12345);
	assert_int_equal(f->eid_time, SBI_EXT_TIME);
	assert_int_equal(f->eid_rfence, SBI_EXT_RFENCE);
	assert_int_equal(f->eid_ipi, SBI_EXT_IPI);
	assert_int_equal(f->eid_hsm, SBI_EXT_HSM);
	assert_int_equal(f->eid_dbcn, SBI_EXT_DBCN);
	assert_int_equal(f->eid_fwft, SBI_EXT_FWFT);
	/* Always on RV64 */
	assert_int_equal(f->misaligned, 1);
}

static void run_pages_and_soft(void **state)
{
	(void)state;
	assert_int_equal(start()->pages, 1);
	flush_limit = PAGE_SIZE - 1;
	assert_int_equal(start()->pages, 0);
	assert_int_equal(start()->soft, 1);
	extensions = EXT(SMAIA);
	assert_int_equal(start()->soft, 0);
}

static void run_timers(void **state)
{
	static const struct sbi_timer_device plmt = { .name = "andes_plmt" };

	(void)state;
	assert_int_equal(start()->timer, FAST_TIMER_OFF);
	timer = &plmt;
	assert_int_equal(start()->timer, FAST_TIMER_OFF);
	timer = &aclint;
	assert_int_equal(start()->timer, FAST_TIMER_WIDE);
	/* The third register of the device, whose first hart is 4 */
	assert_int_equal(settings()->mtimecmp, 0x4010);
	mtimer.has_64bit_mmio = false;
	assert_int_equal(start()->timer, FAST_TIMER_HALF);
	extensions = EXT(SSTC);
	assert_int_equal(start()->timer, FAST_TIMER_SSTC);
}

static void run_timer_off(void **state)
{
	(void)state;
	timer = &aclint;
	start();
	fast_glue_timer(false);
	assert_int_equal(settings()->timer, FAST_TIMER_OFF);
	fast_glue_timer(true);
	assert_int_equal(settings()->timer, FAST_TIMER_WIDE);
}

/* Only if OpenSBI would load mtime as well */
static void run_time(void **state)
{
	(void)state;
	assert_int_equal(start()->rdtime, 0);
	timer = &aclint;
	assert_int_equal(start()->rdtime, 1);
	assert_int_equal(settings()->mtime, 0x2000);
	has_time = true;
	assert_int_equal(start()->rdtime, 0);
	has_time = false;
	priv_version = SBI_HART_PRIV_VER_UNKNOWN;
	assert_int_equal(start()->rdtime, 0);
	priv_version = SBI_HART_PRIV_VER_1_10;
	assert_int_equal(start()->rdtime, 1);
	mtimer.has_64bit_mmio = false;
	assert_int_equal(start()->rdtime, 0);
}

#define TEST(name) cmocka_unit_test_setup(run_##name, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(place),
		TEST(large_blocks),
		TEST(late),
		TEST(not_registered),
		/* From here on the PMU extension answers calls */
		TEST(entries),
		TEST(arm_again),
		TEST(obstacles),
		TEST(vector),
		TEST(handicaps),
		TEST(calls),
		TEST(pages_and_soft),
		TEST(timers),
		TEST(timer_off),
		TEST(time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
