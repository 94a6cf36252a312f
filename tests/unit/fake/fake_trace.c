// SPDX-License-Identifier: BSD-2-Clause
/* Trace components of the fake hart: reset, enabling, time, the bus. */
#include <string.h>

#include <base/bits.h>
#include <hart_port.h>

#include "fake_hart.h"
#include "fake_trace.h"
#include "fake_trace_regs.h"

struct fake_trace_component fake_trace[FAKE_TRACE_MAX];
unsigned int fake_trace_count, fake_trace_polls;
bool fake_trace_driven;
void (*fake_trace_between)(void);

static u32 noise_seed;

u32 fake_noise(void)
{
	noise_seed = noise_seed * 1664525u + 1013904223u;
	return noise_seed ^ noise_seed >> 15;
}

static unsigned int fake_number(const struct fake_trace_component *c)
{
	return (unsigned int)(c - fake_trace);
}

/* --- reset ------------------------------------------------------------------- */

/* Set all fields except Active, Enable, Empty and trTsActive to noise. */
static void fake_trace_reset(struct fake_trace_component *c)
{
	u32 offset, end = fake_regs_end(c);

	memset(&c->reg[end / 4], 0, sizeof(c->reg) - end);
	for (offset = 0; offset < end; offset += 4) {
		c->reg[offset / 4] = fake_noise();
		fake_regs_settle(c, offset);
	}
	c->reg[0] &= ~(u32)(FAKE_ACTIVE | FAKE_ENABLE);
	if (!fake_is_ram(c) && !c->has.before && end > 0x40)
		c->reg[0x40 / 4] &= ~(u32)FAKE_ACTIVE;
	if (!c->has.no_empty)
		c->reg[0] |= FAKE_EMPTY;
	c->pending = 0;
	c->queued = 0;
	c->empty_due = 0;
	if (c->has.coresight)
		fake_cs_reset(c);
}

void fake_trace_init(void)
{
	memset(fake_trace, 0, sizeof(fake_trace));
	fake_trace_count = 0;
	fake_trace_polls = 0;
	fake_trace_driven = false;
	fake_trace_between = NULL;
	fake_trace_forget_landed();
	noise_seed = 12345;
}

unsigned int fake_trace_add(unsigned long base, unsigned int output,
			    const struct fake_trace_design *has)
{
	struct fake_trace_component *c = &fake_trace[fake_trace_count++];

	c->has = *has;
	c->base = base;
	c->output = (u8)output;
	c->domain = FAKE_ANYBODY;
	fake_trace_reset(c);
	return fake_number(c);
}

void fake_trace_power_off(unsigned int n)
{
	/* Commands on the way to the component are lost, too. */
	fake_trace[n].commands = 0;
	fake_trace[n].wait_active = fake_trace[n].wait_enable = 0;
	fake_trace_reset(&fake_trace[n]);
}

u32 fake_trace_reg(unsigned int n, u32 offset)
{
	return fake_trace[n].reg[offset / 4];
}

u64 fake_trace_reg64(unsigned int n, u32 low)
{
	return (u64)fake_trace_reg(n, low + 4) << 32 | fake_trace_reg(n, low);
}

void fake_trace_set(unsigned int n, u32 offset, u32 value)
{
	fake_trace[n].reg[offset / 4] = value;
}

/* --- trace ------------------------------------------------------------------- */

void fake_trace_make(unsigned int encoder, u32 bytes)
{
	struct fake_trace_component *c = &fake_trace[encoder];
	u32 on = FAKE_ENABLE | FAKE_TRACING;

	if ((c->reg[0] & on) != on)
		return;
	c->pending += bytes;
	if (!c->has.no_empty)
		c->reg[0] &= ~(u32)FAKE_EMPTY;
}

static void fake_trace_point(struct fake_trace_component *c, u64 wp, u32 wrap)
{
	if (c->has.coresight) {
		fake_cs_point(c, wp, wrap);
		return;
	}
	if (c->has.before) {
		c->reg[0x1c / 4] = (u32)wp | wrap;
		return;
	}
	c->reg[0x20 / 4] = (u32)wp | wrap;
	c->reg[0x24 / 4] = (u32)(wp >> 32);
}

