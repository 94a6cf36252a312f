// SPDX-License-Identifier: BSD-2-Clause
/* The hooks into OpenSBI: which parts of the firmware each one tells, before OpenSBI's
 * own function or after it, and what a failure of that function leaves out. */
#include <stdio.h>

#include <sbi/riscv_asm.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hartmask.h>
#include <sbi/sbi_tlb.h>

#include "override_parts.h"

struct aclint_mswi_data;
struct sbi_domain;

void __wrap_sbi_init(struct sbi_scratch *s);
int __wrap_sbi_hsm_init(struct sbi_scratch *s, bool cold);
int __wrap_sbi_hart_init(struct sbi_scratch *s, bool cold);
int __wrap_sbi_scratch_init(struct sbi_scratch *s);
int __wrap_sbi_hart_reinit(struct sbi_scratch *s);
int __wrap_sbi_hsm_hart_suspend(struct sbi_scratch *s, u32 type, ulong raddr,
				ulong rmode, ulong arg1);
int __wrap_sbi_system_suspend(u32 type, ulong raddr, ulong opaque);
int __wrap_sbi_tlb_request(ulong hmask, ulong hbase, struct sbi_tlb_info *info);
int __wrap_sbi_ipi_send_smode(ulong hmask, ulong hbase);
int __wrap_sbi_ipi_send_many(ulong hmask, ulong hbase, u32 event, void *data);
int __wrap_sbi_ipi_send_halt(ulong hmask, ulong hbase);
int __wrap_aclint_mswi_cold_init(struct aclint_mswi_data *mswi);
void __wrap_sbi_ipi_process(void);
void __wrap_sbi_hsm_hart_start_finish(struct sbi_scratch *s, u32 hartid);
void __wrap_sbi_exit(struct sbi_scratch *s);
int __wrap_sbi_domain_context_enter(struct sbi_domain *dom);
int __wrap_sbi_domain_context_exit(void);
void __wrap_sbi_update_hartindex_to_domain(u32 hart, struct sbi_domain *dom);
int __wrap_sbi_domain_finalize(struct sbi_scratch *s);
int __wrap_sbi_hsm_hart_start(struct sbi_scratch *s,
			      const struct sbi_domain *dom, u32 hartid,
			      ulong saddr, ulong smode, ulong arg1);
int __wrap_sbi_hsm_hart_stop(struct sbi_scratch *s, bool exitnow);
void __wrap_sbi_system_reset(u32 type, u32 reason);
void __wrap_fdt_cpu_fixup(void *fdt);
void *__wrap_sbi_memcpy(void *dest, const void *src, size_t count);
int __wrap_sbi_ecall_init(void);
int __wrap_sbi_double_trap_handler(struct sbi_trap_context *tcntx);
void __wrap_sbi_hart_hang(void);
void __wrap_sbi_fp_save(void *registers);
void __wrap_sbi_fp_restore(const void *registers);

enum { STOCK_ERROR = -7, OUR_ERROR = -11 };

static int begin(void **state)
{
	(void)state;
	memset(&scratch, 0, sizeof(scratch));
	memset(&context, 0, sizeof(context));
	wire_set_csr(CSR_MSCRATCH, (unsigned long)&scratch);
	stock = ours = 0;
	yes = false;
	wire_forget();
	return 0;
}

/* Compares the answer of a hook, and the calls that it made. */
static void check(int result, int wanted, const char *calls)
{
	assert_int_equal(result, wanted);
	wire_expect(calls);
}

