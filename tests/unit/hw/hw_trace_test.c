// SPDX-License-Identifier: BSD-2-Clause
/*
 * The model of trace hardware: the path of trace from retired instructions to
 * memory.
 */
#include <stdio.h>
#include <string.h>

#include "unit_hw.h"

#define TE(name) FIELD_MASK(TR_TE_CONTROL, name)
#define OVERFLOW TE(INST_STALL_OR_OVERFLOW)

/* --- the RAM sink ----------------------------------------------------------- */

static u8 expected[0x10000];

static void trace_whole(void)
{
	static const u32 widths[] = { 4, 8, 64 };
	unsigned int i;
	size_t size;

	for (i = 0; i < array_size(widths); i++) {
		unit_hw_usual();
		hw_design[SINK].width = widths[i];
		unit_hw_start(0x10000);
		unit_hw_trace(ENC0, 0);
		unit_hw_retire(0, 500);
		unit_hw_stop();
		size = unit_hw_reference(expected, sizeof(expected), 500);
		CHECK_EQ("whole units", unit_hw_recorded() % widths[i], 0);
		CHECK_EQ("size", unit_hw_recorded(),
			 (size + widths[i] - 1) / widths[i] * widths[i]);
		CHECK("bytes", !memcmp(UNIT_HW_DATA, expected, size));
		CHECK_EQ("idle",
			 ntrace_idle_count(UNIT_HW_DATA + size,
					   unit_hw_recorded() - size),
			 unit_hw_recorded() - size);
		CHECK_EQ("after it", UNIT_HW_DATA[unit_hw_recorded()], 0);
		CHECK_EQ("Start", unit_hw_load(SINK, TR_RAM_START_LOW),
			 (u32)HW_BUFFER);
	}
}

/* A bridge stores nothing; while it is disabled, no message passes. */
static void trace_over_a_bridge(void)
{
	size_t size = unit_hw_reference(expected, sizeof(expected), 50);

	unit_hw_usual();
	hw_design[ENC0].output[0] = (struct hw_output){ ATB, 0 };
	hw_design[ATB].num_outputs = 1;
	hw_design[ATB].output[0] = (struct hw_output){ SINK, 0 };
	unit_hw_start(0x10000);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 50);
	CHECK_EQ("not yet", unit_hw_recorded(), 0);
	unit_hw_set(ATB, HW_ENABLE, 0);
	unit_hw_stop();
	CHECK_EQ("all", unit_hw_recorded(), (size + 3) / 4 * 4);
	CHECK("bytes", !memcmp(UNIT_HW_DATA, expected, size));
}

static void trace_wraps(void)
{
	size_t size, wp, rest;

	unit_hw_usual();
	unit_hw_start(0x100);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 500);
	unit_hw_stop();
	size = unit_hw_reference(expected, sizeof(expected), 500);
	memset(expected + size, NTRACE_IDLE, 4);
	size = (size + 3) / 4 * 4;
	wp = unit_hw_recorded();
	CHECK_EQ("wrapped", wp & 3, 1);
	wp &= ~(size_t)3;
	rest = 0x100 - wp;
	CHECK_EQ("where", wp, size % 0x100);
	CHECK("oldest",
	      !memcmp(UNIT_HW_DATA + wp, expected + size - 0x100, rest));
	CHECK("newest", !memcmp(UNIT_HW_DATA, expected + size - wp, wp));
	CHECK_EQ("not beyond", UNIT_HW_DATA[0x100], 0);
	CHECK_EQ("not before", UNIT_HW_DATA[-1], 0);
	unit_hw_set(SINK, HW_ENABLE, 0);
	unit_hw_set(SINK, 0, HW_ENABLE);
	CHECK_EQ("the flag stays", unit_hw_load(SINK, TR_RAM_WP_LOW) & 1, 1);
	unit_hw_store(SINK, TR_RAM_WP_LOW, (u32)HW_BUFFER);
	CHECK_EQ("until it is written", unit_hw_load(SINK, TR_RAM_WP_LOW),
		 (u32)HW_BUFFER);
}

static void trace_stops_on_wrap(void)
{
	size_t size = unit_hw_reference(expected, sizeof(expected), 5000);
	u32 control;

	unit_hw_usual();
	unit_hw_start(0x100);
	unit_hw_set(SINK, 0, HW_ENABLE);
	unit_hw_set(SINK, FIELD_MASK(TR_RAM_CONTROL, STOP_ON_WRAP), 0);
	unit_hw_set(SINK, HW_ENABLE, 0);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 5000);
	CHECK("longer than all room", size > 0x100 + 4096);
	control = unit_hw_load(SINK, TR_CONTROL);
	CHECK("disabled", !(control & HW_ENABLE));
	CHECK("empty", control & HW_EMPTY);
	CHECK_EQ("WP", unit_hw_load(SINK, TR_RAM_WP_LOW), (u32)HW_BUFFER | 1);
	CHECK("the oldest", !memcmp(UNIT_HW_DATA, expected, 0x100));
	CHECK_EQ("not beyond", UNIT_HW_DATA[0x100], 0);
	control = unit_hw_load(ENC0, TR_CONTROL);
	CHECK("the encoder loses", control & OVERFLOW);
	CHECK("and has something", !(control & HW_EMPTY));
	CHECK("and is enabled", control & HW_ENABLE);
}

