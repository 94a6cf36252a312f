// SPDX-License-Identifier: BSD-2-Clause
/*
 * insn_expand() compared with the model's own decoder of 16-bit instructions,
 * which shares no code with it, for every encoding; Zcb, which the model does
 * not have, by rows.
 */
#include <stdio.h>

#include <insn/insn.h>

#include "../../../lib/model/model_internal.h"
#include "model/model_rig.h"
#include "unit.h"

/*
 * On RV32 the model detects illegal shifts by 32 and more after the expansion.
 */
static u32 expected(u32 code)
{
	u32 word = model_expand(&rig, code), opcode = word & 0x707f;

	if (hart_xlen() == 32 && (opcode == 0x1013 || opcode == 0x5013) &&
	    word & 1u << 25)
		return 0;
	return word;
}

static void expand_all(void)
{
	const struct insn_isa isa = { .xlen = (u8)hart_xlen() };
	char row[32];
	u32 code;

	rig_new(rig_preset(isa.xlen));
	for (code = 0; code < 0x10000; code++) {
		if ((code & 3) == 3)
			continue;
		snprintf(row, sizeof(row), "%04x", code);
		CHECK_EQ(row, insn_expand((u16)code, &isa), expected(code));
	}
	CHECK_EQ("of 32 bits", insn_expand(0x0073, &isa), 0);
}

static void expand_zcb(void)
{
	static const struct {
		const char *name;
		u16 code;
		u32 rv32, rv64;
	} rows[] = {
		{ "c.lbu a0, 3(a1)", 0x81e8, 0x0035c503, 0x0035c503 },
		{ "c.lhu a0, 2(a1)", 0x85a8, 0x0025d503, 0x0025d503 },
		{ "c.lh a0, 0(a1)", 0x85c8, 0x00059503, 0x00059503 },
		{ "c.sb a0, 1(a1)", 0x89c8, 0x00a580a3, 0x00a580a3 },
		{ "c.sh a0, 2(a1)", 0x8da8, 0x00a59123, 0x00a59123 },
		{ "c.zext.b a0", 0x9d61, 0x0ff57513, 0x0ff57513 },
		{ "c.sext.b a0", 0x9d65, 0x60451513, 0x60451513 },
		{ "c.zext.h a0", 0x9d69, 0x08054533, 0x0805453b },
		{ "c.sext.h a0", 0x9d6d, 0x60551513, 0x60551513 },
		{ "c.zext.w a0", 0x9d71, 0, 0x0805053b },
		{ "c.not a0", 0x9d75, 0xfff54513, 0xfff54513 },
		{ "c.mul a0, a1", 0x9d4d, 0x02b50533, 0x02b50533 },
		{ "reserved unary", 0x9d79, 0, 0 },
		{ "reserved store", 0x8de8, 0, 0 },
		{ "reserved group", 0x91e8, 0, 0 },
	};
	struct insn_isa isa = { .xlen = (u8)hart_xlen(), .zcb = true };
	size_t i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ(rows[i].name, insn_expand(rows[i].code, &isa),
			 isa.xlen == 32 ? rows[i].rv32 : rows[i].rv64);
	isa.zcb = false;
	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ(rows[i].name, insn_expand(rows[i].code, &isa), 0);
}

static const struct unit_test tests[] = {
	UNIT_TEST(expand_all, UNIT_ONE | UNIT_RV32),
	UNIT_TEST(expand_all, UNIT_ONE | UNIT_RV64),
	UNIT_TEST(expand_zcb, UNIT_ONE | UNIT_RV32),
	UNIT_TEST(expand_zcb, UNIT_ONE | UNIT_RV64),
};

UNIT_MAIN("insn_expand", tests)
