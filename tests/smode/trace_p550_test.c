// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers from before the standard, as on HiFive Premier P550: S-mode finds
 * the registers of the standard, uses them as Linux' rvtrace does, and gets a
 * trace.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

#define SIZE 0x80000ul
#define WIDTH 8
#define FIRMWARE_BASE 0x80000000ul
#define LOOKS 1000

static u8 buffers[4][SIZE] __attribute__((aligned(4096)));

/* Registers at P550's offsets, in the window of this machine. */
static unsigned long encoder(unsigned int n)
{
	return (unsigned long)fdt_ram_end() + 0x100000 + n * TR_WINDOW_SIZE;
}

static unsigned long sink(void)
{
	return (unsigned long)fdt_ram_end() + 0x18000;
}

/* --- registers that S-mode finds ----------------------------------------- */

static void appears_new(void)
{
	unsigned int n;
	u32 features;

	CHECK_EQ(trace_count(), hart_count() + 1);
	CHECK_EQ(trace_read(sink(), TR_IMPL) & 0xfff, 0x901);
	CHECK(trace_read(sink(), TR_CONTROL) & TR_SMEM);
	for (n = 0; n < hart_count(); n++) {
		check_row("encoder", n);
		CHECK_OK(trace_info(trace_number(encoder(n))));
		CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_USABLE);
		CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_TRANSLATED);
		CHECK(trace_words[TRACE_INFO_MODES] & 1u << 6);
		CHECK_EQ(trace_read(encoder(n), TR_IMPL), 0x10101);
		features = trace_read(encoder(n), TR_TE_INST_FEATURES);
		CHECK_EQ(FIELD_GET(TR_TE_INST_FEATURES, SRC_BITS, features), 2);
		CHECK_EQ(FIELD_GET(TR_TE_INST_FEATURES, SRC_ID, features), n);
		CHECK_EQ(FIELD_GET(TR_TE_CONTROL, INST_MODE,
				   trace_read(encoder(n), TR_CONTROL)),
			 6);
	}
	print("# has: is of version 0, shown as version 1.0; used\n");
	print("# has: hartscope: trace: %u encoders, 1 RAM sinks, "
	      "0 other components, for S-mode\n",
	      hart_count());
	print("# lacks: not used\n");
}

/* --- a trace, by registers ------------------------------------------------ */

static void change(unsigned long base, u32 clear, u32 set)
{
	trace_write(base, TR_CONTROL,
		    (trace_read(base, TR_CONTROL) & ~clear) | set);
}

static void reset(unsigned long base)
{
	trace_write(base, TR_CONTROL, 0);
	CHECK(!(trace_read(base, TR_CONTROL) & TR_ACTIVE));
	trace_write(base, TR_CONTROL, TR_ACTIVE);
	CHECK(trace_read(base, TR_CONTROL) & TR_ACTIVE);
}

static void point(u64 start, u64 end)
{
	trace_write64(sink(), TR_RAM_START_LOW, start);
	trace_write64(sink(), TR_RAM_LIMIT_LOW, end - WIDTH);
	trace_write64(sink(), TR_RAM_WP_LOW, start);
}

static void work(void *arg)
{
	(void)arg;
	trace_work();
}

static void begin(u8 *buffer)
{
	reset(sink());
	point((unsigned long)buffer, (unsigned long)buffer + SIZE);
	CHECK_EQ(trace_read64(sink(), TR_RAM_LIMIT_LOW),
		 (unsigned long)buffer + SIZE - WIDTH);
	change(sink(), 0, TR_ENABLE);
	CHECK(trace_read(sink(), TR_CONTROL) & TR_ENABLE);
}

static void encoder_begin(unsigned int n)
{
	reset(encoder(n));
	change(encoder(n), 0, TR_FIELD(TR_TE_CONTROL, INST_MODE, 6));
	change(encoder(n), 0, TR_ENABLE);
	change(encoder(n), 0, TR_TRACING);
	CHECK(trace_read(encoder(n), TR_CONTROL) & TR_TRACING);
}

static void drained(unsigned long base)
{
	unsigned int n;

	for (n = 0; n < LOOKS; n++)
		if (trace_read(base, TR_CONTROL) & TR_EMPTY)
			return;
	CHECK(!"it is empty in the end");
}

