// SPDX-License-Identifier: BSD-2-Clause
/* lib/pmu while S-mode uses delegated counters by its registers */
#include <hart/fields.h>
#include <string.h>

#include "unit.h"

#define AUTO SBI_PMU_CFG_FLAG_AUTO_START
#define SKIP SBI_PMU_CFG_FLAG_SKIP_MATCH
#define RESET SBI_PMU_STOP_FLAG_RESET
#define OF FIELD_MASK(MHPMEVENT, OVERFLOW)
#define MINH FIELD_MASK(MHPMEVENT, MINHIBIT)

enum { SELECT = 0x77 }; /* an event that SBI does not know */

static void delegate(void)
{
	struct pmu_hart_features has = unit_hart.has;

	has.delegated = true;
	pmu_hart_init(&unit_hart, &unit_machine, &has);
}

/* S-mode writes its view of mhpmevent, which does not have MINH. */
static void s_mode_event(unsigned int n, u64 value)
{
	fake.state.event[n] = value | (fake.state.event[n] & MINH);
}

static void s_mode_runs(unsigned int n, u64 event)
{
	s_mode_event(n, event);
	fake.state.inhibit &= ~BIT64(n);
}

/* --- bits of others ------------------------------------------------------- */

static void other_call(unsigned int n)
{
	switch (n) {
	case 0:
		unit_take(3, 0, EV_CACHE, 0);
		break;
	case 1:
		CHECK_OK("start", unit_start(3, 1, 1, 5));
		break;
	case 2:
		CHECK_OK("stop", unit_stop(3, 1, 0));
		break;
	case 3:
		CHECK_RET("config", unit_config(0, 8, SKIP, EV_CACHE, 0),
			  SBI_SUCCESS, 3);
		break;
	case 4:
		CHECK_OK("start", unit_start(3, 1, 0, 0));
		break;
	case 5:
		CHECK_OK("reset", unit_stop(3, 1, RESET));
		break;
	case 6:
		unit_take(FW0, AUTO, EV_SET_TIMER, 0);
		break;
	case 7:
		CHECK_OK("firmware from base 0",
			 unit_stop(0, unit_xlen(BIT64(FW0)), RESET));
	}
}

static void other_bits_stay(void)
{
	unsigned int n;

	delegate();
	s_mode_runs(4, SELECT);
	fake.state.inhibit |= 4; /* instret is stopped */
	for (n = 0; n < 8; n++) {
		fake.state.inhibit ^= BIT64(6);
		other_call(n);
		CHECK_EQ("its own", fake.state.inhibit & 0x55,
			 (fake.state.inhibit & BIT64(6)) | 4);
		CHECK_EQ("as S-mode wrote it", fake.state.inhibit >> 6 & 1,
			 n & 1);
		CHECK_EQ("event", fake.state.event[4] & ~MINH, SELECT);
	}
}

/*
 * Calls whose set has counters of S-mode: Linux passes all when a CPU starts.
 */
