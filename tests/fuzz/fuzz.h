/* SPDX-License-Identifier: BSD-2-Clause */
/* What a fuzzer and its driver say to each other. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

/** Run one input; a broken promise ends the program. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** SBI calls made so far, for the driver's report. */
extern unsigned long fuzz_calls;

#endif
