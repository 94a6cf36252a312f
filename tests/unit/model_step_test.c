// SPDX-License-Identifier: BSD-2-Clause
/*
 * Steps of the model: their notes, steps without access to memory, memory
 * without plain pages; reset, and absent elements.
 */
#include <string.h>

#include "unit.h"
#include "model_rig.h"

#define DATA (RIG_RAM + 0x2000)
#define LD 0x0005b503u /* ld x10, 0(x11) */
#define SD 0x00c5b023u /* sd x12, 0(x11) */

/* --- notes ---------------------------------------------------------------- */

static void short_instruction(void)
{
	rig_new("qemu-rv64");
	rig_poke(RIG_RAM + 8, 4, 0xffff0505); /* c.addi x10, 1 */
	rig_set(MODEL_PC, RIG_RAM + 8);
	rig_go();
	CHECK_EQ("kind", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("insn", rig_step.insn, 0x0505);
	CHECK_EQ("memory", rig_step.memory_insn, 0x0505);
	CHECK_EQ("bytes", rig_step.bytes, 2);
	CHECK_EQ("pc", rig_step.pc, RIG_RAM + 8);
	CHECK_EQ("next", rig_step.next_pc, RIG_RAM + 10);
	rig_set(RD, 5);
	rig_run(0xffff0505); /* the upper half is not used */
	CHECK_EQ("given", rig_get(RD), 6);
	CHECK_EQ("given", rig_step.bytes, 2);
}

/* The rig fills the notes with 0x5a before each step. */
static void nothing_special(void)
{
	rig_new("qemu-rv64");
	rig_run(RIG_NOP);
	CHECK_EQ("cause", rig_step.cause, 0);
	CHECK_EQ("illegal", rig_step.illegal, false);
	CHECK_EQ("wfi", rig_step.wfi, false);
	CHECK_EQ("split", rig_step.split, false);
	CHECK_EQ("sc_failed", rig_step.sc_failed, false);
	CHECK_EQ("access", rig_step.access, 0);
	CHECK_EQ("access", rig_step.access_bytes, 0);
	CHECK_EQ("writes", rig_step.writes, 0);
	rig_run(0x10500073);
	CHECK_EQ("wfi", rig_step.wfi, true);
	rig_run(0x00d00073);
	CHECK_EQ("wrs.nto", rig_step.wfi, true);
	rig_set(MODEL_PC, 0x5000);
	rig_go();
	CHECK_EQ("no memory", rig_step.cause, 1);
	CHECK_EQ("no memory", rig_step.fetched, false);
	CHECK_EQ("no memory", rig_step.bytes, 0);
}

/* --- steps without access to memory -------------------------------------- */

static void unseen(u32 insn, u8 fault, u64 tval)
{
	const struct model_input in = { .insn = insn,
					.given = true,
					.interrupt = MODEL_INTERRUPT_NONE,
					.unseen = true,
					.fault = fault,
					.tval = tval };

	rig_set(MODEL_PC, RIG_RAM);
	rig_set(MODEL_PRIV, MODEL_M);
	rig_set(0x342, 0);
	rig_set(RS1, DATA);
	rig_set(RD, 77);
	model_flush(&rig);
	memset(&rig_step, 0x5a, sizeof(rig_step));
	model_step(&rig, &in, &rig_step);
	model_flush(&rig);
}

static void sees_nothing(void)
{
	rig_new("qemu-rv64");
	rig_poke(DATA, 8, 0x1234);
	rig_set(RS2, 5);
	unseen(LD, 0, 0);
	CHECK_EQ("load", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("load", rig_get(RD), 0);
	CHECK_EQ("load", rig_step.fetched, false);
	CHECK_EQ("load", rig_step.memory_insn, 0);
	CHECK_EQ("load", rig_step.pc_paddr, 0);
	CHECK_EQ("load", rig_step.access_bytes, 8);
	unseen(SD, 0, 0);
	CHECK_EQ("store", rig_step.kind, MODEL_RETIRED);
	CHECK_EQ("store", rig_step.data, 5);
	CHECK_EQ("stores nothing", rig_peek(DATA, 8), 0x1234);
}

static const struct fault_row {
	const char *name;
	u32 insn;
	u8 fault;
	u64 tval;
	bool paged, takes, loads;
} fault_rows[] = {
	{ "load", LD, 5, DATA, false, true, false },
	{ "load, elsewhere", LD, 5, DATA + 8, false, false, true },
	{ "load, a store's", LD, 7, DATA, false, false, true },
	{ "load, page", LD, 13, DATA, true, true, false },
	{ "load, page without pages", LD, 13, DATA, false, false, true },
	{ "load, a store's page", LD, 15, DATA, true, false, true },
	{ "store", SD, 7, DATA, false, true, false },
	{ "store, page", SD, 15, DATA, true, true, false },
	{ "store, page without pages", SD, 15, DATA, false, false, false },
	{ "none", SD, 0, DATA, true, false, false },
	{ "fetch", RIG_NOP, 1, RIG_RAM, false, true, false },
	{ "second half of a fetch", RIG_NOP, 1, RIG_RAM + 2, false, true,
	  false },
	{ "behind a short fetch", 0x0001, 1, RIG_RAM + 2, false, false, false },
	{ "fetch, page in M-mode", RIG_NOP, 12, RIG_RAM, true, false, false },
	{ "misaligned is none", LD, 4, DATA, true, false, true },
};

/* A given fault is taken if the access can have this fault. */
static void told_faults(void)
{
	const struct fault_row *row;
	unsigned int i;

	for (i = 0; i < array_size(fault_rows); i++) {
		row = &fault_rows[i];
		rig_new("qemu-rv64");
		rig_set(0x180, row->paged ? 8ull << 60 : 0);
		rig_set(0x300, row->paged ? 1 << 17 | 1 << 11 : 0);
		unseen(row->insn, row->fault, row->tval);
		CHECK_EQ(row->name, rig_step.kind,
			 row->takes ? MODEL_EXCEPTION : MODEL_RETIRED);
		CHECK_EQ(row->name, rig_get(RD), row->loads ? 0 : 77);
		if (!row->takes) {
			CHECK(row->name, rig_step.bytes);
			continue;
		}
		CHECK_EQ(row->name, rig_step.writes, 4); /* those of the trap */
		CHECK_EQ(row->name, rig_step.cause, row->fault);
		CHECK_EQ(row->name, rig_step.tval, row->tval);
	}
}

/* --- memory without pages ------------------------------------------------ */

static u8 *no_page(void *user, u64 paddr)
{
	(void)user;
	(void)paddr;
	return NULL;
}

/* Returns more bits than requested. */
static bool any_load(void *user, u64 paddr, unsigned int bytes,
		     unsigned int kind, u64 *value)
{
	(void)user;
	(void)paddr;
	(void)bytes;
	(void)kind;
	*value = 0x8877665544332211;
	return true;
}

static bool no_store(void *user, u64 paddr, unsigned int bytes,
		     unsigned int kind, u64 value)
{
	(void)user;
	(void)paddr;
	(void)bytes;
	(void)kind;
	(void)value;
	return false;
}

static const struct model_bus bus = { NULL,	no_page, any_load,
				      no_store, NULL,	 NULL };

static void prepare_bus(void)
{
	struct model_config config;

	CHECK("preset", model_preset("qemu-rv64", &config));
	model_init(&rig, &config, &bus);
	rig_set(RS1, 0x100);
	rig_set(RD, 77);
}

static void wide_answers(void)
{
	prepare_bus();
	rig_run(0x0005e503); /* lwu */
	CHECK_EQ("four bytes", rig_get(RD), 0x44332211);
	CHECK_EQ("four bytes", rig_step.loaded, 0x44332211);
	rig_run(0x1005a52f); /* lr.w */
	CHECK_EQ("four bytes", rig_step.loaded, 0x44332211);
}

static void refused_stores(void)
{
	prepare_bus();
	rig_run(0x00c5a52f); /* amoadd.w: only its load is possible */
	CHECK_EQ("AMO", rig_step.cause, 7);
	CHECK_EQ("AMO", rig_step.tval, 0x100);
	CHECK_EQ("AMO", rig_get(RD), 77);
	rig_set(MODEL_RESERVATION, 0x101);
	rig_run(0x18c5a52f); /* sc.w */
	CHECK_EQ("SC", rig_step.cause, 7);
	CHECK_EQ("SC", rig_get(RD), 77);
	rig_set(RS1, 0x140);
	rig_set(0x300, 8);
	rig_run(0x0045a00f); /* cbo.zero */
	CHECK_EQ("CBO", rig_step.cause, 7);
	CHECK_EQ("CBO", rig_step.tval, 0x140);
	CHECK_EQ("CBO traps once", rig_get(0x300) & 0x88, 0x80);
}

/* There is no memory above the last physical address. */
static void above_all(void)
{
	rig_new("qemu-rv64");
	rig_set(RS1, 1ull << 56 | DATA);
	rig_run(LD);
	CHECK_EQ("load", rig_step.cause, 5);
	rig_run(SD);
	CHECK_EQ("store", rig_step.cause, 7);
	rig_set(MODEL_PC, 1ull << 56 | DATA);
	rig_go();
	CHECK_EQ("fetch", rig_step.cause, 1);
}

/* --- reset ---------------------------------------------------------------- */

static void reset_clears(void)
{
	static const u32 elements[] = { MODEL_X0 + 1,
					MODEL_F0 + 1,
					0x341,
					0x142,
					0x180,
					0x3b0,
					0x304,
					0xb00,
					0x323,
					0x003,
					MODEL_MTIME,
					0x340,
					MODEL_RESERVATION };
	unsigned int i;

	rig_new("qemu-rv64");
	for (i = 0; i < array_size(elements); i++)
		rig_set(elements[i], 0x80);
	CHECK_EQ("kept", rig_get(MODEL_RESERVATION), 0x80);
	rig_set(MODEL_PRIV, MODEL_U);
	model_reset(&rig);
	for (i = 0; i < array_size(elements); i++)
		CHECK_EQ("cleared", rig_get(elements[i]), 0);
	CHECK_EQ("priv", rig_get(MODEL_PRIV), MODEL_M);
	CHECK_EQ("pc", rig_get(MODEL_PC), 0x1000);
}

static void reset_values(void)
{
	struct model_config config;

	CHECK("preset", model_preset("spike-rv64", &config));
	config.mscratch_reset = 0x1122;
	config.tvec_reset = 0x4000;
	config.mcounteren_reset = 7;
	config.menvcfg_reset = 1;
	config.pmpcfg_reset = 0x9897161514131211;
	rig_new_config(&config);
	CHECK_EQ("mscratch", rig_get(0x340), 0x1122);
	CHECK_EQ("mtvec", rig_get(0x305), 0x4000);
	CHECK_EQ("stvec", rig_get(0x105), 0x4000);
	CHECK_EQ("mcounteren", rig_get(0x306), 7);
	CHECK_EQ("menvcfg", rig_get(0x30a), 1);
	CHECK_EQ("pmpcfg0", rig_get(0x3a0), 0x9897161514131211);
}

/* Entry 0 is locked, and no mode may access the first eight bytes. */
static void reset_protects(void)
{
	struct model_config config;

	CHECK("preset", model_preset("spike-rv64", &config));
	config.pmpcfg_reset = 0x98;
	model_init(&rig, &config, &bus);
	rig_run(0x0005c503); /* lbu x10, 0(x11) */
	CHECK_EQ("locked", rig_step.cause, 5);
	rig_set(RS1, 8);
	rig_set(MODEL_PC, 8);
	rig_run(0x0005c503);
	CHECK_EQ("behind", rig_step.kind, MODEL_RETIRED);
}

/* --- elements ------------------------------------------------------------- */

static void not_there(void)
{
	u64 value = 5;

	rig_new("qemu-rv64");
	CHECK("read", !model_read(&rig, 0x5a8, &value));
	CHECK_EQ("read", value, 0);
	CHECK("priv", !model_write(&rig, MODEL_PRIV, 2));
	CHECK_EQ("priv", rig_get(MODEL_PRIV), MODEL_M);
	rig_new("piccolo-rv32imac");
	CHECK("no F", !model_write(&rig, MODEL_F0, 1));
	CHECK("no F", !model_read(&rig, MODEL_F0, &value));
}

/* An access that M-mode may make is checked again in S-mode. */
static void another_mode(void)
{
	rig_new("qemu-rv64");
	rig_set(RS1, DATA);
	rig_run(LD);
	rig_run(LD);
	CHECK_EQ("in M", rig_step.kind, MODEL_RETIRED);
	rig_set(MODEL_PRIV, MODEL_S);
	rig_run(LD);
	CHECK_EQ("in S", rig_step.cause, 1);
}

static void reservation(void)
{
	rig_new("qemu-rv64");
	rig_set(RS1, DATA);
	rig_set(MODEL_RESERVATION, DATA | 1);
	rig_run(0x18c5a52f); /* sc.w */
	CHECK_EQ("succeeds", rig_get(RD), 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(short_instruction, UNIT_ONE),
	UNIT_TEST(nothing_special, UNIT_ONE),
	UNIT_TEST(sees_nothing, UNIT_ONE),
	UNIT_TEST(told_faults, UNIT_ONE),
	UNIT_TEST(wide_answers, UNIT_ONE),
	UNIT_TEST(refused_stores, UNIT_ONE),
	UNIT_TEST(above_all, UNIT_ONE),
	UNIT_TEST(reset_clears, UNIT_ONE),
	UNIT_TEST(reset_values, UNIT_ONE),
	UNIT_TEST(reset_protects, UNIT_ONE),
	UNIT_TEST(not_there, UNIT_ONE),
	UNIT_TEST(another_mode, UNIT_ONE),
	UNIT_TEST(reservation, UNIT_ONE),
};

int main(void)
{
	return unit_main("model_step", tests, array_size(tests));
}
