/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program of few instructions: its bytes, its decoded instructions, and the
 * decoder's image of it.
 */
#ifndef CODE_H
#define CODE_H

#include <insn/insn.h>
#include <ntrace/image.h>

#define CODE_AREAS 16
#define CODE_BYTES 4096

/** Instructions at consecutive addresses. */
struct code_area {
	u64 base;
	size_t bytes;
	u8 code[CODE_BYTES];
	struct ntrace_step step[CODE_BYTES / 2];
};

struct code {
	struct insn_isa isa;
	bool sequential_jump;
	u8 jump_table[256 * 8]; /* Zcmt: the table that jvt points to */
	size_t jump_table_bytes;
	unsigned int areas;
	struct code_area area[CODE_AREAS];
	struct ntrace_region region[CODE_AREAS];
};

/**
 * Put bytes at an address: after the last area, or into a new one.
 * @return false: no room
 */
bool code_add(struct code *code, u64 addr, const u8 *bytes, size_t len);

/** The instruction at an address. @return false: there is none */
bool code_insn(const struct code *code, u64 addr, struct insn *insn);

/**
 * @return the target of a direct jump or branch, including CM.JT and CM.JALT
 */
u64 code_target(const struct code *code, u64 addr, const struct insn *insn);

/** Make the decoder's image, which points into code. */
struct ntrace_image code_image(struct code *code);

#endif
