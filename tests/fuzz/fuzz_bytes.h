/* SPDX-License-Identifier: BSD-2-Clause */
/* The input of the fuzzer as values; after its end all bytes are 0. */
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <pmu/pmu.h>

void fuzz_begin(const u8 *data, size_t size);

/** True if bytes are left. */
bool fuzz_more(void);

u8 fuzz_byte(void);

/** @return up to eight bytes as a number */
u64 fuzz_bytes(unsigned int count);

/** @return a value for all bits of a register of the fake hart */
u64 fuzz_xlen_mask(void);

/** @return any value; borders are frequent */
u64 fuzz_any_value(void);

/**
 * Make an event_idx, seldom undefined, and event_data that may belong to it.
 */
u64 fuzz_event_value(void);
u64 fuzz_event_data_value(u64 event_idx);

/** Make arguments for a function of the PMU extension; they may exceed XLEN. */
void fuzz_args(const struct pmu_machine *machine, u64 fid, struct sbi_args *x);

#endif
