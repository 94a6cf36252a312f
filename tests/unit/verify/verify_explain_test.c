// SPDX-License-Identifier: BSD-2-Clause
/*
 * Explanations of a divergence: one fault is one finding, with its name, and
 * values that led to it have their writers.
 */
#include <string.h>

#include "unit.h"
#include "verify_rig.h"

#define LI_X5_1 "[ + i=00100293 x5=1 ] "
#define ADDI_X6_X5_3 "[ + i=00328313 x6=4 ] "
/* Code at 0x1000: x5 = 1, x6 = x5 + 3, x7 = x6 + x5, a store, itself */
#define CODE                                                        \
	"[ init store32@1000:00100293 store32@1004:00328313 "       \
	"store32@1008:005303b3 store32@100c:007e3023 x28=80000000 " \
	"store64@80000000:55 store32@1010:000e2f03 store32@1014:0000006f ] "
#define ADD_X7 "[ + i=005303b3 x7=5 ] "
#define SD_X7 "[ + i=007e3023 ] "
#define LW_X30 "[ + i=000e2f03 x30=5 ] "

/* Machine timer interrupts enabled, handler at 0x2000: mret. */
#define READY                                          \
	"[ init store32@2000:30200073 c300=a00000008 " \
	"c304=80 c305=2000 ] "
#define TAKEN                                                              \
	"[ pc=2000 priv=3 c300=a00001880 c341=1004 c342=8000000000000007 " \
	"c343=0 ] "
#define OPEN "[ init c3a0=1f c3b0=3fffffffffffff ] "
#define RETURNED "[ pc=1004 i=30200073 c300=a00000088 ] "

/* x5 = 5, x6 = 0x80000000, x7 = 9; lr.w x7, (x6) at 0x1000 */
#define RESERVED                                           \
	"[ init x5=5 x6=80000000 x7=9 store64@80000000:0 " \
	"store32@1000:100323af "
#define LR "[ + i=100323af x7=0 ] "

static const struct row {
	const char *name, *trace, *text, *fault;
} rows[] = {
	{ "nothing", CODE LI_X5_1 ADDI_X6_X5_3 ADD_X7 SD_X7 LW_X30, "", "" },
	{ "a group", CODE LI_X5_1 ADD_X7 SD_X7 LW_X30, "2 DROPPED 1004 1008\n",
	  "DROPPED" },
	{ "three groups, one of them with a store", CODE LI_X5_1 LW_X30,
	  "2 DROPPED 1004 1010\n", "DROPPED" },
	{ "the first", CODE ADDI_X6_X5_3 ADD_X7, "1 DROPPED 1000 1004\n",
	  "DROPPED" },
	{ "a group that leads nowhere", CODE LI_X5_1 "[ + i=00000013 ] ",
	  "2 INSN 328313 13\n2 GPR x6 4 -\n", "CODE" },
	{ "... after it, memory is as before",
	  CODE LI_X5_1 "[ pc=1010 i=00000013 x6=4 x7=5 ] "
		       "[ + i=000e2f03 x30=55 ]",
	  "2 INSN 328313 13\n2 PC 1008 1010\n2 GPR x7 0 5\n", "CODE" },
	{ "a load of what nobody knows",
	  CODE "[ init pc=1010 x28=90000000 ] [ pc=1014 i=0000006f ] ",
	  "2 INSN e2f03 6f\n", "CODE" },
	{ "an interrupt", CODE READY LI_X5_1 "[ init c344=80 ] " RETURNED,
	  "4 LOST 7 2000\n", "LOST" },
	{ "the handler of an interrupt",
	  CODE READY LI_X5_1 "[ init c344=80 ] " TAKEN
			     "[ init c344=0 ] " ADDI_X6_X5_3,
	  "6 DROPPED 2000 1004\n", "DROPPED" },
	{ "wrong writeback", CODE LI_X5_1 "[ + i=00328313 x6=5 ] ",
	  "2 GPR x6 4 5\n", "WRITEBACK" },
	{ "wrong memory, which stays",
	  CODE "[ init pc=1010 ] [ + i=000e2f03 load32@80000000 ok:57 x30=57 ] "
	       "[ init pc=1010 ] [ + i=000e2f03 load32@80000000 ok:57 x30=57 ]",
	  "2 MEMRSP 55 57\n", "MEMORY" },
	{ "... or does not",
	  CODE "[ init pc=1010 ] [ + i=000e2f03 load32@80000000 ok:57 x30=57 ] "
	       "[ init pc=1010 ] [ + i=000e2f03 load32@80000000 ok:55 x30=55 ]",
	  "2 MEMRSP 55 57\n", "MEMORY" },
	{ "... or was right, and the trace wrong",
	  CODE "[ init pc=1010 ] [ + i=000e2f03 x30=57 ] "
	       "[ init pc=3000 ] [ + i=001f0f13 x30=56 ]",
	  "2 GPR x30 55 57\n", "MEMORY" },
	{ "wrong writeback of a load",
	  CODE "[ init pc=1010 ] [ + i=000e2f03 load32@80000000 ok:55 x30=57 ]",
	  "2 GPR x30 55 57\n", "WRITEBACK" },
	{ "wrong store", CODE "[ init pc=100c x7=5 ] [ + i=007e3023 sd64=6 ] ",
	  "2 SDATA 5 6\n", "STORE" },
	{ "wrong address",
	  CODE "[ init pc=100c ] [ + i=007e3023 ea=80000008 ] ",
	  "2 EADDR 80000000 80000008\n", "ADDRESS" },
	{ "wrong jump", "[ pc=1008 i=00000013 ]", "0 PC 1004 1008\n", "JUMP" },
	{ "wrong trap", "[ pc=0 i=00000013 c341=1000 c342=2 ]",
	  "0 PC 1004 0\n0 CSR c341 0 1000\n0 CSR c342 0 2\n", "TRAP" },
	{ "another trap, to S-mode",
	  OPEN "[ init priv=1 c302=4 ] [ pc=0 i=00000013 c141=1000 c142=2 ]",
	  "2 PC 1004 0\n2 CSR c141 0 1000\n2 CSR c142 0 2\n", "TRAP" },
	{ "no one reason", "[ i=00000013 pc=1008 x5=1 ]",
	  "0 PC 1004 1008\n0 GPR x5 0 1\n", "UNKNOWN" },
	{ "change from outside", "c340=8", "0 STRAY c340 0 8\n", "OUTSIDE" },
};

