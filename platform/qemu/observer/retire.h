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
 * Straight code that QEMU translated as one block. The same code at the same
 * address has one object, which is never freed or changed.
 */
struct retire_code {
	/*
	 * Its address at translation. A page with several virtual addresses is
	 * translated once: execution may be at another address, with an equal
	 * offset in a page.
	 */
	u64 vaddr;
	u32 index; /* objects are numbered from 0, in the order of their
		    * creation */
	u32 halfwords;
	u16 insns;
	const u8 *bytes; /* 2 * halfwords of them, in memory order */
	/* half-words before each instruction; [insns] is halfwords */
	const u16 *offset;
};

/** The instructions of translated code in a block. */
struct retire_part {
	const struct retire_code *code;
	u16 first, num;
};

/** A trap that was taken. */
struct retire_trap {
	u64 epc;     /* address of the instruction that the trap prevented */
	u64 cause;   /* without the interrupt bit */
	u64 tval;    /* value of xtval */
	u64 handler; /* address at which the hart continued */
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
	 * Blocks retired. The callee may change them: time is the number of
	 * instructions that the hart had retired at the block's end, cycles the
	 * instructions of the block. itype is a 4-bit code; traps are not among
	 * these blocks: retire_trap_block() makes one. part[i] has the code of
	 * block[i].
	 */
	void (*blocks)(void *user, unsigned int hart,
		       struct ntrace_block *block,
		       const struct retire_part *part, size_t num);
	/* after delivery of the blocks before it */
	void (*trap)(void *user, unsigned int hart,
		     const struct retire_trap *trap);
	/*
	 * scontext (NTRACE_PROCESS_SCONTEXT) or hcontext was written, after the
	 * blocks before; or it is not 0 at the hart's start
	 */
	void (*context)(void *user, unsigned int hart,
			enum ntrace_process_format format, u64 value);
	/*
	 * The hart continues at addr for another reason: a reset, or a
	 * debugger's write of the pc. Not called at its first start.
	 */
	void (*reset)(void *user, unsigned int hart, u64 addr);
	/* before the first block of a hart, also after retire_watch(): its
	 * registers are readable */
	void (*start)(void *user, unsigned int hart);
	/*
	 * QEMU translates a block, on any thread: register more callbacks here.
	 * In these, retire_sync() delivers the instructions that retired before
	 * the present one.
	 */
	void (*translate)(void *user, struct qemu_plugin_tb *tb,
			  const struct retire_code *code);
	/* QEMU ends; all retired instructions were delivered */
	void (*end)(void *user);
};

/**
 * Observe. Call it once, from qemu_plugin_install(); the observer registers for
 * translation, the vCPUs' start and QEMU's end, so the caller must not.
 * @param ops and user stay in use
 * @return false, with a message on standard error: no RISC-V system emulation,
 *	or more than RETIRE_HARTS_MAX harts
 */
bool retire_install(qemu_plugin_id_t id, const qemu_info_t *info,
		    const struct retire_ops *ops, void *user);

/**
 * Start or stop observation: without it, blocks cost QEMU no call. It takes
 * effect at the next block of any hart, and costs a translation of all code. At
 * first harts are observed. After a restart, each hart begins again: start is
 * called, and its registers are read. Call it in a callback of a hart.
 */
void retire_watch(bool on);

/**
 * The hart of a callback. QEMU 10 passes the vCPU that translated the block,
 * not the one that executes it, if one thread runs several vCPUs
 * (thread=single, -icount).
 * @param vcpu the number from QEMU
 */
unsigned int retire_here(unsigned int vcpu);

/** XLEN of the machine, 32 or 64. */
unsigned int retire_xlen(void);

/**
 * Deliver the instructions that retired before the present one, which may then
 * read and write them. Only from that hart's callbacks.
 */
void retire_sync(unsigned int hart);

/** Privilege of the hart at the last delivery: enum ntrace_priv. */
u8 retire_priv(unsigned int hart);

/** Instructions that the hart has retired, at the last delivery. */
u64 retire_count(unsigned int hart);

/**
 * The block that reports a trap to an encoder; it counts no instruction.
 */
void retire_trap_block(const struct retire_trap *trap,
		       struct ntrace_block *block);

/** A register of QEMU's debugger interface: "pc", "a0", "mepc", "priv", ... */
struct retire_reg;

/**
 * Find a register of a hart; from start() on.
 * @return NULL if that hart has no register of this name
 */
const struct retire_reg *retire_reg_find(unsigned int hart, const char *name);

/**
 * Read a register, in a callback on the hart's thread that was registered with
 * QEMU_PLUGIN_CB_R_REGS.
 * @param value out: its lowest 64 bits; 0 with false
 * @return false if QEMU cannot read it now, or reg is NULL
 */
bool retire_reg_read(const struct retire_reg *reg, u64 *value);

#endif
