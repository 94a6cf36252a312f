// SPDX-License-Identifier: BSD-2-Clause
/*
 * Calls of MPXY with hostile arguments; doors_channels.c judges what drivers
 * get.
 */
#include <string.h>

#include <sbi/sbi_ecall_interface.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

static bool shared[DOORS_HARTS][DOORS_OWNERS];

void doors_mpxy_machine(void)
{
	memset(shared, 0, sizeof(shared));
}

static void set_args(const struct doors_hart *h, u8 kind, struct doors_ecall *e)
{
	e->a[0] = doors_address(h->owner);
	e->a[2] = kind & 1;
	if (kind >= 16)
		e->a[0] &= ~(DOORS_PAGE - 1ul);
	if (kind >= 232)
		e->a[0] = e->a[1] = -1ul;
	if (kind >= 248)
		e->a[kind % 3] = fuzz_any_value();
}

/*
 * A range of attributes begins at the first attribute of either kind, and may
 * end anywhere.
 */
static void attribute_args(u8 kind, struct doors_ecall *e)
{
	e->a[0] = 1 + (kind & 1);
	e->a[1] = (kind & 2 ? 0x80000000ul : 0) + (kind >> 2 & 7);
	e->a[2] = fuzz_byte() % 14;
	if (kind >= 200)
		e->a[1] = (u32) - (fuzz_byte() & 15);
	if (kind >= 240)
		e->a[kind % 3] = fuzz_any_value();
}

static void message_args(u8 kind, struct doors_ecall *e)
{
	e->a[0] = 1 + (kind & 1);
	e->a[1] = kind;
	e->a[2] = fuzz_byte() * 32ul;
	if (kind >= 240)
		e->a[kind % 3] = fuzz_any_value();
}

/* True if the call names a page of the caller's memory, or ends the sharing. */
static bool may_share(const struct doors_hart *h, const struct doors_ecall *e)
{
	if (e->a[0] == -1ul && e->a[1] == -1ul)
		return true;
	return !(e->a[0] % DOORS_PAGE) && !e->a[1] && e->a[2] < 2 &&
	       doors_may_touch_all(h->owner, e->a[0], DOORS_PAGE);
}

static void check_error(const struct doors_hart *h, const struct doors_ecall *e)
{
	bool *on = &shared[h->number][h->owner];

	doors_hold(e->error <= 0, "an answer of MPXY");
	doors_hold(!e->error || !e->value, "no value with an error");
	if (e->fid == SBI_EXT_MPXY_GET_SHMEM_SIZE)
		doors_hold(e->value == DOORS_PAGE, "a page is shared");
	else if (e->fid == SBI_EXT_MPXY_SET_SHMEM && !e->error)
		*on = e->a[0] != -1ul && e->a[0] != -1u;
	else if (e->fid > SBI_EXT_MPXY_SET_SHMEM)
		doors_hold(*on || e->error, "what is not shared is not used");
}

static void check_call(const struct doors_hart *h, const struct doors_ecall *e)
{
	if (e->fid == SBI_EXT_MPXY_SET_SHMEM && !doors_faulted[h->number] &&
	    e->a[0] != -1u)
		doors_hold(!e->error == may_share(h, e),
			   "a page of the caller's is shared");
	check_error(h, e);
}

void doors_call_mpxy(struct doors_hart *h)
{
	struct doors_ecall e = { .ext = SBI_EXT_MPXY };
	u8 kind = fuzz_byte();

	e.fid = shared[h->number][h->owner] ? fuzz_byte() % 9 :
					      SBI_EXT_MPXY_SET_SHMEM;
	switch (e.fid) {
	case SBI_EXT_MPXY_SET_SHMEM:
		set_args(h, kind, &e);
		break;
	case SBI_EXT_MPXY_READ_ATTRS:
	case SBI_EXT_MPXY_WRITE_ATTRS:
		attribute_args(kind, &e);
		break;
	default:
		message_args(kind, &e);
	}
	memset(doors_shared_page(h), kind, DOORS_PAGE);
	doors_sbi_call(&e);
	check_call(h, &e);
}
