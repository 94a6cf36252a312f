/* SPDX-License-Identifier: BSD-2-Clause */
/* Functions of OpenSBI that override.c wraps, as the linker names them. */
#ifndef OVERRIDE_H
#define OVERRIDE_H

#include <sbi/sbi_domain.h>
#include <sbi/sbi_scratch.h>
#include <sbi/sbi_tlb.h>
#include <sbi/sbi_trap.h>
#include <sbi_utils/ipi/aclint_mswi.h>

void __noreturn __real_sbi_init(struct sbi_scratch *scratch);
void __noreturn __wrap_sbi_init(struct sbi_scratch *scratch);
int __real_sbi_hsm_init(struct sbi_scratch *scratch, bool cold_boot);
int __wrap_sbi_hsm_init(struct sbi_scratch *scratch, bool cold_boot);
int __real_sbi_hart_init(struct sbi_scratch *scratch, bool cold_boot);
int __wrap_sbi_hart_init(struct sbi_scratch *scratch, bool cold_boot);
int __real_sbi_hart_reinit(struct sbi_scratch *scratch);
int __wrap_sbi_hart_reinit(struct sbi_scratch *scratch);
int __real_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1);
int __wrap_sbi_hsm_hart_suspend(struct sbi_scratch *scratch, u32 suspend_type,
				ulong raddr, ulong rmode, ulong arg1);
int __real_sbi_scratch_init(struct sbi_scratch *scratch);
int __wrap_sbi_scratch_init(struct sbi_scratch *scratch);
int __real_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque);
int __wrap_sbi_system_suspend(u32 sleep_type, ulong resume_addr, ulong opaque);
int __wrap_sbi_tlb_request(ulong hmask, ulong hbase,
			   struct sbi_tlb_info *tinfo);
int __wrap_sbi_ipi_send_smode(ulong hmask, ulong hbase);
int __real_sbi_ipi_send_many(ulong hmask, ulong hbase, u32 event, void *data);
int __wrap_sbi_ipi_send_many(ulong hmask, ulong hbase, u32 event, void *data);
int __real_sbi_ipi_send_halt(ulong hmask, ulong hbase);
int __wrap_sbi_ipi_send_halt(ulong hmask, ulong hbase);
int __real_aclint_mswi_cold_init(struct aclint_mswi_data *mswi);
int __wrap_aclint_mswi_cold_init(struct aclint_mswi_data *mswi);
void __real_sbi_ipi_process(void);
void __wrap_sbi_ipi_process(void);
void __noreturn __real_sbi_hsm_hart_start_finish(struct sbi_scratch *scratch,
						 u32 hartid);
void __noreturn __wrap_sbi_hsm_hart_start_finish(struct sbi_scratch *scratch,
						 u32 hartid);
void __noreturn __real_sbi_hart_switch_mode(unsigned long arg0,
					    unsigned long arg1,
					    unsigned long next_addr,
					    unsigned long next_mode,
					    bool next_virt);
void __noreturn __wrap_sbi_hart_switch_mode(unsigned long arg0,
					    unsigned long arg1,
					    unsigned long next_addr,
					    unsigned long next_mode,
					    bool next_virt);
void __noreturn __real_sbi_exit(struct sbi_scratch *scratch);
void __noreturn __wrap_sbi_exit(struct sbi_scratch *scratch);
int __real_sbi_domain_context_enter(struct sbi_domain *dom);
int __wrap_sbi_domain_context_enter(struct sbi_domain *dom);
int __real_sbi_domain_context_exit(void);
int __wrap_sbi_domain_context_exit(void);
void __real_sbi_update_hartindex_to_domain(u32 hartindex,
					   struct sbi_domain *dom);
void __wrap_sbi_update_hartindex_to_domain(u32 hartindex,
					   struct sbi_domain *dom);
int __real_sbi_domain_finalize(struct sbi_scratch *scratch);
int __wrap_sbi_domain_finalize(struct sbi_scratch *scratch);
int __real_sbi_hsm_hart_start(struct sbi_scratch *scratch,
			      const struct sbi_domain *dom, u32 hartid,
			      ulong saddr, ulong smode, ulong arg1);
int __wrap_sbi_hsm_hart_start(struct sbi_scratch *scratch,
			      const struct sbi_domain *dom, u32 hartid,
			      ulong saddr, ulong smode, ulong arg1);
int __real_sbi_hsm_hart_stop(struct sbi_scratch *scratch, bool exitnow);
int __wrap_sbi_hsm_hart_stop(struct sbi_scratch *scratch, bool exitnow);
void __noreturn __real_sbi_system_reset(u32 reset_type, u32 reset_reason);
void __noreturn __wrap_sbi_system_reset(u32 reset_type, u32 reset_reason);
void __real_fdt_cpu_fixup(void *fdt);
void __wrap_fdt_cpu_fixup(void *fdt);
void *__real_sbi_memcpy(void *dest, const void *src, size_t count);
void *__wrap_sbi_memcpy(void *dest, const void *src, size_t count);
int __real_sbi_ecall_init(void);
int __wrap_sbi_ecall_init(void);
int __real_sbi_double_trap_handler(struct sbi_trap_context *tcntx);
int __wrap_sbi_double_trap_handler(struct sbi_trap_context *tcntx);
void __noreturn __real_sbi_hart_hang(void);
void __noreturn __wrap_sbi_hart_hang(void);

#endif
