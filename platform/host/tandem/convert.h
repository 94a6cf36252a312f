/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the readers of other traces: executed instructions become groups.
 */
#ifndef HOST_TANDEM_CONVERT_H
#define HOST_TANDEM_CONVERT_H

#include "tandem.h"

enum {
	TANDEM_STEP_ELEMENTS = 64, /* of one instruction, with its own */
	TANDEM_PRIV_UNKNOWN = 4,
};

/** The output of groups, and the instruction that is not complete yet. */
struct tandem_convert {
	struct tandem_trace *trace; /* the input; its params are for the
				     * output */
	struct lines lines;
	struct output out;
	struct tandem_encoder encoder;
	u64 left_out; /* items that the protocol cannot express */
	u64 groups;
	u64 written; /* bytes */

	/*
	 * Only the next instruction shows the target of an instruction, and its
	 * mode: until then the instruction waits here.
	 */
	struct tandem_element element[TANDEM_STEP_ELEMENTS];
	u32 num;
	bool pending;
	u64 pc; /* of the waiting instruction */
	unsigned int bytes;
	unsigned int priv; /* so far; TANDEM_PRIV_UNKNOWN: not known */
	bool started;
	bool cut;	  /* the input ends inside a line */
	bool trapped;	  /* the waiting instruction trapped: its target is the
			   * handler */
	char absent[512]; /* lines of the side file: state that the trace
			   * lacks */
};

/** Exit with a message about the last line. */
void tandem_convert_die(const struct tandem_convert *convert,
			const char *format, ...)
	__attribute__((format(printf, 2, 3), noreturn));

/** Settle the parameters and begin. @param xlen of the input, as it seems */
void tandem_convert_start(struct tandem_convert *convert, unsigned int xlen);

/** Write complete elements as a group. */
void tandem_convert_group(struct tandem_convert *convert,
			  const struct tandem_element *element, u32 num);

/** Write one element as it is. @param before the element before, or NULL */
void tandem_convert_raw(struct tandem_convert *convert,
			const struct tandem_element *element,
			const struct tandem_element *before);

/**
 * An instruction: the waiting one has led here. Before the first one comes a
 * group of state initialization.
 * @param priv	mode of its execution, or TANDEM_PRIV_UNKNOWN
 */
void tandem_convert_insn(struct tandem_convert *convert, u64 pc, u32 insn,
			 unsigned int priv);

/** Add a change by the waiting instruction. */
void tandem_convert_add(struct tandem_convert *convert,
			struct tandem_element element);

/** The waiting instruction has trapped: add the known facts on the trap. */
void tandem_convert_trapped(struct tandem_convert *convert);

/**
 * The waiting instruction led to this address.
 * @param priv     in this mode, or TANDEM_PRIV_UNKNOWN
 */
void tandem_convert_lead(struct tandem_convert *convert, u64 pc,
			 unsigned int priv);

/** Add a line to the side file about state that the trace lacks. */
void tandem_convert_absent(struct tandem_convert *convert, const char *line);

/**
 * A trap that no instruction caused leads to an address.
 * @param element	its other changes
 */
void tandem_convert_trap(struct tandem_convert *convert, u64 pc,
			 unsigned int priv,
			 const struct tandem_element *element, u32 num);

/** End of the input. The last instruction is left out if its target is
 * unknown. */
void tandem_convert_finish(struct tandem_convert *convert);

/** The effective address and, of a store, the data of an instruction. */
void tandem_convert_access(struct tandem_convert *convert, u64 address,
			   unsigned int bits, bool store, u64 data);

/** Readers: each reads all lines; line is the first. */
void tandem_from_spike(struct tandem_convert *convert, char *line);
void tandem_from_rvfi(struct tandem_convert *convert, char *line);
void tandem_from_events(struct tandem_convert *convert, char *line);

#endif
