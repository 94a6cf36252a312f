// SPDX-License-Identifier: BSD-2-Clause
/*
 * After a divergence the other value stays in doubt until a group settles it. A
 * later group that only matches the other value shows that the trace was wrong.
 */
#include <stdio.h>
#include <string.h>

#include "unit.h"
#include "verify_rig.h"

/* li x5, 1; the trace has 2 */
#define WRONG "[ + i=00100293 x5=2 ] "
/* addi x6, x5, 2 */
#define ADDI_X6(value) "[ + i=00228313 x6=" value " ] "
#define NOP "[ + i=00000013 ] "

#define FCSR "[ init x5=e1 c300=8000000a00006000 ] "

static const struct vrig_row registers[] = {
	{ "of the trace alone", WRONG ADDI_X6("3"), "0 GPR x5 1 2\n= 1 0\n" },
	{ "of the hart", WRONG ADDI_X6("4"), "0 GPR x5 1 2\n= 0 1\n" },
	{ "neither", WRONG ADDI_X6("9"),
	  "0 GPR x5 1 2\n1 GPR x6 4 9\n= 0 2\n" },
	{ "written since", WRONG "[ + i=00200293 x5=2 ] " ADDI_X6("3"),
	  "0 GPR x5 1 2\n2 GPR x6 4 3\n= 0 1\n" },
	{ "what is left out has kept its value",
	  WRONG "[ + i=00200293 ] " ADDI_X6("3"), "0 GPR x5 1 2\n= 1 0\n" },
	{ "another doubt of the same", WRONG "[ + i=00300293 ] ",
	  "0 GPR x5 1 2\n1 GPR x5 3 -\n= 0 1\n" },
	{ "the second of two: x5 is the hart's, x6 is not",
	  WRONG "[ + i=00200313 x6=5 ] [ + i=006283b3 x7=4 ] "
		"[ + i=00130493 x9=3 ] ",
	  "0 GPR x5 1 2\n1 GPR x6 2 5\n= 1 1\n" },
	{ "the first of two: x6 is the hart's, x5 is not",
	  WRONG "[ + i=00200313 x6=5 ] [ + i=006283b3 x7=6 ] "
		"[ + i=00128493 x9=2 ] ",
	  "0 GPR x5 1 2\n1 GPR x6 2 5\n= 1 1\n" },
	{ "both", WRONG "[ + i=00200313 x6=5 ] [ + i=006283b3 x7=3 ] ",
	  "0 GPR x5 1 2\n1 GPR x6 2 5\n= 1 0\n" },
	{ "none of two", WRONG "[ + i=00200313 x6=5 ] [ + i=006283b3 x7=9 ] ",
	  "0 GPR x5 1 2\n1 GPR x6 2 5\n2 GPR x7 7 9\n= 0 3\n" },
	{ "memory at 0 is another thing",
	  WRONG "[ init store64@0:0 ] " ADDI_X6("3"), "0 GPR x5 1 2\n= 1 0\n" },
	{ "a view of it was written since: csrw fcsr, x5; csrwi fflags, 2",
	  FCSR "[ + i=00329073 c3=81 ] [ + i=00115073 c1=2 ] "
	       "[ + i=00302373 x6=e2 ] ",
	  "1 CSR c3 e1 81\n= 1 0\n" },
	{ "... and of the hart",
	  FCSR "[ + i=00329073 c3=81 ] [ + i=00115073 c1=2 ] "
	       "[ + i=00302373 x6=82 ] ",
	  "1 CSR c3 e1 81\n= 0 1\n" },
	{ "... which had all that was in doubt",
	  FCSR "[ + i=00329073 c3=e3 ] [ + i=00115073 c1=2 ] ",
	  "1 CSR c3 e1 e3\n= 0 0\n" },
	{ "... in state that is given",
	  FCSR "[ + i=00329073 c3=81 ] [ init c1=2 ] "
	       "[ + i=00302373 x6=e2 ] ",
	  "1 CSR c3 e1 81\n= 1 0\n" },
	{ "bits that no hart has",
	  "[ init x5=1 c300=8000000a00006000 ] [ + i=00329073 c3=101 ] "
	  "[ + i=00302373 x6=1 ] ",
	  "1 CSR c3 1 101\n= 0 1\n" },
};

