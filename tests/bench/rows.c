// SPDX-License-Identifier: BSD-2-Clause
/* The rows: calls of the SBI PMU in the order in which its users make them. */
#include "bench.h"
#include "pmu.h"
#include "switch.h"
#include "traps.h"

#define HW 3 /* first hardware counter in use */
#define HW4 (15ul << HW)
#define MIXED 8 /* of each kind, of the 16 mixed counters */
#define BUSY 12
#define VALUE 0x7ffffffffff00000ull /* an initial value like Linux's */
#define NOBODYS_FUNCTION 0x7ful

/* Linux does not count guests. */
#define LINUX_FLAGS (SBI_PMU_CFG_FLAG_SET_VUINH | SBI_PMU_CFG_FLAG_SET_VSINH)

#define UNCHECKED BENCH_UNCHECKED
#define ALONE BENCH_ALONE
#define PAIR BENCH_PAIR

/* Executes a step; returns from the function if the step failed. */
#define STEP(step)                                      \
	do {                                            \
		enum bench_answer step_answer = (step); \
		if (step_answer != BENCH_RIGHT)         \
			return step_answer;             \
	} while (0)

/* --- states --------------------------------------------------------------- */

/* Counters first to first + count - 1, each for this event. */
static enum bench_answer configured(unsigned int first, unsigned int count,
				    unsigned long event_idx)
{
	unsigned int n;

	for (n = first; n < first + count; n++)
		STEP(bench_ok(pmu_config(n, 1, 0, event_idx, 0)));
	return BENCH_RIGHT;
}

static enum bench_answer started(unsigned int first, unsigned int count,
				 unsigned long event_idx)
{
	STEP(configured(first, count, event_idx));
	return bench_ok(pmu_start(first, (1ul << count) - 1, 0, 0));
}

static enum bench_answer hw1_configured(void)
{
	return configured(HW, 1, EVENT_DTLB_READ_MISS);
}

static enum bench_answer hw1_started(void)
{
	return started(HW, 1, EVENT_DTLB_READ_MISS);
}

static enum bench_answer hw4_configured(void)
{
	return configured(HW, 4, EVENT_DTLB_READ_MISS);
}

static enum bench_answer hw4_started(void)
{
	return started(HW, 4, EVENT_DTLB_READ_MISS);
}

static enum bench_answer hw12_started(void)
{
	return started(HW, BUSY, EVENT_DTLB_READ_MISS);
}

static unsigned long area(void)
{
	return (unsigned long)bench_memory()->snapshot;
}

static enum bench_answer hw4_snapshot(void)
{
	STEP(bench_ok(pmu_set_shmem(area(), 0, 0)));
	return hw4_started();
}

static enum bench_answer fw1_configured(void)
{
	return configured(pmu.fw, 1, EVENT_SET_TIMER);
}

static enum bench_answer fw1_started(void)
{
	return started(pmu.fw, 1, EVENT_SET_TIMER);
}

static enum bench_answer fw1_snapshot(void)
{
	STEP(bench_ok(pmu_set_shmem(area(), 0, 0)));
	return fw1_started();
}

static enum bench_answer fw4_started(void)
{
	return started(pmu.fw, 4, EVENT_SET_TIMER);
}

static enum bench_answer fw12_started(void)
{
	return started(pmu.fw, BUSY, EVENT_FW(SBI_PMU_FW_IPI_SENT));
}

/* The last of twelve counters has the event. */
static enum bench_answer fw12_last(void)
{
	STEP(started(pmu.fw, BUSY - 1, EVENT_FW(SBI_PMU_FW_IPI_SENT)));
	return started(pmu.fw + BUSY - 1, 1, EVENT_SET_TIMER);
}

static unsigned long mixed_mask(void)
{
	unsigned long each = (1ul << MIXED) - 1;

	return each << HW | each << pmu.fw;
}

static enum bench_answer mixed_configured(void)
{
	STEP(configured(HW, MIXED, EVENT_DTLB_READ_MISS));
	return configured(pmu.fw, MIXED, EVENT_SET_TIMER);
}

static enum bench_answer mixed_start(void)
{
	return bench_ok(pmu_start(0, mixed_mask(), 0, 0));
}

static enum bench_answer mixed_started(void)
{
	STEP(mixed_configured());
	return mixed_start();
}

/* --- counters ------------------------------------------------------------- */

static enum bench_answer nothing(void)
{
	return BENCH_RIGHT;
}

static enum bench_answer fw_read(void)
{
	return bench_ok(pmu_fw_read(pmu.fw));
}

