/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fences of the hart itself, for fence_local.c; tests/fuzz/opensbi has others
 * of these names. Those of guests are functions of OpenSBI.
 */
#ifndef FENCE_INSN_H
#define FENCE_INSN_H

/** FENCE.I */
static inline void fence_insn_i(void)
{
	__asm__ volatile("fence.i" ::: "memory");
}

/** SFENCE.VMA of all addresses and address spaces. */
static inline void fence_insn_sfence(void)
{
	__asm__ volatile("sfence.vma" ::: "memory");
}

/** SFENCE.VMA of the page with an address, in all address spaces. */
static inline void fence_insn_sfence_page(unsigned long address)
{
	__asm__ volatile("sfence.vma %0" ::"r"(address) : "memory");
}

/** SFENCE.VMA of all addresses of an address space. */
static inline void fence_insn_sfence_asid(unsigned long asid)
{
	__asm__ volatile("sfence.vma x0, %0" ::"r"(asid) : "memory");
}

/** SFENCE.VMA of the page with an address, in one address space. */
static inline void fence_insn_sfence_page_asid(unsigned long address,
					       unsigned long asid)
{
	__asm__ volatile("sfence.vma %0, %1" ::"r"(address), "r"(asid)
			 : "memory");
}

#endif
