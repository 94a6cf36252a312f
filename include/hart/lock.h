/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lock seam. A lock is held over accesses and never over a wait
 * (hart_mmio_poll()), nobody has two, and who does not get it either says so to
 * its caller or asks again, so often at most. hart_port.h provides:
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
