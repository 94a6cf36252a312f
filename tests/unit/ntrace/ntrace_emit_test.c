// SPDX-License-Identifier: BSD-2-Clause
/*
 * The encoder model's FIFO and the maximum values of its counters: cases that
 * are too long for a golden file, or that a golden file cannot express.
 */
#include <hart/fields.h>
#include <ntrace/emit.h>

#include "unit.h"

static u8 fifo[1 << 16];
static struct ntrace_emit emit;

static u32 control(unsigned int mode)
{
	return (u32)(FIELD_SET(TR_TE_CONTROL, ACTIVE, 1) |
		     FIELD_SET(TR_TE_CONTROL, ENABLE, 1) |
		     FIELD_SET(TR_TE_CONTROL, INST_TRACING, 1) |
		     FIELD_SET(TR_TE_CONTROL, INST_MODE, mode));
}

enum {
	BTM = 3,
	HTM = 6,
};

static const struct ntrace_emit_design plain = NTRACE_EMIT_DESIGN(64);

static void start(u32 te_control, u32 features, bool repeat_branch)
{
	struct ntrace_emit_regs regs = { .te_control = te_control,
					 .te_inst_features = features };
	struct ntrace_emit_design design = plain;

	design.repeat_branch = repeat_branch;
	CHECK("init",
	      ntrace_emit_init(&emit, &regs, &design, fifo, sizeof(fifo)));
}

/* The n-th message in the FIFO. */
static struct ntrace_msg message(unsigned int n)
{
	size_t at = 0, used;
	struct ntrace_msg msg;

	do {
		CHECK_EQ("decodes",
			 ntrace_msg_decode(&emit.format, fifo + at,
					   emit.used - at, &used, &msg),
			 NTRACE_OK);
		at += used;
	} while (n--);
	return msg;
}

static void retire(const struct ntrace_block *block, unsigned int times)
{
	while (times--)
		CHECK_EQ("taken", ntrace_emit_blocks(&emit, block, 1), 1);
}

/* A loop of one branch to itself. */
static const struct ntrace_block loop = { .iaddr = 0x100,
					  .iretire = 1,
					  .ilastsize = 1,
					  .priv = NTRACE_EMIT_M,
					  .itype = INSN_ITYPE_BRANCH_TAKEN };

static void emit_i_cnt_22_bits(void)
{
	struct ntrace_block block = loop;
	struct ntrace_msg msg;

	start(control(HTM), 0, false);
	block.itype = INSN_ITYPE_JUMP;
	block.iretire = NTRACE_EMIT_IRETIRE_MAX;
	retire(&block, 40);
	CHECK_EQ("not yet full, then full once", emit.messages, 2);
	msg = message(1);
	CHECK_EQ("full", msg.tcode, NTRACE_RESOURCE_FULL);
	CHECK_EQ("I-CNT", msg.field[NTRACE_RCODE], NTRACE_RCODE_I_CNT);
	CHECK_EQ("first value with the top bit", msg.field[NTRACE_RDATA],
		 33 * NTRACE_EMIT_IRETIRE_MAX);
	CHECK("22 bits", !(msg.field[NTRACE_RDATA] >> 22));
	CHECK_EQ("starts anew", emit.i_cnt, 7 * NTRACE_EMIT_IRETIRE_MAX);
}

static void emit_b_cnt_18_bits(void)
{
	const unsigned int max = 0x3ffff;
	struct ntrace_msg msg;

	start(control(BTM), 0, true);
	/*
	 * the last branch waits for its address; the first one has its message
	 */
	retire(&loop, max + 2);
	msg = message(2);
	CHECK_EQ("full", msg.tcode, NTRACE_REPEAT_BRANCH);
	CHECK_EQ("B-CNT", msg.field[NTRACE_B_CNT], max);
	retire(&loop, 6);
	ntrace_emit_ingress(&emit, NTRACE_INGRESS_DEBUG_ENTRY, 0);
	msg = message(3);
	CHECK_EQ("another", msg.tcode, NTRACE_REPEAT_BRANCH);
	CHECK_EQ("the rest", msg.field[NTRACE_B_CNT], 6);
}

