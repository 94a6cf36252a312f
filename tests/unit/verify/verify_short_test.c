// SPDX-License-Identifier: BSD-2-Clause
/*
 * The short path of brief groups: each form of a group takes it, and a group
 * that does not match exactly is checked on the long path. The long path reads
 * the reservation of the model once; the short path never does.
 */
#include <string.h>

#include "unit.h"
#include "verify_rig.h"

/* x5 = 5, x6 = 0x80000000, 16 bytes of memory */
#define START                                                        \
	"[ init x5=5 x6=80000000 store64@80000000:1122334455667788 " \
	"store64@80000008:0 ] "
#define SW "+ i=00532023 " /* sw x5, 0(x6) */
#define SD "+ i=00533023 " /* sd x5, 0(x6) */
#define LW "+ i=00032283 " /* lw x5, 0(x6) */
#define SH "+ i=00531023 "
#define NOP "[ + i=00000013 ] "

static struct verify_model inner;
static u32 asked, steps;

static bool read_counted(void *user, u32 element, u64 *value)
{
	asked += element == MODEL_RESERVATION;
	return inner.read(user, element, value);
}

static bool step_counted(void *user, const struct model_input *in,
			 struct verify_step *out)
{
	steps++;
	return inner.step(user, in, out);
}

struct row {
	const char *name, *trace;
	u32 longs; /* number of groups on the long path */
	bool is_wrong;
};

static const struct row rows[] = {
	{ "no register", START NOP NOP, 0, false },
	{ "a register", START "[ + i=00100293 x5=1 ] ", 0, false },
	{ "the whole pc", START "[ i=00100293 x5=1 pc=1004 ] ", 0, false },
	{ "a jump", START "[ i=008000ef x1=1004 pc=1008 ] ", 0, false },
	{ "16 bits", START "[ + i=0001 ] " NOP, 0, false },
	{ "no pc", START "[ i=0000006f ] ", 0, false },
	{ "floating point",
	  START "[ init c300=8000000a00006000 ] "
		"[ + i=f20282d3 f5=5 ] ",
	  0, false },
	{ "load", START "[ " LW "x5=55667788 ] ", 0, false },
	{ "load with all there is",
	  START "[ " LW "x5=55667788 ea=80000000 pa=80000000 "
		"load32@80000000 ok:55667788 ] ",
	  0, false },
	{ "store", START "[ " SW "] ", 0, false },
	{ "store with all there is",
	  START "[ " SW "ea=80000000 pa=80000000 sd32=5 "
		"store32@80000000:5 ok ] ",
	  0, false },
	{ "store data of 64 bits", START "[ " SD "sd64=5 ] ", 0, false },
	{ "store data of 16 bits", START "[ " SH "sd16=5 ] ", 0, false },
	{ "a register twice", START "[ + i=00100293 x5=1 x5=1 ] ", 1, false },
	{ "x0", START "[ + i=00000013 x0=0 ] ", 1, false },
	{ "an increment", START "[ + i=00128293 x5+1 ] ", 1, false },
	{ "the privilege", START "[ + i=00000013 priv=3 ] ", 1, false },
	{ "a request twice",
	  START "[ " LW "x5=55667788 load16@80000000 ok:7788 "
		"load16@80000002 ok:5566 ] ",
	  1, false },
	{ "a request that is no load or store",
	  START "[ + i=00000013 fetch32@80000000 ] ", 1, false },
	{ "a request of another kind", START "[ " SW "sc32@80000000:5 ] ", 1,
	  true },
	{ "CSRs", START "[ + i=340022f3 x5=0 ] ", 1, false },
	{ "an AMO", START "[ + i=007322af x5=55667788 ] ", 1, false },
	{ "another register", START "[ + i=00100293 x6=1 ] ", 1, true },
	{ "another value", START "[ + i=00100293 x5=2 ] ", 1, true },
	{ "a register too few", START "[ + i=00100293 ] ", 1, true },
	{ "a register too many", START "[ + i=00000013 x5=6 ] ", 1, true },
	{ "another pc", START "[ i=00000013 pc=1008 ] ", 1, true },
	{ "another address", START "[ " SW "ea=80000008 ] ", 1, true },
	{ "another physical address", START "[ " SW "pa=80000008 ] ", 1, true },
	{ "other data", START "[ " SW "sd32=6 ] ", 1, true },
	{ "data of another width", START "[ " SW "sd64=5 ] ", 1, true },
	{ "data of a load", START "[ " LW "x5=55667788 sd32=5 ] ", 1, true },
	{ "other data requested", START "[ " SW "store32@80000000:6 ] ", 1,
	  true },
	{ "another address requested", START "[ " SW "store32@80000008:5 ] ", 1,
	  true },
	{ "other data in the response",
	  START "[ " LW "x5=55667788 load32@80000000 ok:55667789 ] ", 1, true },
	{ "a failure", START "[ " SW "store32@80000000:5 fail ] ", 1, true },
	{ "an access where is none", START "[ + i=00000013 ea=80000000 ] ", 1,
	  true },
};

