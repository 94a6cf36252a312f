/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A RISC-V hart, one instruction at a time: RV32 and RV64 I, M, A, F, D, C, B,
 * Zicsr and Zifencei with M-, S- and U-mode, Sv32 to Sv57 and PMP. Written from
 * the ISA manual (unprivileged and privileged, 20240411) to judge other
 * implementations by their traces.
 *
 * Nothing is allocated and nothing is global. All values that cross this
 * interface are XLEN bits, zero-extended (floating point: FLEN bits).
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include <base/types.h>
#include <model/config.h>

/* --- memory --------------------------------------------------------------- */

/** An operation on memory; the codes 0 to 13 are those of tandem traces. */
enum model_access {
	MODEL_LOAD = 0,
	MODEL_STORE = 1,
	MODEL_LR = 2,
	MODEL_SC = 3,
	MODEL_AMO_SWAP = 4,
	MODEL_AMO_ADD = 5,
	MODEL_AMO_XOR = 6,
	MODEL_AMO_AND = 7,
	MODEL_AMO_OR = 8,
	MODEL_AMO_MIN = 9,
	MODEL_AMO_MAX = 10,
	MODEL_AMO_MINU = 11,
	MODEL_AMO_MAXU = 12,
	MODEL_FETCH = 13,
	MODEL_CBO_ZERO = 14, /* a block of MODEL_CBO_BYTES */
	MODEL_CBO = 15,	     /* clean, flush, inval: permissions only */
	MODEL_WALK = 16,     /* load() and store() of page table entries */
};

#define MODEL_PAGE 4096u
#define MODEL_CBO_BYTES 64u

/**
 * Physical memory. The model keeps the pointers that page() returns until
 * model_flush(), so a page must stay at its place until then.
 */
struct model_bus {
	void *user;
	/**
	 * Bytes of a page that is plain memory, little endian.
	 * @param paddr multiple of MODEL_PAGE
	 * @return MODEL_PAGE bytes that the model may read and write; NULL if
	 *	this is no plain memory, or not all of it is known: the model
	 *	then calls load() and store() for each access
	 */
	u8 *(*page)(void *user, u64 paddr);
	/**
	 * @param bytes 1, 2, 4 or 8; the access is naturally aligned, unless
	 *	the hart allows misaligned accesses
	 * @param kind enum model_access; with a fetch bytes is 2
	 * @return false: access fault
	 */
	bool (*load)(void *user, u64 paddr, unsigned int bytes,
		     unsigned int kind, u64 *value);
	bool (*store)(void *user, u64 paddr, unsigned int bytes,
		      unsigned int kind, u64 value);
	/**
	 * Bytes of a page that page() does not have. The model makes plain
	 * stores and fetches in it without calls of store() and load(). May be
	 * NULL.
	 * @param paddr any address in the page
	 * @param bytes 0; or the number of bytes at paddr that the model is
	 *	about to load
	 * @return NULL: there is no such page, or the bytes to load are not
	 *	known
	 */
	u8 *(*partial)(void *user, u64 paddr, unsigned int bytes);
	/** A page table entry was read. May be NULL. */
	void (*walked)(void *user, u64 paddr);
};

/* --- registers ------------------------------------------------------------ */

/*
 * Elements of the state: registers, by the numbers of the debug specification
 * (CSRs 0 to 0xfff), and other state.
 */
enum model_element {
	MODEL_X0 = 0x1000,
	MODEL_F0 = 0x1020,
	MODEL_PC = 0x10000,
	MODEL_PRIV = 0x10001,	     /* 0 U, 1 S, 3 M */
	MODEL_RESERVATION = 0x10002, /* physical address | 1; 0: none */
	MODEL_MTIME = 0x10003,
};

enum model_priv {
	MODEL_U = 0,
	MODEL_S = 1,
	MODEL_M = 3,
};

/* --- one step ------------------------------------------------------------- */

enum {
	MODEL_INTERRUPT_NONE = 0xff, /* no interrupt, whatever is pending */
	MODEL_INTERRUPT_ANY = 0xfe,  /* the result of model_interrupt() */
};

/** Facts about a step that the caller knows before the step. */
struct model_input {
	u32 insn;	   /* instruction to execute, with given only */
	bool given;	   /* else memory at the pc has the instruction */
	bool sc_fails;	   /* a store conditional fails for no known reason */
	u8 interrupt;	   /* MODEL_INTERRUPT_* or the cause of one to take */
	bool access_fault; /* the load or store, if permitted, ends so */
	/* Nothing is known of memory: the instruction is given, it loads 0, and
	 * it stores nothing. Such steps, and others, need a model_flush()
	 * between them */
	bool unseen;
	/* With unseen: cause of the page or access fault of the fetch, load or
	 * store at tval, if such an access can have it; 0: none */
	u8 fault;
	u64 tval;
};

