# SPDX-License-Identifier: BSD-2-Clause
host-perf-objs-y += perf.o
host-perf-objs-y += perf_branches.o
host-perf-objs-y += perf_channel.o
host-perf-objs-y += perf_code.o
host-perf-objs-y += perf_decode.o
host-perf-objs-y += perf_file.o perf_jit.o perf_made.o
host-perf-objs-y += perf_inject.o
host-perf-objs-y += perf_jit.o
host-perf-objs-y += perf_jit_records.o
host-perf-objs-y += perf_made.o
host-perf-objs-y += perf_object.o
host-perf-objs-y += perf_options.o
host-perf-objs-y += perf_place.o
host-perf-objs-y += perf_report.o
host-perf-objs-y += perf_script.o
host-perf-objs-y += perf_tasks.o
host-perf-objs-y += perf_timeline.o
