// SPDX-License-Identifier: BSD-2-Clause
/*
 * Owners of Control Transfer Records: the state that an owner finds, and checks
 * that the firmware does not change it.
 */
#include "check.h"
#include "ctr_rig.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"

/* --- the device tree and the gate agree ----------------------------------- */

/*
 * The firmware's own list of extensions has no CTR either; run.py checks this.
 */
static void listed_means_usable(void)
{
	static const char *const properties[] = { "riscv,isa",
						  "riscv,isa-extensions" };
	unsigned int n;

	for (n = 0; n < 2; n++) {
		check_row(properties[n], ctr_expected());
		/* Extensions next to those that the firmware may remove */
		CHECK(ctr_listed(properties[n], "svadu"));
		CHECK(ctr_listed(properties[n], "zicsr"));
		CHECK_EQ(ctr_listed(properties[n], "ssctr"),
			 ctr_expected() && !option_given("ssctr=no"));
		CHECK_EQ(ctr_listed(properties[n], "smctr"),
			 ctr_expected() && !option_given("smctr=no"));
	}
	if (!ctr_expected())
		print("# lacks: ,smctr\n# lacks: ,ssctr\n");
}

/* Access one register; sireg* are of entry 0. */
static unsigned long touch(unsigned int what)
{
	switch (what) {
	case 0:
		return HART_TRY(csr_read(SCTRCTL));
	case 1:
		return HART_TRY(csr_read(SCTRSTATUS));
	case 2:
		return HART_TRY(csr_read(SCTRDEPTH));
	case 3:
		return HART_TRY(ctr_clear());
	case 4:
		return HART_TRY(csr_write(SISELECT, CTR_ENTRY));
	case 5:
		return HART_TRY(csr_read(SIREG));
	case 6:
		return HART_TRY(csr_read(SIREG2));
	case 7:
		return HART_TRY(csr_read(SIREG3));
	default:
		return HART_TRY(csr_write(SCTRCTL, 0));
	}
}

/* Not for entries: QEMU 10.0 checks only the other bit for them. */
static void gate(void)
{
	bool all = true;
	unsigned int n;

	for (n = 0; n < 9; n++) {
		check_row("register", n);
		if (ctr_expected())
			CHECK_EQ(touch(n), HART_NO_TRAP);
		else if (option_given("stateen=yes") && (n < 4 || n > 7))
			CHECK_EQ(touch(n), HART_ILLEGAL);
		all = all && touch(n) == HART_NO_TRAP;
	}
	CHECK_EQ(all, ctr_expected());
}

/* --- state that an owner finds ------------------------------------------- */

static void new_owner(void)
{
	if (ctr_here())
		ctr_check_new();
}

/* The gate for guests is closed, and the hypervisor can change it. */
static void guest_gate(void)
{
	unsigned long value = ~0ul;

	if (!ctr_here() ||
	    HART_TRY(value = csr_read(HSTATEEN0_CTR)) != HART_NO_TRAP)
		return;
	CHECK_EQ(value & HSTATEEN0_GATE, 0);
	csr_set(HSTATEEN0_CTR, HSTATEEN0_GATE);
	CHECK_EQ(csr_read(HSTATEEN0_CTR) & HSTATEEN0_GATE, HSTATEEN0_GATE);
	csr_clear(HSTATEEN0_CTR, HSTATEEN0_GATE);
}

/* --- the firmware keeps its hands off ------------------------------------- */

static void call_everything(unsigned long eid, unsigned long fids)
{
	unsigned long fid;

	for (fid = 0; fid < fids; fid++)
		sbi(eid, fid);
}

/* Records are frozen: only the firmware could change them. */
static void calls_leave_no_trace(void)
{
	unsigned long control = CTR_S | CTR_U | CTR_STE;

	if (!ctr_here())
		return;
	ctr_fill(4, 0x80212340);
	control &= ctr_options()->control;
	csr_write(SCTRCTL, control);
	call_everything(SBI_EXT_BASE, 8);
	call_everything(SBI_EXT_TIME, 2);
	call_everything(SBI_EXT_IPI, 2);
	csr_clear(sip, HART_IRQ_SOFT);
	call_everything(SBI_EXT_RFENCE, 8);
	call_everything(SBI_EXT_PMU, 9);
	call_everything(SBI_EXT_SSE, 3);
	call_everything(SBI_EXT_FWFT, 3);
	call_everything(0x12345678, 3);
	CHECK_EQ(csr_read(SCTRCTL), control);
	csr_write(SCTRCTL, 0);
	ctr_check_filled(4, 0x80212340);
	pmu_reset();
	ctr_reset();
}

/* Recording is on: the ecall is an external trap, without record or address. */
static void calls_while_recording(void)
{
	unsigned int n, count;

	if (!ctr_here())
		return;
	ctr_record(CTR_S | CTR_U | CTR_STE);
	for (n = 0; n < 40; n++)
		sbi_set_timer(~0ull);
	count = ctr_check_recorded();
	CHECK(count >= 40 || count == 16u << ctr_options()->most);
	for (n = 0; n < count; n++)
		CHECK(ctr_look(n).data != CTR_EXCEPTION);
	ctr_reset();
}

/*
 * Interrupts that M-mode takes and gives to S-mode: without Sstc the timer's.
 */
static void timer_through_firmware(void)
{
	struct hart *h = hart_self();
	unsigned long old = h->timer;

	if (!ctr_here())
		return;
	ctr_record(CTR_S | CTR_U | CTR_STE);
	sbi_set_timer(hart_time() + 1000);
	hart_interrupts(HART_IRQ_TIMER);
	CHECK(hart_wait(&h->timer, old));
	CHECK(ctr_check_recorded() > 0);
	hart_interrupts(0);
	sbi_set_timer(~0ull);
	ctr_reset();
}

/* --- U-mode --------------------------------------------------------------- */

void ctr_user_clear(unsigned long arg);

/* run.py fails a run in which the firmware prints a message. */
static void user_clear_is_quiet(void)
{
	unsigned int n;

	for (n = 0; n < 3; n++) {
		hart_self()->cause = HART_NO_TRAP;
		hart_self()->expect = 1;
		hart_user(ctr_user_clear, 0);
		hart_self()->expect = 0;
		CHECK_EQ(hart_self()->cause, HART_ILLEGAL);
	}
}

const struct check_case check_cases[] = {
	{ "a new owner finds nothing", new_owner },
	{ "listed means usable", listed_means_usable },
	{ "all of it or nothing", gate },
	{ "the hypervisor's gate", guest_gate },
	{ "SBI calls leave no trace", calls_leave_no_trace },
	{ "SBI calls while recording", calls_while_recording },
	{ "the timer through the firmware", timer_through_firmware },
	{ "SCTRCLR in U-mode", user_clear_is_quiet },
	{ NULL, NULL },
};
