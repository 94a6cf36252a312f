// SPDX-License-Identifier: BSD-2-Clause
/* Disassembly by LLVM, where capstone is too old to know RISC-V. */
#ifdef DISASM_LLVM
#include <llvm-c/Disassembler.h>
#include <llvm-c/Target.h>
#include <string.h>
#include "disasm.h"
#include "disasm_library.h"
#include "io.h"

#define FUNCTIONS(_)                       \
	_(LLVMInitializeRISCVTargetInfo)   \
	_(LLVMInitializeRISCVTargetMC)     \
	_(LLVMInitializeRISCVDisassembler) \
	_(LLVMCreateDisasmCPUFeatures)     \
	_(LLVMDisasmInstruction)           \
	_(LLVMDisasmDispose)

static const char *const names[] = { FUNCTIONS(DISASM_NAME) };

struct disasm_library {
	struct {
		FUNCTIONS(DISASM_POINTER)
	} call;
	LLVMDisasmContextRef context;
};

const size_t disasm_library_bytes = sizeof(struct disasm_library);

bool disasm_library_begin(struct disasm_library *library, unsigned int xlen)
{
	if (!disasm_load(&library->call, names, array_size(names)))
		return false;
	library->call.LLVMInitializeRISCVTargetInfo();
	library->call.LLVMInitializeRISCVTargetMC();
	library->call.LLVMInitializeRISCVDisassembler();
	library->context = library->call.LLVMCreateDisasmCPUFeatures(
		xlen == 32 ? "riscv32" : "riscv64", "",
		"+m,+a,+f,+d,+c,+v,+zba,+zbb,+zbc,+zbs", NULL, 0, NULL, NULL);
	if (!library->context)
		disasm_complain("LLVM has no RISC-V disassembler");
	return library->context;
}

bool disasm_library_text(struct disasm_library *library, const u8 *code,
			 unsigned int size, char *text)
{
	char *c, *from = text;
	u8 copy[4] = { 0 };

	memcpy(copy, code, size);
	if (library->call.LLVMDisasmInstruction(library->context, copy, size, 0,
						text, DISASM_TEXT) != size)
		return false;
	/* A tab comes before the mnemonic, and one after it */
	while (*from == '\t' || *from == ' ')
		from++;
	memmove(text, from, strlen(from) + 1);
	c = strchr(text, '\t');
	if (c)
		*c = ' ';
	return true;
}

void disasm_library_end(struct disasm_library *library)
{
	library->call.LLVMDisasmDispose(library->context);
}
#endif
