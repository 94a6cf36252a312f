// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traces and domains: two domains take turns on the first hart, and a third one
 * has the second hart. No domain reaches components of another one, by calls or
 * by loads and stores.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "hart.h"
#include "trace.h"

#define HART0 (hart_at(0)->hartid)
#define OTHER_HART 1ul
#define SIZE 0x20000ul
#define HOLE 0x84000000ul /* memory that belongs to no domain, see run.py */

static u8 buffer[2][SIZE] __attribute__((aligned(4096)));

static bool shared(void)
{
	return option_given("trace=funnel");
}

static unsigned int sink0(void)
{
	return trace_number(trace_sink(0));
}

static struct sbiret set_buffer(unsigned int sink, unsigned int n)
{
	return trace_call(TRACE_SBI_SINK_SET_BUFFER, sink,
			  (unsigned long)buffer[n], 0, SIZE);
}

/* --- the other hart ------------------------------------------------------- */

static void faults(unsigned long base)
{
	check_row("registers", base);
	CHECK_EQ(HART_TRY(trace_read(base, TR_CONTROL)), HART_LOAD_FAULT);
	CHECK_EQ(HART_TRY(trace_read(base, TR_IMPL)), HART_LOAD_FAULT);
	CHECK_EQ(HART_TRY(trace_write(base, TR_CONTROL, 0)), HART_STORE_FAULT);
	CHECK_EQ(HART_TRY(trace_write(base, TR_RAM_START_LOW, 0)),
		 HART_STORE_FAULT);
}

static void other_registers(void)
{
	faults(trace_encoder(1));
	CHECK_EQ(HART_TRY(trace_read(trace_encoder(0), TR_CONTROL)),
		 HART_NO_TRAP);
	/*
	 * A sink for traces of two domains is not accessible to either of them.
	 */
	if (shared()) {
		faults(trace_funnel(0));
		faults(trace_sink(0));
		return;
	}
	faults(trace_sink(1));
	CHECK_EQ(HART_TRY(trace_read(trace_sink(0), TR_CONTROL)), HART_NO_TRAP);
}

static void other_calls(void)
{
	static const unsigned long fids[] = {
		TRACE_SBI_ENCODER_CONFIGURE,
		TRACE_SBI_ENCODER_SET_FILTER,
		TRACE_SBI_ENCODER_SET_COMPARATOR,
		TRACE_SBI_START,
		TRACE_SBI_STOP,
	};
	unsigned int n = trace_number(trace_encoder(1)), i;

	for (i = 0; i < array_size(fids); i++) {
		check_row("function", fids[i]);
		CHECK_ERROR(trace_call(fids[i], OTHER_HART), SBI_ERR_DENIED);
	}
	check_row(NULL, 0);
	CHECK_ERROR(trace_status(OTHER_HART), SBI_ERR_DENIED);
	CHECK_OK(trace_info(n));
	CHECK(!(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_MINE));
	CHECK_OK(trace_info(sink0()));
	CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_MINE);
	if (shared())
		return;
	n = trace_number(trace_sink(1));
	CHECK_ERROR(set_buffer(n, 0), SBI_ERR_DENIED);
	CHECK_ERROR(trace_call(TRACE_SBI_SINK_RELEASE, n), SBI_ERR_DENIED);
}

/* If S-mode itself stores that address in a sink, the sink is not enabled. */
static void memory_of_nobody_direct(void)
{
	unsigned long sink = trace_sink(0);
	u32 control;

	if (shared()) {
		check_skip("the sink is not S-mode's");
		return;
	}
	trace_write(sink, TR_CONTROL, TR_ACTIVE | TR_SMEM);
	trace_write64(sink, TR_RAM_START_LOW, HOLE);
	trace_write64(sink, TR_RAM_LIMIT_LOW, HOLE + 0xffc);
	trace_write64(sink, TR_RAM_WP_LOW, HOLE);
	trace_write(sink, TR_CONTROL, TR_ACTIVE | TR_SMEM | TR_ENABLE);
	control = trace_read(sink, TR_CONTROL);
	CHECK_EQ(control & (TR_ACTIVE | TR_ENABLE), TR_ACTIVE);
	trace_write(sink, TR_CONTROL, 0);
	trace_write(sink, TR_CONTROL, TR_ACTIVE);
}

/* --- the hart's previous domain ------------------------------------------ */

static u32 second_control;

static void second_finds_nothing(void)
{
	CHECK_OK(trace_status(HART0));
	CHECK_EQ(trace_words[TRACE_STATUS_FLAGS] &
			 (TRACE_STATUS_ENABLED | TRACE_STATUS_BUFFER),
		 0);
	CHECK_EQ(trace_words[TRACE_STATUS_START], 0);
	second_control = trace_read(trace_encoder(0), TR_CONTROL);
	CHECK_EQ(second_control & (TR_ACTIVE | TR_ENABLE), TR_ACTIVE);
	CHECK_EQ(trace_read(trace_encoder(0), TR_TE_INST_FILTERS), 0);
	if (shared())
		CHECK_ERROR(set_buffer(sink0(), 1), SBI_ERR_DENIED);
	else
		CHECK_OK(set_buffer(sink0(), 1));
}

static void second_traces(void)
{
	if (shared())
		return;
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL), second_control);
	CHECK_OK(trace_call(TRACE_SBI_START, HART0));
	trace_work();
}

static void second_is_still_tracing(void)
{
	if (shared())
		return;
	CHECK_OK(trace_status(HART0));
	CHECK(trace_words[TRACE_STATUS_FLAGS] & TRACE_STATUS_ENABLED);
	CHECK_EQ(trace_words[TRACE_STATUS_START], (unsigned long)buffer[1]);
	CHECK_OK(trace_call(TRACE_SBI_STOP, HART0));
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink0()));
}

static void first_is_still_tracing(u32 control)
{
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL) & ~TR_EMPTY, control);
	CHECK_OK(trace_status(HART0));
	CHECK(trace_words[TRACE_STATUS_FLAGS] & TRACE_STATUS_ENABLED);
	CHECK_EQ(trace_words[TRACE_STATUS_START], (unsigned long)buffer[0]);
}

static void taking_turns(void)
{
	u32 control, mode = TR_FIELD(TR_TE_CONTROL, FORMAT, 1) |
			    TR_FIELD(TR_TE_CONTROL, INST_MODE, 6) |
			    TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 1) |
			    TR_MASK(TR_TE_CONTROL, CONTEXT);

	CHECK_OK(set_buffer(sink0(), 0));
	CHECK_OK(trace_call(TRACE_SBI_ENCODER_CONFIGURE, HART0, mode));
	CHECK_OK(trace_call(TRACE_SBI_START, HART0));
	control = trace_read(trace_encoder(0), TR_CONTROL) & ~TR_EMPTY;
	trace_work();
	CHECK_EQ(domains_run(second_finds_nothing), SBI_SUCCESS);
	first_is_still_tracing(control);
	CHECK_EQ(domains_run(second_traces), SBI_SUCCESS);
	first_is_still_tracing(control);
	trace_work();
	CHECK_EQ(domains_run(second_is_still_tracing), SBI_SUCCESS);
	first_is_still_tracing(control);
	CHECK_OK(trace_call(TRACE_SBI_STOP, HART0));
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, sink0()));
}

const struct check_case check_cases[] = {
	{ "registers of others", other_registers },
	{ "calls for others", other_calls },
	{ "memory of nobody, without calls", memory_of_nobody_direct },
	{ "domains that take turns", taking_turns },
	{ NULL, NULL },
};
