// SPDX-License-Identifier: BSD-2-Clause
/*
 * The PMU extension on this machine: each call reaches the firmware, counters
 * count what S-mode does, filters hold, traps are firmware events, and snapshots
 * reach memory. tests/unit and tests/fuzz have the arguments and refusals.
 */
#include "check.h"
#include "fdt.h"
#include "pmu.h"

#define MUCH (1ull << 40)     /* more events than any test makes */
#define FIRMWARE 0x80000000ul /* RAM that only M-mode may access */

static void machine_is_as_expected(void)
{
	struct sbiret ret = sbi_probe_extension(SBI_EXT_PMU);

	CHECK(!ret.error && ret.value);
	CHECK_EQ(pmu.sscofpmf, option_given("sscofpmf"));
	CHECK_EQ(hart_count(), option_number("smp", 1));
	CHECK(pmu.boot_cycles >= 100);
	CHECK_RANGE(pmu.fw, 3, 32);
	CHECK_RANGE(pmu.num - pmu.fw, 16, 22);
}

/* --- calls ---------------------------------------------------------------- */

/* A call of each function that succeeds, and one that is refused. */
static void each_call(void)
{
	unsigned int fw = pmu.fw;

	CHECK_VALUE(pmu_num_counters(), pmu.num);
	CHECK_ERROR(pmu_get_info(pmu.num), SBI_ERR_INVALID_PARAM);
	CHECK_VALUE(pmu_config(fw, 7, CLEAR, EVENT_SET_TIMER, 0), fw);
	CHECK_ERROR(pmu_config(fw, 1, 0, EVENT_CYCLES, 0),
		    SBI_ERR_NOT_SUPPORTED);
	CHECK_VALUE(pmu_config(pmu.num - 1, 1, 0, EVENT_SET_TIMER, 0),
		    pmu.num - 1);
	CHECK_VALUE(pmu_config(fw, 1, SKIP, EVENT_FW(1), 0), fw);
	CHECK_OK(pmu_start(fw, 1, SET_VALUE, 0x123456789abcdef0ull));
	CHECK_ERROR(pmu_start(fw, 1, 0, 0), SBI_ERR_ALREADY_STARTED);
	CHECK_VALUE(pmu_fw_read(fw), (unsigned long)0x123456789abcdef0ull);
	CHECK_VALUE(pmu_fw_read_hi(fw), XLEN == 32 ? 0x12345678 : 0);
	CHECK_ERROR(pmu_fw_read(0), SBI_ERR_INVALID_PARAM);
	CHECK_ERROR(pmu_fw_read_hi(0), SBI_ERR_INVALID_PARAM);
	CHECK_OK(pmu_stop(fw, 1, RESET));
	CHECK_ERROR(pmu_stop(fw, 1, 0), SBI_ERR_ALREADY_STOPPED);
	CHECK_ERROR(pmu_event_info(1, 0, 1, 0), SBI_ERR_INVALID_PARAM);
	CHECK(pmu_set_shmem(1, 0, 0).error);
	CHECK_ERROR(sbi_pmu(9, 0, 0, 0, 0, 0, 0), SBI_ERR_NOT_SUPPORTED);
}

static void hardware_counter_info(void)
{
	struct sbiret ret;
	unsigned int n;

	for (n = 0; n < pmu.fw; n++) {
		check_row("counter", n);
		ret = pmu_get_info(n);
		if (ret.error || n == 1) {
			CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
			CHECK(n == 1 ||
			      HART_TRY(hart_counter(n)) == HART_ILLEGAL);
			continue;
		}
		CHECK_EQ(ret.value, 0xc00 | n | 63 << 12);
		CHECK_EQ(HART_TRY(hart_counter(n)), HART_NO_TRAP);
	}
}

static void event_info(void)
{
	static struct {
		struct sbi_pmu_event_info e __attribute__((aligned(16)));
		bool counts;
	} rows[] = {
		{ { .event_idx = EVENT_CYCLES }, true },
		{ { .event_idx = 3 }, false },
		{ { .event_idx = EVENT_SET_TIMER }, true },
		{ { .event_idx = EVENT_FW(65535) }, false },
		{ { .event_idx = EVENT_DTLB_READ_MISS }, true },
		{ { .event_idx = EVENT_RAW, .event_data = 0x10019 }, true },
		{ { .event_idx = EVENT_RAW, .event_data = 0xabcdef }, false },
	};
	unsigned int n;

	rows[4].counts = !option_given("map=none") && pmu.fw > 3;
	rows[5].counts = option_given("map=raw");
	for (n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		check_row("event_idx", rows[n].e.event_idx);
		rows[n].e.output = 0xdeadbeef;
		CHECK_OK(pmu_event_info((unsigned long)&rows[n].e, 0, 1, 0));
		CHECK_EQ(rows[n].e.output, rows[n].counts);
		CHECK_EQ(pmu_config(0, pmu_all(), 0, rows[n].e.event_idx,
				    rows[n].e.event_data)
				 .error,
			 rows[n].counts ? 0 : SBI_ERR_NOT_SUPPORTED);
	}
}

