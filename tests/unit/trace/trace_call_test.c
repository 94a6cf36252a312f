// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/trace_call.c, trace_call_report.c: permission, start, reports */
#include "unit_trace.h"

#define SET TRACE_SBI_SINK_SET_BUFFER
#define PARAM SBI_ERR_INVALID_PARAM
#define WRONG SBI_ERR_INVALID_ADDRESS

static bool enabled(unsigned int n)
{
	return fake_trace_reg(n, 0) & FAKE_ENABLE;
}

/* --- in general ------------------------------------------------------------------ */

static void functions(void)
{
	unsigned long fid;

	unit_trace_boot(TRACE_DIRECT);
	CHECK_RET("get_info", TRACE_CALL(TRACE_SBI_GET_INFO), 0,
		  0x01000000 | FAKE_TRACE_COUNT);
	for (fid = TRACE_SBI_CALLS; fid < TRACE_SBI_CALLS + 3; fid++)
		CHECK_RET("unknown", TRACE_CALL(fid), SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_RET("unknown", TRACE_CALL(~0ul), SBI_ERR_NOT_SUPPORTED, 0);
}

/* Every call for a hart: it has no encoder, or another owner has it. */
static void harts(void)
{
	static const u8 fids[] = { TRACE_SBI_ENCODER_CONFIGURE,
				   TRACE_SBI_ENCODER_SET_FILTER,
				   TRACE_SBI_ENCODER_SET_COMPARATOR,
				   TRACE_SBI_START,
				   TRACE_SBI_STOP,
				   TRACE_SBI_STATUS };
	unsigned int i;

	unit_trace_boot(TRACE_MEDIATED);
	for (i = 0; i < array_size(fids); i++) {
		CHECK_RET("no such hart", TRACE_CALL(fids[i], HARTID - 1),
			  PARAM, 0);
		CHECK_RET("another owner's", TRACE_CALL(fids[i], HARTID + 2),
			  SBI_ERR_DENIED, 0);
		CHECK_RET("not theirs", unit_trace_theirs(fids[i], HARTID, 0),
			  SBI_ERR_DENIED, 0);
	}
}

/* --- start --------------------------------------------------------------------------- */

static void start_states(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	CHECK_RET("no buffer", TRACE_CALL(TRACE_SBI_START, HARTID),
		  SBI_ERR_INVALID_STATE, 0);
	unit_trace_buffer();
	CHECK_RET("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID),
		  SBI_ERR_ALREADY_STOPPED, 0);
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	CHECK_RET("again", TRACE_CALL(TRACE_SBI_START, HARTID),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_OK("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID));
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	CHECK("it does not begin again",
	      fake_trace_reg64(R, 0x20) == BUFFER && enabled(R));
}

static void start_without_hiding(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.filters = 0;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	unit_trace_buffer();
	CHECK_RET("M-mode would be seen", TRACE_CALL(TRACE_SBI_START, HARTID),
		  SBI_ERR_NOT_SUPPORTED, 0);
	unit_trace.show_m = true;
	CHECK_OK("it may be", TRACE_CALL(TRACE_SBI_START, HARTID));
}

/*
 * The sink was switched off under a running encoder, or has another owner:
 * there are no bytes to count.
 */
static void stop_without_a_buffer(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	fake_trace_make(E0, 16);
	unit_trace.component[R].owner = THEIRS;
	CHECK_RET("not ours", TRACE_CALL(TRACE_SBI_STOP, HARTID), 0, 0);
	unit_trace.component[R].owner = OURS;
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	fake_trace_power_off(R);
	CHECK_RET("started all the same", TRACE_CALL(TRACE_SBI_START, HARTID),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_RET("off", TRACE_CALL(TRACE_SBI_STOP, HARTID), 0, 0);
}

/* Components that S-mode switched off are woken, except the sink. */
static void start_wakes(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	fake_trace_power_off(E0);
	fake_trace_power_off(F);
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	CHECK_OK("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID));
	fake_trace_power_off(F);
	fake_trace[F].has.dead = true;
	CHECK_RET("dead", TRACE_CALL(TRACE_SBI_START, HARTID), SBI_ERR_TIMEOUT,
		  0);
	unit_trace_check_quiet("undone");
}

static void start_into_pins(void)
{
	unit_trace_hardware();
	fake_trace[R].has.impl = 0x0a01;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_RET("pins are off", TRACE_CALL(TRACE_SBI_START, HARTID),
		  SBI_ERR_INVALID_STATE, 0);
	fake_trace_set(R, 0, fake_trace_reg(R, 0) | 9 << 4);
	CHECK_OK("pins", TRACE_CALL(TRACE_SBI_START, HARTID));
	CHECK_OK("status",
		 TRACE_CALL(TRACE_SBI_STATUS, HARTID, ADDRESS(ANSWER)));
	CHECK_EQ("no buffer", unit_trace_answer(TRACE_STATUS_FLAGS),
		 TRACE_STATUS_ENABLED | TRACE_STATUS_TRACING |
			 TRACE_STATUS_EMPTY | TRACE_STATUS_SINK_ENABLED |
			 TRACE_STATUS_SINK_EMPTY);
	CHECK_RET("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID), 0, 0);
	unit_trace_hardware();
	fake_trace[R].has.impl = 0x0e01;
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK_OK("ATB", TRACE_CALL(TRACE_SBI_START, HARTID));
	CHECK_EQ("an ID of its own", fake_trace_reg(R, 0) >> 8 & 0x7f, R + 1);
}

/* --- component_info and status ---------------------------------------------------------- */

static void info_encoder(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	CHECK_OK("info",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, E1, ADDRESS(ANSWER)));
	CHECK_EQ("impl", unit_trace_answer(0), 0x00010101);
	CHECK_EQ("flags", unit_trace_answer(1),
		 TRACE_INFO_USABLE | TRACE_INFO_MINE | TRACE_INFO_HIDES_M);
	CHECK_EQ("base", unit_trace_answer64(2), FAKE_TRACE_BASE + 0x1000);
	CHECK_EQ("hart", unit_trace_answer64(4), HARTID + 1);
	CHECK_EQ("output", unit_trace_answer(6), F);
	CHECK_EQ("input", unit_trace_answer(7), 1);
	CHECK_EQ("control", unit_trace_answer(8),
		 TE_MODE_6 | 1 << 16 | 6 << 20 | TE_NTRACE);
	CHECK_EQ("features", unit_trace_answer(9), 0x10010000);
	CHECK_EQ("filters", unit_trace_answer(10), 0);
	CHECK_EQ("time", unit_trace_answer(11), 0);
	CHECK_EQ("control", unit_trace_answer(12), 0xaa00);
	CHECK_EQ("features", unit_trace_answer(13), 0x0fff07cc);
	CHECK_EQ("time", unit_trace_answer(14), 0x2000830a);
	CHECK_EQ("modes", unit_trace_answer(15), 0x0f0b0349);
	CHECK_EQ("time modes", unit_trace_answer(16), 0x17);
	CHECK_EQ("sync max", unit_trace_answer(17), 0xffff);
	CHECK_EQ("all but one filter", unit_trace_answer(18), 0x30007);
	CHECK_EQ("filter", unit_trace_answer(19), 0xffff);
	CHECK_EQ("match", unit_trace_answer(20), 0x1ff);
	CHECK_EQ("comparator", unit_trace_answer(21), 0xf77f);
	trace_owners_set(&unit_trace, 1, 1, &(u32){ THEIRS });
	CHECK_OK("another's",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, E1, ADDRESS(ANSWER)));
	CHECK_EQ("abilities", unit_trace_answer(12), 0xaa00);
	CHECK_EQ("control", unit_trace_answer(8), 0);
	CHECK_EQ("features", unit_trace_answer(9), 0);
	trace_owners_set(&unit_trace, 1, 1, &(u32){ OURS });
	fake_trace_power_off(E1);
	fake_hart_forget();
	CHECK_OK("off",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, E1, ADDRESS(ANSWER)));
	CHECK_EQ("control", unit_trace_answer(8), 0);
}

static void info_others(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_OK("R", TRACE_CALL(TRACE_SBI_COMPONENT_INFO, R, ADDRESS(ANSWER)));
	CHECK_EQ("flags", unit_trace_answer(1),
		 TRACE_INFO_USABLE | TRACE_INFO_MINE | TRACE_INFO_TAKEN |
			 TRACE_INFO_DIRECT);
	CHECK_EQ("hart", unit_trace_answer64(4), ~0ull);
	CHECK_EQ("output", unit_trace_answer64(6), ~0ull);
	CHECK_EQ("start", unit_trace_answer64(8), 0);
	CHECK_EQ("start", unit_trace_answer64(10), ~0x3full);
	CHECK_EQ("limit", unit_trace_answer64(12), ~0xfull);
	CHECK_EQ("SRAM", unit_trace_answer(14), 256);
	CHECK_EQ("width", unit_trace_answer(15), 16);
	CHECK_EQ("alignment", unit_trace_answer(16), 64);
	CHECK_EQ("abilities", unit_trace_answer(17), 7);
	unit_trace.policy = TRACE_MEDIATED;
	CHECK_OK("R", TRACE_CALL(TRACE_SBI_COMPONENT_INFO, R, ADDRESS(ANSWER)));
	CHECK_EQ("no encoder, nothing to hide", unit_trace_answer(1),
		 TRACE_INFO_USABLE | TRACE_INFO_MINE | TRACE_INFO_TAKEN);
	unit_trace.policy = TRACE_DIRECT;
	CHECK_OK("R2",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, R2, ADDRESS(ANSWER)));
	CHECK_EQ("theirs", unit_trace_answer(1),
		 TRACE_INFO_USABLE | TRACE_INFO_DIRECT);
	CHECK_OK("F", TRACE_CALL(TRACE_SBI_COMPONENT_INFO, F, ADDRESS(ANSWER)));
	CHECK_EQ("inputs", unit_trace_answer(8), 3);
	CHECK_EQ("time", unit_trace_answer(9), 0x17);
}

/* Words that the usual machine does not have. */
static void info_more(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.formats = 1;
	fake_trace[R].has.impl = 0x2901;
	fake_trace[R].has.start_mask = fake_trace[R].has.limit_mask = 0;
	fake_trace[R].has.start_fixed = FAKE_RAM;
	fake_trace[R].has.limit_fixed = FAKE_RAM + 0xff0;
	unit_trace_boot_as_built(TRACE_DIRECT);
	fake_trace_set(E0, 0x0c, 5);
	fake_trace_set(E0, 0x40, 0x20008003);
	unit_trace.component[E0].handed = true;
	CHECK_OK("E0",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, E0, ADDRESS(ANSWER)));
	CHECK_EQ("flags", unit_trace_answer(1),
		 TRACE_INFO_USABLE | TRACE_INFO_MINE | TRACE_INFO_DIRECT |
			 TRACE_INFO_HANDED | TRACE_INFO_ETRACE);
	CHECK_EQ("filters", unit_trace_answer(10), 5);
	CHECK_EQ("time", unit_trace_answer(11), 0x8002);
	CHECK_OK("R", TRACE_CALL(TRACE_SBI_COMPONENT_INFO, R, ADDRESS(ANSWER)));
	CHECK_EQ("start", unit_trace_answer64(8), FAKE_RAM);
	fake_trace_break(E0, 8, 8);
	CHECK_OK("E0",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, E0, ADDRESS(ANSWER)));
	CHECK_EQ("a bus error", unit_trace_answer(9), 0);
	trace_refuse(&unit_trace, R, TRACE_FORBIDDEN);
	fake_hart_forget();
	CHECK_OK("R", TRACE_CALL(TRACE_SBI_COMPONENT_INFO, R, ADDRESS(ANSWER)));
	CHECK_EQ("refused", unit_trace_answer(15), 0);
}

