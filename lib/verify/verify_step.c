// SPDX-License-Identifier: BSD-2-Clause
/*
 * One instruction or trap: the way that nearly all of them go, which looks at as
 * little as it can, and the way for all.
 */
#include "verify_internal.h"

/* Elements and additional state that the short way knows. */
#define PLAIN_OPS                                                          \
	(1u << TANDEM_INCPC | 1u << TANDEM_REG | 1u << TANDEM_STATE |      \
	 1u << TANDEM_MEMREQ | 1u << TANDEM_MEMRSP | 1u << TANDEM_INSN16 | \
	 1u << TANDEM_INSN32)
#define MEMORY_STATES \
	(1u << TANDEM_PADDR | 1u << TANDEM_EADDR | VERIFY_SDATA_STATES)
#define PLAIN_STATES (1u << TANDEM_PC | MEMORY_STATES)

/* Elements of a group that the short way compares. */
struct plain {
	const struct tandem_element *rd; /* NULL: none */
	const struct tandem_element *request;
	const struct tandem_element *response;
};

static const struct model_input no_input = {
	.interrupt = MODEL_INTERRUPT_NONE,
};

/*
 * Instructions that may read what the model does not know: CSRs, sc; or change
 * the reservation, which has to be known before: lr.
 */
static bool needs_input(u32 insn)
{
	return insn_opcode(insn) == OPCODE_SYSTEM ||
	       insn_is_reserved_access(insn);
}

static bool plain_elements(const struct tandem_group *g, struct plain *plain)
{
	const struct tandem_element *e = g->element, *end = e + g->num;

	*plain = (struct plain){ 0 };
	for (; e < end; e++) {
		if (e->op == TANDEM_REG) {
			if (plain->rd || e->reg <= TANDEM_GPR(0))
				return false;
			plain->rd = e;
		} else if (e->op == TANDEM_MEMREQ) {
			if (plain->request)
				return false;
			plain->request = e;
		} else if (e->op == TANDEM_MEMRSP) {
			plain->response = e;
		}
	}
	return true;
}

/* True if the trace permits the short way. */
static bool is_plain(const struct verify *v, struct plain *plain)
{
	const struct tandem_group *g = v->group;

	return g->insn_bits && !(g->ops & ~PLAIN_OPS) &&
	       !(g->states & ~PLAIN_STATES) && !g->rules && !v->suspects.num &&
	       !v->alone.num && !v->config.absent && !needs_input(g->insn) &&
	       plain_elements(g, plain);
}

/* At most one register is written, and it is as the trace says. */
static bool same_register(const struct verify *v, const struct plain *plain)
{
	const struct model_write *write = v->step.write;

	if (!v->step.writes)
		return !plain->rd;
	if (v->step.writes != 1 || (write->flags & MODEL_UNMODELLED) ||
	    write->reg <= TANDEM_GPR(0))
		return false;
	if (plain->rd)
		return plain->rd->reg == write->reg &&
		       plain->rd->value == write->value;
	return !v->config.every_update &&
	       v->shadow.reg[write->reg] == write->value;
}

static bool same_value(const struct tandem_group *g, unsigned int state,
		       u64 value, bool required)
{
	if (g->states >> state & 1)
		return g->state[state] == value;
	return !required;
}

static bool same_addresses(const struct verify *v)
{
	const struct tandem_group *g = v->group;
	const struct model_step *did = v->step.did;

	/* an effective address that is the physical one need not be there */
	return same_value(g, TANDEM_PADDR, did->paddr,
			  verify_is_required(v, VERIFY_PADDR)) &&
	       same_value(g, TANDEM_EADDR, did->vaddr,
			  verify_is_required(v, VERIFY_EADDR) &&
				  (did->vaddr != did->paddr ||
				   !(g->states >> TANDEM_PADDR & 1)));
}

static bool same_sdata(const struct verify *v, u64 data)
{
	const struct tandem_group *g = v->group;
	const struct model_step *did = v->step.did;
	u32 sdata = g->states & VERIFY_SDATA_STATES;
	unsigned int id = TANDEM_SDATA8 + bits_ffs64(did->access_bytes);

	if (did->access == MODEL_LOAD)
		return !sdata;
	if (!sdata)
		return !verify_is_required(v, VERIFY_SDATA);
	return sdata == 1u << id && g->state[id] == data;
}

/* One request, if any, that is the access, and its response. */
static bool same_request(const struct verify *v, const struct plain *plain,
			 u64 data)
{
	const struct tandem_element *request = plain->request;
	const struct tandem_element *response = plain->response;
	const struct model_step *did = v->step.did;

	if (!request)
		return !(v->config.required & (VERIFY_PART(VERIFY_MEMREQ) |
					       VERIFY_PART(VERIFY_MEMRSP)));
	if (request->id != did->access ||
	    request->bits != did->access_bytes * 8 ||
	    request->address != did->paddr ||
	    (request->data && request->value != data))
		return false;
	if (!response)
		return did->access != MODEL_LOAD ||
		       !verify_is_required(v, VERIFY_MEMRSP);
	return !response->result && response->bits == request->bits &&
	       (!response->data || response->value == did->loaded);
}

