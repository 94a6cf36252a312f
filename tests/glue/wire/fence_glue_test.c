// SPDX-License-Identifier: BSD-2-Clause
/* Fences and interrupts between harts: the harts that are asked, the ranges, the events
 * that count; in fence_glue_harts.c the order of doorbells, barriers and requests. On
 * QEMU some of it is a race that no payload can force, or the barrier of a hart that
 * stores in order anyway. */
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_tlb.h>
#include <stdio.h>

#include "fence_rig.h"

#define FAR_OFF (1ul << 32) /* a hartid that no hart has; its low half is 0 */

/* --- fences --------------------------------------------------------------- */

static const struct {
	u8 kind;
	const char *line, *sent, *received;
} kinds[] = {
	{ SBI_TLB_FENCE_I, "fence of kind 0\n", "FENCE.I sent +1",
	  "FENCE.I received +1" },
	{ SBI_TLB_SFENCE_VMA, "fence of kind 1\n", "SFENCE sent +1",
	  "SFENCE received +1" },
	{ SBI_TLB_SFENCE_VMA_ASID, "fence of kind 2\n", "SFENCE ASID sent +1",
	  "SFENCE ASID received +1" },
	{ SBI_TLB_HFENCE_GVMA_VMID, "fence of kind 3\n", "GVMA VMID sent +1",
	  "GVMA VMID received +1" },
	{ SBI_TLB_HFENCE_GVMA, "fence of kind 4\n", "GVMA sent +1",
	  "GVMA received +1" },
	{ SBI_TLB_HFENCE_VVMA_ASID, "fence of kind 5\n", "VVMA ASID sent +1",
	  "VVMA ASID received +1" },
	{ SBI_TLB_HFENCE_VVMA, "fence of kind 6\n", "VVMA sent +1",
	  "VVMA received +1" },
};

static void run_fence_here(void **state)
{
	u32 i;

	(void)state;
	for (i = 0; i < SBI_TLB_TYPE_MAX; i++) {
		hart_fence(&(struct fence_request){ .kind = kinds[i].kind },
			   true);
		wire_expect(kinds[i].line);
		assert_string_equal(fence_rig_events(0), kinds[i].received);
		hart_fence(&(struct fence_request){ .kind = kinds[i].kind },
			   false);
		wire_expect(kinds[i].line);
		assert_string_equal(fence_rig_events(0), "(none)");
	}
}

static int request(ulong hmask, ulong hbase, ulong start, ulong size)
{
	const struct sbi_tlb_info info = { .start = start,
					   .size = size,
					   .asid = 0x98,
					   .vmid = 0x76,
					   .type = SBI_TLB_SFENCE_VMA_ASID };

	return fence_glue_request(hmask, hbase, &info);
}

/* Of the hart that sends: one fence if a hart has made it, and an IPI for each hart. */
static void run_fence_events(void **state)
{
	struct sbi_tlb_info info = { .size = 0x1000 };
	char want[80] = "";
	u32 i;

	(void)state;
	for (i = 0; i < SBI_TLB_TYPE_MAX; i++) {
		info.type = kinds[i].kind;
		fence_rig_sent =
			(struct fence_sent){ .reached = 2, .served = 3 };
		assert_int_equal(fence_glue_request(6, 0, &info), -3);
		assert_int_equal(fence_glue_request(2, 0, &info), 0);
		snprintf(want, sizeof(want), "IPI sent +2, IPI received +3, %s",
			 kinds[i].sent);
		assert_string_equal(fence_rig_events(0), want);
		fence_rig_sent = (struct fence_sent){ 0 };
		assert_int_equal(fence_glue_request(2, 0, &info), 0);
		assert_string_equal(fence_rig_events(0), "(none)");
	}
}