static enum bench_answer fw_read_hi(void)
{
	return bench_ok(pmu_fw_read_hi(pmu.fw));
}

static enum bench_answer set_shmem(void)
{
	return bench_ok(pmu_set_shmem(area(), 0, 0));
}

static enum bench_answer num_counters(void)
{
	struct sbiret ret = pmu_num_counters();

	return ret.value == pmu.num ? bench_ok(ret) : BENCH_WRONG;
}

static enum bench_answer stop_hw1(void)
{
	return bench_ok(pmu_stop(HW, 1, 0));
}

static enum bench_answer stop_hw4(void)
{
	return bench_ok(pmu_stop(0, HW4, 0));
}

static enum bench_answer start_hw1_value(void)
{
	return bench_ok(pmu_start(HW, 1, SET_VALUE, VALUE));
}

static enum bench_answer start_hw4(void)
{
	return bench_ok(pmu_start(0, HW4, 0, 0));
}

static enum bench_answer start_fw1_value(void)
{
	return bench_ok(pmu_start(pmu.fw, 1, SET_VALUE, VALUE));
}

static enum bench_answer stop_fw1(void)
{
	return bench_ok(pmu_stop(pmu.fw, 1, 0));
}

static enum bench_answer pair_hw4(void)
{
	STEP(stop_hw4());
	return start_hw4();
}

static enum bench_answer pair_hw4_snapshot(void)
{
	STEP(bench_ok(pmu_stop(0, HW4, TAKE_SNAPSHOT)));
	return bench_ok(pmu_start(0, HW4, FROM_SNAPSHOT, 0));
}

static enum bench_answer pair_fw1_snapshot(void)
{
	STEP(bench_ok(pmu_stop(pmu.fw, 1, TAKE_SNAPSHOT)));
	return bench_ok(pmu_start(pmu.fw, 1, FROM_SNAPSHOT, 0));
}

static enum bench_answer stop_mixed(void)
{
	return bench_ok(pmu_stop(0, mixed_mask(), 0));
}

static enum bench_answer info_fixed(void)
{
	return bench_ok(pmu_get_info(0));
}

static enum bench_answer info_hpm(void)
{
	return bench_ok(pmu_get_info(HW));
}

static enum bench_answer info_fw(void)
{
	return bench_ok(pmu_get_info(pmu.fw));
}

/* --- events --------------------------------------------------------------- */

/* Linux's call: it names all counters, the firmware chooses one. */
static struct sbiret config(unsigned long flags, unsigned long event_idx)
{
	return pmu_config(0, pmu_all(), flags, event_idx, 0);
}

static enum bench_answer config_cache(void)
{
	return bench_ok(config(CLEAR, EVENT_DTLB_READ_MISS));
}

static enum bench_answer config_cycles(void)
{
	return bench_ok(config(CLEAR, EVENT_CYCLES));
}

static enum bench_answer config_fw(void)
{
	return bench_ok(config(CLEAR, EVENT_SET_TIMER));
}

/* The events of a "perf stat" with four events, two of each kind. */
static const unsigned long linux_tlb[] = {
	EVENT_DTLB_READ_MISS,
	EVENT_DTLB_WRITE_MISS,
	EVENT_ITLB_MISS,
	EVENT_DTLB_READ_MISS,
};

static const unsigned long linux_mix[] = {
	EVENT_CYCLES,
	EVENT_INSTRUCTIONS,
	EVENT_DTLB_READ_MISS,
	EVENT_DTLB_WRITE_MISS,
};

static struct linux_task {
	unsigned long idx[4];
} linux_tasks[HARTS_MAX];

static unsigned long *linux_idx(void)
{
	return linux_tasks[(union hart_memory *)hart_self() - harts].idx;
}

/* Switch to a task: find a counter for each event, and start it. */
static enum bench_answer linux_add(const unsigned long *events)
{
	unsigned long *idx = linux_idx();
	struct sbiret ret;
	unsigned int n;

	for (n = 0; n < 4; n++) {
		ret = config(LINUX_FLAGS, events[n]);
		STEP(bench_ok(ret));
		idx[n] = ret.value;
		STEP(bench_ok(pmu_start(idx[n], 1, SET_VALUE, VALUE)));
	}
	return BENCH_RIGHT;
}

/* Switch away from it: stop, read and release each counter. */
static enum bench_answer linux_del(unsigned long flags)
{
	const unsigned long *idx = linux_idx();
	unsigned int n;

