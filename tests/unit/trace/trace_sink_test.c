// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/trace_call_sink.c: buffers, their owners, and reading SRAM */
#include "unit_trace.h"

#define SET TRACE_SBI_SINK_SET_BUFFER
#define PARAM SBI_ERR_INVALID_PARAM
#define WRONG SBI_ERR_INVALID_ADDRESS

/* --- sink_set_buffer ---------------------------------------------------------------- */

static void buffer_rows(void)
{
	static const struct {
		const char *name;
		unsigned long sink, low, high, size, flags;
		long error;
	} rows[] = {
		{ "all of it", R, FAKE_RAM, 0, FAKE_RAM_SIZE, 0, 0 },
		{ "a part", R, FAKE_RAM + 0x40, 0, 0x10, 0, 0 },
		{ "stop on wrap", R, FAKE_RAM, 0, 0x100, 1, 0 },
		{ "up to 4 GiB", R, FAKE_RAM_TOP, 0, FAKE_RAM_TOP_SIZE, 0, 0 },
		{ "no component", FAKE_TRACE_COUNT, FAKE_RAM, 0, 64, 0, PARAM },
		{ "far component", ~0ul, FAKE_RAM, 0, 64, 0, PARAM },
		{ "a funnel", F, FAKE_RAM, 0, 64, 0, PARAM },
		{ "an encoder", E0, FAKE_RAM, 0, 64, 0, PARAM },
		{ "another owner's", R2, FAKE_RAM, 0, 64, 0, SBI_ERR_DENIED },
		{ "flag 2", R, FAKE_RAM, 0, 64, 4, PARAM },
		{ "size 0", R, FAKE_RAM, 0, 0, 0, PARAM },
		{ "not of units", R, FAKE_RAM, 0, 0x108, 0, PARAM },
		{ "not aligned", R, FAKE_RAM + 0x20, 0, 64, 0, PARAM },
		{ "no memory", R, FAKE_RAM - 0x1000, 0, 64, 0, WRONG },
		{ "across its end", R, FAKE_RAM, 0, FAKE_RAM_SIZE + 16, 0,
		  WRONG },
		{ "around", R, FAKE_RAM_TOP, 0, ~0xful, 0, WRONG },
		{ "too high", R, FAKE_RAM, 1, 64, 0, WRONG },
		{ "SRAM with an address", R, FAKE_RAM, 0, 0, 2, PARAM },
		{ "SRAM with a size", R, 0, 0, 64, 2, PARAM },
		{ "SRAM", R, 0, 0, 0, 2, 0 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_boot(TRACE_MEDIATED);
		CHECK_RET(rows[i].name,
			  TRACE_CALL(SET, unit_xlen(rows[i].sink), rows[i].low,
				     rows[i].high, unit_xlen(rows[i].size),
				     rows[i].flags),
			  rows[i].error, 0);
		if (rows[i].error)
			continue;
		CHECK_EQ("owner", unit_trace.component[R].owner, OURS);
		CHECK_EQ("start", fake_trace_reg64(R, 0x10), rows[i].low);
		CHECK_EQ("wp", fake_trace_reg64(R, 0x20), rows[i].low);
		CHECK_EQ("limit", fake_trace_reg64(R, 0x18),
			 rows[i].flags & 2 ? 0xfc :
					     rows[i].low + rows[i].size - 16);
		CHECK_EQ("mode", fake_trace_reg(R, 0) & 0x110,
			 (rows[i].flags & 2 ? 0 : RAM_SMEM) |
				 (rows[i].flags & 1 ? RAM_STOP : 0));
	}
}

/*
 * Addresses above 4 GiB: 64-bit registers on RV64; on RV32 two registers form
 * an address.
 */
static void buffer_high(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	CHECK_OK("high", TRACE_CALL(SET, R, ADDRESS(FAKE_RAM_HIGH), 64, 0));
	CHECK_EQ("start", fake_trace_reg64(R, 0x10), FAKE_RAM_HIGH);
	CHECK_EQ("limit", fake_trace_reg64(R, 0x18), FAKE_RAM_HIGH + 48);
	unit_trace_hardware();
	fake_trace[R].has.start_mask = 0xffffffc0;
	fake_trace[R].has.limit_mask = 0xfffffff0;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_RET("out of its reach",
		  TRACE_CALL(SET, R, ADDRESS(FAKE_RAM_HIGH), 64, 0), WRONG, 0);
}

/* A design whose rounding the ends of its range did not show. */
static void buffer_rounded(void)
{
	unit_trace_hardware();
	fake_trace[R].has.limit_mask &= ~0x100ull;
	fake_trace[R].has.wrap_fixed = true;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_OK("fits", TRACE_CALL(SET, R, ADDRESS(BUFFER), 0x100, 0));
	fake_hart_forget();
	CHECK_RET("rounded", TRACE_CALL(SET, R, ADDRESS(BUFFER), 0x200, 0),
		  WRONG, 0);
	CHECK_EQ("still ours", unit_trace.component[R].owner, OURS);
	unit_trace.component[R].wrapped = true;
	fake_hart_forget();
	CHECK_RET("rounded elsewhere",
		  TRACE_CALL(SET, R, ADDRESS(BUFFER + 0x400), 0x200, 1), WRONG,
		  0);
	CHECK_EQ("the old one", fake_trace_reg64(R, 0x10), BUFFER);
	CHECK_EQ("the old mode", fake_trace_reg(R, 0) & 0x110, RAM_SMEM);
	CHECK("as full", unit_trace.component[R].wrapped);
}

/*
 * A sink has wrapped, and no store changes its flag: a refused call keeps the
 * flag.
 */
static void buffer_stays_full(void)
{
	const struct sbi_args set = { { R, ADDRESS(BUFFER + 0x400), 0x200 } };

	unit_trace_hardware();
	fake_trace[R].has.limit_mask &= ~0x100ull;
	fake_trace[R].has.wrap_fixed = true;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_OK("fits", TRACE_CALL(SET, R, ADDRESS(BUFFER), 0x100, 0));
	fake_trace_set(R, TR_RAM_WP_LOW, (u32)BUFFER | 1);
	fake_hart_forget();
	CHECK_RET("rounded", trace_call(&unit_trace, OURS, SET, &set), WRONG,
		  0);
	CHECK_EQ("the old one", fake_trace_reg64(R, TR_RAM_START_LOW), BUFFER);
	CHECK_OK("status",
		 TRACE_CALL(TRACE_SBI_STATUS, HARTID, ADDRESS(ANSWER)));
	CHECK("as full",
	      unit_trace_answer(TRACE_STATUS_FLAGS) & TRACE_STATUS_WRAPPED);
}

static void buffer_abilities(void)
{
	unit_trace_hardware();
	fake_trace[R].has.impl = 0x1901;
	fake_trace[R].has.no_stop_on_wrap = true;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_RET("no SMEM", TRACE_CALL(SET, R, ADDRESS(BUFFER), 64, 0),
		  SBI_ERR_NOT_SUPPORTED, 0);
	CHECK_RET("no stop", TRACE_CALL(SET, R, 0, 0, 0, 3),
		  SBI_ERR_NOT_SUPPORTED, 0);
	unit_trace_hardware();
	fake_trace[R].has.impl = 0x2901;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	CHECK_RET("no SRAM", TRACE_CALL(SET, R, 0, 0, 0, 2),
		  SBI_ERR_NOT_SUPPORTED, 0);
}

static void buffer_owners(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	trace_owners_set(&unit_trace, 1, 1, &(u32){ THEIRS });
	CHECK_OK("set", TRACE_CALL(SET, R, ADDRESS(BUFFER), BUFFER_SIZE,
				   TRACE_SBI_BUFFER_STOP_ON_WRAP));
	CHECK_RET("taken", unit_trace_theirs(SET, R, FAKE_RAM), SBI_ERR_DENIED,
		  0);
	CHECK_RET("not theirs", unit_trace_theirs(TRACE_SBI_SINK_RELEASE, R, 0),
		  SBI_ERR_DENIED, 0);
	CHECK_RET("not into ours",
		  unit_trace_theirs(TRACE_SBI_START, HARTID + 1, 0),
		  SBI_ERR_DENIED, 0);
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	CHECK_RET("set", TRACE_CALL(SET, R, ADDRESS(BUFFER), 64, 0),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_RET("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, R),
		  SBI_ERR_ALREADY_STARTED, 0);
	CHECK_OK("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID));
	CHECK_OK("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, R));
	CHECK_EQ("control", fake_trace_reg(R, 0) & 0x110, RAM_SMEM);
	CHECK_EQ("parked", fake_trace_reg64(R, 0x10), 0);
	CHECK_EQ("parked", fake_trace_reg64(R, 0x18), 0);
	CHECK_RET("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, R),
		  SBI_ERR_INVALID_STATE, 0);
	CHECK_RET("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, F), PARAM, 0);
	fake_hart_forget();
	CHECK_RET("now it is theirs",
		  unit_trace_call(THEIRS, SET,
				  (struct sbi_args){ { R, FAKE_RAM, 0, 64 } }),
		  0, 0);
}

/* The trace of a hart that was away then has no buffer to go on in. */
static void released_meanwhile(void)
{
	static struct trace_context ours, theirs;
	unsigned int leaves;

	for (leaves = 0; leaves < 2; leaves++) {
		unit_trace_boot(TRACE_DIRECT);
		unit_trace_buffer();
		CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
		if (leaves) {
			CHECK("leave", trace_hart_leave(&unit_trace, 0, &ours));
			trace_hart_enter(&unit_trace, 0, THEIRS, NULL);
		} else {
			CHECK("sleep",
			      trace_hart_suspend(&unit_trace, 0, &ours));
		}
		CHECK_OK("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, R));
		if (leaves) {
			trace_hart_leave(&unit_trace, 0, &theirs);
			CHECK("not resumed",
			      !trace_hart_enter(&unit_trace, 0, OURS, &ours));
		} else {
			CHECK("wake", trace_hart_resume(&unit_trace, 0, &ours));
		}
		unit_trace_check_quiet("nothing runs");
	}
}

/* S-mode has switched the sink off, or it has lost its state since. */
static void sink_was_off(void)
{
	unit_trace_boot(TRACE_DIRECT);
	fake_trace_power_off(R);
	unit_trace_buffer();
	CHECK_EQ("woken", fake_trace_reg64(R, 0x10), BUFFER);
	fake_trace_power_off(R);
	CHECK_OK("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, R));
	unit_trace_buffer();
	fake_trace_power_off(R);
	fake_trace[R].has.dead = true;
	CHECK_RET("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, R),
		  SBI_ERR_TIMEOUT, 0);
	fake_hart_forget();
	CHECK_RET("set", TRACE_CALL(SET, R, ADDRESS(BUFFER), 64, 0),
		  SBI_ERR_TIMEOUT, 0);
	CHECK_RET("start", TRACE_CALL(TRACE_SBI_START, HARTID),
		  SBI_ERR_INVALID_STATE, 0);
}

/* --- sink_read ------------------------------------------------------------------------ */

static void read_rows(void)
{
	static const struct {
		const char *name;
		unsigned long sink, low, high, size, offset;
		long error;
	} rows[] = {
		{ "from the start", R, FAKE_RAM, 0, 64, 0, 0 },
		{ "from further on", R, FAKE_RAM + 4, 0, 4, 96, 0 },
		{ "size 0", R, FAKE_RAM, 0, 0, 0, PARAM },
		{ "bytes", R, FAKE_RAM, 0, 2, 0, PARAM },
		{ "between words", R, FAKE_RAM, 0, 4, 2, PARAM },
		{ "to between words", R, FAKE_RAM + 2, 0, 4, 0, PARAM },
		{ "across a page", R, FAKE_RAM + 0xffc, 0, 8, 0, PARAM },
		{ "a huge size", R, FAKE_RAM + 8, 0, ~7ul, 0, PARAM },
		{ "what is not there", R, FAKE_RAM, 0, 104, 0,
		  SBI_ERR_BAD_RANGE },
		{ "behind it", R, FAKE_RAM, 0, 4, 104, SBI_ERR_BAD_RANGE },
		{ "no memory", R, FAKE_RAM - 0x1000, 0, 4, 0, WRONG },
		{ "too high", R, FAKE_RAM, 1, 4, 0, WRONG },
		{ "another's", R2, FAKE_RAM, 0, 4, 0, SBI_ERR_DENIED },
		{ "a funnel", F, FAKE_RAM, 0, 4, 0, PARAM },
	};
	unsigned int i, n;

	for (i = 0; i < array_size(rows); i++) {
		unit_trace_boot(TRACE_MEDIATED);
		for (n = 0; n < array_size(fake_trace[R].sram); n++)
			fake_trace[R].sram[n] = 0x1000 + n;
		CHECK_OK("SRAM", TRACE_CALL(SET, R, 0, 0, 0, 2));
		CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
		fake_trace_make(E0, 100);
		CHECK_RET("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID), 0, 100);
		fake_hart_forget();
		CHECK_RET(rows[i].name,
			  TRACE_CALL(TRACE_SBI_SINK_READ, rows[i].sink,
				     rows[i].low, rows[i].high,
				     unit_xlen(rows[i].size), rows[i].offset),
			  rows[i].error, rows[i].error ? 0 : rows[i].size);
		for (n = 0; !rows[i].error && n < rows[i].size / 4; n++)
			CHECK_EQ("word",
				 *(u32 *)fake_hart_ram(rows[i].low + 4 * n, 4),
				 0x1000 + rows[i].offset / 4 + n);
	}
}

static void read_states(void)
{
	unit_trace_boot(TRACE_MEDIATED);
	CHECK_RET("nobody's",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 4, 0),
		  SBI_ERR_INVALID_STATE, 0);
	unit_trace_buffer();
	CHECK_RET("in memory",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 4, 0),
		  SBI_ERR_INVALID_STATE, 0);
	CHECK_OK("SRAM", TRACE_CALL(SET, R, 0, 0, 0, 2));
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	CHECK_RET("running",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 4, 0),
		  SBI_ERR_ALREADY_STARTED, 0);
	fake_trace_make(E0, 300);
	CHECK_RET("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID), 0, 256);
	fake_hart_forget();
	CHECK_RET("wrapped: all of it",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 256, 0),
		  0, 256);
	fake_hart_forget();
	CHECK_RET("some of it",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 8, 0), 0,
		  8);
	fake_hart_forget();
	fake.log.fail_at = 2;
	CHECK_RET("no mapping",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 4, 0),
		  SBI_ERR_INVALID_ADDRESS, 0);
	fake_trace_power_off(R);
	CHECK_RET("off",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 4, 0),
		  SBI_ERR_INVALID_STATE, 0);
}

/* More words than one copy has, and a register that does not respond. */
static void read_long(void)
{
	unsigned int n;

	unit_trace_hardware();
	fake_trace[R].has.sram_limit = 0x3fc;
	unit_trace_boot_as_built(TRACE_MEDIATED);
	for (n = 0; n < array_size(fake_trace[R].sram); n++)
		fake_trace[R].sram[n] = 0x1000 + n;
	CHECK_OK("SRAM", TRACE_CALL(SET, R, 0, 0, 0, 2));
	CHECK_OK("start", TRACE_CALL(TRACE_SBI_START, HARTID));
	fake_trace_make(E0, 0x400);
	CHECK_RET("stop", TRACE_CALL(TRACE_SBI_STOP, HARTID), 0, 0x400);
	fake_hart_forget();
	CHECK_RET("all of it",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 0x400, 0),
		  0, 0x400);
	for (n = 0; n < 0x100; n++)
		CHECK_EQ("word", *(u32 *)fake_hart_ram(ANSWER + 4 * n, 4),
			 0x1000 + n % 64);
	fake_trace_break(R, TR_RAM_DATA, TR_RAM_DATA);
	fake_hart_forget();
	CHECK_RET("bus errors",
		  TRACE_CALL(TRACE_SBI_SINK_READ, R, ADDRESS(ANSWER), 0x400, 0),
		  0, 0x400);
	for (n = 0; n < 0x100; n++)
		CHECK_EQ("nothing", *(u32 *)fake_hart_ram(ANSWER + 4 * n, 4),
			 0);
}

/* State saved by a suspend is dropped with the buffer. */
static void released_asleep(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK("sleep", trace_suspend(&unit_trace, OURS));
	CHECK_OK("release", TRACE_CALL(TRACE_SBI_SINK_RELEASE, R));
	fake_trace_power_off(R);
	trace_resume(&unit_trace);
	CHECK("stays off", !(fake_trace_reg(R, 0) & FAKE_ACTIVE));
}

static const struct unit_test tests[] = {
	UNIT_TEST(buffer_rows, UNIT_TRACE),
	UNIT_TEST(buffer_high, UNIT_TRACE),
	UNIT_TEST(buffer_rounded, UNIT_TRACE),
	UNIT_TEST(buffer_stays_full, UNIT_TRACE),
	UNIT_TEST(buffer_abilities, UNIT_TRACE),
	UNIT_TEST(buffer_owners, UNIT_TRACE),
	UNIT_TEST(released_meanwhile, UNIT_TRACE),
	UNIT_TEST(sink_was_off, UNIT_TRACE),
	UNIT_TEST(read_rows, UNIT_TRACE),
	UNIT_TEST(read_states, UNIT_TRACE),
	UNIT_TEST(read_long, UNIT_TRACE),
	UNIT_TEST(released_asleep, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_sink", tests, array_size(tests));
}
