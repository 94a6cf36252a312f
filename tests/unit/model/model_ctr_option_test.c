// SPDX-License-Identifier: BSD-2-Clause
/*
 * Optional parts of the model's Control Transfer Records: fields that a hart
 * may lack, RAS emulation, cycle counts.
 */
#include "unit.h"
#include "model_ctr_rig.h"
#include "model_script.h"

/* --- cycle counts --------------------------------------------------------- */

/* ctrdata of the next record, after this number of cycles. */
static u64 count(u64 cycles)
{
	model_count(&rig, cycles, 1);
	ctr_run(CTR_PC, INSN_CALL);
	return ctr_get(0, 2);
}

/* CCE and CCM, decoded as by software. */
static u64 decoded(u64 data)
{
	u64 exponent = data >> 28, mantissa = data >> 16 & 0xfff;

	return exponent ? (0x1000 + mantissa) << (exponent - 1) : mantissa;
}

static void cycles(void)
{
	static const u64 counts[] = {
		0, 1, 4095, 4096, 8191, 8192, 65535, 524224, 1u << 26, 134201344
	};
	unsigned int i;
	u64 data;

	ctr_new(64);
	rig_set(MCTRCTL, CTR_S);
	rig_set(MODEL_PRIV, MODEL_S);
	CHECK_EQ("not valid yet", count(77), 8);
	for (i = 0; i < array_size(counts); i++) {
		data = count(counts[i]);
		CHECK_EQ("valid", data & 0xffff, CTR_CCV | 8);
		CHECK("no more", decoded(data) <= counts[i]);
		CHECK("near", counts[i] - decoded(data) <= counts[i] >> 12);
	}
	CHECK_EQ("saturated", count(1ull << 40) >> 16, 0xffff);
	rig_set(SCTRCTL, CTR_S);
	CHECK_EQ("written", count(5), 8);
	CHECK_EQ("valid again", count(5), 5 << 16 | CTR_CCV | 8);
	rig_set(MODEL_PRIV, MODEL_M);
	rig_run(CTR_SCTRCLR);
	rig_set(MODEL_PRIV, MODEL_S);
	CHECK_EQ("cleared", count(5), 8);
	CHECK_EQ("nothing else stays", ctr_get(1, 1), 0);
}

/* Cycles in a mode without recording, or while frozen, do not count. */
static void cycles_while_active(void)
{
	ctr_new(64);
	rig_set(MCTRCTL, CTR_S);
	rig_set(MODEL_PRIV, MODEL_S);
	count(0);
	model_count(&rig, 3, 1);
	ctr_run(CTR_PC, RIG_ECALL);
	model_count(&rig, 1000, 1);
	rig_set(0x300, 1 << 11);
	rig_set(0x341, CTR_PC);
	rig_run(RIG_MRET);
	model_count(&rig, 4, 1);
	rig_set(SCTRSTATUS, rig_get(SCTRSTATUS) | CTR_FROZEN);
	model_count(&rig, 1000, 1);
	rig_set(SCTRSTATUS, rig_get(SCTRSTATUS) & 0xff);
	CHECK_EQ("those of S-mode", count(5) >> 16, 12);
}

static void short_counts(void)
{
	static const u32 most[] = { 4095, 8191, 32764, 524224, 134201344 };
	static const u32 data[] = { 0x0fff800f, 0x1fff800f, 0x3fff800f,
				    0x7fff800f, 0xffff800f };
	struct model_config config = ctr_config(64);
	unsigned int i;

	for (i = 0; i < array_size(most); i++) {
		config.ctr.data = data[i];
		rig_new_config(&config);
		rig_open();
		rig_set(MCTRCTL, CTR_S);
		rig_set(MODEL_PRIV, MODEL_S);
		count(0);
		CHECK_EQ("most", decoded(count(most[i])), most[i]);
		CHECK_EQ("more", decoded(count(1u << 30)), most[i]);
	}
}

/* --- rows ------------------------------------------------------------------ */

/*
 * See model_ctr_csr_test.c. x1, x5 and x6 hold 80000300: jalr x1, x6 is
 * 000300e7, a return jalr x0, x1 is 00008067, a swap jalr x1, x5 is 000280e7.
 */
