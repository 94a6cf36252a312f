// SPDX-License-Identifier: BSD-2-Clause
/* The part of disassembly that is the same with any library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "disasm.h"
#include "disasm_library.h"
#include "io.h"

struct disasm {
	unsigned int xlen;
	bool tried;			/* the library was tried */
	struct disasm_library *library; /* NULL: not loaded yet, or not
					 * available */
};

struct disasm *disasm_open(unsigned int xlen)
{
	struct disasm *disasm = must_alloc(sizeof(*disasm));

	memset(disasm, 0, sizeof(*disasm));
	disasm->xlen = xlen;
	return disasm;
}

static struct disasm_library *library_open(unsigned int xlen)
{
	struct disasm_library *library = must_alloc(disasm_library_bytes);

	if (disasm_library_begin(library, xlen))
		return library;
	free(library);
	return NULL;
}

static void raw_text(const u8 *code, unsigned int size, char *text)
{
	u32 word = code[0] | code[1] << 8;

	if (size == 4)
		word |= (u32)code[2] << 16 | (u32)code[3] << 24;
	snprintf(text, DISASM_TEXT, ".%ubyte 0x%0*x", size, (int)size * 2,
		 word);
}

void disasm_text(struct disasm *disasm, const u8 *code, unsigned int size,
		 char *text)
{
	if (!disasm->tried)
		disasm->library = library_open(disasm->xlen);
	disasm->tried = true;
	if (!disasm->library ||
	    !disasm_library_text(disasm->library, code, size, text))
		raw_text(code, size, text);
}

void disasm_close(struct disasm *disasm)
{
	if (disasm->library)
		disasm_library_end(disasm->library);
	free(disasm->library);
	free(disasm);
}
