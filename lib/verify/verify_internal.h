/* SPDX-License-Identifier: BSD-2-Clause */
/* Shared by the files of the verifier. */
#ifndef VERIFY_INTERNAL_H
#define VERIFY_INTERNAL_H

#include <base/bits.h>
#include <insn/csrs.h>
#include <insn/opcodes.h>
#include <model/quick.h>
#include <verify/hart.h>
#include "verify_run.h"

/* Bits of states that are store data */
#define VERIFY_SDATA_STATES                                                  \
	(1u << TANDEM_SDATA8 | 1u << TANDEM_SDATA16 | 1u << TANDEM_SDATA32 | \
	 1u << TANDEM_SDATA64)

static inline u64 verify_bytes_mask(unsigned int bytes)
{
	return bytes >= 8 ? ~0ull : (1ull << 8 * bytes) - 1;
}

/* The CSR whose upper 32 bits RV32 has in a register of their own. */
static inline u64 verify_upper(const struct verify_state *s, u16 whole,
			       u16 upper)
{
	return s->config->params.xlen == 32 ? s->reg[upper] << 32 :
					      s->reg[whole];
}

/* --- verify_shadow.c ------------------------------------------------------ */

/* A register, or the part of a register that a view shows. */
struct verify_view {
	u16 reg; /* real */
	u8 shift;
	u64 mask; /* of the view's value */
};

/** @return the part of a register to which a trace's register address
 * belongs */
struct verify_view verify_view_of(const struct verify_state *s, u16 reg);

/** Bits of a register that are decided outside, and bits that are absent. */
u64 verify_outside(const struct verify_state *s, const struct verify_group *g,
		   u16 reg);
u64 verify_absent(const struct verify_state *s, u16 reg);

/** Copy the whole state of the model to the shadow state. */
void verify_shadow_load(struct verify_state *s);

/** Read and write an element of shadow state; a write goes to both sides. */
u64 verify_shadow_read(const struct verify_state *s, u32 element);
void verify_shadow_write(struct verify_state *s, u32 element, u64 value);

/** The change of a real register in this group; a new one if necessary. */
struct verify_change *verify_change_of(const struct verify_state *s,
				       struct verify_group *g, u16 reg);

/** The change of a real register in this group; NULL: there is none. */
const struct verify_change *verify_change_find(const struct verify_group *g,
					       u16 reg);

/** Collect the changes that the group has, and no others. */
void verify_change_collect(const struct verify_state *s,
			   struct verify_group *g);

/** @return true if the trace has the cause of a trap in this group */
bool verify_change_cause(const struct verify_group *g, u64 *cause);

enum verify_group_kind {
	VERIFY_GROUP_STEP, /* the hart has executed or trapped */
	VERIFY_GROUP_RESET,
	VERIFY_GROUP_INIT,  /* the group gives state */
	VERIFY_GROUP_OTHER, /* only state that is decided outside may change */
};

enum verify_group_kind verify_group_kind(const struct tandem_group *trace);

/* --- verify_step.c -------------------------------------------------------- */

/** Verify a group of an instruction or a trap, the long way. */
void verify_step_any(struct verify *v);

/** Do the rest of it after the model has made its step already, without
 * input. */
void verify_step_again(struct verify *v);

/** The model has no step: report it. */
void verify_step_ended(struct verify *v);

/* --- verify_brief.c ------------------------------------------------------- */

/** Prepare the short way, once config is known. */
void verify_brief_init(struct verify *v);

/** Verify a group of an instruction or a trap, the short way if possible. */
void verify_step_group(struct verify *v);

/**
 * Verify the next brief groups. Without any, nothing is done.
 * @return false: verification is over
 */
bool verify_brief_groups(struct verify *v);

/* --- verify_record.c ------------------------------------------------------ */

/**
 * Make the record of a group that has exactly the elements of a brief group, in
 * any order.
 * @return false: it has others; the record is undefined
 */
bool verify_record_take(const struct tandem_group *g, struct tandem_brief *b);

/** Start with the group that the decoder has: nothing is known of it. */
void verify_group_begin(struct verify *v);

