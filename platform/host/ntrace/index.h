/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Index files: places in a trace at which a decoder can begin, and the state
 * that it needs there. They belong to one trace, one program and the settings
 * with which they were made.
 */
#ifndef HOST_NT_INDEX_H
#define HOST_NT_INDEX_H

#include <profile/stack.h>
#include "decode.h"
#include "select.h"

/** A source's first synchronizing message at or behind a checkpoint. */
struct nt_index_row {
	u64 at;	   /* its offset; UINT64_MAX: none comes */
	u64 insns; /* that the source executed before it */
	/* Timestamps from here up to the next row; low > high: none */
	u64 low, high;
	struct ntrace_resume resume;
};

/** A frame of a stack of functions. */
struct nt_index_frame {
	u32 function; /* number in the symbols; as many as there are: unknown */
	bool trap;
	u64 back;
};

/** A source's stack at a row, and the functions from there up to the next. */
struct nt_index_stack {
	u32 kept; /* outermost frames that it shares with the row before */
	u32 depth;
	size_t frame; /* number of the first one that it does not share */
	u64 from;
	u8 pending;
	bool resumes;
	size_t seen, num_seen; /* numbers of functions, in ascending order */
};

/** An index. Rows and stacks: of each checkpoint one for each source. */
struct nt_index {
	/* of the trace */
	u64 size, changed, inode;
	u32 program;  /* nt_index_program_sum() */
	u32 symbols;  /* nt_index_symbols_sum(); 0: there are no stacks */
	u64 *offset;  /* of the checkpoints, the first one 0 */
	u64 *message; /* numbers of the messages there */
	u32 *sum;     /* CRC-32 of the trace up to the next one */
	size_t num;
	u16 *src; /* of the sources */
	u64 *all; /* instructions of each */
	size_t sources;
	struct nt_index_row *row;
	struct nt_index_stack *stack; /* NULL: there are none */
	struct nt_index_frame *frame;
	size_t frames;
	u32 *seen;
	size_t num_seen;
};

static inline struct nt_index_row *
nt_index_row(const struct nt_index *index, size_t checkpoint, size_t source)
{
	return &index->row[checkpoint * index->sources + source];
}

static inline struct nt_index_stack *
nt_index_stack(const struct nt_index *index, size_t checkpoint, size_t source)
{
	return &index->stack[checkpoint * index->sources + source];
}

/** A number for the code of a program and for how traces are read. */
u32 nt_index_program_sum(const struct nt_decode *decode);

/** A number for the functions of a program, not 0. */
u32 nt_index_symbols_sum(const struct nt_program *program);

/**
 * Note which file it is, and when that was changed: 0 if so lately that it may be
 * changed again without a sign of it.
 */
void nt_index_identify(struct nt_index *index, const char *trace);

/** The same, but wait a moment if it was changed lately. */
void nt_index_settle(struct nt_index *index, const char *trace);

void nt_index_write(const struct nt_index *index, struct output *out);

/**
 * Read an index file and hold it against the trace, the program and the
 * settings. Exits with a message when it is none, is damaged, or is of another
 * trace or program.
 * @param stacks	they are needed
 */
void nt_index_open(struct nt_index *index, const char *path,
		   const struct nt_decode *decode, bool stacks);

/**
 * Exits with a message unless the trace has the bytes behind a checkpoint that
 * it had.
 */
void nt_index_check(const struct nt_index *index, const char *path,
		    const u8 *trace, size_t checkpoint);

void nt_index_free(struct nt_index *index);

/**
 * Can an index be of such a trace? It must be a file, not packed and not in
 * frames, and not decoded by strict rules.
 */
bool nt_index_can(const struct nt_decode *decode);

/**
 * Decode what is selected, and only where it is.
 * @param path		of the index, for messages
 * @param select	begun; its numbers, times and function choose
 * @param sink		hears of a bit more, which the selection leaves out
 * @param result	out: of the parts that were decoded
 */
void nt_index_run(const struct nt_index *index, const char *path,
		  struct nt_decode *decode, struct nt_select *select,
		  const struct ntrace_sink *sink, struct nt_result *result);

#endif
