// SPDX-License-Identifier: BSD-2-Clause
/* Disassembly by capstone. */
#ifdef DISASM_CAPSTONE
#include <capstone/capstone.h>
#include <stdio.h>
#include <stdlib.h>
#include "disasm.h"
#include "io.h"

struct disasm {
	csh handle;
	cs_insn *insn;
};

struct disasm *disasm_open(unsigned int xlen)
{
	struct disasm *disasm = must_alloc(sizeof(*disasm));
	cs_mode mode = xlen == 32 ? CS_MODE_RISCV32 : CS_MODE_RISCV64;
	cs_err error;

	error = cs_open(CS_ARCH_RISCV, mode | CS_MODE_RISCVC, &disasm->handle);
	if (error != CS_ERR_OK)
		die("capstone: %s", cs_strerror(error));
	disasm->insn = cs_malloc(disasm->handle);
	if (!disasm->insn)
		die("out of memory");
	return disasm;
}

void disasm_text(struct disasm *disasm, const u8 *code, unsigned int size,
		 char *text)
{
	const u8 *at = code;
	u64 address = 0;
	size_t left = size;

	if (!cs_disasm_iter(disasm->handle, &at, &left, &address,
			    disasm->insn) ||
	    left) {
		disasm_raw(code, size, text);
		return;
	}
	snprintf(text, DISASM_TEXT, "%s%s%s", disasm->insn->mnemonic,
		 disasm->insn->op_str[0] ? " " : "", disasm->insn->op_str);
}

void disasm_close(struct disasm *disasm)
{
	cs_free(disasm->insn, 1);
	cs_close(&disasm->handle);
	free(disasm);
}
#endif
