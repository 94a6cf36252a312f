# SPDX-License-Identifier: GPL-2.0-or-later
#
# The producer of tandem trace, plugin_tandem.so: docs/qemu-tandem.md.

plugin-tandem-objs := $(addprefix platform/qemu/tandem/,csr.o effect.o \
	effects.o isa.o memory.o options.o out.o pages.o plugin.o ram.o registers.o \
	retired.o step.o trap.o) \
	$(lib-tandem-objs-y:%=lib/tandem/%)

$(O)/qemu/plugin_tandem.so: $(plugin-tandem-objs:%=$(O)/qemu/obj/%) \
	$(plugin-retire-objs)
$(O)/qemu/plugin_tandem.so: LDLIBS := -lfdt
