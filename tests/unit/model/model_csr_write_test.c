// SPDX-License-Identifier: BSD-2-Clause
/*
 * Writes to CSRs of the model: halves that stay the same, choices of
 * implementations, bits of mip and their writers, effects that must come at
 * once; counters that the caller advances, and their overflow.
 */
#include <stdio.h>

#include "unit.h"
#include "model_rig.h"
#include "model_script.h"

/* On RV32 a write of one half keeps the other half, as software expects. */
static void halves(void)
{
	static const u16 pairs[][2] = { { 0xb00, 0xb80 }, { 0xb02, 0xb82 },
					{ 0xb03, 0xb83 }, { 0x323, 0x723 },
					{ 0x30a, 0x31a }, { 0x14d, 0x15d },
					{ 0x321, 0x721 }, { 0x322, 0x722 },
					{ 0x30c, 0x31c } };
	char words[400];
	const struct model_script script = { "halves", words };
	unsigned int i, low, high;

	for (i = 0; i < array_size(pairs); i++) {
		low = pairs[i][0];
		high = pairs[i][1];
		snprintf(words, sizeof(words),
			 "rv32 +sscofpmf +smcntrpmf +smstateen "
			 "cntrcfg_writable=~0 mstateen0_writable=~0 "
			 "c%x<80000000 c%x<51 c%x:80000000 c%x:51 "
			 "c%x<20000000 c%x:51 c%x=10000000 c%x=40 c%x:10000000",
			 high, low, high, low, high, low, high, low, high);
		model_scripts(&script, 1);
	}
}

/* Only RV32 has the upper halves. */
static void halves_there(void)
{
	static const u16 upper[] = { 0x721, 0x722, 0x723, 0x31c,
				     0xb80, 0xb83, 0x15d, 0x310 };
	struct model_config config;
	unsigned int i, xlen;
	u64 value;

	for (xlen = 32; xlen <= 64; xlen += 32) {
		CHECK("preset", model_preset(rig_preset(xlen), &config));
		config.extensions |= MODEL_SSCOFPMF | MODEL_SMCNTRPMF |
				     MODEL_SMSTATEEN;
		rig_new_config(&config);
		for (i = 0; i < array_size(upper); i++)
			CHECK_EQ("there", model_read(&rig, upper[i], &value),
				 xlen == 32);
	}
}

