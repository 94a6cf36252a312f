# SPDX-License-Identifier: BSD-2-Clause
#
# Our objects, and OpenSBI's firmware linked again with them: objects on the
# command line win over members of an archive, so stock ones they replace are
# left out.

include platform/generic/objects.mk

# Those that only the tool and the plugins use are compiled when a test asks
firmware-libs := $(filter-out $(host-only-libs), \
	$(patsubst lib/%/objects.mk,%,$(wildcard lib/*/objects.mk)))
firmware-objs := firmware/shift.o events_table.o $(foreach l,$(firmware-libs),$(lib-$l-objs-y:%=lib/$l/%)) \
	$(platform-generic-objs-y:%=platform/generic/%)
# In front of OpenSBI's objects
firmware-first := firmware/warm_page.o
firmware-names := fw_dynamic fw_jump fw_payload
# Objects that calls wait for; all others are compiled for size
firmware-fast := $(foreach l,$(firmware-libs),$(lib-$l-fast-y:%=lib/$l/%)) \
	$(platform-generic-fast-y:%=platform/generic/%)

pmu-snapshot-on := 1
pmu-snapshot-off := 0
ifeq ($(pmu-snapshot-$(PMU_SNAPSHOT)),)
$(error PMU_SNAPSHOT is on or off, not '$(PMU_SNAPSHOT)')
endif

ifeq ($(filter on off,$(TRACE)),)
$(error TRACE is on or off, not '$(TRACE)')
endif

firmware-arch-64 := -march=rv64imafdc_zicsr_zifencei -mabi=lp64
firmware-arch-32 := -march=rv32imafdc_zicsr_zifencei -mabi=ilp32

# As OpenSBI compiles itself, but with more warnings, from which its own
# headers are spared.
firmware-cflags := -std=gnu11 -O2 -g -Wall -Wextra -Werror \
	-ffreestanding -nostdlib -fno-stack-protector -fno-strict-aliasing \
	-ffunction-sections -fdata-sections -fomit-frame-pointer \
	-fno-asynchronous-unwind-tables -fno-unwind-tables -mno-save-restore -mstrict-align -malign-data=natural \
	-mcmodel=medany -fPIE -ffile-prefix-map=$(CURDIR)=. \
	-ffile-prefix-map=$(OPENSBI_SRC)=opensbi \
	-Iinclude -Iplatform/generic/include \
	-isystem $(OPENSBI_SRC)/include \
	-isystem $(OPENSBI_SRC)/platform/generic/include \
	-isystem $(OPENSBI_SRC)/lib/utils/libfdt \
	-include sbi/sbi_visibility.h \
	-DPMU_SNAPSHOT_DEFAULT=$(pmu-snapshot-$(PMU_SNAPSHOT))

# Of objects in no hurry; platform/generic/hooks/save_restore.S has the routines
firmware-small := -Os -msave-restore $(small-cflags)

firmware-asflags := -g -Wall -Werror -ffreestanding -mcmodel=medany -fPIE \
	-ffile-prefix-map=$(CURDIR)=. \
	-ffile-prefix-map=$(OPENSBI_SRC)=opensbi \
	-isystem $(OPENSBI_SRC)/include

# The writable part begins at a power of 2: behind 256 KiB the image and the
# memory of M-mode are twice as large. Releases other than the default one, which
# opensbi.sh may take by itself, are as large as they are.
firmware-rx = $$(grep -qsx '$(shell sed -n 's/^release=//p' firmware/opensbi.sh)' \
	$(OPENSBI_SRC).release && echo 262144 || echo 524288)

# firmware-own-ldflags: of OpenSBI's own firmware, linked again without ours
firmware-own-ldflags := -ffreestanding -nostdlib -fPIE -pie -fuse-ld=bfd \
	-Wl,--gc-sections,--exclude-libs,ALL,--build-id=none \
	-Wl,--no-dynamic-linker,-pie
firmware-ldflags := $(firmware-own-ldflags) $(firmware-wraps:%=-Wl,--wrap=%)

# $(call firmware-with-trace,on|off): objects of the firmware with TRACE=on or off
firmware-with-trace = $(filter-out $(platform-generic-trace-$(TRACE)-y:%=platform/generic/%), \
	$(firmware-objs)) $(platform-generic-trace-$1-y:%=platform/generic/%)

# $(call firmware-link,XLEN,NAME,OBJECTS,SYMBOLS,OURS): link OpenSBI's firmware NAME
# as $@, with more objects and wrapped symbols than the project's own; without the
# last argument these are the firmware's
firmware-link = $(CROSS_COMPILE)gcc $(firmware-arch-$1) $(firmware-ldflags) \
	$(4:%=-Wl,--wrap=%) -Wl,-Map=$(@:.elf=.map) -o $@ \
	-Wl,-T$(O)/opensbi/rv$1/platform/generic/firmware/$2.elf.ld \
	$(firmware-first:%=$(O)/rv$1/obj/%) \
	$(O)/opensbi/rv$1/platform/generic/firmware/$2.o \
	$(patsubst %,$(O)/rv$1/obj/%,$(or $5,$(firmware-objs))) $3 \
	$(O)/opensbi/rv$1/platform/generic/lib/libplatsbi.a

# $(call firmware-check,XLEN,NAME): compare $@ with OpenSBI's own firmware NAME
firmware-check = sh firmware/check-link.sh $@ \
	$(O)/opensbi/rv$1/platform/generic/firmware/$2.elf \
	$(CROSS_COMPILE)readelf platform/generic/hooks/stock_formats.h \
	"$(firmware-rx)" $(OPENSBI_SRC)/lib/sbi/sbi_trap.c

$(O)/.firmware-flags: FORCE
	$(call record,$(CROSS_COMPILE) $(firmware-cflags) $(firmware-asflags) \
		$(firmware-ldflags) $(firmware-small) $(firmware-fast) TRACE=$(TRACE))

# $(call firmware-rules,XLEN)
define firmware-rules
$(O)/rv$1/obj/%.o: %.c $(O)/.firmware-flags $(O)/opensbi/rv$1/.built
	@mkdir -p $$(@D)
	@echo "  CC       rv$1 $$<"
	@$(CROSS_COMPILE)gcc $(firmware-arch-$1) $(firmware-cflags) $$(CPPFLAGS) \
		-include $(O)/opensbi/rv$1/platform/generic/kconfig/autoconf.h \
		-MMD -MP -c -o $$@ $$<

$(O)/rv$1/obj/%.o: %.S $(O)/.firmware-flags $(O)/opensbi/rv$1/.built
	@mkdir -p $$(@D)
	@echo "  AS       rv$1 $$<"
	@$(CROSS_COMPILE)gcc $(firmware-arch-$1) $(firmware-asflags) $$(CPPFLAGS) \
		-MMD -MP -c -o $$@ $$<

$(O)/rv$1/obj/events_table.o: $(events-table) $(O)/.firmware-flags $(O)/opensbi/rv$1/.built
	@mkdir -p $$(@D)
	@echo "  CC       rv$1 $$<"
	@$(CROSS_COMPILE)gcc $(firmware-arch-$1) $(firmware-cflags) \
		-include $(O)/opensbi/rv$1/platform/generic/kconfig/autoconf.h \
		-MMD -MP -c -o $$@ $$<

# The numbers of a C file, for assembly, with the configuration that C files have
$(O)/rv$1/obj/%/offsets.h: %/offsets.c $(O)/.firmware-flags $(O)/opensbi/rv$1/.built
	@mkdir -p $$(@D)
	@echo "  OFFSETS  rv$1 $$<"
	@$(CROSS_COMPILE)gcc $(firmware-arch-$1) $(firmware-cflags) \
		-include $(O)/opensbi/rv$1/platform/generic/kconfig/autoconf.h \
		-MMD -MP -MT $$@ -S -o $$(@:.h=.s) $$<
	@sed -n 's/^[[:blank:]]*\.ascii "=> \(.*\)"$$$$/#define \1/p' \
		$$(@:.h=.s) >$$@

$(O)/rv$1/obj/platform/generic/fast/trap.o: \
	CPPFLAGS += -I$(O)/rv$1/obj/platform/generic/fast
$(O)/rv$1/obj/platform/generic/fast/trap.o: \
	$(O)/rv$1/obj/platform/generic/fast/offsets.h

$(patsubst %,$(O)/rv$1/obj/%,$(filter-out $(firmware-fast),$(firmware-objs))): \
	CPPFLAGS += $(firmware-small)

$(O)/rv$1/obj/platform/generic/hooks/banner.o: $(O)/.version
$(O)/rv$1/obj/platform/generic/hooks/banner.o: \
	CPPFLAGS += -DHARTSCOPE_VERSION='"$(HARTSCOPE_VERSION)"'

$(firmware-names:%=$(O)/rv$1/%.elf): $(O)/rv$1/%.elf: \
		$(foreach o,$(firmware-first) $(firmware-objs),$(O)/rv$1/obj/$o) \
		firmware/link.mk firmware/check-link.sh
	@echo "  LD       $$@"
	@$$(call firmware-link,$1,$$*)
	@$$(call firmware-check,$1,$$*)

.PHONY: firmware-rv$1
firmware-rv$1: $(firmware-names:%=$(O)/rv$1/%.bin)

# The one without trace, whatever TRACE is
$(O)/rv$1/fw_notrace.elf: $(foreach o,$(firmware-first) \
		$(call firmware-with-trace,off),$(O)/rv$1/obj/$o) \
		firmware/link.mk firmware/check-link.sh
	@echo "  LD       $$@"
	@$$(call firmware-link,$1,fw_dynamic,,,$(call firmware-with-trace,off))
	@$$(call firmware-check,$1,fw_dynamic)

-include $(firmware-objs:%.o=$(O)/rv$1/obj/%.d) \
	$(wildcard $(O)/rv$1/obj/lib/*/*.d)
-include $(O)/rv$1/obj/platform/generic/fast/offsets.d
endef

$(foreach xlen,64 32,$(eval $(call firmware-rules,$(xlen))))

$(O)/rv%.bin: $(O)/rv%.elf
	@$(CROSS_COMPILE)objcopy -S -O binary $< $@

.PHONY: firmware
firmware: firmware-rv64 firmware-rv32
