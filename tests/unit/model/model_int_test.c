// SPDX-License-Identifier: BSD-2-Clause
/*
 * Integer instructions of the model, row by row: the operands, and the result
 * that the ISA manual specifies.
 */
#include "unit.h"
#include "model_rig.h"

enum {
	W32 = 1,
	W64 = 2,
	BOTH = 3,
};

#define MIN64 0x8000000000000000ull
#define MIN32 0x80000000ull
#define ONES (~0ull)

/* rd = x10, rs1 = x11, rs2 = x12; RV32 has the lower halves. */
static const struct row {
	const char *name;
	u32 insn;
	unsigned int on;
	u64 a, b, want;
} rows[] = {
	{ "add", 0x00c58533, BOTH, 7, 8, 15 },
	{ "add wraps", 0x00c58533, W32, 0xffffffff, 1, 0 },
	{ "add carries", 0x00c58533, W64, 0xffffffff, 1, 0x100000000 },
	{ "sub", 0x40c58533, BOTH, 7, 8, ONES },
	{ "sll", 0x00c59533, W64, 3, 63, MIN64 },
	{ "sll by 64 is by 0", 0x00c59533, W64, 3, 64, 3 },
	{ "sll", 0x00c59533, W32, 3, 31, MIN32 },
	{ "sll by 32 is by 0", 0x00c59533, W32, 3, 32, 3 },
	{ "slt", 0x00c5a533, W64, MIN64, 0, 1 },
	{ "slt", 0x00c5a533, W32, MIN32, 0, 1 },
	{ "sltu", 0x00c5b533, W64, MIN64, 0, 0 },
	{ "sltu", 0x00c5b533, W32, 1, MIN32, 1 },
	{ "xor", 0x00c5c533, BOTH, 0xff00, 0x0ff0, 0xf0f0 },
	{ "srl", 0x00c5d533, W64, MIN64, 63, 1 },
	{ "srl", 0x00c5d533, W32, MIN32, 31, 1 },
	{ "sra", 0x40c5d533, W64, MIN64, 63, ONES },
	{ "sra", 0x40c5d533, W32, MIN32, 31, ONES },
	{ "or", 0x00c5e533, BOTH, 0xff00, 0x0ff0, 0xfff0 },
	{ "and", 0x00c5f533, BOTH, 0xff00, 0x0ff0, 0x0f00 },
	{ "addi -2048", 0x80058513, BOTH, 2047, 0, ONES },
	{ "slti -1", 0xfff5a513, BOTH, ONES - 1, 0, 1 },
	{ "sltiu -1", 0xfff5b513, BOTH, 5, 0, 1 },
	{ "sltiu -1 of -1", 0xfff5b513, BOTH, ONES, 0, 0 },
	{ "xori -1", 0xfff5c513, BOTH, 5, 0, ONES - 5 },
	{ "ori 0x7ff", 0x7ff5e513, BOTH, 0x800, 0, 0xfff },
	{ "andi -16", 0xff05f513, BOTH, 0xff, 0, 0xf0 },
	{ "slli 63", 0x03f59513, W64, 1, 0, MIN64 },
	{ "slli 31", 0x01f59513, W32, 1, 0, MIN32 },
	{ "srli 63", 0x03f5d513, W64, MIN64, 0, 1 },
	{ "srai 63", 0x43f5d513, W64, MIN64, 0, ONES },
	{ "srai 31", 0x41f5d513, W32, MIN32, 0, ONES },
	{ "lui", 0x80000537, W64, 0, 0, 0xffffffff80000000 },
	{ "lui", 0x80000537, W32, 0, 0, MIN32 },
	{ "auipc", 0x00001517, BOTH, 0, 0, RIG_RAM + 0x1000 },
	{ "addw", 0x00c5853b, W64, 0x7fffffff, 1, 0xffffffff80000000 },
	{ "subw", 0x40c5853b, W64, 0, 1, ONES },
	{ "sllw", 0x00c5953b, W64, 1, 31, 0xffffffff80000000 },
	{ "sllw by 32 is by 0", 0x00c5953b, W64, 0x1ffffffff, 32, ONES },
	{ "srlw", 0x00c5d53b, W64, 0xf80000000, 31, 1 },
	{ "srlw by 0", 0x00c5d53b, W64, MIN32, 0, 0xffffffff80000000 },
	{ "sraw", 0x40c5d53b, W64, MIN32, 31, ONES },
	{ "addiw 0", 0x0005851b, W64, 0x1ffffffff, 0, ONES },
	{ "slliw 31", 0x01f5951b, W64, 1, 0, 0xffffffff80000000 },
	{ "srliw 31", 0x01f5d51b, W64, ONES, 0, 1 },
	{ "sraiw 4", 0x4045d51b, W64, 0x80000000, 0, 0xfffffffff8000000 },
	{ "mul", 0x02c58533, W64, ONES, 5, ONES - 4 },
	{ "mul", 0x02c58533, W32, 0x10001, 0x10001, 0x20001 },
	{ "mulh", 0x02c59533, W64, MIN64, MIN64, 0x4000000000000000 },
	{ "mulh", 0x02c59533, W64, ONES, 1, ONES },
	{ "mulh", 0x02c59533, W32, MIN32, MIN32, 0x40000000 },
	{ "mulhsu", 0x02c5a533, W64, ONES, ONES, ONES },
	{ "mulhsu", 0x02c5a533, W64, 2, MIN64, 1 },
	{ "mulhsu", 0x02c5a533, W32, 0xffffffff, 0xffffffff, 0xffffffff },
	{ "mulhu", 0x02c5b533, W64, ONES, ONES, ONES - 1 },
	{ "mulhu", 0x02c5b533, W64, 0x123456789abcdef0, 0xfedcba9876543210,
	  0x121fa00ad77d7422 },
	{ "mulhu", 0x02c5b533, W32, 0xffffffff, 0xffffffff, 0xfffffffe },
	{ "div", 0x02c5c533, BOTH, (u64)-7, 2, (u64)-3 },
	{ "div by 0", 0x02c5c533, BOTH, 7, 0, ONES },
	{ "div overflow", 0x02c5c533, W64, MIN64, ONES, MIN64 },
	{ "div overflow", 0x02c5c533, W32, MIN32, 0xffffffff, MIN32 },
	{ "divu", 0x02c5d533, W64, ONES, 2, ONES >> 1 },
	{ "divu by 0", 0x02c5d533, BOTH, 7, 0, ONES },
	{ "divu", 0x02c5d533, W32, 0xffffffff, 2, 0x7fffffff },
	{ "rem", 0x02c5e533, BOTH, (u64)-7, 2, ONES },
	{ "rem by 0", 0x02c5e533, BOTH, (u64)-7, 0, (u64)-7 },
	{ "rem overflow", 0x02c5e533, W64, MIN64, ONES, 0 },
	{ "rem overflow", 0x02c5e533, W32, MIN32, 0xffffffff, 0 },
	{ "remu", 0x02c5f533, BOTH, 7, 4, 3 },
	{ "remu by 0", 0x02c5f533, BOTH, 7, 0, 7 },
	{ "mulw", 0x02c5853b, W64, 0x10000, 0x8000, 0xffffffff80000000 },
	{ "divw", 0x02c5c53b, W64, 0x1fffffff9, 2, (u64)-3 },
	{ "divw by 0", 0x02c5c53b, W64, 7, 0x100000000, ONES },
	{ "divw overflow", 0x02c5c53b, W64, MIN32, 0xffffffff,
	  0xffffffff80000000 },
	{ "divuw", 0x02c5d53b, W64, 0xffffffff, 1, ONES },
	{ "divuw by 0", 0x02c5d53b, W64, 7, 0, ONES },
	{ "remw by 0", 0x02c5e53b, W64, 0x80000000, 0, 0xffffffff80000000 },
	{ "remw overflow", 0x02c5e53b, W64, MIN32, ONES, 0 },
	{ "remuw", 0x02c5f53b, W64, 0xffffffff, 0x80000000, 0x7fffffff },
	{ "remuw by 0", 0x02c5f53b, W64, 0x80000000, 0, 0xffffffff80000000 },
};

