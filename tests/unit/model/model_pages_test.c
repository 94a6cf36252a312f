// SPDX-License-Identifier: BSD-2-Clause
/*
 * Pages of the model's memory: the pages that it asks for and keeps, pages that
 * are partly known, and fetches at the ends of pages.
 */
#include <string.h>

#include <model/quick.h>

#include "unit.h"
#include "model_rig.h"

#define DATA (RIG_RAM + 0x2000)
#define TABLES (RIG_RAM + 0x4000)
#define LAST (RIG_RAM + MODEL_PAGE - 2) /* last half-word of the first page */
#define LW 0x0005a503u			/* lw x10, 0(x11) */
#define SW 0x00c5a023u			/* sw x12, 0(x11) */
#define LR 0x1005a52fu			/* lr.w x10, (x11) */
#define LI_5 0x00500513u		/* li x10, 5 */

/* --- the bus -------------------------------------------------------------- */

/* Pages of RAM below PARTS are plain; pages above are partly known. */
#define PARTS (RIG_RAM + 0x8000)

static struct {
	unsigned int pages, walks, loads, stores;
	u64 known, walked; /* address of a doubleword with known bytes */
} seen;

static u8 *page(void *user, u64 paddr)
{
	(void)user;
	seen.pages++;
	return paddr >= RIG_RAM && paddr < PARTS ? rig_ram + (paddr - RIG_RAM) :
						   NULL;
}

static u8 *partial(void *user, u64 paddr, unsigned int bytes)
{
	(void)user;
	if (paddr < PARTS || paddr >= RIG_RAM_END ||
	    (bytes && paddr / 8 * 8 != seen.known))
		return NULL;
	return rig_ram + (paddr / MODEL_PAGE * MODEL_PAGE - RIG_RAM);
}

static bool load(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		 u64 *value)
{
	(void)user;
	(void)bytes;
	(void)kind;
	seen.loads++;
	*value = 0x1111111111111111;
	return paddr >= PARTS && paddr < RIG_RAM_END;
}

static bool store(void *user, u64 paddr, unsigned int bytes, unsigned int kind,
		  u64 value)
{
	(void)user;
	(void)bytes;
	(void)kind;
	(void)value;
	seen.stores++;
	return paddr >= PARTS && paddr < RIG_RAM_END;
}

static void walked(void *user, u64 paddr)
{
	(void)user;
	seen.walks++;
	seen.walked = paddr;
}

static void prepare(void)
{
	static const struct model_bus bus = { NULL,  page,    load,
					      store, partial, walked };
	struct model_config config;

	CHECK("preset", model_preset("qemu-rv64", &config));
	config.extensions |= MODEL_SDTRIG;
	memset(rig_ram, 0, sizeof(rig_ram));
	memset(&seen, 0, sizeof(seen));
	model_init(&rig, &config, &bus);
	rig_set(0x3b1, ~0ull);
	rig_set(0x3a0, 0x1f10); /* entry 0 has another page */
	rig_set(MODEL_PC, RIG_RAM);
	rig_set(RS2, 0x99);
}

/* Make tables that map S-mode's page at 0 to a frame, for walks from M-mode. */
static void translate(u64 frame)
{
	prepare();
	rig_poke(TABLES, 8, (TABLES + 0x1000) >> 2 | 1);
	rig_poke(TABLES + 0x1000, 8, (TABLES + 0x2000) >> 2 | 1);
	rig_poke(TABLES + 0x2000, 8, frame >> 2 | 0xcf);
	rig_set(0x180, 8ull << 60 | TABLES >> 12);
}

static void run_at(u64 address, u32 insn)
{
	rig_set(RS1, address);
	rig_set(MODEL_PC, RIG_RAM);
	rig_run(insn);
}

/* --- kept translations --------------------------------------------------- */

/* Let loads and stores of M-mode use S-mode's tables. */
static void translate_data(void)
{
	translate(DATA);
	rig_set(0x300, 1 << 17 | 1 << 11);
}

static void walks_once(void)
{
	translate_data();
	run_at(0x10, LW);
	CHECK_EQ("each level", seen.walks, 3);
	CHECK_EQ("the leaf", seen.walked, TABLES + 0x2000);
	run_at(0x20, LW);
	CHECK_EQ("remembered", seen.walks, 3);
	run_at(0x20, SW);
	CHECK_EQ("for stores anew", seen.walks, 6);
	run_at(0x20, SW);
	run_at(0x30, LW);
	CHECK_EQ("both remembered", seen.walks, 6);
	run_at(0x22, LW);
	CHECK_EQ("misaligned", seen.walks, 9);
	model_flush(&rig);
	run_at(0x20, LW);
	CHECK_EQ("forgotten", seen.walks, 12);
}

/* A load uses the translation of the LR before; an LR walks again. */
static void walks_of_lr(void)
{
	translate_data();
	run_at(0x20, LR);
	run_at(0x20, LW);
	CHECK_EQ("a load after LR", seen.walks, 3);
	run_at(0x20, LR);
	CHECK_EQ("LR after a load", seen.walks, 6);
}

