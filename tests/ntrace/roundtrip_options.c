// SPDX-License-Identifier: BSD-2-Clause
/* Options at random, and a program executed with them. */
#include <string.h>

#include <hart/fields.h>

#include "roundtrip.h"

/* A register field that is 0 half of the time, else anything below limit. */
#define SOMETIMES(rt, reg, name, limit) \
	((u32)FIELD_SET(                \
		reg, name,              \
		roundtrip_random(rt, 2) ? roundtrip_random(rt, limit) : 0))

static void choose_design(struct roundtrip *rt)
{
	struct ntrace_emit_design *d = &rt->design;

	*d = (struct ntrace_emit_design)NTRACE_EMIT_DESIGN(rt->code.isa.xlen);
	if (roundtrip_random(rt, 2))
		d->i_cnt_bits = (u8)(6 + roundtrip_random(rt, 17));
	if (roundtrip_random(rt, 2))
		d->hist_bits = (u8)(4 + roundtrip_random(rt, 29));
	d->stack_depth = (u8)(1 + roundtrip_random(rt, NTRACE_EMIT_STACK_MAX));
	d->partial_bits = (u8)(2 + roundtrip_random(rt, 60));
	d->has_scontext = roundtrip_random(rt, 2);
	d->has_hcontext = roundtrip_random(rt, 2);
	d->repeat_branch = roundtrip_random(rt, 2);
	d->trap_kinds = roundtrip_random(rt, 2);
	d->sync_i_cnt = roundtrip_random(rt, 2);
	d->sync_only_time = roundtrip_random(rt, 2);
	d->sync_waits = roundtrip_random(rt, 2);
	d->report_disabled = roundtrip_random(rt, 4) == 0;
}

static void choose_registers(struct roundtrip *rt)
{
	struct ntrace_emit_regs *regs = &rt->regs;

	regs->te_control =
		(u32)(FIELD_SET(TR_TE_CONTROL, ACTIVE, 1) |
		      FIELD_SET(TR_TE_CONTROL, ENABLE, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_TRACING, 1) |
		      FIELD_SET(TR_TE_CONTROL, INST_MODE,
				roundtrip_random(rt, 2) ? NTRACE_MODE_BTM :
							  NTRACE_MODE_HTM)) |
		SOMETIMES(rt, TR_TE_CONTROL, CONTEXT, 2) |
		SOMETIMES(rt, TR_TE_CONTROL, INST_STALL_ENA, 2) |
		SOMETIMES(rt, TR_TE_CONTROL, INHIBIT_SRC, 2) |
		SOMETIMES(rt, TR_TE_CONTROL, INST_SYNC_MODE, 4) |
		SOMETIMES(rt, TR_TE_CONTROL, INST_SYNC_MAX, 6);
	regs->te_inst_features =
		SOMETIMES(rt, TR_TE_INST_FEATURES, EN_SEQUENTIAL_JUMP, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, EN_IMPLICIT_RETURN, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, IMPLICIT_RETURN_MODE, 4) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, EN_REPEATED_HISTORY, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, EN_ALL_JUMPS, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, EXTEND_ADDR_MSB, 2) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, SRC_ID, 4096) |
		SOMETIMES(rt, TR_TE_INST_FEATURES, SRC_BITS, 13);
	regs->ts_control = SOMETIMES(rt, TR_TS_CONTROL, ENABLE, 2);
}

/* Sometimes only some modes are traced. */
static void choose_filter(struct roundtrip *rt)
{
	rt->privs = 0xff;
	if (roundtrip_random(rt, 4))
		return;
	rt->privs = (u8)roundtrip_random(rt, 256);
	rt->regs.te_inst_filters = 1;
	rt->regs.filter[0].control =
		FIELD_SET(TR_TE_FILTER_CONTROL, ENABLE, 1) |
		FIELD_SET(TR_TE_FILTER_CONTROL, MATCH_PRIVILEGE, 1);
	rt->regs.filter[0].match_inst = rt->privs;
}

void roundtrip_options(struct roundtrip *rt)
{
	bool stalls;

	choose_design(rt);
	choose_registers(rt);
	choose_filter(rt);
	feed_settings(&rt->regs, &rt->design, &rt->code, &rt->settings);
	rt->settings.strict = true;
	/* a sync that waits for a branch may come very late */
	if (rt->design.sync_waits)
		rt->settings.sync_mode = 0;
	/*
	 * with returns to other places only full addresses give a right trace
	 */
	rt->tame = rt->settings.implicit_return != NTRACE_RETURN_FULL;
	stalls = FIELD_GET(TR_TE_CONTROL, INST_STALL_ENA, rt->regs.te_control);
	rt->small = !stalls && !roundtrip_random(rt, 4);
	rt->fifo_size = stalls ? 2 * NTRACE_EMIT_STALL_ROOM : ROUNDTRIP_BYTES;
	if (rt->small)
		rt->fifo_size = NTRACE_EMIT_FIFO_MIN;
	rt->feed = (struct feed){
		.code = &rt->code,
		.emit = &rt->emit,
		.joined = roundtrip_random(rt, 2),
		.three_bit = !rt->settings.implicit_return &&
			     !rt->settings.all_jumps &&
			     !roundtrip_random(rt, 4),
		.ticks = roundtrip_random(rt, 100),
		.cycles = roundtrip_random(rt, 5),
		.priv = NTRACE_EMIT_M,
		.out = rt->bytes,
		.out_size = sizeof(rt->bytes),
	};
	rt->tracing = true;
}

void roundtrip_init(struct roundtrip *rt, u64 seed)
{
	memset(rt, 0, sizeof(*rt));
	rt->random = (seed + 1) * 0x9e3779b97f4a7c15ULL;
	roundtrip_program(rt);
	roundtrip_options(rt);
}

bool roundtrip_run(struct roundtrip *rt)
{
	return ntrace_emit_init(&rt->emit, &rt->regs, &rt->design, rt->fifo,
				rt->fifo_size) &&
	       roundtrip_walk(rt);
}
