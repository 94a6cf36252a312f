// SPDX-License-Identifier: BSD-2-Clause
/*
 * Features of OpenSBI itself: each owner of a hart has values and locks of its
 * own, also after other owners used the hart.
 */
#include <string.h>

#include <sbi/sbi_ecall_interface.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

enum { FEATURES = 6, LOCK = 1, PMLEN = 5, MEDELEG = 0, SHADOW_STACK = 2 };

/* Bits of medeleg, and of menvcfg */
static const unsigned long bits[FEATURES] = {
	[MEDELEG] = 1 << 4 | 1 << 6,
	[1] = 1 << 2,
	[2] = 1 << 3,
	[3] = 1ul << 59,
	[4] = 1ul << 61,
	[PMLEN] = 3ul << 32,
};

/* Values according to the answers of the calls. */
static struct feature {
	unsigned long value;
	bool locked;
} feature[DOORS_HARTS][DOORS_OWNERS][FEATURES];

/* The pointer to shadow stacks, known once its owner has set the feature. */
static struct {
	unsigned long value;
	bool known;
} ssp[DOORS_HARTS][DOORS_OWNERS];
static unsigned long ssp_last;

/* Before S-mode sets a feature, one feature of each odd hart is on. */
static unsigned long found(u32 hart, u32 n)
{
	return hart & 1 && n == 4;
}

static unsigned long bits_of(u32 n, unsigned long value)
{
	if (!value)
		return 0;
	if (n == PMLEN)
		return (value == 7 ? 2ul : 3ul) << 32;
	return bits[n];
}

static bool takes(u32 n, unsigned long value)
{
	return n == PMLEN ? !value || value == 7 || value == 16 : value < 2;
}

void doors_check_features(const struct doors_hart *h)
{
	const struct feature *f = feature[h->number][h->owner];
	unsigned long menvcfg = 0;
	u32 n;

	for (n = MEDELEG + 1; n < FEATURES; n++)
		menvcfg |= bits_of(n, f[n].value);
	doors_hold(doors_registers[h->number].medeleg ==
			   bits_of(MEDELEG, f[MEDELEG].value),
		   "delegation is as the owner of a hart set it");
	doors_hold(doors_registers[h->number].menvcfg == menvcfg,
		   "features are as the owner of a hart set them");
	doors_hold(!ssp[h->number][h->owner].known ||
			   doors_registers[h->number].ssp ==
				   ssp[h->number][h->owner].value,
		   "the shadow stack is where its owner has it");
}

/* S-mode changes the pointer each time it sets the feature. */
static void move_ssp(const struct doors_hart *h)
{
	unsigned long *now = &doors_registers[h->number].ssp;

	doors_hold(ssp[h->number][h->owner].known || !*now,
		   "nobody finds the shadow stack of another");
	*now = ++ssp_last;
	ssp[h->number][h->owner].known = true;
	ssp[h->number][h->owner].value = ssp_last;
}

static bool may_set(const struct feature *f, u32 n, const struct doors_ecall *e)
{
	return e->a[2] <= LOCK && !f->locked && takes(n, e->a[1]);
}

static void note(const struct doors_hart *h, const struct doors_ecall *e)
{
	u32 n = (u32)e->a[0];
	struct feature *f;

	if (n >= FEATURES) {
		doors_hold(e->error, "a feature that there is");
		return;
	}
	f = &feature[h->number][h->owner][n];
	if (e->fid == SBI_EXT_FWFT_GET) {
		doors_hold(!e->error && e->value == f->value,
			   "a feature is as its owner set it");
		return;
	}
	doors_hold(!e->error == may_set(f, n, e),
		   "a feature is set if its owner has not locked it");
	if (e->error)
		return;
	f->value = e->a[1];
	f->locked = e->a[2];
	if (n == SHADOW_STACK)
		move_ssp(h);
}

void doors_call_fwft(struct doors_hart *h)
{
	static const u8 lengths[] = { 0, 7, 16 };
	struct doors_ecall e = { .ext = SBI_EXT_FWFT, .fid = fuzz_byte() & 1 };
	u8 kind = fuzz_byte();

	e.a[0] = kind < 240 ? kind % FEATURES : fuzz_any_value();
	e.a[1] = fuzz_byte() % 3;
	if (e.a[0] == PMLEN)
		e.a[1] = lengths[e.a[1]];
	e.a[2] = fuzz_byte();
	if (e.a[2] < 200)
		e.a[2] = 0;
	else
		e.a[2] = e.a[2] < 240 ? LOCK : e.a[2] & 3;
	doors_sbi_call(&e);
	note(h, &e);
	doors_check_features(h);
}

/* The values of other owners of the hart remain. */
void doors_fwft_start(const struct doors_hart *h)
{
	struct feature *f = feature[h->number][h->owner];
	u32 n;

	for (n = 0; n < FEATURES; n++)
		f[n] = (struct feature){ found(h->number, n), false };
	ssp[h->number][h->owner].known = false;
}

void doors_fwft_machine(void)
{
	u32 hart, owner, n;

	for (hart = 0; hart < DOORS_HARTS; hart++) {
		for (owner = 0; owner < DOORS_OWNERS; owner++) {
			for (n = 0; n < FEATURES; n++)
				feature[hart][owner][n] =
					(struct feature){ found(hart, n),
							  false };
			ssp[hart][owner].known = false;
		}
		doors_registers[hart].ssp = 0;
		doors_registers[hart].medeleg = 0;
		doors_registers[hart].menvcfg = bits_of(4, found(hart, 4));
	}
}
