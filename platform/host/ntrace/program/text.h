/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text formats of the reference code. One instruction a line:
 *
 *	program info		0xADDR,T[D|I]S[,0xDEST]
 *	executed sequence	0xADDR,T[N|I]S
 *	list of PCs		0xADDR
 *
 * T is L (linear), B (branch), J (jump), C (call) or R (return), I means
 * indirect, BN a branch that was not taken, S is the size, 2 or 4. A line that
 * starts with "." is a comment, ".end" ends the file.
 */
#ifndef HOST_NT_TEXT_H
#define HOST_NT_TEXT_H

#include <ntrace/image.h>

enum nt_line {
	NT_LINE_EMPTY, /* blank, or a comment */
	NT_LINE_END,
	NT_LINE_DIRECTIVE, /* a comment that starts with ".@" */
	NT_LINE_ADDRESS,   /* an address alone */
	NT_LINE_INSN,
	NT_LINE_BAD,
};

struct nt_insn {
	u64 address;
	u64 dest;
	u8 end;		/* enum ntrace_end */
	u8 bytes;	/* 2 or 4 */
	bool not_taken; /* BN */
	bool has_dest;
};

/**
 * Read a line.
 * @param insn	out: the values in the line
 * @param error	out: with NT_LINE_BAD, the error and the expected form
 */
enum nt_line nt_text_parse(const char *line, struct nt_insn *insn,
			   const char **error);

/**
 * The type of an instruction in these formats, without D and N. Trap returns
 * are JI, as the stack is not known; other types are L.
 */
const char *nt_text_type(enum ntrace_end end);

#endif
