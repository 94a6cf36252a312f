// SPDX-License-Identifier: BSD-2-Clause
/* Registers of trace components, and calls of the SBI trace extension. */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

/* Offsets of platform/qemu */
#define FUNNELS 0x10000ul
#define SINKS 0x20000ul

unsigned long trace_encoder(unsigned int n)
{
	return (unsigned long)fdt_ram_end() + n * TR_WINDOW_SIZE;
}

unsigned long trace_funnel(unsigned int n)
{
	return trace_encoder(n) + FUNNELS;
}

unsigned long trace_sink(unsigned int n)
{
	return trace_encoder(n) + SINKS;
}

u64 trace_read64(unsigned long base, unsigned long low)
{
	return (u64)trace_read(base, low + 4) << 32 | trace_read(base, low);
}

void trace_write64(unsigned long base, unsigned long low, u64 value)
{
	trace_write(base, low, (u32)value);
	trace_write(base, low + 4, (u32)(value >> 32));
}

bool trace_reachable(unsigned long base)
{
	return HART_TRY(trace_read(base, TR_CONTROL)) == HART_NO_TRAP;
}

/* --- changes of registers ------------------------------------------------- */

#define WORDS (TR_WINDOW_SIZE / 4)

static struct {
	unsigned long base;
	u32 word[WORDS];
} remembered[4];
static unsigned int count;

/*
 * True if there may be a register here that does not change. The counter
 * changes by itself, and a read of SRAM moves its pointer on.
 */
static bool stands_still(unsigned long offset)
{
	if (offset == TR_TS_COUNTER_LOW || offset == TR_TS_COUNTER_HIGH ||
	    offset == TR_RAM_DATA)
		return false;
	return offset < 0x60 || (offset >= TR_TE_FILTER && offset < 0x700);
}

static void remember(unsigned long base)
{
	unsigned long n;

	if (count == 4 || !trace_reachable(base) ||
	    !(trace_read(base, TR_CONTROL) & TR_ACTIVE))
		return;
	remembered[count].base = base;
	for (n = 0; n < WORDS; n++)
		if (stands_still(4 * n))
			remembered[count].word[n] = trace_read(base, 4 * n);
	count++;
}

void trace_remember(void)
{
	count = 0;
	remember(trace_encoder(0));
	remember(trace_encoder(1));
	remember(trace_funnel(0));
	remember(trace_sink(0));
}

void trace_check_same(void)
{
	unsigned int c;
	unsigned long n, base;

	for (c = 0; c < count; c++) {
		base = remembered[c].base;
		for (n = 0; n < WORDS; n++) {
			if (!stands_still(4 * n) ||
			    trace_read(base, 4 * n) == remembered[c].word[n])
				continue;
			check_row("register", base + 4 * n);
			CHECK_EQ(trace_read(base, 4 * n),
				 remembered[c].word[n]);
		}
	}
	CHECK(count > 0);
}

/* --- the extension -------------------------------------------------------- */

unsigned int trace_count(void)
{
	return trace_call(TRACE_SBI_GET_INFO).value & 0xffff;
}

u32 trace_words[TRACE_INFO_WORDS] __attribute__((aligned(128)));

static struct sbiret info(unsigned int n, u32 *words)
{
	return trace_call(TRACE_SBI_COMPONENT_INFO, n, (unsigned long)words);
}

struct sbiret trace_info(unsigned int n)
{
	memset(trace_words, 0x5a, sizeof(trace_words));
	return info(n, trace_words);
}

struct sbiret trace_status(unsigned long hartid)
{
	memset(trace_words, 0x5a, sizeof(trace_words));
	return trace_call(TRACE_SBI_STATUS, hartid, (unsigned long)trace_words);
}

unsigned int trace_number(unsigned long base)
{
	static u32 words[TRACE_INFO_WORDS] __attribute__((aligned(128)));
	unsigned int n, all = trace_count();

	for (n = 0; n < all; n++)
		if (!info(n, words).error && words[TRACE_INFO_BASE] == base)
			break;
	return n;
}

/* --- traces --------------------------------------------------------------- */

static unsigned long __attribute__((noinline)) fibonacci(unsigned long n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static unsigned long twice(unsigned long n)
{
	return 2 * n;
}

static unsigned long thrice(unsigned long n)
{
	return 3 * n;
}

static unsigned long (*volatile const way[])(unsigned long n) = { twice,
								  thrice };

void trace_work(void)
{
	volatile unsigned long sum = 0;
	unsigned long n;

	for (n = 0; n < 40; n++) {
		sum += way[n % 2](fibonacci(n % 8));
		HART_TRY(__asm__ volatile(".4byte 0"));
	}
}

void trace_announce(const char *words, u64 start, u64 end, u64 wp)
{
	print("# trace: %s start=0x%llx end=0x%llx wp=0x%llx wrapped=%u\n",
	      words, (unsigned long long)start, (unsigned long long)end,
	      (unsigned long long)(wp & ~3ull), (unsigned int)(wp & TR_WRAP));
}
