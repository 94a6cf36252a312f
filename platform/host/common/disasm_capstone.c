// SPDX-License-Identifier: BSD-2-Clause
/* Disassembly by capstone. */
#ifdef DISASM_CAPSTONE
#include <capstone/capstone.h>
#include <stdio.h>
#include "disasm.h"
#include "disasm_library.h"
#include "io.h"

#define FUNCTIONS(_)      \
	_(cs_open)        \
	_(cs_strerror)    \
	_(cs_malloc)      \
	_(cs_disasm_iter) \
	_(cs_free)        \
	_(cs_close)

static const char *const names[] = { FUNCTIONS(DISASM_NAME) };

struct disasm_library {
	struct {
		FUNCTIONS(DISASM_POINTER)
	} call;
	csh handle;
	cs_insn *insn;
};

const size_t disasm_library_bytes = sizeof(struct disasm_library);

bool disasm_library_begin(struct disasm_library *library, unsigned int xlen)
{
	cs_mode mode = xlen == 32 ? CS_MODE_RISCV32 : CS_MODE_RISCV64;
	cs_err error;

	if (!disasm_load(&library->call, names, array_size(names)))
		return false;
	error = library->call.cs_open(CS_ARCH_RISCV, mode | CS_MODE_RISCVC,
				      &library->handle);
	if (error != CS_ERR_OK) {
		disasm_complain(library->call.cs_strerror(error));
		return false;
	}
	library->insn = library->call.cs_malloc(library->handle);
	if (!library->insn)
		die("out of memory");
	return true;
}

bool disasm_library_text(struct disasm_library *library, const u8 *code,
			 unsigned int size, char *text)
{
	const u8 *at = code;
	u64 address = 0;
	size_t left = size;

	if (!library->call.cs_disasm_iter(library->handle, &at, &left, &address,
					  library->insn) ||
	    left)
		return false;
	snprintf(text, DISASM_TEXT, "%s%s%s", library->insn->mnemonic,
		 library->insn->op_str[0] ? " " : "", library->insn->op_str);
	return true;
}

void disasm_library_end(struct disasm_library *library)
{
	library->call.cs_free(library->insn, 1);
	library->call.cs_close(&library->handle);
}
#endif