/* Addresses are rounded and limited to a range. */
enum kind {
	ANY,
	WIDE,
	RANGE,
	FIXED,
	SRAM,
};

static const struct pointer {
	enum kind kind;
	unsigned int offset;
	u64 value, becomes;
} pointers[] = {
	{ ANY, TR_RAM_START_LOW, 0, 0 },
	{ ANY, TR_RAM_START_LOW, ~0ull, 0xfffffffffc },
	{ ANY, TR_RAM_START_LOW, 0x12345678ab, 0x12345678a8 },
	{ ANY, TR_RAM_LIMIT_LOW, 0, 0 },
	{ ANY, TR_RAM_LIMIT_LOW, ~0ull, 0xfffffffffc },
	{ ANY, TR_RAM_WP_LOW, 0x1543, 0x1541 },
	{ ANY, TR_RAM_WP_LOW, 0x1542, 0x1540 },
	{ ANY, TR_RAM_RP_LOW, ~0ull, 0 },
	{ ANY, TR_RAM_DATA, ~0ull, 0 },
	{ WIDE, TR_RAM_START_LOW, 0x1237, 0x1200 },
	{ WIDE, TR_RAM_LIMIT_LOW, 0x1240, 0x1240 },
	{ WIDE, TR_RAM_LIMIT_LOW, ~0ull, 0xffffffffc0 },
	{ RANGE, TR_RAM_START_LOW, 0, 0x8000001000 },
	{ RANGE, TR_RAM_START_LOW, ~0ull, 0x8000001ffc },
	{ RANGE, TR_RAM_START_LOW, 0x8000001803, 0x8000001800 },
	{ RANGE, TR_RAM_LIMIT_LOW, 0x8000002000, 0x8000001ffc },
	{ FIXED, TR_RAM_START_LOW, 0x8000001800, 0x8000001000 },
	{ FIXED, TR_RAM_LIMIT_LOW, 0x8000001800, 0x8000001800 },
	{ SRAM, TR_RAM_START_LOW, ~0ull, 0 },
	{ SRAM, TR_RAM_LIMIT_LOW, ~0ull, 0xfc },
	{ SRAM, TR_RAM_LIMIT_LOW, 0x83, 0x80 },
	{ SRAM, TR_RAM_WP_LOW, ~0ull, 0xfd },
	{ SRAM, TR_RAM_RP_LOW, 0x46, 0x44 },
	{ SRAM, TR_RAM_RP_LOW, ~0ull, 0xfc },
};

static void pointer_kind(enum kind kind)
{
	unit_hw_usual();
	hw_design[SINK].width = kind == WIDE ? 64 : 4;
	if (kind == RANGE || kind == FIXED) {
		hw_design[SINK].smem_low = 0x8000001000;
		hw_design[SINK].smem_end = 0x8000002000;
		hw_design[SINK].smem_fixed = kind == FIXED;
	}
	unit_hw_make();
	unit_hw_store(SINK, TR_CONTROL, 1);
	unit_hw_store(SINK, TR_CONTROL, kind == SRAM ? 1 : 0x11);
}

static void trace_pointers(void)
{
	char name[16];
	unsigned int i, high;

	for (i = 0; i < array_size(pointers); i++) {
		const struct pointer *row = &pointers[i];

		snprintf(name, sizeof(name), "row %u", i);
		pointer_kind(row->kind);
		high = row->offset + 4;
		unit_hw_store(SINK, high, (u32)(row->value >> 32));
		unit_hw_store(SINK, row->offset, (u32)row->value);
		CHECK_EQ(name, unit_hw_load(SINK, row->offset),
			 (u32)row->becomes);
		CHECK_EQ(name, unit_hw_load(SINK, high), row->becomes >> 32);
	}
}

