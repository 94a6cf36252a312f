/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hart's ingress port: instructions one after the other become blocks, of one
 * instruction each or as long as the port allows, and go to the encoder model.
 */
#ifndef FEED_H
#define FEED_H

#include <ntrace/emit.h>
#include <ntrace/flow.h>

#include "code.h"

struct feed {
	const struct code *code;
	struct ntrace_emit *emit;
	bool joined;	/* blocks of more than one instruction */
	bool three_bit; /* itype without return addresses */
	u64 time;
	u32 ticks;  /* time that each instruction takes */
	u32 cycles; /* the same in cycles of the hart */
	u8 priv;
	u8 ecause; /* of the next trap */
	u64 tval;
	u32 impdef;
	/* bytes that were taken out of the FIFO */
	u8 *out;
	size_t out_size, out_used;

	struct ntrace_block block; /* not yet reported */
	bool open;
	struct insn last; /* and its address */
	u64 last_addr;
	bool has_last;
};

/**
 * The next executed instruction, whose address is the target of the one before.
 * @return false: no such instruction exists, or the one before cannot have this
 * target
 */
bool feed_insn(struct feed *feed, u64 addr);

/**
 * A trap instead of the instruction at addr.
 * @param itype INSN_ITYPE_EXCEPTION or INSN_ITYPE_INTERRUPT
 * @return as feed_insn()
 */
bool feed_trap(struct feed *feed, enum insn_itype itype, u64 addr);

/** Report the open block, where execution stops or an event happens. */
void feed_close(struct feed *feed, u64 next);

/** Move the contents of the FIFO to out; an overflow of out is an error. */
bool feed_drain(struct feed *feed);

/** Set the decoder's settings and image as an encoder's registers describe. */
void feed_settings(const struct ntrace_emit_regs *regs,
		   const struct ntrace_emit_design *design, struct code *code,
		   struct ntrace_settings *settings);

#endif
