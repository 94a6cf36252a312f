/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registers of trace components that S-mode loads and stores itself, policy
 * TRACE_DIRECT: each such access traps, and the trap handler makes it by these
 * functions. Most accesses need only the register: they are inline, so that a
 * trap costs little. trace_mmio.c makes all others, and every refusal.
 */
#ifndef TRACE_MMIO_H
#define TRACE_MMIO_H

#include <hart/fields.h>
#include <hart/lock.h>
#include <hart/mmio.h>
#include <trace/memory.h>

/** First register of the vendor's range; their effects are unknown. */
#define TRACE_VENDOR 0xe00u

/* --- whose registers these are ---------------------------------------------- */

/** Start of the search for an address: bytes from struct trace, slot. */
static inline unsigned long trace_slot(unsigned long address)
{
	return (address >> 11 ^ address >> 19) &
	       (TRACE_SLOTS * sizeof(u16) - sizeof(u16));
}

/** The component at an offset in bytes from a struct trace. */
static inline struct trace_component *trace_behind(struct trace *t,
						   unsigned long bytes)
{
	return (struct trace_component *)((u8 *)t + bytes);
}

/** The component with registers at an address, or NULL. */
static inline struct trace_component *trace_window_at(struct trace *t,
						      unsigned long address)
{
	struct trace_component *c;
	unsigned long n = *(u16 *)((u8 *)t->slot + trace_slot(address));

	for (; n; n = c->next) {
		c = trace_behind(t, n);
		if (__builtin_expect(address - c->base < TR_WINDOW_SIZE, 1))
			return c;
	}
	return NULL;
}

/** The usable component with registers at an address, or NULL. */
static inline struct trace_component *trace_mmio_at(struct trace *t,
						    unsigned long address)
{
	struct trace_component *c = trace_window_at(t, address);

	return c && c->reason == TRACE_USABLE ? c : NULL;
}

/**
 * True if the owner may use the registers of a component, which is locked and
 * open. The owner may not use a RAM sink with the buffer of another owner.
 */
static inline bool trace_mmio_led(const struct trace_component *c, u32 owner)
{
	return c->leads == owner && (!trace_is_memory(c) || c->owner == owner ||
				     c->owner == TRACE_NO_OWNER);
}

/** Convert a loaded value to the value for S-mode; the component is locked. */
static inline u32 trace_mmio_seen(const struct trace *t,
				  const struct trace_component *c,
				  unsigned long offset, u32 value)
{
	if (offset == TR_RAM_WP_LOW && trace_is_memory(c) && c->wrapped)
		return value | (u32)FIELD_MASK(TR_RAM_WP_LOW, WRAP);
	if (offset == TR_TE_INST_FILTERS && tr_comp_is(c->type, TR_SOURCE) &&
	    !t->show_m)
		return c->wanted;
	return value;
}

/** Unlock, as tr_give() of the library does. A lost component stays locked: the
 * hart with the lock never continues. */
static inline void trace_mmio_give(struct trace_component *c)
{
	if (__builtin_expect(!c->lost, 1))
		hart_lock_free(&c->lock);
}

/* --- accesses that need nothing but the register ------------------------------ */

/**
 * Load a register, if the access needs only the register.
 * @param c of trace_window_at(), @param owner of S-mode on the calling hart
 * @param address of the register, a multiple of 4
 * @return false: nothing was done, except a load that ended in a bus error;
 *	trace_mmio_load_at() decides
 */
static inline bool trace_mmio_load_quick(const struct trace *t,
					 struct trace_component *c, u32 owner,
					 unsigned long address, u32 *value)
{
	unsigned long offset = address & (TR_WINDOW_SIZE - 1);
	bool done;
	u32 now;

	if (offset >= TRACE_VENDOR || !hart_lock_try(&c->lock))
		return false;
	done = c->ready == TRACE_READY && trace_mmio_led(c, owner) &&
	       hart_mmio_load32(address, &now);
	if (done)
		*value = trace_mmio_seen(t, c, offset, now);
	trace_mmio_give(c);
	return done;
}

/** True for a register of a component at rest, if its stores need no judgement
 * and no note, and are not ignored. */
static inline bool trace_mmio_is_plain(const struct trace *t,
				       const struct trace_component *c,
				       unsigned long offset)
{
	if (trace_is_memory(c))
		return offset - TR_RAM_START_LOW <=
			       TR_RAM_RP_HIGH - TR_RAM_START_LOW &&
		       !c->wrapped;
	if (!tr_comp_is(c->type, TR_SOURCE) || t->show_m)
		return true;
	if (offset >= TR_TE_FILTER)
		return __builtin_expect(
			offset - c->encoder.hiding_unit >= TR_TE_UNIT_PITCH, 1);
	return offset != TR_TE_INST_FILTERS && offset != TR_TE_DATA_CONTROL &&
	       offset != TR_TE_DATA_FILTERS && offset != TR_TE_TRIG_DBG_CONTROL;
}

/**
 * Store to a register, if the access needs only the register;
 * trace_mmio_store_at() decides all others.
 */
static inline bool trace_mmio_store_quick(const struct trace *t,
					  struct trace_component *c, u32 owner,
					  unsigned long address, u32 value)
{
	unsigned long offset = address & (TR_WINDOW_SIZE - 1);
	bool done;

	if (!offset || offset >= TRACE_VENDOR || !hart_lock_try(&c->lock))
		return false;
	done = c->ready == TRACE_READY && trace_mmio_led(c, owner) &&
	       !c->at_rest && trace_mmio_is_plain(t, c, offset) &&
	       hart_mmio_store32(address, value);
	if (done) {
		c->used = true;
		c->saved.valid = false;
	}
	trace_mmio_give(c);
	return done;
}

_Static_assert(TR_CONTROL == 0 && TRACE_OFF == 0,
	       "Control, and a component at rest, are compared with 0");

/* --- all accesses ------------------------------------------------------------- */

/** The result of a load and its value, returned in two registers. */
struct trace_loaded {
	unsigned long done; /* enum trace_access */
	unsigned long value;
};

/**
 * Make a load or a store of S-mode, which trapped, at a register.
 * @param c of trace_mmio_at(), @param owner of S-mode on the calling hart
 * @param offset multiple of 4 in its window
 * @return TRACE_FAULT also for the registers of a vendor (0xe00 and up) in a
 *	RAM sink, and in an encoder as long as M-mode is hidden. TRACE_DONE also
 *	for an ignored store: to a component in reset, to a setting that stays
 *	fixed (enum trace_state), and of an Enable that the judge refuses
 *
 * A component that leaves reset has its defaults, as after trace_settle().
 */
struct trace_loaded trace_mmio_load_at(const struct trace *t,
				       struct trace_component *c, u32 owner,
				       u32 offset);
enum trace_access trace_mmio_store_at(struct trace *t,
				      struct trace_component *c, u32 owner,
				      u32 offset, u32 value);

/** @return true if a component has the address; any address is allowed. */
bool trace_mmio_has(struct trace *t, u64 address);
enum trace_access trace_mmio_load(struct trace *t, u32 owner, u64 address,
				  u32 *value);
enum trace_access trace_mmio_store(struct trace *t, u32 owner, u64 address,
				   u32 value);

#endif
