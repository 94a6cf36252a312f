// SPDX-License-Identifier: BSD-2-Clause
/* Access faults that are S-mode's own: every register that a trap of S-mode needs is
 * handed on, for guests too, and a board that emulates accesses keeps its own. */
#include <pmu/pmu.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_platform.h>
#include <sbi/sbi_trap.h>

#include "../../../platform/generic/glue/access_glue.h"
#include "../../../platform/generic/glue/trace_glue.h"
#include "rig.h"

/* Before the trap, and of the trap that S-mode gets */
enum { PC = 0x80001234, HANDLER = 0x80205678 };
#define BEFORE (MSTATUS_MPIE | MSTATUS_GVA)
#define AFTER MSTATUS_SPIE

static union {
	struct sbi_scratch scratch;
	unsigned char bytes[FAST_CALLS_STATE + sizeof(struct fast_hart)];
} place __attribute__((aligned(64)));
static struct sbi_platform_operations ops;
static struct sbi_platform platform;
static struct pmu_hart *const pmu = (void *)(place.bytes + FAST_STATE);
static struct fast_hart *const fast = (void *)(place.bytes + FAST_CALLS_STATE);
static struct fast_hart *fast_now;
struct trace trace_glue;

int sbi_trap_redirect(struct sbi_trap_regs *regs,
		      const struct sbi_trap_info *trap)
{
	wire_note("redirect %lx %lx, %lx %lx %lx %lx %lx", regs->mepc,
		  regs->mstatus, trap->cause, trap->tval, trap->tval2,
		  trap->tinst, trap->gva);
	regs->mepc = HANDLER;
	regs->mstatus = AFTER;
	return 0;
}

struct fast_hart *fast_glue_hart(struct sbi_scratch *scratch)
{
	assert_ptr_equal(scratch, &place.scratch);
	return fast_now;
}

/* Of a board. The parameters differ between releases; no test has a call. */
static int emulate(void)
{
	fail_msg("emulated");
	return 0;
}

static int begin(void **state)
{
	(void)state;
	memset(&place, 0, sizeof(place));
	memset(&ops, 0, sizeof(ops));
	memset(&trace_glue, 0, sizeof(trace_glue));
	platform.platform_ops_addr = (unsigned long)&ops;
	place.scratch.platform_addr = (unsigned long)&platform;
	fast_now = fast;
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&place.scratch);
	wire_set_csr(CSR_MEPC, PC);
	wire_set_csr(CSR_MSTATUS, BEFORE);
	wire_set_csr(CSR_MTVAL, 0x1111);
	wire_set_csr(CSR_MTVAL2, 0x2222);
	wire_set_csr(CSR_MTINST, 0x3333);
	wire_forget();
	return 0;
}

static void refuse(unsigned long cause, const char *calls)
{
	wire_set_csr(CSR_MCAUSE, cause);
	assert_int_equal(access_glue_refuse(&place.scratch), 0);
	wire_expect(calls);
	wire_set_csr(CSR_MSTATUS, BEFORE);
	wire_set_csr(CSR_MEPC, PC);
}

#define WRITTEN "csr 300 = 20\ncsr 341 = 80205678\n"

/* mtval2 and mtinst exist with H alone. */
static void run_plain(void **state)
{
	(void)state;
	refuse(CAUSE_LOAD_ACCESS,
	       "redirect 80001234 4000000080, 5 1111 0 0 0\n" WRITTEN);
	refuse(CAUSE_STORE_ACCESS,
	       "redirect 80001234 4000000080, 7 1111 0 0 0\n" WRITTEN);
	refuse(CAUSE_STORE_ACCESS,
	       "redirect 80001234 4000000080, 7 1111 0 0 0\n" WRITTEN);
	assert_int_equal(pmu->events[SBI_PMU_FW_ACCESS_LOAD], 1);
	assert_int_equal(pmu->events[SBI_PMU_FW_ACCESS_STORE], 2);
}

/* A hypervisor's handler gets what the hart found out about the access. */
static void run_hypervisor(void **state)
{
	(void)state;
	fast->hyp = 1;
	refuse(CAUSE_LOAD_ACCESS,
	       "redirect 80001234 4000000080, 5 1111 2222 3333 1\n" WRITTEN);
	wire_set_csr(CSR_MSTATUS, MSTATUS_MPIE);
	refuse(CAUSE_LOAD_ACCESS,
	       "redirect 80001234 80, 5 1111 2222 3333 0\n" WRITTEN);
	wire_set_csr(CSR_MCAUSE, CAUSE_LOAD_ACCESS);
	assert_int_equal(access_glue_of_guest(&place.scratch), 0);
	wire_expect(
		"redirect 80001234 4000000080, 5 1111 2222 3333 1\n" WRITTEN);
}

/* The fault is OpenSBI's then; nothing is changed, and nothing counted. */
static void check_kept(void)
{
	wire_set_csr(CSR_MCAUSE, CAUSE_LOAD_ACCESS);
	assert_int_equal(access_glue_refuse(&place.scratch), -1);
	assert_int_equal(access_glue_of_guest(&place.scratch), -1);
	wire_expect("");
	assert_int_equal(pmu->events[SBI_PMU_FW_ACCESS_LOAD], 0);
}

static void run_emulated(void **state)
{
	(void)state;
	ops.emulate_load = (void *)emulate;
	check_kept();
	ops.emulate_load = NULL;
	ops.emulate_store = (void *)emulate;
	check_kept();
}

/* The short way is for trace registers, and for faults that are S-mode's own. */
static void run_arm(void **state)
{
	(void)state;
	trace_glue_arm();
	assert_int_equal(fast->access, 1);
	ops.emulate_store = (void *)emulate;
	trace_glue_arm();
	assert_int_equal(fast->access, 0);
	trace_glue.count = 1;
	trace_glue_arm();
	assert_int_equal(fast->access, 1);
	fast_now = NULL; /* OpenSBI's entry is in use */
	trace_glue_arm();
}

#define TEST(name) cmocka_unit_test_setup(run_##name, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(plain),
		TEST(hypervisor),
		TEST(emulated),
		TEST(arm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
