// SPDX-License-Identifier: BSD-2-Clause
/*
 * Extensions that only some harts have: Zfa, Zfh, Zcb, Zimop, Zcmop, Svnapot,
 * Svpbmt, Zbkb, Zbkc, Zbkx. Without them their instructions are illegal and
 * their bits reserved.
 */
#include "unit.h"
#include "model_rig.h"

#define FLOATS (MODEL_ZFA | MODEL_ZFH | MODEL_ZFHMIN)
#define BOX_S 0xffffffff00000000ull
#define BOX_H 0xffffffffffff0000ull
#define NAN_S (BOX_S | 0x7fc00000)
#define NAN_D 0x7ff8000000000000ull

enum {
	NX = 1,
	OF = 4,
};

static void hart(unsigned int xlen, u64 extensions, bool there)
{
	struct model_config config;

	model_preset(rig_preset(xlen), &config);
	config.extensions &= ~extensions;
	if (there)
		config.extensions |= extensions;
	config.menvcfg_writable |= 1ull << 62;
	rig_new_config(&config);
	rig_set(0x300, rig_get(0x300) | FS_INITIAL);
}

/* --- floating point ------------------------------------------------------- */

/* rd f10 or x10, rs1 f11, rs2 f12 */
static const struct float_row {
	const char *name;
	u32 insn;
	u64 a, b, want;
	bool to_x;
	unsigned int flags;
} float_rows[] = {
	{ "fround.s 2.5", 0x40458553, BOX_S | 0x40200000, 0, BOX_S | 0x40000000,
	  false, 0 },
	{ "fround.s -0.5 to 0", 0x40459553, BOX_S | 0xbf000000, 0,
	  BOX_S | 0x80000000, false, 0 },
	{ "froundnx.s -0.5", 0x40559553, BOX_S | 0xbf000000, 0,
	  BOX_S | 0x80000000, false, NX },
	{ "froundnx.s 3", 0x40559553, BOX_S | 0x40400000, 0, BOX_S | 0x40400000,
	  false, 0 },
	{ "froundnx.s up", 0x4055b553, BOX_S | 0x00000001, 0,
	  BOX_S | 0x3f800000, false, NX },
	{ "fround.s, large", 0x40458553, BOX_S | 0x4b000001, 0,
	  BOX_S | 0x4b000001, false, 0 },
	{ "fround.s, infinite", 0x40458553, BOX_S | 0xff800000, 0,
	  BOX_S | 0xff800000, false, 0 },
	{ "fround.s, signaling", 0x40458553, BOX_S | 0x7f800001, 0, NAN_S,
	  false, NV },
	{ "fround.s, NaN", 0x40458553, BOX_S | 0xffc00001, 0, NAN_S, false, 0 },
	{ "fround.d", 0x42458553, 0xc00c000000000000, 0, 0xc010000000000000,
	  false, 0 },
	{ "fround.h", 0x44458553, BOX_H | 0x4100, 0, BOX_H | 0x4000, false, 0 },
	{ "fli.s -1", 0xf0100553, 0, 0, BOX_S | 0xbf800000, false, 0 },
	{ "fli.s, least", 0xf0108553, 0, 0, BOX_S | 0x00800000, false, 0 },
	{ "fli.d, least", 0xf2108553, 0, 0, 0x0010000000000000, false, 0 },
	{ "fli.d 0.3125", 0xf2148553, 0, 0, 0x3fd4000000000000, false, 0 },
	{ "fli.h 65536", 0xf41e8553, 0, 0, BOX_H | 0x7c00, false, 0 },
	{ "fli.h 2^-16", 0xf4110553, 0, 0, BOX_H | 0x0100, false, 0 },
	{ "fli.d NaN", 0xf21f8553, 0, 0, NAN_D, false, 0 },
	{ "fminm.s", 0x28c5a553, BOX_S | 0x3f800000, BOX_S | 0x40000000,
	  BOX_S | 0x3f800000, false, 0 },
	{ "fminm.s, NaN", 0x28c5a553, BOX_S | 0x3f800000, NAN_S, NAN_S, false,
	  0 },
	{ "fmaxm.d", 0x2ac5b553, 0x3ff0000000000000, 0x4000000000000000,
	  0x4000000000000000, false, 0 },
	{ "fmaxm.d, signaling", 0x2ac5b553, 0x3ff0000000000000,
	  0x7ff0000000000001, NAN_D, false, NV },
	{ "fmaxm.h", 0x2cc5b553, BOX_H | 0x3c00, BOX_H | 0x4000, BOX_H | 0x4000,
	  false, 0 },
	{ "fleq.s", 0xa0c5c553, BOX_S | 0x3f800000, BOX_S | 0x3f800000, 1, true,
	  0 },
	{ "fleq.s, NaN", 0xa0c5c553, BOX_S | 0x3f800000, NAN_S, 0, true, 0 },
	{ "fltq.d", 0xa2c5d553, 0x3ff0000000000000, 0x3ff0000000000000, 0, true,
	  0 },
	{ "fltq.d, signaling", 0xa2c5d553, 0x3ff0000000000000,
	  0x7ff0000000000001, 0, true, NV },
	{ "fltq.h", 0xa4c5d553, BOX_H | 0x3c00, BOX_H | 0x4000, 1, true, 0 },
	{ "fcvtmod.w.d 2^32 + 1", 0xc2859553, 0x41f0000000100000, 0, 1, true,
	  NV },
	{ "fcvtmod.w.d 2^31", 0xc2859553, 0x41e0000000000000, 0,
	  0xffffffff80000000, true, NV },
	{ "fcvtmod.w.d -1.5", 0xc2859553, 0xbff8000000000000, 0, ~0ull, true,
	  NX },
	{ "fcvtmod.w.d 0.5", 0xc2859553, 0x3fe0000000000000, 0, 0, true, NX },
	{ "fcvtmod.w.d 2^83 + 2^31", 0xc2859553, 0x4520000000000001, 0,
	  0xffffffff80000000, true, NV },
	{ "fcvtmod.w.d 2^84 + 2^32", 0xc2859553, 0x4530000000000001, 0, 0, true,
	  NV },
	{ "fcvtmod.w.d, infinite", 0xc2859553, 0x7ff0000000000000, 0, 0, true,
	  NV },
	{ "fadd.h", 0x04c58553, BOX_H | 0x3c00, BOX_H | 0x3c00, BOX_H | 0x4000,
	  false, 0 },
	{ "fadd.h, not boxed", 0x04c58553, 0x3c00, BOX_H | 0x3c00,
	  BOX_H | 0x7e00, false, 0 },
	{ "fsqrt.h", 0x5c058553, BOX_H | 0x4400, 0, BOX_H | 0x4000, false, 0 },
	{ "fsgnjn.h", 0x24c59553, BOX_H | 0x3c00, BOX_H | 0x3c00,
	  BOX_H | 0xbc00, false, 0 },
	{ "feq.h", 0xa4c5a553, BOX_H | 0, BOX_H | 0x8000, 1, true, 0 },
	{ "fclass.h", 0xe4059553, BOX_H | 0x0001, 0, 1 << 5, true, 0 },
	{ "fcvt.h.s 65520", 0x44058553, BOX_S | 0x477ff000, 0, BOX_H | 0x7c00,
	  false, OF | NX },
	{ "fcvt.s.h", 0x40258553, BOX_H | 0x3c01, 0, BOX_S | 0x3f802000, false,
	  0 },
	{ "fcvt.d.h", 0x42258553, BOX_H | 0x0001, 0, 0x3e70000000000000, false,
	  0 },
	{ "fcvt.h.d", 0x44158553, 0x3ff0000000000000, 0, BOX_H | 0x3c00, false,
	  0 },
	{ "fcvt.w.h", 0xc4059553, BOX_H | 0xbe00, 0, ~0ull, true, NX },
	{ "fmv.x.h", 0xe4058553, BOX_H | 0x8001, 0, 0xffffffffffff8001, true,
	  0 },
};

