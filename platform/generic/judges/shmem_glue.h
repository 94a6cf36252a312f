/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory that S-mode named, for the files of platform/generic. Every SBI call
 * that takes an address comes here. Ranges are judged against the device tree
 * and the domain of the running hart at each use, mapped a page at a time, and
 * a fault is an answer.
 */
#ifndef SHMEM_GLUE_H
#define SHMEM_GLUE_H

#include <sbi/sbi_types.h>

/** Learn the memory of the machine. @param fdt device tree from the board
 * @return /chosen, or below 0: there is none */
int shmem_glue_init(const void *fdt);

/** True if any byte of a range, size at least 1, is memory; after
 * shmem_glue_init(). */
bool shmem_glue_is_memory(u64 base, u64 size);

/**
 * True if S-mode may name this memory.
 * @param size in bytes; 0: false
 * @param access SBI_DOMAIN_READ, SBI_DOMAIN_WRITE, SBI_DOMAIN_EXECUTE: all that
 *	S-mode must be allowed
 * @return true if the device tree has all of it as memory that may be mapped,
 *	and the domain of this hart allows it; an access may still fault
 */
bool shmem_glue_allowed(u64 address, u64 size, unsigned long access);

/**
 * Copy from memory that S-mode named and may read.
 * @param to M-mode's own, of size bytes
 * @return false: not allowed, or a fault; to is undefined then
 */
bool shmem_glue_read(void *to, u64 address, unsigned long size);

/**
 * Copy to memory that S-mode named and may write.
 * @return false: not allowed, and nothing is changed; or a fault, and bytes of
 *	the range before it may be changed
 */
bool shmem_glue_write(u64 address, const void *from, unsigned long size);

/**
 * True if memory that S-mode named answers: a load from each page.
 * @param access as of shmem_glue_allowed()
 * @return false: not allowed, or a fault
 */
bool shmem_glue_answers(u64 address, unsigned long size, unsigned long access);

/**
 * Until the next shmem_glue_lend(), functions of OpenSBI that this hart calls
 * may take memory of M-mode for memory that S-mode named.
 * @param own its address, aligned to its size; NULL: none
 */
void shmem_glue_lend(const void *own);

#endif
