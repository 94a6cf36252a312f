// SPDX-License-Identifier: BSD-2-Clause
/* The firmware's own trap entry compared with OpenSBI's, for each PMU call. */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"
#include "random.h"
#include "test_firmware.h"
#include "twice.h"
#include "twice_random.h"

static struct {
	unsigned long calls, fast, expected;
} seen;

static bool here(void)
{
	if (!peek_offered())
		return false;
	if (option_given("entry=off")) {
		check_skip("our entry is not used on this machine");
		return false;
	}
	return CHECK_EQ(peek_entry(PEEK_FAST), PEEK_FAST);
}

/* --- calls without C ----------------------------------------------------- */

static bool area_direct(void)
{
	return !option_given("direct=off");
}

/* A call with these flags needs C if M-mode has to map the area first. */
static bool uses_area(unsigned long fid, const unsigned long a[6])
{
	return (fid == CALL_START && a[2] == FROM_SNAPSHOT) ||
	       (fid == CALL_STOP && a[2] == TAKE_SNAPSHOT);
}

/*
 * The entry serves sets of one kind of counters, and hardware counters one at a
 * time if it must write each.
 */
static bool one_kind(unsigned long base, u64 set)
{
	return base >= pmu.fw || !((unsigned long)set >> pmu.fw);
}

static bool start_expected(const unsigned long a[6], u64 set,
			   const struct peek *before)
{
	unsigned int n;

	for (n = 3; n < pmu.fw; n++)
		if ((set >> n & 1) && pmu.sscofpmf &&
		    (before->event[n] & OVERFLOW))
			return false;
	switch (a[2]) {
	case 0:
		return true;
	case SET_VALUE:
		return a[0] >= pmu.fw || a[1] == 1;
	case FROM_SNAPSHOT:
		return area_direct() && one_kind(a[0], set);
	}
	return false;
}

/* True if SBI gave a hardware counter an event; S-mode's own do not count. */
static bool has_event(unsigned long idx, const struct peek *before)
{
	return before->configured >> idx & 1;
}

static bool stop_expected(const unsigned long a[6], u64 set,
			  const struct peek *before)
{
	switch (a[2]) {
	case 0:
		return true;
	case RESET:
		return a[1] == 1 && (a[0] >= pmu.fw || has_event(a[0], before));
	case TAKE_SNAPSHOT:
		return area_direct() && one_kind(a[0], set);
	}
	return false;
}

/* True if all hardware counters of a set without an event have no owner. */
static bool all_idle(u64 set, const struct peek *before)
{
	unsigned int n;

	for (n = 0; n < pmu.fw; n++) {
		if (!(set >> n & 1) || (before->configured >> n & 1))
			continue;
		if (!(before->inhibit >> n & 1) || before->event[n] << 2)
			return false;
	}
	return true;
}

/*
 * The entry serves events without a search and without platform code, unless it
 * must check if S-mode uses counters itself.
 */
static bool config_expected(const unsigned long a[6], u64 set,
			    const struct peek *before)
{
	if (a[2] & (SKIP | AUTO))
		return false;
	if (a[3] >= EVENT_FW(0))
		return true;
	return a[3] < EVENT_RAW &&
	       (!option_given("deleg=on") || all_idle(set, before));
}

/* C may handle refusals; all other hot calls must not need C. */
static bool fast_expected(unsigned long fid, const unsigned long a[6],
			  struct sbiret ret, const struct peek *before)
{
	u64 set = pmu_set(a[0], a[1]);

	if (fid == CALL_NUM)
		return true;
	if (option_given("fast=none") || (unsigned long)set != set)
		return false;
	if (fid == CALL_STOP && ret.error == SBI_ERR_ALREADY_STOPPED)
		return stop_expected(a, set, before);
	if (ret.error)
		return false;
	switch (fid) {
	case CALL_READ:
		return a[0] < XLEN;
	case CALL_CONFIG:
		return config_expected(a, set, before);
	case CALL_STOP:
		return stop_expected(a, set, before);
	case CALL_START:
		/* The restart call of Linux has an empty set */
		return set && start_expected(a, set, before);
	}
	return false;
}

static struct twice_end both(unsigned long fid, const unsigned long a[6],
			     const struct peek *before)
{
	struct twice_end end = twice_call(fid, a);

	if (!area_direct() && uses_area(fid, a))
		CHECK_EQ(end.calls, 1);
	seen.calls++;
	seen.fast += !end.calls;
	if (fast_expected(fid, a, end.ret, before)) {
		seen.expected++;
		CHECK_EQ(end.calls, 0);
	}
	return end;
}