static void float_row(const struct float_row *row, bool there)
{
	hart(64, FLOATS, there);
	rig_set(FA1, row->a);
	rig_set(FA2, row->b);
	rig_run(row->insn);
	CHECK_EQ(row->name, rig_step.kind,
		 there ? MODEL_RETIRED : MODEL_EXCEPTION);
	if (!there)
		return;
	CHECK_EQ(row->name, rig_get(row->to_x ? RD : FA0), row->want);
	CHECK_EQ(row->name, rig_get(FCSR), row->flags);
}

static void floats(void)
{
	unsigned int i;

	for (i = 0; i < array_size(float_rows); i++) {
		float_row(&float_rows[i], true);
		float_row(&float_rows[i], false);
	}
}

static void float_moves(void)
{
	hart(64, FLOATS, true);
	rig_set(RS1, RIG_RAM + 0x100);
	rig_poke(RIG_RAM + 0x102, 2, 0xbeef);
	rig_run(0x00259507); /* flh fa0, 2(a1) */
	CHECK_EQ("flh", rig_get(FA0), BOX_H | 0xbeef);
	rig_run(0x00a59227); /* fsh fa0, 4(a1) */
	CHECK_EQ("fsh", rig_peek(RIG_RAM + 0x104, 4), 0xbeef);
	rig_set(RS1, 0x12345);
	rig_run(0xf4058553);
	CHECK_EQ("fmv.h.x", rig_get(FA0), BOX_H | 0x2345);
	hart(32, FLOATS, true);
	rig_set(FA1, 0x8000000200000001);
	rig_run(0xe2158553);
	CHECK_EQ("fmvh.x.d", rig_get(RD), 0x80000002);
	rig_set(RS1, 0x80000001);
	rig_set(RS2, 0x80000002);
	rig_run(0xb2c58553);
	CHECK_EQ("fmvp.d.x", rig_get(FA0), 0x8000000280000001);
	hart(64, FLOATS, true);
	rig_run(0xe2158553);
	CHECK_EQ("fmvh.x.d on RV64", rig_step.kind, MODEL_EXCEPTION);
	hart(64, MODEL_ZFHMIN, true);
	rig_run(0x04c58553);
	CHECK_EQ("fadd.h with Zfhmin", rig_step.kind, MODEL_EXCEPTION);
}

