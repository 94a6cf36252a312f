# SPDX-License-Identifier: BSD-2-Clause
#
# Facts about cores, as C

events-facts := $(sort $(wildcard platform/generic/events/*.txt))
events-table := $(O)/events/events_table.c
events-names := $(O)/events/events_names.c

$(events-table) $(events-names): $(O)/events/events_%.c: \
		platform/generic/events/table.py $(events-facts) | $(O)/.setup/python
	@mkdir -p $(@D)
	@echo "  EVENTS   $@"
	@python3 $< $* $@ $(events-facts)
