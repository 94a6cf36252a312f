/* SPDX-License-Identifier: BSD-2-Clause */
/* The interface between a fuzzer and its driver. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/** Run one input; a broken promise ends the program. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** SBI calls made so far, for the driver's report. */
extern unsigned long fuzz_calls;

#endif
