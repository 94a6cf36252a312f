# SPDX-License-Identifier: BSD-2-Clause
lib-ctr-objs-y += ctr_hart.o
lib-ctr-objs-y += ctr_harts.o
lib-ctr-objs-y += ctr_isa.o
lib-ctr-objs-y += ctr_mte.o
lib-ctr-objs-y += ctr_records.o

# The record of each trap that M-mode redirects
lib-ctr-fast-y += ctr_records.o