/*
 * Retire this number of taken branches.
 * @return number of branches in the messages
 */
static u64 repeated(unsigned int num)
{
	const unsigned int max = 0x3ffff;
	struct ntrace_msg msg;
	u64 branches = 0;
	unsigned int n;

	start(control(HTM),
	      FIELD_MASK(TR_TE_INST_FEATURES, EN_REPEATED_HISTORY), false);
	retire(&loop, num);
	ntrace_emit_ingress(&emit, NTRACE_INGRESS_DEBUG_ENTRY, 0);
	for (n = 1; n < emit.messages - 1; n++) {
		msg = message(n);
		if (msg.field[NTRACE_RCODE] == NTRACE_RCODE_I_CNT)
			continue;
		CHECK("HREPEAT fits", msg.field[NTRACE_HREPEAT] <= max);
		branches += msg.field[NTRACE_HREPEAT] *
			    bits_fls64(msg.field[NTRACE_RDATA]);
	}
	msg = message(n);
	return branches + bits_fls64(msg.field[NTRACE_HIST]);
}

/*
 * A HIST of 31 branches, more often than HREPEAT can count; then so often that
 * the shortest pattern, one branch, cannot be used.
 */
static void emit_hrepeat_18_bits(void)
{
	static const unsigned int rows[] = { 0x40000 * 31 + 5, 20000 * 31 };
	size_t i;

	for (i = 0; i < array_size(rows); i++)
		CHECK_EQ("no branch is missing", repeated(rows[i]), rows[i]);
}

static const struct ntrace_block far_jumps[2] = {
	{ .iaddr = 0x100,
	  .iretire = 2,
	  .ilastsize = 2,
	  .priv = NTRACE_EMIT_M,
	  .itype = INSN_ITYPE_JUMP_INDIRECT },
	{ .iaddr = 0x7ffffffff000,
	  .iretire = 2,
	  .ilastsize = 2,
	  .priv = NTRACE_EMIT_M,
	  .itype = INSN_ITYPE_JUMP_INDIRECT },
};

static void fill_fifo(u32 te_control, size_t size)
{
	struct ntrace_emit_regs regs = { .te_control = te_control };
	unsigned int n = 0;

	CHECK("init", ntrace_emit_init(&emit, &regs, &plain, fifo, size));
	while (!FIELD_GET(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW,
			  emit.regs.te_control))
		ntrace_emit_blocks(&emit, &far_jumps[n++ % 2], 1);
}

static void emit_stall_refuses(void)
{
	u32 stall = FIELD_MASK(TR_TE_CONTROL, INST_STALL_ENA);
	size_t used;

	fill_fifo(control(HTM) | stall, 2 * NTRACE_EMIT_STALL_ROOM);
	used = emit.used;
	CHECK_EQ("no block", ntrace_emit_blocks(&emit, far_jumps, 2), 0);
	CHECK("no event",
	      !ntrace_emit_ingress(&emit, NTRACE_INGRESS_NOTIFY, 0));
	CHECK("no context",
	      !ntrace_emit_context(&emit, NTRACE_PROCESS_SCONTEXT, 1, 0));
	CHECK("no write", !ntrace_emit_control(&emit, 0, 0));
	CHECK_EQ("nothing was done", emit.used, used);
	ntrace_emit_take(&emit, used);
	CHECK_EQ("room again", ntrace_emit_blocks(&emit, far_jumps, 2), 2);
	CHECK("nothing was lost", !emit.lost);
}

static void emit_gives_up_stalling(void)
{
	u32 stall = FIELD_MASK(TR_TE_CONTROL, INST_STALL_ENA);
	unsigned int n;

	fill_fifo(control(HTM) | stall, 2 * NTRACE_EMIT_STALL_ROOM);
	CHECK_EQ("stalled", ntrace_emit_blocks(&emit, far_jumps, 2), 0);
	ntrace_emit_give_up(&emit);
	for (n = 0; n < 100; n++)
		CHECK_EQ("goes on", ntrace_emit_blocks(&emit, far_jumps, 2), 2);
	CHECK("something was lost", emit.lost);
}

