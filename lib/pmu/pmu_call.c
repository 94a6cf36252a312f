// SPDX-License-Identifier: BSD-2-Clause
/*
 * The functions of the PMU extension. Flags and counter sets are judged here,
 * before anything is touched; the rest of the core sees legal ones only.
 */
#include <hart/csr.h>
#include <hart/pmudev.h>

#include "pmu_internal.h"

#define CFG_FLAGS 0xfful
#define START_FLAGS                          \
	(SBI_PMU_START_FLAG_SET_INIT_VALUE | \
	 SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT)
#define STOP_FLAGS (SBI_PMU_STOP_FLAG_RESET | SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT)

static u32 pmu_num_counters(const struct pmu_hart *h)
{
	return h->machine->num_hw + h->machine->num_fw;
}

/**
 * Counters named by counter_idx_base and counter_idx_mask.
 * @return set by counter_idx; 0: at least one of them does not exist, or the
 *	mask is empty
 *
 * Index 1, the time CSR, is passed over in a larger set: Linux up to 5.19
 * names all indices there are.
 */
static u64 pmu_counter_set(const struct pmu_hart *h, unsigned long base,
			   unsigned long mask)
{
	u32 num = pmu_num_counters(h);
	u64 set;

	if (!mask || base >= num || bits_fls64(mask) >= num - base)
		return 0;
	set = (u64)mask << base & ~BIT64(1);
	return set & ~h->present ? 0 : set;
}

static struct sbiret pmu_num_counters_call(struct pmu_hart *h,
					   const struct sbi_args *args)
{
	(void)args;
	return sbiret_value(pmu_num_counters(h));
}

static bool pmu_counter_exists(const struct pmu_hart *h, unsigned long idx)
{
	return idx < pmu_num_counters(h) && (h->present & BIT64(idx));
}

static struct sbiret pmu_counter_get_info(struct pmu_hart *h,
					  const struct sbi_args *args)
{
	unsigned long idx = args->a[0], width = 64;

	if (!pmu_counter_exists(h, idx))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (idx >= h->machine->num_hw) {
		width = hart_pmu_fw_width();
		return sbiret_value((1ul << (hart_xlen() - 1)) |
				    ((width - 1) << 12));
	}
	if (idx > 2)
		width = h->has.hpm_bits;
	return sbiret_value((HART_COUNTER_BASE + idx) | (width - 1) << 12);
}

/* --- config_matching ------------------------------------------------------ */

/*
 * The counters config_matching may choose from. One that is configured but
 * not started belongs to whoever configured it: Linux passes all counters
 * every time and keeps its stopped ones. SKIP_MATCH names such a counter.
 */
static u64 pmu_candidates(const struct pmu_hart *h, u64 set, u64 able,
			  unsigned long flags)
{
	if (flags & SBI_PMU_CFG_FLAG_SKIP_MATCH)
		return BIT64(bits_ffs64(set)) & able & ~h->started;
	return set & able & ~h->started & ~h->configured;
}

static unsigned int pmu_choose(const struct pmu_hart *h, u64 candidates)
{
	if (h->has.prefer_hpm && (candidates & ~(u64)7))
		candidates &= ~(u64)7;
	return bits_ffs64(candidates);
}

static struct sbiret pmu_config_matching(struct pmu_hart *h,
					 const struct sbi_args *args)
{
	unsigned long flags = args->a[2], event_idx = args->a[3];
	u64 event_data = sbi_args_u64(args, 4), candidates;
	u64 set = pmu_counter_set(h, args->a[0], args->a[1]);
	unsigned int idx;

	if ((flags & ~CFG_FLAGS) || !set)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	candidates = pmu_candidates(
		h, set, pmu_event_counters(h, event_idx, event_data), flags);
	if (!candidates)
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	idx = pmu_choose(h, candidates);
	pmu_counter_configure(h, idx, event_idx, event_data, flags);
	if (flags & SBI_PMU_CFG_FLAG_CLEAR_VALUE)
		pmu_counter_write(h, idx, 0);
	if ((flags & SBI_PMU_CFG_FLAG_AUTO_START) &&
	    pmu_counters_start(h, BIT64(idx))) {
		pmu_counters_reset(h, BIT64(idx));
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	}
	return sbiret_value(idx);
}

/* --- start and stop ------------------------------------------------------- */

/* All members were acted upon; the first one that was wrong is reported. */
static struct sbiret pmu_set_result(u64 already, long already_error,
				    u64 refused)
{
	if (already && (!refused || bits_ffs64(already) < bits_ffs64(refused)))
		return sbiret_error(already_error);
	return sbiret_error(refused ? SBI_ERR_FAILED : SBI_SUCCESS);
}

static void pmu_set_values(struct pmu_hart *h, unsigned int base, u64 set,
			   const u64 *values, u64 value)
{
	unsigned int idx;

	bits_for_each(idx, set)
		pmu_counter_write(h, idx, values ? values[idx - base] : value);
}

