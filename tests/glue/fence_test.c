// SPDX-License-Identifier: BSD-2-Clause
/*
 * Fences and interrupts between four harts. Harts of QEMU forget more than a fence says.
 * Another hart runs while a hart waits for it, if its doorbell rings.
 */
#include <sbi_utils/ipi/aclint_mswi.h>

#include "fence_rig.h"

#define FAR_OFF (1ul << 32) /* a hartid that no hart has; its low half is 0 */

/* --- fences ---------------------------------------------------------------------- */

static const struct kind {
	u32 stage;
	bool asid, vmid;
	u32 sent; /* the event; the next one counts those received */
} kinds[] = {
#define KIND(name, ...) [SBI_EXT_RFENCE_REMOTE_##name] = { __VA_ARGS__ }
	KIND(FENCE_I, CODE, 0, 0, SBI_PMU_FW_FENCE_I_SENT),
	KIND(SFENCE_VMA, PLAIN, 0, 0, SBI_PMU_FW_SFENCE_VMA_SENT),
	KIND(SFENCE_VMA_ASID, PLAIN, 1, 0, SBI_PMU_FW_SFENCE_VMA_ASID_SENT),
	KIND(HFENCE_GVMA_VMID, STAGE_G, 0, 1, SBI_PMU_FW_HFENCE_GVMA_VMID_SENT),
	KIND(HFENCE_GVMA, STAGE_G, 0, 0, SBI_PMU_FW_HFENCE_GVMA_SENT),
	KIND(HFENCE_VVMA_ASID, STAGE_VS, 1, 1,
	     SBI_PMU_FW_HFENCE_VVMA_ASID_SENT),
	KIND(HFENCE_VVMA, STAGE_VS, 0, 1, SBI_PMU_FW_HFENCE_VVMA_SENT),
};

static const struct range {
	unsigned long start, size;
	u32 pages; /* that are forgotten, by bit */
} ranges[] = {
	{ PAGE(1), PAGE_SIZE, 2 },
	{ PAGE(1), 2 * PAGE_SIZE, 6 },
	{ PAGE(0) + 0x123, 0x100, 1 },
	{ PAGE(0) + 0x123, PAGE_SIZE, 3 },
	{ PAGE(0) + 0x123, 0, 0 },
	{ 0, 0, 15 },
	{ 0, 0x1000, 0 },
	/* beyond what is made page by page */
	{ PAGE(1), 2 * PAGE_SIZE + 1, 15 },
	{ PAGE(1) + 1, 2 * PAGE_SIZE, 15 },
	{ PAGE(0) + 0x123, -0x100ul, 15 },
	{ PAGE(0), SBI_TLB_FLUSH_ALL, 15 },
};

static const struct names {
	u32 from;
	unsigned long hmask, hbase;
	u32 harts;
} names[] = {
	{ 0, 1, 0, 1 },	    { 0, 1, 1, 2 },
	{ 0, 3, 0, 3 },	    { 0, 1 << 3, 4, 4 }, /* hart 2 has hartid 7 */
	{ 0, 0, -1ul, 7 },  { 1, 1ul << 7 | 1, 0, 5 },
	{ ALONE, 4, 0, 8 }, { ALONE, 5, -1ul, 8 },
};

static long fence(u32 from, unsigned long fid, unsigned long hmask,
		  unsigned long hbase, const struct range *r)
{
	const struct fast_frame frame = {
		.a0 = hmask,
		.a1 = hbase,
		.a2 = r->start,
		.a3 = r->size,
		/* Bits beyond those of an ASID and of a VMID say nothing. */
		.a4 = 0x10000 |
		      (fid == SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA_VMID ? VMID :
								       ASID),
		.a6 = fid
	};
	long error;

	self = from;
	error = fast_call_rfence(&frame).error;
	hart_wait_hint();
	return error;
}

