// SPDX-License-Identifier: BSD-2-Clause
/*
 * Comparison: both sides were equal before, so each difference is among the
 * changes of one of them.
 */
#include "verify_internal.h"

#define MSTATUS_SIE 0x2u
#define MSTATUS_MIE 0x8u

/* True if the interrupt traps (Privileged ISA, "Machine Interrupt
 * Registers"). */
static bool is_unmasked(const struct verify_state *s, u64 bit)
{
	bool to_s = s->reg[CSR_MIDELEG] & bit;
	u64 mstatus = s->reg[CSR_MSTATUS];

	if (to_s)
		return s->priv < MODEL_S ||
		       (s->priv == MODEL_S && (mstatus & MSTATUS_SIE));
	return s->priv < MODEL_M || (mstatus & MSTATUS_MIE);
}

static enum verify_why trap_why(const struct verify_state *s,
				const struct verify_group *g)
{
	u64 bit = 1ull << (g->input.interrupt & 63);

	if (!(s->reg[CSR_MIP] & bit) && !s->config->mip_unknown)
		return VERIFY_WHY_NOT_PENDING;
	if (!(s->reg[CSR_MIE] & bit))
		return VERIFY_WHY_NOT_ENABLED;
	if (!is_unmasked(s, bit))
		return VERIFY_WHY_MASKED;
	return VERIFY_WHY_PRIORITY;
}

/* An illegal all-zero half-word may be sent as 32 bits (example C.7). */
static bool is_same_insn(const struct tandem_group *trace,
			 const struct model_step *did)
{
	if (trace->insn == did->insn && trace->insn_bits == did->bytes * 8)
		return true;
	return did->kind == MODEL_EXCEPTION && did->bytes == 2 && !did->insn &&
	       trace->insn_bits == 32 && !trace->insn;
}

static void judge_insn(struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;
	const struct model_step *did = g->step.did;
	bool sent = trace->insn_bits != 0;
	bool same = sent ? is_same_insn(trace, did) : !did->bytes;

	if (!same && (g->judged & VERIFY_PART(VERIFY_INSN)))
		verify_finding_add(g, VERIFY_FOUND_INSN,
				   did->bytes ? did->insn : 0, trace->insn)
			->missing = !sent;
}

u64 verify_trace_pc(const struct verify_state *s, const struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;
	unsigned int bytes = trace->insn_bits / 8;

	if (s->config->absent & VERIFY_PART(VERIFY_PC))
		return g->step.did->next_pc;
	if (tandem_group_has_state(trace, TANDEM_PC))
		return trace->state[TANDEM_PC];
	if (!tandem_group_has(trace, TANDEM_INCPC))
		return s->pc;
	return (s->pc + (bytes ? bytes : g->step.did->bytes)) & s->xmask;
}

u8 verify_trace_priv(const struct verify_state *s, const struct verify_group *g)
{
	if (s->config->absent & VERIFY_PART(VERIFY_PRIV))
		return g->step.did->priv;
	if (tandem_group_has_state(g->trace, TANDEM_PRIV))
		return (u8)g->trace->state[TANDEM_PRIV];
	return s->priv;
}

static void judge_pc(struct verify_group *g)
{
	if ((g->judged & VERIFY_PART(VERIFY_PC)) &&
	    g->pc != g->step.did->next_pc)
		verify_finding_add(g, VERIFY_FOUND_PC, g->step.did->next_pc,
				   g->pc)
			->missing =
			!tandem_group_has_state(g->trace, TANDEM_PC) &&
			!tandem_group_has(g->trace, TANDEM_INCPC);
}

static void judge_priv(const struct verify_state *s, struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	bool must = s->config->every_update && s->model->knows_traps &&
		    did->kind != MODEL_RETIRED;
	bool sent;

	if (!(g->judged & VERIFY_PART(VERIFY_PRIV)) ||
	    (g->priv == did->priv && !must))
		return;
	sent = tandem_group_has_state(g->trace, TANDEM_PRIV);
	if (g->priv != did->priv || !sent)
		verify_finding_add(g, VERIFY_FOUND_PRIV, did->priv, g->priv)
			->missing = !sent;
}