static bool fake_stops_on_wrap(const struct fake_trace_component *c)
{
	return !c->has.coresight &&
	       (c->reg[0] & (c->has.before ? 0x4000 : 0x100));
}

/* Store the next word, and advance the pointers. */
static void fake_trace_advance(struct fake_trace_component *c, u32 domain)
{
	u64 at = fake_trace_wp(fake_number(c));
	u64 limit = fake_trace_limit(fake_number(c));
	u32 width = (u32)(c->has.limit_mask & -c->has.limit_mask),
	    wrap = c->reg[(c->has.before ? 0x1c : 0x20) / 4] & 1 &
		   !c->has.coresight;
	bool smem = fake_trace_is_smem(fake_number(c));

	if (smem)
		fake_trace_land(at, 0x54000000u | fake_number(c), domain);
	if (smem && width)
		limit += width - 4; /* the last word of the last unit */
	wrap |= at >= limit;
	at = at >= limit ? fake_trace_start(fake_number(c)) : at + 4;
	if (wrap && fake_stops_on_wrap(c))
		c->reg[0] &= ~(u32)FAKE_ENABLE;
	fake_trace_point(c, at, wrap);
}

void fake_trace_write(struct fake_trace_component *c, u32 bytes, u32 domain)
{
	bool stops = fake_stops_on_wrap(c);

	if (!fake_is_ram(c))
		return; /* the bytes leave the machine */
	for (; bytes >= 4; bytes -= 4) {
		if (stops && !(c->reg[0] & FAKE_ENABLE))
			return;
		fake_trace_advance(c, domain);
	}
}

void fake_trace_store(unsigned int sink, u32 bytes)
{
	if (fake_trace[sink].reg[0] & FAKE_ENABLE)
		fake_trace_write(&fake_trace[sink], bytes, FAKE_ANYBODY);
}

/* Send bytes to enabled components; other bytes are lost: a fault. */
static void fake_trace_drain(struct fake_trace_component *c)
{
	struct fake_trace_component *at = c;
	u32 bytes = c->pending;

	c->pending = 0;
	while (at->output != FAKE_NOWHERE) {
		at = &fake_trace[at->output];
		if (bytes && !(at->reg[0] & FAKE_ENABLE)) {
			if (!fake_trace_driven)
				fake_hart_fault("trace of %u is lost in %u",
						fake_number(c),
						fake_number(at));
			return;
		}
	}
	if (bytes)
		fake_hostile_take(at, bytes, c->domain);
}

/* --- enabling ---------------------------------------------------------------- */

/* A component may be enabled only after the one that receives from it. */
static void fake_check_enable(const struct fake_trace_component *c)
{
	if (c->output == FAKE_NOWHERE || fake_trace_driven)
		return;
	if (!(fake_trace[c->output].reg[0] & FAKE_ENABLE))
		fake_hart_fault("%u enabled before %u", fake_number(c),
				c->output);
}

/* Enabled, or about to be enabled. */
static bool fake_will_be_enabled(const struct fake_trace_component *c)
{
	if (c->commands)
		return fake_hostile_enables(c);
	return (c->wait_enable ? c->target : c->reg[0]) & FAKE_ENABLE;
}

static void fake_check_disable(const struct fake_trace_component *c)
{
	unsigned int n;

	for (n = 0; n < fake_trace_count && !fake_trace_driven; n++)
		if (fake_trace[n].output == fake_number(c) &&
		    fake_will_be_enabled(&fake_trace[n]))
			fake_hart_fault("%u disabled before %u", fake_number(c),
					n);
}

static void fake_check_turn(const struct fake_trace_component *c, bool on)
{
	if (on)
		fake_check_enable(c);
	else
		fake_check_disable(c);
}

static void fake_trace_enabled(struct fake_trace_component *c)
{
	bool on = c->target & FAKE_ENABLE;

	if (on) {
		c->reg[0] |= FAKE_ENABLE;
		if (c->has.stuck_full)
			c->reg[0] &= ~(u32)FAKE_EMPTY;
		return;
	}
	c->reg[0] &= ~(u32)FAKE_ENABLE;
	fake_trace_drain(c);
	if (fake_hostile_disabled(c))
		return;
	if (!c->has.stuck_full && !c->has.no_empty)
		c->reg[0] |= FAKE_EMPTY;
}