/* While the sink is in use, only the hardware changes pointers and mode. */
static void trace_pointers_in_use(void)
{
	unit_hw_usual();
	unit_hw_start(0x100);
	unit_hw_store(SINK, TR_RAM_START_LOW, 0);
	unit_hw_store(SINK, TR_RAM_LIMIT_LOW, 0);
	unit_hw_store(SINK, TR_RAM_WP_LOW, 0);
	unit_hw_set(SINK, 0, FIELD_MASK(TR_RAM_CONTROL, MODE));
	CHECK_EQ("Start", unit_hw_load(SINK, TR_RAM_START_LOW), (u32)HW_BUFFER);
	CHECK_EQ("Limit", unit_hw_load(SINK, TR_RAM_LIMIT_LOW),
		 (u32)HW_BUFFER + 0xfc);
	CHECK_EQ("WP", unit_hw_load(SINK, TR_RAM_WP_LOW), (u32)HW_BUFFER);
	CHECK("mode", unit_hw_load(SINK, TR_CONTROL) &
			      FIELD_MASK(TR_RAM_CONTROL, MODE));
}

/* Addresses outside RAM and the windows are not written. */
static void trace_nowhere(void)
{
	u32 impl;

	unit_hw_usual();
	unit_hw_start(0x100);
	unit_hw_set(SINK, 0, HW_ENABLE);
	unit_hw_store(SINK, TR_RAM_START_LOW, (u32)HW_WINDOW(ATB));
	unit_hw_store(SINK, TR_RAM_WP_LOW, (u32)HW_WINDOW(ATB));
	unit_hw_store(SINK, TR_RAM_LIMIT_LOW, (u32)HW_RAM + 2 * HW_RAM_SIZE);
	unit_hw_set(SINK, HW_ENABLE, 0);
	impl = unit_hw_load(ATB, TR_IMPL);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 10000);
	CHECK_EQ("windows stay", unit_hw_load(ATB, TR_IMPL), impl);
	CHECK("it went on beyond RAM",
	      unit_hw_load(SINK, TR_RAM_WP_LOW) > HW_RAM + HW_RAM_SIZE);
}

static void trace_sram(void)
{
	size_t size, i, at;
	u32 word;

	unit_hw_usual();
	unit_hw_start(0x100);
	unit_hw_set(SINK, 0, HW_ENABLE);
	unit_hw_set(SINK, 0, FIELD_MASK(TR_RAM_CONTROL, MODE));
	unit_hw_store(SINK, TR_RAM_LIMIT_LOW, 0xfc);
	unit_hw_store(SINK, TR_RAM_WP_LOW, 0);
	unit_hw_set(SINK, HW_ENABLE, 0);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 60);
	unit_hw_store(SINK, TR_RAM_RP_LOW, 0x10);
	word = unit_hw_load(SINK, TR_RAM_DATA);
	CHECK_EQ("no advance while it records", unit_hw_load(SINK, TR_RAM_DATA),
		 word);
	unit_hw_stop();
	size = unit_hw_reference(expected, sizeof(expected), 60);
	memset(expected + size, NTRACE_IDLE, 4);
	size = (size + 3) / 4 * 4;
	CHECK("wraps", size > 0x100);
	CHECK_EQ("WP", unit_hw_load(SINK, TR_RAM_WP_LOW), (size - 0x100) | 1);
	unit_hw_store(SINK, TR_RAM_RP_LOW, (u32)size - 0x100);
	for (i = 0; i < 0x100; i += 4) {
		word = unit_hw_load(SINK, TR_RAM_DATA);
		at = size - 0x100 + i;
		CHECK("data", !memcmp(&word, expected + at, 4));
	}
	CHECK_EQ("once round", unit_hw_load(SINK, TR_RAM_RP_LOW), size - 0x100);
	CHECK_EQ("nothing in RAM", UNIT_HW_DATA[0], 0);
}

/* --- funnels ---------------------------------------------------------------- */

static u8 stream[0x10000];

static void two_sources(u32 disabled)
{
	size_t i;

	unit_hw_funnel();
	unit_hw_start(0x10000);
	unit_hw_store(FUNNEL, TR_FUNNEL_DIS_INPUT, disabled);
	unit_hw_store(ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(1));
	unit_hw_store(ENC1, TR_TE_INST_FEATURES, UNIT_HW_SRC(2));
	unit_hw_trace(ENC0, 0);
	unit_hw_trace(ENC1, 0);
	for (i = 0; i < 100; i++) {
		unit_hw_retire(0, 3);
		unit_hw_retire(1, 5);
	}
	unit_hw_stop();
}

/* The trace of one encoder alone; the trace of both is compared with it. */
static size_t one_source(unsigned int hart, u32 id, u8 *out)
{
	size_t i, size;

	unit_hw_funnel();
	unit_hw_start(0x10000);
	unit_hw_store(hart ? ENC1 : ENC0, TR_TE_INST_FEATURES, UNIT_HW_SRC(id));
	unit_hw_trace(hart ? ENC1 : ENC0, 0);
	for (i = 0; i < 100; i++)
		unit_hw_retire(hart, hart ? 5 : 3);
	unit_hw_stop();
	size = unit_hw_recorded();
	memcpy(out, UNIT_HW_DATA, size);
	return size;
}

