/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Branch records of a hart in AUX memory of the Linux PMU hartscope_branch:
 * blocks, one after the other. Numbers are little endian. A block has a head of
 * BRANCH_BLOCK_HEAD bytes and then entries of BRANCH_BLOCK_ENTRY bytes each,
 * the youngest first, unchanged from the hart (Smctr/Ssctr 1.0, "Entry
 * Registers").
 */
#ifndef TRACE_BRANCH_BLOCK_H
#define TRACE_BRANCH_BLOCK_H

/** Offsets in a block, of its head and of each entry. */
enum branch_block_layout {
	BRANCH_BLOCK_TAG = 0,	  /* 4 bytes: BRANCH_BLOCK_MAGIC */
	BRANCH_BLOCK_ENTRIES = 4, /* 2 bytes: number of entries, up to 256 */
	BRANCH_BLOCK_WHY = 6,	  /* 1 byte: enum branch_block_why */
	BRANCH_BLOCK_FLAGS = 7,	  /* 1 byte: enum branch_block_flags */
	BRANCH_BLOCK_IP = 8, /* 8 bytes: address of the task, 0: not known */
	BRANCH_BLOCK_HEAD = 16,

	BRANCH_BLOCK_SOURCE =
		0, /* 8 bytes each: ctrsource, ctrtarget, ctrdata */
	BRANCH_BLOCK_TARGET = 8,
	BRANCH_BLOCK_DATA = 16,
	BRANCH_BLOCK_ENTRY = 24,

	BRANCH_BLOCK_ENTRIES_MAX = 256,
};

/** "hcbr" */
#define BRANCH_BLOCK_MAGIC 0x72626368u

/** The reason for which the records were read. */
enum branch_block_why {
	/** The task left the hart, or its event was disabled. */
	BRANCH_BLOCK_SWITCH = 1,
	/** The period of the event was over. */
	BRANCH_BLOCK_TIMER = 2,
	/**
	 * The hart had frozen the records: at a breakpoint, or an overflow of a
	 * counter.
	 */
	BRANCH_BLOCK_FROZEN = 3,
	/** Another program is about to replace the task's program. */
	BRANCH_BLOCK_EXEC = 4,
};

enum branch_block_flags {
	/** Calls that have not returned (RASEMU), and no other branches. */
	BRANCH_BLOCK_CALLS = 1,
	/** The buffer was full: there may have been older entries. */
	BRANCH_BLOCK_FULL = 2,
	/** The event excludes kinds of branches. */
	BRANCH_BLOCK_FILTERED = 4,
};

#endif
