// SPDX-License-Identifier: BSD-2-Clause
/*
 * CSRs of the model: their numbers, the modes that may access them, and the
 * result of writes.
 */
#include "unit.h"
#include "model_rig.h"

enum {
	W32 = 1,
	W64 = 2,
	BOTH = 3,
};

/*
 * Writes by M-mode on QEMU's harts, of all ones unless a row has another value.
 */
static const struct row {
	const char *name;
	u32 csr;
	unsigned int on;
	u64 write, want;
} rows[] = {
	{ "mscratch", 0x340, BOTH, ~0ull, ~0ull },
	{ "mstatus", 0x300, W64, ~(1ull << 17), 0x8000000b007c79aa },
	{ "mstatus", 0x300, W32, ~(1ull << 17), 0x807c79aa },
	{ "mstatus, no such MPP", 0x300, BOTH, 2 << 11, 0xa00000000 },
	{ "mstatush", 0x310, W32, ~0ull, 0 },
	{ "sstatus", 0x100, W32, ~0ull, 0x800c6122 },
	{ "mie", 0x304, W32, ~0ull, 0xffffeaaa },
	{ "mideleg", 0x303, BOTH, ~0ull, 0x2666 },
	{ "medeleg", 0x302, BOTH, ~0ull, 0xf4bfff },
	{ "medelegh", 0x312, W32, ~0ull, 0 },
	{ "mtvec, direct", 0x305, BOTH, 0x1000, 0x1000 },
	{ "mtvec, vectored", 0x305, BOTH, 0x1001, 0x1001 },
	{ "mtvec, reserved", 0x305, BOTH, 0x1002, 0 },
	{ "stvec, reserved", 0x105, BOTH, 0x1003, 0 },
	{ "misa stays", 0x301, W64, 0, 0x800000000014112d },
	{ "misa stays", 0x301, W32, 0, 0x4014112d },
	{ "mcounteren", 0x306, BOTH, ~0ull, 0x7ffff },
	{ "scounteren", 0x106, BOTH, ~0ull, 0x7ffff },
	{ "mcountinhibit", 0x320, BOTH, ~0ull, 0x7fffd },
	{ "menvcfg", 0x30a, W64, ~0ull, 0xb0000000000000f1 },
	{ "menvcfg", 0x30a, W32, ~0ull, 0xf1 },
	{ "menvcfgh", 0x31a, W32, ~0ull, 0xa0000000 },
	{ "senvcfg", 0x10a, BOTH, ~0ull, 0xf1 },
	{ "satp, no such mode", 0x180, W64, ~0ull, 0 },
	{ "satp, Sv39", 0x180, W64, 0x8fffffffffffffff, 0x8fffffffffffffff },
	{ "satp, Sv32", 0x180, W32, 0xffffffff, 0xffffffff },
	{ "mcycle", 0xb00, BOTH, ~0ull, ~0ull },
	{ "mcycleh", 0xb80, W32, ~0ull, ~0ull },
	{ "mhpmcounter3", 0xb03, BOTH, 5, 5 },
	{ "mhpmcounter18h", 0xb92, W32, 5, 5 },
	{ "mhpmevent31", 0x33f, W64, ~0ull, 0xf3ffffffffffffff },
	{ "mcause", 0x342, BOTH, ~0ull, ~0ull },
	{ "fcsr", 0x003, BOTH, ~0ull, 0xff },
	{ "frm", 0x002, BOTH, ~0ull, 7 },
	{ "stimecmp", 0x14d, BOTH, ~0ull, ~0ull },
	{ "mip", 0x344, BOTH, ~0ull, 0x2626 },
	{ "pmpaddr0", 0x3b0, BOTH, ~0ull, ~0ull },
	{ "pmpcfg0", 0x3a0, BOTH, 0x1f, 0x1f },
};

static void check_row(const struct row *row, unsigned int xlen)
{
	u64 mask = xlen == 32 ? 0xffffffff : ~0ull;

	rig_new(rig_preset(xlen));
	rig_set(0x300, rig_get(0x300) | 0x2000);
	rig_csr(row->csr, row->write & mask);
	CHECK_EQ(row->name, rig_get(row->csr), row->want & mask);
	/*
	 * The step notes rd, the register unless it is read-only zero, and FS
	 * for fcsr
	 */
	CHECK_EQ(row->name, rig_step.writes,
		 row->csr == 0x312 ? 1 : 2 + (row->csr < 4));
	if (row->csr == 0x312)
		return;
	CHECK_EQ(row->name, rig_step.write[0].reg, model_real(row->csr));
	CHECK_EQ(row->name, rig_step.write[0].value,
		 rig_get(model_real(row->csr)));
}

