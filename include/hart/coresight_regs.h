/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Registers of CoreSight components that stand between trace encoders and memory:
 * funnels, replicators, and the trace memory controller (TMC), which is a FIFO or a
 * buffer (ETF), or a bus master (ETR). Offsets in a window of 4 KiB, and bits.
 * Specifications: CoreSight SoC and TMC Technical Reference Manuals.
 */
#ifndef HART_CORESIGHT_REGS_H
#define HART_CORESIGHT_REGS_H

/** Registers of every component. */
enum cs_offset {
	CS_LOCK_ACCESS = 0xfb0,
	CS_DEVICE_ID = 0xfc8,
};

/** The value that unlocks all others, stored to CS_LOCK_ACCESS. */
#define CS_UNLOCK 0xc5acce55u

/** Registers of a funnel. */
enum cs_funnel_offset {
	CS_FUNNEL_CONTROL = 0x000,
};

#define CS_FUNNEL_PORTS 0xffu
#define CS_FUNNEL_HOLD_LSB 8u /* four bits */
#define CS_FUNNEL_HOLD_RESET 3u

/** The register of an output of a replicator: each bit stops 16 IDs, from 16
 * times the number of the bit on. The last bit is for IDs that ATB reserves. */
#define CS_REPLICATOR_FILTER(output) (4u * (output))
#define CS_REPLICATOR_OUTPUTS 2u
#define CS_FILTER_ALL 0xffu
#define CS_FILTER_RESERVED 0x80u

/** Registers of a TMC. */
enum cs_tmc_offset {
	CS_TMC_SIZE = 0x004, /* in words */
	CS_TMC_STATUS = 0x00c,
	CS_TMC_DATA = 0x010,
	CS_TMC_READ_LOW = 0x014,
	CS_TMC_WRITE_LOW = 0x018,
	CS_TMC_CONTROL = 0x020,
	CS_TMC_MODE = 0x028,
	CS_TMC_READ_HIGH = 0x038,
	CS_TMC_WRITE_HIGH = 0x03c,
	CS_TMC_AXI_CONTROL = 0x110,
	CS_TMC_BASE_LOW = 0x118,
	CS_TMC_BASE_HIGH = 0x11c,
	CS_TMC_FORMAT_CONTROL = 0x304,
};

/** CS_TMC_STATUS. */
#define CS_STATUS_FULL 0x1u
#define CS_STATUS_READY 0x4u

/** CS_TMC_CONTROL. */
#define CS_CAPTURE 0x1u

/** CS_TMC_MODE. */
#define CS_MODE_MASK 0x3u
#define CS_MODE_CIRCULAR 0u
#define CS_MODE_FIFO 2u /* ETF only: on to its output */

/** CS_TMC_AXI_CONTROL. */
#define CS_AXI_NONSECURE 0x2u
#define CS_AXI_SCATTER 0x80u /* the base is the address of a table */
#define CS_AXI_BURSTS 0xf00u

/** CS_TMC_FORMAT_CONTROL. */
#define CS_FORMAT_ENABLE 0x1u
#define CS_FORMAT_TRIGGERS 0x2u
#define CS_FORMAT_FLUSH_IN 0x10u
#define CS_FORMAT_FLUSH 0x40u
#define CS_FORMAT_STOP 0x1000u /* when a flush is over */

/** CS_DEVICE_ID of a TMC. */
#define CS_TMC_KIND(id) ((id) >> 6 & 3)
#define CS_TMC_BUFFER 0u /* ETB */
#define CS_TMC_ROUTER 1u /* ETR */
#define CS_TMC_STORE 2u	 /* ETF */

#endif
