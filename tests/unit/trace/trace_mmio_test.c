// SPDX-License-Identifier: BSD-2-Clause
/* lib/trace/trace_mmio.c: accesses of S-mode to registers */
#include <hart/mmio.h>

#include "unit_trace.h"

static unsigned long at(unsigned int n, u32 offset)
{
	return unit_trace.component[n].base + offset;
}

static u32 load(unsigned int n, u32 offset)
{
	u32 value = 0x5a5a5a5a;

	CHECK("load",
	      trace_mmio_load(&unit_trace, OURS, at(n, offset), &value));
	return value;
}

static void store(unsigned int n, u32 offset, u32 value)
{
	CHECK("store",
	      trace_mmio_store(&unit_trace, OURS, at(n, offset), value));
}

/* tr??Control after changes of Active and Enable have taken effect. */
static u32 control_of(unsigned int n)
{
	hart_mmio_poll();
	hart_mmio_poll();
	return load(n, TR_CONTROL);
}

/* --- owners of registers ------------------------------------------------- */

static void refused(const char *row, u32 owner, u64 address)
{
	u32 value = 1;

	CHECK(row, !trace_mmio_load(&unit_trace, owner, address, &value));
	CHECK(row, !trace_mmio_store(&unit_trace, owner, address, 0));
	CHECK_EQ(row, value, 1);
}

static void owners(void)
{
	unit_trace_boot(TRACE_DIRECT);
	CHECK_EQ("ours", load(E0, TR_IMPL), 0x00010101);
	CHECK_EQ("funnel", load(F, TR_IMPL), 0x00000801);
	CHECK_EQ("sink", load(R, TR_IMPL), 0x00003901);
	refused("theirs", OURS, at(E2, TR_IMPL));
	refused("their sink", OURS, at(R2, TR_IMPL));
	refused("not theirs", THEIRS, at(E0, TR_IMPL));
	refused("nobody's", TRACE_NO_OWNER, at(E0, TR_IMPL));
	refused("odd", OURS, at(E0, 2));
	refused("before", OURS, at(E0, 0) - 4);
	refused("behind", OURS, at(R2, TR_WINDOW_SIZE));
	CHECK("first word", trace_mmio_has(&unit_trace, at(E0, 0)));
	CHECK("last word", trace_mmio_has(&unit_trace, at(R2, 0xffc)));
	CHECK("theirs", trace_mmio_has(&unit_trace, at(E2, 0)));
	CHECK("behind", !trace_mmio_has(&unit_trace, at(R2, 0x1000)));
	CHECK("nowhere", !trace_mmio_has(&unit_trace, ~0ull));
}

/* A sink for traces of two owners belongs to neither of them. */
static void shared(void)
{
	unit_trace_boot(TRACE_DIRECT);
	trace_owners_set(&unit_trace, 1, 1, &(u32){ THEIRS });
	refused("funnel", OURS, at(F, 0));
	refused("sink", OURS, at(R, 0));
	refused("sink", THEIRS, at(R, 0));
	CHECK_EQ("encoder", load(E0, TR_IMPL), 0x00010101);
}

static void mediated(void)
{
	unsigned int n;

	unit_trace_boot(TRACE_MEDIATED);
	for (n = E0; n <= R; n++)
		refused("mediated", OURS, at(n, 0));
}

static void unusable(void)
{
	unit_trace_hardware();
	unit_trace_describe(TRACE_DIRECT);
	trace_probe(&unit_trace);
	trace_refuse(&unit_trace, R2, TRACE_FORBIDDEN);
	trace_settle(&unit_trace);
	trace_owners_set(&unit_trace, 2, 1, &(u32){ OURS });
	refused("sink", OURS, at(R2, 0));
	refused("its encoder", OURS, at(E2, 0));
	CHECK("not there", !trace_mmio_has(&unit_trace, at(R2, 0)));
}

/* --- reset ---------------------------------------------------------------- */

#define DEFAULTS 6

static const u32 encoder_registers[DEFAULTS] = {
	TR_CONTROL,
	TR_TE_INST_FEATURES,
	TR_TE_INST_FILTERS,
	TR_TE_TRIG_DBG_CONTROL,
	TR_TE_TRIG_EXT_IN_CONTROL,
	TR_TS_CONTROL,
};

static void reset(unsigned int n)
{
	store(n, TR_CONTROL, 0);
	CHECK_EQ("off", load(n, TR_CONTROL) & FAKE_ACTIVE, 0);
	store(n, TR_CONTROL, FAKE_ACTIVE);
	CHECK("on", load(n, TR_CONTROL) & FAKE_ACTIVE);
}

