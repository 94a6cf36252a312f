// SPDX-License-Identifier: BSD-2-Clause
/*
 * The snapshot area: a page of supervisor memory with an overflow bitmap and 64
 * values, both indexed from the counter_idx_base of the call that uses them. If
 * the area needs no mapping, it is judged when it is set and when the memory of
 * the domain changes. Otherwise it is judged at every use, because a mapping is
 * necessary anyway and costs more.
 */
#include <hart/shmem.h>

#include "pmu_internal.h"

enum {
	SNAPSHOT_SIZE = 4096,
	SNAPSHOT_JUDGE = 1,  /* value of pmu_hart.snapshot: judge before each
			      * use */
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
	h->touched = PMU_TOUCHED;
	h->snapshot = low | (h->has.direct ? 0 : SNAPSHOT_JUDGE);
	return sbiret_value(0);
}

static u64 pmu_snapshot_address(const struct pmu_hart *h)
{
	return h->snapshot & ~(u64)SNAPSHOT_JUDGE;
}

void pmu_snapshot_recheck(struct pmu_hart *h)
{
	if (h->snapshot == PMU_NO_SNAPSHOT || !h->has.direct)
		return;
	h->snapshot = pmu_snapshot_address(h);
	if (!hart_shmem_check(h->snapshot, SNAPSHOT_SIZE))
		h->snapshot |= SNAPSHOT_JUDGE;
}

unsigned long pmu_snapshot_base(const struct pmu_hart *h, unsigned long base)
{
	if (h->machine->snapshot && h->machine->linux_restart &&
	    base == (unsigned long)hart_xlen() * hart_xlen())
		return 0;
	return base;
}

bool pmu_snapshot_open(const struct pmu_hart *h)
{
	if (h->snapshot == PMU_NO_SNAPSHOT)
		return false;
	if (!(h->snapshot & SNAPSHOT_JUDGE))
		return true;
	return hart_shmem_check(pmu_snapshot_address(h), SNAPSHOT_SIZE) &&
	       hart_shmem_open(pmu_snapshot_address(h), SNAPSHOT_SIZE);
}

void pmu_snapshot_close(const struct pmu_hart *h)
{
	if (h->snapshot & SNAPSHOT_JUDGE)
		hart_shmem_close(pmu_snapshot_address(h), SNAPSHOT_SIZE);
}

static u64 pmu_snapshot_load(const struct pmu_hart *h, unsigned long offset)
{
	unsigned long address = pmu_snapshot_address(h) + offset;

	return hart_shmem_load32(address) | (u64)hart_shmem_load32(address + 4)
						    << 32;
}

static void pmu_snapshot_store(const struct pmu_hart *h, unsigned long offset,
			       u64 value)
{
	unsigned long address = pmu_snapshot_address(h) + offset;

	hart_shmem_store32(address, (u32)value);
	hart_shmem_store32(address + 4, (u32)(value >> 32));
}

static unsigned long pmu_snapshot_slot(unsigned int n, unsigned int base)
{
	return SNAPSHOT_VALUES + (n - base) * 8;
}

bool pmu_snapshot_read(const struct pmu_hart *h, unsigned int base, u64 set,
		       u64 *values)
{
	struct hart_shmem_guard guard;
	unsigned int n;

	hart_shmem_guard(&guard);
	bits_for_each(n, set)
		values[n] = pmu_snapshot_load(h, pmu_snapshot_slot(n, base));
	return hart_shmem_unguard(&guard);
}

static void pmu_snapshot_touch(const struct pmu_hart *h, unsigned long offset)
{
	pmu_snapshot_store(h, offset, pmu_snapshot_load(h, offset));
}

bool pmu_snapshot_answers(const struct pmu_hart *h, unsigned int base, u64 set)
{
	struct hart_shmem_guard guard;
	unsigned int n;

	hart_shmem_guard(&guard);
	pmu_snapshot_touch(h, SNAPSHOT_BITMAP);
	bits_for_each(n, set)
		pmu_snapshot_touch(h, pmu_snapshot_slot(n, base));
	return hart_shmem_unguard(&guard);
}

void pmu_snapshot_take(struct pmu_hart *h, unsigned int base, u64 set)
{
	struct hart_shmem_guard guard;
	u64 bitmap = 0;
	unsigned int n;

	/* unseen: all of the area has just answered: no access faults */
	hart_shmem_guard(&guard);
	bits_for_each(n, set)
		pmu_snapshot_store(h, pmu_snapshot_slot(n, base),
				   pmu_counter_read(h, n));
	/* Without Sscofpmf the word must be zero as a whole. */
	if (h->has.sscofpmf)
		bitmap = pmu_snapshot_load(h, SNAPSHOT_BITMAP) & ~(set >> base);
	bitmap |= pmu_counters_overflown(h, set) >> base;
	pmu_snapshot_store(h, SNAPSHOT_BITMAP, bitmap);
	/* All words answered just before; the counters have stopped anyway */
	(void)hart_shmem_unguard(&guard);
}
