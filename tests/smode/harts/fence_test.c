// SPDX-License-Identifier: BSD-2-Clause
/*
 * Firmware events between harts. "Sent" and "received" count requests to
 * another hart: a call that fails, or that reaches only its caller, counts as
 * neither.
 */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

#define NOBODY 40 /* a hartid that does not exist */

static const struct kind {
	const char *name;
	unsigned long eid, fid;
	unsigned int sent, received;
} kinds[] = {
	{ "fence.i", SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_FENCE_I,
	  SBI_PMU_FW_FENCE_I_SENT, SBI_PMU_FW_FENCE_I_RECVD },
	{ "sfence.vma", SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_SFENCE_VMA,
	  SBI_PMU_FW_SFENCE_VMA_SENT, SBI_PMU_FW_SFENCE_VMA_RCVD },
	{ "sfence.vma asid", SBI_EXT_RFENCE,
	  SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID,
	  SBI_PMU_FW_SFENCE_VMA_ASID_SENT, SBI_PMU_FW_SFENCE_VMA_ASID_RCVD },
	{ "hfence.gvma vmid", SBI_EXT_RFENCE,
	  SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA_VMID,
	  SBI_PMU_FW_HFENCE_GVMA_VMID_SENT, SBI_PMU_FW_HFENCE_GVMA_VMID_RCVD },
	{ "hfence.gvma", SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA,
	  SBI_PMU_FW_HFENCE_GVMA_SENT, SBI_PMU_FW_HFENCE_GVMA_RCVD },
	{ "hfence.vvma asid", SBI_EXT_RFENCE,
	  SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA_ASID,
	  SBI_PMU_FW_HFENCE_VVMA_ASID_SENT, SBI_PMU_FW_HFENCE_VVMA_ASID_RCVD },
	{ "hfence.vvma", SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA,
	  SBI_PMU_FW_HFENCE_VVMA_SENT, SBI_PMU_FW_HFENCE_VVMA_RCVD },
};

static const struct kind ipi = { "ipi", SBI_EXT_IPI, SBI_EXT_IPI_SEND_IPI,
				 SBI_PMU_FW_IPI_SENT, SBI_PMU_FW_IPI_RECVD };

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

static unsigned int count; /* number of harts */

/* --- a request with its counters ------------------------------------------ */

/* On every hart: count the sent and received events of a kind. */
static void arm(void *arg)
{
	const struct kind *k = arg;

	pmu_reset();
	csr_clear(sip, HART_IRQ_SOFT);
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO, EVENT_FW(k->sent), 0),
		    pmu.fw);
	CHECK_VALUE(pmu_config(pmu.fw + 1, 1, CLEAR | AUTO,
			       EVENT_FW(k->received), 0),
		    pmu.fw + 1);
}

struct seen {
	u64 sent, received;
	bool wait; /* true: wait for an IPI */
};

/* Wait a second for an IPI, and clear it. @return true if one came */
static bool interrupted(void)
{
	u64 end = hart_time() + 10000000;
	bool came;

	while (!(csr_read(sip) & HART_IRQ_SOFT) && hart_time() < end)
		;
	came = csr_read(sip) & HART_IRQ_SOFT;
	csr_clear(sip, HART_IRQ_SOFT);
	return came;
}

static void collect(void *arg)
{
	struct seen *seen = arg;

	if (seen->wait)
		interrupted();
	csr_clear(sip, HART_IRQ_SOFT);
	seen->sent = pmu_value(pmu.fw);
	seen->received = pmu_value(pmu.fw + 1);
}

static void on_all(void (*work)(void *), const void *arg)
{
	unsigned int n;

	work((void *)arg);
	for (n = 1; n < count; n++)
		CHECK(hart_call(n, work, (void *)arg));
}

static unsigned long others(void)
{
	unsigned long mask = 0;
	unsigned int n;

	for (n = 1; n < count; n++)
		mask |= 1ul << hart_at(n)->hartid;
	return mask;
}

static unsigned long self(void)
{
	return 1ul << hart_at(0)->hartid;
}

static struct sbiret request(const struct kind *k, unsigned long mask,
			     unsigned long base, unsigned long size)
{
	return sbi(k->eid, k->fid, mask, base, 0, size, 1);
}

/*
 * Check all counters after one request to these harts, some of which are
 * absent.
 */
