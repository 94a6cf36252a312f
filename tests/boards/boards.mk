# SPDX-License-Identifier: BSD-2-Clause
# Maps of events: the tool that judges them, and the device trees of all boards
# in Debian, which the tool judges and the firmware boots with.

boards-tool = OBJCOPY=$(CROSS_COMPILE)objcopy sh tests/tool/run.sh --command=pmu \
	--cases=tests/boards $(O)/results/boards.tally $(O)/host/hartscope \
	$(O)/host/boards

.PHONY: run-boards-quick run-boards-full
run-boards-quick: $(O)/host/hartscope | $(O)/.setup/firmware
	@$(boards-tool)

# The tally counts both parts
run-boards-full: $(O)/host/hartscope $(O)/rv64/fw_test.bin \
		$(O)/rv64/smode/board_test.elf | $(O)/.setup/qemu $(O)/.setup/linux
	@$(boards-tool) || :
	@python3 tests/boards/run.py --build $(O) \
		--tally $(O)/results/boards-trees.tally \
		$$(sh tests/linux/packages.sh trees)
	@cat $(O)/results/boards.tally $(O)/results/boards-trees.tally | \
		awk '{ p += $$1; f += $$2 } END { print p, f; exit f > 0 }' \
		>$(O)/results/boards.sum; status=$$?; \
		mv $(O)/results/boards.sum $(O)/results/boards.tally; \
		rm -f $(O)/results/boards-trees.tally; exit $$status
