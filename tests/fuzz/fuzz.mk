# SPDX-License-Identifier: BSD-2-Clause
# Fuzzers of lib/: "make test" has a driver that replays a corpus and invents
# inputs; "make fuzz" searches with libFuzzer until it is stopped.

include tests/unit/unit.mk

FUZZ_OUT := $(O)/host/fuzz
FUZZ_CALLS_QUICK ?= 300000
FUZZ_CALLS_FULL ?= 5000000
FUZZ_CLANG ?= clang
FUZZ_SECONDS ?= 60

# Objects of each fuzzer besides lib/; its corpus is corpus-NAME
fuzzers := pmu_calls ntrace_msg ntrace_flow tandem trace_calls hart doors
fuzz-srcs-pmu_calls := $(addprefix tests/fuzz/,fuzz_pmu_calls.c fuzz_bytes.c \
	model.c model_machine.c model_shmem.c)
fuzz-srcs-ntrace_msg := tests/fuzz/fuzz_ntrace_msg.c
fuzz-srcs-ntrace_flow := tests/fuzz/fuzz_ntrace_flow.c \
	$(addprefix tests/ntrace/,judge.c code.c feed.c) \
	$(wildcard tests/ntrace/roundtrip_*.c)
fuzz-srcs-trace_calls := tests/fuzz/fuzz_trace_calls.c tests/fuzz/fuzz_bytes.c \
	tests/fuzz/fuzz_trace.c
fuzz-srcs-tandem := tests/fuzz/fuzz_tandem.c tests/tandem/judge.c
fuzz-srcs-hart := tests/fuzz/fuzz_hart.c
# Those with OpenSBI's types
fuzz-below := doors_sbi doors_board doors_channels doors_ends doors_seams \
	doors_timer
fuzz-srcs-doors := tests/fuzz/fuzz_doors.c tests/fuzz/fuzz_bytes.c \
	tests/fuzz/fuzz_trace.c \
	$(filter-out $(fuzz-below:%=tests/fuzz/%.c),$(wildcard tests/fuzz/doors_*.c))
# A hart may lose its turn wherever it touches state that others see.
fuzz-wraps-doors := hart_mmio_load32 hart_mmio_store32 hart_mmio_poll \
	hart_shmem_load32 hart_shmem_store32 hart_lock_try
# OpenSBI's own functions, the judges of platform/generic in front of them, and
# the hardware below both: with OpenSBI's types, except for a few of its
# headers. Functions that the fake hart has as well get another name.
fuzz-stock := sbi_sse sbi_dbtr sbi_fwft sbi_domain_data sbi_fifo \
	sbi_ecall_sse sbi_ecall_dbtr sbi_ecall_fwft sbi_mpxy sbi_ecall_mpxy \
	sbi_system sbi_ecall_srst sbi_ecall_legacy
fuzz-judges := sse_glue dbtr_glue dbcn_glue shmem_glue fdt_trace_walk mpxy_glue system_glue \
	life override features_glue trace_glue predict_glue ctr_glue ctr_trap_glue
fuzz-seams := hart_shmem_check hart_shmem_check_of hart_domain_check_of \
	hart_firmware_has hart_shmem_put hart_shmem_open hart_shmem_close \
	hart_shmem_pause hart_pmu_started
fuzz-wraps-doors += sbi_fwft_get sbi_domain_check_addr_range sbi_scratch_alloc_offset \
	sbi_fwft_init sbi_fwft_set sbi_sse_add_event sbi_sse_init sbi_sse_exit sbi_dbtr_init \
	sbi_mpxy_set_shmem sbi_mpxy_register_channel sbi_mpxy_read_attrs \
	sbi_mpxy_write_attrs sbi_system_reset sbi_hsm_hart_stop \
	sbi_ipi_send_smode sbi_tlb_request sbi_timer_process hart_pmu_started \
	sbi_trap_redirect sbi_memcpy
fuzz-objs-doors := $(patsubst %,$(FUZZ_OUT)/opensbi/%.o,$(fuzz-stock) \
	$(fuzz-judges) $(fuzz-below))
FUZZ_SBI_CFLAGS = $(filter-out -DOPENSBI_EXTERNAL_SBI_TYPES=%,$(UNIT_CFLAGS)) \
	-ffunction-sections -DHARTSCOPE_VERSION='""' $(fuzz-define) \
	-Itests/fuzz/opensbi -idirafter platform/generic/include \
	-isystem $(OPENSBI_SRC)/lib/utils/libfdt \
	$(foreach s,$(fuzz-seams),-D$s=opensbi_$s)
# Only the functions that the fuzzer calls are linked
fuzz-link-doors := -Wl,-T,tests/fuzz/doors.ld -Wl,--gc-sections
$(FUZZ_OUT)/opensbi/sbi_mpxy.o: fuzz-define := \
	-Dsbi_mpxy_set_shmem=stock_mpxy_set_shmem
# The table of trace_glue.c is replaced by the fuzzer's
$(FUZZ_OUT)/opensbi/trace_glue.o: fuzz-define := -Dtrace_glue=doors_trace
FUZZ_PROGRAMS := $(fuzzers:%=$(FUZZ_OUT)/fuzz_%)

# $(call fuzz-rules,NAME)
define fuzz-rules
$(FUZZ_OUT)/fuzz_$1: $$(fuzz-srcs-$1:%.c=$(UNIT_OUT)/%.o) \
	$$(fuzz-objs-$1) $(UNIT_OUT)/tests/fuzz/fuzz_main.o $$(UNIT_LIB) \
	$$(UNIT_FAKE)
