// SPDX-License-Identifier: BSD-2-Clause
/*
 * For programs of S- and U-mode on harts that trap on misaligned accesses: loads and
 * stores that OpenSBI emulates wrongly.
 *
 * FLD, C.FLD and C.FLDSP that are not aligned, on RV32. OpenSBI passes the
 * value to assembler code by an address that the compiler does not know. The
 * compiler leaves the store out, and the register gets a value from the stack
 * of M-mode.
 *
 * Vectors, for which OpenSBI takes FLH, FLQ, FSH and FSQ, too: it reads registers
 * of vectors, which may be off or absent, reads the instruction a second time, and
 * its mask for the longest vectors is as large as the stack of a hart.
 *
 * All: it reads the instruction when it emulates it, and reads and writes registers of
 * floating point that are off, or absent, if memory has another instruction than the
 * one that trapped.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_trap.h>
#include <sbi/sbi_trap_ldst.h>
#include <sbi/sbi_unpriv.h>
#include <sbi/sbi_version.h>

#include <hooks.h>

#include "insn_glue.h"
#include "judges.h"

/* From 1.9 on they get the instruction, and no values. */
#if OPENSBI_VERSION_MAJOR > 1 || OPENSBI_VERSION_MINOR > 8
#define V_LOADED(len, value) ulong insn __attribute__((unused))
#define V_STORED V_LOADED
#else
#define V_LOADED(len, value)             \
	int len __attribute__((unused)), \
		union sbi_ldst_data *value __attribute__((unused))
#define V_STORED(len, value)             \
	int len __attribute__((unused)), \
		union sbi_ldst_data value __attribute__((unused))
#endif

/* These replace OpenSBI's: the fault becomes S-mode's. Access faults come here
 * as well. */
int sbi_misaligned_v_ld_emulator(V_LOADED(rlen, out_val),
				 struct sbi_trap_context *tcntx)
{
	return sbi_trap_redirect(&tcntx->regs, &tcntx->trap);
}

int sbi_misaligned_v_st_emulator(V_STORED(wlen, in_val),
				 struct sbi_trap_context *tcntx)
{
	return sbi_trap_redirect(&tcntx->regs, &tcntx->trap);
}

/* --- one load of the instruction ------------------------------------------ */

/* Give OpenSBI the instruction that was judged: it would load it again, and
 * another hart may have changed it. */
static int misaligned_told(struct sbi_trap_context *tcntx, ulong insn,
			   int (*stock)(struct sbi_trap_context *))
{
	tcntx->trap.tinst = insn;
	return stock(tcntx);
}

/* An instruction that cannot have trapped like this: another hart has changed it
 * since then. */
static int misaligned_refused(struct sbi_trap_context *tcntx,
			      const struct sbi_trap_info *load)
{
	return sbi_trap_redirect(&tcntx->regs,
				 load->cause ? load : &tcntx->trap);
}

int misaligned_once(struct sbi_trap_context *tcntx, bool store,
		    int (*stock)(struct sbi_trap_context *))
{
	struct sbi_trap_info load = { 0 };
	ulong insn = insn_glue_trapped(tcntx, store, &load);

	return insn ? misaligned_told(tcntx, insn, stock) :
		      misaligned_refused(tcntx, &load);
}

int __wrap_sbi_misaligned_store_handler(struct sbi_trap_context *tcntx)
{
	return misaligned_once(tcntx, true,
			       __real_sbi_misaligned_store_handler);
}

/* --- loads ---------------------------------------------------------------------- */

#if __riscv_xlen == 32 && defined(__riscv_flen)
/* OpenSBI's put_f64_reg has eight bytes for each register. */
static void misaligned_put(unsigned int reg, u64 value)
{
	register ulong at asm("a0") = (ulong)&value;
	ulong to;

	asm volatile("lla	%0, put_f64_reg\n\t"
		     "add	%0, %0, %1\n\t"
		     "jalr	t0, %0"
		     : "=&r"(to)
		     : "r"(8 * reg), "r"(at), "m"(value)
		     : "t0");
}

/*
 * tinst of the whole load, after a fault of its byte n (privileged ISA,
 * "Transformed Instruction or Pseudoinstruction for mtinst or htinst"). The
 * byte's own value is used only for a fault in the walk of a guest's tables.
 */
static ulong misaligned_tinst(ulong whole, ulong byte, unsigned int n)
{
	/* unseen: of guests: harts of the model have no H */
	if (byte == INSN_PSEUDO_VS_LOAD || byte == INSN_PSEUDO_VS_STORE)
		/* unseen: of guests: harts of the model have no H */
		return byte;
	/* unseen: of guests: harts of the model have no H */
	return whole ? whole | (ulong)n << SH_RS1 : 0;
}

/* The value is loaded byte by byte, from the lowest address up. */
static int misaligned_double(struct sbi_trap_context *tcntx, ulong load)
{
	struct sbi_trap_info trap;
	u64 value = 0;
	unsigned int n;

	for (n = 0; n < sizeof(value); n++) {
		value |= (u64)sbi_load_u8((void *)(tcntx->trap.tval + n), &trap)
			 << 8 * n;
		if (!trap.cause)
			continue;
		/* unseen: of guests: harts of the model have no H */
		trap.tinst = misaligned_tinst(tcntx->trap.tinst, trap.tinst, n);
		return sbi_trap_redirect(&tcntx->regs, &trap);
	}
	misaligned_put(load >> 7 & 31, value);
	tcntx->regs.mstatus |= MSTATUS_FS;
	if (sbi_regs_from_virt(&tcntx->regs))
		csr_set(CSR_VSSTATUS, MSTATUS_FS);
	tcntx->regs.mepc += load & INSN_WIDE ? 4 : 2;
	return 0;
}

int __wrap_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx)
{
	struct sbi_trap_info trap = { 0 };
	ulong load = insn_glue_trapped(tcntx, false, &trap);

	if (!load)
		return misaligned_refused(tcntx, &trap);
	if (((load | INSN_WIDE) & INSN_CODE) == INSN_MATCH_FLD)
		return misaligned_double(tcntx, load);
	return misaligned_told(tcntx, load, __real_sbi_misaligned_load_handler);
}
#else
int __wrap_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx)
{
	return misaligned_once(tcntx, false,
			       __real_sbi_misaligned_load_handler);
}
#endif
