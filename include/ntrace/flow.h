/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The decoder: messages and a program image become executed address ranges,
 * with events and findings between them, in the order in which they happened
 * on each hart. It streams, needs no memory but its caller's, and takes any
 * bytes: what cannot be right is reported with its place, skipped, and decoding
 * goes on at the source's next synchronizing message.
 * Specification: RISC-V N-Trace 1.0, chapters 8, 9 and 11.
 */
#ifndef NTRACE_FLOW_H
#define NTRACE_FLOW_H

#include <ntrace/image.h>
#include <ntrace/msg.h>

/** Deepest stack of return addresses (N-Trace 1.0, 9.2). */
#define NTRACE_STACK_MAX 32

/** trTeInstMode. */
enum ntrace_mode {
	NTRACE_MODE_ANY = 0, /* find out: whichever message tells it first */
	NTRACE_MODE_BTM = 3,
	NTRACE_MODE_HTM = 6,
};

/** How the encoders of the stream were set up. */
struct ntrace_settings {
	struct ntrace_format format;
	u8 mode; /* enum ntrace_mode */
	/* trTeInstImplicitReturnMode; any but 0: returns are followed */
	u8 implicit_return;
	/* trTeInstEnAllJumps: direct jumps count as taken branches */
	bool all_jumps;
	/*
	 * Check conformance too: of the rules of NTRACE_FINDINGS, also those of
	 * class NTRACE_CLASS_RULE. trTeInstSyncMode and trTeInstSyncMax, when
	 * given, are the distance that periodic synchronization is held to.
	 */
	bool strict;
	bool repeated_history;	/* trTeInstEnRepeatedHistory (strict only) */
	bool timestamps;	/* trTsEnable (strict only) */
	bool ownership;		/* trTeContext (strict only) */
	u8 sync_mode, sync_max; /* sync_mode 0: not checked (strict only) */
	/*
	 * Most half-words that HIST may run ahead of I-CNT before that is taken
	 * for damage: the bound on the work that a few bytes can cause. 0:
	 * NTRACE_AHEAD_DEFAULT
	 */
	u64 ahead_max;
};

#define NTRACE_AHEAD_DEFAULT (1ULL << 28)

/** Instructions executed one after the other, at ascending addresses. */
struct ntrace_range {
	u64 start;
	u32 halfwords;
	u32 insns;
	/*
	 * Why it ends: what the last instruction is when it went elsewhere
	 * (NTRACE_END_BRANCH: it was taken), NTRACE_END_LINEAR when something
	 * else ended it: a trap, an event, or nothing, and the next range goes
	 * on. Branches before the end were not taken.
	 */
	u8 end;
};

/** What happened between ranges. */
enum ntrace_event_kind {
	NTRACE_EVENT_SYNC, /* value: SYNC; addr: where execution goes on */
	NTRACE_EVENT_TRAP, /* value: B-TYPE; from: epc; addr: the handler */
	NTRACE_EVENT_OWNERSHIP, /* value: PROCESS; the source has the parts */
	NTRACE_EVENT_STOP,	/* value: EVCODE; addr: the next instruction */
	NTRACE_EVENT_LOST,	/* the hart's flow is unknown from here */
	NTRACE_EVENT_FOUND,	/* known again; value: bytes since LOST */
	NTRACE_EVENT_OVERFLOW,	/* Error message; value: ETYPE | ECODE << 4 */
	NTRACE_EVENT_OPAQUE,	/* vendor-defined message; value: TCODE */
};

/** One event; addr and from are 0 where the kind has no use for them. */
struct ntrace_event {
	u8 kind; /* enum ntrace_event_kind */
	u64 value;
	u64 addr;
	u64 from;
};

/** How bad a finding is. */
enum ntrace_class {
	NTRACE_CLASS_ERROR, /* instructions are lost or in doubt */
	NTRACE_CLASS_NOTE,  /* unusual; nothing is known to be lost */
	NTRACE_CLASS_RULE,  /* an encoder's fault, flow is not touched */
};

/*
 * FINDING(name, class, text, chapter of N-Trace 1.0). The names are part of the
 * interface: tools print them, tests name them.
 */
