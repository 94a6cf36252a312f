// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes become a machine, then SBI PMU calls, events, time that passes and
 * suspends. After each step lib/pmu and the model must agree on all state that
 * S-mode can see. After a step of the platform was made to fail the model is no
 * longer compared, and only the promises that hold in every state are checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <pmu/pmu.h>

#include "fuzz.h"
#include "fuzz_bytes.h"
#include "model.h"

unsigned long fuzz_calls;

static struct pmu_machine machine;
static struct pmu_hart hart;
static struct pmu_hart_features features;
static struct model model;
static bool model_on;

/* State before a call, except memory, of which the model has a copy. */
static struct pmu_hart hart_before;
static u8 regs_before[offsetof(struct fake_state, ram)];

#define AGREE(what, got, want) fuzz_agree(what, (u64)(got), (u64)(want))

static void fuzz_agree(const char *what, u64 got, u64 want)
{
	if (got == want)
		return;
	fprintf(stderr, "fuzz_pmu_calls: %s: 0x%llx, expected 0x%llx\n", what,
		(unsigned long long)got, (unsigned long long)want);
	abort();
}

/* --- the machine ---------------------------------------------------------- */

static void machine_row(void)
{
	static const u64 masks[] = { ~0x3ffull, ~0xffull, 0x700, 0 };
	struct model_row *r = &model.row[model.rows];
	bool added;

	memset(r, 0, sizeof(*r));
	r->raw = fuzz_byte() & 1;
	r->counters = (u32)fuzz_bytes(4) & ~7u;
	if (r->raw) {
		r->select = (u64)(fuzz_byte() & 7) << 8;
		r->select_mask = masks[fuzz_byte() % array_size(masks)];
		added = pmu_map_add_raw(&machine, r->select, r->select_mask,
					r->counters);
	} else {
		r->first = (u32)fuzz_event_value();
		r->last = r->first + (fuzz_byte() & 15);
		added = pmu_map_add(&machine, r->first, r->last, r->counters);
	}
	model.rows += added;
}

static struct fake_has machine_has(void)
{
	u8 flags = fuzz_byte();
	struct fake_has has = {
		.xlen = flags & 1 ? 32 : 64,
		.inhibit = !(flags & 2) || (flags & 4),
		.sscofpmf = flags & 8,
		.smcntrpmf = flags & 16,
		.filter = (flags & 0x60) == 0x60,
		.hpm_bits = 1 + fuzz_byte() % 64,
		.fw_width = 40,
		.fw_events = 5,
		.fw_counters = 0xffff,
	};

	has.hpm_mask = (u32)fuzz_bytes(4) & ~7u;
	if (flags & 128)
		has.hpm_mask = (has.hpm_mask & 0x7fff8) | 0x38;
	return has;
}

static void hart_begin(void)
{
	unsigned int fw;

	/* The platform stops its own counters on a hart that stops. */
	for (fw = 0; fw < FAKE_FW_COUNTERS; fw++)
		fake.state.fw[fw].running = false;
	fake.state.mcounteren = 0xffffffff;
	pmu_hart_init(&hart, &machine, &features);
	if (model_on)
		model_hart_init(&model);
}

