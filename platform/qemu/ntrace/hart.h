/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One hart of plugin_ntrace: its encoder, and its other files. */
#ifndef NTRACE_HART_H
#define NTRACE_HART_H

#include <pthread.h>
#include <stdio.h>

#include <ntrace/hash.h>

#include "options.h"
#include "view.h"
#include "../observer/retire.h"

/* A trace and its code log; several harts may share them. */
struct nt_file {
	const char *path;
	FILE *trace;
	FILE *code, *tasks; /* NULL: not requested */
	pthread_mutex_t lock;
	u64 bytes, code_bytes;
};

struct nt_hart {
	const struct nt_options *options;
	unsigned int index;
	bool select; /* the options select a part */
	struct nt_file *file;
	struct ntrace_emit emit;
	u8 *fifo;
	u64 credit; /* bits that may leave the FIFO now */
	u64 insns;  /* traced */
	u64 count;  /* number of the next instruction, traced or not */

	u32 task;    /* the running task; 0: unknown */
	bool leaves; /* a task leaves the hart, and the FIFO has to be
		      * emptied */

	struct nt_view *view; /* NULL without code=on */

	FILE *hash_file, *record_file; /* NULL: not requested */
	struct ntrace_hash hash;
	u64 begin, end,
		part_insns; /* of the record's last line, which is not written
			     * yet */
	bool has_trap;	    /* it waits to become part of the trace */
	struct retire_trap trap;
};

/**
 * Start a hart's encoder, with open files.
 * @return false when there is no memory
 */
bool nt_hart_start(struct nt_hart *hart, unsigned int src_bits);

void nt_hart_blocks(struct nt_hart *hart, struct ntrace_block *block,
		    const struct retire_part *part, size_t num);
void nt_hart_trap(struct nt_hart *hart, const struct retire_trap *trap);
void nt_hart_context(struct nt_hart *hart, enum ntrace_process_format format,
		     u64 value);
/** From now on the hart executes this task. Call it after retire_sync(). */
void nt_hart_task(struct nt_hart *hart, u32 task);
void nt_hart_reset(struct nt_hart *hart);
/** Stop tracing, and write the rest. */
void nt_hart_end(struct nt_hart *hart);

#endif
