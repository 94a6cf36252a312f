# SPDX-License-Identifier: GPL-2.0-or-later
#
# Plugins for QEMU, $(O)/qemu/plugin_NAME.so: each lists its objects.

plugin-flags := -std=gnu11 -Wall -Wextra -Werror -fPIC -fvisibility=hidden \
	-D_GNU_SOURCE -Iinclude -DOPENSBI_EXTERNAL_SBI_TYPES=base/types.h \
	$(build-paths) -MMD -MP

# All that plugins do is done for each block of code that a hart executes
plugin-cflags = $(patsubst -O2,-O3,$(HOST_CFLAGS))

# What retired: observer/retire.h
plugin-retire-objs := $(addprefix $(O)/qemu/obj/, \
	$(addprefix platform/qemu/observer/,code.o flow.o reg.o retire.o) \
	$(lib-insn-objs-y:%=lib/insn/%))
plugin-ntrace-objs := $(lib-ntrace-objs-y:%=$(O)/qemu/obj/lib/ntrace/%)

$(O)/qemu/obj/%.o: %.c platform/qemu/plugin.mk | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  PLUGINCC $<"
	@$(HOST_CC) $(plugin-cflags) $(plugin-flags) $(CPPFLAGS) -c -o $@ $<

$(O)/qemu/plugin_%.so:
	@echo "  PLUGIN   $@"
	@$(HOST_CC) $(HOST_CFLAGS) -shared $(LDFLAGS) -o $@ $(filter %.o,$^) \
		$(LDLIBS)

# Make would take them for intermediate files
.PRECIOUS: $(O)/qemu/obj/%.o

-include $(wildcard $(O)/qemu/obj/*/*/*.d $(O)/qemu/obj/*/*/*/*.d)
