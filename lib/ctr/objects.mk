# SPDX-License-Identifier: BSD-2-Clause
lib-ctr-objs-y += ctr_hart.o
lib-ctr-objs-y += ctr_harts.o
lib-ctr-objs-y += ctr_isa.o
lib-ctr-objs-y += ctr_mte.o
lib-ctr-objs-y += ctr_records.o
