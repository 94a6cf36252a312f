// SPDX-License-Identifier: BSD-2-Clause
/*
 * Random PMU calls. A model of three sets (existing, configured and started
 * counters) predicts the answer of each call; memory around the shared areas
 * must stay the same; and all counters must work afterwards.
 */
#include "check.h"
#include "fdt.h"
#include "memory.h"
#include "pmu.h"
#include "print.h"
#include "random.h"

/* Shared memory, between two pages that no call may write. */
static struct {
	u64 before[512], area[512], entries[512], after[512];
} arena __attribute__((aligned(4096)));

static u64 shadow[512];

static struct {
	u64 started;
	u64 configured; /* set of counters with an event */
	bool offered;	/* the machine has snapshots */
	bool area;	/* a snapshot area is set */
	unsigned long calls, errors;
} model;

/* --- random arguments ----------------------------------------------------- */

static unsigned long random_flags(unsigned int defined)
{
	if (!one_of(16))
		return boundary();
	return (unsigned long)random() & ((1ul << defined) - 1);
}

static u32 random_event(void)
{
	static const u32 some[] = {
		EVENT_CYCLES,
		EVENT_INSTRUCTIONS,
		EVENT_DTLB_READ_MISS,
		EVENT_DTLB_WRITE_MISS,
		EVENT_RAW,
		EVENT_RAW_V2,
		3,
		0xf0005,
	};

	switch (one_of(8)) {
	case 0:
		return (u32)random();
	case 1:
	case 2:
		return EVENT_FW(one_of(24));
	default:
		return some[one_of(8)];
	}
}

static u64 random_data(void)
{
	if (one_of(4))
		return 0;
	return one_of(2) ? EVENT_DTLB_READ_MISS : random();
}

/* --- the model ------------------------------------------------------------ */

static void fresh_guards(void)
{
	memset(&arena, 0xa5, sizeof(arena));
	memset(shadow, 0xa5, sizeof(shadow));
}

static void guards_hold(void)
{
	CHECK(!memcmp(arena.before, shadow, sizeof(shadow)));
	CHECK(!memcmp(arena.after, shadow, sizeof(shadow)));
}

static void note(struct sbiret ret)
{
	model.calls++;
	model.errors += ret.error != 0;
}

/* --- the calls ------------------------------------------------------------ */

static void call_config(void)
{
	unsigned long base = random_base(), mask = random_mask(base);
	unsigned long flags = random_flags(8), event_idx = random_event();
	u64 set = pmu_set(base, mask);
	struct sbiret ret =
		pmu_config(base, mask, flags, event_idx, random_data());

	note(ret);
	if (!set || flags > 0xff) {
		CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
		return;
	}
	if (ret.error) {
		CHECK_ERROR(ret, SBI_ERR_NOT_SUPPORTED);
		return;
	}
	if (!CHECK(ret.value < 64))
		return;
	CHECK(set >> ret.value & 1);
	CHECK(!(model.started >> ret.value & 1));
	CHECK_EQ(event_idx >> 16 == 15, ret.value >= pmu.fw);
	if (flags & SKIP)
		CHECK_EQ(set & ((1ull << ret.value) - 1), 0);
	model.configured |= 1ull << ret.value;
	if (flags & AUTO)
		model.started |= 1ull << ret.value;
}

static void call_start(void)
{
	unsigned long base = random_base(), mask = random_mask(base);
	unsigned long flags = random_flags(2);
	struct sbiret ret;
	u64 set;

	ret = pmu_start(base, mask, flags, random());
	note(ret);
	if (flags == FROM_SNAPSHOT && base == XLEN * XLEN && model.offered)
		base = 0; /* the restart call of Linux uses this base */
	set = pmu_set(base, mask);
	if (!set || flags > 2) {
		CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
	} else if (ret.error == SBI_ERR_NO_SHMEM) {
		CHECK(flags & FROM_SNAPSHOT);
		CHECK(!model.area);
	} else if (set & ~model.configured) {
		CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
	} else {
		CHECK_ERROR(ret, set & model.started ? SBI_ERR_ALREADY_STARTED :
						       SBI_SUCCESS);
		model.started |= set;
	}
}

static void call_stop(void)
{
	unsigned long base = random_base(), mask = random_mask(base);
	unsigned long flags = random_flags(2);
	u64 set = pmu_set(base, mask);
	struct sbiret ret = pmu_stop(base, mask, flags);

	note(ret);
	if (!set || flags > 3) {
		CHECK_ERROR(ret, SBI_ERR_INVALID_PARAM);
	} else if (ret.error == SBI_ERR_NO_SHMEM) {
		CHECK(flags & TAKE_SNAPSHOT);
		CHECK(!model.area);
	} else {
		CHECK_ERROR(ret, set & ~model.started ?
					 SBI_ERR_ALREADY_STOPPED :
					 SBI_SUCCESS);
		model.started &= ~set;
		if (flags & RESET)
			model.configured &= ~set;
	}
}

/* Free all counters; soon there would be no free one. */
static void call_reset(void)
{
	pmu_stop_all(RESET);
	model.started = 0;
	model.configured = 0;
}

static void call_read(void)
{
	unsigned long idx = random_base();
	bool good = idx >= pmu.fw && idx < pmu.num;
	long error = good ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM;
	struct sbiret ret = pmu_fw_read(idx);

	note(ret);
	CHECK_ERROR(ret, error);
	CHECK_ERROR(pmu_fw_read_hi(idx), error);
	good = idx < pmu.num && pmu.present >> idx & 1;
	CHECK_ERROR(pmu_get_info(idx),
		    good ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM);
}