#define NTRACE_FINDINGS(FINDING)                                               \
	/* bytes */                                                            \
	FINDING(BAD_MSEO, ERROR, "reserved or impossible MSEO", "3.1")         \
	FINDING(BAD_START, ERROR, "no message starts here", "3.1")             \
	FINDING(SHORT, ERROR, "message ends before its last field", "6.1")     \
	FINDING(EXTRA, ERROR, "message has a field too many", "6.1")           \
	FINDING(FIELD_TOO_LONG, ERROR, "field has too many bits", "6.2")       \
	FINDING(MSG_TOO_LONG, ERROR, "message has no end", "3")                \
	FINDING(CUT, ERROR, "input ends inside a message", "3.1")              \
	FINDING(RESERVED_TCODE, ERROR, "reserved TCODE", "6.1")                \
	FINDING(RESERVED_VALUE, ERROR,                                         \
		"reserved SYNC, EVCODE, CDF, RCODE, "                          \
		"B-TYPE, ETYPE or PROCESS",                                    \
		"7")                                                           \
	FINDING(HIST_EMPTY, ERROR, "HIST without stop bit", "8.3")             \
	/* flow */                                                             \
	FINDING(NOT_SYNCED, ERROR, "no synchronizing message before", "11")    \
	FINDING(NO_CODE, ERROR, "no code at this address", "11")               \
	FINDING(INSIDE_INSN, ERROR, "I-CNT ends inside an instruction", "8.4") \
	FINDING(I_CNT_SHORT, ERROR, "I-CNT ends before HIST does", "8.4")      \
	FINDING(HIST_SHORT, ERROR, "branch without HIST bit", "8.3")           \
	FINDING(PAST_JUMP, ERROR, "I-CNT goes past an unknown target", "11.1") \
	FINDING(NOT_BRANCH, ERROR, "no branch where one was reported", "7")    \
	FINDING(NOT_INDIRECT, ERROR,                                           \
		"no indirect jump where one was "                              \
		"reported",                                                    \
		"7")                                                           \
	FINDING(NO_TARGET, ERROR, "target of an indirect jump is missing",     \
		"7")                                                           \
	FINDING(STACK_EMPTY, ERROR, "return without a known call", "9.2")      \
	FINDING(WRONG_ADDR, ERROR, "F-ADDR is not where execution is", "8.1")  \
	FINDING(NO_REPEAT, ERROR, "nothing to repeat, or not repeatable", "7") \
	FINDING(AHEAD, ERROR, "HIST is too far ahead of I-CNT", "8.4")         \
	FINDING(I_CNT_LEFT, ERROR, "I-CNT of ResourceFull was not used",       \
		"8.4")                                                         \
	FINDING(MIXED_MODES, ERROR, "message of the other mode", "5")          \
	FINDING(OVERFLOW, ERROR, "encoder lost messages", "7")                 \
	FINDING(TOO_MANY_SOURCES, ERROR, "more sources than room for them",    \
		"6.2")                                                         \
	FINDING(UNKNOWN_SOURCE, ERROR, "SRC that is not expected", "6.2")      \
	FINDING(NO_END, NOTE, "trace ends without ProgTraceCorrelation", "7")  \
	FINDING(TRAP_EXECUTED, NOTE, "ECALL or EBREAK in I-CNT", "8.4")        \
	/* conformance */                                                      \
	FINDING(I_CNT_LIMIT, RULE, "I-CNT over 22 bits", "6.2")                \
	FINDING(HIST_LIMIT, RULE, "HIST over 32 bits", "6.2")                  \
	FINDING(HREPEAT_LIMIT, RULE, "HREPEAT over 18 bits", "6.2")            \
	FINDING(B_CNT_LIMIT, RULE, "B-CNT over 18 bits", "6.2")                \
	FINDING(PADDING, RULE, "field sent with needless bytes", "8.1")        \
	FINDING(COUNT_ZERO, RULE, "B-CNT or HREPEAT of 0", "7")                \
	FINDING(HIST_FEW, RULE, "ResourceFull with less than 1 branch", "7")   \
	FINDING(CDF, RULE, "CDF does not fit the mode", "7")                   \
	FINDING(SYNC_I_CNT, RULE, "SYNC 4 outside BTM", "8.4")                 \
	FINDING(START_I_CNT, RULE, "I-CNT not 0 where trace starts", "7")      \
	FINDING(B_TYPE_MIX, RULE, "B-TYPE 1 together with 2 or 3", "6.2")      \
	FINDING(NO_REPEATED_HISTORY, RULE, "HREPEAT while not enabled", "9.3") \
	FINDING(TIME_MISSING, RULE, "synchronizing message without TSTAMP",    \
		"8.6")                                                         \
	FINDING(TIME_DISABLED, RULE, "TSTAMP while not enabled", "8.6")        \
	FINDING(TIME_BACKWARDS, RULE, "absolute TSTAMP went backwards", "8.6") \
	FINDING(OWNERSHIP_MISSING, RULE,                                       \
		"no Ownership after a "                                        \
		"synchronizing message",                                       \
		"8.5")                                                         \
	FINDING(OWNERSHIP_ORDER, RULE, "scontext before hcontext", "7.1")      \
	FINDING(OWNERSHIP_DISABLED, RULE, "Ownership while not enabled",       \
		"7.1")                                                         \
	FINDING(ERROR_ALONE, RULE, "Error without SYNC 7 next", "7.4")         \
	FINDING(SYNC_LATE, RULE, "periodic synchronization is overdue", "8.5") \
	FINDING(STOPPED, RULE, "flow after ProgTraceCorrelation", "7.12")

