// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads, stores and atomic instructions of the model, and the accesses that a
 * step reports.
 */
#include <string.h>

#include "unit.h"
#include "model_rig.h"
#include "model_script.h"

#define DATA (RIG_RAM + 0x2000)
#define PATTERN 0x8899aabbccddeeffull

static const struct row {
	const char *name;
	u32 insn; /* x10, 0(x11) */
	unsigned int bytes;
	u64 want64, want32;
} loads[] = {
	{ "lb", 0x00058503, 1, ~0ull, 0xffffffff },
	{ "lh", 0x00059503, 2, 0xffffffffffffeeff, 0xffffeeff },
	{ "lw", 0x0005a503, 4, 0xffffffffccddeeff, 0xccddeeff },
	{ "ld", 0x0005b503, 8, PATTERN, 0 },
	{ "lbu", 0x0005c503, 1, 0xff, 0xff },
	{ "lhu", 0x0005d503, 2, 0xeeff, 0xeeff },
	{ "lwu", 0x0005e503, 4, 0xccddeeff, 0 },
}, stores[] = { /* x12, 0(x11) */
	{ "sb", 0x00c58023, 1, 0, 0 },
	{ "sh", 0x00c59023, 2, 0, 0 },
	{ "sw", 0x00c5a023, 4, 0, 0 },
	{ "sd", 0x00c5b023, 8, 0, 0 },
};

static void check_load(const struct row *row, unsigned int xlen, u64 at)
{
	u64 mask = row->bytes == 8 ? ~0ull : (1ull << 8 * row->bytes) - 1;

	rig_new(rig_preset(xlen));
	rig_poke(at, 8, PATTERN);
	rig_set(RS1, at);
	rig_run(row->insn);
	CHECK_EQ(row->name, rig_step.kind, MODEL_RETIRED);
	CHECK_EQ(row->name, rig_get(RD),
		 xlen == 64 ? row->want64 : row->want32);
	CHECK_EQ(row->name, rig_step.access, MODEL_LOAD);
	CHECK_EQ(row->name, rig_step.access_bytes, row->bytes);
	CHECK_EQ(row->name, rig_step.vaddr, at);
	CHECK_EQ(row->name, rig_step.paddr, at);
	CHECK_EQ(row->name, rig_step.loaded, PATTERN & mask);
	CHECK_EQ(row->name, rig_step.split,
		 at % MODEL_PAGE + row->bytes > MODEL_PAGE);
	if (rig_step.split)
		CHECK_EQ(row->name, rig_step.paddr2, RIG_RAM + 0x3000);
}

/*
 * Aligned, misaligned, and across two pages; each twice, without and with the
 * TLB.
 */
static void loading(void)
{
	static const u64 at[] = { DATA, DATA + 3, DATA + MODEL_PAGE - 1,
				  DATA + MODEL_PAGE - 3 };
	unsigned int i, n;

	for (i = 0; i < array_size(loads); i++)
		for (n = 0; n < array_size(at); n++) {
			check_load(&loads[i], 64, at[n]);
			if (loads[i].want32)
				check_load(&loads[i], 32, at[n]);
		}
}

static void check_store(const struct row *row, u64 at)
{
	u64 mask = row->bytes == 8 ? ~0ull : (1ull << 8 * row->bytes) - 1;
	unsigned int times;

	rig_new("qemu-rv64");
	rig_set(RS1, at);
	for (times = 0; times < 2; times++) {
		rig_poke(at - 1, 8, ~0ull);
		rig_poke(at + 7, 2, ~0ull);
		rig_set(RS2, PATTERN);
		rig_run(row->insn);
		CHECK_EQ(row->name, rig_step.kind, MODEL_RETIRED);
		CHECK_EQ(row->name, rig_peek(at, row->bytes), PATTERN & mask);
		CHECK_EQ(row->name, rig_peek(at - 1, 1), 0xff);
		CHECK_EQ(row->name, rig_peek(at + row->bytes, 1), 0xff);
		CHECK_EQ(row->name, rig_step.access, MODEL_STORE);
		CHECK_EQ(row->name, rig_step.access_bytes, row->bytes);
		CHECK_EQ(row->name, rig_step.data, PATTERN & mask);
		CHECK_EQ(row->name, rig_step.before, mask);
		CHECK_EQ(row->name, rig_step.paddr, at);
		CHECK_EQ(row->name, rig_step.writes, 0);
	}
}

