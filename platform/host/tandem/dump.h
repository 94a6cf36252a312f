/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the forms of "hartscope tandem dump". */
#ifndef HOST_TANDEM_DUMP_H
#define HOST_TANDEM_DUMP_H

#include "disasm.h"
#include "json.h"
#include "symbols.h"
#include "tandem.h"

/** The subject of a group; see docs/tandem.md. */
enum tandem_kind {
	TANDEM_KIND_INSN, /* an instruction, retired or not */
	TANDEM_KIND_TRAP, /* no instruction, but a new pc: interrupt, fetch fault */
	TANDEM_KIND_RESET,
	TANDEM_KIND_INIT,    /* state initialization */
	TANDEM_KIND_STATE,   /* none of these: state without a cause */
	TANDEM_KIND_OUTSIDE, /* elements outside of groups */
	TANDEM_KINDS
};

/** A group with its context. */
struct tandem_about {
	const struct tandem_group *group;
	u64 number; /* from 0; for loose elements, of the next group */
	enum tandem_kind kind;
	bool has_pc; /* pc is known: place of the instruction */
	u64 pc;
};

/** The hart's pc and mode, group by group. */
struct tandem_track {
	u64 number; /* groups so far */
	u64 pc;
	bool has_pc;
	u64 mask; /* of an address */
};

void tandem_track_start(struct tandem_track *track, unsigned int xlen);

/** Go to the next group. @param about	out: its context, before its changes */
void tandem_track_group(struct tandem_track *track,
			const struct tandem_group *group,
			struct tandem_about *about);

/** Name of a kind, for --kind. */
const char *tandem_kind_name(enum tandem_kind kind);

/** @return TANDEM_KINDS: unknown name */
enum tandem_kind tandem_kind_find(const char *name);

/* Texts of disassembled instructions; longer ones are not kept. */
enum { TANDEM_CODE_TEXTS = 4096, TANDEM_CODE_TEXT = 58 };

/* Starts of lines, and ends of lines that name places; likewise. */
enum { TANDEM_LABEL = 56, TANDEM_PLACES = 4096, TANDEM_PLACE = 118 };

/** The start of a line, the same for all elements of a kind. */
struct tandem_label {
	char text[TANDEM_LABEL];
	u64 size; /* 0: not made yet */
};

/** Starts and ends of lines. */
struct tandem_labels {
	const struct symbols *symbols;
	struct tandem_label reg[TANDEM_REGS];
	struct tandem_label state[TANDEM_STATES];
	struct tandem_label request[TANDEM_MEMS][4]; /* by log2 of bytes */
	struct tandem_label response[3][4];	     /* also by result */
	struct {
		u64 address;
		u16 size; /* 0: none */
		char text[TANDEM_PLACE];
	} place[TANDEM_PLACES];
};

/** Make an empty cache. @return for free() */
struct tandem_labels *tandem_labels_open(const struct symbols *symbols);

/** "    a0         = " */
const struct tandem_label *tandem_label_reg(struct tandem_labels *labels,
					    u16 reg);

/** "    paddr      = " */
const struct tandem_label *tandem_label_state(struct tandem_labels *labels,
					      unsigned int id);

/** "    request    load 32 bits at "; "    response   success 32 bits" */
const struct tandem_label *tandem_label_mem(struct tandem_labels *labels,
					    const struct tandem_element *el);

/** Write the end of a line about an address: " # main+0x10 main.c:7\n". */
void tandem_label_place(struct output *out, struct tandem_labels *labels,
			u64 address);

/** Disassembly. A program executes the same instructions repeatedly. */
struct tandem_code {
	struct disasm *disasm;
	struct tandem_code_text {
		u32 insn;
		u8 bits; /* 0: none */
		u8 size; /* of text, without NUL */
		char text[TANDEM_CODE_TEXT];
	} known[TANDEM_CODE_TEXTS];
};

/** Make an empty cache. @param xlen 32 or 64 */
void tandem_code_open(struct tandem_code *code, unsigned int xlen);
void tandem_code_close(struct tandem_code *code);

/** Write a group as text. */
void tandem_text_group(struct output *out, const struct tandem_about *about,
		       struct tandem_code *code, struct tandem_labels *labels);

/** Write a group as a JSON object in an array. */
void tandem_json_group(struct json *json, const struct tandem_about *about,
		       struct tandem_code *code, const struct symbols *symbols);

/**
 * The text of a group's instruction.
 * @param text	room for it, DISASM_TEXT bytes
 * @return the text, in `text` or elsewhere, until the next call
 */
const char *tandem_code_text(struct tandem_code *code,
			     const struct tandem_group *group, char *text);

/** Place of a group's instruction, if it is known. */
static inline u32 tandem_code_slot(const struct tandem_group *group)
{
	return (u32)(group->insn * 0x9e3779b1u) >> 20;
}

/** @return NULL: not kept yet, or too long */
static inline const struct tandem_code_text *
tandem_code_known(const struct tandem_code *code,
		  const struct tandem_group *group)
{
	const struct tandem_code_text *known =
		&code->known[tandem_code_slot(group)];

	return known->insn == group->insn && known->bits == group->insn_bits ?
		       known :
		       NULL;
}

#endif