#define NTRACE_FINDING_ENUM(name, class, text, chapter) NTRACE_FOUND_##name,
enum ntrace_finding_kind {
	NTRACE_FINDINGS(NTRACE_FINDING_ENUM) NTRACE_FINDING_KINDS
};
#undef NTRACE_FINDING_ENUM

/** What is known of a kind of findings. */
struct ntrace_finding_info {
	const char *name; /* "BAD_MSEO" */
	const char *text;
	const char *chapter; /* of N-Trace 1.0 */
	u8 class;	     /* enum ntrace_class */
};

/** The kinds; the index is enum ntrace_finding_kind. */
extern const struct ntrace_finding_info
	ntrace_finding_info[NTRACE_FINDING_KINDS];

/** Something found in a trace, and where. */
struct ntrace_finding {
	u8 kind;     /* enum ntrace_finding_kind */
	u8 tcode;    /* of the message; NTRACE_TCODES: bytes that are none */
	u64 offset;  /* of the message's first byte in the stream */
	u64 message; /* its number in the stream, from 0 */
	u64 pc;	     /* where the hart was, as far as known */
	u64 value;   /* the field, address or count that is wrong */
};

/** Totals of one source. */
struct ntrace_totals {
	u64 messages;
	u64 insns;
	u64 halfwords;
	u64 ranges; /* delivered; repetitions count each time */
	u64 syncs;
	u64 gaps;      /* times the flow was lost, also at the start */
	u64 gap_bytes; /* of messages of this source that were not used */
	u64 gap_messages;
	u64 findings[3]; /* by enum ntrace_class */
};

/** Why a source's flow is known or not. */
enum ntrace_state {
	NTRACE_LOST, /* waits for a synchronizing message */
	NTRACE_RUNNING,
	NTRACE_STOPPED, /* ProgTraceCorrelation was the last */
	NTRACE_DONE,	/* its part of a parallel decode is over */
};

/** One source of messages: one hart. Read what you like, write nothing. */
struct ntrace_source {
	u64 pc;	  /* next instruction */
	u64 addr; /* reference of U-ADDR: the last address sent */
	u64 time; /* sum of TSTAMP; valid when has_time */
	u64 scontext, hcontext;
	u16 src;
	u8 state; /* enum ntrace_state */
	u8 mode;  /* enum ntrace_mode: as set, or as found out */
	u8 priv;  /* ingress port's code, or NTRACE_PRIV_UNKNOWN */
	bool has_time;
	u64 offset;  /* of the message being, or last, worked on */
	u64 message; /* its number in the stream */
	struct ntrace_totals totals;

	/* the decoder's own */
	s64 ahead;     /* half-words: run by HIST less reported by I-CNT */
	u64 gap_start; /* offset of the byte where the flow was lost */
	const struct ntrace_region *region; /* holds pc, or NULL */
	u64 stack[NTRACE_STACK_MAX];
	u8 stack_top, stack_count;
	bool repeatable; /* the last branch message can be repeated */
	u8 repeat_tcode, repeat_b_type;
	u64 repeat_i_cnt, repeat_hist;
	u64 repeat_addr; /* its target, for indirect ones */
	u8 strict_flags;
	u64 strict_distance; /* since the last sync, in sync_mode's unit */
};

/**
 * Where results go. Calls come from ntrace_flow_feed() and
 * ntrace_flow_finish(), in the order of the stream, and per source in the order
 * of execution. Any function may be NULL.
 */