static void trace_funnel(void)
{
	size_t want, got;
	u32 id;

	for (id = 1; id <= 2; id++) {
		want = one_source(id - 1, id, expected);
		two_sources(0);
		got = unit_hw_stream(id, stream);
		CHECK("but idle bytes", want - got < 4 && got > 500);
		CHECK("bytes", !memcmp(stream, expected, got));
	}
}

static void trace_disabled_input(void)
{
	two_sources(1 << 0);
	CHECK_EQ("thrown away", unit_hw_stream(1, stream), 0);
	CHECK("the other", unit_hw_stream(2, stream) > 500);
	CHECK("nothing was lost, as far as the encoder knows",
	      !(unit_hw_load(ENC0, TR_CONTROL) & OVERFLOW));
}

/* Discarded data needs no room. */
static void trace_disabled_input_of_full_funnel(void)
{
	unit_hw_funnel();
	unit_hw_start(0x10000);
	unit_hw_store(FUNNEL, TR_FUNNEL_DIS_INPUT, 1 << 0);
	unit_hw_set(SINK, 0, HW_ENABLE);
	unit_hw_trace(ENC0, 0);
	unit_hw_trace(ENC1, 0);
	unit_hw_retire(1, 200);
	CHECK_EQ("full", unit_hw_load(ENC1, TR_CONTROL) & HW_EMPTY, 0);
	unit_hw_retire(0, 200);
	CHECK_EQ("gone", unit_hw_load(ENC0, TR_CONTROL) & HW_EMPTY, HW_EMPTY);
}

/* No message passes a funnel that is not enabled. */
static void trace_closed_funnel(void)
{
	unit_hw_funnel();
	unit_hw_start(0x10000);
	unit_hw_set(FUNNEL, 0, HW_ENABLE);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 20);
	CHECK_EQ("waits", unit_hw_load(ENC0, TR_CONTROL) & HW_EMPTY, 0);
	CHECK_EQ("nothing came", unit_hw_recorded(), 0);
	unit_hw_set(FUNNEL, HW_ENABLE, 0);
	unit_hw_stop();
	CHECK("it did now", unit_hw_recorded() > 100);
	CHECK("whole",
	      !memcmp(UNIT_HW_DATA, expected,
		      unit_hw_reference(expected, sizeof(expected), 20)));
}

/* Messages go to all enabled outputs. */
static void trace_two_outputs(void)
{
	unit_hw_usual();
	hw_design[ENC0].num_outputs = 2;
	hw_design[ENC0].output[1] = (struct hw_output){ PIB, 0 };
	unit_hw_start(0x10000);
	unit_hw_set(SINK, 0, HW_ENABLE);
	unit_hw_store(PIB, TR_CONTROL, 0xa1);
	unit_hw_trace(ENC0, 0);
	unit_hw_retire(0, 20);
	CHECK_EQ("none", unit_hw_load(ENC0, TR_CONTROL) & HW_EMPTY, 0);
	unit_hw_set(PIB, HW_ENABLE, 0);
	CHECK_EQ("pins", unit_hw_load(ENC0, TR_CONTROL) & HW_EMPTY, HW_EMPTY);
	unit_hw_set(SINK, HW_ENABLE, 0);
	unit_hw_retire(0, 20);
	CHECK("RAM as well", unit_hw_recorded() > 50);
	unit_hw_set(PIB, FIELD_MASK(TR_PIB_CONTROL, CALIBRATE), 0);
	unit_hw_retire(0, 20);
	CHECK_EQ("calibration takes none",
		 unit_hw_load(ENC0, TR_CONTROL) & HW_EMPTY, 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(trace_whole, UNIT_ONE),
	UNIT_TEST(trace_over_a_bridge, UNIT_ONE),
	UNIT_TEST(trace_wraps, UNIT_ONE),
	UNIT_TEST(trace_stops_on_wrap, UNIT_ONE),
	UNIT_TEST(trace_pointers, UNIT_ONE),
	UNIT_TEST(trace_pointers_in_use, UNIT_ONE),
	UNIT_TEST(trace_nowhere, UNIT_ONE),
	UNIT_TEST(trace_sram, UNIT_ONE),
	UNIT_TEST(trace_funnel, UNIT_ONE),
	UNIT_TEST(trace_disabled_input, UNIT_ONE),
	UNIT_TEST(trace_disabled_input_of_full_funnel, UNIT_ONE),
	UNIT_TEST(trace_closed_funnel, UNIT_ONE),
	UNIT_TEST(trace_two_outputs, UNIT_ONE),
};

UNIT_MAIN("hw_trace", tests)