static void run_fence_harts(void **state)
{
	static const char *const by_set[] = {
		[1] = "mb\n0 sends 2 to 1: 5000+1000, asid 98, vmid 76, domain 5\n",
		[3] = "mb\n0 sends 2 to 3: 5000+1000, asid 98, vmid 76, domain 5\n",
		[4] = "mb\n0 sends 2 to 4: 5000+1000, asid 98, vmid 76, domain 5\n",
		[7] = "mb\n0 sends 2 to 7: 5000+1000, asid 98, vmid 76, domain 5\n",
	};

	(void)state;
	assert_int_equal(request(1, 0, 0x5000, 0x1000), 0);
	wire_expect(by_set[1]);
	assert_int_equal(request(3, 0, 0x5000, 0x1000), 0);
	wire_expect(by_set[3]);
	/* Hart 2 has hartid 7 */
	assert_int_equal(request(1ul << 3, 4, 0x5000, 0x1000), 0);
	wire_expect(by_set[4]);
	/* All of the domain, whatever the mask is */
	assert_int_equal(request(0, -1ul, 0x5000, 0x1000), 0);
	wire_expect(by_set[7]);
	fence_rig_hart(3);
	assert_int_equal(request(0, -1ul, 0x5000, 0x1000), 0);
	wire_expect(
		"mb\n3 sends 2 to 8: 5000+1000, asid 98, vmid 76, domain 9\n");
}

/* Nothing is sent if one hart is wrong. */
static void run_fence_refused(void **state)
{
	static const struct {
		ulong hmask, hbase;
	} wrong[] = {
		{ 1, 2 },     /* hart 3 is in another domain */
		{ 1 | 4, 0 }, /* the same, with a good one */
		{ 1, 3 },     /* no hart has this number */
		{ 1, FAR_OFF },	    { 1, -2ul },
		{ 1ul << 2, -2ul }, /* hart 0, around the end */
	};
	const struct sbi_tlb_info other = { .type = SBI_TLB_TYPE_MAX };
	u32 i;

	(void)state;
	for (i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		assert_int_equal(request(wrong[i].hmask, wrong[i].hbase, 0, 0),
				 SBI_EINVAL);
		wire_expect("mb\n");
	}
	assert_int_equal(fence_glue_request(1, 0, &other), SBI_EINVAL);
	wire_expect("");
}

static void check_range(ulong start, ulong size, const char *want)
{
	char line[120];

	wire_forget();
	assert_int_equal(request(1, 0, start, size), 0);
	snprintf(line, sizeof(line),
		 "mb\n0 sends 2 to 1: %s, asid 98, vmid 76, domain 5\n", want);
	wire_expect(line);
}

/* Whole pages up to a limit, which is one page where the platform has none. */
static void run_fence_range(void **state)
{
	(void)state;
	check_range(0x5000, 0x1000, "5000+1000");
	check_range(0x5123, 0x100, "5000+223");
	check_range(0x5123, 0, "5000+0");
	check_range(0, 0, "0+ffffffffffffffff");
	check_range(0, 0x1000, "0+1000");
	check_range(0x5000, 0x1001, "5000+ffffffffffffffff");
	check_range(0x5001, 0x1000, "5000+ffffffffffffffff");
	check_range(0x5123, -0x100ul, "5000+ffffffffffffffff");
	check_range(0x5000, SBI_TLB_FLUSH_ALL, "5000+ffffffffffffffff");
}

/* --- interrupts ----------------------------------------------------------- */

static long call_ipi(ulong hmask, ulong hbase)
{
	const struct fast_frame frame = { .a0 = hmask,
					  .a1 = hbase,
					  .a6 = SBI_EXT_IPI_SEND_IPI };
	long rc = fence_glue_ipi(hmask, hbase);
	char events[80];

	snprintf(events, sizeof(events), "%s", fence_rig_events(0));
	wire_note("%s", events);
	assert_int_equal(fast_call_ipi(&frame).error, rc);
	wire_note("%s", fence_rig_events(0));
	return rc;
}

/* Each call is made in both of its forms, by OpenSBI's handler and without it. */
static void check_ipi(ulong hmask, ulong hbase, const char *want)
{
	char twice[400];

	wire_forget();
	assert_int_equal(call_ipi(hmask, hbase), 0);
	snprintf(twice, sizeof(twice), "%s%s", want, want);
	wire_expect(twice);
}

static void run_ipi(void **state)
{
	(void)state;
	check_ipi(1, 1, "interrupt of 1, domain 5\nIPI sent +1\n");
	check_ipi(2, 0, "interrupt of 1, domain 5\nIPI sent +1\n");
	check_ipi(1, 0, "csr 344 = 2\n(none)\n");
	check_ipi(3, 0, "csr 344 = 2\ninterrupt of 1, domain 5\nIPI sent +1\n");
	check_ipi(1, -1ul,
		  "csr 344 = 2\ninterrupt of 1, domain 5\n"
		  "interrupt of 2, domain 5\nIPI sent +2\n");
	fence_rig_up = false;
	check_ipi(1, 1, "interrupt of 1, domain 5\n(none)\n");
	check_ipi(2, 0, "interrupt of 1, domain 5\n(none)\n");
}

