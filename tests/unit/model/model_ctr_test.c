// SPDX-License-Identifier: BSD-2-Clause
/* Control transfers that the model records (Smctr/Ssctr 1.0, "Behavior"). */
#include "unit.h"
#include "model_ctr_rig.h"

#define MTVEC (RIG_RAM + 0x1000)
#define STVEC (RIG_RAM + 0x2000)
#define ELSEWHERE (RIG_RAM + 0x300)

/* --- types and filters ---------------------------------------------------- */

enum { EITHER = 0, ONLY_32 = 32 };

/* x1 and x5 to x7 have the value ELSEWHERE; so has pc before direct jumps. */
static const struct transfer {
	const char *name;
	u32 insn;
	s32 offset; /* of a direct jump; 0: the target is ELSEWHERE */
	u8 type, inhibit, xlen;
} transfers[] = {
	{ "jal x1", 0x100000ef, 256, 9, 41, EITHER },
	{ "jal x5", 0x100002ef, 256, 9, 41, EITHER },
	{ "jal x0", 0x1000006f, 256, 11, 43, EITHER },
	{ "jal x6", 0x1000036f, 256, 15, 47, EITHER },
	{ "jalr x1, x6", 0x000300e7, 0, 8, 40, EITHER },
	{ "jalr x5, x6", 0x000302e7, 0, 8, 40, EITHER },
	{ "jalr x1, x1", 0x000080e7, 0, 8, 40, EITHER },
	{ "jalr x5, x5", 0x000282e7, 0, 8, 40, EITHER },
	{ "jalr x1, x5", 0x000280e7, 0, 12, 44, EITHER },
	{ "jalr x5, x1", 0x000082e7, 0, 12, 44, EITHER },
	{ "jalr x0, x1", 0x00008067, 0, 13, 45, EITHER },
	{ "jalr x0, x5", 0x00028067, 0, 13, 45, EITHER },
	{ "jalr x7, x1", 0x000083e7, 0, 13, 45, EITHER },
	{ "jalr x7, x5", 0x000283e7, 0, 13, 45, EITHER },
	{ "jalr x0, x6", 0x00030067, 0, 10, 42, EITHER },
	{ "jalr x7, x6", 0x000303e7, 0, 14, 46, EITHER },
	{ "jalr x6, x6", 0x00030367, 0, 14, 46, EITHER },
	{ "c.j", 0xa811, 20, 11, 43, EITHER },
	{ "c.jal", 0x2811, 20, 9, 41, ONLY_32 },
	{ "c.jr x1", 0x8082, 0, 13, 45, EITHER },
	{ "c.jr x5", 0x8282, 0, 13, 45, EITHER },
	{ "c.jr x6", 0x8302, 0, 10, 42, EITHER },
	{ "c.jalr x1", 0x9082, 0, 8, 40, EITHER },
	{ "c.jalr x5", 0x9282, 0, 12, 44, EITHER },
	{ "c.jalr x6", 0x9302, 0, 8, 40, EITHER },
	{ "beq, taken", 0x00000863, 16, 5, 37, EITHER },
	{ "bge, taken", 0x00005863, 16, 5, 37, EITHER },
	{ "bgeu, taken", 0x00007863, 16, 5, 37, EITHER },
	{ "beq, to the next", 0x00000263, 4, 5, 37, EITHER },
	{ "bne, taken", 0x00031863, 16, 5, 37, EITHER },
	{ "bltu, taken", 0x00606863, 16, 5, 37, EITHER },
	{ "blt x29, x30", 0x01eec863, 16, 5, 37, EITHER },
	{ "c.beqz, taken", 0xc401, 8, 5, 37, EITHER },
	{ "bne, not taken", 0x00001863, 4, 4, 36, EITHER },
	{ "blt, not taken", 0x00004863, 4, 4, 36, EITHER },
	{ "bltu, not taken", 0x00006863, 4, 4, 36, EITHER },
	{ "c.bnez, not taken", 0xe401, 2, 4, 36, EITHER },
};

