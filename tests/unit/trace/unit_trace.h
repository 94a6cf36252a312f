/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Shared by the unit tests of lib/trace: the machine of fake_trace.h. OURS owns
 * harts 0 and 1, and THEIRS owns hart 2.
 */
#ifndef UNIT_TRACE_H
#define UNIT_TRACE_H

#include <trace/mmio.h>
#include <trace/trace.h>

#include "fake/fake_trace.h"
#include "unit.h"

/**
 * Four machines: RV32 and RV64, with memory that needs a mapping or does not.
 */
#define UNIT_TRACE (UNIT_SSCOFPMF | UNIT_SMCNTRPMF | UNIT_INHIBIT)

enum { OURS = 7, THEIRS = 9, HARTID = 0x10 };

/** Bits from the specification, and not from the library's tables. */
enum unit_trace_bits {
	TE_MODE_6 = 6 << 4,
	TE_MODE_3 = 3 << 4,
	TE_CONTEXT = 1 << 9,
	TE_TRIG = 1 << 11,
	TE_LOST = 1 << 12,
	TE_STALL = 1 << 13,
	TE_NO_SRC = 1 << 15,
	TE_NTRACE = 1 << 24,
	RAM_SMEM = 1 << 4,
	RAM_STOP = 1 << 8,
};

/** The library's view of the machine. */
extern struct trace unit_trace;

/** Make the hardware, and a library that knows nothing of it. */
void unit_trace_hardware(void);

/** Describe the hardware to the library. */
void unit_trace_describe(enum trace_policy policy);

/** The same, probed and settled, with all components usable and with owners. */
void unit_trace_boot(enum trace_policy policy);
void unit_trace_boot_as_built(enum trace_policy policy);

/** Check the reason, and the other component, of a refused component. */
void unit_trace_refused(const char *row, u32 component,
			enum trace_reason reason, u32 other);

/** Check that no component is enabled. */
void unit_trace_check_quiet(const char *row);

/**
 * Make a call, and check the rules of all calls: no fault, a result of XLEN
 * bits, no value with an error, no change by a refused call.
 */
struct sbiret unit_trace_call(u32 owner, unsigned long fid,
			      struct sbi_args args);

#define TRACE_CALL(fid, ...) \
	unit_trace_call(OURS, fid, (struct sbi_args){ { __VA_ARGS__ } })

/** Make a call of the other owner. */
struct sbiret unit_trace_theirs(unsigned long fid, unsigned long a0,
				unsigned long a1);

/** The low and the high part of an address, as two arguments. */
#define ADDRESS(a) unit_xlen(a), (fake.has.xlen == 32 ? (a) >> 32 : 0)

/** Give R, or another sink, this domain's buffer; this must succeed. */
void unit_trace_buffer(void);
void unit_trace_buffer_of(unsigned int sink);

/** Address of the buffer. */
#define BUFFER FAKE_RAM
#define BUFFER_SIZE 0x1000u
/** Address for structures. */
#define ANSWER (FAKE_RAM + 0x1000)

/** A word of the structure at ANSWER. */
u32 unit_trace_answer(unsigned int word);
u64 unit_trace_answer64(unsigned int word);

#endif
