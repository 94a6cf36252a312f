/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Uses the trace hardware as a driver would: from the encoder of the first
 * hart, through the funnel if there is one, to the first RAM sink. Each
 * recorded trace is announced, so that run.py decodes it and compares it with
 * the harts' execution.
 */
#ifndef SMODE_TRACE_PATH_H
#define SMODE_TRACE_PATH_H

#include "trace.h"

/** Size of a buffer. */
#define PATH_BUFFER 0x10000u
/** Maximum number of RAM sinks. */
#define PATH_SINKS 4
#define PATH_HTM TR_FIELD(TR_TE_CONTROL, INST_MODE, 6)
#define PATH_BTM TR_FIELD(TR_TE_CONTROL, INST_MODE, 3)
#define PATH_SYNC                                     \
	(TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 3) | \
	 TR_FIELD(TR_TE_CONTROL, INST_SYNC_MAX, 4))
#define PATH_OVERFLOW TR_MASK(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW)
/** trTeInstFeatures: a source ID of two bits. */
#define PATH_SRC(id)                                  \
	(TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS, 2) | \
	 TR_FIELD(TR_TE_INST_FEATURES, SRC_ID, id))

/**
 * Use RAM sink n from now on.
 * @param num_funnels number of funnels before it; funnel 1 is next to the
 * encoders
 */
void path_use(unsigned int n, unsigned int num_funnels);
/** Use the first RAM sink, and all funnels before it. */
void path_find(void);

/** True if the sink has room for a whole trace; else skips the case. */
bool path_keeps_all(void);

/**
 * Wait until the masked bits of tr??Control have a value.
 * @return false if they do not get it in time
 */
bool path_poll(unsigned long base, u32 mask, u32 value);
/** Change bits of tr??Control. */
void path_change(unsigned long base, u32 clear, u32 set);
/** Reset a component, and leave it active. */
void path_restart(unsigned long base);
/** Disable a component, and wait until its buffers are empty. */
void path_finish(unsigned long base);

/** Reset the encoder of hart n, and set its registers to 0. */
void path_encoder(unsigned int n);

/**
 * Prepare the funnels and the RAM sink, with a buffer that was never used
 * before.
 * @param size of the buffer, or of SRAM
 * @param control TR_SMEM, or 0 for SRAM; other bits of trRamControl
 */
void path_open(u32 size, u32 control);
/**
 * Call path_find() and path_open() with SMEM, and start the first hart's trace.
 */
void path_begin(u32 size, u32 te_control);
/** Start the trace of hart n, the hart that runs this. */
void path_trace(unsigned int n, u32 te_control);
/** Disable the funnels and the sink. */
void path_close(void);
/**
 * Announce the trace in the sink's buffer.
 * @param harts in the order of their source IDs, as "0" or "0,1"
 * @param more words of the announcement; the first one begins with a blank
 */
void path_announce(const char *harts, const char *more);
/** Stop the trace that path_begin() started, and announce it. */
void path_end(const char *more);
/**
 * Words of an announcement of the first hart's trace.
 * @param option of the decoder, or ""
 * @param modes that were traced, as "1" or "0,1"; "": all
 */
const char *path_words(const char *option, const char *modes);

/** Values of trRamStart and trRamWP. */
u64 path_start(void);
u64 path_wp(void);
/** A byte of the last buffer; the offset may be behind the trace. */
u8 path_byte(u32 offset);
/** The next unused buffer, for the payload to fill. */
u8 *path_buffer(void);

/**
 * Execute jumps, calls, loops and traps, and take a timer interrupt among them.
 */
void path_work(void);

#endif