static void writing(void)
{
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		if (rows[i].on & W32)
			check_row(&rows[i], 32);
		if (rows[i].on & W64)
			check_row(&rows[i], 64);
	}
}

static void operations(void)
{
	static const struct {
		const char *name;
		u32 insn;
		u64 after;
		bool writes;
	} ops[] = {
		{ "csrrw", 0x34059573, 0x0f, true },
		{ "csrrs", 0x3405a573, 0xff, true },
		{ "csrrc", 0x3405b573, 0xf0, true },
		{ "csrrs x0", 0x34002573, 0xf0, false },
		{ "csrrc x0", 0x34003573, 0xf0, false },
		{ "csrrw x0", 0x34001573, 0, true },
		{ "csrrwi 5", 0x3402d573, 5, true },
		{ "csrrsi 5", 0x3402e573, 0xf5, true },
		{ "csrrci 0x10", 0x34087573, 0xe0, true },
		{ "csrrsi 0", 0x34006573, 0xf0, false },
	};
	unsigned int i;

	for (i = 0; i < array_size(ops); i++) {
		rig_new("qemu-rv64");
		rig_set(0x340, 0xf0);
		rig_set(RS1, 0x0f);
		rig_run(ops[i].insn);
		CHECK_EQ(ops[i].name, rig_get(RD), 0xf0);
		CHECK_EQ(ops[i].name, rig_get(0x340), ops[i].after);
		CHECK_EQ(ops[i].name, rig_step.writes, ops[i].writes + 1);
	}
}

/* --- modes with access --------------------------------------------------- */

static void privileges(void)
{
	static const struct {
		const char *name;
		u32 csr;
		unsigned int least;
	} ranks[] = {
		{ "mscratch", 0x340, MODEL_M }, { "sscratch", 0x140, MODEL_S },
		{ "fcsr", 0x003, MODEL_U },	{ "mhartid", 0xf14, MODEL_M },
		{ "satp", 0x180, MODEL_S },	{ "pmpcfg0", 0x3a0, MODEL_M },
	};
	unsigned int i, priv;

	for (i = 0; i < array_size(ranks); i++)
		for (priv = 0; priv < 4; priv++) {
			if (priv == 2)
				continue;
			rig_new("qemu-rv64");
			rig_open();
			rig_set(0x300, rig_get(0x300) | 0x2000);
			rig_set(MODEL_PRIV, priv);
			rig_run(ranks[i].csr << 20 | 0x2573); /* csrr x10 */
			CHECK_EQ(ranks[i].name, rig_step.kind,
				 priv >= ranks[i].least ? MODEL_RETIRED :
							  MODEL_EXCEPTION);
		}
}

static void read_only(void)
{
	rig_new("qemu-rv64");
	rig_run(0xf1402573); /* csrr x10, mhartid */
	CHECK_EQ("read", rig_step.kind, MODEL_RETIRED);
	rig_run(0xf1406573); /* csrrsi x10, mhartid, 0 */
	CHECK_EQ("no write", rig_step.kind, MODEL_RETIRED);
	rig_run(0xf1401573); /* csrrw x10, mhartid, x0 */
	CHECK_EQ("write", rig_step.kind, MODEL_EXCEPTION);
	rig_run(0xc0001573);
	CHECK_EQ("cycle", rig_step.kind, MODEL_EXCEPTION);
}

static void absent(void)
{
	static const u16 none[] = { 0x000, 0x007, 0x101, 0x15d, 0x1ff, 0x310,
				    0x312, 0x31a, 0x3a1, 0x3c0, 0x5a8, 0x723,
				    0x747, 0x7a0, 0x7b0, 0xb01, 0xb13, 0xb80,
				    0xc13, 0xc80, 0xda0, 0xf10, 0xfff };
	unsigned int i;
	u64 value;

	for (i = 0; i < array_size(none); i++) {
		rig_new("qemu-rv64");
		rig_run((u32)none[i] << 20 | 0x2573);
		CHECK_EQ("illegal", rig_step.kind, MODEL_EXCEPTION);
		CHECK_EQ("read", model_read(&rig, none[i], &value), false);
		CHECK_EQ("write", model_write(&rig, none[i], 1), false);
	}
}