/* A hart of the set forgets these translations, and no others. */
static void check_cached(u32 hart, const struct kind *k, u32 pages, bool other)
{
	u32 stage, n, bit;
	bool gone;

	for (n = 0; n < STAGES * PAGES * 4; n++) {
		stage = n / PAGES / 4;
		bit = n / 4 % PAGES;
		gone = stage == k->stage && pages >> bit & 1 &&
		       !(k->asid && n & 2) && !(k->vmid && (n & 1) != other);
		assert_int_equal(cached[hart][stage][bit][n >> 1 & 1][n & 1],
				 !gone);
	}
}

static void check_fence_events(const struct names *row, const struct kind *k)
{
	u32 others = row->harts & ~(1u << row->from), n, reached = 0;

	for (n = 0; n < HARTS; n++) {
		if (!(others >> n & 1))
			continue;
		reached++;
		assert_int_equal(pmus[n].events[k->sent + 1], 1);
		assert_int_equal(pmus[n].events[SBI_PMU_FW_IPI_RECVD], 1);
	}
	assert_int_equal(pmus[row->from].events[k->sent], reached != 0);
	assert_int_equal(pmus[row->from].events[SBI_PMU_FW_IPI_SENT], reached);
	for (n = 0; n < HARTS; n++)
		assert_int_equal(events(n), n == row->from ?
						    reached + !!reached :
						    2 * (others >> n & 1));
}

static void check_fence(const struct names *row, unsigned long fid,
			const struct range *r)
{
	const struct kind *k = &kinds[fid];
	u32 n, pages = k->stage == CODE ? 15 : r->pages;

	setup(NULL);
	assert_int_equal(fence(row->from, fid, row->hmask, row->hbase, r), 0);
	for (n = 0; n < HARTS; n++)
		check_cached(n, k, row->harts >> n & 1 ? pages : 0,
			     k->stage == STAGE_VS && row->from);
	check_fence_events(row, k);
	check_quiet();
}

static void run_fences(void **state)
{
	unsigned long fid, n;

	(void)state;
	for (fid = 0; fid < array_size(kinds); fid++) {
		for (n = 0; n < array_size(ranges); n++)
			check_fence(&names[2], fid, &ranges[n]);
		for (n = 0; n < array_size(names); n++)
			check_fence(&names[n], fid, &ranges[1]);
	}
}

/* A hart that has no guests has no translations of theirs. Without misa OpenSBI knows
 * the extensions. */
static void run_no_guests(void **state)
{
	unsigned long fid;

	(void)state;
	for (fid = SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA_VMID;
	     fid < array_size(kinds); fid++) {
		setup(NULL);
		csrs[1][CSR_MISA] = 1;
		csrs[2][CSR_MISA] = 0;
		assert_int_equal(fence(0, fid, 0, -1ul, &ranges[1]), 0);
		check_cached(0, &kinds[fid], 6, false);
		check_cached(1, &kinds[fid], 0, false);
		check_cached(2, &kinds[fid], 6, false);
		doors_misa = "S";
		assert_int_equal(fence(0, fid, 1, 0, &ranges[0]),
				 SBI_ERR_NOT_SUPPORTED);
	}
	assert_int_equal(fence(0, array_size(kinds), 1, 0, &ranges[0]),
			 SBI_ERR_NOT_SUPPORTED);
}