/* State after steps that were only tried */
static const struct row tried[] = {
	{ "a dropped group settles a doubt of its register",
	  "[ init store32@1000:00100293 store32@1004:00700293 "
	  "store32@1008:00328313 ] [ + i=00100293 x5=2 ] "
	  "[ + i=00328313 x6=a ] [ + i=00128393 x7=2 ] ",
	  "1 GPR x5 1 2\n2 DROPPED 1004 1008\n3 GPR x7 8 2\n", "WRITEBACK" },
	{ "... and of its memory",
	  "[ init x5=5 x6=80000000 store64@80000000:0 store32@1000:00532023 "
	  "store32@1004:00032023 store32@1008:00000013 ] "
	  "[ + i=00532023 sd32=7 ] [ + i=00000013 ] [ + i=00032383 x7=5 ] ",
	  "1 SDATA 5 7\n2 DROPPED 1004 1008\n3 GPR x7 0 5\n", "STORE" },
	{ "an interrupt, and a group of its handler",
	  CODE READY
	  "[ init store32@2000:00000013 store32@2004:30200073 ] " LI_X5_1
	  "[ init c344=80 ] " RETURNED,
	  "5 DROPPED 1004 2004\n", "DROPPED" },
	{ "an interrupt of U-mode",
	  OPEN CODE
	  "[ init store32@2000:00000013 c304=80 c305=2000 priv=0 ] " LI_X5_1
	  "[ init c344=80 ] [ pc=2004 i=00000013 ] ",
	  "5 LOST 7 2000\n", "LOST" },
	{ "a dropped group has counted",
	  "[ init store32@1000:b02022f3 store32@1004:00000013 "
	  "store32@1008:b02022f3 ] [ + i=b02022f3 x5=64 ] "
	  "[ + i=b02022f3 x5=66 ] ",
	  "2 DROPPED 1004 1008\n", "DROPPED" },
	{ "what was only tried has not",
	  "[ init store32@1000:b02022f3 store32@1004:00000013 ] "
	  "[ + i=b02022f3 x5=64 ] [ + i=00000017 ] [ + i=b02022f3 x5=66 ] ",
	  "2 INSN 13 17\n", "CODE" },
	{ "a reservation is as before: lr.w x7, (x6); sc.w x8, x5, (x6)",
	  RESERVED "store32@1004:1853242f ] " LR "[ + i=00000013 priv=3 ] ",
	  "2 INSN 1853242f 13\n", "CODE" },
	{ "... with an interrupt, too",
	  RESERVED "store32@1004:1853242f store32@2000:1853242f "
		   "c300=a00000008 c304=80 c305=2000 c344=80 ] " LR
		   "[ + i=00000013 priv=3 ] ",
	  "2 INSN 1853242f 13\n", "CODE" },
	{ "... and that of a dropped group stays",
	  RESERVED "store32@1004:00000013 store32@1008:1853242f x8=9 ] "
		   "[ + i=1853242f x8=0 ] ",
	  "1 DROPPED 1000 1008\n", "DROPPED" },
	{ "a group is found after one that nobody could know",
	  CODE "[ init pc=1010 x28=90000000 ] [ pc=1014 i=0000006f ] "
	       "[ init pc=1000 ] " LI_X5_1 ADD_X7,
	  "2 INSN e2f03 6f\n5 DROPPED 1004 1008\n", "CODE" },
	{ "a load to x0, in parts",
	  "[ init x28=80000000 store64@80000000:55 ] [ + i=000e2003 "
	  "load16@80000000 ok:57 load16@80000002 ok:0 ] "
	  "[ + i=000e2f03 x30=55 ] ",
	  "1 MEMRSP 55 57\n", "MEMORY" },
	{ "a load to x0",
	  "[ init x28=80000000 store64@80000000:55 ] "
	  "[ + i=000e2003 load32@80000000 ok:57 ] [ + i=000e2f03 x30=57 ] ",
	  "1 MEMRSP 55 57\n", "MEMORY" },
	{ "wrong memory, of the trace alone",
	  CODE "[ init pc=1010 ] [ + i=000e2f03 load32@80000000 ok:57 x30=57 ] "
	       "[ init pc=3000 ] [ + i=001f0f13 x30=56 ] ",
	  "2 MEMRSP 55 57\n", "MEMORY" },
	{ "wrong writeback of a load, of the trace alone",
	  CODE "[ init pc=1010 ] [ + i=000e2f03 load32@80000000 ok:55 x30=57 ] "
	       "[ init pc=3000 ] [ + i=001f0f13 x30=56 ] ",
	  "2 GPR x30 55 57\n", "WRITEBACK" },
	{ "wrong memory, and something else written back",
	  CODE "[ init pc=1010 ] [ + i=000e2f03 load32@80000000 ok:57 x30=58 ] "
	       "[ init pc=3000 ] [ + i=001f0f13 x30=56 ] ",
	  "2 GPR x30 55 58\n2 MEMRSP 55 57\n", "MEMORY" },
};

