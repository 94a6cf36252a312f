/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The decoder: messages and a program image become executed address ranges,
 * with events and findings between them, in the order in which they happened on
 * each hart. It works on a stream, needs only its caller's memory, and accepts
 * any bytes: it reports an error with its place, skips it, and continues at the
 * source's next synchronizing message. It reports only instructions that I-CNT
 * has confirmed. Specification: RISC-V N-Trace 1.0, chapters 8, 9 and 11.
 */
#ifndef NTRACE_FLOW_H
#define NTRACE_FLOW_H

#include <ntrace/findings.h>
#include <ntrace/image.h>
#include <ntrace/msg.h>

/**
 * Number of return addresses in the stack. N-Trace 1.0 (9.2) allows encoders
 * 32; SiFive's earlier encoders count calls up to 1023. A deeper stack than the
 * encoder's does no harm: a return beyond the encoder's stack is a message.
 */
#define NTRACE_STACK_MAX 1024

/** trTeInstMode. */
enum ntrace_mode {
	NTRACE_MODE_ANY = 0, /* unknown: a message shows it */
	NTRACE_MODE_BTM = 3,
	NTRACE_MODE_HTM = 6,
};

/** trTeInstSyncMode: the unit of periodic synchronization. */
enum ntrace_sync_mode {
	NTRACE_SYNC_MODE_OFF = 0,
	NTRACE_SYNC_MODE_MESSAGES = 1,
	NTRACE_SYNC_MODE_CYCLES = 2,
	NTRACE_SYNC_MODE_HALFWORDS = 3,
};

/** Settings of the encoders of a stream. */
struct ntrace_settings {
	struct ntrace_format format;
	u8 mode; /* enum ntrace_mode */
	/* trTeInstImplicitReturnMode; any but 0: returns are followed */
	u8 implicit_return;
	/* trTeInstEnAllJumps: direct jumps count as taken branches */
	bool all_jumps;
	/*
	 * Check conformance too: also the rules of NTRACE_FINDINGS of class
	 * NTRACE_CLASS_RULE. trTeInstSyncMode and trTeInstSyncMax, if given,
	 * are the required distance of periodic synchronization.
	 */
	bool strict;
	bool repeated_history;	/* trTeInstEnRepeatedHistory (strict only) */
	bool timestamps;	/* trTsEnable (strict only) */
	bool ownership;		/* trTeContext (strict only) */
	u8 sync_mode, sync_max; /* sync_mode 0: not checked (strict only) */
	/*
	 * Accept I-CNT, HIST, B-CNT and HREPEAT beyond the limits of the
	 * specification (N-Trace 1.0, 6.2); some encoders send such values.
	 * Otherwise such a message is an error.
	 */
	bool lenient;
	/*
	 * Deliver also the part of a message before the place where the program
	 * contradicts it, for comparisons that look for this place. The part is
	 * within I-CNT, but nothing confirms it.
	 */
	bool partial;
	/*
	 * Most half-words that messages of a source may report before the
	 * decoder follows them; more count as damage. So a few bytes cannot
	 * cause much work. 0: NTRACE_WORK_DEFAULT, which is well above the
	 * maximum of 22 bits of I-CNT.
	 */
	u64 work_max;
};

#define NTRACE_WORK_DEFAULT (1ULL << 26)

/** Instructions executed one after the other, at ascending addresses. */
struct ntrace_range {
	u64 start;
	u32 halfwords;
	u32 insns;
	/*
	 * The reason of the end. If the last instruction jumped, its kind
	 * (NTRACE_END_BRANCH: a taken branch). NTRACE_END_LINEAR: a trap or an
	 * event ended the range, or the next range continues it. Branches
	 * before the end were not taken.
	 */
	u8 end;
};