static const struct row bit_rows[] = {
	{ "sh1add", 0x20c5a533, BOTH, 3, 1, 7 },
	{ "sh3add", 0x20c5e533, W32, MIN32 >> 2, 1, 1 },
	{ "add.uw", 0x08c5853b, W64, ONES, 1, 0x100000000 },
	{ "sh2add.uw", 0x20c5c53b, W64, 0xf00000001, 1, 5 },
	{ "slli.uw 4", 0x0845951b, W64, ONES, 0, 0xffffffff0 },
	{ "andn", 0x40c5f533, BOTH, 0xff, 0x0f, 0xf0 },
	{ "orn", 0x40c5e533, BOTH, 0, ONES - 1, 1 },
	{ "xnor", 0x40c5c533, BOTH, 0xff, 0x0f, ONES - 0xf0 },
	{ "min", 0x0ac5c533, BOTH, ONES, 1, ONES },
	{ "minu", 0x0ac5d533, BOTH, ONES, 1, 1 },
	{ "max", 0x0ac5e533, BOTH, ONES, 1, 1 },
	{ "maxu", 0x0ac5f533, BOTH, ONES, 1, ONES },
	{ "clz 0", 0x60059513, W64, 0, 0, 64 },
	{ "clz 0", 0x60059513, W32, 0, 0, 32 },
	{ "clz 1", 0x60059513, W32, 1, 0, 31 },
	{ "ctz 0", 0x60159513, W64, 0, 0, 64 },
	{ "ctz 0", 0x60159513, W32, 0, 0, 32 },
	{ "ctz 8", 0x60159513, BOTH, 8, 0, 3 },
	{ "cpop", 0x60259513, W64, ONES, 0, 64 },
	{ "cpop", 0x60259513, W32, ONES, 0, 32 },
	{ "clzw", 0x6005951b, W64, 0xf00000001, 0, 31 },
	{ "ctzw", 0x6015951b, W64, 0xf00000000, 0, 32 },
	{ "cpopw", 0x6025951b, W64, 0xf00000003, 0, 2 },
	{ "sext.b", 0x60459513, BOTH, 0x180, 0, ONES - 0x7f },
	{ "sext.h", 0x60559513, BOTH, 0x18000, 0, ONES - 0x7fff },
	{ "zext.h", 0x0805c53b, W64, ONES, 0, 0xffff },
	{ "zext.h", 0x0805c533, W32, ONES, 0, 0xffff },
	{ "orc.b", 0x2875d513, W64, 0x0100000000008000, 0, 0xff0000000000ff00 },
	{ "orc.b", 0x2875d513, W32, 0x01000000, 0, 0xff000000 },
	{ "rev8", 0x6b85d513, W64, 0x0102030405060708, 0, 0x0807060504030201 },
	{ "rev8", 0x6985d513, W32, 0x01020384, 0, 0x84030201 },
	{ "rol", 0x60c59533, W64, MIN64 | 1, 1, 3 },
	{ "rol", 0x60c59533, W32, MIN32 | 1, 33, 3 },
	{ "ror", 0x60c5d533, W64, 3, 1, MIN64 | 1 },
	{ "ror by 64", 0x60c5d533, W64, 3, 64, 3 },
	{ "ror by 33", 0x60c5d533, W32, 3, 33, MIN32 | 1 },
	{ "rori 1", 0x6015d513, W32, 3, 0, MIN32 | 1 },
	{ "rolw", 0x60c5953b, W64, MIN32, 1, 1 },
	{ "rorw", 0x60c5d53b, W64, 1, 1, 0xffffffff80000000 },
	{ "roriw 4", 0x6045d51b, W64, 0xf, 0, 0xfffffffff0000000 },
	{ "clmul", 0x0ac59533, BOTH, 7, 5, 0x1b },
	{ "clmulh", 0x0ac5b533, W64, MIN64, 6, 3 },
	{ "clmulh", 0x0ac5b533, W32, MIN32, 6, 3 },
	{ "clmulr", 0x0ac5a533, W64, MIN64, 6, 6 },
	{ "clmulr", 0x0ac5a533, W32, MIN32, 6, 6 },
	{ "bclr", 0x48c59533, W64, ONES, 127, ONES >> 1 },
	{ "bext", 0x48c5d533, W32, MIN32, 63, 1 },
	{ "binv", 0x68c59533, BOTH, 5, 0, 4 },
	{ "bset", 0x28c59533, W32, 0, 63, MIN32 },
	{ "bclri 3", 0x48359513, BOTH, 15, 0, 7 },
	{ "bexti 3", 0x4835d513, BOTH, 8, 0, 1 },
	{ "binvi 3", 0x68359513, BOTH, 8, 0, 0 },
	{ "bseti 63", 0x2bf59513, W64, 0, 0, MIN64 },
};

