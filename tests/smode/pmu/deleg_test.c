// SPDX-License-Identifier: BSD-2-Clause
/*
 * S-mode uses counters by its registers (Smcdeleg) and by SBI at once, in
 * random steps, and compares them with a model of two owners: after every step
 * all events, inhibit bits and values are those that their owner set last.
 *
 * The counters count no event here, except cycle and instret, so values are
 * exact; for these two only inhibit bits and filters are compared.
 */
#include "check.h"
#include "deleg.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "random.h"
#include "test_firmware.h"

#define NON_RETENTIVE 0x80000000ul
#define NEVER 3ull /* event data of a raw event that the tree maps */
#define FIXED 5ul
#define UINH_BIT (1ull << 60)

/* State of one domain's PMU. */
struct model {
	u64 event[32]; /* as S-mode reads it */
	u64 value[32];
	u32 inhibit;	/* scountinhibit */
	u32 configured; /* by SBI */
	u32 started;
	bool fw; /* firmware counter 0 has an event */
};

static struct model models[2];
static struct model *m; /* model of the running domain */
static u32 there;	/* hardware counters, bit counter_idx */
static u32 mapped;	/* those for which the tree maps raw events */
static bool filters;	/* the fixed counters have filters */
static unsigned int last_kind;

static bool has_event(unsigned int n)
{
	return n > 2 || filters;
}

static bool has_high(unsigned int n)
{
	return n < 3 || pmu.sscofpmf;
}

/* --- comparing ------------------------------------------------------------ */

static bool compare(void)
{
	unsigned long select = csr_read(DELEG_SISELECT);
	bool good = CHECK_EQ((u32)deleg_inhibit() & there, m->inhibit & there);
	unsigned int n;

	for (n = 0; n < 32; n++) {
		if (!(there >> n & 1))
			continue;
		if (has_event(n))
			good &= CHECK_EQ(deleg_event(n, has_high(n)),
					 m->event[n]);
		if (n > 2)
			good &= CHECK_EQ(deleg_value(n), m->value[n]);
	}
	csr_write(DELEG_SISELECT, select);
	if (!good)
		check_row("last kind of step", last_kind);
	return good;
}

static void nap(void)
{
	last_kind = 10;
	sbi_set_timer(hart_time() + 10000);
	csr_write(sie, HART_IRQ_TIMER);
	CHECK_EQ(hart_suspend(NON_RETENTIVE), SBI_SUCCESS);
	csr_write(sie, 0ul);
	sbi_set_timer(~0ull);
}

/* --- S-mode by itself ----------------------------------------------------- */

static void own_event(unsigned int n)
{
	/* Events that QEMU does not count */
	u64 event = one_of(3) ? 0x100 + one_of(256) : 0;

	if (n < 3)
		event = one_of(2) ? UINH_BIT : 0;
	if (!has_event(n))
		return;
	deleg_event_set(n, has_high(n), event);
	m->event[n] = event;
}

static void own_value(unsigned int n)
{
	if (n < 3)
		return;
	m->value[n] = random();
	deleg_value_set(n, m->value[n]);
}

static void own_gate(unsigned int n)
{
	if (one_of(2)) {
		csr_set(DELEG_SCOUNTINHIBIT, 1ul << n);
		m->inhibit |= 1u << n;
	} else {
		csr_clear(DELEG_SCOUNTINHIBIT, 1ul << n);
		m->inhibit &= ~(1u << n);
	}
}

static void own_step(void)
{
	unsigned int n = one_of(pmu.fw);

	if (!((there & ~m->configured) >> n & 1))
		return;
	switch (one_of(4)) {
	case 0:
		own_event(n);
		break;
	case 1:
		own_value(n);
		break;
	default:
		own_gate(n);
	}
}

/* --- through SBI ---------------------------------------------------------- */