/** Events between ranges. */
enum ntrace_event_kind {
	NTRACE_EVENT_SYNC, /* value: SYNC; addr: the next instruction */
	NTRACE_EVENT_TRAP, /* value: B-TYPE; from: epc; addr: the handler */
	NTRACE_EVENT_OWNERSHIP, /* value: PROCESS; the source has the parts */
	NTRACE_EVENT_STOP,	/* value: EVCODE; addr: the next instruction */
	NTRACE_EVENT_LOST,	/* the hart's flow is unknown from here */
	NTRACE_EVENT_FOUND,	/* known again; value: bytes since LOST */
	NTRACE_EVENT_OVERFLOW,	/* Error message; value: ETYPE | ECODE << 4 */
	NTRACE_EVENT_OPAQUE,	/* vendor-defined message; value: TCODE */
	NTRACE_EVENT_DATA,	/* software wrote value to stimulus addr */
	/* InCircuitTrace; value: CKSRC, addr: of CKDATA, from: CKDATA1 */
	NTRACE_EVENT_CIRCUIT,
};

/** One event; addr and from are 0 if the kind does not use them. */
struct ntrace_event {
	u8 kind; /* enum ntrace_event_kind */
	u64 value;
	u64 addr;
	u64 from;
};

/** Totals of one source. */
struct ntrace_totals {
	u64 messages;
	u64 insns;
	u64 halfwords;
	u64 ranges; /* delivered; each repetition counts */
	u64 syncs;
	u64 gaps;      /* times the flow was lost, also at the start */
	u64 gap_bytes; /* of messages of this source that were not used */
	u64 gap_messages;
	u64 findings[NTRACE_CLASSES];
};

/** State of a source: its flow is known, or the reason why not. */
enum ntrace_state {
	NTRACE_LOST, /* waits for a synchronizing message */
	NTRACE_RUNNING,
	NTRACE_STOPPED, /* ProgTraceCorrelation was the last */
	NTRACE_DONE,	/* its part of a parallel decode has ended */
	/*
	 * In code without an image: continues at the address of the next
	 * message that has one
	 */
	NTRACE_BLIND,
};

/** A HIST that no I-CNT has confirmed yet. */
struct ntrace_pending {
	u64 hist;
	u32 times;
	u32 next; /* the pool's entry behind this one, from 1; 0: none */
};

/**
 * The path of the next bits of HIST from a place, and the number of times that
 * it was taken. All zero: the entry is free. Private.
 */
struct ntrace_stride {
	const struct ntrace_region *region;
	u32 start,
		ahead; /* where its first range began, half-words from there */
	u16 hist, source;
	u8 bits;       /* of HIST that it uses */
	u32 halfwords; /* 0: no path */
	u32 from_insns, to_start, to_idx, to_insns;
	u64 times;
};

/** A stride that was taken, and is not counted yet. Private. */
struct ntrace_noted {
	u32 stride, times;
};

/** Entries of the pool that a decoder has without ntrace_flow_pool(). */
#define NTRACE_POOL_LEAST 32

/**
 * One source of messages: one hart. The caller may read all of it, and must not
 * write it.
 */
struct ntrace_source {
	u64 pc;	     /* next instruction */
	u64 addr;    /* reference of U-ADDR: the last address sent */
	u64 circuit; /* the same of InCircuitTrace */
	u64 time;    /* sum of TSTAMP; valid when has_time */
	u64 scontext, hcontext;
	u16 src;
	u8 state; /* enum ntrace_state */
	u8 mode;  /* enum ntrace_mode: as set, or as detected */
	u8 priv;  /* ingress port's code, or NTRACE_PRIV_UNKNOWN */
	bool has_time;
	bool has_circuit; /* circuit is an address */
	u64 offset;	  /* of the message being, or last, worked on */
	u64 message;	  /* its number in the stream */
	struct ntrace_totals totals;

	/* the decoder's own */
	bool lost;	 /* between the events LOST and FOUND */
	u64 unclaimed;	 /* messages that belong to the part before */
	u64 unfollowed;	 /* half-words that I-CNT reported, not yet followed */
	u32 first, last; /* HISTs not yet followed: entries of the pool */
	bool partial;	 /* the stack lacks entries that the encoder may use */
	bool resumed;	 /* the last branch message ended such code */
	u64 gap_start;	 /* offset of the byte where the flow was lost */
	const struct ntrace_region *region; /* holds pc, or NULL */
	u64 stack[NTRACE_STACK_MAX];
	u16 stack_top, stack_count;
	/* the last branch message, for RepeatBranch; repeatable: there is one */
	bool repeatable;
	struct ntrace_branch {
		u8 tcode, b_type;
		u64 i_cnt, hist, addr;
	} branch;
	u8 strict_flags;
	u64 strict_distance; /* since the last sync, in sync_mode's unit */
};

