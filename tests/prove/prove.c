// SPDX-License-Identifier: BSD-2-Clause
/* Functions of the hart, and the invariants that calls may rely on. */
#include <hart/pmudev.h>
#include <hart/shmem.h>

#include "prove.h"

unsigned int prove_writes, prove_xlen;
bool prove_platform_did;
struct prove_seen prove_loaded[2];
bool prove_guarded;

static struct {
	u64 address, size;
	bool set;
} checked, opened, trusted;

void prove_begin(void)
{
	prove_xlen = nondet_bool() ? 32 : 64;
	prove_writes = 0;
	prove_platform_did = true;
}

struct sbi_args prove_args(void)
{
	struct sbi_args args;
	unsigned int n;

	for (n = 0; n < 6; n++)
		args.a[n] = prove_word();
	return args;
}

/* --- memory of S-mode ----------------------------------------------------- */

static bool inside(u64 address, u64 size, u64 in, u64 in_size)
{
	return address >= in && address - in <= in_size &&
	       size <= in_size - (address - in);
}

void prove_shmem_trust(u64 address, u64 size)
{
	trusted.address = address;
	trusted.size = size;
	trusted.set = true;
}

bool hart_shmem_check(u64 address, u64 size)
{
	PROVE(size);
	if (nondet_bool() || address + size < address)
		return false;
	checked.address = address;
	checked.size = size;
	checked.set = true;
	return true;
}

bool hart_shmem_open(unsigned long address, unsigned long size)
{
	PROVE(!opened.set && size && !(address & 3));
	PROVE(address / 4096 == (address + size - 1) / 4096);
	PROVE(checked.set &&
	      inside(address, size, checked.address, checked.size));
	if (nondet_bool())
		return false;
	opened.address = address;
	opened.size = size;
	opened.set = true;
	return true;
}

void hart_shmem_close(unsigned long address, unsigned long size)
{
	PROVE(opened.set && opened.address == address && opened.size == size);
	opened.set = false;
}

void prove_shmem_touch(u64 address)
{
	PROVE(!(address & 3));
	PROVE(prove_guarded);
	PROVE((opened.set && inside(address, 4, opened.address, opened.size)) ||
	      (trusted.set &&
	       inside(address, 4, trusted.address, trusted.size)));
}

void hart_shmem_pause(void)
{
	PROVE(!prove_guarded && !opened.set);
}

/* --- answers of a platform ----------------------------------------------- */

u64 hart_pmu_selector(u32 event_idx, u64 event_data)
{
	(void)event_idx;
	(void)event_data;
	return nondet_u64();
}

bool hart_pmu_has_filter(void)
{
	return nondet_bool();
}

void hart_pmu_filter(unsigned int counter_idx, unsigned long config_flags)
{
	PROVE(counter_idx < PMU_HW_MAX);
	(void)config_flags;
	prove_writes++;
}

void hart_pmu_irq_enable(unsigned int counter_idx)
{
	PROVE(counter_idx < PMU_HW_MAX);
	prove_writes++;
}

void hart_pmu_started(u64 set)
{
	(void)set;
}

void hart_pmu_irq_disable(unsigned int counter_idx)
{
	PROVE(counter_idx < PMU_HW_MAX);
	prove_writes++;
}

unsigned int hart_pmu_fw_width(void)
{
	unsigned int width = (unsigned int)nondet_u64();

	GIVEN(width >= 1 && width <= 64);
	return width;
}

bool hart_pmu_fw_valid(u64 event_data)
{
	(void)event_data;
	return nondet_bool();
}

bool hart_pmu_fw_match(unsigned int fw, u64 event_data)
{
	PROVE(fw < PMU_FW_MAX);
	(void)event_data;
	return nondet_bool();
}

bool hart_pmu_fw_start(unsigned int fw, u64 event_data)
{
	PROVE(fw < PMU_FW_MAX);
	(void)event_data;
	prove_writes++;
	prove_platform_did = nondet_bool();
	return prove_platform_did;
}

bool hart_pmu_fw_stop(unsigned int fw)
{
	PROVE(fw < PMU_FW_MAX);
	prove_writes++;
	return nondet_bool();
}

u64 hart_pmu_fw_read(unsigned int fw)
{
	PROVE(fw < PMU_FW_MAX);
	return nondet_u64();
}

void hart_pmu_fw_write(unsigned int fw, u64 value)
{
	PROVE(fw < PMU_FW_MAX);
	(void)value;
	prove_writes++;
}

/* --- states --------------------------------------------------------------- */

void prove_pmu_machine(const struct pmu_machine *m)
{
	unsigned int n;

	GIVEN(m->num_hw >= 3 && m->num_hw <= PMU_HW_MAX);
	GIVEN(m->num_fw <= PMU_FW_MAX &&
	      m->num_hw + m->num_fw <= PMU_COUNTERS_MAX);
	GIVEN(m->map_count <= PMU_MAP_MAX);
	GIVEN(m->raw_mask_count <= m->map_count);
	for (n = 0; n < PMU_HW_MAX; n++)
		GIVEN(m->csr[n] < PMU_HW_MAX && (n < 3 || m->csr[n] >= 3));
	for (n = 0; n < PMU_RAW_BUCKETS; n++)
		GIVEN(m->raw_bucket[n] < m->map_count ||
		      m->raw_bucket[n] == PMU_NO_ROW);
}

/* pmu_hart_init() and all calls since then keep these. */
void prove_pmu(struct pmu_hart *h, const struct pmu_machine *m)
{
	unsigned int n;

	h->machine = m;
	GIVEN(h->num_hw == m->num_hw && h->num == m->num_hw + m->num_fw);
	GIVEN(!(h->present & ~bits_low64(h->num)) && !(h->present & 2));
	GIVEN(!(h->started & ~h->present));
	GIVEN(!(h->configured & ~h->present));
	GIVEN(h->not_hw == ~(h->present & bits_low64(h->num_hw)));
	for (n = 3; n < PMU_HW_MAX; n++)
		GIVEN(h->hpm_bits[n] >= 1 && h->hpm_bits[n] <= 64);
	GIVEN(h->snapshot == PMU_NO_SNAPSHOT || !(h->snapshot & 4094));
	for (n = 0; n < PMU_COUNTERS_MAX; n++)
		GIVEN(n < h->num_hw ||
		      h->info[n] >> PMU_FW_CODE_SHIFT <= PMU_FW_NONE ||
		      !h->has.plain);
	if (h->snapshot != PMU_NO_SNAPSHOT && !(h->snapshot & 1))
		prove_shmem_trust(h->snapshot, 4096);
}
