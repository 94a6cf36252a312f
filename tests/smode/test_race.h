/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Part of the firmware of the tests only: one hart acts on another of its domain
 * while that one leaves the domain. TEST_HOLD and TEST_LEAVE of test_firmware.h.
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

#endif
