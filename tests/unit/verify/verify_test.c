// SPDX-License-Identifier: BSD-2-Clause
/*
 * verify/verify.h: groups of all kinds; each possible error of a group is found
 * at its place.
 */
#include "unit.h"
#include "verify_rig.h"

/* All harts here start at 0x1000, in M-mode. */
#define NOP "[ + i=00000013 ] "
#define LI_X5_1 "[ + i=00100293 x5=1 ] "
/* x6 = 0x80000000, sign-extended */
#define LUI_X6 "[ + i=80000337 x6=ffffffff80000000 ] "

static const struct vrig_row groups[] = {
	{ "nothing", "", "" },
	{ "an empty group", "[ ]", "" },
	{ "an instruction", LI_X5_1, "" },
	{ "full pc", "[ i=00100293 x5=1 pc=1004 ]", "" },
	{ "16 bits", "[ + i=0001 ] [ i=00100293 x5=1 pc=1006 ]", "" },
	{ "implied end", "[ + i=00100293 x5=1 [ + i=00000013 ]", "" },
	{ "an update that changes nothing may be missing",
	  LI_X5_1 "[ + i=00100293 ]", "" },
	{ "incremental forms", LI_X5_1 "[ + i=00228313 x6+3 ]", "" },
	{ "incremental, negative", LUI_X6 "[ + i=fff30313 x6+ff ]", "" },
	{ "incremental or",
	  LI_X5_1 "[ + i=30529073 c305=1 ] [ + i=34029073 c340|1 ]", "" },
	{ "incremental or of what was there",
	  "[ init x5=5 c340=4 ] [ + i=34029073 c340|1 ]", "" },
	{ "incremental forms are judged", LI_X5_1 "[ + i=00228313 x6+4 ]",
	  "1 GPR x6 3 4\n" },
	{ "x0 may be written with 0", "[ + i=00000013 x0=0 ]", "" },
	{ "... with nothing else", "[ + i=00000013 x0=1 ] " NOP,
	  "0 GPR x0 0 1\n" },
	{ "reset", LI_X5_1 "[ reset ] " LI_X5_1, "" },
	{ "reset values", "[ reset x5=7 c340=8 ] [ + i=340022f3 x5=8 ]", "" },
	{ "initialisation",
	  "[ init x5=7 pc=80000000 priv=3 ] "
	  "[ i=00228313 x6=9 pc=80000004 ]",
	  "" },
	{ "initialisation of memory",
	  "[ init x6=80000000 ] "
	  "[ init store32@80000000:12345678 ] "
	  "[ + i=00032283 x5=12345678 ]",
	  "" },
	{ "... is judged",
	  "[ init x6=80000000 ] "
	  "[ init store32@80000000:12345678 ok ] "
	  "[ + i=00032283 x5=12345679 ]",
	  "2 GPR x5 12345678 12345679\n" },
	{ "time and counters grow",
	  "[ + i=c01022f3 x5=7 ] [ + i=c01022f3 x5=8 ] "
	  "[ + i=b00022f3 x5=3 cb00=3 ] [ + i=b00022f3 x5=9 ]",
	  "" },
	{ "time that runs back", "[ + i=c01022f3 x5=7 ] [ + i=c01022f3 x5=6 ]",
	  "1 CSR cc01 7 6\n" },
	{ "... once",
	  "[ + i=c01022f3 x5=7 ] [ + i=c01022f3 x5=6 ] "
	  "[ + i=34002373 ] ",
	  "1 CSR cc01 7 6\n" },
	{ "... as mtime",
	  "[ + mtime=7 i=c01022f3 x5=7 ] "
	  "[ + mtime=5 i=c01022f3 x5=5 ]",
	  "1 CSR cc01 7 5\n" },
	{ "a counter that runs back",
	  "[ + i=b00022f3 x5=9 ] [ + i=b00022f3 x5=3 ]", "1 CSR cb00 9 3\n" },
	{ "... with its register",
	  "[ + i=b00022f3 x5=9 cb00=9 ] [ + i=b00022f3 x5=3 cb00=3 ]",
	  "1 CSR cb00 9 3\n" },
	{ "only state from outside", "[ mtime=5 c344=80 cb00=7 ] mtime=6", "" },
	{ "other state without an instruction", "[ x5=7 ] c340=8 " NOP,
	  "0 STRAY x5 0 7\n1 STRAY c340 0 8\n" },
	{ "a group that is cut off is not applied", "[ + i=00100293 x5=2",
	  "0 RULE EOF-IN-GROUP\n" },
};

static void all_groups(void)
{
	vrig_rows("qemu-rv64", NULL, groups, array_size(groups));
}

