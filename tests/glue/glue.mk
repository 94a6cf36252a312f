# SPDX-License-Identifier: BSD-2-Clause
# Unit tests of files of platform/generic, with the fuzzer's headers in front of
# OpenSBI's: those that read device trees, with OpenSBI's helpers for trees and the
# host's libfdt, and those whose test defines all that they call.

include tests/unit/unit.mk

glue-alone := access_test console_test events_test fence_test insn_test memory_test reach_test redirect_test
glue-files-access_test := access_glue trace_trap_glue
glue-files-console_test := console_glue
glue-files-events_test := events_once
glue-files-insn_test := insn_glue
glue-files-memory_test := owner_memory
glue-files-reach_test := reach_glue
glue-files-redirect_test := ctr_trap_glue
glue-files-fence_test := fence_glue fence_call fence_local fence_mswi
GLUE_ALONE := $(glue-alone:%=$(UNIT_OUT)/glue/%)
GLUE_TESTS := $(filter-out $(GLUE_ALONE),$(patsubst tests/glue/%.c,$(UNIT_OUT)/glue/%, \
	$(wildcard tests/glue/*_test.c)))
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
	$(UNIT_OUT)/platform/generic/trace/trace_glue.o \
	$(FUZZ_OUT)/opensbi/trace_report_glue.o
$(foreach t,next life,$(eval glue-objs-$t_test = $$(glue-objs-boot_test)))
glue-objs-boot_test := $(UNIT_OUT)/tests/glue/boot_rig.o $(UNIT_OUT)/platform/generic/trace/trace_glue.o \
	$(FUZZ_OUT)/opensbi/trace_report_glue.o
# Sections that no test calls are not linked
glue-link := -lfdt -Wl,--gc-sections

# The fuzzer has a trace_glue.o with another table.
$(UNIT_OUT)/tests/glue/%.o $(UNIT_OUT)/platform/generic/trace/trace_glue.o: \
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

glue-more-fence_test := $(filter $(UNIT_OUT)/lib/fence/%,$(UNIT_LIB)) \
	$(UNIT_OUT)/tests/glue/fence_rig.o
glue-more-access_test := $(FUZZ_OUT)/opensbi/sbi_string.o
glue-more-console_test := $(FUZZ_OUT)/opensbi/sbi_string.o
glue-more-reach_test := $(FUZZ_OUT)/opensbi/sbi_string.o
glue-more-redirect_test := $(filter $(UNIT_OUT)/lib/ctr/%,$(UNIT_LIB)) $(UNIT_FAKE)
glue-more-insn_test := $(UNIT_OUT)/lib/insn/insn_expand.o $(UNIT_OUT)/lib/insn/insn_fields.o
# $(call glue-parts,TEST): the objects of a test that defines all else
glue-parts = $(UNIT_OUT)/tests/glue/$1.o $(glue-more-$1) \
	$(glue-files-$1:%=$(FUZZ_OUT)/opensbi/%.o)
$(foreach t,$(glue-alone),$(eval $(UNIT_OUT)/glue/$t: $(call glue-parts,$t)))
$(GLUE_ALONE): | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -lcmocka -Wl,--gc-sections -o $@

UNIT_TESTS += $(GLUE_TESTS) $(GLUE_ALONE)
run-unit-quick run-unit-full: $(GLUE_TESTS) $(GLUE_ALONE)
