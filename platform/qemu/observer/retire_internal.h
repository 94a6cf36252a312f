/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shared by the parts of the observer. */
#ifndef RETIRE_INTERNAL_H
#define RETIRE_INTERNAL_H

#include <pthread.h>

#include "retire.h"

/* Most blocks of one delivery. */
#define RETIRE_BATCH 256

/* The end of translated code. */
enum retire_end {
	RETIRE_END_FALL, /* continues at the next address */
	RETIRE_END_BRANCH,
	RETIRE_END_JUMP,     /* direct */
	RETIRE_END_INDIRECT, /* anywhere */
	RETIRE_END_MRET,
	RETIRE_END_SRET,
	RETIRE_END_RETURN, /* continues anywhere, with another privilege */
};

/* Registers to read again after the last instruction. */
enum retire_after {
	RETIRE_AFTER_VECTORS = 1,
	RETIRE_AFTER_CONTEXT = 2,
};

/* Translated code, with the observer's facts on it. */
struct retire_known {
	struct retire_code code;
	struct retire_known *next; /* in the table's chain */
	u64 length, target;	   /* bytes from vaddr */
	u8 end;			   /* enum retire_end */
	u8 after;		   /* enum retire_after */
	u8 itype, itype_taken;	   /* enum insn_itype */
	u8 rs1, rd;		   /* of an indirect jump at the end */
	s64 imm;		   /* of that */
	bool sijump;		   /* with the instruction before it */
	bool constant;		   /* the last one is LUI or AUIPC */
	/*
	 * Instructions that may trap store their number, from 1, at their
	 * start; this is the number of the last one, 0: none.
	 */
	u16 last_mark;
};

/* The place at which execution left translated code. */
struct retire_spot {
	u16 insns; /* retired; with all of them, the last one's effect counts */
	bool taken;
};

/* A trap vector: addresses from base on. */
struct retire_vector {
	u64 base, span;
};

/* The registers that a trap writes. */
enum retire_set {
	RETIRE_SET_M,
	RETIRE_SET_S, /* with V=1: those of VS-mode */
	RETIRE_SET_VS,
	RETIRE_SETS
};

struct retire_trap_regs {
	const struct retire_reg *tvec, *epc, *cause, *tval, *status;
};

struct retire_hart {
	/* of the code that began last */
	const struct retire_known *known; /* NULL: none */
	u64 pc;
	u64 *mark;     /* see last_mark; in QEMU's scoreboard, or kept_mark */
	u64 kept_mark; /* used if one thread runs all harts */
	u64 id;	       /* mhartid */
	u16 done;      /* delivered instructions */
	u64 return_pc; /* of RETIRE_END_MRET, RETIRE_END_SRET: its target */
	u8 return_priv;
	bool return_on; /* it enables interrupts of return_priv */

	u8 priv;
	u64 count;
	const struct retire_known *before; /* the code that continued in this
					    * code */
	struct retire_vector vector[RETIRE_SETS];
	u64 last_epc[RETIRE_SETS], last_cause[RETIRE_SETS];
	u64 scontext, hcontext;

	unsigned int index;
	u32 num;
	struct ntrace_block block[RETIRE_BATCH];
	struct retire_part part[RETIRE_BATCH];

	struct retire_reg *reg;
	size_t num_regs;
	struct retire_trap_regs regs[RETIRE_SETS];
	const struct retire_reg *pc_reg, *priv_reg, *mstatush, *hstatus,
		*mhartid;
	const struct retire_reg *scontext_reg, *hcontext_reg;
	const struct retire_reg *x[32];
};

struct retire_observer {
	const struct retire_ops *ops;
	void *user;
	unsigned int xlen;
	u64 mask; /* of addresses */
	struct qemu_plugin_scoreboard *marks;
	struct retire_hart *hart;
	unsigned int num_harts;
	/*
	 * One thread runs all harts: QEMU 10 then treats the vCPU as a constant
	 * of the translated code, so neither scoreboards nor the vcpu of
	 * callbacks can be used.
	 */
	bool single;
	pthread_t thread;	  /* the one that initialised the first vCPU */
	struct retire_hart *here; /* single: the hart of the code that began
				   * last */
	bool ended;
	bool rests;    /* no observation, see retire_watch() */
	bool changing; /* the opposite is requested */
	qemu_plugin_id_t id;
};

extern struct retire_observer retire;

/* retire_code.c: @return NULL if there is no memory */
const struct retire_known *retire_know(const struct qemu_plugin_tb *tb);
/* @return true if an instruction may trap once it has begun */
bool retire_may_trap(const u8 *code, size_t bytes);

/* retire_reg.c */
void retire_regs_init(struct retire_hart *hart);
u64 retire_reg_value(const struct retire_reg *reg);
u8 retire_reg_priv(const struct retire_hart *hart);

/* retire.c: add retired instructions of the current code, up to spot, to the
 * batch */
void retire_put(struct retire_hart *hart, const struct retire_spot *spot);
void retire_flush(struct retire_hart *hart);

/*
 * retire_flow.c: the hart is at pc now, after the code that began last: add
 * retired instructions and report traps. This handles all cases that are not
 * simple.
 */
void retire_flow(struct retire_hart *hart, u64 pc);
/* Read the vectors, after a block's last instruction or the machine's start may
 * have changed them. */
void retire_vectors(struct retire_hart *hart);
/* Read the target of the MRET or SRET at the end of the current code. */
void retire_return(struct retire_hart *hart);

static inline bool retire_in_vector(const struct retire_hart *hart, u64 pc)
{
	const struct retire_vector *v = hart->vector;

	return pc - v[0].base < v[0].span || pc - v[1].base < v[1].span ||
	       pc - v[2].base < v[2].span;
}

#endif
