/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Trace components in S-mode: their registers, with the names of the RISC-V
 * Trace Control Interface, and the calls of the SBI trace extension.
 *
 * platform/qemu defines the addresses: encoder n of hart n, funnel n and RAM
 * sink n each have a window after the first range of memory.
 */
#ifndef SMODE_TRACE_H
#define SMODE_TRACE_H

#include <hart/fields.h>
#include <hart/trace_regs.h>
#include <trace/sbi_trace.h>

#include "sbi.h"

/* A field's value, or its mask, at its place in the register. */
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

/** Access two registers that have the halves of an address. */
u64 trace_read64(unsigned long base, unsigned long low);
void trace_write64(unsigned long base, unsigned long low, u64 value);

/** True if S-mode can access the registers. */
bool trace_reachable(unsigned long base);

/* --- changes of registers ------------------------------------------------- */

/** Store all registers of the active components. */
void trace_remember(void);
/** Check that they have not changed. */
void trace_check_same(void);

/* --- the extension -------------------------------------------------------- */

/** Make a call of the trace extension; arguments that are left out are 0. */
#define trace_call(fid, ...) sbi(TRACE_SBI_EID, fid, ##__VA_ARGS__)

/** Number of components that get_info returns. */
unsigned int trace_count(void);
/**
 * Number of the component with these registers; trace_count() if there is none.
 */
unsigned int trace_number(unsigned long base);

/** Words that the next two functions fill. */
extern u32 trace_words[TRACE_INFO_WORDS];
struct sbiret trace_info(unsigned int n);
struct sbiret trace_status(unsigned long hartid);

/* --- traces --------------------------------------------------------------- */

/** Execute jumps, calls, loops and traps, for a trace of them. */
void trace_work(void);

/**
 * Print where a trace is. run.py decodes it and compares it with the harts'
 * execution.
 * @param words arguments of traces.py, as "hart=0" or, in the order of source
 * IDs, "hart=0,1 src=0,1 options=--src-bits=1"; "parts=2" for a trace with one
 * interruption
 * @param wp trRamWP, flag included
 */
void trace_announce(const char *words, u64 start, u64 end, u64 wp);

#endif
