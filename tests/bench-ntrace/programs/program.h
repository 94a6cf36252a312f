/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the programs that are traced for benchmarks. */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Each program does its work in this function.
 * @return true if the result was right
 */
bool program(void);

/**
 * @return a number of a random sequence that is always the same
 * @param limit over 0
 */
uint32_t program_random(uint32_t limit);

#endif
