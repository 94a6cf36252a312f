# SPDX-License-Identifier: BSD-2-Clause
lib-hartscope-objs-y += hartscope_image.o
lib-hartscope-objs-y += hartscope_insn.o
lib-hartscope-objs-y += hartscope_ntrace_decoder.o
lib-hartscope-objs-y += hartscope_ntrace_encoder.o
lib-hartscope-objs-y += hartscope_tandem.o
lib-hartscope-objs-y += hartscope_tandem_decoder.o
lib-hartscope-objs-y += hartscope_tandem_encoder.o