static void run_transfer(const struct transfer *t, unsigned int xlen,
			 u64 control)
{
	unsigned int reg;

	ctr_new(xlen);
	for (reg = 1; reg < 8; reg++)
		rig_set(MODEL_X0 + reg, ELSEWHERE);
	rig_set(MODEL_X0 + 30, 1ull << 30);
	rig_set(MODEL_X0 + 29, 1);
	rig_set(MCTRCTL, control);
	ctr_to(MODEL_S);
	rig_run(t->insn);
	CHECK_EQ(t->name, rig_step.kind, MODEL_RETIRED);
}

static u64 target_of(const struct transfer *t)
{
	return t->offset ? CTR_PC + (u64)(s64)t->offset : ELSEWHERE;
}

static void types(void)
{
	const struct transfer *t;
	unsigned int i, xlen;
	u64 on;

	for (i = 0; i < 2 * array_size(transfers); i++) {
		t = &transfers[i / 2];
		xlen = i & 1 ? 32 : 64;
		if (t->xlen && t->xlen != xlen)
			continue;
		on = CTR_S | (t->type == 4 ? CTR_NTBREN : 0);
		run_transfer(t, xlen, on);
		CHECK_EQ(t->name, rig_get(MODEL_PC), target_of(t));
		if (xlen == 32 && t->type == 4) { /* too far on RV32 */
			ctr_expect_none(t->name, false);
			continue;
		}
		ctr_expect(t->name, CTR_PC, target_of(t), t->type);
		CHECK_EQ(t->name, rig_get(SCTRSTATUS), 1);
		CHECK_EQ(t->name, ctr_get(1, 0), 0);
		run_transfer(t, xlen, on & ~CTR_S);
		ctr_expect_none(t->name, false);
		run_transfer(t, xlen, (on & ~CTR_S) | CTR_U | CTR_M);
		ctr_expect_none(t->name, false);
	}
}

/* Each inhibit bit applies to its own type only. */
static void filters(void)
{
	const struct transfer *t;
	unsigned int i, bit;
	u64 on;

	for (i = 0; i < array_size(transfers); i++)
		for (bit = 33; bit < 48; bit++) {
			t = &transfers[i];
			if (t->xlen || !(CTR_ALL >> bit & 1))
				continue;
			on = t->type == 4 ? CTR_NTBREN : 0;
			run_transfer(t, 64, CTR_S | (on ^ 1ull << bit));
			if (bit == t->inhibit)
				ctr_expect_none(t->name, false);
			else
				ctr_expect(t->name, CTR_PC, target_of(t),
					   t->type);
		}
}

