// SPDX-License-Identifier: BSD-2-Clause
/*
 * Policy "handover": S-mode has registers that can do no harm, without M-mode
 * in between; M-mode keeps registers of components that write to memory, unless
 * the board trusts S-mode. If there is another domain, nothing is handed over.
 * Words: "m-mode", "trusted", "domain", "smepmp".
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "pmu.h"
#include "print.h"
#include "trace.h"

#define SIZE 0x40000ul
#define LOOKS 1000

/* Traces are decoded after the end of the program. */
static u8 buffer[SIZE] __attribute__((aligned(4096)));
static u8 guest_buffer[SIZE] __attribute__((aligned(4096)));

/* --- owners of registers ------------------------------------------------- */

static bool kept(void)
{
	return option_given("domain") || option_given("smepmp");
}

static bool expected(unsigned int type)
{
	if (kept())
		return false;
	if (option_given("trusted"))
		return true;
	return type != TR_COMP_RAM_SINK &&
	       (type != TR_COMP_ENCODER || option_given("m-mode"));
}

/* @return the "handed over" flag of component n, and reads its info */
static bool is_handed(unsigned int n)
{
	CHECK_OK(trace_info(n));
	return trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_HANDED;
}

static bool is_handed_at(unsigned long base)
{
	return is_handed(trace_number(base));
}

static void flags(void)
{
	const char *why = option_given("smepmp") ? ": harts have Smepmp" : "";
	unsigned int n, count = 0, type;

	for (n = 0; n < trace_count(); n++) {
		check_row("component", n);
		count += is_handed(n);
		type = trace_words[TRACE_INFO_IMPL] >> 8 & 15;
		CHECK_EQ(is_handed(n), expected(type));
		CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_USABLE);
		CHECK(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_DIRECT);
	}
	if (option_given("domain"))
		why = ": there is more than one domain";
	print("# has: hartscope: trace: %u components handed over%s\n", count,
	      why);
}

/* --- no trap -------------------------------------------------------------- */

static u64 traps_of(unsigned int event, unsigned long base, bool store)
{
	u32 value = trace_read(base, TR_CONTROL);

	pmu_reset();
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO, EVENT_FW(event), 0),
		    pmu.fw);
	if (store)
		trace_write(base, TR_CONTROL, value);
	else
		trace_read(base, TR_CONTROL);
	return pmu_value(pmu.fw);
}

static void accesses(void)
{
	unsigned long base;
	unsigned int n;
	bool handed;

	pmu_find();
	for (n = 0; n < trace_count(); n++) {
		check_row("component", n);
		handed = is_handed(n);
		if (!(trace_words[TRACE_INFO_FLAGS] & TRACE_INFO_MINE))
			continue;
		base = trace_words[TRACE_INFO_BASE];
		CHECK_EQ(traps_of(SBI_PMU_FW_ACCESS_LOAD, base, false),
			 !handed);
		CHECK_EQ(traps_of(SBI_PMU_FW_ACCESS_STORE, base, true),
			 !handed);
	}
}

static volatile u32 seen;

static void read_and_leave(unsigned long base)
{
	seen = trace_read(base, TR_IMPL);
	__asm__ volatile("ecall");
}

static void guest_of(unsigned long base)
{
	u32 impl = trace_read(base, TR_IMPL);
	bool handed = is_handed_at(base);

	seen = 0;
	hart_self()->cause = HART_NO_TRAP;
	hart_self()->expect = 1;
	hart_guest(read_and_leave, base);
	hart_self()->expect = 0;
	CHECK_EQ(hart_self()->cause == HART_NO_TRAP, handed);
	if (handed)
		CHECK_EQ(seen, impl);
}

static void guests(void)
{
	if (HART_TRY(csr_write(HEDELEG, 0)) != HART_NO_TRAP) {
		check_skip("no hypervisor extension");
		return;
	}
	if (option_given("mpv=no")) {
		check_skip("this QEMU's M-mode cannot return to the host");
		return;
	}
	guest_of(trace_encoder(0));
	guest_of(trace_sink(0));
}

