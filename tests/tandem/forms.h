/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The meaning of a group, in one form for all elements with the same meaning:
 * the forms of two traces are equal if, and only if, the traces mean the same.
 */
#ifndef FORMS_H
#define FORMS_H

#include "steps.h"

#define FORM_REGS 64
#define FORM_MEMORY 16

/** State that a form may have in addition. */
#define FORM_STATES                                                           \
	(1u << TANDEM_PADDR | 1u << TANDEM_EADDR | 1u << TANDEM_SDATA8 |      \
	 1u << TANDEM_SDATA16 | 1u << TANDEM_SDATA32 | 1u << TANDEM_SDATA64 | \
	 1u << TANDEM_PCPADDR)

struct form {
	bool step, init, outside;
	/*
	 * no step: only initial state, or state decided outside; or a step that
	 * changes nothing, such as a trap into itself
	 */
	bool hidden;
	bool incpc;
	u32 rules;
	u32 insn;
	u8 insn_bits;
	u64 pc, mtime; /* after it */
	u8 priv;
	u16 states; /* the members of FORM_STATES that it has */
	u64 state[TANDEM_STATES];
	u32 regs; /* number of real registers in the form */
	u16 reg[FORM_REGS];
	u32 requests;
	struct tandem_element memory[FORM_MEMORY];
};

/** Forms of a trace, one by one; groups without a meaning are left out. */
struct forms {
	struct steps steps;
	const struct verify_config *config; /* the state that is decided
					     * outside */
	struct verify_state side;	    /* the state up to here */
	struct verify_group group;	    /* ... and what changes it */
	struct verify_room room;
	bool begun; /* a form was returned */
	u64 hidden; /* hash of hidden forms */
	bool given; /* some hidden form is state initialisation */
	struct form form;
};

/** @param reset a verification that has just started */
void forms_start(struct forms *forms, const struct trace *trace,
		 const struct verify *reset);

/** @return false: there is no further form; else forms->form is the next one */
bool forms_next(struct forms *forms);

/** Reasons why a trace that differs need not be found. */
enum forms_reason {
	FORMS_NONE,	/* no reason: it has another meaning */
	FORMS_SAME,	/* the meaning is the same */
	FORMS_OUTSIDE,	/* same except for state decided outside of the hart */
	FORMS_OPTIONAL, /* same except for an optional element */
	FORMS_TAKEN,	/* same except for values that only the trace can
			 * know */
	FORMS_GIVEN,	/* same except for values from state initialisation */
	FORMS_SHORT,	/* same, but it ends earlier */
	FORMS_ADDRESS,	/* same, but one equal address takes the place of the
			 * other kind */
	FORMS_REASONS
};

const char *forms_reason_name(enum forms_reason reason);

/**
 * Compare two traces.
 * @param reset    a verification that has just started: state after a reset,
 * state that is decided outside, state that is required
 * @param taken    true if the model took a value from the first trace in a
 * group; index is the group's number
 */
enum forms_reason forms_compare(const struct trace *a, const struct trace *b,
				const struct verify *reset, const bool *taken);

#endif
