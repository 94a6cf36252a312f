/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The observer: what each hart of QEMU's machine retires, as the ingress port
 * of a trace encoder wants it, with traps, privilege and contexts, in the order
 * in which it happens. Plugins that trace are built on it.
 *
 * QEMU calls at the beginning of each block that it translated; how far the
 * block before it came, and why it ended, follows from where the hart is now.
 * So what is delivered is at most one translated block behind the hart;
 * retire_sync() makes up for that.
 */
#ifndef RETIRE_H
#define RETIRE_H

#include <base/types.h>
#include <insn/insn.h>
#include <ntrace/emit.h>
#include <ntrace/msg.h>

#include "qemu_plugin.h"

/** Most harts. */
#define RETIRE_HARTS_MAX 64

/**
 * Straight code that QEMU translated at once. The same code at the same address
 * is the same object, which is never freed or changed.
 */
struct retire_code {
	/*
	 * Where it was when it was translated. A page that is mapped at several
	 * addresses is translated once: execution may be elsewhere, at an equal
	 * offset in a page.
	 */
	u64 vaddr;
	u32 index; /* such objects are numbered from 0, as they come to be */
	u32 halfwords;
	u16 insns;
	const u8 *bytes; /* 2 * halfwords of them, in memory order */
	/* half-words in front of each instruction; [insns] is halfwords */
	const u16 *offset;
};

/** Which instructions of translated code a block is made of. */
struct retire_part {
	const struct retire_code *code;
	u16 first, num;
};

/** A trap that was taken. */
struct retire_trap {
	u64 epc;     /* address of the instruction that was not executed */
	u64 cause;   /* without the interrupt bit */
	u64 tval;    /* what xtval holds */
	u64 handler; /* where the hart went */
	u64 time;    /* instructions that the hart had retired */
	bool interrupt;
	u8 from, to; /* enum ntrace_priv, before and after */
};

/**
 * Calls to an observer's user. They come on the hart's own thread, those of
 * several harts at the same time unless QEMU runs with thread=single. Any but
 * blocks may be NULL.
 */
struct retire_ops {
	/*
	 * Blocks retired. They are the callee's to change: time is the number
	 * of instructions that the hart had retired at the block's end, cycles
	 * the instructions of the block. itype is a 4-bit code; traps are none
	 * of these blocks: retire_trap_block() makes one. part[i] is what
	 * block[i] is made of.
	 */
	void (*blocks)(void *user, unsigned int hart,
		       struct ntrace_block *block,
		       const struct retire_part *part, size_t num);
	/* after the blocks before it were delivered */
	void (*trap)(void *user, unsigned int hart,
		     const struct retire_trap *trap);
	/*
	 * scontext (NTRACE_PROCESS_SCONTEXT) or hcontext was written, after the
	 * blocks before; or it is not 0 when the hart starts
	 */
	void (*context)(void *user, unsigned int hart,
			enum ntrace_process_format format, u64 value);
	/*
	 * The hart goes on at addr for a reason that is none of these: it was
	 * reset, or a debugger set its pc. Not called for its first start.
	 */
	void (*reset)(void *user, unsigned int hart, u64 addr);
	/* before the first block of a hart, also after retire_watch(): its
	 * registers can be read */
	void (*start)(void *user, unsigned int hart);
	/*
	 * QEMU translates a block, on any thread: register more callbacks. In
	 * them, retire_sync() delivers what retired before the instruction
	 * where they are.
	 */
	void (*translate)(void *user, struct qemu_plugin_tb *tb,
			  const struct retire_code *code);
	/* QEMU ends; what had been retired has been delivered */
	void (*end)(void *user);
};

/**
 * Observe. From qemu_plugin_install(), once; the observer registers for
 * translation, the vCPUs' start and QEMU's end, which the caller then must not.
 * @param ops and user stay in use
 * @return false, with a message on standard error: no RISC-V system emulation,
 *	or more than RETIRE_HARTS_MAX harts
 */
bool retire_install(qemu_plugin_id_t id, const qemu_info_t *info,
		    const struct retire_ops *ops, void *user);

/**
 * Observe, or do not: blocks then cost QEMU no call. It comes true with the next block
 * that any hart begins, and costs the translation of all code. Harts are observed at
 * first; when it is so again, each begins anew: start is called, and its registers are
 * read. In a callback of a hart.
 */
void retire_watch(bool on);

/**
 * The hart that a callback is about. QEMU 10 passes the vCPU that translated the
 * block, not the one that executes it, where one thread runs several vCPUs
 * (thread=single, -icount).
 * @param vcpu what QEMU passed
 */
unsigned int retire_here(unsigned int vcpu);

/** XLEN of the machine, 32 or 64. */
unsigned int retire_xlen(void);

/**
 * Deliver what the hart retired before the instruction at which it is, which
 * may be read and written by it. Only from that hart's callbacks.
 */
void retire_sync(unsigned int hart);

/** Privilege of the hart as of the last delivery: enum ntrace_priv. */
u8 retire_priv(unsigned int hart);

/** Instructions that the hart has retired, as of the last delivery. */
u64 retire_count(unsigned int hart);

/**
 * The block by which a trap reaches an encoder, which counts no instruction.
 */
void retire_trap_block(const struct retire_trap *trap,
		       struct ntrace_block *block);

/** A register of QEMU's debugger interface: "pc", "a0", "mepc", "priv", ... */
struct retire_reg;

/**
 * Find a register of a hart; from start on.
 * @return NULL when that hart has none of this name
 */
const struct retire_reg *retire_reg_find(unsigned int hart, const char *name);

/**
 * Read a register, in a callback on the hart's thread that was registered with
 * QEMU_PLUGIN_CB_R_REGS.
 * @param value out: its lowest 64 bits; 0 with false
 * @return false when QEMU cannot read it now, or reg is NULL
 */
bool retire_reg_read(const struct retire_reg *reg, u64 *value);

#endif
