// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers and entries of Control Transfer Records in the model, the modes
 * that may use them, and the choices of implementations.
 */
#include "unit.h"
#include "model_ctr_rig.h"

/* --- modes with access --------------------------------------------------- */

static const u32 ctr_csrs[] = { SCTRCTL,   SCTRSTATUS, SCTRDEPTH, SISELECT,
				SIREG,	   SIREG + 1,  SIREG + 2, SIREG + 4,
				SIREG + 5, SIREG + 6 };

static bool may(unsigned int priv, u32 csr, u64 gate)
{
	bool ctr = gate >> 54 & 1, select = gate >> 60 & 1;

	if (priv == MODEL_M)
		return true;
	if (priv == MODEL_U)
		return false;
	if (csr == SISELECT)
		return select;
	if (csr >= SIREG && csr <= SIREG + 6)
		return ctr && select;
	return ctr;
}

static void gates(void)
{
	static const u8 modes[] = { MODEL_U, MODEL_S, MODEL_M };
	unsigned int n, mode, i;
	bool legal;
	u64 gate;

	ctr_new(64);
	rig_set(SISELECT, 0x2ff);
	for (n = 0; n < 4; n++)
		for (mode = 0; mode < 3; mode++) {
			gate = (u64)(n & 1) << 54 | (u64)(n >> 1) << 60;
			rig_csr(MSTATEEN0, gate);
			for (i = 0; i < array_size(ctr_csrs); i++) {
				ctr_read(modes[mode], ctr_csrs[i], &legal);
				CHECK_EQ("access", legal,
					 may(modes[mode], ctr_csrs[i], gate));
			}
			ctr_to(modes[mode]);
			rig_run(CTR_SCTRCLR);
			CHECK_EQ("SCTRCLR", rig_step.kind == MODEL_RETIRED,
				 may(modes[mode], SCTRCTL, gate));
			ctr_read(modes[mode], MCTRCTL, &legal);
			CHECK_EQ("mctrctl", legal, modes[mode] == MODEL_M);
		}
}

/* Without Smstateen there is no gate. */
static void no_gate(void)
{
	struct model_config config = ctr_config(64);
	unsigned int i;
	bool legal;

	config.extensions &= ~(u32)MODEL_SMSTATEEN;
	rig_new_config(&config);
	rig_open();
	rig_set(SISELECT, 0x200);
	for (i = 0; i < array_size(ctr_csrs); i++) {
		ctr_read(MODEL_S, ctr_csrs[i], &legal);
		CHECK("access", legal);
	}
	ctr_read(MODEL_M, MSTATEEN0, &legal);
	CHECK("mstateen0", !legal);
}

/* A closed gate stops access, but not recording. */
static void records_behind_the_gate(void)
{
	ctr_new(64);
	rig_set(MCTRCTL, CTR_S);
	ctr_run(CTR_PC, INSN_CALL);
	ctr_expect("a call", CTR_PC, CTR_ELSEWHERE, 8);
}

/* Smstateen also guards other registers, but no selection of M-mode. */
static void state_enables(void)
{
	bool legal;

	ctr_new(64);
	ctr_read(MODEL_S, 0x10a, &legal);
	CHECK("senvcfg", !legal);
	ctr_read(MODEL_S, 0x10c, &legal);
	CHECK("sstateen0", !legal);
	rig_csr(MSTATEEN0, ~0ull);
	CHECK_EQ("writable", rig_get(MSTATEEN0),
		 1ull << 63 | 1ull << 62 | 1ull << 60 | 1ull << 54);
	ctr_read(MODEL_S, 0x10a, &legal);
	CHECK("senvcfg", legal);
	CHECK_EQ("nothing in it", ctr_read(MODEL_S, 0x10c, &legal), 0);
	CHECK("sstateen0", legal);
	ctr_read(MODEL_S, 0x10d, &legal);
	CHECK("sstateen1", !legal);
	rig_csr(0x30d, ~0ull);
	CHECK_EQ("mstateen1", rig_get(0x30d), 1ull << 63);
	ctr_read(MODEL_S, 0x10d, &legal);
	CHECK("sstateen1", legal);
	rig_csr(0x350, 0x200);
	ctr_read(MODEL_M, 0x351, &legal);
	CHECK("mireg", !legal);
	rig_set(SISELECT, 0x1ff);
	ctr_read(MODEL_M, SIREG, &legal);
	CHECK("no entry", !legal);
	rig_set(SISELECT, 0x300);
	ctr_read(MODEL_M, SIREG, &legal);
	CHECK("no entry", !legal);
}

