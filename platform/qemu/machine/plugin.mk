# SPDX-License-Identifier: GPL-2.0-or-later
#
# The trace hardware of a machine, plugin_trace.so: docs/qemu-trace.md.

plugin-trace-objs := $(addprefix $(O)/qemu/obj/, \
	$(patsubst %.c,%.o,$(wildcard platform/qemu/machine/*.c)))

$(O)/qemu/plugin_trace.so: $(plugin-trace-objs) $(plugin-retire-objs) \
	$(plugin-ntrace-objs)
$(O)/qemu/plugin_trace.so: LDLIBS := -lfdt
