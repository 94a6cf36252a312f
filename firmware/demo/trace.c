// SPDX-License-Identifier: BSD-2-Clause
/*
 * The program that "make run" traces: two harts call functions, take an
 * exception and an interrupt, with only calls of the SBI trace extension as
 * trace driver. Afterwards the host decodes the buffer.
 */
#include <trace/sbi_trace.h>

#include "hart.h"
#include "print.h"
#include "sbi.h"

void payload_main(void);

/* Each function is one step: no inlining, no tail calls. */
#define STEP __attribute__((noinline, noclone))
#define AFTER_CALL __asm__ volatile("" ::: "memory")
#define BREAKPOINT 3ul

static u8 buffer[64 << 10] __attribute__((aligned(4096)));
static u32 status[TRACE_STATUS_WORDS] __attribute__((aligned(64)));
static unsigned int broken, calls;

/* A call of the extension that must succeed. @return its value */
static STEP unsigned long must(const char *what, unsigned long fid,
			       unsigned long a0, unsigned long a1,
			       unsigned long a3)
{
	struct sbiret ret = sbi_ecall(TRACE_SBI_EID, fid, a0, a1, 0, a3, 0, 0);

	calls++;
	if (!ret.error)
		return ret.value;
	print("  %s failed: error %ld\n", what, ret.error);
	broken++;
	return 0;
}

/* --- the traced code ------------------------------------------------------ */

static STEP unsigned int fibonacci(unsigned int n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static STEP void exception(void)
{
	HART_TRY(__asm__ volatile("ebreak"));
	AFTER_CALL;
}

/* Sleep until an interrupt is pending, and take it. */
static STEP void interrupt(unsigned long mask)
{
	csr_clear(sstatus, 2ul);
	csr_write(sie, mask);
	while (!(csr_read(sip) & mask))
		__asm__ volatile("wfi");
	csr_set(sstatus, 2ul);
	hart_interrupts(0);
}

static STEP void timer(void)
{
	sbi_set_timer(hart_time() + 1000);
	interrupt(HART_IRQ_TIMER);
	AFTER_CALL;
}

static STEP void first_hart(void)
{
	fibonacci(4);
	exception();
	timer();
	sbi_send_ipi(1, hart_at(1)->hartid);
	AFTER_CALL;
}

static STEP void second_hart(void)
{
	interrupt(HART_IRQ_SOFT);
	fibonacci(3);
	exception();
	AFTER_CALL;
}

/* --- the calls -------------------------------------------------------------- */

/* The work of a hart, between its own two calls. */
static unsigned long traced(void (*work)(void))
{
	unsigned long hartid = hart_self()->hartid, size;

	must("start", TRACE_SBI_START, hartid, 0, 0);
	work();
	size = must("stop", TRACE_SBI_STOP, hartid, 0, 0);
	if (hart_self()->cause != BREAKPOINT)
		broken++;
	return size;
}

static void second_traced(void *arg)
{
	*(volatile unsigned long *)arg = traced(second_hart);
}

/* The steps of a trace: find the sink, set a buffer, start and stop both
 * harts. */
static unsigned long trace_both(unsigned long *second)
{
	unsigned long hartid = hart_self()->hartid, first;

	must("status", TRACE_SBI_STATUS, hartid, (unsigned long)status, 0);
	must("set_buffer", TRACE_SBI_SINK_SET_BUFFER, status[TRACE_STATUS_SINK],
	     (unsigned long)buffer, sizeof(buffer));
	hart_give(1, second_traced, second);
	first = traced(first_hart);
	if (!hart_call_end(1))
		broken++;
	return first > *second ? first : *second;
}

void payload_main(void)
{
	unsigned long second = 0, size, start = (unsigned long)buffer;

	print("\nA trace of two harts, from a payload without a trace driver\n");
	if (hart_count() < 2 || !hart_start(1)) {
		print("  the second hart does not start\n");
		sbi_shutdown(false);
	}
	size = trace_both(&second);
	print("  %u calls of the SBI trace extension, %lu bytes of N-Trace\n",
	      calls, size);
	print("# trace: hart=0,1 src=0,1 options=--src-bits=1 modes=0,1 "
	      "start=0x%lx end=0x%lx wp=0x%lx\n",
	      start, start + sizeof(buffer), start + size);
	print("%s", broken ? "  something does not work\n" : "");
	sbi_shutdown(!broken);
}