static void state_enables_rv32(void)
{
	ctr_new(32);
	rig_csr(0x31c, ~0ull);
	CHECK_EQ("mstateen0h", rig_get(0x31c), 0xd0400000);
	CHECK_EQ("mstateen0", rig_get(MSTATEEN0), 0);
	rig_csr(0x31f, ~0ull);
	CHECK_EQ("mstateen3h", rig_get(0x31f), 0x80000000);
	CHECK_EQ("sctrctl", ctr_put(SCTRCTL, ~0ull), 0x1983);
}

/* A hart without CTR has none of its registers. */
static void absent(void)
{
	static const u32 csrs[] = { SCTRCTL,  SCTRSTATUS, SCTRDEPTH,
				    SISELECT, SIREG,	  MCTRCTL,
				    0x350,    0x351,	  MSTATEEN0 };
	unsigned int i;
	bool legal;
	u64 value;

	rig_new(rig_preset(64));
	for (i = 0; i < array_size(csrs); i++) {
		ctr_read(MODEL_M, csrs[i], &legal);
		CHECK("no such CSR", !legal);
		CHECK("no element", !model_read(&rig, csrs[i], &value));
	}
	ctr_to(MODEL_M);
	rig_run(CTR_SCTRCLR);
	CHECK_EQ("SCTRCLR", rig_step.cause, 2);
}

/* --- controls ------------------------------------------------------------- */

static void controls(void)
{
	struct model_config config = ctr_config(64);

	ctr_new(64);
	ctr_open();
	rig_csr(MCTRCTL, ~0ull);
	CHECK_EQ("all", rig_get(MCTRCTL), 0xff3e00001b87);
	CHECK_EQ("noted", rig_step.write[0].reg, MCTRCTL);
	CHECK_EQ("the view", ctr_put(SCTRCTL, 0), 0);
	CHECK_EQ("is part of it", rig_get(MCTRCTL), CTR_M | CTR_MTE);
	CHECK_EQ("the view", ctr_put(SCTRCTL, ~0ull), 0xff3e00001983);

	config.ctr.control = CTR_U | CTR_S | CTR_M | CTR_BPFRZ | 1ull << 45;
	rig_new_config(&config);
	rig_open();
	ctr_open();
	CHECK_EQ("a subset", ctr_put(SCTRCTL, ~0ull),
		 CTR_U | CTR_S | CTR_BPFRZ | 1ull << 45);
}

/* Without Smctr M-mode is never recorded, with any state after a reset. */
static void no_machine_control(void)
{
	struct model_config config = ctr_config(64);
	u64 status;

	config.extensions &= ~(u32)MODEL_SMCTR;
	for (config.ctr.reset = 1; config.ctr.reset < 20; config.ctr.reset++) {
		rig_new_config(&config);
		status = rig_get(SCTRSTATUS);
		ctr_run(CTR_PC, RIG_ECALL);
		rig_set(MODEL_PC, CTR_PC);
		rig_run(INSN_CALL);
		CHECK_EQ("in M-mode", rig_get(MODEL_PRIV), MODEL_M);
		CHECK_EQ("no record", rig_get(SCTRSTATUS), status);
	}
}

/* --- depth ---------------------------------------------------------------- */

static u64 depth_after(unsigned int set, unsigned int rule, u64 old, u64 value)
{
	u64 least = 0, most = 4, depth;

	while (!(set >> least & 1))
		least++;
	while (!(set >> most & 1))
		most--;
	if (value < 5 && set >> value & 1)
		return value;
	if (rule == MODEL_DEPTH_KEEP)
		return old;
	if (rule == MODEL_DEPTH_LEAST)
		return least;
	if (rule == MODEL_DEPTH_MOST)
		return most;
	for (depth = value > 4 ? 4 : value; depth > least; depth--)
		if (set >> depth & 1)
			return depth;
	return least;
}

static void depths(void)
{
	struct model_config config = ctr_config(64);
	unsigned int set, rule;
	u64 value, old;

	for (set = 1; set < 32; set++)
		for (rule = 0; rule < 4; rule++) {
			config.ctr.depths = (u8)set;
			config.ctr.depth_rule = (u8)rule;
			rig_new_config(&config);
			rig_open();
			ctr_open();
			old = rig_get(SCTRDEPTH);
			CHECK_EQ("from the least", old,
				 depth_after(set, MODEL_DEPTH_LEAST, 0, 7));
			for (value = 0; value < 16; value++) {
				old = depth_after(set, rule, old, value & 7);
				CHECK_EQ("depth", ctr_put(SCTRDEPTH, value),
					 old);
			}
		}
}

