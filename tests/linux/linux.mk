# SPDX-License-Identifier: BSD-2-Clause
# Debian's Linux on the firmware: for use by hand, and as the last level of
# tests.

# stable: Debian 13's kernel; newest: sid's. SMP and CPU are those of "make run"
KERNEL ?= stable
# README.md shows it. The count is known: 4 N + N / 8, and some of the kernel.
linux-shown := perf stat -e cycles,instructions,dTLB-load-misses spin loop 120000000
ifeq ($(origin CMD),undefined)
CMD := $(linux-shown)
endif

linux-kernels := stable newest
ifeq ($(filter $(KERNEL),$(linux-kernels)),)
$(error KERNEL is one of $(linux-kernels), not '$(KERNEL)')
endif

linux-own-firmware := $(O)/rv64/fw_dynamic.bin
FIRMWARE ?= $(linux-own-firmware)
linux-firmware = $(filter $(linux-own-firmware),$(FIRMWARE))

$(O)/linux/spin: tests/linux/spin.c | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $<"
	@$(CROSS_COMPILE)gcc -std=gnu11 -O2 -Wall -Wextra -Werror -ffreestanding \
		-fno-pie -static -nostdlib -fno-asynchronous-unwind-tables -o $@ $<

# The list is written again only when other packages are wanted than before
$(O)/linux/%/packages: tests/linux/packages.sh | $(O)/.setup/linux
	@mkdir -p $(@D)
	@sh tests/linux/packages.sh $* >$@

$(O)/linux/%/initramfs.cpio: $(O)/linux/%/packages tests/linux/image.sh \
		tests/linux/init $(O)/linux/spin | $(O)/.setup/linux
	@CROSS_COMPILE='$(CROSS_COMPILE)' sh platform/host/progress.sh \
		"  IMAGE    $(@D)" $(@D)/log '{ n++ } END { print n + 0, "packages" }' \
		xargs -a $< sh tests/linux/image.sh $(@D) tests/linux/init \
		$(O)/linux/spin || { cat $(@D)/log; exit 1; }

# QEMU's counters count the instructions of the whole machine, so they are true for
# one hart.
linux-smp := $(if $(filter file,$(origin SMP)),1,$(SMP))
# Without it they count the host's time
ICOUNT ?= on
linux-icount := $(filter-out off,$(ICOUNT))
linux-tasks := $(if $(linux-icount),$(if $(filter-out 1,$(linux-smp)),\
	$(O)/qemu/plugin_tasks.so))