static void run(struct vrig *rig, const char *trace)
{
	static u8 bytes[VRIG_BYTES];
	size_t len = vrig_bytes(&rig->config.params, trace, bytes);

	vrig_forget(rig);
	vrig_start(rig);
	vrig_run(rig, bytes, len, len);
}

static void faults_of(const struct row *row, size_t num)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	struct vrig_row same;
	const char *fault;

	for (; num--; row++) {
		run(rig, row->trace);
		fault = rig->num ? verify_fault_name(rig->finding[0].fault) :
				   "";
		if (strcmp(vrig_text(rig), row->text) != 0 ||
		    strcmp(fault, row->fault) != 0)
			fail_msg("%s: found %s:\n%s", row->name, fault,
				 vrig_text(rig));
		same = (struct vrig_row){ row->name, row->trace, row->text };
		vrig_rows("qemu-rv64", NULL, &same, 1);
	}
	vrig_free(rig);
}

/* The fault of a group does not affect the next one. */
static void one_by_one(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");

	run(rig, "[ init x28=80000000 store64@80000000:55 ] "
		 "[ + i=000e2f03 x30=57 ] [ + i=00100293 x5=2 ] ");
	CHECK_EQ("findings", rig->num, 2);
	CHECK_EQ("a load", rig->finding[0].fault, VERIFY_FAULT_MEMORY);
	CHECK_EQ("no load", rig->finding[1].fault, VERIFY_FAULT_WRITEBACK);
	vrig_free(rig);
}

static void faults(void)
{
	faults_of(rows, array_size(rows));
}

static void trials(void)
{
	faults_of(tried, array_size(tried));
}

#define FLOATS "[ init c300=8000000a00006000 f6=6 f7=7 x6=42 ] "

/*
 * An origin: a register, or 0xffff and the address; value, instruction, its pc
 */
struct origin_row {
	const char *name, *trace;
	struct {
		u64 what, value, insn, pc;
	} origin[3];
};

