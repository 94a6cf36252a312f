# SPDX-License-Identifier: BSD-2-Clause
# Unit tests: lib/ on the fake hart, for the host, with ASan and UBSan. One host
# binary is for RV32 and RV64; the fake hart sets XLEN.

# The fuzzers' rules also include this file, and may come first.
ifndef unit-mk
unit-mk := y

UNIT_OUT := $(O)/host/unit
UNIT_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover
UNIT_CFLAGS := -std=gnu11 -O1 -g -Wall -Wextra -Werror $(UNIT_SANITIZE) \
	-fno-omit-frame-pointer -D__riscv_xlen=64 \
	-DOPENSBI_EXTERNAL_SBI_TYPES=base/types.h \
	-Iinclude -Itests/unit/fake -Iplatform/qemu/machine -isystem $(OPENSBI_SRC)/include

unit-libs := $(patsubst lib/%/objects.mk,%,$(wildcard lib/*/objects.mk))
UNIT_LIB_SRCS := $(foreach l,$(unit-libs),$(lib-$l-objs-y:%.o=lib/$l/%.c))
UNIT_LIB := $(UNIT_LIB_SRCS:%.c=$(UNIT_OUT)/%.o) $(UNIT_OUT)/events_table.o
UNIT_FAKE_SRCS := $(wildcard tests/unit/fake/*.c)
UNIT_FAKE := $(UNIT_FAKE_SRCS:%.c=$(UNIT_OUT)/%.o)
# The model of trace hardware, which does not depend on QEMU
UNIT_HW := $(patsubst %.c,$(UNIT_OUT)/%.o,$(wildcard platform/qemu/machine/hw*.c))
UNIT_SHARED := $(addprefix $(UNIT_OUT)/tests/unit/, \
	unit.o ctr/unit_ctr.o trace/unit_trace.o trace/unit_trace_drive.o \
	ntrace/ntrace_rows.o tandem/tandem_rows.o)
UNIT_SHARED += $(addprefix $(UNIT_OUT)/tests/unit/model/,model_rig.o model_ctr_rig.o \
	model_script.o)
UNIT_SHARED += $(addprefix $(UNIT_OUT)/tests/unit/verify/,verify_rig.o verify_notation.o \
	verify_rows.o verify_books.o)
UNIT_SHARED_HW := $(UNIT_OUT)/tests/unit/hw/unit_hw.o $(UNIT_HW)
unit-tests := $(wildcard tests/unit/*_test.c tests/unit/*/*_test.c)
UNIT_TESTS := $(patsubst %.c,$(UNIT_OUT)/%,$(notdir $(unit-tests)))

$(UNIT_OUT)/%.o: %.c $(O)/opensbi/.src | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $<"
	@$(HOST_CC) $(UNIT_CFLAGS) -MMD -MP -c $< -o $@

$(UNIT_OUT)/events_table.o: $(events-table) $(O)/opensbi/.src | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $<"
	@$(HOST_CC) $(UNIT_CFLAGS) -MMD -MP -c $< -o $@

# Programs are in one folder, and their sources in those of the libraries.
$(foreach t,$(unit-tests),$(eval \
	$(UNIT_OUT)/$(basename $(notdir $t)): $(UNIT_OUT)/$(t:.c=.o)))
$(UNIT_TESTS): $(UNIT_SHARED) $(UNIT_LIB) $(UNIT_FAKE) \
		| $(O)/.setup/host
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -lcmocka $(LDLIBS) -o $@

# Headers that tests of several libraries share
$(UNIT_OUT)/tests/unit/%.o: UNIT_CFLAGS += -iquote tests/unit

# Files of the kernel module, with a small replacement of Linux
unit-kernel := -idirafter tests/unit/kernel
$(UNIT_OUT)/tests/unit/linux/%.o: UNIT_CFLAGS += $(unit-kernel)
$(UNIT_OUT)/platform/linux/%.o: UNIT_CFLAGS += $(unit-kernel) \
	-include tests/unit/kernel/kernel.h
$(UNIT_OUT)/linux_branch_test: $(addprefix $(UNIT_OUT)/platform/linux/, \
	branch_block.o branch_stacks.o)
$(UNIT_OUT)/linux_sink_test: $(UNIT_OUT)/platform/linux/trace_sink.o
$(UNIT_OUT)/linux_piece_test: $(addprefix $(UNIT_OUT)/platform/linux/, \
	trace_piece.o trace_sink.o)

# A file of the tool
unit-host := -D_GNU_SOURCE -iquote platform/host/common
$(UNIT_OUT)/tests/unit/host_output_test.o: UNIT_CFLAGS += $(unit-host)
$(UNIT_OUT)/platform/host/common/%.o: UNIT_CFLAGS += $(unit-host)
$(UNIT_OUT)/host_output_test: $(addprefix $(UNIT_OUT)/platform/host/common/, \
	fail.o files.o names.o output.o progress.o)

# A file of the firmware that needs only two functions of OpenSBI
$(UNIT_OUT)/fdt_walk_test: $(UNIT_OUT)/platform/generic/trace/fdt_trace_walk.o

$(filter $(UNIT_OUT)/hw_%,$(UNIT_TESTS)): $(UNIT_SHARED_HW)
$(filter $(UNIT_OUT)/hw_%,$(UNIT_TESTS)): LDLIBS += -lfdt

-include $(shell find $(UNIT_OUT) -name '*.d' 2>/dev/null)

.PHONY: run-unit-quick run-unit-full coverage

# Seconds in all: the programs are the same, and one of them takes fewer cases.
run-unit-quick: export UNIT_QUICK := y
run-unit-quick run-unit-full: $(UNIT_TESTS)
	@sh tests/programs.sh unit $(O)/results/unit.tally $(UNIT_TESTS)

# Lines and branches of lib/ that the unit tests reach
coverage: | $(O)/.setup/host
	@mkdir -p $(O)
	@rm -rf $(O)/host/coverage
	@$(MAKE) --no-print-directory UNIT_OUT=$(O)/host/coverage \
		FUZZ_OUT=$(O)/host/coverage/fuzz UNIT_SANITIZE=--coverage run-unit-quick >$(O)/coverage.log || \
		{ cat $(O)/coverage.log; exit 1; }
	@for source in $(UNIT_LIB_SRCS); do \
		gcov -n -b -o $(O)/host/coverage/$${source%/*} $$source; \
	done | grep -A 2 "^File 'lib/"

endif
