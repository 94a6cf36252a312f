/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The program in the form for a decoder: for every half-word of code, the
 * length of the straight run that begins there, and its end. It is made once,
 * from bytes or from a list of instructions, and then only read, so several
 * decoders can share it.
 */
#ifndef NTRACE_IMAGE_H
#define NTRACE_IMAGE_H

#include <base/types.h>
#include <insn/insn.h>

/** The end of a run; of a single instruction also its kind. */
enum ntrace_end {
	NTRACE_END_NONE,   /* no instruction starts here */
	NTRACE_END_LINEAR, /* goes on at the next run (they have a limit) */
	NTRACE_END_BRANCH,
	NTRACE_END_JUMP,
	NTRACE_END_CALL,
	NTRACE_END_JUMP_INDIRECT,
	NTRACE_END_CALL_INDIRECT,
	NTRACE_END_RETURN,
	NTRACE_END_SWAP,	    /* co-routine swap */
	NTRACE_END_JUMP_SEQUENTIAL, /* indirect, target known (LUI, AUIPC) */
	NTRACE_END_CALL_SEQUENTIAL,
	NTRACE_END_TRAP_RETURN,
	NTRACE_END_TRAP, /* ECALL, EBREAK */
	NTRACE_END_CUSTOM,
};

/**
 * The run that starts at one half-word. Read it with the functions below.
 */
struct ntrace_step {
	s32 jump; /* half-words from the run's end to the target */
	u32 run; /* end:4, first instruction's half-words:4, insns, half-words */
};

/** Most half-words, and so most instructions, of one run. */
#define NTRACE_RUN_MAX 4095

/** Parts of a step's run: half-words, instructions, enum ntrace_end. */
static inline u32 ntrace_run_halfwords(u32 run)
{
	return run >> 20;
}

static inline u32 ntrace_run_insns(u32 run)
{
	return run >> 8 & 0xfff;
}

static inline u32 ntrace_run_end(u32 run)
{
	return run & 0xf;
}

/** Half-words of the run. */
static inline u32 ntrace_step_halfwords(const struct ntrace_step *step)
{
	return ntrace_run_halfwords(step->run);
}

/** Instructions of the run. */
static inline u32 ntrace_step_insns(const struct ntrace_step *step)
{
	return ntrace_run_insns(step->run);
}

/** Half-words of the run's first instruction; 0: none starts here. */
static inline u32 ntrace_step_size(const struct ntrace_step *step)
{
	return step->run >> 4 & 0xf;
}

/** @return the end of the run */
static inline enum ntrace_end ntrace_step_end(const struct ntrace_step *step)
{
	return (enum ntrace_end)ntrace_run_end(step->run);
}

/** @return the kind of the run's first instruction, taken alone */
static inline enum ntrace_end ntrace_step_insn(const struct ntrace_step *step)
{
	return ntrace_step_halfwords(step) == ntrace_step_size(step) ?
		       ntrace_step_end(step) :
		       NTRACE_END_LINEAR;
}

/** Bits of struct ntrace_region's modes, by the ingress port's coding. */
#define NTRACE_PRIV_U (1u << 0)
#define NTRACE_PRIV_S (1u << 1)
#define NTRACE_PRIV_M (1u << 3)
#define NTRACE_PRIV_VU (1u << 5)
#define NTRACE_PRIV_VS (1u << 6)

/** Code at consecutive addresses. */
struct ntrace_region {
	u64 base;  /* address of the first half-word, even */
	u32 count; /* half-words, at most 2^30 */
	u8 modes;  /* NTRACE_PRIV_*: only in these; 0: in all */
	bool match_scontext, match_hcontext;
	u64 scontext, hcontext;		/* only in this context */
	const struct ntrace_step *step; /* count of them */
};

/**
 * A program: its regions. Regions for the same mode and context must not
 * overlap; the first that fits counts. As long as the decoder does not know
 * mode or context, all regions fit.
 */
struct ntrace_image {
	const struct ntrace_region *region;
	u32 num_regions;
	/*
	 * Instead of regions, for code that depends on the hart: the region
	 * that holds addr for source src, or NULL. The region must not change
	 * before the next ntrace_flow_image().
	 */
	const struct ntrace_region *(*find)(void *user, u16 src, u64 addr);
	void *user;
};

/** Settings for reading instruction bytes. */
struct ntrace_scan {
	struct insn_isa isa;
	/* trTeInstEnSequentialJump: follow LUI or AUIPC with JALR */
	bool sequential_jump;
	/*
	 * Zcmt: the table at jvt's base address, as bytes in memory order; NULL
	 * if unknown, then CM.JT and CM.JALT count as indirect jumps.
	 */
	const u8 *jump_table;
	size_t jump_table_bytes;
};

/**
 * Make the steps of a region from its instruction bytes, for every half-word,
 * also if no instruction of the program starts there.
 * @param step out: bytes / 2 of them, ready to use (ntrace_steps_link() is
 *	included)
 * @param code bytes in memory order; an odd last one is ignored
 */
void ntrace_steps_scan(struct ntrace_step *step, u64 base, const u8 *code,
		       size_t bytes, const struct ntrace_scan *scan);

/**
 * Set the instruction that starts at a half-word, for programs known as a list.
 * Half-words that no call names must be all zero bits (NTRACE_END_NONE).
 * @param step that half-word's
 * @param halfwords the instruction's size, 1 to 12
 * @param end its kind; NTRACE_END_NONE is refused
 * @param jump half-words from the instruction's end to the target, of
 *	branches, direct jumps and direct calls; less than 2^30 either way
 * @return false if an argument is out of range
 */
bool ntrace_step_set(struct ntrace_step *step, unsigned int halfwords,
		     enum ntrace_end end, s32 jump);

/**
 * Join single instructions to runs. Call it once, after all ntrace_step_set()
 * of a region.
 */
void ntrace_steps_link(struct ntrace_step *step, size_t count);

/**
 * Find the code at an address.
 * @param mode the ingress port's privilege code (0 U, 1 S, 3 M, 5 VU, 6 VS), or
 *	NTRACE_PRIV_UNKNOWN, which ignores contexts
 * @return the first region that fits, or NULL
 */
const struct ntrace_region *ntrace_image_find(const struct ntrace_image *image,
					      u64 addr, unsigned int mode,
					      u64 scontext, u64 hcontext);

#define NTRACE_PRIV_UNKNOWN 0xff

#endif
