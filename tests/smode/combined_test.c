// SPDX-License-Identifier: BSD-2-Clause
/*
 * Doors used together on harts of one domain: one page for all doors, areas
 * that overlap, calls in a handler, hostile pointers while a hart starts and
 * stops.
 */
#include "check.h"
#include "combined.h"
#include "fdt.h"
#include "pmu.h"
#include "print.h"
#include "random.h"
#include "trace.h"

#define NON_RETENTIVE SBI_HSM_SUSPEND_NON_RET_DEFAULT
#define ROUNDS 20u
#define COUNTER 8ul   /* offset of the first counter's value in a snapshot */
#define SNAPSHOT 16ul /* bytes of a snapshot with one counter */
#define FIRMWARE 0x80000000ul

static struct combined_arena arenas[2] __attribute__((aligned(4096)));
/* The only data in 16 bytes: QEMU's watchpoints are larger than requested */
static volatile unsigned long watched[16 / sizeof(long)]
	__attribute__((aligned(16)));

static unsigned long page(unsigned int n)
{
	return (unsigned long)arenas[n].page;
}

/* --- one page for everything ---------------------------------------------- */

static void snapshot_in(unsigned long at)
{
	CHECK_OK(pmu_set_shmem(at, 0, 0));
	CHECK_VALUE(pmu_config(pmu.fw, 1, 0, EVENT_SET_TIMER, 0), pmu.fw);
	CHECK_OK(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0));
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	pmu_stop(pmu.fw, 1, RESET);
	CHECK_OK(pmu_set_shmem(~0ul, ~0ul, 0));
}

/*
 * While a sink writes to the page, each call reads and writes the page as well.
 */
static void one_page(void)
{
	unsigned long at = page(0), n;

	combined_fill(&arenas[0]);
	combined_trace(0, &arenas[0]);
	for (n = 0; n < ROUNDS; n++) {
		snapshot_in(at);
		CHECK_OK(combined_attrs(COMBINED_LOCAL, 10, at + 64 * n));
		pmu_event_info(at + 16 * n, 0, 32, 0);
		CHECK_OK(
			combined_dbtr(SBI_EXT_DBTR_SETUP_SHMEM, at + 8 * n, 0));
		CHECK_OK(combined_dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
		combined_dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0);
		combined_dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0);
		combined_dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1);
		CHECK_OK(sbi_ecall(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_READ, 64,
				   at, 0, 0, 0, 0));
		CHECK_OK(trace_call(TRACE_SBI_COMPONENT_INFO, 0, at + 128 * n,
				    0, 0, 0));
		trace_work();
		CHECK(combined_traced(0, &arenas[0]));
	}
	CHECK_OK(combined_dbtr(SBI_EXT_DBTR_SETUP_SHMEM, ~0ul, ~0ul));
	combined_trace_end(0, &arenas[0]);
	combined_check(&arenas[0]);
}

/* --- overlapping areas --------------------------------------------------- */

