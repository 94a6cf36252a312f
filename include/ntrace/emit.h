/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The encoder model: it makes messages from retired instructions and traps, by
 * the settings in the registers of the Trace Control Interface. Its input is
 * the ingress port's: blocks of instructions. Its output is a FIFO in the
 * caller's memory, which overflows or stalls the hart like a real FIFO.
 * Specification: RISC-V N-Trace 1.0, chapters 2, 4, 8, 9 and 10; Trace Control
 * Interface 1.0.
 */
#ifndef NTRACE_EMIT_H
#define NTRACE_EMIT_H

#include <insn/insn.h>
#include <ntrace/msg.h>

#define NTRACE_EMIT_FILTERS 16
#define NTRACE_EMIT_COMPS 8
/** Deepest stack of return addresses (N-Trace 1.0, 9.2). */
#define NTRACE_EMIT_STACK_MAX 32
/** Smallest FIFO, in bytes: more than two of the longest messages. */
#define NTRACE_EMIT_FIFO_MIN 128
/** Free bytes below which the hart is stalled, with trTeInstStallEna. */
#define NTRACE_EMIT_STALL_ROOM 384
/** Most half-words of one block. */
#define NTRACE_EMIT_IRETIRE_MAX 0xffffu

/** Codes of the ingress port's priv (E-Trace 2.0, table "priv"). */
enum ntrace_priv {
	NTRACE_EMIT_U = 0,
	NTRACE_EMIT_S = 1,
	NTRACE_EMIT_M = 3,
	NTRACE_EMIT_VU = 5,
	NTRACE_EMIT_VS = 6,
};

/** trTeInstImplicitReturnMode. */
enum ntrace_return_mode {
	NTRACE_RETURN_NONE = 0,
	NTRACE_RETURN_COUNTER = 1,
	NTRACE_RETURN_PARTIAL = 2,
	NTRACE_RETURN_FULL = 3,
};

/** A filter's registers: trTeFilteriControl and what follows it. */
struct ntrace_emit_filter {
	u32 control, match_inst;
	u64 ecause; /* bit per cause */
	u32 impdef_value, impdef_mask;
};

/** trTeCompjControl and its two match registers. */
struct ntrace_emit_comp {
	u32 control;
	u64 p_match, s_match;
};

/** Registers of the encoder, laid out as in hart/fields.h. */
struct ntrace_emit_regs {
	u32 te_control, te_inst_features, te_inst_filters, ts_control;
	struct ntrace_emit_filter filter[NTRACE_EMIT_FILTERS];
	struct ntrace_emit_comp comp[NTRACE_EMIT_COMPS];
};

/** Choices that the specification leaves to a design. */
struct ntrace_emit_design {
	u8 xlen;	 /* 32 or 64 */
	u8 i_cnt_bits;	 /* with the overflow bit, 3 to 22 */
	u8 hist_bits;	 /* with the stop bit, 4 to 32 */
	u8 stack_depth;	 /* return addresses, 1 to 32 */
	u8 partial_bits; /* kept of each, trTeInstImplicitReturnMode 2; 2..63 */
	bool has_scontext, has_hcontext; /* their CSRs exist */
	bool repeat_branch;  /* RepeatBranch for equal branch messages */
	bool trap_kinds;     /* B-TYPE 2 and 3, not 1 */
	bool sync_i_cnt;     /* BTM: a full I-CNT is reported by SYNC 4 */
	bool sync_only_time; /* TSTAMP in synchronizing messages only */
	/* periodic SYNC waits for the next branch message and upgrades it */
	bool sync_waits;
	/*
	 * ProgTraceCorrelation also if nothing was being traced: the table
	 * "Corner Cases" has this, the SYNC table does not.
	 */
	bool report_disabled;
};

/** A design with all sizes at their limits and all choices false. */
#define NTRACE_EMIT_DESIGN(bits)                                         \
	{                                                                \
		.xlen = (bits), .i_cnt_bits = 22, .hist_bits = 32,       \
		.stack_depth = NTRACE_EMIT_STACK_MAX, .partial_bits = 16 \
	}

/**
 * A block of the ingress port: instructions that retired one after the other at
 * ascending addresses, and the way in which the last one ended the block. One
 * instruction is a block too. A branch, taken or not, and a jump always end a
 * block.
 */
struct ntrace_block {
	u64 iaddr;    /* of the first instruction; with iretire 0, of the
		      instruction that the trap prevented */
	u64 time;     /* timestamp unit's value when the block retired */
	u32 iretire;  /* half-words, at most NTRACE_EMIT_IRETIRE_MAX */
	u32 cycles;   /* of the hart since the block before (SyncMode 2) */
	u8 itype;     /* enum insn_itype; 3-bit or 4-bit codes */
	u8 ilastsize; /* half-words of the last instruction */
	u8 priv;      /* enum ntrace_priv: all of the block */
	u8 ecause;    /* of the trap at its end, as in mcause without the
		      interrupt bit; this and tval for filters alone */
	u32 impdef;   /* of the hart's design, for filters */
	u64 tval;     /* of the trap at its end */
	bool sijump;  /* the jump at its end is sequentially inferable */
};

/** Other signals that reach an encoder. */
enum ntrace_ingress {
	NTRACE_INGRESS_EXTERNAL_TRIGGER, /* SYNC 0 */
	NTRACE_INGRESS_NOTIFY,		 /* trigger action 4: SYNC 6 */
	NTRACE_INGRESS_TRACE_ON,    /* trigger action 2 (trTeInstTrigEnable) */
	NTRACE_INGRESS_TRACE_OFF,   /* trigger action 3 (trTeInstTrigEnable) */
	NTRACE_INGRESS_DEBUG_ENTRY, /* EVCODE 0 */
	NTRACE_INGRESS_DEBUG_EXIT,  /* SYNC 3 */
	NTRACE_INGRESS_LOW_POWER,   /* EVCODE 1 */
	NTRACE_INGRESS_POWER_UP,    /* SYNC 9 */
	NTRACE_INGRESS_RESET,	    /* the hart starts anew: SYNC 1 */
};

