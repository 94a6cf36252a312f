// SPDX-License-Identifier: BSD-2-Clause
/* Physical Memory Protection of the model. */
#include "unit.h"
#include "model_rig.h"

#define DATA (RIG_RAM + 0x2000)

static unsigned int load_cause(unsigned int priv, u64 at)
{
	rig_set(MODEL_PRIV, priv);
	rig_set(RS1, at);
	rig_run(0x0005a503); /* lw */
	return rig_step.kind == MODEL_RETIRED ? 0 : rig_step.cause;
}

/* Entry 0 is off; entry 1 is as the row says, without permissions. */
static const struct row {
	const char *name;
	u32 cfg;
	u64 addr0, addr1; /* values of the registers */
	u64 first, last;  /* bytes that the entry matches */
} rows[] = {
	{ "NA4", 0x10, 0, DATA >> 2, DATA, DATA + 3 },
	{ "NA4, next", 0x10, 0, (DATA >> 2) + 1, DATA + 4, DATA + 7 },
	{ "NAPOT 8", 0x18, 0, DATA >> 2, DATA, DATA + 7 },
	{ "NAPOT 32", 0x18, 0, DATA >> 2 | 3, DATA, DATA + 31 },
	{ "NAPOT 4096", 0x18, 0, DATA >> 2 | 0x1ff, DATA, DATA + 4095 },
	{ "NAPOT 8192", 0x18, 0, DATA >> 2 | 0x3ff, DATA, DATA + 8191 },
	{ "TOR", 0x08, (DATA + 8) >> 2, (DATA + 24) >> 2, DATA + 8, DATA + 23 },
	{ "TOR, a page", 0x08, DATA >> 2, (DATA + 4096) >> 2, DATA,
	  DATA + 4095 },
	{ "TOR, nothing", 0x08, (DATA + 8) >> 2, (DATA + 8) >> 2, 1, 0 },
	{ "TOR, less than nothing", 0x08, (DATA + 8) >> 2, DATA >> 2, 1, 0 },
	{ "off", 0x00, 0, DATA >> 2, 1, 0 },
};

static void prepare_row(const struct row *row)
{
	rig_new("qemu-rv64");
	rig_csr(0x3b0, row->addr0);
	rig_csr(0x3b1, row->addr1);
	rig_csr(0x3b2, ~0ull);
	rig_csr(0x3a0, 0x1f0000 | (u64)row->cfg << 8);
}

/*
 * Check every byte around the range, after an allowed access in the same page.
 */
static void modes(void)
{
	unsigned int i;
	u64 at;

	for (i = 0; i < array_size(rows); i++) {
		prepare_row(&rows[i]);
		for (at = DATA - 8; at < DATA + 64; at++) {
			rig_set(MODEL_PRIV, MODEL_S);
			rig_set(RS1, at);
			rig_run(0x00058503); /* lb */
			CHECK_EQ(rows[i].name, rig_step.kind,
				 at >= rows[i].first && at <= rows[i].last ?
					 MODEL_EXCEPTION :
					 MODEL_RETIRED);
		}
		for (at = DATA + 4096 - 8; at < DATA + 8192 + 8; at += 4) {
			rig_set(RS1, at);
			CHECK_EQ(rows[i].name, load_cause(MODEL_S, at),
				 at + 3 >= rows[i].first && at <= rows[i].last ?
					 5 :
					 0);
		}
	}
}