/* S-mode cannot access registers of the vendor in a sink that M-mode guards. */
static void pages(void)
{
	bool handed = is_handed_at(trace_sink(0));

	CHECK_EQ(HART_TRY(trace_read(trace_sink(0), 0xe00)) == HART_NO_TRAP,
		 handed);
}

/* --- a trace by registers ------------------------------------------------- */

static void change(unsigned long base, u32 clear, u32 set)
{
	trace_write(base, TR_CONTROL,
		    (trace_read(base, TR_CONTROL) & ~clear) | set);
}

static void until(unsigned long base, u32 bits)
{
	unsigned int n;

	for (n = 0; n < LOOKS; n++)
		if ((trace_read(base, TR_CONTROL) & bits) == bits)
			return;
	CHECK(!"the bits are there in the end");
}

static void sink_begin(unsigned long base, const u8 *to)
{
	change(base, 0, TR_SMEM);
	trace_write64(base, TR_RAM_START_LOW, (unsigned long)to);
	trace_write64(base, TR_RAM_LIMIT_LOW, (unsigned long)to + SIZE - 4);
	trace_write64(base, TR_RAM_WP_LOW, (unsigned long)to);
	change(base, 0, TR_ENABLE);
	until(base, TR_ENABLE);
}

static void end(unsigned long base, u32 bits)
{
	change(base, bits, 0);
	until(base, TR_EMPTY);
}

static void funnel(bool on)
{
	unsigned long f = trace_funnel(0);

	if (!option_given("trace=funnel"))
		return;
	change(f, on ? 0 : TR_ENABLE, on ? TR_ENABLE : 0);
	until(f, on ? TR_ENABLE : TR_EMPTY);
}

/* The encoder still has the firmware's defaults, without another reset. */
static void driven(void)
{
	unsigned long e = trace_encoder(0), s = trace_sink(0);

	CHECK_EQ(hart_self()->hartid, 0);
	sink_begin(s, buffer);
	funnel(true);
	change(e, 0, TR_ENABLE);
	until(e, TR_ENABLE);
	change(e, 0, TR_TRACING);
	trace_work();
	end(e, TR_TRACING);
	end(e, TR_ENABLE);
	funnel(false);
	end(s, TR_ENABLE);
	trace_announce(option_given("m-mode") ? "hart=0" : "hart=0 modes=0,1",
		       (unsigned long)buffer, (unsigned long)buffer + SIZE,
		       trace_read64(s, TR_RAM_WP_LOW));
}

/* --- a guest with an encoder's page -------------------------------------- */

#define LEVEL_BITS (XLEN == 64 ? 9u : 10u)
/* The root has two bits more than that of one-stage translation */
#define ROOT_ENTRIES (4ul << LEVEL_BITS)
#define LEAF 0xdful /* V R W X U A D: a guest is a user for its host */
#define TABLE 1ul
#define RAM_BASE 0x80000000ul
#define RAM_LEVEL (XLEN == 64 ? 21 : 22) /* log2 of a page of a guest's RAM */
#define GUEST_PAGE 0x40000000ul		 /* no device or RAM has this address */
#define FAULT_GUEST_LOAD 21
#define HGATP_ON (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1))

static unsigned long root[ROOT_ENTRIES] __attribute__((aligned(16384)));
static unsigned long ram_level[512], page_level[512],
	page_table[1024] __attribute__((aligned(4096)));

static unsigned long entry(const void *address, unsigned long flags)
{
	return (unsigned long)address >> 12 << 10 | flags;
}

