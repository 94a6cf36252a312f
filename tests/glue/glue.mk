# SPDX-License-Identifier: BSD-2-Clause
# Unit tests of files of platform/generic that read device trees, with the
# fuzzer's copies of OpenSBI's types, with OpenSBI's helpers for trees, and with
# the host's libfdt.

include tests/unit/unit.mk

GLUE_TESTS := $(patsubst tests/glue/%.c,$(UNIT_OUT)/glue/%,$(wildcard tests/glue/*_test.c))
glue-files := fdt_trace fdt_trace_bus fdt_trace_ends fdt_trace_near fdt_trace_next \
	trace_domain_glue trace_glue trace_piece_glue trace_place_glue \
	trace_pmp_glue trace_report_glue
glue-stock := $(FUZZ_OUT)/opensbi/fdt_helper.o $(FUZZ_OUT)/opensbi/sbi_string.o
# Only their own tests link trace_domain_glue.c and trace_glue.c.
glue-objs := $(patsubst %,$(FUZZ_OUT)/opensbi/%.o,fdt_trace_walk \
	$(filter fdt_%,$(glue-files))) $(glue-stock) \
	$(UNIT_OUT)/tests/glue/tree_rig.o
glue-objs-closed_test := $(patsubst %,$(FUZZ_OUT)/opensbi/%.o,trace_domain_glue \
	trace_piece_glue trace_place_glue trace_pmp_glue) $(UNIT_OUT)/tests/glue/pmp_rig.o \
	$(UNIT_OUT)/tests/glue/closed_rig.o \
	$(UNIT_OUT)/platform/generic/glue/trace_glue.o \
	$(FUZZ_OUT)/opensbi/trace_report_glue.o
$(foreach t,next life,$(eval glue-objs-$t_test = $$(glue-objs-boot_test)))
glue-objs-boot_test := $(UNIT_OUT)/tests/glue/boot_rig.o $(UNIT_OUT)/platform/generic/glue/trace_glue.o \
	$(FUZZ_OUT)/opensbi/trace_report_glue.o
# Sections that no test calls are not linked
glue-link := -lfdt -Wl,--gc-sections

# The fuzzer has a trace_glue.o with another table.
$(UNIT_OUT)/tests/glue/%.o $(UNIT_OUT)/platform/generic/glue/trace_glue.o: \
	UNIT_CFLAGS := $(FUZZ_SBI_CFLAGS)
$(foreach t,closed_test boot_test next_test life_test,$(eval \
	$(UNIT_OUT)/glue/$t: $(glue-objs-$t)))
$(GLUE_TESTS): $(UNIT_OUT)/glue/%: $(UNIT_OUT)/tests/glue/%.o $(glue-objs) \
		$(UNIT_LIB) $(UNIT_FAKE) | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -lcmocka $(glue-link) -o $@

$(glue-stock): $(FUZZ_OUT)/opensbi/%.o: $(O)/opensbi/.src | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $(@:$(FUZZ_OUT)/%.o=%.c)"
	@$(HOST_CC) $(FUZZ_SBI_CFLAGS) -fno-sanitize=all -w -c \
		$(OPENSBI_SRC)/lib/$(if $(filter fdt_%,$*),utils/fdt,sbi)/$*.c -o $@

# Single files, each with the test of its name: FILE_test.c. The test defines what the
# file calls, and headers of wire/sbi stand in front of OpenSBI's.
WIRE_OUT := $(UNIT_OUT)/wire
WIRE_TESTS := $(patsubst tests/glue/wire/%.c,$(WIRE_OUT)/%,$(wildcard tests/glue/wire/*_test.c))
wire-files := $(WIRE_TESTS:$(WIRE_OUT)/%_test=%)
wire-sources := $(foreach f,$(wire-files),$(wildcard platform/generic/*/$f.c))
WIRE_CFLAGS := $(filter-out -DOPENSBI_EXTERNAL_SBI_TYPES=%,$(UNIT_CFLAGS)) \
	-ffunction-sections -DHARTSCOPE_VERSION='""' -DPMU_SNAPSHOT_DEFAULT=0 -Itests/glue/wire \
	-isystem $(OPENSBI_SRC)/lib/utils/libfdt
# $(wire-objs-FILE): objects that only the test of this file links
wire-objs-access_glue := $(FUZZ_OUT)/opensbi/sbi_string.o
wire-objs-ctr_glue := $(FUZZ_OUT)/opensbi/sbi_string.o
wire-objs-fast_glue := $(FUZZ_OUT)/opensbi/sbi_string.o
wire-objs-fence_glue := $(WIRE_OUT)/fence_rig.o $(WIRE_OUT)/fence_glue_harts.o
wire-objs-insn_glue := $(UNIT_OUT)/lib/insn/insn_expand.o \
	$(UNIT_OUT)/lib/insn/insn_fields.o
wire-objs-owner_glue := $(FUZZ_OUT)/opensbi/sbi_string.o
wire-objs-override := $(WIRE_OUT)/override_parts.o
wire-objs-pmu_glue := $(WIRE_OUT)/pmu_rig.o $(FUZZ_OUT)/opensbi/sbi_string.o
wire-link := -Wl,--gc-sections

$(WIRE_OUT)/%.o: tests/glue/wire/%.c $(O)/opensbi/.src | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $<"
	@$(HOST_CC) $(WIRE_CFLAGS) -MD -MP -c $< -o $@
$(foreach s,$(wire-sources),$(eval $(WIRE_OUT)/$(basename $(notdir $s)).o: $s))
$(wire-files:%=$(WIRE_OUT)/%.o): $(O)/opensbi/.src | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $(firstword $(filter %.c,$^))"
	@$(HOST_CC) $(WIRE_CFLAGS) -MD -MP -c $(firstword $(filter %.c,$^)) -o $@
$(foreach f,$(wire-files),$(eval $(WIRE_OUT)/$f_test: $(wire-objs-$f)))
$(WIRE_TESTS): %_test: %_test.o %.o $(WIRE_OUT)/rig.o | $(O)/.setup/host
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -lcmocka $(wire-link) -o $@
-include $(wildcard $(WIRE_OUT)/*.d)

UNIT_TESTS += $(GLUE_TESTS) $(WIRE_TESTS)
run-unit-quick run-unit-full: $(GLUE_TESTS) $(WIRE_TESTS)