/** Nothing is known, and no interrupt is taken. */
extern const struct model_input model_no_input;

enum model_kind {
	MODEL_RETIRED,
	MODEL_EXCEPTION,
	MODEL_INTERRUPT,
};

enum model_write_flags {
	/* written with a value that is not known: counters, time. value is the
	 * model's; the caller may correct it */
	MODEL_UNMODELLED = 1 << 0,
	MODEL_IMPLICIT = 1 << 1, /* no destination that the instruction names */
};

/** A written register or CSR; the value may be the old one. */
struct model_write {
	u16 reg; /* real CSRs, no views: mstatus, mie, mip, fcsr */
	u16 flags;
	u64 value;
};

#define MODEL_WRITES_MAX 8

/** Results of a step. */
struct model_step {
	u8 kind;   /* enum model_kind */
	u8 bytes;  /* of insn; 0: none was fetched (fetch fault, interrupt) */
	u8 writes; /* valid elements of write[] */
	u8 access_bytes; /* of the memory access; 0: there was none */
	u8 access;	 /* enum model_access */
	u8 priv;	 /* after the step */
	u8 cause;	 /* of the exception or interrupt */
	bool fetched;	 /* memory is known to hold memory_insn at the pc */
	bool illegal;	 /* took an interrupt that it may not take */
	u8 due;		 /* with illegal: the model's cause, or none */
	bool wfi;	 /* the instruction was a WFI (or WRS) that retired */
	bool split;	 /* paddr2 is the second part's address */
	bool sc_failed;	 /* a store conditional did not store */
	u32 insn, memory_insn;
	u64 pc, next_pc;
	u64 pc_paddr;	   /* with bytes != 0 only */
	u64 vaddr;	   /* of the access, also of one that faults */
	u64 paddr, paddr2; /* only of an access that was made */
	u64 data;	   /* value to store; AMO: the operand (rs2) */
	u64 loaded;	   /* bytes loaded, zero-extended */
	u64 before;	   /* of plain memory, before a store, SC or AMO */
	u64 stored;	   /* AMO: of memory, after it */
	u64 tval;	   /* of the trap */
	struct model_write write[MODEL_WRITES_MAX];
};

/* --- the hart ------------------------------------------------------------- */

#define MODEL_TLB_ENTRIES 256
/* Translations of loads and stores: U, S, S with SUM, M */
#define MODEL_TLB_MODES 4
#define MODEL_DECODED_ENTRIES 4096
#define MODEL_PMP_MAX 64
#define MODEL_HPM_MAX 32

/* A page that a kind of access may use without further checks. */
struct model_tlb_entry {
	u64 read, write, fetch; /* the page's address; MODEL_TLB_NONE: none */
	u64 partial; /* loads may use the bytes that bus.partial() has */
	u8 *host;    /* its bytes */
	u64 paddr;   /* its physical address */
};

/* An instruction, decoded; depends on nothing but its word and the hart. */
struct model_op {
	u32 word;
	s32 imm;
	u16 run; /* which function executes it */
	u8 rd;	 /* 32: nothing is written */
	u8 rs1, rs2, bytes;
	u8 recorded; /* with CTR: the function that run records */
};

struct model_pmp {
	u64 first, last; /* addresses that match; none when first > last */
};

/* A trigger: tdata1, tdata2; tdata3 and tinfo. */
struct model_trigger {
	u64 control, address, more[2];
};

#define MODEL_TRIGGERS 16
#define MODEL_CTR_MAX 256

/* A control transfer record. */
struct model_record {
	u64 source, target;
	u32 data;
};

/* Control Transfer Records; depth is 16 << sctrdepth. */
struct model_ctr {
	u64 control; /* mctrctl */
	u64 depth, status;
	u64 clock;     /* cycles that model_count() has seen */
	u64 since;     /* clock up to which cycles are counted */
	u64 cycles;    /* CtrCycleCounter */
	u64 predicted; /* target of the last indirect jump, for MISP */
	bool active;   /* cycles count now */
	bool valid;    /* the next record has CCV */
	struct model_record record[MODEL_CTR_MAX]; /* by physical entry */
};

/**
 * State of a hart. Callers may read x, pc and priv, and write them between
 * steps; model_read() and model_write() access everything else. On RV32, x[] is
 * sign-extended to 64 bits, all else is zero-extended.
 */
struct model {
	u64 x[33]; /* x[32] takes the values written to x0 */
	u64 pc;
	u64 mask; /* the XLEN lowest bits */
	u8 priv;  /* enum model_priv */

	/* page of the last fetch, until a change of state */
	u8 *fetch_host;
	u64 fetch_page, fetch_paddr;
	struct model_tlb_entry *tlb_now; /* of the privilege of loads */

	u64 f[32];
	u32 fcsr;
	u64 reservation;

