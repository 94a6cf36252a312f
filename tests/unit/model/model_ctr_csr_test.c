// SPDX-License-Identifier: BSD-2-Clause
/*
 * Registers and entries of Control Transfer Records in the model, the modes
 * that may use them, and the choices of implementations.
 */
#include "unit.h"
#include "model_ctr_rig.h"
#include "model_script.h"

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

/* --- rows ------------------------------------------------------------------ */

/*
 * c14e is sctrctl, c14f sctrstatus, c150 siselect, c151 sireg, c15f sctrdepth,
 * c30c mstateen0, c34e mctrctl; jalr x1, x6 is 000300e7, SCTRCLR 10400073.
 */
static const struct model_script scripts[] = {
	{ "a closed gate stops access, but not recording: jalr x1, x6",
	  "rv64 +ctr open c34e=2 x6=80000300 priv=1 pc=80000040 i=000300e7 "
	  "rec0.0:80000041 rec0.1:80000300 rec0.2&f:8" },
	{ "Smstateen guards senvcfg and sstateen0",
	  "rv64 +ctr open priv=1 csrr=10a trap priv=1 csrr=10c trap "
	  "c30c<~0 c30c:d040000000000000 priv=1 csrr=10a ok csrr=10c ok x10:0" },
	{ "... and sstateen1",
	  "csrr=10d trap c30d<~0 c30d:8000000000000000 priv=1 csrr=10d ok" },
	{ "M-mode's selection, and selections without an entry",
	  "priv=3 c350<200 csrr=351 trap step.cause:2 c150=1ff csrr=151 trap "
	  "c150=300 csrr=151 trap" },
	{ "upper halves of state enables",
	  "rv32 +ctr open c31c<~0 c31c:d0400000 c30c:0 c31f<~0 c31f:80000000 "
	  "priv=1 x11=~0 csrrw=14e csrr=14e x10:1983" },
	{ "all controls", "rv64 +ctr open c30c<1040000000000000 c34e<~0 "
			  "step.write[0].reg:34e c34e:ff3e00001b87" },
	{ "sctrctl is a part of mctrctl",
	  "priv=1 x11=0 csrrw=14e csrr=14e x10:0 c34e:204 x11=~0 csrrw=14e "
	  "csrr=14e x10:ff3e00001983" },
	{ "a subset of the controls",
	  "rv64 +ctr ctr.control=200000000807 open c30c<1040000000000000 "
	  "priv=1 x11=~0 csrrw=14e csrr=14e x10:200000000803" },
	{ "another depth moves the pointer of some implementations",
	  "rv64 +ctr ctr.depth_moves=1 c15f=4 c14f:2b c15f=4 c14f:2b "
	  "c15f=0 c14f:0" },
	{ "... and cuts it in all of them, for good",
	  "rv64 +ctr c15f=4 c14f=ff c15f=1 c14f:1f c15f=4 c14f:1f" },
	{ "the step notes each register that changes: sctrstatus",
	  "rv64 +ctr open c30c<1040000000000000 priv=1 x11=~0 csrrw=14f "
	  "step.writes:2 step.write[0].reg:14f step.write[0].value:8000000f" },
	{ "sctrdepth", "x11=3 csrrw=15f step.writes:2 step.write[0].reg:15f "
		       "step.write[0].value:3" },
	{ "siselect", "x11=203 csrrw=150 step.writes:2 step.write[0].reg:150 "
		      "step.write[0].value:203" },
	{ "data", "x11=5 csrrw=153 step.writes:2 step.write[0].reg:153 "
		  "step.write[0].value:5" },
	{ "target", "x11=2221 csrrw=152 step.writes:2 step.write[0].reg:152 "
		    "step.write[0].value:2220" },
	{ "source", "x11=1111 csrrw=151 step.writes:2 step.write[0].reg:151 "
		    "step.write[0].value:1111" },
	{ "nothing", "x11=7 csrrw=156 step.writes:2 step.write[0].reg:156 "
		     "step.write[0].value:0" },
	{ "each has its own place",
	  "c151:1111 c152:2220 c153:5 c150=100 c151:0 c151=1 c151:0" },
	{ "U-mode may not clear",
	  "rv64 +ctr open c150=200 c151=1235 priv=0 i=10400073 step.cause:2 "
	  "c151:1235" },
	{ "SCTRCLR keeps all but the entries",
	  "rv64 +ctr open c34e=ff3e00001b81 c14f=80000005 c150=203 c151=1235 "
	  "c30c<1040000000000000 priv=1 i=10400073 c151:0 c14f:80000005 "
	  "c34e:ff3e00001b81 c150:203" },
};

static void rows_of_words(void)
{
	model_scripts(scripts, array_size(scripts));
}

static const struct unit_test tests[] = {
	UNIT_TEST(gates, UNIT_ONE),
	UNIT_TEST(no_gate, UNIT_ONE),
	UNIT_TEST(absent, UNIT_ONE),
	UNIT_TEST(no_machine_control, UNIT_ONE),
	UNIT_TEST(depths, UNIT_ONE),
	UNIT_TEST(entries, UNIT_ONE),
	UNIT_TEST(rows_of_words, UNIT_ONE),
	UNIT_TEST(reset_leaves_something, UNIT_ONE),
};

UNIT_MAIN("model_ctr_csr", tests)
