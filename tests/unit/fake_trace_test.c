// SPDX-License-Identifier: BSD-2-Clause
/* The fake trace hardware at its worst; other tests rely on it. */
#include <hart/mmio.h>

#include "fake/fake_trace_regs.h"
#include "trace/unit_trace.h"

#define SINK (FAKE_TRACE_BASE + 0x3000)

static u32 load(unsigned long address)
{
	u32 value = 0;

	CHECK("load", hart_mmio_load32(address, &value));
	return value;
}

static void store(unsigned long address, u32 value)
{
	CHECK("store", hart_mmio_store32(address, value));
}

static void ram_at(u64 address, struct fake_trace_hostile hostile)
{
	fake_trace_machine();
	fake_trace[R].has.slow = 0;
	fake_trace[R].has.hostile = hostile;
	store(SINK, FAKE_ACTIVE);
	while (!(load(SINK) & FAKE_ACTIVE))
		;
	store(SINK, FAKE_ACTIVE | RAM_SMEM);
	store(SINK + 0x10, (u32)address);
	store(SINK + 0x14, 0);
	store(SINK + 0x18, (u32)address + 0xf0);
	store(SINK + 0x1c, 0);
	store(SINK + 0x20, (u32)address);
	store(SINK + 0x24, 0);
}

static void enable(void)
{
	store(SINK, FAKE_ACTIVE | FAKE_ENABLE | RAM_SMEM);
}

static void disable(void)
{
	store(SINK, FAKE_ACTIVE | RAM_SMEM);
}

static void fault_expected(const char *row)
{
	CHECK(row, fake.log.faults);
	fake.log.faults = 0;
}

static void bytes_land(void)
{
	ram_at(BUFFER, (struct fake_trace_hostile){ .late = 0 });
	fake_memory_own(BUFFER, 0x1000, OURS);
	enable();
	fake_trace_store(R, 8);
	CHECK_EQ("words", fake_trace_landed_in(BUFFER, 0x1000), 2);
	CHECK_EQ("byte", fake_trace_landed(BUFFER), R);
	CHECK_EQ("behind", fake_trace_landed(BUFFER + 8), 0);
	CHECK_EQ("foreign", fake_trace_foreign, 0);
	fake_hostile_take(&fake_trace[R], 4, THEIRS);
	CHECK_EQ("foreign", fake_trace_foreign, 1);
	fault_expected("theirs");
	ram_at(FAKE_FIRMWARE, (struct fake_trace_hostile){ .late = 0 });
	enable();
	fake_trace_store(R, 4);
	CHECK_EQ("foreign", fake_trace_foreign, 1);
	fault_expected("nobody's");
}

/* Enable changes late, in order with later stores. */
static void late(void)
{
	unsigned int n, seen = 0;

	ram_at(BUFFER, (struct fake_trace_hostile){ .late = 10 });
	enable();
	disable();
	for (n = 0; n < 20; n++) {
		fake_hostile_tick();
		seen |= 1u << (fake_trace_reg(R, 0) >> 1 & 1);
	}
	CHECK_EQ("came and went", seen, 3);
	CHECK("off", !(fake_trace_reg(R, 0) & FAKE_ENABLE));
}

/*
 * Late words are written to the address that WP has then, and Empty waits for
 * them.
 */
static void lands_late(void)
{
	unsigned int n;

	ram_at(BUFFER, (struct fake_trace_hostile){
			       .land = 20, .late_empty = 5, .unlocked = true });
	enable();
	fake_hostile_take(&fake_trace[R], 4, FAKE_ANYBODY);
	disable();
	CHECK("not empty", !(load(SINK) & FAKE_EMPTY));
	CHECK_EQ("nothing yet", fake_trace_landed_in(BUFFER, 0x1000), 0);
	store(SINK + 0x20, (u32)BUFFER + 0x80);
	fault_expected("while not empty");
	for (n = 0; n < 40; n++)
		fake_hostile_tick();
	CHECK("empty", load(SINK) & FAKE_EMPTY);
	CHECK_EQ("moved", fake_trace_landed(BUFFER + 0x80), R);
}

