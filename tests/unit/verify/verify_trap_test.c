// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traps and interrupts in traces, and CSRs whose values come from outside the
 * hart: counters, time, pending interrupts.
 */
#include "unit.h"
#include "verify_rig.h"

#define NOP "[ + i=00000013 ] "
/* All memory is open to S- and U-mode. */
#define PMP "[ init c3a0=1f c3b0=3fffffffffffff ] "

static const struct vrig_row exceptions[] = {
	{ "ecall",
	  "[ init c305=2000 ] [ pc=2000 priv=3 i=00000073 "
	  "c300=a00001800 c341=1000 c342=b c343=0 ]",
	  "" },
	{ "cause", "[ pc=0 i=00000073 c300=a00001800 c341=1000 c342=8 ]",
	  "0 CSR c342 b 8\n" },
	{ "epc", "[ pc=0 i=00000073 c300=a00001800 c341=1004 c342=b ]",
	  "0 CSR c341 1000 1004\n" },
	{ "tval", "[ pc=0 i=00000073 c300=a00001800 c341=1000 c342=b c343=1 ]",
	  "0 CSR c343 0 1\n" },
	{ "status is left out", "[ pc=0 i=00000073 c341=1000 c342=b ]",
	  "0 CSR c300 a00001800 -\n" },
	{ "handler",
	  "[ init c305=2000 ] "
	  "[ pc=2004 i=00000073 c300=a00001800 c341=1000 c342=b ]",
	  "1 PC 2000 2004\n" },
	{ "no trap", "[ + i=00000073 ]",
	  "0 PC 0 1004\n0 CSR c300 a00001800 -\n0 CSR c341 1000 -\n"
	  "0 CSR c342 b -\n" },
	{ "a trap that is none", "[ pc=0 i=00000013 c341=1000 c342=2 ]",
	  "0 PC 1004 0\n0 CSR c341 0 1000\n0 CSR c342 0 2\n" },
	{ "mret",
	  "[ init c341=3000 c300=a00001800 ] "
	  "[ pc=3000 i=30200073 c300=a00000080 ]",
	  "" },
	{ "mret to another mode",
	  "[ init c341=3000 c300=a00000000 ] "
	  "[ pc=3000 i=30200073 priv=1 c300=a00000080 ]",
	  "1 PRIV 0 1\n" },
	{ "delegated",
	  PMP "[ init priv=0 c302=100 c105=4000 ] "
	      "[ pc=4000 priv=1 i=00000073 c141=1000 c142=8 ]",
	  "" },
	{ "sstatus is part of mstatus",
	  PMP "[ init priv=1 c302=200 c105=4000 ] "
	      "[ pc=4000 priv=1 i=00000073 c100=200000100 c141=1000 c142=9 ]",
	  "" },
	{ "fault of a fetch",
	  PMP "[ init priv=1 c180=8000000000000000 pc=5000 "
	      "c105=4000 store64@0:0 ] "
	      "[ pc=0 priv=3 c300=a00000800 c341=5000 c342=c "
	      "c343=5000 ]",
	  "" },
};

/* Machine timer interrupts enabled, in M-mode, handler at 0x2000. */
#define READY "[ init c300=a00000008 c304=80 c305=2000 ] "
#define TAKEN                                                              \
	"[ pc=2000 priv=3 c300=a00001880 c341=1000 c342=8000000000000007 " \
	"c343=0 ]"