static struct sbiret pmu_start_from_snapshot(struct pmu_hart *h, u64 set,
					     unsigned int base)
{
	u64 values[PMU_COUNTERS_MAX], already = set & h->started;

	if (!pmu_snapshot_usable(h) || !pmu_snapshot_load(h, base, set, values))
		return sbiret_error(SBI_ERR_NO_SHMEM);
	pmu_set_values(h, base, set & ~already, values, 0);
	return pmu_set_result(already, SBI_ERR_ALREADY_STARTED,
			      pmu_counters_start(h, set & ~already));
}

static struct sbiret pmu_counter_start(struct pmu_hart *h,
				       const struct sbi_args *args)
{
	unsigned long base = args->a[0], flags = args->a[2];
	u64 set, already;

	/* Flags that exclude each other cannot both be meant. */
	if (flags >= START_FLAGS)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (flags & SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT)
		base = pmu_snapshot_base(h, base);
	set = pmu_counter_set(h, base, args->a[1]);
	if (!set)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (flags & SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT)
		return pmu_start_from_snapshot(h, set, (unsigned int)base);
	already = set & h->started;
	if (flags & SBI_PMU_START_FLAG_SET_INIT_VALUE)
		pmu_set_values(h, 0, set & ~already, NULL,
			       sbi_args_u64(args, 3));
	return pmu_set_result(already, SBI_ERR_ALREADY_STARTED,
			      pmu_counters_start(h, set & ~already));
}

static struct sbiret pmu_counter_stop(struct pmu_hart *h,
				      const struct sbi_args *args)
{
	unsigned long base = args->a[0], flags = args->a[2];
	u64 set = pmu_counter_set(h, base, args->a[1]), already, refused;
	bool stored = true;

	if ((flags & ~(unsigned long)STOP_FLAGS) || !set)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if ((flags & SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT) &&
	    !pmu_snapshot_usable(h))
		return sbiret_error(SBI_ERR_NO_SHMEM);
	already = set & ~h->started;
	refused = pmu_counters_stop(h, set);
	if (flags & SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT)
		stored = pmu_snapshot_take(h, (unsigned int)base, set);
	if (flags & SBI_PMU_STOP_FLAG_RESET)
		pmu_counters_reset(h, set & ~refused);
	pmu_overflow_settle(h);
	if (!stored)
		return sbiret_error(SBI_ERR_NO_SHMEM);
	return pmu_set_result(already, SBI_ERR_ALREADY_STOPPED, refused);
}

/* --- reading firmware counters -------------------------------------------- */

static bool pmu_fw_counter_exists(const struct pmu_hart *h, unsigned long idx)
{
	return idx >= h->machine->num_hw && idx < pmu_num_counters(h);
}

static struct sbiret pmu_counter_fw_read(struct pmu_hart *h,
					 const struct sbi_args *args)
{
	u64 value;

	if (!pmu_fw_counter_exists(h, args->a[0]))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	value = pmu_counter_read(h, (unsigned int)args->a[0]);
	return sbiret_value((unsigned long)(value & bits_low64(hart_xlen())));
}

static struct sbiret pmu_counter_fw_read_hi(struct pmu_hart *h,
					    const struct sbi_args *args)
{
	u64 value;

	if (!pmu_fw_counter_exists(h, args->a[0]))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (hart_xlen() == 64)
		return sbiret_value(0);
	value = pmu_counter_read(h, (unsigned int)args->a[0]);
	return sbiret_value((unsigned long)(value >> 32));
}

/* --- the table ------------------------------------------------------------ */

typedef struct sbiret pmu_call_fn(struct pmu_hart *h,
				  const struct sbi_args *args);

static pmu_call_fn *const pmu_calls[] = {
	[SBI_EXT_PMU_NUM_COUNTERS] = pmu_num_counters_call,
	[SBI_EXT_PMU_COUNTER_GET_INFO] = pmu_counter_get_info,
	[SBI_EXT_PMU_COUNTER_CFG_MATCH] = pmu_config_matching,
	[SBI_EXT_PMU_COUNTER_START] = pmu_counter_start,
	[SBI_EXT_PMU_COUNTER_STOP] = pmu_counter_stop,
	[SBI_EXT_PMU_COUNTER_FW_READ] = pmu_counter_fw_read,
	[SBI_EXT_PMU_COUNTER_FW_READ_HI] = pmu_counter_fw_read_hi,
	[SBI_EXT_PMU_SNAPSHOT_SET_SHMEM] = pmu_snapshot_set_shmem,
	[SBI_EXT_PMU_EVENT_GET_INFO] = pmu_event_get_info,
};

struct sbiret pmu_call(struct pmu_hart *h, unsigned long fid,
		       const struct sbi_args *args)
{
	if (fid >= array_size(pmu_calls))
		return sbiret_error(SBI_ERR_NOT_SUPPORTED);
	return pmu_calls[fid](h, args);
}
