// SPDX-License-Identifier: BSD-2-Clause
/*
 * Writes to CSRs of the model: halves that stay the same, choices of
 * implementations, bits of mip and their writers, and effects that must come at
 * once.
 */
#include "unit.h"
#include "model_rig.h"

#define TABLES (RIG_RAM + 0x4000)
#define DATA (RIG_RAM + 0x2000)
#define LD 0x0005b503u

/* --- halves --------------------------------------------------------------- */

/* On RV32 a write of one half keeps the other half, as software expects. */
static void halves(void)
{
	static const u16 pairs[][2] = { { 0xb00, 0xb80 }, { 0xb02, 0xb82 },
					{ 0xb03, 0xb83 }, { 0x323, 0x723 },
					{ 0x30a, 0x31a }, { 0x14d, 0x15d },
					{ 0x321, 0x721 }, { 0x322, 0x722 },
					{ 0x30c, 0x31c } };
	struct model_config config;
	unsigned int i;

	CHECK("preset", model_preset("qemu-rv32", &config));
	config.extensions |= MODEL_SSCOFPMF | MODEL_SMCNTRPMF | MODEL_SMSTATEEN;
	config.cntrcfg_writable = config.mstateen0_writable = ~0ull;
	for (i = 0; i < array_size(pairs); i++) {
		rig_new_config(&config);
		rig_csr(pairs[i][1], 0x80000000);
		rig_csr(pairs[i][0], 0x51);
		CHECK_EQ("upper", rig_get(pairs[i][1]), 0x80000000);
		CHECK_EQ("lower", rig_get(pairs[i][0]), 0x51);
		rig_csr(pairs[i][1], 0x20000000);
		CHECK_EQ("lower", rig_get(pairs[i][0]), 0x51);
		rig_set(pairs[i][1], 0x10000000);
		rig_set(pairs[i][0], 0x40);
		CHECK_EQ("from outside", rig_get(pairs[i][1]), 0x10000000);
	}
}

static void halves_of_status(void)
{
	struct model_config config;

	CHECK("preset", model_preset("qemu-rv32", &config));
	config.mstatus_writable |= 3ull << 36; /* MBE, SBE */
	rig_new_config(&config);
	rig_csr(0x310, 0x30);
	CHECK_EQ("noted", rig_step.write[0].reg, 0x310);
	CHECK_EQ("noted", rig_step.write[0].value, 0x30);
	rig_csr(0x300, 8);
	CHECK_EQ("upper", rig_get(0x310), 0x30);
	rig_csr(0x310, 0x10);
	CHECK_EQ("lower", rig_get(0x300), 8);
	rig_set(0x310, 0x20);
	CHECK_EQ("lower", rig_get(0x300), 8);
	rig_set(0x300, 2);
	CHECK_EQ("upper", rig_get(0x310), 0x20);
	rig_set(0x100, 0);
	CHECK_EQ("upper", rig_get(0x310), 0x20);
	CHECK_EQ("SIE is sstatus's", rig_get(0x300), 0);
}

/* Only RV32 has the upper halves. */
static void halves_there(void)
{
	static const u16 upper[] = { 0x721, 0x722, 0x723, 0x31c,
				     0xb80, 0xb83, 0x15d, 0x310 };
	struct model_config config;
	unsigned int i, xlen;
	u64 value;

	for (xlen = 32; xlen <= 64; xlen += 32) {
		CHECK("preset", model_preset(rig_preset(xlen), &config));
		config.extensions |= MODEL_SSCOFPMF | MODEL_SMCNTRPMF |
				     MODEL_SMSTATEEN;
		rig_new_config(&config);
		for (i = 0; i < array_size(upper); i++)
			CHECK_EQ("there", model_read(&rig, upper[i], &value),
				 xlen == 32);
	}
}

/* --- choices -------------------------------------------------------------- */

