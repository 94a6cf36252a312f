// SPDX-License-Identifier: BSD-2-Clause
/*
 * Another domain suspends the system, and resets it, or tries to: the trace of
 * this domain's hart goes on, in one piece. "others" in smode.cfg: harts 1 and
 * 2 belong to the other domain, which may not reset.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "hart.h"
#include "trace.h"

#define SIZE 0x200000ul
#define BUFFER 0x88000000ul
#define FIRST 1ul /* first hart of the other domain */
#define SECOND 2ul
#define ROUNDS 500

static volatile unsigned long asked, done;
static volatile long wrong;

/* --- the other domain ----------------------------------------------------- */

static struct sbiret sleep(unsigned long type, unsigned long address)
{
	return sbi(SBI_EXT_SUSP, SBI_EXT_SUSP_SUSPEND, type, address);
}

static void denied(void)
{
	unsigned int n;

	for (n = 0; n < ROUNDS; n++)
		if (sleep(0, (unsigned long)hart_resume).error !=
		    SBI_ERR_DENIED)
			wrong++;
	__sync_fetch_and_add(&done, 1);
}

/*
 * This hart runs while the first one makes the calls, which would suspend the
 * system otherwise.
 */
static void second_hart(void *arg)
{
	(void)arg;
	denied();
	while (done < 2)
		;
	sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_STOP);
}

static void reset(void)
{
	if (option_given("legacy"))
		sbi(SBI_EXT_0_1_SHUTDOWN, 0);
	else
		sbi(SBI_EXT_SRST, SBI_EXT_SRST_RESET,
		    SBI_SRST_RESET_TYPE_SHUTDOWN, SBI_SRST_RESET_REASON_NONE);
	wrong++;
}

static void attack(void)
{
	struct hart *h = hart_at(2);

	h->work = second_hart;
	if (sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_START, SECOND,
		(unsigned long)hart_start_entry, (unsigned long)h)
		    .error)
		wrong++;
	denied();
	while (sbi_hart_status(SECOND).value != SBI_HSM_STATE_STOPPED)
		;
	if (sleep(1, (unsigned long)hart_resume).error !=
		    SBI_ERR_INVALID_PARAM ||
	    sleep(0, 0x80000000).error != SBI_ERR_INVALID_ADDRESS)
		wrong++;
	done++;
	while (!asked)
		;
	reset();
}

/* --- waiting -------------------------------------------------------------- */

#define TICK 10000ul /* a millisecond */
#define TICKS_ENOUGH 200000u

/*
 * A hart that polled all the time would take the time of the others on a host
 * with one free core, and fill the buffer.
 */
static bool sleep_until(unsigned long count)
{
	unsigned int n;

	csr_write(sie, HART_IRQ_TIMER); /* ends wfi, without a trap */
	for (n = 0; n < TICKS_ENOUGH && done < count; n++) {
		sbi_set_timer(hart_time() + TICK);
		__asm__ volatile("wfi");
	}
	csr_write(sie, 0);
	return n < TICKS_ENOUGH;
}

/* --- this one ------------------------------------------------------------- */

static void still_traced(void)
{
	CHECK_EQ(trace_read(trace_encoder(0), TR_CONTROL) &
			 (TR_ACTIVE | TR_ENABLE | TR_TRACING),
		 TR_ACTIVE | TR_ENABLE | TR_TRACING);
	CHECK_EQ(trace_read(trace_sink(0), TR_CONTROL) &
			 (TR_ACTIVE | TR_ENABLE),
		 TR_ACTIVE | TR_ENABLE);
}

static void traced(void)
{
	unsigned long hart = hart_self()->hartid;

	CHECK_EQ(hart, 0);
	CHECK_OK(trace_call(TRACE_SBI_SINK_SET_BUFFER,
			    trace_number(trace_sink(0)), BUFFER, 0, SIZE));
	CHECK_OK(trace_call(TRACE_SBI_START, hart));
	domains_give(attack);
	CHECK(sleep_until(3));
	still_traced();
	CHECK_EQ(hart_suspend(SBI_HSM_SUSPEND_NON_RET_DEFAULT + 1),
		 SBI_ERR_INVALID_PARAM);
	CHECK_EQ(hart_suspend(SBI_HSM_SUSPEND_NON_RET_PLATFORM - 1),
		 SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(sbi(SBI_EXT_HSM, SBI_EXT_HSM_HART_SUSPEND,
			SBI_HSM_SUSPEND_NON_RET_DEFAULT, 0x80000000),
		    SBI_ERR_INVALID_ADDRESS);
	asked = 1;
	hart_delay(1000000);
	still_traced();
	trace_work();
	CHECK_OK(trace_call(TRACE_SBI_STOP, hart));
	CHECK_EQ(wrong, 0);
	trace_announce("hart=0", BUFFER, BUFFER + SIZE,
		       trace_read64(trace_sink(0), TR_RAM_WP_LOW));
}

const struct check_case check_cases[] = {
	{ "a trace goes on", traced },
	{ NULL, NULL },
};
