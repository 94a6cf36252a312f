/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the encoder model. */
#ifndef NTRACE_EMIT_INTERNAL_H
#define NTRACE_EMIT_INTERNAL_H

#include <base/bits.h>
#include <hart/fields.h>
#include <ntrace/emit.h>

/** A HIST register without branches: the stop bit alone. */
#define EMIT_HIST_EMPTY 1u
/** Largest HREPEAT and B-CNT: 18 bits. */
#define EMIT_REPEAT_MAX 0x3ffffu

/** Reasons why the next block needs more than counting (attention). */
enum {
	EMIT_OFF = 1 << 0, /* nothing is being traced */
	EMIT_FILTER =
		1 << 1, /* filters judge every block, not by privilege alone */
	EMIT_PENDING = 1 << 2, /* a message waits for its address */
	EMIT_SYNC = 1 << 3,    /* sync_requests is not 0 */
	EMIT_LOST = 1 << 4,    /* messages were lost */
};

/** Actions for a retired instruction, by its itype (action). */
enum {
	EMIT_BRANCH = 1 << 0, /* HTM: a HIST bit */
	EMIT_TAKEN = 1 << 1,  /* this HIST bit is 1 */
	EMIT_DIRECT = 1 << 2, /* BTM: DirectBranch */
	EMIT_INDIRECT = 1 << 3,
	EMIT_TRAP = 1 << 4,
	EMIT_PUSH = 1 << 5,
	EMIT_POP = 1 << 6,
	EMIT_SEQUENTIAL = 1 << 7, /* a sequential jump (sijump) is inferable */
	EMIT_JUMPS = EMIT_DIRECT | EMIT_INDIRECT | EMIT_PUSH | EMIT_POP,
};

/** A jump that waits for its address (pend). */
enum {
	EMIT_PEND_NONE,
	EMIT_PEND_DIRECT,
	EMIT_PEND_INDIRECT,
	EMIT_PEND_RETURN, /* no message, if the target is pend_return */
};

/** Bit of a SYNC in sync_requests. */
static inline u16 emit_sync_bit(enum ntrace_sync sync)
{
	return (u16)(1u << sync);
}

/** Begin a message without fields. */
static inline void emit_begin(struct ntrace_msg *msg, enum ntrace_tcode tcode)
{
	msg->tcode = (u8)tcode;
	msg->present = 0;
	msg->opaque = NULL;
}

/** Give a message a field. */
static inline void emit_set(struct ntrace_msg *msg, enum ntrace_field field,
			    u64 value)
{
	msg->present = (u16)(msg->present | NTRACE_HAS(field));
	msg->field[field] = value;
}

/* ntrace_emit_fifo.c */

/** Send a message of an event at `time`. */
void ntrace_emit_put(struct ntrace_emit *e, struct ntrace_msg *msg, u64 time);
/** Send a message that ends a row of equal branch messages. */
void ntrace_emit_other(struct ntrace_emit *e, struct ntrace_msg *msg, u64 time);
/** Send RepeatBranch for the repetitions held back. */
void ntrace_emit_repeats(struct ntrace_emit *e);
/** Send ResourceFull with HIST of count repetitions. */
void ntrace_emit_hist(struct ntrace_emit *e, u32 hist, u32 count);

/* ntrace_emit_msg.c */

/** Send the pending branch message, to addr, and forget it. */
void ntrace_emit_branch(struct ntrace_emit *e, u64 addr);
/** Send a synchronizing message; a pending branch becomes part of it. */
void ntrace_emit_sync(struct ntrace_emit *e, enum ntrace_sync sync, u64 addr);
/** Send ResourceFull with I-CNT, and reset I-CNT. */
void ntrace_emit_i_cnt(struct ntrace_emit *e);
/** Send ProgTraceCorrelation. */
void ntrace_emit_correlation(struct ntrace_emit *e, enum ntrace_evcode evcode);
/** Send Ownership with the current mode. */
void ntrace_emit_ownership(struct ntrace_emit *e,
			   enum ntrace_process_format format);
/**
 * Report lost messages once there is room for the report and a sync.
 * @return false: there is no room
 */
bool ntrace_emit_error(struct ntrace_emit *e);

/* ntrace_emit_hist.c: the HIST register and its repetitions */

/** HIST is full: send it, or hold it back. */
void ntrace_emit_hist_full(struct ntrace_emit *e);
/** Send the HIST held back, before a message that has HIST. */
void ntrace_emit_hist_flush(struct ntrace_emit *e);

/* ntrace_emit_stack.c: return addresses */

void ntrace_emit_push(struct ntrace_emit *e, u64 addr);
/** @return false if the stack is empty */
bool ntrace_emit_pop(struct ntrace_emit *e, u64 *addr);
/** @return true if a return to addr needs no message */
bool ntrace_emit_return_matches(const struct ntrace_emit *e, u64 addr);

/* ntrace_emit_filter.c */

/** Bits of e->passes that let a block pass: all if no filter is used, else from
 * filters by privilege. @return false: the filters need more than the
 * privilege */
bool ntrace_emit_filter_privileges(const struct ntrace_emit_regs *regs,
				   u8 *passes);
/** The comparators that filters use, a bit for each. */
u8 ntrace_emit_filter_comps(const struct ntrace_emit_regs *regs);
/** Clear the fields of filters and comparators that do not exist here. */
void ntrace_emit_filter_legal(struct ntrace_emit_regs *regs);
/**
 * Follow traps and trap returns, also while tracing is off.
 * @return a bit for each used filter whose traps include the block
 */
u32 ntrace_emit_filter_traps(struct ntrace_emit *e,
			     const struct ntrace_block *block);
/**
 * Apply these filters to a block and update latches.
 * @return true: the block is traced
 */
bool ntrace_emit_filter_match(struct ntrace_emit *e,
			      const struct ntrace_block *block, u32 candidates);
/** Latches before the first block. */
u8 ntrace_emit_filter_latches(const struct ntrace_emit_regs *regs);

#endif
