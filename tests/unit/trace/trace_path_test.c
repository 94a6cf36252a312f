// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/trace_path.c, used by start and stop; the fake checks the order */
#include <hart_port.h>

#include "unit_trace.h"

#define START(hartid) TRACE_CALL(TRACE_SBI_START, hartid)
#define STOP(hartid) TRACE_CALL(TRACE_SBI_STOP, hartid)

static bool enabled(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ENABLE;
}

static void ready(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
}

/* Let time pass until nothing changes any more. */
static void settle(void)
{
	unsigned int n;

	for (n = 0; n < 8; n++)
		hart_mmio_poll();
}

static void start_and_stop(void)
{
	ready();
	CHECK_OK("start", START(HARTID));
	CHECK("all of it", enabled(E0) && enabled(F) && enabled(R));
	CHECK("tracing", fake_trace_reg(E0, 0) & FAKE_TRACING);
	CHECK("not the others", !enabled(E1) && !enabled(E2) && !enabled(R2));
	fake_trace_make(E0, 256);
	CHECK_RET("stop", STOP(HARTID), 0, 256);
	unit_trace_check_quiet("stopped");
	CHECK_EQ("tracing", fake_trace_reg(E0, 0) & FAKE_TRACING, 0);
	CHECK_EQ("drained", fake_trace_reg64(R, 0x20), BUFFER + 256);
}

/*
 * A sink of two encoders stays enabled until both have stopped, in either
 * order.
 */
static void shared(void)
{
	unsigned int first;

	for (first = 0; first < 2; first++) {
		ready();
		CHECK_OK("start", START(HARTID));
		CHECK_OK("start", START(HARTID + 1));
		fake_trace_make(E0, 64);
		fake_trace_make(E1, 32);
		CHECK_RET("stop", STOP(HARTID + first), 0, first ? 32 : 64);
		CHECK("shared", enabled(F) && enabled(R));
		CHECK("the other", enabled(first ? E0 : E1));
		CHECK("not this one", !enabled(first ? E1 : E0));
		CHECK_RET("stop", STOP(HARTID + !first), 0, 96);
		unit_trace_check_quiet("both");
		CHECK_EQ("both drained", fake_trace_reg64(R, 0x20),
			 BUFFER + 96);
	}
}

/*
 * Each wait of a start fails once: nothing stays enabled, or Enable changed
 * just then.
 */
static void start_undone(void)
{
	unsigned int n, other, undone = 0;
	struct sbiret ret;

	for (other = 0; other < 2; other++)
		for (n = 1;; n++) {
			ready();
			if (other)
				CHECK_OK("other", START(HARTID + 1));
			fake_hart_forget();
			fake.log.fail_at = n;
			ret = START(HARTID);
			if (!fake.log.failed)
				break;
			CHECK("enough steps", n < 20);
			settle();
			CHECK_EQ("this one", enabled(E0), !ret.error);
			CHECK_EQ("tracing",
				 !!(fake_trace_reg(E0, 0) & FAKE_TRACING),
				 !ret.error);
			if (!ret.error)
				continue;
			CHECK("failed",
			      ret.error == SBI_ERR_TIMEOUT ||
				      ret.error == SBI_ERR_INVALID_ADDRESS);
			undone++;
			CHECK_EQ("others", enabled(F), other);
			CHECK_EQ("others", enabled(R), other);
			CHECK_EQ("others", enabled(E1), other);
		}
	CHECK("some did", undone > 2);
	CHECK_OK("none failed", ret);
}

/* The stop goes on after a component that is stuck. */
static void stop_goes_on(void)
{
	static const u8 stuck[] = { E0, F, R };
	unsigned int i, polls;

	for (i = 0; i < array_size(stuck); i++) {
		unit_trace_hardware();
		fake_trace[stuck[i]].has.stuck_full = true;
		unit_trace_boot_as_built(TRACE_DIRECT);
		unit_trace_buffer();
		CHECK_OK("start", START(HARTID));
		polls = fake_trace_polls;
		CHECK_RET("stop", STOP(HARTID), SBI_ERR_TIMEOUT, 0);
		unit_trace_check_quiet("stopped all the same");
		CHECK("bounded", fake_trace_polls - polls < TRACE_WAIT_US + 50);
	}
}

static void stop_with_steps_failing(void)
{
	unsigned int n;

	for (n = 1;; n++) {
		ready();
		CHECK_OK("start", START(HARTID));
		fake_hart_forget();
		fake.log.fail_at = n;
		STOP(HARTID);
		settle();
		unit_trace_check_quiet("stopped");
		if (!fake.log.failed)
			break;
	}
	CHECK("steps there were", n > 3);
}

