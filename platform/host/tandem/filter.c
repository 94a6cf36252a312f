// SPDX-License-Identifier: BSD-2-Clause
/* The choice of groups of a listing. */
#include <stdlib.h>
#include <string.h>
#include "registers.h"
#include "filter.h"

enum {
	KEY_KIND = 0x300,
	KEY_PC,
	KEY_ADDRESS,
	KEY_GROUPS,
	KEY_REGISTER,
	KEY_FIRST,
	KEY_LAST
};

enum { LAST_MOST = 1000000 };

static const struct argp_option filter_options[] = {
	{ "kind", KEY_KIND, "LIST", 0,
	  "Only groups of these kinds: insn, trap, reset, init, state, outside; "
	  "several with commas",
	  0 },
	{ "pc", KEY_PC, "FROM..TO", 0,
	  "Only instructions at these addresses; TO is included, and may be "
	  "missing",
	  0 },
	{ "address", KEY_ADDRESS, "FROM..TO", 0,
	  "Only groups with an access that starts in this range (paddr, eaddr, "
	  "memreq)",
	  0 },
	{ "groups", KEY_GROUPS, "FROM..TO", 0, "Only groups of these numbers",
	  0 },
	{ "register", KEY_REGISTER, "LIST", 0,
	  "Only groups that change one of these registers: a0, x10, fa0, "
	  "mstatus, 0x300...; several with commas",
	  0 },
	{ "first", KEY_FIRST, "N", 0, "Only the first N of these", 0 },
	{ "last", KEY_LAST, "N", 0, "Only the last N of these", 0 },
	{ 0 },
};

/* "FROM..TO", "FROM.." or one number */
static void parse_range(const struct argp_state *state, const char *option,
			char *text, struct tandem_range *range)
{
	char *dots = strstr(text, "..");
	const char *to = dots ? dots + 2 : text;

	if (dots)
		*dots = '\0';
	range->given = true;
	range->first = option_number(state, option, text, 0, UINT64_MAX);
	range->last = UINT64_MAX;
	if (to[0])
		range->last = option_number(state, option, to, range->first,
					    UINT64_MAX);
}

static void parse_kinds(struct tandem_filter *filter,
			const struct argp_state *state, char *text)
{
	char *name, *rest = NULL;
	enum tandem_kind kind;

	for (name = strtok_r(text, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest)) {
		kind = tandem_kind_find(name);
		if (kind == TANDEM_KINDS)
			option_usage(state,
				     "--kind knows insn, trap, reset, init, "
				     "state and outside, not '%s'",
				     name);
		filter->kinds |= 1u << kind;
	}
}

static void parse_registers(struct tandem_filter *filter,
			    const struct argp_state *state, char *text)
{
	char *name, *rest = NULL;

	for (name = strtok_r(text, ",", &rest); name;
	     name = strtok_r(NULL, ",", &rest)) {
		filter->reg = grow(filter->reg, filter->num_regs,
				   sizeof(*filter->reg));
		if (!register_find(name, &filter->reg[filter->num_regs]))
			option_usage(state, "--register: there is no '%s'",
				     name);
		filter->num_regs++;
	}
}

static error_t parse(int key, char *text, struct argp_state *state)
{
	struct tandem_filter *filter = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		memset(filter, 0, sizeof(*filter));
		break;
	case KEY_KIND:
		parse_kinds(filter, state, text);
		break;
	case KEY_PC:
		parse_range(state, "--pc", text, &filter->pc);
		break;
	case KEY_ADDRESS:
		parse_range(state, "--address", text, &filter->address);
		break;
	case KEY_GROUPS:
		parse_range(state, "--groups", text, &filter->groups);
		break;
	case KEY_REGISTER:
		parse_registers(filter, state, text);
		break;
	case KEY_FIRST:
		filter->first =
			option_number(state, "--first", text, 1, UINT64_MAX);
		break;
	case KEY_LAST:
		filter->last =
			option_number(state, "--last", text, 1, LAST_MOST);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

const struct argp tandem_filter_argp = { filter_options, parse, NULL, NULL,
					 NULL,		 NULL,	NULL };

static bool in_range(const struct tandem_range *range, u64 value)
{
	return value >= range->first && value <= range->last;
}

static bool accesses(const struct tandem_group *group,
		     const struct tandem_range *range)
{
	u32 i;

	if (tandem_group_has_state(group, TANDEM_PADDR) &&
	    in_range(range, group->state[TANDEM_PADDR]))
		return true;
	if (tandem_group_has_state(group, TANDEM_EADDR) &&
	    in_range(range, group->state[TANDEM_EADDR]))
		return true;
	for (i = 0; i < group->num; i++) {
		if (group->element[i].op == TANDEM_MEMREQ &&
		    in_range(range, group->element[i].address))
			return true;
	}
	return false;
}

static bool changes(const struct tandem_group *group,
		    const struct tandem_filter *filter)
{
	const struct tandem_element *el;
	size_t k;
	u32 i;

	for (i = 0; i < group->num; i++) {
		el = &group->element[i];
		if (el->op < TANDEM_REG || el->op > TANDEM_REGOR)
			continue;
		for (k = 0; k < filter->num_regs; k++) {
			if (filter->reg[k] == el->reg)
				return true;
		}
	}
	return false;
}

bool tandem_filter_wants(const struct tandem_filter *filter,
			 const struct tandem_about *about)
{
	if (filter->kinds && !(filter->kinds >> about->kind & 1))
		return false;
	if (filter->groups.given && !in_range(&filter->groups, about->number))
		return false;
	if (filter->pc.given &&
	    (!about->has_pc || !in_range(&filter->pc, about->pc)))
		return false;
	if (filter->num_regs && !changes(about->group, filter))
		return false;
	return !filter->address.given ||
	       accesses(about->group, &filter->address);
}

bool tandem_filter_over(const struct tandem_filter *filter, u64 number,
			u64 shown)
{
	return (filter->first && shown >= filter->first) ||
	       (filter->groups.given && number > filter->groups.last);
}

void tandem_filter_free(struct tandem_filter *filter)
{
	free(filter->reg);
	filter->reg = NULL;
}

void tandem_ring_open(struct tandem_ring *ring, u64 size)
{
	memset(ring, 0, sizeof(*ring));
	ring->size = size;
	ring->kept = must_alloc(size * sizeof(*ring->kept));
	memset(ring->kept, 0, size * sizeof(*ring->kept));
}

void tandem_ring_add(struct tandem_ring *ring, const struct tandem_about *about)
{
	struct tandem_kept *kept = &ring->kept[ring->added++ % ring->size];
	struct tandem_element *element = kept->group.element;
	const struct tandem_group *group = about->group;

	if (group->num > kept->room) {
		kept->room = group->num;
		element = must_realloc(element, kept->room * sizeof(*element));
	}
	if (group->num)
		memcpy(element, group->element, group->num * sizeof(*element));
	kept->group = *group;
	kept->group.element = element;
	kept->about = *about;
	kept->about.group = &kept->group;
}

const struct tandem_about *tandem_ring_get(const struct tandem_ring *ring,
					   u64 n)
{
	u64 first = ring->added > ring->size ? ring->added - ring->size : 0;

	if (first + n >= ring->added)
		return NULL;
	return &ring->kept[(first + n) % ring->size].about;
}

void tandem_ring_close(struct tandem_ring *ring)
{
	u64 i;

	for (i = 0; i < ring->size; i++)
		free(ring->kept[i].group.element);
	free(ring->kept);
	memset(ring, 0, sizeof(*ring));
}
