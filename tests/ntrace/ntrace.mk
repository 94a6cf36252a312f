# SPDX-License-Identifier: BSD-2-Clause
# The N-Trace codec as a whole: golden files, and generated programs through
# encoder and decoder.

include tests/unit/unit.mk

NTRACE_OUT := $(O)/host/ntrace
NTRACE_PROGRAMS_QUICK ?= 3000
NTRACE_PROGRAMS_FULL ?= 60000
NTRACE_COMMON := $(addprefix $(UNIT_OUT)/tests/ntrace/,code.o feed.o)
NTRACE_LIBS := $(filter $(UNIT_OUT)/lib/insn/% $(UNIT_OUT)/lib/ntrace/%, \
	$(UNIT_LIB))
NTRACE_GOLDEN := $(patsubst %.c,$(UNIT_OUT)/%.o, \
	$(wildcard tests/ntrace/golden*.c))
NTRACE_ROUNDTRIP := $(patsubst %.c,$(UNIT_OUT)/%.o, \
	$(wildcard tests/ntrace/roundtrip*.c))

$(NTRACE_OUT)/golden: $(NTRACE_GOLDEN) $(NTRACE_COMMON) $(NTRACE_LIBS)
$(NTRACE_OUT)/roundtrip: $(NTRACE_ROUNDTRIP) $(NTRACE_COMMON) $(NTRACE_LIBS)
$(NTRACE_OUT)/golden $(NTRACE_OUT)/roundtrip:
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -o $@

.PHONY: run-ntrace-quick run-ntrace-full
run-ntrace-quick: NTRACE_PROGRAMS = $(NTRACE_PROGRAMS_QUICK)
run-ntrace-full: NTRACE_PROGRAMS = $(NTRACE_PROGRAMS_FULL)
run-ntrace-quick run-ntrace-full: $(NTRACE_OUT)/golden $(NTRACE_OUT)/roundtrip
	@sh tests/ntrace/run.sh $(O)/results/ntrace.tally \
		"$(NTRACE_OUT)/golden tests/golden/*.nt" \
		"$(NTRACE_OUT)/roundtrip $(NTRACE_PROGRAMS)"
