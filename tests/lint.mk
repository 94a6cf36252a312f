# SPDX-License-Identifier: BSD-2-Clause
# The configuration header that the target's files are analysed with is part of
# OpenSBI's build.

.PHONY: run-lint format docs
run-lint: $(O)/opensbi/rv64/.built $(O)/host/disasm.cflags | $(O)/.setup/lint
	@sh tests/lint.sh $(O) $(OPENSBI_SRC)

format: | $(O)/.setup/lint
	@sh tests/lint.sh --format

# Pages and pictures that are made of the sources
docs: | $(O)/.setup/docs
	@python3 tests/floors.py --write docs/design.md docs/pictures/floors.svg