static void machine_begin(void)
{
	struct fake_has has = machine_has();
	unsigned int rows;
	u8 flags = fuzz_byte();
	u32 boot_mask;

	has.direct = flags & 64;
	if (flags & 128) {
		has.filter = false;
		has.fw_events = 0;
		has.fw_width = 64;
	}
	fake_hart_init(&has);
	memset(&model, 0, sizeof(model));
	memset(&hart, 0, sizeof(hart));
	memset(hart.hpm_bits, has.hpm_bits, sizeof(hart.hpm_bits));
	/*
	 * The boot hart may have counters that this hart lacks, and the
	 * reverse.
	 */
	boot_mask = (has.hpm_mask ^ (fuzz_byte() << 3)) & ~7u;
	pmu_machine_init(&machine, boot_mask);
	for (rows = flags & 7; rows; rows--)
		machine_row();
	pmu_machine_prepare(&machine);
	machine.snapshot = flags & 8;
	machine.linux_restart = flags & 16;
	machine.irq_mask = has.sscofpmf ? 1ul << FAKE_LCOFI : 0;
	features = (struct pmu_hart_features){
		.hpm_mask = has.hpm_mask,
		.inhibit = has.inhibit,
		.sscofpmf = has.sscofpmf,
		.smcntrpmf = has.smcntrpmf,
		.prefer_hpm = flags & 32,
		.plain = !has.filter && !has.fw_events,
		.direct = has.direct,
	};
	model.has = has;
	model_machine_init(&model, boot_mask);
	AGREE("hardware indices", machine.num_hw, model.num_hw);
	AGREE("firmware indices", machine.num_fw, model.num_fw);
	model.snapshot = machine.snapshot;
	model.linux_restart = machine.linux_restart;
	model.prefer_hpm = features.prefer_hpm;
	model_on = true;
	hart_begin();
}

/* --- what holds in every state -------------------------------------------- */

static void check_gates(void)
{
	u32 hw = (u32)(hart.present & bits_low64(machine.num_hw)), named = 0;
	unsigned int n, csr;

	bits_for_each(n, hw) {
		csr = model.csr[n];
		named |= 1u << csr;
		if (features.inhibit && (hart.started >> n & 1))
			AGREE("started hardware counters are open",
			      fake.state.inhibit >> csr & 1, 0);
		if (n < 3 || !features.sscofpmf ||
		    !(fake.state.event[csr] << 8))
			continue;
		AGREE("M-mode is not counted", fake.state.event[csr] >> 62 & 1,
		      1);
	}
	bits_for_each(n, fake.has.hpm_mask & ~named) {
		AGREE("S-mode reaches what it can name",
		      fake.state.mcounteren >> n & 1, 0);
		if (features.inhibit)
			AGREE("nobody's counters stand",
			      fake.state.inhibit >> n & 1, 1);
	}
}

/* True if the index of a counter differs from the number of its CSR. */
static bool moved(void)
{
	unsigned int n, found = 0;

	for (n = 0; n < model.num_hw; n++)
		found |= model.csr[n] ^ n;
	return found;
}

/* The fast path relies on these values without a call of C code. */
static void check_fast(void)
{
	unsigned int n;
	u32 code, word = fake.has.xlen;
	u32 num = hart.num < word ? hart.num : word;

	for (n = hart.num_hw; n < hart.num; n++) {
		code = hart.info[n] >> PMU_FW_CODE_SHIFT;
		AGREE("event code", code > PMU_FW_NONE,
		      code == PMU_FW_PLATFORM);
		if (code != PMU_FW_PLATFORM)
			AGREE("value is a difference while started",
			      !(hart.info[n] & PMU_FW_STOPPED),
			      hart.started >> n & 1);
	}
	AGREE("no event counts nothing", hart.events[PMU_FW_NONE], 0);
	if (!features.plain || !features.inhibit || hart.sse || moved())
		num = 0;
	AGREE("counters of the fast path", hart.num_fast, num);
}

static void check_always(void)
{
	if (fake.log.faults)
		fprintf(stderr, "%s\n", fake.log.fault);
	AGREE("faults of the hart", fake.log.faults, 0);
	AGREE("started exist", hart.started & ~hart.present, 0);
	AGREE("configured exist", hart.configured & ~hart.present, 0);
	AGREE("time is no counter", hart.present & 2, 0);
	check_gates();
	check_fast();
}

static u64 firmware_value(unsigned int counter_idx)
{
	struct sbi_args args = { { counter_idx } };
	u64 low = pmu_call(&hart, SBI_EXT_PMU_COUNTER_FW_READ, &args).value;

	return (u64)pmu_call(&hart, SBI_EXT_PMU_COUNTER_FW_READ_HI, &args).value
		       << 32 |
	       low;
}