static const struct vrig_row interrupts[] = {
	{ "pending and enabled", READY "[ init c344=80 ] " TAKEN, "" },
	{ "mip as state that is not observed", READY "c344=80 " TAKEN, "" },
	{ "not pending", READY TAKEN, "1 INTERRUPT 1 0 8000000000000007\n" },
	{ "not enabled",
	  "[ init c300=a00000008 c304=8 c305=2000 c344=80 ] " TAKEN,
	  "1 INTERRUPT 2 0 8000000000000007\n" },
	{ "masked",
	  "[ init c300=a00000000 c304=80 c305=2000 c344=80 ] "
	  "[ pc=2000 priv=3 c300=a00001800 c341=1000 "
	  "c342=8000000000000007 c343=0 ]",
	  "1 INTERRUPT 3 0 8000000000000007\n" },
	{ "masked in S-mode",
	  "[ init priv=1 c300=a00000000 c303=20 c304=20 c344=20 c105=4000 ] "
	  "[ pc=4000 priv=1 c300=a00000100 c141=1000 c142=8000000000000005 ]",
	  "1 INTERRUPT 3 0 8000000000000005\n" },
	{ "masked in M-mode, as it is delegated",
	  "[ init c300=a0000000a c303=20 c304=20 c344=20 c305=2000 ] "
	  "[ pc=2000 priv=3 c300=a00001882 c341=1000 c342=8000000000000005 ]",
	  "1 INTERRUPT 3 0 8000000000000005\n" },
	{ "another comes first",
	  "[ init c300=a00000008 c304=880 c305=2000 "
	  "c344=880 ] " TAKEN,
	  "1 INTERRUPT 4 0 8000000000000007\n" },
	{ "cause",
	  READY "[ init c344=80 ] "
		"[ pc=2000 priv=3 c300=a00001880 c341=1000 "
		"c342=8000000000000003 ]",
	  "2 INTERRUPT 1 0 8000000000000003\n" },
	{ "vector", "[ init c300=a00000008 c304=80 c305=2001 c344=80 ] " TAKEN,
	  "1 PC 201c 2000\n" },
	{ "cause is left out",
	  READY "[ init c344=80 ] "
		"[ pc=2000 c300=a00001880 c341=1000 ]",
	  "2 CSR c342 8000000000000007 -\n" },
	{ "may wait",
	  READY "[ init c344=80 ] " NOP NOP
		"[ pc=2000 c300=a00001880 c341=1008 "
		"c342=8000000000000007 ]",
	  "" },
};

static void traps(void)
{
	vrig_rows("qemu-rv64", NULL, exceptions, array_size(exceptions));
	vrig_rows("qemu-rv64", NULL, interrupts, array_size(interrupts));
}

static void set_latency(struct vrig *rig)
{
	rig->config.latency = 2;
}

static void set_mip_unknown(struct vrig *rig)
{
	rig->config.mip_unknown = true;
	rig->config.latency = 1;
}

static void latency(void)
{
	static const struct vrig_row rows[] = {
		{ "in time",
		  READY "[ init c344=80 ] " NOP NOP "[ init c344=0 ] " NOP NOP,
		  "" },
		{ "nothing waits any more: li x5, 1",
		  READY "[ init c344=80 ] " NOP NOP
			"[ init c344=0 ] [ + i=00100293 x5=2 ] ",
		  "5 GPR x5 1 2\n" },
		{ "late, said once", READY "[ init c344=80 ] " NOP NOP NOP NOP,
		  "4 LATENCY 7 3\n" },
		{ "late twice",
		  READY "[ init c344=80 ] " NOP NOP NOP "[ init c344=0 ] " NOP
			"[ init c344=80 ] " NOP NOP NOP,
		  "4 LATENCY 7 3\n10 LATENCY 7 3\n" },
		{ "not enabled",
		  "[ init c300=a00000000 c304=80 c344=80 ] " NOP NOP NOP, "" },
	};
	static const struct vrig_row unknown[] = {
		{ "what is taken was pending", READY TAKEN, "" },
		{ "... and is not any more",
		  READY TAKEN " [ i=30200073 pc=1000 c300=a00000088 ] " NOP NOP,
		  "" },
		{ "must be enabled", "[ init c300=a00000008 c305=2000 ] " TAKEN,
		  "1 INTERRUPT 2 0 8000000000000007\n" },
	};

	vrig_rows("qemu-rv64", set_latency, rows, array_size(rows));
	vrig_rows("qemu-rv64", set_mip_unknown, unknown, array_size(unknown));
}

