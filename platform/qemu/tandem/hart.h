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
	TANDEM_LEVEL_PC,	/* what is executed, traps, CSRs */
	TANDEM_LEVEL_REGISTERS, /* and registers */
	TANDEM_LEVEL_FULL,	/* and memory */
};

/* Options of the command line. */
struct tandem_options {
	const char *out;
	u64 from, to; /* addresses where tracing begins and ends */
	u64 skip;     /* instructions of a hart before tracing */
	u64 count;    /* instructions to be traced of a hart */
	u64 check;    /* look at all registers every so many instructions */
	u32 privs;    /* bit of every privilege mode that is traced */
	u8 level;     /* enum tandem_level */
	u8 dialect;   /* enum tandem_dialect */
	bool has_from, has_to, exit;
	bool live;   /* who reads does not want to wait */
	bool inband; /* the trace begins with its parameters */
	bool ram;    /* nobody but the hart writes memory */
	bool alone;  /* the machine has one hart */
};

/* An access to memory that the pending instruction has made. */
struct access {
	u64 vaddr, paddr, value;
	u64 operand; /* rs2 of an AMO */
	u8 bits;
	bool store, io;
};

/* A register, and what a reader of the trace takes it for. */
struct shadow {
	struct qemu_plugin_register *handle; /* NULL: QEMU does not tell */
	u64 value;
	bool known;
};

/* Code whose place is known on both sides. */
struct code_block {
	u64 host, paddr;
};

/* A virtual page whose translation is known. */
struct walked {
	u64 page; /* number + 1; 0: none */
	u64 satp;
};

/* Pages that the trace has; a set of physical page numbers. */
struct page_set {
	u64 *slot; /* page number + 1; 0: free */
	u8 **copy; /* what the reader takes the page for; NULL: not kept */
	size_t slots, used;
};

struct tandem_counts {
	u64 insns, traps, bytes;
	u64 lost;	 /* times that the flow could not be explained */
	u64 unannounced; /* registers that check= has found changed */
	u64 outside;	 /* memory that was not as this hart had left it */
};

struct tandem_hart {
	unsigned int hart;
	bool active, ended, begun;
	bool failed; /* the trace could not be written */
	bool gap;    /* not traced for a while, or there are other harts */
	u64 seen;    /* instructions, for skip= */
	const struct effect *pending;
	u64 pc;	   /* of the pending instruction */
	u64 moved; /* by so much from where its block was translated */
	/* since then, as the observer tells */
	struct retire_trap trap[TANDEM_TRAPS];
	unsigned int traps;
	bool reset; /* the hart is elsewhere for no reason of its own */
	struct access access[TANDEM_ACCESSES];
	unsigned int accesses; /* there were this many, not all are kept */

