/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Producer of tandem trace: the plugin's state of each hart, and the functions
 * that its files share.
 *
 * An instruction's effects are there when the next one is about to be executed:
 * that is when its group is written. Each register of the trace has a shadow
 * copy, which is the state of a reader of the trace.
 */
#ifndef QEMU_TANDEM_HART_H
#define QEMU_TANDEM_HART_H

#include <stdio.h>

#include <insn/csrs.h>
#include <insn/opcodes.h>
#include <tandem/tandem.h>

#include "../observer/retire.h"
#include "effect.h"

#define TANDEM_ACCESSES 32
#define TANDEM_BLOCKS 8
#define TANDEM_WALKED 256
#define TANDEM_PAGE 4096u
#define TANDEM_ELEMENTS 96
#define TANDEM_BUFFER (1u << 18)
#define TANDEM_TRAPS 4

enum privilege { PRIV_U = 0, PRIV_S = 1, PRIV_M = 3 };

/* Numbers of CSRs have 12 bits. */
#define CSRS 0x1000

/* Fields of mstatus; SPP, SPIE and SIE are those of sstatus as well. */
enum mstatus_field {
	MSTATUS_SIE = 1 << 1,
	MSTATUS_MIE = 1 << 3,
	MSTATUS_SPIE = 1 << 5,
	MSTATUS_MPIE = 1 << 7,
	MSTATUS_SPP = 1 << 8,
	MSTATUS_MPP = 3 << 11,
	MSTATUS_FS = 3 << 13,
	MSTATUS_MPRV = 1 << 17,
};

enum tandem_level {
	TANDEM_LEVEL_PC,	/* instructions, traps, CSRs */
	TANDEM_LEVEL_REGISTERS, /* and registers */
	TANDEM_LEVEL_FULL,	/* and memory */
};

/* Options of the command line. */
struct tandem_options {
	const char *out;
	u64 from, to; /* addresses at which tracing starts and ends */
	u64 skip;     /* instructions of a hart before tracing */
	u64 count;    /* instructions to be traced of a hart */
	u64 check;    /* instructions between two checks of all registers */
	u32 privs;    /* bit for each traced privilege mode */
	u8 level;     /* enum tandem_level */
	u8 dialect;   /* enum tandem_dialect */
	bool has_from, has_to, exit;
	bool live;   /* the reader must not wait */
	bool inband; /* the trace starts with its parameters */
	bool ram;    /* only the hart writes memory */
	bool alone;  /* the machine has one hart */
};

/* An access to memory by the pending instruction. */
struct access {
	u64 vaddr, paddr, value;
	u64 operand; /* rs2 of an AMO */
	u8 bits;
	bool store, io;
};

/* A register, and its value for a reader of the trace. */
struct shadow {
	struct qemu_plugin_register *handle; /* NULL: QEMU has no such
					      * register */
	u64 value;
	bool known;
};

/* Code whose place in both memories is known. */
struct code_block {
	u64 host, paddr;
};

/* A virtual page with a known translation. */
struct walked {
	u64 page; /* number + 1; 0: none */
	u64 satp;
};

/* Pages that the reader knows; a set of physical page numbers. */
struct page_set {
	u64 *slot; /* page number + 1; 0: free */
	u8 **copy; /* contents for the reader; NULL: not kept */
	size_t slots, used;
};

struct tandem_counts {
	u64 insns, traps, bytes;
	u64 lost;	 /* number of flows without explanation */
	u64 unannounced; /* changes of registers that only check= has found */
	u64 outside;	 /* memory that differed from the hart's last value */
};

struct tandem_hart {
	unsigned int hart;
	bool active, ended, begun;
	bool failed; /* a write of the trace failed */
	bool gap;    /* a part is not traced, or there are other harts */
	u64 seen;    /* instructions, for skip= */
	const struct effect *pending;
	u64 pc;	   /* of the pending instruction */
	u64 moved; /* distance from its block's address at translation */
	/* since then, from the observer */
	struct retire_trap trap[TANDEM_TRAPS];
	unsigned int traps;
	bool reset; /* the hart continues elsewhere, without a cause of its
		     * own */
	struct access access[TANDEM_ACCESSES];
	unsigned int accesses; /* their number; only some are kept */

	struct shadow x[32], f[32], csr[CSRS], priv, pc_register;
	struct shadow *listed[CSRS]; /* CSRs that QEMU shows */
	u16 listed_csr[CSRS];
	unsigned int num_listed;
	bool zcd; /* C.FSDSP has this meaning */
	u64 reset_pc;
	char *isa; /* ISA string; NULL: unknown */
	GByteArray *bytes;

	struct page_set pages, devices;
	struct walked walked[TANDEM_WALKED];
	struct code_block block[TANDEM_BLOCKS];
	unsigned int blocks;
	struct tandem_params params;
	struct tandem_element element[TANDEM_ELEMENTS];
	u32 elements;
	struct tandem_encoder encoder;
	u8 buffer[TANDEM_BUFFER];
	FILE *out;
	struct tandem_counts counts;
};

extern struct tandem_options tandem_options;

/* --- out.c: the file ---------------------------------------------- */

/**
 * Open a hart's file and write a side file that calls it incomplete. On
 * failure, reports it and ends QEMU's process.
 */
