// SPDX-License-Identifier: BSD-2-Clause
/*
 * verify/verify.h: begin, continuation and end of a verification; and the
 * number of steps on the long path.
 */
#include <string.h>

#include "unit.h"
#include "verify_rig.h"

#define NOP "[ + i=00000013 ] "
#define LI_X5_1 "[ + i=00100293 x5=1 ] "
#define WRONG "[ + i=00100293 x5=2 ] "

static u8 bytes[VRIG_BYTES];

static size_t trace_of(struct vrig *rig, const char *trace)
{
	return vrig_bytes(&rig->config.params, trace, bytes);
}

/* --- begin --------------------------------------------------------------- */

static const struct {
	const char *name;
	u64 from;
	const char *trace, *text;
	u64 groups, insns;
} begins[] = {
	{ "what comes before is believed", 0x1008,
	  WRONG NOP "[ + i=00228313 x6=4 ] ", "", 3, 3 },
	{ "what comes behind is judged", 0x1008,
	  WRONG NOP "[ + i=00228313 x6=5 ] ", "2 GPR x6 4 5\n", 3, 3 },
	{ "16 bits", 0x1002, "[ + i=0001 ] [ + i=00100313 x6=2 ] ",
	  "1 GPR x6 1 2\n", 2, 2 },
	{ "behind a jump", 0x2000, "[ i=0001 pc=2000 ] [ + i=00100313 x6=2 ] ",
	  "1 GPR x6 1 2\n", 2, 2 },
	{ "by state that is given", 0x2000,
	  "[ init x5=3 pc=2000 ] [ + i=00128313 x6=5 ] ", "1 GPR x6 4 5\n", 2,
	  1 },
	{ "a reset before", 0x1004,
	  "[ init x5=7 ] [ reset ] " NOP "[ + i=00228313 x6=2 ] ", "", 4, 2 },
	{ "no other group resets", 0x1004,
	  "[ init x5=7 ] " NOP "[ + i=00228313 x6=9 ] ", "", 3, 2 },
	{ "minstret is told before", 0x1008,
	  "[ + i=b02022f3 x5=64 cb02=64 ] " NOP "[ + i=b02022f3 x5=90 ] ", "",
	  3, 3 },
	{ "nowhere", 0x4000, WRONG WRONG, "", 2, 2 },
};

static void from_a_place(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t i, len;

	rig->config.has_from = true;
	for (i = 0; i < array_size(begins); i++) {
		rig->config.from = begins[i].from;
		len = trace_of(rig, begins[i].trace);
		vrig_start(rig);
		vrig_run(rig, bytes, len, len);
		if (strcmp(vrig_text(rig), begins[i].text) != 0)
			fail_msg("%s: found:\n%s", begins[i].name,
				 vrig_text(rig));
		CHECK_EQ(begins[i].name, rig->v.totals.groups,
			 begins[i].groups);
		CHECK_EQ(begins[i].name, rig->v.totals.insns, begins[i].insns);
	}
	vrig_free(rig);
}

static void set_initial(struct vrig *rig)
{
	rig->config.initials = 2;
	rig->config.initial[0] = (struct verify_initial){ TANDEM_GPR(5), 0x70 };
	rig->config.initial[1] = (struct verify_initial){ MODEL_PC, 0x3000 };
}

static void initial_state(void)
{
	static const struct vrig_row rows[] = {
		{ "of the start", "[ i=00228313 x6=72 pc=3004 ]", "" },
		{ "of each reset",
		  LI_X5_1 "[ reset ] [ i=00228313 x6=72 pc=3004 ]", "" },
		{ "is judged", "[ i=00228313 x6=2 pc=1004 ]",
		  "0 PC 3004 1004\n0 GPR x6 72 2\n" },
	};

	vrig_rows("qemu-rv64", set_initial, rows, array_size(rows));
}

/* --- given state --------------------------------------------------------- */