static void expect(const struct kind *k, unsigned long reached, u64 sent)
{
	bool is_ipi = k->eid == SBI_EXT_IPI;
	unsigned long hartid;
	struct seen seen;
	unsigned int n;

	for (n = 0; n < count; n++) {
		hartid = hart_at(n)->hartid;
		check_row(k->name, hartid);
		seen.wait = is_ipi && reached >> hartid & 1;
		if (n)
			CHECK(hart_call(n, collect, &seen));
		else
			collect(&seen);
		CHECK_EQ(seen.sent, n ? 0 : sent);
		CHECK_EQ(seen.received, n ? reached >> hartid & 1 : 0);
	}
}

static bool kind_supported(const struct kind *k)
{
	return request(k, self(), 0, 0).error != SBI_ERR_NOT_SUPPORTED;
}

static bool harts_ready(unsigned int least)
{
	unsigned int n;

	count = hart_count();
	CHECK_EQ(count, option_number("smp", 1));
	if (count < least) {
		check_skip("needs more harts");
		return false;
	}
	for (n = 1; n < count; n++)
		CHECK(hart_start(n));
	return true;
}

static void harts_gone(void)
{
	unsigned int n;

	for (n = 1; n < count; n++)
		CHECK(hart_stop(n));
}

/* --- fences --------------------------------------------------------------- */

static void each_kind(void (*test)(const struct kind *k))
{
	unsigned int n, done = 0;

	for (n = 0; n < KINDS; n++) {
		check_row(kinds[n].name, 0);
		if (!kind_supported(&kinds[n]))
			continue;
		test(&kinds[n]);
		done++;
	}
	/* QEMU's default harts have the hypervisor extension. */
	CHECK_EQ(done, option_given("h=false") ? 3 : KINDS);
}

static void fence_fails(const struct kind *k)
{
	on_all(arm, k);
	CHECK(request(k, 1, NOBODY, 0).error != SBI_SUCCESS);
	CHECK(request(k, self() | 1ul << 31, 0, 0).error != SBI_SUCCESS);
	CHECK(request(k, others() | 1ul << 31, 0, 0).error != SBI_SUCCESS);
	expect(k, 0, 0);
}

static void failing_fences(void)
{
	if (!harts_ready(1))
		return;
	each_kind(fence_fails);
	harts_gone();
}

static void fence_other(const struct kind *k)
{
	static const unsigned long sizes[] = { 0, 1ul << 20 };
	unsigned long one = 1ul << hart_at(1)->hartid;
	unsigned int n;

	for (n = 0; n < 2; n++) {
		on_all(arm, k);
		CHECK_OK(request(k, one, 0, sizes[n]));
		expect(k, one, 1);
		on_all(arm, k);
		CHECK_OK(request(k, others(), 0, sizes[n]));
		expect(k, others(), 1);
		on_all(arm, k);
		CHECK_OK(request(k, others() | self(), 0, sizes[n]));
		expect(k, others(), 1);
		on_all(arm, k);
		CHECK_OK(request(k, 0, ~0ul, sizes[n]));
		expect(k, others(), 1);
	}
}

static void fences_to_others(void)
{
	if (!harts_ready(2))
		return;
	each_kind(fence_other);
	harts_gone();
}

/* --- all at once ---------------------------------------------------------- */

#define ROUNDS 20

static volatile unsigned long go;

static void storm(void *arg)
{
	unsigned int n;

	for (n = 0; n < ROUNDS; n++)
		request(arg, 0, ~0ul, 4096);
}

static void storm_started(void *arg)
{
	hart_wait(&go, 0);
	storm(arg);
}

/* Each of many concurrent requests counts as received once. */
static void storms(const struct kind *counted, u64 sent)
{
	const struct kind *k = &kinds[1];
	struct seen seen = { 0 };
	unsigned int n;

	on_all(arm, counted);
	go = 0;
	for (n = 1; n < count; n++)
		hart_give(n, storm_started, (void *)k);
	go = 1;
	storm((void *)k);
	for (n = 1; n < count; n++)
		CHECK(hart_call_end(n));
	for (n = 0; n < count; n++) {
		check_row(counted->name, n);
		if (n)
			CHECK(hart_call(n, collect, &seen));
		else
			collect(&seen);
		CHECK_EQ(seen.sent, sent);
		CHECK_EQ(seen.received, ROUNDS * (count - 1));
	}
}

static void fences_at_the_same_time(void)
{
	if (!harts_ready(2))
		return;
	storms(&kinds[1], ROUNDS);
	storms(&ipi, ROUNDS * (count - 1));
	harts_gone();
}

/* --- interrupts ----------------------------------------------------------- */

