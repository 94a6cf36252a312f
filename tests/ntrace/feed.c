// SPDX-License-Identifier: BSD-2-Clause
#include <string.h>

#include <hart/fields.h>

#include "feed.h"

bool feed_drain(struct feed *feed)
{
	size_t used = feed->emit->used;

	if (feed->out_size - feed->out_used < used)
		return false;
	memcpy(feed->out + feed->out_used, feed->emit->fifo, used);
	feed->out_used += used;
	ntrace_emit_take(feed->emit, used);
	return true;
}

static u8 feed_itype(const struct feed *feed, bool taken)
{
	enum insn_itype itype = insn_itype(&feed->last, taken);

	if (!feed->three_bit)
		return (u8)itype;
	if (feed->last.flow == INSN_JUMP_INDIRECT)
		return INSN_ITYPE_INDIRECT;
	return feed->last.flow == INSN_JUMP ? INSN_ITYPE_NONE : (u8)itype;
}

/*
 * Pass the block to the encoder; if it stalls the hart, empty the FIFO and try
 * again.
 */
static void feed_report(struct feed *feed)
{
	feed->open = false;
	while (!ntrace_emit_blocks(feed->emit, &feed->block, 1))
		if (!feed_drain(feed))
			return;
}

/* True if the last instruction can be followed by the one at next. */
static bool feed_follows(const struct feed *feed, u64 next, bool *taken)
{
	const struct insn *last = &feed->last;
	u64 straight = feed->last_addr + last->bytes;

	*taken = next != straight;
	switch (last->flow) {
	case INSN_LINEAR:
		return !*taken;
	case INSN_BRANCH:
		if (code_target(feed->code, feed->last_addr, last) == next) {
			*taken = true;
			return true;
		}
		return !*taken;
	case INSN_JUMP:
		return code_target(feed->code, feed->last_addr, last) == next;
	default:
		return true;
	}
}

/* The last instruction ends its block unless the flow continued after it. */
static void feed_end(struct feed *feed, bool taken)
{
	feed->block.itype = feed_itype(feed, taken);
	if (feed->last.flow == INSN_CUSTOM && taken)
		feed->block.itype = INSN_ITYPE_OTHER_INDIRECT;
	if (!feed->joined || feed->block.itype != INSN_ITYPE_NONE || taken ||
	    feed->block.iretire > 1000)
		feed_report(feed);
}

static bool feed_resolve(struct feed *feed, u64 next)
{
	bool taken;

	if (!feed->has_last)
		return true;
	feed->has_last = false;
	if (!feed_follows(feed, next, &taken))
		return false;
	feed_end(feed, taken);
	return true;
}

static void feed_open(struct feed *feed, u64 addr)
{
	if (feed->open)
		return;
	feed->block = (struct ntrace_block){
		.iaddr = addr,
		.priv = feed->priv,
		.impdef = feed->impdef,
	};
	feed->open = true;
}

/*
 * True if this jump's target is the constant that the instruction before
 * loaded.
 */
static bool feed_sequential(const struct feed *feed, const struct insn *insn,
			    u64 addr)
{
	u64 target;

	return feed->last_addr + feed->last.bytes == addr &&
	       insn_sequential_target(&feed->last, feed->last_addr, insn,
				      feed->code->isa.xlen, &target);
}

bool feed_insn(struct feed *feed, u64 addr)
{
	struct insn insn;
	bool sequential;

	if (!code_insn(feed->code, addr, &insn) || !feed_resolve(feed, addr))
		return false;
	sequential = feed_sequential(feed, &insn, addr);
	feed_open(feed, addr);
	feed->time += feed->ticks;
	feed->block.time = feed->time;
	feed->block.cycles += feed->cycles;
	feed->block.iretire += insn.bytes / 2u;
	feed->block.ilastsize = insn.bytes / 2;
	feed->block.sijump = sequential;
	feed->last = insn;
	feed->last_addr = addr;
	feed->has_last = true;
	return true;
}

void feed_close(struct feed *feed, u64 next)
{
	feed_resolve(feed, next);
	if (feed->open)
		feed_report(feed);
}

bool feed_trap(struct feed *feed, enum insn_itype itype, u64 addr)
{
	if (!feed_resolve(feed, addr))
		return false;
	feed_open(feed, addr);
	feed->time += feed->ticks;
	feed->block.time = feed->time;
	feed->block.itype = (u8)itype;
	feed->block.ecause = feed->ecause;
	feed->block.tval = feed->tval;
	feed_report(feed);
	feed->last = (struct insn){ 0 };
	return true;
}

#define FEATURE(name) \
	FIELD_GET(TR_TE_INST_FEATURES, name, regs->te_inst_features)
#define CONTROL(name) FIELD_GET(TR_TE_CONTROL, name, regs->te_control)

void feed_settings(const struct ntrace_emit_regs *regs,
		   const struct ntrace_emit_design *design, struct code *code,
		   struct ntrace_settings *settings)
{
	code->sequential_jump = FEATURE(EN_SEQUENTIAL_JUMP);
	settings->format.xlen = design->xlen;
	settings->format.extend_addr_msb = FEATURE(EXTEND_ADDR_MSB);
	if (!CONTROL(INHIBIT_SRC))
		settings->format.src_bits = (u8)FEATURE(SRC_BITS);
	settings->mode = (u8)CONTROL(INST_MODE);
	if (FEATURE(EN_IMPLICIT_RETURN))
		settings->implicit_return = (u8)FEATURE(IMPLICIT_RETURN_MODE);
	settings->all_jumps = FEATURE(EN_ALL_JUMPS);
	settings->repeated_history = FEATURE(EN_REPEATED_HISTORY);
	settings->timestamps =
		FIELD_GET(TR_TS_CONTROL, ENABLE, regs->ts_control);
	settings->ownership = CONTROL(CONTEXT);
	settings->sync_mode = (u8)CONTROL(INST_SYNC_MODE);
	settings->sync_max = (u8)CONTROL(INST_SYNC_MAX);
}
