/* SPDX-License-Identifier: BSD-2-Clause */
/* The PMU device of pmudev.h; linked into the firmware of the tests only. */
#ifndef SMODE_TEST_PMUDEV_H
#define SMODE_TEST_PMUDEV_H

#include <sbi/sbi_scratch.h>

/** Add the device to the board, before OpenSBI asks for one. */
void test_pmudev_begin(const struct sbi_scratch *scratch);

/** Answer TEST_PMUDEV. @param what of enum pmudev_what */
unsigned long test_pmudev(unsigned long what);

#endif
