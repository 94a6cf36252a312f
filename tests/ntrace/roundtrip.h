/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Generated programs, executed at random, through encoder and decoder: the
 * decoder has to report the executed instructions.
 */
#ifndef ROUNDTRIP_H
#define ROUNDTRIP_H

#include <ntrace/emit.h>
#include <ntrace/flow.h>

#include "feed.h"

#define ROUNDTRIP_INSNS 400  /* of a program */
#define ROUNDTRIP_STEPS 3000 /* executed */
#define ROUNDTRIP_BYTES (1 << 19)
#define ROUNDTRIP_STACK 64

/** Executed and traced instructions, or traps. */
struct roundtrip_log {
	unsigned int num;
	u64 addr[ROUNDTRIP_STEPS];
	unsigned int traps;
	u64 from[ROUNDTRIP_STEPS], handler[ROUNDTRIP_STEPS];
};

struct roundtrip {
	u64 random;

	struct code code;
	unsigned int num_insns;
	u64 insn[ROUNDTRIP_INSNS]; /* addresses */

	struct ntrace_emit_regs regs;
	struct ntrace_emit_design design;
	struct ntrace_settings settings;
	struct ntrace_emit emit;
	struct feed feed;
	u32 fifo_size;
	bool tame;  /* each return goes to its call */
	bool small; /* the FIFO may overflow */
	u8 fifo[ROUNDTRIP_BYTES], bytes[ROUNDTRIP_BYTES];

	bool tracing, halted;
	u8 privs; /* filter: bit per mode that is traced */
	u8 pattern[ROUNDTRIP_INSNS], visits[ROUNDTRIP_INSNS];
	u64 stack[ROUNDTRIP_STACK];
	unsigned int depth;
	bool trap_pends;
	u64 trap_from;

	struct roundtrip_log done, decoded;
	unsigned int errors; /* findings other than overflows */
};

/** A random number below limit. @param limit over 0 */
u32 roundtrip_random(struct roundtrip *rt, u32 limit);

/** Make a program of random instructions. */
void roundtrip_program(struct roundtrip *rt);

/** Choose registers and design. */
void roundtrip_options(struct roundtrip *rt);

/** Make a program and options. @param seed selects them */
void roundtrip_init(struct roundtrip *rt, u64 seed);

/**
 * Start the encoder, then execute the program: the trace is in bytes.
 * @return false if the registers or an executed instruction are refused
 */
bool roundtrip_run(struct roundtrip *rt);

/**
 * Execute the program, and trace it.
 * @return false if the ingress port refuses an instruction
 */
bool roundtrip_walk(struct roundtrip *rt);

#endif