static const struct model_script scripts[] = {
	{ "no TYPE, 39 bits of an address, MISP",
	  "rv64 +ctr ctr.data=0 ctr.pc_bits=27 ctr.misp=1 open "
	  "c30c<1040000000000000 x1=80000300 x5=80000300 x6=80000300 priv=1 "
	  "c150=200 x11=~0 csrrw=153 csrr=153 x10:0 "
	  "x11=4080001235 csrrw=151 csrr=151 x10:ffffffc080001235 "
	  "x11=ff00003080001235 csrrw=152 csrr=152 x10:3080001235 "
	  "x11=1 csrrw=152 csrr=152 x10:1" },
	{ "a call that is not predicted",
	  "c34e=2 pc=80000040 i=000300e7 rec0.0:80000041 rec0.1:80000301 "
	  "rec0.2&f:0" },
	{ "... then is", "x6=80000300 pc=80000040 i=000300e7 rec0.1:80000300" },
	{ "a branch forward is not", "pc=80000040 i=00000863 rec0.0:80000041 "
				     "rec0.1:80000051" },
	{ "a branch backward is", "pc=80000040 i=fe0008e3 rec0.1:80000030" },
	{ "a direct jump is", "pc=80000040 i=0100006f rec0.1:80000050" },
	{ "fields of sctrstatus of custom controls",
	  "rv64 +ctr ctr.control=5000ff3e00001b87 ctr.custom=7fff0100 open "
	  "c30c<1040000000000000 x6=80000300 priv=1 "
	  "x11=~0 csrrw=14f csrr=14f x10:8000000f "
	  "x11=f000000000000000 csrrw=14e csrr=14e x10:5000000000000000 "
	  "x11=7ffff0f3 csrrw=14f csrr=14f x10:7fff0003" },
	{ "... stay beside a record",
	  "c14e=1000000000000002 pc=80000040 i=000300e7 c14f:7fff0004" },
	{ "... and nothing is left of them behind the controls",
	  "x11=0 csrrw=14e c14f:4 x11=1000000000000000 csrrw=14e c14f:4" },
	{ "RAS emulation records calls alone, whatever the filters",
	  "rv64 +ctr open x1=80000300 x5=80000300 x6=80000300 "
	  "c34e=ff2e00000082 priv=1 pc=80000040 i=000300e7 "
	  "x1=80000300 pc=80000044 i=000300e7 pc=80000048 i=00000863 "
	  "pc=80000048 i=00030067 pc=80000048 i=000303e7 c14f:2 "
	  "rec0.0:80000045 rec0.1:80000300 rec0.2&f:8" },
	{ "a swap replaces the youngest, without a count",
	  "x5=80000300 pc=8000004c i=000280e7 c14f:2 rec0.0:8000004d "
	  "rec0.1:80000300 rec0.2:c" },
	{ "a return makes it invalid, and no more",
	  "x1=80000300 pc=80000050 i=00008067 c14f:1 rec0.0:80000041 "
	  "rec0.1:80000300 rec0.2&f:8 rec15.0:8000004c rec15.1:80000300" },
	{ "below the first",
	  "pc=80000050 i=00008067 pc=80000050 i=00008067 c14f:f rec0.0:0" },
	{ "frozen", "c14f=80000003 pc=80000050 i=00008067 pc=80000050 "
		    "i=000300e7 c14f:80000003" },
	{ "mcycle and minstret",
	  "rv64 +ctr count=7,3 cb00:7 cb02:3 c320=1 count=7,3 cb00:7 cb02:6 "
	  "c320=4 count=7,3 cb00:e cb02:6" },
};

static void rows_of_words(void)
{
	model_scripts(scripts, array_size(scripts));
}

static const struct unit_test tests[] = {
	UNIT_TEST(cycles, UNIT_ONE),
	UNIT_TEST(cycles_while_active, UNIT_ONE),
	UNIT_TEST(short_counts, UNIT_ONE),
	UNIT_TEST(rows_of_words, UNIT_ONE),
};

UNIT_MAIN("model_ctr_option", tests)
