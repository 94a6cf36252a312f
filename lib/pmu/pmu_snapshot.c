// SPDX-License-Identifier: BSD-2-Clause
/*
 * The snapshot area: a page of supervisor memory with an overflow bitmap and
 * 64 values, both indexed from the counter_idx_base of the call that uses
 * them. Where it needs no mapping, it is judged when it is set and when the
 * memory of the domain changes; elsewhere at every use, because a mapping is
 * needed anyway and costs more.
 */
#include <hart/shmem.h>

#include "pmu_internal.h"

enum {
	SNAPSHOT_SIZE = 4096,
	SNAPSHOT_JUDGE = 1,  /* in pmu_hart.snapshot: before every use */
	SNAPSHOT_BITMAP = 0, /* counter_overflow_bitmap, 8 bytes */
	SNAPSHOT_VALUES = 8, /* counter_values, 8 bytes each */
};

struct sbiret pmu_snapshot_set_shmem(struct pmu_hart *h,
				     const struct sbi_args *args)
{
	unsigned long low = args->a[0], high = args->a[1], flags = args->a[2];

	if (!h->machine->snapshot)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	if (flags)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (sbi_arg_all_ones(low) && sbi_arg_all_ones(high)) {
		h->snapshot = PMU_NO_SNAPSHOT;
		return sbiret_value(0);
	}
	if (low & (SNAPSHOT_SIZE - 1))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (high || !hart_shmem_check(low, SNAPSHOT_SIZE))
		return sbiret_error(SBI_ERR_INVALID_ADDRESS);
	h->snapshot = low | (h->has.direct ? 0 : SNAPSHOT_JUDGE);
	return sbiret_value(0);
}

static u64 pmu_snapshot_address(const struct pmu_hart *h)
{
	return h->snapshot & ~(u64)SNAPSHOT_JUDGE;
}

bool pmu_snapshot_usable(const struct pmu_hart *h)
{
	if (h->snapshot == PMU_NO_SNAPSHOT)
		return false;
	return !(h->snapshot & SNAPSHOT_JUDGE) ||
	       hart_shmem_check(pmu_snapshot_address(h), SNAPSHOT_SIZE);
}

void pmu_snapshot_recheck(struct pmu_hart *h)
{
	if (h->snapshot == PMU_NO_SNAPSHOT || !h->has.direct)
		return;
	h->snapshot |= SNAPSHOT_JUDGE;
	if (pmu_snapshot_usable(h))
		h->snapshot = pmu_snapshot_address(h);
}

unsigned long pmu_snapshot_base(const struct pmu_hart *h, unsigned long base)
{
	if (h->machine->snapshot && h->machine->linux_restart &&
	    base == (unsigned long)hart_xlen() * hart_xlen())
		return 0;
	return base;
}

/* Slots next to each other that are members: one copy instead of many. */
static unsigned int pmu_slots_run(u64 slots, unsigned int first)
{
	u64 rest = ~(slots >> first);

	return rest ? bits_ffs64(rest) : 64;
}

/* Values of consecutive counters, 16 at a time: M-mode has a small stack. */
static bool pmu_snapshot_store(const struct pmu_hart *h, unsigned int base,
			       unsigned int slot, unsigned int count)
{
	u64 values[16];
	unsigned int n;

	for (n = 0; n < count; n++)
		values[n] = pmu_counter_read(h, base + slot + n);
	return hart_shmem_write(pmu_snapshot_address(h) + SNAPSHOT_VALUES +
					slot * 8,
				values, count * 8);
}

static bool pmu_snapshot_store_bitmap(struct pmu_hart *h, unsigned int base,
				      u64 set)
{
	u64 bitmap = 0;

	/* Without Sscofpmf the word must be zero as a whole. */
	if (h->has.sscofpmf &&
	    !hart_shmem_read(pmu_snapshot_address(h) + SNAPSHOT_BITMAP, &bitmap,
			     8))
		return false;
	bitmap &= ~(set >> base);
	bitmap |= pmu_counters_overflown(h, set) >> base;
	return hart_shmem_write(pmu_snapshot_address(h) + SNAPSHOT_BITMAP,
				&bitmap, 8);
}

bool pmu_snapshot_take(struct pmu_hart *h, unsigned int base, u64 set)
{
	u64 slots = set >> base;
	unsigned int slot, count;

	while (slots) {
		slot = bits_ffs64(slots);
		count = pmu_slots_run(slots, slot);
		if (count > 16)
			count = 16;
		if (!pmu_snapshot_store(h, base, slot, count))
			return false;
		slots &= ~(bits_low64(count) << slot);
	}
	return pmu_snapshot_store_bitmap(h, base, set);
}

bool pmu_snapshot_load(const struct pmu_hart *h, unsigned int base, u64 set,
		       u64 values[PMU_COUNTERS_MAX])
{
	u64 slots = set >> base;
	unsigned int slot, count;

	while (slots) {
		slot = bits_ffs64(slots);
		count = pmu_slots_run(slots, slot);
		if (!hart_shmem_read(pmu_snapshot_address(h) + SNAPSHOT_VALUES +
					     slot * 8,
				     values + slot, count * 8))
			return false;
		slots &= ~(bits_low64(count) << slot);
	}
	return true;
}