static void counters(void)
{
	static const struct {
		u64 m, s;
		bool in_s, in_u;
	} enables[] = { { 0, 0, false, false },
			{ 0, 4, false, false },
			{ 4, 0, true, false },
			{ 4, 4, true, true } };
	unsigned int i;

	for (i = 0; i < array_size(enables); i++) {
		rig_new("qemu-rv64");
		rig_open();
		rig_csr(0x306, enables[i].m);
		rig_csr(0x106, enables[i].s);
		rig_set(0xb02, 77);
		rig_set(MODEL_PRIV, MODEL_S);
		rig_run(0xc0202573); /* csrr x10, instret */
		CHECK_EQ("S", rig_step.kind != MODEL_EXCEPTION,
			 enables[i].in_s);
		rig_set(MODEL_PRIV, MODEL_U);
		rig_run(0xc0202573);
		CHECK_EQ("U", rig_step.kind != MODEL_EXCEPTION,
			 enables[i].in_u);
		if (enables[i].in_u) {
			CHECK_EQ("value", rig_get(RD), 77);
			CHECK_EQ("flag", rig_step.write[0].flags,
				 MODEL_UNMODELLED);
		}
	}
}

static void time_and_stimecmp(void)
{
	rig_new("qemu-rv32");
	rig_open();
	rig_set(MODEL_MTIME, 0x123456789abcdef0);
	rig_run(0xc0102573);
	CHECK_EQ("time", rig_get(RD), 0x9abcdef0);
	rig_run(0xc8102573);
	CHECK_EQ("timeh", rig_get(RD), 0x12345678);
	rig_csr(0x15d, 5);
	CHECK_EQ("stimecmph", rig.stimecmp, 0x500000000);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_run(0x14d02573);
	CHECK_EQ("S needs TM and STCE", rig_step.kind, MODEL_EXCEPTION);
	rig_csr(0x306, 2);
	rig_csr(0x31a, 0x80000000);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_run(0x14d02573);
	CHECK_EQ("has them", rig_step.kind, MODEL_RETIRED);
}

/* --- views, and values from outside -------------------------------------- */

static void views(void)
{
	rig_new("qemu-rv64");
	rig_csr(0x303, 0x222);
	rig_csr(0x104, ~0ull);
	CHECK_EQ("sie is part of mie", rig_get(0x304), 0x222);
	rig_set(0x344, 0xaaa);
	CHECK_EQ("sip", rig_get(0x144), 0x222);
	rig_csr(0x144, 0);
	CHECK_EQ("only SSIP", rig_get(0x344), 0xaa8);
	rig_csr(0x344, 0);
	CHECK_EQ("lines stay", rig_get(0x344) & 0x888, 0x888);
	rig_set(0x300, rig_get(0x300) | 0x2000);
	rig_csr(0x001, 0x1f);
	rig_csr(0x002, 3);
	CHECK_EQ("fcsr", rig_get(0x003), 0x7f);
	CHECK_EQ("fflags", rig_get(0x001), 0x1f);
	CHECK_EQ("frm", rig_get(0x002), 3);
	rig_csr(0x001, 2);
	CHECK_EQ("frm stays", rig_get(0x003), 0x62);
	CHECK_EQ("FS", rig_get(0x300) & 0x6000, 0x6000);
	CHECK_EQ("SD", rig_get(0x300) >> 63, 1);
	rig_set(0x100, 0);
	rig_csr(0x100, ~0ull);
	CHECK_EQ("sstatus has no more", rig_get(0x300) & 0x70188a, 2);
	rig_set(0x100, 0);
	CHECK_EQ("sstatus from outside", rig_get(0x300), 0x800000000);
}

/*
 * From outside every value is stored, even if an instruction could not write
 * it.
 */
static void stored(void)
{
	static const u16 numbers[] = { 0x140, 0x141, 0x142, 0x143, 0x14d, 0x180,
				       0x302, 0x303, 0x304, 0x305, 0x306, 0x30a,
				       0x320, 0x323, 0x33f, 0x340, 0x341, 0x342,
				       0x343, 0x344, 0x3a0, 0x3a2, 0x3b0, 0x3bf,
				       0xb00, 0xb02, 0xb12, 0xc01 };
	const u64 value = 0x1f9f8f0f87654321;
	unsigned int i;

	for (i = 0; i < 2 * array_size(numbers); i++) {
		rig_new(i & 1 ? "qemu-rv32" : "qemu-rv64");
		rig_set(numbers[i / 2], value);
		CHECK_EQ("stored", rig_get(numbers[i / 2]),
			 i & 1 ? (u32)value : value);
	}
	/* a half does not change the other half */
	rig_new("qemu-rv32");
	rig_set(0xb80, 7);
	rig_set(0xb00, 5);
	rig_set(0xc81, 3);
	rig_set(0xc01, 1);
	rig_set(0x15d, 9);
	rig_set(0x14d, 8);
	CHECK_EQ("mcycle", rig.mhpmcounter[0], 0x700000005);
	CHECK_EQ("time", rig_get(MODEL_MTIME), 0x300000001);
	CHECK_EQ("stimecmp", rig.stimecmp, 0x900000008);
	/* a view changes only its own part */
	rig_set(0x303, 0x222);
	rig_set(0x304, 0x888);
	rig_set(0x104, 0xaaa);
	CHECK_EQ("sie", rig_get(0x304), 0xaaa);
	rig_set(0x104, 0);
	CHECK_EQ("sie", rig_get(0x304), 0x888);
	rig_set(0x344, 0x888);
	rig_set(0x144, 0xfff);
	CHECK_EQ("sip", rig_get(0x344), 0xaaa);
	rig_set(0x144, 0);
	CHECK_EQ("sip", rig_get(0x344), 0x888);
}