linux-counts := $(if $(linux-icount),$(if $(linux-tasks),\
	cycles and instructions of a hart are wrong with SMP=$(linux-smp): QEMU counts \
	those of all harts; behind the output is what each task executed,\
	cycles and instructions are counted one by one; each takes a nanosecond of the \
	guest (ICOUNT=off: host's time)),\
	cycles and instructions are nanoseconds of the host (ICOUNT=off))

linux-harts := $(linux-smp) $(if $(filter 1,$(linux-smp)),hart,harts)
linux-boot = sh tests/linux/boot.sh --firmware '$(FIRMWARE)' --smp '$(linux-smp)' \
	--cpu '$(CPU)' $(if $(filter on,$(PMU_SNAPSHOT)),--snapshot) \
	$(if $(linux-icount),--icount) $(linux-tasks:%=--tasks '%')
linux-needs = $(O)/linux/$(KERNEL)/initramfs.cpio $(linux-firmware) $(linux-tasks) \
	| $(O)/.setup/qemu $(O)/.setup/firmware

.PHONY: run-linux shell-linux run-linux-full run-linux-long

run-linux: $(linux-needs)
	@echo "$(strip $(linux-counts))"
	@echo "booting Linux ($(KERNEL), $(linux-harts)) on $(FIRMWARE) to run"
	@printf '    %s\n' '$(subst ','\'',$(value CMD))'
	@$(linux-boot) $(O)/linux/$(KERNEL) '$(subst ','\'',$(value CMD))'

shell-linux: $(linux-needs)
	@echo "$(strip $(linux-counts))"
	@echo "booting Linux ($(KERNEL), $(linux-harts)) on $(FIRMWARE);" \
		"ctrl-a x ends the machine"
	@$(linux-boot) $(O)/linux/$(KERNEL)

# A boot with all executed instructions traced, and uses of the trace
.PHONY: trace-linux
trace-linux: $(O)/linux/$(KERNEL)/initramfs.cpio $(linux-firmware) \
		$(O)/qemu/plugin_ntrace.so $(O)/host/hartscope \
		| $(O)/.setup/qemu $(O)/.setup/firmware
	@python3 tests/linux/trace.py --firmware '$(FIRMWARE)' --out $(O) \
		--cross '$(CROSS_COMPILE)' --smp '$(if $(filter file,$(origin SMP)),2,$(SMP))' \
		--cpu '$(CPU)' $(O)/linux/$(KERNEL)

# Wrong bits in the trace of a boot
.PHONY: flips-linux
flips-linux: $(O)/linux/$(KERNEL)/initramfs.cpio $(linux-firmware) \
		$(O)/qemu/plugin_ntrace.so $(O)/host/ntrace/flips \
		| $(O)/.setup/qemu $(O)/.setup/firmware
	@mkdir -p $(O)/linux-trace
	@sh tests/linux/boot.sh --firmware '$(FIRMWARE)' --smp 2 \
		--cpu '$(CPU)' --append 'nokaslr nowatchdog' --timeout 6000 \
		--qemu "-plugin $(O)/qemu/plugin_ntrace.so,out=$(O)/linux-trace/flips.nt,code=on,repeat=on,call-stack=32,timestamps=host,tasks=on,sync-mode=1,sync-max=4" \
		$(O)/linux/$(KERNEL) 'seq 100000 | gzip | sha256sum'
	@$(O)/host/ntrace/flips $(O)/linux-trace/flips.nt 10000 10

# Harts are unplugged and plugged in ROUNDS times, which takes long. With stock:
# FIRMWARE=build/opensbi/rv64/platform/generic/firmware/fw_dynamic.bin
ROUNDS ?= 100
.PHONY: hotplug-linux
hotplug-linux: $(O)/linux/stable/initramfs.cpio $(linux-firmware) \
		| $(O)/.setup/qemu $(O)/.setup/firmware
	@mkdir -p $(O)/results
	@python3 tests/linux/run.py --firmware '$(FIRMWARE)' \
		--images $(O)/linux --rounds $(ROUNDS) \
		--hotplug '$(if $(filter file,$(origin SMP)),8,$(SMP))'

# 100 * ROUNDS starts and stops of encoders
.PHONY: record-linux
record-linux: $(O)/linux/stable/initramfs.cpio $(linux-firmware) \
		$(O)/host/hartscope $(O)/qemu/plugin_trace.so \
		$(O)/linux/stable/module.cpio | $(O)/.setup/qemu $(O)/.setup/firmware
	@mkdir -p $(O)/results
	@python3 tests/linux/run.py --firmware '$(FIRMWARE)' --build $(O) \
		--tool $(O)/host/hartscope --images $(O)/linux \
		--rounds $(ROUNDS) --record

# perf's names for each core that perf has a table of: takes minutes
.PHONY: names-linux
names-linux: $(O)/linux/newest/initramfs.cpio $(linux-firmware) \
		$(O)/host/hartscope $(O)/qemu/plugin_select.so \
		| $(O)/.setup/qemu $(O)/.setup/firmware
	@python3 tests/linux/run.py --firmware '$(FIRMWARE)' --build $(O) \
		--tool $(O)/host/hartscope --images $(O)/linux --every-core

# If headers or a C library are not available, the other tests still run; a
# module that does not build is an error.
.PHONY: linux-module-archive
linux-module-archive: $(linux-kernels:%=$(O)/linux/%/packages) \
		| $(O)/.setup/firmware $(O)/.setup/linux
	@if $(MAKE) --no-print-directory $(O)/linux/stable/headers/debs \
			$(O)/.setup/guest >$(O)/linux/headers.log 2>&1; then \
		$(MAKE) --no-print-directory $(O)/linux/stable/module.cpio; \
	else \
		rm -f $(O)/linux/stable/module.cpio; \
		sed 's/^/#   /' $(O)/linux/headers.log; \
		echo "# trace module: skipped, for the reason above"; \
	fi

# Both kernels on all machines belong to the long level
run-linux-full: linux-share := --share
run-linux-full run-linux-long: $(linux-kernels:%=$(O)/linux/%/initramfs.cpio) \
		$(linux-firmware) $(lacks-program) $(O)/host/hartscope \
		$(patsubst %,$(O)/qemu/plugin_%.so,select tasks trace) \
		linux-module-archive | $(O)/.setup/qemu $(O)/.setup/firmware
	@mkdir -p $(O)/results
	@python3 tests/linux/watch_test.py
	@python3 tests/linux/console_test.py $(O)
	@python3 tests/linux/run.py --firmware '$(FIRMWARE)' \
		--tool $(O)/host/hartscope --lacks $(lacks-answer) \
		--build $(O) --shown '$(linux-shown)' \
		--images $(O)/linux --snapshot-default $(PMU_SNAPSHOT) \
		$(linux-share) --tally $(O)/results/linux.tally
