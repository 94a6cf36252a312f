// SPDX-License-Identifier: BSD-2-Clause
/*
 * Steps of the model: their notes, steps without access to memory, memory
 * without plain pages; reset, and absent elements.
 */
#include <string.h>

#include "unit.h"
#include "model_rig.h"
#include "model_script.h"

#define DATA (RIG_RAM + 0x2000)
#define LD 0x0005b503u /* ld x10, 0(x11) */
#define SD 0x00c5b023u /* sd x12, 0(x11) */

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

/* --- rows ------------------------------------------------------------------ */

/* The rig fills the notes of a step with 5a before the step. */
static const struct model_script scripts[] = {
	{ "a short instruction, c.addi x10, 1",
	  "rv64 @80000008/4=ffff0505 pc=80000008 go ok step.insn:505 "
	  "step.memory_insn:505 step.bytes:2 step.pc:80000008 "
	  "step.next_pc:8000000a" },
	{ "... that is given: the upper half is not used",
	  "x10=5 i=ffff0505 x10:6 step.bytes:2" },
	{ "nothing special",
	  "rv64 i=00000013 step.cause:0 step.illegal:0 step.wfi:0 "
	  "step.split:0 step.sc_failed:0 step.access:0 step.access_bytes:0 "
	  "step.writes:0" },
	{ "wfi, wrs.nto", "i=10500073 step.wfi:1 i=00d00073 step.wfi:1" },
	{ "no memory at the pc",
	  "pc=5000 go step.cause:1 step.fetched:0 step.bytes:0" },
	/* ld x10, 0(x11) is 0005b503, sd x12, 0(x11) 00c5b023 */
	{ "no memory above the last physical address",
	  "rv64 x11=100000080002000 i=0005b503 step.cause:5 "
	  "i=00c5b023 step.cause:7 pc=100000080002000 go step.cause:1" },
	{ "values after a reset",
	  "spike-rv64 mscratch_reset=1122 tvec_reset=4000 mcounteren_reset=7 "
	  "menvcfg_reset=1 pmpcfg_reset=9897161514131211 c340:1122 c305:4000 "
	  "c105:4000 c306:7 c30a:1 c3a0:9897161514131211" },
	{ "an access of M-mode is checked again in S-mode",
	  "rv64 x11=80002000 i=0005b503 i=0005b503 ok priv=1 i=0005b503 "
	  "step.cause:1" },
	{ "a given reservation: sc.w",
	  "rv64 x11=80002000 res=80002001 i=18c5a52f x10:0" },
};

static void rows_of_words(void)
{
	model_scripts(scripts, array_size(scripts));
}

static const struct unit_test tests[] = {
	UNIT_TEST(sees_nothing, UNIT_ONE),  UNIT_TEST(told_faults, UNIT_ONE),
	UNIT_TEST(wide_answers, UNIT_ONE),  UNIT_TEST(refused_stores, UNIT_ONE),
	UNIT_TEST(reset_clears, UNIT_ONE),  UNIT_TEST(reset_protects, UNIT_ONE),
	UNIT_TEST(rows_of_words, UNIT_ONE), UNIT_TEST(not_there, UNIT_ONE),
};

UNIT_MAIN("model_step", tests)
