// SPDX-License-Identifier: BSD-2-Clause
/* Traps, interrupts and returns of the model. */
#include "unit.h"
#include "model_rig.h"
#include "model_script.h"

#define MTVEC (RIG_RAM + 0x1000)
#define STVEC (RIG_RAM + 0x2000)

enum {
	SIE = 1 << 1,
	MIE = 1 << 3,
	SPIE = 1 << 5,
	MPIE = 1 << 7,
	SPP = 1 << 8,
	MPP = 3 << 11,
	MPRV = 1 << 17,
	TVM = 1 << 20,
	TW = 1 << 21,
	TSR = 1 << 22,
};

static void prepare(unsigned int width)
{
	rig_new(rig_preset(width));
	rig_csr(0x305, MTVEC);
	rig_csr(0x105, STVEC);
	rig_open();
}

static u64 status(u64 mask)
{
	return rig_get(0x300) & mask;
}

static void to(unsigned int priv)
{
	rig_set(MODEL_PRIV, priv);
	rig_set(MODEL_PC, RIG_RAM + 0x40);
}

/* --- exceptions ----------------------------------------------------------- */

static void to_m_mode(void)
{
	static const u8 modes[] = { MODEL_U, MODEL_S, MODEL_M };
	unsigned int i, width;

	for (i = 0; i < 6; i++) {
		width = i & 1 ? 32 : 64;
		prepare(width);
		rig_set(0x300, rig_get(0x300) | MIE);
		rig_set(0x343, 5);
		to(modes[i / 2]);
		rig_run(RIG_ECALL);
		CHECK_EQ("kind", rig_step.kind, MODEL_EXCEPTION);
		CHECK_EQ("cause", rig_get(0x342), 8 + modes[i / 2]);
		CHECK_EQ("cause", rig_step.cause, 8 + modes[i / 2]);
		CHECK_EQ("epc", rig_get(0x341), RIG_RAM + 0x40);
		CHECK_EQ("tval", rig_get(0x343), 0);
		CHECK_EQ("pc", rig_get(MODEL_PC), MTVEC);
		CHECK_EQ("next", rig_step.next_pc, MTVEC);
		CHECK_EQ("priv", rig_get(MODEL_PRIV), MODEL_M);
		CHECK_EQ("priv", rig_step.priv, MODEL_M);
		CHECK_EQ("status", status(MIE | MPIE | MPP),
			 MPIE | (u64)modes[i / 2] << 11);
		CHECK_EQ("noted", rig_step.writes, 4);
		CHECK_EQ("noted", rig_step.write[0].reg, 0x300);
		CHECK_EQ("noted", rig_step.write[1].reg, 0x341);
		CHECK_EQ("noted", rig_step.write[2].reg, 0x342);
		CHECK_EQ("noted", rig_step.write[3].reg, 0x343);
	}
}

static void illegal(void)
{
	static const u32 none[] = { 0x00000000, 0xffffffff, 0x0000007f,
				    0x00000073 | 4 << 12, 0x30200173 };
	unsigned int i;

	for (i = 0; i < array_size(none); i++) {
		prepare(64);
		rig_run(none[i]);
		CHECK_EQ("cause", rig_get(0x342), 2);
		CHECK_EQ("tval", rig_get(0x343), none[i]);
		CHECK_EQ("bytes", rig_step.bytes, none[i] & 1 ? 4 : 2);
	}
}

/* Instructions that mstatus can forbid in S-mode. */
static void forbidden(void)
{
	static const struct {
		const char *name;
		u32 insn;
		u64 bit;
		unsigned int priv;
		bool fine;
	} rows[] = {
		{ "wfi", 0x10500073, 0, MODEL_S, true },
		{ "wfi, TW", 0x10500073, TW, MODEL_S, false },
		{ "wfi, TW in M", 0x10500073, TW, MODEL_M, true },
		{ "wfi in U", 0x10500073, 0, MODEL_U, false },
		{ "sfence.vma", 0x12000073, 0, MODEL_S, true },
		{ "sfence.vma, TVM", 0x12000073, TVM, MODEL_S, false },
		{ "sfence.vma, TVM in M", 0x12000073, TVM, MODEL_M, true },
		{ "sfence.vma in U", 0x12000073, 0, MODEL_U, false },
		{ "satp", 0x18002573, 0, MODEL_S, true },
		{ "satp, TVM", 0x18002573, TVM, MODEL_S, false },
		{ "satp, TVM in M", 0x18002573, TVM, MODEL_M, true },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		prepare(64);
		rig_csr(0x300, rows[i].bit);
		to(rows[i].priv);
		rig_run(rows[i].insn);
		CHECK_EQ(rows[i].name, rig_step.kind,
			 rows[i].fine ? MODEL_RETIRED : MODEL_EXCEPTION);
		if (!rows[i].fine)
			CHECK_EQ(rows[i].name, rig_get(0x342), 2);
	}
}

