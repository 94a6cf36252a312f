// SPDX-License-Identifier: BSD-2-Clause
/* The boot, stop and sleep of a hart: the order in which lib/pmu and other files learn of
 * it, which no payload sees, and the features of harts that QEMU does not have. */
#include <sbi/riscv_asm.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_pmu.h>
#include <sbi/sbi_trap.h>
#include <stdio.h>

#include "../../../platform/generic/glue/glue.h"
#include "pmu_rig.h"

#define EXT(name) (1ul << SBI_HART_EXT_##name)

extern struct sbi_ecall_extension ecall_pmu;
unsigned int __wrap_sbi_hart_mhpm_mask(struct sbi_scratch *scratch);

/* --- boot ------------------------------------------------------------------- */

/* The board's events come before the search for others, all of them before lib/pmu
 * makes its tables, and these before the first hart. */
#define EVENTS                                        \
	"banner\nno events\nmemory\nboard's events\n" \
	"events of the board\nexperiment\nprepare\n"
#define AGAIN "memory for the PMU\n"
#define FIRST AGAIN "probe counters\n"
#define HART "hart's counters\nfast entry\ndelegate branch records\n"
#define LINE(overflow, snapshot)                                              \
	"hartscope: PMU: 5 hardware and 32 firmware counters, "               \
	"2 event ranges, overflow interrupt " overflow ", snapshot " snapshot \
	"\nsource of events\n"
#define SSE "SSE event 10000\n"

static void boot(const char *want)
{
	assert_int_equal(sbi_pmu_init(pmu_rig_scratch(), true), 0);
	wire_expect(want);
	assert_ptr_equal(pmu_glue_hart(pmu_rig_scratch()), &pmu);
}

static void run_cold_boot(void **state)
{
	(void)state;
	boot(FIRST EVENTS SSE HART LINE("none", "off"));
	assert_false(pmu_glue_machine.snapshot);
	assert_true(pmu_glue_machine.linux_restart);
	assert_true(pmu_glue_predicts());
	rig.extensions = EXT(SSCOFPMF);
	boot(AGAIN EVENTS SSE HART LINE("on", "off"));
	assert_int_equal(pmu_glue_machine.irq_mask, 1 << IRQ_PMU_OVF);
	assert_false(pmu_glue_predicts());
}

static void run_silent_boot(void **state)
{
	(void)state;
	pmu_rig_scratch()->options = SBI_SCRATCH_NO_BOOT_PRINTS;
	rig.hidden = 0x60;
	boot(FIRST EVENTS SSE HART);
}

static void run_hidden_counters(void **state)
{
	(void)state;
	rig.hidden = 0x60;
	boot(FIRST EVENTS SSE HART
	     "hartscope: PMU: no index for hardware counters 0x60\n" LINE(
		     "none", "off"));
	rig.loses = true;
	pmu.machine = NULL;
	boot(FIRST EVENTS SSE HART
	     "hartscope: PMU: no index for hardware counters 0x60, "
	     "which some events need\n" LINE("none", "off"));
}

static void run_board_error(void **state)
{
	(void)state;
	rig.platform_error = -7;
	boot(FIRST "banner\nno events\nmemory\nboard's events\n"
		   "hartscope: PMU: the platform reports error -7; "
		   "its events are missing\n"
		   "events of the board\nexperiment\nprepare\n" SSE HART LINE(
			   "none", "off"));
}

static void run_warm_boot(void **state)
{
	(void)state;
	assert_int_equal(sbi_pmu_init(pmu_rig_scratch(), false), 0);
	wire_expect(FIRST HART);
}

static void run_no_memory(void **state)
{
	(void)state;
	rig.heap_full = true;
	assert_int_equal(sbi_pmu_init(pmu_rig_scratch(), false), SBI_ENOMEM);
	wire_expect("memory for the PMU\n");
}

/* --- settings of the tree ----------------------------------------------------- */

static void run_settings(void **state)
{
	(void)state;
	rig.snapshot = "on";
	rig.restart = "off";
	boot(FIRST EVENTS SSE HART LINE("none", "on"));
	assert_true(pmu_glue_machine.snapshot);
	assert_false(pmu_glue_machine.linux_restart);
	rig.snapshot = "off";
	rig.restart = "on";
	boot(AGAIN EVENTS SSE HART LINE("none", "off"));
	assert_false(pmu_glue_machine.snapshot);
	assert_true(pmu_glue_machine.linux_restart);
}

