/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts of instructions by address, for code that comes and goes: counts of
 * several harts and processes at one address are added up.
 */
#ifndef HOST_NT_TALLY_H
#define HOST_NT_TALLY_H

#include <profile/counts.h>

struct nt_tally_page;

/** Counts by address. All zero: empty. Memory grows with the pages of code. */
struct nt_tally {
	struct nt_tally_page **page; /* a hash table; sorted by _visit() */
	size_t size, used;
};

/** Add an instruction's counts; also one that was not executed. */
void nt_tally_add(struct nt_tally *tally, const struct profile_insn *insn);

/** Visit the instructions in order of addresses. After it only nt_tally_free()
 * may follow. */
void nt_tally_visit(struct nt_tally *tally,
		    void (*visit)(void *user, const struct profile_insn *insn),
		    void *user);

void nt_tally_free(struct nt_tally *tally);

#endif
