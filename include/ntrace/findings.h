/* SPDX-License-Identifier: BSD-2-Clause */
/* Findings about a trace: the decoder's reasons and rules. */
#ifndef NTRACE_FINDINGS_H
#define NTRACE_FINDINGS_H

#include <base/types.h>

/** Severity of a finding. */
enum ntrace_class {
	NTRACE_CLASS_ERROR, /* instructions are lost or in doubt */
	NTRACE_CLASS_NOTE,  /* unusual; nothing is known to be lost */
	NTRACE_CLASS_RULE,  /* an encoder's fault; the flow is intact */
	NTRACE_CLASSES
};

/*
 * FINDING(name, class, chapter of N-Trace 1.0, text). The names are part of the
 * interface: tools print them, tests name them.
 */
/* clang-format off */
#define NTRACE_FINDINGS(FINDING) \
	/* bytes */ \
	FINDING(BAD_MSEO, ERROR, "3.1", "reserved or impossible MSEO") \
	FINDING(BAD_START, ERROR, "3.1", "no message starts here") \
	FINDING(SHORT, ERROR, "6.1", "message ends before its last field") \
	FINDING(EXTRA, ERROR, "6.1", "message has a field too many") \
	FINDING(FIELD_TOO_LONG, ERROR, "6.2", "field has too many bits") \
	FINDING(MSG_TOO_LONG, ERROR, "3", "message has no end") \
	FINDING(CUT, ERROR, "3.1", "input ends inside a message") \
	FINDING(RESERVED_TCODE, ERROR, "6.1", "reserved TCODE") \
	FINDING(RESERVED_VALUE, ERROR, "7", "field has a reserved value") \
	FINDING(HIST_EMPTY, ERROR, "8.2", "HIST has no stop bit") \
	/* flow */ \
	FINDING(NOT_SYNCED, ERROR, "11", "no synchronizing message before") \
	FINDING(NO_CODE, ERROR, "11", "no code at this address") \
	FINDING(INSIDE_INSN, ERROR, "8.3", "I-CNT ends inside an instruction") \
	FINDING(I_CNT_SHORT, ERROR, "8.3", "I-CNT ends before HIST does") \
	FINDING(HIST_SHORT, ERROR, "8.2", "branch without a bit of HIST") \
	FINDING(PAST_JUMP, ERROR, "11.1", "flow goes past an unknown target") \
	FINDING(NOT_BRANCH, ERROR, "7.2", "no branch where one is reported") \
	FINDING(NOT_INDIRECT, ERROR, "7.3", \
		"no indirect jump where one is reported") \
	FINDING(NO_TARGET, ERROR, "7.3", "trap hides an indirect jump's target") \
	FINDING(WRONG_ADDR, ERROR, "8.1", "F-ADDR is not where execution is") \
	FINDING(NO_REPEAT, ERROR, "7.11", "no message that can be repeated") \
	FINDING(AHEAD, ERROR, "8.3", "more half-words than can be") \
	FINDING(I_CNT_LIMIT, ERROR, "6.2", "I-CNT has over 22 bits") \
	FINDING(HIST_LIMIT, ERROR, "6.2", "HIST has over 32 bits") \
	FINDING(HREPEAT_LIMIT, ERROR, "6.2", "HREPEAT has over 18 bits") \
	FINDING(B_CNT_LIMIT, ERROR, "6.2", "B-CNT has over 18 bits") \
	FINDING(MIXED_MODES, ERROR, "5", "message of the other mode") \
	FINDING(OVERFLOW, ERROR, "7.4", "the encoder lost messages") \
	FINDING(STOPPED, ERROR, "7.12", "flow after ProgTraceCorrelation") \
	FINDING(NOT_STOPPED, ERROR, "7.12", \
		"trace starts again without ProgTraceCorrelation before") \
	FINDING(START_I_CNT, ERROR, "7.5", "I-CNT or HIST where trace starts") \
	FINDING(TOO_MANY_SOURCES, ERROR, "6.2", "more sources than room for") \
	FINDING(NO_END, ERROR, "7.12", "no ProgTraceCorrelation at the end") \
	FINDING(TRAP_EXECUTED, NOTE, "8.3", "I-CNT counts ECALL or EBREAK") \
	/* conformance */ \
	FINDING(PADDING, RULE, "3.1", "a field has needless bytes") \
	FINDING(COUNT_ZERO, RULE, "7", "B-CNT or HREPEAT is 0") \
	FINDING(HIST_FEW, RULE, "7.8", "HIST of ResourceFull has no branch") \
	FINDING(CDF, RULE, "7.12", "CDF does not fit the mode") \
	FINDING(SYNC_I_CNT, RULE, "8.3", "SYNC 4 outside BTM") \
	FINDING(B_TYPE_MIX, RULE, "6.2", "B-TYPE 1 together with 2 or 3") \
	FINDING(NO_REPEATED_HISTORY, RULE, "9.3", "HREPEAT is not enabled") \
	FINDING(TIME_MISSING, RULE, "8.5", \
		"synchronizing message without TSTAMP") \
	FINDING(TIME_DISABLED, RULE, "8.5", "TSTAMP is not enabled") \
	FINDING(TIME_BACKWARDS, RULE, "8.5", "absolute TSTAMP went back") \
	FINDING(OWNERSHIP_MISSING, RULE, "8.4", \
		"no Ownership after a synchronizing message") \
	FINDING(OWNERSHIP_ORDER, RULE, "7.1", "scontext before hcontext") \
	FINDING(OWNERSHIP_DISABLED, RULE, "7.1", "Ownership is not enabled") \
	FINDING(ERROR_ALONE, RULE, "7.4", "Error is not followed by SYNC 7") \
	FINDING(SYNC_LATE, RULE, "8.4", "periodic synchronization is overdue")
/* clang-format on */

#define NTRACE_FINDING_ENUM(name, class, chapter, text) NTRACE_FOUND_##name,
enum ntrace_finding_kind {
	NTRACE_FINDINGS(NTRACE_FINDING_ENUM) NTRACE_FINDING_KINDS
};
#undef NTRACE_FINDING_ENUM

/** Facts about a kind of findings. */
struct ntrace_finding_info {
	const char *name;    /* "BAD_MSEO" */
	const char *chapter; /* of N-Trace 1.0 */
	const char *text;    /* a clause, without full stop */
	u8 class;	     /* enum ntrace_class */
};

/** The kinds; the index is enum ntrace_finding_kind. */
extern const struct ntrace_finding_info
	ntrace_finding_info[NTRACE_FINDING_KINDS];

/** A finding in a trace, with its place. */
struct ntrace_finding {
	u8 kind;     /* enum ntrace_finding_kind */
	u8 tcode;    /* of the message; NTRACE_TCODES: none */
	u64 offset;  /* of the message's first byte in the stream */
	u64 message; /* its number in the stream, from 0 */
	u64 pc;	     /* address of the hart, as far as known */
	u64 value;   /* the wrong field, address or count */
};

#endif
