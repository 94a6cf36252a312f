# SPDX-License-Identifier: BSD-2-Clause
# Names are looked for in objects. The configuration header that the target's
# files are analysed with is part of OpenSBI's build.

include tests/unit/unit.mk

docs-payloads := $(O)/rv64/demo/demo.elf $(O)/rv64/demo/trace.elf
docs-blocks = python3 tests/docs.py --tool $(O)/host \
	--pages README.md $(wildcard docs/*.md docs/*.1)

.PHONY: run-lint run-lint-full format docs
run-lint-full: lint-some := --some
run-lint run-lint-full: $(O)/opensbi/rv64/.built $(O)/host/disasm.cflags $(UNIT_LIB) \
		$(O)/host/hartscope $(O)/rv64/fw_dynamic.elf $(O)/rv64/fw_notrace.bin \
		$(patsubst %,$(O)/qemu/plugin_%.so,blocks count ntrace select \
		tandem trace) $(docs-payloads) \
		| $(O)/.setup/lint $(O)/.setup/qemu
	@DOCS='$(docs-blocks)' sh tests/lint.sh $(lint-some) $(O) \
		$(OPENSBI_SRC)

format: | $(O)/.setup/lint
	@sh tests/lint.sh --format

# Pages and pictures that are made from the sources
docs: $(O)/host/hartscope $(docs-payloads) $(O)/rv64/fw_dynamic.elf $(O)/rv64/fw_notrace.bin \
		$(patsubst %,$(O)/qemu/plugin_%.so,ntrace tandem trace) \
		| $(O)/.setup/docs $(O)/.setup/qemu
	@python3 tests/floors.py --write docs/design.md docs/pictures/floors.svg
	@$(docs-blocks) --write

# Of the examples, those that need nothing else than make tools
.PHONY: docs-tools
docs-tools: tools
	@$(docs-blocks) --tools-only

# Tables of the benchmarks that count the machine's instructions
.PHONY: docs-bench
docs-bench: docs
	@$(docs-blocks) --write --long --only '^make -s bench'

# The counts of these tables, once more
.PHONY: run-docs-long
run-docs-long: $(O)/host/hartscope
	@mkdir -p $(O)/results
	@python3 tests/docs_compare.py --only '^make -s bench' \
		--tally $(O)/results/docs.tally --pages README.md $(wildcard docs/*.md)

# Those that take minutes: these, Linux under perf, and the picture of its boot
.PHONY: docs-linux
docs-linux: docs $(O)/linux/stable/initramfs.cpio $(O)/rv64/fw_dynamic.bin
	@$(docs-blocks) --write --long
	@python3 tests/linux/trace.py --firmware $(O)/rv64/fw_dynamic.bin --out $(O) \
		--cross '$(CROSS_COMPILE)' --command true $(O)/linux/stable
	@sed "s,$(O)/linux-trace/boot.nt: ,Boot of Linux: ," $(O)/linux-trace/flame.svg \
		>docs/pictures/linux-boot.svg
	@$(O)/host/hartscope ntrace report --freq=1000000000 \
		--symbols=$(O)/linux-trace/symbols \
		-o $(O)/linux-trace/report.html $(O)/linux-trace/boot.nt
	@python3 tests/tool/browser.py --picture=docs/pictures/ntrace-report.png \
		$(O)/linux-trace/report.html $(O)/linux-trace || :