static void check_model(void)
{
	unsigned int n, csr;
	u32 irqs = 0;

	AGREE("started", hart.started, model.started);
	AGREE("configured", hart.configured, model.configured);
	bits_for_each(n, model.present & bits_low64(model.num_hw)) {
		csr = model.csr[n];
		AGREE("event register", fake.state.event[csr],
		      model_event_register(&model, n));
		AGREE("value", fake.state.counter[csr], model.value[n]);
		AGREE("gate", fake.state.inhibit >> csr & 1,
		      features.inhibit && !(model.open >> n & 1));
		AGREE("filter", fake.state.filter[csr],
		      fake.has.filter ? model.flags[n] : 0);
		irqs |= (u32)(model.irq_enabled >> n & 1) << csr;
	}
	for (n = model.num_hw; n < model.num_hw + model.num_fw; n++)
		AGREE("firmware value", firmware_value(n),
		      model_value(&model, n));
	if (!features.plain)
		AGREE("platform interrupts", fake.state.irq_enabled, irqs);
	AGREE("overflow interrupt", fake.state.mip >> FAKE_LCOFI & 1,
	      model.pending);
	AGREE("memory", memcmp(fake.state.ram, model.ram, sizeof(model.ram)),
	      0);
}

static void check_state(void)
{
	check_always();
	if (model_on)
		check_model();
}

/* --- calls ---------------------------------------------------------------- */

static bool refused(long error)
{
	return error == SBI_ERR_INVALID_PARAM ||
	       error == SBI_ERR_INVALID_ADDRESS || error == SBI_ERR_NO_SHMEM ||
	       error == SBI_ERR_NOT_SUPPORTED;
}

static void check_unchanged(void)
{
	AGREE("refused: PMU", memcmp(&hart_before, &hart, sizeof(hart)), 0);
	AGREE("refused: registers",
	      memcmp(regs_before, &fake.state, sizeof(regs_before)), 0);
}

static void check_running(void)
{
	u64 running = hart_before.started & hart.started &
		      bits_low64(machine.num_hw);
	unsigned int n;

	bits_for_each(n, running) {
		AGREE("event of a running counter",
		      fake.log.event_writes[model.csr[n]], 0);
		AGREE("value of a running counter",
		      fake.log.counter_writes[model.csr[n]], 0);
	}
}

static void check_answer(struct sbiret ret, u64 fid,
			 const struct sbi_args *args)
{
	struct model_result want;
	u64 arg[6];
	unsigned int n;

	AGREE("result fits XLEN", ret.value & ~fuzz_xlen_mask(), 0);
	if (ret.error)
		AGREE("value with an error", ret.value, 0);
	if (refused(ret.error) && !fake.log.failed)
		check_unchanged();
	check_running();
	if (fake.log.failed)
		model_on = false;
	if (!model_on)
		return;
	for (n = 0; n < 6; n++)
		arg[n] = args->a[n];
	want = model_call(&model, fid, arg);
	AGREE("error", (s64)ret.error, (s64)want.error);
	AGREE("value", ret.value, want.value);
}

static void step_call(u64 fid, unsigned int fail_at)
{
	struct sbi_args args = { { 0 } };
	struct sbiret ret;
	unsigned int n;

	fuzz_args(&machine, fid, &args);
	for (n = 0; n < 6; n++)
		args.a[n] &= fuzz_xlen_mask();
	fid &= fuzz_xlen_mask();
	fake_hart_forget();
	fake.log.fail_at = fail_at;
	memcpy(&hart_before, &hart, sizeof(hart));
	memcpy(regs_before, &fake.state, sizeof(regs_before));
	ret = pmu_call(&hart, fid, &args);
	fuzz_calls++;
	check_answer(ret, fid, &args);
}

/* --- other events -------------------------------------------------------- */