	u64 misa, mstatus, mtvec, medeleg, mideleg, mie, mscratch, mepc;
	u64 mcause, mtval, mcounteren, mcountinhibit, menvcfg;
	u64 mip;       /* bits that software sets */
	u64 mip_lines; /* bits that come from outside */
	u64 stvec, sscratch, sepc, scause, stval, satp, scounteren, senvcfg;
	u64 stimecmp, mtime, mcyclecfg, minstretcfg, scontext;
	u64 mhpmcounter[MODEL_HPM_MAX]; /* 0: mcycle, 2: minstret */
	u64 mhpmevent[MODEL_HPM_MAX];
	u32 hpm_counting; /* bit n: mhpmeventn selects an event */
	u8 pmpcfg[MODEL_PMP_MAX];
	u64 pmpaddr[MODEL_PMP_MAX];
	struct model_pmp pmp[MODEL_PMP_MAX];
	unsigned int pmp_active; /* entries that are on, and those before */
	u64 mstateen[4], miselect, siselect;
	u64 other[MODEL_OTHERS_MAX]; /* of config.other */
	u64 tselect;
	struct model_trigger trigger[MODEL_TRIGGERS];
	u8 armed; /* accesses that triggers may fire at */
	struct model_ctr ctr;

	struct model_config config;
	struct model_bus bus;
	const struct model_input *input; /* of the step that runs */

	struct model_op decoded[MODEL_DECODED_ENTRIES];
	struct model_tlb_entry tlb[MODEL_TLB_MODES][MODEL_TLB_ENTRIES];
};

/**
 * Find the extension that an instruction needs and that the hart lacks. If
 * several extensions have the instruction, the result is the first.
 * @param insn	of 16 or 32 bits
 * @return enum model_extension; 0: none, or all of them are not enough
 */
u64 model_missing(struct model *m, u32 insn);

/**
 * Make a hart and reset it.
 * @param config copied
 * @param bus copied; the caller keeps the memory that `user` points to
 */
void model_init(struct model *m, const struct model_config *config,
		const struct model_bus *bus);

/** Reset state: M-mode at config.reset_pc; all registers are 0 except misa and
 * those that config names (privileged ISA, "Reset"). */
void model_reset(struct model *m);

/**
 * Read an element of the state, without permission checks and without side
 * effects.
 * @param element enum model_element, or a register's number
 * @param value out: 0 if the hart does not have it
 * @return true if the hart has it
 */
bool model_read(const struct model *m, u32 element, u64 *value);

/**
 * Write an element of the state, without permission checks. The model also
 * stores values that an instruction could not write, as far as the register has
 * the bits. Bits of mip that software cannot clear count as lines from outside.
 * @return true if the hart has it; false: nothing has changed
 */
bool model_write(struct model *m, u32 element, u64 value);

/**
 * The physical address of the pc, if the model can fetch from this page at
 * once.
 * @return false: the fetch asks load(), or traps
 */
bool model_fetch_paddr(struct model *m, u64 *paddr);

/**
 * Bits of a register that the model does not determine: counters, time, lines
 * of mip. The caller copies them from what it observed.
 */
u64 model_outside(const struct model *m, u32 element);

/** The register behind a view (sstatus: mstatus, fflags: fcsr...); other
 * registers: the register itself. @param reg a register's number */
u32 model_real(u32 reg);

/**
 * The interrupt that the hart has to take before its next instruction
 * (privileged ISA, "Machine Interrupt Registers": priorities and delegation).
 * @return its cause, or MODEL_INTERRUPT_NONE
 */
unsigned int model_interrupt(const struct model *m);

/**
 * @return true if model_interrupt() is worth calling: cheap, and often false
 */
static inline bool model_interrupt_enabled(const struct model *m)
{
	return (m->mip | m->mip_lines) & m->mie;
}

/**
 * Advance mhpmcounters, as a part of model_count(), which calls it only if one
 * of them counts.
 */
void model_count_events(struct model *m, u64 cycles, u64 instructions);

/**
 * Advance mcycle, minstret (unless inhibited), the mhpmcounters of these two
 * events and the cycles of records, by time in the present mode. For callers
 * without a trace that has the values.
 */
static inline void model_count(struct model *m, u64 cycles, u64 instructions)
{
	m->ctr.clock += cycles;
	if (!(m->mcountinhibit & 1))
		m->mhpmcounter[0] += cycles;
	if (!(m->mcountinhibit & 4))
		m->mhpmcounter[2] += instructions;
	if (m->hpm_counting)
		model_count_events(m, cycles, instructions);
}

/**
 * Execute one instruction, or take one trap.
 * @param in see struct model_input; not changed
 * @param out every field is set, except entries of write[] at and after
 *	`writes`, and fields whose comment names a condition that does not hold
 */
void model_step(struct model *m, const struct model_input *in,
		struct model_step *out);

/** Forget the pointers that page() returned, and all translations. */
void model_flush(struct model *m);

#endif