static void identity(void)
{
	struct model_config config;

	CHECK("preset", model_preset("qemu-rv64", &config));
	config.mvendorid = 0x11;
	config.marchid = 0x22;
	config.mimpid = 0x33;
	config.mhartid = 0x44;
	rig_new_config(&config);
	CHECK_EQ("mvendorid", rig_get(0xf11), 0x11);
	CHECK_EQ("marchid", rig_get(0xf12), 0x22);
	CHECK_EQ("mimpid", rig_get(0xf13), 0x33);
	CHECK_EQ("mhartid", rig_get(0xf14), 0x44);
	CHECK_EQ("mconfigptr", rig_get(0xf15), 0);
}

/* Counters that exist, and are always 0 */
static void constant_counters(void)
{
	rig_new("flute-rv64gc");
	rig_csr(0xb03, 5);
	CHECK_EQ("noted", rig_step.write[0].reg, 0xb03);
	CHECK_EQ("noted", rig_step.write[0].value, 0);
	CHECK_EQ("stays", rig_get(0xb03), 0);
	rig_set(0xb03, 5);
	CHECK_EQ("stays", rig_get(0xb03), 0);
	rig_csr(0xb02, 5);
	CHECK_EQ("minstret", rig_get(0xb02), 5);
}

static const struct vector_row {
	const char *name;
	bool vectored, bit1;
	u64 write, want;
} vector_rows[] = {
	{ "direct", true, false, 0x2000, 0x2000 },
	{ "vectored", true, false, 0x2045, 0x2041 },
	{ "reserved", true, false, 0x2002, 0x4000 },
	{ "reserved, bit 1 is 0", true, true, 0x2002, 0x2000 },
	{ "both, bit 1 is 0", true, true, 0x2003, 0x2001 },
	{ "never vectored", false, false, 0x2001, 0x2000 },
	{ "never reserved", false, false, 0x2002, 0x2000 },
};

static void vectors(void)
{
	const struct vector_row *row;
	struct model_config config;
	unsigned int i;

	for (i = 0; i < array_size(vector_rows); i++) {
		row = &vector_rows[i];
		CHECK("preset", model_preset("qemu-rv64", &config));
		config.vectored = row->vectored;
		config.tvec_bit1 = row->bit1;
		config.tvec_align = 6;
		rig_new_config(&config);
		rig_set(0x305, 0x4000);
		rig_csr(0x305, row->write);
		CHECK_EQ(row->name, rig_get(0x305), row->want);
	}
}

/* The reserved value of CBIE is not stored, but the other bits are. */
static void reserved_cbie(void)
{
	static const u16 numbers[] = { 0x30a, 0x10a };
	struct model_config config;
	unsigned int i;

	CHECK("preset", model_preset("qemu-rv64", &config));
	config.keeps_reserved = false;
	for (i = 0; i < array_size(numbers); i++) {
		rig_new_config(&config);
		rig_csr(numbers[i], 0x10);
		rig_csr(numbers[i], 0xe1);
		CHECK_EQ("stays", rig_get(numbers[i]), 0xd1);
		rig_csr(numbers[i], 0x30);
		CHECK_EQ("another", rig_get(numbers[i]), 0x30);
	}
}

/* A write of a reserved mode keeps the old one. */
static void reserved_status(void)
{
	struct model_config config;

	rig_new("qemu-rv64");
	rig_csr(0x300, 3 << 11);
	rig_csr(0x300, 2 << 11 | 8);
	CHECK_EQ("MPP", rig_get(0x300) & 0x1808, 3 << 11 | 8);
	rig_csr(0x300, 1 << 11);
	CHECK_EQ("MPP of S", rig_get(0x300) & 0x1800, 1 << 11);
	CHECK_EQ("UXL", rig_get(0x300) >> 32 & 3, 2);
	rig_csr(0x300, 1ull << 32);
	CHECK_EQ("UXL 1", rig_get(0x300) >> 32 & 3, 1);
	rig_csr(0x300, 0);
	CHECK_EQ("MPP of U", rig_get(0x300) & 0x1800, 0);
	CHECK("preset", model_preset("qemu-rv64", &config));
	config.misa &= ~(MODEL_MISA('S') | MODEL_MISA('U'));
	rig_new_config(&config);
	rig_csr(0x300, 3 << 11);
	rig_csr(0x300, 1 << 11);
	CHECK_EQ("no S", rig_get(0x300) & 0x1800, 3 << 11);
	rig_csr(0x300, 0);
	CHECK_EQ("no U", rig_get(0x300) & 0x1800, 3 << 11);
}

