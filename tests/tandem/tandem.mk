# SPDX-License-Identifier: BSD-2-Clause
# Tandem trace: its codec and tools, then the whole path: QEMU writes it, the
# host tool reads it. Each part_*.sh is a part of the level; .mk files that sort
# before this one add the files that their parts need.

tandem-needs += $(O)/qemu/plugin_tandem.so $(O)/host/hartscope \
	$(O)/rv64/smode/hsm_test.elf \
	$(O)/qemu/plugin_ntrace.so \
	$(foreach x,64 32,$(O)/host/tandem/returns$x.bin \
		$(O)/host/tandem/tables$x.bin \
		$(O)/host/tandem/triggers$x.bin) $(O)/host/tandem/leaves64.bin \
	$(foreach x,64 32,$(O)/rv$x/fw_dynamic.bin $(O)/rv$x/smode/mix_test.elf)

# Bare, in M-mode at the start of RAM
define bare-binary
@mkdir -p $(@D)
@echo "  AS       $@"
@$(CROSS_COMPILE)gcc $(firmware-arch-$*) -nostdlib -static -no-pie \
	-Wl,-Ttext=0x80000000,--build-id=none,--no-warn-rwx-segments \
	-o $(@:.bin=.elf) $<
@$(CROSS_COMPILE)objcopy -O binary $(@:.bin=.elf) $@
endef

$(O)/host/tandem/returns%.bin: tests/tandem/returns.S tests/tandem/tandem.mk \
		| $(O)/.setup/firmware
	$(bare-binary)

$(O)/host/tandem/tables%.bin: tests/tandem/tables.S tests/tandem/tandem.mk \
		| $(O)/.setup/firmware
	$(bare-binary)

$(O)/host/tandem/triggers%.bin: tests/tandem/triggers.S tests/tandem/tandem.mk \
		| $(O)/.setup/firmware
	$(bare-binary)

$(O)/host/tandem/leaves%.bin: tests/tandem/leaves.S tests/tandem/tandem.mk \
		| $(O)/.setup/firmware
	$(bare-binary)

# The last letter of its name is the way it ends
tandem-needs += $(foreach x,64 32,$(foreach how,0 1 2 3 4 5, \
	$(O)/host/tandem/run$x-$(how).elf))

run-elf = $(CROSS_COMPILE)gcc $(firmware-arch-$1) -DHOW=$2 -nostdlib -static \
	-no-pie -Wl,-n,-Ttext=0x80000000,-Tdata=0x80001000 \
	-Wl,--build-id=none,--no-warn-rwx-segments

$(O)/host/tandem/run64-%.elf: tests/tandem/run.S tests/tandem/tandem.mk \
		| $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  AS       $@"
	@$(call run-elf,64,$*) -o $@ $<

$(O)/host/tandem/run32-%.elf: tests/tandem/run.S tests/tandem/tandem.mk \
		| $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  AS       $@"
	@$(call run-elf,32,$*) -o $@ $<

.PHONY: run-tandem-quick run-tandem-full run-tandem-long
run-tandem-quick run-tandem-full run-tandem-long: run-tandem-%: $(tandem-needs) | $(O)/.setup/qemu
	@sh tests/tandem/run.sh $* $(O)
