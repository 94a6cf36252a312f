// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads and stores that S-mode makes to registers of trace components. The
 * registers belong to M-mode (trace_domain_glue.c), so each access is a fault.
 * This file makes the access if lib/trace agrees. All other faults go to
 * OpenSBI unchanged.
 */
#include <pmu/pmu.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_ecall_interface.h>
#include <sbi/sbi_trap.h>
#include <sbi/sbi_unpriv.h>
#include <hooks.h>
#include <trace_fetch.h>

#include "../judges/access_glue.h"
#include "../judges/insn_glue.h"
#include "../judges/judges.h"
#include "trace_glue.h"

/* --- decoding ------------------------------------------------------------- */

/* A load or store of 32 bits; others are not allowed. */
struct access {
	unsigned int length; /* of the instruction; 0: another instruction */
	unsigned int reg;    /* that is loaded or stored */
	unsigned int base;   /* register, and what is added to it */
	long offset;
	bool is_signed;
};

static unsigned int trace_bits(unsigned long insn, unsigned int lsb,
			       unsigned int width)
{
	return (unsigned int)(insn >> lsb) & ((1u << width) - 1);
}

/* Immediates of C.LW and C.SW, of C.LWSP, of C.SWSP. */
static long trace_imm_cl(unsigned long insn)
{
	return (long)(trace_bits(insn, 10, 3) << 3 |
		      trace_bits(insn, 6, 1) << 2 |
		      trace_bits(insn, 5, 1) << 6);
}

static long trace_imm_clwsp(unsigned long insn)
{
	return (long)(trace_bits(insn, 12, 1) << 5 |
		      trace_bits(insn, 4, 3) << 2 |
		      trace_bits(insn, 2, 2) << 6);
}

static long trace_imm_cswsp(unsigned long insn)
{
	return (long)(trace_bits(insn, 9, 4) << 2 | trace_bits(insn, 7, 2)
							    << 6);
}

static long trace_imm_i(unsigned long insn)
{
	return (long)((s32)(u32)insn >> 20);
}

static long trace_imm_s(unsigned long insn)
{
	return (long)((s32)(u32)insn >> 25) * 32 + (long)trace_bits(insn, 7, 5);
}

#define SP 2u

/* The address of a load or store of 32 bits. */
static void trace_decode_address(unsigned long insn, bool load,
				 struct access *a)
{
	if (a->length == 4) {
		a->base = trace_bits(insn, 15, 5);
		a->offset = load ? trace_imm_i(insn) : trace_imm_s(insn);
	} else if (insn & 2) {
		a->base = SP;
		a->offset = load ? trace_imm_clwsp(insn) :
				   trace_imm_cswsp(insn);
	} else {
		a->base = 8 + trace_bits(insn, 7, 3);
		a->offset = trace_imm_cl(insn);
	}
}

static struct access trace_decode(unsigned long insn, bool load)
{
	/* Registers of floating point are off for it */
	unsigned long code = insn_glue_access(insn, !load, 0);
	unsigned int width = trace_bits(code, 12, 3);
	struct access a = { .reg = trace_bits(code, load ? 7 : 20, 5),
			    .is_signed = width == 2 };

	if (!code ||
	    (width != 2 && !(__riscv_xlen == 64 && load && width == 6)))
		return a;
	a.length = code & INSN_WIDE ? 4 : 2;
	trace_decode_address(insn, load, &a);
	return a;
}

/* x0 to x31 are the first members of the structure. */
static unsigned long *trace_trap_registers(struct sbi_trap_regs *regs)
{
	return (unsigned long *)regs;
}

static unsigned long trace_trap_value(const unsigned long *x, unsigned int n)
{
	return n ? x[n] : 0;
}

static enum trace_rights trace_rights(bool load)
{
	return load ? TRACE_LOADS : TRACE_STORES;
}

/*
 * True if this may be an access to a component; then *a is set. The translation
 * is valid for the rest of the page.
 */
static bool trace_access(struct sbi_trap_context *tcntx, bool load,
			 u64 *address, struct access *a)
{
	struct sbi_trap_regs *regs = &tcntx->regs;
	struct sbi_trap_info trap = { 0 };
	unsigned long insn;

	if (sbi_mstatus_prev_mode(regs->mstatus) == PRV_M ||
	    sbi_regs_from_virt(regs) ||
	    !trace_glue_translate(tcntx->trap.tval, trace_rights(load),
				  address) ||
	    !trace_glue_has(*address))
		return false;
	insn = sbi_get_insn(regs->mepc, &trap);
	if (trap.cause)
		return false;
	*a = trace_decode(insn, load);
	/* If an access crosses into a page, tval is the start of that page. */
	return a->length && !(tcntx->trap.tval & 3) &&
	       trace_trap_value(trace_trap_registers(regs), a->base) +
			       (unsigned long)a->offset ==
		       tcntx->trap.tval;
}