static void emit_overflow_bit_is_cleared_by_1(void)
{
	u32 sticky = FIELD_MASK(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW);

	fill_fifo(control(HTM), NTRACE_EMIT_FIFO_MIN);
	ntrace_emit_control(&emit, emit.regs.te_control & ~sticky, 0);
	CHECK("0 leaves it", emit.regs.te_control & sticky);
	ntrace_emit_control(&emit, emit.regs.te_control, 0);
	CHECK("1 clears it", !(emit.regs.te_control & sticky));
}

static void emit_no_more_than_the_fifo(void)
{
	size_t size, i, at, used;
	struct ntrace_msg msg;
	unsigned int n;

	for (size = NTRACE_EMIT_FIFO_MIN; size < NTRACE_EMIT_FIFO_MIN + 50;
	     size++) {
		for (i = size; i < size + 64; i++)
			fifo[i] = 0xa5;
		fill_fifo(control(BTM), size);
		CHECK("used", emit.used <= size);
		for (at = 0, n = 0; at < emit.used; at += used, n++)
			CHECK_EQ("whole messages",
				 ntrace_msg_decode(&emit.format, fifo + at,
						   emit.used - at, &used, &msg),
				 NTRACE_OK);
		CHECK_EQ("lost ones do not count", emit.messages, n);
		for (i = size; i < size + 64; i++)
			CHECK_EQ("behind it", fifo[i], 0xa5);
	}
}

static void emit_take_part(void)
{
	u8 second;

	start(control(BTM), 0, false);
	retire(&loop, 3);
	second = fifo[1];
	ntrace_emit_take(&emit, 1);
	CHECK_EQ("moved up", fifo[0], second);
	ntrace_emit_take(&emit, emit.used);
	CHECK_EQ("all", emit.used, 0);
}

static void emit_disabled_reads_so(void)
{
	start(control(HTM), 0, false);
	ntrace_emit_control(&emit, control(HTM), 0);
	CHECK_EQ("still enabled", emit.regs.te_control & control(HTM),
		 control(HTM));
	ntrace_emit_control(&emit, 0, 0);
	CHECK("disabled",
	      !FIELD_GET(TR_TE_CONTROL, ENABLE, emit.regs.te_control));
}

/*
 * Most blocks cost little: only those after a jump or a request are examined.
 */
static void emit_only_counts(void)
{
	struct ntrace_block straight = loop;

	straight.itype = INSN_ITYPE_NONE;
	start(control(BTM), 0, false);
	retire(&straight, 1);
	CHECK_EQ("started", emit.attention, 0);
	retire(&loop, 1);
	CHECK("a jump", emit.attention);
	retire(&straight, 1);
	CHECK_EQ("behind it", emit.attention, 0);
	ntrace_emit_ingress(&emit, NTRACE_INGRESS_NOTIFY, 0);
	CHECK("a request", emit.attention);
	retire(&straight, 1);
	CHECK_EQ("behind that", emit.attention, 0);
}

static void tcodes(const char *name, const u8 *want, unsigned int num)
{
	unsigned int n;

	CHECK_EQ(name, emit.messages, num);
	for (n = 0; n < num; n++)
		CHECK_EQ(name, message(n).tcode, want[n]);
}

/* Take all messages from the FIFO, and reset their count. */
static void take_all(void)
{
	ntrace_emit_take(&emit, emit.used);
	emit.messages = 0;
}

/* A request from before a loss is dropped with the lost messages. */
static void emit_loss_forgets_requests(void)
{
	static const u8 want[] = { NTRACE_ERROR, NTRACE_PROG_TRACE_SYNC,
				   NTRACE_INDIRECT_BRANCH,
				   NTRACE_INDIRECT_BRANCH };

	fill_fifo(control(HTM), NTRACE_EMIT_FIFO_MIN);
	ntrace_emit_ingress(&emit, NTRACE_INGRESS_NOTIFY, 0);
	take_all();
	retire(&far_jumps[0], 3);
	tcodes("no other sync", want, array_size(want));
	CHECK_EQ("SYNC", message(1).field[NTRACE_SYNC], NTRACE_SYNC_FIFO);
}

