// SPDX-License-Identifier: BSD-2-Clause
/*
 * Predicted overflows: the last look before registers are lost, and M-mode's timer
 * with both releases of OpenSBI's.
 */
#include <pmu/pmu_predict.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_heap.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_timer.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/timer/aclint_mtimer.h>

#include "../../../platform/generic/fast/fast.h"
#include "../../../platform/generic/fast/calls.h"
#include "../../../platform/generic/glue/glue.h"
#include "rig.h"

#define FEATURE 0x40435453ul
enum { DEADLINE = 500, NEXT = 300 };

void __real_sbi_timer_process(void);
void __wrap_sbi_timer_process(void);

static unsigned long space[512];
static struct pmu_hart hart;
static u64 ticks;
static u32 overflows;
struct sbi_heap_control {
	char none;
} global_hpctrl;

/* --- OpenSBI and lib/pmu -------------------------------------------------------- */

u64 pmu_predict_look(const struct pmu_hart *h, struct pmu_predict *p, u64 now)
{
	wire_note("look");
	assert_ptr_equal(h, &hart);
	assert_int_equal(now, ticks);
	p->over |= overflows;
	return now + NEXT;
}

void pmu_predict_saved(const struct pmu_hart *h, struct pmu_predict *p)
{
	wire_note("saved");
	assert_ptr_equal(h, &hart);
	p->over |= overflows;
}

void pmu_predict_resumed(const struct pmu_hart *h, struct pmu_predict *p,
			 u64 now)
{
	wire_note("resumed with %x", p->over);
	assert_ptr_equal(h, &hart);
	assert_int_equal(now, ticks);
}

void pmu_predict_set(struct pmu_hart *h, bool on)
{
	wire_note("predict %d", on);
	h->predict = on;
}

u64 sbi_timer_value(void)
{
	return ticks;
}

static void set_timer(u64 next_event)
{
	wire_note("timer %ld", (long)next_event);
}

static struct sbi_timer_device device = { .name = "aclint-mtimer",
					  .timer_event_start = set_timer };

const struct sbi_timer_device *sbi_timer_get_device(void)
{
	return &device;
}

/* OpenSBI 1.9 looks into its list, which lacks the deadlines of the fast path. */
void __real_sbi_timer_process(void)
{
	wire_note("timer of OpenSBI");
}

static u64 read_compare(volatile u64 *addr)
{
	return *addr;
}

static u64 compare = DEADLINE;
static struct aclint_mtimer_data mtimer = {
	.mtimecmp_addr = (unsigned long)&compare,
	.time_rd = read_compare,
};

struct aclint_mtimer_data *aclint_get_mtimer_data(void)
{
	return &mtimer;
}

bool sbi_hart_has_extension(struct sbi_scratch *scratch,
			    enum sbi_hart_extensions ext)
{
	assert_ptr_equal(scratch, space);
	assert_int_equal(ext, SBI_HART_EXT_SSTC);
	return false;
}

int sbi_sse_inject_event(uint32_t event_id)
{
	wire_note("inject %x", event_id);
	return 0;
}

u32 sbi_scratch_hart_count = 1;

void *sbi_zalloc_from(struct sbi_heap_control *heap, size_t size)
{
	static unsigned char memory[4096];

	assert_ptr_equal(heap, &global_hpctrl);
	assert_in_range(size, 1, sizeof(memory));
	return memory;
}

void *sbi_memset(void *s, int c, size_t count)
{
	return memset(s, c, count);
}

int sbi_strcmp(const char *a, const char *b)
{
	return strcmp(a, b);
}

static int stock(unsigned long extid, unsigned long funcid,
		 struct sbi_trap_regs *regs, struct sbi_ecall_return *out)
{
	(void)extid;
	(void)funcid;
	(void)regs;
	(void)out;
	return SBI_ERR_NOT_SUPPORTED;
}

static struct sbi_ecall_extension fwft = { .handle = stock };

struct sbi_ecall_extension *sbi_ecall_find_extension(unsigned long extid)
{
	assert_int_equal(extid, SBI_EXT_FWFT);
	return &fwft;
}

void ctr_glue_overflow(void)
{
	wire_note("branch records freeze");
}

void fast_glue_timer(bool fast)
{
	wire_note("timer is %s", fast ? "S-mode's alone" : "for looks, too");
}

/* --- the tests ----------------------------------------------------------------- */

static void predict(unsigned long on, const char *want)
{
	struct sbi_trap_regs regs = { .a0 = FEATURE, .a1 = on };
	struct sbi_ecall_return out = { 0 };

	assert_int_equal(
		fwft.handle(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, &regs, &out), 0);
	wire_expect(want);
}

static void process(u64 now, const char *want)
{
	ticks = now;
	__wrap_sbi_timer_process();
	wire_expect(want);
}

/* A hart that does not predict: OpenSBI has the timer. */
static void run_nothing(void **state)
{
	(void)state;
	process(1000, "timer of OpenSBI\n");
	predict_glue_leave();
	assert_int_equal(predict_glue_saved(&hart), 0);
	predict_glue_enter();
	predict_glue_away();
	predict_glue_back(1);
	predict_glue_drop();
	predict_glue_stop((void *)space);
	wire_expect("");
}

static void run_timer(void **state)
{
	(void)state;
	predict_glue_fwft();
	ticks = 100;
	wire_set_csr(CSR_MIE, MIP_MTIP);
	predict(1, "predict 1\ntimer is for looks, too\n"
		   "timer 100\ncsr 304 = 80\n");
	process(100, "look\ntimer 400\ncsr 304 = 80\n");
	/* S-mode's own time has come: the interrupt is its, whatever OpenSBI did. */
	process(DEADLINE, "timer of OpenSBI\ncsr 344 = 20\n"
			  "look\ntimer 800\ncsr 304 = 80\n");
}

/* Registers are about to be lost, and are back. */
static void run_suspend(void **state)
{
	(void)state;
	hart.sse = true;
	overflows = 4;
	predict_glue_leave();
	wire_expect("look\nbranch records freeze\ninject 10000\n");
	assert_int_equal(predict_glue_saved(&hart), 4);
	predict_glue_enter();
	wire_expect("saved\nresumed with 4\ntimer is for looks, too\n"
		    "timer 500\ncsr 304 = 80\n");
}

/* Another owner comes. S-mode has no deadline: no interrupt is left for it. */
static void run_owner(void **state)
{
	(void)state;
	predict_glue_away();
	wire_expect("look\nbranch records freeze\ninject 10000\n"
		    "timer -1\ncsr 304 = 0\ntimer is S-mode's alone\n");
	predict_glue_back(3);
	wire_expect("resumed with 3\ntimer is for looks, too\n"
		    "timer 500\ncsr 304 = 80\n");
}

/* It has predicted, and does so no longer. */
static void run_off(void **state)
{
	(void)state;
	predict(0,
		"predict 0\ntimer -1\ncsr 304 = 0\ntimer is S-mode's alone\n");
	run_nothing(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_nothing), cmocka_unit_test(run_timer),
		cmocka_unit_test(run_suspend), cmocka_unit_test(run_owner),
		cmocka_unit_test(run_off),
	};

	wire_set_csr(CSR_MSCRATCH, (unsigned long)space);
	pmu_glue_hart_set((void *)space, &hart);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
