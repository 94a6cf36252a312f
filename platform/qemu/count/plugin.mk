# SPDX-License-Identifier: GPL-2.0-or-later
#
# What a guest executes, for the benchmarks; and what its counters count.

$(O)/qemu/plugin_blocks.so: $(O)/qemu/obj/platform/qemu/count/blocks.o
$(O)/qemu/plugin_count.so: $(O)/qemu/obj/platform/qemu/count/count.o
$(O)/qemu/plugin_select.so: $(O)/qemu/obj/platform/qemu/count/select.o
$(O)/qemu/plugin_tasks.so: $(O)/qemu/obj/platform/qemu/count/tasks.o
