# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that test the verifier on whole traces. Those that go through millions
# of instructions are compiled as the tool is, without sanitizers.

VERIFY_LIBS := $(foreach l,model tandem verify,$(lib-$l-objs-y:%=lib/$l/%))
VERIFY_SHARED := tests/tandem/steps.o tests/unit/verify_rig.o
verify-objs := $(VERIFY_SHARED) tests/tandem/plant.o

tandem-needs += $(O)/host/tandem/plant

$(O)/host/tandem/plant: $(addprefix $(O)/host/obj/, \
		tests/tandem/plant.o $(VERIFY_SHARED) $(VERIFY_LIBS))
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^

-include $(verify-objs:%.o=$(O)/host/obj/%.d)
