/* SPDX-License-Identifier: BSD-2-Clause */
/* What the forms of "hartscope tandem dump" are made from. */
#ifndef HOST_TV_DUMP_H
#define HOST_TV_DUMP_H

#include "disasm.h"
#include "json.h"
#include "symbols.h"
#include "tandem.h"

/** What a group is about; see docs/tandem.md. */
enum tv_kind {
	TV_INSN, /* an instruction, retired or not */
	TV_TRAP, /* no instruction, but a new pc: interrupt, fetch fault */
	TV_RESET,
	TV_INIT,    /* state initialization */
	TV_STATE,   /* none of these: state that nothing caused */
	TV_OUTSIDE, /* elements outside of groups */
	TV_KINDS
};

/** A group and what is known around it. */
struct tv_group {
	const struct tandem_group *group;
	u64 number; /* from 0; of what is outside, of the group behind it */
	enum tv_kind kind;
	bool has_pc; /* pc is known: where the instruction is */
	u64 pc;
};

/** Where the hart is, group by group. */
struct tv_track {
	u64 number; /* groups so far */
	u64 pc;
	bool has_pc;
	u64 mask; /* of an address */
};

void tv_track_start(struct tv_track *track, unsigned int xlen);

/** The next group. @param about	out: it, before its changes */
void tv_track_group(struct tv_track *track, const struct tandem_group *group,
		    struct tv_group *about);

/** Name of a kind, as --kind has it. */
const char *tv_kind_name(enum tv_kind kind);

/** @return TV_KINDS: there is none of this name */
enum tv_kind tv_kind_find(const char *name);

/** Write a group as text. */
void tv_text_group(struct output *out, const struct tv_group *about,
		   struct disasm *disasm, const struct symbols *symbols);

/** Write a group as a JSON object in an array. */
void tv_json_group(struct json *json, const struct tv_group *about,
		   struct disasm *disasm, const struct symbols *symbols);

/** The text of a group's instruction. @param text DISASM_TEXT bytes */
void tv_insn_text(struct disasm *disasm, const struct tandem_group *group,
		  char *text);

#endif