static u32 free_for_sbi(void)
{
	u32 set = there & ~m->configured;
	unsigned int n;

	for (n = 0; n < 32; n++)
		if (m->event[n] || (n > 2 && !(m->inhibit >> n & 1)))
			set &= ~(1u << n);
	return set;
}

static void sbi_config(u32 set)
{
	bool cycles = !one_of(4), clear = one_of(2);
	u64 flags = clear ? CLEAR : 0;
	struct sbiret ret;
	unsigned int n = 0;
	u32 able;

	if (cycles)
		set = 1;
	able = set & free_for_sbi() & (cycles ? ~0u : mapped);
	flags |= one_of(2) ? UINH : 0;
	ret = pmu_config(0, set, flags, cycles ? EVENT_CYCLES : EVENT_RAW_V2,
			 cycles ? 0 : NEVER);
	if (!able) {
		CHECK_ERROR(ret, SBI_ERR_NOT_SUPPORTED);
		return;
	}
	while (!(able >> n & 1))
		n++;
	CHECK_VALUE(ret, n);
	m->configured |= 1u << n;
	m->inhibit |= 1u << n;
	m->event[n] = n > 2 ? NEVER : 0;
	if ((n > 2 ? pmu.sscofpmf : filters) && (flags & UINH))
		m->event[n] |= UINH_BIT;
	if (clear)
		m->value[n] = 0;
}

static void sbi_start(u32 set)
{
	u64 value = random();
	bool with = one_of(2);
	struct sbiret ret;
	unsigned int n;

	if (one_of(3))
		set &= m->configured;
	if (!set)
		return;
	ret = pmu_start(0, set, with ? SET_VALUE : 0, value);
	if (set & ~m->configured) {
		CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
		return;
	}
	CHECK_ERROR(ret, set & m->started ? SBI_ERR_ALREADY_STARTED : 0);
	set &= ~m->started;
	for (n = 3; n < 32; n++)
		if (with && (set >> n & 1))
			m->value[n] = value;
	m->started |= set;
	m->inhibit &= ~set;
}

static void sbi_stop(u32 set)
{
	bool reset = one_of(2), all = !one_of(3);
	unsigned long mask = set | (all ? pmu_all() & ~there : 0);
	struct sbiret ret = pmu_stop(0, mask, reset ? RESET : 0);
	unsigned int n;

	if (!all)
		CHECK_ERROR(ret,
			    set & ~m->started ? SBI_ERR_ALREADY_STOPPED : 0);
	set &= m->configured;
	m->inhibit |= set & m->started;
	m->started &= ~set;
	m->fw &= !(all && reset);
	if (!reset)
		return;
	m->configured &= ~set;
	for (n = 0; n < 32; n++)
		if (set >> n & 1)
			m->event[n] = 0;
}

/* Firmware counters, in a set with base 0 as Linux uses. */
static void sbi_firmware(void)
{
	unsigned long mask = pmu_all() & ~(unsigned long)there & ~2ul;

	if (!m->fw) {
		CHECK_OK(pmu_config(0, mask, one_of(2) ? AUTO : 0,
				    EVENT_SET_TIMER, 0));
		m->fw = true;
		return;
	}
	if (one_of(2))
		pmu_start(0, mask & -mask, 0, 0);
	else
		pmu_stop(0, mask, one_of(2) ? RESET : 0);
	m->fw = false;
	pmu_stop(0, mask, RESET);
}

static void sbi_step(void)
{
	u32 set = (u32)random() & (u32)random() & there;

	if (one_of(2))
		set &= (u32)random();
	if (!set)
		set = 1u << (pmu.fw - 1) & there;
	if (one_of(3) == 0)
		set &= -set;
	last_kind = one_of(4);
	switch (last_kind) {
	case 0:
		sbi_config(set);
		break;
	case 1:
		sbi_start(set);
		break;
	case 2:
		sbi_stop(set);
		break;
	default:
		sbi_firmware();
	}
}

