// SPDX-License-Identifier: BSD-2-Clause
/*
 * C in the model: each 16-bit instruction has the effect of its 32-bit form (an
 * assembler made both), and reserved encodings are illegal.
 */
#include <string.h>

#include "unit.h"
#include "model_rig.h"

enum {
	W32 = 1,
	W64 = 2,
	BOTH = 3,
};

static const struct row {
	const char *name;
	unsigned int on;
	u32 code, full;
} rows[] = {
	{ "c.addi4spn a0,sp,1020", BOTH, 0x1fe8, 0x3fc10513 },
	{ "c.fld fa0,248(a1)", BOTH, 0x3de8, 0x0f85b507 },
	{ "c.lw a0,124(a1)", BOTH, 0x5de8, 0x07c5a503 },
	{ "c.lw a0,64(a1)", BOTH, 0x41a8, 0x0405a503 },
	{ "c.fsd fa0,248(a1)", BOTH, 0xbde8, 0x0ea5bc27 },
	{ "c.sw a0,124(a1)", BOTH, 0xdde8, 0x06a5ae23 },
	{ "c.nop", BOTH, 0x0001, 0x00000013 },
	{ "c.addi a0,-32", BOTH, 0x1501, 0xfe050513 },
	{ "c.addi a0,31", BOTH, 0x057d, 0x01f50513 },
	{ "c.li t6,-1", BOTH, 0x5ffd, 0xfff00f93 },
	{ "c.addi16sp sp,-512", BOTH, 0x7101, 0xe0010113 },
	{ "c.addi16sp sp,496", BOTH, 0x617d, 0x1f010113 },
	{ "c.lui a0,0xfffe0", BOTH, 0x7501, 0xfffe0537 },
	{ "c.lui a0,31", BOTH, 0x657d, 0x0001f537 },
	{ "c.srli a0,31", BOTH, 0x817d, 0x01f55513 },
	{ "c.srai a0,1", BOTH, 0x8505, 0x40155513 },
	{ "c.andi a0,-32", BOTH, 0x9901, 0xfe057513 },
	{ "c.sub a0,a5", BOTH, 0x8d1d, 0x40f50533 },
	{ "c.xor a0,a1", BOTH, 0x8d2d, 0x00b54533 },
	{ "c.or s0,s1", BOTH, 0x8c45, 0x00946433 },
	{ "c.and a0,a1", BOTH, 0x8d6d, 0x00b57533 },
	{ "c.slli a0,31", BOTH, 0x057e, 0x01f51513 },
	{ "c.fldsp fa0,504(sp)", BOTH, 0x357e, 0x1f813507 },
	{ "c.lwsp a0,252(sp)", BOTH, 0x557e, 0x0fc12503 },
	{ "c.jr t6", BOTH, 0x8f82, 0x000f8067 },
	{ "c.mv t6,a0", BOTH, 0x8faa, 0x00a00fb3 },
	{ "c.ebreak", BOTH, 0x9002, 0x00100073 },
	{ "c.jalr t6", BOTH, 0x9f82, 0x000f80e7 },
	{ "c.add t6,a0", BOTH, 0x9faa, 0x00af8fb3 },
	{ "c.fsdsp fs0,504(sp)", BOTH, 0xbfa2, 0x1e813c27 },
	{ "c.swsp t6,252(sp)", BOTH, 0xdffe, 0x0ff12e23 },
	{ "c.j .+2046", BOTH, 0xaffd, 0x7fe0006f },
	{ "c.j .-2048", BOTH, 0xb001, 0x801ff06f },
	{ "c.j .+0x2aa", BOTH, 0xa46d, 0x2aa0006f },
	{ "c.j .-0x2ac", BOTH, 0xbb91, 0xd55ff06f },
	{ "c.beqz a0,.+254", BOTH, 0xcd7d, 0x0e050f63 },
	{ "c.beqz a5,.-256", BOTH, 0xd381, 0xf00780e3 },
	{ "c.bnez s0,.+0xaa", BOTH, 0xe44d, 0x0a041563 },
	{ "c.bnez s1,.-0xaa", BOTH, 0xf8b9, 0xf4049be3 },
	{ "c.ld a0,248(a1)", W64, 0x7de8, 0x0f85b503 },
	{ "c.sd a0,248(a1)", W64, 0xfde8, 0x0ea5bc23 },
	{ "c.addiw a0,-32", W64, 0x3501, 0xfe05051b },
	{ "c.subw a0,a1", W64, 0x9d0d, 0x40b5053b },
	{ "c.addw a0,a1", W64, 0x9d2d, 0x00b5053b },
	{ "c.ldsp a0,504(sp)", W64, 0x757e, 0x1f813503 },
	{ "c.sdsp a0,504(sp)", W64, 0xffaa, 0x1ea13c23 },
	{ "c.srli a0,63", W64, 0x917d, 0x03f55513 },
	{ "c.srai a0,63", W64, 0x957d, 0x43f55513 },
	{ "c.slli t6,63", W64, 0x1ffe, 0x03ff9f93 },
	{ "c.flw fa0,124(a1)", W32, 0x7de8, 0x07c5a507 },
	{ "c.fsw fa0,124(a1)", W32, 0xfde8, 0x06a5ae27 },
	{ "c.jal .+2046", W32, 0x2ffd, 0x7fe000ef },
	{ "c.jal .-2048", W32, 0x3001, 0x801ff0ef },
	{ "c.flwsp fa0,252(sp)", W32, 0x757e, 0x0fc12507 },
	{ "c.fswsp fa0,252(sp)", W32, 0xffaa, 0x0ea12e27 },
};

