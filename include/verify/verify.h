/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Tandem verification: the verification replays a trace group by group beside a
 * model of the hart, and compares the changes of both (Trace Protocol
 * Specification, 2018-11-20, sections 3.1 and 3.2). docs/tandem-verify.md has
 * the design.
 *
 * Nothing here allocates, keeps global state, or needs a C library.
 */
#ifndef VERIFY_VERIFY_H
#define VERIFY_VERIFY_H

#include <model/model.h>
#include <tandem/tandem.h>
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

/** State after a reset that differs from the model's. */
struct verify_initial {
	u32 element; /* enum model_element, or a register's number */
	u64 value;
};

struct verify;
struct verify_hart;
struct verify_memory;

#define VERIFY_MASKS_MAX 400
#define VERIFY_INITIAL_MAX 64

struct verify_config {
	struct tandem_params params;
	/* VERIFY_PART() of the parts not in the trace (section 3.2) */
	u32 absent;
	/* ... of the parts that must be there for each instruction that has
	 * them; of the others EADDR to MEMRSP are compared if present */
	u32 required;
	/* Registers are in the trace also if a write does not change them */
	bool every_update;
	/* Most instructions that a pending and enabled interrupt may wait; 0:
	 * for ever */
	u32 latency;
	/* mip of the trace is not known: each interrupt counts as pending */
	bool mip_unknown;
	/* No other hart, and no device, writes page tables or the devices of
	 * interrupts */
	bool alone;
	/* The hart sets A and D of page table entries with any menvcfg.ADUE */
	bool hardware_ad;
	/* minstret does not count the retired instructions: its values are the
	 * trace's, except one that was written just before */
	bool instret_outside;
	/* Section 3.1 to the letter: the trace is believed, even if later
	 * instructions fit the values of the model */
	bool believe;
	/* Groups are only followed, not judged, until the pc has this value */
	bool has_from;
	u64 from;
	u32 masks; /* of mask[], at most VERIFY_MASKS_MAX */
	struct verify_mask mask[VERIFY_MASKS_MAX];
	u32 initials; /* of initial[], at most VERIFY_INITIAL_MAX */
	struct verify_initial initial[VERIFY_INITIAL_MAX];
};

/**
 * Usual settings: no part absent, all parts required that the specification
 * requires of a full trace, latency 1024.
 */
void verify_config_init(struct verify_config *config,
			const struct tandem_params *params);

/**
 * Add bits to those of a register.
 * @return false: no room for one more register
 */
bool verify_config_mask(struct verify_config *config, u16 reg, u64 outside,
			u64 absent);

/* --- models ---------------------------------------------------------------- */

/** Results of a model's step, in the model's own memory until its next step. */
struct verify_step {
	const struct model_step *did; /* write[] and writes are not used */
	const struct model_write *write;
	u32 writes;
	u32 unknown; /* VERIFY_PART() of parts unknown to the model */
	/* Contents of memory before a store or AMO */
	u64 before;
	/* Cause of the interrupt that was due before the instruction, or
	 * MODEL_INTERRUPT_NONE */
	u8 pending;
};

/**
 * A model of the hart: the four operations of section 3.4. Elements of the
 * state are those of model/model.h.
 */
struct verify_model {
	void *user;
	/** Read state. @return false: no such element */
	bool (*read)(void *user, u32 element, u64 *value);
	/** @return false: it is not known. @param bytes 1, 2, 4, 8 */
	bool (*read_memory)(void *user, u64 paddr, unsigned int bytes,
			    u64 *value);
	/** Write state without permission checks. */
	bool (*write)(void *user, u32 element, u64 value);
	void (*write_memory)(void *user, u64 paddr, unsigned int bytes,
			     u64 value);
	/** Try one instruction. @return false: the model cannot continue */
	bool (*step)(void *user, const struct model_input *in,
		     struct verify_step *out);
	void (*reset)(void *user);
	/*
	 * The model knows the traps of instructions, and the permitted
	 * interrupts
	 */
	bool knows_traps;
	/*
	 * The model is this hart, which can step without the operations; NULL:
	 * no
	 */
	struct verify_hart *hart;
	/* Its memory, in which steps can be undone; NULL: they cannot */
	struct verify_memory *memory;
};

/* --- findings -------------------------------------------------------------- */

