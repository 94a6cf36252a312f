// SPDX-License-Identifier: BSD-2-Clause
/*
 * Reset and sleep of the machine by calls of S-mode, from domains that may call
 * them and from others; and the calls of SBI 0.1, one of which is a reset, too.
 */
#include <sbi/sbi_ecall_interface.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

u8 doors_allowed;
bool doors_over;

/* Types of reset that the board implements. */
static u8 types;

void doors_reset_machine(void)
{
	doors_over = false;
	doors_allowed = doors_with_more ? fuzz_byte() : 0xff;
	types = doors_with_more ? fuzz_byte() : 0xff;
}

bool doors_resets(u32 type)
{
	return type < 3 && types >> type & 1;
}

/* --- the end ---------------------------------------------------------------- */

void doors_hart_ends(void)
{
	struct doors_hart *h = doors_now;

	doors_pmu_stop(h);
	doors_calls_stop(h);
	h->state = DOORS_STOPPED;
	h->stopping = h->everywhere = h->rested = false;
	doors_leave();
}

/* Some boards reset late, and the call returns. */
void doors_machine_ends(void)
{
	if (fuzz_byte() < 64)
		return;
	doors_over = true;
	doors_now->state = DOORS_CRASHED;
	doors_now->owned = false;
	doors_leave();
}

/* --- calls ----------------------------------------------------------------------- */

static bool valid(const struct doors_ecall *e)
{
	return e->ext == SBI_EXT_0_1_SHUTDOWN ||
	       (!e->fid && e->a[0] < 3 && e->a[1] < 2);
}

/*
 * If a domain that may not reset the machine tries, the hart stops, and its
 * traces end.
 */
void doors_call_reset(struct doors_hart *h)
{
	struct doors_ecall e = { .ext = SBI_EXT_SRST };
	u8 kind = fuzz_byte();
	bool resets;

	e.fid = kind >= 240;
	e.a[0] = kind & 3;
	e.a[1] = kind >> 2 & 3 ? 0 : kind >> 4;
	if (kind >= 224)
		e.a[kind & 1] = fuzz_any_value();
	if (kind < 64)
		e = (struct doors_ecall){ .ext = SBI_EXT_0_1_SHUTDOWN };
	resets = valid(&e) && doors_resets((u32)e.a[0]);
	h->everywhere = resets && doors_allowed >> h->owner & 1;
	h->stores = 0;
	doors_sbi_call(&e);
	h->everywhere = false;
	doors_hold(!resets && e.ext == SBI_EXT_SRST, "a reset does not return");
	doors_hold(e.error && !h->stores, "a refused reset changes nothing");
	fuzz_calls++;
}

void doors_call_old(struct doors_hart *h)
{
	struct doors_ecall e = { .ext = fuzz_byte() % SBI_EXT_0_1_SHUTDOWN };

	e.a[0] = fuzz_byte() < 16 ? 0 : doors_address(h->owner);
	e.a[1] = fuzz_any_value();
	e.a[2] = fuzz_any_value();
	if (e.ext == SBI_EXT_0_1_SET_TIMER)
		return;
	doors_pmu_take(h);
	doors_sbi_call(&e);
	doors_pmu_put(h);
	doors_hold(!h->stores, "calls of SBI 0.1 write nothing");
}

/* --- sleep -------------------------------------------------------------------------- */

/* A hart that changes its owner belongs to no domain meanwhile. */
static bool alone(const struct doors_hart *h)
{
	const struct doors_hart *x;

	for (x = doors_hart; x < doors_hart + doors_harts; x++)
		if (x != h && x->owner == h->owner &&
		    x->next_owner == h->owner &&
		    doors_hsm_state(x->number) != SBI_HSM_STATE_STOPPED)
			return false;
	return true;
}

/* Other harts may start and stop while the call is judged. */
bool doors_sleep_is_judged(const struct doors_hart *h)
{
	u32 type = fuzz_byte() < 240 ? 0 : fuzz_byte();
	u64 resume = doors_address(h->owner);
	bool may = doors_allowed >> h->owner & 8 && !type &&
		   doors_may_run(h->owner, resume);
	u32 switches = h->switches;
	bool good = !doors_sleep_is_refused(type, resume);

	doors_hold(h->switches != switches || good == (may && alone(h)),
		   "a machine sleeps if its owner may let it, alone");
	return good;
}