void tandem_file_open(struct tandem_hart *p);
/** Write the complete groups; the file stays open. */
void tandem_file_flush(struct tandem_hart *p);
/** Write the rest, and complete the side file. */
void tandem_file_close(struct tandem_hart *p);
/** Add to the present group. */
void tandem_put(struct tandem_hart *p, struct tandem_element element);
/** The group is complete. An empty group is not written. */
void tandem_flush(struct tandem_hart *p);

/* --- isa.c: kind of the hart ---------------------------------------------- */

/** Find the hart's ISA string before the instruction at pc, if that is the
 * first of the ROM. */
void tandem_isa_learn(struct tandem_hart *p, u64 pc);

/* --- registers.c: reading QEMU's registers ------------------------ */

/** Find the registers that this hart has. */
void tandem_find(struct tandem_hart *p);
u64 tandem_read(struct tandem_hart *p, const struct shadow *shadow);

/** CSRs that QEMU does not show are read only as operands of instructions. */
static inline void tandem_look_at_operand(struct tandem_hart *p, unsigned int n)
{
	p->x[n].value = tandem_read(p, &p->x[n]);
}
/**
 * Give the reader a register's value, if it does not know it.
 * @return true if it did not
 */
bool tandem_set(struct tandem_hart *p, struct shadow *shadow, u16 reg,
		u64 value);
/** Give the reader the value that QEMU has; nothing if QEMU does not show it. */
bool tandem_update(struct tandem_hart *p, struct shadow *shadow, u16 reg);
bool tandem_update_csr(struct tandem_hart *p, u16 csr);
/**
 * Write all state that differs from the reader's, as state initialisation, with
 * pc and privilege.
 * @param always	even without a difference
 * @return number of registers
 */
u64 tandem_sync(struct tandem_hart *p, u64 pc, bool always);
/** The register of which a CSR is a view: mstatus for sstatus. */
u16 tandem_canonical(u16 csr);
/** True for mcycle, minstret, mhpmcounter and their upper halves. */
bool tandem_counter(u16 csr);

/* --- csr.c: instructions that access CSRs ------------------------- */

/**
 * Elements of a retired CSR instruction.
 * @param written	tandem_csr_value() before it
 * @param status	mstatus after it and before a trap that followed at
 *	once; NULL without such a trap
 */
void tandem_csr(struct tandem_hart *p, const struct effect *insn, u64 written,
		const u64 *status);
/** @return the value that a CSR instruction writes, or else the CSR's value */
u64 tandem_csr_value(const struct tandem_hart *p, const struct effect *insn);
bool tandem_csr_writes(const struct effect *insn);
/** Write the value of mip or sip that csrr has read, in a group of its own. */
void tandem_pending_read(struct tandem_hart *p, const struct effect *insn);

/* --- pages.c: memory that the reader of the trace knows ------------ */

bool tandem_page_has(const struct page_set *set, u64 page);
void tandem_page_add(struct page_set *set, u64 page);
/** @return true if addresses of data are physical */
bool tandem_is_bare(const struct tandem_hart *p);
/**
 * The reader learns a page of memory.
 * @param access	by QEMU just now, NULL: none
 */
void tandem_page_use(struct tandem_hart *p, u64 vaddr, u64 paddr,
		     const struct access *access);
/**
 * Store the reader's value of memory.
 * @param tell	the value did not come by the trace: a reader with another value
 *	gets a write from outside the hart
 */
void tandem_remember(struct tandem_hart *p, u64 paddr, u64 value,
		     unsigned int bytes, bool tell);
/** The reader learns the page tables for an address. */
void tandem_walk(struct tandem_hart *p, u64 vaddr);
/** Page tables may have changed. */
void tandem_walk_again(struct tandem_hart *p);
/** At the reset: find QEMU's physical memory by the place of code. */
void tandem_learn(struct tandem_hart *p, const struct effect *insn, u64 pc);
/** The reader learns the page of the next instruction. */
void tandem_code(struct tandem_hart *p, const struct effect *insn, u64 pc);
/** Tracing is off: memory may change until it is on again. */
void tandem_forget(struct tandem_hart *p);

/* --- ram.c ------------------------------------------------------------------ */

/** Lines of the side file: ranges of RAM, as far as code has been there. */
void tandem_put_ram(const struct tandem_hart *p, FILE *side);

/* --- memory.c: accesses -------------------------------------------- */

/**
 * The pending instruction has accessed memory; called while QEMU has the
 * details. The reader learns the page, in groups before the instruction's.
 */
void tandem_access(struct tandem_hart *p, qemu_plugin_meminfo_t info,
		   u64 vaddr);
/** Elements of the pending instruction's accesses. */
void tandem_memory(struct tandem_hart *p, const struct effect *insn);

/* --- retired.c ---------------------------------------------------- */

/** The elements of a retired instruction that leads to pc. */
void tandem_retire(struct tandem_hart *p, const struct effect *insn, u64 pc,
		   const u64 *status);

/* --- step.c: from one instruction to the next --------------------- */

/**
 * The place of the next instruction. QEMU uses translated code at all addresses
 * of its page, and reports only the first.
 */
u64 tandem_pc_of(struct tandem_hart *p, const struct effect *next);
/** Write the pending instruction's group, before next is executed. */
void tandem_step(struct tandem_hart *p, const struct effect *next, u64 next_pc);

/* --- trap.c ------------------------------------------------------- */

/**
 * Write the groups of the pending instruction and of the traps after it.
 * @return false if there was no trap
 */
bool tandem_trap(struct tandem_hart *p, const struct effect *insn, u64 pc);

#endif
