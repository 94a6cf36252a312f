# SPDX-License-Identifier: BSD-2-Clause
# The first command on a bare machine.

.PHONY: run-bare-full run-bare-long
run-bare-full run-bare-long: run-bare-%:
	@sh tests/bare/run.sh $* $(O)/results/bare.tally $(O)/bare
