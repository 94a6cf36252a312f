// SPDX-License-Identifier: BSD-2-Clause
/*
 * Values that a step takes from the trace because no model can know them, their
 * number, and values that are checked anyway.
 */
#include <insn/csrs.h>
#include <model/config.h>

#include "unit.h"
#include "verify_rig.h"

#define NOP "[ + i=00000013 ] "
/* csrr x5, minstret */
#define READ(value) "[ + i=b02022f3 x5=" value " ] "
/* sc.w x8, x5, (x6) behind lr.w x7, (x6) */
#define RESERVED                                                  \
	"[ init x5=5 x6=80000000 x7=9 x8=1 store64@80000000:0 ] " \
	"[ + i=100323af x7=0 ] "
#define SC "+ i=1853242f "
#define LW(value) "[ + i=00032383 x7=" value " ] "

static const struct vrig_row inputs[] = {
	{ "time that runs back by its upper half",
	  "mtime=100000005 [ + i=c01022f3 x5=7 ] ",
	  "1 CSR cc01 100000005 7\n" },
	{ "... is no matter of another group",
	  "mtime=5 [ + i=c01022f3 x5=4 ] [ + i=00100313 x6=2 ] ",
	  "1 CSR cc01 5 4\n2 GPR x6 1 2\n" },
	{ "sc that has kept rd has failed", RESERVED "[ " SC "] " LW("0"), "" },
	{ "... but for 0",
	  RESERVED "[ init x8=0 ] [ " SC "] [ + i=00032383 x7=5 ] ", "" },
	{ "sc that fails, with its address",
	  RESERVED "[ init x8=0 ] [ " SC "x8=1 ea=80000000 ] " LW("0"), "" },
	{ "sc that traps, whatever rd has",
	  "[ init x6=80000002 x8=1 ] [ pc=0 i=1853242f "
	  "c300=a00001800 c341=1000 c342=6 c343=80000002 ] ",
	  "" },
	{ "lr behind a load, both of what nobody knows: lr.w x8, (x9)",
	  "[ init x6=80000000 x9=90000000 ] " LW("7") "[ + i=1004a42f x8=99 ] ",
	  "" },
	{ "pc that stays, and the privilege", "[ i=0000006f priv=3 ] ", "" },
	{ "an interrupt that leads to where the hart is",
	  "[ init c300=a00000008 c304=80 c305=1000 c344=80 ] "
	  "[ c300=a00001880 c341=1000 c342=8000000000000007 ] ",
	  "" },
	{ "minstret that nobody knows has kept rd",
	  "[ init x5=65 ] [ + i=b02022f3 ] " READ("66"), "" },
	{ "... and is known then",
	  "[ init x5=65 ] [ + i=b02022f3 ] " READ("67"), "2 GPR x5 66 67\n" },
	{ "minstret that is read to x0", "[ + i=b0202073 ] " READ("90"), "" },
	{ "minstret that is told", "[ + i=00000013 cb02=66 ] " READ("67"),
	  "1 GPR x5 66 67\n" },
};

static const struct vrig_row inputs32[] = {
	{ "time keeps its upper half",
	  "mtime=100000005 [ + i=c01022f3 x5=7 ] [ + i=c81022f3 x5=1 ] ", "" },
	{ "minstreth that is told",
	  "[ + i=00000013 cb02=5 cb82=1 ] [ + i=b82022f3 x5=2 ] ",
	  "1 GPR x5 1 2\n" },
	{ "... that is given", "[ init cb02=5 cb82=1 ] [ + i=b82022f3 x5=2 ] ",
	  "1 GPR x5 1 2\n" },
	{ "minstret stands still in M-mode",
	  "[ init c722=40000000 ] " READ("64") NOP READ("64"), "" },
};

static void set_absent(struct vrig *rig)
{
	verify_config_mask(&rig->config, TANDEM_GPR(5), 0, ~0ull);
}