	for (n = 0; n < 4; n++) {
		STEP(bench_ok(pmu_stop(idx[n], 1, flags)));
		STEP(bench_error(pmu_stop(idx[n], 1, RESET | flags),
				 SBI_ERR_ALREADY_STOPPED));
	}
	return BENCH_RIGHT;
}

static enum bench_answer tlb_added(void)
{
	return linux_add(linux_tlb);
}

static enum bench_answer switch_tlb(void)
{
	STEP(linux_del(0));
	return linux_add(linux_tlb);
}

static enum bench_answer mix_added(void)
{
	return linux_add(linux_mix);
}

static enum bench_answer switch_mix(void)
{
	STEP(linux_del(0));
	return linux_add(linux_mix);
}

static enum bench_answer mix_snapshot(void)
{
	STEP(set_shmem());
	return linux_add(linux_mix);
}

static enum bench_answer switch_snapshot(void)
{
	STEP(linux_del(TAKE_SNAPSHOT));
	return linux_add(linux_mix);
}

/* Events that perf asks for when it starts: some exist. */
static enum bench_answer info_entries(void)
{
	struct sbi_pmu_event_info *info = bench_memory()->info;
	unsigned int n;

	for (n = 0; n < INFO_MAX; n++) {
		info[n].event_idx = n & 2 ? EVENT_FW(n / 4) : 1 + n / 4 % 10;
		if (n & 1)
			info[n].event_idx = 0x10000 + n / 2;
		info[n].output = 0xff;
		info[n].event_data = 0;
	}
	return BENCH_RIGHT;
}

static enum bench_answer event_info(unsigned int count)
{
	const struct sbi_pmu_event_info *info = bench_memory()->info;

	STEP(bench_ok(pmu_event_info((unsigned long)info, 0, count, 0)));
	return info[0].output == 1 && info[count - 1].output < 2 ? BENCH_RIGHT :
								   BENCH_WRONG;
}

static enum bench_answer event_info1(void)
{
	return event_info(1);
}

static enum bench_answer event_info16(void)
{
	return event_info(16);
}

static enum bench_answer event_info64(void)
{
	return event_info(64);
}

static enum bench_answer unknown_function(void)
{
	return bench_error(sbi_pmu(NOBODYS_FUNCTION, 0, 0, 0, 0, 0, 0),
			   SBI_ERR_NOT_SUPPORTED);
}

