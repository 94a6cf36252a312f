/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Steps of a hart for a caller that knows the expected instruction and makes
 * millions of steps: inline, and without the notes that matter only if a step
 * differs from the expectation.
 */
#ifndef MODEL_QUICK_H
#define MODEL_QUICK_H

#include <base/bits.h>
#include <model/model.h>

/** Functions that execute instructions, by model_op.run. */
extern void (*const model_runs[])(struct model *m, const struct model_op *op,
				  struct model_step *s);

/**
 * Find the instruction at the pc, if it was executed before.
 * @param insn the expected instruction
 * @param bytes	2 or 4
 * @return NULL: it is another instruction, or not decoded, or in another page
 *	than the last fetch; call model_step()
 */
static inline const struct model_op *
model_quick_op(const struct model *m, u32 insn, unsigned int bytes)
{
	const struct model_op *op =
		&m->decoded[m->pc / 2 % MODEL_DECODED_ENTRIES];
	u64 offset = m->pc % MODEL_PAGE;
	const u8 *p = m->fetch_host + offset;
	u32 word;

	if (unlikely(m->pc - offset != m->fetch_page ||
		     offset > MODEL_PAGE - 4))
		return NULL;
	word = (u32)p[0] | (u32)p[1] << 8 | (u32)p[2] << 16 | (u32)p[3] << 24;
	if (bytes == 2)
		word &= 0xffff;
	return word == insn && op->word == insn && op->bytes == bytes ? op :
									NULL;
}

/**
 * Call it before a series of model_quick_step(), without other steps between
 * them.
 */
static inline void model_quick_begin(struct model *m)
{
	m->input = &model_no_input;
}

/**
 * Execute the instruction. Notes that model_quick_notes() adds are undefined.
 * @param op the result of model_quick_op() right before
 */
static inline void model_quick_step(struct model *m, const struct model_op *op,
				    struct model_step *out)
{
	/* neighbours, which the compiler sets to 0 at once */
	out->kind = MODEL_RETIRED;
	out->bytes = out->writes = out->access_bytes = out->access = 0;
	out->priv = out->cause = 0;
	out->fetched = out->illegal = false;
	out->due = 0;
	out->wfi = out->split = out->sc_failed = false;
	out->bytes = op->bytes;
	out->insn = op->word;
	out->next_pc = (m->pc + op->bytes) & m->mask;
	model_runs[op->run](m, op, out);
	m->pc = out->next_pc;
}

/**
 * Add the rest of the notes. Call it before the next step.
 * @param pc	before the step
 */
static inline void model_quick_notes(const struct model *m, u64 pc,
				     struct model_step *out)
{
	out->pc = pc;
	out->pc_paddr = m->fetch_paddr + pc % MODEL_PAGE;
	out->memory_insn = out->insn;
	out->fetched = true;
	out->priv = m->priv;
}

#endif