/** Decode the present group completely, if it is a record until now. */
void verify_record_expand(struct verify *v);

/* --- verify_second.c ------------------------------------------------------ */

/** Memory of a model without memory: accesses are compared one by one. */
bool verify_no_read(void *user, u64 paddr, unsigned int bytes, u64 *value);
void verify_no_write(void *user, u64 paddr, unsigned int bytes, u64 value);

/* --- verify_hart.c -------------------------------------------------------- */

/** Make the model ask again for plain pages. */
void verify_hart_flush(struct verify_hart *hart);

/**
 * Prepare for a step without input.
 * @param bytes of the group's instruction
 * @return false: the step needs input: an interrupt is due, or memory lacks the
 *	group's code
 */
bool verify_hart_prepare(struct verify_hart *hart, unsigned int bytes);

/**
 * With RAM that is known in part: bytes that the step stored become known, and
 * the model learns of a page that became plain.
 */
void verify_hart_learn(struct verify_hart *hart);

/** Copy the results of the model's step, with no interrupt pending. */
void verify_hart_result(struct verify_hart *hart, struct verify_step *out);

/* --- verify_input.c ------------------------------------------------------- */

/** Set registers and inputs that the model needs before its step. */
void verify_input_collect(struct verify_state *s, struct verify_group *g);

/**
 * The value that a load, or a fetch, of unknown memory must have had by the
 * group: for a model's bus.
 * @param kind enum model_access
 * @return false: access fault
 */
bool verify_unknown_load(const struct verify_state *s, struct verify_group *g,
			 u64 paddr, unsigned int bytes, unsigned int kind,
			 u64 *value);

/**
 * @return true if, by the trace, an access of a kind ended with an access fault
 */
bool verify_unknown_faults(const struct verify_group *g, unsigned int kind);

/* Bits of an entry of a page table */
#define PTE_V 0x01u
#define PTE_A 0x40u
#define PTE_D 0x80u

/* --- verify_alone.c ------------------------------------------------------- */

/** Forget all, after a reset or a time without trace: anything may have
 * changed. */
void verify_alone_forget(struct verify_state *s);

/** Before a group without a step takes effect: findings of its changes. */
void verify_alone_judge(struct verify_state *s, struct verify_group *g,
			bool given);

/** After such a group: entries of page tables that the next step must
 * change. */
void verify_alone_given(const struct verify_state *s);

/** After a step, with config.alone: findings of entries that it has not
 * changed. */
void verify_alone_step(struct verify_state *s, struct verify_group *g);

/* --- verify_page.c -------------------------------------------------------- */

/** @return the index of an address's list of pages in struct verify_memory */
u64 verify_page_bucket(u64 paddr);

/** @return the page of an address, NULL: no byte of it is known */
struct verify_page *verify_page_find(const struct verify_memory *memory,
				     u64 paddr);

/**
 * @return true if bytes of a page are known
 * @param bytes up to 8, in the page; 0: true
 */
static inline bool verify_page_knows(const struct verify_page *page, u64 offset,
				     unsigned int bytes)
{
	u32 known = page->known[offset / 8] | (u32)page->known[offset / 8 + 1]
						      << 8;
	u32 wanted = ((1u << bytes) - 1) << offset % 8;

	return !page->missing || !(wanted & ~known);
}

/** Note that an entry of a page table translates an address. */
void verify_walk_used(struct verify_memory *memory, u64 paddr);

/** Note that a byte of a page with `own` was written. */
void verify_walk_put(struct verify_memory *memory, struct verify_page *page,
		     u64 offset);

/* --- verify_count.c ------------------------------------------------------- */

/** Before a step: if its instruction names minstret, set it to its known value.
 * @param csr the register that the instruction names */
void verify_count_access(struct verify_state *s, struct verify_group *g,
			 u16 csr);

/** Findings of minstret in a group whose instruction does not name it. */
void verify_count_judge(const struct verify_state *s, struct verify_group *g);

/**
 * Count retired instructions that do not write minstret. The upper half becomes
 * unknown if the lower one is: a carry is possible.
 */
