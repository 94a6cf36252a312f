# SPDX-License-Identifier: BSD-2-Clause
#
# Tandem trace: its codec and tools, then from end to end: QEMU writes it, the host
# tool reads it. Each part_*.sh is a part of the level; .mk files that sort before
# this one add what their parts need.

tandem-needs += $(O)/qemu/plugin_tandem.so $(O)/host/hartscope \
	$(O)/rv64/smode/hsm_test.elf \
	$(O)/qemu/plugin_ntrace.so \
	$(foreach x,64 32,$(O)/rv$x/fw_dynamic.bin $(O)/rv$x/smode/mix_test.elf)

.PHONY: run-tandem-quick run-tandem-full run-tandem-long
run-tandem-quick run-tandem-full run-tandem-long: run-tandem-%: $(tandem-needs) | $(O)/.setup/qemu
	@sh tests/tandem/run.sh $* $(O)
