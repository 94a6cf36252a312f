# SPDX-License-Identifier: BSD-2-Clause
# Names are looked for in objects. The configuration header that the target's
# files are analysed with is part of OpenSBI's build.

include tests/unit/unit.mk

.PHONY: run-lint format docs
run-lint: $(O)/opensbi/rv64/.built $(O)/host/disasm.cflags $(UNIT_LIB) \
		$(O)/host/hartscope $(addprefix $(O)/qemu/,plugin_ntrace.so \
		plugin_tandem.so plugin_trace.so) | $(O)/.setup/lint
	@sh tests/lint.sh $(O) $(OPENSBI_SRC)

format: | $(O)/.setup/lint
	@sh tests/lint.sh --format

# Pages and pictures that are made of the sources
docs: | $(O)/.setup/docs
	@python3 tests/floors.py --write docs/design.md docs/pictures/floors.svg
