// SPDX-License-Identifier: BSD-2-Clause
/*
 * F and D as far as the model has them: registers, loads, stores, moves, signs,
 * classes, comparisons; and that arithmetic is said not to be modelled.
 */
#include "unit.h"
#include "model_rig.h"

/* Numbers as they are encoded. */
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
	FA0 = MODEL_F0 + 10,
	FA1 = MODEL_F0 + 11,
	FA2 = MODEL_F0 + 12,
	FS_INITIAL = 0x2000,
	FS = 0x6000,
	FCSR = 0x003,
	NV = 0x10,
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
	rig_run(0xf2058553); /* fmv.d.x is RV64's */
	CHECK_EQ("fmv.d.x", rig_step.kind, MODEL_EXCEPTION);
}

static void off(void)
{
	static const u32 insns[] = { 0x20c58553, 0xa0c5a553, 0xe0059553,
				     0xe0058553, 0xf0058553, 0x0005a507,
				     0x00c5a427, 0x00c58553, 0xc0058553,
				     0x00302573, 0x00105073 };
	unsigned int i;

	for (i = 0; i < array_size(insns); i++) {
		rig_new("qemu-rv64");
		rig_set(RS1, RIG_RAM);
		rig_run(insns[i]);
		CHECK_EQ("FS off", rig_step.kind, MODEL_EXCEPTION);
		CHECK_EQ("FS off", rig_step.cause, 2);
		CHECK_EQ("FS off", rig_get(FA0), 0);
	}
	rig_new("piccolo-rv32imac");
	rig_set(0x300, FS);
	rig_run(0x20c58553);
	CHECK_EQ("no F", rig_step.kind, MODEL_EXCEPTION);
}

/* rd and flags are written, with what is not known. */
static void arithmetic(void)
{
	prepare("qemu-rv64");
	rig_set(FA0, 5);
	rig_run(0x00c58553); /* fadd.s f10, f11, f12, rne */
	CHECK_EQ("fadd.s", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("fadd.s", rig_step.write[0].reg, FA0);
	CHECK_EQ("fadd.s", rig_step.write[0].flags, MODEL_UNMODELLED);
	CHECK_EQ("fadd.s", rig_step.write[1].reg, 0x300);
	CHECK_EQ("fadd.s", rig_step.write[2].reg, FCSR);
	CHECK_EQ("fadd.s", rig_step.write[2].flags,
		 MODEL_UNMODELLED | MODEL_IMPLICIT);
	rig_run(0xc0059553); /* fcvt.w.s x10, f11, rtz */
	CHECK_EQ("fcvt.w.s", rig_step.write[0].reg, RD);
	CHECK_EQ("fcvt.w.s", rig_step.write[0].flags, MODEL_UNMODELLED);
	rig_run(0x02c5f543); /* fmadd.d f10, f11, f12, f0, dyn */
	CHECK_EQ("fmadd.d", rig_step.kind, MODEL_RETIRED);
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
	UNIT_TEST(known, UNIT_ONE),
	UNIT_TEST(memory, UNIT_ONE),
	UNIT_TEST(off, UNIT_ONE),
	UNIT_TEST(arithmetic, UNIT_ONE),
	UNIT_TEST(rounding_modes, UNIT_ONE),
};

int main(void)
{
	return unit_main("model_fp", tests, array_size(tests));
}
