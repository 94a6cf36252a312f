// SPDX-License-Identifier: BSD-2-Clause
/*
 * Every call that takes an address, with every address at which memory begins,
 * ends, or differs from the device tree: each call returns an error or works,
 * and the hart goes on. With the firmware of the tests a page is also locked
 * for M-mode.
 */
#include "check.h"
#include "domains.h"
#include "fdt.h"
#include "hart.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "test_firmware.h"
#include "trace.h"

#define PAGE 4096ul
#define LOCKED 0x86000000ul
#define EVENT SBI_SSE_EVENT_LOCAL_SOFTWARE
#define MOST_BYTES 64ul /* the most that a call below accesses at its address */

static const unsigned long places[] = {
	0,
	PAGE,
	0x10000000ul,
	0x20000000ul,
	0x80000000ul,
	0x80040000ul,
	0x84000000ul,
	0x84002000ul,
	LOCKED,
	LOCKED + PAGE,
	0x88000000ul,
	0x90000000ul,
	0xa0000000ul,
	0xc0000000ul,
#if __riscv_xlen == 64
	1ul << 32,
	1ul << 56,
	1ul << 63,
#endif
};

static const long offsets[] = { -4096, -72, -64, -16, -8, -4, -1,   0,
				1,     4,   8,	 16,  56, 64, 2048, 4088 };

static unsigned long bad, good;

static bool judged(struct sbiret ret)
{
	if (ret.error)
		bad++;
	else
		good++;
	return !ret.error;
}

static struct sbiret dbtr(unsigned long fid, unsigned long a0, unsigned long a1)
{
	return sbi_ecall(SBI_EXT_DBTR, fid, a0, a1, 0, 0, 0, 0);
}

static void console(unsigned long at)
{
	unsigned long size;

	for (size = 1; size <= MOST_BYTES; size *= 8) {
		judged(sbi_ecall(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_READ, size,
				 at, 0, 0, 0, 0));
		judged(sbi_ecall(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_WRITE, size,
				 at, 0, 0, 0, 0));
	}
	judged(sbi_ecall(SBI_EXT_DBCN, SBI_EXT_DBCN_CONSOLE_READ, ~0ul, at, 0,
			 0, 0, 0));
}

static void events(unsigned long at)
{
	unsigned long count;

	for (count = 1; count <= 8; count += 7) {
		judged(sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_READ_ATTR, EVENT, 0,
				 count, at, 0, 0));
		judged(sbi_ecall(SBI_EXT_SSE, SBI_EXT_SSE_WRITE_ATTR, EVENT, 1,
				 count, at, 0, 0));
	}
}

static void triggers(unsigned long at)
{
	if (!sbi_probe_extension(SBI_EXT_DBTR).value)
		return;
	if (!judged(dbtr(SBI_EXT_DBTR_SETUP_SHMEM, at, 0)))
		return;
	judged(dbtr(SBI_EXT_DBTR_TRIGGER_READ, 0, 1));
	judged(dbtr(SBI_EXT_DBTR_TRIGGER_INSTALL, 1, 0));
	judged(dbtr(SBI_EXT_DBTR_TRIGGER_UPDATE, 1, 0));
	dbtr(SBI_EXT_DBTR_TRIGGER_UNINSTALL, 0, 1);
	dbtr(SBI_EXT_DBTR_SETUP_SHMEM, ~0ul, ~0ul);
}

static struct sbiret mpxy(unsigned long fid, unsigned long a0, unsigned long a1,
			  unsigned long a2)
{
	return sbi_ecall(SBI_EXT_MPXY, fid, a0, a1, a2, 0, 0, 0);
}

/* Set the area in both ways: one of them writes the previous address. */
static void messages(unsigned long at)
{
	if (!sbi_probe_extension(SBI_EXT_MPXY).value)
		return;
	judged(mpxy(SBI_EXT_MPXY_SET_SHMEM, at, 0, 1));
	if (!judged(mpxy(SBI_EXT_MPXY_SET_SHMEM, at, 0, 0)))
		return;
	CHECK_OK(mpxy(SBI_EXT_MPXY_GET_CHANNEL_IDS, 0, 0, 0));
	if (at != LOCKED)
		CHECK_EQ(((u32 *)at)[1] + ((u32 *)at)[2], 2);
	CHECK_OK(mpxy(SBI_EXT_MPXY_READ_ATTRS, 1, 0, 3));
	/* Length of the longest message: the firmware limits it to a page */
	if (at != LOCKED)
		CHECK_EQ(((u32 *)at)[2], 4096);
	CHECK_OK(mpxy(SBI_EXT_MPXY_READ_ATTRS, 1, 0x80000000, 1));
	if (at != LOCKED)
		CHECK_EQ(((u32 *)at)[0], 1);
	/*
	 * From the last number past the end: the driver itself would accept
	 * this
	 */
	CHECK_ERROR(mpxy(SBI_EXT_MPXY_READ_ATTRS, 1, 0xffffffff, 2),
		    SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(mpxy(SBI_EXT_MPXY_WRITE_ATTRS, 1, 0xffffffff, 2),
		    SBI_ERR_INVALID_PARAM);
	judged(mpxy(SBI_EXT_MPXY_WRITE_ATTRS, 1, 0, 8));
	judged(mpxy(SBI_EXT_MPXY_SEND_MSG_WITH_RESP, 1, 0, 4096));
	judged(mpxy(SBI_EXT_MPXY_SEND_MSG_WITHOUT_RESP, 1, 0, 4096));
	judged(mpxy(SBI_EXT_MPXY_GET_NOTIFICATION_EVENTS, 1, 0, 0));
	CHECK_OK(mpxy(SBI_EXT_MPXY_SET_SHMEM, ~0ul, ~0ul, 0));
	CHECK_ERROR(mpxy(SBI_EXT_MPXY_GET_CHANNEL_IDS, 0, 0, 0),
		    SBI_ERR_NO_SHMEM);
}

static void lists(unsigned long at)
{
	unsigned long count;

	for (count = 1; count <= 4; count++)
		judged(pmu_event_info(at, 0, count, 0));
}

static void snapshots(unsigned long at)
{
	struct sbiret ret = pmu_set_shmem(at, 0, 0);

	/* This call need not access the area; the calls after it do */
	if (ret.error) {
		judged(ret);
		return;
	}
	CHECK_VALUE(pmu_config(pmu.fw, 1, 0, EVENT_SET_TIMER, 0), pmu.fw);
	judged(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0));
	judged(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT));
	pmu_stop(pmu.fw, 1, RESET);
	pmu_set_shmem(~0ul, ~0ul, 0);
}

