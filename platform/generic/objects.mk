# SPDX-License-Identifier: BSD-2-Clause
platform-generic-objs-y += ctr_glue.o
platform-generic-objs-y += ctr_trap_glue.o
platform-generic-objs-y += fast_glue.o
platform-generic-objs-y += illegal_glue.o
platform-generic-objs-y += override.o
platform-generic-objs-y += pmu_context_glue.o
platform-generic-objs-y += pmu_glue.o
platform-generic-objs-y += pmudev_glue.o
platform-generic-objs-y += shmem_glue.o

# Calls between objects of OpenSBI that go through override.c
firmware-wraps-y += fdt_cpu_fixup
firmware-wraps-y += sbi_domain_context_enter
firmware-wraps-y += sbi_domain_context_exit
firmware-wraps-y += sbi_ecall_init
firmware-wraps-y += sbi_hart_hang
firmware-wraps-y += sbi_hart_init
firmware-wraps-y += sbi_hart_reinit
firmware-wraps-y += sbi_hsm_hart_suspend
firmware-wraps-y += sbi_init
firmware-wraps-y += sbi_printf
firmware-wraps-y += sbi_scratch_init
firmware-wraps-y += sbi_system_suspend
firmware-wraps-y += sbi_tlb_request
firmware-wraps-y += sbi_trap_redirect
firmware-wraps-y += sbi_update_hartindex_to_domain
