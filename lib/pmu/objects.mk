# SPDX-License-Identifier: BSD-2-Clause
lib-pmu-objs-y += pmu_call.o
lib-pmu-objs-y += pmu_config.o
lib-pmu-objs-y += pmu_context.o
lib-pmu-objs-y += pmu_counter.o
lib-pmu-objs-y += pmu_event.o
lib-pmu-objs-y += pmu_hart.o
lib-pmu-objs-y += pmu_info.o
lib-pmu-objs-y += pmu_map.o
lib-pmu-objs-y += pmu_overflow.o
lib-pmu-objs-y += pmu_predict.o
lib-pmu-objs-y += pmu_probe.o
lib-pmu-objs-y += pmu_snapshot.o

# Hot calls are in platform/generic/fast/trap.S
lib-pmu-fast-y += pmu_call.o
lib-pmu-fast-y += pmu_context.o
lib-pmu-fast-y += pmu_hart.o
lib-pmu-fast-y += pmu_info.o
lib-pmu-fast-y += pmu_snapshot.o
