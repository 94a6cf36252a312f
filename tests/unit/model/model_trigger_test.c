// SPDX-License-Identifier: BSD-2-Clause
/*
 * Triggers of the model: the accesses that raise a breakpoint exception, and
 * those that do not.
 */
#include "unit.h"
#include "model_rig.h"

enum {
	LOAD = 1,
	STORE = 2,
	EXECUTE = 4,
	IN_U = 1 << 3,
	IN_S = 1 << 4,
	IN_M = 1 << 6,
	NAPOT = 1 << 7,
	FROM = 2 << 7,
	BELOW = 3 << 7,
	CHAIN = 1 << 11,
	DEBUG = 1 << 12,
	AFTER = 1 << 18,
	SELECT_OLD = 1 << 19,
	SELECT_NEW = 1 << 21,
	MIE = 1 << 3,
	SIE = 1 << 1,
	WIDE = 1,   /* config.trigger_wide */
	MASKED = 2, /* config.trigger_masked */
};

#define DATA (RIG_RAM + 0x1000)
#define LW 0x0005a503u
#define LB_1 0x00158503u
#define SW 0x00c5a023u
#define AMOADD 0x00c5a52fu
#define LR 0x1005a52fu
#define SC 0x18c5a52fu

static const struct row {
	const char *name;
	u32 insn;
	unsigned int type, control;
	u64 address, tval; /* tval 0: the trigger does not fire */
	unsigned int kind, priv;
	u64 status;
} rows[] = {
	{ "load", LW, 2, IN_M | LOAD, DATA, DATA, 0, MODEL_M, 0 },
	{ "load, new type", LW, 6, IN_M | LOAD, DATA, DATA, 0, MODEL_M, 0 },
	{ "no such type", LW, 3, IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "another address", LW, 2, IN_M | LOAD, DATA + 4, 0, 0, MODEL_M, 0 },
	{ "a byte of it", LW, 2, IN_M | LOAD, DATA + 3, DATA, 0, MODEL_M, 0 },
	{ "behind it", LB_1, 2, IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "near it", LB_1, 2, IN_M | LOAD, DATA, DATA + 1, WIDE, MODEL_M, 0 },
	{ "its byte", LW, 2, IN_M | LOAD, DATA + 2, DATA + 2, WIDE, MODEL_M,
	  0 },
	{ "a store", SW, 2, IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "store", SW, 2, IN_M | STORE, DATA, DATA, 0, MODEL_M, 0 },
	{ "a load", LW, 2, IN_M | STORE, DATA, 0, 0, MODEL_M, 0 },
	{ "AMO loads", AMOADD, 2, IN_M | LOAD, DATA, DATA, 0, MODEL_M, 0 },
	{ "AMO stores", AMOADD, 2, IN_M | STORE, DATA, DATA, 0, MODEL_M, 0 },
	{ "LR", LR, 2, IN_M | LOAD, DATA, DATA, 0, MODEL_M, 0 },
	{ "LR stores not", LR, 2, IN_M | STORE, DATA, 0, 0, MODEL_M, 0 },
	{ "SC", SC, 2, IN_M | STORE, DATA, DATA, 0, MODEL_M, 0 },
	{ "fetch", RIG_NOP, 2, IN_M | EXECUTE, RIG_RAM, RIG_RAM, 0, MODEL_M,
	  0 },
	{ "next fetch", RIG_NOP, 2, IN_M | EXECUTE, RIG_RAM + 4, 0, 0, MODEL_M,
	  0 },
	{ "inside of it", RIG_NOP, 2, IN_M | EXECUTE, RIG_RAM + 2, 0, WIDE,
	  MODEL_M, 0 },
	{ "not M-mode's", LW, 2, IN_S | IN_U | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "S-mode's", LW, 2, IN_S | LOAD, DATA, DATA, 0, MODEL_S, 0 },
	{ "not S-mode's", LW, 2, IN_M | IN_U | LOAD, DATA, 0, 0, MODEL_S, 0 },
	{ "U-mode's", LW, 2, IN_U | LOAD, DATA, DATA, 0, MODEL_U, 0 },
	{ "not U-mode's", LW, 2, IN_M | IN_S | LOAD, DATA, 0, 0, MODEL_U, 0 },
	{ "no MIE", LW, 2, IN_M | LOAD, DATA, 0, MASKED, MODEL_M, 0 },
	{ "MIE", LW, 2, IN_M | LOAD, DATA, DATA, MASKED, MODEL_M, MIE },
	{ "no SIE", LW, 2, IN_S | LOAD, DATA, 0, MASKED, MODEL_S, 0 },
	{ "SIE", LW, 2, IN_S | LOAD, DATA, DATA, MASKED, MODEL_S, SIE },
	{ "U-mode", LW, 2, IN_U | LOAD, DATA, DATA, MASKED, MODEL_U, 0 },
	{ "NAPOT", LW, 2, NAPOT | IN_M | LOAD, DATA | 0xff, DATA, 0, MODEL_M,
	  0 },
	{ "outside", LW, 2, NAPOT | IN_M | LOAD, DATA | 0x17f, 0, 0, MODEL_M,
	  0 },
	{ "from", LW, 2, FROM | IN_M | LOAD, DATA - 8, DATA, 0, MODEL_M, 0 },
	{ "from there", LW, 2, FROM | IN_M | LOAD, DATA + 4, 0, 0, MODEL_M, 0 },
	{ "below", LW, 2, BELOW | IN_M | LOAD, DATA + 1, DATA, 0, MODEL_M, 0 },
	{ "not below", LW, 2, BELOW | IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "no such match", LW, 2, 4 << 7 | IN_M | LOAD, DATA, 0, 0, MODEL_M,
	  0 },
	{ "cbo.zero", 0x0045a00f, 2, IN_M | STORE, DATA, DATA, 0, MODEL_M, 0 },
	{ "to debug", LW, 2, DEBUG | IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "chain", LW, 2, CHAIN | IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "data", LW, 2, SELECT_OLD | IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "data", LW, 6, SELECT_NEW | IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
	{ "after", LW, 2, AFTER | IN_M | LOAD, DATA, 0, 0, MODEL_M, 0 },
};

static void hart(unsigned int xlen, unsigned int kind)
{
	struct model_config config;

	model_preset(rig_preset(xlen), &config);
	config.extensions |= MODEL_SDTRIG;
	config.trigger_wide = kind & WIDE;
	config.trigger_masked = kind & MASKED;
	rig_new_config(&config);
	rig_open();
}

static void arm(unsigned int xlen, unsigned int number, unsigned int type,
		u64 control, u64 address)
{
	rig_set(0x7a0, number);
	rig_set(0x7a1, (u64)type << (xlen - 4) | control);
	rig_set(0x7a2, address);
}

/*
 * The page is in the TLB before the trigger is armed, and after it is disarmed.
 */
static void row(const struct row *row, unsigned int xlen)
{
	unsigned int round;

	hart(xlen, row->kind);
	rig_set(0x302, row->kind & MASKED ? 8 : 0);
	rig_set(0x300, rig_get(0x300) | row->status);
	rig_set(RS1, DATA);
	rig_set(RS2, 7);
	for (round = 0; round < 3; round++) {
		bool fires = round == 1 && row->tval;

		rig_set(MODEL_PRIV, row->priv);
		rig_set(MODEL_PC, RIG_RAM);
		rig_set(0x342, 0);
		rig_set(0x300, rig_get(0x300) | row->status);
		arm(xlen, 5, round == 1 ? row->type : 0, row->control,
		    row->address);
		rig_set(RD, 77);
		rig_poke(DATA, 4, 5);
		rig_run(row->insn);
		CHECK_EQ(row->name, rig_step.kind,
			 fires ? MODEL_EXCEPTION : MODEL_RETIRED);
		if (!fires) {
			CHECK(row->name, row->insn == RIG_NOP ||
						 rig_get(RD) != 77 ||
						 rig_peek(DATA, 4) != 5);
			continue;
		}
		CHECK_EQ(row->name, rig_step.cause, 3);
		CHECK_EQ(row->name, rig_step.tval, row->tval);
		CHECK_EQ(row->name, rig_step.access_bytes, 0);
		CHECK_EQ(row->name, rig_step.writes, 4); /* the trap's */
		CHECK_EQ(row->name, rig_get(RD), 77);
		CHECK_EQ(row->name, rig_peek(DATA, 4), 5);
	}
}

static void matches(void)
{
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		row(&rows[i], 64);
		row(&rows[i], 32);
	}
}