/* --- short instructions --------------------------------------------------- */

static const struct short_row {
	const char *name;
	u32 code, full; /* 0: illegal */
	u32 full32;
} short_rows[] = {
	{ "c.lbu a0,3(a1)", 0x81e8, 0x0035c503, 0x0035c503 },
	{ "c.lbu a0,1(a1)", 0x81c8, 0x0015c503, 0x0015c503 },
	{ "c.lhu a0,2(a1)", 0x85a8, 0x0025d503, 0x0025d503 },
	{ "c.lh a0,2(a1)", 0x85e8, 0x00259503, 0x00259503 },
	{ "c.sb a0,1(a1)", 0x89c8, 0x00a580a3, 0x00a580a3 },
	{ "c.sh a0,2(a1)", 0x8da8, 0x00a59123, 0x00a59123 },
	{ "c.sh with another bit", 0x8de8, 0, 0 },
	{ "reserved beside c.sh", 0x91a8, 0, 0 },
	{ "c.mul a0,a1", 0x9d4d, 0x02b50533, 0x02b50533 },
	{ "c.zext.b a0", 0x9d61, 0x0ff57513, 0x0ff57513 },
	{ "c.sext.b a0", 0x9d65, 0x60451513, 0x60451513 },
	{ "c.zext.h a0", 0x9d69, 0x0805453b, 0x08054533 },
	{ "c.sext.h a0", 0x9d6d, 0x60551513, 0x60551513 },
	{ "c.zext.w a0", 0x9d71, 0x0805053b, 0 },
	{ "c.not a0", 0x9d75, 0xfff54513, 0xfff54513 },
	{ "reserved beside c.not", 0x9d79, 0, 0 },
	{ "c.mop.1", 0x6081, RIG_NOP, RIG_NOP },
	{ "c.mop.15", 0x6781, RIG_NOP, RIG_NOP },
	{ "c.lui x17,0", 0x6881, 0, 0 },
	{ "c.lui x8,0", 0x6401, 0, 0 },
};