static void storing(void)
{
	unsigned int i;

	for (i = 0; i < array_size(stores); i++) {
		check_store(&stores[i], DATA);
		check_store(&stores[i], DATA + 5);
		check_store(&stores[i], DATA + MODEL_PAGE - 1);
		check_store(&stores[i], DATA + MODEL_PAGE - 3);
	}
}

/* --- devices -------------------------------------------------------------- */

static void devices(void)
{
	rig_new("qemu-rv64");
	rig_set(RS1, RIG_DEVICE);
	rig_set(RS2, PATTERN);
	rig_run(0x00c5a023); /* sw */
	CHECK_EQ("store", rig_device[3], 0xcc);
	CHECK_EQ("store", rig_device[4], 0);
	CHECK_EQ("store", rig_step.before, 0);
	rig_run(0x0005e503); /* lwu */
	CHECK_EQ("load", rig_get(RD), 0xccddeeff);
	CHECK_EQ("calls", rig_calls, 2);
	/* the model does not keep this value */
	rig_device[0] = 0;
	rig_run(0x0005e503);
	CHECK_EQ("load", rig_get(RD), 0xccddee00);
	rig_set(RS1, RIG_DEVICE + RIG_DEVICE_BYTES);
	rig_run(0x0005e503);
	CHECK_EQ("behind it", rig_step.cause, 5);
	CHECK_EQ("behind it", rig_get(RD), 0xccddee00);
	rig_run(0x00c58023);
	CHECK_EQ("behind it", rig_get(0x342), 7);
}

/* The caller reports a fault that the model does not know. */
static void faults_from_outside(void)
{
	const struct model_input in = { .insn = 0x0005b503,
					.given = true,
					.interrupt = MODEL_INTERRUPT_NONE,
					.access_fault = true };

	rig_new("qemu-rv64");
	rig_set(RS1, DATA);
	rig_set(0x300, 8);
	model_step(&rig, &in, &rig_step);
	CHECK_EQ("traps once", rig_get(0x300) & 0x88, 0x80);
	CHECK_EQ("access fault", rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ("access fault", rig_step.cause, 5);
	CHECK_EQ("access fault", rig_get(0x343), DATA);
}

static void store_faults_from_outside(void)
{
	const struct model_input in = { .insn = 0x00c5b023,
					.given = true,
					.interrupt = MODEL_INTERRUPT_NONE,
					.access_fault = true };

	rig_new("qemu-rv64");
	rig_poke(DATA, 8, 5);
	rig_set(RS1, DATA);
	model_step(&rig, &in, &rig_step);
	CHECK_EQ("access fault", rig_step.cause, 7);
	CHECK_EQ("nothing stored", rig_peek(DATA, 8), 5);
}

/*
 * The three bytes before the device are not memory; nor are the three after it.
 */
static void beside_the_device(void)
{
	static const struct {
		u32 insn;
		u64 at, tval;
		unsigned int cause;
	} rows[] = {
		{ 0x0005a503, RIG_DEVICE - 3, RIG_DEVICE - 3, 5 },
		{ 0x00c5a023, RIG_DEVICE - 3, RIG_DEVICE - 3, 7 },
		{ 0x0005a503, RIG_DEVICE - 1, RIG_DEVICE - 1, 5 },
		{ 0x00c5a023, RIG_RAM_END - 1, RIG_RAM_END, 7 },
		{ 0x0005a503, RIG_RAM_END - 1, RIG_RAM_END, 5 },
		{ 0x0005a503, RIG_RAM_END - 3, RIG_RAM_END, 5 },
		{ 0x0005a503, RIG_RAM - 1, RIG_RAM - 1, 5 },
		{ 0x00c5a023, RIG_RAM - 3, RIG_RAM - 3, 7 },
	};
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		rig_new("qemu-rv64");
		rig_set(RS1, rows[i].at);
		rig_set(RS2, ~0ull);
		rig_set(RD, 77);
		rig_run(rows[i].insn);
		CHECK_EQ("fault", rig_step.kind, MODEL_EXCEPTION);
		CHECK_EQ("fault", rig_step.cause, rows[i].cause);
		CHECK_EQ("fault", rig_step.tval, rows[i].tval);
		CHECK_EQ("fault", rig_get(RD), 77);
		CHECK_EQ("device", rig_device[0], 0);
		CHECK_EQ("memory", rig_peek(RIG_RAM, 1), 0);
	}
}

/* --- atomic instructions -------------------------------------------------- */

