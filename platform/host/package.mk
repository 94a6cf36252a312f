# SPDX-License-Identifier: BSD-2-Clause
#
# Debian packages, and the release tarball.

# The time of all that is packaged: the commit's, or that of the newest source
ifndef SOURCE_DATE_EPOCH
package-time := $(shell $(git) log -1 --format=%ct 2>/dev/null || \
	stat -c %Y docs/CHANGELOG.md)
endif
package-epoch = $(or $(SOURCE_DATE_EPOCH),$(package-time))

.PHONY: deb dist

deb: library tools firmware $(install-plugins:%=$(O)/qemu/plugin_%.so) \
		| $(O)/.setup/deb
	@rm -rf $(O)/deb/root
	@$(MAKE) --no-print-directory install DESTDIR=$(abspath $(O)/deb/root) \
		PREFIX=/usr LIBDIR=lib/$$(dpkg-architecture -qDEB_HOST_MULTIARCH) \
		>$(O)/deb.log 2>&1 || { cat $(O)/deb.log >&2; exit 1; }
	@SOURCE_DATE_EPOCH=$(package-epoch) sh platform/host/deb.sh \
		$(O)/deb/root $(subst -,.,$(HARTSCOPE_VERSION)) $(O)/deb \
		$(O)/host/disasm.so
	@rm -rf $(O)/deb/root
	@ls $(O)/deb/*.deb

dist: | $(O)/.setup/python
	@SOURCE_DATE_EPOCH=$(package-epoch) sh platform/host/dist.sh \
		$(HARTSCOPE_VERSION) $(O)/dist
