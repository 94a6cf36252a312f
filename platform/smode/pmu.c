// SPDX-License-Identifier: BSD-2-Clause
/* Counters and events that all test programs use. */
#include "fdt.h"
#include "pmu.h"

#define PAGES 16

struct pmu_machine pmu;

static u8 pages[PAGES * 4096] __attribute__((aligned(4096)));

void pmu_find(void)
{
	u64 cycles = hart_counter(0);
	struct sbiret ret;
	unsigned int n;

	pmu_work_spin();
	pmu.boot_cycles = hart_counter(0) - cycles;
	pmu.num = (unsigned int)pmu_num_counters().value;
	pmu.fw = pmu.num;
	for (n = 0; n < pmu.num && n < 64; n++) {
		ret = pmu_get_info(n);
		if (ret.error)
			continue;
		pmu.present |= 1ull << n;
		if (ret.value >> (XLEN - 1) && n < pmu.fw)
			pmu.fw = n;
	}
	pmu.sscofpmf = HART_TRY(csr_read(SCOUNTOVF)) == HART_NO_TRAP;
	hart_has_scountovf = pmu.sscofpmf;
}

unsigned long pmu_mask(unsigned int base)
{
	/* With index 1, the time CSR, as older Linux passes it. */
	return (unsigned long)((pmu.present | 2) >> base);
}

unsigned long pmu_all(void)
{
	return pmu_mask(0);
}

/* Counters that do not fit into one mask */
static bool pmu_more(void)
{
	return pmu.num > XLEN;
}

struct sbiret pmu_config_any(unsigned long event_idx)
{
	struct sbiret ret = pmu_config(0, pmu_all(), 0, event_idx, 0);

	if (ret.error == SBI_ERR_NOT_SUPPORTED && pmu_more())
		ret = pmu_config(XLEN, pmu_mask(XLEN), 0, event_idx, 0);
	return ret;
}

void pmu_stop_all(unsigned long flags)
{
	pmu_stop(0, pmu_all(), flags);
	if (pmu_more())
		pmu_stop(XLEN, pmu_mask(XLEN), flags);
}

u64 pmu_set(unsigned long base, unsigned long mask)
{
	u64 set = 0;
	unsigned int bit;

	if (base >= pmu.num)
		return 0;
	for (bit = 0; bit < XLEN; bit++)
		if (mask >> bit & 1) {
			if (base + bit >= pmu.num)
				return 0;
			set |= 1ull << (base + bit);
		}
	set &= ~2ull;
	return set & ~pmu.present ? 0 : set;
}

unsigned int pmu_last_hw(void)
{
	unsigned int n = pmu.fw;

	while (n-- > 0)
		if (pmu.present >> n & 1)
			break;
	return n;
}

void pmu_reset(void)
{
	pmu_stop_all(RESET);
	pmu_set_shmem(~0ul, ~0ul, 0);
}

u64 pmu_value(unsigned int idx)
{
	u64 high = 0;

	if (idx < pmu.fw)
		return hart_counter(idx);
	if (XLEN == 32)
		high = pmu_fw_read_hi(idx).value;
	return high << 32 | pmu_fw_read(idx).value;
}

/* --- sources of events ---------------------------------------------------- */

void pmu_work_spin(void)
{
	unsigned int n;

	for (n = 0; n < 4000; n++)
		__asm__ volatile("" ::: "memory");
}

void pmu_work_dtlb(void)
{
	unsigned int n;

	__asm__ volatile("sfence.vma" ::: "memory");
	for (n = 0; n < PAGES; n++)
		(void)*(volatile u8 *)&pages[n * 4096];
}

void pmu_work_dtlb_write(void)
{
	unsigned int n;

	__asm__ volatile("sfence.vma" ::: "memory");
	for (n = 0; n < PAGES; n++)
		*(volatile u8 *)&pages[n * 4096] = 1;
}

static void pmu_work_itlb(void)
{
	__asm__ volatile("sfence.vma" ::: "memory");
	pmu_work_spin();
}

void pmu_work_timer(void)
{
	sbi_set_timer(~0ull);
}

const struct pmu_source *pmu_source(unsigned int n)
{
	static struct pmu_source sources[] = {
		{ "set_timer", EVENT_SET_TIMER, 0, 0, pmu_work_timer, 1 },
		{ "cycles", EVENT_CYCLES, 0, 0, pmu_work_spin, 100 },
		{ "instructions", EVENT_INSTRUCTIONS, 0, 2, pmu_work_spin,
		  100 },
		{ "cycles hpm", EVENT_CYCLES, 0, 3, pmu_work_spin, 100 },
		{ "instructions hpm", EVENT_INSTRUCTIONS, 0, 4, pmu_work_spin,
		  100 },
		{ "dTLB misses", EVENT_DTLB_READ_MISS, 0, 5, pmu_work_dtlb,
		  PAGES },
		/* Another event than above: QEMU counts each on one counter
		 * only. */
		{ "raw", EVENT_RAW, EVENT_DTLB_WRITE_MISS, 6,
		  pmu_work_dtlb_write, PAGES },
		{ "raw v2", EVENT_RAW_V2, EVENT_ITLB_MISS, 7, pmu_work_itlb,
		  1 },
	};
	unsigned int count = sizeof(sources) / sizeof(sources[0]);

	sources[0].idx = pmu.fw;
	if (option_given("map=none"))
		count = 3;
	else if (!option_given("map=raw"))
		count -= 2;
	return n < count ? &sources[n] : NULL;
}

struct sbiret pmu_source_config(const struct pmu_source *s, unsigned long flags)
{
	return pmu_config(s->idx, 1, flags, s->event_idx, s->event_data);
}