/** An encoder. Read regs, fifo, used and messages; the rest is private. */
struct ntrace_emit {
	struct ntrace_emit_regs regs; /* legal values (WARL), status included */
	struct ntrace_emit_design design;
	u8 *fifo; /* the caller's memory; `used` bytes wait in it */
	size_t size, used;
	u64 messages; /* put into the FIFO since the start */

	struct ntrace_format format;
	u8 action[16]; /* by itype */
	u8 attention;  /* why a block needs more than counting */
	u8 passes; /* bit per privilege, if filters judge only by privilege */
	u8 comps;  /* comparators that filters use */
	bool htm, timestamps, context, implicit_return, repeated_history;
	bool running, halted, lost;
	u8 start_reason;   /* SYNC of the next start */
	u16 sync_requests; /* bit per SYNC */
	u64 sync_count, sync_limit;
	u32 sync_halfwords, sync_cycles, sync_messages; /* masks of units */

	u8 priv;
	u64 scontext, hcontext;
	u64 ref;  /* last address sent */
	u64 now;  /* time of the present work */
	u64 time; /* last time sent */
	u64 time_mask;
	u32 i_cnt, i_cnt_full;
	u32 hist, hist_full; /* with stop bit; the bit that means "full" */
	u32 lost_kinds;	     /* ECODE */
	u64 lost_time;	     /* of the first loss */
	size_t stall_at;     /* value of `used` above which the hart stalls */

	u8 pend, pend_b_type; /* the message that waits for its address */
	u64 pend_time, pend_return;

	u32 repeat_hist, repeat_count; /* HIST that waits to be repeated */
	u8 repeat_bits;

	u8 last_tcode, last_b_type; /* branch message that may be repeated */
	bool last_same_addr;	    /* its U-ADDR was 0 */
	u32 last_i_cnt, last_hist, b_cnt;
	u64 last_addr, last_time;

	u64 stack[NTRACE_EMIT_STACK_MAX];
	u8 stack_top, stack_count;
	u8 latch; /* comparators of match mode 3 that are on */
	/* depth of traps of each filter by traps: the chosen trap, and others
	   inside it */
	u8 traps[NTRACE_EMIT_FILTERS];
};

/**
 * Make an encoder, in the state after a write of its registers.
 * @param regs copied as WARL fields allow: a field that is not implemented
 *	reads back as 0 (trTeInstNoAddrDiff and other fields that N-Trace does
 *	not have; filters by data; comparators' notify bits), a comparator's
 *	input daddr as context. Tracing needs trTeActive, trTeEnable,
 *	trTeInstTracing and trTeInstMode 3 or 6. A trTsWidth of 0 means 64 bits,
 *	a width that the field cannot hold. A filter by cause or kind of trap
 *	passes the block that reports such a trap, and all blocks until the
 *	matching trap return; it counts up to 255 nested traps.
 * @param fifo size bytes of the caller's memory; NTRACE_EMIT_FIFO_MIN at least,
 *	with trTeInstStallEna 2 * NTRACE_EMIT_STALL_ROOM
 * @return false if design or size is out of range
 */
bool ntrace_emit_init(struct ntrace_emit *emit,
		      const struct ntrace_emit_regs *regs,
		      const struct ntrace_emit_design *design, u8 *fifo,
		      size_t size);

/**
 * Encode retired blocks. If the FIFO is full, messages are lost, and an Error
 * message and SYNC 7 report this once there is room. With trTeInstStallEna
 * nothing is lost, but the encoder takes fewer blocks.
 * @return number of blocks taken: num, or less if the hart must stall; call
 *	again with the rest after ntrace_emit_take()
 */
size_t ntrace_emit_blocks(struct ntrace_emit *emit,
			  const struct ntrace_block *block, size_t num);

/**
 * Encode another signal, which came after the last block and before the next
 * one.
 * @param time timestamp unit's value
 * @return false: the hart must stall, and nothing was done
 */
bool ntrace_emit_ingress(struct ntrace_emit *emit, enum ntrace_ingress what,
			 u64 time);

/**
 * The hart wrote scontext or hcontext.
 * @param format NTRACE_PROCESS_SCONTEXT or NTRACE_PROCESS_HCONTEXT
 * @param value at most 59 bits
 * @return false: the hart must stall, and nothing was done
 */
bool ntrace_emit_context(struct ntrace_emit *emit,
			 enum ntrace_process_format format, u64 value,
			 u64 time);

/**
 * Software writes trTeControl. Its trTeInstTracing starts and stops tracing;
 * clearing trTeEnable stops it too and empties the encoder. Other fields do not
 * change, as they are read-only while trTeEnable is set; writing 1 to
 * trTeInstStallOrOverflow clears it.
 * @return false: the hart must stall, and nothing was done
 */
bool ntrace_emit_control(struct ntrace_emit *emit, u32 te_control, u64 time);

/**
 * Remove the first bytes of the FIFO, which the caller has read.
 * @param bytes at most used
 */
void ntrace_emit_take(struct ntrace_emit *emit, size_t bytes);

/**
 * From now on lose messages and never stall the hart, whatever trTeInstStallEna
 * says: for a hart whose FIFO nobody reads.
 */
void ntrace_emit_give_up(struct ntrace_emit *emit);

#endif
