# SPDX-License-Identifier: BSD-2-Clause
#
# What "make run" boots: demo.elf, then trace.elf with trace hardware.

demo-objs := demo/demo.o demo/ctr.o payload/ctr_entry.o

# $(call demo-rules,XLEN)
define demo-rules
$(O)/rv$1/demo/%.o: firmware/demo/%.c $(smode-depends)
	@mkdir -p $$(@D)
	@echo "  CC       rv$1 $$<"
	@$$(call smode-cc,$1) -c -o $$@ $$<

$(O)/rv$1/demo/demo.elf: $(demo-objs:%=$(O)/rv$1/%)
$(O)/rv$1/demo/trace.elf: $(O)/rv$1/demo/trace.o
$(O)/rv$1/demo/demo.elf $(O)/rv$1/demo/trace.elf: \
		$(payload-objs:%=$(O)/rv$1/%) platform/smode/payload.lds
	@echo "  LD       $$@"
	@$$(call smode-link,$1)

-include $(wildcard $(O)/rv$1/demo/*.d)
endef

$(foreach xlen,64 32,$(eval $(call demo-rules,$(xlen))))