static void bus_errors(void)
{
	u32 value = 1;

	ram_at(BUFFER, (struct fake_trace_hostile){ .late = 0 });
	fake_trace_break(R, 0x18, 0x1c);
	CHECK("before", hart_mmio_load32(SINK + 0x14, &value));
	CHECK("load", !hart_mmio_load32(SINK + 0x18, &value));
	CHECK("store", !hart_mmio_store32(SINK + 0x1c, 0));
	CHECK("behind", hart_mmio_store32(SINK + 0x20, 0));
	CHECK_EQ("no fault", fake.log.faults, 0);
}

static void noise(void)
{
	unsigned int n, wrong = 0, twice = 0;
	bool was = false, is;

	ram_at(BUFFER, (struct fake_trace_hostile){ .spurious = 4 });
	for (n = 0; n < 1000; n++) {
		is = load(SINK + 0x10) != (u32)BUFFER;
		wrong += is;
		twice += is && was;
		was = is;
	}
	CHECK("some", wrong > 100);
	CHECK_EQ("never two in a row", twice, 0);
}

static void gush(void)
{
	const unsigned long encoder = FAKE_TRACE_BASE + 0x4000;

	fake_trace_machine();
	fake_memory_own(BUFFER, 0x1000, THEIRS);
	fake_trace[E2].has.hostile.gush = 4;
	fake_trace[E2].domain = THEIRS;
	fake_trace_set(R2, 0, FAKE_ACTIVE | FAKE_ENABLE | RAM_SMEM);
	fake_trace_set(R2, 0x18, (u32)BUFFER + 0x100);
	fake_trace_set(R2, 0x1c, 0);
	fake_trace_set(R2, 0x20, (u32)BUFFER);
	fake_trace_set(R2, 0x24, 0);
	fake_trace_set(E2, 0, FAKE_ACTIVE | FAKE_ENABLE | FAKE_TRACING);
	load(encoder);
	hart_mmio_poll();
	CHECK_EQ("a word each time", fake_trace_landed_in(BUFFER, 0x1000), 2);
}

static void limit_follows(void)
{
	ram_at(BUFFER, (struct fake_trace_hostile){ .limit_follows = true });
	CHECK_EQ("limit", load(SINK + 0x18), (u32)BUFFER + 0xf0);
	store(SINK + 0x10, (u32)BUFFER);
	CHECK_EQ("limit", load(SINK + 0x18), 0xfffffff0);
}

static void domains(void)
{
	fake_memory_own(BUFFER, 0x1000, OURS);
	fake_memory_own(BUFFER + 0x800, 0x100, THEIRS);
	fake_memory_own(0x40000000, 0x100, THEIRS);
	CHECK("ours", fake_memory_is_of(BUFFER, OURS));
	CHECK("theirs", fake_memory_is_of(BUFFER + 0x8ff, THEIRS));
	CHECK("not ours", !fake_memory_is_of(BUFFER + 0x800, OURS));
	CHECK("anybody's", fake_memory_is_of(BUFFER + 0x1000, OURS));
	CHECK("device", fake_memory_is_of(0x400000ff, THEIRS));
	CHECK("nobody's", !fake_memory_is_of(0x40000100, THEIRS));
}

static const struct unit_test tests[] = {
	UNIT_TEST(bytes_land, UNIT_ONE),    UNIT_TEST(late, UNIT_ONE),
	UNIT_TEST(lands_late, UNIT_ONE),    UNIT_TEST(bus_errors, UNIT_ONE),
	UNIT_TEST(noise, UNIT_ONE),	    UNIT_TEST(gush, UNIT_ONE),
	UNIT_TEST(limit_follows, UNIT_ONE), UNIT_TEST(domains, UNIT_ONE),
};

UNIT_MAIN("fake_trace", tests)
