# SPDX-License-Identifier: BSD-2-Clause
host-run-objs-y += run.o
host-run-objs-y += run_host.o
host-run-objs-y += run_image.o
host-run-objs-y += run_trace.o
