/* SPDX-License-Identifier: BSD-2-Clause */
/* The data of a verification. */
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

/* The last store to 8 bytes of memory. */
struct verify_stored {
	u64 paddr;
	struct verify_writer writer;
};

/* A register that a group or the model's step changes. */
struct verify_change {
	u16 reg;
	u8 flags;
	u64 before; /* both */
	u64 trace;
	u64 model;
};

/* A place where the trace was believed against the model. */
struct verify_suspect {
	u32 element; /* enum model_element, or SUSPECT_MEMORY */
	u8 bytes;
	u64 paddr;
	u64 value; /* the model's, as long as the trace is believed */
};

/* The state on which trace and model agree, and the group's changes to it. */
struct verify_shadow {
	u64 reg[TANDEM_REGS];	     /* real registers */
	u16 mask_index[TANDEM_REGS]; /* 0, or of config.mask[] + 1 */
	u32 change_index[TANDEM_REGS];
	u32 changes;
	struct verify_change change[VERIFY_CHANGES_MAX];
};

struct verify_suspects {
	u32 num;
	struct verify_suspect suspect[VERIFY_SUSPECTS_MAX];
};

/* Memory that a load explains, and that may have been right nevertheless. */
struct verify_memory_doubt {
	bool is; /* in this group */
	u8 bytes;
	u16 reg; /* destination of the load; 0: it is right */
	u64 paddr, memory, value;
};

/* Most page table entries in which one step sets D */
#define VERIFY_DIRTY_MAX 8

/* An entry of a page table that the hart walks and did not write. */
struct verify_foreign {
	u64 paddr, own, now;
};

/*
 * With config.alone: duties of the next step, and the entries that it walked.
 */
struct verify_alone {
	u64 device_written; /* since MSIP and MTIP have changed: their bits */
	u32 num;
	u64 dirty[VERIFY_DIRTY_MAX]; /* entries whose D it sets */
	u32 foreigns;
	struct verify_foreign foreign[VERIFY_DIRTY_MAX];
};

/* minstret, from its first value in the trace on. */
struct verify_count {
	u64 value;	/* before the next instruction */
	u64 written_at; /* totals.insns at that value */
	u16 reg;	/* the counter of the group's instruction; 0: none */
	u8 known;	/* bit 0: value, on RV32 its lower half; bit 1: upper */
	u8 adds;	/* of an instruction in this mode */
	u8 mode;	/* enum model_priv */
	bool judged;	/* with reg: it is not decided outside */
};

/* Findings of the group, until they are reported. */
struct verify_group_findings {
	u32 num;
	bool of_memory; /* memory was tried, and explains them */
	struct verify_finding finding[VERIFY_PENDING_MAX + 1];
};

struct verify {
	struct verify_totals totals;
	struct verify_past past[VERIFY_HISTORY]; /* ring; next is the oldest */
	u32 past_next;
	struct verify_config config;
	const struct verify_model *model;
	void (*found)(void *user, const struct verify *v,
		      const struct verify_finding *finding);
	void *user;
	struct tandem_decoder decoder;
	const struct tandem_group *group; /* the verified group */
	const struct tandem_brief *brief; /* ... if it is not in group yet */
	struct tandem_brief briefs[VERIFY_BRIEFS];
	u64 brief_pc[VERIFY_BRIEFS]; /* of those that took effect */
	u32 brief_required; /* config.required, as enum tandem_brief_has */
	u64 pc, mtime;
	u8 priv;
	u64 xmask;
	u64 offset;	   /* of the verified group, in the trace */
	bool over;	   /* nothing can follow */
	bool stop;	   /* ... after this group */
	bool copied;	   /* a value of the group was copied to the model */
	bool late;	   /* the pending interrupt's latency was reported */
	u8 waiting;	   /* cause of the interrupt that waits */
	u64 waited;	   /* instructions it has waited */
	u64 unknown_shift; /* bits of the load taken from the trace so far */
	bool guessed;	   /* ... without a known value */
	bool trying;	   /* a step is tried, and may be undone */
	bool blind;	   /* ... which needed an unknown value */
	u64 reservation;
	u16 shrunk; /* a counter that ran back in this group; 0: none */
	u64 shrunk_from, shrunk_to;
	struct verify_count count;
	struct verify_alone alone;
	struct verify_step step;
	struct model_input input;
	struct verify_group_findings findings;
	struct verify_suspects suspects;
	struct verify_memory_doubt doubt;
	struct verify_writer writer[TANDEM_REGS];
	struct verify_stored store[VERIFY_STORES];
	struct verify_shadow shadow;
};

/* A second trace as a model. */
struct verify_second {
	enum tandem_status status;
	bool (*more)(void *user, const u8 **bytes, size_t *len);
	void *user;
	bool over;
	bool ready;	    /* a step was decoded already */
	struct verify side; /* shadow state of the second trace */
	struct model_step did;
	u32 writes;
	struct model_write write[VERIFY_CHANGES_MAX];
};

/* struct verify_change's flags */
enum {
	CHANGE_TRACE = 1 << 0, /* the trace has it */
	CHANGE_MODEL = 1 << 1, /* the model wrote it */
	CHANGE_UNMODELLED = 1 << 2,
	CHANGE_IMPLICIT = 1 << 3,
};

/* element of struct verify_suspect, besides enum model_element */
#define SUSPECT_MEMORY 0x20000u

#endif
