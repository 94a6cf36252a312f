# SPDX-License-Identifier: BSD-2-Clause
#
# Targets and variables are explained by "make help"; rules live in the
# folders they are about.

# Everything that is built goes here, and nowhere else
O ?= build
# Prefix of the RISC-V compiler and binutils; RV32 is built with it too
CROSS_COMPILE ?= riscv64-linux-gnu-
# Is the SBI PMU's snapshot function offered? on or off
PMU_SNAPSHOT ?= off
# Is trace hardware used? off: it is closed
TRACE ?= on

VERSION := 0.1.0

ifeq ($(MAKELEVEL),0)
# All cores, unless the command line says otherwise
MAKEFLAGS += -j$(shell nproc)
endif

# Sources that are unpacked inside another project's repository are no commit of it.
export GIT_CEILING_DIRECTORIES := $(dir $(CURDIR))
git = GIT_CEILING_DIRECTORIES='$(GIT_CEILING_DIRECTORIES)' git

ifndef HARTSCOPE_VERSION
# Found once: what sub-makes build must not change its name half-way. How many digits
# git would take depends on the clone.
git_commit := $(shell $(git) describe --always --dirty --exclude='*' --abbrev=10 \
	2>/dev/null)
export HARTSCOPE_VERSION := $(VERSION)$(git_commit:%=+g%)
endif

.DELETE_ON_ERROR:

# Else Python leaves files next to its sources
export PYTHONDONTWRITEBYTECODE := 1

.PHONY: all
all: firmware tools library