static void registers_survive(const char *row, unsigned long fid,
			      unsigned long a0, unsigned long a1)
{
	unsigned long regs[32], before[32];
	unsigned int n;

	check_row(row, fid);
	for (n = 0; n < 32; n++)
		regs[n] = 0x5a5a0000ul + n * 0x101;
	regs[10] = a0;
	regs[11] = a1;
	regs[12] = regs[13] = regs[14] = regs[15] = 0;
	if (fid == SBI_EXT_PMU_COUNTER_CFG_MATCH)
		regs[13] = EVENT_SET_TIMER;
	if (fid == SBI_EXT_PMU_EVENT_GET_INFO)
		regs[12] = 1;
	regs[16] = fid;
	regs[17] = SBI_EXT_PMU;
	for (n = 0; n < 32; n++)
		before[n] = regs[n];
	sbi_call_registers(regs);
	CHECK_EQ(regs[2], regs[0]);
	for (n = 1; n < 32; n++)
		if (n != 2 && n != 10 && n != 11)
			CHECK_EQ(regs[n], before[n]);
}

static void other_registers_stay(void)
{
	unsigned long fid;

	for (fid = 0; fid <= SBI_EXT_PMU_EVENT_GET_INFO + 1; fid++) {
		registers_survive("good call", fid, pmu.fw, 1);
		registers_survive("bad call", fid, ~0ul, ~0ul);
	}
}

/* --- counters ------------------------------------------------------------- */

/* Events that one piece of work adds; an idle counter adds 0. */
static u64 counted(const struct pmu_source *s)
{
	u64 before = pmu_value(s->idx);

	s->work();
	return pmu_value(s->idx) - before;
}

static void life(const struct pmu_source *s)
{
	u64 value;

	CHECK_VALUE(pmu_source_config(s, CLEAR), s->idx);
	CHECK_EQ(counted(s), 0);
	CHECK_EQ(pmu_value(s->idx), 0);
	CHECK_OK(pmu_start(s->idx, 1, 0, 0));
	CHECK_RANGE(counted(s), s->least, MUCH);
	CHECK_ERROR(pmu_source_config(s, 0), SBI_ERR_NOT_SUPPORTED);
	CHECK_OK(pmu_stop(s->idx, 1, 0));
	value = pmu_value(s->idx);
	CHECK_RANGE(value, s->least, MUCH);
	CHECK_EQ(counted(s), 0);
	CHECK_EQ(pmu_value(s->idx), value);
	CHECK_VALUE(pmu_source_config(s, SKIP | AUTO), s->idx);
	CHECK_RANGE(counted(s), s->least, MUCH);
	CHECK_RANGE(pmu_value(s->idx), value + s->least, MUCH);
	CHECK_OK(pmu_stop(s->idx, 1, RESET));
	CHECK_EQ(counted(s), 0);
}

/* Counters of events that S-mode makes one by one start with exactly this. */
static void initial_values(const struct pmu_source *s)
{
	static const u64 initial[] = {
		0,
		0xffffffff,
		0x123456789abcdef0,
		0xfffffffffffffffe,
	};
	bool exact = s->work != pmu_work_spin;
	unsigned int n;

	CHECK_VALUE(pmu_source_config(s, 0), s->idx);
	for (n = 0; n < sizeof(initial) / sizeof(initial[0]); n++) {
		check_row(s->name, initial[n]);
		CHECK_OK(pmu_start(s->idx, 1, SET_VALUE, initial[n]));
		CHECK_OK(pmu_stop(s->idx, 1, 0));
		CHECK_RANGE(pmu_value(s->idx) - initial[n], 0,
			    exact ? s->least : MUCH);
	}
}

static bool stops(unsigned int idx)
{
	return idx >= pmu.fw || !option_given("stops=no");
}

/* The counter is there, is of the event's kind, and can be stopped. */
static bool usable(const struct pmu_source *s)
{
	return pmu.present >> s->idx & 1 && stops(s->idx) &&
	       (s->idx >= pmu.fw) == (s->event_idx == EVENT_SET_TIMER);
}

static void each_source(void)
{
	const struct pmu_source *s;
	unsigned int n;

	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, s->idx);
		if (!usable(s))
			continue;
		life(s);
		initial_values(s);
	}
}

