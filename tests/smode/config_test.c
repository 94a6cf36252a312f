// SPDX-License-Identifier: BSD-2-Clause
/*
 * counter_config_matching (FID #2): the sets, flags and events that it accepts,
 * and the counter that it selects.
 */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

/* One event of every type; first the ones that every machine has. */
static const struct event {
	const char *name;
	unsigned long event_idx;
	u64 event_data;
} types[] = {
	{ "general", EVENT_CYCLES, 0 },
	{ "firmware", EVENT_SET_TIMER, 0 },
	{ "cache", EVENT_DTLB_READ_MISS, 0 },
	{ "raw", EVENT_RAW, EVENT_DTLB_READ_MISS },
	{ "raw v2", EVENT_RAW_V2, EVENT_DTLB_READ_MISS },
};

static unsigned int types_here(void)
{
	if (option_given("map=raw"))
		return 5;
	return option_given("map=none") ? 2 : 3;
}

/* config_matching with the set of all counters. */
static struct sbiret config(unsigned long flags, const struct event *e)
{
	return pmu_config(0, pmu_all(), flags, e->event_idx, e->event_data);
}

static void reserved_flags(void)
{
	unsigned int t, bit;

	for (t = 0; t < sizeof(types) / sizeof(types[0]); t++)
		for (bit = 8; bit < XLEN; bit++) {
			check_row(types[t].name, 1ul << bit);
			CHECK_ERROR(config(1ul << bit, &types[t]),
				    SBI_ERR_INVALID_PARAM);
			CHECK_ERROR(
				config(1ul << bit | CLEAR | AUTO, &types[t]),
				SBI_ERR_INVALID_PARAM);
		}
}

/* Check that every combination of flags works on an event of every type. */
static void flags_on(const struct event *e, unsigned long flags)
{
	struct sbiret ret = config(flags & ~(unsigned long)SKIP, e);
	unsigned long idx = ret.value;

	check_row(e->name, flags);
	if (!CHECK_OK(ret))
		return;
	if (flags & SKIP) {
		pmu_stop(idx, 1, RESET);
		CHECK_VALUE(
			pmu_config(idx, 1, flags, e->event_idx, e->event_data),
			idx);
	}
	if (flags & CLEAR && !(flags & AUTO))
		CHECK_EQ(pmu_value((unsigned int)idx), 0);
	if (flags & AUTO)
		CHECK_ERROR(pmu_start(idx, 1, 0, 0), SBI_ERR_ALREADY_STARTED);
	else
		CHECK_ERROR(pmu_stop(idx, 1, 0), SBI_ERR_ALREADY_STOPPED);
	pmu_stop(idx, 1, RESET);
}

static void every_flag(void)
{
	unsigned long flags;
	unsigned int t;

	for (t = 0; t < types_here(); t++)
		for (flags = 0; flags < 256; flags++)
			flags_on(&types[t], flags);
}

static void event_of_no_use(unsigned long event_idx, u64 event_data)
{
	check_row("event_idx", event_idx);
	CHECK_ERROR(pmu_config(0, pmu_all(), 0, event_idx, event_data),
		    SBI_ERR_NOT_SUPPORTED);
}

static void undefined_events(void)
{
	static const unsigned long undefined[] = {
		0,
		11,
		12,
		0x100,
		0xffff, /* general */
		0x10006,
		0x1003f,
		0x10038,
		0x1001e,
		0x1ffff, /* cache */
		0x20001,
		0x2ffff,
		0x30001,
		0x3ffff, /* raw with a code */
		EVENT_FW(22),
		EVENT_FW(255),
		EVENT_FW(256),
		EVENT_FW(65534),
		EVENT_FW(65535),
	};
	unsigned long n;

	for (n = 0; n < sizeof(undefined) / sizeof(undefined[0]); n++)
		event_of_no_use(undefined[n], 0);
	for (n = 4; n < 15; n++) {
		event_of_no_use(n << 16, 0);
		event_of_no_use(n << 16 | 1, 0);
		event_of_no_use(n << 16 | 0xffff, 0);
	}
	event_of_no_use(EVENT_RAW, 0xabcdef);
	event_of_no_use(EVENT_RAW_V2, 0xabcdef);
}

static void reserved_event_bits(void)
{
	unsigned int bit;

	for (bit = 20; bit < XLEN; bit++) {
		event_of_no_use(1ul << bit | EVENT_CYCLES, 0);
		event_of_no_use(1ul << bit | EVENT_SET_TIMER, 0);
	}
}

static void event_data_without_use(void)
{
	unsigned int bit;

	for (bit = 0; bit < 64; bit++) {
		check_row("event_data bit", bit);
		event_of_no_use(EVENT_CYCLES, 1ull << bit);
		event_of_no_use(EVENT_DTLB_READ_MISS, 1ull << bit);
		event_of_no_use(EVENT_SET_TIMER, 1ull << bit);
	}
}

/* --- sets ----------------------------------------------------------------- */

