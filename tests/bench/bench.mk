# SPDX-License-Identifier: BSD-2-Clause
#
# Guest instructions per call, counted by a plugin of QEMU, against a budget and
# against stock OpenSBI of the same sources, with its own flags.

bench-objs := bench.o rows.o switch.o traps.o mark.o
bench-plugin := $(O)/qemu/plugin_count.so

# $(call bench-rules,XLEN)
define bench-rules
$(O)/rv$1/bench/%.o: tests/bench/%.c tests/bench/bench.mk $(O)/opensbi/.src \
		| $(O)/.setup/firmware
	@mkdir -p $$(@D)
	@echo "  CC       rv$1 $$<"
	@$(CROSS_COMPILE)gcc $$(smode-arch-$1) $$(smode-cflags) $$(smode-quotes) \
		-MMD -MP -c -o $$@ $$<

$(O)/rv$1/bench/mark.o: tests/bench/mark.S tests/bench/bench.mk | $(O)/.setup/firmware
	@mkdir -p $$(@D)
	@$(CROSS_COMPILE)gcc $$(smode-arch-$1) $$(smode-cflags) -c -o $$@ $$<

$(O)/rv$1/bench/bench.elf: $(bench-objs:%=$(O)/rv$1/bench/%) \
		$(payload-objs:%=$(O)/rv$1/%) platform/smode/payload.lds
	@echo "  LD       $$@"
	@$$(call smode-link,$1)

$(O)/rv$1/bench/state.o: tests/bench/state.c $(O)/.firmware-flags \
		$(O)/opensbi/rv$1/.built
	@mkdir -p $$(@D)
	@$(CROSS_COMPILE)gcc $$(firmware-arch-$1) $$(firmware-cflags) -MMD -MP \
		-c -o $$@ $$<

# Firmware with two domains: stock OpenSBI and hartscope
$(O)/rv$1/bench/fw_stock.elf: $(O)/opensbi/stock-rv$1/.built \
		$(O)/rv$1/obj/tests/bench/bench_firmware.o \
		tests/bench/bench.mk
	@mkdir -p $$(@D)
	@echo "  LD       $$@"
	@$(CROSS_COMPILE)gcc $(firmware-arch-$1) $(firmware-own-ldflags) \
		-Wl,--wrap=sbi_domain_startup \
		-Wl,-T$(O)/opensbi/stock-rv$1/platform/generic/firmware/fw_dynamic.elf.ld \
		-o $$@ $(O)/opensbi/stock-rv$1/platform/generic/firmware/fw_dynamic.o \
		$$(filter %.o,$$^) $(O)/opensbi/stock-rv$1/platform/generic/lib/libplatsbi.a

$(O)/rv$1/bench/fw_ours.elf: $(O)/rv$1/obj/tests/bench/bench_firmware.o \
		$(foreach o,$(firmware-first) $(firmware-objs),$(O)/rv$1/obj/$o) \
		firmware/link.mk tests/bench/bench.mk
	@mkdir -p $$(@D)
	@echo "  LD       $$@"
	@$$(call firmware-link,$1,fw_dynamic,$$<,sbi_domain_startup)

-include $(O)/rv$1/obj/tests/bench/bench_firmware.d
-include $(wildcard $(O)/rv$1/bench/*.d)
endef

$(foreach xlen,64 32,$(eval $(call bench-rules,$(xlen))))

bench-needs := $(foreach x,64 32,$(O)/rv$x/fw_dynamic.bin $(O)/rv$x/fw_notrace.bin \
	$(O)/rv$x/bench/bench.elf $(O)/rv$x/bench/state.o \
	$(O)/rv$x/bench/fw_ours.bin $(O)/rv$x/bench/fw_stock.bin) $(bench-plugin)
bench-run = python3 tests/bench/run.py --build $(O) --cross '$(CROSS_COMPILE)' \
	--table docs/performance.md

bench-linux-image = $(O)/linux/stable
bench-linux-needs = $(bench-linux-image)/initramfs.cpio

.PHONY: bench bench-linux run-bench-quick run-bench-full
bench: $(bench-needs) | $(O)/.setup/qemu
	@$(bench-run) --level full --write

bench-linux: $(bench-needs) $(bench-linux-needs) | $(O)/.setup/qemu
	@$(bench-run) --only none --linux $(bench-linux-image) --write

run-bench-quick: $(bench-needs) | $(O)/.setup/qemu
	@$(bench-run) --level quick --brief --tally $(O)/results/bench.tally

run-bench-full: $(bench-needs) $(bench-linux-needs) | $(O)/.setup/qemu
	@$(bench-run) --level full --brief --tally $(O)/results/bench.tally \
		--linux $(bench-linux-image)
