// SPDX-License-Identifier: BSD-2-Clause
/*
 * Linux' use of delegated counters (series "Add Counter delegation ISA
 * extension support", version 8). It finds, programs, samples and frees
 * counters through registers of S-mode, and uses firmware counters through SBI
 * at the same time. Overflows are interrupts or SSE events. docs/pmu.md
 * describes that series.
 */
#include "check.h"
#include "ctr_rig.h"
#include "deleg.h"
#include "domains.h"
#include "fdt.h"
#include "pmu.h"
#include "sse_rig.h"

#define EVENT SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW
#define OF_BIT (1ull << 63)
#define UINH_BIT (1ull << 60)
#define PERIOD 40 /* misses of the data TLB; a piece of work has 16 */

static struct {
	u32 counters; /* found by scountinhibit */
	u64 firmware; /* found by SBI, without those in counters */
	unsigned int overlapping;
} found;

static struct {
	u32 used, sampling; /* sets of counters */
	bool from_sse;
	volatile unsigned long samples, idle;
	u64 counted; /* sum of the values at the samples */
} now;

/* --- finding ------------------------------------------------------------- */

/* Write all bits, and read which of them the register keeps. */
static u64 warl(unsigned int n)
{
	u64 old = deleg_value(n), value;

	deleg_value_set(n, ~0ull);
	value = deleg_value(n);
	deleg_value_set(n, old);
	return value;
}

static void find(void)
{
	unsigned long old = deleg_inhibit(), n, num;
	struct sbiret ret;

	found.firmware = found.overlapping = 0;
	csr_write(DELEG_SCOUNTINHIBIT, -1ul);
	found.counters = (u32)deleg_inhibit();
	csr_write(DELEG_SCOUNTINHIBIT, old);
	num = sbi(SBI_EXT_PMU, SBI_EXT_PMU_NUM_COUNTERS).value;
	for (n = 0; n < num && n < 64; n++) {
		ret = pmu_get_info(n);
		if (ret.error || !((unsigned long)ret.value >> (XLEN - 1)))
			continue;
		if (n < 32 && found.counters >> n & 1)
			found.overlapping++;
		else
			found.firmware |= 1ull << n;
	}
}

/* The kernel relies on the device tree, so all three must be usable. */
static bool listed(void)
{
	static const char list[] = "riscv,isa-extensions";

	return ctr_listed(list, "ssccfg") && ctr_listed(list, "smcdeleg") &&
	       ctr_listed(list, "sscsrind");
}

static bool ready(void)
{
	if (!listed()) {
		check_skip("no delegated counters");
		return false;
	}
	find();
	return true;
}

static void counters(void)
{
	unsigned int n, firmware = 0;

	if (!ready())
		return;
	CHECK_EQ(found.counters & 7, 5);
	for (n = 3; n < 32; n++) {
		check_row("counter", n);
		CHECK(!(found.counters >> n & 1) || warl(n) == ~0ull);
	}
	check_row(NULL, 0);
	for (n = 0; n < 64; n++)
		firmware += found.firmware >> n & 1;
	CHECK_RANGE(firmware, 16, 22);
	CHECK_EQ(found.overlapping, 0);
}

/* --- one event ------------------------------------------------------------ */

static void event_write(unsigned int n, u64 event, u64 filters)
{
	deleg_event_set(n, pmu.sscofpmf, event | filters | OF_BIT);
}

static unsigned int event_add(u64 event, u64 filters, bool sampling)
{
	u32 able = found.counters & ~7u & ~now.used;
	unsigned int n = 0;

	while (!(able >> n & 1))
		n++;
	event_write(n, event, filters);
	now.used |= 1u << n;
	now.sampling |= (u32)sampling << n;
	return n;
}

static void inhibit(u32 set, bool on)
{
	unsigned long value = deleg_inhibit();

	csr_write(DELEG_SCOUNTINHIBIT, on ? value | set : value & ~set);
}

static void event_start(unsigned int n, u64 value)
{
	deleg_value_set(n, value);
	deleg_event_set(n, pmu.sscofpmf,
			deleg_event(n, pmu.sscofpmf) & ~OF_BIT);
	inhibit(1u << n, false);
}

static void event_del(unsigned int n)
{
	inhibit(1u << n, true);
	event_write(n, 0, 0);
	now.used &= ~(1u << n);
	now.sampling &= ~(1u << n);
}

/* --- overflows ------------------------------------------------------------ */

/*
 * Handler of the interrupt and of the event: stop all counters, read, add,
 * start all.
 */
static void overflow(void)
{
	unsigned long over, n;

	inhibit(now.used, true);
	over = csr_read(SCOUNTOVF);
	if (!now.from_sse)
		csr_clear(sip, HART_IRQ_OVERFLOW);
	if (!over) {
		now.idle++;
		return;
	}
	over &= now.used & now.sampling;
	inhibit(now.used & ~(u32)over, false);
	for (n = 3; n < 32; n++)
		if (over >> n & 1) {
			now.samples++;
			now.counted += deleg_value((unsigned int)n) + PERIOD;
			event_start((unsigned int)n, -(u64)PERIOD);
		}
}

static void overflows_on(bool from_sse)
{
	now.from_sse = from_sse;
	now.samples = now.idle = 0;
	now.counted = 0;
	hart_self()->on_event = overflow;
	hart_self()->by_itself = true;
	if (!from_sse) {
		hart_interrupts(HART_IRQ_OVERFLOW);
		return;
	}
	sse_on(EVENT);
}

