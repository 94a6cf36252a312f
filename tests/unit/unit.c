// SPDX-License-Identifier: BSD-2-Clause
/* Shared by the unit tests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "unit.h"

struct pmu_machine unit_machine;
struct pmu_hart unit_hart;

static struct fake_has has;
static const char *machine_name;

/* --- machines ------------------------------------------------------------- */

static struct fake_has unit_has(unsigned int number)
{
	return (struct fake_has){
		.xlen = number & 1 ? 32 : 64,
		.hpm_mask = UNIT_HPM,
		.hpm_bits = UNIT_HPM_BITS,
		.inhibit = !(number & 8),
		.sscofpmf = !(number & 2),
		.smcntrpmf = !(number & 4),
		.direct = number & 16,
		.fw_width = 40,
		.fw_counters = UNIT_FW_COUNTERS,
		.fw_events = UNIT_FW_EVENTS,
	};
}

static const char *unit_name(const struct fake_has *h)
{
	static char name[64];

	snprintf(name, sizeof(name), "rv%u%s%s%s%s", h->xlen,
		 h->sscofpmf ? " sscofpmf" : "",
		 h->smcntrpmf ? " smcntrpmf" : "",
		 h->inhibit ? " mcountinhibit" : "",
		 h->direct ? " direct" : "");
	return name;
}

static bool unit_fits(const struct fake_has *h, unsigned int on)
{
	unsigned int not_on =
		(h->xlen == 32 ? UNIT_RV64 : UNIT_RV32) |
		(h->sscofpmf ? UNIT_NO_SSCOFPMF : UNIT_SSCOFPMF) |
		(h->smcntrpmf ? UNIT_NO_SMCNTRPMF : UNIT_SMCNTRPMF) |
		(h->inhibit ? UNIT_NO_INHIBIT : UNIT_INHIBIT) |
		(h->direct ? UNIT_NO_DIRECT : UNIT_DIRECT);

	return !(on & not_on);
}

static void unit_check_faults(void)
{
	if (fake.log.faults)
		fail_msg("[%s] %u faults of the hart, first: %s", machine_name,
			 fake.log.faults, fake.log.fault);
}

static void unit_run(void **state)
{
	const struct unit_test *test = *state;
	unsigned int number;

	for (number = 0; number < 32; number++) {
		has = unit_has(number);
		if (!unit_fits(&has, test->on))
			continue;
		machine_name = unit_name(&has);
		unit_reset();
		test->run();
		unit_check_faults();
		if (test->on & UNIT_ONE)
			return;
	}
}

int unit_main(const char *group, const struct unit_test *tests,
	      unsigned int count)
{
	struct CMUnitTest *list = calloc(count, sizeof(*list));
	unsigned int n;
	int failed;

	if (!list)
		return 1;
	for (n = 0; n < count; n++) {
		list[n].name = tests[n].name;
		list[n].test_func = unit_run;
		list[n].initial_state = (void *)&tests[n];
	}
	failed = _cmocka_run_group_tests(group, list, count, NULL, NULL);
	free(list);
	return failed;
}

void unit_equal(const char *row, const char *what, u64 got, u64 want,
		const char *file, int line)
{
	if (got == want)
		return;
	print_error("[%s] %s: %s is 0x%llx, not 0x%llx\n", machine_name, row,
		    what, (unsigned long long)got, (unsigned long long)want);
	_fail(file, line);
}

/* --- the hart under test -------------------------------------------------- */

static void unit_map(struct pmu_machine *m)
{
	assert_true(pmu_map_add(m, EV_CYCLES, EV_CYCLES, 0x19));
	assert_true(pmu_map_add(m, EV_INSTRUCTIONS, EV_INSTRUCTIONS, 0x1c));
	assert_true(pmu_map_add(m, EV_REFERENCES, EV_REFERENCES + 1, 0xd0));
	assert_true(pmu_map_add(m, EV_NOWHERE, EV_NOWHERE, 0x80));
	assert_true(pmu_map_add(m, EV_CACHE, EV_CACHE + 3, 0x58));
	assert_true(pmu_map_add_raw(m, 0x100, ~0xffull, 0x48));
	pmu_machine_prepare(m);
}

void unit_reset(void)
{
	struct pmu_hart_features features = {
		.hpm_mask = has.hpm_mask,
		.inhibit = has.inhibit,
		.sscofpmf = has.sscofpmf,
		.smcntrpmf = has.smcntrpmf,
		.direct = has.direct,
	};

	fake_hart_init(&has);
	memset(&unit_machine, 0, sizeof(unit_machine));
	pmu_machine_init(&unit_machine, UNIT_HPM_MACHINE);
	unit_map(&unit_machine);
	if (has.sscofpmf)
		unit_machine.irq_mask = 1ul << FAKE_LCOFI;
	memset(&unit_hart, 0, sizeof(unit_hart));
	memset(unit_hart.hpm_bits, has.hpm_bits, sizeof(unit_hart.hpm_bits));
	pmu_hart_init(&unit_hart, &unit_machine, &features);
	fake_hart_forget();
}

