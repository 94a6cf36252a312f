/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the subcommands of "hartscope ntrace". */
#ifndef HOST_NT_H
#define HOST_NT_H

#include <argp.h>
#include "frames.h"
#include "io.h"
#include "ntrace/msg.h"
#include "options.h"
#include "progress.h"

/** "hartscope ntrace": finds the subcommand and runs it. */
int nt_main(int argc, char **argv);

int nt_check(int argc, char **argv);
int nt_decode(int argc, char **argv);
int nt_dump(int argc, char **argv);
int nt_encode(int argc, char **argv);
int nt_index(int argc, char **argv);
int nt_info(int argc, char **argv);
int nt_merge(int argc, char **argv);
int nt_report(int argc, char **argv);
int nt_stat(int argc, char **argv);

/**
 * Put the options that lie beside a trace, in TRACE.settings, in front of the
 * others.
 * @param argc		in and out: arguments
 * @param messages_only	only those that say how messages are coded
 * @return the arguments to use
 */
char **nt_side_add(int *argc, char **argv, bool messages_only);

/** Which trace, and how its encoder was set: options all readers have. */
struct nt_trace {
	const char *path;
	struct ntrace_format format;
	bool quiet;	  /* no progress */
	int src;	  /* the source to look at, -1 for all */
	const char *cpus; /* the sources, as the user typed them; NULL: all */
	u8 cpu[4096 / 8]; /* then a bit for each */
	bool framed;	  /* it is what a CoreSight formatter makes */
	int frame_id;
	struct frames frames;
};

/** @return true if the user wants this source */
static inline bool nt_trace_wants(const struct nt_trace *trace, u16 src)
{
	if (trace->cpus && !(trace->cpu[src / 8] >> src % 8 & 1))
		return false;
	return trace->src < 0 || trace->src == src;
}

/** Parses them, and the argument TRACE; its input is a struct nt_trace. */
extern const struct argp nt_trace_argp;

/** Open a trace; what wraps it is taken off while it is read. */
void nt_trace_open(struct nt_trace *trace, struct input *in);

/**
 * Look at the start of a trace, and say so if it looks like one of the other
 * files that these commands take.
 */
void nt_trace_look(const struct nt_trace *trace, const u8 *data, size_t size);

/** Messages of a trace, one after the other, in constant memory. */
struct nt_reader {
	struct nt_trace *trace;
	struct input in;
	struct progress progress;
	u8 *buffer; /* the rest of one piece, then the next */
	size_t at;  /* next byte to look at */
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
 * The next message, or the next bytes that are none.
 * @return false at the end
 */
bool nt_reader_next(struct nt_reader *reader, struct nt_item *item);

/** @return bytes in all */
u64 nt_reader_close(struct nt_reader *reader);

#endif