/* One wrong hart, and no hart makes the fence or gets the interrupt. */
static void run_refused(void **state)
{
	static const struct {
		unsigned long hmask, hbase;
	} rows[] = {
		{ 1, 2 },     /* hart 3 is in another domain */
		{ 1 | 4, 0 }, /* the same, with a good one */
		{ 1, 3 },     /* no hart has this number */
		{ 1, FAR_OFF },	    { 1, -2ul },
		{ 1ul << 2, -2ul }, /* hart 0, around the end */
	};
	const struct sbi_tlb_info info = { .type = SBI_TLB_TYPE_MAX };
	u32 n, hart;

	(void)state;
	for (n = 0; n < array_size(rows); n++) {
		assert_int_equal(fence(0, SBI_EXT_RFENCE_REMOTE_SFENCE_VMA,
				       rows[n].hmask, rows[n].hbase,
				       &ranges[0]),
				 SBI_EINVAL);
		assert_int_equal(fence_glue_ipi(rows[n].hmask, rows[n].hbase),
				 SBI_EINVAL);
	}
	assert_int_equal(fence_glue_request(1, 0, &info), SBI_EINVAL);
	for (hart = 0; hart < HARTS; hart++) {
		check_cached(hart, kinds, 0, false);
		assert_int_equal(events(hart) | csrs[hart][CSR_MIP], 0);
	}
	check_quiet();
}

/* --- interrupts ------------------------------------------------------------------- */

/* Each call is made in both of its forms, by OpenSBI's handler and without it. */
static void check_ipi(u32 from, unsigned long hmask, unsigned long hbase,
		      u32 wanted)
{
	const struct fast_frame frame = { .a0 = hmask,
					  .a1 = hbase,
					  .a6 = SBI_EXT_IPI_SEND_IPI };
	u32 form, n, sent = (u32)__builtin_popcount(wanted & ~(1u << from));

	for (form = 0; form < 2; form++) {
		self = from;
		memset(pmus, 0, sizeof(pmus));
		for (n = 0; n < HARTS; n++)
			csrs[n][CSR_MIP] = 0;
		assert_int_equal(form ? fast_call_ipi(&frame).error :
					fence_glue_ipi(hmask, hbase),
				 0);
		hart_wait_hint();
		for (n = 0; n < HARTS; n++)
			assert_int_equal(csrs[n][CSR_MIP],
					 wanted >> n & 1 ? MIP_SSIP : 0);
		assert_int_equal(fence_glue_sent(), sent);
	}
	check_quiet();
}

static void run_ipis(void **state)
{
	const struct fast_frame other = { .a0 = 1, .a6 = 1 };
	u32 n;

	for (n = 0; n < array_size(names); n++) {
		setup(state);
		check_ipi(names[n].from, names[n].hmask, names[n].hbase,
			  names[n].harts);
	}
	assert_int_equal(fast_call_ipi(&other).error, SBI_ERR_NOT_SUPPORTED);
}

/* Hart 1 is down: it misses nothing, as it makes all fences before it is up again. */
static void run_down(void **state)
{
	(void)state;
	self = 1;
	fence_glue_hart_stop();
	assert_int_equal(
		fence(0, SBI_EXT_RFENCE_REMOTE_FENCE_I, 2, 0, &ranges[0]), 0);
	assert_int_equal(events(0), 0);
	start_hart(1);
	self = 2;
	fence_glue_hart_dies();
	assert_int_equal(
		fence(0, SBI_EXT_RFENCE_REMOTE_FENCE_I, 0x82, 0, &ranges[0]),
		0);
	assert_false(cached[1][CODE][0][0][0]);
	assert_true(cached[2][CODE][0][0][0]);
}

/* --- domains ----------------------------------------------------------------------- */

/* Hart 1 goes to the other domain: its old one does not fence it, and interrupts it
 * when it is back, where it makes all fences. */
static void run_domains(void **state)
{
	static const bool none[STAGES][PAGES][2][2];

	(void)state;
	self = 1;
	fence_glue_switch(&far);
	assert_int_equal(fast_harts[1].domain_bit, fence_bit(far.index));
	assert_int_equal(
		fence(0, SBI_EXT_RFENCE_REMOTE_FENCE_I, 2, 0, &ranges[0]), 0);
	assert_true(cached[1][CODE][0][0][0]);
	assert_int_equal(fence_glue_ipi(2, 0), 0);
	assert_int_equal(fence_glue_ipi(3, 0), 0);
	self = 1;
	fence_glue_look();
	assert_int_equal(csrs[1][CSR_MIP], 0);
	bells[1] = 0; /* the other owner has taken it */
	fence_glue_switch(&near);
	fence_glue_domain_changed();
	fence_glue_look();
	assert_int_equal(csrs[1][CSR_MIP], MIP_SSIP);
	/* Of guests, those of its present hgatp */
	assert_memory_equal(cached[1], none, sizeof(none[0]) * STAGE_VS);
	assert_false(cached[1][STAGE_VS][0][0][1]);
}

