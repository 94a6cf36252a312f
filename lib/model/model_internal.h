/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the model. */
#ifndef MODEL_INTERNAL_H
#define MODEL_INTERNAL_H

#include <base/bits.h>
#include <hart/csr_fields.h>
#include <model/quick.h>

/* A tag that equals no address of a page, for any alignment. */
#define MODEL_TLB_NONE 0x800

/* Index of the element of x[] that takes writes to x0. */
#define MODEL_RD_NONE 32

/** Causes of exceptions (privileged ISA, "Machine Cause Register"). */
enum model_cause {
	CAUSE_FETCH_MISALIGNED = 0,
	CAUSE_FETCH_ACCESS = 1,
	CAUSE_ILLEGAL = 2,
	CAUSE_BREAKPOINT = 3,
	CAUSE_LOAD_MISALIGNED = 4,
	CAUSE_LOAD_ACCESS = 5,
	CAUSE_STORE_MISALIGNED = 6,
	CAUSE_STORE_ACCESS = 7,
	CAUSE_ECALL_U = 8,
	CAUSE_FETCH_PAGE = 12,
	CAUSE_LOAD_PAGE = 13,
	CAUSE_STORE_PAGE = 15,
};

typedef void model_run_function(struct model *m, const struct model_op *op,
				struct model_step *s);

/* --- notes of a step ------------------------------------------------------ */

/** Note a write; value is cut to XLEN bits. */
static inline void model_note(const struct model *m, struct model_step *s,
			      u32 reg, u64 value, unsigned int flags)
{
	struct model_write *write = &s->write[s->writes++];

	write->reg = (u16)reg;
	write->flags = (u16)flags;
	write->value = value & m->mask;
}

/** Write x[rd]; on RV32 value is sign-extended from 32 bits. */
static inline void model_set_rd(struct model *m, const struct model_op *op,
				struct model_step *s, u64 value,
				unsigned int flags)
{
	struct model_write *write = &s->write[s->writes];

	m->x[op->rd] = value;
	write->reg = (u16)(MODEL_X0 + op->rd);
	write->flags = (u16)flags;
	write->value = value & m->mask;
	s->writes = (u8)(s->writes + (op->rd != MODEL_RD_NONE));
}

/** Note the access that the step makes. */
static inline void model_note_access(struct model_step *s, unsigned int kind,
				     u64 vaddr, unsigned int bytes)
{
	s->access = (u8)kind;
	s->access_bytes = (u8)bytes;
	s->vaddr = vaddr;
}

/** A value of XLEN bits, in the form of x[]. */
static inline u64 model_extend(const struct model *m, u64 value)
{
	return m->config.xlen == 32 ? (u64)(s64)(s32)value : value;
}

static inline bool model_has(const struct model *m, u64 extension)
{
	return m->config.extensions & extension;
}

/* The greatest value of mhpmcountern. */
static inline u64 model_hpm_most(const struct model *m, unsigned int n)
{
	return bits_low64(m->config.hpm_width[n] ? m->config.hpm_width[n] :
						   m->config.hpm_bits);
}

static inline bool model_has_misa(const struct model *m, u32 letters)
{
	u32 off = m->config.misa_writable & ~(u32)m->misa;

	return (m->config.misa & ~off & letters) == letters;
}

/* --- model_trap.c --------------------------------------------------------- */

/** End the step with an exception; the step must not have written anything. */
void model_trap(struct model *m, struct model_step *s, unsigned int cause,
		u64 tval);

/** End the step with an illegal instruction; it must not have written anything. */
void model_illegal(struct model *m, struct model_step *s);

void model_take_interrupt(struct model *m, struct model_step *s,
			  unsigned int cause);

/* --- model_mmu.c, model_pmp.c --------------------------------------------- */

/** A request for a translation. */
struct model_translation {
	u64 vaddr;
	u64 paddr; /* out */
	u8 cause;  /* out: of the fault */
	u8 kind;   /* enum model_access */
	u8 priv;   /* effective privilege */
};

/**
 * Translate, and check permissions of the page.
 * @return false: see cause
 */
bool model_translate(struct model *m, struct model_translation *t);

/** @return true if addresses of a privilege are translated */
bool model_translates(const struct model *m, u8 priv);

/** The cause of a fault of a kind of access: access fault, or page fault. */
u8 model_fault(unsigned int kind, bool page);

/** The privilege of loads and stores (mstatus.MPRV). */
u8 model_effective_priv(const struct model *m);

/** Choose translations again, after a change of privilege or mstatus. */
void model_mode_changed(struct model *m);

/** @return true if all bytes may be accessed; kind is an enum model_access */
bool model_pmp_allows(const struct model *m, u64 paddr, u64 bytes,
		      unsigned int priv, unsigned int kind);

