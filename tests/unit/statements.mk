# SPDX-License-Identifier: BSD-2-Clause
#
# Damages each statement of these libraries once; a test of the quick level has
# to fail. Full: a sample of one library, which the commit chooses. Long: all.

include tests/unit/unit.mk

STATEMENTS_LIBS ?= ctr events fence hartscope insn machine model ntrace pmu \
	profile tandem trace verify shmem trees alone
STATEMENTS ?= 30

# $(call statements-of,LIBRARIES): their objects in the build of the unit tests
statements-of = $(filter $(foreach l,$1,$(UNIT_OUT)/lib/$l/%),$(UNIT_LIB))
# $(call statements-fuzz,FUZZER,LIBRARIES,ARGUMENTS)
statements-fuzz = --also 'fuzz_$1 | $2 | $(fuzz-srcs-$1:%.c=$(UNIT_OUT)/%.o) \
	$(UNIT_OUT)/tests/fuzz/fuzz_main.o $(UNIT_LIB) $(UNIT_FAKE) | \
	$3 tests/fuzz/corpus-$1'
# $(call statements-verify,PROGRAM,LIBRARIES,OBJECTS,ARGUMENTS)
statements-verify = --also '$1 | $2 | $(3:%=$(UNIT_OUT)/tests/%.o) \
	$(UNIT_OUT)/tests/tandem/steps.o $(UNIT_OUT)/tests/unit/verify/verify_rig.o \
	$(call statements-of,insn model tandem verify) | $4'
statements-rtl := tests/tandem/corpus-rtl
statements-synth := tandem/synth tandem/synth_insn

# Programs of the other quick levels, with fewer random inputs
statements-also = \
	--also 'golden | ntrace | $(NTRACE_GOLDEN) $(NTRACE_COMMON) \
		$(NTRACE_LIBS) | $(sort $(wildcard tests/golden/*.nt))' \
	--also 'roundtrip | ntrace | $(UNIT_OUT)/tests/ntrace/roundtrip.o \
		$(NTRACE_GENERATE) $(NTRACE_COMMON) $(NTRACE_LIBS) | 300' \
	--also 'mutate | ntrace | $(addprefix $(UNIT_OUT)/tests/ntrace/, \
		mutate.o judge.o) $(NTRACE_GENERATE) $(NTRACE_COMMON) \
		$(NTRACE_LIBS) | 500' \
	--also 'idle | ntrace | $(UNIT_OUT)/tests/ntrace/idle.o $(NTRACE_LIBS) \
		| 500' \
	--also 'golden | tandem | $(UNIT_OUT)/tests/tandem/golden.o \
		$(TANDEM_LIBS) | $(sort $(wildcard tests/golden/*.tandem))' \
	--also 'roundtrip | tandem | $(UNIT_OUT)/tests/tandem/roundtrip.o \
		$(TANDEM_SHARED) $(TANDEM_LIBS) | 20000' \
	--also 'mutate | tandem | $(UNIT_OUT)/tests/tandem/mutate.o \
		$(TANDEM_SHARED) $(TANDEM_LIBS) | 1000 \
		$(statements-rtl)/flute-rv64gc.tv 64 64 64 \
		$(statements-rtl)/piccolo-rv32imac.tv 32 0 32' \
	$(call statements-verify,plant64,model verify,tandem/plant,--plants=200 \
		--gap=25 --hart=flute-rv64gc $(statements-rtl)/flute-rv64gc.tv \
		--memory=$(statements-rtl)/flute-rv64gc.memhex) \
	$(call statements-verify,alter64,model verify,tandem/alter tandem/forms \
		$(statements-synth),--every=64 --hart=qemu-rv64 1) \
	$(call statements-verify,alter32,model verify,tandem/alter tandem/forms \
		$(statements-synth),--every=64 --hart=qemu-rv32 1) \
	$(call statements-verify,wreck,verify,tandem/wreck $(statements-synth),50 \
		qemu-rv64 1 qemu-rv32 2) \
	--also 'hw_trace | trace | $(UNIT_OUT)/tests/unit/hw/hw_trace_test.o \
		$(UNIT_SHARED) $(UNIT_SHARED_HW) $(UNIT_LIB) $(UNIT_FAKE) -lfdt |' \
	$(call statements-fuzz,pmu_calls,pmu,--calls 100000) \
	$(call statements-fuzz,trace_calls,trace,--calls 5000) \
	$(call statements-fuzz,tandem,tandem,--calls 20000) \
	$(call statements-fuzz,ntrace_msg,ntrace,--calls 20000) \
	$(call statements-fuzz,ntrace_flow,ntrace,)