include $(wildcard lib/*/objects.mk)
include platform/generic/events/events.mk
include platform/host/host.mk
include platform/host/library.mk
include platform/host/install.mk
include platform/host/package.mk
include firmware/opensbi.mk
include firmware/link.mk
include platform/smode/payload.mk
include firmware/demo/demo.mk
include $(wildcard platform/qemu/*.mk platform/qemu/*/*.mk)
include platform/linux/linux.mk
include $(wildcard tests/*/*.mk)
include $(wildcard tests/*.mk)

# Public test targets run each level in a make of its own, so that one that fails to
# build does not hide the results of others. Makes that build the same files cannot
# run side by side: what all levels need is built before, by one make.
# An installation does not change with the code that most edits are about: no package
check-levels := unit-quick ntrace-quick tool-quick boards-quick trace-quick smode-quick \
	tandem-quick model-quick fuzz-quick bench-quick
test-levels := unit-full ntrace-full tool-full boards-full trace-full smode-full \
	tandem-full model-full linux-full fuzz-full mutants-full statements-full \
	prove-full bench-full \
	package-full bare-full lint-full
# What takes hours
long-levels := package-long smode-long prove-long fuzz-long mutants-long \
	statements-long model-long tandem-long tool-long ntrace-long \
	linux-long docs-long bare-long
# Goals that build the same files in makes of their own cannot run side by side.
ifneq ($(filter test lint check% test-%,$(MAKECMDGOALS)),)
.NOTPARALLEL:
endif
summary = +@exec env MAKE='$(MAKE)' ONLY='$(ONLY)' sh tests/summary.sh $(O)/results
# Those without QEMU take what the others leave of the processors
beside := unit% ntrace% tool% fuzz% statements% prove% bare% lint%
side-by-side = $(filter-out $(beside),$1) --beside $(filter $(beside),$1)
.PHONY: check test lint
check:
	$(summary) $(call side-by-side,$(check-levels))
test:
	$(summary) $(call side-by-side,$(test-levels))
lint:
	$(summary) lint

levels := unit model ntrace tool boards trace smode tandem linux fuzz mutants \
	statements prove bench package bare
# The make before: the levels' own commands come to nothing
ifdef BUILD_ONLY
run-lint run-lint-full $(foreach l,$(levels),run-$l-quick run-$l-full run-$l-long): \
		private SHELL := true
endif
.PHONY: $(levels:%=check-%) $(levels:%=test-%)
.PHONY: test-long
test-long:
	$(summary) $(long-levels)
$(levels:%=check-%): check-%:
	$(summary) $(filter $*-quick,$(check-levels) package-quick)
$(levels:%=test-%): test-%:
	$(summary) $(filter $*-full,$(test-levels))

# Last: arguments that are refused install nothing
include platform/host/setup.mk

.PHONY: clean
clean:
	@test ! -e '$(O)/Makefile' || \
		{ echo 'make clean: O=$(O) holds sources, not a build' >&2; exit 1; }
	rm -rf '$(O)'

.PHONY: distclean
distclean: clean
	rm -rf "$${XDG_CACHE_HOME:-$$HOME/.cache}/hartscope"

.PHONY: help
help:
	@sed -n 's/^## \{0,1\}//; T; s|$$(O)|$(O)|g; p' \
		$(firstword $(MAKEFILE_LIST))

## Targets
##   all            firmware and tools (the default)
##   firmware       fw_dynamic, fw_jump and fw_payload in $(O)/rv64 and $(O)/rv32;
##                  firmware-rv64, firmware-rv32: one of them
##   tools          the host tool $(O)/host/hartscope
##   library        $(O)/host/libhartscope.so and .a; see docs/library.md
##   install        all of it, below PREFIX (/usr/local), DESTDIR in front of it;
##                  uninstall removes it again
##   deb            Debian packages of it, in $(O)/deb
##   dist           release tarball with SBOM, in $(O)/dist; needs a clean commit
##   run            boot QEMU, show the features of the firmware, trace two harts
##   run-linux      boot Debian's Linux on the firmware and run "perf stat"
##   shell-linux    the same with a shell
##   hotplug-linux  unplug 7 of its 8 harts (SMP) and plug them in again, under
##                  load, ROUNDS times (100)
##   record-linux   100 times ROUNDS (100) starts and stops of trace
##   names-linux    perf's names for each core that it knows, by mhpmevent
##   linux-modules  the kernel module hartscope_trace for Debian's kernel or that
##                  of KDIR, its DKMS sources, and hartscope-record
##   trace-linux    boot Debian's Linux with all instructions traced; see
##                  docs/qemu-ntrace.md
##   check          the quick tests, some minutes
##   test           all tests and lint
##   defects        list those known defects that stock OpenSBI has
##   lint           style, include rules and static analysis
##   bench          count the instructions of SBI calls; writes docs/performance.md
##   bench-ntrace   sizes and speeds of the N-Trace codec
##   bench-tandem   speed of the codec of tandem trace; bench-verify: of verifying
##   bench-linux    count instructions of the firmware under Linux, where perf's
##                  events are busy
##   abi            record the library's interface, which tests compare it with
##   docs           pages and pictures in docs/ that are made of the sources;
##                  docs-bench: also tables of benchmarks, minutes;
##                  docs-linux: also blocks that need a boot of Linux;
##                  docs-tools: type the examples that need only the tools
##   format         rewrite C files as lint wants them
##   coverage       the lines that unit tests reach; fuzz: search with libFuzzer
##   prove          prove calls for all arguments and states, with CBMC
##   mutants        plant all defects, each of which a test has to notice, and
##                  damage statements; test-mutants: some of them, others with
##                  each commit
##   entry-mutants  damage each instruction of the trap entry, one at a time: hours;
##                  ENTRY_PARTS='emulate|soft': parts of it
##   glue-mutants   damage each statement of platform/generic, one at a time: hours;
##                  GLUE_MUTANTS='--only sse_glue' gives it options
##   statements     damage each statement of STATEMENTS_LIBS, one at a time, for a
##                  quick test to notice; test-statements: some of one of them
##   clean          remove $(O); distclean: the downloads as well
##
## One level of the tests: check-LEVEL or test-LEVEL, LEVEL being unit, ntrace,
## tool, boards, trace, smode, tandem, model, linux, fuzz, mutants, statements,
## prove, bench, package or bare. Not part of any:
##   test-long        storms of 10^5 calls on every hart, all proofs, 10^8 steps of
##                    the fuzzer of all doors, 10^4 parts of traces, and as many
##                    damaged recordings of Linux; some hours
##   run-bare-long    each first command on a bare Debian 12 and 13; an hour or two,
##                    part of test-long
##   run-package-long  Debian packages, made twice, compared, installed on a Debian
##                    of their own and used; minutes, part of test-long
##   test-model-long  150 random implementations of CTR, some minutes
##
## Variables
##   O=DIR              build there, not in build/
##   OPENSBI_DIR=DIR    take OpenSBI from this checkout, which is not written to
##   OPENSBI_TARBALL=FILE  take a known release of OpenSBI from this file
##   OPENSBI_RELEASE=1.8.1  take this known release, not 1.9
##   CROSS_COMPILE=     prefix of the compiler (riscv64-linux-gnu-)
##   PMU_SNAPSHOT=on    offer the SBI PMU's snapshot function (off)
##   TRACE=off          firmware for boards without trace hardware: less code, and
##                      closes such hardware (on)
##   FW_PAYLOAD_PATH=FILE  the payload of fw_payload; all FW_ variables of OpenSBI
##                      work
##   XLEN=32            RV32 in "make run" (64)
##   SMP=N CPU=PROPS    harts, and CPU properties such as sscofpmf=true, for run,
##                      run-linux and shell-linux, where one hart counts truly
##   KERNEL=newest      the kernel of Debian sid, not of Debian 13 (stable)
##   CMD='...'          the command of run-linux
##   ONLY=LEVEL         check and test build what all levels need, and run this one
##   KDIR=DIR           headers of another kernel, for linux-modules
##   ICOUNT=off         count the host's time, not instructions, in run-linux and
##                      shell-linux
##
## Missing programs are installed with apt on Debian 12 and newer, as root.