static const struct vrig_row absent[] = {
	{ "minstret in a register that is absent is not known",
	  "[ init x5=64 ] [ + i=b02022f3 ] [ + i=b0202373 x6=90 ] ", "" },
};

static void set_no_pc(struct vrig *rig)
{
	rig->config.absent = VERIFY_PART(VERIFY_PC) | VERIFY_PART(VERIFY_PRIV);
	rig->config.every_update = true;
}

static const struct vrig_row no_pc[] = {
	{ "the pc is the model's",
	  "[ init store32@1004:00228313 ] [ i=00100293 x5=1 ] "
	  "[ i=00328313 x6=3 ] ",
	  "2 INSN 228313 328313\n" },
	{ "the privilege, too, of traps",
	  "[ i=00000073 c300=a00001800 c341=1000 c342=b c343=0 ] ", "" },
};

static void set_no_insn(struct vrig *rig)
{
	rig->config.absent = VERIFY_PART(VERIFY_INSN);
}

static const struct vrig_row no_insn[] = {
	{ "memory has the instruction",
	  "[ init store32@1000:00100293 ] [ pc=1004 x5=1 ] ", "" },
	{ "... and it is judged",
	  "[ init store32@1000:00100293 ] [ pc=1004 x5=2 ] ",
	  "1 GPR x5 1 2\n" },
};

static void set_every(struct vrig *rig)
{
	rig->config.every_update = true;
}

static const struct vrig_row every[] = {
	{ "arithmetic need not tell of flags that stay: fadd.s f1, f2, f3",
	  "[ init c300=8000000a00006000 f2=ffffffff3f800000 "
	  "f3=ffffffff3f800000 ] [ + i=003170d3 f1=ffffffff40000000 ] ",
	  "" },
};

#define THIRD                                                    \
	"[ init c300=8000000a00006000 c3=1 f2=ffffffff3f800000 " \
	"f3=ffffffff40400000 ] "
static const struct vrig_row flags[] = {
	{ "... where it raises them again: fdiv.s f1, f2, f3",
	  THIRD "[ + i=183170d3 f1=ffffffff3eaaaaab ] ", "" },
};

/* Another trigger is selected: the trace then has its registers. */
#define SELECT(number) "[ + i=7a029073 c7a0=" number " ] "
static const struct vrig_row triggers[] = {
	{ "registers of the selected trigger",
	  "[ init c7a1=2000000000000000 c7a2=1234 x5=1 x6=5678 ] " SELECT(
		  "1") "[ + i=7a231073 c7a2=5678 ] [ init x5=0 ] " SELECT("0") "[ + i=7a2023f3 x7=1234 ] ",
	  "" },
	{ "another trigger's registers", "[ init c7a2=1234 x5=1 ] " SELECT("1"),
	  "" },
	{ "... with the same tinfo", "[ init c7a4=78 x5=1 ] " SELECT("1"), "" },
	{ "... of which one is told",
	  "[ init c7a2=1234 x5=1 ] [ + i=7a029073 c7a0=1 c7a2=99 ] ", "" },
	{ "what both have alike",
	  "[ init c7a4=78 x5=1 ] " SELECT("1") "[ + i=7a4023f3 x7=78 ] ", "" },
	{ "... where what is read of it is not told either",
	  "[ init c7a4=78 x5=1 x7=78 ] " SELECT("1") "[ + i=7a4023f3 ] ", "" },
	{ "what the first one had, read and not told: csrr x7, tdata2",
	  "[ init c7a2=1234 x5=1 x6=5678 ] " SELECT(
		  "1") "[ + i=7a231073 c7a2=5678 ] [ init x5=0 x7=1234 ] " SELECT("0") "[ + i=7a2023f3 ] ",
	  "" },
	{ "told with it as the first one had it",
	  "[ init c7a2=1234 x5=1 x7=1234 ] "
	  "[ + i=7a029073 c7a0=1 c7a2=1234 ] [ + i=7a2023f3 ] ",
	  "" },
	{ "told with it",
	  "[ init c7a2=1234 x5=1 ] [ + i=7a029073 c7a0=1 c7a2=99 ] "
	  "[ init x5=0 ] " SELECT("0") "[ + i=7a2023f3 x7=1234 ] ",
	  "" },
	{ "not selected: another trigger is told",
	  "[ init c7a2=1234 x5=1 ] [ + i=00000013 c7a2=99 ] "
	  "[ + i=7a2023f3 x7=99 ] ",
	  "" },
};