static void merge_model(const struct verify_state *s, struct verify_group *g)
{
	u32 i;

	for (i = 0; i < g->step.writes; i++) {
		const struct model_write *write = &g->step.write[i];
		struct verify_change *change =
			verify_change_of(s, g, write->reg);

		change->model = write->value;
		change->flags |= CHANGE_MODEL;
		if (write->flags & MODEL_UNMODELLED)
			change->flags |= CHANGE_UNMODELLED;
		if (write->flags & MODEL_IMPLICIT)
			change->flags |= CHANGE_IMPLICIT;
	}
}

static bool is_csr_insn(const struct tandem_group *trace)
{
	return trace->insn_bits == 32 &&
	       insn_opcode(trace->insn) == OPCODE_SYSTEM;
}

/*
 * Not all bits must be equal on both sides. Results of arithmetic that the model
 * cannot compute come from the trace; of fcsr those are the flags, which such
 * instructions only set. The value of a CSR that is decided outside was copied
 * before, so rd is known.
 */
bool verify_judge_differs(const struct verify_group *g,
			  const struct verify_change *change)
{
	u64 bits = ~(change->absent | change->outside);

	if ((change->flags & CHANGE_UNMODELLED) &&
	    !(g->counter && g->is_judged)) {
		if (change->reg == CSR_FCSR)
			bits &= ~(0x1full & ~change->before);
		else if (!(change->flags & CHANGE_TRACE) ||
			 !is_csr_insn(g->trace))
			bits = 0;
	}
	return (change->trace ^ change->model) & bits;
}

static void judge_change(const struct verify_state *s, struct verify_group *g,
			 const struct verify_change *change)
{
	bool sent = change->flags & CHANGE_TRACE;
	bool must = s->config->every_update && !change->absent &&
		    (change->flags & CHANGE_MODEL) &&
		    (!(change->flags & CHANGE_IMPLICIT) ||
		     g->step.did->kind != MODEL_RETIRED);
	struct verify_finding *finding;

	if (sent && (change->flags & CHANGE_UNMODELLED))
		g->copied = true;
	if (!verify_judge_differs(g, change) && (sent || !must))
		return;
	finding = verify_finding_add(g, verify_finding_of(change->reg),
				     change->model, change->trace);
	finding->reg = change->reg;
	finding->missing = !sent;
}

static void judge_trap(const struct verify_state *s, struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	u64 cause;

	if (s->model->knows_traps && did->illegal &&
	    verify_change_cause(g, &cause))
		verify_finding_add(g, VERIFY_FOUND_INTERRUPT, 0, cause)
			->detail = (u8)trap_why(s, g);
}

static void judge_pcpaddr(const struct verify_state *s, struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	u64 seen = g->trace->state[TANDEM_PCPADDR];

	if (tandem_group_has_state(g->trace, TANDEM_PCPADDR) && did->bytes &&
	    s->model->knows_traps && seen != did->pc_paddr)
		verify_finding_add(g, VERIFY_FOUND_PCPADDR, did->pc_paddr,
				   seen);
}

void verify_judge(const struct verify_state *s, struct verify_group *g)
{
	u32 i;

	g->findings = 0;
	g->judged = ~(s->config->absent | g->step.unknown);
	g->required = s->config->required;
	merge_model(s, g);
	g->pc = verify_trace_pc(s, g);
	g->priv = verify_trace_priv(s, g);
	if (g->step.did->kind == MODEL_INTERRUPT)
		judge_trap(s, g);
	judge_insn(g);
	judge_pc(g);
	judge_priv(s, g);
	for (i = 0; i < g->changes; i++)
		judge_change(s, g, &g->room->change[i]);
	if (g->trace->states)
		judge_pcpaddr(s, g);
	if (s->count.known)
		verify_count_judge(s, g);
	if (g->shrunk.reg)
		verify_finding_add(g, VERIFY_FOUND_CSR, g->shrunk.from,
				   g->shrunk.to)
			->reg = g->shrunk.reg;
	verify_access_judge(s, g);
}

/* --- an attempt ----------------------------------------------------------- */

bool verify_attempt_step(const struct verify_state *s, struct verify_group *g)
{
	if (likely(s->model->step(s->model->user, &g->input, &g->step)))
		return true;
	g->ended = true;
	g->findings = 0;
	verify_finding_add(g, VERIFY_FOUND_MODEL, 0, 0);
	return false;
}

bool verify_attempt(struct verify_state *s, struct verify_group *g)
{
	verify_input_collect(s, g);
	if (verify_attempt_step(s, g))
		verify_judge(s, g);
	return !g->findings || g->ended;
}