/**
 * Receiver of results. ntrace_flow_feed() and ntrace_flow_finish() call its
 * functions, in the order of the stream, and for each source in the order of
 * execution. Any function may be NULL.
 */
struct ntrace_sink {
	void *user;
	/*
	 * Ranges that source executed, as one sequence, `times` times; they
	 * happened up to source->time. times is above 1 only if the sequence is
	 * one pass of a loop, or of a repeated message.
	 */
	void (*ranges)(void *user, const struct ntrace_source *source,
		       const struct ntrace_range *range, size_t num, u64 times);
	void (*event)(void *user, const struct ntrace_source *source,
		      const struct ntrace_event *event);
	/* source is NULL if the bytes may be of any source */
	void (*finding)(void *user, const struct ntrace_source *source,
			const struct ntrace_finding *finding);
	/* every message, before its decoding; also of lost sources */
	void (*message)(void *user, const struct ntrace_source *source,
			const struct ntrace_msg *msg, u64 offset);
};

/** Start and end of the decode of a part of a stream (ntrace_flow_part()). */
enum ntrace_part {
	NTRACE_PART_ALL,   /* the whole stream */
	NTRACE_PART_FIRST, /* its beginning */
	NTRACE_PART_LATER, /* from a message boundary in the middle */
};

/** A decoder. All fields are private, except stream totals. */
struct ntrace_flow {
	struct ntrace_settings settings;
	const struct ntrace_image *image;
	const struct ntrace_sink *sink;
	struct ntrace_source *source; /* caller's, num_sources are in use */
	u32 max_sources, num_sources;
	struct ntrace_range *range; /* caller's batch, num_ranges are in use */
	u32 max_ranges, num_ranges;
	struct ntrace_source *current; /* owner of the batch */
	u64 batches;		       /* delivered so far */
	u32 plain_kinds; /* ends of runs that are quickly passed */
	u32 i_cnt_max;	 /* most half-words of one quick message */
	u8 hist_bits;	 /* most bits of its HIST */
	u32 enough;	 /* ranges of a batch that need not grow */
	bool holding;	 /* ranges wait for their proof, */
	bool spilled;	 /* or are dropped for lack of room, */
	u32 kept;	 /* except for so many earlier ones */
	u32 held_from;	 /* behind the last of them that has a count */
	u32 counts;	 /* among the ranges: no half-words, times for start */
	bool proven;	 /* the followed path was rehearsed */
	struct ntrace_pending *pool;
	u32 pool_size, pool_free; /* entry 0: none */
	u32 pool_fresh;		  /* entries never used begin behind this */
	struct ntrace_pending own_pool[NTRACE_POOL_LEAST];
	struct ntrace_stride *stride; /* NULL: none are taken */
	u32 num_strides, stride_kinds;
	struct ntrace_noted *noted;
	u32 num_noted, max_noted;
	u32 noted_kept;	     /* with holding: kept, of these */
	u32 noted_held_from; /* likewise */
	u8 part;	     /* enum ntrace_part */
	bool at_end;	     /* sources end at their next sync */
	u64 end;     /* with at_end: offset where the next part begins */
	u64 offset;  /* of the next byte in the stream */
	u64 message; /* number of the next message */
	u8 tcode;    /* of the message being worked on, or NTRACE_TCODES */
	u64 idle_bytes;
	u64 bad_bytes;		      /* no message, or a source without room */
	u64 findings[NTRACE_CLASSES]; /* of all sources, and of bytes */
	bool skipping;		      /* inside a damaged message */
	u32 carried; /* bytes of a message that is not complete yet */
	u8 carry[NTRACE_OPAQUE_BYTES_MAX];
};

/**
 * Make a decoder ready for a stream.
 * @param image ntrace_flow_image() may change it later; NULL: check the
 *	messages only, follow no flow
 * @param source room for max_sources (at least 1) sources, without contents
 * @param range room for max_ranges ranges, at least 64; several thousand for
 * high speed All pointers stay in use for the life of the decoder.
 */
