// SPDX-License-Identifier: BSD-2-Clause
/*
 * The functions of the PMU extension. This file judges flags and counter sets
 * before any change; the rest of the core gets only legal ones.
 */
#include <hart/csr.h>
#include <hart/pmudev.h>

#include "pmu_internal.h"

#define START_FLAGS                          \
	(SBI_PMU_START_FLAG_SET_INIT_VALUE | \
	 SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT)
#define STOP_FLAGS (SBI_PMU_STOP_FLAG_RESET | SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT)

static struct sbiret pmu_num_counters_call(struct pmu_hart *h,
					   const struct sbi_args *args)
{
	(void)args;
	return sbiret_value(h->num);
}

static bool pmu_counter_exists(const struct pmu_hart *h, unsigned long idx)
{
	return idx < h->num && (h->present >> idx & 1);
}

/* counter_info: type, width minus one, number of the CSR (section 11.3). */
static unsigned long pmu_counter_info(const struct pmu_hart *h,
				      unsigned long idx)
{
	unsigned long width = 64;

	if (idx >= h->num_hw) {
		if (!h->has.plain)
			width = hart_pmu_fw_width();
		return 1ul << (hart_xlen() - 1) | (width - 1) << 12;
	}
	if (!pmu_hw_is_fixed(idx))
		width = h->hpm_bits[pmu_csr(h, idx)];
	return (HART_COUNTER_BASE + pmu_csr(h, idx)) | (width - 1) << 12;
}

static struct sbiret pmu_counter_get_info(struct pmu_hart *h,
					  const struct sbi_args *args)
{
	unsigned long idx = args->a[0];
	bool exists = pmu_counter_exists(h, idx);

	return (struct sbiret){ exists ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM,
				exists ? pmu_counter_info(h, idx) : 0 };
}

/* --- start and stop ------------------------------------------------------- */

/* The call acts on all members, and reports the error of the lowest wrong
 * one. */
static struct sbiret pmu_set_result(u64 already, long already_error,
				    u64 refused)
{
	if (already && (!refused || bits_ffs64(already) < bits_ffs64(refused)))
		return sbiret_error(already_error);
	return sbiret_error(refused ? SBI_ERR_FAILED : SBI_SUCCESS);
}

static struct sbiret pmu_start_from_snapshot(struct pmu_hart *h, u64 set,
					     unsigned int base)
{
	u64 already = set & h->started, values[PMU_COUNTERS_MAX];
	unsigned int n;
	bool good;

	if (!pmu_snapshot_open(h))
		return sbiret_error(SBI_ERR_NO_SHMEM);
	good = pmu_snapshot_read(h, base, set & ~already, values);
	pmu_snapshot_close(h);
	if (!good)
		return sbiret_error(SBI_ERR_NO_SHMEM);
	bits_for_each(n, set & ~already)
		pmu_counter_write(h, n, values[n]);
	return pmu_set_result(already, SBI_ERR_ALREADY_STARTED,
			      pmu_counters_start(h, set & ~already));
}

static struct sbiret pmu_counter_start(struct pmu_hart *h,
				       const struct sbi_args *args)
{
	unsigned long base = args->a[0], flags = args->a[2];
	u64 set, already;
	unsigned int n;

	/* Flags that exclude each other are an error. */
	if (flags >= START_FLAGS)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (flags & SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT)
		base = pmu_snapshot_base(h, base);
	set = pmu_counter_set(h, base, args->a[1]);
	/* A counter without an event would count nothing, or M-mode */
	if (!set || (set & ~h->configured))
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if (flags & SBI_PMU_START_FLAG_INIT_FROM_SNAPSHOT)
		return pmu_start_from_snapshot(h, set, (unsigned int)base);
	already = set & h->started;
	if (flags & SBI_PMU_START_FLAG_SET_INIT_VALUE)
		bits_for_each(n, set & ~already)
			pmu_counter_write(h, n, sbi_args_u64(args, 3));
	return pmu_set_result(already, SBI_ERR_ALREADY_STARTED,
			      pmu_counters_start(h, set & ~already));
}

static bool pmu_snapshot_ready(const struct pmu_hart *h, unsigned int base,
			       u64 set)
{
	if (!pmu_snapshot_open(h))
		return false;
	if (pmu_snapshot_answers(h, base, set))
		return true;
	pmu_snapshot_close(h);
	return false;
}

static struct sbiret pmu_counter_stop(struct pmu_hart *h,
				      const struct sbi_args *args)
{
	unsigned long base = args->a[0], flags = args->a[2];
	u64 set = pmu_counter_set(h, base, args->a[1]), already, refused;

	if ((flags & ~(unsigned long)STOP_FLAGS) || !set)
		return sbiret_error(SBI_ERR_INVALID_PARAM);
	if ((flags & SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT) &&
	    !pmu_snapshot_ready(h, (unsigned int)base, set))
		return sbiret_error(SBI_ERR_NO_SHMEM);
	already = set & ~h->started;
	refused = pmu_counters_stop(h, set);
	if (flags & SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT) {
		pmu_snapshot_take(h, (unsigned int)base, set);
		pmu_snapshot_close(h);
	}
	if (flags & SBI_PMU_STOP_FLAG_RESET)
		pmu_counters_reset(h, set & ~refused);
	pmu_overflow_settle(h);
	return pmu_set_result(already, SBI_ERR_ALREADY_STOPPED, refused);
}

/* --- reading firmware counters -------------------------------------------- */

static bool pmu_fw_counter_exists(const struct pmu_hart *h, unsigned long idx)
{
	return idx >= h->num_hw && idx < h->num;
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

static struct sbiret pmu_not_supported(struct pmu_hart *h,
				       const struct sbi_args *args)
{
	(void)h;
	(void)args;
	return sbiret_error(SBI_ERR_NOT_SUPPORTED);
}

pmu_call_fn *const pmu_calls[PMU_CALLS + 1] = {
	[SBI_EXT_PMU_NUM_COUNTERS] = pmu_num_counters_call,
	[SBI_EXT_PMU_COUNTER_GET_INFO] = pmu_counter_get_info,
	[SBI_EXT_PMU_COUNTER_CFG_MATCH] = pmu_config_matching,
	[SBI_EXT_PMU_COUNTER_START] = pmu_counter_start,
	[SBI_EXT_PMU_COUNTER_STOP] = pmu_counter_stop,
	[SBI_EXT_PMU_COUNTER_FW_READ] = pmu_counter_fw_read,
	[SBI_EXT_PMU_COUNTER_FW_READ_HI] = pmu_counter_fw_read_hi,
	[SBI_EXT_PMU_SNAPSHOT_SET_SHMEM] = pmu_snapshot_set_shmem,
	[SBI_EXT_PMU_EVENT_GET_INFO] = pmu_event_get_info,
	[PMU_CALLS] = pmu_not_supported,
};

struct sbiret pmu_call(struct pmu_hart *h, unsigned long fid,
		       const struct sbi_args *args)
{
	return pmu_calls[fid < PMU_CALLS ? fid : PMU_CALLS](h, args);
}
