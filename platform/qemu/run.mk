# SPDX-License-Identifier: GPL-2.0-or-later
#
# "make run": see the firmware at work on QEMU's virt machine.

# What to boot: RV32 or RV64, number of harts, properties of the CPU; the Linux
# targets take the last two as well
XLEN ?= 64
SMP ?= 4
CPU ?= sscofpmf=true
# What "make run" has beyond that, if nobody asked for something else: Control
# Transfer Records. On RV32 QEMU's Smstateen has no bit that lets S-mode at them.
run-ctr-32 := smcsrind=true,sscsrind=true,smctr=true,ssctr=true
run-ctr-64 := smstateen=true,$(run-ctr-32)

ifeq ($(filter $(XLEN),32 64),)
$(error XLEN is 32 or 64, not '$(XLEN)')
endif

# Snapshots are shown unless they were asked not to be, whatever the default of
# the firmware is: the device tree has the last word.
run-snapshot := $(if $(filter file default,$(origin PMU_SNAPSHOT)),on,$(PMU_SNAPSHOT))
run-comma := ,
run-cpu := $(CPU)$(if $(filter file,$(origin CPU)),$(run-comma)$(run-ctr-$(XLEN)))
run-qemu := sh platform/qemu/qemu.sh --xlen $(XLEN) --smp $(SMP) --cpu '$(run-cpu)'
run-dtb := $(O)/run/virt.dtb

# Two harts, a funnel and a RAM sink, which only the firmware may touch
run-trace := $(O)/run/trace
run-trace-elf := $(O)/rv$(XLEN)/demo/trace.elf
run-trace-qemu := sh platform/qemu/qemu.sh --xlen $(XLEN) --smp 2 --cpu '$(CPU)'

# -icount makes QEMU count instructions instead of the host's time.
.PHONY: run
run: $(O)/rv$(XLEN)/fw_dynamic.bin $(O)/rv$(XLEN)/demo/demo.elf \
		$(run-trace-elf) $(O)/qemu/plugin_trace.so \
		$(O)/host/hartscope | $(O)/.setup/qemu
	@mkdir -p $(@D) $(O)/run
	@$(run-qemu) --dumpdtb $(run-dtb) 2>$(O)/run/log || \
		{ cat $(O)/run/log >&2; exit 1; }
	@fdtput -t s $(run-dtb) /chosen hartscope,pmu-snapshot $(run-snapshot)
	@$(run-qemu) --firmware $(O)/rv$(XLEN)/fw_dynamic.bin --dtb $(run-dtb) \
		--kernel $(O)/rv$(XLEN)/demo/demo.elf --timeout 60 \
		-- -icount shift=0 | tee $(O)/run/console
	@grep -q 'All of it works' $(O)/run/console || \
		{ echo 'make run: the payload did not say that all works' >&2; exit 1; }
	@rm -f $(run-trace).*
	@$(run-trace-qemu) --dumpdtb $(run-trace).dtb 2>$(O)/run/log || \
		{ cat $(O)/run/log >&2; exit 1; }
	@python3 platform/qemu/machine/trace_machine.py $(run-trace).dtb \
		trace-funnel mediated --hardware $(run-trace).hardware.dtb \
		--firmware $(run-trace).dtb
	@{ $(run-trace-qemu) --firmware $(O)/rv$(XLEN)/fw_dynamic.bin \
		--dtb $(run-trace).dtb --kernel $(run-trace-elf) --timeout 60 \
		--trace $(run-trace).hardware.dtb --trace-plugin \
		$(O)/qemu/plugin_trace.so,record=$(run-trace).record \
		-- -icount shift=0 || echo failed >$(run-trace).failed; } | \
		tee $(run-trace).console | \
		sed -un '/^A trace of/,$$ { s/^A trace of/\n&/; /^# /!p }'
	@test ! -e $(run-trace).failed || \
		{ cat $(run-trace).console >&2; \
		echo 'make run: the traced payload failed' >&2; exit 1; }
	@python3 firmware/demo/show_trace.py --build $(O) \
		--image $(run-trace-elf) --console $(run-trace).console \
		--tree $(run-trace).dtb
	@rm -f $(run-trace).hardware.dtb.ram
