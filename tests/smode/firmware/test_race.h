/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked into the firmware of the tests only: one hart acts on another hart of
 * its domain while the other hart leaves the domain, or takes an interrupt. For
 * TEST_HOLD, TEST_LEAVE and TEST_MEET of test_firmware.h.
 */
#ifndef SMODE_TEST_RACE_H
#define SMODE_TEST_RACE_H

#include <sbi/sbi_types.h>

/**
 * Wait until hart hartid is in test_race_wait(). The next start or halt by a
 * hart of its domain then waits until hart hartid has left the domain.
 */
void test_race_hold(u32 hartid);

/** Wait until a start or halt waits, or for a software interrupt of M-mode. */
void test_race_wait(bool interrupt);

/**
 * Let OpenSBI's next IPI wait before it stores its request, until hart hartid
 * has taken a software interrupt and has continued in S-mode.
 * @param turns a word that hart hartid increments in S-mode
 */
void test_race_meet(u32 hartid, const volatile unsigned long *turns);

#endif
