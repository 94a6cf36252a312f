// SPDX-License-Identifier: BSD-2-Clause
/*
 * The table of the functions that execute instructions, and the function that
 * calls through the table: transfers of control on a hart that records them. A
 * hart without CTR never calls it, because decoding selects other functions for
 * jumps and branches.
 */
#include "model_ctr.h"
#include "model_runs.h"

#define MODEL_RUN_POINTER(name) model_run_##name,
model_run_function *const model_runs[] = { MODEL_RUNS(MODEL_RUN_POINTER) };

/* x1 and x5, the link registers of the calling convention. */
static bool is_link(unsigned int reg)
{
	return reg == 1 || reg == 5;
}

static unsigned int jump_type(const struct model_op *op)
{
	bool links = is_link(op->rd), from_link = is_link(op->rs1);

	if (op->recorded == RUN_jal) {
		if (links)
			return CTR_CALL_DIRECT;
		return op->rd == MODEL_RD_NONE ? CTR_JUMP_DIRECT :
						 CTR_LINK_DIRECT;
	}
	if (links)
		return from_link && op->rd != op->rs1 ? CTR_SWAP :
							CTR_CALL_INDIRECT;
	if (from_link)
		return CTR_RETURN;
	return op->rd == MODEL_RD_NONE ? CTR_JUMP_INDIRECT : CTR_LINK_INDIRECT;
}

/* Run the branch with next_pc 1, an odd value: it stays if the branch is not
 * taken. */
static void branch(struct model *m, const struct model_op *op,
		   struct model_step *s)
{
	u64 next = s->next_pc;
	bool taken;

	s->next_pc = 1;
	model_runs[op->recorded](m, op, s);
	if (s->kind != MODEL_RETIRED)
		return;
	taken = s->next_pc != 1;
	if (!taken)
		s->next_pc = next;
	model_ctr_transfer(m, op,
			   taken ? CTR_BRANCH_TAKEN : CTR_BRANCH_NOT_TAKEN,
			   m->pc, s->next_pc);
}

MODEL_RUN(recorded)
{
	u8 from = m->priv;

	if (op->recorded >= RUN_beq && op->recorded <= RUN_bgeu) {
		branch(m, op, s);
		return;
	}
	model_runs[op->recorded](m, op, s);
	if (s->kind != MODEL_RETIRED)
		return;
	if (op->recorded == RUN_mret || op->recorded == RUN_sret)
		model_ctr_return(m, from, m->pc, s->next_pc);
	else
		model_ctr_transfer(m, op, jump_type(op), m->pc, s->next_pc);
}