/* Svinval: as SFENCE.VMA, except for the two fences that only order it. */
static void svinval(void)
{
	static const struct {
		u32 insn;
		bool tvm;
	} insns[] = { { 0x16000073, true },
		      { 0x18000073, false },
		      { 0x18100073, false } };
	struct model_config config;
	unsigned int i, priv;
	bool fine;

	for (i = 0; i < 4 * array_size(insns); i++) {
		priv = i & 1 ? MODEL_S : MODEL_U;
		fine = priv == MODEL_S && !(i & 2 && insns[i / 4].tvm);
		CHECK("preset", model_preset("qemu-rv64", &config));
		config.extensions |= MODEL_SVINVAL;
		rig_new_config(&config);
		rig_open();
		rig_csr(0x300, i & 2 ? TVM : 0);
		to(priv);
		rig_run(insns[i / 4].insn);
		CHECK_EQ("permitted", rig_step.kind == MODEL_RETIRED, fine);
	}
	prepare(64);
	rig_run(0x16000073);
	CHECK_EQ("not there", rig_step.kind, MODEL_EXCEPTION);
}

/* --- interrupts ----------------------------------------------------------- */

static const struct interrupt_row {
	const char *name;
	u64 mip, mie, mideleg, status;
	unsigned int priv, want; /* cause, or none; 0x100: S-mode takes it */
} interrupt_rows[] = {
	{ "not enabled", 0x80, 0, 0, MIE, MODEL_M, MODEL_INTERRUPT_NONE },
	{ "not globally", 0x80, 0x80, 0, 0, MODEL_M, MODEL_INTERRUPT_NONE },
	{ "timer", 0x80, 0x80, 0, MIE, MODEL_M, 7 },
	{ "always in S", 0x80, 0x80, 0, 0, MODEL_S, 7 },
	{ "always in U", 0x8, 0x8, 0, 0, MODEL_U, 3 },
	{ "MEI first", 0xaaa, 0xaaa, 0, MIE, MODEL_M, 11 },
	{ "then MSI", 0x2aa, 0x2aa, 0, MIE, MODEL_M, 3 },
	{ "then MTI", 0x2a2, 0x2a2, 0, MIE, MODEL_M, 7 },
	{ "then SEI", 0x222, 0x222, 0, MIE, MODEL_M, 9 },
	{ "then SSI", 0x22, 0x22, 0, MIE, MODEL_M, 1 },
	{ "then STI", 0x2020, 0x2020, 0, MIE, MODEL_M, 5 },
	{ "then LCOFI", 0x2000, 0x2000, 0, MIE, MODEL_M, 13 },
	{ "delegated", 0x20, 0x20, 0x20, SIE, MODEL_S, 0x105 },
	{ "delegated, not in M", 0x20, 0x20, 0x20, MIE | SIE, MODEL_M,
	  MODEL_INTERRUPT_NONE },
	{ "delegated, disabled", 0x20, 0x20, 0x20, MIE, MODEL_S,
	  MODEL_INTERRUPT_NONE },
	{ "delegated, in U", 0x20, 0x20, 0x20, 0, MODEL_U, 0x105 },
	{ "M's before S's", 0x280, 0x280, 0x200, SIE, MODEL_S, 7 },
};

static void check_interrupt(const struct interrupt_row *row)
{
	unsigned int cause = row->want & 0xff;
	bool by_s = row->want & 0x100;

	prepare(64);
	rig_set(0x344, row->mip);
	rig_set(0x304, row->mie);
	rig_csr(0x303, row->mideleg);
	rig_csr(0x300, row->status);
	rig_set(0x143, 5);
	rig_set(0x343, 5);
	to(row->priv);
	rig_poke(RIG_RAM + 0x40, 4, RIG_NOP);
	CHECK_EQ(row->name, model_interrupt(&rig), cause);
	rig_go();
	if (cause == MODEL_INTERRUPT_NONE) {
		CHECK_EQ(row->name, rig_step.kind, MODEL_RETIRED);
		return;
	}
	CHECK_EQ(row->name, rig_step.kind, MODEL_INTERRUPT);
	CHECK_EQ(row->name, rig_step.illegal, false);
	CHECK_EQ(row->name, rig_step.bytes, 0);
	CHECK_EQ(row->name, rig_get(by_s ? 0x142 : 0x342), 1ull << 63 | cause);
	CHECK_EQ(row->name, rig_get(by_s ? 0x141 : 0x341), RIG_RAM + 0x40);
	CHECK_EQ(row->name, rig_get(by_s ? 0x143 : 0x343), 0);
	CHECK_EQ(row->name, rig_get(MODEL_PRIV), by_s ? MODEL_S : MODEL_M);
	CHECK_EQ(row->name, rig_get(MODEL_PC), by_s ? STVEC : MTVEC);
}

static void interrupts(void)
{
	unsigned int i;

	for (i = 0; i < array_size(interrupt_rows); i++)
		check_interrupt(&interrupt_rows[i]);
}

