# SPDX-License-Identifier: BSD-2-Clause
#
# The public library, include/hartscope: libhartscope.a and .so of the same
# objects. Both show programs the symbols of lib/hartscope/hartscope.map only.

library-libs := hartscope insn ntrace tandem
library-objs := $(foreach l,$(library-libs),$(lib-$l-objs-y:%=$(O)/host/pic/lib/$l/%))
library-map := lib/hartscope/hartscope.map
library-soname := libhartscope.so.0

library-flags := $(host-flags) -fPIC -fvisibility=hidden

$(O)/host/pic/%.o: %.c platform/host/library.mk | $(O)/.setup/host
	@mkdir -p $(@D)
	@echo "  HOSTCC   $<"
	@$(HOST_CC) $(HOST_CFLAGS) $(library-flags) $(CPPFLAGS) -c -o $@ $<

$(O)/host/libhartscope.so: $(library-objs) $(library-map)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) -shared $(LDFLAGS) -o $@ $(library-objs) \
		-Wl,-soname,$(library-soname),--version-script,$(library-map) \
		-Wl,-z,defs,-z,relro

# One object, in which all but public symbols are local
$(O)/host/libhartscope.a: $(library-objs)
	@echo "  HOSTAR   $@"
	@ld -r -o $(@:.a=.o) $^
	@objcopy --localize-hidden $(@:.a=.o)
	@rm -f $@
	@ar crD $@ $(@:.a=.o)

.PHONY: library
library: $(O)/host/libhartscope.a $(O)/host/libhartscope.so

-include $(library-objs:.o=.d)
