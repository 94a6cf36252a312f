# SPDX-License-Identifier: BSD-2-Clause
# The folders of files with unique names; generic-srcs: where files of them are
generic-rooms := ctr harts hooks judges pmu trace
generic-srcs = $(foreach f,$1,$(wildcard $(generic-rooms:%=platform/generic/%/$f.c)))

platform-generic-objs-y += ctr/ctr_glue.o
platform-generic-objs-y += ctr/ctr_trap_glue.o
platform-generic-objs-y += fast/console_guard.o
platform-generic-objs-y += fast/console_try.o
platform-generic-objs-y += fast/fast_calls.o
platform-generic-objs-y += fast/fast_glue.o
platform-generic-objs-y += fast/fast_promises.o
platform-generic-objs-y += fast/fast_uart.o
platform-generic-objs-y += fast/trap.o
platform-generic-objs-y += harts/fence_call.o
platform-generic-objs-y += harts/fence_glue.o
platform-generic-objs-y += harts/fence_local.o
platform-generic-objs-y += harts/fence_mswi.o
platform-generic-objs-y += harts/owner_glue.o
platform-generic-objs-y += harts/owner_memory.o
platform-generic-objs-y += harts/owner_state.o
platform-generic-objs-y += harts/reach_glue.o
platform-generic-objs-y += hooks/banner.o
platform-generic-objs-y += hooks/console_glue.o
platform-generic-objs-y += hooks/console_printf.o
platform-generic-objs-y += hooks/csr_num.o
platform-generic-objs-y += hooks/override.o
platform-generic-objs-y += hooks/life.o
platform-generic-objs-y += hooks/save_restore.o
platform-generic-objs-y += judges/access_glue.o
platform-generic-objs-y += judges/dbcn_glue.o
platform-generic-objs-y += judges/dbtr_glue.o
platform-generic-objs-y += judges/features_glue.o
platform-generic-objs-y += judges/fp_glue.o
platform-generic-objs-y += judges/insn_glue.o
platform-generic-objs-y += judges/misaligned_glue.o
platform-generic-objs-y += judges/mpxy_glue.o
platform-generic-objs-y += judges/shmem_copy.o
platform-generic-objs-y += judges/shmem_glue.o
platform-generic-objs-y += judges/shmem_guard.o
platform-generic-objs-y += judges/sse_glue.o
platform-generic-objs-y += judges/sse_host_glue.o
platform-generic-objs-y += judges/system_glue.o
platform-generic-objs-y += pmu/events_glue.o
platform-generic-objs-y += pmu/events_once.o
platform-generic-objs-y += pmu/pmu_context_glue.o
platform-generic-objs-y += pmu/pmu_glue.o
platform-generic-objs-y += pmu/pmu_map_glue.o
platform-generic-objs-y += pmu/pmudev_glue.o
platform-generic-objs-y += pmu/predict_glue.o
platform-generic-objs-y += trace/fdt_trace.o
platform-generic-objs-y += trace/fdt_trace_bus.o
platform-generic-objs-y += trace/fdt_trace_ends.o
platform-generic-objs-y += trace/fdt_trace_near.o
platform-generic-objs-y += trace/fdt_trace_next.o
platform-generic-objs-y += trace/fdt_trace_walk.o
platform-generic-objs-y += trace/trace_domain_glue.o
platform-generic-objs-y += trace/trace_piece_glue.o
platform-generic-objs-y += trace/trace_place_glue.o
platform-generic-objs-y += trace/trace_pmp_glue.o
platform-generic-objs-y += trace/trace_table.o

# What uses trace hardware; TRACE=off: what only closes it
platform-generic-trace-on-y += trace/ecall_trace.o
platform-generic-trace-on-y += trace/trace_glue.o
platform-generic-trace-on-y += trace/trace_report_glue.o
platform-generic-trace-on-y += trace/trace_trap_glue.o
platform-generic-trace-on-y += trace/trace_walk_glue.o
platform-generic-trace-off-y += trace/trace_off_glue.o
platform-generic-objs-y += $(platform-generic-trace-$(TRACE)-y)

# Calls and traps wait for these
platform-generic-fast-y += ctr/ctr_trap_glue.o
platform-generic-fast-y += harts/fence_glue.o
platform-generic-fast-y += harts/fence_local.o
platform-generic-fast-y += judges/access_glue.o
platform-generic-fast-y += judges/shmem_glue.o
platform-generic-fast-y += judges/shmem_guard.o
platform-generic-fast-y += trace/fdt_trace_walk.o
platform-generic-fast-y += trace/trace_off_glue.o
platform-generic-fast-y += trace/trace_place_glue.o
platform-generic-fast-y += trace/trace_trap_glue.o
platform-generic-fast-y += trace/trace_walk_glue.o

# Calls between objects of OpenSBI that go through functions of ours
firmware-wraps := $(shell sed -n 's/^HOOK[A-Z_]*(\([a-z0-9_]*\)[,)].*;$$/\1/p' \
	platform/generic/include/hooks.h)
