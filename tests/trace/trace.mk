# SPDX-License-Identifier: BSD-2-Clause
# N-Trace of programs under QEMU, from the plugin to the tool.

trace-cflags := -std=gnu11 -O2 -g -Wall -Wextra -Werror -ffreestanding \
	-nostdlib -static -no-pie -mcmodel=medany \
	-fno-tree-loop-distribute-patterns -fno-asynchronous-unwind-tables \
	-Wl,-Ttext=0x80000000,--build-id=none,--no-warn-rwx-segments
trace-isa-64 := -march=rv64imac_zicsr_zifencei -mabi=lp64
trace-isa-32 := -march=rv32imac_zicsr_zifencei -mabi=ilp32
trace-sources := $(addprefix tests/trace/,start.S vectors.S program.c)
# Time between timer interrupts: counted in instructions, or, much longer, in
# the host's time
trace-ticks-icount := 0xfff
trace-ticks-real := 0x7ffff
trace-programs := $(foreach xlen,64 32,$(addprefix $(O)/trace/program-$(xlen)-, \
	1-icount.elf 2-real.elf))

# program-XLEN-HARTS-TIME.elf; start.S comes first: QEMU starts there
trace-word = $(word $1,$(subst -, ,$*))
$(O)/trace/program-%.elf: $(trace-sources) tests/trace/trace.mk \
		| $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $@"
	@$(CROSS_COMPILE)gcc $(trace-cflags) $(trace-isa-$(call trace-word,1)) \
		-DHARTS=$(call trace-word,2) \
		-DTICKS=$(trace-ticks-$(call trace-word,3)) -o $@ $(trace-sources)

# Two tasks that alternate, like Linux's
$(O)/trace/tasks.elf: tests/trace/tasks.S tests/trace/trace.mk \
		| $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $@"
	@$(CROSS_COMPILE)gcc $(trace-cflags) $(trace-isa-64) -o $@ $<

# A program with relocations, which llvm-bolt needs
$(O)/trace/layout.elf: tests/trace/layout.c tests/trace/trace.mk \
		| $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $@"
	@$(CROSS_COMPILE)gcc $(trace-cflags) $(trace-isa-64) -mno-relax \
		-Wl,--emit-relocs,--entry=start -o $@ $<

trace-needs := $(trace-programs) $(O)/trace/tasks.elf $(O)/trace/layout.elf $(O)/qemu/plugin_ntrace.so \
	$(O)/host/hartscope $(lacks-program)
trace-run = python3 tests/trace/run.py --out $(O) --cross $(CROSS_COMPILE) \
	--lacks $(lacks-answer) --tally $(O)/results/trace.tally

.PHONY: run-trace-quick run-trace-full
run-trace-quick: $(trace-needs) | $(O)/.setup/qemu
	@$(trace-run) --quick
run-trace-full: $(trace-needs) $(foreach xlen,64 32,$(addprefix \
		$(O)/rv$(xlen)/,fw_dynamic.bin smode/pmu_test.elf)) \
		| $(O)/.setup/qemu
	@$(trace-run)
