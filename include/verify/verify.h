/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tandem verification: a trace is replayed group by group beside a model of the
 * hart, and the changes of the two are compared (Trace Protocol Specification,
 * 2018-11-20, sections 3.1 and 3.2). docs/tandem-verify.md has the design.
 *
 * Nothing here allocates, keeps global state, or needs a C library.
 */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include <model/model.h>
#include <tandem/brief.h>
#include <verify/findings.h>

/* --- what is in a trace ---------------------------------------------------- */

/** Elements that a trace has or lacks by agreement. */
enum verify_part {
	VERIFY_INSN,
	VERIFY_PC,
	VERIFY_PRIV,
	VERIFY_GPR,
	VERIFY_FPR,
	VERIFY_CSR,
	VERIFY_EADDR,
	VERIFY_PADDR,
	VERIFY_SDATA,
	VERIFY_MEMREQ, /* of loads, stores and the like: exactly those */
	VERIFY_MEMRSP,
	VERIFY_PARTS
};

#define VERIFY_PART(part) (1u << (part))

/** Agreement about some bits of a register. */
struct verify_mask {
	u16 reg;     /* a real register, no view such as sstatus */
	u64 outside; /* decided outside of the hart: copied to the model */
	u64 absent;  /* not in the trace: neither compared nor copied */
};

/** State after a reset that is not what the model makes of it. */
struct verify_initial {
	u32 element; /* enum model_element, or a register's number */
	u64 value;
};

struct verify_hart;
struct verify_memory;

#define VERIFY_MASKS_MAX 400
#define VERIFY_INITIAL_MAX 64

struct verify_config {
	struct tandem_params params;
	/* VERIFY_PART() of what is not in the trace (section 3.2) */
	u32 absent;
	/* ... of what must be there for each instruction that has it; of the
	 * others EADDR to MEMRSP are compared if there */
	u32 required;
	/* Registers are in the trace when written with what they had, too */
	bool every_update;
	/* Most instructions that a pending and enabled interrupt may wait; 0:
	 * for ever */
	u32 latency;
	/* mip of the trace is not known: an interrupt is taken to be pending */
	bool mip_unknown;
	/* No other hart, and no device, writes page tables or the devices that
	 * interrupts come from */
	bool alone;
	/* The hart sets A and D of page table entries whatever menvcfg.ADUE is */
	bool hardware_ad;
	/* minstret does not count the instructions that retire: its values are
	 * the trace's, except one that was written just before */
	bool instret_outside;
	/* Section 3.1 to the letter: what a trace says is believed, even when
	 * later instructions fit what the model says */
	bool believe;
	/* Groups are only followed, not judged, until the pc is this one */
	bool has_from;
	u64 from;
	u32 masks; /* of mask[], at most VERIFY_MASKS_MAX */
	struct verify_mask mask[VERIFY_MASKS_MAX];
	u32 initials; /* of initial[], at most VERIFY_INITIAL_MAX */
	struct verify_initial initial[VERIFY_INITIAL_MAX];
};

/**
 * Usual settings: nothing absent, everything required that the specification
 * requires of a full trace, latency 1024.
 */
void verify_config_init(struct verify_config *config,
			const struct tandem_params *params);

/**
 * Add bits to those of a register.
 * @return false: there is no room for one more register
 */
bool verify_config_mask(struct verify_config *config, u16 reg, u64 outside,
			u64 absent);

/* --- models ---------------------------------------------------------------- */

/** Results of a model's step, in the model's own memory until its next step. */
struct verify_step {
	const struct model_step *did; /* write[] and writes are not used */
	const struct model_write *write;
	u32 writes;
	u32 unknown; /* VERIFY_PART() of what the model does not know */
	/* Contents of memory before a store or AMO */
	u64 before;
	/* Cause of the interrupt that an instruction was executed in spite of,
	 * or MODEL_INTERRUPT_NONE */
	u8 pending;
};

/**
 * A model of the hart: the four operations of section 3.4. Elements of the
 * state are those of model/model.h.
 */
