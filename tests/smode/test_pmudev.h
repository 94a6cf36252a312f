/* SPDX-License-Identifier: BSD-2-Clause */
/* Part of the firmware of the tests only: the PMU device of pmudev.h. */
#ifndef SMODE_TEST_PMUDEV_H
#define SMODE_TEST_PMUDEV_H

#include <sbi/sbi_scratch.h>

/** Give the board that device, before OpenSBI asks for it. */
void test_pmudev_begin(const struct sbi_scratch *scratch);

/** TEST_PMUDEV: one of enum pmudev_what. */
unsigned long test_pmudev(unsigned long what);

#endif