const struct bench_row bench_rows[] = {
	{ "nothing", NULL, nothing, 0 },
	/* These come first, while the PMU is unused. */
	{ "domain switch, there and back", switch_before, switch_domains,
	  UNCHECKED },
	{ "domain switch, there and back, CTR", switch_before, switch_domains,
	  UNCHECKED },
	{ "suspend, non-retentive", switch_before_sleep, switch_sleep,
	  UNCHECKED },
	{ "domain switch, there and back, PMU used", switch_before_pmu,
	  switch_domains, UNCHECKED },
	{ "fw_read", fw1_started, fw_read, 0 },
	{ "fw_read_hi", fw1_started, fw_read_hi, 0 },
	{ "num_counters", NULL, num_counters, 0 },
	{ "stop 1 hw", hw1_started, stop_hw1, 0 },
	{ "stop 4 hw", hw4_started, stop_hw4, 0 },
	{ "start 1 hw, value", hw1_configured, start_hw1_value, 0 },
	{ "start 4 hw", hw4_configured, start_hw4, 0 },
	{ "start 1 fw, value", fw1_configured, start_fw1_value, 0 },
	{ "stop 1 fw", fw1_started, stop_fw1, 0 },
	{ "stop + start 4 hw", hw4_started, pair_hw4, 0 },
	{ "stop + start 4 hw, snapshot", hw4_snapshot, pair_hw4_snapshot, 0 },
	{ "stop + start 1 fw, snapshot", fw1_snapshot, pair_fw1_snapshot, 0 },
	{ "snapshot_set_shmem", NULL, set_shmem, 0 },
	{ "start 16 mixed", mixed_configured, mixed_start, 0 },
	{ "stop 16 mixed", mixed_started, stop_mixed, 0 },
	{ "counter_get_info, cycle", NULL, info_fixed, 0 },
	{ "counter_get_info, hw", NULL, info_hpm, 0 },
	{ "counter_get_info, fw", NULL, info_fw, 0 },
	{ "config_matching, cache", NULL, config_cache, 0 },
	{ "config_matching, cache, 12 busy", hw12_started, config_cache, 0 },
	{ "config_matching, cycles", NULL, config_cycles, 0 },
	{ "config_matching, cycles, 12 busy", hw12_started, config_cycles, 0 },
	{ "config_matching, fw", NULL, config_fw, 0 },
	{ "config_matching, fw, 12 busy", fw12_started, config_fw, 0 },
	{ "Linux del + add, 4 TLB events", tlb_added, switch_tlb, 0 },
	{ "Linux del + add, 4 events", mix_added, switch_mix, UNCHECKED },
	{ "Linux del + add, 4 events, snapshot", mix_snapshot, switch_snapshot,
	  UNCHECKED },
	{ "event_get_info, 1", info_entries, event_info1, 0 },
	{ "event_get_info, 16", info_entries, event_info16, 0 },
	{ "event_get_info, 64", info_entries, event_info64, 0 },
	{ "set_timer, idle", NULL, traps_set_timer, 0 },
	{ "set_timer, 4 fw", fw4_started, traps_set_timer, 0 },
	{ "legacy set_timer, idle", NULL, traps_legacy_timer, 0 },
	{ "legacy set_timer, 12 other fw", fw12_started, traps_legacy_timer,
	  0 },
	{ "legacy set_timer, 1 fw", fw1_started, traps_legacy_timer, 0 },
	{ "legacy set_timer, last of 12 fw", fw12_last, traps_legacy_timer, 0 },
	{ "legacy set_timer, 4 fw", fw4_started, traps_legacy_timer, 0 },
	{ "unknown PMU function", NULL, unknown_function, 0 },
	{ "unknown extension", NULL, traps_unknown_extension, 0 },
	{ "probe_extension", NULL, traps_base_call, 0 },
	{ "get_spec_version", NULL, traps_base_version, 0 },
	{ "get_mimpid", NULL, traps_base_mimpid, 0 },
	{ "hart_get_status", NULL, traps_status, 0 },
	{ "console_write_byte", NULL, traps_byte, ALONE },
	{ "fwft_get, misaligned", NULL, traps_feature, 0 },
	{ "fwft_get, a bit", NULL, traps_feature_bit, 0 },
	{ "remote fence to itself, a page", NULL, traps_own_fence, 0 },
	{ "remote fence to itself, all", NULL, traps_own_fence_all, 0 },
	/* An interrupt is no instruction: the plugin counts one more. */
	{ "send_ipi to itself", NULL, traps_own_ipi, UNCHECKED | ALONE },
	{ "send_ipi to another hart", NULL, traps_other_ipi, UNCHECKED | PAIR },
	{ "software interrupt", NULL, traps_soft_interrupt, UNCHECKED | PAIR },
	{ "remote fence to another hart", NULL, traps_other_fence,
	  UNCHECKED | PAIR },
	{ "remote fence from another hart", NULL, traps_fenced,
	  UNCHECKED | PAIR },
	/* QEMU does not count an instruction that traps. */
	{ "emulated load", traps_trace, traps_trace_load, UNCHECKED },
	{ "emulated load of Control", traps_trace, traps_trace_control,
	  UNCHECKED },
	{ "emulated store", traps_trace, traps_trace_store, UNCHECKED },
	{ "emulated load, translated", traps_trace, traps_trace_translated_load,
	  UNCHECKED },
	{ "emulated store, translated", traps_trace,
	  traps_trace_translated_store, UNCHECKED },
	{ "timer interrupt", traps_timer_soon, traps_timer_other,
	  UNCHECKED | ALONE },
	{ "timer interrupt, PMU in a7", traps_timer_soon, traps_timer_pmu,
	  UNCHECKED | ALONE },
	/* These do not retire, so instret does not count them. */
	{ "illegal instruction", NULL, traps_illegal_instruction, UNCHECKED },
	{ "illegal instruction, no time", NULL, traps_illegal_instruction,
	  UNCHECKED },
	{ "illegal instruction, PMU in a7", NULL, traps_illegal_pmu,
	  UNCHECKED },
	{ "access fault of a load", NULL, traps_load_fault, UNCHECKED },
	{ "access fault of a store", NULL, traps_store_fault, UNCHECKED },
	{ "access fault of a load, translated", NULL, traps_translated_fault,
	  UNCHECKED },
	{ "access fault of a fetch", NULL, traps_fetch_fault, UNCHECKED },
	{ "read of time", NULL, traps_time, UNCHECKED },
	{ "illegal instruction, not recorded, CTR", traps_ctr_off,
	  traps_illegal_instruction, UNCHECKED },
	{ "illegal instruction, recorded, CTR", traps_ctr_on,
	  traps_illegal_instruction, UNCHECKED },
	{ NULL, NULL, NULL, 0 },
};