static void encoder_end(unsigned int n)
{
	change(encoder(n), TR_TRACING, 0);
	change(encoder(n), TR_ENABLE, 0);
	drained(encoder(n));
}

static void end(const char *words, u8 *buffer)
{
	u64 wp;

	change(sink(), TR_ENABLE, 0);
	drained(sink());
	wp = trace_read64(sink(), TR_RAM_WP_LOW);
	CHECK_RANGE(wp, (unsigned long)buffer + 16,
		    (unsigned long)buffer + SIZE - WIDTH);
	trace_announce(words, (unsigned long)buffer,
		       (unsigned long)buffer + SIZE, wp);
}

static void one_traces(void)
{
	begin(buffers[0]);
	encoder_begin(0);
	trace_work();
	encoder_end(0);
	end("hart=0 src=0 options=--src-bits=2", buffers[0]);
}

static void two_trace(void)
{
	if (hart_count() < 2)
		return;
	CHECK(hart_start(1));
	begin(buffers[1]);
	encoder_begin(0);
	encoder_begin(1);
	CHECK(hart_call(1, work, NULL));
	trace_work();
	encoder_end(1);
	encoder_end(0);
	end("hart=0,1 src=0,1 options=--src-bits=2", buffers[1]);
	CHECK(hart_stop(1));
}

/* --- calls within calls ----------------------------------------------------- */

#define DEPTH 1030 /* P550's encoder keeps 1023 return addresses */
#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)
#define STORE TEXT(REG_S)
#define LOAD TEXT(REG_L)
#define PLACE_SIZE TEXT(REGBYTES)

static unsigned long kept[DEPTH]; /* return addresses; stacks are too small */

/*
 * Calls self, with depth - 1 and the next element of place, until depth is 0.
 */
void nest(unsigned long depth, unsigned long *place, unsigned long self);

__asm__(".balign 4\n"
	"nest: beqz a0, 1f\n" STORE " ra, 0(a1)\n"
	"addi a1, a1, " PLACE_SIZE "\n"
	"addi a0, a0, -1\n"
	"jalr a2\n"
	"addi a1, a1, -" PLACE_SIZE "\n" LOAD " ra, 0(a1)\n"
	"1: ret");

/* The same calls as in the program that measures an encoder's return stack. */
static void nested_trace(void)
{
	begin(buffers[2]);
	encoder_begin(0);
	nest(DEPTH, kept, (unsigned long)nest);
	encoder_end(0);
	end("hart=0 src=0 options=--src-bits=2", buffers[2]);
	CHECK(kept[0] != kept[1]);
	CHECK_EQ(kept[1], kept[DEPTH - 1]);
}

/* --- triggers that mark the trace ------------------------------------------ */

/*
 * A module of a public decoder for that board (libnexus-rv, contrib/p550)
 * installs these triggers: its encoder only counts returns, and SYNC resets the
 * count where Linux switches tasks.
 */
enum { TYPE_MCONTROL6 = 6, MARKS = 2, TRIGGERS_MAX = 8 };
#define ACTION(n) ((n) << 12)
#define ACTION_NOTIFY ACTION(4ul)
#define EXECUTES_IN_S_OR_VS (1ul << 24 | 1ul << 4 | 1ul << 2)
#define BREAKPOINT 3ul /* a value of scause */

static struct trigger {
	unsigned long state, tdata1, tdata2, tdata3;
} areas[HARTS_MAX][TRIGGERS_MAX] __attribute__((aligned(4096)));

/*
 * Functions that begin with a NOP: a hart skips the instruction with the
 * breakpoint.
 */
#define PLACE(name)                                                         \
	static __attribute__((naked, noinline, aligned(4))) void name(void) \
	{                                                                   \
		__asm__ volatile("nop\n\tnop\n\tret");                      \
	}
PLACE(switch_task)
PLACE(switch_guest)

static void (*const marks[MARKS])(void) = { switch_task, switch_guest };

static struct sbiret dbtr(unsigned long fid, unsigned long a0, unsigned long a1)
{
	return sbi_ecall(SBI_EXT_DBTR, fid, a0, a1, 0, 0, 0, 0);
}

