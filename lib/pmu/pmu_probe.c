// SPDX-License-Identifier: BSD-2-Clause
/*
 * The mhpmcounters of a hart and their widths, by values that are written and
 * read back. A counter may count meanwhile: some ignore mcountinhibit, some
 * harts have none. So no value that is written has its lowest bits set, which
 * take the increase until the value is read.
 */
#include "pmu_internal.h"

/* Counts of a counter while it is probed are fewer than 2 to the power of
 * this. */
#define PROBE_SLACK 16u

static unsigned long pmu_probe_back(unsigned int csr, unsigned long value)
{
	hart_csr_write_num(csr, value);
	return hart_csr_read_num(csr);
}

/* For up to PROBE_SLACK bits: the highest one that can be set alone. */
static unsigned int pmu_probe_narrow(unsigned int csr)
{
	unsigned int bits = PROBE_SLACK;

	while (bits &&
	       !(pmu_probe_back(csr, 1ul << (bits - 1)) >> (bits - 1) & 1))
		bits--;
	return bits;
}

/* Bits of a counter, on RV32 of one half; 0: it does not exist, or is a
 * constant. */
static unsigned int pmu_probe_register(unsigned int csr)
{
	unsigned int bits = 0;
	unsigned long old, found;

	if (!hart_csr_try_read_num(csr, &old))
		return 0;
	found = pmu_probe_back(csr, (unsigned long)bits_low64(hart_xlen()) &
					    ~bits_low64(PROBE_SLACK));
	if (found >> PROBE_SLACK)
		bits = bits_fls64(found) + 1;
	else if (found | pmu_probe_back(csr, 0x5555))
		bits = pmu_probe_narrow(csr);
	hart_csr_write_num(csr, old);
	return bits;
}

static unsigned int pmu_probe_counter(unsigned int n)
{
	unsigned int bits = pmu_probe_register(HART_MCOUNTER_BASE + n);

	if (bits == 32 && hart_xlen() == 32)
		bits += pmu_probe_register(HART_MCOUNTERH_BASE + n);
	return bits;
}

u32 pmu_probe(u8 bits[PMU_HW_MAX])
{
	unsigned long gates;
	bool gated = hart_csr_try_read(CSR_MCOUNTINHIBIT, &gates);
	unsigned int n;
	u32 found = 0;

	if (gated)
		hart_csr_write(CSR_MCOUNTINHIBIT, ~(u32)2);
	for (n = 3; n < PMU_HW_MAX; n++) {
		bits[n] = (u8)pmu_probe_counter(n);
		if (bits[n])
			found |= (u32)BIT64(n);
	}
	if (gated)
		hart_csr_write(CSR_MCOUNTINHIBIT, gates);
	return found;
}