/** @return true if all bytes of a page have one entry, or none */
bool model_pmp_uniform(const struct model *m, u64 page);

/** Compute pmp[] after a change of pmpcfg or pmpaddr; the TLB stays. */
void model_pmp_update(struct model *m);

/* --- model_bus.c ---------------------------------------------------------- */

/** @return the bytes of a page of plain memory; NULL: not plain memory */
u8 *model_bus_page(struct model *m, u64 paddr);

/** @return 1 to 8 bytes of plain memory within a page; 0 of other memory */
u64 model_peek(struct model *m, u64 paddr, unsigned int bytes);

/** Access physical memory. @return false: access fault */
bool model_bus_load(struct model *m, u64 paddr, unsigned int bytes,
		    unsigned int kind, u64 *value);
bool model_bus_store(struct model *m, u64 paddr, unsigned int bytes,
		     unsigned int kind, u64 value);

/* --- model_tlb.c ---------------------------------------------------------- */

/**
 * Remember an allowed translation, if all later accesses of its kind to the
 * page are allowed too.
 * @return its entry; NULL: not remembered
 */
struct model_tlb_entry *model_tlb_fill(struct model *m,
				       struct model_tlb_entry *tlb,
				       const struct model_translation *t);

/* --- model_memory.c ------------------------------------------------------- */

/**
 * Load the 1, 2, 4 or 8 bytes of the noted access, zero-extended.
 * @return false: trap taken
 */
bool model_load_slow(struct model *m, struct model_step *s, u64 vaddr,
		     unsigned int bytes, u64 *value);

/** Store to the bytes of the noted access, or take a trap. */
void model_store_slow(struct model *m, struct model_step *s, u64 value);

/**
 * Translate for an access that must be aligned, and note it.
 * @return false: trap taken
 */
bool model_locate(struct model *m, struct model_step *s, u64 vaddr,
		  unsigned int bytes, unsigned int kind);

/** Find the page of the pc. @return false: the slow way has to fetch */
bool model_fetch_page(struct model *m);

/** Fetch an instruction the slow way. @return false: trap taken */
bool model_fetch_slow(struct model *m, struct model_step *s, u32 *word);

/** Little-endian bytes, with any alignment. */
static inline u64 model_get(const u8 *p, unsigned int bytes)
{
	u64 low = p[0];

	if (bytes == 1)
		return low;
	low |= (u64)p[1] << 8;
	if (bytes == 2)
		return low;
	low |= (u64)p[2] << 16 | (u64)p[3] << 24;
	if (bytes == 4)
		return low;
	return low | (u64)p[4] << 32 | (u64)p[5] << 40 | (u64)p[6] << 48 |
	       (u64)p[7] << 56;
}

static inline void model_put(u8 *p, unsigned int bytes, u64 value)
{
	p[0] = (u8)value;
	if (bytes == 1)
		return;
	p[1] = (u8)(value >> 8);
	if (bytes == 2)
		return;
	p[2] = (u8)(value >> 16);
	p[3] = (u8)(value >> 24);
	if (bytes == 4)
		return;
	p[4] = (u8)(value >> 32);
	p[5] = (u8)(value >> 40);
	p[6] = (u8)(value >> 48);
	p[7] = (u8)(value >> 56);
}

static inline struct model_tlb_entry *model_tlb(struct model_tlb_entry *tlb,
						u64 vaddr)
{
	return &tlb[vaddr / MODEL_PAGE % MODEL_TLB_ENTRIES];
}

/* Bits of an address that must equal those of an entry: the page's number, and
 * the bits that are 0 in an aligned access. */
static inline u64 model_tlb_tag(u64 vaddr, unsigned int bytes)
{
	return vaddr & (~(u64)(MODEL_PAGE - 1) | (bytes - 1));
}

static inline bool model_load(struct model *m, struct model_step *s, u64 vaddr,
			      unsigned int bytes, u64 *value)
{
	struct model_tlb_entry *e = model_tlb(m->tlb_now, vaddr);

	model_note_access(s, MODEL_LOAD, vaddr, bytes);
	if (unlikely(model_tlb_tag(vaddr, bytes) != e->read))
		return model_load_slow(m, s, vaddr, bytes, value);
	s->paddr = e->paddr | vaddr % MODEL_PAGE;
	*value = model_get(e->host + vaddr % MODEL_PAGE, bytes);
	s->loaded = *value;
	return true;
}