static void set_triggers(struct vrig *rig)
{
	rig->hart_config.extensions |= MODEL_SDTRIG;
}

static void rows(void)
{
	vrig_rows("qemu-rv64", NULL, inputs, array_size(inputs));
	vrig_rows("qemu-rv32", NULL, inputs32, array_size(inputs32));
	vrig_rows("qemu-rv64", set_absent, absent, array_size(absent));
	vrig_rows("qemu-rv64", set_no_pc, no_pc, array_size(no_pc));
	vrig_rows("qemu-rv64", set_no_insn, no_insn, array_size(no_insn));
	vrig_rows("qemu-rv64", set_every, every, array_size(every));
	vrig_rows("qemu-rv64", set_every, flags, array_size(flags));
	vrig_rows("qemu-rv64", set_triggers, triggers, array_size(triggers));
}

/* --- number of steps with values from the trace -------------------------- */

static const struct {
	const char *name, *trace;
	u64 copied;
	bool has_ram;
} copies[] = {
	{ "nothing", NOP "[ + i=34029073 c340=0 ] [ + i=00100293 x5=1 ] ", 0,
	  false },
	{ "mcycle by its register", "[ + i=b0002073 cb00=3 ] ", 1, false },
	{ "lines of mip by rd", "[ + i=344022f3 x5=80 ] ", 1, false },
	{ "... by rd", "[ + i=b00022f3 x5=3 ] ", 1, false },
	{ "the time by rd", "[ + i=c01022f3 x5=3 ] ", 1, false },
	{ "... by itself", "[ + mtime=7 i=00000013 ] ", 1, false },
	{ "a load of what nobody knows",
	  "[ init x6=80000000 ] [ + i=00032283 x5=1 ] ", 1, false },
	{ "a load of RAM, twice",
	  "[ init x6=80000000 store32@1000:32283 store32@1004:32303 ] "
	  "[ + i=00032283 x5=1 ] [ + i=00032303 x6=1 ] ",
	  1, true },
	{ "code of RAM", "[ init pc=2000 ] " NOP, 1, true },
	{ "... twice",
	  "[ init pc=2000 ] [ i=0000006f pc=2000 ] [ i=0000006f pc=2000 ] ", 1,
	  true },
	{ "minstret, known or not", READ("64") READ("65"), 2, false },
};

static void set_ram(struct vrig *rig)
{
	verify_memory_range(&rig->memory, 0x2000, 0x1000, VERIFY_MEMORY_RAM);
	verify_memory_range(&rig->memory, 0x80000000, 0x1000,
			    VERIFY_MEMORY_RAM);
}

/* Fill memory with the instructions of the trace, one after the other. */
static void fill_code(struct vrig *rig, const u8 *bytes, size_t len)
{
	static struct tandem_element element[VRIG_ROOM];
	static struct tandem_decoder d;
	u64 pc = 0x1000;

	tandem_decoder_init(&d, &rig->config.params, element, VRIG_ROOM);
	tandem_decoder_feed(&d, bytes, len);
	for (; tandem_decoder_next(&d) == TANDEM_OK;
	     pc += d.group.insn_bits / 8)
		verify_memory_write(&rig->memory, pc, d.group.insn_bits / 8,
				    d.group.insn);
}