static const struct vrig_row wrong[] = {
	{ "next pc", "[ i=00100293 x5=1 pc=1008 ]", "0 PC 1004 1008\n" },
	{ "no pc", "[ i=00100293 x5=1 ]", "0 PC 1004 -\n" },
	{ "pc of a jump", "[ i=008000ef x1=1004 pc=100c ]",
	  "0 PC 1008 100c\n" },
	{ "a register", "[ + i=00100293 x5=2 ]", "0 GPR x5 1 2\n" },
	{ "a register never seen before is left out", "[ + i=00100293 ]",
	  "0 GPR x5 1 -\n" },
	{ "another register", "[ + i=00100293 x7=1 ]",
	  "0 GPR x7 0 1\n0 GPR x5 1 -\n" },
	{ "one too many", "[ + i=00100293 x5=1 x7=1 ]", "0 GPR x7 0 1\n" },
	{ "a CSR too many", "[ + i=00100293 x5=1 c340=1 ]",
	  "0 CSR c340 0 1\n" },
	{ "a floating-point register too many", "[ + i=00000013 f1=1 ]",
	  "0 FPR f1 0 1\n" },
	{ "privilege", "[ + i=00000013 priv=1 ]", "0 PRIV 3 1\n" },
	{ "a CSR never seen before is left out", LI_X5_1 "[ + i=34029073 ]",
	  "1 CSR c340 1 -\n" },
	{ "a CSR's value", LI_X5_1 "[ + i=34029073 c340=3 ]",
	  "1 CSR c340 1 3\n" },
	{ "instruction against memory",
	  "[ init store32@1000:00100293 ] [ + i=00200293 x5=2 ]",
	  "1 INSN 100293 200293\n1 GPR x5 1 2\n" },
	{ "instruction of another length",
	  "[ init store32@1000:00100293 ] [ + i=0001 ]",
	  "1 INSN 100293 1\n1 PC 1004 1002\n1 GPR x5 1 -\n" },
	{ "no instruction where memory has one",
	  "[ init store32@1000:00100293 ] [ pc=1004 x5=1 ]",
	  "1 INSN 100293 -\n" },
	{ "address of the pc", "[ + i=00000013 pp=1000 ] [ + i=00000013 pp=8 ]",
	  "1 PCPADDR 1004 8\n" },
};

static void all_wrong(void)
{
	vrig_rows("qemu-rv64", NULL, wrong, array_size(wrong));
}

static const struct vrig_row after[] = {
	{ "the next instruction is not a finding",
	  "[ + i=00100293 x5=2 ] [ + i=00228313 x6=4 ]", "0 GPR x5 1 2\n" },
	{ "nor if the trace alone was wrong",
	  "[ + i=00100293 x5=2 ] [ + i=00228313 x6=3 ] [ + i=006283b3 x7=4 ]",
	  "0 GPR x5 1 2\n" },
	{ "another fault is one",
	  "[ + i=00100293 x5=2 ] [ + i=00228313 x6=7 ] [ + i=006283b3 x7=8 ]",
	  "0 GPR x5 1 2\n1 GPR x6 4 7\n" },
	{ "pc of the trace alone",
	  "[ i=00100293 x5=1 pc=2004 ] " NOP LI_X5_1 "[ i=00000013 pc=1010 ]",
	  "0 PC 1004 2004\n" },
	{ "pc of the hart",
	  "[ i=00100293 x5=1 pc=2004 ] " NOP LI_X5_1 "[ i=00000013 pc=2010 ]",
	  "0 PC 1004 2004\n" },
	{ "data of a store, of the trace alone",
	  "[ init x5=5 x6=80000000 store64@80000000:0 ] "
	  "[ + i=00532023 sd32=7 ] [ + i=00032283 x5=5 ]",
	  "1 SDATA 5 7\n" },
	{ "data of a store, of the hart",
	  "[ init x5=5 x6=80000000 store64@80000000:0 ] "
	  "[ + i=00532023 sd32=7 ] [ + i=00032283 x5=7 ]",
	  "1 SDATA 5 7\n" },
	{ "address of a store, of the trace alone",
	  "[ init x5=5 x6=80000000 store64@80000000:0 store64@80000008:0 ] "
	  "[ + i=00532023 ea=80000008 ] [ + i=00833283 x5=0 ] "
	  "[ + i=00033283 x5=5 ]",
	  "1 EADDR 80000000 80000008\n" },
	{ "address of a store, of the hart",
	  "[ init x5=5 x6=80000000 store64@80000000:0 store64@80000008:0 ] "
	  "[ + i=00532023 ea=80000008 ] [ + i=00833283 x5=5 ] "
	  "[ + i=00033283 x5=0 ]",
	  "1 EADDR 80000000 80000008\n" },
};