$(FUZZ_OUT)/fuzz_$1 $(FUZZ_OUT)/libfuzzer_$1: fuzz-wraps = \
	$$(fuzz-wraps-$1:%=-Wl,--wrap=%) $$(fuzz-link-$1)
$(FUZZ_OUT)/libfuzzer_$1: $$(fuzz-srcs-$1) $$(fuzz-objs-$1) $$(UNIT_LIB_SRCS) \
	$(events-table) $$(UNIT_FAKE_SRCS) $(O)/opensbi/.src
endef
$(foreach f,$(fuzzers),$(eval $(call fuzz-rules,$f)))

fuzz-sbi-cc = @mkdir -p $(@D); echo "  HOSTCC   $<"; \
	$(HOST_CC) $(FUZZ_SBI_CFLAGS)
$(FUZZ_OUT)/opensbi/doors_%.o: tests/fuzz/doors_%.c $(O)/opensbi/.src \
		| $(O)/.setup/host
	$(fuzz-sbi-cc) -MMD -MP -c $< -o $@
define fuzz-room
$(FUZZ_OUT)/opensbi/%.o: platform/generic/$1/%.c $(O)/opensbi/.src | $(O)/.setup/host
	$$(fuzz-sbi-cc) -MMD -MP -c $$< -o $$@
endef
$(foreach r,$(generic-rooms),$(eval $(call fuzz-room,$r)))
# Warnings about OpenSBI's own sources are off
$(fuzz-stock:%=$(FUZZ_OUT)/opensbi/%.o): $(FUZZ_OUT)/opensbi/%.o: \
		$(O)/opensbi/.src | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $(OPENSBI_SRC)/lib/sbi/$*.c"
	@$(HOST_CC) $(FUZZ_SBI_CFLAGS) -fno-sanitize=undefined -w -c \
		$(OPENSBI_SRC)/lib/sbi/$*.c -o $@
-include $(wildcard $(FUZZ_OUT)/opensbi/*.d)

$(FUZZ_PROGRAMS):
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $(fuzz-wraps) $^ -o $@

# $(call fuzz-run,NAME,ARGUMENTS): the command that replays and extends a corpus
fuzz-run = "$(FUZZ_OUT)/fuzz_$1 --crash $(FUZZ_OUT)/fuzz_$1.crash $2 \
	tests/fuzz/corpus-$1"

.PHONY: run-fuzz-quick run-fuzz-full run-fuzz-long fuzz
run-fuzz-quick: FUZZ_CALLS = $(FUZZ_CALLS_QUICK)
run-fuzz-full: FUZZ_CALLS = $(FUZZ_CALLS_FULL)
# Traces of noise find few defects; tests/ntrace/mutate.c changes real traces.
run-fuzz-quick run-fuzz-full: $(FUZZ_PROGRAMS)
	@sh tests/programs.sh fuzz $(O)/results/fuzz.tally \
		$(call fuzz-run,pmu_calls,--calls $(FUZZ_CALLS)) \
		$(call fuzz-run,ntrace_msg,--calls $(FUZZ_CALLS)) \
		$(call fuzz-run,ntrace_flow) \
		$(call fuzz-run,tandem,--calls $$(($(FUZZ_CALLS) / 4))) \
		$(call fuzz-run,trace_calls,--calls $$(($(FUZZ_CALLS) / 4))) \
		$(call fuzz-run,hart,--calls $$(($(FUZZ_CALLS) / 16))) \
		$(call fuzz-run,doors,--calls $$(($(FUZZ_CALLS) / 5)))

run-fuzz-long: $(FUZZ_OUT)/fuzz_doors $(UNIT_OUT)/glue/closed_test
	@CLOSED_TREES=10000 CLOSED_SEED=1000 sh tests/programs.sh fuzz \
		$(O)/results/fuzz.tally $(UNIT_OUT)/glue/closed_test \
		$(call fuzz-run,doors,--calls 100000000 --seed 2)

$(fuzzers:%=$(FUZZ_OUT)/libfuzzer_%): | $(O)/.setup/host
	@command -v $(FUZZ_CLANG) >/dev/null || { echo "fuzz: $(FUZZ_CLANG)" \
		"is missing: install clang and libclang-rt-dev, or set" \
		"FUZZ_CLANG="; exit 1; }
	@mkdir -p $(@D)
	$(FUZZ_CLANG) $(UNIT_CFLAGS) -fsanitize=fuzzer $(fuzz-wraps) \
		$(filter %.c %.o,$^) -o $@

# Defects planted in a copy of the sources; a test has to notice each.
.PHONY: mutants run-mutants-full run-mutants-long
MUTANTS ?= 6
mutants:
	$(summary) mutants-long statements-long
run-mutants-full run-mutants-long: $(FUZZ_PROGRAMS) \
		$(foreach f,fw_dynamic fw_test,$(O)/rv64/$f.bin) \
		$(O)/qemu/plugin_trace.so | $(O)/.setup/qemu
run-mutants-full: mutants-sample := --sample $(MUTANTS)
run-mutants-full run-mutants-long:
	@MAKE='$(MAKE)' sh tests/fuzz/mutants.sh $(mutants-sample) $(O) \
		$(O)/results/mutants.tally

# Inputs that libFuzzer finds interesting stay in $(O); a crash file belongs in
# the corpus.
FUZZER ?= pmu_calls
fuzz: $(FUZZ_OUT)/libfuzzer_$(FUZZER)
	@mkdir -p $(FUZZ_OUT)/corpus-$(FUZZER)
	$< -max_total_time=$(FUZZ_SECONDS) -max_len=1024 \
		-artifact_prefix=$(FUZZ_OUT)/ $(FUZZ_OUT)/corpus-$(FUZZER) \
		tests/fuzz/corpus-$(FUZZER)