static const struct vrig_row outside[] = {
	{ "a counter is what rd says", "[ + i=b00022f3 x5=1234 ]", "" },
	{ "... or the counter", "[ + i=b00022f3 cb00=1234 x5=1234 ]", "" },
	{ "... which have to agree", "[ + i=b00022f3 cb00=1234 x5=1235 ]",
	  "0 GPR x5 1234 1235\n" },
	{ "a view of a counter", "[ + i=c02022f3 cc02=77 x5=77 ]", "" },
	{ "a counter that is written", "[ init x5=9 ] [ + i=b0029073 cb00=b ]",
	  "" },
	{ "time", "[ + i=c01022f3 mtime=99 x5=99 ]", "" },
	{ "time by rd", "[ + i=c01022f3 x5=99 ]", "" },
	{ "time that differs", "[ + i=c01022f3 mtime=99 x5=98 ]",
	  "0 GPR x5 99 98\n" },
	{ "lines of mip", "[ + i=344022f3 x5=80 ]", "" },
	{ "bits of mip that software sets", "[ + i=344022f3 x5=2 ]",
	  "0 GPR x5 0 2\n" },
	{ "STIP is software's", "[ init x5=20 ] [ + i=34429073 c344=0 ]",
	  "1 CSR c344 20 0\n" },
	{ "... with Sstc the time's",
	  "[ init c30a=8000000000000000 x5=5 ] "
	  "[ + i=14d29073 c14d=5 c344=20 ] [ + i=14d29073 c344=0 ]",
	  "" },
	{ "a CSR is known", "[ + i=340022f3 x5=2 ]", "0 GPR x5 0 2\n" },
	{ "FP arithmetic that is not modelled or is right",
	  "[ init c300=a00002000 f2=ffffffff3f800000 f3=ffffffff3f800000 ] "
	  "[ + i=003170d3 f1=ffffffff40000000 c300=8000000a00006000 ]",
	  "" },
	{ "... marks the state dirty",
	  "[ init c300=a00002000 f2=ffffffff3f800000 f3=ffffffff3f800000 ] "
	  "[ + i=003170d3 f1=ffffffff40000000 ]",
	  "1 CSR c300 8000000a00006000 -\n" },
	{ "moves are judged",
	  "[ init c300=8000000a00006000 x5=7 ] "
	  "[ + i=f00280d3 f1=7 ]",
	  "1 FPR f1 ffffffff00000007 7\n" },
	{ "fflags is part of fcsr",
	  "[ init c300=8000000a00006000 c3=e0 x5=1 ] [ + i=00129073 c1=1 ]",
	  "" },
	{ "... and has no other bits",
	  "[ init c300=8000000a00006000 c3=e0 x5=1 ] [ + i=00129073 c1=41 ]",
	  "1 CSR c3 e1 a1\n" },
	{ "frm too",
	  "[ init c300=8000000a00006000 c3=1f x5=1 ] "
	  "[ + i=00229073 c2=2 ]",
	  "1 CSR c3 3f 5f\n" },
};

static void set_outside(struct vrig *rig)
{
	verify_config_mask(&rig->config, TANDEM_CSR(0x340), 0xff, 0);
}

static void decided_outside(void)
{
	static const struct vrig_row rows[] = {
		{ "bits that were named", "[ + i=340022f3 x5=12 ]", "" },
		{ "others", "[ + i=340022f3 x5=112 ]", "0 GPR x5 12 112\n" },
	};

	vrig_rows("qemu-rv64", NULL, outside, array_size(outside));
	vrig_rows("qemu-rv64", set_outside, rows, array_size(rows));
}

static void masks_end(void)
{
	static struct verify_config config;
	u16 reg;

	config.masks = 0;
	for (reg = 0; reg < VERIFY_MASKS_MAX; reg++)
		CHECK_EQ("room", verify_config_mask(&config, reg, 1, 0), 1);
	CHECK_EQ("none left", verify_config_mask(&config, reg, 1, 0), 0);
	CHECK_EQ("added to", verify_config_mask(&config, 7, 2, 4), 1);
	CHECK_EQ("outside", config.mask[7].outside, 3);
	CHECK_EQ("absent", config.mask[7].absent, 4);
}

static const struct unit_test tests[] = {
	UNIT_TEST(traps, UNIT_ONE),
	UNIT_TEST(latency, UNIT_ONE),
	UNIT_TEST(decided_outside, UNIT_ONE),
	UNIT_TEST(masks_end, UNIT_ONE),
};

UNIT_MAIN("verify_trap", tests)