static inline void model_store(struct model *m, struct model_step *s, u64 vaddr,
			       unsigned int bytes, u64 value)
{
	struct model_tlb_entry *e = model_tlb(m->tlb_now, vaddr);

	model_note_access(s, MODEL_STORE, vaddr, bytes);
	s->data = value;
	if (unlikely(model_tlb_tag(vaddr, bytes) != e->write)) {
		model_store_slow(m, s, value);
		return;
	}
	s->paddr = e->paddr | vaddr % MODEL_PAGE;
	s->before = model_get(e->host + vaddr % MODEL_PAGE, bytes);
	model_put(e->host + vaddr % MODEL_PAGE, bytes, value);
}

/* Fields of mhpmevent (Sscofpmf), with the overflow bit in bit 63. */
#define MHPMEVENT_OF BIT64(63)
#define MHPMEVENT_MINH BIT64(62)
#define MHPMEVENT_SINH BIT64(61)
#define MHPMEVENT_UINH BIT64(60)
#define MHPMEVENT_SELECT bits_low64(56)

/* --- model_csr.c ---------------------------------------------------------- */

/** CSRs that other files than the table name. */
enum model_csr_number {
	CSR_FFLAGS = 0x001,
	CSR_FRM = 0x002,
	CSR_FCSR = 0x003,
	CSR_SSTATUS = 0x100,
	CSR_SIE = 0x104,
	CSR_SEPC = 0x141,
	CSR_SCAUSE = 0x142,
	CSR_STVAL = 0x143,
	CSR_SIP = 0x144,
	CSR_SENVCFG = 0x10a,
	CSR_SSTATEEN0 = 0x10c,
	CSR_SSTATEEN3 = 0x10f,
	CSR_STIMECMP = 0x14d,
	CSR_SCTRCTL = 0x14e,
	CSR_SCTRSTATUS = 0x14f,
	CSR_SISELECT = 0x150,
	CSR_SIREG = 0x151,
	CSR_SIREG6 = 0x157,
	CSR_STIMECMPH = 0x15d,
	CSR_SCTRDEPTH = 0x15f,
	CSR_SATP = 0x180,
	CSR_MSTATUS = 0x300,
	CSR_MIE = 0x304,
	CSR_MSTATUSH = 0x310,
	CSR_MEPC = 0x341,
	CSR_MCAUSE = 0x342,
	CSR_MTVAL = 0x343,
	CSR_MIP = 0x344,
	CSR_MCTRCTL = 0x34e,
	CSR_MIREG = 0x351,
	CSR_MIREG6 = 0x357,
	CSR_TSELECT = 0x7a0,
	CSR_TDATA1 = 0x7a1,
	CSR_TDATA2 = 0x7a2,
	CSR_TDATA3 = 0x7a3,
	CSR_TINFO = 0x7a4,
	CSR_MCYCLE = 0xb00,
	CSR_MCYCLEH = 0xb80,
	CSR_CYCLE = 0xc00,
	CSR_TIME = 0xc01,
};

/**
 * The field of a CSR. Fields are 64 bits wide; on RV32 a number may be half of
 * one.
 */
struct model_csr {
	u16 first, last; /* numbers; each number has the next field */
	u32 field;	 /* offset in struct model */
	u32 mask;	 /* offset in struct model_config; 0: all bits */
	bool high;	 /* of RV32: the upper half of the field */
	bool (*has)(const struct model *m, u32 number);
	/* members from here on are NULL for a plain register */
	u64 (*get)(const struct model *m, u32 number);
	/* write by an instruction: WARL, notes and effects */
	void (*put)(struct model *m, struct model_step *s, u32 number,
		    u64 value);
	/* write from outside, without checks */
	void (*set)(struct model *m, u32 number, u64 value);
	/* of a plain register: its new value, from the old and the written
	 * one */
	u64 (*legal)(const struct model *m, u64 old, u64 value);
};

/** All CSRs, by number, for any hart. */
extern const struct model_csr model_csrs[];
extern const unsigned int model_num_csrs;

/** @return NULL: the hart has no such CSR */
const struct model_csr *model_csr_find(const struct model *m, u32 number);

/** @return true if privilege and state of the hart permit an instruction */
bool model_csr_permitted(const struct model *m, u32 number, bool writes);

/** Read; XLEN bits. */
u64 model_csr_get(const struct model *m, const struct model_csr *csr,
		  u32 number);

/** Write by an instruction. */
void model_csr_put(struct model *m, struct model_step *s,
		   const struct model_csr *csr, u32 number, u64 value);

/** Write from outside. */
void model_csr_set(struct model *m, const struct model_csr *csr, u32 number,
		   u64 value);

/** @return true if it changes without a write: counters and time */
bool model_csr_counts(u32 number);

/* --- model_status.c ------------------------------------------------------- */

/** mstatus with SD; on RV32 mstatush is the upper half. */
u64 model_mstatus(const struct model *m);

