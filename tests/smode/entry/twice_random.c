// SPDX-License-Identifier: BSD-2-Clause
/* Random states of the PMU, and random calls. */
#include "fdt.h"
#include "pmu.h"
#include "random.h"
#include "twice_random.h"

/* Counters may count events that occur without a call. */
static bool real;

bool twice_is_real(void)
{
	return real;
}

/* --- random states -------------------------------------------------------- */

/*
 * A counter of such events never comes near its maximum: the time of its
 * overflow is unknown.
 */
static u64 random_value(void)
{
	u64 value = one_of(2) ? random() :
				(u64)boundary() << 32 | (u32)boundary();

	if (!one_of(4))
		value = one_of(2) ? 1ull << 63 : one_of(3) - 1ull;
	return real ? value & 0xffffffffffull : value;
}

/* Rarely an event that occurs without a call, unless `real` allows it. */
static unsigned long random_event(void)
{
	static const u32 some[] = { EVENT_CYCLES, EVENT_INSTRUCTIONS,
				    EVENT_DTLB_READ_MISS, EVENT_DTLB_WRITE_MISS,
				    EVENT_ITLB_MISS };
	static const u32 odd[] = { 0,	    11,	     15,      16,
				   0x10006, 0x1003e, 0x1ffff, EVENT_RAW,
				   0xeffff, 0xfffff };
	unsigned int n = one_of(12);

	if (n < 4)
		return EVENT_FW(one_of(24));
	if (n < 6)
		return EVENT_RAW_V2;
	if (n < 10 && real)
		return some[one_of(sizeof(some) / sizeof(some[0]))];
	return n == 6 ? odd[one_of(sizeof(odd) / sizeof(odd[0]))] :
			EVENT_FW(one_of(22));
}

static void config_arguments(unsigned long a[6])
{
	a[2] = one_of(256) & ~(one_of(4) ? (unsigned long)(SKIP | AUTO) : 0);
	a[3] = one_of(64) ? random_event() : boundary() & ~0x1fffful;
	a[4] = a[3] == EVENT_RAW_V2 ? TWICE_NEVER : !one_of(16);
	a[5] = XLEN == 32 ? !one_of(16) : boundary();
}

static void config(unsigned long base, unsigned long mask)
{
	unsigned long a[6];

	config_arguments(a);
	sbi_pmu(CALL_CONFIG, base, mask, a[2], a[3], a[4], a[5]);
}

static void set_area(void)
{
	if (one_of(4))
		pmu_set_shmem((unsigned long)twice_memory->area, 0, 0);
	else
		pmu_set_shmem(~0ul, ~0ul, 0);
}

static unsigned long fixed_event(unsigned int idx)
{
	if (idx > 2)
		return EVENT_RAW_V2;
	return idx ? EVENT_INSTRUCTIONS : EVENT_CYCLES;
}

void twice_walk(void)
{
	unsigned long base = random_base(), mask = random_mask(base);

	switch (one_of(12)) {
	case 0:
	case 1:
	case 2:
	case 3:
		config(one_of(pmu.num), 1);
		break;
	case 4:
	case 5:
		config(base, mask);
		break;
	case 6:
	case 7:
		pmu_start(base, mask, one_of(3), random_value());
		break;
	case 8:
		pmu_stop(base, mask, one_of(4) ? 0 : one_of(4));
		break;
	case 9:
		peek_event(one_of(SBI_PMU_FW_MAX), random_value());
		break;
	case 10:
		set_area();
		break;
	default:
		pmu_stop(base, mask, 0);
	}
}

/*
 * S-mode may have delegated counters: it selects events and stops them itself.
 */
static void disturb_delegated(struct peek *p, u32 there)
{
	unsigned int n;

	for (n = 0; n < pmu.fw; n++) {
		if (!(there >> n & 1))
			continue;
		if (!one_of(4))
			p->inhibit ^= 1ul << n;
		if (n < 3 || (p->configured >> n & 1) || one_of(4))
			continue;
		p->event[n] &= pmu.sscofpmf ? 1ull << 62 : 0;
		p->event[n] |= one_of(2) ? TWICE_NEVER : 0;
	}
}

void twice_disturb(struct peek *p)
{
	u32 there = (u32)pmu.present & ((1u << (pmu.fw - 1) << 1) - 1);
	u32 still = there & ~(twice_counting(p) & ~(u32)p->inhibit);
	unsigned int n;

	for (n = 0; n < pmu.fw; n++) {
		if (!(still >> n & 1) || one_of(2))
			continue;
		p->counter[n] = random_value();
		if (n > 2 && pmu.sscofpmf && !one_of(3))
			p->event[n] ^= OVERFLOW;
	}
	if (option_given("deleg=on"))
		disturb_delegated(p, there);
	if (pmu.sscofpmf && !one_of(4))
		p->mip ^= HART_IRQ_OVERFLOW;
}

