/* SPDX-License-Identifier: BSD-2-Clause */
/* The input of the fuzzer as values; behind its end there are zeros. */
#ifndef FUZZ_BYTES_H
#define FUZZ_BYTES_H

#include <pmu/pmu.h>

void fuzz_begin(const u8 *data, size_t size);

/** True if bytes are left. */
bool fuzz_more(void);

u8 fuzz_byte(void);

/** Up to eight bytes as a number. */
u64 fuzz_bytes(unsigned int count);

/** All bits of a register of the fake hart. */
u64 fuzz_xlen_mask(void);

/** Anything, with a liking for borders. */
u64 fuzz_any_value(void);

/** An event_idx, seldom undefined, and event_data that may go with it. */
u64 fuzz_event_value(void);
u64 fuzz_event_data_value(u64 event_idx);

/** Arguments for a function of the PMU extension; may exceed XLEN. */
void fuzz_args(const struct pmu_machine *machine, u64 fid, struct sbi_args *x);

#endif