/*
 * A counter with an event that QEMU knows keeps counting it until 0 is written.
 */
static void the_event_before(void)
{
	unsigned int n;

	if (option_given("map=none") || option_given("map=raw") || !stops(3)) {
		check_skip("needs two events on each counter that stops");
		return;
	}
	for (n = 3; n <= pmu_last_hw(); n++) {
		check_row("counter", n);
		if (pmu_config(n, 1, CLEAR | AUTO, EVENT_CYCLES, 0).error)
			continue;
		pmu_work_spin();
		CHECK_RANGE(pmu_value(n), 100, MUCH);
		CHECK_OK(pmu_stop(n, 1, RESET));
		CHECK_VALUE(
			pmu_config(n, 1, CLEAR | AUTO, EVENT_DTLB_READ_MISS, 0),
			n);
		/* The call takes more cycles than this. */
		CHECK_RANGE(pmu_value(n), 0, 16);
		pmu_work_dtlb();
		CHECK_RANGE(pmu_value(n), 16, MUCH);
		CHECK_OK(pmu_stop(n, 1, RESET));
	}
}

/* event_data selects an event only: it changes neither OF nor filters. */
static void raw_event_data(void)
{
	unsigned int bit;

	if (!option_given("map=raw")) {
		check_skip("no raw events are mapped");
		return;
	}
	for (bit = 48; bit < 64; bit++) {
		check_row("raw bit", bit);
		/* The caller gives 48 bits; the firmware sets the others. */
		CHECK_VALUE(pmu_config(6, 1, CLEAR | AUTO, EVENT_RAW,
				       1ull << bit | EVENT_DTLB_READ_MISS),
			    6);
		pmu_work_dtlb();
		CHECK_RANGE(pmu_value(6), 16, MUCH);
		CHECK_EQ(pmu.sscofpmf ? csr_read(SCOUNTOVF) : 0, 0);
		CHECK_OK(pmu_stop(6, 1, RESET));
	}
}

/* --- filters -------------------------------------------------------------- */

static volatile unsigned long user_rounds;

static void user_spin(unsigned long rounds)
{
	while (rounds--)
		user_rounds++;
	for (;;)
		__asm__ volatile("ecall");
}

/* A counter that counts S-mode, then one that counts U-mode, then both. */
static void filter(unsigned int idx, unsigned long event_idx,
		   void (*work)(void))
{
	unsigned long clear = CLEAR | AUTO | MINH;

	check_row("counter", idx);
	CHECK_VALUE(pmu_config(idx, 1, clear | UINH, event_idx, 0), idx);
	work();
	CHECK_RANGE(pmu_value(idx), 16, MUCH);
	CHECK_OK(pmu_stop(idx, 1, RESET));
	CHECK_VALUE(pmu_config(idx, 1, clear | SINH, event_idx, 0), idx);
	/* The filter stays over a stop and a start. */
	CHECK_OK(pmu_stop(idx, 1, 0));
	CHECK_OK(pmu_start(idx, 1, SET_VALUE, 3));
	work();
	CHECK_EQ(pmu_value(idx), 3);
	hart_user(user_spin, 1000);
	if (work == pmu_work_spin)
		CHECK_RANGE(pmu_value(idx), 1000, MUCH);
	CHECK_OK(pmu_stop(idx, 1, RESET));
	CHECK_VALUE(pmu_config(idx, 1, CLEAR | AUTO, event_idx, 0), idx);
	work();
	CHECK_RANGE(pmu_value(idx), 16, MUCH);
	CHECK_OK(pmu_stop(idx, 1, RESET));
}

static void filters(void)
{
	if (pmu.sscofpmf && pmu.present >> 5 & 1 && !option_given("map=none"))
		filter(5, EVENT_DTLB_READ_MISS, pmu_work_dtlb);
	/* QEMU on RV32 forgets these filters when the low half is read. */
	if (option_given("smcntrpmf") && XLEN == 64) {
		filter(0, EVENT_CYCLES, pmu_work_spin);
		filter(2, EVENT_INSTRUCTIONS, pmu_work_spin);
	}
}

/* --- firmware events ------------------------------------------------------ */

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
	sbi(SBI_EXT_0_1_SET_TIMER, 0, ~0ul, ~0ul);
}

static const struct event {
	unsigned int code;
	void (*work)(void);
	unsigned long cause; /* of the exception, or HART_NO_TRAP */
} events[] = {
	{ SBI_PMU_FW_SET_TIMER, pmu_work_timer, HART_NO_TRAP },
	{ SBI_PMU_FW_SET_TIMER, work_legacy_timer, HART_NO_TRAP },
	{ SBI_PMU_FW_ILLEGAL_INSN, work_illegal, 2 },
	{ SBI_PMU_FW_MISALIGNED_LOAD, work_misaligned_load, 4 },
	{ SBI_PMU_FW_ACCESS_LOAD, work_load_fault, 5 },
	{ SBI_PMU_FW_MISALIGNED_STORE, work_misaligned_store, 6 },
	{ SBI_PMU_FW_ACCESS_STORE, work_store_fault, 7 },
};

