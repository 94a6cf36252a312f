// SPDX-License-Identifier: BSD-2-Clause
/* Short functions that use each extension once. */
#include "check.h"
#include "combined.h"
#include "print.h"
#include "trace.h"

#define GUARD 0xa5
#define BREAKPOINT 3ul /* a value of scause */
/* mcontrol6, for stores in S-mode */
#define WATCH (6ul << (XLEN - 4) | 1ul << 4 | 1ul << 1)

/* --- bytes ---------------------------------------------------------------- */

void combined_fill(struct combined_arena *a)
{
	memset(a, GUARD, sizeof(*a));
}

static unsigned long differ(const u8 *bytes, unsigned long from,
			    unsigned long to)
{
	unsigned long n, count = 0;

	for (n = from; n < to; n++)
		count += bytes[n] != GUARD;
	return count;
}

void combined_check(const struct combined_arena *a)
{
	CHECK_EQ(differ(a->before, 0, COMBINED_PAGE), 0);
	CHECK_EQ(differ(a->after, 0, COMBINED_PAGE), 0);
}

/* --- events --------------------------------------------------------------- */

struct sbiret combined_sse(unsigned long fid, unsigned long a0,
			   unsigned long a1, unsigned long a2)
{
	return sbi_ecall(SBI_EXT_SSE, fid, a0, a1, a2, 0, 0, 0);
}

struct sbiret combined_attrs(u32 event, unsigned long count, unsigned long at)
{
	return sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_READ_ATTR, event, 0, count,
			 at, 0, 0);
}

unsigned long combined_state(u32 event)
{
	unsigned long status = ~0ul;

	CHECK_OK(combined_attrs(event, 1, (unsigned long)&status));
	return status & SBI_SSE_ATTR_STATUS_STATE_MASK;
}

void combined_event(u32 event, void (*work)(void))
{
	unsigned long hartid = hart_self()->hartid;

	hart_self()->on_event = work;
	CHECK_OK(combined_sse(SBI_EXT_SSE_REGISTER, event,
			      (unsigned long)hart_sse_entry,
			      (unsigned long)hart_self()));
	if (event == COMBINED_GLOBAL)
		CHECK_OK(sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_WRITE_ATTR, event,
				   SBI_SSE_ATTR_PREFERRED_HART, 1,
				   (unsigned long)&hartid, 0, 0));
	CHECK_OK(combined_sse(SBI_EXT_SSE_ENABLE, event, 0, 0));
	combined_sse(SBI_EXT_SSE_HART_UNMASK, 0, 0, 0);
}

void combined_event_end(u32 event)
{
	CHECK_OK(combined_sse(SBI_EXT_SSE_DISABLE, event, 0, 0));
	CHECK_OK(combined_sse(SBI_EXT_SSE_UNREGISTER, event, 0, 0));
	hart_self()->on_event = NULL;
}

bool combined_delivered(u32 event)
{
	unsigned long old = hart_self()->events;

	CHECK_OK(combined_sse(SBI_EXT_SSE_INJECT, event, hart_self()->hartid,
			      0));
	return hart_wait(&hart_self()->events, old);
}

/* --- harts ---------------------------------------------------------------- */

bool combined_stopped(unsigned int n)
{
	unsigned long looks = 100000000;

	while (sbi_hart_status(hart_at(n)->hartid).value !=
		       SBI_HSM_STATE_STOPPED &&
	       looks)
		looks--;
	return looks;
}

/* --- triggers ------------------------------------------------------------- */

struct sbiret combined_dbtr(unsigned long fid, unsigned long a0,
			    unsigned long a1)
{
	return sbi_ecall(SBI_EXT_DBTR, fid, a0, a1, 0, 0, 0, 0);
}

unsigned long combined_watch(volatile unsigned long *word, unsigned long at)
{
	volatile unsigned long *entry = (volatile unsigned long *)at;

	CHECK_OK(combined_dbtr(SBI_EXT_DBTR_SETUP_SHMEM, at, 0));
	entry[0] = 0;
	entry[1] = WATCH;
	entry[2] = (unsigned long)word;
	entry[3] = 0;
	CHECK_OK(combined_dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0));
	return entry[0];
}

void combined_watch_end(unsigned long trigger)
{
	CHECK_OK(combined_dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, trigger, 1));
	CHECK_OK(combined_dbtr(SBI_EXT_DBTR_SETUP_SHMEM, ~0ul, ~0ul));
}

bool combined_watched(volatile unsigned long *word)
{
	return HART_TRY(*word = 1) == BREAKPOINT;
}

/* --- traces --------------------------------------------------------------- */

void combined_trace(unsigned int n, const struct combined_arena *a)
{
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(n)), (unsigned long)a->page,
			    0, COMBINED_PAGE, 0));
	CHECK_OK(trace_call(TRACE_SBI_START, hart_self()->hartid, 0, 0, 0, 0));
	trace_work();
}

bool combined_traced(unsigned int n, const struct combined_arena *a)
{
	return trace_read(trace_encoder(n), TR_CONTROL) & TR_ENABLE &&
	       trace_read(trace_sink(n), TR_CONTROL) & TR_ENABLE &&
	       trace_read64(trace_sink(n), TR_RAM_START_LOW) ==
		       (unsigned long)a->page;
}

void combined_trace_end(unsigned int n, const struct combined_arena *a)
{
	unsigned long at = (unsigned long)a->page;

	CHECK(combined_traced(n, a));
	CHECK_OK(trace_call(TRACE_SBI_STOP, hart_self()->hartid, 0, 0, 0, 0));
	CHECK_RANGE(trace_read64(trace_sink(n), TR_RAM_WP_LOW) & ~3ull, at,
		    at + COMBINED_PAGE - 4);
	CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, trace_number(trace_sink(n)),
			    0, 0, 0, 0));
}
