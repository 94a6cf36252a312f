// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls of the firmware's console among the other calls, and the operations of
 * a hart that concern OpenSBI's objects: calls, traps, stop and start.
 */
#include <string.h>

#include <sbi/sbi_ecall_interface.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

/* Bytes that the console printed and read in this call, for each hart. */
static unsigned long printed[DOORS_HARTS], typed[DOORS_HARTS];
static bool
	busy[DOORS_HARTS]; /* it took, or gave, fewer bytes than asked for */

/* --- harts --------------------------------------------------------------------- */

u32 doors_this(void)
{
	return doors_now ? doors_now->number : doors_booting;
}

u32 doors_domain_of(u32 hart)
{
	return doors_hart[hart].owner;
}

int doors_hsm_state(u32 hart)
{
	const struct doors_hart *h = &doors_hart[hart];

	if (h->stopping)
		return SBI_HSM_STATE_STOP_PENDING;
	switch (h->state) {
	case DOORS_RUNS:
		return SBI_HSM_STATE_STARTED;
	case DOORS_SLEEPS:
		return SBI_HSM_STATE_SUSPENDED;
	}
	return SBI_HSM_STATE_STOPPED;
}

void doors_pass(void)
{
	doors_hold(doors_now && ++doors_now->polls < 100000,
		   "a lock is free some time");
	if (doors_now->private) {
		doors_pmu_put(doors_now);
		doors_yield();
		doors_pmu_take(doors_now);
	} else {
		doors_yield();
	}
}

/* --- console --------------------------------------------------------------------------- */

/*
 * The text equals the bytes read for it, and follows the bytes printed before.
 */
static void check_text(const char *text, unsigned long size)
{
	struct doors_text *t = &doors_text[doors_this()];

	if (!t->is)
		return;
	doors_hold(size == t->size && !memcmp(text, t->byte, size),
		   "what is printed was read");
	doors_hold(t->at == t->next, "text is read from its start on");
	t->next += size;
	t->size = 0;
}

unsigned long doors_print(const char *text, unsigned long size)
{
	unsigned long done = fuzz_byte() < 200 ? size :
						 fuzz_byte() % (size + 1);

	check_text(text, size);
	printed[doors_this()] += done;
	busy[doors_this()] |= done < size;
	return done;
}

unsigned long doors_type(char *text, unsigned long size)
{
	unsigned long done = fuzz_byte() < 128 ? size :
						 fuzz_byte() % (size + 1);

	memset(text, 'a', done);
	typed[doors_this()] += done;
	busy[doors_this()] |= done < size;
	return done;
}

/*
 * A call that names memory of its own domain succeeds, up to the first address
 * that does not answer.
 */
static void check_served(const struct doors_hart *h,
			 const struct doors_ecall *e)
{
	bool good =
		!e->a[0] ||
		(!e->a[2] && doors_may_touch_all(h->owner, e->a[1], e->a[0]));
	unsigned long done = printed[h->number] + typed[h->number];

	if (!doors_faulted[h->number])
		doors_hold(good == !e->error, "a call of DBCN is served");
	doors_hold(e->error || e->value == done, "the value of DBCN");
	if (!e->error && !doors_faulted[h->number] && !busy[h->number])
		doors_hold(
			done == (e->a[0] < DOORS_TEXT ? e->a[0] : DOORS_TEXT),
			"the console takes, and gives, all it can");
}

/*
 * OpenSBI itself serves the other functions of DBCN: the write of a byte, and
 * none after it.
 */
static void call_stock_console(void)
{
	struct doors_ecall byte = { .ext = SBI_EXT_DBCN,
				    .fid = SBI_EXT_DBCN_CONSOLE_WRITE_BYTE };
	struct doors_ecall none = { .ext = SBI_EXT_DBCN, .fid = byte.fid + 1 };

	doors_sbi_call(&byte);
	doors_sbi_call(&none);
	doors_hold(!byte.error && none.error == SBI_ERR_NOT_SUPPORTED,
		   "other calls of DBCN");
}

