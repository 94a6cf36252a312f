// SPDX-License-Identifier: BSD-2-Clause
/*
 * The fake trace components at their worst: every change late, no register
 * locked, bus errors, noise; and the memory to which RAM sinks write.
 */
#include <string.h>

#include "fake_hart.h"
#include "fake_trace_regs.h"

static u64 now;

/* --- memory ---------------------------------------------------------------- */

enum { PAGES = 64, PAGE = 4096 };

static struct {
	u64 base;
	u8 byte[PAGE];
	bool used[PAGE / 4];
} pages[PAGES];

static unsigned int page_count;
unsigned int fake_trace_foreign;

void fake_trace_forget_landed(void)
{
	memset(pages, 0, page_count * sizeof(pages[0]));
	page_count = 0;
	fake_trace_foreign = 0;
}

static unsigned int page_of(u64 address)
{
	unsigned int n;

	for (n = 0; n < page_count; n++)
		if (pages[n].base == (address & ~(u64)(PAGE - 1)))
			break;
	return n;
}

u8 fake_trace_landed(u64 address)
{
	unsigned int n = page_of(address);

	return n < page_count ? pages[n].byte[address % PAGE] : 0;
}

u64 fake_trace_landed_in(u64 base, u64 size)
{
	u64 words = 0, word;
	unsigned int n, at;

	for (n = 0; n < page_count; n++)
		for (at = 0; at < PAGE / 4; at++) {
			word = pages[n].base + 4ull * at;
			words += pages[n].used[at] && word - base < size;
		}
	return words;
}

void fake_trace_land(u64 address, u32 word, u32 domain)
{
	unsigned int n = page_of(address);

	if (!fake_memory_is_of(address, domain)) {
		fake_trace_foreign++;
		fake_hart_fault("trace of domain %u at 0x%llx", domain,
				(unsigned long long)address);
	}
	if (n == PAGES)
		return;
	if (n == page_count) {
		pages[n].base = address & ~(u64)(PAGE - 1);
		page_count++;
	}
	memcpy(&pages[n].byte[address % PAGE & ~3ull], &word, 4);
	pages[n].used[address % PAGE / 4] = true;
}

/*
 * --- stores that are on the way ----------------------------------------------
 */

bool fake_hostile_later(struct fake_trace_component *c, bool active, u32 value)
{
	if (!c->has.hostile.late)
		return false;
	if (c->commands == FAKE_COMMANDS)
		c->commands--; /* the youngest store is lost */
	c->command[c->commands++] =
		(struct fake_trace_command){ now + c->has.hostile.late, value,
					     active };
	return true;
}

bool fake_hostile_enables(const struct fake_trace_component *c)
{
	u32 n;

	for (n = c->commands; n--;)
		if (!c->has.coresight || !c->command[n].active)
			return c->command[n].value & FAKE_ENABLE;
	return c->reg[0] & FAKE_ENABLE;
}

static void fake_hostile_obey(struct fake_trace_component *c)
{
	struct fake_trace_command first;

	while (c->commands && c->command[0].due <= now) {
		first = c->command[0];
		c->commands--;
		memmove(&c->command[0], &c->command[1],
			c->commands * sizeof(first));
		fake_trace_command(c, first.active, first.value);
	}
}

/* --- bytes --------------------------------------------------------------------- */

void fake_hostile_take(struct fake_trace_component *c, u32 bytes, u32 domain)
{
	if (!c->has.hostile.land) {
		fake_trace_write(c, bytes, domain);
		return;
	}
	if (!c->queued)
		c->land_due = now + c->has.hostile.land;
	c->queued += bytes;
	c->origin = domain;
	c->reg[0] &= ~(u32)FAKE_EMPTY;
}

/* An encoder sends bytes until it is empty. */
static void fake_hostile_gush(struct fake_trace_component *c)
{
	const struct fake_trace_component *at = c;
	u32 on = FAKE_ENABLE | FAKE_TRACING;
	bool drains = !(c->reg[0] & (FAKE_ENABLE | FAKE_EMPTY));

	if (!c->has.hostile.gush || !(c->reg[0] & FAKE_ACTIVE) ||
	    ((c->reg[0] & on) != on && !drains))
		return;
	while (at->output != FAKE_NOWHERE) {
		at = &fake_trace[at->output];
		if (!(at->reg[0] & FAKE_ENABLE))
			return;
	}
	fake_hostile_take(&fake_trace[at - fake_trace], c->has.hostile.gush,
			  c->domain);
}

bool fake_hostile_disabled(struct fake_trace_component *c)
{
	if (!c->has.hostile.late_empty && !c->has.hostile.land)
		return false;
	c->empty_due = now + c->has.hostile.late_empty;
	c->reg[0] &= ~(u32)FAKE_EMPTY;
	return true;
}

static void fake_hostile_land(struct fake_trace_component *c)
{
	if (c->queued && c->land_due <= now) {
		fake_trace_write(c, c->queued, c->origin);
		c->queued = 0;
		c->empty_due = now + c->has.hostile.late_empty;
	}
	if (!c->has.hostile.late_empty && !c->has.hostile.land)
		return;
	if (!c->queued && !c->pending && c->empty_due <= now &&
	    !c->has.stuck_full && !c->has.no_empty)
		c->reg[0] |= FAKE_EMPTY;
}

void fake_hostile_tick(void)
{
	unsigned int n;

	now++;
	for (n = 0; n < fake_trace_count; n++)
		fake_hostile_obey(&fake_trace[n]);
	for (n = 0; n < fake_trace_count; n++)
		if (fake_is_encoder(&fake_trace[n]))
			fake_hostile_gush(&fake_trace[n]);
	for (n = 0; n < fake_trace_count; n++)
		fake_hostile_land(&fake_trace[n]);
}

/* --- the bus --------------------------------------------------------------------- */

u32 fake_hostile_read(struct fake_trace_component *c, u32 offset, u32 value)
{
	u32 noise;

	if (c->lies && c->lie_offset == offset) {
		c->lies--;
		return c->lie;
	}
	if (c->flicker && c->flicker_offset == offset) {
		c->flickers = !c->flickers;
		return c->flickers ? value ^ c->flicker : value;
	}
	if (!c->has.hostile.spurious)
		return value;
	noise = fake_noise();
	if (c->was_spurious || noise % c->has.hostile.spurious) {
		c->was_spurious = false;
		return value;
	}
	c->was_spurious = true;
	noise = fake_noise();
	return noise & 0x10000 ? value ^ 1u << (noise & 31) : noise;
}

void fake_trace_break(unsigned int n, u32 first, u32 last)
{
	for (first /= 4; first <= last / 4; first++)
		fake_trace[n].broken[first / 32] |= 1u << first % 32;
}

bool fake_hostile_is_broken(const struct fake_trace_component *c, u32 offset)
{
	return c->broken[offset / 128] >> offset / 4 % 32 & 1;
}
