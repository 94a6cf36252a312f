/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Steps of a hart for a caller that knows which instruction it expects and takes
 * millions of them: inline, and without the notes that only matter when something
 * is not as expected.
 */
#ifndef MODEL_QUICK_H
#define MODEL_QUICK_H

#include <base/bits.h>
#include <model/model.h>

/** Functions that execute instructions, by model_op.run. */
extern void (*const model_runs[])(struct model *m, const struct model_op *op,
				  struct model_step *s);

/**
 * Find the instruction at the pc where it has been executed before.
 * @param insn	the instruction that is expected there
 * @param bytes	2 or 4
 * @return NULL: it is another one, or not decoded, or in another page than the
 *	last that was fetched; model_step() finds out
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

/** Before a row of model_quick_step(), without other steps between them. */
static inline void model_quick_begin(struct model *m)
{
	m->input = &model_no_input;
}

/**
 * Execute it. Notes that model_quick_notes() adds are undefined.
 * @param op	what model_quick_op() has returned just before
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
 * Add the rest of the notes. Before the next step.
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
