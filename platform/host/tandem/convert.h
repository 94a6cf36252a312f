/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the readers of other traces: executed instructions become groups.
 */
#ifndef HOST_TANDEM_CONVERT_H
#define HOST_TANDEM_CONVERT_H

#include "tandem.h"

enum {
	TANDEM_STEP_ELEMENTS = 64, /* of one instruction, its own included */
	TANDEM_PRIV_UNKNOWN = 4,
};

/** Where groups go, and the instruction that is not complete yet. */
struct tandem_convert {
	struct tandem_trace *trace; /* the input; its params are the output's */
	struct lines lines;
	struct output out;
	struct tandem_encoder encoder;
	u64 left_out; /* things that the protocol has no place for */
	u64 groups;
	u64 written; /* bytes */

	/*
	 * Where an instruction leads to, and in which mode, is known with the
	 * next one only: until then it waits here.
	 */
	struct tandem_element element[TANDEM_STEP_ELEMENTS];
	u32 num;
	bool pending;
	u64 pc; /* of the instruction that waits */
	unsigned int bytes;
	unsigned int priv; /* so far; TANDEM_PRIV_UNKNOWN: nobody said */
	bool started;
	bool cut;	  /* the input ends amid a line */
	bool trapped;	  /* what waits has: it leads to the handler */
	char absent[512]; /* lines of the side file: what is not told */
};

/** Exit with a message about the line that was read last. */
void tandem_convert_die(const struct tandem_convert *convert,
			const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/** Settle the parameters and begin. @param xlen what the input looks like */
void tandem_convert_start(struct tandem_convert *convert, unsigned int xlen);

/** Write what is complete as a group. */
void tandem_convert_group(struct tandem_convert *convert,
			  const struct tandem_element *element, u32 num);

/** Write one element as it is. @param before the element before, or NULL */
void tandem_convert_raw(struct tandem_convert *convert,
			const struct tandem_element *element,
			const struct tandem_element *before);

/**
 * An instruction: what waits led here. The first one makes a group of state
 * initialization before it.
 * @param priv	mode it is executed in, or TANDEM_PRIV_UNKNOWN
 */
void tandem_convert_insn(struct tandem_convert *convert, u64 pc, u32 insn,
			 unsigned int priv);

/** A change that the instruction which waits makes. */
void tandem_convert_add(struct tandem_convert *convert,
			struct tandem_element element);

/** The waiting instruction has trapped: add all that is known of the trap. */
void tandem_convert_trapped(struct tandem_convert *convert);

/**
 * The waiting instruction led to this address.
 * @param priv     in this mode, or TANDEM_PRIV_UNKNOWN
 */
void tandem_convert_lead(struct tandem_convert *convert, u64 pc,
			 unsigned int priv);

/** Add a line to the side file: what the trace never has. */
void tandem_convert_absent(struct tandem_convert *convert, const char *line);

/**
 * A trap that no instruction caused leads to an address.
 * @param element	what else it changes
 */
void tandem_convert_trap(struct tandem_convert *convert, u64 pc,
			 unsigned int priv,
			 const struct tandem_element *element, u32 num);

/** The end of the input. Where the last instruction led to must be known, or it
 * is left out. */
void tandem_convert_finish(struct tandem_convert *convert);

/** The effective address and, of a store, the data of an instruction. */
void tandem_convert_access(struct tandem_convert *convert, u64 address,
			   unsigned int bits, bool store, u64 data);

/** Readers: each reads the lines to their end; line is the first. */
void tandem_from_spike(struct tandem_convert *convert, char *line);
void tandem_from_rvfi(struct tandem_convert *convert, char *line);
void tandem_from_events(struct tandem_convert *convert, char *line);

#endif