static const struct vrig_row places[] = {
	{ "the pc moves on",
	  "[ i=00100293 x5=1 pc=2004 ] " NOP "[ i=00000013 pc=100c ] ",
	  "0 PC 1004 2004\n= 1 0\n" },
	{ "a jump settles it",
	  "[ i=00100293 x5=1 pc=2004 ] [ i=0080006f pc=200c ] "
	  "[ i=00000013 pc=1008 ] ",
	  "0 PC 1004 2004\n2 PC 2010 1008\n= 0 1\n" },
	{ "... though what it led to would fit",
	  "[ i=00100293 x5=1 pc=2004 ] [ i=0080006f pc=200c ] "
	  "[ i=00000013 pc=1010 ] ",
	  "0 PC 1004 2004\n2 PC 2010 1010\n= 0 1\n" },
	{ "the privilege: csrr x6, mscratch",
	  "[ init c3a0=1f c3b0=3fffffffffffff ] [ + i=00000013 priv=1 ] "
	  "[ + i=34002373 x6=0 ] ",
	  "1 PRIV 3 1\n= 1 0\n" },
	{ "... is settled by sret",
	  "[ init c3a0=1f c3b0=3fffffffffffff ] [ + i=00000013 priv=1 ] "
	  "[ i=10200073 pc=0 priv=0 c300=a00000020 ] ",
	  "1 PRIV 3 1\n= 0 0\n" },
	{ "... by state that is given",
	  "[ init c3a0=1f c3b0=3fffffffffffff ] [ + i=00000013 priv=1 ] "
	  "[ init priv=1 ] ",
	  "1 PRIV 3 1\n= 0 0\n" },
	{ "what is tried again is of the same privilege: ecall",
	  "[ init c3a0=1f c3b0=3fffffffffffff priv=0 ] " WRONG
	  "[ pc=0 priv=3 i=00000073 c300=a00001800 c341=1004 c342=b ] ",
	  "1 GPR x5 1 2\n2 CSR c300 a00000000 a00001800\n2 CSR c342 8 b\n" },
	{ "what is tried leaves the privilege as it was",
	  "[ init c3a0=1f c3b0=3fffffffffffff priv=0 ] " WRONG
	  "[ + i=34002373 x6=0 ] ",
	  "1 GPR x5 1 2\n2 PC 0 1008\n2 PRIV 3 -\n2 CSR c341 1004 -\n"
	  "2 CSR c342 2 -\n2 CSR c343 34002373 -\n" },
};

/* x5 = 5, x6 = 0x80000000, 16 bytes of memory are 0 */
#define START "[ init x5=5 x6=80000000 store64@80000000:0 store64@80000008:0 ] "
#define SW "+ i=00532023 "			    /* sw x5, 0(x6) */
#define LW(value) "[ + i=00032383 x7=" value " ] "  /* lw x7, 0(x6) */
#define LW8(value) "[ + i=00832383 x7=" value " ] " /* lw x7, 8(x6) */

