// SPDX-License-Identifier: BSD-2-Clause
/* The part of disassembly that is the same with any library. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "disasm.h"
#include "disasm_library.h"
#include "io.h"

/* The file's name is no string, as shells would take its quotes away */
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

struct disasm {
	unsigned int xlen;
	bool tried;			/* to open the library */
	struct disasm_library *library; /* NULL: not yet, or it cannot be had */
};

void disasm_complain(const char *why)
{
	static bool said;

	if (!__atomic_exchange_n(&said, true, __ATOMIC_RELAXED))
		complain("cannot disassemble: %s", why);
}

bool disasm_load(void *function, const char *const *name, size_t num)
{
	void *file = dlopen(TEXT(DISASM_LIBRARY), RTLD_LAZY), *found = file;
	u8 *to = function;
	size_t i;

	for (i = 0; i < num && found; i++) {
		found = dlsym(file, name[i]);
		memcpy(to + i * sizeof(found), &found, sizeof(found));
	}
	if (!found)
		disasm_complain(dlerror());
	return found;
}

struct disasm *disasm_open(unsigned int xlen)
{
	struct disasm *disasm = must_alloc(sizeof(*disasm));

	memset(disasm, 0, sizeof(*disasm));
	disasm->xlen = xlen;
	return disasm;
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
		disasm->library = disasm_library_open(disasm->xlen);
	disasm->tried = true;
	if (!disasm->library ||
	    !disasm_library_text(disasm->library, code, size, text))
		raw_text(code, size, text);
}

void disasm_close(struct disasm *disasm)
{
	if (disasm->library)
		disasm_library_close(disasm->library);
	free(disasm);
}
