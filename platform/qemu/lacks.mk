# SPDX-License-Identifier: GPL-2.0-or-later
#
# Tests ask with lacks-answer, in the shell of a recipe, what QEMU lacks of what
# it claims; lacks-program is its prerequisite.

lacks-program := $(O)/qemu/lacks.elf
lacks-answer = $$(sh platform/qemu/lacks.sh $(lacks-program))

$(lacks-program): platform/qemu/lacks.S | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  AS       $<"
	@$(CROSS_COMPILE)gcc -march=rv64imac_zicsr -mabi=lp64 -nostdlib -static \
		-no-pie -Wl,-Ttext=0x80000000,--build-id=none -o $@ $<