static void outside(void)
{
	rig_new("qemu-rv64");
	CHECK_EQ("mip", model_outside(&rig, 0x344), 0x2a88);
	rig_csr(0x30a, 1ull << 63);
	CHECK_EQ("mip, Sstc", model_outside(&rig, 0x344), 0x2aa8);
	CHECK_EQ("mcycle", model_outside(&rig, 0xb00), ~0ull);
	CHECK_EQ("hpmcounter5", model_outside(&rig, 0xc05), ~0ull);
	CHECK_EQ("mtime", model_outside(&rig, MODEL_MTIME), ~0ull);
	CHECK_EQ("mepc", model_outside(&rig, 0x341), 0);
	CHECK_EQ("sip", model_outside(&rig, 0x144), 0);
	rig_csr(0x303, 0x222);
	CHECK_EQ("sip, delegated", model_outside(&rig, 0x144), 0x220);
	CHECK_EQ("sie", model_real(0x104), 0x304);
	CHECK_EQ("sip", model_real(0x144), 0x344);
	CHECK_EQ("sctrctl", model_real(0x14e), 0x34e);
	CHECK_EQ("cycle", model_real(0xc00), 0xb00);
	CHECK_EQ("hpmcounter31h", model_real(0xc9f), 0xb9f);
	CHECK_EQ("time", model_real(0xc01), 0xc01);
}

/* --- registers of some harts --------------------------------------------- */

static void overflow_of_counters(void)
{
	struct model_config config;

	CHECK("preset", model_preset("qemu-rv32", &config));
	config.extensions |= MODEL_SSCOFPMF;
	rig_new_config(&config);
	rig_open();
	rig_csr(0x723, 1u << 31 | 5);
	rig_csr(0x72a, 1u << 31);
	CHECK_EQ("mhpmevent3h", rig.mhpmevent[3], 0x8000000500000000);
	CHECK_EQ("scountovf", rig_get(0xda0), 1 << 3 | 1 << 10);
	CHECK_EQ("outside", model_outside(&rig, 0x723), 1u << 31);
	CHECK_EQ("outside", model_outside(&rig, 0x323), 0);
	rig_csr(0x306, 1 << 10);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_run(0xda002573); /* csrr x10, scountovf */
	CHECK_EQ("in S", rig_get(RD), 1 << 10);
	CHECK("preset", model_preset("qemu-rv64", &config));
	config.extensions |= MODEL_SSCOFPMF | MODEL_SMCNTRPMF;
	config.cntrcfg_writable = 0x5ull << 60;
	rig_new_config(&config);
	rig_csr(0x321, ~0ull);
	CHECK_EQ("mcyclecfg", rig_get(0x321), 0x5ull << 60);
	CHECK_EQ("outside", model_outside(&rig, 0x323), 1ull << 63);
	CHECK_EQ("outside", model_outside(&rig, 0x33f), 1ull << 63);
	CHECK_EQ("outside", model_outside(&rig, 0x340), 0);
}

static void presets(void)
{
	struct model_config config;
	unsigned int n;

	for (n = 0; model_preset_name(n); n++) {
		rig_new(model_preset_name(n));
		CHECK_EQ("reset", rig_get(MODEL_PRIV), MODEL_M);
	}
	CHECK_EQ("presets", n, 6);
	CHECK_EQ("no such", model_preset("qemu", &config), false);
	rig_new("piccolo-rv32imac");
	CHECK_EQ("mscratch", rig_get(0x340), 0);
	CHECK_EQ("misa", rig_get(0x301), 0x40101105);
	model_reset(&rig);
	CHECK_EQ("boot ROM", rig_get(MODEL_PC), 0x70000000);
}

