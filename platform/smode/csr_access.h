/* SPDX-License-Identifier: BSD-2-Clause */
/* Access to CSRs; csr is a number or a name that the assembler knows. */
#ifndef SMODE_CSR_ACCESS_H
#define SMODE_CSR_ACCESS_H

#define CSR_TEXT(csr) #csr
#define csr_read(csr)                                          \
	({                                                     \
		unsigned long csr_value;                       \
		__asm__ volatile("csrr %0, " CSR_TEXT(csr)     \
				 : "=r"(csr_value)::"memory"); \
		csr_value;                                     \
	})
#define csr_write(csr, value) \
	__asm__ volatile("csrw " CSR_TEXT(csr) ", %0" ::"r"(value) : "memory")
#define csr_set(csr, bits) \
	__asm__ volatile("csrs " CSR_TEXT(csr) ", %0" ::"r"(bits) : "memory")
#define csr_clear(csr, bits) \
	__asm__ volatile("csrc " CSR_TEXT(csr) ", %0" ::"r"(bits) : "memory")

#endif
