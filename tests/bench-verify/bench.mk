# SPDX-License-Identifier: BSD-2-Clause
# Speed of verifying tandem traces, as the verifier is built for the host, on
# programs of the N-Trace benchmark.

BENCH_VERIFY_ROUNDS ?= 9

$(O)/bench-verify/bench: $(O)/host/obj/tests/bench-verify/bench.o \
		$(host-lib-objs:%=$(O)/host/obj/%)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^

.PHONY: bench-verify
bench-verify: $(O)/bench-verify/bench $(O)/bench-ntrace/compress.bin \
		$(O)/bench-ntrace/interpreter.bin | $(O)/.setup/profile
	@python3 tests/bench-verify/bench.py --rounds $(BENCH_VERIFY_ROUNDS) \
		--budget tests/bench-verify/budget.txt $< $(O)/bench-ntrace

-include $(O)/host/obj/tests/bench-verify/bench.d
