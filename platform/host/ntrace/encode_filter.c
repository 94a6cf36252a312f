// SPDX-License-Identifier: BSD-2-Clause
/*
 * encode --filter: the encoder's filters and comparators, by what they are to
 * let through. Every option is a filter; a range of addresses takes a
 * comparator, and a context another one.
 */
#include <hart/fields.h>
#include <string.h>
#include "encode.h"

/* trTeCompControl: which input, which function, and how both sides are joined. */
enum { INPUT_IADDR = 0, INPUT_CONTEXT = 1 };
enum { FUNCTION_EQUAL = 0, FUNCTION_LESS = 2, FUNCTION_GREATER_EQUAL = 5 };
enum { MODE_P = 0, MODE_AND = 1 };

/* One option, parsed. */
struct wanted {
	u64 from, to;
	u64 scontext;
	bool has_range, has_scontext;
	u8 modes; /* NTRACE_PRIV_*; 0: all */
};

static struct ntrace_emit_comp *new_comp(struct argp_state *state,
					 struct nt_encode *encode)
{
	if (encode->comps == NTRACE_EMIT_COMPS)
		option_usage(state,
			     "the encoder has but %u comparators for --filter",
			     NTRACE_EMIT_COMPS);
	return &encode->regs.comp[encode->comps++];
}

static void set_range(struct ntrace_emit_comp *comp,
		      const struct wanted *wanted)
{
	comp->control =
		(u32)(FIELD_SET(TR_TE_COMP_CONTROL, P_INPUT, INPUT_IADDR) |
		      FIELD_SET(TR_TE_COMP_CONTROL, S_INPUT, INPUT_IADDR) |
		      FIELD_SET(TR_TE_COMP_CONTROL, P_FUNCTION,
				FUNCTION_GREATER_EQUAL) |
		      FIELD_SET(TR_TE_COMP_CONTROL, S_FUNCTION, FUNCTION_LESS) |
		      FIELD_SET(TR_TE_COMP_CONTROL, MATCH_MODE, MODE_AND));
	comp->p_match = wanted->from;
	comp->s_match = wanted->to;
}

static void set_context(struct ntrace_emit_comp *comp,
			const struct wanted *wanted)
{
	comp->control =
		(u32)(FIELD_SET(TR_TE_COMP_CONTROL, P_INPUT, INPUT_CONTEXT) |
		      FIELD_SET(TR_TE_COMP_CONTROL, P_FUNCTION,
				FUNCTION_EQUAL) |
		      FIELD_SET(TR_TE_COMP_CONTROL, MATCH_MODE, MODE_P));
	comp->p_match = wanted->scontext;
}

static void add_filter(struct argp_state *state, struct nt_encode *encode,
		       const struct wanted *wanted)
{
	struct ntrace_emit_filter *filter;
	u64 control = FIELD_SET(TR_TE_FILTER_CONTROL, ENABLE, 1);

	if (encode->filters == NTRACE_EMIT_FILTERS)
		option_usage(state, "the encoder has but %u filters",
			     NTRACE_EMIT_FILTERS);
	filter = &encode->regs.filter[encode->filters];
	encode->regs.te_inst_filters |= 1u << encode->filters++;
	if (wanted->modes) {
		control |= FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE, 1);
		filter->match_inst = (u32)FIELD_SET(TR_TE_FILTER_MATCH_INST,
						    CHOICE_PRIVILEGE,
						    wanted->modes);
	}
	if (wanted->has_range) {
		control |=
			FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_COMP1, 1) |
			FIELD_SET(TR_TE_FILTER_CONTROL, COMP1, encode->comps);
		set_range(new_comp(state, encode), wanted);
	}
	if (wanted->has_scontext) {
		control |=
			FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_COMP2, 1) |
			FIELD_SET(TR_TE_FILTER_CONTROL, COMP2, encode->comps);
		set_context(new_comp(state, encode), wanted);
	}
	filter->control = (u32)control;
}

static void parse_key(struct argp_state *state, struct wanted *wanted,
		      const char *key, char *value)
{
	if (!strcmp(key, "mode")) {
		wanted->modes = nt_parse_modes(state, value);
	} else if (!strcmp(key, "from")) {
		wanted->from = option_number(state, "--filter from=", value, 0,
					     UINT64_MAX);
		wanted->has_range = true;
	} else if (!strcmp(key, "to")) {
		wanted->to = option_number(state, "--filter to=", value, 0,
					   UINT64_MAX);
		wanted->has_range = true;
	} else if (!strcmp(key, "scontext")) {
		wanted->scontext = option_number(
			state, "--filter scontext=", value, 0, UINT64_MAX);
		wanted->has_scontext = true;
	} else {
		option_usage(state,
			     "--filter knows mode=, from=, to= and "
			     "scontext=, not '%s='",
			     key);
	}
}

void nt_encode_filter(struct argp_state *state, struct nt_encode *encode,
		      char *text)
{
	struct wanted wanted = { .to = UINT64_MAX };
	char *key, *value, *rest = NULL;

	for (key = strtok_r(text, ",", &rest); key;
	     key = strtok_r(NULL, ",", &rest)) {
		value = strchr(key, '=');
		if (!value)
			option_usage(state, "--filter: '%s' has no value", key);
		*value++ = '\0';
		parse_key(state, &wanted, key, value);
	}
	if (wanted.from >= wanted.to)
		option_usage(state, "--filter: from= must be below to=");
	add_filter(state, encode, &wanted);
}

bool nt_encode_is_edge(const struct nt_encode *encode, u64 address)
{
	const struct ntrace_emit_comp *comp = encode->regs.comp;
	unsigned int i;

	for (i = 0; i < encode->comps; i++)
		if (comp[i].p_match == address || comp[i].s_match == address)
			return true;
	return false;
}
