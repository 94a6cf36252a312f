# SPDX-License-Identifier: BSD-2-Clause
# The model compared with QEMU: random instructions on bare machines. And the
# firmware on harts of the model: random implementations of CTR.

include tests/unit/unit.mk

MODEL_OUT := $(O)/host/model
MODEL_SEEDS_QUICK ?= 1
MODEL_SEEDS_FULL ?= $(shell seq 16)
MODEL_BLOCKS_QUICK ?= 200
MODEL_BLOCKS_FULL ?= 600
# Random implementations of CTR
MODEL_CTR_QUICK ?= 1
MODEL_CTR_FULL ?= 10
MODEL_CTR_LONG ?= 150
MODEL_LIB := $(filter $(UNIT_OUT)/lib/model/%,$(UNIT_LIB))
MODEL_FRAME_FLAGS := -nostdlib -static -no-pie -Wl,-Ttext=0x80000000 \
	-Wl,-Tdata=0x80002000,--build-id=none,--no-warn-rwx-segments

$(MODEL_OUT)/random: $(UNIT_OUT)/tests/model/random.o \
		$(UNIT_OUT)/tests/model/random_insn.o $(MODEL_LIB)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -o $@

$(MODEL_OUT)/rv%.bin: tests/model/random.S tests/model/model.mk \
		| $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  AS       $@"
	@$(CROSS_COMPILE)gcc $(firmware-arch-$*) $(MODEL_FRAME_FLAGS) \
		-o $(@:.bin=.elf) $<
	@$(CROSS_COMPILE)objcopy -O binary $(@:.bin=.elf) $@

# A bare program: a hart's answers about CTR
$(MODEL_OUT)/probe%.bin: tests/model/probe_places.S tests/model/probe.c \
		tests/model/probe.h platform/smode/csr_access.h \
		tests/model/model.mk | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $@"
	@$(CROSS_COMPILE)gcc $(smode-arch-$*) $(smode-cflags) -static -no-pie \
		-Wl,-Ttext=0x80000000,--build-id=none,--no-warn-rwx-segments \
		-o $(@:.bin=.elf) $(filter %.S %.c,$^)
	@$(CROSS_COMPILE)objcopy -O binary $(@:.bin=.elf) $@

# Firmware and payloads on a machine of the model
model-boot-objs := $(addprefix $(O)/host/obj/,tests/model/boot.o \
	tests/model/boot_image.o tests/model/boot_kind.o \
	tests/model/boot_damage.o tests/model/boot_nested.o \
	$(lib-machine-objs-y:%=lib/machine/%) \
	$(lib-model-objs-y:%=lib/model/%))
model-ctr := $(MODEL_OUT)/boot $(foreach x,64 32,$(O)/rv$x/fw_dynamic.bin \
	$(O)/rv$x/fw_test.bin $(O)/rv$x/smode/poison.elf \
	$(patsubst %.c,$(O)/rv$x/smode/%.elf,nested_test.c $(notdir $(wildcard \
	tests/smode/ctr/*_test.c tests/model/payload/*_test.c))))
-include $(model-boot-objs:.o=.d)

$(MODEL_OUT)/boot: $(model-boot-objs)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^

.PHONY: run-model-quick run-model-full run-model-long test-model-long
run-model-quick: MODEL_SEEDS = $(MODEL_SEEDS_QUICK)
run-model-quick: MODEL_BLOCKS = $(MODEL_BLOCKS_QUICK)
run-model-full: MODEL_SEEDS = $(MODEL_SEEDS_FULL)
run-model-full: MODEL_BLOCKS = $(MODEL_BLOCKS_FULL)
run-model-quick: MODEL_CTR = $(MODEL_CTR_QUICK)
run-model-full: MODEL_CTR = $(MODEL_CTR_FULL)
run-model-quick: MODEL_LEVEL = quick
run-model-full: MODEL_LEVEL = full
run-model-quick: MODEL_MASKS = --only 'rv64 harts 0110'
# One of so many faults of the trap entry
run-model-quick: MODEL_NESTED = --every 50 --only 'rv64 nosstc, .* its own'
run-model-full: MODEL_NESTED = --every 200
run-model-quick run-model-full: $(MODEL_OUT)/random $(MODEL_OUT)/rv64.bin \
		$(MODEL_OUT)/rv32.bin $(model-ctr) \
		$(MODEL_OUT)/probe64.bin $(MODEL_OUT)/probe32.bin | $(O)/.setup/qemu
	@rm -f $(O)/results/model*.tally
	@sh tests/model/random.sh $(O)/results/model-random.tally \
		$(MODEL_OUT)/random $(MODEL_OUT) $(MODEL_OUT)/images \
		$(MODEL_BLOCKS) $(MODEL_SEEDS)
	@python3 tests/model/ctr.py --build $(O) --count $(MODEL_CTR) \
		--tally $(O)/results/model-ctr.tally
	@python3 tests/model/ctr_qemu.py --build $(O) --level $(MODEL_LEVEL) \
		--tally $(O)/results/model-qemu.tally
	@python3 tests/model/ctr_masks.py --build $(O) $(MODEL_MASKS) \
		--tally $(O)/results/model-masks.tally
	@python3 tests/model/aligned.py --build $(O) \
		--tally $(O)/results/model-aligned.tally
	@python3 tests/model/truth.py --build $(O) \
		--tally $(O)/results/model-truth.tally
	@python3 tests/model/nested.py --build $(O) $(MODEL_NESTED) \
		--tally $(O)/results/model-nested.tally
	@cd $(O)/results && awk '{ p += $$1; f += $$2; n++ } \
		END { if (n != 7) exit 1; print p, f }' model-random.tally \
		model-ctr.tally model-qemu.tally model-masks.tally \
		model-aligned.tally model-truth.tally model-nested.tally \
		>model.sum && \
		mv model.sum model.tally

test-model-long:
	$(summary) model-long
run-model-long: $(model-ctr) | $(O)/.setup/qemu
	@rm -f $(O)/results/model*.tally
	@python3 tests/model/ctr.py --build $(O) --count $(MODEL_CTR_LONG) \
		--tally $(O)/results/model-ctr.tally
	@python3 tests/model/ctr_masks.py --build $(O) --all \
		--tally $(O)/results/model-masks.tally
	@python3 tests/model/nested.py --build $(O) \
		--tally $(O)/results/model-nested.tally
	@cd $(O)/results && cat model-ctr.tally model-masks.tally \
		model-nested.tally | awk '{ p += $$1; f += $$2; n++ } \
		END { if (n != 3) exit 1; print p, f }' >model.sum && \
		mv model.sum model.tally

# Speed of the model as it is built for the host, on the programs of
# bench-ntrace
MODEL_BENCH_ROUNDS ?= 9
# Millions of instructions a second that verification needs
MODEL_BENCH_LEAST ?= 60

$(MODEL_OUT)/bench: $(O)/host/obj/tests/model/bench.o \
		$(lib-model-objs-y:%=$(O)/host/obj/lib/model/%)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^

.PHONY: bench-model
bench-model: $(MODEL_OUT)/bench \
		$(bench-ntrace-programs:%=$(O)/bench-ntrace/%.bin)
	@for program in $(bench-ntrace-programs); do \
		for mode in '' given; do \
			echo "$$program $$mode:" $$($(MODEL_OUT)/bench qemu-rv64 \
				$(O)/bench-ntrace/$$program.bin \
				$(MODEL_BENCH_ROUNDS) $(MODEL_BENCH_LEAST) \
				$$mode) || exit 1; \
		done; \
	done
