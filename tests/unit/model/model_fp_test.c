// SPDX-License-Identifier: BSD-2-Clause
/*
 * F and D of the model: registers, operations on single bits, arithmetic and
 * conversions. tests/model compares random numbers with QEMU's results.
 */
#include "unit.h"
#include "model_rig.h"

/* Encoded numbers. */
#define ONE_S 0x3f800000u
#define TWO_S 0x40000000u
#define MINUS_S 0x80000000u
#define INF_S 0x7f800000u
#define QNAN_S 0x7fc00000u
#define SNAN_S 0x7f800001u
#define ONE_D 0x3ff0000000000000ull
#define SNAN_D 0x7ff0000000000001ull
#define QNAN_D 0x7ff8000000000000ull
#define BOX 0xffffffff00000000ull

enum {
	FS = 0x6000,
};

static void prepare(const char *preset)
{
	rig_new(preset);
	rig_set(0x300, rig_get(0x300) | FS_INITIAL);
}

/* rd f10 or x10, rs1 f11, rs2 f12 */
static const struct row {
	const char *name;
	u32 insn;
	u64 a, b, want;
	bool to_x, invalid;
} rows[] = {
	{ "fsgnj.s", 0x20c58553, BOX | ONE_S, BOX | MINUS_S, BOX | 0xbf800000,
	  false, false },
	{ "fsgnjn.s", 0x20c59553, BOX | ONE_S, BOX | MINUS_S, BOX | ONE_S,
	  false, false },
	{ "fsgnjx.s", 0x20c5a553, BOX | 0xbf800000, BOX | MINUS_S, BOX | ONE_S,
	  false, false },
	{ "fsgnj.s, not boxed", 0x20c58553, ONE_S, BOX | MINUS_S,
	  BOX | 0xffc00000, false, false },
	{ "fsgnj.d", 0x22c58553, ONE_D, 1ull << 63, 0xbff0000000000000, false,
	  false },
	{ "fmin.s", 0x28c58553, BOX | ONE_S, BOX | TWO_S, BOX | ONE_S, false,
	  false },
	{ "fmin.s of zeros", 0x28c58553, BOX, BOX | MINUS_S, BOX | MINUS_S,
	  false, false },
	{ "fmax.s of zeros", 0x28c59553, BOX, BOX | MINUS_S, BOX, false,
	  false },
	{ "fmax.s, NaN", 0x28c59553, BOX | QNAN_S, BOX | ONE_S, BOX | ONE_S,
	  false, false },
	{ "fmin.s, two NaNs", 0x28c58553, BOX | QNAN_S, BOX | 0xffc00001,
	  BOX | QNAN_S, false, false },
	{ "fmin.s, NaN second", 0x28c58553, BOX | ONE_S, BOX | QNAN_S,
	  BOX | ONE_S, false, false },
	{ "fmin.s, signaling", 0x28c58553, BOX | SNAN_S, BOX | ONE_S,
	  BOX | ONE_S, false, true },
	{ "fmax.d", 0x2ac59553, ONE_D, 0xbff0000000000000, ONE_D, false,
	  false },
	{ "fmin.d, two NaNs", 0x2ac58553, SNAN_D, QNAN_D, QNAN_D, false, true },
	{ "feq.s", 0xa0c5a553, BOX, BOX | MINUS_S, 1, true, false },
	{ "feq.s, NaN", 0xa0c5a553, BOX | QNAN_S, BOX | QNAN_S, 0, true,
	  false },
	{ "feq.s, signaling", 0xa0c5a553, BOX | SNAN_S, BOX, 0, true, true },
	{ "flt.s", 0xa0c59553, BOX | 0xbf800000, BOX | ONE_S, 1, true, false },
	{ "flt.s, NaN", 0xa0c59553, BOX | QNAN_S, BOX | ONE_S, 0, true, true },
	{ "fle.s", 0xa0c58553, BOX | ONE_S, BOX | ONE_S, 1, true, false },
	{ "fle.d", 0xa2c58553, ONE_D, 0xbff0000000000000, 0, true, false },
	{ "fclass.s -inf", 0xe0059553, BOX | 0xff800000, 0, 1 << 0, true,
	  false },
	{ "fclass.s -1", 0xe0059553, BOX | 0xbf800000, 0, 1 << 1, true, false },
	{ "fclass.s -tiny", 0xe0059553, BOX | 0x80000001, 0, 1 << 2, true,
	  false },
	{ "fclass.s -0", 0xe0059553, BOX | MINUS_S, 0, 1 << 3, true, false },
	{ "fclass.s 0", 0xe0059553, BOX, 0, 1 << 4, true, false },
	{ "fclass.s tiny", 0xe0059553, BOX | 1, 0, 1 << 5, true, false },
	{ "fclass.d 1", 0xe2059553, ONE_D, 0, 1 << 6, true, false },
	{ "fclass.s inf", 0xe0059553, BOX | INF_S, 0, 1 << 7, true, false },
	{ "fclass.d sNaN", 0xe2059553, SNAN_D, 0, 1 << 8, true, false },
	{ "fclass.s, not boxed", 0xe0059553, ONE_S, 0, 1 << 9, true, false },
	{ "fmv.x.w", 0xe0058553, 0x80000000, 0, 0xffffffff80000000, true,
	  false },
	{ "fmv.x.d", 0xe2058553, ONE_D, 0, ONE_D, true, false },
};