static void set_is_invalid(unsigned long base, unsigned long mask)
{
	check_row("mask", mask);
	CHECK_ERROR(pmu_config(base, mask, 0, EVENT_CYCLES, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_config(base, mask, 0, EVENT_SET_TIMER, 0),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(
		pmu_config(base, mask, SKIP | CLEAR | AUTO, EVENT_SET_TIMER, 0),
		SBI_ERR_INVALID_PARAM);
	/* An invalid set is refused before an invalid event is. */
	CHECK_ERROR(pmu_config(base, mask, 0, EVENT_FW(22), 0),
		    SBI_ERR_INVALID_PARAM);
}

static void invalid_sets(void)
{
	unsigned int fw = pmu.fw, n;

	set_is_invalid(0, 0);
	set_is_invalid(fw, 0);
	set_is_invalid(1, 1);
	set_is_invalid(pmu.num, 1);
	set_is_invalid(pmu.num - 1, 3);
	set_is_invalid(fw, 1ul << (XLEN - 1) | 1);
	set_is_invalid(~0ul, 1);
	set_is_invalid(~0ul, 3);
	set_is_invalid(~0ul, ~0ul);
	set_is_invalid(-(unsigned long)3, 1ul << (fw + 3));
	set_is_invalid(-(unsigned long)fw, 1ul << fw | 1);
	set_is_invalid(1ul << (XLEN - 1), 1);
	set_is_invalid((1ul << (XLEN - 1)) + fw, 1);
	for (n = 2; n < fw; n++)
		if (!(pmu.present >> n & 1))
			set_is_invalid(n, 1);
#if XLEN == 64
	set_is_invalid((1ul << 32) + fw, 1);
	set_is_invalid(1ul << 32, 1);
	set_is_invalid(fw, 1ul << 32 | 1);
	set_is_invalid(-(1ul << 32), 1ul << fw);
#endif
}

static void time_in_a_larger_set(void)
{
	CHECK_VALUE(pmu_config(1, 3, 0, EVENT_INSTRUCTIONS, 0), 2);
	CHECK_OK(pmu_config(0, 7, 0, EVENT_CYCLES, 0));
}

static void set_is_respected(void)
{
	unsigned int fw = pmu.fw, hw = pmu_last_hw();

	CHECK_VALUE(pmu_config(0, 1, 0, EVENT_CYCLES, 0), 0);
	CHECK_VALUE(pmu_config(2, 1, 0, EVENT_INSTRUCTIONS, 0), 2);
	CHECK_ERROR(pmu_config(fw, 1, 0, EVENT_CYCLES, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_config(0, 1, 0, EVENT_INSTRUCTIONS, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_config(2, 1, 0, EVENT_CYCLES, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_config(0, (1ul << fw) - 1, 0, EVENT_SET_TIMER, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_VALUE(pmu_config(pmu.num - 1, 1, 0, EVENT_SET_TIMER, 0),
		    pmu.num - 1);
	if (option_given("map=none")) {
		CHECK_ERROR(pmu_config(hw, 1, 0, EVENT_CYCLES, 0),
			    SBI_ERR_NOT_SUPPORTED);
		return;
	}
	CHECK_VALUE(pmu_config(hw, 1, 0, EVENT_DTLB_READ_MISS, 0), hw);
	CHECK_VALUE(pmu_config(3, 4, 0, EVENT_DTLB_READ_MISS, 0), 5);
	CHECK_ERROR(pmu_config(0, 5, 0, EVENT_DTLB_READ_MISS, 0),
		    SBI_ERR_NOT_SUPPORTED);
}

static void started_is_not_found(void)
{
	const struct pmu_source *s;
	unsigned int n;

	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, s->idx);
		CHECK_VALUE(pmu_source_config(s, AUTO), s->idx);
		CHECK_ERROR(
			pmu_config(s->idx, 1, 0, s->event_idx, s->event_data),
			SBI_ERR_NOT_SUPPORTED);
		CHECK(pmu_source_config(s, SKIP).error != SBI_SUCCESS);
		CHECK_OK(pmu_stop(s->idx, 1, RESET));
	}
}

/* Linux passes all counters in each call, and keeps those that it was given. */
static void each_gets_its_own(void)
{
	u64 given = 0, all = 0, bit;
	struct sbiret ret;
	unsigned int n;

	for (n = pmu.fw; n < pmu.num; n++) {
		ret = pmu_config_any(types[1].event_idx);
		CHECK_RANGE(ret.value, pmu.fw, pmu.num - 1);
		bit = 1ull << ret.value;
		CHECK_EQ(given & bit, 0);
		given |= bit;
		all |= 1ull << n;
	}
	CHECK_EQ(given, all);
	CHECK_ERROR(pmu_config_any(types[1].event_idx), SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_stop(pmu.fw + 2, 1, RESET), SBI_ERR_ALREADY_STOPPED);
	CHECK_VALUE(config(0, &types[1]), pmu.fw + 2);
}

static void hardware_runs_out(void)
{
	unsigned int n = 0;

	while (!config(AUTO, &types[2]).error && n < 64)
		n++;
	CHECK_EQ(n, option_given("map=none") ? 0 : 16);
	CHECK_ERROR(config(AUTO, &types[2]), SBI_ERR_NOT_SUPPORTED);
}

/* --- SKIP_MATCH ----------------------------------------------------------- */

static void skip_match_takes_the_first(void)
{
	unsigned int fw = pmu.fw;
	u64 value;

	CHECK_VALUE(pmu_config(fw + 1, 7, SKIP, EVENT_SET_TIMER, 0), fw + 1);
	CHECK_VALUE(pmu_config(fw + 1, 7, SKIP, EVENT_SET_TIMER, 0), fw + 1);
	CHECK_VALUE(pmu_config(1, 3, SKIP, EVENT_INSTRUCTIONS, 0), 2);
	/* The new event counts, the old one no longer. */
	CHECK_VALUE(pmu_config(fw + 1, 1, SKIP | CLEAR | AUTO,
			       EVENT_FW(SBI_PMU_FW_ILLEGAL_INSN), 0),
		    fw + 1);
	pmu_work_timer();
	CHECK_EQ(pmu_value(fw + 1), 0);
	value = HART_TRY(csr_read(0x7ff));
	CHECK_EQ(value, HART_ILLEGAL);
	CHECK_EQ(pmu_value(fw + 1), 1);
}

static void skip_match_cannot_do_magic(void)
{
	unsigned int fw = pmu.fw, idx;
	unsigned long flags;

	for (flags = SKIP; flags < 8; flags += 2)
		for (idx = 0; idx < pmu.num; idx++) {
			if (!(pmu.present >> idx & 1))
				continue;
			check_row("counter", idx);
			CHECK_ERROR(pmu_config(idx, 1, flags,
					       idx < fw ? EVENT_SET_TIMER :
							  EVENT_CYCLES,
					       0),
				    SBI_ERR_NOT_SUPPORTED);
			CHECK_ERROR(pmu_config(idx, 1, flags, EVENT_FW(22), 0),
				    SBI_ERR_NOT_SUPPORTED);
		}
}

/*
 * With SKIP an event of the other kind is refused, and the counter is not
 * written.
 */
static void skip_match_mixed_up(void)
{
	unsigned long all = SKIP | CLEAR | AUTO;
	unsigned int fw = pmu.fw;

	CHECK_VALUE(pmu_config(fw, 1, 0, EVENT_SET_TIMER, 0), fw);
	CHECK_ERROR(pmu_config(fw, 1, all, EVENT_CYCLES, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_VALUE(pmu_config(2, 1, 0, EVENT_INSTRUCTIONS, 0), 2);
	CHECK_ERROR(pmu_config(2, 1, all, EVENT_SET_TIMER, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_ERROR(pmu_config(0, 7, all, EVENT_SET_TIMER, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_OK(pmu_start(fw, 1, SET_VALUE, 7));
	pmu_work_timer();
	CHECK_EQ(pmu_value(fw), 8);
}

/*
 * A counter with an event that QEMU knows keeps counting it until 0 is written.
 */
static void the_event_before(void)
{
	unsigned long n;

	if (option_given("map=none") || option_given("map=raw")) {
		check_skip("needs two events on each counter");
		return;
	}
	for (n = 3; n < pmu.fw; n++) {
		check_row("counter", n);
		if (pmu_config(n, 1, CLEAR | AUTO, EVENT_CYCLES, 0).error)
			continue;
		CHECK_OK(pmu_stop(n, 1, RESET));
		CHECK_VALUE(
			pmu_config(n, 1, CLEAR | AUTO, EVENT_DTLB_READ_MISS, 0),
			n);
		CHECK_OK(pmu_stop(n, 1, 0));
		/* The two calls take more cycles than this. */
		CHECK_RANGE(pmu_value(n), 0, 16);
		pmu_stop(n, 1, RESET);
	}
	check_row(NULL, 0);
}

const struct check_case check_cases[] = {
	{ "reserved flags", reserved_flags },
	{ "every flag on every type", every_flag },
	{ "undefined events", undefined_events },
	{ "reserved bits of event_idx", reserved_event_bits },
	{ "event_data where it has no use", event_data_without_use },
	{ "invalid sets", invalid_sets },
	{ "index 1 within a larger set", time_in_a_larger_set },
	{ "the set is respected", set_is_respected },
	{ "a started counter is not found", started_is_not_found },
	{ "each call gets a counter of its own", each_gets_its_own },
	{ "hardware counters run out", hardware_runs_out },
	{ "SKIP_MATCH takes the first counter", skip_match_takes_the_first },
	{ "SKIP_MATCH needs a counter that can", skip_match_cannot_do_magic },
	{ "SKIP_MATCH on a counter of the other kind", skip_match_mixed_up },
	{ "the event before", the_event_before },
	{ NULL, NULL },
};