/** Change mstatus in an instruction or trap, and note it. */
void model_mstatus_change(struct model *m, struct model_step *s, u64 value);

/** mip; and mip without a SEIP that only the interrupt controller asserts. */
u64 model_mip(const struct model *m);
u64 model_mip_own(const struct model *m);

/** Make mstatus.FS dirty. */
void model_fs_dirty(struct model *m, struct model_step *s);

/* get, put and set of mstatus, mip, mie and fcsr, and of views on them */
u64 model_mstatus_get(const struct model *m, u32 number);
void model_mstatus_put(struct model *m, struct model_step *s, u32 number,
		       u64 value);
void model_mstatus_set(struct model *m, u32 number, u64 value);
u64 model_mip_get(const struct model *m, u32 number);
void model_mip_put(struct model *m, struct model_step *s, u32 number,
		   u64 value);
void model_mip_set(struct model *m, u32 number, u64 value);
u64 model_mie_get(const struct model *m, u32 number);
void model_mie_put(struct model *m, struct model_step *s, u32 number,
		   u64 value);
void model_mie_set(struct model *m, u32 number, u64 value);
u64 model_fcsr_get(const struct model *m, u32 number);
void model_fcsr_put(struct model *m, struct model_step *s, u32 number,
		    u64 value);
void model_fcsr_set(struct model *m, u32 number, u64 value);

/* the same in model_misa.c; get of mepc and sepc */
u64 model_misa_get(const struct model *m, u32 number);
void model_misa_put(struct model *m, struct model_step *s, u32 number,
		    u64 value);
void model_misa_set(struct model *m, u32 number, u64 value);
u64 model_epc_get(const struct model *m, u32 number);

/* the same in model_pmp_csr.c */
u64 model_pmpcfg_get(const struct model *m, u32 number);
void model_pmpcfg_put(struct model *m, struct model_step *s, u32 number,
		      u64 value);
void model_pmpcfg_set(struct model *m, u32 number, u64 value);
u64 model_pmpaddr_get(const struct model *m, u32 number);
void model_pmpaddr_put(struct model *m, struct model_step *s, u32 number,
		       u64 value);
void model_pmpaddr_set(struct model *m, u32 number, u64 value);

/* Bits of mstateen0 (Smstateen, "State Enable Extensions"). */
enum model_stateen_bit {
	STATEEN_CTR = 54,
	STATEEN_CSRIND = 60,
	STATEEN_ENVCFG = 62,
};

/* --- model_ctr.c, model_ctr_csr.c ----------------------------------------- */

/** Record a trap from privilege `from`; s->next_pc is its handler. */
void model_ctr_trap(struct model *m, const struct model_step *s, u8 from,
		    bool interrupt);

/** Set the state of a hart after reset. */
void model_ctr_reset(struct model *m);

/** @return true if modes below M-mode may use the state that a bit guards */
bool model_stateen(const struct model *m, unsigned int bit);

/** @return true if the mode may use sctrctl, sctrstatus, sctrdepth and SCTRCLR */
bool model_ctr_permitted(const struct model *m);

/** @return true if siselect and privilege permit access to sireg* */
bool model_sireg_permitted(const struct model *m);

u64 model_ctrctl_get(const struct model *m, u32 number);
void model_ctrctl_put(struct model *m, struct model_step *s, u32 number,
		      u64 value);
void model_ctrctl_set(struct model *m, u32 number, u64 value);
u64 model_sctrdepth_get(const struct model *m, u32 number);
void model_sctrdepth_put(struct model *m, struct model_step *s, u32 number,
			 u64 value);
void model_sctrdepth_set(struct model *m, u32 number, u64 value);
u64 model_sctrstatus_get(const struct model *m, u32 number);
void model_sctrstatus_put(struct model *m, struct model_step *s, u32 number,
			  u64 value);
void model_sctrstatus_set(struct model *m, u32 number, u64 value);
u64 model_sireg_get(const struct model *m, u32 number);
void model_sireg_put(struct model *m, struct model_step *s, u32 number,
		     u64 value);
void model_sireg_set(struct model *m, u32 number, u64 value);

/** @return true if floating-point registers can be used now */
static inline bool model_fs_on(const struct model *m)
{
	return m->mstatus & FIELD_MASK(MSTATUS, FS);
}

/* --- model_decode*.c ------------------------------------------------------ */

/** Decode; an invalid instruction gets the run function of illegal ones. */
void model_decode(const struct model *m, u32 word, struct model_op *op);
/** Forget all decoded instructions. */
void model_forget_decoded(struct model *m);

/**
 * The 32-bit instruction that a 16-bit one means.
 * @return 0, an illegal instruction, if there is none
 */
u32 model_expand(const struct model *m, u32 word);

#endif