/* All results of an instruction, in one number. */
static u64 done(unsigned int xlen, bool there, u32 insn)
{
	hart(xlen, MODEL_ZCB | MODEL_ZCMOP, there);
	rig_set(RD, 0x89abcdef89abcdef);
	rig_set(RS1, RIG_RAM + 0x100);
	rig_poke(RIG_RAM + 0x100, 4, 0xfedcba98);
	rig_run(insn);
	return (rig_get(RD) ^ rig_peek(RIG_RAM + 0x100, 4) << 8 ^
		(u64)rig_step.access_bytes << 60);
}

static void short_row(const struct short_row *row, unsigned int xlen)
{
	u32 full = xlen == 64 ? row->full : row->full32;
	u64 want;

	want = full ? done(xlen, true, full) : 0;
	CHECK_EQ(row->name, full ? rig_step.kind : MODEL_RETIRED,
		 MODEL_RETIRED);
	CHECK_EQ(row->name, full ? done(xlen, true, row->code) : 0, want);
	done(xlen, true, row->code);
	CHECK_EQ(row->name, rig_step.kind,
		 full ? MODEL_RETIRED : MODEL_EXCEPTION);
	done(xlen, false, row->code);
	CHECK_EQ(row->name, rig_step.kind, MODEL_EXCEPTION);
}

static void shorts(void)
{
	unsigned int i;

	for (i = 0; i < array_size(short_rows); i++) {
		short_row(&short_rows[i], 64);
		short_row(&short_rows[i], 32);
	}
}

static void may_be(void)
{
	static const u32 mops[] = {
		0x81c5c573, /* mop.r.0 */
		0xcdf5c573, /* mop.r.31 */
		0x82c5c573, /* mop.rr.0 */
		0xcec5c573, /* mop.rr.7 */
	};
	unsigned int i;

	for (i = 0; i < array_size(mops); i++) {
		hart(64, MODEL_ZIMOP, true);
		rig_set(RD, 7);
		rig_set(RS1, 9);
		rig_run(mops[i]);
		CHECK_EQ("writes 0", rig_get(RD), 0);
		CHECK_EQ("retires", rig_step.kind, MODEL_RETIRED);
		hart(64, MODEL_ZIMOP, false);
		rig_run(mops[i]);
		CHECK_EQ("is not there", rig_step.kind, MODEL_EXCEPTION);
	}
}

/* --- page table entries --------------------------------------------------- */

#define TABLES (RIG_RAM + 0x4000)
#define LD 0x0005b503u
#define N (1ull << 63)
#define PBMT(type) ((u64)(type) << 61)
#define MPRV_S (1 << 17 | 1 << 11)
/* The third of 16 pages, the first of which is in RAM */
#define VADDR 0x40002000ull

enum {
	V = 1,
	LEAF = 0xcf,
};

static const struct page_row {
	const char *name;
	u64 high, leaf; /* bits of the table's entry above, and of the leaf */
	u64 ppn;
	u32 extensions;
	bool enabled, good; /* PBMTE */
} page_rows[] = {
	{ "64 KiB", 0, N, 8, MODEL_SVNAPOT, false, true },
	{ "64 KiB without Svnapot", 0, N, 8, 0, false, false },
	{ "128 KiB", 0, N, 0, MODEL_SVNAPOT, false, false },
	{ "32 KiB", 0, N, 12, MODEL_SVNAPOT, false, false },
	{ "N of a table", N, 0, 2, MODEL_SVNAPOT, false, false },
	{ "a type", 0, PBMT(1), 2, MODEL_SVPBMT, true, true },
	{ "another type", 0, PBMT(2), 2, MODEL_SVPBMT, true, true },
	{ "the third is reserved", 0, PBMT(3), 2, MODEL_SVPBMT, true, false },
	{ "a type that is off", 0, PBMT(1), 2, MODEL_SVPBMT, false, false },
	{ "a type of a table", PBMT(1), 0, 2, MODEL_SVPBMT, true, false },
	{ "both", 0, N | PBMT(1), 8, MODEL_SVNAPOT | MODEL_SVPBMT, true, true },
};