/* Another hart holds the stream: calls that only report do not wait for it. */
static void calls_at_a_stream(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace.component[R].turn = 1;
	CHECK_OK("info",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, R, ADDRESS(ANSWER)));
	CHECK_OK("status",
		 TRACE_CALL(TRACE_SBI_STATUS, HARTID, ADDRESS(ANSWER)));
	CHECK_RET("set", TRACE_CALL(SET, R, ADDRESS(BUFFER), 64, 0),
		  TRACE_AGAIN, 0);
	CHECK_RET("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, R), TRACE_AGAIN,
		  0);
	CHECK_RET("read",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 4, 0),
		  TRACE_AGAIN, 0);
	unit_trace.component[R].turn = 0;
}

static void info_errors(void)
{
	unit_trace_hardware();
	fake_trace[E0].has.impl = 0x00010102;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_OK("refused one",
		 TRACE_CALL(TRACE_SBI_COMPONENT_INFO, E0, ADDRESS(ANSWER)));
	CHECK_EQ("reason", unit_trace_answer(1), TRACE_NEW_VERSION << 8);
	CHECK_EQ("impl", unit_trace_answer(0) & 0xffff, 0x0102);
	CHECK_RET("none",
		  TRACE_CALL(TRACE_SBI_COMPONENT_INFO, FAKE_TRACE_COUNT,
			     ADDRESS(ANSWER)),
		  PARAM, 0);
	CHECK_RET("aligned to 64",
		  TRACE_CALL(TRACE_SBI_COMPONENT_INFO, F, ANSWER + 64, 0),
		  PARAM, 0);
	CHECK_RET("no memory",
		  TRACE_CALL(TRACE_SBI_COMPONENT_INFO, F, FAKE_RAM - 0x1000, 0),
		  WRONG, 0);
	CHECK_RET("too high",
		  TRACE_CALL(TRACE_SBI_COMPONENT_INFO, F, ANSWER, 1), WRONG, 0);
	CHECK_RET(
		"above what RV32 reaches",
		TRACE_CALL(TRACE_SBI_COMPONENT_INFO, F, 0, FAKE_RAM_HIGH >> 32),
		WRONG, 0);
	fake_hart_forget();
	fake.log.fail_at = 2;
	CHECK_RET("no mapping",
		  TRACE_CALL(TRACE_SBI_COMPONENT_INFO, F, ADDRESS(ANSWER)),
		  SBI_ERR_INVALID_ADDRESS, 0);
}