static void step_run(void)
{
	enum fake_mode mode = fuzz_byte() % 5;
	u64 count = fuzz_byte();

	if (count > 200)
		count = 1ull << (count & 63);
	fake_hart_run(mode, count);
	if (model_on)
		model_run(&model, mode, count);
}

static void step_event(void)
{
	u32 code = fuzz_byte() % 24;

	pmu_fw_event(&hart, code);
	if (model_on)
		model_fw_event(&model, code);
}

static void step_platform_event(void)
{
	u64 data = fuzz_byte() & 7, count = fuzz_any_value();

	fake_hart_fw_event(data, count);
	if (model_on)
		model_platform_event(&model, data, count);
}

static void step_events(void)
{
	u32 code = 8 + 2 * (fuzz_byte() % 7);
	u8 times = fuzz_byte() >> 5;

	pmu_fw_events(&hart, code, times);
	for (; model_on && times; times--)
		model_fw_event(&model, code);
}

static void step_suspend(void)
{
	u64 mcycle = fake.state.counter[0], minstret = fake.state.counter[2];
	unsigned int n;

	pmu_hart_suspend(&hart);
	if (fuzz_byte() & 1) {
		pmu_hart_suspend_cancel(&hart);
		return;
	}
	for (n = 0; n < FAKE_COUNTERS; n++) {
		fake.state.counter[n] = fuzz_byte();
		fake.state.event[n] = 0;
		fake.state.filter[n] = 0;
	}
	fake.state.inhibit = 0;
	fake.state.mcounteren = 0xffffffff;
	pmu_hart_resume(&hart);
	AGREE("mcycle comes back", fake.state.counter[0], mcycle);
	AGREE("minstret comes back", fake.state.counter[2], minstret);
	if (model_on)
		model_resume(&model);
}

/*
 * The domain of the hart changes, and may lose the area; before the hart runs
 * again it changes back, so S-mode sees no difference.
 */
static void step_recheck(bool away)
{
	fake_hart_forget();
	fake.log.fail_at = away;
	pmu_snapshot_recheck(&hart);
	fake_hart_forget();
}

static void step_interrupts(void)
{
	u8 kind = fuzz_byte();

	if (kind & 16) {
		step_recheck(kind & 1);
	} else if (kind & 8) {
		pmu_overflow_enable(&hart, kind & 1, kind & 2);
		if (kind & 2)
			model.pending = false;
	} else {
		pmu_overflow_route(&hart, kind & 1);
		model.sse = kind & 1;
	}
}

/* S-mode writes to its memory: event info entries, or slots of snapshots. */
static void step_memory(void)
{
	u32 at = fuzz_byte() * 16u, count = fuzz_byte() & 15, value;

	for (; count; count--, at += 16) {
		value = (u32)fuzz_event_value();
		memcpy(fake.state.ram + at % FAKE_RAM_TOTAL, &value, 4);
		value = (u32)fuzz_event_data_value(value);
		memcpy(fake.state.ram + (at + 8) % FAKE_RAM_TOTAL, &value, 4);
	}
	memcpy(model.ram, fake.state.ram, sizeof(model.ram));
}

static void step(void)
{
	u8 kind = fuzz_byte();

	if (kind < 200) {
		step_call(kind % 10, 0);
		return;
	}
	switch (kind % 10) {
	case 0:
		kind = fuzz_byte();
		step_call(kind & 15, kind >> 4);
		break;
	case 1:
	case 2:
		step_run();
		break;
	case 3:
	case 4:
		step_event();
		break;
	case 5:
		step_platform_event();
		break;
	case 6:
		step_events();
		break;
	case 7:
		step_suspend();
		break;
	case 8:
		step_interrupts();
		break;
	case 9:
		if (kind > 240)
			hart_begin();
		else
			step_memory();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	fuzz_begin(data, size);
	machine_begin();
	check_state();
	while (fuzz_more()) {
		step();
		check_state();
	}
	return 0;
}
