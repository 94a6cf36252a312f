# SPDX-License-Identifier: BSD-2-Clause
# Fuzzers of lib/: a driver that replays a corpus and invents inputs is part of
# the tests; `make fuzz` searches with libFuzzer for as long as one likes.

include tests/unit/unit.mk

FUZZ_OUT := $(O)/host/fuzz
FUZZ_CALLS_QUICK ?= 300000
FUZZ_CALLS_FULL ?= 5000000
FUZZ_CLANG ?= clang
FUZZ_SECONDS ?= 60
FUZZ_SRCS := $(filter-out %/fuzz_main.c,$(wildcard tests/fuzz/*.c))
FUZZ_OBJS := $(patsubst %.c,$(UNIT_OUT)/%.o,$(wildcard tests/fuzz/*.c))

$(FUZZ_OUT)/fuzz_pmu_calls: $(FUZZ_OBJS) $(UNIT_LIB) $(UNIT_FAKE)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -o $@

.PHONY: run-fuzz-quick run-fuzz-full fuzz
run-fuzz-quick: FUZZ_CALLS = $(FUZZ_CALLS_QUICK)
run-fuzz-full: FUZZ_CALLS = $(FUZZ_CALLS_FULL)
run-fuzz-quick run-fuzz-full: $(FUZZ_OUT)/fuzz_pmu_calls
	@sh tests/fuzz/run.sh $(O)/results/fuzz.tally $< \
		--calls $(FUZZ_CALLS) tests/fuzz/corpus

$(FUZZ_OUT)/libfuzzer_pmu_calls: $(FUZZ_SRCS) $(UNIT_LIB_SRCS) \
		$(UNIT_FAKE_SRCS) $(O)/opensbi/.src
	@command -v $(FUZZ_CLANG) >/dev/null || { echo "fuzz: $(FUZZ_CLANG)" \
		"is missing: install clang and libclang-rt-dev, or set" \
		"FUZZ_CLANG="; exit 1; }
	@mkdir -p $(@D)
	$(FUZZ_CLANG) $(UNIT_CFLAGS) -fsanitize=fuzzer \
		$(filter %.c,$^) -o $@

# What it finds interesting stays in $(O); a crash file belongs in the corpus.
fuzz: $(FUZZ_OUT)/libfuzzer_pmu_calls
	@mkdir -p $(FUZZ_OUT)/corpus
	$< -max_total_time=$(FUZZ_SECONDS) -max_len=1024 \
		-artifact_prefix=$(FUZZ_OUT)/ $(FUZZ_OUT)/corpus \
		tests/fuzz/corpus