static void check_row(const struct row *row, unsigned int xlen)
{
	u64 mask = xlen == 32 ? 0xffffffff : ONES;

	rig_new(rig_preset(xlen));
	rig_set(RS1, row->a & mask);
	rig_set(RS2, row->b & mask);
	rig_run(row->insn);
	CHECK_EQ(row->name, rig_step.kind, MODEL_RETIRED);
	CHECK_EQ(row->name, rig_get(RD), row->want & mask);
	CHECK_EQ(row->name, rig_step.writes, 1);
	CHECK_EQ(row->name, rig_step.write[0].reg, RD);
	CHECK_EQ(row->name, rig_step.write[0].value, row->want & mask);
	CHECK_EQ(row->name, rig_step.next_pc, RIG_RAM + 4);
	CHECK_EQ(row->name, rig_get(MODEL_PC), RIG_RAM + 4);
	/* RV32 keeps its registers sign-extended */
	CHECK_EQ(row->name, xlen == 64 || rig.x[10] == (u64)(s32)rig.x[10], 1);
}

static void check_rows(const struct row *row, unsigned int count)
{
	while (count--) {
		if (row->on & W32)
			check_row(row, 32);
		if (row->on & W64)
			check_row(row, 64);
		row++;
	}
}

static void integers(void)
{
	check_rows(rows, array_size(rows));
}