/* While a trigger is enabled, the model checks it at each access. */
static void walks_with_triggers(void)
{
	translate_data();
	rig_set(0x7a1, 2ull << 60 | 1 << 6 | 1);
	rig_set(0x7a2, 0x80);
	run_at(0x20, LW);
	run_at(0x20, LW);
	CHECK_EQ("a trigger", seen.walks, 6);
	rig_set(0x7a1, 0);
	run_at(0x20, LW);
	run_at(0x20, LW);
	CHECK_EQ("no trigger", seen.walks, 9);
}

static void asks_once(void)
{
	unsigned int pages;

	prepare();
	run_at(DATA, LW);
	pages = seen.pages;
	run_at(DATA + 8, LW);
	CHECK_EQ("fetch and load", seen.pages, pages);
	model_flush(&rig);
	run_at(DATA, LW);
	CHECK("forgotten", seen.pages > pages);
	rig_set(0x3a0, 0);
	run_at(DATA, LW);
	pages = seen.pages;
	run_at(DATA + 8, LW);
	CHECK_EQ("without PMP", seen.pages, pages);
}

/*
 * The model keeps translations of fetches apart from those of loads, one for
 * each page.
 */
static void fetches_once(void)
{
	unsigned int i;

	translate(DATA);
	rig_poke(DATA, 4, LI_5);
	rig_set(MODEL_PRIV, MODEL_S);
	for (i = 0; i < 3; i++) {
		rig_set(MODEL_PC, 0);
		rig_go();
		CHECK_EQ("fetched", rig_step.kind, MODEL_RETIRED);
		CHECK_EQ("fetched", rig_step.insn, LI_5);
		CHECK_EQ("walks", seen.walks, 3);
	}
	rig_set(MODEL_PRIV, MODEL_M);
	rig_set(MODEL_PC, DATA);
	rig_go();
	rig_set(MODEL_PRIV, MODEL_S);
	rig_set(MODEL_PC, 0);
	rig_go();
	CHECK_EQ("still", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("still", seen.walks, 3);
	rig_poke(TABLES + 0x2000, 8, 0);
	rig_set(MODEL_PC, 0);
	model_flush(&rig);
	rig_go();
	CHECK_EQ("forgotten", rig_step.cause, 12);
}

/* The page at S-mode's pc has another frame than the same page in M-mode. */
static void fetches_after_trap(void)
{
	translate(DATA);
	rig_poke(DATA, 4, RIG_ECALL);
	rig_poke(DATA + 0x40, 4, LI_5);
	rig_set(0x305, 0x40);
	rig_set(0x300, MODEL_S << 11); /* MPP as after the trap */
	rig_set(MODEL_PRIV, MODEL_S);
	rig_set(MODEL_PC, 0);
	rig_go();
	CHECK_EQ("ecall", rig_step.cause, 9);
	rig_go();
	CHECK_EQ("no memory there", rig_step.cause, 1);
}

/* --- partly known pages -------------------------------------------------- */

static void prepare_part(void)
{
	prepare();
	rig_poke(PARTS + 0x10, 8, 0x8877665544332211);
	seen.known = PARTS + 0x10;
}

static void loads_in_part(void)
{
	prepare_part();
	run_at(PARTS + 0x10, LW);
	CHECK_EQ("at first", rig_get(RD), 0x11111111);
	CHECK_EQ("at first", seen.loads, 1);
	run_at(PARTS + 0x14, LW);
	CHECK_EQ("known", rig_get(RD), 0xffffffff88776655);
	CHECK_EQ("known", rig_step.paddr, PARTS + 0x14);
	CHECK_EQ("known", rig_step.loaded, 0x88776655);
	CHECK_EQ("known", seen.loads, 1);
	run_at(PARTS + 0x18, LW);
	CHECK_EQ("not known", rig_get(RD), 0x11111111);
	CHECK_EQ("not known", seen.loads, 2);
	run_at(PARTS + 0x12, LW);
	CHECK_EQ("misaligned", seen.loads, 3);
	run_at(PARTS + 0x10, LR);
	CHECK_EQ("LR", seen.loads, 4);
	rig_poke(PARTS + 0x30, 4, LI_5);
	rig_set(MODEL_PC, PARTS + 0x30);
	rig_go();
	CHECK_EQ("fetch", rig_step.insn, LI_5);
	CHECK_EQ("fetch", seen.loads, 4);
}

static void stores_in_part(void)
{
	prepare_part();
	run_at(PARTS + 0x10, LW);
	run_at(PARTS + 0x20, SW);
	CHECK_EQ("the first store", seen.stores, 1);
	run_at(PARTS + 0x20, SW);
	CHECK_EQ("stored", rig_peek(PARTS + 0x20, 4), 0x99);
	CHECK_EQ("stored", seen.stores, 1);
	run_at(PARTS + 0x18, LW);
	CHECK_EQ("not all can be loaded", seen.loads, 2);
	run_at(PARTS + 0x10, LW);
	CHECK_EQ("still known", seen.loads, 2);
}

/* --- fetching ------------------------------------------------------------- */

static void at_the_end(void)
{
	prepare();
	rig_poke(LAST, 4, LI_5);
	rig_set(MODEL_PC, LAST);
	rig_go();
	CHECK_EQ("kind", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("runs", rig_get(RD), 5);
	CHECK_EQ("insn", rig_step.insn, LI_5);
	CHECK_EQ("memory", rig_step.memory_insn, LI_5);
	CHECK_EQ("memory", rig_step.fetched, true);
	CHECK_EQ("paddr", rig_step.pc_paddr, LAST);
	rig_set(MODEL_PC, LAST);
	rig_run(RIG_NOP); /* the given instruction; memory has another one */
	CHECK_EQ("given", rig_step.insn, RIG_NOP);
	CHECK_EQ("memory", rig_step.memory_insn, LI_5);
	rig_poke(LAST, 4, 0xffff0505);
	rig_set(MODEL_PC, LAST);
	rig_go();
	CHECK_EQ("a short one", rig_step.insn, 0x0505);
	CHECK_EQ("a short one", rig_step.memory_insn, 0x0505);
}

/* One half of the instruction is in known memory, the other one is not. */
static void half_known(void)
{
	rig_new("qemu-rv64");
	rig_set(MODEL_PC, RIG_RAM_END - 2);
	rig_run(RIG_NOP);
	CHECK_EQ("first half", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("first half", rig_step.fetched, false);
	CHECK_EQ("first half", rig_step.pc_paddr, RIG_RAM_END - 2);
	rig_set(MODEL_PC, RIG_RAM - 2);
	rig_run(RIG_NOP);
	CHECK_EQ("second half", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("second half", rig_step.fetched, false);
	rig_set(MODEL_PC, RIG_RAM + 0xff8);
	rig_run(RIG_NOP);
	CHECK_EQ("both", rig_step.fetched, true);
	rig_set(MODEL_PC, RIG_RAM_END - 2);
	rig_poke(RIG_RAM_END - 2, 2, 0x0513);
	rig_go();
	CHECK_EQ("nothing is given", rig_step.cause, 1);
	CHECK_EQ("nothing is given", rig_step.tval, RIG_RAM_END);
}

/* Before the first step there is no input, so the walk must not read it. */
static void address_of_the_pc(void)
{
	u64 paddr = 0;

	translate(DATA);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_set(MODEL_PC, 0x124);
	CHECK("there", model_fetch_paddr(&rig, &paddr));
	CHECK_EQ("paddr", paddr, DATA + 0x124);
	rig_set(MODEL_PC, 0x200);
	CHECK("the same page", model_fetch_paddr(&rig, &paddr));
	CHECK_EQ("the same page", paddr, DATA + 0x200);
	CHECK_EQ("the same page", seen.walks, 3);
	rig_set(MODEL_PC, 0x1000);
	CHECK("not mapped", !model_fetch_paddr(&rig, &paddr));
	rig_set(MODEL_PRIV, MODEL_M);
	CHECK("no memory", !model_fetch_paddr(&rig, &paddr));
}

/* --- without questions ---------------------------------------------------- */

static void quickly(void)
{
	const struct model_op *op;

	prepare();
	rig_poke(RIG_RAM + 4, 4, LI_5);
	rig_set(MODEL_PC, RIG_RAM + 4);
	CHECK("not yet", !model_quick_op(&rig, LI_5, 4));
	rig_go();
	rig_set(RD, 0);
	rig_set(MODEL_PC, RIG_RAM + 4);
	op = model_quick_op(&rig, LI_5, 4);
	CHECK("now", op);
	CHECK("another", !model_quick_op(&rig, RIG_NOP, 4));
	model_quick_begin(&rig);
	model_quick_step(&rig, op, &rig_step);
	model_quick_notes(&rig, RIG_RAM + 4, &rig_step);
	CHECK_EQ("runs", rig_get(RD), 5);
	CHECK_EQ("pc", rig_get(MODEL_PC), RIG_RAM + 8);
	CHECK_EQ("paddr", rig_step.pc_paddr, RIG_RAM + 4);
}

static const struct unit_test tests[] = {
	UNIT_TEST(walks_once, UNIT_ONE),
	UNIT_TEST(walks_of_lr, UNIT_ONE),
	UNIT_TEST(walks_with_triggers, UNIT_ONE),
	UNIT_TEST(asks_once, UNIT_ONE),
	UNIT_TEST(fetches_once, UNIT_ONE),
	UNIT_TEST(loads_in_part, UNIT_ONE),
	UNIT_TEST(stores_in_part, UNIT_ONE),
	UNIT_TEST(at_the_end, UNIT_ONE),
	UNIT_TEST(half_known, UNIT_ONE),
	UNIT_TEST(fetches_after_trap, UNIT_ONE),
	UNIT_TEST(quickly, UNIT_ONE),
	UNIT_TEST(address_of_the_pc, UNIT_ONE),
};

UNIT_MAIN("model_pages", tests)