/* Given state settles the doubt which side was right. */
static const struct vrig_row settled[] = {
	{ "a register", WRONG "[ init x5=2 ] [ + i=00228313 x6=3 ] ",
	  "0 GPR x5 1 2\n2 GPR x6 4 3\n" },
	{ "the pc",
	  "[ i=00100293 x5=1 pc=2004 ] [ init pc=2004 ] " NOP
	  "[ i=00000013 pc=100c ] ",
	  "0 PC 1004 2004\n3 PC 200c 100c\n" },
	{ "memory",
	  "[ init x5=5 x6=80000000 store64@80000000:0 ] "
	  "[ + i=00532023 sd32=7 ] [ init store32@80000000:7 ] "
	  "[ + i=00032283 x5=5 load32@80000000 ok:5 ] ",
	  "1 SDATA 5 7\n3 MEMRSP 7 5\n" },
	{ "all by a reset", WRONG "[ reset ] [ + i=00228313 x6=3 ] ",
	  "0 GPR x5 1 2\n2 GPR x6 2 3\n" },
	{ "registers are no memory",
	  "[ init store8@0:55 x5=7 ] [ + i=00000303 x6=55 ] ", "" },
	{ "an increment counts once",
	  "[ init x5=1 ] [ init x5+3 ] [ + i=00228313 x6=6 ] ", "" },
	{ "time that is told alone", "mtime=7 [ + i=c01022f3 x5=6 ] ",
	  "1 CSR cc01 7 6\n" },
	{ "a group that is cut off, behind others", LI_X5_1 "[ + i=00000013",
	  "1 RULE EOF-IN-GROUP\n" },
};

static void given_state(void)
{
	vrig_rows("qemu-rv64", NULL, settled, array_size(settled));
}

/* --- end ----------------------------------------------------------------- */

static u32 times;

static void found_stop(void *user, const struct verify *v,
		       const struct verify_finding *finding)
{
	(void)user;
	(void)finding;
	times++;
	verify_stop((struct verify *)(uintptr_t)v);
}

/* The verification reports all findings of the group, and stops after it. */
static void stops(void)
{
	static const size_t pieces[] = { 3, VRIG_BYTES, VRIG_BYTES };
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t i, k,
		len = trace_of(rig, LI_X5_1
			       "[ pc=0 i=00228313 x6=4 ] " WRONG WRONG WRONG);

	/* enough groups after them for the short paths */
	for (k = 0; k < 64; k++)
		len += vrig_bytes(&rig->config.params, NOP, bytes + len);
	for (i = 0; i < array_size(pieces); i++) {
		rig->any_model = i == 2;
		times = 0;
		vrig_start(rig);
		rig->v.found = found_stop;
		vrig_run(rig, bytes, len, pieces[i]);
		CHECK_EQ("findings", times, 2);
		CHECK_EQ("groups", rig->v.totals.groups, 2);
		CHECK("over", !verify_feed(&rig->v, bytes, len));
		verify_finish(&rig->v);
		CHECK_EQ("findings", times, 2);
	}
	vrig_free(rig);
}

/* Damage is reported at its place, and bytes after it are not examined. */
static void damaged(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t len = trace_of(rig, LI_X5_1), end;

	bytes[len++] = TANDEM_BEGIN;
	bytes[len++] = TANDEM_INCPC;
	end = len;
	bytes[len++] = 0xff;
	len += vrig_bytes(&rig->config.params, WRONG, bytes + len);
	vrig_start(rig);
	CHECK("no more", !verify_feed(&rig->v, bytes, len));
	CHECK_EQ("findings", rig->num, 1);
	CHECK_EQ("kind", rig->finding[0].kind, VERIFY_FOUND_STREAM);
	CHECK_EQ("place", rig->finding[0].offset, end);
	CHECK("no more", !verify_feed(&rig->v, bytes, end));
	verify_finish(&rig->v);
	CHECK_EQ("findings", rig->num, 1);
	vrig_free(rig);
}

/* A group with too many elements is reported with the place of its begin. */
static void too_long(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t len = trace_of(rig, LI_X5_1), begin = len;

	bytes[len++] = TANDEM_BEGIN;
	memset(bytes + len, TANDEM_INCPC, VRIG_ROOM + 1);
	len += VRIG_ROOM + 1;
	vrig_start(rig);
	CHECK("no more", !verify_feed(&rig->v, bytes, len));
	CHECK_EQ("findings", rig->num, 1);
	CHECK_EQ("status", rig->finding[0].detail, TANDEM_FULL);
	CHECK_EQ("place", rig->finding[0].offset, begin);
	vrig_free(rig);
}

static void finished_once(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t len = trace_of(rig, LI_X5_1);

	vrig_start(rig);
	CHECK("more", verify_feed(&rig->v, bytes, len - 1));
	verify_finish(&rig->v);
	CHECK_EQ("findings", rig->num, 1);
	verify_finish(&rig->v);
	CHECK_EQ("findings", rig->num, 1);
	CHECK("over", !verify_feed(&rig->v, bytes + len - 1, 1));
	vrig_free(rig);
}

