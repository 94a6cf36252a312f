// SPDX-License-Identifier: BSD-2-Clause
/* Registers and design, converted to the state of the encoder model. */
#include "ntrace_emit_internal.h"

#define FEATURE(name) FIELD_MASK(TR_TE_INST_FEATURES, name)
/* N-Trace has no other features (Trace Encoder Parameters and Controls). */
#define FEATURES                                                              \
	(FEATURE(EN_SEQUENTIAL_JUMP) | FEATURE(EN_IMPLICIT_RETURN) |          \
	 FEATURE(IMPLICIT_RETURN_MODE) | FEATURE(EN_REPEATED_HISTORY) |       \
	 FEATURE(EN_ALL_JUMPS) | FEATURE(EXTEND_ADDR_MSB) | FEATURE(SRC_ID) | \
	 FEATURE(SRC_BITS))
#define CONTROL(name) FIELD_MASK(TR_TE_CONTROL, name)
#define CONTROLS                                                             \
	(CONTROL(ACTIVE) | CONTROL(ENABLE) | CONTROL(INST_TRACING) |         \
	 CONTROL(INST_MODE) | CONTROL(CONTEXT) | CONTROL(INST_TRIG_ENABLE) | \
	 CONTROL(INST_STALL_ENA) | CONTROL(INHIBIT_SRC) |                    \
	 CONTROL(INST_SYNC_MODE) | CONTROL(INST_SYNC_MAX))

/* trTeInstMode, trTeFormat, and the largest width of SRC. */
enum {
	MODE_BTM = 3,
	MODE_HTM = 6,
	FORMAT_NTRACE = 1,
	SRC_BITS_MAX = 12,
};

/* trTeInstSyncMode. */
enum {
	SYNC_MODE_MESSAGES = 1,
	SYNC_MODE_CYCLES = 2,
	SYNC_MODE_HALFWORDS = 3,
};

#define FEATURE_GET(e, name) \
	FIELD_GET(TR_TE_INST_FEATURES, name, (e)->regs.te_inst_features)
#define CONTROL_GET(e, name) \
	FIELD_GET(TR_TE_CONTROL, name, (e)->regs.te_control)

static bool design_valid(const struct ntrace_emit_design *d)
{
	return (d->xlen == 32 || d->xlen == 64) && d->i_cnt_bits >= 3 &&
	       d->i_cnt_bits <= 22 && d->hist_bits >= 4 && d->hist_bits <= 32 &&
	       d->stack_depth >= 1 && d->stack_depth <= NTRACE_EMIT_STACK_MAX &&
	       d->partial_bits >= 2 && d->partial_bits < 64;
}

/* Replace a reserved mode by a valid one; 0 stays 0. */
static u64 legal_mode(u64 mode)
{
	return mode == 0 || mode == MODE_BTM ? mode : MODE_HTM;
}

static void legalize(struct ntrace_emit *e)
{
	struct ntrace_emit_regs *regs = &e->regs;
	u64 mode = legal_mode(CONTROL_GET(e, INST_MODE));
	u64 bits = FEATURE_GET(e, SRC_BITS);

	if (bits > SRC_BITS_MAX)
		bits = SRC_BITS_MAX;
	regs->te_control &= (u32)(CONTROLS & ~CONTROL(INST_MODE));
	regs->te_control |=
		(u32)(FIELD_SET(TR_TE_CONTROL, INST_MODE, mode) |
		      FIELD_SET(TR_TE_CONTROL, FORMAT, FORMAT_NTRACE));
	regs->te_inst_features &= (u32)(FEATURES & ~FEATURE(SRC_BITS));
	regs->te_inst_features |=
		(u32)FIELD_SET(TR_TE_INST_FEATURES, SRC_BITS, bits);
	/* SRC has no more bits than this, so the identifier has no more
	 * either */
	if (bits < SRC_BITS_MAX)
		regs->te_inst_features &=
			(u32) ~(FEATURE(SRC_ID) &
				~FIELD_SET(TR_TE_INST_FEATURES, SRC_ID,
					   bits_low64((unsigned int)bits)));
	ntrace_emit_filter_legal(regs);
}

static void init_format(struct ntrace_emit *e)
{
	e->format.xlen = e->design.xlen;
	e->format.extend_addr_msb = FEATURE_GET(e, EXTEND_ADDR_MSB);
	e->format.src_bits =
		CONTROL_GET(e, INHIBIT_SRC) ? 0 : (u8)FEATURE_GET(e, SRC_BITS);
}

