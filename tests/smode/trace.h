/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace components as S-mode sees them: their registers by the names of the
 * RISC-V Trace Control Interface, and the calls of the SBI trace extension.
 *
 * Where the registers are is the machine's business (platform/qemu): encoder n
 * of hart n, funnel n and RAM sink n each have a window behind the first range
 * of memory.
 */
#ifndef SMODE_TRACE_H
#define SMODE_TRACE_H

#include <hart/fields.h>
#include <hart/trace_regs.h>
#include <trace/sbi_trace.h>

#include "sbi.h"

/* Fields in place. */
#define TR_FIELD(reg, name, value) ((u32)FIELD_SET(reg, name, value))
#define TR_MASK(reg, name) ((u32)FIELD_MASK(reg, name))
#define TR_ACTIVE TR_MASK(TR_CONTROL, ACTIVE)
#define TR_ENABLE TR_MASK(TR_CONTROL, ENABLE)
#define TR_EMPTY TR_MASK(TR_CONTROL, EMPTY)
#define TR_TRACING TR_MASK(TR_TE_CONTROL, INST_TRACING)
#define TR_SMEM TR_MASK(TR_RAM_CONTROL, MODE)
#define TR_WRAP TR_MASK(TR_RAM_WP_LOW, WRAP)

/** trTeControl for N-Trace with history, and periodic synchronization. */
#define TRACE_NTRACE_HTM                              \
	(TR_FIELD(TR_TE_CONTROL, INST_MODE, 6) |      \
	 TR_FIELD(TR_TE_CONTROL, FORMAT, 1) |         \
	 TR_FIELD(TR_TE_CONTROL, INST_SYNC_MODE, 1) | \
	 TR_FIELD(TR_TE_CONTROL, INST_SYNC_MAX, 4))

/** Address of the registers of encoder, funnel or RAM sink n. */
unsigned long trace_encoder(unsigned int n);
unsigned long trace_funnel(unsigned int n);
unsigned long trace_sink(unsigned int n);

static inline u32 trace_read(unsigned long base, unsigned long offset)
{
	return *(volatile u32 *)(base + offset);
}

static inline void trace_write(unsigned long base, unsigned long offset,
			       u32 value)
{
	*(volatile u32 *)(base + offset) = value;
}

/** Registers that exist twice, for the halves of an address. */
u64 trace_read64(unsigned long base, unsigned long low);
void trace_write64(unsigned long base, unsigned long low, u64 value);

/** True if S-mode can reach registers at all. */
bool trace_reachable(unsigned long base);

/* --- what changed --------------------------------------------------------- */

/** Remember all registers of the machine's components that do not run. */
void trace_remember(void);
/** Check that they are the same. */
void trace_check_same(void);

/* --- the extension -------------------------------------------------------- */

/** Any call, with the arguments it takes; the others are 0. */
struct sbiret trace_call(unsigned long fid, unsigned long a0, unsigned long a1,
			 unsigned long a2, unsigned long a3, unsigned long a4);

/** Components that get_info speaks of. */
unsigned int trace_count(void);
/** Number of the component with these registers, or that of none. */
unsigned int trace_number(unsigned long base);

/** Filled in by the next two. */
extern u32 trace_words[TRACE_INFO_WORDS];
struct sbiret trace_info(unsigned int n);
struct sbiret trace_status(unsigned long hartid);

/* --- traces --------------------------------------------------------------- */

/** Something that is worth a trace: jumps, calls, loops, and traps. */
void trace_work(void);

/**
 * Tell run.py where a trace is, which decodes it and compares it with what the
 * harts did.
 * @param words what traces.py has to know, as "hart=0" or, in the order of source
 *	IDs, "hart=0,1 src=0,1 options=--src-bits=1"; "parts=2" of a trace that
 *	was interrupted once
 * @param wp trRamWP, flag included
 */
void trace_announce(const char *words, u64 start, u64 end, u64 wp);

#endif
