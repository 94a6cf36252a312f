// SPDX-License-Identifier: BSD-2-Clause
/* Control Transfer Records across stop, start and suspend of a hart. */
#include "check.h"
#include "ctr_rig.h"
#include "domains.h"
#include "fdt.h"
#include "test_firmware.h"

#define RETENTIVE 0ul
#define NON_RETENTIVE 0x80000000ul
#define SYSTEM 1ul /* not a suspend type: system suspend */
#define SEED 0x80219a40ul
#define MCTRCTL_MTE (1ul << 9)

static struct sbiret fwft(unsigned long fid, unsigned long value,
			  unsigned long flags)
{
	return sbi(SBI_EXT_FWFT, fid, FWFT_CTR_MTE, value, flags);
}

static bool has_mte(void)
{
	return !option_given("mte=no");
}

/* --- stop and start ------------------------------------------------------- */

static void fresh(void *arg)
{
	(void)arg;
	ctr_check_new();
	CHECK_EQ(fwft(SBI_EXT_FWFT_GET, 0, 0).value, 0);
}

/* Use all of CTR; lock the request to record traps into M-mode. */
static void busy(void *arg)
{
	(void)arg;
	if (has_mte()) {
		CHECK_OK(fwft(SBI_EXT_FWFT_SET, 1, SBI_FWFT_SET_FLAG_LOCK));
		CHECK_ERROR(fwft(SBI_EXT_FWFT_SET, 0, 0),
			    SBI_ERR_DENIED_LOCKED);
	}
	ctr_fill(4, SEED);
	if (HART_TRY(csr_write(VSCTRCTL, CTR_S)) == HART_NO_TRAP)
		HART_TRY(csr_set(HSTATEEN0_CTR, HSTATEEN0_GATE));
	csr_write(SCTRSTATUS, 3);
	csr_write(SCTRCTL, CTR_S | CTR_U | CTR_STE);
}

static void stop_and_start(void)
{
	unsigned int n, round;

	if (!ctr_here())
		return;
	for (round = 0; round < 3; round++)
		for (n = 1; n < hart_count(); n++) {
			CHECK(hart_start(n));
			CHECK(hart_call(n, fresh, NULL));
			CHECK(hart_call(n, busy, NULL));
			CHECK(hart_stop(n));
		}
}

static void restart_first(void *arg)
{
	struct hart *first = arg;

	while (sbi_hart_status(first->hartid).value != SBI_HSM_STATE_STOPPED)
		;
	sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_START, first->hartid,
	    (unsigned long)hart_resume, (unsigned long)first);
}

/*
 * The hart that booted stops and starts as well: the state is new for the next
 * kernel.
 */
static void restart_of_the_boot_hart(void)
{
	struct hart *other = hart_at(1);

	if (!ctr_here())
		return;
	if (hart_count() < 2) {
		check_skip("needs another hart");
		return;
	}
	CHECK(hart_start(1));
	other->arg = hart_self();
	__sync_synchronize();
	other->work = restart_first;
	busy(NULL);
	CHECK_EQ(hart_pause(), 0);
	fresh(NULL);
	CHECK(hart_call_end(1));
	CHECK(hart_stop(1));
}

/* --- suspend -------------------------------------------------------------- */

static void nap(unsigned long type)
{
	sbi_set_timer(hart_time() + 20000);
	csr_write(sie, HART_IRQ_TIMER);
	CHECK_EQ(type == SYSTEM ? hart_sleep(0) : hart_suspend(type),
		 SBI_SUCCESS);
	csr_write(sie, 0);
	sbi_set_timer(~0ull);
}

static bool has_test_firmware(void)
{
	return !test_firmware(TEST_CSR, TEST_MCTRCTL).error;
}

static void everything_stays(unsigned long type, unsigned long depth)
{
	unsigned long guest = CTR_S | CTR_BPFRZ;
	bool guests, mte = depth & 1 && has_mte();

	check_row("depth", depth);
	if (has_mte())
		CHECK_OK(fwft(SBI_EXT_FWFT_SET, mte, 0));
	ctr_fill(depth, SEED);
	guests = HART_TRY(csr_write(VSCTRCTL, guest)) == HART_NO_TRAP;
	csr_write(SCTRCTL, CTR_S | CTR_U | CTR_BPFRZ);
	nap(type);
	CHECK_EQ(csr_read(SCTRCTL), CTR_S | CTR_U | CTR_BPFRZ);
	if (guests)
		CHECK_EQ(csr_read(VSCTRCTL), guest);
	ctr_check_filled(depth, SEED);
	CHECK_EQ(fwft(SBI_EXT_FWFT_GET, 0, 0).value, mte);
	if (has_test_firmware() && !option_given("mctrctl=no"))
		CHECK_EQ(test_firmware(TEST_CSR, TEST_MCTRCTL).value,
			 CTR_S | CTR_U | CTR_BPFRZ | (mte ? MCTRCTL_MTE : 0));
}