#define BOTH(fid, ...) \
	both(fid, (const unsigned long[6]){ __VA_ARGS__ }, twice_begin())

/*
 * Hot calls must be frequent among the calls without C; else this test has
 * compared OpenSBI's path with itself.
 */
static void calls_were_fast(void)
{
	print("# %lu calls, %lu by the entry alone, %lu of these had to be\n",
	      seen.calls, seen.fast, seen.expected);
	if (!option_given("fast=none"))
		CHECK(seen.expected * 6 > seen.calls);
}

static void random_calls(void)
{
	u64 rounds = option_number("rounds", 1500), n;
	unsigned long a[6], fid;
	struct peek *before;

	if (!here())
		return;
	random_seed(option_number("seed", 1) * 0x9e3779b97f4a7c15ull | 1);
	seen.calls = seen.fast = seen.expected = 0;
	for (n = 0; n < rounds; n++) {
		check_row("round", n);
		if (!(n & 31))
			twice_fresh();
		twice_walk();
		twice_walk();
		fid = twice_random(a);
		twice_fill();
		before = twice_begin();
		twice_disturb(before);
		both(fid, a, before);
	}
	check_row(NULL, 0);
	calls_were_fast();
}

/* --- boundaries ----------------------------------------------------------- */

static unsigned long edge_base(unsigned int n)
{
	const unsigned long edges[] = {
		0,
		1,
		2,
		pmu.fw - 1,
		pmu.fw,
		pmu.fw + 1,
		pmu.num - 1,
		pmu.num,
		pmu.num + 1,
		31,
		32,
		33,
		63,
		64,
		XLEN * XLEN,
		~0ul,
		~0ul << (XLEN - 1),
	};

	return n < sizeof(edges) / sizeof(edges[0]) ? edges[n] : 4711;
}

static unsigned long edge_mask(unsigned int n)
{
	const unsigned long edges[] = {
		0,
		1,
		2,
		3,
		1ul << (XLEN - 1),
		3ul << (XLEN - 2),
		~0ul,
		~0ul >> 1,
		pmu_all(),
		pmu_mask(pmu.fw),
		pmu_mask(pmu.fw - 1),
		0x80000001ul,
	};

	return n < sizeof(edges) / sizeof(edges[0]) ? edges[n] : 4711;
}

static void edge_calls(unsigned long fid, unsigned long base,
		       unsigned long mask)
{
	static const unsigned long flags[] = { 0, 1, 2, 3, 1ul << (XLEN - 1),
					       4, 5, 6, 7, ~0ul };
	static const u64 values[] = { 0, 1, 1ull << 63, ~0ull };
	unsigned int n, count = option_given("flags=all") ? 10 : 5;
	u64 value;

	for (n = 0; n < count; n++) {
		check_row("edge", base);
		value = values[(n ^ (unsigned int)mask) & 3];
		/* In some rounds counters of the set already run. */
		if (fid == CALL_START && ((n ^ base ^ mask) & 1))
			pmu_stop_all(0);
		BOTH(fid, base, mask, flags[n], (unsigned long)value,
		     XLEN == 32 ? (unsigned long)(value >> 32) : ~0ul, ~0ul);
	}
}

/* All base indices around every limit, with all such masks and flags. */
static void boundaries(void)
{
	unsigned int base, mask;

	if (!here())
		return;
	twice_fresh();
	pmu_set_shmem((unsigned long)twice_memory->area, 0, 0);
	twice_fill();
	for (base = 0; edge_base(base) != 4711; base++) {
		BOTH(CALL_READ, edge_base(base));
		BOTH(CALL_NUM, edge_base(base));
		for (mask = 0; edge_mask(mask) != 4711; mask++) {
			edge_calls(CALL_START, edge_base(base),
				   edge_mask(mask));
			edge_calls(CALL_STOP, edge_base(base), edge_mask(mask));
		}
	}
}

/* --- by name -------------------------------------------------------------- */