/*
 * Addresses of this domain only if all bytes that a call may write belong to
 * it.
 */
static void call_set_area(void)
{
	unsigned long low = (unsigned long)arena.area, high = 0;
	const struct bad_address *bad;
	struct sbiret ret;

	switch (one_of(4)) {
	case 0:
		low += 1ul << one_of(12);
		break;
	case 1:
		bad = bad_address(one_of(14));
		low = bad->low;
		high = bad->high;
		break;
	case 2:
		low = high = ~0ul;
		break;
	}
	ret = pmu_set_shmem(low, high, one_of(8) ? 0 : boundary() | 1);
	note(ret);
	if (!ret.error) {
		CHECK(low == (unsigned long)arena.area || low == ~0ul);
		model.area = low != ~0ul;
	}
}

static void call_info_bad(void)
{
	const struct bad_address *bad = bad_address(one_of(14));
	unsigned long at = (unsigned long)arena.entries;
	struct sbiret ret;

	if (one_of(2))
		ret = pmu_event_info(bad->low, bad->high, boundary() | 1, 0);
	else
		ret = pmu_event_info(at, 0, boundary() | 1ul << 25, 0);
	note(ret);
	CHECK(ret.error != SBI_SUCCESS);
}

static void call_info(void)
{
	struct sbi_pmu_event_info *e = (void *)arena.entries;
	unsigned int count = one_of(16) + 1, n;
	u32 reserved = 0, event[16];
	struct sbiret ret;

	for (n = 0; n < count; n++) {
		e[n].event_idx = event[n] = random_event();
		e[n].output = 0x77;
		e[n].event_data = random_data();
		reserved |= event[n] >> 20;
	}
	ret = pmu_event_info((unsigned long)e, 0, count, 0);
	note(ret);
	CHECK_ERROR(ret, reserved ? SBI_ERR_INVALID_PARAM : SBI_SUCCESS);
	for (n = 0; n < count; n++) {
		CHECK_EQ(e[n].event_idx, event[n]);
		CHECK(reserved ? e[n].output == 0x77 : e[n].output < 2);
	}
	CHECK(!memcmp(&e[16], shadow, sizeof(shadow) - 16 * sizeof(*e)));
}

/* Any function, with random arguments that cannot name memory. */
static void call_anything(void)
{
	unsigned long fid = one_of(4) ? one_of(7) : boundary();
	struct sbiret ret;

	if (fid < 9 && fid != SBI_EXT_PMU_NUM_COUNTERS)
		fid += 9;
	ret = sbi_pmu(fid, boundary(), boundary(), boundary(), boundary(),
		      boundary(), boundary());
	note(ret);
	CHECK_ERROR(ret, fid ? SBI_ERR_NOT_SUPPORTED : SBI_SUCCESS);
}

/* --- the storm ------------------------------------------------------------ */

static void (*const calls[16])(void) = {
	call_config,   call_config,   call_config,    call_config,
	call_start,    call_start,    call_stop,      call_stop,
	call_reset,    call_read,     call_set_area,  call_info,
	call_info_bad, call_anything, pmu_work_timer, pmu_work_dtlb,
};

static void storm(void)
{
	u64 rounds = option_number("rounds", 10000), n;

	model.offered = !pmu_set_shmem(~0ul, ~0ul, 0).error;
	random_seed(option_number("seed", 1) * 0x9e3779b97f4a7c15ull | 1);
	print("# seed %llu, %llu rounds\n",
	      (unsigned long long)option_number("seed", 1),
	      (unsigned long long)rounds);
	fresh_guards();
	for (n = 0; n < rounds; n++) {
		check_row("round", n);
		calls[one_of(16)]();
		if ((n & 255) == 255)
			guards_hold();
	}
	guards_hold();
	check_row(NULL, 0);
	print("# %lu calls, %lu of them refused\n", model.calls, model.errors);
	/*
	 * If the firmware refused nearly all calls, the storm would prove
	 * little.
	 */
	CHECK_RANGE(model.errors, 1, model.calls / 10 * 9);
}

/* The counters that are started in the model are started, and no others. */
static void model_was_right(void)
{
	unsigned int n;

	for (n = 0; n < pmu.num; n++) {
		if (!(pmu.present >> n & 1))
			continue;
		check_row("counter", n);
		CHECK_ERROR(pmu_stop(n, 1, RESET),
			    model.started >> n & 1 ? SBI_SUCCESS :
						     SBI_ERR_ALREADY_STOPPED);
	}
}

static void storm_and_model(void)
{
	storm();
	model_was_right();
}

static void all_works_afterwards(void)
{
	const struct pmu_source *s;
	unsigned int n;

	for (n = 0; (s = pmu_source(n)); n++) {
		check_row(s->name, s->idx);
		CHECK_VALUE(pmu_source_config(s, CLEAR | AUTO), s->idx);
		s->work();
		CHECK_RANGE(pmu_value(s->idx), s->least, 1ull << 40);
		CHECK_OK(pmu_stop(s->idx, 1, RESET));
	}
	for (n = pmu.fw; n < pmu.num; n++)
		CHECK_VALUE(pmu_config_any(EVENT_SET_TIMER), n);
}

const struct check_case check_cases[] = {
	{ "random calls", storm_and_model },
	{ "all works afterwards", all_works_afterwards },
	{ NULL, NULL },
};