/* With an access: what there is of it is right, and what is required there. */
static bool same_access(const struct verify *v, const struct plain *plain)
{
	const struct tandem_group *g = v->group;
	const struct model_step *did = v->step.did;
	u64 data;

	if (!did->access_bytes)
		return !(g->states & MEMORY_STATES) && !plain->request;
	if (did->access > MODEL_STORE || did->split)
		return false;
	data = did->data & verify_bytes_mask(did->access_bytes);
	return same_addresses(v) && same_sdata(v, data) &&
	       same_request(v, plain, data);
}

static bool is_same(const struct verify *v, const struct plain *plain)
{
	const struct tandem_group *g = v->group;
	const struct model_step *did = v->step.did;
	u64 pc;

	if (g->states & 1u << TANDEM_PC)
		pc = g->state[TANDEM_PC];
	else if (tandem_group_has(g, TANDEM_INCPC))
		pc = (v->pc + g->insn_bits / 8) & v->xmask;
	else
		pc = v->pc;
	return did->kind == MODEL_RETIRED && did->next_pc == pc &&
	       did->insn == g->insn && did->bytes * 8 == g->insn_bits &&
	       did->priv == v->priv && !v->step.unknown &&
	       same_register(v, plain) && same_access(v, plain);
}

static void remember(struct verify *v)
{
	const struct model_step *did = v->step.did;
	struct verify_past *past = &v->past[v->past_next++ % VERIFY_HISTORY];

	past->offset = v->offset;
	past->pc = v->pc;
	past->insn = did->insn;
	past->bytes = did->bytes;
	past->priv = v->priv;
	past->kind = did->kind;
	past->cause = did->cause;
}

static void count(struct verify *v)
{
	const struct model_step *did = v->step.did;

	v->totals.exceptions += did->kind == MODEL_EXCEPTION;
	v->totals.interrupts += did->kind == MODEL_INTERRUPT;
	v->totals.copied += v->copied;
}

/* The step was made and judged: it takes effect, and findings are reported. */
static void settle(struct verify *v)
{
	bool doubt = v->findings.num != 0, wrong;

	if (doubt && v->suspects.num && verify_resync_adopt(v)) {
		v->totals.adopted++;
		doubt = false;
	}
	if (doubt && verify_explain_try(v))
		doubt = false;
	if (v->over)
		return;
	if (v->config.mip_unknown && v->input.interrupt < MODEL_INTERRUPT_ANY)
		v->model->write(v->model->user, CSR_MIP,
				v->shadow.reg[CSR_MIP]);
	remember(v);
	verify_trap_latency(v);
	verify_alone_step(v);
	wrong = v->findings.num != 0;
	verify_finding_report(v);
	verify_origin_step(v);
	verify_resync_commit(v);
	verify_count_step(v, wrong);
	if (doubt)
		verify_resync_suspect(v);
	if (v->doubt.is)
		verify_explain_suspect(v);
	count(v);
}

static void step_any(struct verify *v)
{
	v->reservation = 0;
	v->model->read(v->model->user, MODEL_RESERVATION, &v->reservation);
	verify_attempt(v);
	if (!v->over)
		settle(v);
}

/* The short way was taken, and did not lead to the end. */
static void step_again(struct verify *v)
{
	v->reservation = 0;
	v->model->read(v->model->user, MODEL_RESERVATION, &v->reservation);
	v->count.reg = 0;
	verify_change_collect(v);
	verify_judge(v);
	settle(v);
}

void verify_step_group(struct verify *v)
{
	struct plain plain;

	v->copied = false;
	v->shrunk = 0;
	if (!is_plain(v, &plain)) {
		step_any(v);
		v->totals.insns++;
		return;
	}
	v->input = no_input;
	v->unknown_shift = 0;
	if (!verify_attempt_step(v))
		return;
	if (unlikely(!is_same(v, &plain) ||
		     v->step.pending != MODEL_INTERRUPT_NONE ||
		     v->alone.foreigns)) {
		step_again(v);
	} else {
		remember(v);
		v->waiting = MODEL_INTERRUPT_NONE;
		if (plain.rd)
			v->shadow.reg[plain.rd->reg] = plain.rd->value;
		if (v->step.writes)
			verify_origin_register(v, v->step.write->reg);
		if (v->step.did->access_bytes &&
		    v->step.did->access == MODEL_STORE)
			verify_origin_store(v);
		v->pc = v->step.did->next_pc;
		verify_count_advance(&v->count);
		v->totals.copied += v->copied;
	}
	v->totals.insns++;
}
