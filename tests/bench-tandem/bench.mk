# SPDX-License-Identifier: BSD-2-Clause
# Speed of the codec of tandem trace, as it is built for the host.

BENCH_TANDEM_ROUNDS ?= 9

$(O)/bench-tandem/bench: $(O)/host/obj/tests/bench-tandem/bench.o \
		$(host-lib-objs:%=$(O)/host/obj/%)
	@mkdir -p $(@D)
	@echo "  HOSTLD   $@"
	@$(HOST_CC) $(HOST_CFLAGS) $(LDFLAGS) -o $@ $^

.PHONY: bench-tandem
bench-tandem: $(O)/bench-tandem/bench $(O)/host/hartscope | $(O)/.setup/profile
	@python3 tests/bench-tandem/bench.py --rounds $(BENCH_TANDEM_ROUNDS) \
		--budget tests/bench-tandem/budget.txt $^ \
		tests/tandem/corpus-rtl/flute-rv64gc.tv

-include $(O)/host/obj/tests/bench-tandem/bench.d
