// SPDX-License-Identifier: BSD-2-Clause
/*
 * Debug triggers: calls with hostile arguments. The owner of each trigger is
 * followed by the answers of the calls.
 */
#include <string.h>

#include <sbi/sbi_ecall_interface.h>

#include "doors.h"
#include "doors_sbi.h"
#include "fuzz.h"
#include "fuzz_bytes.h"

enum {
	ENTRY = 4 * DOORS_WORD, /* of a trigger */
	MODES_MC = 0x18,
	MODES_MC6 = 0x1800018,
	MODE_M = 0x40,
};

#define DMODE (1ul << 59)
#define TYPE(tdata1) ((tdata1) >> 60)

static u8 trigger_owner[DOORS_HARTS][DOORS_TRIGGERS];
/* Values that the owner set */
static struct watch {
	unsigned long tdata1;
	bool off;
} watch[DOORS_HARTS][DOORS_TRIGGERS];
static u64 area[DOORS_HARTS][DOORS_OWNERS];

void doors_triggers_machine(void)
{
	memset(trigger_owner, DOORS_NOBODY, sizeof(trigger_owner));
	memset(area, 0, sizeof(area));
	memset(watch, 0, sizeof(watch));
}

void doors_triggers_start(const struct doors_hart *h)
{
	unsigned int n;

	area[h->number][h->owner] = 0;
	for (n = 0; n < DOORS_TRIGGERS; n++)
		if (trigger_owner[h->number][n] == h->owner)
			trigger_owner[h->number][n] = DOORS_NOBODY;
}

static u64 any_tdata1(void)
{
	static const u64 types[] = { 2, 6, 6, 2, 6, 3, 15, 0 };
	u8 kind = fuzz_byte();
	u64 word = types[kind & 7] << 60 | (fuzz_byte() & (MODES_MC | 7));

	if (kind >= 240)
		word |= DMODE;
	if (kind >= 224)
		word |= MODE_M;
	return word;
}

static void put_triggers(const struct doors_hart *h, unsigned int count)
{
	u64 at = area[h->number][h->owner];
	unsigned int n;

	if (!at)
		return;
	for (n = 0; n < count; n++, at += ENTRY) {
		doors_put_word(h, at, fuzz_byte() % (DOORS_TRIGGERS + 1));
		doors_put_word(h, at + DOORS_WORD, any_tdata1());
		doors_put_word(h, at + 2 * DOORS_WORD, TAG_OF(h));
		doors_put_word(h, at + 3 * DOORS_WORD, 0);
	}
}

/* --- triggers ------------------------------------------------------------------------ */

static unsigned long modes(const struct doors_trigger *t)
{
	return t->tdata1 &
	       (unsigned long)(TYPE(t->tdata1) == 2 ? MODES_MC : MODES_MC6);
}

static void check_own(const struct watch *w, const struct doors_trigger *t)
{
	if (w->off)
		doors_hold(!modes(t), "a trigger that is off does not watch");
	else
		doors_hold(t->tdata1 == w->tdata1,
			   "a trigger watches for its owner");
}

void doors_check_triggers(const struct doors_hart *h)
{
	const struct doors_trigger *t = doors_registers[h->number].trigger;
	unsigned int n;

	for (n = 0; n < DOORS_TRIGGERS; n++) {
		doors_hold(!(t[n].tdata1 & (DMODE | MODE_M)),
			   "no trigger of M-mode's or a debugger's");
		if (trigger_owner[h->number][n] != h->owner)
			doors_hold(!modes(&t[n]),
				   "another's trigger does not watch");
		else
			check_own(&watch[h->number][n], &t[n]);
	}
}

static void note_watch(struct watch *w, unsigned long fid, bool changed,
		       bool named, unsigned long tdata1)
{
	switch (fid) {
	case SBI_EXT_DBTR_TRIGGER_INSTALL:
	case SBI_EXT_DBTR_TRIGGER_UPDATE:
		if (changed)
			*w = (struct watch){ .tdata1 = tdata1 };
		break;
	case SBI_EXT_DBTR_TRIGGER_ENABLE:
		w->off &= !named;
		break;
	case SBI_EXT_DBTR_TRIGGER_DISABLE:
		w->off |= named;
		break;
	}
}