#define EVENTS (sizeof(events) / sizeof(events[0]))

/* Each event counts as its own kind only, on the last counter, too. */
static void firmware_events(void)
{
	const struct event *e;
	unsigned int code;
	bool happens;
	u64 value;

	for (code = 0; code < SBI_PMU_FW_MAX; code++)
		for (e = events; e < events + EVENTS; e++) {
			check_row("event code", code << 8 | e->code);
			hart_self()->cause = HART_NO_TRAP;
			e->work();
			happens = hart_self()->cause == e->cause;
			CHECK(happens || e->cause == 4 || e->cause == 6);
			CHECK_OK(pmu_config(pmu.num - 1, 1, CLEAR | AUTO,
					    EVENT_FW(code), 0));
			e->work();
			e->work();
			value = pmu_value(pmu.num - 1);
			CHECK_EQ(value, e->code == code && happens ? 2 : 0);
			CHECK_OK(pmu_stop(pmu.num - 1, 1, RESET));
			e->work();
			CHECK_EQ(pmu_value(pmu.num - 1), value);
		}
}

/* --- snapshots ------------------------------------------------------------ */

static struct area {
	u64 bitmap, value[511];
} areas[2] __attribute__((aligned(4096)));

/* An area in use: only values of the counters, with what their CSRs show. */
static void take(void *arg)
{
	struct area *area = arg;
	unsigned long set = 0;
	const struct pmu_source *s;
	unsigned int n;

	for (n = 0; n < 511; n++)
		area->value[n] = ~0ull;
	CHECK_OK(pmu_set_shmem((unsigned long)area, 0, 0));
	for (n = 0; (s = pmu_source(n)); n++) {
		if (!usable(s))
			continue;
		CHECK_VALUE(pmu_source_config(s, CLEAR | AUTO), s->idx);
		set |= 1ul << s->idx;
		s->work();
	}
	CHECK_OK(pmu_stop(0, set, TAKE_SNAPSHOT));
	for (n = 0; n < 511; n++) {
		check_row("slot", n);
		CHECK_EQ(area->value[n],
			 n < XLEN && set >> n & 1 ? pmu_value(n) : ~0ull);
	}
	area->value[pmu.fw] = 77;
	CHECK_OK(pmu_start(option_given("restart=off") ? 0 : XLEN * XLEN,
			   1ul << pmu.fw, FROM_SNAPSHOT, 0));
	CHECK_EQ(pmu_value(pmu.fw), 77);
}

static void snapshots(void)
{
	struct sbiret ret = pmu_set_shmem((unsigned long)&areas[0], 0, 0);
	bool offered = !ret.error;

	CHECK(offered || ret.error == SBI_ERR_NOT_SUPPORTED);
	CHECK(!option_given("snapshot=on") || offered);
	CHECK(!option_given("snapshot=off") || !offered);
	CHECK_VALUE(pmu_config(pmu.fw, 1, 0, EVENT_SET_TIMER, 0), pmu.fw);
	if (!offered) {
		CHECK_ERROR(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0),
			    SBI_ERR_NO_SHMEM);
		return;
	}
	CHECK_ERROR(pmu_start(XLEN * XLEN, 1ul << pmu.fw, FROM_SNAPSHOT, 0),
		    option_given("restart=off") ? SBI_ERR_INVALID_PARAM :
						  SBI_SUCCESS);
	pmu_reset();
	take(&areas[0]);
	CHECK_OK(pmu_stop(pmu.fw, 1, 0));
	if (hart_count() < 2)
		return;
	CHECK(hart_start(1) && hart_call(1, take, &areas[1]) && hart_stop(1));
	/* The next start of the hart has no area. */
	CHECK(hart_start(1) && hart_call(1, take, &areas[1]) && hart_stop(1));
}

const struct check_case check_cases[] = {
	{ "the machine is the one of this run", machine_is_as_expected },
	{ "each call", each_call },
	{ "get_info of hardware counters", hardware_counter_info },
	{ "event_get_info", event_info },
	{ "calls leave other registers alone", other_registers_stay },
	{ "each source counts", each_source },
	{ "the event before", the_event_before },
	{ "raw event_data", raw_event_data },
	{ "filters", filters },
	{ "firmware events", firmware_events },
	{ "snapshots", snapshots },
	{ NULL, NULL },
};
