// SPDX-License-Identifier: BSD-2-Clause
/* The encoder model's registers (WARL) and its design. */
#include <hart/fields.h>
#include <ntrace/emit.h>

#include "unit.h"

static u8 fifo[2 * NTRACE_EMIT_STALL_ROOM];
static struct ntrace_emit emit;

static void init(const struct ntrace_emit_regs *regs)
{
	static const struct ntrace_emit_design design = NTRACE_EMIT_DESIGN(64);

	CHECK("init",
	      ntrace_emit_init(&emit, regs, &design, fifo, sizeof(fifo)));
}

#define CONTROL(name) FIELD_GET(TR_TE_CONTROL, name, emit.regs.te_control)
#define FEATURE(name) \
	FIELD_GET(TR_TE_INST_FEATURES, name, emit.regs.te_inst_features)

/* After a write of all ones, registers have the values that exist. */
static void init_all_ones(void)
{
	struct ntrace_emit_regs regs;
	unsigned int i;

	for (i = 0; i < sizeof(regs); i++)
		((u8 *)&regs)[i] = 0xff;
	init(&regs);
	CHECK_EQ("a mode that exists", CONTROL(INST_MODE), 6);
	CHECK_EQ("N-Trace", CONTROL(FORMAT), 1);
	CHECK_EQ("status", CONTROL(EMPTY), 0);
	CHECK_EQ("status", CONTROL(INST_STALL_OR_OVERFLOW), 0);
	CHECK_EQ("E-Trace's", FEATURE(NO_ADDR_DIFF), 0);
	CHECK_EQ("E-Trace's", FEATURE(NO_TRAP_ADDR), 0);
	CHECK_EQ("E-Trace's", FEATURE(EN_BRANCH_PREDICTION), 0);
	CHECK_EQ("E-Trace's", FEATURE(EN_JUMP_TARGET_CACHE), 0);
	CHECK_EQ("12 bits at most", FEATURE(SRC_BITS), 12);
	CHECK_EQ("all of SRC", FEATURE(SRC_ID), 0xfff);
	CHECK_EQ("16 filters", emit.regs.te_inst_filters, 0xffff);
	CHECK_EQ("a filter", emit.regs.filter[15].control, 0x1ffff);
	CHECK_EQ("modes", emit.regs.filter[15].match_inst, 0x1ff);
	CHECK_EQ("a comparator", emit.regs.comp[7].control, 0x3775);
}

static void init_modes(void)
{
	static const u8 becomes[8] = { 0, 6, 6, 3, 6, 6, 6, 6 };
	unsigned int mode;

	for (mode = 0; mode < 8; mode++) {
		const struct ntrace_emit_regs regs = {
			.te_control =
				(u32)FIELD_SET(TR_TE_CONTROL, INST_MODE, mode),
		};

		init(&regs);
		CHECK_EQ("trTeInstMode", CONTROL(INST_MODE), becomes[mode]);
	}
}

static void init_source_id_fits(void)
{
	unsigned int bits;

	for (bits = 0; bits <= 15; bits++) {
		unsigned int real = bits > 12 ? 12 : bits;
		const struct ntrace_emit_regs regs = {
			.te_inst_features = (u32)(FIELD_SET(TR_TE_INST_FEATURES,
							    SRC_BITS, bits) |
						  FIELD_SET(TR_TE_INST_FEATURES,
							    SRC_ID, 0xfff)),
		};

		init(&regs);
		CHECK_EQ("trTeSrcBits", emit.format.src_bits, real);
		CHECK_EQ("trTeSrcID", FEATURE(SRC_ID), (1u << real) - 1);
	}
}

/* With any of these fields 0, nothing is traced. */
static void init_what_tracing_needs(void)
{
	static const u64 needed[] = {
		FIELD_MASK(TR_TE_CONTROL, ACTIVE),
		FIELD_MASK(TR_TE_CONTROL, ENABLE),
		FIELD_MASK(TR_TE_CONTROL, INST_TRACING),
		FIELD_MASK(TR_TE_CONTROL, INST_MODE),
		0,
	};
	static const struct ntrace_block block = { .iaddr = 0x100,
						   .iretire = 1,
						   .ilastsize = 1 };
	u64 all = 0;
	size_t i;

	for (i = 0; i < array_size(needed); i++)
		all |= needed[i];
	for (i = 0; i < array_size(needed); i++) {
		const struct ntrace_emit_regs regs = {
			.te_control = (u32)(all & ~needed[i]),
		};

		init(&regs);
		ntrace_emit_blocks(&emit, &block, 1);
		CHECK_EQ("messages", emit.messages, !needed[i]);
	}
}

static void init_refuses_designs(void)
{
#define DESIGN(field, value)                                              \
	{                                                                 \
#field, offsetof(struct ntrace_emit_design, field), value \
	}
	static const struct {
		const char *name;
		size_t at;
		u8 value;
	} rows[] = {
		DESIGN(xlen, 16),	 DESIGN(xlen, 0),
		DESIGN(i_cnt_bits, 2),	 DESIGN(i_cnt_bits, 23),
		DESIGN(hist_bits, 3),	 DESIGN(hist_bits, 33),
		DESIGN(stack_depth, 0),	 DESIGN(stack_depth, 33),
		DESIGN(partial_bits, 1), DESIGN(partial_bits, 64),
	};
	const struct ntrace_emit_regs regs = { 0 };
	size_t i;

	for (i = 0; i < array_size(rows); i++) {
		struct ntrace_emit_design design = NTRACE_EMIT_DESIGN(64);

		((u8 *)&design)[rows[i].at] = rows[i].value;
		CHECK(rows[i].name, !ntrace_emit_init(&emit, &regs, &design,
						      fifo, sizeof(fifo)));
	}
}

static void init_refuses_small_fifos(void)
{
	const struct ntrace_emit_design design = NTRACE_EMIT_DESIGN(32);
	const struct ntrace_emit_regs plain = { 0 }, stalls = {
		.te_control = (u32)FIELD_MASK(TR_TE_CONTROL, INST_STALL_ENA),
	};

	CHECK("too small", !ntrace_emit_init(&emit, &plain, &design, fifo,
					     NTRACE_EMIT_FIFO_MIN - 1));
	CHECK("enough", ntrace_emit_init(&emit, &plain, &design, fifo,
					 NTRACE_EMIT_FIFO_MIN));
	CHECK("too small to stall",
	      !ntrace_emit_init(&emit, &stalls, &design, fifo,
				2 * NTRACE_EMIT_STALL_ROOM - 1));
	CHECK("enough to stall", ntrace_emit_init(&emit, &stalls, &design, fifo,
						  2 * NTRACE_EMIT_STALL_ROOM));
}

static const struct unit_test tests[] = {
	UNIT_TEST(init_all_ones, UNIT_ONE),
	UNIT_TEST(init_modes, UNIT_ONE),
	UNIT_TEST(init_source_id_fits, UNIT_ONE),
	UNIT_TEST(init_what_tracing_needs, UNIT_ONE),
	UNIT_TEST(init_refuses_designs, UNIT_ONE),
	UNIT_TEST(init_refuses_small_fifos, UNIT_ONE),
};

UNIT_MAIN("ntrace_emit_init", tests)