/* Map RAM below the components to itself, and one page of a component. */
static void guest_space(unsigned long page, unsigned long ram_end)
{
	unsigned long *ram = XLEN == 64 ? ram_level :
					  root + (RAM_BASE >> RAM_LEVEL);
	unsigned long n;

	for (n = 0; RAM_BASE + (n << RAM_LEVEL) < ram_end; n++)
		ram[n] = entry((void *)(RAM_BASE + (n << RAM_LEVEL)), LEAF);
	page_table[0] = entry((void *)page, LEAF);
	page_level[0] = entry(page_table, TABLE);
	root[GUEST_PAGE >> (XLEN == 64 ? 30 : 22)] =
		entry(XLEN == 64 ? page_level : page_table, TABLE);
	if (XLEN == 64)
		root[RAM_BASE >> 30] = entry(ram_level, TABLE);
	csr_write(HGATP, HGATP_ON | (unsigned long)root >> 12);
	__asm__ volatile(".4byte 0x62000073" ::: "memory"); /* hfence.gvma */
}

static volatile unsigned long guest_result;

static __attribute__((noinline)) unsigned long triangle(unsigned long n)
{
	__asm__ volatile("" : "+r"(n)); /* keeps the recursion */
	return n ? n + triangle(n - 1) : 0;
}

/* Stores of a guest's driver to an encoder that the firmware has configured. */
static void guest_drives(unsigned long e)
{
	change(e, 0, TR_ENABLE);
	until(e, TR_ENABLE);
	change(e, 0, TR_TRACING);
	guest_result = triangle(50);
	end(e, TR_TRACING);
	end(e, TR_ENABLE);
	__asm__ volatile("ecall");
}

static unsigned long guest_runs(void (*fn)(unsigned long), unsigned long arg)
{
	hart_self()->cause = HART_NO_TRAP;
	hart_self()->expect = 1;
	hart_guest(fn, arg);
	hart_self()->expect = 0;
	return hart_self()->cause;
}

static void guest_owns_a_page(void)
{
	unsigned long e = trace_encoder(0), s = trace_sink(0);

	if (HART_TRY(csr_write(HEDELEG, 0)) != HART_NO_TRAP) {
		check_skip("no hypervisor extension");
		return;
	}
	if (!is_handed_at(e)) {
		check_skip("encoders are M-mode's");
		return;
	}
	guest_space(e, e);
	sink_begin(s, guest_buffer);
	funnel(true);
	CHECK_EQ(guest_runs(guest_drives, GUEST_PAGE), HART_NO_TRAP);
	CHECK_EQ(guest_result, 50 * 51 / 2);
	/* The guest has that page, and no other one. */
	CHECK_EQ(guest_runs(read_and_leave, GUEST_PAGE + 0x1000),
		 FAULT_GUEST_LOAD);
	CHECK_EQ(guest_runs(read_and_leave, s), FAULT_GUEST_LOAD);
	csr_write(HGATP, 0);
	__asm__ volatile(".4byte 0x62000073" ::: "memory");
	funnel(false);
	end(s, TR_ENABLE);
	trace_announce("hart=0 modes=6", (unsigned long)guest_buffer,
		       (unsigned long)guest_buffer + SIZE,
		       trace_read64(s, TR_RAM_WP_LOW));
}

/* If M-mode guards the sink, the firmware's memory is refused as a buffer. */
static void firmware_is_no_buffer(void)
{
	unsigned long s = trace_sink(0);

	if (is_handed_at(s)) {
		check_skip("S-mode is trusted");
		return;
	}
	trace_write64(s, TR_RAM_START_LOW, 0x80000000);
	trace_write64(s, TR_RAM_WP_LOW, 0x80000000);
	trace_write64(s, TR_RAM_LIMIT_LOW, 0x80000ffc);
	change(s, 0, TR_ENABLE);
	CHECK(!(trace_read(s, TR_CONTROL) & TR_ENABLE));
}

const struct check_case check_cases[] = {
	{ "what is handed over", flags },
	{ "accesses that trap", accesses },
	{ "whole pages", pages },
	{ "guests", guests },
	{ "a trace by registers", driven },
	{ "a guest owns the page of an encoder", guest_owns_a_page },
	{ "the firmware is no buffer", firmware_is_no_buffer },
	{ NULL, NULL },
};