	struct shadow x[32], f[32], csr[CSRS], priv, pc_register;
	struct shadow *listed[CSRS]; /* CSRs that QEMU tells */
	u16 listed_csr[CSRS];
	unsigned int num_listed;
	bool zcd; /* C.FSDSP is that */
	u64 reset_pc;
	char *isa; /* ISA string; NULL: not known */
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
 * Open a hart's file and write a side file that says that it is not whole. On
 * failure, says why and ends QEMU's process.
 */
void tandem_file_open(struct tandem_hart *p);
/** Write the groups that are complete; the file stays open. */
void tandem_file_flush(struct tandem_hart *p);
/** Write what is left, and complete the side file. */
void tandem_file_close(struct tandem_hart *p);
/** Add to the group that is being made. */
void tandem_put(struct tandem_hart *p, struct tandem_element element);
/** The group is complete. A group of nothing is not written. */
void tandem_flush(struct tandem_hart *p);

/* --- isa.c: which hart this is ------------------------------------ */

/** Find out before the instruction at pc, if that is the first of the ROM. */
void tandem_isa_learn(struct tandem_hart *p, u64 pc);

/* --- registers.c: reading QEMU's registers ------------------------ */

/** Find the registers that this hart has. */
void tandem_find(struct tandem_hart *p);
u64 tandem_read(struct tandem_hart *p, const struct shadow *shadow);

/** Registers that are not told are looked at only as operands of CSRs. */
static inline void tandem_look_at_operand(struct tandem_hart *p, unsigned int n)
{
	p->x[n].value = tandem_read(p, &p->x[n]);
}
/**
 * Make a register's value known to the reader of the trace, if it is not.
 * @return whether it was not
 */
bool tandem_set(struct tandem_hart *p, struct shadow *shadow, u16 reg,
		u64 value);
/** The same with the value that QEMU has; nothing if QEMU does not tell. */
bool tandem_update(struct tandem_hart *p, struct shadow *shadow, u16 reg);
bool tandem_update_csr(struct tandem_hart *p, u16 csr);
/**
 * Everything that is not as the reader takes it, as state initialisation, with
 * pc and privilege.
 * @param always	even if there is nothing
 * @return how many registers
 */
u64 tandem_sync(struct tandem_hart *p, u64 pc, bool always);
/** The register that a CSR shows: mstatus for sstatus. */
u16 tandem_canonical(u16 csr);
/** mcycle, minstret, mhpmcounter and their upper halves. */
bool tandem_counter(u16 csr);

/* --- csr.c: instructions that access CSRs ------------------------- */

/**
 * Elements of a CSR instruction that has retired.
 * @param written	tandem_csr_value() of before
 * @param status	what mstatus was after it and before a trap that followed
 *			it at once; NULL if none did
 */
void tandem_csr(struct tandem_hart *p, const struct effect *insn, u64 written,
		const u64 *status);
/** @return the value a CSR instruction writes, or else the CSR's value */
u64 tandem_csr_value(const struct tandem_hart *p, const struct effect *insn);
bool tandem_csr_writes(const struct effect *insn);
/** Tell what csrr of mip or sip has read, in a group of its own. */
void tandem_pending_read(struct tandem_hart *p, const struct effect *insn);

/* --- pages.c: memory that the reader of the trace knows ------------ */

bool tandem_page_has(const struct page_set *set, u64 page);
void tandem_page_add(struct page_set *set, u64 page);
/** @return true if addresses of data are physical */
bool tandem_is_bare(const struct tandem_hart *p);
/**
 * A page of memory becomes known.
 * @param access	that QEMU has just made, NULL: none
 */
void tandem_page_use(struct tandem_hart *p, u64 vaddr, u64 paddr,
		     const struct access *access);
/**
 * Keep the value that a reader of the trace takes memory for.
 * @param tell	the value did not come by the trace: a reader that takes memory
 *		for another one is told of a write from outside the hart
 */
void tandem_remember(struct tandem_hart *p, u64 paddr, u64 value,
		     unsigned int bytes, bool tell);
/** Page tables that translate an address become known. */
void tandem_walk(struct tandem_hart *p, u64 vaddr);
/** They may have changed. */
void tandem_walk_again(struct tandem_hart *p);
/** At the reset, where code is: tells where QEMU has physical memory. */
void tandem_learn(struct tandem_hart *p, const struct effect *insn, u64 pc);
/** The page of an instruction that is about to be executed becomes known. */
void tandem_code(struct tandem_hart *p, const struct effect *insn, u64 pc);
/** Tracing is off: nobody knows what memory holds when it is on again. */
void tandem_forget(struct tandem_hart *p);

/* --- ram.c ------------------------------------------------------------------ */

/** Lines of the side file: where RAM is, as far as code has been there. */
void tandem_put_ram(const struct tandem_hart *p, FILE *side);

/* --- memory.c: accesses -------------------------------------------- */

/**
 * The pending instruction has accessed memory; called while QEMU knows. The page
 * becomes known, in groups before the instruction's.
 */
void tandem_access(struct tandem_hart *p, qemu_plugin_meminfo_t info,
		   u64 vaddr);
/** Elements of the pending instruction's accesses. */
void tandem_memory(struct tandem_hart *p, const struct effect *insn);

/* --- retired.c ---------------------------------------------------- */

/** The elements of an instruction that has retired and goes to pc. */
void tandem_retire(struct tandem_hart *p, const struct effect *insn, u64 pc,
		   const u64 *status);

/* --- step.c: from one instruction to the next --------------------- */

/**
 * Where an instruction that is about to be executed is. QEMU uses what it has
 * translated at all addresses where the page is mapped, and says the first only.
 */
u64 tandem_pc_of(struct tandem_hart *p, const struct effect *next);
/** The pending instruction's group, now that next is about to be executed. */
void tandem_step(struct tandem_hart *p, const struct effect *next, u64 next_pc);

/* --- trap.c ------------------------------------------------------- */

/**
 * The groups of the pending instruction and of the traps after it, if there
 * were any.
 * @return false when nothing has trapped
 */
bool tandem_trap(struct tandem_hart *p, const struct effect *insn, u64 pc);

#endif
