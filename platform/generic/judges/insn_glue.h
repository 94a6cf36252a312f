/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The one decoder of loads and stores that trapped. M-mode reads the instruction
 * again, and memory may have another one by now. So the decoder answers with an
 * access that this hart has, to registers that are enabled: M-mode can make it
 * without a trap of its own.
 *
 * Its answer has the form of the hypervisor extension ("Transformed Instruction
 * or Pseudoinstruction for mtinst or htinst"): the full instruction with its
 * opcode, funct3 and register, bit 1 clear if it was compressed.
 */
#ifndef GLUE_INSN_GLUE_H
#define GLUE_INSN_GLUE_H

#include <sbi/sbi_trap.h>
#include <sbi/sbi_types.h>

#define INSN_CODE 0x707ful /* opcode and funct3 */
#define INSN_WIDE 2ul	   /* not compressed */
#define INSN_FLOAT 4ul	   /* in the opcode */

/**
 * Decode an instruction that trapped as a load, or as a store, on this hart.
 * @param mstatus of the trap
 * @return 0: no such instruction, or the hart lacks it (misa), or its registers
 *	are off (mstatus.FS)
 */
ulong insn_glue_access(ulong insn, bool store, ulong mstatus);

/**
 * Decode the instruction of a trap: the hart's own answer in mtinst, or one
 * load of the instruction.
 * @param trap all zero. Out: the trap of that load, or unchanged
 */
ulong insn_glue_trapped(const struct sbi_trap_context *tcntx, bool store,
			struct sbi_trap_info *trap);

#endif
