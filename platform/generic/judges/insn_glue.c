// SPDX-License-Identifier: BSD-2-Clause
/*
 * Decodes loads and stores that trapped, by what the executing hart has. Fast
 * paths (misaligned.inc, trace_trap_glue.c) decode some of integer registers,
 * which every hart has.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_unpriv.h>

#include <trapped_insn.h>

#include "insn_glue.h"

#define LOAD_FIELDS (INSN_CODE | 31ul << 7)
#define STORE_FIELDS (INSN_CODE | 31ul << 20)

/* --- compressed ones ------------------------------------------------------ */

/* LD to FLW, SD to FSW */
#define NARROW (INSN_MATCH_LD ^ INSN_MATCH_FLW)

/* True if the trap came from a mode of 32 bits. In mstatus of 0 it did not. */
#if __riscv_xlen == 32
static bool insn_narrow(ulong mstatus __attribute__((unused)))
{
	return true;
}
#else
static bool insn_narrow(ulong mstatus)
{
	bool user = !(mstatus & MSTATUS_MPP);
	ulong width;

	if (!(mstatus & MSTATUS_MPV))
		width = user ? mstatus : (mstatus & MSTATUS_SXL) >> 2;
	else
		width = user ? csr_read(CSR_VSSTATUS) : csr_read(CSR_HSTATUS);
	return (width & MSTATUS_UXL) == 1ull << HSTATUS_VSXL_SHIFT;
}
#endif

/* Rows are funct3: C.FLD, C.LW, C.LD, stores, and the same with sp. */
static ulong insn_code(ulong insn, bool store, ulong mstatus)
{
	static const u32 code[] = {
		0, INSN_MATCH_FLD, INSN_MATCH_LW, INSN_MATCH_LD,
		0, INSN_MATCH_FSD, INSN_MATCH_SW, INSN_MATCH_SD,
	};
	ulong kind = insn >> 13 & 7;

	if (kind != 4 && store != (kind > 4))
		return 0;
	if ((kind & 3) == 3 && insn_narrow(mstatus))
		return code[kind] ^ NARROW;
	if (kind != 4)
		return code[kind];
	if (store)
		return (insn & INSN_MASK_C_SH) == INSN_MATCH_C_SH ?
			       INSN_MATCH_SH :
			       0;
	if ((insn & INSN_MASK_C_LHU) == INSN_MATCH_C_LHU)
		return INSN_MATCH_LHU;
	return (insn & INSN_MASK_C_LH) == INSN_MATCH_C_LH ? INSN_MATCH_LH : 0;
}

static ulong insn_compressed(ulong insn, bool store, ulong mstatus)
{
	ulong code = insn & 1 ? 0 : insn_code(insn, store, mstatus);
	ulong reg = insn >> (store ? 2 : 7) & 31;

	if (!code)
		return 0;
	if (!(insn & 2))
		reg = 8 + (insn >> 2 & 7);
	return (code & ~INSN_WIDE) | reg << (store ? 20 : 7);
}

/* --- what the hart has ----------------------------------------------------- */

/*
 * Zcmp has its instructions in the place of C.FSDSP, on harts whose misa has no C
 * if they have D, too (Zc, "MISA.C"). A hart that shows C nevertheless is asked by
 * one of these instructions.
 */
static bool insn_float_compressed(ulong code)
{
	return misa_extension('C') &&
	       (((code | INSN_WIDE) & INSN_CODE) != INSN_MATCH_FSD ||
		insn_has_fsdsp());
}

/* Halves (Zfh), quads and vectors have the same opcodes: OpenSBI cannot emulate
 * them. */
static bool insn_float_exists(ulong code, ulong mstatus)
{
	ulong width = code >> 12 & 7;
	int has = width == 2 ? misa_extension('F') : misa_extension('D');

	if (!has || (width & 6) != 2 || !(mstatus & MSTATUS_FS))
		return false;
	return (code & INSN_WIDE) || insn_float_compressed(code);
}

static ulong insn_checked(ulong code, ulong mstatus)
{
	return !(code & INSN_FLOAT) || insn_float_exists(code, mstatus) ? code :
									  0;
}

ulong insn_glue_access(ulong insn, bool store, ulong mstatus)
{
	ulong code = 0;

	if (INSN_IS_16BIT(insn))
		code = insn_compressed(insn, store, mstatus);
	/* The two opcodes of each differ in bit 2. */
	else if ((insn & 0x7b) == (store ? 0x23 : 3))
		code = insn & (store ? STORE_FIELDS : LOAD_FIELDS);
	return insn_checked(code, mstatus);
}

ulong insn_glue_trapped(const struct sbi_trap_context *tcntx, bool store,
			struct sbi_trap_info *trap)
{
	ulong insn;

	if ((tcntx->trap.tinst & 1) && !(tcntx->trap.tinst >> 16 >> 16))
		return insn_checked(tcntx->trap.tinst, tcntx->regs.mstatus);
	insn = sbi_get_insn(tcntx->regs.mepc, trap);
	return trap->cause ? 0 :
			     insn_glue_access(insn, store, tcntx->regs.mstatus);
}
