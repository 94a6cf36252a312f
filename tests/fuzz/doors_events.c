// SPDX-License-Identifier: BSD-2-Clause
/*
 * Software events: calls with hostile arguments. The owner of each event is
 * followed by the answers of the calls.
 */
#include <string.h>

#include <sbi/sbi_ecall_interface.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

static bool local_is_on[DOORS_HARTS][DOORS_OWNERS][DOORS_EVENTS];
static u8 global_owner[DOORS_EVENTS];
static bool global_may_be_gone[DOORS_EVENTS];
/* A hart of the domain, or M-mode, has injected the event. */
static bool injected[DOORS_HARTS][DOORS_OWNERS][DOORS_EVENTS];

void doors_events_machine(void)
{
	memset(local_is_on, 0, sizeof(local_is_on));
	memset(global_owner, DOORS_NOBODY, sizeof(global_owner));
	memset(global_may_be_gone, 0, sizeof(global_may_be_gone));
	memset(injected, 0, sizeof(injected));
}

void doors_events_stop(const struct doors_hart *h)
{
	unsigned int n;

	memset(local_is_on[h->number][h->owner], 0,
	       sizeof(local_is_on[h->number][h->owner]));
	for (n = 0; n < DOORS_EVENTS; n++)
		global_may_be_gone[n] |= global_owner[n] == h->owner;
}

/* --- memory of S-mode ---------------------------------------------------- */

static u64 any_attribute(u32 id)
{
	u8 kind = fuzz_byte();

	if (kind >= 240)
		return fuzz_any_value();
	switch (id) {
	case SBI_SSE_ATTR_PREFERRED_HART:
		return DOORS_HARTID + kind % (doors_harts + 1);
	case SBI_SSE_ATTR_CONFIG:
		return kind & 1;
	}
	return kind & 3;
}

static void put_attributes(const struct doors_hart *h, u64 at, u32 base,
			   u32 count)
{
	u32 n;

	for (n = 0; n < count && n < SBI_SSE_ATTR_MAX; n++)
		doors_put_word(h, at + (u64)DOORS_WORD * n,
			       any_attribute(base + n));
}

/* --- events ------------------------------------------------------------------------- */

static unsigned int event_number(unsigned long id)
{
	unsigned int n;

	for (n = 0; n < DOORS_EVENTS; n++)
		if (doors_event[n] == (u32)id)
			break;
	return n;
}

static bool is_global(unsigned int n)
{
	return doors_event[n] >> 15 & 1;
}

/* Calls that name a global event succeed for its owner only. */
static void check_global(const struct doors_hart *h, unsigned int n,
			 unsigned long fid)
{
	if (global_owner[n] != DOORS_NOBODY && global_owner[n] != h->owner)
		doors_hold(global_may_be_gone[n],
			   "an event of another domain is not used");
	if (fid == SBI_EXT_SSE_REGISTER) {
		doors_hold(global_owner[n] == DOORS_NOBODY ||
				   global_may_be_gone[n],
			   "an event is registered once");
		global_owner[n] = (u8)h->owner;
		global_may_be_gone[n] = false;
	} else if (fid == SBI_EXT_SSE_UNREGISTER) {
		global_owner[n] = DOORS_NOBODY;
	}
}

static void check_local(const struct doors_hart *h, unsigned int n,
			unsigned long fid)
{
	bool *on = &local_is_on[h->number][h->owner][n];

	if (fid == SBI_EXT_SSE_REGISTER) {
		doors_hold(!*on, "a local event is registered once");
		*on = true;
	} else if (fid == SBI_EXT_SSE_UNREGISTER) {
		doors_hold(*on, "only what the owner registered");
		*on = false;
	} else if (fid == SBI_EXT_SSE_ENABLE) {
		doors_hold(*on, "what is enabled was registered");
	}
}

static void check_event(const struct doors_hart *h, const struct doors_ecall *e)
{
	unsigned int n = event_number(e->a[0]);

	doors_hold(e->error <= 0, "an answer of SSE");
	if (e->error) {
		doors_hold(!h->stores || doors_faulted[h->number],
			   "a refused call of SSE");
		return;
	}
	if (e->fid > SBI_EXT_SSE_DISABLE && e->fid != SBI_EXT_SSE_INJECT)
		return;
	doors_hold(n < DOORS_EVENTS, "an event that there is");
	if (is_global(n))
		check_global(h, n, e->fid);
	else if (e->fid != SBI_EXT_SSE_INJECT)
		check_local(h, n, e->fid);
}