/* tselect, hstatus and hgeip, which exist but are not modelled */
static void others(void)
{
	struct model_config config;

	model_preset("qemu-rv64", &config);
	config.others = 3;
	config.other[0] = 0x7a0;
	config.other[1] = 0x600;
	config.other[2] = 0xe12;
	rig_new_config(&config);
	CHECK_EQ("can be given", model_write(&rig, 0x600, 5), true);
	CHECK_EQ("is kept", rig_get(0x600), 5);
	CHECK_EQ("apart", rig_get(0x7a0), 0);
	CHECK_EQ("outside", model_outside(&rig, 0x600), ~0ull);
	rig_set(RS1, 7);
	rig_run(rig_csrrw(0x600));
	CHECK_EQ("read", rig_get(RD), 5);
	CHECK_EQ("written to no effect", rig_get(0x600), 5);
	rig_run(rig_csrrw(0xe12));
	CHECK_EQ("read only", rig_step.cause, 2);
	rig_run(rig_csrrw(0x7a1));
	CHECK_EQ("not there", rig_step.cause, 2);
	rig_open();
	rig_set(MODEL_PRIV, MODEL_S);
	rig_run(rig_csrrw(0x600));
	CHECK_EQ("the hypervisor's", rig_step.kind, MODEL_RETIRED);
	rig_run(rig_csrrw(0x7a0));
	CHECK_EQ("M-mode's", rig_step.kind, MODEL_EXCEPTION);
	rig_set(MODEL_PRIV, MODEL_U);
	rig_run(rig_csrrw(0x600));
	CHECK_EQ("not U-mode's", rig_step.kind, MODEL_EXCEPTION);
}

/* C can be disabled only if the next instruction is at a multiple of 4. */
static void misa_off(void)
{
	struct model_config config;

	model_preset("spike-rv64", &config);
	rig_new_config(&config);
	CHECK_EQ("at first", rig_get(0x301) & 5, 5);
	rig_set(RS1, 4);
	rig_set(MODEL_PC, RIG_RAM + 2);
	rig_run(rig_csrrc(0x301));
	CHECK_EQ("not here", rig_get(0x301) & 5, 5);
	rig_set(MODEL_PC, RIG_RAM + 8);
	rig_run(0x0505); /* c.addi: decoded before C is disabled */
	CHECK_EQ("short one", rig_step.kind, MODEL_RETIRED);
	rig_set(0x341, RIG_RAM + 6);
	rig_set(MODEL_PC, RIG_RAM);
	rig_run(rig_csrrc(0x301));
	CHECK_EQ("off", rig_get(0x301) & 5, 1);
	CHECK_EQ("mepc", rig_get(0x341), RIG_RAM + 4);
	rig_set(MODEL_PC, RIG_RAM + 8);
	rig_run(0x0505);
	CHECK_EQ("illegal", rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ("illegal", rig_step.cause, 2);
	rig_set(0x341, RIG_RAM + 6);
	rig_set(MODEL_PC, RIG_RAM);
	rig_run(0x0060006f); /* j 6 */
	CHECK_EQ("misaligned", rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ("misaligned", rig_step.cause, 0);
	rig_set(0x341, RIG_RAM + 6);
	rig_set(MODEL_PC, RIG_RAM);
	rig_run(rig_csrrs(0x301));
	CHECK_EQ("on again", rig_get(0x301) & 5, 5);
	CHECK_EQ("mepc", rig_get(0x341), RIG_RAM + 6);
	rig_set(MODEL_PC, RIG_RAM + 8);
	rig_run(0x0505);
	CHECK_EQ("short one", rig_step.kind, MODEL_RETIRED);
}

static const struct unit_test tests[] = {
	UNIT_TEST(misa_off, UNIT_ONE),
	UNIT_TEST(writing, UNIT_ONE),
	UNIT_TEST(operations, UNIT_ONE),
	UNIT_TEST(privileges, UNIT_ONE),
	UNIT_TEST(read_only, UNIT_ONE),
	UNIT_TEST(absent, UNIT_ONE),
	UNIT_TEST(counters, UNIT_ONE),
	UNIT_TEST(time_and_stimecmp, UNIT_ONE),
	UNIT_TEST(views, UNIT_ONE),
	UNIT_TEST(stored, UNIT_ONE),
	UNIT_TEST(outside, UNIT_ONE),
	UNIT_TEST(overflow_of_counters, UNIT_ONE),
	UNIT_TEST(presets, UNIT_ONE),
	UNIT_TEST(others, UNIT_ONE),
};

int main(void)
{
	return unit_main("model_csr", tests, array_size(tests));
}