static void overflows_off(void)
{
	if (now.from_sse)
		sse_off(EVENT);
	hart_interrupts(0);
	hart_self()->by_itself = false;
	hart_self()->on_event = NULL;
}

static bool overflows_here(void)
{
	if (!ready())
		return false;
	if (pmu.sscofpmf && !option_given("lcofi=no"))
		return true;
	check_skip("no overflow interrupts on this machine");
	return false;
}

/* The kernel prepares a CPU that comes online. */
static void starting(void)
{
	inhibit(found.counters, true);
	sbi(SBI_EXT_PMU, SBI_EXT_PMU_COUNTER_STOP, 0,
	    (unsigned long)found.firmware);
	now.used = now.sampling = 0;
}

/* Add a firmware event beside the others, as perf does. */
static unsigned long firmware_add(void)
{
	struct sbiret ret = sbi(SBI_EXT_PMU, SBI_EXT_PMU_COUNTER_CFG_MATCH, 0,
				(unsigned long)found.firmware, 0,
				EVENT_SET_TIMER);

	CHECK_OK(ret);
	CHECK(found.firmware >> ret.value & 1);
	CHECK_OK(pmu_start((unsigned long)ret.value, 1, SET_VALUE, 0));
	return (unsigned long)ret.value;
}

static void firmware_del(unsigned long idx)
{
	CHECK_OK(pmu_stop(idx, 1, 0));
	pmu_stop(idx, 1, RESET);
}

/* --- sampling ------------------------------------------------------------- */

static struct {
	unsigned int sampled, wrapped; /* counter numbers */
} perf;

/*
 * One event is sampled; one is counted, with its overflow bit set for a long
 * time.
 */
static void sample_begin(bool from_sse)
{
	starting();
	overflows_on(from_sse);
	perf.sampled = event_add(EVENT_DTLB_READ_MISS, UINH_BIT, true);
	perf.wrapped = event_add(EVENT_DTLB_WRITE_MISS, UINH_BIT, false);
	event_start(perf.sampled, -(u64)PERIOD);
	event_start(perf.wrapped, -1ull);
	pmu_work_dtlb_write();
}

/* Add, read and remove firmware counters. */
static void sample_some(void)
{
	unsigned int round;
	unsigned long fw;

	for (round = 0; round < 100; round++) {
		check_row("round", round);
		fw = firmware_add();
		pmu_work_dtlb();
		pmu_work_timer();
		CHECK_EQ(pmu_fw_read(fw).value, 1);
		CHECK_EQ(deleg_inhibit() & now.used, 0);
		firmware_del(fw);
	}
	check_row(NULL, 0);
}

/*
 * There is a sample in each period, except for misses on the way to the
 * handler.
 */
static void sample_check(u64 least)
{
	u64 all;

	inhibit(now.used, true);
	all = now.counted + deleg_value(perf.sampled) + PERIOD;
	CHECK_RANGE(all, least, 1ull << 32);
	CHECK_RANGE(now.samples, all / (PERIOD + 16), all / PERIOD);
	CHECK_EQ(now.idle, 0);
	CHECK_RANGE(deleg_value(perf.wrapped), 15, 1ull << 32);
	inhibit(now.used, false);
}

/* SBI may use the freed counters. */
static void sample_end(void)
{
	event_del(perf.sampled);
	event_del(perf.wrapped);
	CHECK_EQ(now.used, 0);
	overflows_off();
	CHECK_EQ(deleg_event(perf.sampled, pmu.sscofpmf), OF_BIT);
	CHECK_VALUE(pmu_config(perf.sampled, 1, CLEAR, EVENT_DTLB_READ_MISS, 0),
		    perf.sampled);
	CHECK_OK(pmu_start(perf.sampled, 1, 0, 0));
	CHECK_OK(pmu_stop(perf.sampled, 1, RESET));
	pmu_reset();
	/* QEMU drops a counter's event only if 0 is written. */
	deleg_event_set(perf.wrapped, pmu.sscofpmf, 0);
	deleg_event_set(perf.sampled, pmu.sscofpmf, 0);
}

static void sample(bool from_sse)
{
	sample_begin(from_sse);
	sample_some();
	sample_check(1600);
	sample_end();
}

/* --- cases ---------------------------------------------------------------- */

static void by_interrupt(void)
{
	if (overflows_here())
		sample(false);
}

static void by_event(void)
{
	if (overflows_here())
		sample(true);
}

static void sample_there(void *arg)
{
	(void)arg;
	find();
	sample(true);
	sample_begin(true);
	sample_some();
}

/* The CPU went offline while its counters ran. */
static void sample_anew(void *arg)
{
	unsigned int n;

	hart_self()->by_itself = false;
	CHECK_EQ(deleg_inhibit(), found.counters & ~7ul);
	for (n = 3; n < 32; n++)
		if (found.counters >> n & 1)
			CHECK_EQ(deleg_event(n, pmu.sscofpmf) & ~OF_BIT, 0);
	sample(false);
	sample_there(arg);
	sample_end();
}

static void hotplug(void)
{
	if (!overflows_here() || hart_count() < 2)
		return;
	CHECK(hart_start(1));
	CHECK(hart_call(1, sample_there, NULL));
	CHECK(hart_stop(1));
	CHECK(hart_start(1));
	CHECK(hart_call(1, sample_anew, NULL));
	CHECK(hart_stop(1));
}

const struct check_case check_cases[] = {
	{ "what there is", counters },
	{ "overflows as interrupts", by_interrupt },
	{ "overflows as events", by_event },
	{ "harts that stop and start", hotplug },
	{ NULL, NULL },
};
