// SPDX-License-Identifier: BSD-2-Clause
/*
 * include/ctr/ctr_trap.h: every combination of the rules for a trap that M-mode
 * takes and redirects, compared with the tables of the specification (Smctr
 * 1.0, "Trap and Trap Return Recording", "External Trap Enable Requirements").
 */
#include <string.h>

#include <ctr/ctr_trap.h>

#include "unit_ctr.h"

#define PC 0x80201234ul
#define HANDLER 0x80205678ul

/* Owner of the register that a rule reads. */
enum owner { HOST, GUEST };
enum { FROM_S = 1, FROM_V = 2, TO_V = 4 };
enum { STE_HOST = 1 << HOST, STE_GUEST = 1 << GUEST };

static const struct way {
	const char *name;
	unsigned int flags;
	enum owner source;
	u64 source_bit;
	enum owner target;  /* owner of its S bit */
	enum owner rest;    /* owner of filters and RASEMU */
	unsigned int ste;   /* bits for a target that is not enabled */
	unsigned int ste_m; /* bits for the way to M-mode, with MTE */
} ways[] = {
	{ "U to S", 0, HOST, CTL_U, HOST, HOST, STE_HOST, STE_HOST },
	{ "S to S", FROM_S, HOST, CTL_S, HOST, HOST, 0, 0 },
	{ "VU to VS", FROM_V | TO_V, GUEST, CTL_U, GUEST, GUEST, STE_GUEST,
	  STE_HOST | STE_GUEST },
	{ "VS to VS", FROM_V | TO_V | FROM_S, GUEST, CTL_S, GUEST, GUEST, 0,
	  STE_HOST },
	{ "VU to HS", FROM_V, GUEST, CTL_U, HOST, GUEST, STE_HOST | STE_GUEST,
	  STE_HOST | STE_GUEST },
	{ "VS to HS", FROM_V | FROM_S, GUEST, CTL_S, HOST, GUEST, STE_HOST,
	  STE_HOST },
};

/* Values of the registers of both owners in one combination. */
struct combination {
	const struct way *way;
	u64 ctl[2];
	bool frozen, interrupt, mte;
	bool shy; /* the hart omits records of traps into M-mode */
};

#define COMBINATIONS (1u << 16)

static u64 control(unsigned int bits)
{
	static const u64 fields[] = { CTL_U,	  CTL_S,      CTL_STE,
				      CTL_RASEMU, CTL_EXCINH, CTL_INTRINH };
	u64 value = 0;
	unsigned int n;

	for (n = 0; n < array_size(fields); n++)
		if (bits >> n & 1)
			value |= fields[n];
	return unit_xlen(value);
}

static struct combination combination(const struct way *way, unsigned int n)
{
	return (struct combination){
		.way = way,
		.ctl = { [HOST] = control(n & 0x3f),
			 [GUEST] = control(n >> 6 & 0x3f) },
		.frozen = n >> 12 & 1,
		.interrupt = n >> 13 & 1,
		.mte = n >> 14 & 1,
		.shy = n >> 15 & 1,
	};
}

static bool ste(const struct combination *c, unsigned int needed)
{
	return (!(needed & STE_HOST) || (c->ctl[HOST] & CTL_STE)) &&
	       (!(needed & STE_GUEST) || (c->ctl[GUEST] & CTL_STE));
}

static u64 type(const struct combination *c)
{
	return c->interrupt ? 2 : 1;
}

/*
 * True if the hart records the trap into M-mode, although M-mode is not
 * enabled.
 */
static bool recorded_by_hart(const struct combination *c)
{
	const struct way *way = c->way;

	return c->mte && !c->shy && !c->frozen &&
	       !(c->ctl[way->rest] & CTL_RASEMU) &&
	       (c->ctl[way->source] & way->source_bit) && ste(c, way->ste_m);
}

/*
 * The record of the same trap if it had been delegated.
 * @return V and PC, or 0
 */
static u64 delegated(const struct combination *c, u64 *target)
{
	const struct way *way = c->way;
	bool source = c->ctl[way->source] & way->source_bit;
	u64 inhibit = c->interrupt ? CTL_INTRINH : CTL_EXCINH;

	*target = HANDLER;
	if (c->frozen || (c->ctl[way->rest] & CTL_RASEMU))
		return 0;
	if (c->ctl[way->target] & CTL_S) {
		if (c->ctl[way->rest] & inhibit)
			return 0;
		return source ? PC | 1 : 1;
	}
	*target = 0;
	return source && ste(c, way->ste) ? PC | 1 : 0;
}

/* The buffer is full, and its write pointer is about to wrap. */
static void prepare(const struct combination *c)
{
	unsigned int n;

	fake.state.mctrctl = c->ctl[HOST] | (c->mte ? CTL_MTE : 0);
	fake.state.vsctrctl = c->ctl[GUEST];
	fake.state.sctrstatus = 15 | (c->frozen ? CTR_FROZEN : 0);
	fake.state.siselect = 0x345;
	for (n = 0; n < 17; n++)
		fake.state.ctr[n] =
			(struct fake_ctr_entry){ 0x11 + 2 * n, 0x100 + n, 9 };
	unit_ctr.mte = c->mte;
}

