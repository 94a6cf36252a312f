// SPDX-License-Identifier: BSD-2-Clause
/*
 * CSRs of the model: their numbers, the modes that may access them, and the
 * result of writes.
 */
#include "unit.h"
#include "model_rig.h"
#include "model_script.h"

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

/* --- rows ------------------------------------------------------------------ */

static const struct model_script scripts[] = {
	{ "csrr x10, mhartid; csrrsi x10, mhartid, 0; writes of read-only ones",
	  "rv64 i=f1402573 ok i=f1406573 ok i=f1401573 trap i=c0001573 trap" },
	{ "instret is M-mode's",
	  "rv64 open c306<0 c106<0 priv=1 i=c0202573 trap "
	  "priv=0 i=c0202573 trap" },
	{ "... also if scounteren has it",
	  "rv64 open c306<0 c106<4 priv=1 i=c0202573 trap "
	  "priv=0 i=c0202573 trap" },
	{ "... S-mode's", "rv64 open c306<4 c106<0 priv=1 i=c0202573 ok "
			  "priv=0 i=c0202573 trap" },
	{ "... U-mode's, of a value that the model does not count",
	  "rv64 open c306<4 c106<4 cb02=77 priv=1 i=c0202573 ok "
	  "priv=0 i=c0202573 ok x10:77 step.write[0].flags:1" },
	{ "time and stimecmp, in halves",
	  "rv32 open time=123456789abcdef0 i=c0102573 x10:9abcdef0 "
	  "i=c8102573 x10:12345678 c15d<5 c15d:5 c14d:0" },
	{ "stimecmp in S-mode needs TM and STCE",
	  "priv=1 i=14d02573 trap c306<2 c31a<80000000 priv=1 i=14d02573 ok" },
	{ "sie and sip are parts of mie and mip",
	  "rv64 c303<222 c104<~0 c304:222 c344=aaa c144:222 c144<0 c344:aa8 "
	  "c344<0 c344&888:888" },
	{ "fflags and frm are parts of fcsr",
	  "rv64 c300|2000 c001<1f c002<3 c003:7f c001:1f c002:3 c001<2 c003:62 "
	  "c300&8000000000006000:8000000000006000" },
	{ "sstatus has no more than its bits",
	  "rv64 c100=0 c100<~0 c300&70188a:2 c100=0 c300:800000000" },
	{ "a half from outside does not change the other half",
	  "rv32 cb80=7 cb00=5 cc81=3 cc01=1 c15d=9 c14d=8 cb80:7 cb00:5 "
	  "time:300000001 c15d:9 c14d:8" },
	{ "a view from outside changes only its own part",
	  "rv32 c303=222 c304=888 c104=aaa c304:aaa c104=0 c304:888 "
	  "c344=888 c144=fff c344:aaa c144=0 c344:888" },
	{ "bits that are decided outside",
	  "rv64 outside.c344:2a88 c30a<8000000000000000 outside.c344:2aa8 "
	  "outside.cb00:~0 outside.cc05:~0 outside.time:~0 outside.c341:0 "
	  "outside.c144:0 c303<222 outside.c144:220" },
	{ "numbers of views",
	  "rv64 real.c104:304 real.c144:344 real.c14e:34e real.cc00:b00 "
	  "real.cc9f:b9f real.cc01:c01" },
	{ "overflows of counters",
	  "rv32 +sscofpmf open c723<80000005 c72a<80000000 c723:80000005 "
	  "cda0:408 outside.c723:80000000 outside.c323:0 "
	  "c306<400 priv=1 i=da002573 x10:400" },
	{ "filters of mcycle",
	  "rv64 +sscofpmf +smcntrpmf cntrcfg_writable=5000000000000000 "
	  "c321<~0 c321:5000000000000000 outside.c323:8000000000000000 "
	  "outside.c33f:8000000000000000 outside.c340:0" },
	{ "tselect, hstatus and hgeip, which exist but are not modelled",
	  "rv64 others=3 other[0]=7a0 other[1]=600 other[2]=e12 c600=5 c600:5 "
	  "c7a0:0 outside.c600:~0 x11=7 csrrw=600 x10:5 c600:5 "
	  "csrrw=e12 step.cause:2 csrrw=7a1 step.cause:2 "
	  "open priv=1 csrrw=600 ok csrrw=7a0 trap priv=0 csrrw=600 trap" },
	/* c.addi x10, 1 is 0505; j 6 is 0060006f */
	{ "C can be disabled where the next instruction is aligned",
	  "spike-rv64 c301&5:5 x11=4 pc=80000002 csrrc=301 c301&5:5 "
	  "pc=80000008 i=0505 ok "
	  "c341=80000006 pc=80000000 csrrc=301 c301&5:1 c341:80000004 "
	  "pc=80000008 i=0505 trap step.cause:2 "
	  "c341=80000006 pc=80000000 i=0060006f trap step.cause:0 "
	  "c341=80000006 pc=80000000 csrrs=301 c301&5:5 c341:80000006 "
	  "pc=80000008 i=0505 ok" },
};

static void rows_of_words(void)
{
	model_scripts(scripts, array_size(scripts));
}

static const struct unit_test tests[] = {
	UNIT_TEST(writing, UNIT_ONE),	    UNIT_TEST(operations, UNIT_ONE),
	UNIT_TEST(privileges, UNIT_ONE),    UNIT_TEST(absent, UNIT_ONE),
	UNIT_TEST(stored, UNIT_ONE),	    UNIT_TEST(presets, UNIT_ONE),
	UNIT_TEST(rows_of_words, UNIT_ONE),
};

UNIT_MAIN("model_csr", tests)