static const struct vrig_row memory[] = {
	{ "of the trace alone", START "[ " SW "sd32=7 ] " LW("5"),
	  "1 SDATA 5 7\n= 1 0\n" },
	{ "of the hart", START "[ " SW "sd32=7 ] " LW("7"),
	  "1 SDATA 5 7\n= 0 1\n" },
	{ "neither", START "[ " SW "sd32=7 ] " LW("9"),
	  "1 SDATA 5 7\n2 GPR x7 7 9\n" },
	{ "a byte was written since: sb x5, 1(x6)",
	  START "[ " SW "sd32=7 ] [ + i=005300a3 ] " LW("505"),
	  "1 SDATA 5 7\n= 1 0\n" },
	{ "... which is no matter of doubt",
	  START "[ " SW "sd32=7 ] [ + i=005300a3 ] " LW("5"),
	  "1 SDATA 5 7\n3 GPR x7 507 5\n" },
	{ "... whatever it was: x5 = 0x305",
	  START "[ init x5=305 ] [ " SW "sd32=7 ] [ + i=005300a3 ] " LW("505"),
	  "2 SDATA 305 7\n= 1 0\n" },
	{ "a load is in doubt once, until its register is written",
	  START "[ + i=00032f03 x30=57 ] [ + i=00100f13 x30=1 ] "
		"[ + i=34002373 x6=0 ] ",
	  "1 GPR x30 0 57\n= 0 1\n" },
	{ "a load from elsewhere leaves memory as it is: lw x7, 0(x6)",
	  START "[ " SW "] [ + i=00032383 x7=5 ea=80000008 ] " LW("5"),
	  "2 EADDR 80000000 80000008\n= 0 0\n" },
	{ "all was written since: sd x0, 0(x6)",
	  START "[ " SW "sd32=7 ] [ + i=00033023 ] " LW("5"),
	  "1 SDATA 5 7\n3 GPR x7 0 5\n" },
	{ "something else was: sd x0, 8(x6)",
	  START "[ " SW "sd32=7 ] [ + i=00033423 ] " LW("5"),
	  "1 SDATA 5 7\n= 1 0\n" },
	{ "the physical address, of the hart",
	  START "[ " SW "pa=80000008 ] " LW8("5") LW("0"),
	  "1 PADDR 80000000 80000008\n" },
	{ "the physical address, of the trace alone",
	  START "[ " SW "pa=80000008 ] " LW8("0") LW("5"),
	  "1 PADDR 80000000 80000008\n" },
	{ "the request, of the hart",
	  START "[ " SW "store32@80000008:9 ] " LW8("9") LW("0"),
	  "1 MEMREQ 80000000 80000008\n" },
	{ "the request, of the trace alone",
	  START "[ " SW "store32@80000008:9 ] " LW8("0") LW("5"),
	  "1 MEMREQ 80000000 80000008\n" },
	{ "data of another width say nothing of memory",
	  START "[ " SW "sd64=100000005 ] ", "1 SDATA 5 100000005\n= 0 0\n" },
	{ "nor does a register", START "[ " SW "x7=1 ] ",
	  "1 GPR x7 0 1\n= 0 1\n" },
	{ "nor does what a device has taken",
	  "[ init x5=5 x6=90000000 ] [ " SW "sd32=7 ] ",
	  "1 SDATA 5 7\n= 0 0\n" },
	{ "memory is as before where the store is tried again",
	  START WRONG "[ " SW "ea=80000008 ] " LW("0") LW8("2"),
	  "1 GPR x5 1 2\n2 EADDR 80000000 80000008\n" },
	{ "a reservation stays: lr.w x7, (x6); j; sc.w x8, x5, (x6)",
	  START "[ + i=100323af x7=0 ] [ i=00000013 pc=100c ] "
		"[ + i=1853242f x8=0 ] ",
	  "2 PC 1008 100c\n" },
	{ "... for another try, whose data are the model's",
	  START "[ + i=100323af x7=0 ] " WRONG "[ + i=1853242f x8=0 sd32=1 ] ",
	  "2 GPR x5 1 2\n= 1 0\n" },
	{ "half of it is forgotten, and known again: sw x5, 6(x6); amoadd.d",
	  "[ init x5=5 x6=80000000 x8=80000008 store64@80000000:0 "
	  "store8@80000008:0 store8@80000009:0 ] [ + i=00532323 sd32=7 ] "
	  "[ + i=0074302f ] [ + i=00100493 x9=2 ] [ + i=00031423 ] "
	  "[ + i=00632383 x7=5 ] ",
	  "1 SDATA 5 7\n3 GPR x9 1 2\n= 1 0\n" },
	{ "minstret is not what another instruction read",
	  "[ + i=b02022f3 x5=64 ] " WRONG "[ + i=b02022f3 x5=66 ] ",
	  "1 GPR x5 1 2\n" },
};