static inline void verify_count_advance(struct verify_count *count, u32 num)
{
	count->value += (u64)num * count->adds;
	count->known &= (u8) - (count->known & 1);
}

/**
 * Update after the commit of a step.
 * @param wrong	the step had findings
 * @return true if a value was believed without a judgement
 */
bool verify_count_step(struct verify_state *s, const struct verify_group *g,
		       bool wrong);

/** Forget the value, and take the filter of the present mode. */
void verify_count_reset(struct verify_state *s);

/** Update after a group without a step. */
void verify_count_group(struct verify_state *s, const struct verify_group *g);

/* --- verify_judge.c ------------------------------------------------------- */

/** The pc and the privilege after the group, by the trace. */
u64 verify_trace_pc(const struct verify_state *s, const struct verify_group *g);
u8 verify_trace_priv(const struct verify_state *s,
		     const struct verify_group *g);

/** Compare the effects of the group and of the model's step: g->findings. */
void verify_judge(const struct verify_state *s, struct verify_group *g);

/** @return true if trace and model disagree on a register */
bool verify_judge_differs(const struct verify_group *g,
			  const struct verify_change *change);

/**
 * Make inputs, step and comparison.
 * @return false: there are findings
 */
bool verify_attempt(struct verify_state *s, struct verify_group *g);

/** Make the model's step alone. @return false: g->ended, and a finding */
bool verify_attempt_step(const struct verify_state *s, struct verify_group *g);

/* --- verify_access.c ------------------------------------------------------ */

/** Compare addresses, store data, requests and responses. */
void verify_access_judge(const struct verify_state *s, struct verify_group *g);

/* --- verify_resync.c ------------------------------------------------------ */

/** Take back the model's step. */
void verify_resync_undo(const struct verify_state *s,
			const struct verify_group *g);

/** Let changes take effect on both sides, with the trace's values. */
void verify_resync_commit(struct verify_state *s, const struct verify_group *g);

/** Remember the elements for which the trace was preferred to the model. */
void verify_resync_suspect(struct verify_state *s,
			   const struct verify_group *g);

/**
 * Test if the findings vanish with the model's earlier values.
 * @return true if so; then these values are the state now, and the step was
 *	made
 */
bool verify_resync_adopt(struct verify_state *s, struct verify_group *g);

/** An element has a new value that is not in doubt. */
void verify_suspects_forget(struct verify_suspects *suspects, u32 element);

/**
 * The group gave a register a value: the bits that the group has, also through
 * a view, are not in doubt. The others stay in doubt.
 */
void verify_suspects_settle(struct verify_state *s,
			    const struct verify_group *g, u16 reg, u64 value);

/** Memory has new bytes, which are not in doubt. */
void verify_resync_overwritten(struct verify_state *s, u64 paddr,
			       unsigned int bytes);

/** Remember that a register, pc or privilege may have another value. */
void verify_resync_suspect_register(struct verify_state *s, u32 element,
				    u64 value);

/** Remember that memory may still have another value. */
void verify_resync_suspect_memory(struct verify_state *s, u64 paddr,
				  unsigned int bytes, u64 value);

/* --- verify_findings.c ---------------------------------------------------- */

/* A bit of the result of verify_kinds_of(). */
#define KIND(name) (1u << VERIFY_FOUND_##name)

/** The kinds of the findings that are not reported yet, as bits. */
u32 verify_kinds_of(const struct verify_group *g);

/** Add a finding to the group's; findings without room are dropped. */
struct verify_finding *verify_finding_add(struct verify_group *g,
					  enum verify_finding_kind kind,
					  u64 expected, u64 seen);

/** The kind of a register's findings. */
enum verify_finding_kind verify_finding_of(u16 reg);

/** Report the findings of the group, and forget them. */
void verify_finding_report(struct verify *v);

/** A step has stored. */
void verify_origin_store(struct verify_state *s, const struct model_step *did,
			 struct verify_writer writer);

/** The present step has written the registers in the changes and in the model's
 * step. */
void verify_origin_step(struct verify_state *s, const struct verify_group *g);

#endif