/*
 * Sinks write by themselves. A buffer without memory costs only the trace, so
 * set_buffer may accept it. Stores of calls go through the hart.
 */
static void traces(unsigned long at)
{
	unsigned int n;

	if (!sbi_probe_extension(TRACE_SBI_EID).value)
		return;
	judged(trace_call(TRACE_SBI_STATUS, hart_self()->hartid, at, 0, 0, 0));
	for (n = 0; n < trace_count(); n++) {
		judged(trace_call(TRACE_SBI_COMPONENT_INFO, n, at, 0, 0, 0));
		judged(trace_call(TRACE_SBI_SINK_READ, n, at, 0, 64, 0));
		if (trace_call(TRACE_SBI_SINK_SET_BUFFER, n, at, 0, 64, 0)
			    .error)
			continue;
		trace_call(TRACE_SBI_START, hart_self()->hartid, 0, 0, 0, 0);
		trace_call(TRACE_SBI_STOP, hart_self()->hartid, 0, 0, 0, 0);
		CHECK_OK(trace_call(TRACE_SBI_SINK_RELEASE, n, 0, 0, 0, 0));
	}
}

/* M-mode loads their pointers with S-mode's rights: its faults are S-mode's. */
static void old_calls(unsigned long at)
{
	unsigned long eid, cause;

	for (eid = SBI_EXT_0_1_SEND_IPI;
	     eid <= SBI_EXT_0_1_REMOTE_SFENCE_VMA_ASID; eid++) {
		cause = HART_TRY(sbi_ecall(eid, 0, at, 0, 4096, 0, 0, 0));
		CHECK(cause == HART_NO_TRAP || cause == HART_LOAD_MISALIGNED ||
		      cause == HART_LOAD_FAULT);
	}
	csr_clear(sip, HART_IRQ_SOFT);
}

/* Set all bytes that this domain may write to printable characters. */
static void text_at(unsigned long at)
{
	unsigned long n;

	for (n = at; n < at + MOST_BYTES; n++)
		if (HART_TRY(*(volatile char *)n = n % 64 ? '.' : '\n') !=
		    HART_NO_TRAP)
			return;
}

/* Calls must not write to the payload and the firmware. */
static bool harmless(unsigned long at)
{
	return at < 0x80000000ul || at >= 0x84000000ul - PAGE;
}

static void all_at(unsigned long at)
{
	check_row("at", at);
	if (harmless(at) && at >= 0x80000000ul)
		text_at(at);
	console(at);
	events(at);
	triggers(at);
	messages(at);
	lists(at);
	traces(at);
	old_calls(at);
	if (!option_given("areas=no"))
		snapshots(at);
	CHECK(1);
}

static void everywhere(void)
{
	unsigned int p, o;

	print_flush();
	for (p = 0; p < sizeof(places) / sizeof(places[0]); p++)
		for (o = 0; o < sizeof(offsets) / sizeof(offsets[0]); o++)
			all_at(places[p] + (unsigned long)offsets[o]);
	print("\n");
	CHECK(good > 100);
	CHECK(bad > 100);
}

/*
 * The domain's regions do not show the lock: M-mode finds it only by a fault.
 */
static void locked(void)
{
	unsigned int o;

	if (!peek_offered()) {
		check_skip("needs the firmware of the tests");
		return;
	}
	CHECK_OK(test_firmware(TEST_LOCK, LOCKED));
	CHECK(HART_TRY(*(volatile u32 *)LOCKED) != HART_NO_TRAP);
	for (o = 0; o < sizeof(offsets) / sizeof(offsets[0]); o++)
		all_at(LOCKED + (unsigned long)offsets[o]);
	print("\n");
	if (option_given("direct=off"))
		return; /* there Smepmp's mappings are not locked */
	good = 0;
	for (o = 7; o < sizeof(offsets) / sizeof(offsets[0]) - 1; o++)
		all_at(LOCKED + (unsigned long)offsets[o]);
	CHECK_EQ(good, 0);
}

const struct check_case check_cases[] = {
	{ "everywhere", everywhere },
	{ "a locked page", locked },
	{ NULL, NULL },
};