static void call_console(struct doors_hart *h)
{
	struct doors_ecall e = { .ext = SBI_EXT_DBCN, .fid = fuzz_byte() & 1 };
	u8 kind = fuzz_byte();

	e.a[0] = kind < 240 ? kind * 8ul : fuzz_any_value();
	e.a[1] = doors_address(h->owner);
	e.a[2] = fuzz_byte() ? 0 : fuzz_any_value();
	printed[h->number] = typed[h->number] = 0;
	busy[h->number] = false;
	doors_text[h->number] =
		(struct doors_text){ .is = true, .next = e.a[1] };
	doors_sbi_call(&e);
	doors_text[h->number].is = false;
	check_served(h, &e);
	call_stock_console();
	doors_hold(e.value <= e.a[0], "not more than was asked for");
	doors_hold(printed[h->number] <= DOORS_TEXT &&
			   typed[h->number] <= DOORS_TEXT,
		   "a call of DBCN comes to an end");
	doors_hold(!e.error || !(printed[h->number] | typed[h->number]),
		   "a refused call of DBCN loses nothing");
	doors_hold(!e.error || !h->stores || doors_faulted[h->number],
		   "a refused call of DBCN");
	doors_hold(!e.error || !e.value, "no value with an error");
	doors_hold(!doors_faulted[h->number] || !e.error == (e.value != 0),
		   "what was done before memory ends is told");
	if (!e.error && e.fid == SBI_EXT_DBCN_CONSOLE_READ)
		doors_hold(h->stores == e.value, "what was read is stored");
	doors_check_seams(e.a[1], e.a[0]);
}

/* --- steps ------------------------------------------------------------------------------------ */

void doors_calls_trap(struct doors_hart *h)
{
	if (h->state != DOORS_RUNS && h->state != DOORS_SLEEPS)
		return;
	doors_sbi_trap();
	if (doors_with_more && h->state == DOORS_RUNS)
		doors_check_timer(h);
}

void doors_calls_return(const struct doors_hart *h)
{
	unsigned long argument;

	if (h->state != DOORS_RUNS)
		return;
	argument = doors_sbi_return();
	if (argument)
		doors_check_handler(h, argument);
	doors_check_triggers(h);
	doors_check_features(h);
}

static void call_more(struct doors_hart *h, u8 kind)
{
	if (kind < 192)
		doors_call_mpxy(h);
	else
		doors_call_old(h);
}

static void call_any(struct doors_hart *h, u8 kind, u8 event)
{
	doors_faulted[h->number] = false;
	h->stores = 0;
	if (doors_with_more && kind >= 170 && kind < 200)
		call_more(h, kind);
	else if (kind < 110)
		doors_call_event(h, event);
	else if (kind < 200)
		doors_call_trigger(h);
	else if (kind < 225)
		call_console(h);
	else if (kind < 245)
		doors_call_feature(h);
	else
		doors_overflow(h);
}

/* Calls of one kind depend on each other: a step makes several of them. */
void doors_calls_call(struct doors_hart *h)
{
	u8 kind = fuzz_byte(), event = fuzz_byte(), more = fuzz_byte() & 7;

	call_any(h, kind, event);
	while (more--) {
		doors_calls_return(h);
		doors_calls_trap(h);
		call_any(h, kind, event);
	}
	fuzz_calls++;
}

void doors_calls_stop(struct doors_hart *h)
{
	doors_sbi_stop();
	doors_events_stop(h);
}

void doors_calls_start(struct doors_hart *h)
{
	doors_sbi_start();
	doors_features_start(h);
	doors_triggers_start(h);
}

void doors_calls_machine(void)
{
	unsigned int n;

	doors_memory_machine();
	doors_tree_machine();
	doors_events_machine();
	doors_triggers_machine();
	doors_features_machine();
	doors_mpxy_machine();
	doors_reset_machine();
	doors_sbi_boot();
	doors_check_bare();
	for (n = 0; n < doors_harts; n++) {
		doors_booting = n;
		doors_features_start(&doors_hart[n]);
	}
}
