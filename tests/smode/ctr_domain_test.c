// SPDX-License-Identifier: BSD-2-Clause
/* Control Transfer Records of two domains that take turns on a hart. */
#include "check.h"
#include "ctr_rig.h"
#include "domains.h"
#include "fdt.h"
#include "test_firmware.h"

#define FIRST 0x80210010ul
#define SECOND 0x90300020ul
#define CONTROL (CTR_S | CTR_U | CTR_STE)

static void nothing(void)
{
}

static void fwft_mte(unsigned long value)
{
	CHECK_OK(sbi_ecall(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FWFT_CTR_MTE, value,
			   0, 0, 0, 0));
}

static unsigned long mctrctl(void)
{
	return test_firmware(TEST_CSR, TEST_MCTRCTL).value;
}

static void second_is_new(void)
{
	ctr_check_new();
	CHECK_EQ(mctrctl(), 0);
}

static void second_fills(void)
{
	ctr_fill(0, SECOND);
	csr_write(SCTRCTL, CTR_S | CTR_BPFRZ);
}

static void second_has(void)
{
	CHECK_EQ(csr_read(SCTRCTL), CTR_S | CTR_BPFRZ);
	ctr_check_filled(0, SECOND);
}

static void first_fills(unsigned long depth)
{
	ctr_fill(depth, FIRST);
	if (HART_TRY(csr_write(VSCTRCTL, CTR_U)) != HART_NO_TRAP)
		check_row("no vsctrctl", depth);
	csr_write(SCTRCTL, CONTROL & ctr_options()->control);
}

static void first_has(unsigned long depth)
{
	unsigned long vsctrctl = CTR_U;

	CHECK_EQ(csr_read(SCTRCTL), CONTROL & ctr_options()->control);
	HART_TRY(vsctrctl = csr_read(VSCTRCTL));
	CHECK_EQ(vsctrctl, CTR_U);
	ctr_check_filled(depth, FIRST);
}

/* A domain that has not used CTR leaves no state, and finds none. */
static void unused(void)
{
	if (!ctr_here())
		return;
	CHECK_EQ(domains_run(second_is_new), SBI_SUCCESS);
	ctr_check_new();
	CHECK_EQ(domains_run(second_is_new), SBI_SUCCESS);
	ctr_check_new();
}

static unsigned long guest_gate(void)
{
	unsigned long bits = 0;

	if (HART_TRY(bits = csr_read(HSTATEEN0_CTR)) != HART_NO_TRAP)
		return 0;
	return bits & HSTATEEN0_GATE;
}

/*
 * The first domain's siselect and the gate of its hypervisor do not reach this
 * domain.
 */
static void second_selects(void)
{
	CHECK_EQ(csr_read(SISELECT), 0);
	CHECK_EQ(guest_gate(), 0);
	csr_write(SISELECT, CTR_ENTRY + 2);
}

static void second_selected(void)
{
	CHECK_EQ(csr_read(SISELECT), CTR_ENTRY + 2);
	CHECK_EQ(guest_gate(), 0);
	csr_write(SISELECT, 0);
}

static void select_without_use(void)
{
	unsigned long gate;

	if (!ctr_here())
		return;
	csr_write(SISELECT, CTR_ENTRY + 5);
	HART_TRY(csr_set(HSTATEEN0_CTR, HSTATEEN0_GATE));
	gate = guest_gate();
	if (option_given("stateen=yes") && !option_given("h=false"))
		CHECK_EQ(gate, HSTATEEN0_GATE);
	CHECK_EQ(domains_run(second_selects), SBI_SUCCESS);
	CHECK_EQ(csr_read(SISELECT), CTR_ENTRY + 5);
	CHECK_EQ(guest_gate(), gate);
	CHECK_EQ(domains_run(second_selected), SBI_SUCCESS);
	CHECK_EQ(csr_read(SISELECT), CTR_ENTRY + 5);
	CHECK_EQ(guest_gate(), gate);
	csr_write(SISELECT, 0);
	HART_TRY(csr_clear(HSTATEEN0_CTR, HSTATEEN0_GATE));
}