/* CALL ends in a function of OpenSBI that does not return. */
#define check_last(call, calls)                        \
	do {                                           \
		if (!setjmp(before)) {                 \
			call;                          \
			fail_msg("%s returns", #call); \
		}                                      \
		wire_expect(calls);                    \
	} while (0)

/* --- boot ------------------------------------------------------------------------ */

/* Nothing is recorded, and the board's settings for trace are made, before OpenSBI
 * begins. */
static void run_first(void **state)
{
	(void)state;
	check_last(__wrap_sbi_init(&scratch), "ctr_hart_quiesce\n"
					      "trace_glue_reset_vector\n"
					      "OpenSBI\n");
}

/* The state of harts is OpenSBI's next allocation, at cold boot alone. */
static void run_arrival(void **state)
{
	(void)state;
	stock = STOCK_ERROR;
	check(__wrap_sbi_hsm_init(&scratch, true), STOCK_ERROR,
	      "ctr_glue_arrive\nfast_calls_states 340\nOpenSBI 1\n");
	check(__wrap_sbi_hsm_init(&scratch, false), STOCK_ERROR,
	      "ctr_glue_arrive\nOpenSBI 0\n");
}

static void run_scratch(void **state)
{
	(void)state;
	ours = OUR_ERROR;
	check(__wrap_sbi_scratch_init(&scratch), OUR_ERROR,
	      "OpenSBI\npmu_glue_scratch_init\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_scratch_init(&scratch), STOCK_ERROR, "OpenSBI\n");
}

/* Owners once at cold boot, traces at each later start */
static void run_hart(void **state)
{
	(void)state;
	check(__wrap_sbi_hart_init(&scratch, true), 0,
	      "OpenSBI 1\npromises 1\nowner_glue_init\nctr_glue_hart_init 1\n");
	check(__wrap_sbi_hart_init(&scratch, false), 0,
	      "OpenSBI 0\npromises 0\ntrace_glue_hart_start\nctr_glue_hart_init 0\n");
	ours = OUR_ERROR;
	check(__wrap_sbi_hart_init(&scratch, true), OUR_ERROR,
	      "OpenSBI 1\npromises 1\nowner_glue_init\n");
	check(__wrap_sbi_hart_init(&scratch, false), OUR_ERROR,
	      "OpenSBI 0\npromises 0\ntrace_glue_hart_start\nctr_glue_hart_init 0\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_hart_init(&scratch, true), STOCK_ERROR, "OpenSBI 1\n");
	check(__wrap_sbi_hart_init(&scratch, false), STOCK_ERROR,
	      "OpenSBI 0\n");
}

static void run_domains(void **state)
{
	(void)state;
	ours = OUR_ERROR;
	check(__wrap_sbi_domain_finalize(&scratch), OUR_ERROR,
	      "OpenSBI\nowner_memory_pmu\npmu_glue_keeps 1\n"
	      "reach_glue_domains\ntrace_glue_cold_boot\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_domain_finalize(&scratch), STOCK_ERROR, "OpenSBI\n");
}

static void run_doorbells(void **state)
{
	(void)state;
	check(__wrap_aclint_mswi_cold_init(DEVICE), 0,
	      "OpenSBI\nfence_glue_mswi\n");
	stock = STOCK_ERROR;
	check(__wrap_aclint_mswi_cold_init(DEVICE), STOCK_ERROR, "OpenSBI\n");
}

/* Where OpenSBI has no extensions, or fences no memory, nothing is registered. */
static void run_extensions(void **state)
{
	(void)state;
	check(__wrap_sbi_ecall_init(), 0,
	      "OpenSBI\nfence_glue_init\nctr_glue_fwft\ndbcn_glue_register\n"
	      "dbtr_glue_register\nsse_glue_register\ntrace_glue_register\n");
	yes = true; /* M-mode predicts overflows */
	check(__wrap_sbi_ecall_init(), 0,
	      "OpenSBI\nfence_glue_init\nctr_glue_fwft\npredict_glue_fwft\n"
	      "dbcn_glue_register\ndbtr_glue_register\nsse_glue_register\n"
	      "trace_glue_register\n");
	ours = OUR_ERROR;
	check(__wrap_sbi_ecall_init(), OUR_ERROR, "OpenSBI\nfence_glue_init\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_ecall_init(), STOCK_ERROR, "OpenSBI\n");
}

/* Before OpenSBI edits the tree; a silent boot stays silent. */
static void run_tree(void **state)
{
	(void)state;
	__wrap_fdt_cpu_fixup(TREE);
	wire_expect("ctr_glue_fdt 1\ntrace_glue_fdt\nOpenSBI\n");
	scratch.options = SBI_SCRATCH_NO_BOOT_PRINTS;
	__wrap_fdt_cpu_fixup(TREE);
	wire_expect("ctr_glue_fdt 0\ntrace_glue_fdt\nOpenSBI\n");
}

/* --- start, stop, reset ---------------------------------------------------------- */

/* The hart has its doorbell before it enters S-mode. */
static void run_start(void **state)
{
	(void)state;
	check_last(__wrap_sbi_hsm_hart_start_finish(&scratch, 5),
		   "fence_glue_hart_start\nOpenSBI 5\n");
	/* The domain keeps this hart until the other one is started. */
	stock = STOCK_ERROR;
	check(__wrap_sbi_hsm_hart_start(&scratch, DOMAIN, 6, 0x20, 1, 0x30),
	      STOCK_ERROR,
	      "owner_glue_act\nOpenSBI 6 20 1 30\nowner_glue_acted\n");
}

/* A hart that may not stop keeps its doorbell. */
static void run_stop(void **state)
{
	(void)state;
	check(__wrap_sbi_hsm_hart_stop(&scratch, false), 0,
	      "owner_glue_stops\ntrace_glue_hart_stop\nOpenSBI 0\n"
	      "fence_glue_hart_stop\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_hsm_hart_stop(&scratch, true), STOCK_ERROR,
	      "owner_glue_stops\ntrace_glue_hart_stop\nOpenSBI 1\n");
	check_last(__wrap_sbi_exit(&scratch),
		   "fence_glue_hart_stop\nOpenSBI\n");
}

/* Traces end first: all of them, or those of a domain that may only stop itself. */
static void run_reset(void **state)
{
	(void)state;
	check_last(__wrap_sbi_system_reset(1, 2),
		   "system_glue_resets 1 2\ntrace_glue_reset 0\nOpenSBI 1 2\n");
	yes = true;
	check_last(
		__wrap_sbi_system_reset(0, 1),
		"system_glue_resets 0 1\ntrace_glue_reset 1\nreach_glue_reset\n"
		"OpenSBI 0 1\n");
}

/* --- suspend --------------------------------------------------------------------- */

/* State is saved before registers may be lost. A suspend that returns here did not
 * happen: traces go on. */
static void run_suspend(void **state)
{
	(void)state;
	stock = STOCK_ERROR;
	check(__wrap_sbi_hsm_hart_suspend(&scratch, 1, 0x20, 1, 0x30),
	      STOCK_ERROR,
	      "system_glue_loses 1 20 1\nOpenSBI 1 20 1 30\n"
	      "pmu_glue_suspend_cancel\n");
	yes = true;
	check(__wrap_sbi_hsm_hart_suspend(&scratch, 1, 0x20, 1, 0x30),
	      STOCK_ERROR,
	      "system_glue_loses 1 20 1\npmu_glue_suspend\nctr_glue_suspend\n"
	      "trace_glue_suspend\nOpenSBI 1 20 1 30\n"
	      "pmu_glue_suspend_cancel\ntrace_glue_resume\n");
}

/* The same for the machine; a refused sleep saves nothing. */
static void run_sleep(void **state)
{
	(void)state;
	stock = STOCK_ERROR;
	check(__wrap_sbi_system_suspend(0, 0x20, 0x30), STOCK_ERROR,
	      "system_glue_sleeps 0 20\npmu_glue_suspend\nctr_glue_suspend\n"
	      "trace_glue_machine_suspend\nOpenSBI 0 20 30\n"
	      "pmu_glue_suspend_cancel\ntrace_glue_resume\n");
	ours = OUR_ERROR;
	check(__wrap_sbi_system_suspend(0, 0x20, 0x30), OUR_ERROR,
	      "system_glue_sleeps 0 20\n");
}

/* State is back after OpenSBI has reset the registers, unless it failed. */
static void run_resume(void **state)
{
	(void)state;
	check(__wrap_sbi_hart_reinit(&scratch), 0,
	      "OpenSBI\npmu_glue_resume\nctr_glue_resume\ntrace_glue_resume\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_hart_reinit(&scratch), STOCK_ERROR, "OpenSBI\n");
}

/* --- messages between harts ------------------------------------------------------ */

static void run_fences(void **state)
{
	(void)state;
	ours = OUR_ERROR;
	check(__wrap_sbi_tlb_request(5, 64, FENCE), OUR_ERROR,
	      "fence_glue_request 5 40\n");
	check(__wrap_sbi_ipi_send_smode(5, 64), OUR_ERROR,
	      "fence_glue_ipi 5 40\n");
	__wrap_sbi_ipi_process();
	wire_expect("fence_glue_process\nOpenSBI\n");
}

/* IPIs that OpenSBI sends by itself are counted on both sides of the call. */
static void run_foreign(void **state)
{
	(void)state;
	check(__wrap_sbi_ipi_send_many(5, 64, 3, place), 0,
	      "fence_glue_foreign 5 40 sends\nOpenSBI 5 40 3\n"
	      "fence_glue_foreign 5 40 sent\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_ipi_send_many(5, 64, 3, place), STOCK_ERROR,
	      "fence_glue_foreign 5 40 sends\nOpenSBI 5 40 3\n"
	      "fence_glue_foreign 5 40 failed\n");
}

/* A halt reaches a part of the harts even if it fails. None of them may go to
 * another domain until it is sent. */
static void run_halt(void **state)
{
	(void)state;
	stock = STOCK_ERROR;
	check(__wrap_sbi_ipi_send_halt(5, 64), STOCK_ERROR,
	      "owner_glue_act\nfence_glue_foreign 5 40 sends\nOpenSBI 5 40\n"
	      "fence_glue_foreign 5 40 sent\nowner_glue_acted\n");
}

/* --- a change of domain ---------------------------------------------------------- */

/* State of the old owner is gone before OpenSBI says that the hart is the new one's;
 * its translations after that. */
static void run_switch(void **state)
{
	(void)state;
	__wrap_sbi_update_hartindex_to_domain(3, DOMAIN);
	wire_expect("owner_glue_leaves\nowner_glue_switch 3\nOpenSBI 3\n"
		    "fence_glue_domain_changed\npmu_glue_domain_changed\n");
}

/* The new owner runs: what came for it meanwhile is served. */
static void run_switched(void **state)
{
	(void)state;
	check(__wrap_sbi_domain_context_enter(DOMAIN), 0,
	      "OpenSBI\nfence_glue_domain_changed\npmu_glue_switched\n"
	      "fence_glue_look\n");
	check(__wrap_sbi_domain_context_exit(), 0,
	      "OpenSBI\nfence_glue_domain_changed\npmu_glue_switched\n"
	      "fence_glue_look\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_domain_context_enter(DOMAIN), STOCK_ERROR,
	      "OpenSBI\n");
	check(__wrap_sbi_domain_context_exit(), STOCK_ERROR, "OpenSBI\n");
}

/* A trap context goes by words if both places begin at one, all else by OpenSBI. Both
 * return the destination, as memcpy() does. */
static void run_copy(void **state)
{
	static struct sbi_trap_context from[2], to[2];
	const size_t size = sizeof(*from);
	char calls[128];

	(void)state;
	memset(from, 0x5a, sizeof(from));
	assert_ptr_equal(__wrap_sbi_memcpy(to, from, size), to);
	wire_expect("");
	assert_memory_equal(to, from, size);
	assert_int_equal(*(char *)&to[1], 0);
	assert_ptr_equal(__wrap_sbi_memcpy(to, (char *)from + 4, size), to);
	assert_ptr_equal(__wrap_sbi_memcpy((char *)to + 4, from, size),
			 (char *)to + 4);
	assert_ptr_equal(__wrap_sbi_memcpy(to, from, 24), to);
	snprintf(calls, sizeof(calls), "OpenSBI %zu\nOpenSBI %zu\nOpenSBI 24\n",
		 size, size);
	wire_expect(calls);
}

static void check_fp(const char *misa, const char *saves, const char *restores)
{
	char want[100];

	wire_misa = misa;
	wire_set_csr(CSR_MSTATUS, MSTATUS_MPP);
	__wrap_sbi_fp_save(REGISTERS);
	snprintf(want, sizeof(want), "csr 300 = 7800\n%scsr 300 = 1800\n",
		 saves);
	wire_expect(want);
	__wrap_sbi_fp_restore(REGISTERS);
	snprintf(want, sizeof(want), "csr 300 = 7800\n%scsr 300 = 1800\n",
		 restores);
	wire_expect(want);
	wire_misa = "HS";
}

/* The unit is on while its registers are saved, and then as it was; OpenSBI knows
 * those of D alone. */
static void run_fp(void **state)
{
	(void)state;
	check_fp("FDS", "OpenSBI saves\n", "OpenSBI restores\n");
	check_fp("FS", "save singles\n", "restore singles\n");
	check_fp("S", "", "");
}

/* --- traps that end ------------------------------------------------------------- */

/* A double trap that OpenSBI cannot report is a trap of S-mode's own. */
static void run_double_trap(void **state)
{
	(void)state;
	check(__wrap_sbi_double_trap_handler(&context), 0, "OpenSBI\n");
	stock = STOCK_ERROR;
	check(__wrap_sbi_double_trap_handler(&context), 0,
	      "OpenSBI\nsbi_trap_redirect\n");
	ours = OUR_ERROR;
	check(__wrap_sbi_double_trap_handler(&context), OUR_ERROR,
	      "OpenSBI\nsbi_trap_redirect\n");
}

/* One of M-mode is fatal, and reported with the cause of its second trap. */
static void run_nested(void **state)
{
	(void)state;
	context.regs.mstatus = MSTATUS_MPP;
	context.trap.cause = CAUSE_DOUBLE_TRAP;
	context.trap.tval2 = CAUSE_ILLEGAL_INSTRUCTION;
	check(__wrap_sbi_double_trap_handler(&context), SBI_EFAIL, "");
	assert_int_equal(context.trap.cause, CAUSE_ILLEGAL_INSTRUCTION);
	assert_int_equal(context.trap.tval2, 0);
	context.regs.mstatus = 0;
}

static void hang(unsigned long hart, unsigned long cause, const char *report)
{
	char calls[128];

	scratch.hartindex = hart;
	context.trap.cause = cause;
	snprintf(calls, sizeof(calls), "%sfence_glue_hart_dies\nOpenSBI\n",
		 report);
	check_last(__wrap_sbi_hart_hang(), calls);
}

/* A hart that dies reports the way to its end, once; one that waits for a reset that
 * S-mode asked for reports nothing. Each of them leaves no fence waiting for it. */
static void run_hang(void **state)
{
	const char *report = "trace_glue_crash\nctr_glue_dump\n";

	(void)state;
	hang(3, CAUSE_LOAD_ACCESS, ""); /* no trap */
	scratch.trap_context = (unsigned long)&context;
	hang(3, CAUSE_SUPERVISOR_ECALL, "");
	hang(3, CAUSE_LOAD_ACCESS, report);
	hang(3, CAUSE_LOAD_ACCESS, "");
	hang(SBI_HARTMASK_MAX_BITS - 1, CAUSE_LOAD_ACCESS, report);
	hang(SBI_HARTMASK_MAX_BITS, CAUSE_LOAD_ACCESS, "");
}

#define TEST(name) cmocka_unit_test_setup(run_##name, begin)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(first),
		TEST(arrival),
		TEST(scratch),
		TEST(hart),
		TEST(domains),
		TEST(doorbells),
		TEST(extensions),
		TEST(tree),
		TEST(start),
		TEST(stop),
		TEST(reset),
		TEST(suspend),
		TEST(sleep),
		TEST(resume),
		TEST(fences),
		TEST(foreign),
		TEST(halt),
		TEST(switch),
		TEST(switched),
		TEST(copy),
		TEST(fp),
		TEST(double_trap),
		TEST(nested),
		TEST(hang),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