/* After a reset by S-mode an encoder's registers have the values of boot. */
static void reset_encoder(void)
{
	u32 boot[DEFAULTS];
	unsigned int i;

	unit_trace_boot(TRACE_DIRECT);
	for (i = 0; i < DEFAULTS; i++)
		boot[i] = load(E0, encoder_registers[i]);
	CHECK("mode", boot[0] & (7 << 4));
	CHECK("periodic synchronization", boot[0] & (3 << 16));
	reset(E0);
	for (i = 0; i < DEFAULTS; i++)
		CHECK_EQ("again", load(E0, encoder_registers[i]), boot[i]);
	unit_trace_check_quiet("after a reset");
}

static void reset_sink(void)
{
	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	CHECK_EQ("owner", unit_trace.component[R].owner, OURS);
	reset(R);
	CHECK_EQ("nobody's", unit_trace.component[R].owner, TRACE_NO_OWNER);
	CHECK("parked", load(R, TR_RAM_START_LOW) != (u32)BUFFER);
	reset(F);
	CHECK_EQ("all inputs", load(F, TR_FUNNEL_DIS_INPUT), 0);
}

/* S-mode gets the bits that it stores with Active. */
static void reset_and_more(void)
{
	u32 control = FAKE_ACTIVE | TE_MODE_3 | TE_NTRACE | 1 << 16;

	unit_trace_boot(TRACE_DIRECT);
	store(E0, TR_CONTROL, 0);
	store(E0, TR_CONTROL, control);
	CHECK_EQ("both", load(E0, TR_CONTROL) & ~(u32)FAKE_EMPTY, control);
}

/* Some designs hang: in reset only Control is accessed. */
static void in_reset(void)
{
	unit_trace_boot(TRACE_DIRECT);
	store(E0, TR_CONTROL, 0);
	CHECK_EQ("type", load(E0, TR_IMPL), 0);
	store(E0, TR_TE_INST_FILTERS, 1);
	CHECK_EQ("still off", load(E0, TR_CONTROL) & FAKE_ACTIVE, 0);
	store(E0, TR_CONTROL, FAKE_ACTIVE);
	CHECK_EQ("not stored", load(E0, TR_TE_INST_FILTERS), 0);
}

static void dead(void)
{
	unit_trace_boot(TRACE_DIRECT);
	store(E0, TR_CONTROL, 0);
	fake_trace[E0].has.dead = true;
	store(E0, TR_CONTROL, FAKE_ACTIVE | TE_MODE_6);
	CHECK_EQ("no answer", control_of(E0) & FAKE_ACTIVE, 0);
}

/* --- memory --------------------------------------------------------------- */

static void store64(unsigned int n, u32 low, u64 value)
{
	store(n, low, (u32)value);
	store(n, low + 4, (u32)(value >> 32));
}

static bool enables(u64 start, u64 limit, u64 wp, u32 control)
{
	bool enabled;

	store(R, TR_CONTROL, FAKE_ACTIVE | control);
	store64(R, TR_RAM_START_LOW, start);
	store64(R, TR_RAM_LIMIT_LOW, limit);
	store64(R, TR_RAM_WP_LOW, wp);
	store(R, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE | control);
	enabled = control_of(R) & FAKE_ENABLE;
	store(R, TR_CONTROL, FAKE_ACTIVE | control);
	CHECK_EQ("off again", control_of(R) & FAKE_ENABLE, 0);
	return enabled;
}

static void memory(void)
{
	u64 last = BUFFER + BUFFER_SIZE - 16;

	unit_trace_boot(TRACE_DIRECT);
	CHECK("ours", enables(BUFFER, last, BUFFER, RAM_SMEM));
	CHECK("end", enables(BUFFER, last, last, RAM_SMEM));
	CHECK("page", enables(BUFFER + 0x1000, BUFFER + 0x1ff0, BUFFER + 0x1000,
			      RAM_SMEM));
	CHECK("parked", !enables(0, 0, 0, RAM_SMEM));
	CHECK("device", !enables(FAKE_TRACE_BASE, FAKE_TRACE_BASE + 0xff0,
				 FAKE_TRACE_BASE, RAM_SMEM));
	CHECK("too long",
	      !enables(BUFFER, BUFFER + FAKE_RAM_SIZE, BUFFER, RAM_SMEM));
	CHECK("everything", !enables(0, ~0ull, BUFFER, RAM_SMEM));
	CHECK("backwards", !enables(BUFFER + 0x40, BUFFER, BUFFER, RAM_SMEM));
	CHECK("begins before", !enables(BUFFER + 0x40, last, BUFFER, RAM_SMEM));
	CHECK("begins behind", !enables(BUFFER, last, last + 16, RAM_SMEM));
	CHECK("elsewhere", !enables(BUFFER, last, FAKE_TRACE_BASE, RAM_SMEM));
}

static void own_memory_of_the_sink(void)
{
	unit_trace_boot(TRACE_DIRECT);
	CHECK("SRAM", enables(0, 0xfc, 0, 0));
}

