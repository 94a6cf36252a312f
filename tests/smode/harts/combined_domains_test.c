// SPDX-License-Identifier: BSD-2-Clause
/*
 * Two domains take turns on one hart, and each arms all doors, in handlers as
 * well. Neither domain finds, loses or writes state of the other one. HOLE is
 * memory of the second domain only.
 */
#include "check.h"
#include "combined.h"
#include "domains.h"
#include "double_trap.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"
#include "test_firmware.h"
#include "trace.h"

#define HOLE ((struct combined_arena *)0x84000000ul) /* see trees.py */
#define HOLE_SIZE 0x2000ul
#define ROUNDS 4u
#define PATTERN 0x3c

static struct combined_arena arena __attribute__((aligned(4096)));
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

static unsigned long *trigger_of(const struct combined_arena *a)
{
	return &triggers[a != &arena];
}

static void arm(const struct combined_arena *a, unsigned int counter, u64 value)
{
	unsigned long at = (unsigned long)a->page;

	CHECK_OK(pmu_set_shmem(at, 0, 0));
	CHECK_VALUE(pmu_config(counter, 1, 0, EVENT_SET_TIMER, 0), counter);
	CHECK_OK(pmu_start(counter, 1, SET_VALUE, value));
	*trigger_of(a) = combined_watch(watched, at + COMBINED_PAGE / 2);
	combined_event(COMBINED_LOCAL, handle);
	combined_trace(0, a);
}

static void holds(const struct combined_arena *a, unsigned int counter,
		  u64 value)
{
	u64 *snapshot = (u64 *)(a->page + 8);

	CHECK(combined_traced(0, a));
	CHECK(combined_watched(watched));
	CHECK_EQ(combined_state(COMBINED_LOCAL), SBI_SSE_STATE_ENABLED);
	CHECK(combined_delivered(COMBINED_LOCAL));
	CHECK_OK(pmu_stop(counter, 1, TAKE_SNAPSHOT));
	CHECK_EQ(*snapshot, value);
	CHECK_OK(pmu_start(counter, 1, 0, 0));
}

static void disarm(const struct combined_arena *a)
{
	combined_trace_end(0, a);
	combined_event_end(COMBINED_LOCAL);
	combined_watch_end(*trigger_of(a));
	pmu_reset();
}

/* --- a switch with everything armed --------------------------------------- */

static bool second_armed;

static void finds_nothing(void)
{
	CHECK(!combined_traced(0, &arena));
	CHECK(!combined_watched(watched));
	CHECK_EQ(combined_state(COMBINED_LOCAL), SBI_SSE_STATE_UNUSED);
	CHECK_ERROR(combined_dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1),
		    SBI_ERR_NO_SHMEM);
	CHECK_ERROR(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT), SBI_ERR_NO_SHMEM);
}

/* The domain's own data is in one page, below the pattern. */
static struct combined_arena second_arena __attribute__((aligned(4096)));

static void second_arms(void)
{
	if (!second_armed) {
		finds_nothing();
		combined_fill(&second_arena);
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
	combined_check(&second_arena);
	second_armed = false;
}

/*
 * The second domain disarms its doors; the first domain's stay armed. Then the
 * first domain disarms its own.
 */
static void give_up(void)
{
	holds(&arena, pmu.fw, 5);
	CHECK_EQ(domains_run(second_disarms), SBI_SUCCESS);
	holds(&arena, pmu.fw, 5);
	disarm(&arena);
	combined_check(&arena);
	CHECK_EQ(domains_run(second_looks), SBI_SUCCESS);
}

static void all_armed(void)
{
	unsigned int n;

	CHECK_EQ(domains_run(second_fills), SBI_SUCCESS);
	combined_fill(&arena);
	arm(&arena, pmu.fw, 5);
	for (n = 0; n < ROUNDS; n++) {
		holds(&arena, pmu.fw, 5);
		CHECK_EQ(domains_run(second_arms), SBI_SUCCESS);
	}
	give_up();
}

/* --- a switch in a handler ------------------------------------------------ */

/* The second domain's handler runs while the first domain's has not ended. */
static void second_handles(void)
{
	unsigned int before = handled;

	CHECK_EQ(combined_state(COMBINED_LOCAL), SBI_SSE_STATE_UNUSED);
	CHECK_OK(combined_sse(SBI_EXT_SSE_COMPLETE, 0, 0, 0));
	combined_event(COMBINED_LOCAL, handle);
	CHECK(combined_delivered(COMBINED_LOCAL));
	CHECK_EQ(handled, before + 1);
	combined_event_end(COMBINED_LOCAL);
}

static void leave_in_handler(void)
{
	handled++;
	CHECK_EQ(domains_run(second_handles), SBI_SUCCESS);
	CHECK_EQ(combined_state(COMBINED_LOCAL), SBI_SSE_STATE_RUNNING);
}

static void in_handler(void)
{
	unsigned int n;

	combined_event(COMBINED_LOCAL, leave_in_handler);
	handled = 0;
	for (n = 0; n < ROUNDS; n++) {
		CHECK(combined_delivered(COMBINED_LOCAL));
		CHECK_EQ(handled, 2 * (n + 1));
		CHECK_EQ(combined_state(COMBINED_LOCAL), SBI_SSE_STATE_ENABLED);
	}
	combined_event_end(COMBINED_LOCAL);
}

/* --- locked features ----------------------------------------------------- */

#define FEATURE SBI_FWFT_MISALIGNED_EXC_DELEG

static unsigned long first_value, second_value;

static struct sbiret feature(void)
{
	return sbi_ecall(SBI_EXT_FWFT, SBI_EXT_FWFT_GET, FEATURE, 0, 0, 0, 0,
			 0);
}

static struct sbiret feature_set(unsigned long value, unsigned long flags)
{
	return sbi_ecall(SBI_EXT_FWFT, SBI_EXT_FWFT_SET, FEATURE, value, flags,
			 0, 0, 0);
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
	combined_event(COMBINED_LOCAL, leave_in_double);
	csr_set(sstatus, SDT);
	CHECK(combined_delivered(COMBINED_LOCAL));
	CHECK_EQ(sdt(), SDT);
	csr_clear(sstatus, SDT);
	CHECK(combined_delivered(COMBINED_LOCAL));
	CHECK_EQ(sdt(), 0);
	CHECK_EQ(handled, 2);
	combined_event_end(COMBINED_LOCAL);
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
	{ NULL, NULL },
};