static void named_counters_stay(void)
{
	static struct fake_state before;
	u64 named = unit_hart.present & 0x5d;

	delegate();
	s_mode_runs(4, SELECT);
	s_mode_event(6, SELECT);
	before = fake.state;
	CHECK_RET("stop", unit_stop(0, named, 0), SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_RET("reset", unit_stop(0, named, RESET), SBI_ERR_ALREADY_STOPPED,
		  0);
	CHECK_RET("start", unit_start(4, 1, 0, 0), SBI_ERR_INVALID_PARAM, 0);
	CHECK_RET("set", unit_start(4, 1, 1, 9), SBI_ERR_INVALID_PARAM, 0);
	CHECK("nothing changed", !memcmp(&before, &fake.state, sizeof(before)));
	unit_take(3, AUTO, EV_CACHE, 0);
	CHECK_RET("stop", unit_stop(0, named, RESET), SBI_ERR_ALREADY_STOPPED,
		  0);
	CHECK_EQ("3 stands, 4 runs", fake.state.inhibit & 0x18, 8);
	CHECK_EQ("event", fake.state.event[4] & ~MINH, SELECT);
}

/* Without delegation all counters belong to SBI. */
static void without_delegation_all_stop(void)
{
	CHECK_RET("mcycle", unit_stop(0, 5, 0), SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_EQ("stands", fake.state.inhibit & 5, 5);
}

/* --- owners of counters -------------------------------------------------- */

static void config_leaves_what_s_mode_has(void)
{
	unsigned long cache = 0x58;

	delegate();
	s_mode_runs(3, 0);
	s_mode_event(4, SELECT);
	CHECK_RET("neither", unit_config(0, cache, 0, EV_CACHE, 0), SBI_SUCCESS,
		  6);
	CHECK_RET("skip", unit_config(4, 1, SKIP, EV_CACHE, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	s_mode_event(4, 0);
	CHECK_RET("given up", unit_config(0, cache, 0, EV_CACHE, 0),
		  SBI_SUCCESS, 4);
	CHECK_RET("all", unit_config(0, cache, 0, EV_CACHE, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	fake.state.inhibit |= 8;
	CHECK_RET("stopped, no event", unit_config(0, cache, 0, EV_CACHE, 0),
		  SBI_SUCCESS, 3);
}

/* A fixed counter with a filter has an owner. */
static void config_leaves_filters(void)
{
	delegate();
	s_mode_event(0, BIT64(60));
	CHECK_RET("mcycle", unit_config(0, 1, 0, EV_CYCLES, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	s_mode_event(0, 0);
	CHECK_RET("mcycle", unit_config(0, 1, 0, EV_CYCLES, 0), SBI_SUCCESS, 0);
}

static void m_mode_is_hidden(void)
{
	unsigned int n;

	delegate();
	for (n = 3; n < UNIT_NUM_HW; n++) {
		if (!(unit_hart.present >> n & 1))
			continue;
		s_mode_runs(n, SELECT);
		CHECK("at boot", !fake_hart_counts(n, FAKE_M));
	}
	delegate();
	unit_take(3, AUTO, EV_CACHE, 0);
	CHECK_OK("reset", unit_stop(3, 1, RESET));
	s_mode_runs(3, SELECT);
	CHECK("after SBI had it", !fake_hart_counts(3, FAKE_M));
	CHECK("S-mode is counted", fake_hart_counts(3, FAKE_S));
}

/* --- sleep and owners ----------------------------------------------------- */

static void mixed(void)
{
	delegate();
	unit_take(3, AUTO | 0x20, EV_CACHE, 0);
	s_mode_runs(4, SELECT);
	s_mode_event(6, SELECT + 1);
	fake.state.counter[6] = 66;
	fake.state.inhibit |= 4;
	fake_hart_run(FAKE_S, 12);
	if (fake.has.sscofpmf) {
		fake.state.event[4] |= OF;
		fake.state.event[3] |= OF;
	}
}

static void suspend_keeps_both(void)
{
	static struct fake_state before;

	mixed();
	before = fake.state;
	pmu_hart_suspend(&unit_hart);
	memset(fake.state.counter, 0, sizeof(fake.state.counter));
	memset(fake.state.event, 0, sizeof(fake.state.event));
	fake.state.inhibit = 0;
	pmu_hart_resume(&unit_hart);
	CHECK("registers", !memcmp(&before, &fake.state, sizeof(before)));
	CHECK_OK("stop", unit_stop(3, 1, 0));
	CHECK_OK("start", unit_start(3, 1, 0, 0));
	CHECK("overflow is over", !(fake.state.event[3] & OF));
	CHECK_EQ("but not S-mode's", !!(fake.state.event[4] & OF),
		 fake.has.sscofpmf);
}

static void owners_keep_both(void)
{
	static struct pmu_context first, second;
	static struct fake_state before;

	mixed();
	before = fake.state;
	pmu_context_leave(&unit_hart, &first);
	pmu_context_enter(&unit_hart, NULL);
	CHECK_EQ("no event", fake.state.event[4] & ~MINH, 0);
	CHECK_EQ("no value", fake.state.counter[6], 0);
	CHECK_EQ("gates", fake.state.inhibit, UNIT_HPM);
	s_mode_runs(6, SELECT + 2);
	fake_hart_run(FAKE_S, 7);
	pmu_context_leave(&unit_hart, &second);
	pmu_context_enter(&unit_hart, &first);
	CHECK("registers", !memcmp(&before, &fake.state, sizeof(before)));
	pmu_context_leave(&unit_hart, &first);
	pmu_context_enter(&unit_hart, &second);
	CHECK_EQ("event", fake.state.event[6] & ~MINH, SELECT + 2);
	CHECK_EQ("value", fake.state.counter[6], 7);
	CHECK_EQ("runs", fake.state.inhibit & BIT64(6), 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(other_bits_stay, UNIT_INHIBIT),
	UNIT_TEST(named_counters_stay, UNIT_INHIBIT),
	UNIT_TEST(without_delegation_all_stop, UNIT_INHIBIT),
	UNIT_TEST(config_leaves_what_s_mode_has, UNIT_INHIBIT),
	UNIT_TEST(config_leaves_filters, UNIT_INHIBIT | UNIT_SMCNTRPMF),
	UNIT_TEST(m_mode_is_hidden, UNIT_INHIBIT | UNIT_SSCOFPMF),
	UNIT_TEST(suspend_keeps_both, UNIT_INHIBIT),
	UNIT_TEST(owners_keep_both, UNIT_INHIBIT),
};

UNIT_MAIN("pmu_delegated", tests)
