// SPDX-License-Identifier: BSD-2-Clause
/* Started counters count the right events from the right value. */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

#define MUCH (1ull << 40) /* more events than any test makes */

/* Events that one piece of work adds; an idle counter adds 0. */
static u64 counted(const struct pmu_source *s)
{
	u64 before = pmu_value(s->idx);

	s->work();
	return pmu_value(s->idx) - before;
}

static void each_source(void (*test)(const struct pmu_source *s))
{
	const struct pmu_source *s;
	unsigned int n;

	for (n = 0; (s = pmu_source(n)); n++) {
		pmu_reset();
		check_row(s->name, s->idx);
		test(s);
	}
}

/* --- life of a counter ---------------------------------------------------- */

static void life(const struct pmu_source *s)
{
	u64 value;

	CHECK_VALUE(pmu_source_config(s, CLEAR), s->idx);
	CHECK_EQ(counted(s), 0);
	CHECK_EQ(pmu_value(s->idx), 0);
	CHECK_OK(pmu_start(s->idx, 1, 0, 0));
	CHECK_RANGE(counted(s), s->least, MUCH);
	CHECK_OK(pmu_stop(s->idx, 1, 0));
	value = pmu_value(s->idx);
	CHECK_RANGE(value, s->least, MUCH);
	CHECK_EQ(counted(s), 0);
	CHECK_EQ(pmu_value(s->idx), value);
	CHECK_OK(pmu_start(s->idx, 1, 0, 0));
	CHECK_RANGE(counted(s), s->least, MUCH);
	CHECK_RANGE(pmu_value(s->idx), value + s->least, MUCH);
	CHECK_OK(pmu_stop(s->idx, 1, RESET));
	CHECK_EQ(counted(s), 0);
}

static void from_config_to_reset(void)
{
	each_source(life);
}

static void auto_start(const struct pmu_source *s)
{
	CHECK_VALUE(pmu_source_config(s, CLEAR | AUTO), s->idx);
	CHECK_RANGE(counted(s), s->least, MUCH);
	CHECK_RANGE(pmu_value(s->idx), s->least, MUCH);
	CHECK_OK(pmu_stop(s->idx, 1, RESET));
	CHECK_EQ(counted(s), 0);
}

static void auto_start_counts(void)
{
	each_source(auto_start);
}

/*
 * A counter keeps its value when it is configured or started without a flag
 * that sets it.
 */
static void keep(const struct pmu_source *s)
{
	u64 value = 0x1234567890ull;

	CHECK_VALUE(pmu_source_config(s, 0), s->idx);
	CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, value));
	CHECK_OK(pmu_stop(s->idx, 1, 0));
	CHECK_RANGE(pmu_value(s->idx), value, value + MUCH);
	value = pmu_value(s->idx);
	CHECK_VALUE(pmu_source_config(s, SKIP), s->idx);
	CHECK_EQ(pmu_value(s->idx), value);
	CHECK_VALUE(pmu_source_config(s, SKIP | AUTO), s->idx);
	CHECK_RANGE(counted(s), s->least, MUCH);
	CHECK_OK(pmu_stop(s->idx, 1, 0));
	CHECK_RANGE(pmu_value(s->idx), value + s->least, value + MUCH);
	CHECK_VALUE(pmu_source_config(s, SKIP | CLEAR), s->idx);
	CHECK_EQ(pmu_value(s->idx), 0);
}

static void value_is_kept(void)
{
	each_source(keep);
}

/* --- initial values ------------------------------------------------------- */

static const u64 initial[] = {
	0,
	1,
	0x7fffffff,
	0x80000000,
	0xffffffff,
	0x100000000,
	0x1ffffffff,
	0x123456789abcdef0,
	0x7fffffffffffffff,
	0x8000000000000000,
	0xffffffff00000000,
	0xfffffffffffffffe,
};

/*
 * Counters of events that occur only on request start with exactly this value.
 */
static void initial_value(const struct pmu_source *s)
{
	bool exact = s->work != pmu_work_spin;
	unsigned int n;

	CHECK_VALUE(pmu_source_config(s, 0), s->idx);
	for (n = 0; n < sizeof(initial) / sizeof(initial[0]); n++) {
		check_row(s->name, initial[n]);
		CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, initial[n]));
		CHECK_OK(pmu_stop(s->idx, 1, 0));
		CHECK_RANGE(pmu_value(s->idx) - initial[n], 0,
			    exact ? s->least : MUCH);
	}
}

