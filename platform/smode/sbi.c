// SPDX-License-Identifier: BSD-2-Clause
/* SBI calls as C functions. */
#include "print.h"
#include "sbi.h"

#define SPLIT(value)            \
	(unsigned long)(value), \
		(unsigned long)(__riscv_xlen == 32 ? (u64)(value) >> 32 : 0)

struct sbiret sbi_ecall(unsigned long eid, unsigned long fid, unsigned long a0,
			unsigned long a1, unsigned long a2, unsigned long a3,
			unsigned long a4, unsigned long a5)
{
	register unsigned long r0 __asm__("a0") = a0;
	register unsigned long r1 __asm__("a1") = a1;
	register unsigned long r2 __asm__("a2") = a2;
	register unsigned long r3 __asm__("a3") = a3;
	register unsigned long r4 __asm__("a4") = a4;
	register unsigned long r5 __asm__("a5") = a5;
	register unsigned long r6 __asm__("a6") = fid;
	register unsigned long r7 __asm__("a7") = eid;

	__asm__ volatile("ecall"
			 : "+r"(r0), "+r"(r1)
			 : "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r6), "r"(r7)
			 : "memory");
	return (struct sbiret){ (long)r0, r1 };
}

struct sbiret sbi_probe_extension(unsigned long eid)
{
	return sbi_ecall(SBI_EXT_BASE, SBI_EXT_BASE_PROBE_EXT, eid, 0, 0, 0, 0,
			 0);
}

struct sbiret sbi_set_timer(u64 when)
{
	return sbi_ecall(SBI_EXT_TIME, SBI_EXT_TIME_SET_TIMER, SPLIT(when), 0,
			 0, 0, 0);
}

struct sbiret sbi_send_ipi(unsigned long mask, unsigned long base)
{
	return sbi_ecall(SBI_EXT_IPI, SBI_EXT_IPI_SEND_IPI, mask, base, 0, 0, 0,
			 0);
}

struct sbiret sbi_hart_status(unsigned long hartid)
{
	return sbi_ecall(SBI_EXT_HSM, SBI_EXT_HSM_HART_GET_STATUS, hartid, 0, 0,
			 0, 0, 0);
}

void sbi_shutdown(bool success)
{
	print_flush();
	for (;;)
		sbi_ecall(SBI_EXT_SRST, SBI_EXT_SRST_RESET,
			  SBI_SRST_RESET_TYPE_SHUTDOWN,
			  success ? SBI_SRST_RESET_REASON_NONE :
				    SBI_SRST_RESET_REASON_SYSFAIL,
			  0, 0, 0, 0);
}

/* --- PMU ------------------------------------------------------------------ */

struct sbiret sbi_pmu(unsigned long fid, unsigned long a0, unsigned long a1,
		      unsigned long a2, unsigned long a3, unsigned long a4,
		      unsigned long a5)
{
	return sbi_ecall(SBI_EXT_PMU, fid, a0, a1, a2, a3, a4, a5);
}

struct sbiret pmu_num_counters(void)
{
	return sbi_pmu(SBI_EXT_PMU_NUM_COUNTERS, 0, 0, 0, 0, 0, 0);
}

struct sbiret pmu_get_info(unsigned long idx)
{
	return sbi_pmu(SBI_EXT_PMU_COUNTER_GET_INFO, idx, 0, 0, 0, 0, 0);
}

struct sbiret pmu_config(unsigned long base, unsigned long mask,
			 unsigned long flags, unsigned long event_idx,
			 u64 event_data)
{
	return sbi_pmu(SBI_EXT_PMU_COUNTER_CFG_MATCH, base, mask, flags,
		       event_idx, SPLIT(event_data));
}

struct sbiret pmu_start(unsigned long base, unsigned long mask,
			unsigned long flags, u64 value)
{
	return sbi_pmu(SBI_EXT_PMU_COUNTER_START, base, mask, flags,
		       SPLIT(value), 0);
}

struct sbiret pmu_stop(unsigned long base, unsigned long mask,
		       unsigned long flags)
{
	return sbi_pmu(SBI_EXT_PMU_COUNTER_STOP, base, mask, flags, 0, 0, 0);
}

struct sbiret pmu_fw_read(unsigned long idx)
{
	return sbi_pmu(SBI_EXT_PMU_COUNTER_FW_READ, idx, 0, 0, 0, 0, 0);
}

struct sbiret pmu_fw_read_hi(unsigned long idx)
{
	return sbi_pmu(SBI_EXT_PMU_COUNTER_FW_READ_HI, idx, 0, 0, 0, 0, 0);
}

struct sbiret pmu_set_shmem(unsigned long low, unsigned long high,
			    unsigned long flags)
{
	return sbi_pmu(SBI_EXT_PMU_SNAPSHOT_SET_SHMEM, low, high, flags, 0, 0,
		       0);
}

struct sbiret pmu_event_info(unsigned long low, unsigned long high,
			     unsigned long count, unsigned long flags)
{
	return sbi_pmu(SBI_EXT_PMU_EVENT_GET_INFO, low, high, count, flags, 0,
		       0);
}
