/* SPDX-License-Identifier: BSD-2-Clause */
/* Exceptions in a handler that is not ready for them (Ssdbltrp). */
#ifndef SMODE_DOUBLE_TRAP_H
#define SMODE_DOUBLE_TRAP_H

#include <sbi/sbi_types.h>

#define DOUBLE_TRAP 16ul /* scause */

/** Let them be double traps (SBI FWFT). @return false: the hart has none */
bool double_traps(bool on);

/**
 * A breakpoint, and one more in its handler while sstatus.SDT is set. No event may
 * be enabled for it.
 * @return scause in the same handler afterwards
 */
unsigned long trap_in_handler(void);

#endif
