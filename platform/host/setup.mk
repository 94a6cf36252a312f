# SPDX-License-Identifier: BSD-2-Clause
#
# The programs that a machine must have, in groups: see setup.sh. A recipe depends on
# $(O)/.setup/GROUP, which is there once the group was checked in this build.

setup = CROSS_COMPILE='$(CROSS_COMPILE)' sh platform/host/setup.sh $1 && \
	mkdir -p $(O)/.setup && touch $(1:%=$(O)/.setup/%)

$(O)/.setup/%: platform/host/setup.sh
	@$(call setup,$*)

# Levels of tests: those that only look at libraries, and those without a machine
setup-libs := unit fuzz prove statements
setup-still := $(setup-libs) ntrace tool
# The goals that need each group; lint compares them with the programs of all recipes
goals-firmware := all firmware% install install-firmware% uninstall deb run %-linux \
	linux-modules bench bench-model bench-ntrace bench-verify check test test-long \
	test-model-long lint run-lint defects docs docs-bench mutants entry-mutants \
	glue-mutants $(foreach l,$(filter-out $(setup-libs),$(levels)),check-$l test-$l) \
	$(O)/rv%
goals-qemu := run %-linux bench bench-ntrace check check-bench check-model check-smode \
	check-tandem check-trace check-package test test-long test-model-long \
	$(patsubst %,test-%,$(filter-out $(setup-still),$(levels))) lint run-lint \
	defects docs docs-bench mutants entry-mutants glue-mutants
goals-host := all tools library install install-library install-plugins install-tool \
	uninstall abi deb run trace-linux record-linux names-linux flips-linux bench% \
	check% test% lint run-lint docs% coverage fuzz prove statements mutants \
	entry-mutants glue-mutants $(O)/host/% $(O)/qemu/%
goals-linux := %-linux linux-modules test test-bench test-boards test-long
goals-guest := record-linux linux-modules
goals-package := check-package test test-package test-long
goals-deb := deb test-long
goals-lintian := test-long
goals-abi := abi
goals-lint := format lint run-lint test
goals-profile := bench-ntrace bench-tandem bench-verify
goals-docs := docs docs-bench docs-linux
goals-python := dist

setup-groups := $(patsubst goals-%,%,$(filter goals-%,$(.VARIABLES)))
# Levels of tests that have no such part, and the one that needs no programs
setup-empty := check-linux check-mutants check-prove check-statements check-bare \
	test-bare
# $(call setup-of,GOALS): all groups that goals need
setup-of = $(foreach g,$(sort $(setup-groups)),$(if $(filter $(goals-$g), \
	$(filter-out $(setup-empty),$1)),$g))

# All groups of the goals are there before anything else starts, by one installation or
# with one message. Makes that only look, and those inside others, install nothing.
setup-stamps := $(patsubst %,$(O)/.setup/%, \
	$(call setup-of,$(or $(MAKECMDGOALS),all)))
ifeq ($(strip $(MAKELEVEL) $(foreach f,n q t,$(findstring $f,$(firstword -$(MAKEFLAGS))))),0)
setup-fresh := $(if $(setup-stamps),$(shell find $(setup-stamps) \
	-newer platform/host/setup.sh 2>/dev/null))
ifneq ($(filter-out $(setup-fresh),$(setup-stamps)),)
ifneq ($(shell { $(call setup,$(notdir $(setup-stamps))); } >&2 || echo failed),)
$(error programs are missing, see above)
endif
endif
endif
