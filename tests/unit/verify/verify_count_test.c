// SPDX-License-Identifier: BSD-2-Clause
/*
 * minstret in traces: its value, from the number of instructions before a read.
 */
#include "unit.h"
#include "verify_rig.h"

#define NOP "[ + i=00000013 ] "
/* csrr x5, minstret; the first value comes from the trace */
#define READ(value) "[ + i=b02022f3 x5=" value " ] "
#define READ_HIGH(value) "[ + i=b82022f3 x5=" value " ] "
/* csrw minstret, x6 */
#define WRITE(value) "[ + i=b0231073 cb02=" value " ] "
/* All memory and the counters are open to S- and U-mode. */
#define OPEN "[ init c3a0=1f c3b0=3fffffffffffff c306=7 c106=7 ] "

static const struct vrig_row counted[] = {
	{ "two reads", READ("64") READ("65"), "" },
	{ "... with one between", READ("64") NOP READ("66"), "" },
	{ "... by the user's name", READ("64") "[ + i=c02022f3 x5=65 ]", "" },
	{ "too many", READ("64") NOP READ("67"), "2 GPR x5 66 67\n" },
	{ "too few", READ("64") NOP READ("65"), "2 GPR x5 66 65\n" },
	{ "not at all", READ("64") NOP "[ + i=b02022f3 ]", "2 GPR x5 66 -\n" },
	{ "said once", READ("64") READ("70") NOP READ("72"),
	  "1 GPR x5 65 70\n" },
	{ "the counter too", READ("64") "[ + i=b02022f3 cb02=65 x5=65 ]", "" },
	{ "the counter alone is wrong",
	  READ("64") "[ + i=b02022f3 cb02=66 x5=65 ]", "1 CSR cb02 65 66\n" },
	{ "it is no CSR 0", READ("64") "[ + i=34002373 c0=0 ]", "" },
	{ "told without being asked for", READ("64") "[ + i=00000013 cb02=66 ]",
	  "" },
	{ "... wrong", READ("64") "[ + i=00000013 cb02=65 ]",
	  "1 CSR cb02 66 65\n" },
	{ "what was written is read next",
	  "[ init x6=ffffffffffffffff ] " WRITE("ffffffffffffffff")
		  READ("ffffffffffffffff") READ("0"),
	  "" },
	{ "... and not one more", "[ init x6=7 ] " WRITE("7") READ("8"),
	  "2 GPR x5 7 8\n" },
	{ "the write itself", "[ init x6=7 ] [ + i=b0231073 cb02=8 ]",
	  "1 CSR cb02 7 8\n" },
	{ "a trap does not retire",
	  READ("64") "[ pc=0 i=00000073 c300=a00001800 c341=1004 c342=b ] " READ(
		  "65"),
	  "" },
	{ "stopped", "[ init c320=4 ] " READ("64") NOP READ("64"), "" },
	{ "... and runs on", "[ init c320=4 ] " READ("64") NOP READ("66"),
	  "3 GPR x5 64 66\n" },
	{ "stopping it leaves one in doubt",
	  "[ init x6=4 ] " READ("64") "[ + i=32031073 c320=4 ] " READ("65")
		  READ("65"),
	  "" },
	{ "... once",
	  "[ init x6=4 ] " READ("64") "[ + i=32031073 c320=4 ] " READ("65")
		  READ("66"),
	  "4 GPR x5 65 66\n" },
	{ "not in M-mode",
	  "[ init c322=4000000000000000 ] " READ("64") NOP READ("64"), "" },
	{ "... nor in others",
	  OPEN "[ init c322=4000000000000000 c341=3000 c300=a00000000 ] " READ(
		  "64") "[ pc=3000 i=30200073 priv=0 c300=a00000080 ] "
			"[ + i=c02022f3 ] [ + i=c02022f3 x5=65 ]",
	  "" },
	{ "state that is given", READ("64") "[ init cb02=9 ] " READ("9"), "" },
	{ "a group of its own, behind an instruction that names it",
	  READ("64") READ("65") "[ cb02=90 ] " READ("90"), "" },
	{ "another place", READ("64") "[ init pc=1000 ] " READ("90"), "" },
	{ "a reset", READ("64") "[ reset ] " READ("9"), "" },
	{ "a lost interrupt does not count",
	  "[ init c300=a00000008 c304=80 c305=1000 ] " READ(
		  "64") "[ init c344=80 ] [ + i=b02022f3 x5=65 ]",
	  "" },
};

static const struct vrig_row halves[] = {
	{ "the lower half", READ("64") READ("65"), "" },
	{ "... is wrong", READ("64") READ("66"), "1 GPR x5 65 66\n" },
	{ "a carry", READ("fffffffe") READ_HIGH("1") READ_HIGH("2"), "" },
	{ "... at its time", READ("fffffffd") READ_HIGH("1") READ_HIGH("2"),
	  "2 GPR x5 1 2\n" },
	{ "the upper half alone says nothing", READ_HIGH("1") READ_HIGH("2"),
	  "" },
	{ "a write of the upper half",
	  "[ init x6=0 ] [ + i=b0231073 cb02=0 ] [ + i=b8231073 cb82=0 ] " NOP
		  READ("1"),
	  "" },
};

/* Of other counters only the direction is known: they do not run back. */
static const struct vrig_row growth[] = {
	{ "the lower half may have wrapped",
	  "[ + i=c01022f3 mtime=ffffffff x5=ffffffff ] "
	  "[ + i=c01022f3 mtime=1 x5=1 ] "
	  "[ + i=c81022f3 mtime=100000001 x5=1 ]",
	  "" },
	{ "the upper half runs back",
	  "[ + i=c81022f3 x5=2 ] [ + i=c81022f3 x5=1 ]", "1 CSR cc81 2 1\n" },
	{ "... of mcycle", "[ + i=b80022f3 x5=2 ] [ + i=b80022f3 x5=1 ]",
	  "1 CSR cb80 2 1\n" },
};

/* A hart on which minstret is a clock. */
static void set_outside(struct vrig *rig)
{
	rig->config.instret_outside = true;
}

static const struct vrig_row clocks[] = {
	{ "anything", READ("64") NOP READ("967"), "" },
	{ "but it does not run back", READ("64") READ("63"),
	  "1 CSR cb02 64 63\n" },
	{ "what was written is read next",
	  "[ init x6=7 ] " WRITE("7") READ("8"), "2 GPR x5 7 8\n" },
	{ "... later, too", "[ init x6=7 ] " NOP WRITE("7") READ("8"),
	  "3 GPR x5 7 8\n" },
	{ "... and then anything", "[ init x6=7 ] " WRITE("7") NOP READ("967"),
	  "" },
};

static void counts(void)
{
	vrig_rows("qemu-rv64", NULL, counted, array_size(counted));
	vrig_rows("qemu-rv32", NULL, halves, array_size(halves));
	vrig_rows("qemu-rv32", NULL, growth, array_size(growth));
	vrig_rows("qemu-rv64", set_outside, clocks, array_size(clocks));
}

static const struct unit_test tests[] = {
	UNIT_TEST(counts, UNIT_ONE),
};

UNIT_MAIN("verify_count", tests)