static u32 status(void)
{
	fake_hart_forget();
	CHECK_OK("status",
		 TRACE_CALL(TRACE_SBI_STATUS, HARTID, ADDRESS(ANSWER)));
	return unit_trace_answer(TRACE_STATUS_FLAGS);
}

/* Single bytes arrive in the sink, and Empty changes with each of them. */
static void status_while_empty_changes(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	unit_trace_buffer();
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	fake_trace[R].flicker = FAKE_EMPTY;
	CHECK_EQ("enabled", status() & TRACE_STATUS_SINK_ENABLED,
		 TRACE_STATUS_SINK_ENABLED);
	CHECK_EQ("buffer", unit_trace_answer64(TRACE_STATUS_START), BUFFER);
	fake_trace[R].flicker = 0;
}

static void status_of_a_trace(void)
{
	u32 empty = TRACE_STATUS_EMPTY | TRACE_STATUS_SINK_EMPTY;

	unit_trace_boot(TRACE_MEDIATED);
	CHECK_EQ("nothing yet", status(), empty);
	CHECK_EQ("sink", unit_trace_answer(1), R);
	CHECK_EQ("no address", unit_trace_answer64(2), 0);
	unit_trace_buffer();
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	fake_trace_make(E0, BUFFER_SIZE + 32);
	fake_trace_set(E0, 0, fake_trace_reg(E0, 0) | TE_LOST);
	CHECK_EQ("running", status(),
		 TRACE_STATUS_ENABLED | TRACE_STATUS_TRACING |
			 TRACE_STATUS_LOST | TRACE_STATUS_SINK_ENABLED |
			 TRACE_STATUS_SINK_EMPTY | TRACE_STATUS_BUFFER);
	CHECK_RET("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID), 0, BUFFER_SIZE);
	CHECK_EQ("stopped", status(),
		 empty | TRACE_STATUS_LOST | TRACE_STATUS_BUFFER |
			 TRACE_STATUS_WRAPPED);
	CHECK_EQ("start", unit_trace_answer64(2), BUFFER);
	CHECK_EQ("end", unit_trace_answer64(4), BUFFER + BUFFER_SIZE);
	CHECK_EQ("wp", unit_trace_answer64(6), BUFFER + 32);
	CHECK_OK("SRAM", TRACE_CALL(SET, R, 0, 0, 0, 2));
	CHECK_EQ("SRAM", status() & TRACE_STATUS_SRAM, TRACE_STATUS_SRAM);
	fake_trace_power_off(E0);
	fake_trace_power_off(R);
	CHECK_EQ("off", status(), 0);
	CHECK_RET("aligned to 32",
		  TRACE_CALL(TRACE_SBI_STATUS, HARTID, ANSWER + 32, 0), PARAM,
		  0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(functions, UNIT_TRACE),
	UNIT_TEST(harts, UNIT_TRACE),
	UNIT_TEST(start_states, UNIT_TRACE),
	UNIT_TEST(start_without_hiding, UNIT_TRACE),
	UNIT_TEST(stop_without_a_buffer, UNIT_TRACE),
	UNIT_TEST(start_wakes, UNIT_TRACE),
	UNIT_TEST(start_into_pins, UNIT_TRACE),
	UNIT_TEST(info_encoder, UNIT_TRACE),
	UNIT_TEST(info_others, UNIT_TRACE),
	UNIT_TEST(info_more, UNIT_TRACE),
	UNIT_TEST(calls_at_a_stream, UNIT_TRACE),
	UNIT_TEST(info_errors, UNIT_TRACE),
	UNIT_TEST(status_while_empty_changes, UNIT_TRACE),
	UNIT_TEST(status_of_a_trace, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_call", tests, array_size(tests));
}