unsigned long unit_xlen(u64 value)
{
	return fake.has.xlen == 32 ? (u32)value : value;
}

void unit_save(struct unit_state *state)
{
	memcpy(&state->hart, &unit_hart, sizeof(unit_hart));
	memcpy(&state->fake, &fake.state, sizeof(fake.state));
}

bool unit_is(const struct unit_state *state)
{
	return !memcmp(&state->hart, &unit_hart, sizeof(unit_hart)) &&
	       !memcmp(&state->fake, &fake.state, sizeof(fake.state));
}

/* --- calls ---------------------------------------------------------------- */

static bool unit_refused(struct sbiret ret)
{
	return ret.error == SBI_ERR_INVALID_PARAM ||
	       ret.error == SBI_ERR_INVALID_ADDRESS ||
	       ret.error == SBI_ERR_NOT_SUPPORTED ||
	       ret.error == SBI_ERR_NO_SHMEM;
}

struct sbiret unit_call(unsigned long fid, struct sbi_args args)
{
	unsigned int fail_at = fake.log.fail_at, n;
	bool fail_on = fake.log.fail_on;
	static struct unit_state before;
	struct sbiret ret;

	fake_hart_forget();
	fake.log.fail_at = fail_at;
	fake.log.fail_on = fail_on;
	for (n = 0; n < array_size(args.a); n++)
		args.a[n] = unit_xlen(args.a[n]);
	unit_save(&before);
	ret = pmu_call(&unit_hart, unit_xlen(fid), &args);
	unit_check_faults();
	CHECK_EQ("nothing is left open", fake.log.open.size, 0);
	CHECK_EQ("result fits", ret.value, unit_xlen(ret.value));
	if (ret.error)
		CHECK_EQ("no value with an error", ret.value, 0);
	/* A test itself checks if a step has failed. */
	if (unit_refused(ret) && !fake.log.failed)
		CHECK("a refused call changes nothing", unit_is(&before));
	return ret;
}

static unsigned long unit_low(u64 value)
{
	return unit_xlen(value);
}

static unsigned long unit_high(u64 value)
{
	return fake.has.xlen == 32 ? value >> 32 : 0;
}

struct sbiret unit_config(unsigned long base, unsigned long mask,
			  unsigned long flags, unsigned long event_idx,
			  u64 event_data)
{
	return CALL(SBI_EXT_PMU_COUNTER_CFG_MATCH, base, mask, flags, event_idx,
		    unit_low(event_data), unit_high(event_data));
}

struct sbiret unit_start(unsigned long base, unsigned long mask,
			 unsigned long flags, u64 value)
{
	return CALL(SBI_EXT_PMU_COUNTER_START, base, mask, flags,
		    unit_low(value), unit_high(value));
}

struct sbiret unit_stop(unsigned long base, unsigned long mask,
			unsigned long flags)
{
	return CALL(SBI_EXT_PMU_COUNTER_STOP, base, mask, flags);
}

u64 unit_value(unsigned int counter_idx)
{
	struct sbiret low, high;

	if (counter_idx < UNIT_NUM_HW)
		return fake.state.counter[counter_idx];
	low = CALL(SBI_EXT_PMU_COUNTER_FW_READ, counter_idx);
	high = CALL(SBI_EXT_PMU_COUNTER_FW_READ_HI, counter_idx);
	CHECK_EQ("fw_read", low.error, SBI_SUCCESS);
	CHECK_EQ("fw_read_hi", high.error, SBI_SUCCESS);
	return (u64)high.value << 32 | low.value;
}

void unit_take(unsigned int counter_idx, unsigned long flags,
	       unsigned long event_idx, u64 event_data)
{
	CHECK_RET("configure",
		  unit_config(counter_idx, 1, flags, event_idx, event_data),
		  SBI_SUCCESS, counter_idx);
}

void unit_start_at(unsigned int counter_idx, u64 value)
{
	CHECK_OK("preset",
		 unit_start(counter_idx, 1, SBI_PMU_START_FLAG_SET_INIT_VALUE,
			    value));
}

void unit_preset(unsigned int counter_idx, u64 value)
{
	unit_start_at(counter_idx, value);
	CHECK_OK("preset", unit_stop(counter_idx, 1, 0));
}

void unit_own_all(void)
{
	unit_hart.configured = unit_hart.present;
}

void unit_snapshot(u64 address)
{
	unit_machine.snapshot = true;
	CHECK_OK("set_shmem",
		 CALL(SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, address, 0, 0));
}