/* The module ignores the results of these uninstalls. */
static void triggers_prepare(struct trigger *area)
{
	unsigned long type = (unsigned long)TYPE_MCONTROL6 << (XLEN - 4);
	struct sbiret found = dbtr(SBI_EXT_DBTR_NUM_TRIGGERS, type, 0);
	unsigned long n;

	CHECK_OK(found);
	CHECK_RANGE(found.value, MARKS, TRIGGERS_MAX);
	CHECK_OK(dbtr(SBI_EXT_DBTR_SETUP_SHMEM, (unsigned long)area, 0));
	for (n = 0; n < (unsigned long)found.value; n++)
		dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, n, 1);
	for (n = 0; n < MARKS; n++)
		area[n] = (struct trigger){
			.tdata1 = type | ACTION_NOTIFY | EXECUTES_IN_S_OR_VS,
			.tdata2 = (unsigned long)marks[n],
		};
}

/*
 * State: installed, in S, in VS. QEMU does not have this action, prints that,
 * and reads 0 for it. No call reads the hart's last trigger.
 */
static void trigger_is_there(const struct trigger *area)
{
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, MARKS - 1));
	CHECK_EQ(area->state, 0x15);
	CHECK_EQ(area->tdata1 & ~ACTION(15ul),
		 (unsigned long)TYPE_MCONTROL6 << (XLEN - 4) |
			 EXECUTES_IN_S_OR_VS);
	CHECK_EQ(area->tdata2, (unsigned long)marks[0]);
}

static void triggers_begin(void *arg)
{
	struct trigger *area = arg;

	triggers_prepare(area);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, MARKS, 0));
	CHECK_EQ(area[0].state, 0);
	CHECK_EQ(area[1].state, 1);
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_ENABLE, 0, (1ul << MARKS) - 1));
	trigger_is_there(area);
}

static void triggers_end(void *arg)
{
	unsigned long all = (1ul << MARKS) - 1;

	(void)arg;
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_DISABLE, 0, all));
	CHECK_OK(dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, all));
	CHECK_OK(dbtr(SBI_EXT_DBTR_SETUP_SHMEM, ~0ul, ~0ul));
}

/* QEMU, which does not have the action, handles the trigger as a breakpoint. */
static void switches(void *arg)
{
	unsigned int n, round;

	(void)arg;
	for (round = 0; round < 4; round++)
		for (n = 0; n < MARKS; n++) {
			CHECK_EQ(HART_TRY(marks[n]()), BREAKPOINT);
			trace_work();
		}
}

static void triggers_trace(void)
{
	if (hart_count() < 2)
		return;
	print("# has: action bit is always zero\n");
	CHECK(hart_start(1));
	triggers_begin(areas[0]);
	CHECK(hart_call(1, triggers_begin, areas[1]));
	begin(buffers[3]);
	encoder_begin(0);
	encoder_begin(1);
	CHECK(hart_call(1, switches, NULL));
	switches(NULL);
	encoder_end(1);
	encoder_end(0);
	end("hart=0,1 src=0,1 options=--src-bits=2", buffers[3]);
	triggers_end(NULL);
	CHECK(hart_call(1, triggers_end, NULL));
	CHECK_EQ(HART_TRY(marks[0]()), HART_NO_TRAP);
	CHECK(hart_stop(1));
}

/* --- not at others -------------------------------------------------------- */

static void is_contained(void)
{
	unsigned long ours = (unsigned long)buffers[0];

	reset(sink());
	point(FIRMWARE_BASE, FIRMWARE_BASE + 0x1000);
	change(sink(), 0, TR_ENABLE);
	CHECK(!(trace_read(sink(), TR_CONTROL) & TR_ENABLE));
	point(ours, ours + SIZE);
	change(sink(), 0, TR_ENABLE);
	CHECK(trace_read(sink(), TR_CONTROL) & TR_ENABLE);
	point(FIRMWARE_BASE, FIRMWARE_BASE + 0x1000);
	CHECK_EQ(trace_read64(sink(), TR_RAM_START_LOW), ours);
	CHECK_EQ(trace_read64(sink(), TR_RAM_WP_LOW), ours);
	change(sink(), TR_ENABLE, 0);
}

const struct check_case check_cases[] = {
	{ "registers of the standard", appears_new },
	{ "one encoder, driven by registers", one_traces },
	{ "two encoders into one sink", two_trace },
	{ "one encoder, calls within calls", nested_trace },
	{ "two encoders, triggers that mark the trace", triggers_trace },
	{ "the sink stays in its owner's memory", is_contained },
	{ NULL, NULL },
};
