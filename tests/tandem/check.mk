# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that test the verifier on whole traces. Those that go through millions
# of instructions are compiled as the tool is, without sanitizers.

include tests/unit/unit.mk

VERIFY_OUT := $(O)/host/tandem
VERIFY_SHARED := $(addprefix $(O)/host/obj/,tests/tandem/steps.o \
	tests/unit/verify/verify_rig.o \
	$(foreach l,insn model tandem verify,$(lib-$l-objs-y:%=lib/$l/%)))
VERIFY_PROGRAMS := $(addprefix $(VERIFY_OUT)/,plant alter)
verify-test-objs := $(patsubst %,$(O)/host/obj/tests/tandem/%.o, \
	plant alter forms synth synth_insn)

VERIFY_WRECK := $(patsubst %,$(UNIT_OUT)/tests/%.o,tandem/wreck tandem/synth \
	tandem/synth_insn tandem/steps unit/verify/verify_rig) \
	$(filter $(foreach l,insn model tandem verify,$(UNIT_OUT)/lib/$l/%),$(UNIT_LIB))

tandem-needs += $(VERIFY_PROGRAMS) $(VERIFY_OUT)/wreck \
	$(foreach l,insn model tandem verify,$(lib-$l-objs-y:%=$(O)/rv64/obj/lib/$l/%))

$(VERIFY_OUT)/plant: $(filter %/plant.o,$(verify-test-objs))
$(VERIFY_OUT)/alter: $(filter-out %/plant.o,$(verify-test-objs))
$(VERIFY_PROGRAMS): $(VERIFY_SHARED)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^

# Under ASan and UBSan
$(VERIFY_OUT)/wreck: $(VERIFY_WRECK)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -o $@

# The tool, too, in a build of its own
$(O)/sanitized/host/hartscope: FORCE
	@$(MAKE) --no-print-directory O=$(O)/sanitized $@ \
		HOST_CFLAGS='-O1 -g $(UNIT_SANITIZE) -fno-omit-frame-pointer'

run-tandem-long: $(O)/sanitized/host/hartscope

-include $(verify-test-objs:.o=.d) $(VERIFY_SHARED:.o=.d)
