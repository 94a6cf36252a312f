// SPDX-License-Identifier: BSD-2-Clause
/* The file of the library that disassembles. */
#include <dlfcn.h>
#include <string.h>
#include "disasm_library.h"
#include "io.h"

/* The file's name is no string, because shells would remove its quotes */
#define TEXT_OF(name) #name
#define TEXT(name) TEXT_OF(name)

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
