# SPDX-License-Identifier: BSD-2-Clause
# Unit tests of files of platform/generic that read device trees: with OpenSBI's types
# as the fuzzer of all doors has them, its helpers for trees, and the host's libfdt.

include tests/unit/unit.mk

GLUE_TESTS := $(patsubst tests/glue/%.c,$(UNIT_OUT)/glue/%,$(wildcard tests/glue/*_test.c))
glue-files := fdt_trace fdt_trace_bus fdt_trace_ends fdt_trace_next trace_domain_glue
glue-stock := $(FUZZ_OUT)/opensbi/fdt_helper.o $(FUZZ_OUT)/opensbi/sbi_string.o
# The domains' regions are those of one test; the others note what would be closed.
glue-objs := $(patsubst %,$(FUZZ_OUT)/opensbi/%.o,fdt_trace_walk \
	$(filter-out trace_domain_glue,$(glue-files))) $(glue-stock) \
	$(UNIT_OUT)/tests/glue/tree_rig.o
glue-objs-protect_test := $(FUZZ_OUT)/opensbi/trace_domain_glue.o
# What the tests call is linked, and nothing else
glue-link := -lfdt -Wl,--gc-sections

$(UNIT_OUT)/tests/glue/%.o: UNIT_CFLAGS := $(FUZZ_SBI_CFLAGS)
$(UNIT_OUT)/glue/protect_test: $(glue-objs-protect_test)
$(GLUE_TESTS): $(UNIT_OUT)/glue/%: $(UNIT_OUT)/tests/glue/%.o $(glue-objs) \
		$(UNIT_LIB) $(UNIT_FAKE) | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -lcmocka $(glue-link) -o $@

$(glue-stock): $(FUZZ_OUT)/opensbi/%.o: $(O)/opensbi/.src
	@mkdir -p $(@D)
	@echo "  HOSTCC   $(@:$(FUZZ_OUT)/%.o=%.c)"
	@$(HOST_CC) $(FUZZ_SBI_CFLAGS) -fno-sanitize=all -w -c \
		$(OPENSBI_SRC)/lib/$(if $(filter fdt_%,$*),utils/fdt,sbi)/$*.c -o $@

UNIT_TESTS += $(GLUE_TESTS)
run-unit-quick run-unit-full: $(GLUE_TESTS)