/* Entries that exist, and WRPTR at its ends. */
static void entries(void)
{
	u64 depth, n, last;

	for (depth = 0; depth < 5; depth++) {
		ctr_new(64);
		ctr_open();
		ctr_put(SCTRDEPTH, depth);
		last = (16u << depth) - 1;
		for (n = 0; n < 256; n++) {
			ctr_put(SISELECT, 0x200 + n);
			ctr_put(SIREG, 2 * n | 1);
			CHECK_EQ("source", rig_get(SIREG),
				 n > last ? 0 : 2 * n | 1);
			CHECK_EQ("target", ctr_put(SIREG + 1, ~0ull),
				 n > last ? 0 : ~1ull);
			CHECK_EQ("data", ctr_put(SIREG + 2, ~0ull),
				 n > last ? 0 : 0xffff800f);
			CHECK_EQ("nothing", ctr_put(SIREG + 4, ~0ull), 0);
			CHECK_EQ("nothing", ctr_put(SIREG + 6, ~0ull), 0);
		}
		CHECK_EQ("status", ctr_put(SCTRSTATUS, ~0ull),
			 CTR_FROZEN | last);
		CHECK_EQ("moved by one", ctr_get(1, 0), 5);
		CHECK_EQ("the first is last", ctr_get((unsigned int)last, 0),
			 1);
		rig_set(SCTRSTATUS, last);
		rig_set(MCTRCTL, CTR_S);
		ctr_run(CTR_PC, INSN_CALL);
		CHECK_EQ("around", rig_get(SCTRSTATUS), 0);
		ctr_expect("around", CTR_PC, CTR_ELSEWHERE, 8);
		CHECK_EQ("older", ctr_get(1, 0), 3);
	}
}

static void depth_moves_the_pointer(void)
{
	struct model_config config = ctr_config(64);

	config.ctr.depth_moves = true;
	rig_new_config(&config);
	rig_set(SCTRDEPTH, 4);
	CHECK_EQ("elsewhere", rig_get(SCTRSTATUS), 0x2b);
	rig_set(SCTRDEPTH, 4);
	CHECK_EQ("no change", rig_get(SCTRSTATUS), 0x2b);
	rig_set(SCTRDEPTH, 0);
	CHECK_EQ("legal", rig_get(SCTRSTATUS), 0);
	ctr_new(64);
	rig_set(SCTRDEPTH, 4);
	rig_set(SCTRSTATUS, 0xff);
	rig_set(SCTRDEPTH, 1);
	CHECK_EQ("cut", rig_get(SCTRSTATUS), 0x1f);
	rig_set(SCTRDEPTH, 4);
	CHECK_EQ("cut for good", rig_get(SCTRSTATUS), 0x1f);
}

/*
 * The step notes each register that changes, with its new value, and no other
 * register changes.
 */
static void notes(void)
{
	static const struct {
		u32 csr;
		u64 value, want;
	} rows[] = { { SCTRSTATUS, ~0ull, CTR_FROZEN | 0xf },
		     { SCTRDEPTH, 3, 3 },
		     { SISELECT, 0x203, 0x203 },
		     { SIREG + 2, 5, 5 },
		     { SIREG + 1, 0x2221, 0x2220 },
		     { SIREG, 0x1111, 0x1111 },
		     { SIREG + 5, 7, 0 } };
	unsigned int i;

	ctr_new(64);
	ctr_open();
	for (i = 0; i < array_size(rows); i++) {
		ctr_to(MODEL_S);
		rig_set(RS1, rows[i].value);
		rig_run(rig_csrrw(rows[i].csr));
		CHECK_EQ("noted", rig_step.writes, 2);
		CHECK_EQ("noted", rig_step.write[0].reg, rows[i].csr);
		CHECK_EQ("noted", rig_step.write[0].value, rows[i].want);
	}
	CHECK_EQ("source", rig_get(SIREG), 0x1111);
	CHECK_EQ("target", rig_get(SIREG + 1), 0x2220);
	CHECK_EQ("data", rig_get(SIREG + 2), 5);
	rig_set(SISELECT, 0x100);
	CHECK_EQ("no entry", rig_get(SIREG), 0);
	rig_set(SIREG, 1);
	CHECK_EQ("no entry", rig_get(SIREG), 0);
}

