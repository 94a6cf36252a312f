# SPDX-License-Identifier: BSD-2-Clause
# Fuzzers of lib/: a driver that replays a corpus and invents inputs is part of
# the tests; `make fuzz` searches with libFuzzer for as long as one likes.

include tests/unit/unit.mk

FUZZ_OUT := $(O)/host/fuzz
FUZZ_CALLS_QUICK ?= 300000
FUZZ_CALLS_FULL ?= 5000000
FUZZ_CLANG ?= clang
FUZZ_SECONDS ?= 60

# What each fuzzer is made of besides lib/; its corpus is corpus-NAME
fuzzers := pmu_calls ntrace_msg ntrace_flow tandem trace_calls hart doors
fuzz-srcs-pmu_calls := $(addprefix tests/fuzz/,fuzz_pmu_calls.c fuzz_bytes.c \
	model.c model_machine.c model_shmem.c)
fuzz-srcs-ntrace_msg := tests/fuzz/fuzz_ntrace_msg.c
fuzz-srcs-ntrace_flow := tests/fuzz/fuzz_ntrace_flow.c \
	$(addprefix tests/ntrace/,judge.c code.c feed.c) \
	$(wildcard tests/ntrace/roundtrip_*.c)
fuzz-srcs-trace_calls := tests/fuzz/fuzz_trace_calls.c tests/fuzz/fuzz_bytes.c
fuzz-srcs-tandem := tests/fuzz/fuzz_tandem.c tests/tandem/judge.c
fuzz-srcs-hart := tests/fuzz/fuzz_hart.c
fuzz-srcs-doors := tests/fuzz/fuzz_doors.c tests/fuzz/fuzz_bytes.c \
	$(wildcard tests/fuzz/doors_*.c)
# A hart may lose its turn wherever it touches something that others see.
fuzz-wraps-doors := hart_mmio_load32 hart_mmio_store32 hart_mmio_poll \
	hart_shmem_load32 hart_shmem_store32 hart_lock_try
FUZZ_PROGRAMS := $(fuzzers:%=$(FUZZ_OUT)/fuzz_%)

# $(call fuzz-rules,NAME)
define fuzz-rules
$(FUZZ_OUT)/fuzz_$1: $$(fuzz-srcs-$1:%.c=$(UNIT_OUT)/%.o) \
	$(UNIT_OUT)/tests/fuzz/fuzz_main.o $$(UNIT_LIB) $$(UNIT_FAKE)
$(FUZZ_OUT)/fuzz_$1 $(FUZZ_OUT)/libfuzzer_$1: fuzz-wraps = \
	$$(fuzz-wraps-$1:%=-Wl,--wrap=%)
$(FUZZ_OUT)/libfuzzer_$1: $$(fuzz-srcs-$1) $$(UNIT_LIB_SRCS) \
	$(events-table) $$(UNIT_FAKE_SRCS) $(O)/opensbi/.src
endef
$(foreach f,$(fuzzers),$(eval $(call fuzz-rules,$f)))

$(FUZZ_PROGRAMS):
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $(fuzz-wraps) $^ -o $@

.PHONY: run-fuzz-quick run-fuzz-full run-fuzz-long fuzz
run-fuzz-quick: FUZZ_CALLS = $(FUZZ_CALLS_QUICK)
run-fuzz-full: FUZZ_CALLS = $(FUZZ_CALLS_FULL)
# Traces of noise say little: for those there is tests/ntrace/mutate.c.
run-fuzz-quick run-fuzz-full: $(FUZZ_PROGRAMS)
	@sh tests/fuzz/run.sh $(O)/results/fuzz.tally \
		"$(FUZZ_OUT)/fuzz_pmu_calls --calls $(FUZZ_CALLS) \
			tests/fuzz/corpus-pmu_calls" \
		"$(FUZZ_OUT)/fuzz_ntrace_msg --calls $(FUZZ_CALLS) \
			tests/fuzz/corpus-ntrace_msg" \
		"$(FUZZ_OUT)/fuzz_ntrace_flow tests/fuzz/corpus-ntrace_flow" \
		"$(FUZZ_OUT)/fuzz_tandem --calls $$(($(FUZZ_CALLS) / 4)) \
			tests/fuzz/corpus-tandem" \
		"$(FUZZ_OUT)/fuzz_trace_calls --calls $$(($(FUZZ_CALLS) / 4)) \
			tests/fuzz/corpus-trace_calls" \
		"$(FUZZ_OUT)/fuzz_hart --calls $$(($(FUZZ_CALLS) / 16)) \
			tests/fuzz/corpus-hart" \
		"$(FUZZ_OUT)/fuzz_doors --calls $$(($(FUZZ_CALLS) / 5)) \
			tests/fuzz/corpus-doors"

run-fuzz-long: $(FUZZ_OUT)/fuzz_doors
	@sh tests/fuzz/run.sh $(O)/results/fuzz.tally \
		"$(FUZZ_OUT)/fuzz_doors --calls 100000000 --seed 2 \
			tests/fuzz/corpus-doors"

$(fuzzers:%=$(FUZZ_OUT)/libfuzzer_%):
	@command -v $(FUZZ_CLANG) >/dev/null || { echo "fuzz: $(FUZZ_CLANG)" \
		"is missing: install clang and libclang-rt-dev, or set" \
		"FUZZ_CLANG="; exit 1; }
	@mkdir -p $(@D)
	$(FUZZ_CLANG) $(UNIT_CFLAGS) -fsanitize=fuzzer $(fuzz-wraps) \
		$(filter %.c,$^) -o $@

# Defects planted in a copy of the sources, each to be noticed.
.PHONY: mutants run-mutants-full run-mutants-long
MUTANTS ?= 6
mutants:
	$(summary) mutants-long
run-mutants-full run-mutants-long: $(FUZZ_PROGRAMS) \
		$(foreach f,fw_dynamic fw_test,$(O)/rv64/$f.bin) \
		$(O)/qemu/plugin_trace.so
run-mutants-full: mutants-sample := --sample $(MUTANTS)
run-mutants-full run-mutants-long:
	@MAKE='$(MAKE)' sh tests/fuzz/mutants.sh $(mutants-sample) $(O) \
		$(O)/results/mutants.tally

# What it finds interesting stays in $(O); a crash file belongs in the corpus.
FUZZER ?= pmu_calls
fuzz: $(FUZZ_OUT)/libfuzzer_$(FUZZER)
	@mkdir -p $(FUZZ_OUT)/corpus-$(FUZZER)
	$< -max_total_time=$(FUZZ_SECONDS) -max_len=1024 \
		-artifact_prefix=$(FUZZ_OUT)/ $(FUZZ_OUT)/corpus-$(FUZZER) \
		tests/fuzz/corpus-$(FUZZER)
