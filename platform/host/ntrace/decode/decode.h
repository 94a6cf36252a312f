/* SPDX-License-Identifier: BSD-2-Clause */
/* Decoding a trace of a program. */
#ifndef HOST_NT_DECODE_H
#define HOST_NT_DECODE_H

#include <ntrace/flow.h>
#include "trace.h"
#include "../program/program.h"
#include "settings.h"

/* The subcommands of "hartscope ntrace" in this folder */
int nt_check(int argc, char **argv);
int nt_dump(int argc, char **argv);
int nt_index(int argc, char **argv);
int nt_stat(int argc, char **argv);

enum {
	NT_SOURCES_MAX = 4096, /* all values of SRC */
	/* bytes of output for each byte of a trace, as a power of two */
	NT_OUTPUT_BITS = 20,
	NT_RANGES_MAX = 1 << 18, /* ranges that one I-CNT may have to prove */
	/* HISTs that wait for I-CNT, for several harts of the worst kind */
	NT_PENDING_MAX = 1 << 19,
	NT_STRIDES = 1 << 14,	/* table of strides: several branches in one
				 * look-up */
	NT_NOTED_MAX = 1 << 17, /* strides that are not counted yet */
};

#define NT_FREQ_MAX 10000000000 /* see profile_stack_clock() */

/** A trace, its program and the settings of its encoder. */
struct nt_decode {
	struct nt_trace trace;
	struct nt_program program;
	struct nt_settings settings;
	const char *against; /* of --format=hash: the file to compare with, or
			      * NULL */
	u64 interval;	     /* of --format=hash, in half-words */
	bool differs;	     /* a format has found a difference */
	u64 period;	     /* instructions of a sample */
	struct output *bounded; /* output of limited length, or NULL */
	bool inlines;		/* inlined functions count as functions, too */
	bool counts;		/* the order of ranges has no meaning */
	u64 min_insns;		/* of a call that is shown */
	u64 freq;		/* timestamps per second; 0: not known */
};

/** Parsers of the options for struct nt_decode, for struct argp. */
extern const struct argp_child nt_decode_children[];

/** Call this at ARGP_KEY_INIT: sets the target of those parsers' options. */
void nt_decode_inputs(struct argp_state *state, struct nt_decode *decode);

/**
 * True if the code is the same at all times, in all modes and contexts. Counts
 * may then come without mode and context.
 */
bool nt_is_steady(const struct nt_program *program);

/** True if the code is the same at all times. */
static inline bool nt_is_lasting(const struct nt_program *program)
{
	return !program->code && !program->num_later;
}

/**
 * True if a decoder can begin at any message of the trace: a file of one
 * source, not packed, with a program that stays the same.
 */
bool nt_can_start_anywhere(const struct nt_decode *decode);

/** A file's bytes in memory. */
struct nt_map {
	const u8 *data;
	size_t size;
};

/** Exits with a message when the file cannot be read, or is empty. */
void nt_map_begin(struct nt_map *map, const char *path);

void nt_map_end(struct nt_map *map);

/** Room for a decoder's work. */
struct nt_room {
	struct ntrace_range *range;
	struct ntrace_pending *pending;
	struct ntrace_stride *stride;
	struct ntrace_noted *noted;
};

void nt_room_begin(struct nt_room *room);

/** Give the room to a decoder that was just initialized with range. */
void nt_room_use(const struct nt_room *room, const struct nt_decode *decode,
		 struct ntrace_flow *flow);

void nt_room_end(struct nt_room *room);

/** Results of a run over a trace, for all selected sources. */
struct nt_result {
	struct ntrace_totals totals;
	u64 bytes; /* of the trace */
	u64 idle_bytes;
	u64 bad_bytes; /* bytes outside of messages */
	u32 sources;
};

/**
 * Parse a command's arguments and read the program.
 * @param argp		its parser, with nt_decode_children
 * @param input		the structure for argp
 * @param decode	its member for the children
 */
void nt_decode_parse(const struct argp *argp, int argc, char **argv,
		     void *input, struct nt_decode *decode);

/**
 * Decode all of a trace, in constant memory. Without images it only checks
 * messages.
 * @param result	out
 */
void nt_decode_run(struct nt_decode *decode, const struct ntrace_sink *sink,
		   struct nt_result *result);

/** Gets the decoder's place during a run over the whole trace. */
struct nt_steps {
	void *user;
	/**
	 * The decoder is at the start of a step: a boundary of messages.
	 * @param data, size	bytes of the step
	 * @param message	number of the next message
	 */
	void (*begin)(void *user, const u8 *data, size_t size, u64 offset,
		      u64 message);
};

/**
 * Decode all of a file that is not packed, in steps.
 * @param bytes	of a step, at least
 */
void nt_decode_steps(struct nt_decode *decode, size_t bytes,
		     const struct nt_steps *steps,
		     const struct ntrace_sink *sink, struct nt_result *result);

/** A part of a trace, and the state of a decoder at its start. */
struct nt_stretch {
	const u8 *trace;
	size_t size; /* of the trace */
	/* Boundaries of messages: each source begins, and ends, at its first
	 * synchronizing message after them */
	size_t at, end;
	size_t until; /* no source needs messages from here on */
	u64 message;  /* number of the first one */
	const struct ntrace_resume *resume; /* num sources at the start */
	size_t num;
};

/**
 * Decode a part of a trace. Parts come in the order of the trace, as the program
 * changes with it.
 * @param sink		numbers of messages are those of the trace
 * @param result	out: of the part
 */
void nt_decode_stretch(struct nt_decode *decode,
		       const struct nt_stretch *stretch,
		       const struct ntrace_sink *sink,
		       struct nt_result *result);

/** Add the totals of a decoder's selected sources. */
void nt_result_add(struct nt_result *result, const struct nt_decode *decode,
		   const struct ntrace_flow *flow);

/** Add the result of a part of the trace. */
void nt_result_sum(struct nt_result *sum, const struct nt_result *result);

/**
 * @return true if the user selected this source; also for NULL, an unknown
 *	source
 */
static inline bool nt_is_wanted(const struct nt_decode *decode,
				const struct ntrace_source *source)
{
	return !source || nt_trace_wants(&decode->trace, source->src);
}

/** The region that holds an address for a source, or NULL. */
static inline const struct ntrace_region *
nt_decode_region(const struct nt_decode *decode,
		 const struct ntrace_source *source, u64 address)
{
	const struct ntrace_image *view = &decode->program.view;

	if (view->find)
		return view->find(view->user, source->src, address);
	return ntrace_image_find(view, address, source->priv, source->scontext,
				 source->hcontext);
}

#endif
