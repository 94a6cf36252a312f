// SPDX-License-Identifier: BSD-2-Clause
/* Branch records: the words for them, and their event. */
#include <string.h>

#include "record.h"

/* config of the PMU hartscope_branch, by its files in format/ */
#define CONFIG_FREEZE 0x200

/* Names of perf record -j. */
static const struct {
	const char *name;
	uint64_t word;
} words[] = {
	{ "any", PERF_SAMPLE_BRANCH_ANY },
	{ "any_call", PERF_SAMPLE_BRANCH_ANY_CALL },
	{ "any_ret", PERF_SAMPLE_BRANCH_ANY_RETURN },
	{ "ind_call", PERF_SAMPLE_BRANCH_IND_CALL },
	{ "ind_jmp", PERF_SAMPLE_BRANCH_IND_JUMP },
	{ "call", PERF_SAMPLE_BRANCH_CALL },
	{ "cond", PERF_SAMPLE_BRANCH_COND },
	{ "stack", PERF_SAMPLE_BRANCH_CALL_STACK },
};

static uint64_t word_of(const char *name, size_t length)
{
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (strlen(words[i].name) == length &&
		    !memcmp(words[i].name, name, length))
			return words[i].word;
	}
	die("'%.*s' is no kind of branches; --help has them", (int)length,
	    name);
}

uint64_t parse_branches(const char *list)
{
	uint64_t found = 0;
	size_t length;

	for (;; list += length + 1) {
		length = strcspn(list, ",");
		found |= word_of(list, length);
		if (!list[length])
			return found;
	}
}

void branch_attr(struct perf_event_attr *attr, const struct settings *settings)
{
	attr->sample_type |= PERF_SAMPLE_BRANCH_STACK;
	attr->branch_sample_type = settings->branches;
	attr->sample_period = settings->period;
	attr->config = settings->entries;
	if (settings->freeze)
		attr->config |= CONFIG_FREEZE;
}