/*
 * True if the call names existing triggers that belong to the caller, or free
 * ones if the call does not change them.
 */
static bool may_change(const struct doors_hart *h, const struct doors_ecall *e)
{
	u32 ours = 0, others = 0, n;
	unsigned long named;

	for (n = 0; n < DOORS_TRIGGERS; n++) {
		ours |= (u32)(trigger_owner[h->number][n] == h->owner) << n;
		others |= (u32)(trigger_owner[h->number][n] != h->owner &&
				trigger_owner[h->number][n] != DOORS_NOBODY)
			  << n;
	}
	if (e->a[0] >= DOORS_TRIGGERS)
		return false;
	named = e->a[1] << e->a[0];
	if (named >> e->a[0] != e->a[1] || named >> DOORS_TRIGGERS)
		return false;
	return !(named &
		 (e->fid == SBI_EXT_DBTR_TRIGGER_UNINSTALL ? ~ours : others));
}

/* --- the right answer of a call ------------------------------------------ */

/* A trigger in shared memory */
struct entry {
	u64 number, tdata1, tdata2, tdata3;
};

static bool legal(const struct entry *entry)
{
	return (TYPE(entry->tdata1) == 2 || TYPE(entry->tdata1) == 6) &&
	       !(entry->tdata1 & (DMODE | MODE_M));
}

static unsigned int owned_by(const struct doors_hart *h, u8 owner)
{
	unsigned int n, count = 0;

	for (n = 0; n < DOORS_TRIGGERS; n++)
		count += trigger_owner[h->number][n] == owner;
	return count;
}

static long install_error(const struct doors_hart *h, const struct entry *entry,
			  const struct doors_ecall *e, unsigned long *value)
{
	unsigned int left = owned_by(h, DOORS_NOBODY), n;

	if (e->a[0] > DOORS_TRIGGERS)
		return SBI_ERR_BAD_RANGE;
	if (!area[h->number][h->owner])
		return SBI_ERR_NO_SHMEM;
	for (n = 0; n < e->a[0]; n++) {
		if (n < left && legal(&entry[n]))
			continue;
		*value = n;
		return SBI_ERR_FAILED;
	}
	return SBI_SUCCESS;
}

static long update_error(const struct doors_hart *h, const struct entry *entry,
			 const struct doors_ecall *e, unsigned long *value)
{
	unsigned int n;

	if (e->a[0] >= DOORS_TRIGGERS)
		return SBI_ERR_BAD_RANGE;
	if (!area[h->number][h->owner])
		return SBI_ERR_NO_SHMEM;
	for (n = 0; n < e->a[0]; n++) {
		*value = n;
		if (entry[n].number >= DOORS_TRIGGERS || !legal(&entry[n]))
			return SBI_ERR_INVALID_PARAM;
		if (trigger_owner[h->number][entry[n].number] != h->owner)
			return SBI_ERR_FAILED;
	}
	*value = 0;
	return SBI_SUCCESS;
}

static long read_error(const struct doors_hart *h, const struct doors_ecall *e)
{
	if (e->a[0] >= DOORS_TRIGGERS || e->a[1] >= DOORS_TRIGGERS - e->a[0])
		return SBI_ERR_BAD_RANGE;
	return area[h->number][h->owner] ? SBI_SUCCESS : SBI_ERR_NO_SHMEM;
}

static long setup_error(const struct doors_hart *h, const struct doors_ecall *e)
{
	if (e->a[2])
		return SBI_ERR_INVALID_PARAM;
	if (e->a[0] == -1ul && e->a[1] == -1ul)
		return SBI_SUCCESS;
	if (e->a[0] % DOORS_WORD)
		return SBI_ERR_INVALID_PARAM;
	return !e->a[1] && doors_may_touch_all(h->owner, e->a[0],
					       DOORS_TRIGGERS * ENTRY) ?
		       SBI_SUCCESS :
		       SBI_ERR_INVALID_ADDRESS;
}

