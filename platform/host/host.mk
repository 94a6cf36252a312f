# SPDX-License-Identifier: BSD-2-Clause
#
# The programs a machine must have, and the host tool.

include platform/host/objects.mk

# Each group of programs is checked once per build directory: those of one goal
# together, for one installation or one message.
setup-all := firmware host
setup-firmware := firmware
setup-tools := host
setup-run := firmware qemu
setup-run-linux := firmware qemu linux
setup-shell-linux := firmware qemu linux
setup-bench := firmware qemu host
setup-bench-linux := firmware qemu host linux
setup-check := firmware qemu host
setup-test := firmware qemu host lint linux
setup-lint := firmware lint
setup-goals := $(sort $(foreach g,$(or $(MAKECMDGOALS),all),$(setup-$g)))
setup-stamps := $(setup-goals:%=$(O)/.setup/%)

setup = @CROSS_COMPILE='$(CROSS_COMPILE)' sh platform/host/setup.sh $1 && \
	mkdir -p $(O)/.setup && touch $(1:%=$(O)/.setup/%)

ifneq ($(setup-stamps),)
$(setup-stamps) &:
	$(call setup,$(setup-goals))
endif

$(O)/.setup/%:
	$(call setup,$*)

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
HOST_CFLAGS ?= -O2 -g
host-flags := -std=gnu11 -Wall -Wextra -Werror -Iinclude -MMD -MP
host-objs := $(platform-host-objs-y:%=$(O)/host/obj/%)

$(O)/host/obj/main.o: CPPFLAGS += -DHARTSCOPE_VERSION='"$(HARTSCOPE_VERSION)"'
$(O)/host/obj/main.o: $(O)/.version

$(O)/host/obj/%.o: platform/host/%.c | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $<"
	@$(HOST_CC) $(HOST_CFLAGS) $(host-flags) $(CPPFLAGS) -c -o $@ $<

$(O)/host/hartscope: $(host-objs)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^

.PHONY: tools
tools: $(O)/host/hartscope

-include $(host-objs:.o=.d)