struct ntrace_sink {
	void *user;
	/*
	 * Ranges that source executed, as one sequence times times over; they
	 * happened up to source->time. times is over 1 only where that sequence
	 * is one pass of a loop, or of a repeated message.
	 */
	void (*ranges)(void *user, const struct ntrace_source *source,
		       const struct ntrace_range *range, size_t num, u64 times);
	void (*event)(void *user, const struct ntrace_source *source,
		      const struct ntrace_event *event);
	/* source is NULL when the bytes could be of any */
	void (*finding)(void *user, const struct ntrace_source *source,
			const struct ntrace_finding *finding);
	/* every message, before it is worked on; also of lost sources */
	void (*message)(void *user, const struct ntrace_source *source,
			const struct ntrace_msg *msg, u64 offset);
};

/** Where a decode of part of a stream starts and ends (ntrace_flow_part()). */
enum ntrace_part {
	NTRACE_PART_ALL,   /* the whole stream */
	NTRACE_PART_FIRST, /* its beginning */
	NTRACE_PART_LATER, /* from a message boundary in the middle */
};

/** A decoder. All of it is private, except stream totals. */
struct ntrace_flow {
	struct ntrace_settings settings;
	const struct ntrace_image *image;
	const struct ntrace_sink *sink;
	struct ntrace_source *source; /* caller's, num_sources are in use */
	u32 max_sources, num_sources;
	struct ntrace_range *range; /* caller's batch, num_ranges are in use */
	u32 max_ranges, num_ranges;
	struct ntrace_source *current; /* whose batch it is */
	u8 part;		       /* enum ntrace_part */
	bool at_end;		       /* sources end at their next sync */
	u64 offset;		       /* of the next byte in the stream */
	u64 message;		       /* number of the next message */
	u64 idle_bytes;
	u64 bad_bytes; /* that are no message */
	bool skipping; /* inside a damaged message */
	u32 carried;   /* bytes of a message whose rest is still to come */
	u8 carry[NTRACE_OPAQUE_BYTES_MAX];
};

/**
 * Make a decoder ready for a stream.
 * @param image may be changed later with ntrace_flow_image(); NULL: judge the
 *	messages only, follow no flow
 * @param source room for max_sources (at least 1) sources, without contents
 * @param range room for max_ranges ranges, at least 64; several thousand make
 *	it quick
 * All pointers stay in use as long as the decoder does.
 */
void ntrace_flow_init(struct ntrace_flow *flow,
		      const struct ntrace_settings *settings,
		      const struct ntrace_image *image,
		      const struct ntrace_sink *sink,
		      struct ntrace_source *source, u32 max_sources,
		      struct ntrace_range *range, u32 max_ranges);

/**
 * Before the first byte: this decoder works on part of a stream only.
 *
 * To decode in parallel, cut the stream at offsets that ntrace_flow_cut()
 * gives. Each part's decoder is fed from its cut on. When it has been fed up to
 * the next cut, ntrace_flow_end_part() is called and it is fed on, until that
 * says that all its sources have come to their first synchronizing message
 * behind the cut, where the next part's decoder takes over. Results in order of
 * parts are those of one decoder, for encoders that send Ownership, if at all,
 * after each synchronizing message.
 * @param offset of the part's first byte in the stream
 */
void ntrace_flow_part(struct ntrace_flow *flow, enum ntrace_part part,
		      u64 offset);

/**
 * Find a place to cut: the first message boundary at or after from.
 * @return len when there is none
 */
size_t ntrace_flow_cut(const u8 *buf, size_t len, size_t from);

/** From here on each source ends at its next synchronizing message. */
void ntrace_flow_end_part(struct ntrace_flow *flow);

/** Whether all sources have ended; then ntrace_flow_finish() is due. */
bool ntrace_flow_part_done(const struct ntrace_flow *flow);

/** The program changed (text was patched, code was loaded). */
void ntrace_flow_image(struct ntrace_flow *flow,
		       const struct ntrace_image *image);

/** Work on the next len bytes of the stream; they may end anywhere. */
void ntrace_flow_feed(struct ntrace_flow *flow, const u8 *buf, size_t len);

/**
 * The stream is over: report a message that is cut short, and sources that
 * did not end with ProgTraceCorrelation; deliver what is left.
 * @return true when the trace was clean: no findings of class
 *	NTRACE_CLASS_ERROR, in strict decoding no NTRACE_CLASS_RULE either
 */
bool ntrace_flow_finish(struct ntrace_flow *flow);

#endif