/* x10, x12, (x11): bits 31 to 27 of the .w form; memory, operand, result. */
static const struct amo_row {
	const char *name;
	u32 funct5;
	unsigned int kind;
	u64 old, operand, want;
} amos[] = {
	{ "amoswap", 1, MODEL_AMO_SWAP, 1, 2, 2 },
	{ "amoadd", 0, MODEL_AMO_ADD, ~0ull, 2, 1 },
	{ "amoxor", 4, MODEL_AMO_XOR, 0xff, 0x0f, 0xf0 },
	{ "amoand", 12, MODEL_AMO_AND, 0xff, 0x0f, 0x0f },
	{ "amoor", 8, MODEL_AMO_OR, 0xf0, 0x0f, 0xff },
	{ "amomin", 16, MODEL_AMO_MIN, ~0ull, 1, ~0ull },
	{ "amomax", 20, MODEL_AMO_MAX, ~0ull, 1, 1 },
	{ "amominu", 24, MODEL_AMO_MINU, ~0ull, 1, 1 },
	{ "amomaxu", 28, MODEL_AMO_MAXU, ~0ull, 1, ~0ull },
};

static void check_amo(const struct amo_row *row, bool wide)
{
	u64 mask = wide ? ~0ull : 0xffffffff;
	u64 loaded = row->old & mask;

	rig_new("qemu-rv64");
	rig_poke(DATA, 8, row->old);
	rig_set(RS1, DATA);
	rig_set(RS2, row->operand | (wide ? 0 : 0xabcd00000000));
	rig_run(0x00c5a52f | row->funct5 << 27 | (wide ? 1u << 12 : 0));
	CHECK_EQ(row->name, rig_step.kind, MODEL_RETIRED);
	CHECK_EQ(row->name, rig_get(RD),
		 wide ? loaded : (u64)(s64)(s32)(u32)loaded);
	CHECK_EQ(row->name, rig_peek(DATA, 8),
		 (row->old & ~mask) | (row->want & mask));
	CHECK_EQ(row->name, rig_step.access, row->kind);
	CHECK_EQ(row->name, rig_step.access_bytes, wide ? 8 : 4);
	CHECK_EQ(row->name, rig_step.data, row->operand & mask);
	CHECK_EQ(row->name, rig_step.stored, row->want & mask);
	CHECK_EQ(row->name, rig_step.loaded, loaded);
	CHECK_EQ(row->name, rig_step.before, loaded);
}

static void amo(void)
{
	unsigned int i;

	for (i = 0; i < array_size(amos); i++) {
		check_amo(&amos[i], false);
		check_amo(&amos[i], true);
	}
}

static void sc(u64 at, u64 want, const char *name)
{
	rig_set(RS1, at);
	rig_set(RS2, 0x77);
	rig_poke(at, 8, 0x11);
	rig_run(0x18c5a52f); /* sc.w x10, x12, (x11) */
	CHECK_EQ(name, rig_get(RD), want);
	CHECK_EQ(name, rig_step.sc_failed, want);
	CHECK_EQ(name, rig_step.before, 0x11);
	CHECK_EQ(name, rig_peek(at, 8), want ? 0x11 : 0x77);
}

static void lr(u64 at)
{
	rig_set(RS1, at);
	rig_poke(at, 8, 0xffffffff80000001);
	rig_run(0x1005a52f); /* lr.w x10, (x11) */
	CHECK_EQ("lr", rig_get(RD), 0xffffffff80000001);
	CHECK_EQ("lr", rig_step.access, MODEL_LR);
	CHECK_EQ("lr", rig_get(MODEL_RESERVATION), at | 1);
}

static void reservations(void)
{
	struct model_input in = { .insn = 0x18c5a52f,
				  .given = true,
				  .interrupt = MODEL_INTERRUPT_NONE,
				  .sc_fails = true };

	rig_new("qemu-rv64");
	sc(DATA, 1, "without LR");
	lr(DATA);
	sc(DATA, 0, "after LR");
	sc(DATA, 1, "once only");
	lr(DATA);
	sc(DATA + 8, 1, "elsewhere");
	sc(DATA, 1, "an SC in between");
	lr(DATA);
	rig_run(RIG_NOP);
	sc(DATA, 0, "with others in between");
	lr(DATA);
	model_step(&rig, &in, &rig_step);
	CHECK_EQ("made to fail", rig_get(RD), 1);
	CHECK_EQ("made to fail", rig_step.access_bytes, 0);
	sc(DATA, 1, "that was one, too");
}

/* --- Zicbom and Zicboz ---------------------------------------------------- */