static void bits(void)
{
	check_rows(bit_rows, array_size(bit_rows));
}

/* Instructions that only RV64 has, and long shifts on RV32. */
static void not_on_rv32(void)
{
	static const u32 none[] = { 0x03f59513, 0x03f5d513, 0x43f5d513,
				    0x00c5853b, 0x0005851b, 0x0005b503,
				    0x0005e503, 0x00c5b023, 0x02c5853b,
				    0x1005b52f, 0x6b85d513, 0x0805c53b };
	unsigned int i;

	for (i = 0; i < array_size(none); i++) {
		rig_new("qemu-rv32");
		rig_csr(0x305, 0x1000);
		rig_run(none[i]);
		CHECK_EQ("illegal", rig_step.kind, MODEL_EXCEPTION);
		CHECK_EQ("illegal", rig_step.cause, 2);
		CHECK_EQ("its bits", rig_get(0x343), none[i]);
	}
}

static void x0_stays(void)
{
	rig_new("qemu-rv64");
	rig_set(RS1, 5);
	rig_run(0x00058013); /* addi x0, x11, 0 */
	CHECK_EQ("addi x0", rig_step.writes, 0);
	CHECK_EQ("addi x0", rig_get(MODEL_X0), 0);
	CHECK_EQ("writing x0", model_write(&rig, MODEL_X0, 7), true);
	CHECK_EQ("writing x0", rig_get(MODEL_X0), 0);
}

/* --- jumps ---------------------------------------------------------------- */