static enum trace_access trace_access_do(bool load, u32 owner, u64 address,
					 unsigned long *x,
					 const struct access *a)
{
	enum trace_access done;
	u32 value;

	if (!load)
		return trace_mmio_store(&trace_glue, owner, address,
					(u32)trace_trap_value(x, a->reg));
	done = trace_mmio_load(&trace_glue, owner, address, &value);
	if (done == TRACE_DONE && a->reg)
		x[a->reg] = a->is_signed ? (unsigned long)(long)(s32)value :
					   value;
	return done;
}

/* True if S-mode continues: after the access, or with a repetition. */
static bool trace_goes_on(struct sbi_trap_context *tcntx,
			  const struct access *a, enum trace_access done)
{
	if (done == TRACE_DONE)
		tcntx->regs.mepc += a->length;
	return done != TRACE_FAULT;
}

static __attribute__((noinline)) bool
trace_access_made(struct sbi_trap_context *tcntx, bool load)
{
	struct access a;
	u64 address;

	return trace_access(tcntx, load, &address, &a) &&
	       trace_goes_on(
		       tcntx, &a,
		       trace_access_do(load, sbi_domain_thishart_ptr()->index,
				       address,
				       trace_trap_registers(&tcntx->regs), &a));
}

int __wrap_sbi_load_access_handler(struct sbi_trap_context *tcntx)
{
	if (trace_glue.count && trace_access_made(tcntx, true))
		return 0;
	return misaligned_once(tcntx, false, __real_sbi_load_access_handler);
}

int __wrap_sbi_store_access_handler(struct sbi_trap_context *tcntx)
{
	if (trace_glue.count && trace_access_made(tcntx, false))
		return 0;
	return misaligned_once(tcntx, true, __real_sbi_store_access_handler);
}

/* --- without OpenSBI's entry ---------------------------------------------- */

/* Registers that a function of C preserves: s0 to s11, and gp and tp. */
#define KEPT 0x0ffc0318ul

/* Encodings of readl() and writel() by compilers; others take the long way. For
 * an aligned address, tval is the whole address of the access. */
#define LW 0x2003u
#define SW 0x2023u
#define C_LW 0x4000u
#define C_SW 0xc000u

/*
 * If an access crosses into a page, tval is the start of that page. So an
 * access to the first register of a page needs a check of the whole address.
 * @param reg out: the register that is loaded or stored
 * @return length of the instruction; 0: another instruction, or it cannot be
 *	loaded, and reg is undefined
 */
static inline __attribute__((always_inline)) unsigned int
trace_short_length(unsigned long mepc, const unsigned long *x, unsigned long at,
		   bool load, unsigned int *reg)
{
	bool first = !(at & (TR_WINDOW_SIZE - 1));
	struct fetched f;
	unsigned long insn;

	if (!trace_fetch(mepc, &f))
		return 0;
	if (f.high < 0) {
		if ((f.low & 0xe003) != (load ? C_LW : C_SW) ||
		    (first && (x[8 + trace_bits(f.low, 7, 3)] & 3)))
			return 0;
		*reg = 8 + trace_bits(f.low, 2, 3);
		return 2;
	}
	insn = f.low | (unsigned long)f.high << 16;
	if ((insn & 0x707f) != (load ? LW : SW) ||
	    (first && (trace_trap_value(x, trace_bits(insn, 15, 5)) +
		       (insn >> (load ? 20 : 7))) &
			      3))
		return 0;
	*reg = trace_bits(insn, load ? 7 : 20, 5);
	return 4;
}

/*
 * A guarded load may have overwritten these registers. The hart's tinst for
 * S-mode's access is lost then: 0 is always valid. For an access fault mtval2
 * has no meaning.
 */
static inline void trace_trap_again(struct sbi_scratch *scratch, bool load,
				    unsigned long mepc, unsigned long at)
{
	csr_write(CSR_MEPC, mepc);
	csr_write(CSR_MTVAL, at);
	csr_write(CSR_MCAUSE, load ? CAUSE_LOAD_ACCESS : CAUSE_STORE_ACCESS);
	if (access_glue_hart(scratch)->hyp) {
		csr_write(CSR_MTINST, 0);
		csr_write(CSR_MTVAL2, 0);
	}
}

static inline __attribute__((always_inline)) long
trace_access_done(struct sbi_scratch *scratch, unsigned long *x, bool load,
		  unsigned int reg, unsigned long mepc, u32 value)
{
	struct pmu_hart *h = (void *)((u8 *)scratch + FAST_STATE);

	h->events[load ? SBI_PMU_FW_ACCESS_LOAD : SBI_PMU_FW_ACCESS_STORE]++;
	csr_write(CSR_MEPC, mepc);
	if (!load || !reg)
		return 0;
	x[reg] = (unsigned long)(long)(s32)value;
	return KEPT >> reg & 1;
}