static void run_ipi_of_far(void **state)
{
	(void)state;
	fence_rig_hart(3);
	check_ipi(0, -1ul, "csr 344 = 2\n(none)\n");
	fence_glue_switch(&near);
	check_ipi(3, 0,
		  "interrupt of 0, domain 5\ninterrupt of 1, domain 5\n"
		  "(none)\n");
	assert_string_equal(fence_rig_events(3), "IPI sent +4");
}

static void run_ipi_refused(void **state)
{
	const struct fast_frame other = { .a0 = 1, .a6 = 1 };

	(void)state;
	assert_int_equal(call_ipi(1, 2), SBI_EINVAL);
	assert_int_equal(call_ipi(1 | 4, 0), SBI_EINVAL);
	assert_int_equal(call_ipi(1, FAR_OFF), SBI_EINVAL);
	wire_expect("(none)\n(none)\n(none)\n(none)\n(none)\n(none)\n");
	assert_int_equal(fast_call_ipi(&other).error, SBI_ERR_NOT_SUPPORTED);
	wire_expect("");
}

/* --- domains -------------------------------------------------------------- */

/* Hart 1 goes to the other domain. It is owed interrupts, and makes all fences when it
 * is back. */
static void run_switch(void **state)
{
	(void)state;
	fence_rig_hart(1);
	fence_glue_switch(&far);
	assert_int_equal(fast_harts[1].domain_bit, 1ul << far.index);
	assert_ptr_equal(fast_harts[1].self->domain, &far);
	fence_rig_hart(0);
	assert_int_equal(request(3, 0, 0x5000, 0x1000), 0);
	wire_expect(
		"mb\n0 sends 2 to 1: 5000+1000, asid 98, vmid 76, domain 5\n");
	check_ipi(2, 0, "interrupt of 1, domain 5\nIPI sent +1\n");
	fence_glue_foreign(2, 0, FENCE_FOREIGN_SENDS);
	wire_expect("foreign 1: add 2\n");
	fence_rig_hart(3);
	assert_int_equal(request(0, -1ul, 0x5000, 0x1000), 0);
	wire_expect(
		"mb\n3 sends 2 to a: 5000+1000, asid 98, vmid 76, domain 9\n");
}

/* Hart 2 has been in the other domain, so it can come back there. */
static void run_switch_back(void **state)
{
	(void)state;
	fence_rig_hart(3);
	assert_int_equal(fence_glue_ipi(1, 7), SBI_EINVAL);
	fence_rig_hart(2);
	fence_glue_switch(&far);
	fence_glue_switch(&near);
	assert_int_equal(fast_harts[2].domain_bit, 1ul << near.index);
	fence_rig_hart(3);
	wire_forget();
	assert_int_equal(fence_glue_ipi(1, 7), 0);
	assert_int_equal(request(1, 7, 0x5000, 0x1000), 0);
	wire_expect(
		"interrupt of 2, domain 9\n"
		"mb\n3 sends 2 to 0: 5000+1000, asid 98, vmid 76, domain 9\n");
}

/* -------------------------------------------------------------------------- */

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(run_fence_here, fence_rig_setup),
		cmocka_unit_test_setup(run_fence_events, fence_rig_setup),
		cmocka_unit_test_setup(run_fence_harts, fence_rig_setup),
		cmocka_unit_test_setup(run_fence_refused, fence_rig_setup),
		cmocka_unit_test_setup(run_fence_range, fence_rig_setup),
		cmocka_unit_test_setup(run_ipi, fence_rig_setup),
		cmocka_unit_test_setup(run_ipi_refused, fence_rig_setup),
		/* A hart keeps the domains that it has been in */
		cmocka_unit_test_setup(run_switch_back, fence_rig_setup),
		cmocka_unit_test_setup(run_switch, fence_rig_setup),
		cmocka_unit_test_setup(run_ipi_of_far, fence_rig_setup),
	};
	int failed = fence_glue_harts();

	return failed + cmocka_run_group_tests(tests, NULL, NULL);
}