/* Machine timer and software interrupts enabled, handler at 0x2000. */
#define READY "[ init c300=a00000008 c304=88 c305=2000 c344=80 ] "
#define TRAP(cause) \
	"[ pc=2000 priv=3 c300=a00001880 c341=1000 c342=" cause " c343=0 ] "
#define CAUSE(value) "[ + i=342022f3 x5=" value " ] " /* csrr x5, mcause */

static const struct vrig_row causes[] = {
	{ "the one that was due", READY TRAP("8000000000000007"), "= 0 0\n" },
	{ "none was taken: csrw mcause, x5, whose value was in doubt",
	  READY "[ + i=00900293 x5=8 ] [ + i=34229073 c342=9 ] ",
	  "1 GPR x5 9 8\n= 1 0\n" },
	{ "... behind a group that is missing",
	  "[ init store32@1000:00100293 store32@1004:34229073 ] " READY
	  "[ + i=34229073 c342=1 ] ",
	  "2 DROPPED 1000 1004\n= 0 0\n" },
	{ "another one", READY TRAP("8000000000000003"),
	  "1 INTERRUPT 1 0 8000000000000003\n= 0 1\n" },
	{ "... in the trace alone",
	  READY TRAP("8000000000000003") CAUSE("8000000000000007"),
	  "1 INTERRUPT 1 0 8000000000000003\n= 1 0\n" },
	{ "... in the hart, too",
	  READY TRAP("8000000000000003") CAUSE("8000000000000003"),
	  "1 INTERRUPT 1 0 8000000000000003\n= 0 1\n" },
};

static void doubts(void)
{
	vrig_rows("qemu-rv64", NULL, registers, array_size(registers));
	vrig_rows("qemu-rv64", NULL, places, array_size(places));
	vrig_rows("qemu-rv64", NULL, memory, array_size(memory));
	vrig_rows("qemu-rv64", NULL, causes, array_size(causes));
}

/* Steps of a model without memory can be undone, too. */
static void no_memory(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	static u8 bytes[VRIG_BYTES];
	size_t len = vrig_bytes(&rig->config.params, WRONG ADDI_X6("3"), bytes);

	rig->any_model = true;
	vrig_start(rig);
	rig->model.memory = NULL;
	vrig_run(rig, bytes, len, len);
	CHECK_EQ("findings", rig->num, 1);
	CHECK_EQ("adopted", rig->v.totals.adopted, 1);
	vrig_free(rig);
}

/* More doubts than there is room for: the first one is dropped. */
static void too_many(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	static u8 bytes[VRIG_BYTES];
	char text[1024];
	size_t used = (size_t)sprintf(text, "[ + i=00000013 c340=1 c341=4 "), i;

	for (i = 1; i < 32; i++)
		used += (size_t)sprintf(text + used, "x%zu=1 f%zu=1 ", i, i);
	sprintf(text + used, "c140=1 ]");
	vrig_start(rig);
	used = vrig_bytes(&rig->config.params, text, bytes);
	vrig_run(rig, bytes, used, used);
	CHECK_EQ("doubts", rig->v.state.suspects.num, VERIFY_SUSPECTS_MAX);
	CHECK_EQ("the last", rig->v.state.suspects.suspect[63].element, 0x140);
	vrig_free(rig);
}

static const struct unit_test tests[] = {
	UNIT_TEST(doubts, UNIT_ONE),
	UNIT_TEST(no_memory, UNIT_ONE),
	UNIT_TEST(too_many, UNIT_ONE),
};

UNIT_MAIN("verify_doubt", tests)
