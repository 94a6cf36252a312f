// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads and stores, not aligned or at memory that faults, of which OpenSBI's
 * emulation is wrong.
 *
 * FLD, C.FLD and C.FLDSP that are not aligned, on RV32. OpenSBI hands the value to
 * its assembler by an address, of which the compiler is not told: it leaves the
 * store out, and the register gets what is on the stack of M-mode.
 *
 * Vectors, for which OpenSBI takes FLH, FLQ, FSH and FSQ, too: it reads registers
 * of vectors, which may be off or absent, reads the instruction a second time, and
 * its mask for the longest vectors is as large as the stack of a hart.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_trap.h>
#include <sbi/sbi_trap_ldst.h>
#include <sbi/sbi_unpriv.h>

int __real_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx);
int __wrap_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx);

/* In place of OpenSBI's: the fault is S-mode's. Access faults come here as well. */
int sbi_misaligned_v_ld_emulator(int rlen, union sbi_ldst_data *out_val,
				 struct sbi_trap_context *tcntx)
{
	(void)rlen;
	(void)out_val;
	return sbi_trap_redirect(&tcntx->regs, &tcntx->trap);
}

int sbi_misaligned_v_st_emulator(int wlen, union sbi_ldst_data in_val,
				 struct sbi_trap_context *tcntx)
{
	(void)wlen;
	(void)in_val;
	return sbi_trap_redirect(&tcntx->regs, &tcntx->trap);
}

#if __riscv_xlen == 32 && defined(__riscv_flen)
/* Opcode and funct3 of a load, and bit 1, which is clear in a transformed
 * instruction that was compressed. */
#define LOAD_CODE 0x707ful
#define WIDE 2ul

/* The rows are funct3 of C.FLD, C.LW and C.FLW, or of their forms with sp. */
static ulong misaligned_compressed(ulong insn)
{
	static const u16 load[] = { 0, INSN_MATCH_FLD, INSN_MATCH_LW,
				    INSN_MATCH_FLW };
	ulong kind = insn >> 13 & 7, code = 0;
	ulong reg = insn & 2 ? insn >> 7 & 31 : 8 + (insn >> 2 & 7);

	if (insn & 1)
		return 0;
	if (kind < array_size(load))
		code = load[kind];
	else if ((insn & INSN_MASK_C_LHU) == INSN_MATCH_C_LHU)
		code = INSN_MATCH_LHU;
	else if ((insn & INSN_MASK_C_LH) == INSN_MATCH_C_LH)
		code = INSN_MATCH_LH;
	return code ? (code & ~WIDE) | reg << 7 : 0;
}

/* The load as hypervisor extension, "Transformed instruction", has it; 0: it is
 * none, or could not be read. */
static ulong misaligned_load(const struct sbi_trap_context *tcntx,
			     struct sbi_trap_info *trap)
{
	ulong insn;

	if (tcntx->trap.tinst & 1)
		return tcntx->trap.tinst;
	insn = sbi_get_insn(tcntx->regs.mepc, trap);
	if (trap->cause)
		return 0;
	if (INSN_IS_16BIT(insn))
		return misaligned_compressed(insn);
	/* The two opcodes of loads differ in bit 2. */
	return (insn & 0x7b) == 3 ? insn & (LOAD_CODE | 31ul << 7) : 0;
}

/* put_f64_reg of OpenSBI has eight bytes for each register. */
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
		trap.tinst = sbi_misaligned_tinst_fixup(tcntx->trap.tinst,
							trap.tinst, n);
		return sbi_trap_redirect(&tcntx->regs, &trap);
	}
	misaligned_put(load >> 7 & 31, value);
	tcntx->regs.mstatus |= MSTATUS_FS;
	tcntx->regs.mepc += load & WIDE ? 4 : 2;
	return 0;
}

/* OpenSBI is told which instruction was judged: it would read it again, and
 * another hart may have made an FLD of it. */
int __wrap_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx)
{
	ulong was = tcntx->trap.tinst, load;
	struct sbi_trap_info trap = { 0 };
	int ret;

	load = misaligned_load(tcntx, &trap);
	if (!load)
		return sbi_trap_redirect(&tcntx->regs,
					 trap.cause ? &trap : &tcntx->trap);
	if (((load | WIDE) & LOAD_CODE) == INSN_MATCH_FLD)
		return misaligned_double(tcntx, load);
	tcntx->trap.tinst = load;
	ret = __real_sbi_misaligned_load_handler(tcntx);
	tcntx->trap.tinst = was;
	return ret;
}
#else
int __wrap_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx)
{
	return __real_sbi_misaligned_load_handler(tcntx);
}
#endif
