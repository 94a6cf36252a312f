# SPDX-License-Identifier: BSD-2-Clause
lib-insn-objs-y += insn.o
lib-insn-objs-y += insn_expand.o
lib-insn-objs-y += insn_fields.o
lib-insn-objs-y += insn_rvc.o
lib-insn-objs-y += insn_word.o