/* The actions for the ingress port's 3-bit and 4-bit types (tables 3 and 4). */
static void init_actions(struct ntrace_emit *e)
{
	u8 taken = e->htm ? EMIT_BRANCH | EMIT_TAKEN : EMIT_DIRECT;
	u8 jump = FEATURE_GET(e, EN_ALL_JUMPS) ? taken : 0;
	u8 push = e->implicit_return ? EMIT_PUSH : 0;
	u8 pop = e->implicit_return ? EMIT_POP : 0;
	u8 indirect = (u8)(EMIT_INDIRECT | FEATURE_GET(e, EN_SEQUENTIAL_JUMP) *
						   EMIT_SEQUENTIAL);
	const u8 action[16] = {
		[INSN_ITYPE_EXCEPTION] = EMIT_INDIRECT | EMIT_TRAP,
		[INSN_ITYPE_INTERRUPT] = EMIT_INDIRECT | EMIT_TRAP,
		[INSN_ITYPE_TRAP_RETURN] = EMIT_INDIRECT,
		[INSN_ITYPE_BRANCH_NOT_TAKEN] = e->htm ? EMIT_BRANCH : 0,
		[INSN_ITYPE_BRANCH_TAKEN] = taken,
		[INSN_ITYPE_INDIRECT] = indirect,
		[INSN_ITYPE_CALL_INDIRECT] = indirect | push,
		[INSN_ITYPE_CALL] = push ? push : jump,
		[INSN_ITYPE_JUMP_INDIRECT] = indirect,
		[INSN_ITYPE_JUMP] = jump,
		[INSN_ITYPE_SWAP] = EMIT_INDIRECT | pop | push,
		[INSN_ITYPE_RETURN] = EMIT_INDIRECT | pop,
		[INSN_ITYPE_OTHER_INDIRECT] = indirect,
		[INSN_ITYPE_OTHER_JUMP] = jump,
	};
	unsigned int i;

	for (i = 0; i < array_size(action); i++)
		e->action[i] = action[i];
}

static void init_sync(struct ntrace_emit *e)
{
	u64 mode = CONTROL_GET(e, INST_SYNC_MODE);

	e->sync_limit = ~0ULL;
	if (mode)
		e->sync_limit = BIT64(CONTROL_GET(e, INST_SYNC_MAX) + 4);
	e->sync_messages = mode == SYNC_MODE_MESSAGES;
	e->sync_cycles = mode == SYNC_MODE_CYCLES ? ~(u32)0 : 0;
	e->sync_halfwords = mode == SYNC_MODE_HALFWORDS ? ~(u32)0 : 0;
	e->start_reason = NTRACE_SYNC_ENABLE;
}

static void init_modes(struct ntrace_emit *e)
{
	unsigned int width = (unsigned int)FIELD_GET(TR_TS_CONTROL, WIDTH,
						     e->regs.ts_control);

	e->htm = CONTROL_GET(e, INST_MODE) == MODE_HTM;
	e->context = CONTROL_GET(e, CONTEXT);
	e->timestamps = FIELD_GET(TR_TS_CONTROL, ENABLE, e->regs.ts_control);
	e->time_mask = width ? bits_low64(width) : ~0ULL;
	e->implicit_return = FEATURE_GET(e, EN_IMPLICIT_RETURN) &&
			     FEATURE_GET(e, IMPLICIT_RETURN_MODE);
	e->repeated_history = FEATURE_GET(e, EN_REPEATED_HISTORY);
}

bool ntrace_emit_init(struct ntrace_emit *emit,
		      const struct ntrace_emit_regs *regs,
		      const struct ntrace_emit_design *design, u8 *fifo,
		      size_t size)
{
	bool stalls =
		FIELD_GET(TR_TE_CONTROL, INST_STALL_ENA, regs->te_control);

	if (!design_valid(design) || size < NTRACE_EMIT_FIFO_MIN ||
	    (stalls && size < 2 * NTRACE_EMIT_STALL_ROOM))
		return false;
	*emit = (struct ntrace_emit){
		.regs = *regs,
		.design = *design,
		.fifo = fifo,
		.size = size,
		.attention = EMIT_OFF,
		.hist = EMIT_HIST_EMPTY,
		.hist_full = 1u << (design->hist_bits - 1),
		.i_cnt_full = 1u << (design->i_cnt_bits - 1),
		.last_tcode = NTRACE_TCODES,
		.stall_at = stalls ? size - NTRACE_EMIT_STALL_ROOM : size,
	};
	legalize(emit);
	init_format(emit);
	init_modes(emit);
	init_actions(emit);
	init_sync(emit);
	emit->latch = ntrace_emit_filter_latches(&emit->regs);
	emit->comps = ntrace_emit_filter_comps(&emit->regs);
	if (!ntrace_emit_filter_privileges(&emit->regs, &emit->passes))
		emit->attention |= EMIT_FILTER;
	return true;
}
