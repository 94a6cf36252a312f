/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Statements of a group, in one form for all elements that say the same: two
 * traces that say the same are alike, and others are not.
 */
#ifndef FORMS_H
#define FORMS_H

#include "steps.h"

#define FORM_REGS 64
#define FORM_MEMORY 16

/** Additional state that a form has. */
#define FORM_STATES                                                           \
	(1u << TANDEM_PADDR | 1u << TANDEM_EADDR | 1u << TANDEM_SDATA8 |      \
	 1u << TANDEM_SDATA16 | 1u << TANDEM_SDATA32 | 1u << TANDEM_SDATA64 | \
	 1u << TANDEM_PCPADDR)

struct form {
	bool step, init, outside;
	/* no step: only what is given, or decided outside; or one that leaves
	 * everything as it was, like a trap into itself */
	bool hidden;
	bool incpc;
	u32 rules;
	u32 insn;
	u8 insn_bits;
	u64 pc, mtime; /* after it */
	u8 priv;
	u16 states; /* of FORM_STATES, those that it has */
	u64 state[TANDEM_STATES];
	u32 regs; /* real registers that it mentions */
	u16 reg[FORM_REGS];
	u32 requests;
	struct tandem_element memory[FORM_MEMORY];
};

/** Forms of a trace, one by one; groups that say nothing are left out. */
struct forms {
	struct steps steps;
	const struct verify_config *config; /* what is decided outside */
	struct verify side;		    /* the state so far */
	bool begun;			    /* something was said */
	u64 hidden;			    /* hash of hidden forms */
	bool given; /* some of them are state initialisation */
	struct form form;
};

/** @param reset a verification that has just started */
void forms_start(struct forms *forms, const struct trace *trace,
		 const struct verify *reset);

/** @return false: there is no other; forms->form is the next one else */
bool forms_next(struct forms *forms);

/** Why a trace that differs need not be found. */
enum forms_reason {
	FORMS_NONE,	/* there is no reason: it says something else */
	FORMS_SAME,	/* it says the same */
	FORMS_OUTSIDE,	/* but for what is decided outside of the hart */
	FORMS_OPTIONAL, /* but for something that need not be there */
	FORMS_TAKEN,	/* but for what nothing but the trace can know */
	FORMS_GIVEN,	/* but for what state initialisation gives */
	FORMS_SHORT,	/* but ends earlier */
	FORMS_ADDRESS,	/* but for which address it is, both being the same */
	FORMS_REASONS
};

const char *forms_reason_name(enum forms_reason reason);

/**
 * Compare two traces.
 * @param reset	a verification that has just started: state after a reset,
 *		what is decided outside, what is required
 * @param taken	whether the model took something from the first trace in a
 *		group; index is the group's number
 */
enum forms_reason forms_compare(const struct trace *a, const struct trace *b,
				const struct verify *reset, const bool *taken);

#endif
