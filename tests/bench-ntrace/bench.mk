# SPDX-License-Identifier: BSD-2-Clause
# Sizes and speeds of the N-Trace codec, as it is built for the host, on programs
# whose execution is recorded once under QEMU.

bench-ntrace-programs := compress sort matrix string interpreter

bench-ntrace-cflags := -std=gnu11 -O2 -g -Wall -Wextra -Werror -ffreestanding \
	-nostdlib -static -no-pie -march=rv64imac_zicsr_zifencei -mabi=lp64 \
	-mcmodel=medany -fno-tree-loop-distribute-patterns \
	-fno-asynchronous-unwind-tables -ffile-prefix-map=$(CURDIR)=. \
	-Wl,-Ttext=0x80000000,--build-id=none,--no-warn-rwx-segments

# start.S comes first: QEMU starts at the first address of RAM.
$(O)/bench-ntrace/%.elf: tests/bench-ntrace/programs/%.c \
		$(addprefix tests/bench-ntrace/programs/,start.S common.c program.h) \
		tests/bench-ntrace/bench.mk | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $@"
	@$(CROSS_COMPILE)gcc $(bench-ntrace-cflags) -o $@ $(filter %.S,$^) \
		$(filter %.c,$^)

$(O)/bench-ntrace/%.bin: $(O)/bench-ntrace/%.elf
	@$(CROSS_COMPILE)objcopy -O binary $< $@

# The recording is kept: to run the program under QEMU takes longer than to read
# it.
.PRECIOUS: $(O)/bench-ntrace/%.elf $(O)/bench-ntrace/%.blocks \
	$(O)/qemu/plugin_blocks.so

# QEMU ends with status 1 when the program's result is wrong.
$(O)/bench-ntrace/%.blocks: $(O)/bench-ntrace/%.elf \
		$(O)/qemu/plugin_blocks.so | $(O)/.setup/qemu
	@echo "  RECORD   $@"
	@sh platform/qemu/qemu.sh --timeout 60 --mem 64M --firmware $< -- \
		-plugin $(O)/qemu/plugin_blocks.so,out=$@,first=0x80000000

BENCH_NTRACE_ROUNDS ?= 9

$(O)/bench-ntrace/bench: $(O)/host/obj/tests/bench-ntrace/bench.o \
		$(host-lib-objs:%=$(O)/host/obj/%)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^

.PHONY: bench-ntrace
bench-ntrace: $(O)/bench-ntrace/bench $(O)/host/hartscope \
		$(bench-ntrace-programs:%=$(O)/bench-ntrace/%.bin) \
		$(bench-ntrace-programs:%=$(O)/bench-ntrace/%.blocks) \
		| $(O)/.setup/profile
	@python3 tests/bench-ntrace/bench.py --rounds $(BENCH_NTRACE_ROUNDS) \
		--budget tests/bench-ntrace/budget.txt $(O)/bench-ntrace \
		$(bench-ntrace-programs)
	@python3 tests/bench-ntrace/tool.py --tool $(O)/host/hartscope \
		--budget tests/bench-ntrace/tool-budget.txt $(O)/bench-ntrace \
		compress interpreter

-include $(O)/host/obj/tests/bench-ntrace/bench.d
