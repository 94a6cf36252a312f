// SPDX-License-Identifier: BSD-2-Clause
/*
 * Features of the firmware (FWFT) in front of OpenSBI's own: those of CTR and of
 * predicted overflows, with the timer that these share with S-mode.
 */
#include <string.h>

#include <ctr/ctr.h>
#include <sbi/sbi_ecall_interface.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

enum { PREDICTS = 0x40435453, MTE = 0x200, RECORDS_M = 4 };

/* Values according to the answers of the calls. */
static struct {
	bool mte, mte_locked, predicts;
} own[DOORS_HARTS][DOORS_OWNERS];

u64 doors_time;
static u64 deadline[DOORS_HARTS];

static bool has_mte(void)
{
	return doors_with_more && fake.has.ctr;
}

static bool may_predict(void)
{
	return doors_with_more && !fake.has.sscofpmf;
}

/* --- features of CTR and of predicted overflows -------------------------- */

/* The state of this hart agrees with the answers to its S-mode. */
static void check_own(const struct doors_hart *h)
{
	bool mte = own[h->number][h->owner].mte;

	doors_hold(h->pmu.predict == own[h->number][h->owner].predicts,
		   "overflows are predicted for who asked for it");
	if (!has_mte())
		return;
	doors_hold(!(fake.state.mctrctl & MTE) == !mte,
		   "traps into M-mode are recorded for who asked for it");
	doors_hold(!(fake.state.mctrctl & RECORDS_M), "M-mode is not recorded");
}

static void set_args(struct doors_ecall *e, u8 kind)
{
	e->a[0] = (kind & 2 ? CTR_FWFT_MTE : PREDICTS) |
		  (kind & 4 ? 0 : fuzz_bytes(4) << 32);
	e->a[1] = kind >> 3 & 1;
	e->a[2] = kind >= 160 && kind & 2;
	if (kind >= 240)
		e->a[1 + (kind & 1)] = fuzz_any_value();
}

static void note_mte(const struct doors_hart *h, const struct doors_ecall *e)
{
	bool *mte = &own[h->number][h->owner].mte,
	     *mte_locked = &own[h->number][h->owner].mte_locked;

	bool good = has_mte() && (e->fid == SBI_EXT_FWFT_GET ||
				  (!*mte_locked && e->a[1] < 2 && e->a[2] < 2));

	doors_hold(good == !e->error, "a feature that there is, as it may be");
	if (e->error)
		return;
	if (e->fid == SBI_EXT_FWFT_GET) {
		doors_hold(e->value == *mte, "a feature is as it was set");
		return;
	}
	*mte = e->a[1];
	*mte_locked = e->a[2];
}

static void note_predicts(const struct doors_hart *h,
			  const struct doors_ecall *e)
{
	bool *predicts = &own[h->number][h->owner].predicts;

	bool good = may_predict() &&
		    (e->fid == SBI_EXT_FWFT_GET || (e->a[1] < 2 && !e->a[2]));

	doors_hold(good == !e->error, "a feature that there is, as it may be");
	if (e->error)
		return;
	if (e->fid == SBI_EXT_FWFT_GET) {
		doors_hold(e->value == *predicts, "a feature is as it was set");
		return;
	}
	*predicts = e->a[1];
}

static void call_own(struct doors_hart *h)
{
	struct doors_ecall e = { .ext = SBI_EXT_FWFT, .fid = fuzz_byte() & 1 };

	set_args(&e, fuzz_byte());
	doors_pmu_take(h);
	doors_sbi_call(&e);
	if ((u32)e.a[0] == CTR_FWFT_MTE)
		note_mte(h, &e);
	else
		note_predicts(h, &e);
	check_own(h);
	doors_pmu_put(h);
}

/* --- the timer --------------------------------------------------------------------- */

static void call_timer(struct doors_hart *h)
{
	u8 kind = fuzz_byte();

	deadline[h->number] = kind < 240 ? doors_time + kind : fuzz_any_value();
	doors_registers[h->number].mip = 0;
	doors_sbi_timer(deadline[h->number]);
}

/*
 * S-mode gets an interrupt for each of its own deadlines, and for nothing else.
 */
void doors_check_timer(struct doors_hart *h)
{
	u64 *end = &deadline[h->number];

	doors_time += 16;
	doors_pmu_take(h);
	fake_hart_run(FAKE_S, h->accesses % 64 * 16);
	if (h->pmu.predict)
		doors_note_overflow(h);
	doors_sbi_timer_trap();
	check_own(h);
	doors_pmu_put(h);
	doors_hold(doors_registers[h->number].mip || *end > doors_time,
		   "the timer of S-mode comes");
	doors_hold(!doors_registers[h->number].mip || *end <= doors_time,
		   "and nothing else comes as it does");
	if (doors_registers[h->number].mip)
		*end = ~0ull;
	doors_registers[h->number].mip = 0;
}

/* --- features --------------------------------------------------------------------------- */

void doors_call_feature(struct doors_hart *h)
{
	u8 kind = doors_with_more ? fuzz_byte() : 0;

	if (kind < 64)
		doors_call_fwft(h);
	else if (kind < 160)
		call_own(h);
	else if (kind < 216)
		call_timer(h);
	else
		doors_time += fuzz_bytes(2);
}

void doors_features_start(struct doors_hart *h)
{
	doors_pmu_take(h);
	doors_timer_start(h->number);
	doors_pmu_put(h);
	doors_fwft_start(h);
	memset(&own[h->number][h->owner], 0, sizeof(own[h->number][h->owner]));
	deadline[h->number] = ~0ull;
}

/* A hart with CTR, or without. */
void doors_features_has(struct fake_has *has)
{
	if (!doors_with_more || !(fuzz_byte() & 1))
		return;
	has->ctr = has->mctrctl = has->csrind = has->smstateen = true;
	has->ctr_fields = FAKE_CTR_ALL;
	has->ctr_data = has->mstateen = has->menvcfg = ~0ull;
	has->ctr_depths = 1;
	has->medeleg = ~0ul;
}

void doors_features_machine(void)
{
	doors_fwft_machine();
	memset(own, 0, sizeof(own));
	memset(deadline, 0xff, sizeof(deadline));
	doors_time = 0;
}
