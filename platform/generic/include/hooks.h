/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The one list of functions of OpenSBI whose calls from other objects go through
 * ours. A row declares both as OpenSBI's header declares the function, so that the
 * compiler notices when a release changes it; the makefiles take the linker's
 * --wrap from the rows, and the link fails if a release has lost such a call.
 */
#ifndef HOOKS_H
#define HOOKS_H

/* Others use its structure without a declaration. */
#include <sbi/sbi_scratch.h>

#include <sbi/sbi_console.h>
#include <sbi/sbi_dbtr.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_domain_context.h>
#include <sbi/sbi_double_trap.h>
#include <sbi/sbi_ecall.h>
#include <sbi/sbi_fwft.h>
#include <sbi/sbi_hart.h>
#include <sbi/sbi_hsm.h>
#include <sbi/sbi_init.h>
#include <sbi/sbi_ipi.h>
#include <sbi/sbi_mpxy.h>
#include <sbi/sbi_sse.h>
#include <sbi/sbi_string.h>
#include <sbi/sbi_system.h>
#include <sbi/sbi_timer.h>
#include <sbi/sbi_tlb.h>
#include <sbi/sbi_trap.h>
#include <sbi/sbi_trap_ldst.h>
#include <sbi_utils/fdt/fdt_fixup.h>
#include <sbi_utils/ipi/aclint_mswi.h>
#include <sbi_utils/serial/uart8250.h>

/* A function of OpenSBI, and ours */
#define HOOK(name) extern __typeof__(name) __real_##name, __wrap_##name
/* Without a driver that switches domains nothing calls it. */
#define HOOK_DRIVER(name) HOOK(name)
/* It does not return. */
#define HOOK_NORETURN(name)                               \
	extern __typeof__(name) __real_##name __noreturn, \
		__wrap_##name __noreturn
/* Ours is assembly, which has no prototype. */
#define HOOK_ASSEMBLY(name) _Static_assert(true, #name)
/* Some releases lack it, and have no prototype of it. */
#define HOOK_SOME(name, ...)                                          \
	extern void __real_##name(__VA_ARGS__) __attribute__((weak)); \
	extern void __wrap_##name(__VA_ARGS__)

/* hooks/life.c */
HOOK_NORETURN(sbi_init);
HOOK(sbi_hsm_init);
HOOK(sbi_hart_init);
HOOK(sbi_hart_reinit);
HOOK(sbi_hsm_hart_suspend);
HOOK(sbi_hsm_hart_start);
HOOK_NORETURN(sbi_hsm_hart_start_finish);
HOOK_NORETURN(sbi_hart_switch_mode);
HOOK(sbi_hsm_hart_stop);
HOOK_NORETURN(sbi_exit);
HOOK_NORETURN(sbi_hart_hang);
HOOK(sbi_system_suspend);
HOOK_NORETURN(sbi_system_reset);
HOOK_DRIVER(sbi_update_hartindex_to_domain);
HOOK_DRIVER(sbi_domain_context_enter);
HOOK_DRIVER(sbi_domain_context_exit);
HOOK(sbi_domain_finalize);

/* hooks/override.c */
HOOK(aclint_mswi_cold_init);
HOOK(fdt_cpu_fixup);
HOOK(sbi_double_trap_handler);
HOOK(sbi_ecall_init);
HOOK(sbi_ipi_process);
HOOK(sbi_ipi_send_halt);
HOOK(sbi_ipi_send_many);
HOOK(sbi_ipi_send_smode);
HOOK(sbi_memcpy);
HOOK(sbi_scratch_init);
HOOK(sbi_tlb_request);

/* ctr/ctr_trap_glue.c */
HOOK(sbi_trap_handler);
HOOK(sbi_trap_redirect);

/* fast/console_guard.c */
HOOK(sbi_console_set_device);

/* fast/fast_uart.c */
HOOK(uart8250_init);

/* hooks/console_printf.S */
HOOK_ASSEMBLY(sbi_printf);

/* hooks/csr_num.S */
HOOK_ASSEMBLY(csr_read_num);
HOOK_ASSEMBLY(csr_write_num);

/* judges/dbtr_glue.c */
HOOK(sbi_dbtr_init);

/* judges/features_glue.c */
HOOK(sbi_fwft_get);
HOOK(sbi_fwft_init);
HOOK(sbi_fwft_set);

/* judges/fp_glue.c */
HOOK_SOME(sbi_fp_restore, const void *context);
HOOK_SOME(sbi_fp_save, void *context);

/* judges/misaligned_glue.c */
HOOK(sbi_misaligned_load_handler);
HOOK(sbi_misaligned_store_handler);

/* judges/mpxy_glue.c */
HOOK(sbi_mpxy_read_attrs);
HOOK(sbi_mpxy_register_channel);
HOOK(sbi_mpxy_set_shmem);
HOOK(sbi_mpxy_write_attrs);

/* judges/shmem_glue.c */
HOOK(sbi_domain_check_addr_range);

/* judges/sse_glue.c */
HOOK(sbi_scratch_alloc_offset);
HOOK(sbi_sse_add_event);
HOOK(sbi_sse_exit);
HOOK(sbi_sse_init);

/* judges/sse_host_glue.c */
HOOK(sbi_sse_complete);

/* pmu/pmu_glue.c */
HOOK(sbi_hart_mhpm_mask);

/* pmu/predict_glue.c */
HOOK(sbi_timer_process);

/* trace/trace_trap_glue.c */
HOOK(sbi_load_access_handler);
HOOK(sbi_store_access_handler);

#endif