static void stuck_components(void)
{
	static const u8 stuck[] = { E0, F, R };
	unsigned int i;

	for (i = 0; i < array_size(stuck); i++) {
		unit_trace_hardware();
		fake_trace[stuck[i]].has.stuck_off = true;
		unit_trace_boot_as_built(TRACE_DIRECT);
		unit_trace_buffer();
		CHECK_RET("start", START(HARTID), SBI_ERR_TIMEOUT, 0);
		unit_trace_check_quiet("undone");
	}
	unit_trace_hardware();
	fake_trace[E0].has.stuck_trace = true;
	unit_trace_boot_as_built(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_RET("does not trace", START(HARTID), SBI_ERR_TIMEOUT, 0);
	unit_trace_check_quiet("undone");
}

/* E-Trace encoders without trTeEmpty are not waited for. */
static void no_empty(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.formats = 1;
	fake_trace[E0].has.no_empty = true;
	fake_trace[E0].reg[0] = 0;
	unit_trace_boot_as_built(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK_OK("stop", STOP(HARTID));
	unit_trace_check_quiet("stopped");
	CHECK_OK("start", START(HARTID));
	fake_hart_forget();
	fake.log.fail_at = 1;
	CHECK_RET("not in time", STOP(HARTID), SBI_ERR_TIMEOUT, 0);
}

/* E0 leads to three funnels; E1 joins at the second last of them. */
static void funnels_of_funnels(void)
{
	const struct fake_trace_design funnel = fake_trace_funnel();
	unsigned int n;

	unit_trace_hardware();
	for (n = 6; n < 8; n++)
		fake_trace_add(FAKE_TRACE_BASE + 0x1000ul * n, n == 6 ? 7 : F,
			       &funnel);
	fake_trace[E0].output = 6;
	fake_trace[E1].output = 7;
	unit_trace_describe(TRACE_DIRECT);
	for (n = 6; n < 8; n++)
		trace_add(&unit_trace, FAKE_TRACE_BASE + 0x1000ull * n,
			  TRACE_NO_HART, 0);
	for (n = 0; n < 2; n++)
		unit_trace.component[n].output = TRACE_NONE;
	trace_connect(&unit_trace, E0, 6, 0);
	trace_connect(&unit_trace, 6, 7, 0);
	trace_connect(&unit_trace, E1, 7, 1);
	trace_connect(&unit_trace, 7, F, 0);
	trace_probe(&unit_trace);
	trace_settle(&unit_trace);
	trace_owners_set(&unit_trace, 0, 1, &(u32){ OURS });
	trace_owners_set(&unit_trace, 1, 1, &(u32){ OURS });
	unit_trace_buffer();
	CHECK_OK("start", START(HARTID));
	CHECK("all", enabled(R) && enabled(F) && enabled(6) && enabled(7));
	CHECK_OK("start", START(HARTID + 1));
	fake_trace_make(E0, 12);
	CHECK_RET("stop", STOP(HARTID), 0, 12);
	CHECK("its own part is off", !enabled(E0) && !enabled(6));
	CHECK("what is shared is on", enabled(7) && enabled(F) && enabled(R));
	CHECK("stop all", trace_stop_all(&unit_trace, TRACE_ALL_OWNERS));
	unit_trace_check_quiet("all");
	CHECK_EQ("drained", fake_trace_reg64(R, 0x20), BUFFER + 12);
	/* S-mode left all components enabled, except the encoders. */
	for (n = 2; n < 8; n++)
		if (n != E2)
			fake_trace_set(n, 0,
				       fake_trace_reg(n, 0) | FAKE_ENABLE);
	CHECK("stop all", trace_stop_all(&unit_trace, TRACE_ALL_OWNERS));
	unit_trace_check_quiet("all");
}

static const struct unit_test tests[] = {
	UNIT_TEST(start_and_stop, UNIT_TRACE),
	UNIT_TEST(shared, UNIT_TRACE),
	UNIT_TEST(start_undone, UNIT_TRACE),
	UNIT_TEST(stop_goes_on, UNIT_TRACE | UNIT_RV64),
	UNIT_TEST(stop_with_steps_failing, UNIT_TRACE),
	UNIT_TEST(stuck_components, UNIT_TRACE | UNIT_RV64),
	UNIT_TEST(no_empty, UNIT_TRACE),
	UNIT_TEST(funnels_of_funnels, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_path", tests, array_size(tests));
}
