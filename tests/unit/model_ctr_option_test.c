// SPDX-License-Identifier: BSD-2-Clause
/*
 * Optional parts of the model's Control Transfer Records: fields that a hart
 * may lack, RAS emulation, cycle counts.
 */
#include "unit.h"
#include "model_ctr_rig.h"

/* --- fields of records --------------------------------------------------- */

static void fields_that_lack(void)
{
	struct model_config config = ctr_config(64);

	config.ctr.data = 0;
	config.ctr.pc_bits = 39;
	config.ctr.misp = true;
	rig_new_config(&config);
	rig_open();
	ctr_open();
	ctr_put(SISELECT, 0x200);
	CHECK_EQ("no TYPE", ctr_put(SIREG + 2, ~0ull), 0);
	CHECK_EQ("sign", ctr_put(SIREG, 0x0000004080001235),
		 0xffffffc080001235);
	CHECK_EQ("sign", ctr_put(SIREG + 1, 0xff00003080001235), 0x3080001235);
	CHECK_EQ("MISP", ctr_put(SIREG + 1, 1), 1);
	rig_set(MCTRCTL, CTR_S);
	ctr_run(CTR_PC, INSN_CALL);
	ctr_expect("no type", CTR_PC, CTR_ELSEWHERE | 1, 0);
	ctr_run(CTR_PC, INSN_CALL);
	ctr_expect("predicted", CTR_PC, CTR_ELSEWHERE, 0);
	ctr_run(CTR_PC, INSN_BRANCH);
	ctr_expect("not backward", CTR_PC, (CTR_PC + 16) | 1, 0);
	ctr_run(CTR_PC, 0xfe0008e3); /* beq x0, x0, -16 */
	ctr_expect("backward", CTR_PC, CTR_PC - 16, 0);
	ctr_run(CTR_PC, 0x0100006f);
	ctr_expect("direct", CTR_PC, CTR_PC + 16, 0);
}

/* Fields of sctrstatus that exist while custom controls are set. */
static void custom_status(void)
{
	struct model_config config = ctr_config(64);

	config.ctr.control |= 5ull << 60;
	config.ctr.custom = 0x7fff0100;
	rig_new_config(&config);
	rig_open();
	ctr_open();
	CHECK_EQ("closed", ctr_put(SCTRSTATUS, ~0ull), 0x8000000f);
	CHECK_EQ("bits that are there", ctr_put(SCTRCTL, 15ull << 60),
		 5ull << 60);
	CHECK_EQ("open", ctr_put(SCTRSTATUS, 0x7ffff0f3), 0x7fff0003);
	rig_set(SCTRCTL, CTR_S | 1ull << 60);
	ctr_run(CTR_PC, INSN_CALL);
	CHECK_EQ("beside a record", rig_get(SCTRSTATUS), 0x7fff0004);
	ctr_put(SCTRCTL, 0);
	CHECK_EQ("closed", rig_get(SCTRSTATUS), 4);
	ctr_put(SCTRCTL, 1ull << 60);
	CHECK_EQ("nothing is left", rig_get(SCTRSTATUS), 4);
}

/* --- RAS emulation -------------------------------------------------------- */

static void stack(void)
{
	u64 filters = 0xff3e00000000ull ^ CTR_NTBREN;

	ctr_new(64);
	rig_set(MCTRCTL, CTR_S | CTR_RASEMU | filters);
	ctr_run(CTR_PC, INSN_CALL);
	ctr_run(CTR_PC + 4, INSN_CALL);
	ctr_run(CTR_PC + 8, INSN_BRANCH);
	ctr_run(CTR_PC + 8, 0x00030067); /* jalr x0, x6 */
	ctr_run(CTR_PC + 8, 0x000303e7); /* jalr x7, x6 */
	CHECK_EQ("two calls", rig_get(SCTRSTATUS), 2);
	ctr_expect("youngest", CTR_PC + 4, CTR_ELSEWHERE, 8);
	ctr_run(CTR_PC + 12, INSN_SWAP);
	CHECK_EQ("a swap", rig_get(SCTRSTATUS), 2);
	ctr_expect("a swap", CTR_PC + 12, CTR_ELSEWHERE, 12);
	CHECK_EQ("without a count", ctr_get(0, 2), 12);
	ctr_run(CTR_PC + 16, INSN_RETURN);
	CHECK_EQ("one call", rig_get(SCTRSTATUS), 1);
	ctr_expect("the older", CTR_PC, CTR_ELSEWHERE, 8);
	CHECK_EQ("invalid", ctr_get(15, 0), CTR_PC + 12);
	CHECK_EQ("the rest stays", ctr_get(15, 1), CTR_ELSEWHERE);
	ctr_run(CTR_PC + 16, INSN_RETURN);
	ctr_run(CTR_PC + 16, INSN_RETURN);
	CHECK_EQ("below the first", rig_get(SCTRSTATUS), 15);
	CHECK_EQ("nothing", ctr_get(0, 0), 0);
	rig_set(SCTRSTATUS, CTR_FROZEN | 3);
	ctr_run(CTR_PC + 16, INSN_RETURN);
	ctr_run(CTR_PC + 16, INSN_CALL);
	CHECK_EQ("frozen", rig_get(SCTRSTATUS), CTR_FROZEN | 3);
}

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

static void counters(void)
{
	ctr_new(64);
	model_count(&rig, 7, 3);
	CHECK_EQ("mcycle", rig_get(0xb00), 7);
	CHECK_EQ("minstret", rig_get(0xb02), 3);
	rig_set(0x320, 1);
	model_count(&rig, 7, 3);
	CHECK_EQ("inhibited", rig_get(0xb00), 7);
	CHECK_EQ("minstret", rig_get(0xb02), 6);
	rig_set(0x320, 4);
	model_count(&rig, 7, 3);
	CHECK_EQ("mcycle", rig_get(0xb00), 14);
	CHECK_EQ("inhibited", rig_get(0xb02), 6);
}

static const struct unit_test tests[] = {
	UNIT_TEST(fields_that_lack, UNIT_ONE),
	UNIT_TEST(custom_status, UNIT_ONE),
	UNIT_TEST(stack, UNIT_ONE),
	UNIT_TEST(cycles, UNIT_ONE),
	UNIT_TEST(cycles_while_active, UNIT_ONE),
	UNIT_TEST(short_counts, UNIT_ONE),
	UNIT_TEST(counters, UNIT_ONE),
};

int main(void)
{
	return unit_main("model_ctr_option", tests, array_size(tests));
}