# $(call statements-judges,NAME,OF): the firmware's own checks before OpenSBI's
# functions, as in the fuzzer of all doors. The flags that only trace_glue.o has
# change no other file.
statements-judges = --part '$1 | $(call generic-srcs,$2) | \
	$(FUZZ_OUT)/opensbi | $(subst ',,$(FUZZ_SBI_CFLAGS)) \
	-Dtrace_glue=doors_trace -fcommon'
statements-shmem := dbcn_glue shmem_glue fdt_trace_walk
statements-glue = $(call statements-judges,glue,$(fuzz-judges)) \
	$(call statements-judges,shmem,$(statements-shmem)) \
	--also 'fuzz_doors | glue shmem | $(fuzz-srcs-doors:%.c=$(UNIT_OUT)/%.o) \
		$(fuzz-objs-doors) $(UNIT_OUT)/tests/fuzz/fuzz_main.o \
		$(UNIT_LIB) $(UNIT_FAKE) $(fuzz-wraps-doors:%=-Wl,--wrap=%) \
		$(fuzz-link-doors) | --calls 60000 tests/fuzz/corpus-doors' \
	--also 'fdt_walk_test | glue shmem | $(UNIT_OUT)/tests/unit/fdt_walk_test.o \
		$(UNIT_OUT)/platform/generic/trace/fdt_trace_walk.o \
		$(UNIT_SHARED) $(UNIT_LIB) $(UNIT_FAKE) |'

# $(call statements-tree,TEST): files that read device trees
statements-tree = --also '$1 | trees | $(UNIT_OUT)/tests/glue/$1.o $(glue-objs) \
	$(glue-objs-$1) $(UNIT_LIB) $(UNIT_FAKE) $(glue-link) |'
statements-trees = --part 'trees | $(call generic-srcs,$(glue-files)) | \
	$(FUZZ_OUT)/opensbi | $(subst ',,$(FUZZ_SBI_CFLAGS))' \
	$(foreach t,$(notdir $(GLUE_TESTS)),$(call statements-tree,$t))

# $(call statements-alone,TESTS): files with a test that defines all else. QEMU shows the
# other half of the files of access_test.
alone-files = $(foreach t,$1,$(glue-files-$t))
statements-alone = --part 'alone | $(call generic-srcs,$(alone-files)) | \
	$(FUZZ_OUT)/opensbi | $(subst ',,$(FUZZ_SBI_CFLAGS))' \
	$(foreach t,$1,--also '$t | alone | $(call glue-parts,$t) -Wl,--gc-sections |')
statements-whole = $(call statements-alone,$(filter-out access_test,$(glue-alone)))

# The fuzzers and programs whose objects it links
statements-needs = $(UNIT_TESTS) $(NTRACE_PROGRAMS_ALL) $(TANDEM_PROGRAMS) \
	$(VERIFY_OUT)/wreck $(patsubst %,$(UNIT_OUT)/tests/tandem/%.o,plant alter forms) \
	$(patsubst %,$(FUZZ_OUT)/fuzz_%, \
	pmu_calls trace_calls tandem ntrace_msg ntrace_flow doors)

statements-run = python3 tests/unit/statements.py --cc '$(HOST_CC)' \
	--flags '$(UNIT_CFLAGS)' --built $(UNIT_OUT) \
	--link '$(UNIT_SHARED) $(UNIT_LIB) $(UNIT_FAKE)'

# Parts and programs are in a file: an argument in a shell is limited to 128
# KiB.
.PHONY: statements run-statements-full run-statements-long
statements:
	$(summary) statements-long
run-statements-full: statements-sample := --sample $(STATEMENTS)
run-statements-full run-statements-long: $(statements-needs)
	@mkdir -p $(O)/results
	@$(file >$(O)/host/statements.words,$(statements-also) $(statements-glue) \
		$(statements-trees) $(statements-whole)):
	@$(statements-run) $(statements-sample) @$(O)/host/statements.words \
		--out $(O)/host/statements --tally $(O)/results/statements.tally \
		$(STATEMENTS_LIBS)
