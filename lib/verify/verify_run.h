/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The data of a verification: the state that trace and model have in common,
 * the group that changes it, and the run over all groups.
 */
#ifndef VERIFY_RUN_H
#define VERIFY_RUN_H

#include <tandem/brief.h>
#include <verify/second.h>

#define VERIFY_CHANGES_MAX 4200
#define VERIFY_PENDING_MAX 32
#define VERIFY_SUSPECTS_MAX 64
/* Brief groups that are decoded at once */
#define VERIFY_BRIEFS 64
/* Remembered stores, by their address */
#define VERIFY_STORES 4096
/* Most page table entries in which one step sets D */
#define VERIFY_DIRTY_MAX 8

/* --- the state ------------------------------------------------------------ */

/* The last store to 8 bytes of memory. */
struct verify_stored {
	u64 paddr;
	struct verify_writer writer;
};

/* A place where the trace was believed against the model. */
struct verify_suspect {
	u32 element; /* enum model_element, or SUSPECT_MEMORY */
	u8 bytes;
	u64 paddr;
	u64 value; /* the model's, as long as the trace is believed */
};

/* element of struct verify_suspect, besides enum model_element */
#define SUSPECT_MEMORY 0x20000u

struct verify_suspects {
	u32 num;
	struct verify_suspect suspect[VERIFY_SUSPECTS_MAX];
};

/* With config.alone: duties of the next step. */
struct verify_alone {
	u64 device_written; /* since MSIP and MTIP have changed: their bits */
	u32 num;
	u64 dirty[VERIFY_DIRTY_MAX]; /* entries whose D it sets */
};

/* minstret, from its first value in the trace on. */
struct verify_count {
	u64 value;	/* before the next instruction */
	u64 written_at; /* number of the instruction at that value */
	u8 known;	/* bit 0: value, on RV32 its lower half; bit 1: upper */
	u8 adds;	/* of an instruction in this mode */
	u8 mode;	/* enum model_priv */
};

/* A pending interrupt that may be taken. */
struct verify_wait {
	u8 cause;  /* MODEL_INTERRUPT_NONE: there is none */
	bool late; /* its latency was reported */
	u64 insns; /* instructions it has waited */
};

/*
 * The state on which trace and model agree before a group. A group's commit
 * changes it on both sides; the model has the other one.
 */
struct verify_state {
	const struct verify_config *config;
	const struct verify_model *model;
	u64 pc, mtime;
	u64 xmask;
	u8 priv;
	struct verify_wait wait;
	struct verify_count count;
	struct verify_alone alone;
	struct verify_suspects suspects;
	u64 reg[TANDEM_REGS];	     /* real registers */
	u16 mask_index[TANDEM_REGS]; /* 0, or of config->mask[] + 1 */
	struct verify_writer writer[TANDEM_REGS];
	struct verify_stored store[VERIFY_STORES];
};

/* --- the group ------------------------------------------------------------ */

/* A register that a group or the model's step changes. */
struct verify_change {
	u16 reg;
	u8 flags;
	u64 before; /* both */
	u64 trace;
	u64 model;
	u64 outside, absent; /* verify_outside() and verify_absent() */
};

/* struct verify_change's flags */
enum {
	CHANGE_TRACE = 1 << 0, /* the trace has it */
	CHANGE_MODEL = 1 << 1, /* the model wrote it */
	CHANGE_UNMODELLED = 1 << 2,
	CHANGE_IMPLICIT = 1 << 3,
};

/* Memory that a load explains, and that may have been right nevertheless. */
struct verify_memory_doubt {
	bool is; /* in this group */
	u8 bytes;
	u16 reg; /* destination of the load; 0: it is right */
	u64 paddr, memory, value;
};

/* An entry of a page table that the hart walks and did not write. */
struct verify_foreign {
	u64 paddr, own, now;
};

/* A counter that ran back. */
struct verify_shrunk {
	u16 reg; /* 0: none */
	u64 from, to;
};

/* Memory for the lists of a group. */
struct verify_room {
	struct verify_change change[VERIFY_CHANGES_MAX];
	u16 change_index[TANDEM_REGS];
	struct verify_finding finding[VERIFY_PENDING_MAX + 1];
};

/*
 * One group: its elements, the model's step, and the differences. An assignment
 * of the first four members is the start of the next group.
 */
struct verify_group {
	const struct tandem_group *trace;
	struct verify_room *room;
	struct model_input input;
	u64 insn;   /* number of its instruction */
	u64 offset; /* in the trace */
	struct verify_step step;
	u64 reservation; /* before the step */
	/* VERIFY_PART() of parts that are compared, and that must be there */
	u32 judged, required;
	u32 changes;	/* of room->change[] */
	u32 findings;	/* of room->finding[], not reported yet */
	bool of_memory; /* memory was tried, and explains them */
	bool ended;	/* the model has no step */
	bool copied;	/* a value was copied to the model */
	bool guessed;	/* a load had no known value */
	bool trying;	/* the step is tried, and may be undone */
	bool blind;	/* ... which needed an unknown value */
	bool is_judged; /* with counter: it is not decided outside */
	bool csrs;	/* changes are of CSRs, too */
	u8 priv;	/* as pc; verify_judge() sets both */
	u16 counter;	/* the half of minstret that it names; 0: none */
	u64 pc;		/* after the group, by the trace */
	u64 taken_bits; /* bits of the load taken from the trace so far */
	struct verify_shrunk shrunk;
	struct verify_memory_doubt doubt;
	u32 foreigns; /* entries that the step walked */
	struct verify_foreign foreign[VERIFY_DIRTY_MAX];
};

/* --- the run -------------------------------------------------------------- */

/* Brief groups that were decoded together. */
struct verify_row {
	u32 required; /* config.required, as enum tandem_brief_has */
	/* The verified group, if its elements are not decoded yet */
	const struct tandem_brief *brief;
	struct tandem_brief group[VERIFY_BRIEFS];
	u64 pc[VERIFY_BRIEFS]; /* of those that took effect */
};

/* A verification, from the first group to the last. */
struct verify {
	struct verify_totals totals;
	struct verify_past past[VERIFY_HISTORY]; /* ring; next is the oldest */
	u32 past_next;
	bool over; /* nothing can follow */
	bool stop; /* ... after this group */
	struct verify_config config;
	void (*found)(void *user, const struct verify *v,
		      const struct verify_finding *finding);
	void *user;
	struct tandem_decoder decoder;
	struct verify_row row;
	struct verify_group group;
	struct verify_state state;
	struct verify_room room;
};

/* A second trace as a model. */
struct verify_second {
	enum tandem_status status;
	bool (*more)(void *user, const u8 **bytes, size_t *len);
	void *user;
	bool over;
	bool ready; /* a step was decoded already */
	struct verify_config config;
	struct tandem_decoder decoder;
	struct verify_group group;
	struct verify_state state;
	struct verify_room room;
	struct model_step did;
	u32 writes;
	struct model_write write[VERIFY_CHANGES_MAX];
};

#endif
