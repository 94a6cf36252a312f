# SPDX-License-Identifier: BSD-2-Clause
platform-generic-objs-y += override.o
platform-generic-objs-y += pmu_glue.o
platform-generic-objs-y += pmudev_glue.o
platform-generic-objs-y += shmem_glue.o

# Calls between objects of OpenSBI that go through override.c
firmware-wraps-y += sbi_hart_reinit
firmware-wraps-y += sbi_hsm_hart_suspend
firmware-wraps-y += sbi_system_suspend
firmware-wraps-y += sbi_tlb_request
