// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes become a machine: encoders, funnels and sinks in any order and any
 * tree, each with abilities and flaws of its own; memory of several owners; a
 * policy. Then it boots as the firmware does.
 */
#include <string.h>

#include "doors.h"
#include "fuzz_bytes.h"
#include "fuzz_trace.h"

struct doors_hart doors_hart[DOORS_HARTS];
unsigned int doors_harts, doors_owners;
struct trace doors_trace;
u8 doors_encoder[DOORS_HARTS];

/*
 * Numbers of components: first sinks, then funnels, then encoders, since an
 * output has to exist before the component that leads to it.
 */
static unsigned int sinks, funnels;

bool doors_flawed, doors_late;
/* Reads of this machine's components may return wrong values. */
static bool noisy;

/* --- designs ------------------------------------------------------------------ */

static u8 one_in(u8 often, u8 value)
{
	return fuzz_byte() % often ? 0 : value;
}

static void flaws(struct fake_trace_design *has)
{
	struct fake_trace_hostile *bad = &has->hostile;

	has->slow = fuzz_byte() & 3;
	if (fuzz_byte() & 1)
		return;
	bad->late = one_in(2, fuzz_byte() % 24);
	doors_late |= bad->late;
	bad->late_empty = one_in(2, fuzz_byte() % 24);
	bad->land = one_in(2, fuzz_byte() % 100);
	bad->spurious = noisy ? one_in(2, 2 + (fuzz_byte() & 15)) : 0;
	bad->unlocked = fuzz_byte() & 1;
	bad->limit_follows = !one_in(4, 1);
	has->dead = one_in(64, 1);
	has->stuck_on = one_in(64, 1);
	has->stuck_off = one_in(64, 1);
	has->stuck_full = one_in(64, 1);
	doors_flawed |= bad->spurious || has->dead || has->stuck_on ||
			has->stuck_off || has->stuck_full;
}

static void vary_encoder(struct fake_trace_design *has)
{
	u8 flags = fuzz_byte();

	if ((flags & 0xf0) == 0x80) {
		*has = fake_trace_old_encoder(flags & 3);
		flaws(has);
		has->hostile.gush = one_in(2, 4 * (fuzz_byte() & 7));
		return;
	}
	fuzz_trace_encoder(has, flags);
	flaws(has);
	has->hostile.gush = one_in(2, 4 * (fuzz_byte() & 7));
}

static void vary_ram(struct fake_trace_design *has)
{
	u8 flags = fuzz_byte();

	if ((flags & 0xf0) == 0x40) {
		*has = fake_trace_old_funnel();
		flaws(has);
		return;
	}
	if ((flags & 0xf0) == 0x50) {
		*has = fake_trace_cs(FAKE_CS_ETR);
		has->axi_fixed = (flags & 0xf) ? 0 : 0x80;
		flaws(has);
		return;
	}
	fuzz_trace_sink(has, flags);
	if ((flags & 0xc0) == 0xc0) {
		has->start_mask = 0;
		has->start_fixed = FAKE_RAM + 0x800;
	}
	flaws(has);
}

/* --- components ---------------------------------------------------------------- */

static void add(const struct fake_trace_design *has, unsigned int output)
{
	unsigned int n = fake_trace_count;

	fake_trace_add(FAKE_TRACE_BASE + 0x1000ull * n, output, has);
	fake_trace[n].domain = FAKE_ANYBODY;
	if (!one_in(16, 1))
		return;
	doors_flawed = true;
	fake_trace_break(n, 4 * (fuzz_byte() & 15), 4 * (fuzz_byte() & 15));
}

static void add_sinks(bool bridges)
{
	struct fake_trace_design has;
	unsigned int n;

	for (n = 0; n < sinks; n++) {
		has = fake_trace_ram();
		vary_ram(&has);
		if (one_in(16, 1))
			has = (struct fake_trace_design){
				.impl = fuzz_byte() & 1 ? 0xa01 : 0xe01
			};
		add(&has, FAKE_NOWHERE);
	}
	for (n = 0; n < funnels; n++) {
		has = fake_trace_funnel();
		has.dis_input = 0xf;
		if (bridges)
			has.impl = 0xe01;
		else if (one_in(4, 1))
			has = fake_trace_cs(FAKE_CS_REPLICATOR);
		flaws(&has);
		add(&has, n ? fuzz_byte() % (sinks + n) : 0);
	}
}

static void add_encoders(void)
{
	struct fake_trace_design has;
	unsigned int n;

	for (n = 0; n < doors_harts; n++) {
		doors_encoder[n] = FAKE_NOWHERE;
		if (one_in(16, 1))
			continue;
		has = fake_trace_encoder();
		vary_encoder(&has);
		doors_encoder[n] = (u8)fake_trace_count;
		add(&has, fuzz_byte() % (sinks + funnels));
		fake_trace[doors_encoder[n]].domain = doors_hart[n].owner;
	}
}

