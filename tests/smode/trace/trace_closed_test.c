// SPDX-License-Identifier: BSD-2-Clause
/*
 * S-mode drives trace hardware that the firmware may not know, or has refused,
 * by plain stores and by calls, at every address where the machine can have
 * any. run.py compares the firmware's memory afterwards ("intact"). The device
 * tree is not asked: it may be wrong. A firmware without trace closes all.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define FIRMWARE 0x80000000ul
#define SIZE 0x1000ul
/* Of machines with 256 MiB */
#define WINDOWS 0x8fc00000ul
#define HARTID (hart_self()->hartid)
enum { PAGES = 0x200, LOOKS = 16 };

/* Addresses in the registers of sinks: the firmware, S-mode's memory, and
 * others, as a bus may have the firmware anywhere. */
static const u64 targets[] = { FIRMWARE,       0x88000000,
			       0x84000000,     0x0,
			       0x8000000,      0x100000000ull,
			       0x180000000ull, 0x180002000ull };

static unsigned long found[PAGES];
static u8 types[PAGES];
static unsigned int count;

static bool poke(unsigned long base, unsigned long offset, u32 value)
{
	return HART_TRY(trace_write(base, offset, value)) == HART_NO_TRAP;
}

static u32 peek(unsigned long base, unsigned long offset)
{
	volatile u32 value = 0;

	HART_TRY(value = trace_read(base, offset));
	return value;
}

static void look(unsigned long base)
{
	unsigned int n;

	for (n = 0; n < LOOKS; n++)
		peek(base, TR_CONTROL);
}

/* Only an active component answers. */
static void restart(unsigned long base)
{
	poke(base, TR_CONTROL, 0);
	look(base);
	poke(base, TR_CONTROL, TR_ACTIVE);
	look(base);
}

static void find(void)
{
	unsigned long base = WINDOWS;
	unsigned int n;

	for (n = count = 0; n < PAGES; n++, base += TR_WINDOW_SIZE) {
		if (!trace_reachable(base))
			continue;
		restart(base);
		found[count] = base;
		types[count++] = peek(base, TR_IMPL) >> 8 & 15;
	}
}

/* Before any store: memory has no type. */
static void types_in_reach(void)
{
	unsigned int n;

	find();
	for (n = 0; n < count && option_given("notrace"); n++)
		CHECK_EQ(types[n], 0);
	CHECK(count);
}

static void poke64(unsigned long base, unsigned long offset, u64 value)
{
	poke(base, offset, (u32)value);
	poke(base, offset + 4, (u32)(value >> 32));
}

static void aim(unsigned long base, u64 target)
{
	restart(base);
	poke(base, TR_CONTROL, TR_ACTIVE | TR_SMEM);
	poke64(base, TR_RAM_START_LOW, target);
	poke64(base, TR_RAM_LIMIT_LOW, target + SIZE - 4);
	poke64(base, TR_RAM_WP_LOW, target);
	poke(base, TR_CONTROL, TR_ACTIVE | TR_SMEM | TR_ENABLE);
}

/* Registers of an ETR (Arm's TMC), which has no type. */
static void aim_etr(unsigned long base, u64 target)
{
	static const u16 low[] = { 0x118, 0x18 }, high[] = { 0x11c, 0x3c };
	unsigned int n;

	poke(base, 0xfb0, 0xc5acce55);
	for (n = 0; n < array_size(low); n++) {
		poke(base, low[n], (u32)target);
		poke(base, high[n], (u32)(target >> 32));
	}
	poke(base, 0x4, SIZE / 4);
	poke(base, 0x28, 0);
	poke(base, 0x304, 1);
	poke(base, 0x20, 1);
}

static void trace(unsigned long base)
{
	static const u16 zero[] = { TR_TE_INST_FEATURES, TR_TE_INST_FILTERS,
				    TR_TE_DATA_CONTROL, TR_TE_DATA_FILTERS,
				    TR_TS_CONTROL };
	unsigned int n;

	restart(base);
	for (n = 0; n < array_size(zero); n++)
		poke(base, zero[n], 0);
	poke(base, TR_CONTROL, TR_ACTIVE | TRACE_NTRACE_HTM);
	poke(base, TR_CONTROL, TR_ACTIVE | TRACE_NTRACE_HTM | TR_ENABLE);
	look(base);
	poke(base, TR_CONTROL,
	     TR_ACTIVE | TRACE_NTRACE_HTM | TR_ENABLE | TR_TRACING);
}

static void drive(u64 target)
{
	unsigned int n;

	for (n = 0; n < count; n++)
		if (types[n] == TR_COMP_RAM_SINK)
			aim(found[n], target);
		else if (types[n] == 0)
			aim_etr(found[n], target);
		else if (types[n] != TR_COMP_ENCODER)
			poke(found[n], TR_CONTROL, TR_ACTIVE | TR_ENABLE);
	for (n = 0; n < count; n++)
		if (types[n] == TR_COMP_ENCODER)
			trace(found[n]);
	trace_work();
	for (n = 0; n < count; n++)
		if (types[n] == TR_COMP_ENCODER)
			poke(found[n], TR_CONTROL,
			     TR_ACTIVE | TRACE_NTRACE_HTM);
	for (n = 0; n < count; n++)
		if (types[n])
			look(found[n]);
}

static void stores(void)
{
	unsigned int n;

	find();
	print("# %u pages answer\n", count);
	for (n = 0; n < array_size(targets); n++)
		drive(targets[n]);
	CHECK(n == array_size(targets));
}

static void calls(void)
{
	unsigned int n, c;
	bool known;

	for (n = 0; n < array_size(targets); n++) {
		for (c = 0; c < trace_count(); c++) {
			trace_call(TRACE_SBI_STOP, HARTID, 0, 0, 0, 0);
			trace_call(TRACE_SBI_SINK_RELEASE, c, 0, 0, 0, 0);
			trace_call(TRACE_SBI_SINK_SET_BUFFER, c,
				   (unsigned long)targets[n],
				   sizeof(long) == 8 ?
					   0 :
					   (unsigned long)(targets[n] >> 32),
				   SIZE, 0);
			trace_call(TRACE_SBI_START, HARTID, 0, 0, 0, 0);
			trace_work();
		}
		trace_call(TRACE_SBI_STOP, HARTID, 0, 0, 0, 0);
	}
	known = sbi_probe_extension(TRACE_SBI_EID).value;
	CHECK(known || !trace_count());
	CHECK(!known || !option_given("notrace"));
}

const struct check_case check_cases[] = {
	{ "types in reach", types_in_reach },
	{ "stores", stores },
	{ "calls", calls },
	{ "stores after calls", stores },
	{ NULL, NULL },
};
