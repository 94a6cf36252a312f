# SPDX-License-Identifier: BSD-2-Clause
#
# The host tool.

.PHONY: FORCE
FORCE:

# $(call record,TEXT): the recipe of a file that changes only when TEXT does, so
# that what depends on it is rebuilt then
record = @mkdir -p $(@D); \
	printf '%s\n' '$(subst ','\'',$1)' | cmp -s - $@ || \
	printf '%s\n' '$(subst ','\'',$1)' >$@

$(O)/.version: FORCE
	$(call record,$(HARTSCOPE_VERSION))

HOST_CC ?= gcc
HOST_CXX ?= g++
HOST_CFLAGS ?= -O2 -g
# Where a build was made must not get into what is packaged
build-paths := -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(abspath $(O))=build
host-flags := -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -Werror -Iinclude -iquote platform/host/common \
	-DOPENSBI_EXTERNAL_SBI_TYPES=base/types.h $(build-paths) -MMD -MP
host-libs := insn machine model ntrace profile tandem verify
# Neither these nor those of tests and other programs are part of the firmware.
host-only-libs := $(host-libs) hartscope
host-lib-objs := $(foreach l,$(host-libs),$(lib-$l-objs-y:%=lib/$l/%))
# Facts about cores are the firmware's and the tool's
host-both-objs := $(lib-events-objs-y:%=lib/events/%) events_table.o events_names.o
# Of the tool, all sources in its folders
host-objs := $(addprefix $(O)/host/obj/,$(host-lib-objs) $(host-both-objs) \
	$(patsubst %.c,%.o,$(wildcard $(addprefix platform/host/,*.c */*.c */*/*.c))))
host-main := $(O)/host/obj/platform/host/main.o

$(host-main): CPPFLAGS += -DHARTSCOPE_VERSION='"$(HARTSCOPE_VERSION)"'
$(host-main): $(O)/.version

# Files that are put into it as they are
$(O)/host/obj/platform/host/ntrace/report/report_page.o: \
	$(addprefix platform/host/ntrace/report/report.,html js)

# What disassembles is loaded at its first use: see disasm.h. disasm.so only needs
# it, so that the names of its file, here, and of its package, for deb.sh, are found
# as for what is linked. Known only when all is installed.
$(O)/host/disasm.cflags: platform/host/host.mk | $(O)/.setup/host
	@mkdir -p $(@D)
	@if grep -qs CS_ARCH_RISCV /usr/include/capstone/capstone.h; then \
		set -- capstone -DDISASM_CAPSTONE; \
	else \
		set -- LLVM-14 -DDISASM_LLVM -isystem /usr/include/llvm-c-14 \
			-isystem /usr/include/llvm-14; \
	fi; library=$$1; shift; \
	$(HOST_CC) -shared -nostdlib -Wl,--no-as-needed -o $(@:cflags=so) \
		-x c /dev/null -l$$library && \
	name=$$(readelf -d $(@:cflags=so) | \
		sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p') && \
	[ "$$name" ] && echo "$$@ -DDISASM_LIBRARY=$$name" >$@

host-disasm := $(filter %/disasm_capstone.o %/disasm_library.o \
	%/disasm_llvm.o,$(host-objs))
$(host-disasm): CPPFLAGS += @$(O)/host/disasm.cflags
$(host-disasm): $(O)/host/disasm.cflags

$(O)/host/obj/%.o: %.c | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $<"
	@$(HOST_CC) $(HOST_CFLAGS) $(host-flags) $(CPPFLAGS) -c -o $@ $<

$(O)/host/obj/events_%.o: $(O)/events/events_%.c | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $<"
	@$(HOST_CC) $(HOST_CFLAGS) $(host-flags) $(CPPFLAGS) \
		-iquote platform/host/pmu -c -o $@ $<

$(O)/host/hartscope: $(host-objs)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^ \
		-lelf -ldw -lfdt -lz -lzstd -l:libstdc++.so.6

.PHONY: tools
tools: $(O)/host/hartscope

-include $(host-objs:.o=.d)
