// SPDX-License-Identifier: BSD-2-Clause
/*
 * FLD, C.FLD and C.FLDSP that are not aligned, on RV32. OpenSBI hands the value to
 * its assembler by an address, of which the compiler is not told: it leaves the
 * store out, and the register gets what is on the stack of M-mode.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_trap.h>
#include <sbi/sbi_trap_ldst.h>
#include <sbi/sbi_unpriv.h>

int __real_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx);
int __wrap_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx);

#if __riscv_xlen == 32 && defined(__riscv_flen)
struct misaligned_double {
	unsigned int reg, bytes; /* of the instruction; 0: it is another one */
};

static struct misaligned_double misaligned_double(ulong insn)
{
	if ((insn & INSN_MASK_FLD) == INSN_MATCH_FLD)
		return (struct misaligned_double){ insn >> 7 & 31, 4 };
	if ((insn & INSN_MASK_C_FLD) == INSN_MATCH_C_FLD)
		return (struct misaligned_double){ 8 + (insn >> 2 & 7), 2 };
	if ((insn & INSN_MASK_C_FLDSP) == INSN_MATCH_C_FLDSP)
		return (struct misaligned_double){ insn >> 7 & 31, 2 };
	return (struct misaligned_double){ 0, 0 };
}

/* Where bit 0 of mtinst is set, it has the instruction, in four bytes. */
static struct misaligned_double
misaligned_double_at(const struct sbi_trap_context *tcntx)
{
	struct misaligned_double load;
	struct sbi_trap_info trap;
	ulong insn;

	if (tcntx->trap.tinst & 1) {
		load = misaligned_double(tcntx->trap.tinst | 2);
		if (load.bytes)
			load.bytes = tcntx->trap.tinst & 2 ? 4 : 2;
		return load;
	}
	insn = sbi_get_insn(tcntx->regs.mepc, &trap);
	return misaligned_double(trap.cause ? 0 : insn);
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
static bool misaligned_get(const struct sbi_trap_context *tcntx, u64 *value)
{
	struct sbi_trap_info trap;
	unsigned int n;

	*value = 0;
	for (n = 0; n < sizeof(*value); n++) {
		*value |=
			(u64)sbi_load_u8((void *)(tcntx->trap.tval + n), &trap)
			<< 8 * n;
		if (trap.cause)
			return false;
	}
	return true;
}

/* A fault is OpenSBI's: it comes to it before there is a value. */
int __wrap_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx)
{
	struct misaligned_double load = misaligned_double_at(tcntx);
	u64 value;

	if (!load.bytes || !misaligned_get(tcntx, &value))
		return __real_sbi_misaligned_load_handler(tcntx);
	misaligned_put(load.reg, value);
	tcntx->regs.mstatus |= MSTATUS_FS;
	tcntx->regs.mepc += load.bytes;
	return 0;
}
#else
int __wrap_sbi_misaligned_load_handler(struct sbi_trap_context *tcntx)
{
	return __real_sbi_misaligned_load_handler(tcntx);
}
#endif