static void initial_values(void)
{
	each_source(initial_value);
}

/* A start with a value does not change a running counter. */
static void running(const struct pmu_source *s)
{
	CHECK_VALUE(pmu_source_config(s, CLEAR | AUTO), s->idx);
	CHECK_ERROR(pmu_start(s->idx, 1, SET_VALUE, 1ull << 60),
		    SBI_ERR_ALREADY_STARTED);
	CHECK_RANGE(counted(s), s->least, MUCH);
	CHECK_RANGE(pmu_value(s->idx), s->least, MUCH);
}

static void running_counter_keeps_its_value(void)
{
	each_source(running);
}

static void low_word_wraps(void)
{
	unsigned int fw = pmu.fw;

	CHECK_VALUE(pmu_config(fw, 1, 0, EVENT_SET_TIMER, 0), fw);
	CHECK_OK(pmu_start(fw, 1, SET_VALUE, 0xfffffffe));
	pmu_work_timer();
	CHECK_EQ(pmu_fw_read(fw).value, 0xffffffff);
	CHECK_VALUE(pmu_fw_read_hi(fw), 0);
	pmu_work_timer();
	CHECK_VALUE(pmu_fw_read(fw), (unsigned long)0x100000000ull);
	CHECK_VALUE(pmu_fw_read_hi(fw), XLEN == 32 ? 1 : 0);
	CHECK_OK(pmu_stop(fw, 1, 0));
	CHECK_OK(pmu_start(fw, 1, SET_VALUE, ~0ull));
	CHECK_EQ(pmu_value(fw), ~0ull);
	pmu_work_timer();
	CHECK_EQ(pmu_value(fw), 0);
}

/* --- more than one counter ------------------------------------------------ */

/* Two counters on one event, the second one started later. */
static void twice(unsigned int first, unsigned int second,
		  unsigned long event_idx, void (*work)(void), u64 least)
{
	u64 value;

	pmu_reset();
	check_row("event_idx", event_idx);
	CHECK_VALUE(pmu_config(first, 1, CLEAR | AUTO, event_idx, 0), first);
	work();
	CHECK_VALUE(pmu_config(second, 1, CLEAR | AUTO, event_idx, 0), second);
	value = pmu_value(first);
	work();
	CHECK_RANGE(pmu_value(first), value + least, MUCH);
	CHECK_RANGE(pmu_value(second), least, MUCH);
	CHECK_OK(pmu_stop(first, 1, RESET));
	value = pmu_value(second);
	work();
	CHECK_RANGE(pmu_value(second), value + least, MUCH);
}

static void two_counters_on_one_event(void)
{
	twice(pmu.fw, pmu.num - 1, EVENT_SET_TIMER, pmu_work_timer, 1);
	CHECK_EQ(pmu_value(pmu.num - 1), 2);
	if (option_given("map=none"))
		return;
	twice(0, 3, EVENT_CYCLES, pmu_work_spin, 100);
	twice(2, 4, EVENT_INSTRUCTIONS, pmu_work_spin, 100);
}

/* Set of all counters that the firmware gives S-mode for an event. */
static unsigned long all_users(unsigned long event_idx)
{
	unsigned long set = 0;
	struct sbiret ret;

	pmu_reset();
	check_row("event_idx", event_idx);
	while (!(ret = pmu_config(0, pmu_all(), CLEAR | AUTO, event_idx, 0))
			.error)
		set |= 1ul << ret.value;
	CHECK_ERROR(ret, SBI_ERR_NOT_SUPPORTED);
	return set;
}

/* A hart of QEMU counts cycles in only one programmable counter at a time. */
static void every_user_counts(void)
{
	unsigned long event_idx, set;
	unsigned int n;
	u64 value;

	if (pmu.sscofpmf) {
		check_skip("any counter is offered, as all can interrupt");
		return;
	}
	for (event_idx = EVENT_CYCLES; event_idx <= EVENT_INSTRUCTIONS;
	     event_idx++) {
		set = all_users(event_idx);
		for (n = 0; n < pmu.fw; n++) {
			if (!(set >> n & 1))
				continue;
			check_row("counter", n);
			value = pmu_value(n);
			pmu_work_spin();
			CHECK_RANGE(pmu_value(n), value + 100, MUCH);
		}
	}
}

/*
 * After RESET another counter can be configured for the event, and counts it.
 */