/* Calls of perf at a context switch, on counters 3 to 6 and of firmware. */
static void perf_calls(void)
{
	unsigned long fw = pmu.fw, all = 0xf;
	unsigned int n;

	if (!here())
		return;
	if (pmu.fw < 7 || (pmu.present & 0x78) != 0x78) {
		check_skip("needs four counters");
		return;
	}
	for (n = 3; n < 7; n++)
		pmu_config(n, 1, CLEAR, EVENT_RAW_V2, TWICE_NEVER);
	for (n = 0; n < 4; n++)
		pmu_config(fw + n, 1, CLEAR, EVENT_FW(n), 0);
	pmu_set_shmem((unsigned long)twice_memory->area, 0, 0);
	CHECK_EQ(BOTH(CALL_NUM).ret.value, pmu.num);
	CHECK_OK(BOTH(CALL_START, 3, 1, SET_VALUE, 77).ret);
	CHECK_EQ(pmu_value(3), 77);
	CHECK_OK(BOTH(CALL_STOP, 3, 1, 0).ret);
	CHECK_OK(BOTH(CALL_START, 3, all, 0).ret);
	CHECK_OK(BOTH(CALL_STOP, 3, all, TAKE_SNAPSHOT).ret);
	CHECK_EQ(twice_memory->area[1], 77);
	twice_memory->area[2] = 78;
	CHECK_OK(BOTH(CALL_START, 3, all, FROM_SNAPSHOT).ret);
	CHECK_EQ(pmu_value(4), 78);
	CHECK_OK(BOTH(CALL_STOP, 3, all, 0).ret);
	CHECK_OK(BOTH(CALL_START, fw, 1, SET_VALUE, 5).ret);
	peek_event(0, 2);
	CHECK_EQ(BOTH(CALL_READ, fw).ret.value, 7);
	CHECK_OK(BOTH(CALL_STOP, fw, 1, 0).ret);
	CHECK_OK(BOTH(CALL_START, fw, all, 0).ret);
	peek_event(0, 2);
	CHECK_OK(BOTH(CALL_STOP, fw, all, TAKE_SNAPSHOT).ret);
	CHECK_EQ(twice_memory->area[1], 9);
	/* The second counter overflows. */
	CHECK_OK(BOTH(CALL_START, fw, 1, SET_VALUE, 5).ret);
	CHECK_OK(BOTH(CALL_START, fw + 1, 1, SET_VALUE, ~0ul, ~0ul).ret);
	peek_event(1, 2);
	CHECK_OK(BOTH(CALL_STOP, fw, 3, TAKE_SNAPSHOT).ret);
	CHECK_EQ(twice_memory->area[0], pmu.sscofpmf ? 2 : 0);
	twice_memory->area[1] = 90;
	CHECK_OK(BOTH(CALL_START, fw, all, FROM_SNAPSHOT).ret);
	CHECK_EQ(BOTH(CALL_READ, fw).ret.value, 90);
	CHECK_OK(BOTH(CALL_START, 3, all, 0).ret);
	CHECK_OK(BOTH(CALL_STOP, 3, all | all << (fw - 3), 0).ret);
	CHECK_OK(BOTH(CALL_START, 3, all | all << (fw - 3), 0).ret);
	CHECK_OK(BOTH(CALL_STOP, 3, 1, RESET).ret);
	CHECK_OK(BOTH(CALL_STOP, fw, 1, RESET).ret);
	CHECK_EQ(BOTH(CALL_CONFIG, 0, pmu_all(), CLEAR, EVENT_FW(3)).ret.value,
		 fw);
	CHECK_OK(BOTH(CALL_CONFIG, 0, pmu_all(), CLEAR, EVENT_CYCLES).ret);
	/* The comparison also shows calls that the entry leaves to C. */
	twice_memory->entries[0] = EVENT_CYCLES;
	CHECK_EQ(BOTH(SBI_EXT_PMU_EVENT_GET_INFO,
		      (unsigned long)twice_memory->entries, 0, 1)
			 .calls,
		 1);
	CHECK_EQ(twice_memory->entries[0], 1ull << 32 | EVENT_CYCLES);
}

static void from_snapshot(unsigned long base, unsigned long mask)
{
	unsigned int n;

	check_row("base", base);
	for (n = 0; n < 32; n++)
		twice_memory->area[1 + n] = 1000 * (base + 1) + n;
	CHECK_OK(BOTH(CALL_START, base, mask, FROM_SNAPSHOT).ret);
	CHECK_OK(BOTH(CALL_STOP, base, mask, TAKE_SNAPSHOT).ret);
}

