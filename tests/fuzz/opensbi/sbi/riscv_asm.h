/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * In place of OpenSBI's header of this name, so that objects of OpenSBI and of
 * platform/generic run on the host: registers are those of the fuzzer's harts.
 */
#ifndef FUZZ_RISCV_ASM_H
#define FUZZ_RISCV_ASM_H

#include <sbi/riscv_encoding.h>
#include <sbi/sbi_types.h>

/**
 * A register of the running hart. A register that its fake lacks is a fault.
 */
unsigned long doors_csr_read(unsigned int csr);
void doors_csr_write(unsigned int csr, unsigned long value);
/** OpenSBI's function, for entries of PMP. */
unsigned long csr_read_num(int csr);

static inline unsigned long doors_csr_swap(unsigned int csr,
					   unsigned long value)
{
	unsigned long old = doors_csr_read(csr);

	doors_csr_write(csr, value);
	return old;
}

#define csr_read(csr) doors_csr_read(csr)
#define csr_read_relaxed(csr) doors_csr_read(csr)
#define csr_write(csr, value) doors_csr_write(csr, value)
#define csr_swap(csr, value) doors_csr_swap(csr, value)
#define csr_set(csr, bits) doors_csr_write(csr, csr_read(csr) | (bits))
#define csr_clear(csr, bits) doors_csr_write(csr, csr_read(csr) & ~(bits))
#define csr_read_clear(csr, bits) \
	doors_csr_swap(csr, csr_read(csr) & ~(unsigned long)(bits))

/* The fuzzer's harts are of 64 bits. */
#define csr_read64(csr) csr_read(csr)
#define csr_clear64(csr, bits) csr_clear(csr, bits)

#define csr_read_set(csr, bits) doors_csr_swap(csr, csr_read(csr) | (bits))

/** The hart waits until an interrupt of mie comes. */
void doors_wfi(void);
#define wfi() doors_wfi()
#define PAGE_SHIFT 12
#define PAGE_SIZE 4096ul
#define PAGE_MASK (~(PAGE_SIZE - 1))
#define current_hartid() ((unsigned int)csr_read(CSR_MHARTID))
/** The letters of misa. */
extern const char *doors_misa;
#define misa_extension(letter) (!!__builtin_strchr(doors_misa, letter))

#endif