struct verify_model {
	void *user;
	/** Read state. @return false: there is no such element */
	bool (*read)(void *user, u32 element, u64 *value);
	/** @return false: it is not known. @param bytes 1, 2, 4, 8 */
	bool (*read_memory)(void *user, u64 paddr, unsigned int bytes,
			    u64 *value);
	/** Write state as it is. */
	bool (*write)(void *user, u32 element, u64 value);
	void (*write_memory)(void *user, u64 paddr, unsigned int bytes,
			     u64 value);
	/** Try one instruction. @return false: the model can go no further */
	bool (*step)(void *user, const struct model_input *in,
		     struct verify_step *out);
	void (*reset)(void *user);
	/* It knows which instructions trap, and which interrupts may be taken */
	bool knows_traps;
	/* It is this hart, which can step without the operations; NULL: not */
	struct verify_hart *hart;
	/* Its memory, in which steps can be taken back; NULL: they cannot */
	struct verify_memory *memory;
};

/* --- findings -------------------------------------------------------------- */

/** An instruction or trap that the trace has told of. */
struct verify_past {
	u64 offset; /* of its group in the trace */
	u64 pc;
	u32 insn; /* with bytes only */
	u8 bytes; /* of insn; 0: trap without an instruction */
	u8 priv;  /* before it */
	u8 kind;  /* enum model_kind, by the model */
	u8 cause; /* of a trap */
};

/** Something the trace and the model do not agree on. */
struct verify_finding {
	u8 kind;	/* enum verify_finding_kind */
	u8 detail;	/* RULE, STREAM: which one. INTERRUPT: enum verify_why.
		       * DROPPED: how many */
	u8 fault;	/* enum verify_fault, of all findings of the group */
	u16 reg;	/* of GPR, FPR, CSR, STRAY */
	u64 paddr;	/* of PTE */
	bool missing;	/* the trace has nothing where something must be */
	u64 offset;	/* of the group, or of the damage, in the trace */
	u64 group;	/* its number, from 0 */
	u64 insn;	/* number of the instruction or trap, from 0 */
	u64 divergence; /* number of the group with findings, from 0 */
	u64 expected; /* by the model; LOST: cause; DROPPED: pc of the first */
	u64 seen;     /* in the trace; LOST, DROPPED: pc of the group */
};

/** The instruction that wrote something. */
struct verify_writer {
	u64 insn; /* its number, from 1; 0: none, since verification began */
	u64 pc;
};

/** A value that an instruction has read, and where that came from. */
struct verify_origin {
	bool memory; /* else a register */
	u16 reg;
	u64 paddr;
	u64 value;
	struct verify_writer writer;
};

#define VERIFY_ORIGINS_MAX 8
/* Stores that are remembered, by their address */
#define VERIFY_STORES 4096

#define VERIFY_HISTORY 16

struct verify_totals {
	u64 bytes;
	u64 groups;
	u64 insns; /* and traps: steps of the model */
	u64 exceptions;
	u64 interrupts;
	u64 inits;
	u64 resets;
	u64 believed;	 /* values of minstret that could not be judged */
	u64 copied;	 /* steps that took something from the trace */
	u64 divergences; /* groups with findings */
	u64 adopted; /* divergences that turned out to be of the trace alone */
	u64 findings[VERIFY_FINDING_KINDS];
};

/* --- verification ---------------------------------------------------------- */

#define VERIFY_CHANGES_MAX 4200
#define VERIFY_PENDING_MAX 32
#define VERIFY_SUSPECTS_MAX 64
/* Brief groups that are decoded at once */
#define VERIFY_BRIEFS 64

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

/* Where the trace was believed against the model. */
struct verify_suspect {
	u32 element; /* enum model_element, or SUSPECT_MEMORY */
	u8 bytes;
	u64 paddr;
	u64 value; /* the other one: of the model, as long as trace is believed */
};

/* The state that trace and model agree on, and the group's changes to it. */
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

/* Memory that a load explains may have been right all the same. */
struct verify_memory_doubt {
	bool is; /* in this group */
	u8 bytes;
	u16 reg; /* what it was loaded to; 0: that is right */
	u64 paddr, memory, value;
};

/* Entries of page tables that a group may say were written by one store */
#define VERIFY_DIRTY_MAX 8

/* An entry of a page table that the hart walks, and that is not its own. */
struct verify_foreign {
	u64 paddr, own, now;
};

