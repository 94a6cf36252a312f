/* SPDX-License-Identifier: BSD-2-Clause */
/* Exceptions in a trap handler that cannot take them yet (Ssdbltrp). */
#ifndef SMODE_DOUBLE_TRAP_H
#define SMODE_DOUBLE_TRAP_H

#include <sbi/sbi_types.h>

#define DOUBLE_TRAP 16ul /* scause */

/**
 * Let such exceptions be double traps (SBI FWFT).
 * @return false: not on this hart
 */
bool double_traps(bool on);

/**
 * Cause a breakpoint, and another one in its handler while sstatus.SDT is set.
 * No event may be enabled for the double trap.
 * @return scause, read in the same handler afterwards
 */
unsigned long trap_in_handler(void);

#endif
