/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the fake trace components beyond tr??Control, for fake_trace.c. */
#ifndef FAKE_TRACE_REGS_H
#define FAKE_TRACE_REGS_H

#include "fake_trace.h"

/** trTeInstStallOrOverflow. */
enum { FAKE_OVERFLOW = 1 << 12 };

bool fake_is_encoder(const struct fake_trace_component *c);

/** Make a register hold what its design can hold (WARL, fixed, absent). */
void fake_regs_settle(struct fake_trace_component *c, u32 offset);

/** Bits of a value that the standard reserves, so that 0 must be written. */
u32 fake_regs_reserved(const struct fake_trace_component *c, u32 offset,
		       u32 value);

/** Whether it may not be written while the component is enabled. */
bool fake_regs_locked(const struct fake_trace_component *c, u32 offset);

u32 fake_regs_read(struct fake_trace_component *c, u32 offset);
void fake_regs_write(struct fake_trace_component *c, u32 offset, u32 value);

#endif