static const struct jump_row {
	const char *name;
	u32 insn;
	u64 a, b, pc; /* pc relative to the instruction */
	bool links;
} jump_rows[] = {
	{ "jal -4", 0xffdff56f, 0, 0, (u64)-4, true },
	{ "jal 0x800", 0x0010056f, 0, 0, 0x800, true },
	{ "jalr 3", 0x00358567, RIG_RAM + 0x100, 0, 0x102, true },
	{ "beq taken", 0x00c58463, 5, 5, 8, false },
	{ "beq not", 0x00c58463, 5, 4, 4, false },
	{ "bne -2", 0xfec59fe3, 5, 4, (u64)-2, false },
	{ "blt", 0x00c5c463, ONES, 0, 8, false },
	{ "bge", 0x00c5d463, ONES, 0, 4, false },
	{ "bge equal", 0x00c5d463, 3, 3, 8, false },
	{ "bltu", 0x00c5e463, ONES, 0, 4, false },
	{ "bgeu", 0x00c5f463, ONES, 0, 8, false },
};

static void jumps(void)
{
	const struct jump_row *row;
	unsigned int i, xlen;

	for (i = 0; i < 2 * array_size(jump_rows); i++) {
		row = &jump_rows[i / 2];
		xlen = i % 2 ? 32 : 64;
		rig_new(rig_preset(xlen));
		rig_set(MODEL_PC, RIG_RAM);
		rig_set(RS1, row->a);
		rig_set(RS2, row->b);
		rig_run(row->insn);
		CHECK_EQ(row->name, rig_get(MODEL_PC),
			 (u32)(RIG_RAM + row->pc));
		CHECK_EQ(row->name, rig_step.writes, row->links);
		if (row->links)
			CHECK_EQ(row->name, rig_get(RD), RIG_RAM + 4);
	}
}

/* rd and rs1 of jalr may be the same register. */
static void jalr_same_register(void)
{
	rig_new("qemu-rv64");
	rig_set(RD, RIG_RAM + 0x40);
	rig_run(0x00050567); /* jalr x10, 0(x10) */
	CHECK_EQ("target", rig_get(MODEL_PC), RIG_RAM + 0x40);
	CHECK_EQ("link", rig_get(RD), RIG_RAM + 4);
}

/* Without C the target of a jump must be a multiple of four. */
static void misaligned_target(void)
{
	struct model_config config;

	CHECK("preset", model_preset("qemu-rv64", &config));
	config.misa &= ~MODEL_MISA('C');
	rig_new_config(&config);
	rig_run(0x0020056f); /* jal x10, 2 */
	CHECK_EQ("exception", rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ("cause", rig_get(0x342), 0);
	CHECK_EQ("tval", rig_get(0x343), RIG_RAM + 2);
	CHECK_EQ("epc", rig_get(0x341), RIG_RAM);
	CHECK_EQ("no link", rig_get(RD), 0);
	rig_new_config(&config);
	rig_run(0x00059163); /* bne x11, x0, 2: not taken */
	CHECK_EQ("not taken", rig_step.kind, MODEL_RETIRED);
	rig_run(0x0001); /* c.nop */
	CHECK_EQ("no C", rig_step.kind, MODEL_EXCEPTION);
}

static void czero(void)
{
	struct model_config config;

	CHECK("preset", model_preset("qemu-rv64", &config));
	config.extensions |= MODEL_ZICOND;
	rig_new_config(&config);
	rig_set(RS1, 5);
	rig_run(0x0ec5d533); /* czero.eqz */
	CHECK_EQ("eqz of 0", rig_get(RD), 0);
	rig_run(0x0ec5f533); /* czero.nez */
	CHECK_EQ("nez of 0", rig_get(RD), 5);
	rig_set(RS2, 1);
	rig_run(0x0ec5d533);
	CHECK_EQ("eqz of 1", rig_get(RD), 5);
	rig_run(0x0ec5f533);
	CHECK_EQ("nez of 1", rig_get(RD), 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(integers, UNIT_ONE),
	UNIT_TEST(bits, UNIT_ONE),
	UNIT_TEST(not_on_rv32, UNIT_ONE),
	UNIT_TEST(x0_stays, UNIT_ONE),
	UNIT_TEST(jumps, UNIT_ONE),
	UNIT_TEST(jalr_same_register, UNIT_ONE),
	UNIT_TEST(misaligned_target, UNIT_ONE),
	UNIT_TEST(czero, UNIT_ONE),
};

UNIT_MAIN("model_int", tests)