/*
 * An interrupt that is not possible is taken as well, and the step notes that
 * it is illegal.
 */
static void illegal_interrupts(void)
{
	struct model_input in = { .interrupt = 7 };

	prepare(64);
	model_step(&rig, &in, &rig_step);
	CHECK_EQ("not pending", rig_step.illegal, true);
	CHECK_EQ("not pending", rig_step.due, MODEL_INTERRUPT_NONE);
	CHECK_EQ("taken", rig_get(0x342), 1ull << 63 | 7);
	prepare(64);
	rig_set(0x344, 0x88);
	rig_csr(0x304, 0x88);
	rig_csr(0x300, MIE);
	model_step(&rig, &in, &rig_step);
	CHECK_EQ("not the first", rig_step.illegal, true);
	CHECK_EQ("not the first", rig_step.due, 3);
	prepare(64);
	rig_set(0x344, 0x80);
	rig_csr(0x304, 0x80);
	rig_csr(0x300, MIE);
	model_step(&rig, &in, &rig_step);
	CHECK_EQ("legal", rig_step.illegal, false);
	in.interrupt = 200;
	model_step(&rig, &in, &rig_step);
	CHECK_EQ("no such cause", rig_step.illegal, true);
}

/* --- rows ------------------------------------------------------------------ */

/*
 * ecall is 00000073, ebreak 00100073, mret 30200073, sret 10200073. In mstatus
 * 2 is SIE, 8 MIE, 20 SPIE, 80 MPIE, 100 SPP, 1800 MPP, 20000 MPRV.
 */
static const struct model_script scripts[] = {
	{ "a delegated breakpoint of U-mode",
	  "rv64 open c305<80001000 c105<80002000 c302<10c c300|2 "
	  "priv=0 pc=80000040 i=00100073 c142:3 c143:80000040 c141:80000040 "
	  "pc:80002000 priv:1 c300&122:20 step.writes:4 "
	  "step.write[1].reg:141 step.write[2].reg:142 step.write[3].reg:143 "
	  "step.write[3].value:80000040 c342:0" },
	{ "... of S-mode",
	  "c300|2 priv=1 pc=80000040 i=00100073 c142:3 pc:80002000 priv:1 "
	  "c300&122:120 c342:0" },
	{ "M-mode's own is not delegated",
	  "priv=3 pc=80000040 i=00100073 priv:3 c342:3" },
	{ "an ecall of S-mode is not delegated",
	  "priv=1 pc=80000040 i=00000073 c342:9" },
	{ "mret to U-mode",
	  "rv64 open c305<80001000 c300=80 c341=80000123 i=30200073 "
	  "c300&21888:88 priv:0 pc:80000122 step.write[0].reg:300" },
	{ "mret to S-mode", "priv=3 c300=808 c341=80000123 i=30200073 "
			    "c300&21888:80 priv:1 pc:80000122" },
	{ "mret to M-mode keeps MPRV",
	  "priv=3 c300=21880 c341=80000123 i=30200073 c300&21888:20088 "
	  "priv:3 pc:80000122" },
	{ "mret to S-mode clears MPRV",
	  "priv=3 c300=20800 c341=80000123 i=30200073 c300&21888:80 priv:1" },
	{ "mret in S-mode: the notes are the trap's",
	  "priv=1 i=30200073 c342:2 pc:80001000 step.writes:4" },
	{ "sret to S-mode",
	  "rv32 open c305<80001000 c300=20120 c141=80000122 priv=1 i=10200073 "
	  "priv:1 c300&20122:22 pc:80000122" },
	{ "... then to U-mode", "i=10200073 priv:0" },
	{ "... which may not", "i=10200073 c342:2 pc:80001000 step.writes:4" },
	{ "TSR", "rv64 open c300<400000 priv=1 i=10200073 c342:2" },
	{ "the mode after mret may not fetch the page that M-mode fetched",
	  "rv64 @80000000/4=30200073 @80000008/4=13 c341=80000008 go priv:0 "
	  "go trap step.cause:1" },
	{ "interrupts are vectored, exceptions are not",
	  "rv32 open c305<80001001 c344=80 c304<80 c300<8 go pc:8000101c "
	  "c342:80000007 i=00000073 pc:80001000" },
};

static void rows_of_words(void)
{
	model_scripts(scripts, array_size(scripts));
}

static const struct unit_test tests[] = {
	UNIT_TEST(to_m_mode, UNIT_ONE),
	UNIT_TEST(illegal, UNIT_ONE),
	UNIT_TEST(forbidden, UNIT_ONE),
	UNIT_TEST(svinval, UNIT_ONE),
	UNIT_TEST(interrupts, UNIT_ONE),
	UNIT_TEST(illegal_interrupts, UNIT_ONE),
	UNIT_TEST(rows_of_words, UNIT_ONE),
};

UNIT_MAIN("model_trap", tests)