static void page_row(const struct page_row *row)
{
	u64 entry = (RIG_RAM >> 12 | row->ppn) << 10 | LEAF | row->leaf;

	hart(64, row->extensions, true);
	rig_open();
	rig_csr(0x30a, row->enabled ? 1ull << 62 : 0);
	rig_csr(0x180, 8ull << 60 | TABLES >> 12);
	rig_poke(TABLES + 8, 8, (TABLES + 0x1000) >> 12 << 10 | V | row->high);
	rig_poke(TABLES + 0x1000, 8, (TABLES + 0x2000) >> 12 << 10 | V);
	rig_poke(TABLES + 0x2000 + 16, 8, entry);
	rig_poke(RIG_RAM + 0x2008, 8, 0x55);
	rig_set(RS1, VADDR + 8);
	rig_csr(0x300, MPRV_S);
	rig_set(MODEL_PC, RIG_RAM);
	rig_run(LD);
	CHECK_EQ(row->name, rig_step.kind,
		 row->good ? MODEL_RETIRED : MODEL_EXCEPTION);
	CHECK_EQ(row->name, row->good ? rig_get(RD) : 0x55, 0x55);
	if (!row->good)
		CHECK_EQ(row->name, rig_get(0x342), 13);
}

static void pages(void)
{
	unsigned int i;

	for (i = 0; i < array_size(page_rows); i++)
		page_row(&page_rows[i]);
}

/* fmax.d fa0, fa1, fa2 of a signaling NaN and 1, by both versions of F */
static void versions(void)
{
	hart(64, 0, true);
	rig_set(0x102b, 0x7ff0000000000001);
	rig_set(0x102c, 0x3ff0000000000000);
	rig_run(0x2ac59553);
	CHECK_EQ("F 2.2", rig_get(0x102a), 0x3ff0000000000000);
	rig.config.minmax_2008 = true;
	rig_run(0x2ac59553);
	CHECK_EQ("F 2.1", rig_get(0x102a), NAN_D);
	CHECK_EQ("flags", rig_get(3), NV);
}

/* --- bit manipulation for cryptography ------------------------------------- */

#define OF_B (MODEL_ZBA | MODEL_ZBB | MODEL_ZBC | MODEL_ZBS)
#define OF_K (MODEL_ZBKB | MODEL_ZBKC | MODEL_ZBKX)

static const struct bit_row {
	const char *name;
	u32 insn;
	unsigned int xlen;
	u64 a, b, want;
	u64 extension;
} bit_rows[] = {
	{ "pack", 0x08c5c533, 64, 0x1111111122222222, 0x3333333384444444,
	  0x8444444422222222, MODEL_ZBKB },
	{ "pack", 0x08c5c533, 32, 0x11112222, 0x33334444, 0x44442222,
	  MODEL_ZBKB },
	{ "packh", 0x08c5f533, 64, 0x12ab, 0x34cd, 0xcdab, MODEL_ZBKB },
	{ "packw", 0x08c5c53b, 64, 0x12222, 0x18444, 0xffffffff84442222,
	  MODEL_ZBKB },
	{ "brev8", 0x6875d513, 64, 0x0180f00f00000007, 0, 0x80010ff0000000e0,
	  MODEL_ZBKB },
	{ "brev8", 0x6875d513, 32, 0x0180f00f, 0, 0x80010ff0, MODEL_ZBKB },
	{ "zip", 0x08f59513, 32, 0x0001ffff, 0, 0x55555557, MODEL_ZBKB },
	{ "unzip", 0x08f5d513, 32, 0x55555557, 0, 0x0001ffff, MODEL_ZBKB },
	{ "xperm4", 0x28c5a533, 64, 0xfedcba9876543210, 0x0f1e2d3c4b5a6978,
	  0x0f1e2d3c4b5a6978, MODEL_ZBKX },
	{ "xperm4", 0x28c5a533, 32, 0x76543210, 0xf7018a06, 0x07010006,
	  MODEL_ZBKX },
	{ "xperm8", 0x28c5c533, 64, 0x0706050403020100, 0x0801ff0706001004,
	  0x0001000706000004, MODEL_ZBKX },
	{ "andn", 0x40c5f533, 64, 0xff, 0x0f, 0xf0, MODEL_ZBKB },
	{ "roriw 4", 0x6045d51b, 64, 0xf, 0, 0xfffffffff0000000, MODEL_ZBKB },
	{ "rev8", 0x6985d513, 32, 0x01020384, 0, 0x84030201, MODEL_ZBKB },
	{ "clmulh", 0x0ac5b533, 64, 1ull << 63, 6, 3, MODEL_ZBKC },
};

