/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A hart of the model with a little memory, and single instructions for it.
 * Instructions have x10 as rd, x11 as rs1 and x12 as rs2, unless a test has
 * others.
 */
#ifndef MODEL_RIG_H
#define MODEL_RIG_H

#include <model/model.h>

enum {
	RD = MODEL_X0 + 10,
	RS1 = MODEL_X0 + 11,
	RS2 = MODEL_X0 + 12,
	/* rd, rs1 and rs2 as floating-point registers */
	FA0 = MODEL_F0 + 10,
	FA1 = MODEL_F0 + 11,
	FA2 = MODEL_F0 + 12,
	FS_INITIAL = 0x2000,
	FCSR = 0x003,
	NV = 16,
};

#define RIG_RAM 0x80000000ULL
#define RIG_RAM_PAGES 16u
#define RIG_RAM_END (RIG_RAM + RIG_RAM_PAGES * MODEL_PAGE)
/* Memory that the model accesses by load() and store(). */
#define RIG_DEVICE 0x10000000ULL
#define RIG_DEVICE_BYTES 16u

extern struct model rig;
extern struct model_step rig_step; /* the last step */
extern u8 rig_ram[RIG_RAM_PAGES * MODEL_PAGE];
extern u8 rig_device[RIG_DEVICE_BYTES];
extern unsigned int rig_calls; /* number of calls of load() and store() */

/** Make a hart of this preset, with memory 0 and pc at the start of RAM. */
void rig_new(const char *preset);

/** The same with a changed configuration. */
void rig_new_config(const struct model_config *config);

/** Preset of a width: qemu-rv32 or qemu-rv64. */
const char *rig_preset(unsigned int xlen);

/** Execute an instruction given as a word. */
void rig_run(u32 insn);

/** Execute the instruction at the pc, or take a pending interrupt. */
void rig_go(void);

u64 rig_get(u32 element);
void rig_set(u32 element, u64 value);

/** Memory, little endian. */
u64 rig_peek(u64 paddr, unsigned int bytes);
void rig_poke(u64 paddr, unsigned int bytes, u64 value);

/** An instruction with CSR number csr: rd x10, rs1 x11. */
u32 rig_csrrw(u32 csr);
u32 rig_csrrs(u32 csr);
u32 rig_csrrc(u32 csr);

/** Write a CSR in M-mode, and return to the mode and pc before. */
void rig_csr(u32 csr, u64 value);

/** Let PMP permit all accesses of S- and U-mode. */
void rig_open(void);

#define RIG_MRET 0x30200073u
#define RIG_SRET 0x10200073u
#define RIG_ECALL 0x00000073u
#define RIG_EBREAK 0x00100073u
#define RIG_NOP 0x00000013u

#endif
