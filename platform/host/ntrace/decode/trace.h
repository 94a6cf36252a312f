/* SPDX-License-Identifier: BSD-2-Clause */
/* A trace: its options, the settings beside it, and its messages. */
#ifndef HOST_NT_TRACE_H
#define HOST_NT_TRACE_H

#include <argp.h>
#include "frames.h"
#include "io.h"
#include "ntrace/msg.h"
#include "options.h"
#include "progress.h"

enum {
	NT_KEY_SETTINGS = 0x17f
}; /* of --settings, which only nt_side_add() reads */

/**
 * Put the settings of the encoder before the other arguments, as options, and name
 * their file on standard error: the file of --settings, or else TRACE.settings. Exits
 * with STATUS_USAGE and a message if a line is no such setting, or if TRACE.settings or
 * a file that it names beside the trace is no regular file of the user or root.
 * @param argp		parser of the arguments
 * @param argc		in and out: arguments
 * @param coding_only	leave out settings that are not of the coding of messages
 * @return the arguments to use
 */
char **nt_side_add(const struct argp *argp, int *argc, char **argv,
		   bool coding_only);

/** The trace, and the settings of its encoder: options of all readers. */
struct nt_trace {
	const char *path;
	struct ntrace_format format;
	bool quiet;	  /* no progress */
	int src;	  /* the source to use, -1 for all */
	const char *cpus; /* the sources, as the user typed them; NULL: all */
	u8 cpu[4096 / 8]; /* then a bit for each */
	bool framed;	  /* it is the output of a CoreSight formatter */
	int frame_id;
	struct frames frames;
};

/** @return true if the user selected this source */
static inline bool nt_trace_wants(const struct nt_trace *trace, u16 src)
{
	if (trace->cpus && !(trace->cpu[src / 8] >> src % 8 & 1))
		return false;
	return trace->src < 0 || trace->src == src;
}

/** Parses these options, and the argument TRACE; its input is a struct
 * nt_trace. */
extern const struct argp nt_trace_argp;

/** Open a trace; wrappers are removed during reading. */
void nt_trace_open(struct nt_trace *trace, struct input *in);

/**
 * Check the start of a trace, and report if it looks like one of the other
 * files of these commands.
 */
void nt_trace_look(const struct nt_trace *trace, const u8 *data, size_t size);

/** Messages of a trace, one after the other, in constant memory. */
struct nt_reader {
	struct nt_trace *trace;
	struct input in;
	struct progress progress;
	u8 *buffer; /* the rest of one piece, then the next */
	size_t at;  /* next byte to read */
	size_t end; /* bytes in buffer */
	u64 base;   /* offset in the trace of buffer[0] */
	u64 idle_bytes;
	bool eof;
};

/** One step of a reader. */
struct nt_item {
	enum ntrace_status status; /* NTRACE_MORE: the trace ends inside */
	u64 offset;		   /* of the first byte */
	size_t bytes;
	const u8 *data;	       /* good until the next step */
	struct ntrace_msg msg; /* with NTRACE_OK only */
};

void nt_reader_open(struct nt_reader *reader, struct nt_trace *trace);

/**
 * The next message, or the next bytes outside of messages.
 * @return false at the end
 */
bool nt_reader_next(struct nt_reader *reader, struct nt_item *item);

/** @return bytes in all */
u64 nt_reader_close(struct nt_reader *reader);

#endif
