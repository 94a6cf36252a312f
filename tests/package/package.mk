# SPDX-License-Identifier: BSD-2-Clause
# The product as users get it: installed, linked, packaged.

PACKAGE_OUT := $(O)/host/package

$(PACKAGE_OUT)/program.bin: docs/examples/program.S | $(O)/.setup/firmware
	@mkdir -p $(@D)
	@$(CROSS_COMPILE)gcc -march=rv64imac_zicsr -mabi=lp64 -nostdlib -static \
		-Wl,-Ttext=0x80000000,--build-id=none -o $(@:.bin=.elf) $<
	@$(CROSS_COMPILE)objcopy -O binary -j .text $(@:.bin=.elf) $@

.PHONY: run-package-quick run-package-full abi
run-package-quick run-package-full: run-package-%: firmware tools library \
		$(install-plugins:%=$(O)/qemu/plugin_%.so) \
		$(O)/rv64/demo/demo.elf \
		$(PACKAGE_OUT)/program.bin | $(O)/.setup/package $(O)/.setup/qemu
	@sh platform/host/setup.sh abi || \
		echo '# the interface of the library is not compared'
	@rm -rf $(PACKAGE_OUT)/root
	@$(MAKE) --no-print-directory install DESTDIR=$(abspath $(PACKAGE_OUT)/root) \
		PREFIX=/usr LIBDIR=lib/tuple >$(PACKAGE_OUT)/install.log 2>&1 || \
		{ cat $(PACKAGE_OUT)/install.log >&2; exit 1; }
	@CXX='$(HOST_CXX)' CC='$(HOST_CC)' O='$(O)' PAYLOAD=$(O)/rv64/demo/demo.elf \
		CROSS_COMPILE='$(CROSS_COMPILE)' \
		sh tests/package/run.sh --amount=$* \
		$(O)/results/package.tally $(PACKAGE_OUT)

.PHONY: run-package-long
run-package-long: $(PACKAGE_OUT)/program.bin $(O)/rv64/demo/demo.elf \
		| $(O)/.setup/package $(O)/.setup/deb \
		$(O)/.setup/lintian $(O)/.setup/qemu
	@CXX='$(HOST_CXX)' CC='$(HOST_CC)' O='$(O)' PAYLOAD=$(O)/rv64/demo/demo.elf \
		CROSS_COMPILE='$(CROSS_COMPILE)' \
		sh tests/package/long.sh $(O)/results/package.tally $(PACKAGE_OUT)

# The current interface becomes the recorded one
abi: $(O)/host/libhartscope.so | $(O)/.setup/abi
	@sh tests/package/abi.sh $< >tests/package/expect/hartscope.abi