static const struct model_script scripts[] = {
	{ "mstatush: MBE and SBE",
	  "rv32 mstatus_writable=3000000188 c310<30 step.write[0].reg:310 "
	  "step.write[0].value:30 c300<8 c310:30 c310<10 c300&8:8 "
	  "c310=20 c300&8:8 c300=2 c310:20 c100=0 c310:20 c300:0" },
	{ "identity", "rv64 mvendorid=11 marchid=22 mimpid=33 mhartid=44 "
		      "cf11:11 cf12:22 cf13:33 cf14:44 cf15:0" },
	{ "a counter that is always 0",
	  "flute-rv64gc cb03<5 step.write[0].reg:b03 step.write[0].value:0 "
	  "cb03:0 cb03=5 cb03:0 cb02<5 cb02:5" },
	{ "mtvec: direct", "rv64 vectored=1 tvec_bit1=0 tvec_align=6 c305=4000 "
			   "c305<2000 c305:2000" },
	{ "vectored", "c305<2045 c305:2041" },
	{ "reserved", "c305=4000 c305<2002 c305:4000" },
	{ "reserved, bit 1 is 0",
	  "rv64 vectored=1 tvec_bit1=1 tvec_align=6 c305=4000 "
	  "c305<2002 c305:2000" },
	{ "both, bit 1 is 0", "c305<2003 c305:2001" },
	{ "never vectored",
	  "rv64 vectored=0 tvec_bit1=0 tvec_align=6 c305=4000 "
	  "c305<2001 c305:2000" },
	{ "never reserved", "c305=4000 c305<2002 c305:2000" },
	{ "the reserved value of menvcfg.CBIE is not stored, but other bits",
	  "rv64 keeps_reserved=0 c30a<10 c30a<e1 c30a:d1 c30a<30 c30a:30" },
	{ "... of senvcfg.CBIE",
	  "rv64 keeps_reserved=0 c10a<10 c10a<e1 c10a:d1 c10a<30 c10a:30" },
	{ "the reserved mode keeps the old MPP",
	  "rv64 c300<1800 c300<1008 c300&1808:1808 c300<800 c300&1800:800" },
	{ "... and UXL", "c300&300000000:200000000 c300<100000000 "
			 "c300&300000000:100000000" },
	{ "MPP of U", "c300<0 c300&1800:0" },
	{ "a hart without S and U",
	  "rv64 -S -U c300<1800 c300<800 c300&1800:1800 c300<0 "
	  "c300&1800:1800" },
	{ "software does not write back the controller's SEIP",
	  "rv64 c344=200 x11=2 csrrs=344 x10:200 c344:202 c344=2 c344:2" },
	{ "software's SEIP", "c344<200 c344=280 c344<0 c344:80" },
	{ "... beside others", "c344<20 x11=2 csrrs=344 c344:a2" },
	{ "STIP of stimecmp",
	  "c30a<8000000000000000 c344=20 c344<0 c344:20 c30a<0 c344<0 c344:0" },
	{ "mip from outside", "c344<22 c344=80 c344:80" },
	{ "misa from outside: c.addi is illegal",
	  "spike-rv64 c301^4 c301&5:1 i=0505 step.cause:2" },
	/*
	 * Tables at 80004000 and at 80008000 map page 0 to 80002000, loads of
	 * M-mode use them: ld x10, 0(x11) is 0005b503.
	 */
	{ "another satp",
	  "rv64 open @80004000=20001401 @80005000=20001801 @80006000=200008c7 "
	  "@80008000=20002401 @80009000=20002801 @8000a000=200008c1 "
	  "c180<8000000000080004 c300<20800 x11=0 i=0005b503 ok "
	  "c180<8000000000080008 i=0005b503 step.cause:d" },
	{ "... and the first", "c180<8000000000080004 c300=20800 "
			       "i=0005b503 ok" },
	{ "... from outside", "c180=8000000000080008 i=0005b503 step.cause:d" },
	{ "without ADUE a missing A is a fault again",
	  "c180<8000000000080004 c300=20800 i=0005b503 ok @80006000=20000807 "
	  "c30a<0 i=0005b503 step.cause:d" },
	{ "with ADUE A is set", "c30a<2000000000000000 c300=20800 i=0005b503 "
				"ok @80006000/1:47" },
	{ "MXR and an executable page",
	  "@80006000=200008c9 flush c300=a0800 i=0005b503 ok "
	  "c300=20800 i=0005b503 step.cause:d" },
	{ "SUM and a page of U-mode",
	  "@80006000=200008d7 flush c300=60800 i=0005b503 ok "
	  "c300=20800 i=0005b503 step.cause:d" },
	{ "MPRV: PMP permits nothing to S-mode",
	  "rv64 x11=80002000 i=0005b503 ok c300=20800 i=0005b503 "
	  "step.cause:5" },
	{ "pmpaddr, of an instruction",
	  "rv64 open c300<20800 x11=80002000 i=0005b503 ok "
	  "c3b0<0 i=0005b503 step.cause:5" },
	{ "... from outside", "c3b0=~0 c300=20800 i=0005b503 ok" },
	{ "pmpcfg, of an instruction", "c3a0<0 i=0005b503 step.cause:5" },
	{ "... from outside",
	  "c3a0=1f c300=20800 i=0005b503 ok c3a0=1e i=0005b503 "
	  "step.cause:5" },
	{ "open again, and pmpaddr from outside",
	  "c3a0<1f c300=20800 i=0005b503 ok c3b0=0 i=0005b503 step.cause:5" },

	/* event 7 counts cycles, 9 instructions; bit 13 of mip is LCOFIP */
	{ "events", "rv64 +sscofpmf event_cycles=7 event_instructions=9 "
		    "mhpmevent_writable=~0 c323<7 c324<9 c325<8 count=5,3 "
		    "cb03:5 cb04:3 cb05:0 cb06:0" },
	{ "mcountinhibit", "c320<8 count=5,3 cb03:5 cb04:6" },
	{ "no event any more", "c324<0 count=5,3 cb04:6" },
	{ "a hart that defines no events",
	  "rv64 +sscofpmf c323<1 count=5,3 cb03:0" },
	{ "a counter that counts without an event",
	  "rv64 event_cycles=7 hpm_live=10 count=5,3 cb03:0 cb04:3" },
	{ "an event whose bits are not stored",
	  "rv64 +sscofpmf event_cycles=7 event_instructions=9 "
	  "mhpmevent_writable=~1 c323<7 c323:6 count=5,3 cb03:0" },
	{ "an event from outside",
	  "c323=7 count=5,3 cb03:5 c323=0 count=5,3 cb03:5" },
	{ "no filters and no overflows without Sscofpmf",
	  "rv64 event_cycles=7 mhpmevent_writable=~0 c323<4000000000000007 "
	  "count=5,3 cb03:5 cb03<~0 count=5,3 cb03:4 c323:4000000000000007 "
	  "c344&2000:0" },
	{ "MINH", "rv64 +sscofpmf event_cycles=7 mhpmevent_writable=~0 "
		  "mip_writable=~0 c323<4000000000000007 count=5,3 cb03:0 "
		  "priv=1 count=5,3 cb03:5 priv=0 count=5,3 cb03:a" },
	{ "SINH", "priv=3 c323<2000000000000007 cb03<0 count=5,3 cb03:5 "
		  "priv=1 count=5,3 cb03:5 priv=0 count=5,3 cb03:a" },
	{ "UINH", "priv=3 c323<1000000000000007 cb03<0 count=5,3 cb03:5 "
		  "priv=1 count=5,3 cb03:a priv=0 count=5,3 cb03:a" },
	{ "an overflow sets OF, and LCOFIP is pending",
	  "priv=3 c323<7 cb03<fffffffffffffffb count=4,4 c344&2000:0 "
	  "count=3,3 cb03:2 c323:8000000000000007 c344&2000:2000" },
	{ "... not while OF is set", "c344<0 cb03<~0 count=3,3 c344&2000:0" },
	{ "... and again", "c323<7 cb03<~0 count=1,1 c344&2000:2000" },
	{ "halves of an event",
	  "rv32 +sscofpmf event_cycles=7 mhpmevent_writable=~0 c323<7 "
	  "c723<80000000 c323:7 c723:80000000 count=5,3 cb03:5 "
	  "cb03<ffffffff cb83<ffffffff count=5,3 c344&2000:0 "
	  "c723<40000000 count=5,3 cb03:4" },
};

static void rows_of_words(void)
{
	model_scripts(scripts, array_size(scripts));
}

static const struct unit_test tests[] = {
	UNIT_TEST(halves, UNIT_ONE),
	UNIT_TEST(halves_there, UNIT_ONE),
	UNIT_TEST(rows_of_words, UNIT_ONE),
};

UNIT_MAIN("model_csr_write", tests)
