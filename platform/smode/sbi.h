/* SPDX-License-Identifier: BSD-2-Clause */
/* SBI calls as C functions; the names are those of the specification. */
#ifndef SMODE_SBI_H
#define SMODE_SBI_H

#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_error.h>
#include <sbi/sbi_types.h>

/** Results of an SBI call, in a0 and a1. */
struct sbiret {
	long error;
	unsigned long value;
};

struct sbiret sbi_ecall(unsigned long eid, unsigned long fid, unsigned long a0,
			unsigned long a1, unsigned long a2, unsigned long a3,
			unsigned long a4, unsigned long a5);

static inline struct sbiret sbi_arguments(unsigned long eid, unsigned long fid,
					  const unsigned long a[6])
{
	return sbi_ecall(eid, fid, a[0], a[1], a[2], a[3], a[4], a[5]);
}

/** sbi_ecall(); arguments that are left out are 0. */
#define sbi(eid, fid, ...) \
	sbi_arguments(eid, fid, (const unsigned long[6]){ __VA_ARGS__ })

/**
 * An SBI call with all registers set.
 * @param regs x1 to x31, loaded before the call and stored after it; sp is only
 *	stored, and x0 gets the value of sp before the call
 */
void sbi_call_registers(unsigned long regs[32]);

struct sbiret sbi_probe_extension(unsigned long eid);
struct sbiret sbi_set_timer(u64 when);
struct sbiret sbi_send_ipi(unsigned long mask, unsigned long base);
struct sbiret sbi_hart_status(unsigned long hartid);

/** Switch the machine off; success sets QEMU's exit status. */
void sbi_shutdown(bool success) __attribute__((noreturn));

/* --- PMU ------------------------------------------------------------------ */

struct sbiret sbi_pmu(unsigned long fid, unsigned long a0, unsigned long a1,
		      unsigned long a2, unsigned long a3, unsigned long a4,
		      unsigned long a5);
struct sbiret pmu_num_counters(void);
struct sbiret pmu_get_info(unsigned long idx);
struct sbiret pmu_config(unsigned long base, unsigned long mask,
			 unsigned long flags, unsigned long event_idx,
			 u64 event_data);
struct sbiret pmu_start(unsigned long base, unsigned long mask,
			unsigned long flags, u64 value);
struct sbiret pmu_stop(unsigned long base, unsigned long mask,
		       unsigned long flags);
struct sbiret pmu_fw_read(unsigned long idx);
struct sbiret pmu_fw_read_hi(unsigned long idx);
struct sbiret pmu_set_shmem(unsigned long low, unsigned long high,
			    unsigned long flags);
struct sbiret pmu_event_info(unsigned long low, unsigned long high,
			     unsigned long count, unsigned long flags);

#endif
