// SPDX-License-Identifier: BSD-2-Clause
/*
 * Two domains take turns on one hart, and each arms all doors, in handlers as
 * well. Neither domain finds, loses or writes state of the other one. HOLE is
 * memory of the second domain only.
 */
#include "check.h"
#include "domains.h"
#include "double_trap.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"
#include "sse_rig.h"
#include "test_firmware.h"
#include "trace.h"

#define PAGE 4096ul
#define LOCAL SBI_SSE_EVENT_LOCAL_SOFTWARE

/* A page that calls may write, between pages that no call may write. */
struct arena {
	u8 before[PAGE], page[PAGE], after[PAGE];
};

#define GUARD 0xa5
#define BREAKPOINT 3ul /* a value of scause */
/* mcontrol6, for stores in S-mode */
#define WATCH (6ul << (XLEN - 4) | 1ul << 4 | 1ul << 1)

/* --- bytes ---------------------------------------------------------------- */

static void arena_fill(struct arena *a)
{
	memset(a, GUARD, sizeof(*a));
}

static unsigned long differ(const u8 *bytes, unsigned long from,
			    unsigned long to)
{
	unsigned long n, count = 0;

	for (n = from; n < to; n++)
		count += bytes[n] != GUARD;
	return count;
}

static void arena_check(const struct arena *a)
{
	CHECK_EQ(differ(a->before, 0, PAGE), 0);
	CHECK_EQ(differ(a->after, 0, PAGE), 0);
}

/* --- events --------------------------------------------------------------- */

static unsigned long event_state(void)
{
	return sse_attr(LOCAL, SBI_SSE_ATTR_STATUS) &
	       SBI_SSE_ATTR_STATUS_STATE_MASK;
}

static void event_on(void (*work)(void))
{
	hart_self()->on_event = work;
	sse_on(LOCAL);
}

static void event_off(void)
{
	sse_off(LOCAL);
	hart_self()->on_event = NULL;
}

/* --- triggers ------------------------------------------------------------- */

static struct sbiret dbtr(unsigned long fid, unsigned long a0, unsigned long a1)
{
	return sbi(SBI_EXT_DBTR, fid, a0, a1);
}

static unsigned long watch(volatile unsigned long *word, unsigned long at)
{
	volatile unsigned long *entry = (volatile unsigned long *)at;

	CHECK_OK(dbtr(SBI_EXT_DBTR_SETUP_SHMEM, at, 0));
	entry[0] = 0;
	entry[1] = WATCH;
	entry[2] = (unsigned long)word;
	entry[3] = 0;
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0));
	return entry[0];
}

static void watch_end(unsigned long trigger)
{
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, trigger, 1));
	CHECK_OK(dbtr(SBI_EXT_DBTR_SETUP_SHMEM, ~0ul, ~0ul));
}

static bool is_watched(volatile unsigned long *word)
{
	return HART_TRY(*word = 1) == BREAKPOINT;
}

/* --- traces --------------------------------------------------------------- */

static void trace_on(unsigned int n, const struct arena *a)
{
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(n)), (unsigned long)a->page,
			    0, PAGE));
	CHECK_OK(trace_call(TRACE_SBI_START, hart_self()->hartid));
	trace_work();
}

static bool is_traced(unsigned int n, const struct arena *a)
{
	return trace_read(trace_encoder(n), TR_CONTROL) & TR_ENABLE &&
	       trace_read(trace_sink(n), TR_CONTROL) & TR_ENABLE &&
	       trace_read64(trace_sink(n), TR_RAM_START_LOW) ==
		       (unsigned long)a->page;
}

static void trace_end(unsigned int n, const struct arena *a)
{
	unsigned long at = (unsigned long)a->page;

	CHECK(is_traced(n, a));
	CHECK_OK(trace_call(TRACE_SBI_STOP, hart_self()->hartid));
	CHECK_RANGE(trace_read64(trace_sink(n), TR_RAM_WP_LOW) & ~3ull, at,
		    at + PAGE - 4);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE,
			    trace_number(trace_sink(n))));
}

#define HOLE ((struct arena *)0x84000000ul) /* see trees.py */
#define HOLE_SIZE 0x2000ul
#define ROUNDS 4u
#define PATTERN 0x3c

static struct arena own __attribute__((aligned(4096)));
/* The only data in 16 bytes: QEMU's watchpoints are larger than requested */
static volatile unsigned long watched[16 / sizeof(long)]
	__attribute__((aligned(16)));
static unsigned long triggers[2]; /* one in each domain */
static unsigned int handled;

/* --- the second domain's memory ------------------------------------------- */

static u8 *hole(void)
{
	return (u8 *)HOLE;
}

static void second_fills(void)
{
	memset(hole(), PATTERN, HOLE_SIZE);
}