/* --- reset and SCTRCLR ---------------------------------------------------- */

/* A reset leaves random values, but only values that the hart can have. */
static void reset_leaves_something(void)
{
	struct model_config config = ctr_config(64);
	unsigned int n, found, on = 0;
	u64 depth, seen[5] = { 0 }, status = 0, select = 0;

	config.ctr.depths = 1 << 1 | 1 << 3;
	config.ctr.control = CTR_ALL & ~(CTR_MTE | 1ull << 40);
	for (config.ctr.reset = 1; config.ctr.reset < 40; config.ctr.reset++) {
		rig_new_config(&config);
		depth = rig_get(SCTRDEPTH);
		CHECK("depth", depth == 1 || depth == 3);
		seen[depth]++;
		status |= rig_get(SCTRSTATUS);
		select |= rig_get(SISELECT);
		CHECK_EQ("control", rig_get(MCTRCTL) & ~config.ctr.control, 0);
		CHECK_EQ("the gate", rig_get(MSTATEEN0), 0);
		on += !!(rig_get(MCTRCTL) & CTR_M);
		for (n = found = 0; n < 256; n++)
			found += ctr_get(n, 0) && ctr_get(n, 1) &&
				 ctr_get(n, 2);
		CHECK("records", found > 14);
		rig_run(CTR_SCTRCLR);
		rig_set(SCTRDEPTH, 3);
		for (n = 0; n < 256; n++)
			CHECK_EQ("none",
				 ctr_get(n, 0) | ctr_get(n, 1) | ctr_get(n, 2),
				 0);
	}
	CHECK("M-mode is recorded at times", on > 5 && on < 35);
	CHECK("both depths", seen[1] && seen[3]);
	CHECK_EQ("WRPTR", status, 0x7f);
	CHECK_EQ("siselect", select, 0xfff);
	config.extensions &= ~(u64)(MODEL_SSCTR | MODEL_SMCTR);
	config.ctr = (struct model_ctr_config){ .reset = 5 };
	rig_new_config(&config);
	CHECK_EQ("nothing without CTR", rig_get(SISELECT), 0);
}

static void clear_is_refused(void)
{
	ctr_new(64);
	rig_set(SISELECT, 0x200);
	rig_set(SIREG, 0x1235);
	ctr_to(MODEL_U);
	rig_run(CTR_SCTRCLR);
	CHECK_EQ("refused", rig_step.cause, 2);
	CHECK_EQ("the entry", rig_get(SIREG), 0x1235);
}

static void clear_keeps_the_rest(void)
{
	ctr_new(64);
	rig_set(MCTRCTL, CTR_ALL & ~(CTR_S | CTR_M));
	rig_set(SCTRSTATUS, CTR_FROZEN | 5);
	rig_set(SISELECT, 0x203);
	rig_set(SIREG, 0x1235);
	ctr_open();
	ctr_to(MODEL_S);
	rig_run(CTR_SCTRCLR);
	CHECK_EQ("the entry", rig_get(SIREG), 0);
	CHECK_EQ("status", rig_get(SCTRSTATUS), CTR_FROZEN | 5);
	CHECK_EQ("control", rig_get(MCTRCTL), CTR_ALL & ~(CTR_S | CTR_M));
	CHECK_EQ("siselect", rig_get(SISELECT), 0x203);
}

static const struct unit_test tests[] = {
	UNIT_TEST(gates, UNIT_ONE),
	UNIT_TEST(no_gate, UNIT_ONE),
	UNIT_TEST(records_behind_the_gate, UNIT_ONE),
	UNIT_TEST(state_enables, UNIT_ONE),
	UNIT_TEST(state_enables_rv32, UNIT_ONE),
	UNIT_TEST(absent, UNIT_ONE),
	UNIT_TEST(controls, UNIT_ONE),
	UNIT_TEST(no_machine_control, UNIT_ONE),
	UNIT_TEST(depths, UNIT_ONE),
	UNIT_TEST(entries, UNIT_ONE),
	UNIT_TEST(depth_moves_the_pointer, UNIT_ONE),
	UNIT_TEST(notes, UNIT_ONE),
	UNIT_TEST(reset_leaves_something, UNIT_ONE),
	UNIT_TEST(clear_is_refused, UNIT_ONE),
	UNIT_TEST(clear_keeps_the_rest, UNIT_ONE),
};

int main(void)
{
	return unit_main("model_ctr_csr", tests, array_size(tests));
}
