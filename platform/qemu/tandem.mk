# SPDX-License-Identifier: GPL-2.0-or-later
#
# The producer of tandem trace, plugin_tandem.so: docs/qemu-tandem.md.

plugin-tandem-objs := $(addprefix platform/qemu/,producer_csr.o \
	producer_memory.o producer_options.o producer_out.o producer_pages.o \
	producer_registers.o producer_step.o producer_trap.o tandem_effect.o \
	tandem_effects.o) \
	$(lib-insn-objs-y:%=lib/insn/%) $(lib-tandem-objs-y:%=lib/tandem/%)

$(O)/qemu/plugin_tandem.so: $(plugin-tandem-objs:%=$(O)/qemu/obj/%)