static void second_looks(void)
{
	unsigned long n, count = 0;

	for (n = 0; n < HOLE_SIZE; n++)
		count += hole()[n] != PATTERN;
	CHECK_EQ(count, 0);
}

/* --- everything armed ----------------------------------------------------- */

static void handle(void)
{
	handled++;
}

static unsigned long *trigger_of(const struct arena *a)
{
	return &triggers[a != &own];
}

static void arm(const struct arena *a, unsigned int counter, u64 value)
{
	unsigned long at = (unsigned long)a->page;

	CHECK_OK(pmu_set_shmem(at, 0, 0));
	CHECK_VALUE(pmu_config(counter, 1, 0, EVENT_SET_TIMER, 0), counter);
	CHECK_OK(pmu_start(counter, 1, SET_VALUE, value));
	*trigger_of(a) = watch(watched, at + PAGE / 2);
	event_on(handle);
	trace_on(0, a);
}

static void holds(const struct arena *a, unsigned int counter, u64 value)
{
	u64 *snapshot = (u64 *)(a->page + 8);

	CHECK(is_traced(0, a));
	CHECK(is_watched(watched));
	CHECK_EQ(event_state(), SBI_SSE_STATE_ENABLED);
	CHECK(sse_delivered(LOCAL));
	CHECK_OK(pmu_stop(counter, 1, TAKE_SNAPSHOT));
	CHECK_EQ(*snapshot, value);
	CHECK_OK(pmu_start(counter, 1, 0, 0));
}

static void disarm(const struct arena *a)
{
	trace_end(0, a);
	event_off();
	watch_end(*trigger_of(a));
	pmu_reset();
}

/* --- a switch with everything armed --------------------------------------- */

static bool second_armed;

static void finds_nothing(void)
{
	CHECK(!is_traced(0, &own));
	CHECK(!is_watched(watched));
	CHECK_EQ(event_state(), SBI_SSE_STATE_UNUSED);
	CHECK_ERROR(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1), SBI_ERR_NO_SHMEM);
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
}

/* The domain's own data is in one page, below the pattern. */
static struct arena second_arena __attribute__((aligned(4096)));

static void second_arms(void)
{
	if (!second_armed) {
		finds_nothing();
		arena_fill(&second_arena);
		arm(&second_arena, pmu.fw + 1, 7);
		second_armed = true;
	}
	holds(&second_arena, pmu.fw + 1, 7);
	second_looks();
}

static void second_disarms(void)
{
	holds(&second_arena, pmu.fw + 1, 7);
	disarm(&second_arena);
	arena_check(&second_arena);
	second_armed = false;
}

/*
 * The second domain disarms its doors; the first domain's stay armed. Then the
 * first domain disarms its own.
 */
static void give_up(void)
{
	holds(&own, pmu.fw, 5);
	CHECK_EQ(domains_run(second_disarms), SBI_SUCCESS);
	holds(&own, pmu.fw, 5);
	disarm(&own);
	arena_check(&own);
	CHECK_EQ(domains_run(second_looks), SBI_SUCCESS);
}

static void all_armed(void)
{
	unsigned int n;

	CHECK_EQ(domains_run(second_fills), SBI_SUCCESS);
	arena_fill(&own);
	arm(&own, pmu.fw, 5);
	for (n = 0; n < ROUNDS; n++) {
		holds(&own, pmu.fw, 5);
		CHECK_EQ(domains_run(second_arms), SBI_SUCCESS);
	}
	give_up();
}

/* --- a switch in a handler ------------------------------------------------ */

/* The second domain's handler runs while the first domain's has not ended. */
static void second_handles(void)
{
	unsigned int before = handled;

	CHECK_EQ(event_state(), SBI_SSE_STATE_UNUSED);
	CHECK_OK(sse(SBI_EXT_SSE_COMPLETE));
	event_on(handle);
	CHECK(sse_delivered(LOCAL));
	CHECK_EQ(handled, before + 1);
	event_off();
}

static void leave_in_handler(void)
{
	handled++;
	CHECK_EQ(domains_run(second_handles), SBI_SUCCESS);
	CHECK_EQ(event_state(), SBI_SSE_STATE_RUNNING);
}

static void in_handler(void)
{
	unsigned int n;

	event_on(leave_in_handler);
	handled = 0;
	for (n = 0; n < ROUNDS; n++) {
		CHECK(sse_delivered(LOCAL));
		CHECK_EQ(handled, 2 * (n + 1));
		CHECK_EQ(event_state(), SBI_SSE_STATE_ENABLED);
	}
	event_off();
}

/* --- locked features ----------------------------------------------------- */

#define FEATURE SBI_FWFT_MISALIGNED_EXC_DELEG

static unsigned long first_value, second_value;

static struct sbiret feature(void)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, FEATURE);
}

static struct sbiret feature_set(unsigned long value, unsigned long flags)
{
	return sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FEATURE, value, flags);
}

