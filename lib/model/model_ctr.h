/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bits of Control Transfer Records (Smctr/Ssctr 1.0), repeated here: the model
 * shares no table with the code that it judges.
 */
#ifndef MODEL_CTR_H
#define MODEL_CTR_H

#include "model_internal.h"

/* mctrctl; sctrctl is the same register without M and MTE. */
#define CTR_U BIT64(0)
#define CTR_S BIT64(1)
#define CTR_M BIT64(2)
#define CTR_RASEMU BIT64(7)
#define CTR_STE BIT64(8)
#define CTR_MTE BIT64(9)
#define CTR_BPFRZ BIT64(11)
#define CTR_LCOFIFRZ BIT64(12)
#define CTR_EXCINH BIT64(33)
#define CTR_INTRINH BIT64(34)
#define CTR_TRETINH BIT64(35)
#define CTR_NTBREN BIT64(36)
#define CTR_TKBRINH BIT64(37)
#define CTR_INDCALLINH BIT64(40)
#define CTR_DIRCALLINH BIT64(41)
#define CTR_INDJMPINH BIT64(42)
#define CTR_DIRJMPINH BIT64(43)
#define CTR_CORSWAPINH BIT64(44)
#define CTR_RETINH BIT64(45)
#define CTR_INDLJMPINH BIT64(46)
#define CTR_DIRLJMPINH BIT64(47)

#define CTR_CUSTOM (15ULL << 60)

#define CTR_FROZEN BIT64(31) /* sctrstatus */
#define CTR_WRPTR 0xffULL
#define CTR_V 1ULL	  /* ctrsource */
#define CTR_MISP 1ULL	  /* ctrtarget */
#define CTR_CCV BIT64(15) /* ctrdata; above it CCM and CCE, below TYPE */

/* ctrdata.TYPE */
enum model_ctr_type {
	CTR_EXCEPTION = 1,
	CTR_INTERRUPT = 2,
	CTR_TRAP_RETURN = 3,
	CTR_BRANCH_NOT_TAKEN = 4,
	CTR_BRANCH_TAKEN = 5,
	CTR_CALL_INDIRECT = 8,
	CTR_CALL_DIRECT = 9,
	CTR_JUMP_INDIRECT = 10,
	CTR_JUMP_DIRECT = 11,
	CTR_SWAP = 12,
	CTR_RETURN = 13,
	CTR_LINK_INDIRECT = 14,
	CTR_LINK_DIRECT = 15,
};

static inline unsigned int model_ctr_depth(const struct model *m)
{
	return 16u << m->ctr.depth;
}

static inline unsigned int model_ctr_pointer(const struct model *m)
{
	return (unsigned int)m->ctr.status & (model_ctr_depth(m) - 1);
}

/**
 * Count the cycles up to now if recording was active, and update if it is
 * active; after each change of mode or status.
 */
void model_ctr_settle(struct model *m);

/** The next record has no count. */
void model_ctr_restart(struct model *m);

/**
 * Record a transfer, if its mode and type are on; the predictor learns it.
 * @param type enum model_ctr_type, of a jump or a branch
 */
void model_ctr_transfer(struct model *m, const struct model_op *op,
			unsigned int type, u64 source, u64 target);

/** Record MRET or SRET, which has left privilege from. */
void model_ctr_return(struct model *m, u8 from, u64 source, u64 target);

/** @return the part of an address that a record can hold */
u64 model_ctr_address(const struct model *m, u64 address);

#endif