static void goes_on(void)
{
	vrig_rows("qemu-rv64", NULL, after, array_size(after));
}

static void set_believe(struct vrig *rig)
{
	rig->config.believe = true;
}

static void believes(void)
{
	static const struct vrig_row rows[] = {
		{ "section 3.1 to the letter",
		  "[ + i=00100293 x5=2 ] [ + i=00228313 x6=3 ] "
		  "[ + i=006283b3 x7=4 ]",
		  "0 GPR x5 1 2\n1 GPR x6 4 3\n2 GPR x7 5 4\n" },
	};

	vrig_rows("qemu-rv64", set_believe, rows, array_size(rows));
}

static void set_every(struct vrig *rig)
{
	rig->config.every_update = true;
}

static void every_update(void)
{
	static const struct vrig_row rows[] = {
		{ "all there", LI_X5_1 LI_X5_1, "" },
		{ "a register that keeps its value", LI_X5_1 "[ + i=00100293 ]",
		  "1 GPR x5 1 -\n" },
		{ "a CSR that keeps its value", "[ + i=34029073 ]",
		  "0 CSR c340 0 -\n" },
		{ "privilege that a trap does not change",
		  "[ pc=0 i=00000073 c300=a00001800 c341=1000 c342=b c343=0 ]",
		  "0 PRIV 3 -\n" },
		{ "all of a trap",
		  "[ pc=0 i=00000073 priv=3 c300=a00001800 c341=1000 c342=b "
		  "c343=0 ]",
		  "" },
	};

	vrig_rows("qemu-rv64", set_every, rows, array_size(rows));
}

static void set_absent(struct vrig *rig)
{
	rig->config.absent = VERIFY_PART(VERIFY_PC) | VERIFY_PART(VERIFY_PRIV);
	verify_config_mask(&rig->config, TANDEM_GPR(5), 0, ~0ull);
}

static void absent(void)
{
	static const struct vrig_row rows[] = {
		{ "neither compared", "[ i=00100293 ] [ i=00228313 x6=3 ]",
		  "" },
		{ "nor copied",
		  "[ i=00100293 ] [ i=00228313 x6=4 ] "
		  "[ i=006283b3 x7=5 ]",
		  "1 GPR x6 3 4\n" },
		{ "not even if it is there",
		  "[ i=00100293 x5=9 priv=0 ] "
		  "[ i=00228313 x6=3 ]",
		  "" },
	};

	vrig_rows("qemu-rv64", set_absent, rows, array_size(rows));
}

static void rv32(void)
{
	static const struct vrig_row rows[] = {
		{ "registers have 32 bits",
		  "[ + i=fff00293 x5=ffffffff ] [ + i=00228313 x6=1 ]", "" },
		{ "increments too", "[ + i=fff00293 x5+ff ]", "" },
		{ "addresses too",
		  "[ init x6=fffffff8 pc=fffffffc ] "
		  "[ pc=0 i=00000013 ]",
		  "" },
		{ "findings", "[ + i=fff00293 x5=7fffffff ]",
		  "0 GPR x5 ffffffff 7fffffff\n" },
	};

	vrig_rows("qemu-rv32", NULL, rows, array_size(rows));
}

/* A part of an element, or of a group, is neither applied nor ignored. */
static void cut_off(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	static u8 bytes[VRIG_BYTES];
	size_t len = vrig_bytes(&rig->config.params, LI_X5_1 LUI_X6, bytes), n;

	for (n = 0; n <= len; n++) {
		vrig_start(rig);
		vrig_run(rig, bytes, n, n + 1);
		CHECK_EQ("cut", rig->num != 0, n % (len / 2) != 0);
		CHECK_EQ("groups", rig->v.totals.insns, n / (len / 2));
		CHECK_EQ("x5", rig->v.state.reg[TANDEM_GPR(5)], n >= len / 2);
	}
	vrig_free(rig);
}

static const struct unit_test tests[] = {
	UNIT_TEST(all_groups, UNIT_ONE),   UNIT_TEST(all_wrong, UNIT_ONE),
	UNIT_TEST(goes_on, UNIT_ONE),	   UNIT_TEST(believes, UNIT_ONE),
	UNIT_TEST(every_update, UNIT_ONE), UNIT_TEST(absent, UNIT_ONE),
	UNIT_TEST(rv32, UNIT_ONE),	   UNIT_TEST(cut_off, UNIT_ONE),
};

UNIT_MAIN("verify", tests)