static void second_features(void)
{
	CHECK_VALUE(feature(), second_value);
	CHECK_OK(feature_set(!second_value, 0));
	CHECK_OK(feature_set(second_value, 0));
}

static void second_locks(void)
{
	CHECK_OK(feature_set(second_value, SBI_FWFT_SET_FLAG_LOCK));
	CHECK_ERROR(feature_set(!second_value, 0), SBI_ERR_DENIED_LOCKED);
}

/* A value and a lock apply to the domain that set them. */
static void features(void)
{
	first_value = second_value = feature().value;
	CHECK_OK(feature_set(!first_value, SBI_FWFT_SET_FLAG_LOCK));
	CHECK_EQ(domains_run(second_features), SBI_SUCCESS);
	CHECK_EQ(domains_run(second_locks), SBI_SUCCESS);
	CHECK_VALUE(feature(), !first_value);
	CHECK_ERROR(feature_set(first_value, 0), SBI_ERR_DENIED_LOCKED);
}

/* --- the pointer to shadow stacks ---------------------------------------- */

#define SSP 0x011
#define SSP_FIRST 0x5150ul
#define SSP_SECOND 0x6260ul

static bool shadow_stacks(void)
{
	return !sbi(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, SBI_FWFT_SHADOW_STACK, 1)
			.error;
}

static void second_moves(void)
{
	CHECK(shadow_stacks());
	CHECK_EQ(csr_read(SSP), 0);
	csr_write(SSP, SSP_SECOND);
}

static void second_has_moved(void)
{
	CHECK_EQ(csr_read(SSP), SSP_SECOND);
}

/* Each domain has its own feature value and its own ssp. */
static void shadow_stack(void)
{
	if (!shadow_stacks() || HART_TRY((void)csr_read(SSP)) != HART_NO_TRAP) {
		check_skip("the hart has no shadow stacks");
		return;
	}
	csr_write(SSP, SSP_FIRST);
	CHECK_EQ(domains_run(second_moves), SBI_SUCCESS);
	CHECK_EQ(csr_read(SSP), SSP_FIRST);
	CHECK_EQ(domains_run(second_has_moved), SBI_SUCCESS);
	CHECK_EQ(csr_read(SSP), SSP_FIRST);
}

/* --- traps of handlers --------------------------------------------------- */

#define SDT (1ul << 24)

static unsigned long sdt(void)
{
	return csr_read(sstatus) & SDT;
}

static void second_is_in_no_handler(void)
{
	CHECK_EQ(sdt(), 0);
}

/* The hart leaves the domain with sstatus.SDT set, as in a handler. */
static void second_has_double_traps(void)
{
	CHECK_EQ(sdt(), 0);
	CHECK(double_traps(true));
	CHECK_EQ(trap_in_handler(), DOUBLE_TRAP);
	csr_set(sstatus, SDT);
}

static void second_is_in_its_handler(void)
{
	CHECK_EQ(sdt(), SDT);
	CHECK_EQ(trap_in_handler(), DOUBLE_TRAP);
	CHECK_EQ(sdt(), 0);
	CHECK(double_traps(false));
}

static void leave_in_double(void)
{
	handled++;
	CHECK_EQ(sdt(), SDT);
	CHECK_EQ(domains_run(second_is_in_no_handler), SBI_SUCCESS);
	CHECK_EQ(sdt(), SDT);
}

/*
 * An event in a trap handler: the hart leaves the domain in both, and returns
 * to both.
 */
static void event_in_handler(void)
{
	handled = 0;
	event_on(leave_in_double);
	csr_set(sstatus, SDT);
	CHECK(sse_delivered(LOCAL));
	CHECK_EQ(sdt(), SDT);
	csr_clear(sstatus, SDT);
	CHECK(sse_delivered(LOCAL));
	CHECK_EQ(sdt(), 0);
	CHECK_EQ(handled, 2);
	event_off();
}

static void traps_of_handlers(void)
{
	if (!double_traps(true)) {
		check_skip("the hart has no double traps");
		return;
	}
	csr_set(sstatus, SDT);
	CHECK_EQ(domains_run(second_is_in_no_handler), SBI_SUCCESS);
	CHECK_EQ(domains_run(second_has_double_traps), SBI_SUCCESS);
	CHECK_EQ(sdt(), SDT);
	CHECK_EQ(trap_in_handler(), DOUBLE_TRAP);
	CHECK_EQ(sdt(), 0);
	CHECK_EQ(domains_run(second_is_in_its_handler), SBI_SUCCESS);
	event_in_handler();
	CHECK(double_traps(false));
}

const struct check_case check_cases[] = {
	{ "a switch with everything armed", all_armed },
	{ "a switch in a handler", in_handler },
	{ "traps of handlers", traps_of_handlers },
	{ "features", features },
	{ "the pointer to shadow stacks", shadow_stack },
	{ NULL, NULL },
};
