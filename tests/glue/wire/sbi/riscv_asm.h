/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In place of OpenSBI's header of this name, so that files of platform/generic run on
 * the host: registers are those of the rig.
 */
#ifndef WIRE_RISCV_ASM_H
#define WIRE_RISCV_ASM_H

#include <sbi/riscv_encoding.h>
#include <sbi/sbi_types.h>

#include "../journal.h"

#define csr_read(csr) wire_csr(csr)
#define csr_read_relaxed(csr) wire_csr(csr)
#define csr_write(csr, value) wire_csr_write(csr, value)
#define csr_swap(csr, value) wire_csr_swap(csr, value)
#define csr_set(csr, bits) wire_csr_write(csr, wire_csr(csr) | (bits))
#define csr_clear(csr, bits) \
	wire_csr_write(csr, wire_csr(csr) & ~(unsigned long)(bits))
#define csr_read_clear(csr, bits) \
	wire_csr_swap(csr, wire_csr(csr) & ~(unsigned long)(bits))
#define csr_read_set(csr, bits) wire_csr_swap(csr, wire_csr(csr) | (bits))

#define wfi() wire_note("wfi")
#define PAGE_SHIFT 12
#define PAGE_SIZE 4096ul
#define PAGE_MASK (~(PAGE_SIZE - 1))
#define current_hartid() ((unsigned int)wire_csr(CSR_MHARTID))
#define misa_extension(letter) wire_misa_has(letter)

/* With it, the compiler would not compile a mutant that leaves out the last call of a
 * function: this end of the function is never reached. */
#undef __noreturn
#define __noreturn

#endif
