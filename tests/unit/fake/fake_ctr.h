/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the fake hart's Control Transfer Records, for fake_hart.c. */
#ifndef FAKE_CTR_H
#define FAKE_CTR_H

#include <base/types.h>

/**
 * Read a register of CTR or a state enable.
 * @return false: another one, or absent
 */
bool fake_ctr_read(unsigned int csr, unsigned long *value);
/** Write one of these registers. @return false: another one, or absent */
bool fake_ctr_write(unsigned int csr, unsigned long value);

#endif