/* Each index of the entry's tables: alone, after another one, with holes. */
static void each_counter(void)
{
	unsigned int n, end = pmu.fw < 32 ? pmu.fw : 32;
	unsigned long has = 0;

	if (!here())
		return;
	for (twice_fresh(); !twice_is_real();)
		twice_fresh();
	pmu_set_shmem((unsigned long)twice_memory->area, 0, 0);
	for (n = 3; n < end; n++) {
		if (pmu_config(n, 1, CLEAR, EVENT_RAW_V2, TWICE_NEVER).error &&
		    pmu_config(n, 1, CLEAR, EVENT_DTLB_READ_MISS, 0).error)
			continue;
		has |= 1ul << n;
		from_snapshot(n, 1);
		if (has >> (n - 1) & 1)
			from_snapshot(n - 1, 3);
	}
	for (n = 0; has && n < 2; n++)
		from_snapshot(0, has & 0x92492490ul >> n);
}

/* --- memory that does not respond ---------------------------------------- */

/* One word of each page is locked: that of the bitmap, or of a slot. */
static u64 broken[3][512] __attribute__((aligned(4096)));
static const unsigned int broken_slots[] = { 0, 2, 7 };

static unsigned int broken_word(unsigned int page)
{
	return page ? 1 + broken_slots[page] : 0;
}

static void break_pages(void)
{
	unsigned int n;

	for (n = 0; n < 3; n++)
		CHECK_OK(test_firmware(
			TEST_LOCK,
			(unsigned long)&broken[n][broken_word(n)] | 1));
}

/* Most counters have an event. Old values may be near a counter's maximum. */
static void broken_begin(void)
{
	unsigned int n;

	twice_fresh();
	for (n = 0; n < 3 * 512; n++)
		if (n % 512 != broken_word(n / 512))
			broken[n / 512][n % 512] = 0;
	for (n = 3; n < pmu.num; n++) {
		if (!(random() & 3))
			continue;
		if (n >= pmu.fw)
			pmu_config(n, 1, CLEAR, EVENT_FW(n & 7), 0);
		else if (pmu_config(n, 1, CLEAR, EVENT_RAW_V2, TWICE_NEVER)
				 .error &&
			 twice_is_real())
			pmu_config(n, 1, CLEAR, EVENT_DTLB_READ_MISS, 0);
	}
}

/* Counters with an event, one of which has this slot. @return false: none */
static bool broken_set(unsigned int slot, u64 configured, unsigned long a[6])
{
	unsigned int counter;

	configured &= ~2ull;
	if (!(configured >> slot))
		return false;
	do
		counter = slot + (unsigned int)random() % pmu.num;
	while (!(configured >> counter & 1));
	if (random() & 3)
		configured &= counter < pmu.fw ? (1ull << pmu.fw) - 1 :
						 ~0ull << pmu.fw;
	a[0] = counter - slot;
	a[1] = ((unsigned long)(configured >> a[0]) &
		(unsigned long)(random() | random())) |
	       1ul << slot;
	return true;
}

/* If one word cannot be accessed, the steps before it are undone. */
static void broken_areas(void)
{
	u64 rounds = option_number("rounds", 1500) / 3, n;
	unsigned long a[6] = { 0 }, fid;
	struct twice_end end;
	struct peek *before;

	if (!here())
		return;
	if (!area_direct()) {
		check_skip("M-mode maps an area before it looks at it");
		return;
	}
	break_pages();
	for (n = 0; n < rounds; n++) {
		check_row("round", n);
		if (!(n & 31))
			broken_begin();
		twice_walk();
		CHECK_OK(pmu_set_shmem((unsigned long)broken[n % 3], 0, 0));
		fid = random() & 1 ? CALL_STOP : CALL_START;
		a[2] = fid == CALL_STOP ? TAKE_SNAPSHOT : FROM_SNAPSHOT;
		if (fid == CALL_START)
			pmu_stop_all(0);
		before = twice_begin();
		/* A counter that has overflowed leaves the whole set to C. */
		if (random() & 1)
			twice_disturb(before);
		if (!broken_set(broken_slots[n % 3], before->configured, a))
			continue;
		end = twice_call(fid, a);
		CHECK(end.ret.error || fid == CALL_START);
	}
	check_row(NULL, 0);
	pmu_reset();
}

const struct check_case check_cases[] = {
	{ "calls of perf", perf_calls },
	{ "boundaries", boundaries },
	{ "each counter", each_counter },
	{ "random calls", random_calls },
	{ "memory that does not answer", broken_areas },
	{ NULL, NULL },
};