/* Software does not write back the controller's SEIP. */
static void seip(void)
{
	rig_new("qemu-rv64");
	rig_set(0x344, 0x200);
	rig_set(RS1, 2);
	rig_run(rig_csrrs(0x344));
	CHECK_EQ("read", rig_get(RD), 0x200);
	CHECK_EQ("both", rig_get(0x344), 0x202);
	rig_set(0x344, 2);
	CHECK_EQ("line is down", rig_get(0x344), 2);
	rig_csr(0x344, 0x200);
	rig_set(0x344, 0x280);
	rig_csr(0x344, 0);
	CHECK_EQ("software's is cleared", rig_get(0x344), 0x80);
	rig_csr(0x344, 0x20);
	rig_set(RS1, 2);
	rig_run(rig_csrrs(0x344));
	CHECK_EQ("beside others", rig_get(0x344), 0xa2);
	rig_csr(0x30a, 1ull << 63);
	rig_set(0x344, 0x20);
	rig_csr(0x344, 0);
	CHECK_EQ("stimecmp's STIP", rig_get(0x344), 0x20);
	rig_csr(0x30a, 0);
	rig_csr(0x344, 0);
	CHECK_EQ("software's STIP", rig_get(0x344), 0);
	rig_csr(0x344, 0x22);
	rig_set(0x344, 0x80);
	CHECK_EQ("from outside", rig_get(0x344), 0x80);
}

static void misa_from_outside(void)
{
	rig_new("spike-rv64");
	rig_set(0x301, rig_get(0x301) & ~(u64)MODEL_MISA('C'));
	CHECK_EQ("C is off", rig_get(0x301) & 5, 1);
	rig_run(0x0505);
	CHECK_EQ("C is off", rig_step.cause, 2);
}

/* --- immediate effects --------------------------------------------------- */

/* Make tables at root that map the page at 0 to DATA; loads use them. */
static void map(u64 root, u64 flags)
{
	rig_poke(root, 8, (root + 0x1000) >> 2 | 1);
	rig_poke(root + 0x1000, 8, (root + 0x2000) >> 2 | 1);
	rig_poke(root + 0x2000, 8, DATA >> 2 | flags);
}

static void translate(void)
{
	rig_new("qemu-rv64");
	rig_open();
	map(TABLES, 0xc7);
	rig_csr(0x180, 8ull << 60 | TABLES >> 12);
	rig_csr(0x300, 1 << 17 | 1 << 11);
	rig_set(RS1, 0);
}

static unsigned int load_cause(void)
{
	u64 status = rig_get(0x300);

	rig_set(MODEL_PC, RIG_RAM);
	rig_run(LD);
	rig_set(0x300, status);
	return rig_step.kind == MODEL_RETIRED ? 0 : rig_step.cause;
}

static void another_satp(void)
{
	translate();
	map(TABLES + 0x4000, 0xc1);
	CHECK_EQ("first root", load_cause(), 0);
	rig_csr(0x180, 8ull << 60 | (TABLES + 0x4000) >> 12);
	CHECK_EQ("another root", load_cause(), 13);
	rig_csr(0x180, 8ull << 60 | TABLES >> 12);
	CHECK_EQ("first root", load_cause(), 0);
	rig_set(0x180, 8ull << 60 | (TABLES + 0x4000) >> 12);
	CHECK_EQ("from outside", load_cause(), 13);
}

