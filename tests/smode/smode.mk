# SPDX-License-Identifier: BSD-2-Clause
#
# Payloads that test the firmware from S-mode, and the runs of smode.cfg. Levels
# that boot machines of their own have theirs in a folder of that level.

smode-dirs := $(filter-out tests/smode/firmware,$(patsubst %/,%,$(wildcard \
	tests/smode/*/ tests/*/payload/)))
smode-tests := $(basename $(notdir $(wildcard $(smode-dirs:%=%/*_test.c))))
smode-quotes := $(smode-dirs:%=-iquote %) -iquote tests/smode/firmware
smode-test-objs := check.o random.o peek.o twice.o twice_random.o \
	ctr_rig.o domains.o trace.o \
	attack.o attack_doors.o attack_hart.o attack_devices.o \
	sse_rig.o misaligned.o misaligned_change.o misaligned_pages.o double_trap.o

test-firmware-objs := test_firmware.o test_peek.o test_peers.o test_pmudev.o \
	test_race.o
test-firmware-wraps := ctr_record_at fence_glue_hart_dies sbi_domain_check_addr sbi_domain_startup sbi_heap_init \
	sbi_hsm_hart_interruptible_mask pmu_call pmu_calls fast_call_ipi fast_call_rfence fast_call_soft

# $(call smode-dir-rules,XLEN,FOLDER)
define smode-dir-rules
$(O)/rv$1/smode/obj/%.o: $2/%.c $(smode-depends)
	@mkdir -p $$(@D)
	@echo "  CC       rv$1 $$<"
	@$$(call smode-cc,$1) $(smode-quotes) -c -o $$@ $$<
endef

$(foreach x,64 32,$(foreach d,$(smode-dirs),$(eval \
	$(call smode-dir-rules,$x,$d))))

# $(call smode-rules,XLEN)
define smode-rules
$(smode-tests:%=$(O)/rv$1/smode/%.elf): $(O)/rv$1/smode/%.elf: \
		$(O)/rv$1/smode/obj/%.o \
		$(smode-test-objs:%=$(O)/rv$1/smode/obj/%) \
		$(payload-objs:%=$(O)/rv$1/%) $(O)/rv$1/payload/ctr_entry.o \
		platform/smode/payload.lds
	@echo "  LD       $$@"
	@$$(call smode-link,$1)

$(O)/rv$1/smode/poison.elf $(O)/rv$1/smode/absent.elf: \
		$(O)/rv$1/smode/%.elf: tests/smode/entry/%.S tests/smode/smode.mk \
		| $(O)/.setup/firmware
	@mkdir -p $$(@D)
	@echo "  AS       rv$1 $$<"
	@$(CROSS_COMPILE)gcc $(smode-arch-$1) -nostdlib -static -no-pie \
		-Wl,-Ttext=0x87000000,--build-id=none -o $$@ $$<

# The firmware of the tests, with calls that no other firmware has. OpenSBI
# after 1.9 has channels with an owner.
$(O)/rv$1/obj/tests/smode/firmware/test_firmware.o: CPPFLAGS += $$(if $$(shell grep -s \
	owner_domain $(OPENSBI_SRC)/include/sbi/sbi_mpxy.h),-DTEST_CHANNEL_OWNER)
$(O)/rv$1/fw_test.elf: $(test-firmware-objs:%=$(O)/rv$1/obj/tests/smode/firmware/%) \
		$(foreach o,$(firmware-first) $(firmware-objs),$(O)/rv$1/obj/$o) \
		firmware/link.mk tests/smode/smode.mk
	@echo "  LD       $$@"
	@$$(call firmware-link,$1,fw_dynamic,$$(filter %.o,$$(filter \
		$(O)/rv$1/obj/tests/%,$$^)),$(test-firmware-wraps))

-include $(test-firmware-objs:%.o=$(O)/rv$1/obj/tests/smode/firmware/%.d)
-include $(wildcard $(O)/rv$1/smode/obj/*.d)
endef

$(foreach xlen,64 32,$(eval $(call smode-rules,$(xlen))))

smode-payloads := $(foreach x,64 32,$(smode-tests:%=$(O)/rv$x/smode/%.elf))

.PHONY: run-smode-quick run-smode-full run-smode-long
run-smode-quick run-smode-full run-smode-long: run-smode-%: $(smode-payloads) \
		$(O)/rv64/fw_dynamic.bin $(O)/rv32/fw_dynamic.bin \
		$(O)/rv64/fw_test.bin $(O)/rv32/fw_test.bin \
		$(O)/rv64/fw_notrace.bin $(O)/rv32/fw_notrace.bin \
		$(O)/rv64/smode/poison.elf $(O)/rv32/smode/poison.elf \
		$(O)/rv64/smode/absent.elf $(O)/rv32/smode/absent.elf \
		$(lacks-program) $(O)/qemu/plugin_trace.so \
		$(O)/host/hartscope | $(O)/.setup/qemu
	@python3 tests/smode/run.py --level $* $(if $(filter full,$*),--some) \
		--build $(O) \
		--lacks $(lacks-answer) \
		--snapshot $(PMU_SNAPSHOT) --tally $(O)/results/smode.tally
	$(if $(OPENSBI_DIR)$(OPENSBI_RELEASE)$(filter quick,$*),, \
		+@sh tests/smode/releases.sh $(O) $(lacks-answer) \
		$(if $(filter long,$*),all,sample))
	+@[ $* != long ] || sh tests/smode/notrace.sh $(O)
	@sh tests/smode/limits.sh
	@python3 tests/common_test.py
	@python3 tests/smode/entry_mutants.py --build $(O) --names
	@[ $* = quick ] || python3 tests/smode/defects.py --build $(O)
	@[ $* = quick ] || python3 tests/smode/entry_faults.py --build $(O) \
		$(if $(filter full,$*),--most 3)
	@[ $* != long ] || python3 tests/smode/run.py --level full \
		--build $(O) --lacks $(lacks-answer) --snapshot $(PMU_SNAPSHOT)
	@[ $* != long ] || python3 tests/smode/run.py --level full \
		--build $(O) --lacks $(lacks-answer) --boot-hart 1 \
		--snapshot $(PMU_SNAPSHOT) --only 'smp([2-9]|1[0-9])'

# Damages each instruction of the trap entry; a payload has to fail. Takes hours
.PHONY: entry-mutants
ENTRY_PARTS ?= .
entry-mutants: $(O)/rv64/fw_test.bin $(filter $(O)/rv64/%,$(smode-payloads)) \
		$(O)/host/model/boot $(lacks-program) $(O)/qemu/plugin_trace.so \
		$(O)/host/hartscope | $(O)/.setup/qemu
	@python3 tests/smode/entry_mutants.py --build $(O) --only '$(ENTRY_PARTS)' \
		--lacks $(lacks-answer) $(ENTRY_KILLED:%=--killed %)

# Prints which of the known defects the OpenSBI of this build has
.PHONY: defects
defects: $(O)/rv64/smode/defects_test.elf $(O)/opensbi/rv64/.built \
		| $(O)/.setup/qemu
	@python3 tests/smode/defects.py --build $(O)

# Damages each statement of platform/generic; a payload has to fail. Takes
# hours.
.PHONY: glue-mutants
glue-mutants: $(smode-payloads) $(O)/rv64/fw_test.bin \
		$(O)/rv32/fw_test.bin $(foreach x,64 32, \
		$(O)/rv$x/smode/poison.elf $(O)/rv$x/smode/absent.elf) \
		$(lacks-program) $(O)/qemu/plugin_trace.so $(O)/host/hartscope \
		$(O)/host/model/boot | $(O)/.setup/qemu
# Tests on the host go first: in QEMU run those that they let live.
glue-mutants: $(GLUE_ALONE)
	@mkdir -p $(O)/glue-mutants
	@$(file >$(O)/glue-mutants/alone.words,$(call statements-alone,$(glue-alone))):
	@$(statements-run) @$(O)/glue-mutants/alone.words \
		--out $(O)/glue-mutants/alone alone >$(O)/glue-mutants/alive || \
		grep -q ' alone: ' $(O)/glue-mutants/alive
	$(glue-mutants-run) --alive $(O)/glue-mutants/alive $(GLUE_MUTANTS)

glue-mutants-run = @mkdir -p $(O)/glue-mutants; \
	$(foreach x,64 32,$(call glue-mutants-words,$x)) \
	python3 tests/smode/glue_mutants.py --build $(O) --lacks $(lacks-answer) \
		--host '$(glue-files) $(statements-shmem)' \
		--hosted-files '$(call alone-files,$(glue-alone))'

# $(call glue-mutants-words,XLEN): commands that compile and link that firmware
define glue-mutants-words
echo "$(CROSS_COMPILE)gcc $(firmware-arch-$1) $(firmware-cflags) \
	-DHARTSCOPE_VERSION=\"\" -include \
	$(O)/opensbi/rv$1/platform/generic/kconfig/autoconf.h" \
	>$(O)/glue-mutants/cflags-$1; \
echo "$(call firmware-link,$1,fw_dynamic,$(test-firmware-objs:%=$(O)/rv$1/obj/tests/smode/firmware/%),$(test-firmware-wraps))" \
	>$(O)/glue-mutants/link-$1;
endef
