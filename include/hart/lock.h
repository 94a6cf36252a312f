/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lock seam. A lock is held over accesses and never over a wait
 * (hart_mmio_poll()), no hart holds two, and a hart that does not get the lock
 * reports this to its caller or tries again, a bounded number of times.
 * hart_port.h provides:
 *
 *   bool hart_lock_try(u32 *lock)
 *	take a lock, a word that is 0 as long as no hart has it; false: another
 *	hart has. Stores of its last holder are seen from then on
 *   void hart_lock_free(u32 *lock)
 *	give it back
 */
#ifndef HART_LOCK_H
#define HART_LOCK_H

#include <base/types.h>
#include <hart_port.h>

#endif
