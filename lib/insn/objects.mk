# SPDX-License-Identifier: BSD-2-Clause
lib-insn-objs-y += insn.o
lib-insn-objs-y += insn_rvc.o