/* Recording is off, but siselect selects an entry. */
static void select_stays(unsigned long type)
{
	unsigned long gate = 0, low = 0;
	bool has_gate;

	csr_write(SISELECT, CTR_ENTRY + 3);
	has_gate = HART_TRY(csr_set(HSTATEEN0_CTR, ~0ul)) == HART_NO_TRAP;
	if (has_gate) {
		csr_set(HSTATEEN0, ~0ul);
		gate = csr_read(HSTATEEN0_CTR);
		low = csr_read(HSTATEEN0);
	}
	nap(type);
	check_row("select", type);
	CHECK_EQ(csr_read(SISELECT), CTR_ENTRY + 3);
	csr_write(SISELECT, 0);
	if (!has_gate)
		return;
	CHECK_EQ(gate & HSTATEEN0_GATE, HSTATEEN0_GATE);
	CHECK_EQ(csr_read(HSTATEEN0_CTR), gate);
	CHECK_EQ(csr_read(HSTATEEN0), low);
	csr_write(HSTATEEN0_CTR, 0);
	csr_write(HSTATEEN0, 0);
}

static void suspend(unsigned long type)
{
	unsigned long depth, round;

	if (!ctr_here())
		return;
	for (round = 0; round < 2; round++)
		for (depth = 0; depth < 5; depth++)
			everything_stays(type, depth);
	if (has_mte())
		CHECK_OK(fwft(SBI_EXT_FWFT_SET, 0, 0));
	ctr_reset();
	select_stays(type);
	nap(type);
	check_row("unused", type);
	ctr_check_new();
}

static void suspend_retentive(void)
{
	suspend(RETENTIVE);
}

static void suspend_non_retentive(void)
{
	suspend(NON_RETENTIVE);
}

/* Only the firmware of the tests supports system suspend. */
static void suspend_of_the_system(void)
{
	if (has_test_firmware())
		suspend(SYSTEM);
	else
		check_skip("needs the firmware of the tests");
}

/* --- several harts -------------------------------------------------------- */

/* No call of check.h here: several harts run this code at a time. */
static volatile unsigned long wrong[HARTS_MAX];

static void fill_and_nap(void *arg)
{
	unsigned long n = (unsigned long)arg, i;
	unsigned long depth = ctr_depth_there(n & 3);
	struct ctr_record r;

	ctr_fill(depth, SEED + 0x1000 * n);
	csr_write(SCTRCTL, CTR_S | CTR_U);
	sbi_set_timer(hart_time() + 50000);
	csr_write(sie, HART_IRQ_TIMER);
	wrong[n] += hart_suspend(NON_RETENTIVE) != 0;
	csr_write(sie, 0);
	sbi_set_timer(~0ull);
	wrong[n] += csr_read(SCTRDEPTH) != depth;
	wrong[n] += csr_read(SCTRCTL) != (CTR_S | CTR_U);
	for (i = 0; i < 16ul << depth; i++) {
		r = ctr_read((unsigned int)i);
		wrong[n] += r.source != ((SEED + 0x1000 * n + 16 * i) | 1);
	}
	ctr_reset();
}

/* All harts are suspended at the same time, each with its own records. */
static void suspend_of_all_harts(void)
{
	unsigned long n, count = hart_count();

	if (!ctr_here())
		return;
	for (n = 1; n < count; n++)
		CHECK(hart_start((unsigned int)n));
	for (n = 1; n < count; n++)
		hart_give((unsigned int)n, fill_and_nap, (void *)n);
	fill_and_nap(NULL);
	for (n = 1; n < count; n++)
		CHECK(hart_call_end((unsigned int)n));
	for (n = 0; n < count; n++) {
		check_row("hart", n);
		CHECK_EQ(wrong[n], 0);
	}
	for (n = 1; n < count; n++)
		CHECK(hart_stop((unsigned int)n));
}

/* From now on every non-retentive suspend loses the registers. */
static void suspend_with_loss(void)
{
	unsigned long medeleg;

	if (!has_test_firmware()) {
		check_skip("needs the firmware of the tests");
		return;
	}
	CHECK_OK(test_firmware(TEST_LOSE, 0));
	medeleg = test_firmware(TEST_CSR, TEST_MEDELEG).value;
	suspend(NON_RETENTIVE);
	CHECK_EQ(test_firmware(TEST_CSR, TEST_MEDELEG).value, medeleg);
}

/* Suspends while recording: no record has an address of the firmware. */
static void suspend_while_recording(void)
{
	if (!ctr_here())
		return;
	ctr_record(CTR_S | CTR_U);
	nap(NON_RETENTIVE);
	nap(RETENTIVE);
	CHECK(ctr_check_recorded() > 4);
	ctr_reset();
}

const struct check_case check_cases[] = {
	{ "stop and start of a hart", stop_and_start },
	{ "stop and start of the boot hart", restart_of_the_boot_hart },
	{ "retentive suspend", suspend_retentive },
	{ "non-retentive suspend", suspend_non_retentive },
	{ "suspend while recording", suspend_while_recording },
	{ "suspend of the system", suspend_of_the_system },
	{ "suspend of all harts", suspend_of_all_harts },
	{ "suspend that loses registers", suspend_with_loss },
	{ "suspend of the system with loss", suspend_of_the_system },
	{ "suspend of all harts with loss", suspend_of_all_harts },
	{ "recording and a suspend with loss", suspend_while_recording },
	{ NULL, NULL },
};