static void check_row(const struct row *row)
{
	bool dirty = !row->to_x || row->invalid;

	prepare("qemu-rv64");
	rig_set(FA1, row->a);
	rig_set(FA2, row->b);
	rig_run(row->insn);
	CHECK_EQ(row->name, rig_step.kind, MODEL_RETIRED);
	CHECK_EQ(row->name, rig_get(row->to_x ? RD : FA0), row->want);
	CHECK_EQ(row->name, rig_get(FCSR), row->invalid ? NV : 0);
	CHECK_EQ(row->name, rig_get(0x300) & FS, dirty ? FS : FS_INITIAL);
	CHECK_EQ(row->name, rig_step.writes, 1 + dirty + row->invalid);
	CHECK_EQ(row->name, rig_step.write[0].flags, 0);
}

static void known(void)
{
	unsigned int i;

	for (i = 0; i < array_size(rows); i++)
		check_row(&rows[i]);
}

static void memory(void)
{
	prepare("qemu-rv32");
	rig_poke(RIG_RAM + 0x2000, 8, 0x1122334455667788);
	rig_set(RS1, RIG_RAM + 0x2000);
	rig_run(0x0005a507); /* flw f10, 0(x11) */
	CHECK_EQ("flw", rig_get(FA0), BOX | 0x55667788);
	CHECK_EQ("flw", rig_step.write[0].value, BOX | 0x55667788);
	rig_run(0x0005b507); /* fld f10, 0(x11) */
	CHECK_EQ("fld", rig_get(FA0), 0x1122334455667788);
	rig_set(FA2, 0xaabbccdd00112233);
	rig_run(0x00c5b427); /* fsd f12, 8(x11) */
	CHECK_EQ("fsd", rig_peek(RIG_RAM + 0x2008, 8), 0xaabbccdd00112233);
	CHECK_EQ("fsd", rig_step.access_bytes, 8);
	rig_run(0x00c5a827); /* fsw f12, 16(x11) */
	CHECK_EQ("fsw", rig_peek(RIG_RAM + 0x2010, 8), 0x00112233);
	rig_set(RS1, 0x3f800000);
	rig_run(0xf0058553); /* fmv.w.x f10, x11 */
	CHECK_EQ("fmv.w.x", rig_get(FA0), BOX | ONE_S);
	rig_run(0xf2058553); /* only RV64 has fmv.d.x */
	CHECK_EQ("fmv.d.x", rig_step.kind, MODEL_EXCEPTION);
}

static void off(void)
{
	static const u32 insns[] = { 0x20c58553, 0xa0c5a553, 0xe0059553,
				     0xe0058553, 0xf0058553, 0x0005a507,
				     0x00c5a427, 0x00c58553, 0xc0058553,
				     0x00302573, 0x00105073, 0x28c58553,
				     0xf0100553, 0x40458553, 0xc2859553 };
	unsigned int i;

	for (i = 0; i < array_size(insns); i++) {
		rig_new("qemu-rv64");
		rig_set(RS1, RIG_RAM);
		rig_set(RD, 7);
		rig_run(insns[i]);
		CHECK_EQ("FS off", rig_step.kind, MODEL_EXCEPTION);
		CHECK_EQ("FS off", rig_step.cause, 2);
		CHECK_EQ("FS off", rig_get(FA0), 0);
		CHECK_EQ("FS off", rig_get(RD), 7);
		CHECK_EQ("FS off", rig_step.writes, 4); /* those of the trap */
	}
	rig_new("piccolo-rv32imac");
	rig_set(0x300, FS);
	rig_run(0x20c58553);
	CHECK_EQ("no F", rig_step.kind, MODEL_EXCEPTION);
}

