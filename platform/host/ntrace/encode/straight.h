/* SPDX-License-Identifier: BSD-2-Clause */
/* The text of straight code, in a list of addresses. */
#ifndef HOST_NT_STRAIGHT_H
#define HOST_NT_STRAIGHT_H

#include "../program/program.h"
#include "../program/text.h"

/** An instruction, and its successors up to a jump. */
struct nt_straight {
	struct nt_insn first, last;
	u8 insns;	/* before the last one; 0: there is only the first
			 * one */
	u8 halfwords;	/* of those */
	u8 line;	/* bytes of the first one's line; 0: no text */
	u8 length;	/* of text */
	char text[204]; /* a line for each */
};

struct nt_straights;

/**
 * @param program	stays the caller's
 * @return NULL: the program is not the same for all modes and contexts
 */
struct nt_straights *nt_straights_new(const struct nt_program *program);

/**
 * Store the successors of an instruction of the program.
 * @return the entry, valid until the next call
 */
const struct nt_straight *nt_straights_add(struct nt_straights *straights,
					   u64 address);

/**
 * Find the probable meaning of lines. The caller has to compare the text.
 * @param lines	size bytes
 * @return valid until the next call of nt_straights_add(); NULL: not known
 */
const struct nt_straight *
nt_straights_guess(const struct nt_straights *straights, const u8 *lines,
		   size_t size);

void nt_straights_free(struct nt_straights *straights);

/**
 * The instruction at insn->address, from the program: all but not_taken, with
 * has_dest set.
 * @return false: no image has an instruction there
 */
bool nt_insn_look_up(const struct nt_program *program, struct nt_insn *insn);

#endif