static inline u32 fast_owner(struct sbi_scratch *scratch)
{
	return access_glue_hart(scratch)->self->domain->index;
}

/* The long way, for all accesses that may be to components. */
static __attribute__((noinline)) long
trace_access_long(struct sbi_scratch *scratch, unsigned long *x, bool load)
{
	unsigned long mepc = csr_read(CSR_MEPC), at = csr_read(CSR_MTVAL);
	u32 offset = (u32)at & (TR_WINDOW_SIZE - 1),
	    owner = fast_owner(scratch);
	struct trace_component *c = NULL;
	struct trace_loaded l = { TRACE_FAULT, 0 };
	unsigned int reg, length = 0;
	u64 address;

	if (!trace_glue.count || (at & 3))
		return access_glue_refuse(scratch);
	if (trace_glue_translate(at, trace_rights(load), &address)) {
		if (address == (unsigned long)address)
			c = trace_mmio_at(&trace_glue, (unsigned long)address);
		if (!c)
			return access_glue_refuse(scratch);
	}
	if (c)
		length = trace_short_length(mepc, x, at, load, &reg);
	if (length && load)
		l = trace_mmio_load_at(&trace_glue, c, owner, offset);
	else if (length)
		l.done = trace_mmio_store_at(&trace_glue, c, owner, offset,
					     (u32)trace_trap_value(x, reg));
	if (l.done == TRACE_FAULT) {
		trace_trap_again(scratch, load, mepc, at);
		return -1;
	}
	if (l.done == TRACE_DONE)
		mepc += length;
	/* A load that S-mode repeats writes no register. */
	return trace_access_done(scratch, x, load,
				 l.done == TRACE_DONE ? reg : 0, mepc,
				 (u32)l.value);
}

/* The short way, for accesses to the register alone. @param mepc, at of
 * S-mode's access,
 * @param address `at` after translation */
static inline __attribute__((always_inline)) long
trace_access_quick(struct sbi_scratch *scratch, unsigned long *x, bool load,
		   unsigned long mepc, unsigned long at, unsigned long address)
{
	struct trace_component *c = trace_window_at(&trace_glue, address);
	unsigned int reg, length;
	u32 value = 0;

	if (!c)
		return access_glue_refuse(scratch);
	length = trace_short_length(mepc, x, at, load, &reg);
	if (length && !(at & 3) &&
	    (load ? trace_mmio_load_quick(&trace_glue, c, fast_owner(scratch),
					  address, &value) :
		    trace_mmio_store_quick(&trace_glue, c, fast_owner(scratch),
					   address,
					   (u32)trace_trap_value(x, reg))))
		return trace_access_done(scratch, x, load, reg, mepc + length,
					 value);
	trace_trap_again(scratch, load, mepc, at);
	return trace_access_long(scratch, x, load);
}

/*
 * A function of its own, so that untranslated accesses save no registers for a
 * call. S-mode may be unable to load the tables: then the walk faults like the
 * hart's own.
 */
static __attribute__((noinline)) long
trace_access_translated(struct sbi_scratch *scratch, unsigned long *x,
			bool load, unsigned long at)
{
	unsigned long mepc = csr_read(CSR_MEPC);
	u64 address;

	if (!trace_glue.count)
		return access_glue_refuse(scratch);
	if (!trace_glue_translate(at, trace_rights(load), &address)) {
		trace_trap_again(scratch, load, mepc, at);
		return -1;
	}
	if (address != (unsigned long)address)
		return access_glue_refuse(scratch);
	return load ? trace_access_quick(scratch, x, true, mepc, at,
					 (unsigned long)address) :
		      trace_access_quick(scratch, x, false, mepc, at,
					 (unsigned long)address);
}

static inline __attribute__((always_inline)) long
trace_access_short(struct sbi_scratch *scratch, unsigned long *x, bool load)
{
	unsigned long at;

	if (access_glue_guest(scratch))
		return access_glue_of_guest(scratch);
	at = csr_read(CSR_MTVAL);
	if (csr_read(CSR_SATP))
		return trace_access_translated(scratch, x, load, at);
	return trace_access_quick(scratch, x, load, csr_read(CSR_MEPC), at, at);
}

long fast_call_load(struct sbi_scratch *scratch, unsigned long *x)
{
	return trace_access_short(scratch, x, true);
}

long fast_call_store(struct sbi_scratch *scratch, unsigned long *x)
{
	return trace_access_short(scratch, x, false);
}
