# SPDX-License-Identifier: BSD-2-Clause
#
# Installation: below PREFIX, with DESTDIR in front of it. Files get there with
# fixed modes; nothing that is installed names the build.

PREFIX ?= /usr/local
DESTDIR ?=
# Libraries and plugins, as in lib/x86_64-linux-gnu
LIBDIR ?= lib

# Names of folders may have blanks: these are words of the shell.
install-word = '$(subst ','\'',$1)'
install-to = $(call install-word,$(DESTDIR)$(PREFIX))
install-lib = $(install-to)/$(call install-word,$(LIBDIR))
install-doc = $(install-to)/share/doc/hartscope
install-plugins := ntrace tandem trace
install-firmware := fw_dynamic fw_jump
# Not what the examples leave
install-examples := add.S add.elf board.dtb board.dts branches.data decode.cc \
	flute-rv64gc.memhex flute-rv64gc.tv flute-rv64gc.tv.params perf.data \
	program.S program.elf run.pcseq spike.log

.PHONY: install install-firmware install-tool install-plugins install-library \
	install-docs uninstall

# Said before anything is built
ifneq ($(filter install% uninstall,$(MAKECMDGOALS)),)
ifneq ($(patsubst /%,,$(firstword $(PREFIX))),)
$(error PREFIX=$(PREFIX) is not the whole path of a folder: begin it with a slash)
endif
ifneq ($(filter /%,$(firstword $(LIBDIR))),)
$(error LIBDIR=$(LIBDIR) is not below PREFIX: name it without a slash in front)
endif
endif

install: install-firmware install-tool install-plugins install-library \
	install-docs

# The layout of Debian's opensbi, under a name of its own
install-firmware-dir = $(install-to)/lib/riscv$1-linux-gnu/hartscope/generic
define install-firmware-rules
install-firmware: install-firmware-rv$1
.PHONY: install-firmware-rv$1
install-firmware-rv$1: firmware-rv$1
	@echo '  INSTALL  '$$(call install-firmware-dir,$1)
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
	@echo '  INSTALL  '$(install-to)/bin
	@install -d $(install-to)/bin $(install-to)/share/man/man1 \
		$(install-to)/share/bash-completion/completions
	@install -m 755 $< $(install-to)/bin/hartscope
	@install -m 644 $(wildcard docs/hartscope*.1) $(install-to)/share/man/man1
	@install -m 644 platform/host/completion.bash \
		$(install-to)/share/bash-completion/completions/hartscope

# The GPL goes where they go
install-plugins: $(install-plugins:%=$(O)/qemu/plugin_%.so)
	@echo '  INSTALL  '$(install-lib)/hartscope/qemu
	@install -d $(install-lib)/hartscope/qemu
	@install -m 644 $^ platform/qemu/COPYING \
		$(install-lib)/hartscope/qemu

install-library: library
	@echo '  INSTALL  '$(install-lib)/libhartscope.so
	@install -d $(install-to)/include/hartscope \
		$(install-lib)/pkgconfig
	@install -m 644 include/hartscope/*.h $(install-to)/include/hartscope
	@install -m 644 $(O)/host/libhartscope.a $(install-lib)
	@install -m 644 $(O)/host/libhartscope.so \
		$(install-lib)/libhartscope.so.$(VERSION)
	@ln -sf libhartscope.so.$(VERSION) \
		$(install-lib)/$(library-soname)
	@ln -sf $(library-soname) $(install-lib)/libhartscope.so
	@{ printf 'prefix=%s\nlibdir=$${prefix}/%s\n' $(call install-word,$(PREFIX)) \
		$(call install-word,$(LIBDIR)) && \
		sed 's|@VERSION@|$(VERSION)|; /^#/d' platform/host/hartscope.pc.in; \
	} >$(install-lib)/pkgconfig/hartscope.pc
	@chmod 644 $(install-lib)/pkgconfig/hartscope.pc

install-docs:
	@echo '  INSTALL  '$(install-doc)
	@install -d $(install-doc)/docs/pictures $(install-doc)/examples/sysroot/bin
	@install -m 644 README.md LICENSE $(install-doc)
	@install -m 644 docs/*.md $(install-doc)/docs
	@install -m 644 docs/pictures/* $(install-doc)/docs/pictures
	@install -m 644 $(install-examples:%=docs/examples/%) $(install-doc)/examples
	@install -m 644 docs/examples/program.elf $(install-doc)/examples/sysroot/bin

# An installation elsewhere tells which files to remove; only folders that are ours
# go with them.
uninstall:
	@rm -rf $(O)/uninstall
	@$(MAKE) --no-print-directory install DESTDIR=$(abspath $(O)/uninstall) \
		>$(O)/uninstall.log 2>&1 || { cat $(O)/uninstall.log >&2; exit 1; }
	@echo '  REMOVE   '$(install-to)
	@(cd $(O)/uninstall && find . ! -type d -print0) | \
		(cd $(call install-word,$(or $(DESTDIR),/)) && xargs -0 rm -f)
	@(cd $(O)/uninstall && find . -depth -type d -path '*hartscope*' -print0) | \
		(cd $(call install-word,$(or $(DESTDIR),/)) && \
		xargs -0 rmdir --ignore-fail-on-non-empty 2>/dev/null || :)
	@rm -rf $(O)/uninstall