static void cache_blocks(void)
{
	unsigned int i;

	rig_new("qemu-rv64");
	for (i = 0; i < 192; i += 8)
		rig_poke(DATA + i, 8, ~0ull);
	rig_set(RS1, DATA + 100);
	rig_run(0x0045a00f); /* cbo.zero (x11) */
	CHECK_EQ("zero", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("zero", rig_step.access, MODEL_CBO_ZERO);
	CHECK_EQ("zero", rig_step.paddr, DATA + 64);
	CHECK_EQ("zero", rig_step.data, 0);
	CHECK_EQ("before", rig_peek(DATA + 56, 8), ~0ull);
	for (i = 64; i < 128; i += 8)
		CHECK_EQ("zero", rig_peek(DATA + i, 8), 0);
	CHECK_EQ("behind", rig_peek(DATA + 128, 8), ~0ull);
	rig_open();
	rig_poke(DATA + 64, 8, 5);
	rig_set(MODEL_PRIV, MODEL_U);
	rig_run(0x0045a00f);
	CHECK_EQ("not permitted", rig_get(0x342), 2);
	CHECK_EQ("not permitted", rig_peek(DATA + 64, 8), 5);
	rig_csr(0x30a, 0x80);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_run(0x0045a00f);
	CHECK_EQ("permitted in S", rig_step.kind, MODEL_RETIRED);
	rig_set(MODEL_PRIV, MODEL_U);
	rig_run(0x0045a00f);
	CHECK_EQ("not in U", rig_step.kind, MODEL_EXCEPTION);
	rig_csr(0x10a, 0x80);
	rig_set(MODEL_PRIV, MODEL_U);
	rig_run(0x0045a00f);
	CHECK_EQ("permitted in U", rig_step.kind, MODEL_RETIRED);
}

/* --- rows ------------------------------------------------------------------ */

static const struct model_script scripts[] = {
	{ "lw x10, -2048(x11)",
	  "rv32 @80002000/4=12345678 x11=80002800 i=8005a503 x10:12345678" },
	{ "an address that wraps", "x11=7ff i=8005a503 step.vaddr:ffffffff "
				   "trap step.cause:5" },
	{ "alignment is needed: lw, sd, and sh, which has it",
	  "flute-rv64gc x11=80002002 i=0005a503 trap c342:4 c343:80002002 "
	  "i=00c5b023 c342:6 i=00c59023 ok" },
	/* amoadd.d is 00c5b52f, lr.d 1005b52f, sc.d 18c5b52f */
	{ "misaligned atomics",
	  "rv64 x10=4d x11=80002004 i=00c5b52f c342:6 c343:80002004 "
	  "i=1005b52f c342:4 i=18c5b52f c342:6" },
	{ "atomics where nothing is",
	  "x11=0 i=00c5b52f c342:7 step.writes:4 i=1005b52f c342:5 res:0 "
	  "res=1 i=18c5b52f c342:7 c343:0 x10:4d res:1" },
	/* cbo.inval is 0005a00f, cbo.clean 0015a00f, cbo.flush 0025a00f */
	{ "menvcfg.CBIE is 1",
	  "rv64 open x11=80002000 c30a<10 priv=1 i=0005a00f ok "
	  "i=0015a00f trap priv=1 i=0025a00f trap" },
	{ "... 2", "priv=3 c30a<20 priv=1 i=0005a00f ok "
		   "i=0015a00f trap priv=1 i=0025a00f trap" },
	{ "menvcfg.CBCFE", "priv=3 c30a<40 priv=1 i=0005a00f trap "
			   "priv=1 i=0015a00f ok i=0025a00f ok" },
	{ "menvcfg.CBZE", "priv=3 c30a<80 priv=1 i=0005a00f trap "
			  "priv=1 i=0015a00f trap priv=1 i=0025a00f trap" },
};

static void rows_of_words(void)
{
	model_scripts(scripts, array_size(scripts));
}

static const struct unit_test tests[] = {
	UNIT_TEST(loading, UNIT_ONE),
	UNIT_TEST(storing, UNIT_ONE),
	UNIT_TEST(devices, UNIT_ONE),
	UNIT_TEST(faults_from_outside, UNIT_ONE),
	UNIT_TEST(store_faults_from_outside, UNIT_ONE),
	UNIT_TEST(beside_the_device, UNIT_ONE),
	UNIT_TEST(amo, UNIT_ONE),
	UNIT_TEST(reservations, UNIT_ONE),
	UNIT_TEST(cache_blocks, UNIT_ONE),
	UNIT_TEST(rows_of_words, UNIT_ONE),
};

UNIT_MAIN("model_memory", tests)
