# SPDX-License-Identifier: BSD-2-Clause
#
# Installation: below PREFIX, with DESTDIR in front of it. Files get there with
# fixed modes; nothing that is installed names the build.

PREFIX ?= /usr/local
DESTDIR ?=
# Libraries and plugins, as in lib/x86_64-linux-gnu
LIBDIR ?= lib

install-to = $(DESTDIR)$(PREFIX)
install-doc = $(install-to)/share/doc/hartscope
install-plugins := ntrace tandem trace
install-firmware := fw_dynamic fw_jump

.PHONY: install install-firmware install-tool install-plugins install-library \
	install-docs

install: install-firmware install-tool install-plugins install-library \
	install-docs

# The layout of Debian's opensbi, under a name of its own
install-firmware-dir = $(install-to)/lib/riscv$1-linux-gnu/hartscope/generic
define install-firmware-rules
install-firmware: install-firmware-rv$1
.PHONY: install-firmware-rv$1
install-firmware-rv$1: firmware-rv$1
	@echo "  INSTALL  $$(call install-firmware-dir,$1)"
	@install -d $$(call install-firmware-dir,$1)
	@install -m 644 $$(install-firmware:%=$(O)/rv$1/%.bin) \
		$$(call install-firmware-dir,$1)
	@for name in $$(install-firmware); do \
		$(CROSS_COMPILE)objcopy --strip-debug $(O)/rv$1/$$$$name.elf \
			$$(call install-firmware-dir,$1)/$$$$name.elf && \
		chmod 644 $$(call install-firmware-dir,$1)/$$$$name.elf || exit; \
	done
endef
$(foreach xlen,64 32,$(eval $(call install-firmware-rules,$(xlen))))

install-tool: $(O)/host/hartscope
	@echo "  INSTALL  $(install-to)/bin"
	@install -d $(install-to)/bin $(install-to)/share/man/man1 \
		$(install-to)/share/bash-completion/completions
	@install -m 755 $< $(install-to)/bin/hartscope
	@install -m 644 $(wildcard docs/hartscope*.1) $(install-to)/share/man/man1
	@install -m 644 platform/host/completion.bash \
		$(install-to)/share/bash-completion/completions/hartscope

# The GPL goes where they go
install-plugins: $(install-plugins:%=$(O)/qemu/plugin_%.so)
	@echo "  INSTALL  $(install-to)/$(LIBDIR)/hartscope/qemu"
	@install -d $(install-to)/$(LIBDIR)/hartscope/qemu
	@install -m 644 $^ platform/qemu/COPYING \
		$(install-to)/$(LIBDIR)/hartscope/qemu

install-library: library
	@echo "  INSTALL  $(install-to)/$(LIBDIR)/libhartscope.so"
	@install -d $(install-to)/include/hartscope \
		$(install-to)/$(LIBDIR)/pkgconfig
	@install -m 644 include/hartscope/*.h $(install-to)/include/hartscope
	@install -m 644 $(O)/host/libhartscope.a $(install-to)/$(LIBDIR)
	@install -m 644 $(O)/host/libhartscope.so \
		$(install-to)/$(LIBDIR)/libhartscope.so.$(VERSION)
	@ln -sf libhartscope.so.$(VERSION) \
		$(install-to)/$(LIBDIR)/$(library-soname)
	@ln -sf $(library-soname) $(install-to)/$(LIBDIR)/libhartscope.so
	@sed 's|@PREFIX@|$(PREFIX)|; s|@LIBDIR@|$(LIBDIR)|; s|@VERSION@|$(VERSION)|; /^#/d' \
		platform/host/hartscope.pc.in \
		>$(install-to)/$(LIBDIR)/pkgconfig/hartscope.pc
	@chmod 644 $(install-to)/$(LIBDIR)/pkgconfig/hartscope.pc

install-docs:
	@echo "  INSTALL  $(install-doc)"
	@install -d $(install-doc)/docs/pictures $(install-doc)/examples
	@install -m 644 README.md LICENSE $(install-doc)
	@install -m 644 docs/*.md $(install-doc)/docs
	@install -m 644 docs/pictures/* $(install-doc)/docs/pictures
	@install -m 644 docs/examples/* $(install-doc)/examples
