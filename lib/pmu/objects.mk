# SPDX-License-Identifier: BSD-2-Clause
lib-pmu-objs-y += pmu_call.o
lib-pmu-objs-y += pmu_counter.o
lib-pmu-objs-y += pmu_event.o
lib-pmu-objs-y += pmu_hart.o
lib-pmu-objs-y += pmu_overflow.o
lib-pmu-objs-y += pmu_snapshot.o