/* A design whose buffer has a fixed address. */
static void fixed_memory(void)
{
	unit_trace_hardware();
	fake_trace[R].has.start_mask = 0;
	fake_trace[R].has.limit_mask = 0;
	fake_trace[R].has.start_fixed = 0x40000000;
	fake_trace[R].has.limit_fixed = 0x40000ff0;
	fake_memory_own(0x40000000, 0x1000, OURS);
	unit_trace_boot_as_built(TRACE_DIRECT);
	CHECK("fixed", enables(0x40000000, 0x40000ff0, 0x40000000, RAM_SMEM));
}

/* The sink uses the range that was checked. */
static void while_enabled(void)
{
	u32 control = FAKE_ACTIVE | FAKE_ENABLE | RAM_SMEM;

	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	store(R, TR_CONTROL, control);
	CHECK("enabled", control_of(R) & FAKE_ENABLE);
	store64(R, TR_RAM_START_LOW, 0);
	store64(R, TR_RAM_LIMIT_LOW, ~0ull);
	store64(R, TR_RAM_WP_LOW, 0);
	CHECK_EQ("start", load(R, TR_RAM_START_LOW), (u32)BUFFER);
	CHECK_EQ("wp", load(R, TR_RAM_WP_LOW), (u32)BUFFER);
	store(R, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE);
	CHECK("mode", load(R, TR_CONTROL) & RAM_SMEM);
	store(R, TR_CONTROL, FAKE_ACTIVE | RAM_SMEM);
	CHECK_EQ("disabled", control_of(R) & FAKE_ENABLE, 0);
	store(R, TR_RAM_WP_LOW, (u32)BUFFER + 16);
	CHECK_EQ("wp", load(R, TR_RAM_WP_LOW), (u32)BUFFER + 16);
}

/* --- encoders ------------------------------------------------------------- */

static bool traces(unsigned int encoder)
{
	u32 control = load(encoder, TR_CONTROL) & ~(u32)FAKE_EMPTY;
	bool enabled;

	store(encoder, TR_CONTROL, control | FAKE_ENABLE);
	enabled = control_of(encoder) & FAKE_ENABLE;
	if (enabled)
		store(encoder, TR_CONTROL, control);
	control_of(encoder);
	return enabled;
}

/* Enable the funnel and the sink, by either hart. */
static void enable_path(void)
{
	unsigned int n;

	unit_trace_boot(TRACE_DIRECT);
	unit_trace_buffer();
	store(R, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE | RAM_SMEM);
	control_of(R);
	store(F, TR_CONTROL, FAKE_ACTIVE | FAKE_ENABLE);
	control_of(F);
	for (n = E0; n <= E1; n++)
		CHECK("ours", traces(n));
}

static void sink_of_another(void)
{
	enable_path();
	unit_trace.component[R].owner = THEIRS;
	CHECK("theirs", !traces(E0));
	unit_trace.component[R].owner = TRACE_NO_OWNER;
	CHECK("all encoders are ours", traces(E0));
	trace_owners_set(&unit_trace, 1, 1, &(u32){ THEIRS });
	CHECK("set up by who knows", !traces(E0));
	unit_trace.component[R].owner = OURS;
	CHECK("ours by call", traces(E0));
}

/* A store for another bit does not stop a trace. */
static void other_bits(void)
{
	u32 control;

	enable_path();
	control = load(E0, TR_CONTROL) & ~(u32)FAKE_EMPTY;
	store(E0, TR_CONTROL, control | FAKE_ENABLE);
	control_of(E0);
	unit_trace.component[R].owner = THEIRS;
	store(E0, TR_CONTROL, control | FAKE_ENABLE | FAKE_TRACING);
	CHECK("still", control_of(E0) & FAKE_ENABLE);
	store(E0, TR_CONTROL, control | FAKE_ENABLE);
	store(E0, TR_CONTROL, control);
	control_of(E0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(owners, UNIT_TRACE),
	UNIT_TEST(shared, UNIT_TRACE),
	UNIT_TEST(mediated, UNIT_TRACE),
	UNIT_TEST(unusable, UNIT_TRACE),
	UNIT_TEST(reset_encoder, UNIT_TRACE),
	UNIT_TEST(reset_sink, UNIT_TRACE),
	UNIT_TEST(reset_and_more, UNIT_TRACE),
	UNIT_TEST(in_reset, UNIT_TRACE),
	UNIT_TEST(dead, UNIT_TRACE),
	UNIT_TEST(memory, UNIT_TRACE),
	UNIT_TEST(own_memory_of_the_sink, UNIT_TRACE),
	UNIT_TEST(fixed_memory, UNIT_TRACE),
	UNIT_TEST(while_enabled, UNIT_TRACE),
	UNIT_TEST(sink_of_another, UNIT_TRACE),
	UNIT_TEST(other_bits, UNIT_TRACE),
};

int main(void)
{
	return unit_main("trace_mmio", tests, array_size(tests));
}