/* The part of the state that a record can change. */
struct seen {
	struct fake_ctr_entry ctr[17];
	unsigned long status;
};

static void look(struct seen *seen)
{
	memcpy(seen->ctr, fake.state.ctr, sizeof(seen->ctr));
	seen->status = fake.state.sctrstatus;
}

static void record(unsigned int flags, bool interrupt)
{
	struct ctr_trap t = {
		.pc = PC,
		.handler = HANDLER,
		.from_s = flags & FROM_S,
		.from_v = flags & FROM_V,
		.to_v = flags & TO_V,
		.interrupt = interrupt,
	};

	ctr_trap_record(&unit_ctr, &t);
}

static void one(const struct combination *c, unsigned int n)
{
	struct seen want, got;
	u64 target, source = delegated(c, &target);
	bool by_hart = recorded_by_hart(c);

	prepare(c);
	if (source)
		fake_ctr_record(source, target, type(c));
	else if (by_hart)
		fake_ctr_record(PC | 1, 0, type(c));
	look(&want);
	prepare(c);
	if (by_hart)
		fake_ctr_record(PC | 1, 0, type(c));
	record(c->way->flags, c->interrupt);
	look(&got);
	if (memcmp(&want, &got, sizeof(want)) != 0)
		fail_msg("%s, combination 0x%x: sctrctl 0x%llx, vsctrctl "
			 "0x%llx: 0x%llx -> 0x%llx, not 0x%llx -> 0x%llx",
			 c->way->name, n, (unsigned long long)c->ctl[HOST],
			 (unsigned long long)c->ctl[GUEST],
			 (unsigned long long)got.ctr[15].source,
			 (unsigned long long)got.ctr[15].target,
			 (unsigned long long)source,
			 (unsigned long long)target);
	CHECK_EQ(c->way->name, fake.state.siselect, 0x345);
}

static void every_combination(void)
{
	struct combination c;
	unsigned int way, n;

	unit_ctr_start();
	for (way = 0; way < array_size(ways); way++)
		for (n = 0; n < COMBINATIONS; n++) {
			c = combination(&ways[way], n);
			one(&c, n);
		}
}

/* The hart's record of the trap is found without TYPE, too. */
static void without_types(void)
{
	struct combination c = { .way = &ways[1],
				 .ctl = { [HOST] = CTL_S },
				 .mte = true };

	unit_ctr_start();
	fake.has.ctr_data = 0;
	prepare(&c);
	fake_ctr_record(PC | 1, 0, 0);
	record(FROM_S, false);
	CHECK_EQ("one record", fake.state.sctrstatus, 0);
	CHECK_EQ("source", fake_ctr_entry(0)->source, PC | 1);
	CHECK_EQ("target", fake_ctr_entry(0)->target, HANDLER);
	CHECK_EQ("data", fake_ctr_entry(0)->data, 0);
}

/* In sctrstatus only the pointer changes, also when it wraps. */
static void other_status_bits(void)
{
	unsigned int wrptr;

	for (wrptr = 0; wrptr < 256; wrptr += 15) {
		unit_ctr_start();
		fake.has.ctr_fields |= FAKE_CTR_CUSTOM;
		fake.has.ctr_custom = 0x7ff300;
		fake.state.mctrctl = 1ull << 60 | CTL_S;
		fake.state.sctrdepth = 4;
		fake.state.sctrstatus = 0x5a5100 | wrptr;
		record(FROM_S, false);
		CHECK_EQ("status", fake.state.sctrstatus,
			 0x5a5100 | ((wrptr + 1) & 0xff));
	}
}

/* For every place in every buffer, only the record changes. */
static void every_place(void)
{
	static struct fake_state want;
	unsigned int depth, wrptr;

	for (depth = 0; depth < 5; depth++)
		for (wrptr = 0; wrptr < 16u << depth; wrptr += 5) {
			unit_ctr_start();
			unit_ctr_poison();
			fake.state.mctrctl = CTL_S;
			fake.state.sctrdepth = depth;
			fake.state.sctrstatus = wrptr;
			want = fake.state;
			fake_ctr_record(PC | 1, HANDLER, 1);
			memcpy(want.ctr, fake.state.ctr, sizeof(want.ctr));
			want.sctrstatus = fake.state.sctrstatus;
			unit_ctr_poison();
			fake.state.mctrctl = CTL_S;
			fake.state.sctrdepth = depth;
			fake.state.sctrstatus = wrptr;
			record(FROM_S, false);
			CHECK("as the hart does it",
			      !memcmp(&want, &fake.state, sizeof(want)));
		}
}

static const struct unit_test tests[] = {
	{ "every_combination rv64", every_combination, UNIT_ONE | UNIT_RV64 },
	{ "every_combination rv32", every_combination, UNIT_ONE | UNIT_RV32 },
	UNIT_TEST(without_types, UNIT_ALL),
	UNIT_TEST(other_status_bits, UNIT_ONE | UNIT_RV64),
	UNIT_TEST(every_place, UNIT_ONE),
};

UNIT_MAIN("ctr_trap", tests)