void ntrace_flow_init(struct ntrace_flow *flow,
		      const struct ntrace_settings *settings,
		      const struct ntrace_image *image,
		      const struct ntrace_sink *sink,
		      struct ntrace_source *source, u32 max_sources,
		      struct ntrace_range *range, u32 max_ranges);

/**
 * Give the decoder room for HIST of ResourceFull, which it keeps until I-CNT
 * confirms them. Call it before the first byte. Equal ones in a row take one
 * entry. Without enough room a source is lost (NTRACE_FOUND_AHEAD). An encoder
 * can send 135,000 between two I-CNT of 22 bits.
 * @param pool room for num entries, without contents; in use for the life of
 *	the decoder
 */
void ntrace_flow_pool(struct ntrace_flow *flow, struct ntrace_pending *pool,
		      u32 num);

/**
 * Use a table for several branches of HIST at a time, for sinks that count and
 * ignore the order. Call it before the first byte. The decoder fills the table,
 * and ntrace_flow_finish() gives its entries to the sink's ranges(), each
 * stretch once, with its count; totals are complete then. All other results
 * come as before, and only instructions that I-CNT has confirmed count. The
 * program must not change: no ntrace_flow_image(). No effect on 32-bit
 * machines.
 * @param stride num entries, a power of two, at least 4: all zero, or as left
 *	by another decoder with the same program and settings after its end
 * @param noted room for max_noted, at least 64; several thousand for high speed
 */
void ntrace_flow_strides(struct ntrace_flow *flow, struct ntrace_stride *stride,
			 u32 num, struct ntrace_noted *noted, u32 max_noted);

/**
 * Decode only a part of a stream. Call it before the first byte.
 *
 * To decode in parallel, cut the stream at offsets that ntrace_flow_cut()
 * gives. The caller feeds each part's decoder from its cut to the next cut, and
 * calls ntrace_flow_end_part(). Then the caller feeds it further, until all its
 * sources have reached their first synchronizing message behind the cut, where
 * the next part's decoder begins. The results of all parts in order are those
 * of one decoder, for encoders that send no Ownership, or send it after each
 * synchronizing message.
 * @param offset of the part's first byte in the stream
 */
void ntrace_flow_part(struct ntrace_flow *flow, enum ntrace_part part,
		      u64 offset);

/**
 * State of a source that its synchronizing messages may lack, at its first one
 * behind the start of a part.
 */
struct ntrace_resume {
	u16 src;
	u8 mode; /* enum ntrace_mode */
	u8 priv; /* as in struct ntrace_source */
	bool has_time;
	u64 time, scontext, hcontext;
};

/**
 * Make the results of a part those of the whole stream, also if Ownership does
 * not follow each synchronizing message. Call it after ntrace_flow_part() and
 * before the first byte.
 * @return false: there is no room for another source
 */
bool ntrace_flow_resume(struct ntrace_flow *flow,
			const struct ntrace_resume *resume);

/**
 * Find a place to cut: the first message boundary at or after from.
 * @return len when there is none
 */
size_t ntrace_flow_cut(const u8 *buf, size_t len, size_t from);

/** Let each source end at its next synchronizing message. */
void ntrace_flow_end_part(struct ntrace_flow *flow);

/** @return true if all sources have ended; then ntrace_flow_finish() is due */
bool ntrace_flow_part_done(const struct ntrace_flow *flow);

/**
 * Report sources that no earlier part knew, and that had messages before their
 * first synchronizing message, to their part's sink, as NOT_SYNCED. Call it
 * after the end of all parts.
 * @param part in the order of the stream
 * @return number of such sources
 */
u32 ntrace_flow_unclaimed(struct ntrace_flow *const *part, u32 num);

/** Set the changed program (patched text, loaded code). */
void ntrace_flow_image(struct ntrace_flow *flow,
		       const struct ntrace_image *image);

/** Decode the next len bytes of the stream; they may end anywhere. */
void ntrace_flow_feed(struct ntrace_flow *flow, const u8 *buf, size_t len);

/**
 * End the stream: report a message that is cut short, and sources that did not
 * end with ProgTraceCorrelation; deliver the rest.
 * @return true if the trace was clean: no findings of class NTRACE_CLASS_ERROR,
 *	in strict decoding also none of NTRACE_CLASS_RULE
 */
bool ntrace_flow_finish(struct ntrace_flow *flow);

#endif
