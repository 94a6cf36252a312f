// SPDX-License-Identifier: BSD-2-Clause
/* Address translation and PMP of the model. */
#include "unit.h"
#include "model_rig.h"

#define TABLES (RIG_RAM + 0x4000) /* one page for each level */
#define FRAME (RIG_RAM + 0x2000)  /* the mapped page */
#define VADDR 0x40201000ULL	  /* index 1 in each level of Sv39 */
#define LD 0x0005b503u		  /* ld x10, 0(x11) */
#define SD 0x00c5b023u		  /* sd x12, 0(x11) */
#define LW 0x0005a503u

enum {
	V = 1,
	R = 2,
	W = 4,
	X = 8,
	U = 16,
	A = 64,
	D = 128,
	RWAD = V | R | W | A | D,
	SUM = 1 << 18,
	MXR = 1 << 19,
	MPRV = 1 << 17,
};

static u64 pte(u64 paddr, u64 flags)
{
	return paddr >> 12 << 10 | flags;
}

static u64 table(unsigned int level)
{
	return TABLES + MODEL_PAGE * level;
}

/*
 * A leaf at a level, with tables above it; no page is mapped to its own
 * address.
 */
static void map(unsigned int level, u64 entry)
{
	unsigned int n;

	for (n = 2; n > level; n--)
		rig_poke(table(n) + 8, 8, pte(table(n - 1), V));
	rig_poke(table(level) + 8, 8, entry);
}

static void prepare(unsigned int priv)
{
	rig_new("qemu-rv64");
	rig_open();
	rig_csr(0x305, RIG_RAM + 0x1000);
	rig_csr(0x180, 8ULL << 60 | table(2) >> 12);
	rig_poke(FRAME + 0x10, 8, 0x1122334455667788);
	rig_set(RS1, VADDR + 0x10);
	rig_set(RS2, 0x99);
	/* data accesses use mstatus.MPP, so that fetches need no mapping */
	rig_csr(0x300, MPRV | (u64)priv << 11);
	rig_set(MODEL_PC, RIG_RAM);
}