static void event_moves_on(void)
{
	unsigned int n;

	if (option_given("map=none")) {
		check_skip("no event is mapped to these counters");
		return;
	}
	for (n = 3; n <= pmu_last_hw(); n++) {
		check_row("counter", n);
		CHECK_VALUE(
			pmu_config(n, 1, CLEAR | AUTO, EVENT_DTLB_READ_MISS, 0),
			n);
		pmu_work_dtlb();
		CHECK_RANGE(pmu_value(n), 16, MUCH);
		CHECK_OK(pmu_stop(n, 1, RESET));
	}
}

static void all_at_once(void)
{
	const struct pmu_source *s;
	unsigned long set = 0;
	unsigned int n;

	for (n = 0; (s = pmu_source(n)) && n < 6; n++) {
		CHECK_VALUE(pmu_source_config(s, CLEAR), s->idx);
		set |= 1ul << s->idx;
	}
	CHECK_OK(pmu_start(0, set, 0, 0));
	for (n = 0; (s = pmu_source(n)) && n < 6; n++) {
		check_row(s->name, s->idx);
		CHECK_RANGE(counted(s), s->least, MUCH);
	}
	CHECK_OK(pmu_stop(0, set, 0));
	for (n = 0; (s = pmu_source(n)) && n < 6; n++)
		CHECK_EQ(counted(s), 0);
}

/* --- filters -------------------------------------------------------------- */

static volatile unsigned long user_rounds;

static void user_spin(unsigned long rounds)
{
	while (rounds--)
		user_rounds++;
	for (;;)
		__asm__ volatile("ecall");
}

/* Two filters on one event, with work in S-mode and in U-mode. */
static void filter_event(unsigned long event_idx, void (*work)(void), u64 least)
{
	u64 value;

	CHECK_VALUE(pmu_config(5, 1, CLEAR | AUTO | UINH | MINH, event_idx, 0),
		    5);
	work();
	CHECK_RANGE(pmu_value(5), least, MUCH);
	CHECK_OK(pmu_stop(5, 1, RESET));
	CHECK_VALUE(pmu_config(5, 1, CLEAR | AUTO | SINH | MINH, event_idx, 0),
		    5);
	work();
	CHECK_EQ(pmu_value(5), 0);
	hart_user(user_spin, 1000);
	value = pmu_value(5);
	if (event_idx == EVENT_INSTRUCTIONS)
		CHECK_RANGE(value, 1000, MUCH);
	work();
	CHECK_EQ(pmu_value(5), value);
	CHECK_OK(pmu_stop(5, 1, RESET));
}

#define USER_PAGES 32u

static u8 user_pages[USER_PAGES * 4096] __attribute__((aligned(4096)));

static void user_touch(unsigned long count)
{
	while (count--)
		(void)*(volatile u8 *)&user_pages[count * 4096];
	for (;;)
		__asm__ volatile("ecall");
}

/* Misses of U-mode; S-mode adds a few of its own stack. */
static u64 user_misses(unsigned long filter)
{
	u64 misses;

	CHECK_VALUE(pmu_config(5, 1, CLEAR | AUTO | MINH | filter,
			       EVENT_DTLB_READ_MISS, 0),
		    5);
	__asm__ volatile("sfence.vma" ::: "memory");
	hart_user(user_touch, USER_PAGES);
	misses = pmu_value(5);
	CHECK_OK(pmu_stop(5, 1, RESET));
	return misses;
}

/* Without Sscofpmf no counter has filters, and the flags are only hints. */
static void filters(void)
{
	if (!pmu.sscofpmf || option_given("map=none")) {
		check_skip("no filters on this machine");
		return;
	}
	filter_event(EVENT_DTLB_READ_MISS, pmu_work_dtlb, 16);
	CHECK_RANGE(user_misses(0), USER_PAGES, MUCH);
	CHECK_EQ(user_misses(SINH), USER_PAGES);
	CHECK_RANGE(user_misses(UINH), 0, USER_PAGES - 1);
	CHECK_EQ(user_misses(SINH | UINH), 0);
	/* QEMU on RV32 forgets the filter when the low half is read. */
	if (XLEN == 64)
		filter_event(EVENT_INSTRUCTIONS, pmu_work_spin, 100);
}

