/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lock seam. Nobody spins on a lock in lib/: who does not get it says so to
 * its caller, and is asked again. hart_port.h provides:
 *
 *   bool hart_lock_try(u32 *lock)
 *	take a lock, a word that is 0 as long as nobody has it; false: somebody
 *	has. What the one who had it wrote before is seen from then on
 *   void hart_lock_free(u32 *lock)
 *	give it back
 */
#ifndef HART_LOCK_H
#define HART_LOCK_H

#include <base/types.h>
#include <hart_port.h>

#endif
