# SPDX-License-Identifier: GPL-2.0-or-later
#
# Plugins for QEMU: plugin_NAME.c becomes $(O)/qemu/plugin_NAME.so.

plugin-flags := -std=gnu11 -Wall -Wextra -Werror -fPIC -fvisibility=hidden \
	-shared

$(O)/qemu/plugin_%.so: platform/qemu/plugin_%.c platform/qemu/qemu_plugin.h \
		platform/qemu/plugin.mk | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  PLUGIN   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(plugin-flags) $(CPPFLAGS) $(LDFLAGS) -o $@ $<