/* The store does not happen; of two triggers the matching one fires */
static void several(void)
{
	hart(64, 0);
	arm(64, 0, 2, IN_M | LOAD, DATA);
	arm(64, 1, 2, IN_M | STORE, DATA);
	CHECK_EQ("number", rig_get(0x7a0), 1);
	rig_set(0x7a0, 0);
	CHECK_EQ("each has its own", rig_get(0x7a1), 2ull << 60 | IN_M | LOAD);
	rig_set(RS1, DATA);
	rig_set(RS2, 7);
	rig_set(MODEL_PC, RIG_RAM);
	rig_run(SW);
	CHECK_EQ("fires", rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ("does not store", rig_peek(DATA, 4), 0);
	arm(64, 0, 2, IN_M | CHAIN | LOAD, DATA);
	rig_set(MODEL_PC, RIG_RAM);
	rig_run(SW);
	CHECK_EQ("the end of a chain", rig_step.kind, MODEL_RETIRED);
}

/* Access registers by their numbers, in an unusual order */
static void registers(void)
{
	hart(64, 0);
	rig_set(0x7a0, 3);
	rig_set(0x7a4, 0x44);
	rig_set(0x7a3, 0x33);
	rig_set(0x7a2, 0x22);
	rig_set(0x7a1, 0x11);
	CHECK_EQ("tselect", rig_get(0x7a0), 3);
	CHECK_EQ("tdata1", rig_get(0x7a1), 0x11);
	CHECK_EQ("tdata2", rig_get(0x7a2), 0x22);
	CHECK_EQ("tdata3", rig_get(0x7a3), 0x33);
	CHECK_EQ("tinfo", rig_get(0x7a4), 0x44);
	rig_set(0x7a0, 2);
	CHECK_EQ("another", rig_get(0x7a2), 0);
}

/* No trigger fires if nothing is loaded or stored. */
static void never(void)
{
	const struct model_input in = { .insn = LW,
					.given = true,
					.interrupt = MODEL_INTERRUPT_NONE,
					.unseen = true };

	hart(64, 0);
	arm(64, 0, 2, IN_M | LOAD | STORE, DATA);
	rig_set(RS1, DATA);
	rig_run(0x0015a00f); /* cbo.clean */
	CHECK_EQ("cbo.clean", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("cbo.clean", rig_step.access_bytes, MODEL_CBO_BYTES);
	rig_set(RD, 77);
	model_step(&rig, &in, &rig_step);
	CHECK_EQ("unseen", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("unseen", rig_get(RD), 0);
}

static void there(void)
{
	hart(64, 0);
	rig_run(rig_csrrs(0x7a1));
	CHECK_EQ("there", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("its value is not the model's", model_outside(&rig, 0x7a1),
		 ~0ull);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_run(rig_csrrs(0x7a1));
	CHECK_EQ("not S-mode's", rig_step.kind, MODEL_EXCEPTION);
	rig_new(rig_preset(64));
	rig_run(rig_csrrs(0x7a1));
	CHECK_EQ("not there", rig_step.kind, MODEL_EXCEPTION);
}

static const struct unit_test tests[] = {
	UNIT_TEST(matches, UNIT_ONE),	UNIT_TEST(several, UNIT_ONE),
	UNIT_TEST(registers, UNIT_ONE), UNIT_TEST(never, UNIT_ONE),
	UNIT_TEST(there, UNIT_ONE),
};

UNIT_MAIN("model_trigger", tests)