/* f10 or x10, of f11, f12 and f0; results computed by hand. */
static const struct arithmetic_row {
	const char *name;
	u32 insn;
	u64 a, b, c, want;
	bool to_x;
	u32 flags;
} arithmetic_rows[] = {
	{ "1 + 2", 0x00c58553, BOX | ONE_S, BOX | TWO_S, 0, BOX | 0x40400000,
	  false, 0 },
	{ "1 - 1", 0x08c58553, BOX | ONE_S, BOX | ONE_S, 0, BOX, false, 0 },
	{ "1 - 1, rdn", 0x08c5a553, BOX | ONE_S, BOX | ONE_S, 0, BOX | MINUS_S,
	  false, 0 },
	{ "1 + tiny", 0x00c58553, BOX | ONE_S, BOX | 1, 0, BOX | ONE_S, false,
	  1 },
	{ "1 + tiny, rup", 0x00c5b553, BOX | ONE_S, BOX | 1, 0,
	  BOX | 0x3f800001, false, 1 },
	{ "inf - inf", 0x08c58553, BOX | INF_S, BOX | INF_S, 0, BOX | QNAN_S,
	  false, NV },
	{ "most + most", 0x02c58553, 0x7fefffffffffffff, 0x7fefffffffffffff, 0,
	  0x7ff0000000000000, false, 5 },
	{ "most + most, rtz", 0x02c59553, 0x7fefffffffffffff,
	  0x7fefffffffffffff, 0, 0x7fefffffffffffff, false, 5 },
	{ "0 * inf", 0x10c58553, BOX, BOX | INF_S, 0, BOX | QNAN_S, false, NV },
	{ "half of the least", 0x12c58553, 1, 0x3fe0000000000000, 0, 0, false,
	  3 },
	{ "half of the least, rmm", 0x12c5c553, 1, 0x3fe0000000000000, 0, 1,
	  false, 3 },
	/*
	 * 2^-126 - 2^-150 has 24 bits, so it is tiny; with fewer bits it would
	 * not be
	 */
	{ "tiny", 0x10c58553, BOX | 0x3f7fffff, BOX | 0x00800000, 0,
	  BOX | 0x00800000, false, 3 },
	{ "not tiny when rounded", 0x40158553, 0x380ffffff8000000, 0, 0,
	  BOX | 0x00800000, false, 1 },
	{ "1 / 3", 0x1ac58553, ONE_D, 0x4008000000000000, 0, 0x3fd5555555555555,
	  false, 1 },
	{ "1 / 3, rup", 0x1ac5b553, ONE_D, 0x4008000000000000, 0,
	  0x3fd5555555555556, false, 1 },
	{ "1 / 0", 0x18c58553, BOX | ONE_S, BOX | MINUS_S, 0, BOX | 0xff800000,
	  false, 8 },
	{ "0 / 0", 0x18c58553, BOX, BOX, 0, BOX | QNAN_S, false, NV },
	{ "sqrt 2", 0x5a058553, 0x4000000000000000, 0, 0, 0x3ff6a09e667f3bcd,
	  false, 1 },
	{ "sqrt 4", 0x58058553, BOX | 0x40800000, 0, 0, BOX | TWO_S, false, 0 },
	{ "sqrt -1", 0x58058553, BOX | 0xbf800000, 0, 0, BOX | QNAN_S, false,
	  NV },
	{ "sqrt -0", 0x58058553, BOX | MINUS_S, 0, 0, BOX | MINUS_S, false, 0 },
	{ "fmadd", 0x00c58543, BOX | TWO_S, BOX | TWO_S, BOX | ONE_S,
	  BOX | 0x40a00000, false, 0 },
	{ "fmsub", 0x00c58547, BOX | TWO_S, BOX | TWO_S, BOX | ONE_S,
	  BOX | 0x40400000, false, 0 },
	{ "fnmsub", 0x00c5854b, BOX | TWO_S, BOX | TWO_S, BOX | ONE_S,
	  BOX | 0xc0400000, false, 0 },
	{ "fnmadd", 0x00c5854f, BOX | TWO_S, BOX | TWO_S, BOX | ONE_S,
	  BOX | 0xc0a00000, false, 0 },
	/*
	 * (1 + 2^-52)^2 - (1 + 2^-51) = 2^-104, which two roundings would lose
	 */
	{ "rounded once", 0x02c58543, 0x3ff0000000000001, 0x3ff0000000000001,
	  0xbff0000000000002, 0x3970000000000000, false, 0 },
	{ "0 * inf + NaN", 0x00c58543, BOX, BOX | INF_S, BOX | QNAN_S,
	  BOX | QNAN_S, false, NV },
	{ "fcvt.s.d", 0x40158553, 0x3ff0000000000001, 0, 0, BOX | ONE_S, false,
	  1 },
	{ "fcvt.d.s", 0x42058553, BOX | 0x3fc00000, 0, 0, 0x3ff8000000000000,
	  false, 0 },
	{ "fcvt.d.s, signaling", 0x42058553, BOX | SNAN_S, 0, 0, QNAN_D, false,
	  NV },
	{ "fcvt.w.s 1.5", 0xc0058553, BOX | 0x3fc00000, 0, 0, 2, true, 1 },
	{ "fcvt.w.s 1.5, rtz", 0xc0059553, BOX | 0x3fc00000, 0, 0, 1, true, 1 },
	{ "fcvt.w.s 2.5", 0xc0058553, BOX | 0x40200000, 0, 0, 2, true, 1 },
	{ "fcvt.w.s inf", 0xc0058553, BOX | INF_S, 0, 0, 0x7fffffff, true, NV },
	{ "fcvt.w.s -2^31", 0xc0058553, BOX | 0xcf000000, 0, 0,
	  0xffffffff80000000, true, 0 },
	{ "fcvt.wu.s 2^31", 0xc0158553, BOX | 0x4f000000, 0, 0,
	  0xffffffff80000000, true, 0 },
	{ "fcvt.wu.s -1", 0xc0158553, BOX | 0xbf800000, 0, 0, 0, true, NV },
	{ "fcvt.wu.s -0.5", 0xc0158553, BOX | 0xbf000000, 0, 0, 0, true, 1 },
	{ "fcvt.l.d NaN", 0xc2258553, QNAN_D, 0, 0, ~0ull >> 1, true, NV },
	{ "fcvt.lu.d 2^63", 0xc2358553, 0x43e0000000000000, 0, 0, 1ull << 63,
	  true, 0 },
	{ "fcvt.lu.d 2^64", 0xc2358553, 0x43f0000000000000, 0, 0, ~0ull, true,
	  NV },
	{ "fcvt.l.d -2^63", 0xc2258553, 0xc3e0000000000000, 0, 0, 1ull << 63,
	  true, 0 },
	{ "1 + tiny, rdn", 0x00c5a553, BOX | ONE_S, BOX | 1, 0, BOX | ONE_S,
	  false, 1 },
	{ "-1 - tiny, rdn", 0x08c5a553, BOX | 0xbf800000, BOX | 1, 0,
	  BOX | 0xbf800001, false, 1 },
	{ "-1 - tiny, rup", 0x08c5b553, BOX | 0xbf800000, BOX | 1, 0,
	  BOX | 0xbf800000, false, 1 },
	{ "tiny + 1", 0x00c58553, BOX | 1, BOX | ONE_S, 0, BOX | ONE_S, false,
	  1 },
	{ "1 + 3", 0x00c58553, BOX | ONE_S, BOX | 0x40400000, 0,
	  BOX | 0x40800000, false, 0 },
	{ "inf + 1", 0x00c58553, BOX | INF_S, BOX | ONE_S, 0, BOX | INF_S,
	  false, 0 },
	{ "1 - inf", 0x08c58553, BOX | ONE_S, BOX | INF_S, 0, BOX | 0xff800000,
	  false, 0 },
	{ "-inf - inf", 0x08c58553, BOX | 0xff800000, BOX | INF_S, 0,
	  BOX | 0xff800000, false, 0 },
	{ "0 + 0", 0x00c58553, BOX, BOX, 0, BOX, false, 0 },
	{ "0 - 0", 0x08c58553, BOX, BOX, 0, BOX, false, 0 },
	{ "0 - 0, rdn", 0x08c5a553, BOX, BOX, 0, BOX | MINUS_S, false, 0 },
	{ "-0 - 0", 0x08c58553, BOX | MINUS_S, BOX, 0, BOX | MINUS_S, false,
	  0 },
	{ "0 + 1", 0x00c58553, BOX, BOX | ONE_S, 0, BOX | ONE_S, false, 0 },
	{ "1 - 0", 0x08c58553, BOX | ONE_S, BOX, 0, BOX | ONE_S, false, 0 },
	{ "NaN + 1", 0x00c58553, BOX | 0xffc00001, BOX | ONE_S, 0, BOX | QNAN_S,
	  false, 0 },
	{ "1 + signaling", 0x00c58553, BOX | ONE_S, BOX | SNAN_S, 0,
	  BOX | QNAN_S, false, NV },
	{ "-1 * 3", 0x10c58553, BOX | 0xbf800000, BOX | 0x40400000, 0,
	  BOX | 0xc0400000, false, 0 },
	{ "-1 * -1", 0x10c58553, BOX | 0xbf800000, BOX | 0xbf800000, 0,
	  BOX | ONE_S, false, 0 },
	{ "2 * -inf", 0x10c58553, BOX | TWO_S, BOX | 0xff800000, 0,
	  BOX | 0xff800000, false, 0 },
	{ "inf * 2", 0x10c58553, BOX | INF_S, BOX | TWO_S, 0, BOX | INF_S,
	  false, 0 },
	{ "2 * -0", 0x10c58553, BOX | TWO_S, BOX | MINUS_S, 0, BOX | MINUS_S,
	  false, 0 },
	{ "NaN * 2", 0x10c58553, BOX | 0xffc00001, BOX | TWO_S, 0, BOX | QNAN_S,
	  false, 0 },
	{ "0 * signaling", 0x10c58553, BOX, BOX | SNAN_S, 0, BOX | QNAN_S,
	  false, NV },
	{ "-1 / 2", 0x18c58553, BOX | 0xbf800000, BOX | TWO_S, 0,
	  BOX | 0xbf000000, false, 0 },
	{ "-1 / -2", 0x18c58553, BOX | 0xbf800000, BOX | 0xc0000000, 0,
	  BOX | 0x3f000000, false, 0 },
	{ "inf / -2", 0x18c58553, BOX | INF_S, BOX | 0xc0000000, 0,
	  BOX | 0xff800000, false, 0 },
	{ "0 / -2", 0x18c58553, BOX, BOX | 0xc0000000, 0, BOX | MINUS_S, false,
	  0 },
	{ "2 / inf", 0x18c58553, BOX | TWO_S, BOX | INF_S, 0, BOX, false, 0 },
	{ "inf / inf", 0x18c58553, BOX | INF_S, BOX | INF_S, 0, BOX | QNAN_S,
	  false, NV },
	{ "NaN / 0", 0x18c58553, BOX | 0xffc00001, BOX, 0, BOX | QNAN_S, false,
	  0 },
	{ "least / least subnormal", 0x18c58553, BOX | 0x00800000, BOX | 1, 0,
	  BOX | 0x4b000000, false, 0 },
	{ "sqrt of a subnormal", 0x58058553, BOX | 2, 0, 0, BOX | 0x1a800000,
	  false, 0 },
	{ "sqrt 1/2", 0x5a058553, 0x3fe0000000000000, 0, 0, 0x3fe6a09e667f3bcd,
	  false, 1 },
	{ "sqrt inf", 0x58058553, BOX | INF_S, 0, 0, BOX | INF_S, false, 0 },
	{ "sqrt -inf", 0x58058553, BOX | 0xff800000, 0, 0, BOX | QNAN_S, false,
	  NV },
	{ "sqrt NaN", 0x58058553, BOX | 0xffc00001, 0, 0, BOX | QNAN_S, false,
	  0 },
	{ "1.75 * 1.75 + 1.75", 0x00c58543, BOX | 0x3fe00000, BOX | 0x3fe00000,
	  BOX | 0x3fe00000, BOX | 0x409a0000, false, 0 },
	{ "0 * 2 + 1", 0x00c58543, BOX, BOX | TWO_S, BOX | ONE_S, BOX | ONE_S,
	  false, 0 },
	{ "2 * inf - inf", 0x00c58547, BOX | TWO_S, BOX | INF_S, BOX | INF_S,
	  BOX | QNAN_S, false, NV },
	{ "signaling * 1 + 1", 0x00c58543, BOX | SNAN_S, BOX | ONE_S,
	  BOX | ONE_S, BOX | QNAN_S, false, NV },
	{ "1 * NaN + 1", 0x00c58543, BOX | ONE_S, BOX | 0xffc00001, BOX | ONE_S,
	  BOX | QNAN_S, false, 0 },
	{ "1 * NaN + signaling", 0x00c58543, BOX | ONE_S, BOX | QNAN_S,
	  BOX | SNAN_S, BOX | QNAN_S, false, NV },
	{ "1 * 1 + NaN", 0x00c58543, BOX | ONE_S, BOX | ONE_S, BOX | 0xffc00001,
	  BOX | QNAN_S, false, 0 },
	{ "fcvt.d.s -inf", 0x42058553, BOX | 0xff800000, 0, 0,
	  0xfff0000000000000, false, 0 },
	{ "fcvt.d.s -0", 0x42058553, BOX | MINUS_S, 0, 0, 1ull << 63, false,
	  0 },
	{ "fcvt.d.s NaN", 0x42058553, BOX | 0xffc00001, 0, 0, QNAN_D, false,
	  0 },
	{ "fcvt.d.s, subnormal", 0x42058553, BOX | 1, 0, 0, 0x36a0000000000000,
	  false, 0 },
	{ "fcvt.w.s 0", 0xc0058553, BOX, 0, 0, 0, true, 0 },
	{ "fcvt.w.s -0", 0xc0058553, BOX | MINUS_S, 0, 0, 0, true, 0 },
};

