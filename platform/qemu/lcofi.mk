# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tests ask with lcofi-answer, in the shell of a recipe, whether QEMU has
# overflow interrupts; lcofi-program is its prerequisite.

lcofi-program := $(O)/qemu/lcofi.elf
lcofi-answer = $$(sh platform/qemu/lcofi.sh $(lcofi-program))

$(lcofi-program): platform/qemu/lcofi.S | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  AS       $<"
	@$(CROSS_COMPILE)gcc -march=rv64imac_zicsr -mabi=lp64 -nostdlib -static \
		-no-pie -Wl,-Ttext=0x80000000,--build-id=none -o $@ $<
