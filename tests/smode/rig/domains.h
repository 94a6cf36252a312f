/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two domains that share hart 0 and all memory ("domains" in smode.cfg). The
 * payload starts in the first one; the second one executes functions that the
 * payload gives it.
 */
#ifndef SMODE_DOMAINS_H
#define SMODE_DOMAINS_H

#include "sbi.h"

/** A call of the test firmware, see test_firmware.h. */
struct sbiret test_firmware(unsigned long fid, unsigned long a0);

/**
 * Wait until hart n has died and printed the reason. @return false after a time
 * limit
 */
bool test_firmware_dead(unsigned int n);

/** True if there is a second domain, and the firmware can switch to it. */
bool domains_exist(void);

/**
 * Run work in the second domain and come back.
 * @return the firmware's answer to the switch
 */
long domains_run(void (*work)(void));

/**
 * On machines where the second domain has harts of its own ("others" in
 * smode.cfg): let the first of these harts run work, which must not return.
 */
void domains_give(void (*work)(void));

/**
 * Stop this hart in its domain, and let hart 1 start it again.
 * @return false if hart 1 could not
 */
bool domains_restart(void);

#endif