/* Hart 3, whose doorbell is OpenSBI's, in one domain with hart 1 */
static void run_other_doorbell(void **state)
{
	(void)state;
	self = 1;
	fence_glue_switch(&far);
	assert_int_equal(fence(1, 0, 4, 0, &ranges[0]), 0);
	assert_int_equal(fence(ALONE, 0, 2, 0, &ranges[0]), 0);
	assert_false(cached[ALONE][CODE][0][0][0] || cached[1][CODE][0][0][0]);
	check_quiet();
	self = ALONE;
	dozes = 0;
	bells[1] = 1;
	hart_doze();
	assert_int_equal(dozes + bells[1], 0); /* hart 1 has run */
	rings[ALONE] = true;
	hart_silence();
	assert_true(rings[ALONE]);
	fence_glue_process(process);
	check_quiet();
}

/* A hart belongs to each domain that it has been in. */
static void run_homes(void **state)
{
	(void)state;
	self = ALONE;
	assert_int_equal(fence_glue_ipi(1, 0), SBI_EINVAL);
	self = 0;
	fence_glue_switch(&far);
	fence_glue_switch(&near);
	self = ALONE;
	assert_int_equal(fence_glue_ipi(1, 0), 0);
	assert_int_equal(fence_glue_ipi(1 | 4, 0), 0);
}

/* --- OpenSBI's own interrupts -------------------------------------------------------- */

/* Hart 1 takes its doorbell at one point or another: OpenSBI's request is served. */
static void run_foreign(void **state)
{
	u32 at;

	for (at = 0; at < 16; at++) {
		setup(state);
		request = served = false;
		self = 0;
		fence_glue_ipi(2, 0);
		bells[1] = at & 1;
		run_hart(1);
		fence_glue_foreign(2, 0, FENCE_FOREIGN_SENDS);
		bells[1] |= at >> 1 & 1;
		run_hart(1);
		request = true;
		bells[1] = at >> 2 & 1;
		run_hart(1);
		bells[1] = 1;
		if (at & 8)
			run_hart(1);
		fence_glue_foreign(2, 0, FENCE_FOREIGN_SENT);
		run_hart(1);
		assert_true(served);
		assert_int_equal(csrs[1][CSR_MIP], MIP_SSIP);
		assert_int_equal(pmus[1].events[SBI_PMU_FW_IPI_RECVD], 2);
		self = 1;
		assert_false(fence_glue_has_foreign());
		check_quiet();
	}
}

/* OpenSBI's request to hart 1 waits while it waits for a fence of its own, or pauses. */
static void run_foreign_late(void **state)
{
	(void)state;
	request = true;
	served = false;
	fence_glue_foreign(0, -1ul, FENCE_FOREIGN_SENDS);
	self = 1;
	assert_true(fence_glue_has_foreign());
	bells[1] = 1;
	hart_silence();
	assert_int_equal(bells[1], 0);
	dozes = 0;
	hart_doze();
	assert_int_equal(dozes, 1);
	hart_awake();
	assert_int_equal(bells[1], 1);
	run_hart(1);
	assert_true(served);
	hart_awake();
	assert_int_equal(bells[1], 0);
	fence_glue_again();
	assert_int_equal(bells[1], 1);
	assert_true(fence_glue_has_foreign());
	run_hart(1);
	assert_false(fence_glue_has_foreign());
	run_hart(2);
	check_quiet();
	assert_false(fast_call_soft());
}