static void arithmetic(void)
{
	const struct arithmetic_row *row;
	unsigned int i;

	for (i = 0; i < array_size(arithmetic_rows); i++) {
		row = &arithmetic_rows[i];
		prepare("qemu-rv64");
		rig_set(FA1, row->a);
		rig_set(FA2, row->b);
		rig_set(MODEL_F0, row->c);
		rig_run(row->insn);
		CHECK_EQ(row->name, rig_step.kind, MODEL_RETIRED);
		CHECK_EQ(row->name, rig_get(row->to_x ? RD : FA0), row->want);
		CHECK_EQ(row->name, rig_get(FCSR), row->flags);
		CHECK_EQ(row->name, rig_step.write[0].reg,
			 row->to_x ? RD : FA0);
	}
}

/* x11 */
static void from_integers(void)
{
	static const struct {
		const char *name;
		u32 insn;
		u64 a, want;
		u32 flags;
	} from[] = {
		{ "fcvt.s.w -1", 0xd0058553, 0xffffffff, BOX | 0xbf800000, 0 },
		{ "fcvt.s.wu", 0xd0158553, ~0ull, BOX | 0x4f800000, 1 },
		{ "fcvt.d.wu", 0xd2158553, ~0ull, 0x41efffffffe00000, 0 },
		{ "fcvt.d.l", 0xd2258553, 1ull << 63, 0xc3e0000000000000, 0 },
		{ "fcvt.d.lu", 0xd2358553, ~0ull, 0x43f0000000000000, 1 },
		{ "fcvt.s.l 0", 0xd0258553, 0, BOX, 0 },
	};
	unsigned int i;

	for (i = 0; i < array_size(from); i++) {
		prepare("qemu-rv64");
		rig_set(RS1, from[i].a);
		rig_run(from[i].insn);
		CHECK_EQ(from[i].name, rig_get(FA0), from[i].want);
		CHECK_EQ(from[i].name, rig_get(FCSR), from[i].flags);
	}
}

static void rounding_modes(void)
{
	prepare("qemu-rv64");
	rig_run(0x00c5d553); /* fadd.s with mode 5 */
	CHECK_EQ("reserved", rig_step.kind, MODEL_EXCEPTION);
	rig_set(FCSR, 6 << 5);
	rig_run(0x00c5f553); /* dyn */
	CHECK_EQ("reserved in frm", rig_step.kind, MODEL_EXCEPTION);
	rig_set(FCSR, 4 << 5);
	rig_run(0x00c5f553);
	CHECK_EQ("good", rig_step.kind, MODEL_RETIRED);
}

static const struct unit_test tests[] = {
	UNIT_TEST(known, UNIT_ONE),	    UNIT_TEST(memory, UNIT_ONE),
	UNIT_TEST(off, UNIT_ONE),	    UNIT_TEST(arithmetic, UNIT_ONE),
	UNIT_TEST(from_integers, UNIT_ONE), UNIT_TEST(rounding_modes, UNIT_ONE),
};

UNIT_MAIN("model_fp", tests)
