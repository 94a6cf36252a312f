/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Part of the firmware of the tests only: one hart acts on another of its domain
 * while that one leaves the domain, or takes an interrupt. TEST_HOLD, TEST_LEAVE
 * and TEST_MEET of test_firmware.h.
 */
#ifndef SMODE_TEST_RACE_H
#define SMODE_TEST_RACE_H

#include <sbi/sbi_types.h>

/**
 * Wait for a hart in test_race_wait(). Then the next start or halt by a hart of its
 * domain is held up for this hart, which is that one.
 */
void test_race_hold(u32 hartid);

/** Wait until that is so, or for an interrupt of software of M-mode's. */
void test_race_wait(bool interrupt);

/**
 * Hold up the next IPI that OpenSBI sends by itself before it stores its request:
 * until that hart has taken a software interrupt, and has gone on in S-mode.
 * @param turns a word that the hart counts up there
 */
void test_race_meet(u32 hartid, const volatile unsigned long *turns);

#endif