/* Without ADUE a missing A is a fault again. */
static void adue(void)
{
	translate();
	CHECK_EQ("A is there", load_cause(), 0);
	map(TABLES, 0x07);
	rig_csr(0x30a, 0);
	CHECK_EQ("A is missing", load_cause(), 13);
	rig_csr(0x30a, 1ull << 61);
	CHECK_EQ("A is set", load_cause(), 0);
	CHECK_EQ("A is set", rig_peek(TABLES + 0x2000, 1), 0x47);
}

/* Between the loads only mstatus is written. */
static void another_mode(void)
{
	const u64 mprv = 1 << 17 | 1 << 11, mxr = 1 << 19;

	translate();
	map(TABLES, 0xc9); /* executable only */
	rig_set(0x300, mprv | mxr);
	rig_run(LD);
	CHECK_EQ("MXR", rig_step.kind, MODEL_RETIRED);
	rig_set(0x300, mprv);
	rig_run(LD);
	CHECK_EQ("no MXR", rig_step.cause, 13);
	translate();
	map(TABLES, 0xd7); /* a page of U-mode */
	rig_set(0x300, mprv | 1 << 18);
	rig_run(LD);
	CHECK_EQ("SUM", rig_step.kind, MODEL_RETIRED);
	rig_set(0x300, mprv);
	rig_run(LD);
	CHECK_EQ("no SUM", rig_step.cause, 13);
	rig_new("qemu-rv64");
	rig_set(RS1, DATA);
	rig_run(LD);
	CHECK_EQ("M-mode", rig_step.kind, MODEL_RETIRED);
	rig_set(0x300, mprv);
	rig_run(LD);
	CHECK_EQ("no PMP for S-mode", rig_step.cause, 5);
}

/*
 * A change of the protected addresses, or of the mode, has its effect at once.
 */
static void another_pmp(void)
{
	rig_new("qemu-rv64");
	rig_open();
	rig_csr(0x300, 1 << 17 | 1 << 11);
	rig_set(RS1, DATA);
	CHECK_EQ("open", load_cause(), 0);
	rig_csr(0x3b0, 0);
	CHECK_EQ("pmpaddr", load_cause(), 5);
	rig_set(0x3b0, ~0ull);
	CHECK_EQ("pmpaddr from outside", load_cause(), 0);
	rig_csr(0x3a0, 0);
	CHECK_EQ("pmpcfg", load_cause(), 5);
	rig_set(0x3a0, 0x1f);
	CHECK_EQ("pmpcfg from outside", load_cause(), 0);
	rig_set(0x3a0, 0x1e);
	CHECK_EQ("pmpcfg from outside", load_cause(), 5);
	rig_csr(0x3a0, 0x1f);
	CHECK_EQ("open", load_cause(), 0);
	rig_set(0x3b0, 0);
	CHECK_EQ("pmpaddr from outside", load_cause(), 5);
}

static const struct unit_test tests[] = {
	UNIT_TEST(halves, UNIT_ONE),
	UNIT_TEST(halves_of_status, UNIT_ONE),
	UNIT_TEST(halves_there, UNIT_ONE),
	UNIT_TEST(identity, UNIT_ONE),
	UNIT_TEST(constant_counters, UNIT_ONE),
	UNIT_TEST(vectors, UNIT_ONE),
	UNIT_TEST(reserved_cbie, UNIT_ONE),
	UNIT_TEST(reserved_status, UNIT_ONE),
	UNIT_TEST(seip, UNIT_ONE),
	UNIT_TEST(misa_from_outside, UNIT_ONE),
	UNIT_TEST(another_satp, UNIT_ONE),
	UNIT_TEST(adue, UNIT_ONE),
	UNIT_TEST(another_mode, UNIT_ONE),
	UNIT_TEST(another_pmp, UNIT_ONE),
};

int main(void)
{
	return unit_main("model_csr_write", tests, array_size(tests));
}
