/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Instructions as text. Capstone does it from version 5 on, the first one that
 * knows RISC-V; with an older one, LLVM does. host.mk detects the version.
 */
#ifndef HOST_DISASM_H
#define HOST_DISASM_H

#include "base/types.h"

struct disasm;

enum { DISASM_TEXT = 256 }; /* most bytes of a text */

/**
 * Set up a disassembler for all extensions that the library knows. The library
 * is loaded with the first instruction; if that fails, one message on standard
 * error has the reason, and all text is raw data.
 * @param xlen	32 or 64
 * @return the disassembler, the caller's until disasm_close()
 */
struct disasm *disasm_open(unsigned int xlen);

/**
 * Disassemble one instruction: mnemonic, a blank, operands. Targets of jumps
 * and branches are relative to the instruction.
 * @param code	its bytes
 * @param size	number of bytes, 2 or 4
 * @param text	out: DISASM_TEXT bytes; raw data (".4byte 0x...") if the library
 *	does not know the instruction
 */
void disasm_text(struct disasm *disasm, const u8 *code, unsigned int size,
		 char *text);

void disasm_close(struct disasm *disasm);

#endif