/* Write scontext until an Ownership message is lost. */
static void lose_ownership(void)
{
	while (!emit.lost)
		ntrace_emit_context(&emit, NTRACE_PROCESS_SCONTEXT, 1, 0);
}

static void start_contexts(u32 features)
{
	struct ntrace_emit_regs regs = {
		.te_control = control(HTM) | FIELD_MASK(TR_TE_CONTROL, CONTEXT),
		.te_inst_features = features,
	};
	struct ntrace_emit_design design = plain;

	design.has_scontext = true;
	CHECK("init", ntrace_emit_init(&emit, &regs, &design, fifo,
				       NTRACE_EMIT_FIFO_MIN));
}

/*
 * ECODE has the kinds of messages lost since the last Error. Blocks after the
 * loss were not traced.
 */
static void emit_loss_has_kinds(void)
{
	struct ntrace_block block = loop;

	block.itype = INSN_ITYPE_JUMP;
	block.iretire = NTRACE_EMIT_IRETIRE_MAX;
	start_contexts(0);
	while (!emit.lost)
		retire(far_jumps, 1);
	take_all();
	retire(far_jumps, 1);
	CHECK_EQ("jumps", message(0).field[NTRACE_ECODE], 1 << 2);
	lose_ownership();
	retire(&block, 40);
	take_all();
	retire(&block, 1);
	CHECK_EQ("Error", message(0).tcode, NTRACE_ERROR);
	CHECK_EQ("Ownership", message(0).field[NTRACE_ECODE], 1 << 3);
}

/* A HIST that was held back is lost, too. */
static void emit_loss_forgets_history(void)
{
	static const u8 want[] = { NTRACE_ERROR, NTRACE_PROG_TRACE_SYNC,
				   NTRACE_OWNERSHIP };

	start_contexts(FIELD_MASK(TR_TE_INST_FEATURES, EN_REPEATED_HISTORY));
	retire(&loop, 3 * 31);
	lose_ownership();
	take_all();
	retire(&loop, 1);
	tcodes("no HIST", want, array_size(want));
}

/*
 * Trace only the handler of a trap with one of these causes, up to its return.
 */
static void filter_causes(u64 causes)
{
	struct ntrace_emit_regs regs = {
		.te_control = control(HTM),
		.te_inst_filters = 1,
		.filter[0] = {
			.control = (u32)(FIELD_SET(TR_TE_FILTER_CONTROL,
						   ENABLE, 1) |
					 FIELD_SET(TR_TE_FILTER_CONTROL,
						   MATCH_ECAUSE, 1)),
			.ecause = causes,
		},
	};

	CHECK("init",
	      ntrace_emit_init(&emit, &regs, &plain, fifo, sizeof(fifo)));
}

/*
 * The filter counts nested traps up to 255, as the count "will saturate": it
 * then ends one return too early, and not one too late.
 */
static void emit_filter_counts_255_traps(void)
{
	struct ntrace_block block = loop;
	u64 messages;

	filter_causes(1u << 3);
	block.itype = INSN_ITYPE_EXCEPTION;
	block.ecause = 3;
	retire(&block, 256);
	block.itype = INSN_ITYPE_TRAP_RETURN;
	retire(&block, 254);
	CHECK_EQ("still inside", emit.traps[0], 1);
	messages = emit.messages;
	retire(&block, 1);
	CHECK_EQ("traced", emit.messages, messages + 1);
	retire(&block, 1);
	CHECK_EQ("its end", emit.messages, messages + 2);
	retire(&block, 1);
	CHECK_EQ("no more", emit.messages, messages + 2);
}