/* Most calls are those that make sense after the last one. */
static unsigned long event_call(const struct doors_hart *h, unsigned int n)
{
	static const u8 next[] = {
		SBI_EXT_SSE_WRITE_ATTR,	 SBI_EXT_SSE_ENABLE,
		SBI_EXT_SSE_INJECT,	 SBI_EXT_SSE_ENABLE,
		SBI_EXT_SSE_HART_UNMASK, SBI_EXT_SSE_INJECT,
		SBI_EXT_SSE_COMPLETE,	 SBI_EXT_SSE_DISABLE,
		SBI_EXT_SSE_UNREGISTER,	 SBI_EXT_SSE_READ_ATTR,
	};
	u8 kind = fuzz_byte();

	if (kind >= 180)
		return kind % 12;
	if (kind >= 170)
		return SBI_EXT_SSE_READ_ATTR;
	if (is_global(n) ? global_owner[n] == DOORS_NOBODY :
			   !local_is_on[h->number][h->owner][n])
		return SBI_EXT_SSE_REGISTER;
	return next[kind % array_size(next)];
}

static void note_injected(const struct doors_hart *h,
			  const struct doors_ecall *e)
{
	unsigned int n = event_number(e->a[0]);
	u64 hart = e->a[1] - DOORS_HARTID;

	if (n < DOORS_EVENTS && hart < DOORS_HARTS)
		injected[hart][h->owner][n] = true;
}

void doors_call_event(struct doors_hart *h, u8 kind)
{
	struct doors_ecall e = { .ext = SBI_EXT_SSE };
	u64 at = doors_address(h->owner);

	e.fid = event_call(h, kind % DOORS_EVENTS);
	e.a[0] = kind < 248 ? doors_event[kind % DOORS_EVENTS] :
			      fuzz_any_value();
	if (kind >= 32)
		at &= ~7ull;
	if (e.fid <= SBI_EXT_SSE_WRITE_ATTR) {
		e.a[1] = fuzz_byte() % (SBI_SSE_ATTR_MAX + 1);
		e.a[2] = fuzz_byte() % (SBI_SSE_ATTR_MAX + 1);
		if (kind & 8) {
			e.a[1] = 1 + e.a[1] % 3;
			e.a[2] = 1 + e.a[2] % (4 - e.a[1]);
		}
		e.a[3] = at;
		e.a[4] = fuzz_byte() ? 0 : fuzz_any_value();
		put_attributes(h, at, (u32)e.a[1], (u32)e.a[2]);
	} else if (e.fid == SBI_EXT_SSE_REGISTER) {
		e.a[1] = at;
		e.a[2] = TAG_OF(h) | event_number(e.a[0]) << 4;
	} else if (e.fid == SBI_EXT_SSE_INJECT) {
		e.a[1] = DOORS_HARTID + fuzz_byte() % (doors_harts + 1);
		note_injected(h, &e);
	}
	doors_sbi_call(&e);
	check_event(h, &e);
}

void doors_note_overflow(const struct doors_hart *h)
{
	struct doors_ecall e = { .a = { SBI_SSE_EVENT_LOCAL_PMU_OVERFLOW,
					h->number + DOORS_HARTID } };

	note_injected(h, &e);
}

void doors_overflow(const struct doors_hart *h)
{
	doors_note_overflow(h);
	doors_sbi_overflow();
}

void doors_check_handler(const struct doors_hart *h, unsigned long argument)
{
	unsigned int n = TAG_EVENT(argument);

	doors_hold(IS_TAG(argument) && n < DOORS_EVENTS,
		   "a handler's argument");
	doors_hold(TAG_OWNER(argument) == h->owner,
		   "a handler runs in the domain that registered it");
	doors_hold(is_global(n) || injected[h->number][h->owner][n],
		   "a local event is of the domain that it was sent to");
}