static const struct origin_row origins[] = {
	{ "sources of arithmetic",
	  CODE LI_X5_1 ADDI_X6_X5_3 "[ + i=005303b3 ]",
	  { { TANDEM_GPR(6), 4, 2, 0x1004 },
	    { TANDEM_GPR(5), 1, 1, 0x1000 },
	    { TANDEM_GPR(7), 0, 0, 0 } } },
	{ "memory of a load",
	  CODE LI_X5_1 ADDI_X6_X5_3 ADD_X7 SD_X7 "[ + i=000e2f03 x30=7 ]",
	  { { 0x80000000, 5, 4, 0x100c },
	    { TANDEM_GPR(28), 0x80000000, 0, 0 } } },
	{ "data of a store",
	  CODE LI_X5_1 ADDI_X6_X5_3 ADD_X7 "[ + i=007e3023 sd64=6 ]",
	  { { TANDEM_GPR(28), 0x80000000, 0, 0 },
	    { TANDEM_GPR(7), 5, 3, 0x1008 } } },
	{ "16 bits",
	  LI_X5_1 "[ + i=8316 x6=2 ]", /* c.mv x6, x5 */
	  { { TANDEM_GPR(5), 1, 1, 0x1000 } } },
	{ "a CSR",
	  LI_X5_1 "[ + i=34029073 c340=1 ] [ + i=34002373 x6=3 ]",
	  { { 0x340, 1, 2, 0x1004 } } },
	{ "the same source twice: add x7, x5, x5",
	  LI_X5_1 "[ + i=005283b3 x7=9 ]",
	  { { TANDEM_GPR(5), 1, 1, 0x1000 } } },
	{ "floating point has two: fadd.s f5, f6, f7",
	  FLOATS "[ + i=007372d3 f5=9 ]",
	  { { TANDEM_FPR(6), 6, 0, 0 }, { TANDEM_FPR(7), 7, 0, 0 } } },
	{ "... or one: fsqrt.s f5, f6",
	  FLOATS "[ + i=580372d3 f5=9 ]",
	  { { TANDEM_FPR(6), 6, 0, 0 } } },
	{ "... or an integer: fcvt.s.w f5, x6",
	  FLOATS "[ + i=d00372d3 f5=9 ]",
	  { { TANDEM_GPR(6), 66, 0, 0 } } },
	{ "... or another's: fmv.x.w x5, f6",
	  FLOATS "[ + i=e00302d3 x5=9 ]",
	  { { TANDEM_FPR(6), 6, 0, 0 } } },
	{ "a CSR and what is written: csrrw x6, mscratch, x5",
	  LI_X5_1 "[ + i=34029373 c340=1 x6=7 ]",
	  { { TANDEM_GPR(5), 1, 1, 0x1000 }, { 0x340, 0, 0, 0 } } },
	{ "... a constant: csrrwi x6, mscratch, 5",
	  LI_X5_1 "[ + i=3402d373 c340=5 x6=7 ]",
	  { { 0x340, 0, 0, 0 } } },
	{ "a trap without an instruction",
	  "[ init c300=a00000008 c304=88 c305=2000 c344=80 ] "
	  "[ pc=2000 priv=3 c300=a00001880 c341=1000 c342=8000000000000003 "
	  "c343=0 ] ",
	  { { 0 } } },
	{ "memory that was stored the long way",
	  CODE LI_X5_1 ADDI_X6_X5_3 ADD_X7 "[ + i=007e3023 priv=3 ] "
					   "[ + i=000e2f03 x30=7 ]",
	  { { 0x80000000, 5, 4, 0x100c },
	    { TANDEM_GPR(28), 0x80000000, 0, 0 } } },
	{ "... by the first of two stores",
	  "[ init x28=80000000 store64@80000008:0 store64@80000010:0 ] "
	  "[ + i=000e3423 ] [ + i=000e3823 ] [ + i=008e2f03 x30=7 ]",
	  { { 0x80000008, 0, 1, 0x1000 },
	    { TANDEM_GPR(28), 0x80000000, 0, 0 } } },
	{ "what has changed from outside", "c340=8", { { 0 } } },
};

static void check_origins(const struct vrig *rig, const struct origin_row *row)
{
	const struct verify_origin *origin = rig->origin;
	u32 i;

	for (i = 0; i < array_size(row->origin); i++, origin++) {
		if (!row->origin[i].what)
			break;
		CHECK_EQ(row->name, i < rig->origins, true);
		CHECK_EQ(row->name,
			 origin->memory ? origin->paddr : origin->reg,
			 row->origin[i].what);
		CHECK_EQ(row->name, origin->value, row->origin[i].value);
		CHECK_EQ(row->name, origin->writer.insn, row->origin[i].insn);
		CHECK_EQ(row->name, origin->writer.pc, row->origin[i].pc);
	}
	CHECK_EQ(row->name, rig->origins, i);
}

static void writers(void)
{
	struct vrig *rig = vrig_new("qemu-rv64");
	size_t i;

	for (i = 0; i < array_size(origins); i++) {
		run(rig, origins[i].trace);
		CHECK_EQ(origins[i].name, rig->num != 0, true);
		check_origins(rig, &origins[i]);
	}
	vrig_free(rig);
}

static const struct unit_test tests[] = {
	UNIT_TEST(faults, UNIT_ONE),
	UNIT_TEST(trials, UNIT_ONE),
	UNIT_TEST(one_by_one, UNIT_ONE),
	UNIT_TEST(writers, UNIT_ONE),
};

UNIT_MAIN("verify_explain", tests)