static void each_has_its_own(void)
{
	unsigned long depth;

	if (!ctr_here())
		return;
	for (depth = 0; depth < 5; depth++) {
		check_row("depth", depth);
		first_fills(depth);
		CHECK_EQ(domains_run(depth ? second_has : second_is_new),
			 SBI_SUCCESS);
		first_has(depth);
		CHECK_EQ(domains_run(second_fills), SBI_SUCCESS);
		first_has(depth);
		CHECK_EQ(domains_run(second_has), SBI_SUCCESS);
		first_has(depth);
	}
	CHECK_EQ(domains_run(ctr_reset), SBI_SUCCESS);
	ctr_reset();
	CHECK_EQ(domains_run(second_is_new), SBI_SUCCESS);
	ctr_check_new();
}

/*
 * The heap is empty before the first owner keeps records: all owners keep them,
 * because their memory is from boot. OpenSBI's contexts need a switch before.
 */
static void without_memory(void)
{
	if (!ctr_here())
		return;
	domains_run(nothing);
	CHECK_OK(test_firmware(TEST_HEAP, 1));
	first_fills(4);
	CHECK_EQ(domains_run(second_is_new), SBI_SUCCESS);
	first_has(4);
	CHECK_EQ(domains_run(second_fills), SBI_SUCCESS);
	first_has(4);
	CHECK_EQ(domains_run(second_has), SBI_SUCCESS);
	first_has(4);
	CHECK_OK(test_firmware(TEST_HEAP, 0));
	CHECK_EQ(domains_run(ctr_reset), SBI_SUCCESS);
	ctr_reset();
}

static void second_finds_no_records(void)
{
	CHECK_EQ(ctr_left_over(), 0);
}

/* Records exist, although all registers have the value 0. */
static void records_left_behind(void)
{
	struct ctr_record none = { 0, 0, 0 }, r = { FIRST | 1, FIRST, 9 };
	unsigned int n;

	if (!ctr_here())
		return;
	for (n = 0; n < 16; n++) {
		check_row("entry", n);
		ctr_reset();
		ctr_write(n, r);
		csr_write(SISELECT, 0);
		domains_run(second_finds_no_records);
		CHECK_EQ(ctr_read(n).source, r.source);
	}
	/*
	 * Records beyond the depth are neither restored nor left for the other
	 * domain.
	 */
	ctr_fill(4, FIRST);
	csr_write(SCTRDEPTH, ctr_options()->least);
	csr_write(SCTRSTATUS, 0);
	for (n = 0; n < 16u << ctr_options()->least; n++)
		ctr_write(n, none);
	csr_write(SISELECT, 0);
	domains_run(second_finds_no_records);
	ctr_reset();
}

/* The request to record traps into M-mode belongs to its owner. */
static void mte_is_private(void)
{
	if (!ctr_mte_here())
		return;
	fwft_mte(1);
	CHECK_EQ(mctrctl(), 1ul << 9);
	CHECK_EQ(domains_run(second_is_new), SBI_SUCCESS);
	CHECK_EQ(mctrctl(), 1ul << 9);
	fwft_mte(0);
	CHECK_EQ(domains_run(nothing), SBI_SUCCESS);
	CHECK_EQ(mctrctl(), 0);
}

/* Recording goes on across a switch, without records of the firmware. */
static void recording(void)
{
	if (!ctr_here())
		return;
	ctr_record(CONTROL);
	domains_run(second_fills);
	domains_run(nothing);
	CHECK(ctr_check_recorded() > 4);
	domains_run(ctr_reset);
	ctr_reset();
}

const struct check_case check_cases[] = {
	{ "nothing used, nothing found", unused },
	{ "no memory", without_memory },
	{ "siselect and hstateen0", select_without_use },
	{ "each domain has its own", each_has_its_own },
	{ "records left behind", records_left_behind },
	{ "traps into M-mode", mte_is_private },
	{ "recording goes on", recording },
	{ NULL, NULL },
};
