/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The library that disassembles, for disasm.c: disasm_capstone.c or
 * disasm_llvm.c is compiled. The library is loaded at its first use, not
 * linked: most runs of the tool do not need it, and LLVM takes longer to load
 * than such a run.
 */
#ifndef HOST_DISASM_LIBRARY_H
#define HOST_DISASM_LIBRARY_H

#include "base/types.h"

/* From a list of functions: their names, and a struct of pointers to them. */
#define DISASM_NAME(name) #name,
#define DISASM_POINTER(name) __typeof__(&(name)) name;

/* Of disasm_capstone.c or disasm_llvm.c */
struct disasm_library;

/** The size of the struct, which the caller allocates. */
extern const size_t disasm_library_bytes;

/**
 * Load the library and set up a disassembler.
 * @param xlen	32 or 64
 * @return false: it failed and holds nothing; a message on standard error has
 *	the reason
 */
bool disasm_library_begin(struct disasm_library *library, unsigned int xlen);

/**
 * Disassemble one instruction.
 * @param text	out: DISASM_TEXT bytes; undefined if the result is false
 * @return false: the library does not know the instruction
 */
bool disasm_library_text(struct disasm_library *library, const u8 *code,
			 unsigned int size, char *text);

/** Free the disassembler. The library stays in memory, and the struct is the
 * caller's. */
void disasm_library_end(struct disasm_library *library);

/**
 * Load the library's file and find functions in it.
 * @param function	out: the struct of pointers, num of them
 * @param name		their names, in the same order
 * @return false: the file or a function is missing; a message names it
 */
bool disasm_load(void *function, const char *const *name, size_t num);

/** Report once, for all threads, why instructions are not disassembled. */
void disasm_complain(const char *why);

#endif
