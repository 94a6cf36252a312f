/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The trap entry of harts whose PMU needs nothing but registers: it answers the
 * calls that perf makes at every context switch in place, passes the other PMU
 * calls to C and saves only the registers that C may change, and takes everything
 * else as OpenSBI's own entry would.
 *
 * The entry checks every reason for a refusal before the first store to state:
 * such calls go to C, which answers with the error. Registers are saved below
 * the scratch space: the trap stack begins there for a trap from S-mode, so it
 * is free.
 *
 * A trap in M-mode believes no register of the caller, whatever instruction
 * faults. S is this hart's scratch space, C is what the caller had. Before each
 * instruction from fast_first to fast_last the following holds, and has to be
 * kept:
 *
 *   place                              mtvec         mscratch  tp  sp
 *   fast_trap                          fast_trap     S         C   C or M's
 *   the second instruction             fast_nested   S         C   C or M's
 *   all others that follow, but these: fast_nested   C         S   any
 *   - an exit, from its csrrw on       fast_nested   S         C   C
 *   - mret, and fast_again             fast_trap     S         C   C
 *   - from FAST_TO_C's csrrw on        fast_nested   S         C   M's
 *   - from FAST_TO_C's end on          fast_trap     S         C   M's
 *   - the end of such code, once it    fast_trap     S         C   C
 *     has restored sp
 *
 * - So a trap with mtvec = fast_trap finds S in mscratch. The entry goes on with
 *   M-mode's sp only if mepc is outside of this file (fast_leave_m); otherwise
 *   sp is the top of S's stack, and the hart ends with OpenSBI's report.
 * - A trap with mtvec = fast_nested finds nothing: it takes S from a table, by
 *   mhartid, and ends likewise. It goes on only at the places of fault.inc, the
 *   accesses to S-mode's memory: tp is S there, and mscratch is C.
 * - No code of this file runs with interrupts on; a trap that sets MDT, where a
 *   hart has it, is never followed by a second one.
 * - OpenSBI's own entry takes no trap of such a hart, as it believes mscratch for
 *   as long as this one used to. C code that changes mtvec has its own handler,
 *   and mscratch is S meanwhile.
 *
 * In all parts t0 is in SBI_SCRATCH_TMP0_OFFSET.
 */
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_trap.h>

#include "trap.h"
#include "macros.inc"

	.section .text.fast_trap, "ax", %progbits
	.option norelax

/* --- entry ---------------------------------------------------------------- */

	.align	5
fast_first:
	.option push
	.option norvc
	j	fast_nested
	.fill	3, 4, 0x13
	.option pop
	.globl	fast_trap
fast_trap:
	FAST_CLOSE
	csrrw	tp, CSR_MSCRATCH, tp
	REG_S	t0, SBI_SCRATCH_TMP0_OFFSET(tp)
	lw	t0, STATE(EID)
	bne	a7, t0, fast_miss
	csrr	t0, CSR_MCAUSE
	addi	t0, t0, -CAUSE_SUPERVISOR_ECALL
	bnez	t0, fast_cause
	addi	t0, a6, -FAST_FID_FW_READ
	beqz	t0, fast_fw_read
	addi	t0, a6, -FAST_FID_STOP
	beqz	t0, fast_stop
	addi	t0, a6, -FAST_FID_START
	beqz	t0, fast_start
	addi	t0, a6, -FAST_FID_CONFIG
	beqz	t0, fast_config
	beqz	a6, fast_num_counters
	j	fast_medium
fast_miss:
	csrr	t0, CSR_MCAUSE
	addi	t0, t0, -CAUSE_SUPERVISOR_ECALL
fast_cause:
	bltz	t0, fast_low
	beqz	t0, fast_ecall
	/* t0 = twice the number of an interrupt, minus twice 9; below 0 for
	 * numbers below 9 and for exceptions */
	slli	t0, t0, 1
	bgez	t0, fast_leave
	addi	t0, t0, 2 * (CAUSE_SUPERVISOR_ECALL - IRQ_M_TIMER)
	beqz	t0, fast_timer
	addi	t0, t0, 2 * (IRQ_M_TIMER - IRQ_M_SOFT)
	beqz	t0, fast_soft
	j	fast_leave
fast_low:
	/* 0 for the most frequent one of these, where it reads the time; the
	 * numbers of faults of loads and stores, 5 and 7, are what they were */
	xori	t0, t0, CAUSE_ILLEGAL_INSTRUCTION - CAUSE_SUPERVISOR_ECALL
	beqz	t0, fast_illegal
	andi	t0, t0, CAUSE_LOAD_ACCESS & CAUSE_STORE_ACCESS
	addi	t0, t0, -(CAUSE_LOAD_ACCESS & CAUSE_STORE_ACCESS)
	bnez	t0, fast_other
	lbu	t0, CALLS(ACCESS)
	bnez	t0, fast_access
	j	fast_leave

#include "save.inc"