/* Only for calls of which every access to memory was answered. */
static void check_served(const struct doors_hart *h,
			 const struct doors_ecall *e)
{
	const struct entry *entry = (const void *)doors_text[h->number].byte;
	unsigned long value = 0;
	long error;

	switch (e->fid) {
	case SBI_EXT_DBTR_SETUP_SHMEM:
		error = setup_error(h, e);
		break;
	case SBI_EXT_DBTR_TRIGGER_READ:
		error = read_error(h, e);
		break;
	case SBI_EXT_DBTR_TRIGGER_INSTALL:
		error = install_error(h, entry, e, &value);
		break;
	case SBI_EXT_DBTR_TRIGGER_UPDATE:
		error = update_error(h, entry, e, &value);
		break;
	case SBI_EXT_DBTR_TRIGGER_UNINSTALL:
	case SBI_EXT_DBTR_TRIGGER_ENABLE:
	case SBI_EXT_DBTR_TRIGGER_DISABLE:
		error = may_change(h, e) ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM;
		break;
	case SBI_EXT_DBTR_NUM_TRIGGERS:
		value = e->a[0] ? e->value : DOORS_TRIGGERS;
		error = SBI_SUCCESS;
		break;
	default:
		error = SBI_ERR_NOT_SUPPORTED;
		break;
	}
	if (doors_faulted[h->number])
		return;
	doors_hold(e->error == error, "the error of a call of DBTR");
	doors_hold(e->value == value, "the value of a call of DBTR");
}

/* The caller's memory holds the triggers that a call has read or installed. */
static void check_entries(const struct doors_hart *h,
			  const struct doors_ecall *e)
{
	const struct doors_text *text = &doors_text[h->number];
	const struct entry *put = (const void *)text->put;
	const struct entry *entry = (const void *)text->byte;
	const struct doors_trigger *t = doors_registers[h->number].trigger;
	unsigned long n, at;
	bool own;

	for (n = 0; e->fid == SBI_EXT_DBTR_TRIGGER_READ && n < e->a[1]; n++) {
		at = e->a[0] + n;
		own = trigger_owner[h->number][at] == h->owner;
		doors_hold(put[n].tdata1 == (own ? t[at].tdata1 : 0) &&
				   put[n].tdata2 == (own ? t[at].tdata2 : 0),
			   "what is read is the trigger");
	}
	for (n = 0; e->fid == SBI_EXT_DBTR_TRIGGER_INSTALL && n < e->a[0];
	     n++) {
		at = put[n].number;
		doors_hold(at < DOORS_TRIGGERS &&
				   trigger_owner[h->number][at] == h->owner,
			   "what is installed is the caller's");
		doors_hold(t[at].tdata2 == entry[n].tdata2,
			   "what is installed was in memory");
	}
	for (n = 0; e->fid == SBI_EXT_DBTR_TRIGGER_UPDATE && n < e->a[0]; n++) {
		at = entry[n].number;
		/* of several entries for one trigger the last one counts */
		doors_hold(
			t[at].tdata2 == entry[n].tdata2 ||
				(n + 1 < e->a[0] && entry[n + 1].number == at),
			"what was in memory is the trigger");
		watch[h->number][at] = (struct watch){ t[at].tdata1, false };
	}
}

/*
 * Check the state of one trigger after a call.
 * @param changed true if the call changed the trigger
 */