/* A hart sends an IPI to itself, by its own number. */
static void interrupt_itself(void *arg)
{
	(void)arg;
	csr_clear(sip, HART_IRQ_SOFT);
	CHECK_VALUE(sbi_send_ipi(1, hart_self()->hartid), 0);
	CHECK(interrupted());
}

/*
 * A set of one hart in the form that Linux uses: one bit, and the hart's number
 * as base.
 */
static void interrupts_by_number(void)
{
	unsigned long hartid;
	unsigned int n;

	on_all(arm, &ipi);
	on_all(interrupt_itself, NULL);
	for (n = 1; n < count; n++) {
		hartid = hart_at(n)->hartid;
		on_all(arm, &ipi);
		CHECK_VALUE(sbi_send_ipi(1, hartid), 0);
		expect(&ipi, 1ul << hartid, 1);
	}
}

/* An event for a stopped hart: OpenSBI does not send its own interrupt. That is an
 * error up to 1.9. */
static void nobody_rings(void)
{
	struct sbiret ret = sbi(SBI_EXT_SSE, SBI_EXT_SSE_INJECT,
				SBI_SSE_EVENT_LOCAL_SOFTWARE,
				hart_at(1)->hartid);

	CHECK(ret.error == SBI_ERR_FAILED || ret.error == SBI_SUCCESS);
}

static void interprocessor_interrupts(void)
{
	unsigned long one, n;

	if (hart_count() > 1)
		nobody_rings();
	if (!harts_ready(2))
		return;
	interrupts_by_number();
	one = 1ul << hart_at(1)->hartid;
	for (n = 0; n < 10; n++) {
		on_all(arm, &ipi);
		CHECK_OK(sbi_send_ipi(one, 0));
		expect(&ipi, one, 1);
		on_all(arm, &ipi);
		CHECK_OK(sbi_send_ipi(others(), 0));
		expect(&ipi, others(), count - 1);
	}
	on_all(arm, &ipi);
	CHECK(sbi_send_ipi(1, NOBODY).error != SBI_SUCCESS);
	CHECK(sbi_send_ipi(others() | 1ul << 31, 0).error != SBI_SUCCESS);
	expect(&ipi, 0, 0);
	harts_gone();
}

/* --- long calls ----------------------------------------------------------- */

#define LIST 0x84000000ul /* all zero: no code writes to this area */
#define LIST_COUNT 0x200000ul

/* Requests answered during one list; without pauses there are one or two */
#define MEANWHILE 8

static volatile unsigned long listing;
static u64 meanwhile;

#define KEPT 0x5a5a31ul

/*
 * The hart with the list counts the requests: other harts also see those after
 * the list.
 */
static void long_list(void *arg)
{
	unsigned long regs[32] = {
		[10] = LIST,
		[12] = LIST_COUNT,
		[16] = SBI_EXT_PMU_EVENT_GET_INFO,
		[17] = SBI_EXT_PMU,
		[31] = KEPT,
	};
	u64 before;

	arm(arg);
	listing = 1;
	before = pmu_value(pmu.fw + 1);
	sbi_call_registers(regs);
	CHECK_EQ(regs[10], 0);
	/*
	 * The call keeps this register last on the stack, where interrupts save
	 * theirs
	 */
	CHECK_EQ(regs[31], KEPT);
	meanwhile = pmu_value(pmu.fw + 1) - before;
	listing = 2;
}

/*
 * A hart that works on a long list answers other harts meanwhile. If
 * instructions are the clock, the harts run in turns by instructions, however
 * busy the host is: after the list there is time only for the requests that
 * waited.
 */
static void nobody_waits_for_a_list(void)
{
	unsigned long mask;

	if (!option_number("icount", 0)) {
		check_skip("needs turns by instructions");
		return;
	}
	if (!harts_ready(2))
		return;
	mask = 1ul << hart_at(1)->hartid;
	listing = 0;
	hart_give(1, long_list, (void *)&kinds[1]);
	CHECK(hart_wait(&listing, 0));
	while (listing == 1)
		CHECK_OK(request(&kinds[1], mask, 0, 0));
	CHECK(hart_call_end(1));
	CHECK_RANGE(meanwhile, MEANWHILE, ~0ull);
	harts_gone();
}

const struct check_case check_cases[] = {
	{ "nobody waits for a list", nobody_waits_for_a_list },
	{ "fences that fail", failing_fences },
	{ "fences to other harts", fences_to_others },
	{ "fences at the same time", fences_at_the_same_time },
	{ "interprocessor interrupts", interprocessor_interrupts },
	{ NULL, NULL },
};