/* Other exceptions below 9, and interrupts above it */
fast_other:
	csrr	t0, CSR_MCAUSE
	addi	t0, t0, -CAUSE_MISALIGNED_LOAD
	beqz	t0, fast_misaligned_load
	addi	t0, t0, CAUSE_MISALIGNED_LOAD - CAUSE_MISALIGNED_STORE
	beqz	t0, fast_misaligned_store
	j	fast_leave

/* --- num_counters, fw_read ------------------------------------------------ */

fast_num_counters:
	lw	a1, STATE(NUM)
	li	a0, 0
	FAST_RETURN

fast_fw_read:
	lw	t0, STATE(NUM_FAST)
	bgeu	a0, t0, fast_medium
	lw	t0, STATE(NUM_HW)
	bltu	a0, t0, fast_medium
	add	t0, a0, tp
	lbu	t0, AT(INFO, t0)
	slli	a0, a0, 3
	add	a0, a0, tp
	REG_L	a1, AT(VALUE, a0)
	andi	a0, t0, FAST_INFO_STOPPED
	bnez	a0, 1f
	andi	t0, t0, FAST_INFO_CODE
	add	t0, t0, tp
	REG_L	t0, AT(EVENTS, t0)
	add	a1, a1, t0
1:	li	a0, 0
	FAST_RETURN

/* --- everything else of the PMU ------------------------------------------- */

#define FRAME_ARGS 0 /* struct sbi_args: a0 to a5 */
#define FRAME_A6 6
#define FRAME_A7 7
#define FRAME_RA 8
#define FRAME_SP 9
#define FRAME_T0 10
#define FRAME_T(n) (FRAME_T0 + (n))
#define FRAME_SIZE (18 * __SIZEOF_POINTER__ + 15) / 16 * 16
#define FRAME(n) ((n) * __SIZEOF_POINTER__)(sp)
#define BELOW(n) ((n) * __SIZEOF_POINTER__ - FRAME_SIZE)(tp)

fast_medium_t1:
	REG_L	t1, ASIDE(0)
fast_medium:
	REG_S	sp, BELOW(FRAME_SP)
	addi	sp, tp, -FRAME_SIZE
	REG_L	t0, SBI_SCRATCH_TMP0_OFFSET(tp)
	REG_S	a0, FRAME(0)
	REG_S	a1, FRAME(1)
	REG_S	a2, FRAME(2)
	REG_S	a3, FRAME(3)
	REG_S	a4, FRAME(4)
	REG_S	a5, FRAME(5)
	REG_S	a6, FRAME(FRAME_A6)
	REG_S	a7, FRAME(FRAME_A7)
	REG_S	ra, FRAME(FRAME_RA)
	REG_S	t0, FRAME(FRAME_T(0))
	REG_S	t1, FRAME(FRAME_T(1))
	REG_S	t2, FRAME(FRAME_T(2))
	REG_S	t3, FRAME(FRAME_T(3))
	REG_S	t4, FRAME(FRAME_T(4))
	REG_S	t5, FRAME(FRAME_T(5))
	REG_S	t6, FRAME(FRAME_T(6))
	lbu	t0, CALLS(SERVED)
	addi	a0, tp, FAST_STATE
	mv	a1, sp
	FAST_TO_C
	bgeu	a6, t0, fast_medium_other
fast_medium_served:
	slli	t1, a6, FAST_POINTER_SHIFT
	lla	t0, pmu_calls
	add	t0, t0, t1
	REG_L	t0, 0(t0)
	jalr	t0
	csrr	t0, CSR_MEPC
	addi	t0, t0, 4
	csrw	CSR_MEPC, t0
	REG_L	a2, FRAME(2)
	REG_L	a3, FRAME(3)
	REG_L	a4, FRAME(4)
	REG_L	a5, FRAME(5)
	REG_L	a6, FRAME(FRAME_A6)
	REG_L	a7, FRAME(FRAME_A7)
	REG_L	ra, FRAME(FRAME_RA)
	REG_L	t0, FRAME(FRAME_T(0))
	REG_L	t1, FRAME(FRAME_T(1))
	REG_L	t2, FRAME(FRAME_T(2))
	REG_L	t3, FRAME(FRAME_T(3))
	REG_L	t4, FRAME(FRAME_T(4))
	REG_L	t5, FRAME(FRAME_T(5))
	REG_L	t6, FRAME(FRAME_T(6))
	REG_L	sp, FRAME(FRAME_SP)
	mret

/* No function of the PMU; on a hart with MDT, also each function of it */
fast_medium_other:
	FAST_CLEAR_MDT
	li	t0, FAST_CALLS
	bltu	a6, t0, fast_medium_served
	mv	a6, t0
	j	fast_medium_served

#include "hard.inc"
#include "firm.inc"
#include "fault.inc"
#include "config.inc"
#include "calls.inc"
#include "status.inc"
#include "emulate.inc"
#include "misaligned.inc"
#include "access.inc"

fast_last:
