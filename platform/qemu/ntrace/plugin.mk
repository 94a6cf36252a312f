# SPDX-License-Identifier: GPL-2.0-or-later
#
# The N-Trace of any guest, plugin_ntrace.so: docs/qemu-ntrace.md.

$(O)/qemu/plugin_ntrace.so: $(plugin-retire-objs) $(plugin-ntrace-objs) \
	$(addprefix $(O)/qemu/obj/platform/qemu/ntrace/,hart.o options.o \
		plugin.o task.o view.o)