static void check_trigger(const struct doors_hart *h,
			  const struct doors_ecall *e, unsigned int n,
			  bool changed)
{
	u8 *owner = &trigger_owner[h->number][n];
	bool named = e->a[0] < 64 && (e->a[1] << e->a[0] >> n & 1);

	doors_hold(!changed || !e->error, "a refused call of DBTR");
	doors_hold(!changed || *owner == DOORS_NOBODY || *owner == h->owner,
		   "another's trigger stays as it is");
	if (e->error)
		return;
	if (e->fid == SBI_EXT_DBTR_TRIGGER_INSTALL && changed)
		*owner = (u8)h->owner;
	note_watch(&watch[h->number][n], e->fid, changed, named,
		   doors_registers[h->number].trigger[n].tdata1);
	if (e->fid == SBI_EXT_DBTR_TRIGGER_UNINSTALL && named) {
		doors_hold(*owner == h->owner, "only own triggers go");
		*owner = DOORS_NOBODY;
	}
}

static void check_dbtr(const struct doors_hart *h, const struct doors_ecall *e,
		       const struct doors_registers *before)
{
	const struct doors_registers *now = &doors_registers[h->number];
	unsigned int n;

	check_served(h, e);
	for (n = 0; n < DOORS_TRIGGERS; n++)
		check_trigger(h, e, n,
			      memcmp(&now->trigger[n], &before->trigger[n],
				     sizeof(now->trigger[n])));
	doors_hold(!e->error || !h->stores || doors_faulted[h->number],
		   "a refused call of DBTR writes nothing");
	if (!e->error)
		check_entries(h, e);
	doors_check_triggers(h);
	if (e->error || e->fid != SBI_EXT_DBTR_SETUP_SHMEM)
		return;
	area[h->number][h->owner] = e->a[0] == -1ul ? 0 : e->a[0];
	if (e->a[0] == -1ul)
		return;
	for (n = 0; n < DOORS_TRIGGERS * ENTRY; n++)
		doors_hold(doors_may_touch(h->owner, e->a[0] + n),
			   "shared memory is the caller's");
}

/* Most calls are those that make sense after the last one. */
static unsigned long trigger_call(const struct doors_hart *h)
{
	static const u8 next[] = {
		SBI_EXT_DBTR_TRIGGER_INSTALL, SBI_EXT_DBTR_TRIGGER_INSTALL,
		SBI_EXT_DBTR_TRIGGER_READ,    SBI_EXT_DBTR_TRIGGER_UPDATE,
		SBI_EXT_DBTR_TRIGGER_DISABLE, SBI_EXT_DBTR_TRIGGER_ENABLE,
		SBI_EXT_DBTR_TRIGGER_READ,    SBI_EXT_DBTR_TRIGGER_UNINSTALL
	};
	u8 kind = fuzz_byte();

	if (kind >= 180)
		return kind % 9;
	if (!area[h->number][h->owner])
		return SBI_EXT_DBTR_SETUP_SHMEM;
	return next[kind & 7];
}

void doors_call_trigger(struct doors_hart *h)
{
	static struct doors_registers before[DOORS_HARTS];
	struct doors_ecall e = { .ext = SBI_EXT_DBTR };
	u8 kind = fuzz_byte();

	e.fid = trigger_call(h);
	e.a[0] = kind & 3;
	e.a[1] = fuzz_byte() & 7;
	if (kind >= 240)
		e.a[kind & 1] = fuzz_any_value();
	if (e.fid == SBI_EXT_DBTR_SETUP_SHMEM) {
		e.a[0] = doors_address(h->owner);
		e.a[1] = e.a[2] = 0;
		if (kind >= 32)
			e.a[0] &= ~7ul;
		else if (kind >= 24)
			e.a[0] |= 4;
		if (kind >= 250)
			e.a[0] = e.a[1] = -1ul;
		if (kind < 8)
			e.a[1 + (kind & 1)] = kind;
	} else {
		put_triggers(h, 1 + (unsigned int)e.a[0] % DOORS_TRIGGERS);
	}
	before[h->number] = doors_registers[h->number];
	doors_text[h->number] = (struct doors_text){
		.is = e.fid != SBI_EXT_DBTR_SETUP_SHMEM,
		.next = area[h->number][h->owner],
	};
	doors_sbi_call(&e);
	doors_text[h->number].is = false;
	check_dbtr(h, &e, &before[h->number]);
}
