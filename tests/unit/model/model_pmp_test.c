// SPDX-License-Identifier: BSD-2-Clause
/* Physical Memory Protection of the model. */
#include "unit.h"
#include "model_rig.h"
#include "model_script.h"

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

/* lw x10, 0(x11) is 0005a503, sw x12, 0(x11) 00c5a023. */
static const struct model_script scripts[] = {
	{ "no entry: S-mode may nothing, M-mode all",
	  "rv64 x11=80002000 priv=1 i=0005a503 step.cause:1 "
	  "i=0005a503 ok" },
	{ "entry 0: 16 bytes without access; 1: read-only to the end of the "
	  "page; 2: all",
	  "c3b0<20000801 c3b1<20000840 c3b2<~0 c3a0<1f0918 "
	  "priv=1 x11=80002008 i=0005a503 step.cause:5 i=0005a503 ok "
	  "priv=1 x11=8000200e i=0005a503 step.cause:5 "
	  "priv=1 x11=80002010 i=0005a503 ok "
	  "priv=0 x11=80002100 i=0005a503 ok "
	  "priv=1 x11=80002008 i=0005a503 step.cause:5" },
	{ "locked: M-mode may read entry 1, and not write",
	  "c3a0<1f8918 x11=80002010 i=0005a503 ok i=00c5a023 step.cause:7" },
	{ "locks of entry 1, a TOR, and of the address below it",
	  "rv64 c3a0<8900 c3b1<5 c3b1:0 c3b0<5 c3b0:0 c3a0<f0f c3a0:890f "
	  "c3b2<5 c3b2:5" },
	{ "... of the last entry", "c3a2<8900000000000000 c3bf<5 c3bf:0" },
	{ "a grain of 32 bytes",
	  "rv64 pmp_grain=3 keeps_reserved=0 c3b0<~0 c3b0&f:8 c3a0<18 "
	  "c3b0&f:f c3b0<0 c3b0:3 c3a0<17 c3a0:1f" },
	{ "bounds are cut to its multiples",
	  "c3b0<20000802 c3b1<20000812 c3b2<~0 c3a0<1f0800 "
	  "priv=1 x11=80002000 i=0005a503 step.cause:5 "
	  "priv=1 x11=80001ffc i=0005a503 ok "
	  "priv=1 x11=8000203c i=0005a503 step.cause:5 "
	  "priv=1 x11=80002040 i=0005a503 ok" },
	{ "no W without R", "priv=3 c3a0<a c3a0:8" },
	{ "bits of pmpcfg that do not exist", "spike-rv64 c3a0<7f c3a0:1f" },
};

static void rows_of_words(void)
{
	model_scripts(scripts, array_size(scripts));
}

static const struct unit_test tests[] = {
	UNIT_TEST(modes, UNIT_ONE),
	UNIT_TEST(permissions, UNIT_ONE),
	UNIT_TEST(rows_of_words, UNIT_ONE),
};

UNIT_MAIN("model_pmp", tests)
