// SPDX-License-Identifier: BSD-2-Clause
/* The part of disassembly that is the same with any library. */
#include <stdio.h>
#include "disasm.h"

void disasm_raw(const u8 *code, unsigned int size, char *text)
{
	u32 word = code[0] | code[1] << 8;

	if (size == 4)
		word |= (u32)code[2] << 16 | (u32)code[3] << 24;
	snprintf(text, DISASM_TEXT, ".%ubyte 0x%0*x", size, (int)size * 2,
		 word);
}