/* With config.alone: what the next step has to do, and what it has walked. */
struct verify_alone {
	u64 device_written; /* since MSIP and MTIP have changed: their bits */
	u32 num;
	u64 dirty[VERIFY_DIRTY_MAX]; /* entries whose D it sets */
	u32 foreigns;
	struct verify_foreign foreign[VERIFY_DIRTY_MAX];
};

/* minstret, from the first value that the trace tells on. */
struct verify_count {
	u64 value;	/* before the next instruction */
	u64 written_at; /* totals.insns when it was told */
	u16 reg;	/* which one the group's instruction names; 0: none */
	u8 known;	/* bit 0: value, on RV32 its lower half; bit 1: upper */
	u8 adds;	/* of an instruction in this mode */
	u8 mode;	/* enum model_priv */
	bool judged;	/* with reg: it is not decided outside */
};

/* Of the group, until they are reported. */
struct verify_group_findings {
	u32 num;
	bool of_memory; /* memory was tried, and explains them */
	struct verify_finding finding[VERIFY_PENDING_MAX + 1];
};

struct verify {
	/* read: until the next call */
	struct verify_totals totals;
	struct verify_past past[VERIFY_HISTORY]; /* ring; next is the oldest */
	u32 past_next;
	const struct verify_step *last; /* of the model, in found() */
	/* the rest is its own */
	struct verify_config config;
	const struct verify_model *model;
	void (*found)(void *user, const struct verify *v,
		      const struct verify_finding *finding);
	void *user;
	struct tandem_decoder decoder;
	const struct tandem_group *group; /* that is verified now */
	const struct tandem_brief *brief; /* ... if it is not in group yet */
	struct tandem_brief briefs[VERIFY_BRIEFS];
	u64 brief_pc[VERIFY_BRIEFS]; /* of those that took effect */
	u32 brief_required; /* config.required, as enum tandem_brief_has */
	u64 pc, mtime;
	u8 priv;
	u64 xmask;
	u64 offset;	   /* of what is verified now, in the trace */
	bool over;	   /* nothing can follow */
	bool stop;	   /* ... after this group */
	bool copied;	   /* something in the group was copied to the model */
	bool late;	   /* the latency of what is pending was reported */
	u8 waiting;	   /* cause of the interrupt that waits */
	u64 waited;	   /* instructions it has waited */
	u64 unknown_shift; /* bits of the load taken from the trace so far */
	bool guessed;	   /* ... nothing says what it was */
	bool trying;	   /* a step is tried, and may be taken back */
	bool blind;	   /* ... which needed what is not known */
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

/** Owned by the caller, and kept for as long as a trace is verified. */
struct verify_setup {
	const struct verify_config *config; /* copied */
	const struct verify_model *model;
	/* the memory for a group's elements, see tandem_decoder_init() */
	struct tandem_element *element;
	u32 room;
	/** Called for each finding; v->last is what the model did. */
	void (*found)(void *user, const struct verify *v,
		      const struct verify_finding *finding);
	void *user;
};

/** Start: model and shadow state are reset. The parameters must be valid. */
void verify_init(struct verify *v, const struct verify_setup *setup);

/**
 * Verify the next piece of a trace, of any length.
 * @return false: nothing more can be verified, as the trace is damaged or the
 *	model has come to its end; the finding was reported
 */
bool verify_feed(struct verify *v, const u8 *bytes, size_t len);

/** The trace is over: what is left of it is reported, never applied. */
void verify_finish(struct verify *v);

/** From found(): verify no further than the group that has the finding. */
void verify_stop(struct verify *v);

/** Findings of all kinds so far; the trace is verified if there are none. */
u64 verify_findings(const struct verify *v);

/**
 * From found(): what the group's instruction has read, and registers that it
 * should have written and are not in the trace, as they were before it.
 * @param origin out: VERIFY_ORIGINS_MAX
 * @return how many there are
 */
u32 verify_origins(const struct verify *v, struct verify_origin *origin);

/**
 * The value a load, or a fetch, of unknown memory must have had, going by the
 * group that is being verified: for a model's bus.
 * @param kind enum model_access
 * @return false: access fault
 */
bool verify_unknown_load(struct verify *v, u64 paddr, unsigned int bytes,
			 unsigned int kind, u64 *value);

/**
 * @return true if, by the trace, an access of a kind ended with an access fault
 */
bool verify_unknown_faults(const struct verify *v, unsigned int kind);

#endif
