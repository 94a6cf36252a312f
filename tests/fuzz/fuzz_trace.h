/* SPDX-License-Identifier: BSD-2-Clause */
/* Trace hardware, and calls of the trace extension, of the fuzzer's input. */
#ifndef FUZZ_TRACE_H
#define FUZZ_TRACE_H

#include <trace/trace.h>

#include "../unit/fake/fake_trace.h"

/** The abilities of an encoder of TCI 1.0, by these bits and more of the input. */
void fuzz_trace_encoder(struct fake_trace_design *has, u8 flags);
/** The same of a RAM sink. */
void fuzz_trace_sink(struct fake_trace_design *has, u8 flags);

/** A register with these fields; the undefined bits are seldom set. */
u64 fuzz_trace_image(u32 defined);
/** The control register of an encoder. */
u64 fuzz_trace_control(void);

/** True if the first argument of this function is a component, not a hart. */
bool fuzz_trace_names_component(u64 fid);
/**
 * All arguments but the first.
 * @param kind     the byte of the input that also chose the first argument
 * @param address  of memory, for functions that take one
 */
void fuzz_trace_args(u64 fid, u8 kind, u64 address, struct sbi_args *x);

#endif
