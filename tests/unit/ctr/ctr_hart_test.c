// SPDX-License-Identifier: BSD-2-Clause
/* lib/ctr/ctr_hart.c: properties of a hart, the gate, start and resume */
#include <string.h>

#include <base/bits.h>
#include <hart/fields.h>

#include "unit_ctr.h"

#define LOCK SBI_FWFT_SET_FLAG_LOCK
#define DELEGATED (1ul << 1 | 1ul << 19)

/* --- numbers -------------------------------------------------------------- */

/* Fields as in the specification's tables, counted by hand. */
static void field_numbers(void)
{
#define ROW(reg, field, lsb, width)                                 \
	{                                                           \
#reg "." #field, FIELD_MASK(reg, field), lsb, width \
	}
	static const struct {
		const char *name;
		u64 mask;
		unsigned int lsb, width;
	} rows[] = {
		ROW(MCTRCTL, U, 0, 1),
		ROW(MCTRCTL, S, 1, 1),
		ROW(MCTRCTL, M, 2, 1),
		ROW(MCTRCTL, RASEMU, 7, 1),
		ROW(MCTRCTL, STE, 8, 1),
		ROW(MCTRCTL, MTE, 9, 1),
		ROW(MCTRCTL, BPFRZ, 11, 1),
		ROW(MCTRCTL, LCOFIFRZ, 12, 1),
		ROW(MCTRCTL, EXCINH, 33, 1),
		ROW(MCTRCTL, INTRINH, 34, 1),
		ROW(MCTRCTL, TRETINH, 35, 1),
		ROW(MCTRCTL, NTBREN, 36, 1),
		ROW(MCTRCTL, TKBRINH, 37, 1),
		ROW(MCTRCTL, INDCALLINH, 40, 1),
		ROW(MCTRCTL, DIRCALLINH, 41, 1),
		ROW(MCTRCTL, INDJMPINH, 42, 1),
		ROW(MCTRCTL, DIRJMPINH, 43, 1),
		ROW(MCTRCTL, CORSWAPINH, 44, 1),
		ROW(MCTRCTL, RETINH, 45, 1),
		ROW(MCTRCTL, INDLJMPINH, 46, 1),
		ROW(MCTRCTL, DIRLJMPINH, 47, 1),
		ROW(MCTRCTL, CUSTOM, 60, 4),
		ROW(SCTRDEPTH, DEPTH, 0, 3),
		ROW(SCTRSTATUS, WRPTR, 0, 8),
		ROW(SCTRSTATUS, FROZEN, 31, 1),
		ROW(CTRSOURCE, V, 0, 1),
		ROW(CTRSOURCE, PC, 1, 63),
		ROW(CTRTARGET, MISP, 0, 1),
		ROW(CTRTARGET, PC, 1, 63),
		ROW(CTRDATA, TYPE, 0, 4),
		ROW(CTRDATA, CCV, 15, 1),
		ROW(CTRDATA, CCM, 16, 12),
		ROW(CTRDATA, CCE, 28, 4),
		ROW(MSTATEEN0, CTR, 54, 1),
		ROW(MSTATEEN0, CSRIND, 60, 1),
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ(rows[i].name, rows[i].mask,
			 bits_low64(rows[i].width) << rows[i].lsb);
}

/* --- gate ----------------------------------------------------------------- */

static void gate_rows(void)
{
	static const struct {
		const char *name;
		u64 mstateen; /* bits that exist in it */
		bool smstateen, csrind, ctr, offered;
		u64 gate; /* bits of the two that must be open */
		bool usable;
	} rows[] = {
		{ "all", ~0ull, true, true, true, true, GATE_CTR | GATE_CSRIND,
		  true },
		{ "not listed", ~0ull, true, true, true, false, 0, false },
		{ "no CTR bit", ~GATE_CTR, true, true, true, true, 0, false },
		{ "no CSRIND bit", ~GATE_CSRIND, true, true, true, true, 0,
		  false },
		{ "no Sscsrind", ~0ull, true, false, true, true, 0, false },
		{ "no CTR", ~0ull, true, true, false, true, 0, false },
		{ "no gate", 0, false, true, true, true, 0, true },
		{ "no gate, not listed", 0, false, true, true, false, 0, true },
		{ "no gate, no Sscsrind", 0, false, false, true, true, 0,
		  false },
		{ "nothing", 0, false, false, false, true, 0, false },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_ctr_hart();
		fake.has.mstateen = rows[i].mstateen;
		fake.has.smstateen = rows[i].smstateen;
		fake.has.csrind = rows[i].csrind;
		fake.has.ctr = rows[i].ctr;
		/* OpenSBI opens this bit if the device tree lists CTR. */
		fake.state.mstateen0 = rows[i].mstateen & GATE_CTR;
		fake.state.hstateen0 = GATE_CTR;
		ctr_hart_init(&unit_ctr, rows[i].offered ? CTR_NAMES_CTR : 0);
		CHECK_EQ(rows[i].name, unit_ctr.usable, rows[i].usable);
		CHECK_EQ(rows[i].name, unit_ctr.present, rows[i].ctr);
		CHECK_EQ(rows[i].name,
			 fake.state.mstateen0 & (GATE_CTR | GATE_CSRIND),
			 rows[i].gate);
		CHECK_EQ(rows[i].name, fake.state.medeleg, 0);
		ctr_hart_delegate(&unit_ctr);
		CHECK_EQ(rows[i].name, fake.state.medeleg,
			 rows[i].usable ? DELEGATED : 0);
	}
}

/* CTR is not the only user of the second bit. */
static void gate_leaves_others(void)
{
	u64 others = ~(GATE_CTR | GATE_CSRIND);

	unit_ctr_hart();
	fake.state.mstateen0 = ~GATE_CTR;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	CHECK_EQ("open", fake.state.mstateen0, ~0ull);
	ctr_hart_init(&unit_ctr, 0);
	CHECK_EQ("shut, AIA keeps its bit", fake.state.mstateen0, ~GATE_CTR);
	unit_ctr_hart();
	fake.state.mstateen0 = others;
	fake.has.mstateen = ~GATE_CTR;
	ctr_hart_init(&unit_ctr, CTR_NAMES_CTR);
	CHECK_EQ("nothing was opened", fake.state.mstateen0, others);
}

/* --- optional parts ------------------------------------------------------ */

static void depths(void)
{
	static const struct {
		u8 exist, first, last;
	} rows[] = { { 0x1f, 0, 4 }, { 0x01, 0, 0 }, { 0x02, 1, 1 },
		     { 0x05, 0, 2 }, { 0x14, 2, 4 }, { 0x18, 3, 4 },
		     { 0x08, 3, 3 }, { 0x10, 4, 4 } };
	unsigned int i, before;

	for (i = 0; i < array_size(rows); i++)
		for (before = 0; before < 5; before++) {
			if (!(rows[i].exist >> before & 1))
				continue;
			unit_ctr_hart();
			fake.has.ctr_depths = rows[i].exist;
			fake.state.sctrdepth = before;
			ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
			CHECK_EQ("first", fake.state.sctrdepth, rows[i].first);
			CHECK_EQ("status", fake.state.sctrstatus, 0);
			CHECK_EQ("kept", unit_ctr.depth, rows[i].first);
			CHECK_EQ("records", ctr_depth(), 16 << rows[i].first);
			CHECK_EQ("deepest", ctr_hart_deepest(),
				 16 << rows[i].last);
			CHECK_EQ("as before", fake.state.sctrdepth,
				 rows[i].first);
		}
}

/*
 * A hart without a part that the specification requires has no CTR. The search
 * changes no state.
 */
static void incomplete(void)
{
	static const struct {
		const char *name;
		u16 lacks;
		bool present;
	} rows[] = {
		{ "no sctrctl", 0x14e, false },
		{ "no sctrstatus", 0x14f, false },
		{ "no sctrdepth", 0x15f, false },
		{ "no sireg", 0x151, true },
		{ "no sireg2", 0x152, true },
		{ "no sireg3", 0x153, true },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		unit_ctr_hart();
		fake.has.ctr_lacks = rows[i].lacks;
		ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
		CHECK_EQ(rows[i].name, unit_ctr.present, rows[i].present);
		CHECK_EQ(rows[i].name, unit_ctr.usable, 0);
		CHECK_EQ(rows[i].name, fake.state.mctrctl, 0);
		CHECK_EQ(rows[i].name, fake.state.vsctrctl, 0);
		CHECK_EQ(rows[i].name, fake.state.sctrstatus, 0);
		CHECK_EQ(rows[i].name, fake.state.siselect, 0);
	}
}

static void records_that_stay(void)
{
	unit_ctr_hart();
	fake.has.ctr_stuck = true;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	CHECK("present", unit_ctr.present);
	CHECK("not usable", !unit_ctr.usable);
}

/* Without mctrctl no mode can record M-mode, and S-mode has all of CTR. */
static void without_mctrctl(void)
{
	unit_ctr_hart();
	unit_ctr_poison();
	fake.has.mctrctl = false;
	fake.state.mctrctl &= FAKE_CTR_S_VIEW;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	CHECK("usable", unit_ctr.usable && !unit_ctr.has_mte);
	unit_ctr_check_clear("start");
	fake.state.mctrctl = CTL_S;
	ctr_clear(&unit_ctr);
	unit_ctr_check_clear("next owner");
}

/* --- start ---------------------------------------------------------------- */

static void quiesce(void)
{
	unit_ctr_hart();
	unit_ctr_poison();
	ctr_hart_quiesce();
	CHECK_EQ("mctrctl", fake.state.mctrctl, 0);
	fake.has.ctr = false;
	ctr_hart_quiesce();
}

/*
 * The start also clears if S-mode has no access: the next boot stage may open
 * the gate.
 */
static void start_without_gate_clears(void)
{
	unit_ctr_hart();
	unit_ctr_poison();
	fake.has.mstateen = 0;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	fake.state.siselect = 0;
	unit_ctr_check_clear("no gate");
}

/* --- resume --------------------------------------------------------------- */

static struct ctr_kept records[CTR_DEPTH_MAX];

/* State also comes back if CTR is not used, or if only other state exists. */
static void resume_unused(void)
{
	struct ctr_context c = { .record = records };
	unsigned int ctr;

	for (ctr = 0; ctr < 2; ctr++) {
		unit_ctr_hart();
		fake.has.ctr = ctr;
		fake.state.mstateen0 = fake.state.hstateen0 = GATE_CSRIND;
		ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
		CHECK_EQ("a hypervisor's at a start", fake.state.hstateen0, 0);
		fake.state.siselect = 0x70;
		fake.state.hstateen0 = GATE_CSRIND;
		CHECK("unused", !ctr_in_use(&unit_ctr));
		ctr_save(&unit_ctr, false, &c);
		fake.state.siselect = 3;
		fake.state.hstateen0 = ctr ? GATE_CTR : 0;
		ctr_hart_resume(&unit_ctr, &c);
		CHECK_EQ("siselect", fake.state.siselect, 0x70);
		CHECK_EQ("hstateen0", fake.state.hstateen0, GATE_CSRIND);
		CHECK("given back", !c.valid);
	}
}

/* Nothing was saved: S-mode sees no records of another owner. */
static void resume_with_nothing(void)
{
	struct ctr_context c = { .record = records, .valid = false };

	unit_ctr_start();
	unit_ctr_poison();
	fake.state.mstateen0 = 0;
	fake.state.hstateen0 = 0;
	ctr_hart_resume(&unit_ctr, &c);
	unit_ctr_check_clear("not valid");
	CHECK_EQ("gate", fake.state.mstateen0, GATE_CTR | GATE_CSRIND);
	unit_ctr_poison();
	fake.state.hstateen0 = 0;
	ctr_hart_resume(&unit_ctr, NULL);
	unit_ctr_check_clear("none");
}

static void resume_keeps_the_gate_shut(void)
{
	unit_ctr_hart();
	ctr_hart_init(&unit_ctr, 0);
	fake.state.mstateen0 = GATE_CTR;
	ctr_hart_resume(&unit_ctr, NULL);
	CHECK_EQ("shut", fake.state.mstateen0, 0);
	unit_ctr_hart();
	fake.has.ctr = false;
	ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
	ctr_hart_resume(&unit_ctr, NULL);
}

/* --- traps into M-mode ---------------------------------------------------- */

static void mte_calls(void)
{
	static const struct {
		const char *name;
		unsigned long value, flags;
		long error;
		u64 mctrctl, value_now;
	} rows[] = {
		{ "on", 1, 0, 0, CTL_S | CTL_MTE, 1 },
		{ "on again", 1, 0, 0, CTL_S | CTL_MTE, 1 },
		{ "off", 0, 0, 0, CTL_S, 0 },
		{ "value", 2, 0, SBI_ERR_INVALID_PARAM, CTL_S, 0 },
		{ "flags", 1, 2, SBI_ERR_INVALID_PARAM, CTL_S, 0 },
		{ "flags and lock", 1, 3, SBI_ERR_INVALID_PARAM, CTL_S, 0 },
		{ "lock", 1, LOCK, 0, CTL_S | CTL_MTE, 1 },
		{ "locked", 0, 0, SBI_ERR_DENIED_LOCKED, CTL_S | CTL_MTE, 1 },
		{ "same", 1, LOCK, SBI_ERR_DENIED_LOCKED, CTL_S | CTL_MTE, 1 },
		{ "bad value", 5, 0, SBI_ERR_INVALID_PARAM, CTL_S | CTL_MTE,
		  1 },
	};
	unsigned int i;

	unit_ctr_start();
	fake.state.mctrctl = CTL_S;
	CHECK_OK("off at first", ctr_mte_get(&unit_ctr));
	for (i = 0; i < array_size(rows); i++) {
		CHECK_RET(rows[i].name,
			  ctr_mte_set(&unit_ctr, rows[i].value, rows[i].flags),
			  rows[i].error, 0);
		CHECK_EQ(rows[i].name, fake.state.mctrctl, rows[i].mctrctl);
		CHECK_RET(rows[i].name, ctr_mte_get(&unit_ctr), 0,
			  rows[i].value_now);
	}
}

static void mte_not_supported(void)
{
	unsigned int lacks;

	for (lacks = 0; lacks < 2; lacks++) {
		unit_ctr_hart();
		if (lacks)
			fake.has.ctr_fields &= ~(u64)CTL_MTE;
		else
			fake.has.csrind = false;
		ctr_hart_init(&unit_ctr, CTR_NAMES_ALL);
		CHECK_RET("set", ctr_mte_set(&unit_ctr, 1, 0),
			  SBI_ERR_NOT_SUPPORTED, 0);
		CHECK_RET("get", ctr_mte_get(&unit_ctr), SBI_ERR_NOT_SUPPORTED,
			  0);
		CHECK_EQ("nothing is on", fake.state.mctrctl, 0);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(field_numbers, UNIT_ONE),
	UNIT_TEST(gate_rows, UNIT_ALL),
	UNIT_TEST(gate_leaves_others, UNIT_ALL),
	UNIT_TEST(depths, UNIT_ALL),
	UNIT_TEST(incomplete, UNIT_ALL),
	UNIT_TEST(records_that_stay, UNIT_ALL),
	UNIT_TEST(without_mctrctl, UNIT_ALL),
	UNIT_TEST(quiesce, UNIT_ALL),
	UNIT_TEST(start_without_gate_clears, UNIT_ALL),
	UNIT_TEST(resume_unused, UNIT_ALL),
	UNIT_TEST(resume_with_nothing, UNIT_ALL),
	UNIT_TEST(resume_keeps_the_gate_shut, UNIT_ALL),
	UNIT_TEST(mte_calls, UNIT_ALL),
	UNIT_TEST(mte_not_supported, UNIT_ALL),
};

UNIT_MAIN("ctr_hart", tests)