static void run(struct vrig *rig, const char *trace, size_t piece)
{
	static u8 bytes[VRIG_BYTES];
	size_t len = vrig_bytes(&rig->config.params, trace, bytes), n;

	for (n = 0; n < 128; n++)
		bytes[len++] = n % 2 ? TANDEM_END : TANDEM_BEGIN;
	vrig_forget(rig);
	if (!rig->memory.partial)
		fill_code(rig, bytes, len);
	vrig_start(rig);
	vrig_run(rig, bytes, len, piece);
}

static void copied(void)
{
	static const size_t pieces[] = { 1, VRIG_BYTES };
	struct vrig *rig;
	size_t i, k;

	for (i = 0; i < array_size(copies); i++) {
		rig = vrig_new("qemu-rv64");
		if (copies[i].has_ram)
			set_ram(rig);
		for (k = 0; k < array_size(pieces); k++) {
			run(rig, copies[i].trace, pieces[k]);
			CHECK_EQ(copies[i].name, rig->num, 0);
			CHECK_EQ(copies[i].name, rig->v.totals.copied,
				 copies[i].copied);
		}
		vrig_free(rig);
	}
}

/* If a hart's minstret is a clock, the value read is accepted. */
static void believed(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");

	rig->config.instret_outside = true;
	run(rig, READ("64") READ("90") "[ + i=b0202073 ] ", 1);
	CHECK_EQ("believed", rig->v.totals.believed, 2);
	run(rig, "[ init x6=7 ] [ + i=b0231073 cb02=7 ] " READ("7"), 1);
	CHECK_EQ("what was written", rig->v.totals.believed, 0);
	CHECK_EQ("findings", rig->num, 0);
	vrig_free(rig);
}

/* --- values that a model reports as unknown ------------------------------ */

static struct verify_model inner;

/* Registers and flags of floating point */
static bool step_unknown(void *user, const struct model_input *in,
			 struct verify_step *out)
{
	static struct model_write write[MODEL_WRITES_MAX];
	u32 i;

	if (!inner.step(user, in, out))
		return false;
	for (i = 0; i < out->writes; i++) {
		write[i] = out->write[i];
		if (write[i].reg == CSR_FCSR || write[i].reg >= TANDEM_FPR(0))
			write[i].flags |= MODEL_UNMODELLED;
	}
	out->write = write;
	return true;
}

/* fdiv.s f1, f2, f3 of 1 and 3 is inexact; the invalid flag was set before */
#define FDIV                                                      \
	"[ init c300=8000000a00006000 c3=10 f2=ffffffff3f800000 " \
	"f3=ffffffff40400000 ] [ + i=183170d3 "

static void unknown(void)
{
	static const struct {
		const char *trace, *text;
	} of[] = {
		{ FDIV "f1=ffffffff3eaaaaab c3=11 ] ", "" },
		{ FDIV "f1=5 c3=13 ] ", "" },
		{ FDIV "f1=5 ] ", "" },
		{ FDIV "f1=5 c3=1 ] ", "1 CSR c3 11 1\n" },
		{ FDIV "f1=5 c3=31 ] ", "1 CSR c3 11 31\n" },
		{ FDIV "] ", "" },
	};
	struct vrig *rig = vrig_new("qemu-rv64");
	static u8 bytes[VRIG_BYTES];
	size_t i, len;

	rig->any_model = true;
	for (i = 0; i < array_size(of); i++) {
		len = vrig_bytes(&rig->config.params, of[i].trace, bytes);
		vrig_start(rig);
		inner = rig->model;
		rig->model.step = step_unknown;
		vrig_run(rig, bytes, len, len);
		assert_string_equal(vrig_text(rig), of[i].text);
	}
	vrig_free(rig);
}

/*
 * A model without tinfo: the tinfo of the trace is not that of another trigger.
 */
static bool read_no_tinfo(void *user, u32 element, u64 *value)
{
	return element != CSR_TINFO && inner.read(user, element, value);
}