void fake_trace_turn(struct fake_trace_component *c, bool on)
{
	c->target = on ? FAKE_ENABLE : 0;
	fake_check_turn(c, on);
	fake_trace_enabled(c);
}

static void fake_trace_activated(struct fake_trace_component *c)
{
	fake_trace_reset(c);
	c->reg[0] |= c->target & FAKE_ACTIVE;
}

void fake_trace_command(struct fake_trace_component *c, bool active, u32 value)
{
	c->target = value;
	if (c->has.coresight)
		fake_cs_command(c, active, value);
	else if (active)
		fake_trace_activated(c);
	else if (c->reg[0] & FAKE_ACTIVE)
		fake_trace_enabled(c);
}

/* --- the control register ---------------------------------------------------- */

static void fake_write_active(struct fake_trace_component *c, u32 value)
{
	bool on = value & FAKE_ACTIVE;

	if (on ? c->has.dead : c->has.stuck_on)
		return;
	if (fake_hostile_later(c, true, value))
		return;
	c->target = value;
	c->wait_active = c->has.slow;
	if (!c->wait_active)
		fake_trace_activated(c);
}

static void fake_write_enable(struct fake_trace_component *c, u32 value)
{
	fake_check_turn(c, value & FAKE_ENABLE);
	if ((value & FAKE_ENABLE) && c->has.stuck_off)
		return;
	if (fake_hostile_later(c, false, value))
		return;
	c->target = value;
	c->wait_enable = c->has.slow;
	if (!c->wait_enable)
		fake_trace_enabled(c);
}

static void fake_write_config(struct fake_trace_component *c, u32 value)
{
	u32 keep = FAKE_ACTIVE | FAKE_ENABLE | FAKE_EMPTY, old = c->reg[0];

	if (fake_is_encoder(c) && c->has.stuck_trace)
		keep |= FAKE_TRACING;
	c->reg[0] = (old & keep) | (value & ~keep);
	if (c->has.before) {
		fake_regs_settle(c, 0);
		return;
	}
	if (fake_is_encoder(c) && (value & FAKE_OVERFLOW))
		c->reg[0] &= ~(u32)FAKE_OVERFLOW;
	else if (fake_is_encoder(c))
		c->reg[0] |= old & FAKE_OVERFLOW;
	fake_regs_settle(c, 0);
	fake_regs_settle(c, 4); /* the protocol depends on the format */
}

/* Only these fields may change while the component runs. */
static void fake_check_control(const struct fake_trace_component *c, u32 value)
{
	u32 free = FAKE_ENABLE | FAKE_EMPTY, old = c->reg[0];

	if (fake_is_encoder(c)) {
		free |= FAKE_TRACING | FAKE_OVERFLOW;
		if ((value & FAKE_TRACING) && !(old & FAKE_ENABLE) &&
		    !fake_trace_driven)
			fake_hart_fault("trTeInstTracing before trTeEnable");
	}
	if (fake_trace_driven && !fake_is_ram(c))
		return;
	if ((old & FAKE_ENABLE) && ((old ^ value) & ~free))
		fake_hart_fault("%u reconfigured while enabled: 0x%x to 0x%x",
				fake_number(c), old, value);
	if (value & FAKE_EMPTY || fake_regs_reserved(c, 0, value))
		fake_hart_fault("reserved bits of tr??Control: 0x%x", value);
}

static void fake_write_control(struct fake_trace_component *c, u32 value)
{
	bool enable = value & FAKE_ENABLE;

	if (!(c->reg[0] & FAKE_ACTIVE) || !(value & FAKE_ACTIVE)) {
		if (value & ~(u32)FAKE_ACTIVE)
			fake_hart_fault("0x%x written to %u, which is off",
					value, fake_number(c));
		fake_write_active(c, value);
		return;
	}
	fake_check_control(c, value);
	fake_write_config(c, value);
	if (enable != fake_will_be_enabled(c))
		fake_write_enable(c, value);
}

/* --- the bus ----------------------------------------------------------------- */

