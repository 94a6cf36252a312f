# SPDX-License-Identifier: BSD-2-Clause
#
# Programs that test the codec of tandem trace, under ASan and UBSan.

include tests/unit/unit.mk

TANDEM_OUT := $(O)/host/tandem
TANDEM_LIBS := $(filter $(UNIT_OUT)/lib/tandem/%,$(UNIT_LIB))
TANDEM_SHARED := $(addprefix $(UNIT_OUT)/tests/tandem/,judge.o make.o)
TANDEM_PROGRAMS := $(addprefix $(TANDEM_OUT)/,golden mutate roundtrip)
# As the firmware compiles them
TANDEM_FREE := $(lib-tandem-objs-y:%=lib/tandem/%)

tandem-needs += $(TANDEM_PROGRAMS) $(O)/host/hartscope \
	$(TANDEM_OUT)/flute-rv64gc.elf $(TANDEM_FREE:%=$(O)/rv64/obj/%) \
	$(TANDEM_FREE:%=$(O)/rv32/obj/%)

$(TANDEM_OUT)/mutate $(TANDEM_OUT)/roundtrip: $(TANDEM_SHARED)
$(TANDEM_PROGRAMS): $(TANDEM_OUT)/%: $(UNIT_OUT)/tests/tandem/%.o $(TANDEM_LIBS)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(UNIT_SANITIZE) $^ -o $@

# The program whose trace this is, for its symbols
$(TANDEM_OUT)/flute-rv64gc.elf: tests/tandem/corpus-rtl/flute-rv64gc.S \
		tests/tandem/corpus-rtl/link.ld | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@echo "  CC       $<"
	@$(CROSS_COMPILE)gcc -g -march=rv64gc -mabi=lp64d -nostdlib -static \
		-fno-pic -Wl,-T,tests/tandem/corpus-rtl/link.ld,--build-id=none \
		-Wl,--no-warn-rwx-segments -ffile-prefix-map=$(CURDIR)=. $< -o $@