static void run_wrong_settings(void **state)
{
	(void)state;
	rig.snapshot = "yes";
	rig.restart = "no";
	boot(FIRST EVENTS
	     "hartscope: /chosen: hartscope,pmu-snapshot is neither "
	     "\"on\" nor \"off\"; taken as \"off\"\n"
	     "hartscope: /chosen: hartscope,pmu-linux-restart is "
	     "neither \"on\" nor \"off\"; taken as \"on\"\n" SSE HART LINE(
		     "none", "off"));
	assert_false(pmu_glue_machine.snapshot);
	assert_true(pmu_glue_machine.linux_restart);
}

static void run_no_chosen(void **state)
{
	(void)state;
	rig.chosen = -1;
	rig.snapshot = "on";
	boot(FIRST EVENTS SSE HART LINE("none", "off"));
}

/* --- features of a hart --------------------------------------------------------- */

static const struct pmu_hart_features *features(void)
{
	pmu.machine = NULL;
	assert_int_equal(sbi_pmu_init(pmu_rig_scratch(), false), 0);
	wire_expect(FIRST HART);
	assert_int_equal(__wrap_sbi_hart_mhpm_mask(pmu_rig_scratch()),
			 PMU_RIG_HPM_MASK);
	return &pmu.has;
}

static void run_delegated(void **state)
{
	(void)state;
	assert_false(features()->delegated);
	wire_set_csr(CSR_MENVCFG, ENVCFG_CDE);
	assert_true(features()->delegated);
	/* The register came with 1.12 */
	rig.priv_version = SBI_HART_PRIV_VER_1_11;
	assert_false(features()->delegated);
	rig.priv_version = SBI_HART_PRIV_VER_1_12;
	rig.inhibits = false;
	assert_false(features()->delegated);
	assert_false(features()->inhibit);
}

static void run_delegated_rv32(void **state)
{
	(void)state;
	rig.xlen = 32;
	wire_set_csr(CSR_MENVCFG, ENVCFG_CDE);
	assert_false(features()->delegated);
	wire_set_csr(CSR_MENVCFG, 0);
	wire_set_csr(CSR_MENVCFGH, ENVCFG_CDE >> 32);
	assert_true(features()->delegated);
}

static void run_direct(void **state)
{
	(void)state;
	assert_true(features()->direct);
	rig.double_traps = true;
	assert_false(features()->direct);
	rig.double_traps = false;
	rig.extensions = EXT(SMEPMP);
	assert_false(features()->direct);
}

static void run_extensions(void **state)
{
	(void)state;
	assert_false(features()->prefer_hpm);
	assert_false(features()->sscofpmf);
	assert_false(features()->smcntrpmf);
	rig.extensions = EXT(XANDESPMU);
	assert_true(features()->prefer_hpm);
	assert_false(features()->sscofpmf);
	rig.extensions = EXT(SSCOFPMF);
	assert_true(features()->prefer_hpm);
	assert_true(features()->sscofpmf);
	rig.extensions = EXT(SMCNTRPMF);
	assert_true(features()->smcntrpmf);
	assert_false(features()->prefer_hpm);
}

/* --- calls and events ------------------------------------------------------------ */

static void run_call(void **state)
{
	struct sbi_trap_regs regs = {
		.a0 = 1, .a1 = 2, .a2 = 3, .a3 = 4, .a4 = 5, .a5 = 6
	};
	struct sbi_ecall_return out = { 0 };

	(void)state;
	features();
	assert_int_equal(ecall_pmu.handle(SBI_EXT_PMU, 7, &regs, &out), -5);
	assert_int_equal(out.value, 77);
	wire_expect("call\n7 of 1 2 3 4 5 6\n");
}

static void run_register(void **state)
{
	(void)state;
	assert_int_equal(ecall_pmu.register_extensions(), 0);
	wire_expect("register pmu\nregistered\n");
	rig.platform_error = -3;
	assert_int_equal(ecall_pmu.register_extensions(), -3);
	wire_expect("register pmu\n");
}

static void run_event(void **state)
{
	(void)state;
	features();
	assert_int_equal(sbi_pmu_ctr_incr_fw(SBI_PMU_FW_SET_TIMER), 0);
	assert_int_equal(pmu.events[SBI_PMU_FW_SET_TIMER], 1);
}

