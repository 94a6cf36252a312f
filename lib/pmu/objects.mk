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

# Nobody waits for what these do: hot calls are in platform/generic/fast/trap.S
lib-pmu-small-y += pmu_call.o
lib-pmu-small-y += pmu_config.o
lib-pmu-small-y += pmu_context.o
lib-pmu-small-y += pmu_counter.o
lib-pmu-small-y += pmu_event.o
lib-pmu-small-y += pmu_hart.o
lib-pmu-small-y += pmu_map.o
lib-pmu-small-y += pmu_overflow.o
lib-pmu-small-y += pmu_predict.o
lib-pmu-small-y += pmu_snapshot.o