static void no_tinfo(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	static u8 bytes[VRIG_BYTES];
	size_t len = vrig_bytes(&rig->config.params,
				"[ init c7a3=55 c7a4=78 x5=1 ] " SELECT("1"),
				bytes);

	set_triggers(rig);
	rig->any_model = true;
	vrig_start(rig);
	inner = rig->model;
	rig->model.read = read_no_tinfo;
	vrig_run(rig, bytes, len, len);
	CHECK_EQ("findings", rig->num, 0);
	CHECK_EQ("tdata3", rig->v.state.reg[CSR_TINFO - 1], 0);
	CHECK_EQ("tinfo", rig->v.state.reg[CSR_TINFO], 0x78);
	vrig_free(rig);
}

/* --- loads of unknown values, for the bus of any model ------------------- */

/*
 * Neither c.addi4spn nor add writes a loaded register, whatever else is in the
 * group.
 */
static void nobody_knows(void)
{
	struct tandem_element flags = tandem_reg(CSR_FFLAGS, 5);
	const struct tandem_group groups[] = {
		{ .element = &flags, .num = 1, .insn = 0x40, .insn_bits = 16 },
		{ .element = &flags,
		  .num = 1,
		  .insn = 0xb50533,
		  .insn_bits = 32 },
	};
	static const u8 kinds[] = { MODEL_WALK, MODEL_LOAD };
	struct vrig *rig = vrig_new("qemu-rv64");
	u64 value;
	u32 i;

	vrig_start(rig);
	for (i = 0; i < array_size(groups) * array_size(kinds); i++) {
		rig->v.group.trace = &groups[i / array_size(kinds)];
		rig->v.group.copied = false;
		value = ~0ull;
		CHECK("known", verify_unknown_load(
				       &rig->v.state, &rig->v.group, 0x5000, 8,
				       kinds[i % array_size(kinds)], &value));
		CHECK_EQ("value", value, 0);
		CHECK("copied", rig->v.group.copied && rig->v.group.guessed);
	}
	vrig_free(rig);
}

/* --- masks --------------------------------------------------------------------- */

static bool is_absent(const struct verify_config *config, u16 reg)
{
	u32 i;

	for (i = 0; i < config->masks; i++) {
		if (config->mask[i].reg == reg)
			return config->mask[i].absent == ~0ull;
	}
	return false;
}

/*
 * Windows whose contents another register selects; no room for them, or for
 * others
 */
static void masks(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	u32 room, reg;

	rig->hart_config.siselect_writable = 1;
	vrig_start(rig);
	for (reg = CSR_SIREG; reg <= CSR_SIREG6; reg++)
		CHECK_EQ("sireg", is_absent(&rig->config, (u16)reg),
			 reg != CSR_SIREG + 3);
	for (reg = CSR_MIREG; reg <= CSR_MIREG6; reg++)
		CHECK_EQ("mireg", is_absent(&rig->config, (u16)reg),
			 reg != CSR_MIREG + 3);
	for (room = rig->config.masks; room--;) {
		rig->config.masks = VERIFY_MASKS_MAX - room;
		for (reg = 0; reg < VERIFY_MASKS_MAX; reg++)
			rig->config.mask[reg].reg = 0xffff;
		CHECK("no room", !verify_hart_masks(&rig->hart, &rig->config));
	}
	vrig_free(rig);
}

static const struct unit_test tests[] = {
	UNIT_TEST(rows, UNIT_ONE),	   UNIT_TEST(copied, UNIT_ONE),
	UNIT_TEST(believed, UNIT_ONE),	   UNIT_TEST(unknown, UNIT_ONE),
	UNIT_TEST(masks, UNIT_ONE),	   UNIT_TEST(no_tinfo, UNIT_ONE),
	UNIT_TEST(nobody_knows, UNIT_ONE),
};

UNIT_MAIN("verify_input", tests)
