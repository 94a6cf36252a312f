# SPDX-License-Identifier: GPL-2.0-only
#
# For Linux: the kernel module hartscope_trace, and hartscope-record.

# Debian's headers of a kernel, or those of KDIR
$(O)/linux/%/headers/debs: tests/linux/packages.sh $(O)/linux/%/packages \
		| $(O)/.setup/linux
	@mkdir -p $(@D)
	@sh tests/linux/packages.sh headers-$* >$@.new
	@mv $@.new $@

$(O)/linux/%/headers/tree: $(O)/linux/%/headers/debs tests/linux/headers.sh \
		| $(O)/.setup/firmware
	@CROSS_COMPILE='$(CROSS_COMPILE)' sh platform/host/progress.sh \
		"  HEADERS  $*" $(@D)/log '{ n++ } END { print n + 0, "packages" }' \
		xargs -a $< sh tests/linux/headers.sh $(@D) || \
		{ cat $(@D)/log; exit 1; }
	@tail -n 1 $(@D)/log >$@.new
	@mv $@.new $@

.PRECIOUS: $(O)/linux/%/packages $(O)/linux/%/headers/debs \
	$(O)/linux/%/headers/tree $(O)/linux/%/module/hartscope_trace.ko

# What programs that read its trace know as well
module-headers := include/trace/sbi_trace.h include/trace/branch_block.h
module-sources := $(wildcard platform/linux/*.c platform/linux/*.h) \
	platform/linux/Kbuild
# A copy of the sources: the kernel's make leaves its files beside them
module-copy = rm -rf $1 && mkdir -p $1/include/trace && \
	cp $(module-sources) $1 && \
	cp $(module-headers) $1/include/trace

# BTF needs the kernel's own image. Headers may have warnings, our files may not.
# Variables of our command line, such as O, mean something else to the kernel's.
$(O)/linux/%/module/hartscope_trace.ko: $(O)/linux/%/headers/tree \
		$(module-sources) $(module-headers)
	@$(call module-copy,$(@D))
	@env -u MAKEFLAGS -u MFLAGS sh platform/host/progress.sh "  MODULE   $@" $(@D)/log \
		'/^ +(CC|AR|LD|MODPOST) / { n++ } END { print n + 0, "objects" }' \
		make --no-print-directory -C $$(cat $<) M=$(abspath $(@D)) \
		CONFIG_DEBUG_INFO_BTF_MODULES= modules && \
		! grep -qE '(trace|branch)_?[a-z]*\.[ch]:[0-9:]* warning' $(@D)/log || \
		{ cat $(@D)/log; exit 1; }
	@$(CROSS_COMPILE)strip --strip-debug $@

record-sources := $(wildcard platform/linux/record/*.c)
$(O)/linux/hartscope-record: $(record-sources) \
		$(wildcard platform/linux/record/*.h) | $(O)/.setup/guest
	@mkdir -p $(@D)
	@echo "  CC       $@"
	@$(CROSS_COMPILE)gcc -std=gnu11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror \
		-static -o $@ $(record-sources)

# For "dkms add": the folder is as it has to be in /usr/src. It is given away by
# itself, so the GPL goes with it.
dkms := $(O)/linux/hartscope-trace-$(VERSION)
$(dkms)/dkms.conf: platform/linux/dkms.conf $(module-sources) \
		$(module-headers) platform/qemu/COPYING
	@echo "  DKMS     $(dkms)"
	@$(call module-copy,$(dkms))
	@cp platform/qemu/COPYING $(dkms)
	@sed 's/@VERSION@/$(VERSION)/' $< >$@

ifdef KDIR
module := $(O)/linux/kdir/module/hartscope_trace.ko
$(O)/linux/kdir/headers/tree: FORCE
	@mkdir -p $(@D)
	@test -r '$(KDIR)/Makefile' || { echo "KDIR=$(KDIR) has no Makefile: name" \
		"the headers of a kernel, such as /lib/modules/.../build" >&2; exit 1; }
	@echo '$(KDIR)' | cmp -s - $@ || echo '$(KDIR)' >$@
else
module = $(O)/linux/$(KERNEL)/module/hartscope_trace.ko
endif

.PHONY: linux-modules
linux-modules: $(dkms)/dkms.conf $(O)/linux/hartscope-record
	@$(MAKE) --no-print-directory $(module)
	@echo "  $(module)"
	@echo "  $(O)/linux/hartscope-record"
	@echo "  $(dkms)"

# An archive that the tests' machine gets besides its image
$(O)/linux/stable/module.cpio: $(O)/linux/stable/module/hartscope_trace.ko \
		$(O)/linux/hartscope-record
	@rm -rf $(@D)/module.root && mkdir -p $(@D)/module.root/bin \
		$(@D)/module.root/lib
	@cp $< $(@D)/module.root/lib && \
		cp $(O)/linux/hartscope-record $(@D)/module.root/bin
	@cd $(@D)/module.root && find . | LC_ALL=C sort | \
		cpio --quiet -o -H newc -R 0:0 >../module.cpio.new
	@mv $@.new $@