static void bit_row(const struct bit_row *row, bool there)
{
	struct model_config config;

	model_preset(rig_preset(row->xlen), &config);
	config.extensions &= ~(u64)(OF_B | OF_K);
	if (there)
		config.extensions |= row->extension;
	rig_new_config(&config);
	rig_set(RS1, row->a);
	rig_set(RS2, row->b);
	rig_run(row->insn);
	CHECK_EQ(row->name, rig_step.kind,
		 there ? MODEL_RETIRED : MODEL_EXCEPTION);
	CHECK_EQ(row->name, rig_get(RD), there ? row->want : 0);
}

static void bits(void)
{
	unsigned int i;

	for (i = 0; i < array_size(bit_rows); i++) {
		bit_row(&bit_rows[i], true);
		bit_row(&bit_rows[i], false);
	}
}

/* --- extensions that a hart must have ------------------------------------ */

static const struct missing_row {
	const char *name;
	u32 insn;
	u64 want;
} missing_rows[] = {
	{ "add", 0x00b50533, 0 },
	{ "nobody's", 0x08059533, 0 },
	{ "sh1add", 0x20c5a533, MODEL_ZBA },
	{ "andn", 0x40c5f533, MODEL_ZBB },
	{ "bset", 0x28c59533, MODEL_ZBS },
	{ "pack", 0x08c5c533, MODEL_ZBKB },
	{ "cbo.zero", 0x0043200f, MODEL_ZICBOZ },
	{ "fround.s", 0x40458553, MODEL_ZFA },
	{ "c.lbu", 0x8188, MODEL_ZCB },
	{ "c.addi", 0x0505, 0 },
};

static void missing(void)
{
	unsigned int i;

	for (i = 0; i < array_size(missing_rows); i++) {
		const struct missing_row *row = &missing_rows[i];

		hart(64,
		     MODEL_ZBA | MODEL_ZBB | MODEL_ZBS | MODEL_ZICBOZ |
			     MODEL_ZFA | MODEL_ZCB,
		     false);
		CHECK_EQ(row->name, model_missing(&rig, row->insn), row->want);
		CHECK_EQ(row->name, rig.config.extensions & MODEL_ZBA, 0);
		hart(64, row->want, true);
		CHECK_EQ(row->name, model_missing(&rig, row->insn), 0);
	}
}

static const struct unit_test tests[] = {
	UNIT_TEST(floats, UNIT_ONE),   UNIT_TEST(float_moves, UNIT_ONE),
	UNIT_TEST(shorts, UNIT_ONE),   UNIT_TEST(may_be, UNIT_ONE),
	UNIT_TEST(pages, UNIT_ONE),    UNIT_TEST(missing, UNIT_ONE),
	UNIT_TEST(versions, UNIT_ONE), UNIT_TEST(bits, UNIT_ONE),
};

UNIT_MAIN("model_more", tests)