/* The trap changes MPP to M-mode, so mstatus is restored. */
static void expect(const char *name, u32 insn, unsigned int cause)
{
	u64 status = rig_get(0x300);

	rig_run(insn);
	rig_set(0x300, status);
	if (!cause) {
		CHECK_EQ(name, rig_step.kind, MODEL_RETIRED);
		return;
	}
	CHECK_EQ(name, rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ(name, rig_get(0x342), cause);
	CHECK_EQ(name, rig_get(0x343), rig_get(RS1));
}

static const struct row {
	const char *name;
	u64 entry, status;
	unsigned int priv, load, store; /* causes, or 0 */
} rows[] = {
	{ "plain", RWAD, 0, MODEL_S, 0, 0 },
	{ "not valid", RWAD & ~V, 0, MODEL_S, 13, 15 },
	{ "W without R", V | W | A | D, 0, MODEL_S, 13, 15 },
	{ "read only", V | R | A | D, 0, MODEL_S, 0, 15 },
	{ "execute only", V | X | A | D, 0, MODEL_S, 13, 15 },
	{ "MXR", V | X | A | D, MXR, MODEL_S, 0, 15 },
	{ "U's, in S", RWAD | U, 0, MODEL_S, 13, 15 },
	{ "U's, in S, SUM", RWAD | U, SUM, MODEL_S, 0, 0 },
	{ "U's, in U", RWAD | U, 0, MODEL_U, 0, 0 },
	{ "S's, in U", RWAD, 0, MODEL_U, 13, 15 },
	{ "reserved bit", RWAD | 1ULL << 54, 0, MODEL_S, 13, 15 },
	{ "N", RWAD | 1ULL << 63, 0, MODEL_S, 13, 15 },
	{ "no leaf at the end", V, 0, MODEL_S, 13, 15 },
};

static void permissions(void)
{
	unsigned int i;

	for (i = 0; i < array_size(rows); i++) {
		prepare(rows[i].priv);
		map(0, pte(FRAME, rows[i].entry));
		rig_set(0x300, rig_get(0x300) | rows[i].status);
		expect(rows[i].name, LD, rows[i].load);
		prepare(rows[i].priv);
		map(0, pte(FRAME, rows[i].entry));
		rig_set(0x300, rig_get(0x300) | rows[i].status);
		expect(rows[i].name, SD, rows[i].store);
		CHECK_EQ(rows[i].name, rig_peek(FRAME + 0x10, 1),
			 rows[i].store ? 0x88 : 0x99);
	}
}

/* Pages of each size, and pages with a misaligned frame. */
static void levels(void)
{
	static const u64 size[] = { 0x1000, 0x200000, 0x40000000 };
	unsigned int level;
	u64 offset;

	for (level = 0; level < 3; level++) {
		prepare(MODEL_S);
		map(level, pte(RIG_RAM & ~(size[level] - 1), RWAD));
		offset = VADDR % size[level];
		/* the address is that of a frame in RAM, for every size */
		rig_set(RS1, VADDR - offset + FRAME % size[level] + 0x10);
		if (!level) {
			map(0, pte(FRAME, RWAD));
			rig_set(RS1, VADDR + 0x10);
		}
		expect("leaf", LD, 0);
		CHECK_EQ("paddr", rig_step.paddr, FRAME + 0x10);
		CHECK_EQ("value", rig_get(RD), 0x1122334455667788);
		if (!level)
			continue;
		prepare(MODEL_S);
		map(level, pte((RIG_RAM & ~(size[level] - 1)) + size[level] / 2,
			       RWAD));
		expect("misaligned superpage", LD, 13);
	}
}

static void pointers(void)
{
	prepare(MODEL_S);
	map(0, pte(FRAME, RWAD));
	rig_poke(table(1) + 8, 8, pte(table(0), V | A));
	expect("A in a pointer", LD, 13);
	rig_poke(table(1) + 8, 8, pte(0x1000, V));
	expect("no memory there", LD, 5);
	expect("no memory there", SD, 7);
	map(0, pte(FRAME, RWAD));
	rig_csr(0x180, 8ULL << 60 | 1);
	rig_set(RS1, FRAME);
	expect("no root", LD, 5);
	rig_csr(0x180, 8ULL << 60 | table(2) >> 12);
	rig_set(RS1, VADDR | 1ULL << 39);
	expect("not canonical", LD, 13);
	rig_set(RS1, VADDR | 1ULL << 38);
	expect("not canonical", SD, 15);
}

/* --- A and D -------------------------------------------------------------- */

static void set_by_hardware(void)
{
	prepare(MODEL_S);
	map(0, pte(FRAME, V | R | W));
	expect("load", LD, 0);
	CHECK_EQ("A", rig_peek(table(0) + 8, 1), V | R | W | A);
	expect("store", SD, 0);
	CHECK_EQ("D", rig_peek(table(0) + 8, 1), RWAD);
}

/* S-mode may not write the tables: entry 0 of PMP makes them read-only. */
static void cannot_be_set(void)
{
	prepare(MODEL_S);
	map(0, pte(FRAME, V | R | W));
	rig_csr(0x3b0, TABLES >> 2 | 0x7ff);
	rig_csr(0x3b1, ~0ull);
	rig_csr(0x3a0, 0x1f19);
	expect("no A", LD, 5);
	expect("no D", SD, 7);
	map(0, pte(FRAME, RWAD));
	expect("both there", LD, 0);
	rig_csr(0x3a0, 0x1f1a);
	expect("cannot be walked", LD, 5);
}

/*
 * Instructions for cache blocks: zeroing needs the rights of a store, all
 * others those of a load.
 */
static void cache_blocks(void)
{
	static const u32 zero = 0x0045a00f, clean = 0x0015a00f;

	prepare(MODEL_S);
	rig_set(RS1, VADDR);
	map(0, pte(FRAME, 0));
	expect("zero, not valid", zero, 15);
	expect("clean, not valid", clean, 15);
	map(0, pte(FRAME, V | R | A));
	expect("zero, read only", zero, 15);
	expect("clean, read only", clean, 0);
	map(0, pte(FRAME, RWAD));
	expect("zero", zero, 0);
	CHECK_EQ("zero", rig_peek(FRAME + 0x10, 8), 0);
}

static void set_by_software(void)
{
	prepare(MODEL_S);
	rig_csr(0x30a, 0);
	map(0, pte(FRAME, V | R | W));
	expect("no A", LD, 13);
	map(0, pte(FRAME, V | R | W | A));
	expect("A", LD, 0);
	expect("no D", SD, 15);
	CHECK_EQ("unchanged", rig_peek(table(0) + 8, 1), V | R | W | A);
}

/* --- earlier translations ------------------------------------------------ */

static void remembered(void)
{
	prepare(MODEL_S);
	map(0, pte(FRAME, RWAD));
	expect("load", LD, 0);
	map(0, pte(FRAME, 0));
	rig_run(0x12000073); /* sfence.vma */
	expect("after a fence", LD, 13);
	map(0, pte(FRAME, RWAD | U));
	rig_set(0x300, rig_get(0x300) | SUM);
	expect("with SUM", LD, 0);
	rig_set(0x300, rig_get(0x300) & ~(u64)SUM);
	expect("without", LD, 13);
	map(0, pte(FRAME, V | X | A));
	rig_set(0x300, rig_get(0x300) | MXR);
	expect("with MXR", LD, 0);
	rig_set(0x300, rig_get(0x300) & ~(u64)MXR);
	expect("without", LD, 13);
}

/* Two pages with the same place in the TLB. */
static void one_place(void)
{
	u64 other = VADDR + MODEL_TLB_ENTRIES * MODEL_PAGE;
	unsigned int i;

	prepare(MODEL_S);
	map(0, pte(FRAME, RWAD));
	rig_poke(table(0) + 8 + 8 * MODEL_TLB_ENTRIES, 8,
		 pte(RIG_RAM + 0x8000, V | R | A | D));
	rig_poke(RIG_RAM + 0x8010, 8, 5);
	for (i = 0; i < 3; i++) {
		rig_set(RS1, VADDR + 0x10);
		expect("one", SD, 0);
		expect("one", LD, 0);
		CHECK_EQ("one", rig_get(RD), 0x99);
		rig_set(RS1, other + 0x10);
		expect("other", LD, 0);
		CHECK_EQ("other", rig_get(RD), 5);
		expect("other is read only", SD, 15);
	}
	/* both pages have the same frame */
	rig_poke(table(0) + 8 + 8 * MODEL_TLB_ENTRIES, 8,
		 pte(FRAME, V | R | A | D));
	rig_run(0x12000073);
	rig_set(RS1, VADDR + 0x10);
	expect("one", SD, 0);
	rig_set(RS1, other + 0x10);
	expect("other", LD, 0);
	expect("other is read only", SD, 15);
}

/* The second half of an access is in another page. */
static void two_pages(void)
{
	prepare(MODEL_S);
	map(0, pte(FRAME, RWAD));
	rig_poke(table(0) + 16, 8, pte(RIG_RAM + 0x8000, RWAD));
	rig_poke(FRAME + 0xffc, 4, 0x44332211);
	rig_poke(RIG_RAM + 0x8000, 4, 0x88776655);
	rig_set(RS1, VADDR + 0xffc);
	expect("both", LD, 0);
	CHECK_EQ("value", rig_get(RD), 0x8877665544332211);
	CHECK_EQ("paddr", rig_step.paddr, FRAME + 0xffc);
	CHECK_EQ("paddr2", rig_step.paddr2, RIG_RAM + 0x8000);
	rig_poke(table(0) + 16, 8, 0);
	model_flush(&rig);
	rig_run(SD);
	CHECK_EQ("second", rig_get(0x342), 15);
	CHECK_EQ("second", rig_get(0x343), VADDR + 0x1000);
	CHECK_EQ("nothing stored", rig_peek(FRAME + 0xffc, 4), 0x44332211);
}

/* --- fetching ------------------------------------------------------------- */

static void fetching(void)
{
	prepare(MODEL_S);
	map(0, pte(FRAME, V | X | A));
	rig_poke(FRAME, 4, 0x00500513); /* li x10, 5 */
	rig_poke(FRAME + 0xffe, 2, 0x0513);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_set(MODEL_PC, VADDR);
	rig_go();
	CHECK_EQ("fetched", rig_get(RD), 5);
	CHECK_EQ("fetched", rig_step.fetched, true);
	CHECK_EQ("fetched", rig_step.memory_insn, 0x00500513);
	CHECK_EQ("paddr", rig_step.pc_paddr, FRAME);
	rig_set(MODEL_PC, VADDR + 0xffe);
	rig_go();
	CHECK_EQ("second half", rig_step.kind, MODEL_EXCEPTION);
	CHECK_EQ("second half", rig_step.bytes, 0);
	CHECK_EQ("second half", rig_get(0x342), 12);
	CHECK_EQ("second half", rig_get(0x343), VADDR + 0x1000);
	CHECK_EQ("second half", rig_get(0x341), VADDR + 0xffe);
	map(0, pte(FRAME, V | X | A | U));
	rig_run(0x12000073);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_set(MODEL_PC, VADDR);
	rig_go();
	CHECK_EQ("U's page in S", rig_get(0x342), 12);
}

/* --- Sv32 ----------------------------------------------------------------- */

static void sv32(void)
{
	u64 root = table(0), second = table(1);

	rig_new("qemu-rv32");
	rig_open();
	rig_csr(0x180, 1ULL << 31 | root >> 12);
	rig_poke(FRAME + 0x10, 4, 0x12345678);
	/* 0x00c03010: indices 3 and 3 */
	rig_poke(root + 12, 4, pte(second, V));
	rig_poke(second + 12, 4, pte(FRAME, RWAD));
	rig_csr(0x300, MPRV | MODEL_S << 11);
	rig_set(RS1, 0x00c03010);
	rig_run(LW);
	CHECK_EQ("page", rig_get(RD), 0x12345678);
	CHECK_EQ("page", rig_step.paddr, FRAME + 0x10);
	rig_poke(root + 12, 4, pte(RIG_RAM, RWAD));
	rig_run(0x12000073);
	rig_set(RS1, 0x00c02010);
	rig_run(LW);
	CHECK_EQ("megapage", rig_get(RD), 0x12345678);
	rig_poke(root + 12, 4, pte(RIG_RAM + 0x1000, RWAD));
	rig_run(0x12000073);
	rig_run(LW);
	CHECK_EQ("misaligned", rig_get(0x342), 13);
}

static const struct unit_test tests[] = {
	UNIT_TEST(permissions, UNIT_ONE),
	UNIT_TEST(levels, UNIT_ONE),
	UNIT_TEST(pointers, UNIT_ONE),
	UNIT_TEST(set_by_hardware, UNIT_ONE),
	UNIT_TEST(cannot_be_set, UNIT_ONE),
	UNIT_TEST(cache_blocks, UNIT_ONE),
	UNIT_TEST(set_by_software, UNIT_ONE),
	UNIT_TEST(remembered, UNIT_ONE),
	UNIT_TEST(one_place, UNIT_ONE),
	UNIT_TEST(two_pages, UNIT_ONE),
	UNIT_TEST(fetching, UNIT_ONE),
	UNIT_TEST(sv32, UNIT_ONE),
};

UNIT_MAIN("model_mmu", tests)