/* --- overflows -------------------------------------------------------------------- */

/* S-mode's handler finds the branches before the overflow, and no others. */
static void run_overflow(void **state)
{
	(void)state;
	features();
	sbi_pmu_ovf_irq();
	wire_expect("freeze branch records\noverflow taken\ninject 10000\n");
}

static void run_overflow_event(void **state)
{
	(void)state;
	boot(FIRST EVENTS SSE HART LINE("none", "off"));
	rig.sse->register_cb(1);
	wire_expect("overflows to M-mode\n");
	rig.sse->enable_cb(1);
	wire_expect("overflow done\n");
	rig.sse->complete_cb(1);
	wire_expect("overflow done\n");
	rig.sse->disable_cb(1);
	wire_expect("no overflows\ndrop predicted overflows\n");
	rig.sse->unregister_cb(1);
	wire_expect("overflows to S-mode\n");
}

static void run_has_overflows(void **state)
{
	(void)state;
	boot(FIRST EVENTS SSE HART LINE("none", "off"));
	assert_false(pmu_glue_has_overflows());
	pmu.sse = true;
	assert_true(pmu_glue_has_overflows());
	pmu.sse = false;
	pmu.predict = true;
	assert_true(pmu_glue_has_overflows());
	pmu.predict = false;
	pmu_glue_machine.irq_mask = 1;
	assert_true(pmu_glue_has_overflows());
}

/* --- stop and sleep ----------------------------------------------------------------- */

static void run_stop(void **state)
{
	(void)state;
	features();
	sbi_pmu_exit(pmu_rig_scratch());
	wire_expect("stop counters\nstop predicting\n");
}

/* Counters are looked at until they stand still, and once more as they are kept. */
static void run_suspend(void **state)
{
	(void)state;
	features();
	pmu_glue_suspend(pmu_rig_scratch());
	wire_expect("look a last time\nkeep counters\nlook at kept counters\n");
	pmu_glue_suspend_cancel(pmu_rig_scratch());
	wire_expect("drop counters\n");
	pmu_glue_resume(pmu_rig_scratch());
	wire_expect("write counters\nfast entry\npredict again\n");
}

/* Only a PMU that was used may have a snapshot area. */
static void run_domain_changed(void **state)
{
	(void)state;
	features();
	pmu_glue_domain_changed(pmu_rig_scratch());
	wire_expect("");
	pmu.touched = 1;
	pmu_glue_domain_changed(pmu_rig_scratch());
	wire_expect("judge the snapshot area\n");
}

/* --- boards with hooks --------------------------------------------------------------- */

static int irq_bit(void)
{
	return 17;
}

/* The first board with hooks is in charge from here on. */
static void run_device(void **state)
{
	static const struct sbi_pmu_device other;
	static struct sbi_pmu_device device;

	(void)state;
	assert_null(sbi_pmu_get_device());
	assert_int_equal(sbi_pmu_irq_bit(), -1);
	assert_int_equal(sbi_pmu_irq_mask(), 0);
	assert_true(features()->plain);
	sbi_pmu_set_device(&device);
	sbi_pmu_set_device(&other);
	assert_ptr_equal(sbi_pmu_get_device(), &device);
	assert_false(features()->plain);
	assert_int_equal(sbi_pmu_irq_bit(), -1);
	device.hw_counter_irq_bit = irq_bit;
	assert_int_equal(sbi_pmu_irq_bit(), 17);
	assert_int_equal(sbi_pmu_irq_mask(), 1 << 17);
	rig.extensions = EXT(SSCOFPMF);
	assert_int_equal(sbi_pmu_irq_bit(), IRQ_PMU_OVF);
}

#define TEST(name) cmocka_unit_test_setup(run_##name, pmu_rig_setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(cold_boot),       TEST(silent_boot),
		TEST(hidden_counters), TEST(board_error),
		TEST(warm_boot),       TEST(no_memory),
		TEST(settings),	       TEST(wrong_settings),
		TEST(no_chosen),       TEST(delegated),
		TEST(delegated_rv32),  TEST(direct),
		TEST(extensions),      TEST(call),
		TEST(register),	       TEST(event),
		TEST(overflow),	       TEST(overflow_event),
		TEST(has_overflows),   TEST(stop),
		TEST(suspend),	       TEST(domain_changed),
		TEST(device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
