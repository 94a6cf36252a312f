/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace hardware used as a driver would: from the encoder of the first hart,
 * through the funnel if there is one, to the first RAM sink. All that was
 * recorded is announced, so that it is decoded and compared with what harts did.
 */
#ifndef SMODE_TRACE_PATH_H
#define SMODE_TRACE_PATH_H

#include "trace.h"

/** Size of a buffer. */
#define PATH_BUFFER 0x10000u
/** Most RAM sinks. */
#define PATH_SINKS 4
#define PATH_HTM TR_FIELD(TR_TE_CONTROL, INST_MODE, 6)
#define PATH_BTM TR_FIELD(TR_TE_CONTROL, INST_MODE, 3)
#define PATH_SYNC                                     \
	(TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 3) | \
	 TR_FIELD(TR_TE_CONTROL, INST_SYNC_MAX, 4))
#define PATH_OVERFLOW TR_MASK(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW)
/** trTeInstFeatures: a source of two bits. */
#define PATH_SRC(id)                                  \
	(TR_FIELD(TR_TE_INST_FEATURES, SRC_BITS, 2) | \
	 TR_FIELD(TR_TE_INST_FEATURES, SRC_ID, id))

/**
 * Use another RAM sink from now on.
 * @param num_funnels funnels before it: 0 and 1, the latter next to encoders
 */
void path_use(unsigned int n, unsigned int num_funnels);
/** Use the first RAM sink, and the funnels that there are before it. */
void path_find(void);

/** True if the sink has room for all; else the running case is skipped. */
bool path_keeps_all(void);

/** Wait until the masked bits of tr??Control have a value. @return false: no */
bool path_poll(unsigned long base, u32 mask, u32 value);
/** Change bits of tr??Control. */
void path_change(unsigned long base, u32 clear, u32 set);
/** Reset a component, and leave it active. */
void path_restart(unsigned long base);
/** Disable a component, and wait until all has come out. */
void path_finish(unsigned long base);

/** Reset the encoder of hart n; its registers are 0 then. */
void path_encoder(unsigned int n);

/**
 * Make the RAM sink ready, with a buffer that nobody else has had, and the
 * funnels.
 * @param size of the buffer, or of SRAM
 * @param control TR_SMEM, or 0 for SRAM; other bits of trRamControl
 */
void path_open(u32 size, u32 control);
/** The same for path_find() and SMEM, and let the first hart's encoder trace. */
void path_begin(u32 size, u32 te_control);
/** Let the encoder of hart n, the running one, trace. */
void path_trace(unsigned int n, u32 te_control);
/** Disable funnels and sink. */
void path_close(void);
/**
 * Announce what is in the sink's buffer.
 * @param harts in the order of their sources, as "0" or "0,1"
 * @param more words of the announcement, the first one behind a blank
 */
void path_announce(const char *harts, const char *more);
/** End what path_begin() began, and announce it. */
void path_end(const char *more);
/**
 * Words of an announcement of the first hart's trace.
 * @param option of the decoder, or ""
 * @param modes that were traced, as "1" or "0,1"; "": all
 */
const char *path_words(const char *option, const char *modes);

/** trRamStart and trRamWP. */
u64 path_start(void);
u64 path_wp(void);
/** A byte of the last buffer, or behind its used part. */
u8 path_byte(u32 offset);
/** The next buffer, for the payload to fill. */
u8 *path_buffer(void);

/** Jumps, calls, loops and traps, and an interrupt in the middle of it. */
void path_work(void);

#endif
