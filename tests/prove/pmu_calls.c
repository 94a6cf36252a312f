// SPDX-License-Identifier: BSD-2-Clause
/*
 * Every call of the PMU extension, for all arguments and all states within the
 * invariants: no access out of bounds (CBMC's own checks), invariants kept,
 * only judged memory touched, and no change by a call that is refused.
 */
#include "../../lib/pmu/pmu_internal.h"
#include "prove.h"

/*
 * In place of lib/pmu/pmu_map.c: rows that map a raw event to any counters
 * except the fixed ones, and counters in any order.
 */
u32 pmu_map_raw(const struct pmu_machine *m, u64 event_data)
{
	(void)m;
	(void)event_data;
	return (u32)nondet_u64() & ~7u;
}

u32 pmu_csr_set_moved(const struct pmu_machine *m, u32 set)
{
	(void)m;
	return set ? (u32)nondet_u64() : 0;
}

u32 pmu_index_set(const struct pmu_machine *m, u32 csrs)
{
	return csrs ? (u32)nondet_u64() & (u32)bits_low64(m->num_hw) : 0;
}

/* Entries of a list: enough for two pages, and for both kinds of loops. */
enum { LIST = 3 };

static bool refused(long error)
{
	return error == SBI_ERR_INVALID_PARAM || error == SBI_ERR_NO_SHMEM ||
	       error == SBI_ERR_INVALID_ADDRESS ||
	       error == SBI_ERR_NOT_SUPPORTED;
}

/* A proof for any one byte is a proof for all. */
static void same(const void *after, const void *before, size_t size)
{
	size_t n = nondet_u64();

	GIVEN(n < size);
	PROVE(((const u8 *)after)[n] == ((const u8 *)before)[n]);
}

static void keeps(const struct pmu_hart *h, const struct pmu_hart *before)
{
	PROVE(h->num == before->num && h->num_hw == before->num_hw);
	PROVE(h->present == before->present);
	PROVE(!(h->started & ~h->present));
	PROVE(!(h->configured & ~h->present));
	PROVE(h->snapshot == PMU_NO_SNAPSHOT || !(h->snapshot & 4094));
}

/* Sets of counters have one member at most. */
static bool only_one;

/* Arguments that a proof does not fix have any value. */
static void call_with(unsigned long fid, const unsigned long *flags)
{
	struct pmu_machine m;
	struct pmu_hart h, before;
	struct sbi_args args;
	struct sbiret ret;

	prove_begin();
	args = prove_args();
	if (flags)
		args.a[2] = *flags;
	if (only_one)
		GIVEN(!(args.a[1] & (args.a[1] - 1)));
	if (fid == SBI_EXT_PMU_EVENT_GET_INFO)
		GIVEN(args.a[2] <= LIST || args.a[2] > (unsigned long)-LIST);
	prove_pmu_machine(&m);
	prove_pmu(&h, &m);
	before = h;
	ret = pmu_calls[fid < PMU_CALLS ? fid : PMU_CALLS](&h, &args);
	keeps(&h, &before);
	PROVE(!ret.error || !ret.value);
	PROVE(prove_xlen == 64 || !(ret.value >> 32));
	/* A platform refuses to start a counter only when it is asked. */
	if (refused(ret.error) && prove_platform_did) {
		PROVE(!prove_writes);
		same(&h, &before, sizeof(h));
	}
}

static void call(unsigned long fid)
{
	call_with(fid, NULL);
}

void prove_pmu_get_info(void)
{
	call(SBI_EXT_PMU_COUNTER_GET_INFO);
}

void prove_pmu_start(void)
{
	call(SBI_EXT_PMU_COUNTER_START);
}

static void stop(unsigned long flags)
{
	call_with(SBI_EXT_PMU_COUNTER_STOP, &flags);
}

void prove_pmu_stop(void)
{
	stop(0);
}

void prove_pmu_stop_reset(void)
{
	stop(SBI_PMU_STOP_FLAG_RESET);
}

void prove_pmu_stop_snapshot(void)
{
	stop(SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT);
}

void prove_pmu_stop_snapshot_reset(void)
{
	stop(SBI_PMU_STOP_FLAG_TAKE_SNAPSHOT | SBI_PMU_STOP_FLAG_RESET);
}

/* Undefined flags. */
void prove_pmu_stop_flags(void)
{
	unsigned long flags = nondet_u64();

	GIVEN(flags & ~3ul);
	stop(flags);
}

/* Any one counter, with any flags. */
void prove_pmu_stop_one(void)
{
	unsigned long flags = nondet_u64();

	only_one = true;
	stop(flags & 3);
}

void prove_pmu_config(void)
{
	call(SBI_EXT_PMU_COUNTER_CFG_MATCH);
}

void prove_pmu_fw_read(void)
{
	call(SBI_EXT_PMU_COUNTER_FW_READ);
}

void prove_pmu_fw_read_hi(void)
{
	call(SBI_EXT_PMU_COUNTER_FW_READ_HI);
}

void prove_pmu_set_shmem(void)
{
	call(SBI_EXT_PMU_SNAPSHOT_SET_SHMEM);
}

void prove_pmu_event_info(void)
{
	call(SBI_EXT_PMU_EVENT_GET_INFO);
}
