/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The seam to other harts: words that several harts write, and the doorbell.
 * hart_port.h provides the words, for real harts or for those of the tests; all
 * accesses have one order, the same for all harts:
 *
 *   unsigned long hart_atomic_read(const unsigned long *word)
 *   void hart_atomic_write(unsigned long *word, unsigned long value)
 *   unsigned long hart_atomic_or(unsigned long *word, unsigned long bits)
 *   unsigned long hart_atomic_and(unsigned long *word, unsigned long bits)
 *   unsigned long hart_atomic_add(unsigned long *word, unsigned long addend)
 *   unsigned long hart_atomic_swap(unsigned long *word, unsigned long value)
 *	the last four return the value the word had before
 *   void hart_wait_hint(void)
 *	in loops that wait for another hart
 */
#ifndef HART_HARTS_H
#define HART_HARTS_H

#include <base/types.h>
#include <hart_port.h>

struct fence_request;

/**
 * Interrupt a hart, which then calls fence_serve(): at once in S- or U-mode or
 * when it wakes, and when it leaves M-mode.
 * @param hart index of another hart
 */
void hart_ring(u32 hart);

/**
 * Silence the doorbell of this hart, which waits in M-mode. Afterwards the
 * caller looks for all requests that ring the doorbell, except OpenSBI's own.
 */
void hart_silence(void);

/**
 * Stop until the doorbell rings; may return at any time. Before this call the
 * caller silences the doorbell and looks for all requests.
 */
void hart_doze(void);

/** The end of hart_doze(): OpenSBI's own uses of the doorbell ring again. */
void hart_awake(void);

/**
 * Carry out a fence on this hart.
 * @param remote true if another hart asked for the fence
 */
void hart_fence(const struct fence_request *request, bool remote);

/**
 * Carry out every kind of fence, for all addresses, ASIDs and VMIDs, on this
 * hart.
 */
void hart_fence_all(void);

/** Give S-mode of this hart a software interrupt. */
void hart_soft_interrupt(void);

#endif