/* With Smcntrpmf mcycle and minstret have registers for filters. */
static void filter_fixed(unsigned int idx, unsigned long event_idx)
{
	check_row("counter", idx);
	CHECK_VALUE(
		pmu_config(idx, 1, CLEAR | AUTO | UINH | MINH, event_idx, 0),
		idx);
	pmu_work_spin();
	CHECK_RANGE(pmu_value(idx), 100, MUCH);
	CHECK_OK(pmu_stop(idx, 1, RESET));
	CHECK_VALUE(
		pmu_config(idx, 1, CLEAR | AUTO | SINH | MINH, event_idx, 0),
		idx);
	pmu_work_spin();
	CHECK_EQ(pmu_value(idx), 0);
	hart_user(user_spin, 1000);
	CHECK_RANGE(pmu_value(idx), 1000, MUCH);
	CHECK_OK(pmu_stop(idx, 1, RESET));
	/* The next user gets the counter without the filter. */
	CHECK_VALUE(pmu_config(idx, 1, CLEAR | AUTO, event_idx, 0), idx);
	pmu_work_spin();
	CHECK_RANGE(pmu_value(idx), 100, MUCH);
}

static void filters_of_fixed_counters(void)
{
	/* QEMU on RV32 forgets the filter when the low half is read. */
	if (!option_given("smcntrpmf") || XLEN == 32) {
		check_skip("fixed counters have no filters here");
		return;
	}
	filter_fixed(0, EVENT_CYCLES);
	filter_fixed(2, EVENT_INSTRUCTIONS);
}

/* A filter stays with the counter when it is stopped and started again. */
static void filters_stay(void)
{
	if (!pmu.sscofpmf || option_given("map=none")) {
		check_skip("no filters on this machine");
		return;
	}
	CHECK_VALUE(pmu_config(5, 1, CLEAR | AUTO | SINH | MINH,
			       EVENT_DTLB_READ_MISS, 0),
		    5);
	CHECK_OK(pmu_stop(5, 1, 0));
	CHECK_OK(pmu_start(5, 1, SET_VALUE, 3));
	pmu_work_dtlb();
	CHECK_EQ(pmu_value(5), 3);
}

/* event_data selects an event only: it changes neither OF nor filters. */
static void raw_event_data(void)
{
	unsigned int bit;

	if (!option_given("map=raw")) {
		check_skip("no raw events are mapped");
		return;
	}
	for (bit = 48; bit < 64; bit++) {
		check_row("raw bit", bit);
		pmu_reset();
		/* The caller gives 48 bits; the firmware sets the others. */
		CHECK_VALUE(pmu_config(6, 1, CLEAR | AUTO, EVENT_RAW,
				       1ull << bit | EVENT_DTLB_READ_MISS),
			    6);
		pmu_work_dtlb();
		CHECK_RANGE(pmu_value(6), 16, MUCH);
	}
	for (bit = 56; bit < 64; bit++) {
		check_row("raw v2 bit", bit);
		pmu_reset();
		if (pmu_config(6, 1, CLEAR | AUTO, EVENT_RAW_V2,
			       1ull << bit | EVENT_DTLB_READ_MISS)
			    .error)
			continue;
		pmu_work_dtlb();
		CHECK_RANGE(pmu_value(6), 16, MUCH);
		if (pmu.sscofpmf)
			CHECK_EQ(csr_read(SCOUNTOVF), 0);
	}
	pmu_reset();
	CHECK_ERROR(pmu_config(6, 1, 0, EVENT_RAW, 0x12345),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_config(6, 1, 0, EVENT_RAW_V2, 0x12345),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_config(0, 7, 0, EVENT_RAW, EVENT_DTLB_READ_MISS),
		    SBI_ERR_NOT_SUPPORTED);
}

const struct check_case check_cases[] = {
	{ "from config to RESET", from_config_to_reset },
	{ "AUTO_START", auto_start_counts },
	{ "a value is kept until told otherwise", value_is_kept },
	{ "initial values", initial_values },
	{ "a running counter keeps its value",
	  running_counter_keeps_its_value },
	{ "the low word wraps", low_word_wraps },
	{ "two counters on one event", two_counters_on_one_event },
	{ "every user of cycles or instructions counts", every_user_counts },
	{ "an event moves from counter to counter", event_moves_on },
	{ "all at once", all_at_once },
	{ "filters", filters },
	{ "filters of the fixed counters", filters_of_fixed_counters },
	{ "filters stay", filters_stay },
	{ "raw event_data", raw_event_data },
	{ NULL, NULL },
};