/* Required parts of a group */
static const struct row required[] = {
	{ "store",
	  START "[ " SW "ea=80000000 pa=80000000 sd32=5 "
		"store32@80000000:5 ok ] ",
	  0, false },
	{ "... whose response says nothing",
	  START "[ " SW "ea=80000000 pa=80000000 sd32=5 store32@80000000:5 ] ",
	  0, false },
	{ "... whose effective address is the physical one",
	  START "[ " SW "pa=80000000 sd32=5 store32@80000000:5 ok ] ", 0,
	  false },
	{ "load",
	  START "[ " LW "x5=55667788 ea=80000000 pa=80000000 "
		"load32@80000000 ok:55667788 ] ",
	  0, false },
	{ "load without an effective address",
	  START "[ " LW "x5=55667788 pa=80000000 "
		"load32@80000000 ok:55667788 ] ",
	  0, false },
	{ "load without a response",
	  START "[ " LW "x5=55667788 ea=80000000 pa=80000000 "
		"load32@80000000 ] ",
	  1, true },
	{ "store without data",
	  START "[ " SW "ea=80000000 pa=80000000 store32@80000000:5 ok ] ", 1,
	  true },
	{ "store without a physical address",
	  START "[ " SW "ea=80000000 sd32=5 store32@80000000:5 ok ] ", 1,
	  true },
	{ "store without a request",
	  START "[ " SW "ea=80000000 pa=80000000 sd32=5 ] ", 1, true },
	{ "an instruction without an access", START NOP, 0, false },
};

/* The decoder of brief groups needs fewer bytes than this after a group */
enum { BEHIND = 128 };

static bool run(struct vrig *rig, const struct row *row, size_t piece)
{
	static u8 bytes[VRIG_BYTES];
	size_t len = vrig_bytes(&rig->config.params, row->trace, bytes), n;

	for (n = 0; n < BEHIND; n++)
		bytes[len++] = n % 2 ? TANDEM_END : TANDEM_BEGIN;
	vrig_forget(rig);
	vrig_start(rig);
	inner = rig->model;
	rig->model.read = read_counted;
	rig->model.step = step_counted;
	asked = steps = 0;
	vrig_run(rig, bytes, len, piece);
	if (asked == row->longs && (rig->num != 0) == row->is_wrong)
		return true;
	print_error("%s, pieces of %zu: %u went the long way, found:\n%s",
		    row->name, piece, asked, vrig_text(rig));
	return false;
}

/* Many groups in one piece, single groups, and any model */
static void run_ways(const struct row *row, size_t num, u32 parts)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t i, failed = 0;

	rig->config.required = parts;
	for (i = 0; i < num; i++) {
		rig->any_model = false;
		failed += !run(rig, &row[i], VRIG_BYTES);
		failed += !run(rig, &row[i], 1);
		rig->any_model = true;
		failed += !run(rig, &row[i], VRIG_BYTES);
	}
	vrig_free(rig);
	CHECK_EQ("rows that fail", failed, 0);
}

static void forms(void)
{
	run_ways(rows, array_size(rows), 0);
}

static void required_parts(void)
{
	run_ways(required, array_size(required),
		 VERIFY_PART(VERIFY_EADDR) | VERIFY_PART(VERIFY_PADDR) |
			 VERIFY_PART(VERIFY_SDATA) |
			 VERIFY_PART(VERIFY_MEMREQ) |
			 VERIFY_PART(VERIFY_MEMRSP));
}

/* Many groups in one piece do not call the hart's model for single steps. */
static void at_once(void)
{
	static const struct row row = { "many",
					START NOP "[ + i=00100293 x5=1 ] [ " LW
						  "x5=55667788 ] "
						  "[ " SW "] " NOP NOP,
					0, false };
	struct vrig *rig = vrig_new("qemu-rv64");

	CHECK("at once", run(rig, &row, VRIG_BYTES));
	CHECK_EQ("steps", steps, 0);
	CHECK("one by one", run(rig, &row, 1));
	CHECK_EQ("steps", steps, 6);
	rig->any_model = true;
	CHECK("any model", run(rig, &row, VRIG_BYTES));
	CHECK_EQ("steps", steps, 6);
	vrig_free(rig);
}

static const struct unit_test tests[] = {
	UNIT_TEST(forms, UNIT_ONE),
	UNIT_TEST(at_once, UNIT_ONE),
	UNIT_TEST(required_parts, UNIT_ONE),
};

UNIT_MAIN("verify_short", tests)
