/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Brief groups: one instruction, with the pc behind it, at most one integer or
 * floating-point register, and at most one load or store, in the producers'
 * usual order (docs/tandem.md). Nearly all groups are brief. The decoder
 * decodes many of them at a time, to records without elements.
 */
#ifndef TANDEM_BRIEF_H
#define TANDEM_BRIEF_H

#include <tandem/tandem.h>

/** Most elements of a brief group. */
#define TANDEM_BRIEF_ELEMENTS 8

/** Parts of a brief group: bits of struct tandem_brief's has. */
enum tandem_brief_has {
	TANDEM_BRIEF_REG = 1 << 0,
	TANDEM_BRIEF_INCPC = 1 << 1,
	TANDEM_BRIEF_PC = 1 << 2,
	TANDEM_BRIEF_PADDR = 1 << 3,
	TANDEM_BRIEF_EADDR = 1 << 4,
	TANDEM_BRIEF_SDATA = 1 << 5,
	TANDEM_BRIEF_MEMREQ = 1 << 6,
	TANDEM_BRIEF_MEMRSP = 1 << 7, /* with MEMREQ: success, of its size */
};

/** The parts of a load or store. */
#define TANDEM_BRIEF_MEMORY                                             \
	(TANDEM_BRIEF_PADDR | TANDEM_BRIEF_EADDR | TANDEM_BRIEF_SDATA | \
	 TANDEM_BRIEF_MEMREQ | TANDEM_BRIEF_MEMRSP)

/** A brief group. A field is undefined if its part is not in `has`. */
struct tandem_brief {
	u64 offset;	 /* of its first byte, in the stream */
	u32 insn;	 /* as sent */
	u16 reg;	 /* REG: 0x1000 and more, see TANDEM_GPR() */
	u8 has;		 /* enum tandem_brief_has */
	u8 insn_bytes;	 /* 2 or 4 */
	u8 sdata_bytes;	 /* SDATA: 1, 2, 4, 8 */
	u8 access;	 /* MEMREQ: TANDEM_LOAD or TANDEM_STORE */
	u8 access_bytes; /* MEMREQ: 1, 2, 4, 8 */
	u64 pc;
	u64 value; /* of reg */
	u64 paddr, eaddr, sdata;
	u64 address; /* MEMREQ */
	u64 stored;  /* MEMREQ of a store: its data */
	u64 loaded;  /* MEMRSP of a load: its data */
};

/**
 * Decode brief groups, up to the first group that is not brief or may be
 * incomplete in the piece. Call it where tandem_decoder_next() is allowed.
 * @param room	of brief[]
 * @return number of groups; they break no rule of grouping. decoder->group does
 *	not change
 */
u32 tandem_decoder_briefs(struct tandem_decoder *decoder,
			  struct tandem_brief *brief, u32 room);

/**
 * Decode one of the brief groups again, with its elements, to decoder->group.
 * The decoder's place in the stream does not change.
 * @param brief	of the last tandem_decoder_briefs(), with no call of
 *		tandem_decoder_next() since
 */
void tandem_decoder_whole(struct tandem_decoder *decoder,
			  const struct tandem_brief *brief);

#endif