void twice_fill(void)
{
	u64 *word = (u64 *)twice_memory;
	unsigned int n;

	for (n = 0; n < sizeof(*twice_memory) / 8; n++)
		word[n] = random();
	for (n = 0; n < 66; n++)
		twice_memory->area[n] = random_value();
	for (n = 0; n < 128; n += 2)
		twice_memory->entries[n] =
			one_of(8) ?
				EVENT_FW(one_of(30)) :
				(random() & 0xfffff) | one_of(20) / 19 << 20;
}

void twice_fresh(void)
{
	unsigned int n;

	pmu_reset();
	real = one_of(2);
	/* A reset keeps the values */
	for (n = 0; n < pmu.fw; n++) {
		pmu_config(n, 1, 0, fixed_event(n), n > 2 ? TWICE_NEVER : 0);
		pmu_start(n, 1, SET_VALUE, random_value());
	}
	pmu_reset();
	set_area();
}

/* --- random calls --------------------------------------------------------- */

static unsigned long random_fid(void)
{
	static const u8 often[] = { CALL_CONFIG, CALL_START, CALL_STOP,
				    CALL_CONFIG, CALL_START, CALL_STOP,
				    CALL_CONFIG, CALL_START, CALL_STOP,
				    CALL_CONFIG, CALL_START, CALL_STOP,
				    CALL_READ,	 CALL_NUM };
	unsigned int n = one_of(sizeof(often) + 2);

	if (n < sizeof(often))
		return often[n];
	n = one_of(10);
	switch (one_of(4)) {
	case 0:
		return boundary();
	case 1:
		return n | 1ul << (XLEN - 1 - one_of(16));
	}
	return n;
}

/* A set of one kind without holes, as perf makes it, or any set. */
static void random_set(unsigned long a[6])
{
	bool firmware = one_of(2);

	a[0] = random_base();
	a[1] = random_mask(a[0]);
	if (!one_of(4))
		return;
	a[0] = firmware ? pmu.fw + one_of(pmu.num - pmu.fw) : one_of(pmu.fw);
	a[1] = random_mask(a[0]) & (unsigned long)(pmu.present >> a[0]);
	if (!firmware)
		a[1] &= (2ul << (pmu.fw - 1 - a[0])) - 1;
}

/* For mcycle and minstret, which have filters only with Smcntrpmf. */
static void fixed_arguments(unsigned long a[6])
{
	a[0] = one_of(2) * 2;
	a[1] = 1;
	a[3] = a[0] ? EVENT_INSTRUCTIONS : EVENT_CYCLES;
	a[4] = 0;
	/* Free the counter; else the call may find none */
	if (one_of(4))
		pmu_stop(a[0], 1, RESET);
}

static void random_arguments(unsigned long fid, unsigned long a[6])
{
	unsigned int n;
	u64 value = random_value();

	for (n = 0; n < 6; n++)
		a[n] = boundary();
	if (fid == SBI_EXT_PMU_SNAPSHOT_SET_SHMEM ||
	    fid == SBI_EXT_PMU_EVENT_GET_INFO) {
		a[0] = (unsigned long)(fid == 7 ? twice_memory->area :
						  twice_memory->entries);
		a[0] += one_of(4) ? 0 : one_of(16);
		a[1] = one_of(8) ? 0 : boundary() | 1;
		a[2] = fid == 7 ? !one_of(8) : one_of(65);
		a[3] = !one_of(8);
		return;
	}
	random_set(a);
	/* Most calls must find counters in a state that perf leaves. */
	if (fid == CALL_START && one_of(8))
		pmu_stop(a[0], a[1], 0);
	for (n = 0; fid == CALL_START && n < pmu.fw && one_of(32); n++)
		pmu_config(n, 1, 0, fixed_event(n), n > 2 ? TWICE_NEVER : 0);
	for (; fid == CALL_START && n < pmu.num && one_of(32); n++)
		pmu_config(n, 1, 0, EVENT_FW(n & 15), 0);
	if (fid == CALL_CONFIG) {
		config_arguments(a);
		if (!one_of(6))
			fixed_arguments(a);
		return;
	}
	if (fid == CALL_STOP && !one_of(8)) {
		a[0] = one_of(2) * 2;
		a[1] = 1;
		a[2] = RESET;
		return;
	}
	if (fid == CALL_READ && one_of(4))
		a[0] = pmu.fw + one_of(pmu.num - pmu.fw);
	a[2] = one_of(one_of(4) ? 3 : 8);
	if (!one_of(16))
		a[2] = boundary();
	a[3] = (unsigned long)value;
	a[4] = XLEN == 32 ? (unsigned long)(value >> 32) : boundary();
}

unsigned long twice_random(unsigned long args[6])
{
	unsigned long fid = random_fid();

	random_arguments(fid, args);
	return fid;
}
