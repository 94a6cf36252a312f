/* SPDX-License-Identifier: BSD-2-Clause */
/* Registers of the fake trace components beyond tr??Control, for fake_trace.c. */
#ifndef FAKE_TRACE_REGS_H
#define FAKE_TRACE_REGS_H

#include "fake_trace.h"

/** trTeInstStallOrOverflow. */
enum { FAKE_OVERFLOW = 1 << 12 };

bool fake_is_encoder(const struct fake_trace_component *c);
bool fake_is_ram(const struct fake_trace_component *c);

/**
 * Change a register's value to one that its design can have (WARL, fixed,
 * absent).
 */
void fake_regs_settle(struct fake_trace_component *c, u32 offset);

/** Registers from this offset on are always 0. */
u32 fake_regs_end(const struct fake_trace_component *c);

/**
 * Bits of a value that the standard reserves, and that must be written as 0.
 */
u32 fake_regs_reserved(const struct fake_trace_component *c, u32 offset,
		       u32 value);

/** True if the register may not be written while the component is enabled. */
bool fake_regs_locked(const struct fake_trace_component *c, u32 offset);

/* --- fake_trace_old.c ------------------------------------------------------- */

/** The same as fake_regs_settle() and fake_regs_reserved(), for version 0. */
u32 fake_old_legal(const struct fake_trace_component *c, u32 offset, u32 v);
u32 fake_old_reserved(const struct fake_trace_component *c, u32 offset, u32 v);

/** Report a store of a value that is not allowed as a fault. */
void fake_old_check(const struct fake_trace_component *c, u32 offset, u32 v);

/* --- fake_trace_coresight.c --------------------------------------------------- */

void fake_cs_reset(struct fake_trace_component *c);
u32 fake_cs_read(const struct fake_trace_component *c, u32 offset);
void fake_cs_store(struct fake_trace_component *c, u32 offset, u32 value);

/** A store of FFCR, or of CTL, takes effect. */
void fake_cs_command(struct fake_trace_component *c, bool format, u32 value);

/** Addresses at which an ETR writes. */
u64 fake_cs_start(const struct fake_trace_component *c);
u64 fake_cs_limit(const struct fake_trace_component *c);
u64 fake_cs_wp(const struct fake_trace_component *c);
void fake_cs_point(struct fake_trace_component *c, u64 wp, u32 wrap);

/* --- fake_trace_hostile.c --------------------------------------------------- */

/** Let one step of time pass: due changes take effect. */
void fake_hostile_tick(void);

/**
 * Delay a store of Active or Enable, if the design does so.
 * @return true if it is delayed
 */
bool fake_hostile_later(struct fake_trace_component *c, bool active, u32 value);

/** True if the last store of Enable, delayed or not, stored 1. */
bool fake_hostile_enables(const struct fake_trace_component *c);

/** Handle that Enable became 0. @return true if Empty changes later */
bool fake_hostile_disabled(struct fake_trace_component *c);

/** Value that a read returns in place of this one. */
u32 fake_hostile_read(struct fake_trace_component *c, u32 offset, u32 value);

bool fake_hostile_is_broken(const struct fake_trace_component *c, u32 offset);

/* --- fake_trace.c ---------------------------------------------------------- */

u32 fake_noise(void);

/** Set Active, or Enable, to the value. */
void fake_trace_command(struct fake_trace_component *c, bool active, u32 value);

/** Set Enable to the stored value, with all effects. */
void fake_trace_turn(struct fake_trace_component *c, bool on);

/** True if stores must not change the registers of write addresses. */
bool fake_writing(const struct fake_trace_component *c);

/** Let a RAM sink write bytes of a domain to the address in WP. */
void fake_trace_write(struct fake_trace_component *c, u32 bytes, u32 domain);

u32 fake_regs_read(struct fake_trace_component *c, u32 offset);
void fake_regs_write(struct fake_trace_component *c, u32 offset, u32 value);

#endif