static void describe(void)
{
	struct trace_link link = { .outlet = 1 };
	u8 input[FAKE_TRACE_MAX] = { 0 }, to;
	unsigned int n, hart;

	for (n = 0; n < fake_trace_count; n++) {
		for (hart = 0; hart < doors_harts; hart++)
			if (doors_encoder[hart] == n)
				break;
		trace_add(&doors_trace, fake_trace[n].base,
			  hart < doors_harts ? hart : TRACE_NO_HART,
			  hart < doors_harts ? hart + DOORS_HARTID : 0);
		if (fake_trace[n].has.coresight)
			trace_name_coresight(&doors_trace, n,
					     fake_trace[n].has.coresight ==
							     FAKE_CS_ETR ?
						     TRACE_CS_TMC :
						     TRACE_CS_REPLICATOR);
		else if (fake_trace[n].has.before)
			trace_name(&doors_trace, n,
				   fake_trace[n].has.before == TR_COMP_ENCODER ?
					   TR_COMP_ENCODER :
					   TR_COMP_FUNNEL);
	}
	for (n = 0; n < fake_trace_count; n++) {
		to = fake_trace[n].output;
		if (to == FAKE_NOWHERE)
			continue;
		link.to = to;
		link.input = input[to]++;
		trace_join(&doors_trace, n, &link);
	}
}

/* --- memory ------------------------------------------------------------------------ */

enum { PAGE = 0x400, PAGES = FAKE_RAM_SIZE / PAGE };

static u32 page_owner[PAGES];

static void give_memory(void)
{
	unsigned int n;

	for (n = 0; n < PAGES; n++) {
		page_owner[n] = fuzz_byte() % (doors_owners + 1);
		if (page_owner[n] == doors_owners)
			page_owner[n] = FAKE_ANYBODY;
		fake_memory_own(FAKE_RAM + PAGE * n, PAGE, page_owner[n]);
	}
	fake_memory_own(FAKE_RAM_TOP, FAKE_RAM_TOP_SIZE / 2, 0);
	fake_memory_own(FAKE_RAM_HIGH, FAKE_RAM_HIGH_SIZE,
			doors_owners > 1 ? 1 : 0);
}

u64 doors_address(u32 owner)
{
	u8 kind = fuzz_byte();
	unsigned int n = kind % PAGES, tries;

	if (kind >= 252)
		return fuzz_any_value();
	if (kind >= 248)
		return FAKE_FIRMWARE + 16 * (u64)fuzz_byte();
	if (kind >= 244)
		return FAKE_RAM_HIGH + 16 * (u64)fuzz_byte();
	if (kind >= 240)
		return FAKE_RAM_TOP + 0x1000 - 16 * (u64)fuzz_byte();
	for (tries = 0; kind < 200 && tries < PAGES; tries++, n++)
		if (page_owner[n % PAGES] == owner)
			break;
	return FAKE_RAM + PAGE * (n % PAGES) + 64 * (u64)(fuzz_byte() & 15);
}

/* --- boot ------------------------------------------------------------------------------ */

static void begin_harts(void)
{
	unsigned int n;

	memset(doors_hart, 0, sizeof(doors_hart));
	for (n = 0; n < doors_harts; n++) {
		doors_hart[n].number = n;
		doors_hart[n].owner = fuzz_byte() % doors_owners;
		doors_hart[n].next_owner = doors_hart[n].owner;
		doors_hart[n].owned = true;
	}
}

/* A single owner may get the registers without mediation by M-mode. */
static enum trace_policy policy(u8 flags)
{
	if (!(flags & 4))
		return TRACE_MEDIATED;
	return doors_owners == 1 && flags & 0x80 ? TRACE_HANDOVER :
						   TRACE_DIRECT;
}

void doors_machine(bool bridges)
{
	u8 flags = fuzz_byte(), parts = fuzz_byte();
	struct fake_has has = { .xlen = flags & 1 ? 32 : 64,
				.direct = flags & 2,
				.inhibit = true,
				.sscofpmf = flags & 16,
				.smcntrpmf = flags & 32,
				.hpm_mask = 0xf8,
				.hpm_bits = 40 };
	unsigned int n;

	doors_features_has(&has);
	fake_hart_init(&has);
	fake_trace_init();
	/* Lost trace is not judged here; fuzz_trace_calls.c does that. */
	fake_trace_driven = true;
	doors_flawed = doors_late = false;
	noisy = !(fuzz_byte() & 5);
	doors_harts = 1 + (parts & 3);
	doors_owners = 1 + (parts >> 2) % DOORS_OWNERS;
	sinks = 1 + (parts >> 4 & 1) + (parts >> 5 & 1);
	funnels = parts >> 6;
	begin_harts();
	give_memory();
	add_sinks(bridges);
	add_encoders();
	trace_init(&doors_trace, policy(flags));
	doors_trace.show_m = (flags & 0xc8) == 0xc8;
	describe();
	trace_probe(&doors_trace);
	trace_settle(&doors_trace);
	for (n = 0; n < doors_harts; n++)
		trace_owners_set(&doors_trace, n, 1, &doors_hart[n].owner);
	trace_hand_over(&doors_trace, false);
	doors_pmu_machine();
	doors_calls_machine();
}
