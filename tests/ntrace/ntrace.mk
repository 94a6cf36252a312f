# SPDX-License-Identifier: BSD-2-Clause
# The N-Trace codec as a whole: golden files, and generated programs through
# encoder and decoder.

include tests/unit/unit.mk

NTRACE_OUT := $(O)/host/ntrace
NTRACE_PROGRAMS_QUICK ?= 3000
NTRACE_PROGRAMS_FULL ?= 12000
NTRACE_PROGRAMS_LONG ?= 60000
NTRACE_MUTATIONS_QUICK ?= 5000
NTRACE_MUTATIONS_FULL ?= 20000
NTRACE_MUTATIONS_LONG ?= 100000
NTRACE_COMMON := $(addprefix $(UNIT_OUT)/tests/ntrace/,code.o feed.o)
NTRACE_LIBS := $(filter $(UNIT_OUT)/lib/insn/% $(UNIT_OUT)/lib/ntrace/%, \
	$(UNIT_LIB))
# As the firmware compiles them
NTRACE_FREE := $(lib-insn-objs-y:%=lib/insn/%) $(lib-ntrace-objs-y:%=lib/ntrace/%)
NTRACE_GOLDEN := $(patsubst %.c,$(UNIT_OUT)/%.o, \
	$(wildcard tests/ntrace/golden*.c))
# Generated programs and their traces, without a main()
NTRACE_GENERATE := $(patsubst %.c,$(UNIT_OUT)/%.o, \
	$(wildcard tests/ntrace/roundtrip_*.c))

$(NTRACE_OUT)/golden: $(NTRACE_GOLDEN) $(NTRACE_COMMON) $(NTRACE_LIBS)
$(NTRACE_OUT)/roundtrip: $(UNIT_OUT)/tests/ntrace/roundtrip.o \
	$(NTRACE_GENERATE) $(NTRACE_COMMON) $(NTRACE_LIBS)
$(NTRACE_OUT)/mutate: $(UNIT_OUT)/tests/ntrace/mutate.o \
	$(UNIT_OUT)/tests/ntrace/judge.o \
	$(NTRACE_GENERATE) $(NTRACE_COMMON) $(NTRACE_LIBS)
$(NTRACE_OUT)/idle: $(UNIT_OUT)/tests/ntrace/idle.o $(NTRACE_LIBS)
# Of a trace as long as that of "make trace-linux"
$(O)/host/ntrace/flips: $(O)/host/obj/tests/ntrace/flips.o \
		$(filter-out %/platform/host/main.o,$(host-objs))
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^ \
		-lelf -ldw -lfdt -lz -lzstd -l:libstdc++.so.6
$(O)/host/obj/tests/ntrace/flips.o: CPPFLAGS += -iquote platform/host/ntrace/decode
NTRACE_PROGRAMS_ALL := $(addprefix $(NTRACE_OUT)/,golden roundtrip mutate idle)
$(NTRACE_PROGRAMS_ALL):
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -o $@

.PHONY: run-ntrace-quick run-ntrace-full run-ntrace-long
run-ntrace-quick: NTRACE_PROGRAMS = $(NTRACE_PROGRAMS_QUICK)
run-ntrace-quick: NTRACE_MUTATIONS = $(NTRACE_MUTATIONS_QUICK)
run-ntrace-full: NTRACE_PROGRAMS = $(NTRACE_PROGRAMS_FULL)
run-ntrace-full: NTRACE_MUTATIONS = $(NTRACE_MUTATIONS_FULL)
run-ntrace-long: NTRACE_PROGRAMS = $(NTRACE_PROGRAMS_LONG)
run-ntrace-long: NTRACE_MUTATIONS = $(NTRACE_MUTATIONS_LONG)
run-ntrace-quick run-ntrace-full run-ntrace-long: $(NTRACE_PROGRAMS_ALL) \
		$(NTRACE_FREE:%=$(O)/rv64/obj/%) $(NTRACE_FREE:%=$(O)/rv32/obj/%)
	@sh tests/ntrace/run.sh $(O)/results/ntrace.tally \
		"$(NTRACE_OUT)/golden tests/golden/*.nt" \
		"$(NTRACE_OUT)/roundtrip $(NTRACE_PROGRAMS)" \
		"$(NTRACE_OUT)/mutate $(NTRACE_MUTATIONS)" \
		"$(NTRACE_OUT)/idle $(NTRACE_MUTATIONS)" \
		"sh tests/ntrace/freestanding.sh $(CROSS_COMPILE)nm \
			$(NTRACE_FREE:%=$(O)/rv64/obj/%)" \
		"sh tests/ntrace/freestanding.sh $(CROSS_COMPILE)nm \
			$(NTRACE_FREE:%=$(O)/rv32/obj/%)"
