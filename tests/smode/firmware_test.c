// SPDX-License-Identifier: BSD-2-Clause
/* Firmware events that one hart causes alone, and reads of their counters. */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

#define FIRMWARE 0x80000000ul /* RAM that only M-mode may access */

static void work_illegal(void)
{
	HART_TRY(csr_read(0x7ff));
}

static void work_load_fault(void)
{
	HART_TRY((void)*(volatile u32 *)FIRMWARE);
}

static void work_store_fault(void)
{
	HART_TRY(*(volatile u32 *)FIRMWARE = 0);
}

/* QEMU does misaligned loads and stores itself, but not misaligned atomics. */
static u32 misaligned[2] __attribute__((aligned(8)));

static void work_misaligned_load(void)
{
	u32 t, *at = (u32 *)((unsigned long)misaligned + 2);

	HART_TRY(__asm__ volatile("lr.w %0, %1" : "=r"(t) : "A"(*at)));
}

static void work_misaligned_store(void)
{
	u32 t, *at = (u32 *)((unsigned long)misaligned + 2);

	HART_TRY(__asm__ volatile("sc.w %0, x0, %1" : "=r"(t), "+A"(*at)));
}

static void work_legacy_timer(void)
{
	sbi_ecall(SBI_EXT_0_1_SET_TIMER, 0, ~0ul, ~0ul, 0, 0, 0, 0);
}

static const struct event {
	const char *name;
	unsigned int code;
	void (*work)(void);
	unsigned long cause; /* of the exception, or HART_NO_TRAP */
} events[] = {
	{ "set_timer", SBI_PMU_FW_SET_TIMER, pmu_work_timer, HART_NO_TRAP },
	{ "legacy set_timer", SBI_PMU_FW_SET_TIMER, work_legacy_timer,
	  HART_NO_TRAP },
	{ "illegal instruction", SBI_PMU_FW_ILLEGAL_INSN, work_illegal, 2 },
	{ "misaligned load", SBI_PMU_FW_MISALIGNED_LOAD, work_misaligned_load,
	  4 },
	{ "load fault", SBI_PMU_FW_ACCESS_LOAD, work_load_fault, 5 },
	{ "misaligned store", SBI_PMU_FW_MISALIGNED_STORE,
	  work_misaligned_store, 6 },
	{ "store fault", SBI_PMU_FW_ACCESS_STORE, work_store_fault, 7 },
};

#define EVENTS (sizeof(events) / sizeof(events[0]))

/* True if the event occurs on this machine: do its work without a counter. */
static bool event_happens(const struct event *e)
{
	hart_self()->cause = HART_NO_TRAP;
	e->work();
	return hart_self()->cause == e->cause;
}

/* --- exact counts --------------------------------------------------------- */

static void count_one(unsigned int code, void (*work)(void))
{
	unsigned int n;

	pmu_reset();
	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR, EVENT_FW(code), 0), pmu.fw);
	work();
	CHECK_EQ(pmu_value(pmu.fw), 0);
	CHECK_OK(pmu_start(pmu.fw, 1, 0, 0));
	for (n = 1; n <= 20; n++) {
		work();
		CHECK_EQ(pmu_value(pmu.fw), n);
	}
	CHECK_OK(pmu_stop(pmu.fw, 1, 0));
	work();
	CHECK_EQ(pmu_value(pmu.fw), 20);
}

static void counts_are_exact(void)
{
	const struct event *e;

	for (e = events; e < events + EVENTS; e++) {
		check_row(e->name, e->code);
		if (e->cause == 4 || e->cause == 6)
			continue;
		CHECK(event_happens(e));
		count_one(e->code, e->work);
	}
}

static void misaligned_counts_are_exact(void)
{
	const struct event *e;
	unsigned int happened = 0;

	for (e = events; e < events + EVENTS; e++) {
		check_row(e->name, e->code);
		if ((e->cause != 4 && e->cause != 6) || !event_happens(e))
			continue;
		count_one(e->code, e->work);
		happened++;
	}
	if (!happened)
		check_skip("QEMU does misaligned accesses by itself");
}

/* Each event counts as its own kind only. */
static void events_are_apart(void)
{
	unsigned int code, fw = pmu.fw;
	const struct event *e;

	for (code = 0; code < SBI_PMU_FW_MAX; code++) {
		check_row("event code", code);
		pmu_reset();
		CHECK_VALUE(pmu_config(fw, 1, CLEAR | AUTO, EVENT_FW(code), 0),
			    fw);
		for (e = events; e < events + EVENTS; e++)
			if (e->code != code)
				e->work();
		CHECK_EQ(pmu_value(fw), 0);
	}
}

/* All firmware counters together, on one event after the other. */
static void every_counter_every_event(void)
{
	unsigned int n, code;

	for (code = 0; code < SBI_PMU_FW_MAX; code++) {
		check_row("event code", code);
		for (n = pmu.fw; n < pmu.num; n++) {
			CHECK_VALUE(pmu_config(n, 1, CLEAR | AUTO,
					       EVENT_FW(code), 0),
				    n);
			CHECK_EQ(pmu_value(n), 0);
		}
		pmu_work_timer();
		pmu_work_timer();
		for (n = pmu.fw; n < pmu.num; n++) {
			CHECK_EQ(pmu_value(n),
				 code == SBI_PMU_FW_SET_TIMER ? 2 : 0);
			CHECK_OK(pmu_stop(n, 1, RESET));
		}
	}
}

/* --- reading -------------------------------------------------------------- */

static void reading(void)
{
	unsigned int n;

	for (n = 0; n < pmu.fw; n++) {
		check_row("hardware counter", n);
		CHECK_ERROR(pmu_fw_read(n), SBI_ERR_INVALID_PARAM);
		CHECK_ERROR(pmu_fw_read_hi(n), SBI_ERR_INVALID_PARAM);
	}
	for (n = pmu.fw; n < pmu.num; n++) {
		check_row("firmware counter", n);
		CHECK_OK(pmu_fw_read(n)); /* the counter is not configured */
		CHECK_OK(pmu_fw_read_hi(n));
	}
	check_row(NULL, 0);
	CHECK_ERROR(pmu_fw_read(pmu.num), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_fw_read_hi(pmu.num), SBI_ERR_INVALID_PARAM);
}

static void high_half(void)
{
	unsigned int fw = pmu.fw;

	CHECK_VALUE(pmu_config(fw, 1, 0, EVENT_SET_TIMER, 0), fw);
	CHECK_OK(pmu_start(fw, 1, SET_VALUE, 0x123456789abcdef0ull));
	CHECK_VALUE(pmu_fw_read(fw), (unsigned long)0x123456789abcdef0ull);
	CHECK_VALUE(pmu_fw_read_hi(fw), XLEN == 32 ? 0x12345678 : 0);
	CHECK_OK(pmu_stop(fw, 1, 0));
	CHECK_VALUE(pmu_fw_read(fw), (unsigned long)0x123456789abcdef0ull);
	CHECK_VALUE(pmu_fw_read_hi(fw), XLEN == 32 ? 0x12345678 : 0);
}

const struct check_case check_cases[] = {
	{ "counts are exact", counts_are_exact },
	{ "counts of misaligned accesses are exact",
	  misaligned_counts_are_exact },
	{ "one event is not counted as another", events_are_apart },
	{ "every counter takes every event", every_counter_every_event },
	{ "reading", reading },
	{ "the high half", high_half },
	{ NULL, NULL },
};
