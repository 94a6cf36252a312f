# SPDX-License-Identifier: BSD-2-Clause
# The host tool as users run it: arguments, files, pipes, exit statuses.

TOOL_OUT := $(O)/host/tool

# As their sources say
$(TOOL_OUT)/add.elf: private tool-ld := -n --no-warn-rwx-segments
$(TOOL_OUT)/%.elf: docs/examples/%.S | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $<"
	@$(CROSS_COMPILE)gcc -c -g -march=rv64imac_zicsr -mabi=lp64 \
		-ffile-prefix-map=$(CURDIR)/docs/examples=. -o $(@:.elf=.o) \
		$(CURDIR)/$<
	@$(CROSS_COMPILE)ld $(tool-ld) -Ttext=0x80000000 -o $@ $(@:.elf=.o)

$(TOOL_OUT)/inlined.elf: tests/tool/inlined.c | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $<"
	@$(CROSS_COMPILE)gcc -g -O1 -march=rv64imac_zicsr -mabi=lp64 -nostdlib \
		-mcmodel=medany -static -ffreestanding -fno-pie -no-pie \
		-fno-asynchronous-unwind-tables \
		-Wl,-Ttext=0x80000000,--build-id=none \
		-ffile-prefix-map=$(CURDIR)=. $< -o $@

.PHONY: run-tool-quick run-tool-full
run-tool-quick: tool-amount := quick
run-tool-full: tool-amount := full
run-tool-full: $(O)/rv64/fw_dynamic.elf
run-tool-full: export FIRMWARE_ELF := $(O)/rv64/fw_dynamic.elf
run-tool-quick run-tool-full: $(O)/host/hartscope $(TOOL_OUT)/program.elf \
		$(TOOL_OUT)/add.elf $(TOOL_OUT)/inlined.elf
	@[ $(tool-amount) = quick ] || sh platform/host/setup.sh readers || \
		echo '# not all programs that read our files are here'
	@OBJCOPY=$(CROSS_COMPILE)objcopy sh tests/tool/run.sh --amount=$(tool-amount) \
		$(O)/results/tool.tally $(O)/host/hartscope $(TOOL_OUT)

# Damaged recordings for the tool under ASan and UBSan: WRECKS (10000) of each kind; viewers
.PHONY: run-tool-long
run-tool-long: $(O)/sanitized/host/hartscope $(TOOL_OUT)/program.elf
	@OBJCOPY=$(CROSS_COMPILE)objcopy sh tests/tool/run.sh --part=wrecks \
		$(O)/results/tool.tally $(O)/sanitized/host/hartscope $(TOOL_OUT)