/** An instruction or trap of the trace. */
struct verify_past {
	u64 offset; /* of its group in the trace */
	u64 pc;
	u32 insn; /* with bytes only */
	u8 bytes; /* of insn; 0: trap without an instruction */
	u8 priv;  /* before it */
	u8 kind;  /* enum model_kind, by the model */
	u8 cause; /* of a trap */
};

/** A difference between the trace and the model. */
struct verify_finding {
	u8 kind;	/* enum verify_finding_kind */
	u8 detail;	/* RULE, STREAM: its number. INTERRUPT: enum verify_why.
		       * DROPPED: a count */
	u8 fault;	/* enum verify_fault, of all findings of the group */
	u16 reg;	/* of GPR, FPR, CSR, STRAY */
	u64 paddr;	/* of PTE */
	bool missing;	/* the trace lacks a required part */
	u64 offset;	/* of the group, or of the damage, in the trace */
	u64 group;	/* its number, from 0 */
	u64 insn;	/* number of the instruction or trap, from 0 */
	u64 divergence; /* number of the group with findings, from 0 */
	u64 expected; /* by the model; LOST: cause; DROPPED: pc of the first */
	u64 seen;     /* in the trace; LOST, DROPPED: pc of the group */
};

/** The instruction that wrote a value. */
struct verify_writer {
	u64 insn; /* its number, from 1; 0: none, since verification began */
	u64 pc;
};

/** A value that an instruction has read, and its origin. */
struct verify_origin {
	bool memory; /* else a register */
	u16 reg;
	u64 paddr;
	u64 value;
	struct verify_writer writer;
};

#define VERIFY_ORIGINS_MAX 8

/* Instructions and traps that are remembered */
#define VERIFY_HISTORY 16

struct verify_totals {
	u64 bytes;
	u64 groups;
	u64 insns; /* and traps: steps of the model */
	u64 exceptions;
	u64 interrupts;
	u64 inits;
	u64 resets;
	u64 believed;	 /* values of minstret without a judgement */
	u64 copied;	 /* steps that took a value from the trace */
	u64 divergences; /* groups with findings */
	u64 adopted;	 /* divergences found to be faults of the trace alone */
	u64 findings[VERIFY_FINDING_KINDS];
};

/* --- verification ---------------------------------------------------------- */

/** Owned by the caller, and kept for the time of the verification. */
struct verify_setup {
	const struct verify_config *config; /* copied */
	const struct verify_model *model;
	/* the memory for a group's elements, see tandem_decoder_init() */
	struct tandem_element *element;
	u32 room;
	/** Called for each finding. */
	void (*found)(void *user, const struct verify *v,
		      const struct verify_finding *finding);
	void *user;
};

/** @return size of struct verify, for the caller's memory */
size_t verify_bytes(void);

/**
 * Start with a reset of model and shadow state. The parameters must be valid.
 * @param v verify_bytes() bytes of memory, aligned for any type
 */
void verify_init(struct verify *v, const struct verify_setup *setup);

/**
 * Verify the next piece of a trace, of any length.
 * @return false: the verification cannot continue, as the trace is damaged or
 *	the model has ended; the finding was reported
 */
bool verify_feed(struct verify *v, const u8 *bytes, size_t len);

/** End the trace: its incomplete rest is reported, never applied. */
void verify_finish(struct verify *v);

/** From found(): stop after the group with the finding. */
void verify_stop(struct verify *v);

/** Findings of all kinds so far; the trace is verified if there are none. */
u64 verify_findings(const struct verify *v);

/** @return the numbers so far; they change with each call of verify_feed() */
const struct verify_totals *verify_totals(const struct verify *v);

/**
 * The latest instructions and traps.
 * @param n 0: the oldest one that is remembered
 * @return NULL: there are at most n
 */
const struct verify_past *verify_past(const struct verify *v, u32 n);

/**
 * @param element enum model_element, or a register's number
 * @return its value by the trace; 0: no such element
 */
u64 verify_value(const struct verify *v, u32 element);

/** @return false: the pc has never had the value of config->from */
bool verify_begun(const struct verify *v);

/**
 * From found(): values that the group's instruction has read, and old values of
 * registers that it should have written and that are not in the trace.
 * @param origin out: VERIFY_ORIGINS_MAX
 * @return number of values
 */
u32 verify_origins(const struct verify *v, struct verify_origin *origin);

#endif