/* Each call writes its own bytes and no others. */
static void overlapping_areas(void)
{
	struct combined_arena *a = &arenas[0];
	u64 *counter = (u64 *)(page(0) + COUNTER);
	unsigned long *entry = (unsigned long *)page(0);

	combined_fill(a);
	CHECK_OK(pmu_set_shmem(page(0), 0, 0));
	combined_watch(watched, page(0));
	combined_check_page(a, 0, 4 * sizeof(long));
	CHECK_VALUE(pmu_config(pmu.fw, 1, 0, EVENT_SET_TIMER, 0), pmu.fw);
	*counter = 41;
	CHECK_OK(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0));
	pmu_work_timer();
	combined_fill(a);
	CHECK_OK(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	CHECK_EQ(*counter, 42);
	combined_check_page(a, 0, SNAPSHOT);
	combined_fill(a);
	CHECK_OK(combined_dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
	combined_check_page(a, 0, 4 * sizeof(long));
	CHECK_EQ(entry[2], (unsigned long)watched);
	CHECK(combined_watched(watched));
	combined_fill(a);
	CHECK_OK(combined_attrs(COMBINED_LOCAL, 2, page(0) + 64));
	combined_check_page(a, 64, 64 + 2 * sizeof(long));
	combined_watch_end(0);
	pmu_reset();
	combined_check(a);
}

/* --- calls in a handler --------------------------------------------------- */

static unsigned int nested;

/* A handler that causes a trap must restore these two. */
static void watch_in_handler(unsigned long at)
{
	unsigned long epc = csr_read(sepc), status = csr_read(sstatus);

	combined_watch(watched, at);
	CHECK(combined_watched(watched));
	combined_watch_end(0);
	csr_write(sepc, epc);
	csr_write(sstatus, status);
}

/* Calls that a handler may make, and calls that the firmware refuses there. */
static void calls_in_handler(void)
{
	unsigned long at = page(0);

	if (nested++)
		return;
	snapshot_in(at);
	watch_in_handler(at + COMBINED_PAGE / 2);
	memset((void *)at, 0, 64);
	CHECK_OK(pmu_event_info(at, 0, 4, 0));
	CHECK_EQ(combined_state(COMBINED_LOCAL), SBI_SSE_STATE_RUNNING);
	CHECK_ERROR(combined_sse(SBI_EXT_SSE_UNREGISTER, COMBINED_LOCAL, 0, 0),
		    SBI_ERR_INVALID_STATE);
	CHECK_ERROR(combined_sse(SBI_EXT_SSE_REGISTER, COMBINED_LOCAL, at, 0),
		    SBI_ERR_INVALID_STATE);
	CHECK_OK(combined_sse(SBI_EXT_SSE_INJECT, COMBINED_LOCAL,
			      hart_self()->hartid, 0));
	CHECK_OK(trace_call(TRACE_SBI_STOP, hart_self()->hartid, 0, 0, 0, 0));
	CHECK_OK(trace_call(TRACE_SBI_START, hart_self()->hartid, 0, 0, 0, 0));
	CHECK_OK(sbi_ecall(SBI_EXT_RFENCE, SBI_EXT_RFENCE_REMOTE_FENCE_I, 0,
			   ~0ul, 0, 0, 0, 0));
	CHECK_EQ(hart_suspend(NON_RETENTIVE + 1), SBI_ERR_INVALID_PARAM);
	sbi_set_timer(~0ull);
}

static void inject_with_registers(void)
{
	unsigned long before[32], regs[32];
	unsigned int n;

	for (n = 0; n < 32; n++)
		before[n] = (unsigned long)random();
	before[4] = (unsigned long)hart_self();
	before[10] = COMBINED_LOCAL;
	before[11] = hart_self()->hartid;
	before[16] = SBI_EXT_SSE_INJECT;
	before[17] = SBI_EXT_SSE;
	for (n = 0; n < 32; n++)
		regs[n] = before[n];
	sbi_call_registers(regs);
	CHECK_EQ(regs[10], 0);
	for (n = 1; n < 32; n++)
		if (n != 2 && n != 10 && n != 11)
			CHECK_EQ(regs[n], before[n]);
}

/* The handler runs right after the call that injects its event. */
static void handler(void)
{
	combined_fill(&arenas[0]);
	combined_fill(&arenas[1]);
	combined_trace(0, &arenas[1]);
	combined_event(COMBINED_LOCAL, calls_in_handler);
	nested = 0;
	inject_with_registers();
	CHECK_EQ(nested, 2);
	CHECK_EQ(combined_state(COMBINED_LOCAL), SBI_SSE_STATE_ENABLED);
	combined_event_end(COMBINED_LOCAL);
	trace_work();
	combined_trace_end(0, &arenas[1]);
	combined_check(&arenas[0]);
	combined_check(&arenas[1]);
}

/* --- pointers of old calls, while a hart comes and goes ------------------- */

static void comes_and_goes(void *arg)
{
	unsigned int n;

	(void)arg;
	for (n = 0; n < ROUNDS; n++)
		CHECK_EQ(hart_pause(), 0);
}

static struct sbiret old_call(unsigned long eid, unsigned long mask)
{
	return sbi_ecall(eid, 0, mask, 0, 0, 0, 0, 0);
}

/* If M-mode cannot load the mask, the fault is the caller's own. */
static void hostile_pointers(void)
{
	const unsigned long bad[] = {
		FIRMWARE,	  FIRMWARE + 0x40000,
		FIRMWARE - 1,	  0,
		0x10000000ul,	  (unsigned long)fdt_ram_end(),
		trace_encoder(0), ~0ul << 12
	};
	unsigned long eid, n;

	for (eid = SBI_EXT_0_1_SEND_IPI;
	     eid <= SBI_EXT_0_1_REMOTE_SFENCE_VMA_ASID; eid++)
		for (n = 0; n < array_size(bad); n++) {
			check_row("call", eid << 8 | n);
			HART_TRY(old_call(eid, bad[n]));
			if (bad[n] >= FIRMWARE && n < 2)
				CHECK_EQ(hart_self()->cause, HART_LOAD_FAULT);
		}
	check_row(NULL, 0);
}

static void old_calls(void)
{
	unsigned long mask = 1ul << hart_at(1)->hartid;
	unsigned int n;

	combined_fill(&arenas[0]);
	CHECK(hart_start(1));
	hart_give(1, comes_and_goes, NULL);
	for (n = 0; n < ROUNDS; n++) {
		hostile_pointers();
		old_call(SBI_EXT_0_1_REMOTE_FENCE_I, (unsigned long)&mask);
		CHECK(combined_stopped(1));
		old_call(SBI_EXT_0_1_SEND_IPI, (unsigned long)&mask);
		hostile_pointers();
		CHECK_OK(sbi_ecall(SBI_EXT_HSM, SBI_EXT_HSM_HART_START,
				   hart_at(1)->hartid,
				   (unsigned long)hart_resume,
				   (unsigned long)hart_at(1), 0, 0, 0));
	}
	CHECK(hart_call_end(1));
	CHECK(hart_stop(1));
	csr_clear(sip, HART_IRQ_SOFT);
	combined_check(&arenas[0]);
}

/* -------------------------------------------------------------------------- */

static void begin(void)
{
	CHECK_EQ(hart_count(), 2);
	pmu_reset();
	random_seed(1);
}

const struct check_case check_cases[] = {
	{ "begin", begin },
	{ "one page for everything", one_page },
	{ "areas that overlap", overlapping_areas },
	{ "calls in a handler", handler },
	{ "old calls while a hart comes and goes", old_calls },
	{ NULL, NULL },
};
