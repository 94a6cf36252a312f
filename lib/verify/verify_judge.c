// SPDX-License-Identifier: BSD-2-Clause
/*
 * Comparison: both sides were equal before, so each difference is among the
 * changes of one of them.
 */
#include "verify_internal.h"

/* An illegal all-zero half-word may be sent as 32 bits (example C.7). */
static bool is_same_insn(const struct tandem_group *g,
			 const struct model_step *did)
{
	if (g->insn == did->insn && g->insn_bits == did->bytes * 8)
		return true;
	return did->kind == MODEL_EXCEPTION && did->bytes == 2 && !did->insn &&
	       g->insn_bits == 32 && !g->insn;
}

static void judge_insn(struct verify *v)
{
	const struct tandem_group *g = v->group;
	const struct model_step *did = v->step.did;

	if (!verify_is_judged(v, VERIFY_INSN))
		return;
	if (g->insn_bits ? !is_same_insn(g, did) : did->bytes != 0)
		verify_finding_add(v, VERIFY_FOUND_INSN,
				   did->bytes ? did->insn : 0, g->insn)
			->missing = !g->insn_bits;
}

static void judge_pc(struct verify *v)
{
	u64 pc = verify_trace_pc(v);

	if (verify_is_judged(v, VERIFY_PC) && pc != v->step.did->next_pc)
		verify_finding_add(v, VERIFY_FOUND_PC, v->step.did->next_pc, pc)
			->missing =
			!tandem_group_has_state(v->group, TANDEM_PC) &&
			!tandem_group_has(v->group, TANDEM_INCPC);
}

static void judge_priv(struct verify *v)
{
	const struct model_step *did = v->step.did;
	bool sent = tandem_group_has_state(v->group, TANDEM_PRIV);
	bool must = v->config.every_update && v->model->knows_traps &&
		    did->kind != MODEL_RETIRED;

	if (!verify_is_judged(v, VERIFY_PRIV))
		return;
	if (verify_trace_priv(v) != did->priv || (must && !sent))
		verify_finding_add(v, VERIFY_FOUND_PRIV, did->priv,
				   verify_trace_priv(v))
			->missing = !sent;
}

static void merge_model(struct verify *v)
{
	u32 i;

	for (i = 0; i < v->step.writes; i++) {
		const struct model_write *write = &v->step.write[i];
		struct verify_change *change =
			verify_change_of(&v->shadow, write->reg);

		change->model = write->value;
		change->flags |= CHANGE_MODEL;
		if (write->flags & MODEL_UNMODELLED)
			change->flags |= CHANGE_UNMODELLED;
		if (write->flags & MODEL_IMPLICIT)
			change->flags |= CHANGE_IMPLICIT;
	}
}

static bool is_csr_insn(const struct tandem_group *g)
{
	return g->insn_bits == 32 && insn_opcode(g->insn) == OPCODE_SYSTEM;
}

/*
 * Bits that must be equal on both sides. Results of arithmetic that the model
 * cannot compute come from the trace; of fcsr those are the flags, which such
 * instructions only set. The value of a CSR that is decided outside was copied
 * before, so rd is known.
 */
static u64 judged_bits(const struct verify *v,
		       const struct verify_change *change)
{
	u64 bits = ~(verify_absent(v, change->reg) |
		     verify_outside(v, change->reg));

	if (!(change->flags & CHANGE_UNMODELLED) ||
	    (v->count.reg && v->count.judged))
		return bits;
	if (change->reg == CSR_FCSR)
		return bits & ~(0x1full & ~change->before);
	if (change->flags & CHANGE_TRACE)
		return is_csr_insn(v->group) ? bits : 0;
	return 0;
}

bool verify_judge_differs(const struct verify *v,
			  const struct verify_change *change)
{
	return (change->trace ^ change->model) & judged_bits(v, change);
}

static void judge_change(struct verify *v, const struct verify_change *change)
{
	bool sent = change->flags & CHANGE_TRACE;
	bool must = v->config.every_update && !verify_absent(v, change->reg) &&
		    (change->flags & CHANGE_MODEL) &&
		    (!(change->flags & CHANGE_IMPLICIT) ||
		     v->step.did->kind != MODEL_RETIRED);
	struct verify_finding *finding;

	if (sent && (change->flags & CHANGE_UNMODELLED))
		v->copied = true;
	if (!verify_judge_differs(v, change) && (sent || !must))
		return;
	finding = verify_finding_add(v, verify_finding_of(change->reg),
				     change->model, change->trace);
	finding->reg = change->reg;
	finding->missing = !sent;
}

static void judge_trap(struct verify *v)
{
	const struct model_step *did = v->step.did;
	u64 cause;

	if (v->model->knows_traps && did->kind == MODEL_INTERRUPT &&
	    did->illegal && verify_input_cause(v, &cause))
		verify_finding_add(v, VERIFY_FOUND_INTERRUPT, 0, cause)
			->detail = (u8)verify_trap_why(v);
}

static void judge_pcpaddr(struct verify *v)
{
	const struct model_step *did = v->step.did;
	u64 seen = v->group->state[TANDEM_PCPADDR];

	if (tandem_group_has_state(v->group, TANDEM_PCPADDR) && did->bytes &&
	    v->model->knows_traps && seen != did->pc_paddr)
		verify_finding_add(v, VERIFY_FOUND_PCPADDR, did->pc_paddr,
				   seen);
}

void verify_judge(struct verify *v)
{
	u32 i;

	v->findings.num = 0;
	merge_model(v);
	judge_trap(v);
	judge_insn(v);
	judge_pc(v);
	judge_priv(v);
	for (i = 0; i < v->shadow.changes; i++)
		judge_change(v, &v->shadow.change[i]);
	judge_pcpaddr(v);
	verify_count_judge(v);
	if (v->shrunk)
		verify_finding_add(v, VERIFY_FOUND_CSR, v->shrunk_from,
				   v->shrunk_to)
			->reg = v->shrunk;
	verify_access_judge(v);
}