/* All registers have addresses of memory, which has a pattern. */
static void prepare(unsigned int xlen, bool zeros)
{
	unsigned int i;

	rig_new(rig_preset(xlen));
	for (i = 1; i < 32; i++) {
		rig_set(MODEL_X0 + i, RIG_RAM + 0x8000 + 8 * i);
		rig_set(MODEL_F0 + i, 0x0123456789abcdef * i);
	}
	rig_set(MODEL_X0 + 31, zeros ? 0x6000 : RIG_RAM + 0x9000);
	if (zeros)
		for (i = 8; i < 16; i++)
			rig_set(MODEL_X0 + i, 0);
	for (i = 0; i < sizeof(rig_ram); i++)
		rig_ram[i] = (u8)(i * 37);
	rig_set(0x300, 0x6000);
	rig_set(MODEL_PC, RIG_RAM + 0x4000);
}

struct result {
	u64 x[32], f[32], pc;
	struct model_step step;
	u8 ram[sizeof(rig_ram)];
};

static void result(u32 insn, unsigned int xlen, bool zeros, struct result *to)
{
	unsigned int i;

	prepare(xlen, zeros);
	rig_run(insn);
	for (i = 0; i < 32; i++) {
		to->x[i] = rig_get(MODEL_X0 + i);
		to->f[i] = rig_get(MODEL_F0 + i);
	}
	to->pc = rig_get(MODEL_PC);
	to->step = rig_step;
	memcpy(to->ram, rig_ram, sizeof(rig_ram));
}

static void check_row(const struct row *row, unsigned int xlen, bool zeros)
{
	static struct result code, full;
	u64 pc = RIG_RAM + 0x4000;
	unsigned int i;

	result(row->code, xlen, zeros, &code);
	result(row->full, xlen, zeros, &full);
	CHECK_EQ(row->name, code.step.kind, full.step.kind);
	CHECK_EQ(row->name, code.step.cause, full.step.cause);
	CHECK_EQ(row->name, code.step.bytes, 2);
	CHECK_EQ(row->name, code.step.writes, full.step.writes);
	for (i = 0; i < 32; i++) {
		if (full.x[i] == pc + 4) /* a link address */
			full.x[i] = pc + 2;
		CHECK_EQ(row->name, code.x[i], full.x[i]);
		CHECK_EQ(row->name, code.f[i], full.f[i]);
	}
	CHECK_EQ(row->name, code.pc, full.pc == pc + 4 ? pc + 2 : full.pc);
	CHECK_EQ(row->name, memcmp(code.ram, full.ram, sizeof(rig_ram)), 0);
	CHECK_EQ(row->name, code.step.access_bytes, full.step.access_bytes);
}

static void expansions(void)
{
	unsigned int i, on, xlen;

	for (i = 0; i < 4 * array_size(rows); i++) {
		xlen = i & 1 ? 64 : 32;
		on = i & 1 ? W64 : W32;
		if (rows[i / 4].on & on)
			check_row(&rows[i / 4], xlen, i & 2);
	}
}

static void reserved(void)
{
	static const struct {
		u32 code;
		unsigned int on;
	} none[] = {
		{ 0x0000, BOTH }, { 0x0004, BOTH }, { 0x8000, BOTH },
		{ 0x2001, W64 },  { 0x6501, BOTH }, { 0x6101, BOTH },
		{ 0x4002, BOTH }, { 0x6002, W64 },  { 0x8002, BOTH },
		{ 0x9c41, BOTH }, { 0x9c61, BOTH }, { 0x9d0d, W32 },
		{ 0x9d2d, W32 },  { 0x1502, W32 },  { 0x9101, W32 },
		{ 0x9501, W32 },
	};
	unsigned int i, xlen;

	for (i = 0; i < 2 * array_size(none); i++) {
		xlen = i & 1 ? 64 : 32;
		if (!(none[i / 2].on & (i & 1 ? W64 : W32)))
			continue;
		prepare(xlen, false);
		rig_run(none[i / 2].code);
		CHECK_EQ("reserved", rig_step.kind, MODEL_EXCEPTION);
		CHECK_EQ("reserved", rig_step.cause, 2);
		CHECK_EQ("its bits", rig_get(0x343), none[i / 2].code);
		CHECK_EQ("its bytes", rig_step.bytes, 2);
	}
}

/* These encodings are other instructions for the other width. */
static void by_width(void)
{
	prepare(32, false);
	rig_run(0x2001); /* c.jal 0 */
	CHECK_EQ("c.jal", rig_get(MODEL_X0 + 1), RIG_RAM + 0x4002);
	CHECK_EQ("c.jal", rig_get(MODEL_PC), RIG_RAM + 0x4000);
	prepare(64, false);
	rig_run(0x2505); /* c.addiw a0, 1 */
	CHECK_EQ("c.addiw", rig_get(RD), 0xffffffff80008051);
}

static const struct unit_test tests[] = {
	UNIT_TEST(expansions, UNIT_ONE),
	UNIT_TEST(reserved, UNIT_ONE),
	UNIT_TEST(by_width, UNIT_ONE),
};

UNIT_MAIN("model_rvc", tests)
