// SPDX-License-Identifier: BSD-2-Clause
/*
 * encode --filter: the encoder's filters and comparators, from conditions for
 * blocks to trace. Every option is a filter; a range of addresses takes a
 * comparator, and a context another one.
 */
#include <hart/fields.h>
#include <string.h>
#include "encode.h"

/* trTeCompControl: input, function, and the relation of both sides. */
enum { INPUT_IADDR = 0, INPUT_CONTEXT = 1, INPUT_TVAL = 2 };
enum { FUNCTION_EQUAL = 0, FUNCTION_LESS = 2, FUNCTION_GREATER_EQUAL = 5 };
enum { MODE_P = 0, MODE_AND = 1 };

/* One option, parsed. */
struct wanted {
	u64 from, to;
	u64 scontext;
	u64 tval;
	u64 ecause; /* bit per cause; 0: all */
	u32 impdef, impdef_mask;
	bool has_range, has_scontext, has_tval, has_kind;
	bool interrupt; /* has_kind: interrupts, not exceptions */
	u8 modes;	/* NTRACE_PRIV_*; 0: all */
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

static void set_equal(struct ntrace_emit_comp *comp, unsigned int input,
		      u64 value)
{
	comp->control =
		(u32)(FIELD_SET(TR_TE_COMP_CONTROL, P_INPUT, input) |
		      FIELD_SET(TR_TE_COMP_CONTROL, P_FUNCTION,
				FUNCTION_EQUAL) |
		      FIELD_SET(TR_TE_COMP_CONTROL, MATCH_MODE, MODE_P));
	comp->p_match = value;
}

/* Set the conditions that need no comparator. */
static u64 set_plain(struct ntrace_emit_filter *filter,
		     const struct wanted *wanted)
{
	u64 control = FIELD_SET(TR_TE_FILTER_CONTROL, ENABLE, 1);

	if (wanted->modes)
		control |= FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE, 1);
	if (wanted->ecause)
		control |= FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_ECAUSE, 1);
	if (wanted->has_kind)
		control |= FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_INTERRUPT, 1);
	if (wanted->impdef_mask)
		control |= FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_IMPDEF, 1);
	filter->match_inst =
		(u32)(FIELD_SET(TR_TE_FILTER_MATCH_INST, CHOICE_PRIVILEGE,
				wanted->modes) |
		      FIELD_SET(TR_TE_FILTER_MATCH_INST, VALUE_INTERRUPT,
				wanted->interrupt));
	filter->ecause = wanted->ecause;
	filter->impdef_value = wanted->impdef;
	filter->impdef_mask = wanted->impdef_mask;
	return control;
}

static void add_filter(struct argp_state *state, struct nt_encode *encode,
		       const struct wanted *wanted)
{
	struct ntrace_emit_filter *filter;
	u64 control;

	if (encode->filters == NTRACE_EMIT_FILTERS)
		option_usage(state, "the encoder has but %u filters",
			     NTRACE_EMIT_FILTERS);
	filter = &encode->regs.filter[encode->filters];
	encode->regs.te_inst_filters |= 1u << encode->filters++;
	control = set_plain(filter, wanted);
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
		set_equal(new_comp(state, encode), INPUT_CONTEXT,
			  wanted->scontext);
	}
	if (wanted->has_tval) {
		control |=
			FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_COMP3, 1) |
			FIELD_SET(TR_TE_FILTER_CONTROL, COMP3, encode->comps);
		set_equal(new_comp(state, encode), INPUT_TVAL, wanted->tval);
	}
	filter->control = (u32)control;
	/* The filter passes the trap alone, not the instructions that retired
	 * before it */
	if (wanted->ecause || wanted->has_kind || wanted->has_tval)
		encode->single = true;
}

/* Causes joined by "+", without mcause's interrupt bit. */
static u64 parse_causes(struct argp_state *state, char *text)
{
	char *cause, *rest = NULL;
	u64 causes = 0;

	for (cause = strtok_r(text, "+", &rest); cause;
	     cause = strtok_r(NULL, "+", &rest))
		causes |= 1ULL << option_number(
				  state, "--filter ecause=", cause, 0, 63);
	if (!causes)
		option_usage(state, "--filter: ecause= needs a cause");
	return causes;
}

static void parse_kind(struct argp_state *state, struct wanted *wanted,
		       const char *value)
{
	wanted->has_kind = true;
	wanted->interrupt = !strcmp(value, "interrupt");
	if (!wanted->interrupt && strcmp(value, "exception") != 0)
		option_usage(state,
			     "--filter: trap= is exception or "
			     "interrupt, not '%s'",
			     value);
}

/* "0x10", or "0x10/0xf0" to compare only the bits of a mask. */
static void parse_impdef(struct argp_state *state, struct wanted *wanted,
			 char *value)
{
	char *mask = strchr(value, '/');

	wanted->impdef_mask = UINT32_MAX;
	if (mask) {
		*mask++ = '\0';
		wanted->impdef_mask = (u32)option_number(
			state, "--filter impdef= mask", mask, 1, UINT32_MAX);
	}
	wanted->impdef = (u32)option_number(state, "--filter impdef=", value, 0,
					    UINT32_MAX);
}

static bool parse_trap_key(struct argp_state *state, struct wanted *wanted,
			   const char *key, char *value)
{
	if (!strcmp(key, "ecause")) {
		wanted->ecause = parse_causes(state, value);
	} else if (!strcmp(key, "trap")) {
		parse_kind(state, wanted, value);
	} else if (!strcmp(key, "tval")) {
		wanted->tval = option_number(state, "--filter tval=", value, 0,
					     UINT64_MAX);
		wanted->has_tval = true;
	} else if (!strcmp(key, "impdef")) {
		parse_impdef(state, wanted, value);
	} else {
		return false;
	}
	return true;
}

static void parse_key(struct argp_state *state, struct wanted *wanted,
		      const char *key, char *value)
{
	if (parse_trap_key(state, wanted, key, value))
		return;
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
			     "--filter knows mode=, from=, to=, scontext=, "
			     "ecause=, trap=, tval= and impdef=, not '%s='",
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

	if (encode->single)
		return true;
	for (i = 0; i < encode->comps; i++)
		if (comp[i].p_match == address || comp[i].s_match == address)
			return true;
	return false;
}