/* --- past steps ---------------------------------------------------------- */

/* All of these steps take the long path, which also keeps them. */
static void the_past(void)
{
	static const struct verify_past past[] = {
		{ 0, 0x1000, 0x34002373, 4, MODEL_M, MODEL_RETIRED, 0 },
		{ 0, 0x1004, 0x30200073, 4, MODEL_M, MODEL_RETIRED, 0 },
		{ 0, 0x3000, 0x73, 4, MODEL_U, MODEL_EXCEPTION, 8 },
		{ 0, 0x2000, 0, 0, MODEL_M, MODEL_INTERRUPT, 7 },
	};
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t i,
		len = trace_of(
			rig,
			"[ init c3a0=1f c3b0=3fffffffffffff c305=2000 c341=3000 ] "
			"[ + i=34002373 ] [ pc=3000 i=30200073 priv=0 c300=a00000080 ] "
			"[ pc=2000 i=00000073 priv=3 c300=a00000000 c341=3000 c342=8 ] "
			"[ init c300=a00000008 c304=80 c344=80 ] "
			"[ pc=2000 c300=a00001880 c341=2000 c342=8000000000000007 ] ");

	vrig_start(rig);
	vrig_run(rig, bytes, len, len);
	if (rig->num)
		fail_msg("found:\n%s", vrig_text(rig));
	for (i = 0; i < array_size(past); i++) {
		const struct verify_past *was = &rig->v.past[i];

		CHECK_EQ("pc", was->pc, past[i].pc);
		if (was->bytes)
			CHECK_EQ("insn", was->insn, past[i].insn);
		CHECK_EQ("bytes", was->bytes, past[i].bytes);
		CHECK_EQ("priv", was->priv, past[i].priv);
		CHECK_EQ("kind", was->kind, past[i].kind);
		CHECK_EQ("cause", was->cause, past[i].cause);
	}
	CHECK_EQ("exceptions", rig->v.totals.exceptions, 1);
	CHECK_EQ("interrupts", rig->v.totals.interrupts, 1);
	vrig_free(rig);
}

/* --- the end of a model -------------------------------------------------- */

static struct verify_model inner;
static u32 left;

static bool step_some(void *user, const struct model_input *in,
		      struct verify_step *out)
{
	return left-- && inner.step(user, in, out);
}

/*
 * After the end of the model no step is checked. The wrong register is a
 * divergence, and the step after it is tried with each of the values.
 */
static void model_ends(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t len = trace_of(rig, WRONG "[ + i=00228313 x6=7 ] " WRONG);
	u32 i;

	for (i = 0; i < 4; i++) {
		rig->any_model = true;
		vrig_start(rig);
		inner = rig->model;
		left = i;
		rig->model.step = step_some;
		CHECK("over", !verify_feed(&rig->v, bytes, len));
		verify_finish(&rig->v);
		CHECK_EQ("findings", rig->num, 1 + (i > 0));
		CHECK_EQ("past", rig->v.past_next, i > 0);
		CHECK_EQ("the last", rig->finding[rig->num - 1].kind,
			 VERIFY_FOUND_MODEL);
	}
	vrig_free(rig);
}

static void words(void)
{
	CHECK("fault",
	      !strcmp(verify_fault_text(VERIFY_FAULT_LOST), "lost interrupt"));
	CHECK("fault",
	      !strcmp(verify_fault_text(VERIFY_FAULT_KINDS), "divergence"));
	CHECK("why", !strcmp(verify_why_text(VERIFY_WHY_NOT_ENABLED),
			     "not enabled in mie"));
	CHECK("why",
	      !strcmp(verify_why_text(VERIFY_WHYS), "not to be taken now"));
}

static const struct unit_test tests[] = {
	UNIT_TEST(from_a_place, UNIT_ONE),  UNIT_TEST(initial_state, UNIT_ONE),
	UNIT_TEST(given_state, UNIT_ONE),   UNIT_TEST(stops, UNIT_ONE),
	UNIT_TEST(damaged, UNIT_ONE),	    UNIT_TEST(too_long, UNIT_ONE),
	UNIT_TEST(finished_once, UNIT_ONE), UNIT_TEST(model_ends, UNIT_ONE),
	UNIT_TEST(the_past, UNIT_ONE),	    UNIT_TEST(words, UNIT_ONE),
};

UNIT_MAIN("verify_loop", tests)