static struct fake_trace_component *fake_trace_find(unsigned long address)
{
	unsigned int n;

	if (address > bits_low64(fake.has.xlen))
		fake_hart_fault("0x%lx is no address of a hart", address);
	for (n = 0; n < fake_trace_count; n++)
		if (address - fake_trace[n].base < 4 * FAKE_TRACE_WORDS)
			return &fake_trace[n];
	fake_hart_fault("nothing is at 0x%lx", address);
	return NULL;
}

/* While a component is off, any access except to Control hangs the hardware. */
static bool fake_reachable(const struct fake_trace_component *c, u32 offset)
{
	if (offset && !(c->reg[0] & FAKE_ACTIVE)) {
		fake_hart_fault("0x%x of %u touched, which is off", offset,
				fake_number(c));
		return false;
	}
	return !(offset & 3);
}

static void fake_bus(void)
{
	static bool inside;

	if (fake_trace_between && !inside) {
		inside = true;
		fake_trace_between();
		inside = false;
	}
	fake_hostile_tick();
}

bool hart_mmio_load32(unsigned long address, u32 *value)
{
	struct fake_trace_component *c = fake_trace_find(address);
	u32 offset = c ? (u32)(address - c->base) : 0;

	*value = 0;
	fake_bus();
	if (!c || !fake_reachable(c, offset))
		return c;
	if (fake_hostile_is_broken(c, offset))
		return false;
	*value = fake_hostile_read(c, offset, fake_regs_read(c, offset));
	return true;
}

/* The address of a RAM sink may not change while it writes. */
bool fake_writing(const struct fake_trace_component *c)
{
	return (c->reg[0] & FAKE_ENABLE) ||
	       (!fake_is_encoder(c) && !(c->reg[0] & FAKE_EMPTY)) ||
	       (!fake_is_encoder(c) && fake_will_be_enabled(c));
}

static void fake_store(struct fake_trace_component *c, u32 offset, u32 value)
{
	bool locked = fake_writing(c) && fake_regs_locked(c, offset);

	if (locked && !(fake_trace_driven && fake_is_encoder(c)))
		fake_hart_fault("0x%x of %u written while enabled", offset,
				fake_number(c));
	if (locked && !fake_is_encoder(c) && !c->has.hostile.unlocked)
		return;
	if (fake_regs_reserved(c, offset, value) && !fake_trace_driven)
		fake_hart_fault("reserved bits of 0x%x of %u: 0x%x", offset,
				fake_number(c), value);
	fake_regs_write(c, offset, value);
}

bool hart_mmio_store32(unsigned long address, u32 value)
{
	struct fake_trace_component *c = fake_trace_find(address);
	u32 offset = c ? (u32)(address - c->base) : 0;

	fake_bus();
	if (!c || !fake_reachable(c, offset))
		return c;
	if (fake_hostile_is_broken(c, offset))
		return false;
	c->writes++;
	if (c->has.coresight) {
		fake_cs_store(c, offset, value);
		return true;
	}
	if (c->has.before)
		fake_old_check(c, offset, value);
	if (!offset)
		fake_write_control(c, value);
	else
		fake_store(c, offset, value);
	return true;
}

bool hart_mmio_poll(void)
{
	struct fake_trace_component *c;
	unsigned int n;

	if (fake.log.locks)
		fake_hart_fault("a lock is held over a wait");
	fake_bus();
	fake_trace_polls++;
	for (n = 0; n < fake_trace_count; n++) {
		c = &fake_trace[n];
		if (c->wait_active && !--c->wait_active)
			fake_trace_activated(c);
		if (c->wait_enable && !--c->wait_enable)
			fake_trace_enabled(c);
	}
	return fake_hart_step();
}

/* --- locks ----------------------------------------------------------------- */

bool hart_lock_try(u32 *lock)
{
	if (fake.log.locks)
		fake_hart_fault("a second lock");
	if (*lock)
		return false;
	*lock = 1;
	fake.log.locks++;
	return true;
}

void hart_lock_free(u32 *lock)
{
	if (*lock != 1 || !fake.log.locks)
		fake_hart_fault("a lock is freed that nobody has");
	*lock = 0;
	fake.log.locks = 0;
}