/* A count that fails, or of harts that the caller may not name, leaves none. */
static void run_foreign_fails(void **state)
{
	u32 n;

	(void)state;
	fence_glue_foreign(2, 0, FENCE_FOREIGN_SENDS);
	fence_glue_foreign(2, 0, FENCE_FOREIGN_FAILED);
	fence_glue_foreign(2 | 4, 0, FENCE_FOREIGN_SENDS);
	fence_glue_foreign(2 | 4, 0, FENCE_FOREIGN_SENT);
	for (n = 0; n < HARTS; n++)
		assert_int_equal(*fast_harts[n].foreign, 0);
	check_quiet();
}

/* --- boot ----------------------------------------------------------------------------- */

static void run_early(void **state)
{
	(void)state;
	fence_glue_hart_dies();
	heap_full = true;
	assert_int_equal(fence_glue_init(), SBI_ENOMEM);
	heap_full = false;
	no_mswi = true;
	assert_int_equal(fence_glue_init(), 0);
	hart_ring(1);
	assert_true(rings[1] && !bells[1]);
}

static void run_fast(void **state)
{
	const struct fast_hart *f = &fast_harts[2];

	(void)state;
	assert_int_equal(f->harts, HARTS);
	assert_ptr_equal(f->self, &f->peers[2]);
	assert_ptr_equal(f->self->doorbell, &bells[2]);
	assert_int_equal(f->domain_bit, fence_bit(near.index));
	assert_int_equal(f->served, 1);
}

/* Without room for a fast path everything else is the same. */
static void run_slow(void **state)
{
	(void)state;
	slow = true;
	memset(&fast_harts[1], 0, sizeof(fast_harts[1]));
	self = 1;
	fence_glue_hart_start();
	fence_glue_switch(&far);
	fence_glue_switch(&near);
	assert_int_equal(fast_harts[1].domain_bit, 0);
	assert_int_equal(
		fence(0, SBI_EXT_RFENCE_REMOTE_FENCE_I, 2, 0, &ranges[0]), 0);
	assert_false(cached[1][CODE][0][0][0]);
}

/* The second device is for the harts from 7 on. There is room for four. */
static void run_devices(void **state)
{
	static const struct aclint_mswi_data device[] = {
		{ .addr = (unsigned long)bells, .hart_count = 2 },
		{ .addr = (unsigned long)&bells[2],
		  .first_hartid = 7,
		  .hart_count = 1 },
		{ .addr = 0x1000, .first_hartid = 10, .hart_count = 2 },
		{ .addr = 0x2000, .first_hartid = 12, .hart_count = 1 },
		{ .addr = 0x3000, .first_hartid = 13, .hart_count = 1 },
	};
	u32 n;

	(void)state;
	assert_null(fence_glue_doorbell(0));
	for (n = 0; n < array_size(device); n++)
		fence_glue_mswi(&device[n]);
	assert_ptr_equal(fence_glue_doorbell(1), &bells[1]);
	assert_ptr_equal(fence_glue_doorbell(7), &bells[2]);
	assert_int_equal((unsigned long)fence_glue_doorbell(11), 0x1004);
	assert_null(fence_glue_doorbell(2));
	assert_null(fence_glue_doorbell(13));
	assert_null(fence_glue_doorbell(-1ul));
}

#define TEST(name) cmocka_unit_test_setup(run_##name, setup)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(run_devices),
		cmocka_unit_test(run_early),
		TEST(fences),
		TEST(no_guests),
		TEST(refused),
		TEST(ipis),
		TEST(down),
		/* A hart keeps the domains that it has been in */
		TEST(homes),
		TEST(domains),
		TEST(other_doorbell),
		TEST(foreign),
		TEST(foreign_late),
		TEST(foreign_fails),
		TEST(fast),
		TEST(slow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