/* R, W and X of an entry for the whole memory, for each kind of access. */
static void permissions(void)
{
	static const struct {
		u32 insn, needs;
	} kinds[] = {
		{ 0x0005a503, 1 }, { 0x00c5a023, 2 }, { 0x1005a52f, 1 },
		{ 0x18c5a52f, 2 }, { 0x00c5a52f, 3 }, { 0x0045a00f, 2 },
	};
	unsigned int i, cfg;

	for (i = 0; i < 8 * array_size(kinds); i++) {
		cfg = i % 8;
		rig_new("qemu-rv64");
		rig_csr(0x30a, 0x80);
		rig_csr(0x3b0, RIG_RAM >> 2 | 0x1ff); /* code */
		rig_csr(0x3b1, ~0ull);
		rig_csr(0x3a0, 0x181c | (u64)cfg << 8);
		rig_set(MODEL_PRIV, MODEL_S);
		rig_set(RS1, DATA);
		rig_run(kinds[i / 8].insn);
		CHECK_EQ("permitted", rig_step.kind == MODEL_RETIRED,
			 (cfg & kinds[i / 8].needs) == kinds[i / 8].needs);
	}
	rig_csr(0x3a0, 0x1b00);
	rig_set(MODEL_PC, DATA);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_go();
	CHECK_EQ("no X", rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ("no X", rig_get(0x342), 1);
}

static void order(void)
{
	rig_new("qemu-rv64");
	CHECK_EQ("none set: S", load_cause(MODEL_S, DATA), 1);
	CHECK_EQ("none set: M", load_cause(MODEL_M, DATA), 0);
	/*
	 * entry 0: no access to 16 bytes; 1: TOR to the end of the page; 2: all
	 */
	rig_csr(0x3b0, DATA >> 2 | 1);
	rig_csr(0x3b1, (DATA + 0x100) >> 2);
	rig_csr(0x3b2, ~0ull);
	rig_csr(0x3a0, 0x1f0918);
	CHECK_EQ("entry 0", load_cause(MODEL_S, DATA + 8), 5);
	CHECK_EQ("entry 0, M", load_cause(MODEL_M, DATA + 8), 0);
	CHECK_EQ("half of entry 0", load_cause(MODEL_S, DATA + 14), 5);
	CHECK_EQ("entry 1", load_cause(MODEL_S, DATA + 16), 0);
	CHECK_EQ("entry 2", load_cause(MODEL_U, DATA + 0x100), 0);
	CHECK_EQ("entry 0 again", load_cause(MODEL_S, DATA + 8), 5);
	rig_csr(0x3a0, 0x1f8918);
	CHECK_EQ("locked, M", load_cause(MODEL_M, DATA + 16), 0);
	rig_set(RS1, DATA + 16);
	rig_run(0x00c5a023); /* sw */
	CHECK_EQ("locked, M may not write", rig_step.cause, 7);
}

static void locks(void)
{
	rig_new("qemu-rv64");
	rig_csr(0x3a0, 0x8900);
	rig_csr(0x3b1, 5);
	CHECK_EQ("locked", rig_get(0x3b1), 0);
	rig_csr(0x3b0, 5);
	CHECK_EQ("below a locked TOR", rig_get(0x3b0), 0);
	rig_csr(0x3a0, 0x0f0f);
	CHECK_EQ("its cfg", rig_get(0x3a0), 0x890f);
	rig_csr(0x3b2, 5);
	CHECK_EQ("above it", rig_get(0x3b2), 5);
	rig_csr(0x3a2, 0x8900000000000000);
	rig_csr(0x3bf, 5);
	CHECK_EQ("the last", rig_get(0x3bf), 0);
}

static void granularity(void)
{
	struct model_config config;

	CHECK("preset", model_preset("qemu-rv64", &config));
	config.pmp_grain = 3;
	config.keeps_reserved = false;
	rig_new_config(&config);
	rig_csr(0x3b0, ~0ull);
	CHECK_EQ("off", rig_get(0x3b0) & 15, 8);
	rig_csr(0x3a0, 0x18);
	CHECK_EQ("NAPOT", rig_get(0x3b0) & 15, 15);
	rig_csr(0x3b0, 0);
	CHECK_EQ("NAPOT", rig_get(0x3b0), 3);
	rig_csr(0x3a0, 0x17);
	CHECK_EQ("no NA4", rig_get(0x3a0), 0x1f);
	/* bounds are cut to multiples of 32 bytes */
	rig_csr(0x3b0, (DATA + 8) >> 2);
	rig_csr(0x3b1, (DATA + 0x48) >> 2);
	rig_csr(0x3b2, ~0ull);
	rig_csr(0x3a0, 0x1f0800);
	CHECK_EQ("bottom", load_cause(MODEL_S, DATA), 5);
	CHECK_EQ("below", load_cause(MODEL_S, DATA - 4), 0);
	CHECK_EQ("top", load_cause(MODEL_S, DATA + 0x3c), 5);
	CHECK_EQ("above", load_cause(MODEL_S, DATA + 0x40), 0);
	rig_csr(0x3a0, 0x0a);
	CHECK_EQ("no W without R", rig_get(0x3a0), 0x08);
}

/* Bits of pmpcfg that do not exist are not stored. */
static void writable_bits(void)
{
	struct model_config config;

	CHECK("preset", model_preset("spike-rv64", &config));
	rig_new_config(&config);
	rig_csr(0x3a0, 0x7f);
	CHECK_EQ("bits 6 and 5", rig_get(0x3a0), 0x1f);
}

static const struct unit_test tests[] = {
	UNIT_TEST(modes, UNIT_ONE),	  UNIT_TEST(permissions, UNIT_ONE),
	UNIT_TEST(order, UNIT_ONE),	  UNIT_TEST(locks, UNIT_ONE),
	UNIT_TEST(granularity, UNIT_ONE), UNIT_TEST(writable_bits, UNIT_ONE),
};

int main(void)
{
	return unit_main("model_pmp", tests, array_size(tests));
}
