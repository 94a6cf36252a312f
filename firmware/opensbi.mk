# SPDX-License-Identifier: BSD-2-Clause
#
# OpenSBI itself, untouched: its sources in OPENSBI_SRC, known to be there once
# $(O)/opensbi/.src is, and its build in $(O)/opensbi/rv{32,64}, complete once
# .built is there. That in $(O)/opensbi/stock-rv{32,64} has upstream's own flags, to
# compare with.

ifdef OPENSBI_DIR
OPENSBI_SRC := $(abspath $(OPENSBI_DIR))
ifeq ($(wildcard $(OPENSBI_SRC)/include/sbi/sbi_version.h),)
$(error OPENSBI_DIR=$(OPENSBI_DIR) holds no OpenSBI sources)
endif
# A checkout is edited and updated under our feet
opensbi-inputs := $(shell find '$(OPENSBI_SRC)' \
	\( -name '.?*' -o -name build \) -prune -o -type f -print)
else
OPENSBI_SRC := $(abspath $(O))/opensbi/src
# Where there is no such file the script says so
opensbi-inputs := firmware/opensbi.sh $(wildcard $(OPENSBI_TARBALL))
# Another choice is looked at, even if the file is older than what was extracted
$(O)/opensbi/.choice: FORCE
	$(call record,$(OPENSBI_TARBALL) $(OPENSBI_RELEASE))
opensbi-inputs += $(O)/opensbi/.choice
# The script says which release it is; the headers know two numbers only. One word,
# which patterns below take as a whole
opensbi-version = v$$(cat<$(OPENSBI_SRC).release)
endif

# Code gets smaller without these, even with -Os
small-cflags := -fno-jump-tables -fno-shrink-wrap -fno-tree-switch-conversion \
	-fno-move-loop-invariants
# With -Os and without frame pointers OpenSBI's code is a sixth smaller. Which
# warnings a compiler has depends on such flags.
opensbi-cflags := -fomit-frame-pointer -foptimize-sibling-calls \
	-malign-data=natural $(small-cflags) -fno-schedule-insns -fno-thread-jumps \
	-Wno-error
# but a boot reads the device tree all the time, calls ask for domains' memory, and
# all calls and traps that nothing else serves come to the last two
opensbi-fast := fdt.c:fdt_ro.c:sbi_domain.c:sbi_string.c:sbi_ecall.c:sbi_trap.c
opensbi-cc := sh $(CURDIR)/firmware/small_cc.sh $(opensbi-fast) $(CROSS_COMPILE)gcc

opensbi-vars := PLATFORM=generic CROSS_COMPILE=$(CROSS_COMPILE) REPRODUCIBLE=y \
	$(opensbi-version:%=OPENSBI_VERSION_GIT=%) \
	$(filter FW_%,$(MAKEOVERRIDES)) \
	$(FW_PAYLOAD_PATH:%=FW_PAYLOAD_PATH=$(abspath $(FW_PAYLOAD_PATH))) \
	$(FW_FDT_PATH:%=FW_FDT_PATH=$(abspath $(FW_FDT_PATH)))

# Of sources that never change nobody needs the dependencies: a fifth of the work
ifndef OPENSBI_DIR
opensbi-vars += deps-y=
endif
opensbi-small := CC="$(opensbi-cc)" platform-cflags-y="$(opensbi-cflags)"

opensbi-builds := $(foreach x,32 64,$(O)/opensbi/rv$x $(O)/opensbi/stock-rv$x)

# OpenSBI's make does not notice that its variables changed
$(O)/opensbi/.origin: origin = $(OPENSBI_SRC) $(opensbi-vars) $(opensbi-small)
$(O)/opensbi/.origin: FORCE
	@mkdir -p $(@D)
	@echo '$(origin)' | cmp -s - $@ || \
		{ rm -rf $(opensbi-builds) && echo '$(origin)' >$@; }

$(O)/opensbi/.src: $(O)/opensbi/.origin $(opensbi-inputs)
ifndef OPENSBI_DIR
	@OPENSBI_TARBALL='$(OPENSBI_TARBALL)' OPENSBI_RELEASE='$(OPENSBI_RELEASE)' \
		sh firmware/opensbi.sh $(OPENSBI_SRC)
	@rm -rf $(opensbi-builds)
endif
	@touch $@

# The ceiling keeps OpenSBI from taking our commit for its own version. Its make asks a
# shell for build_dir wherever it uses it, some thousand times, unless it is told. Where
# there is no folder this is "make -n", which executes lines with a make.
$(foreach x,32 64,$(O)/opensbi/rv$x/.built): flags := $(opensbi-small)
$(opensbi-builds:%=%/.built): $(O)/opensbi/%/.built: $(O)/opensbi/.src \
		$(FW_PAYLOAD_PATH) $(FW_FDT_PATH) | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@test ! -d $(@D) || GIT_CEILING_DIRECTORIES='$(dir $(OPENSBI_SRC))' \
		sh platform/host/progress.sh \
		"  OPENSBI  $(opensbi-version:%=% for )$* from $(OPENSBI_SRC)" \
		$(@D)/log '/^ [A-Z]/ { n++ } END { print n + 0, "steps" }' \
		$(MAKE) -C $(OPENSBI_SRC) $(opensbi-vars) $(flags) O=$(abspath $(@D)) \
		build_dir=$(abspath $(@D)) PLATFORM_RISCV_XLEN=$(lastword $(subst rv, ,$*)) || \
		{ tail -n 20 $(@D)/log; exit 1; }
	@touch $@
