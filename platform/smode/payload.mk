# SPDX-License-Identifier: BSD-2-Clause
#
# Programs for S-mode without an operating system, as the demo and the tests are:
# what they start with, print with and know of the firmware.

payload-objs := $(addprefix payload/,start.o hart.o sbi.o print.o fdt.o pmu.o)

smode-arch-64 := -march=rv64imac_zicsr_zifencei -mabi=lp64
smode-arch-32 := -march=rv32imac_zicsr_zifencei -mabi=ilp32

# Where OpenSBI's fw_jump and fw_payload enter the next stage
smode-base-64 := 0x80200000
smode-base-32 := 0x80400000

smode-cflags := -std=gnu11 -O2 -g -Wall -Wextra -Werror -Wstrict-prototypes \
	-Wmissing-prototypes -ffreestanding -nostdlib -fno-pic \
	-fno-stack-protector -fno-asynchronous-unwind-tables \
	-fno-tree-loop-distribute-patterns -mcmodel=medany -mno-relax \
	-msmall-data-limit=0 -ffile-prefix-map=$(CURDIR)=. \
	-Iinclude -iquote platform/smode -isystem $(OPENSBI_SRC)/include
smode-ldflags := -nostdlib -static -no-pie -Wl,--build-id=none \
	-Wl,--no-warn-rwx-segments -T platform/smode/payload.lds

smode-depends := platform/smode/payload.mk $(O)/opensbi/.src \
	| $(O)/.setup/firmware
# $(call smode-cc,XLEN), $(call smode-link,XLEN): the compiler; $@ of its objects
smode-cc = $(CROSS_COMPILE)gcc $(smode-arch-$1) $(smode-cflags) -MMD -MP
smode-link = $(CROSS_COMPILE)gcc $(smode-arch-$1) $(smode-ldflags) \
	-Wl,--defsym=PAYLOAD_BASE=$(smode-base-$1) -o $@ $(filter %.o,$^)

# $(call payload-rules,XLEN)
define payload-rules
$(O)/rv$1/payload/%.o: platform/smode/%.c $(smode-depends)
	@mkdir -p $$(@D)
	@echo "  CC       rv$1 $$<"
	@$$(call smode-cc,$1) -c -o $$@ $$<

$(O)/rv$1/payload/%.o: platform/smode/%.S $(smode-depends)
	@mkdir -p $$(@D)
	@echo "  AS       rv$1 $$<"
	@$$(call smode-cc,$1) -c -o $$@ $$<

-include $(wildcard $(O)/rv$1/payload/*.d)
endef

$(foreach xlen,64 32,$(eval $(call payload-rules,$(xlen))))
