// SPDX-License-Identifier: BSD-2-Clause
/* Disassembly by LLVM, where capstone is too old to know RISC-V. */
#ifdef DISASM_LLVM
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <stdlib.h>
#include <string.h>
#include "disasm.h"
#include "io.h"

struct disasm {
	LLVMDisasmContextRef context;
};

struct disasm *disasm_open(unsigned int xlen)
{
	struct disasm *disasm = must_alloc(sizeof(*disasm));

	LLVMInitializeRISCVTargetInfo();
	LLVMInitializeRISCVTargetMC();
	LLVMInitializeRISCVDisassembler();
	disasm->context = LLVMCreateDisasmCPUFeatures(
		xlen == 32 ? "riscv32" : "riscv64", "",
		"+m,+a,+f,+d,+c,+v,+zba,+zbb,+zbc,+zbs", NULL, 0, NULL, NULL);
	if (!disasm->context)
		die("LLVM has no RISC-V disassembler");
	return disasm;
}

void disasm_text(struct disasm *disasm, const u8 *code, unsigned int size,
		 char *text)
{
	char *c, *from = text;
	u8 copy[4] = { 0 };

	memcpy(copy, code, size);
	if (LLVMDisasmInstruction(disasm->context, copy, size, 0, text,
				  DISASM_TEXT) != size) {
		disasm_raw(code, size, text);
		return;
	}
	/* A tab comes before the mnemonic, and one after it */
	while (*from == '\t' || *from == ' ')
		from++;
	memmove(text, from, strlen(from) + 1);
	c = strchr(text, '\t');
	if (c)
		*c = ' ';
}

void disasm_close(struct disasm *disasm)
{
	LLVMDisasmDispose(disasm->context);
	free(disasm);
}
#endif