/* A branch to a misaligned address is only a trap. */
static void misaligned_branch(void)
{
	struct model_config config = ctr_config(64);

	config.misa &= ~MODEL_MISA('C');
	rig_new_config(&config);
	rig_csr(0x305, MTVEC);
	rig_open();
	rig_set(MCTRCTL, CTR_S);
	ctr_run(CTR_PC, 0x00000163); /* beq x0, x0, 2 */
	CHECK_EQ("misaligned", rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ("misaligned", rig_step.cause, 0);
	CHECK_EQ("misaligned", rig_get(MODEL_PC), MTVEC);
	ctr_expect_none("misaligned", false);
	rig_set(MCTRCTL, CTR_S | CTR_M);
	ctr_run(CTR_PC, 0x00000163);
	ctr_expect("the trap", CTR_PC, MTVEC, 1);
	CHECK_EQ("one record", rig_get(SCTRSTATUS), 1);
}

/* --- privilege mode transitions ------------------------------------------- */

static bool on(u64 control, unsigned int priv)
{
	return control >> (priv == MODEL_M ? 2 : priv) & 1;
}

/* "External Trap Enable Requirements", row by row. */
static bool external(u64 control, unsigned int from, unsigned int to)
{
	bool ste = control & CTR_STE, mte = control & CTR_MTE;

	if (from == MODEL_U)
		return to == MODEL_S ? ste : mte && ste;
	return from == MODEL_S && to == MODEL_M && mte;
}

/* "Trap and Trap Return Recording" */
static void expect_trap(u64 control, unsigned int from, unsigned int to,
			unsigned int type, u64 inhibit)
{
	u64 handler = to == MODEL_M ? MTVEC : STVEC;

	if (control & CTR_RASEMU)
		ctr_expect_none("RAS", false);
	else if (on(control, to) && control & inhibit)
		ctr_expect_none("inhibited", false);
	else if (on(control, to))
		ctr_expect("on", on(control, from) ? CTR_PC : 0, handler, type);
	else if (on(control, from) && external(control, from, to))
		ctr_expect("external", CTR_PC, 0, type);
	else
		ctr_expect_none("none", false);
}

/* The controls that the rules read, by a number. */
static u64 control_of(unsigned int n)
{
	return (n & 7) | (n & 8 ? CTR_STE : 0) | (n & 16 ? CTR_MTE : 0) |
	       (n & 32 ? CTR_RASEMU : 0) | (u64)(n >> 6 & 7) << 33;
}

enum { CONTROLS = 512, EXCINH = 0, INTRINH = 1, TRETINH = 2 };

static const u8 modes[] = { MODEL_U, MODEL_S, MODEL_M };

static void exceptions(void)
{
	unsigned int n, from, to;

	for (n = 0; n < CONTROLS; n++)
		for (from = 0; from < 3; from++)
			for (to = from ? from : 1; to < 3; to++) {
				ctr_new(64);
				rig_set(0x302, to == 1 ? 1 << 8 | 1 << 9 : 0);
				rig_set(MCTRCTL, control_of(n));
				ctr_to(modes[from]);
				rig_run(RIG_ECALL);
				expect_trap(control_of(n), modes[from],
					    modes[to], 1, 1ull << 33);
			}
}

static void interrupts(void)
{
	unsigned int n, from, to;

	for (n = 0; n < CONTROLS; n++)
		for (from = 0; from < 3; from++)
			for (to = from ? from : 1; to < 3; to++) {
				ctr_new(64);
				rig_set(0x303, to == 1 ? 1 << 1 : 0);
				rig_set(0x304, 1 << 1);
				rig_set(0x344, 1 << 1);
				rig_set(0x300,
					rig_get(0x300) | 1 << 3 | 1 << 1);
				rig_set(MCTRCTL, control_of(n));
				ctr_to(modes[from]);
				rig_go();
				CHECK_EQ("taken", rig_step.kind,
					 MODEL_INTERRUPT);
				expect_trap(control_of(n), modes[from],
					    modes[to], 2, 1ull << 34);
			}
}

static void expect_return(u64 control, unsigned int from, unsigned int to)
{
	if (control & (CTR_RASEMU | 1ull << 35) || !on(control, from))
		ctr_expect_none("none", false);
	else
		ctr_expect("return", CTR_PC, on(control, to) ? ELSEWHERE : 0,
			   3);
}

static void returns(void)
{
	unsigned int n, from, to;

	for (n = 0; n < CONTROLS; n++)
		for (from = 1; from < 3; from++)
			for (to = 0; to <= from; to++) {
				ctr_new(64);
				rig_set(from == 2 ? 0x341 : 0x141, ELSEWHERE);
				rig_set(0x300, from == 2 ?
						       (u64)modes[to] << 11 :
						       (u64)modes[to] << 8);
				rig_set(MCTRCTL, control_of(n));
				ctr_to(modes[from]);
				rig_run(from == 2 ? RIG_MRET : RIG_SRET);
				CHECK_EQ("there", rig_get(MODEL_PRIV),
					 modes[to]);
				expect_return(control_of(n), modes[from],
					      modes[to]);
			}
}

/* A return that may not be executed is only a trap. */
static void forbidden_return(void)
{
	ctr_new(64);
	rig_set(MCTRCTL, CTR_U | CTR_S | CTR_M);
	ctr_to(MODEL_U);
	rig_run(RIG_SRET);
	ctr_expect("sret", CTR_PC, MTVEC, 1);
	CHECK_EQ("one record", rig_get(SCTRSTATUS), 1);
}

/* --- freeze --------------------------------------------------------------- */

static void breakpoint(unsigned int n, bool by_s)
{
	u64 control = CTR_U | CTR_S | CTR_M | CTR_STE | CTR_MTE |
		      (n & 1 ? CTR_BPFRZ : 0) | (n & 2 ? CTR_LCOFIFRZ : 0);

	ctr_new(64);
	rig_set(0x302, by_s ? 1 << 3 : 0);
	rig_set(MCTRCTL, n & 4 ? control & ~7ull : control);
	ctr_to(MODEL_U);
	rig_run(n & 8 ? 0x9002 : RIG_EBREAK);
	if (n & 1)
		ctr_expect_none("frozen", true);
	else if (n & 4)
		ctr_expect_none("off", false);
	else
		ctr_expect("recorded", CTR_PC, by_s ? STVEC : MTVEC, 1);
}

static void overflow(unsigned int n, bool by_s)
{
	u64 control = CTR_U | CTR_S | CTR_M | CTR_STE | CTR_MTE |
		      (n & 1 ? CTR_BPFRZ : 0) | (n & 2 ? CTR_LCOFIFRZ : 0);

	ctr_new(64);
	rig_set(0x303, by_s ? 1 << 13 : 0);
	rig_set(0x304, 1 << 13);
	rig_set(0x344, 1 << 13);
	rig_set(MCTRCTL, n & 4 ? control & ~7ull : control);
	ctr_to(MODEL_U);
	rig_go();
	CHECK_EQ("taken", rig_step.cause, 13);
	if (n & 2)
		ctr_expect_none("frozen", true);
	else if (n & 4)
		ctr_expect_none("off", false);
	else
		ctr_expect("recorded", CTR_PC, by_s ? STVEC : MTVEC, 2);
}

static void freeze(void)
{
	unsigned int n;

	for (n = 0; n < 32; n++) {
		breakpoint(n & 15, n & 16);
		overflow(n & 7, n & 16);
	}
}

/* No other interrupt or exception freezes. */
static void frozen_by_nothing_else(void)
{
	ctr_new(64);
	rig_set(MCTRCTL, CTR_S | CTR_M | CTR_BPFRZ | CTR_LCOFIFRZ);
	ctr_to(MODEL_S);
	rig_run(RIG_ECALL);
	ctr_expect("ecall", CTR_PC, MTVEC, 1);
	rig_set(0x304, 1 << 1);
	rig_set(0x344, 1 << 1);
	ctr_to(MODEL_S);
	rig_go();
	ctr_expect("software", CTR_PC, MTVEC, 2);
	CHECK_EQ("not frozen", rig_get(SCTRSTATUS), 2);
}

static void nothing_while_frozen(void)
{
	unsigned int i;

	for (i = 0; i < array_size(transfers); i++) {
		if (transfers[i].xlen)
			continue;
		run_transfer(&transfers[i], 64, 0);
		rig_set(MCTRCTL, CTR_S | CTR_M | CTR_NTBREN);
		rig_set(SCTRSTATUS, CTR_FROZEN);
		ctr_to(MODEL_S);
		rig_run(transfers[i].insn);
		ctr_expect_none(transfers[i].name, true);
		rig_run(RIG_ECALL);
		rig_run(RIG_MRET);
		ctr_expect_none("traps", true);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(types, UNIT_ONE),
	UNIT_TEST(filters, UNIT_ONE),
	UNIT_TEST(misaligned_branch, UNIT_ONE),
	UNIT_TEST(exceptions, UNIT_ONE),
	UNIT_TEST(interrupts, UNIT_ONE),
	UNIT_TEST(returns, UNIT_ONE),
	UNIT_TEST(forbidden_return, UNIT_ONE),
	UNIT_TEST(freeze, UNIT_ONE),
	UNIT_TEST(frozen_by_nothing_else, UNIT_ONE),
	UNIT_TEST(nothing_while_frozen, UNIT_ONE),
};

UNIT_MAIN("model_ctr", tests)