/* --- all ------------------------------------------------------------------ */

static bool steps(u64 count)
{
	for (; count; count--) {
		if (one_of(2))
			own_step();
		else
			sbi_step();
		if (!compare())
			return false;
	}
	return true;
}

static void second_steps(void)
{
	m = &models[1];
	last_kind = 11;
	if (compare())
		steps(20);
	m = &models[0];
}

static void find_mapped(void)
{
	unsigned int n;

	mapped = 0;
	pmu_reset();
	for (n = 3; n < pmu.fw; n++) {
		if (!(there >> n & 1))
			continue;
		if (!pmu_config(n, 1, 0, EVENT_RAW_V2, NEVER).error)
			mapped |= 1u << n;
	}
	pmu_stop(0, mapped, RESET);
	CHECK(mapped);
}

static bool ready(void)
{
	if (!deleg_offered()) {
		check_skip("no delegated counters");
		return false;
	}
	there = (u32)(pmu.present & ((2ull << (pmu.fw - 1)) - 1));
	filters = option_given("smcntrpmf");
	find_mapped();
	random_seed(option_number("seed", 1) * 0x9e3779b97f4a7c15ull | 1);
	return true;
}

/* A hart that starts lets only cycle and instret count. */
static void fresh(struct model *model)
{
	*model = (struct model){ .inhibit = ~7u };
	m = model;
}

static void first_state(void)
{
	unsigned int n;

	fresh(&models[1]);
	fresh(&models[0]);
	/* A reset keeps the values */
	for (n = 3; n < 32; n++)
		if (there >> n & 1)
			deleg_value_set(n, 0);
	m->inhibit = (u32)deleg_inhibit();
	compare();
}

static void two_owners(void)
{
	u64 count = option_number("steps", 6000), n;
	bool domains = option_given("domains=2");

	if (!ready())
		return;
	first_state();
	for (n = 0; n < count; n += 50) {
		/* Only the firmware of the tests can lose registers */
		if (n == count / 100 * 50)
			test_firmware(TEST_LOSE, 1);
		if (!steps(50))
			return;
		if (one_of(4) == 0)
			nap();
		if (domains && one_of(3) == 0)
			CHECK_EQ(domains_run(second_steps), SBI_SUCCESS);
		if (!compare())
			return;
	}
}

/* A call for one counter must not change another one. */
static void one_by_one(void)
{
	unsigned long open;

	if (!ready())
		return;
	pmu_reset();
	csr_clear(DELEG_SCOUNTINHIBIT, 0x30ul);
	deleg_event_set(4, has_high(4), 0x155);
	deleg_event_set(5, has_high(5), 0x156);
	open = deleg_inhibit();
	CHECK_EQ(open & 0x30, 0);
	CHECK_VALUE(pmu_config(6, 1, CLEAR, EVENT_RAW_V2, NEVER), 6);
	CHECK_OK(pmu_start(6, 1, 0, 0));
	CHECK_EQ(deleg_inhibit() & 0x70, 0);
	CHECK_OK(pmu_stop(6, 1, RESET));
	CHECK_EQ(deleg_inhibit() & 0x70, 0x40);
	pmu_stop(0, pmu_all(), RESET);
	CHECK_EQ(deleg_inhibit(), open);
	CHECK_EQ(deleg_event(4, has_high(4)), 0x155);
	CHECK_EQ(deleg_event(5, has_high(5)), 0x156);
	nap();
	CHECK_EQ(deleg_inhibit(), open);
	CHECK_EQ(deleg_event(4, has_high(4)), 0x155);
	deleg_event_set(4, has_high(4), 0);
	deleg_event_set(5, has_high(5), 0);
	csr_set(DELEG_SCOUNTINHIBIT, 0x30ul);
}

const struct check_case check_cases[] = {
	{ "one by one", one_by_one },
	{ "two owners", two_owners },
	{ NULL, NULL },
};