/* Causes from 64 on have no bit in the mask. */
static void emit_filter_causes_below_64(void)
{
	struct ntrace_block block = loop;

	filter_causes(1ULL << 63 | 1);
	block.itype = INSN_ITYPE_INTERRUPT;
	block.ecause = 64;
	retire(&block, 1);
	CHECK_EQ("64 is not 0", emit.messages, 0);
	block.ecause = 63;
	retire(&block, 1);
	CHECK_EQ("63", emit.messages, 1);
}

#define FILTER(name, value) ((u32)FIELD_SET(TR_TE_FILTER_CONTROL, name, value))

/*
 * Filters by privilege alone are checked when the privilege changes. A disabled
 * filter matches nothing, and a filter with another condition is checked for
 * each block.
 */
static void emit_filter_by_privilege(void)
{
	struct ntrace_emit_regs regs = {
		.te_control = control(HTM),
		.te_inst_filters = 7,
		.filter[0] = { FILTER(ENABLE, 1) | FILTER(MATCH_PRIVILEGE, 1),
			       .match_inst = 1 << NTRACE_EMIT_U },
		.filter[1] = { FILTER(ENABLE, 1) | FILTER(MATCH_PRIVILEGE, 1),
			       .match_inst = 1 << NTRACE_EMIT_S },
		.filter[2] = { FILTER(MATCH_PRIVILEGE, 1), .match_inst = 0xff },
	};
	struct ntrace_block block = loop;

	CHECK("init",
	      ntrace_emit_init(&emit, &regs, &plain, fifo, sizeof(fifo)));
	CHECK_EQ("privileges", emit.passes,
		 1 << NTRACE_EMIT_U | 1 << NTRACE_EMIT_S);
	CHECK_EQ("no comparator", emit.comps, 0);
	block.priv = NTRACE_EMIT_S;
	retire(&block, 2);
	CHECK("S is traced", emit.running);
	CHECK_EQ("and its blocks are only counted", emit.attention, 0);
	block.priv = NTRACE_EMIT_M;
	retire(&block, 1);
	CHECK("M is not", !emit.running);
	block.priv = NTRACE_EMIT_U;
	retire(&block, 1);
	CHECK("U is", emit.running);
	regs.filter[1].control |= FILTER(MATCH_COMP2, 1) | FILTER(COMP2, 5);
	CHECK("init",
	      ntrace_emit_init(&emit, &regs, &plain, fifo, sizeof(fifo)));
	CHECK_EQ("a comparator", emit.comps, 1 << 5);
	block.priv = NTRACE_EMIT_U;
	retire(&block, 2);
	CHECK("each block is judged", emit.running && emit.attention);
}

static const struct unit_test tests[] = {
	UNIT_TEST(emit_i_cnt_22_bits, UNIT_ONE),
	UNIT_TEST(emit_b_cnt_18_bits, UNIT_ONE),
	UNIT_TEST(emit_hrepeat_18_bits, UNIT_ONE),
	UNIT_TEST(emit_stall_refuses, UNIT_ONE),
	UNIT_TEST(emit_gives_up_stalling, UNIT_ONE),
	UNIT_TEST(emit_overflow_bit_is_cleared_by_1, UNIT_ONE),
	UNIT_TEST(emit_no_more_than_the_fifo, UNIT_ONE),
	UNIT_TEST(emit_take_part, UNIT_ONE),
	UNIT_TEST(emit_disabled_reads_so, UNIT_ONE),
	UNIT_TEST(emit_only_counts, UNIT_ONE),
	UNIT_TEST(emit_loss_forgets_requests, UNIT_ONE),
	UNIT_TEST(emit_loss_has_kinds, UNIT_ONE),
	UNIT_TEST(emit_loss_forgets_history, UNIT_ONE),
	UNIT_TEST(emit_filter_counts_255_traps, UNIT_ONE),
	UNIT_TEST(emit_filter_causes_below_64, UNIT_ONE),
	UNIT_TEST(emit_filter_by_privilege, UNIT_ONE),
};

UNIT_MAIN("ntrace_emit", tests)
