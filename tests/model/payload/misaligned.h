/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Misaligned accesses, through OpenSBI's trap entry and through the firmware's
 * own. Opcodes, and page tables with leaves at the first level, Sv39 or Sv32.
 */
#ifndef SMODE_MISALIGNED_H
#define SMODE_MISALIGNED_H

#include "sbi.h"

#define LOAD 0x03u
#define STORE 0x23u
#define FLH (0x07u | 1u << 12)
#define FLW (0x07u | 2u << 12)
#define FLD (0x07u | 3u << 12)
#define FSH (0x27u | 1u << 12)
#define FSW (0x27u | 2u << 12)
#define FSD (0x27u | 3u << 12)
#define WITH_D ".option arch, +d\n" /* in front of an instruction of D */
#define LR 0x1000202fu
#define ECALL 0x73u
#define NOP 0x00010000u /* c.nop, after a two-byte one */

#define LEAF_SHIFT (XLEN == 64 ? 30 : 22)
#define LEAVES (1ul << (30 - LEAF_SHIFT)) /* number of them in a gigabyte */
#define RWX 0xcful
#define X_ONLY 0xc9ul
#define RAM 0x80000000ul
#define ALIAS (XLEN == 64 ? 5ul << 29 << 1 : 0x40000000ul)
#define EXECUTE (XLEN == 64 ? 7ul << 29 << 1 : 0xc0000000ul)
#define ABSENT (XLEN == 64 ? 9ul << 29 << 1 : 0x30000000ul)
#define SATP (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1))

#define BASE 9 /* register of the address; C.LW can encode it */
#define MISALIGNED_EVENTS 2

/** Memory that the accesses load and store. */
extern struct misaligned_area {
	u8 before[16], bytes[32], behind[16];
} area;
extern u8 bytes_before[sizeof(area)];

/** Address at which the code is executed, minus its address in RAM. */
extern unsigned long code_moved;

/** Effects of an access through PEEK_STOCK and PEEK_FAST. */
extern struct misaligned_way {
	unsigned long regs[32], cause, tval;
	u8 bytes[sizeof(area)];
	u64 events[MISALIGNED_EVENTS];
	unsigned long instructions;
	u32 traps;
} ways[2];

/** True if harts trap to M-mode for such accesses; else skips the case. */
bool ready(void);

/**
 * Set the instruction for run_code(). A two-byte one has another one after it.
 */
void make_code(u32 insn);

/** Execute it with these registers. @return instructions of all modes */
unsigned long run_code(unsigned long regs[32]);

/** Execute it through an entry, and store its results in ways[]. */
void one_way(unsigned int entry, const unsigned long regs[32]);

/**
 * Execute an instruction through both entries, and compare registers, memory,
 * traps and events.
 * @param served true if the firmware's own entry must emulate it without
 * OpenSBI
 */
void both(u32 insn, unsigned long regs[32], bool served);

/** Set random values, and the address in BASE. */
void some_registers(unsigned long regs[32], unsigned long address);

/** Value that a load of these bytes must give. */
unsigned long shown(const u8 *bytes, unsigned int funct3);

/**
 * Check that the last both() loaded or stored this, at an offset in area.bytes.
 */
void is_loaded(unsigned int offset, unsigned int rd, unsigned int funct3);
void is_stored(unsigned int offset, unsigned long value, unsigned int funct3);

/**
 * The hart traps at an integer access at a0; M-mode may read the instruction as
 * another one, which the hart could not execute. Checks that S-mode then gets
 * this fault, at least once.
 */
void changed_to_another(u32 insn, u32 other, unsigned long fault);

/* Cases of misaligned_test.c */
void translated(void);
void across_pages(void);
void changed_meanwhile(void);
void load_changed_to_off(void);
void store_changed_to_off(void);
void in_narrow_mode(void);

#endif
