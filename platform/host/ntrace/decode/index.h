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

/** A source's first synchronizing message at or after a checkpoint. */
struct nt_index_row {
	u64 at;	   /* its offset; UINT64_MAX: none follows */
	u64 insns; /* instructions of the source before it */
	/* Timestamps from here up to the next row; low > high: none */
	u64 low, high;
	struct ntrace_resume resume;
};

/** A frame of a stack of functions. */
struct nt_index_frame {
	u32 function; /* number in the symbols; their count: unknown */
	bool trap;
	u64 back;
};

/** A source's stack at a row, and its functions up to the next row. */
struct nt_index_stack {
	u32 kept; /* outermost frames that equal the row before */
	u32 depth;
	size_t frame; /* number of its first frame that differs */
	u64 from;
	u8 pending;
	bool resumes;
	size_t seen, num_seen; /* numbers of functions, in ascending order */
};

/** An index. Rows and stacks: for each checkpoint, one for each source. */
struct nt_index {
	/* of the trace */
	u64 size, changed, inode;
	u32 program;  /* nt_index_program_sum() */
	u32 symbols;  /* nt_index_symbols_sum(); 0: no stacks */
	u64 *offset;  /* of the checkpoints, the first one 0 */
	u64 *message; /* numbers of the messages there */
	u32 *sum;     /* CRC-32 of the trace up to the next one */
	size_t num;
	u16 *src; /* of the sources */
	u64 *all; /* number of instructions of each */
	size_t sources;
	struct nt_index_row *row;
	struct nt_index_stack *stack; /* NULL: none */
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

/** A checksum of a program's code and of the settings for its traces. */
u32 nt_index_program_sum(const struct nt_decode *decode);

/** A checksum of a program's functions, not 0. */
u32 nt_index_symbols_sum(const struct nt_program *program);

/**
 * Store the identity of a file and the time of its last change: 0 if that is so
 * recent that a later change could have the same time.
 */
void nt_index_identify(struct nt_index *index, const char *trace);

/** Store identity and time of a file, a moment after a recent change. */
void nt_index_settle(struct nt_index *index, const char *trace);

void nt_index_write(const struct nt_index *index, struct output *out);

/**
 * Read an index file and compare it with the trace, the program and the
 * settings. Exits with a message if it is no index, is damaged, or is of
 * another trace or program.
 * @param stacks	true if they are needed
 */
void nt_index_open(struct nt_index *index, const char *path,
		   const struct nt_decode *decode, bool stacks);

/**
 * Exits with a message unless the trace still has the same bytes after a
 * checkpoint.
 */
void nt_index_check(const struct nt_index *index, const char *path,
		    const u8 *trace, size_t checkpoint);

void nt_index_free(struct nt_index *index);

/**
 * True if such a trace can have an index: a file, not packed and not in frames,
 * and not decoded by strict rules.
 */
bool nt_index_can(const struct nt_decode *decode);

/**
 * Decode the selected parts only.
 * @param path		of the index, for messages
 * @param select	begun; its numbers, times and function are used
 * @param sink		gets a bit more, which the selection removes
 * @param result	out: of the decoded parts
 */
void nt_index_run(const struct nt_index *index, const char *path,
		  struct nt_decode *decode, struct nt_select *select,
		  const struct ntrace_sink *sink, struct nt_result *result);

#endif
