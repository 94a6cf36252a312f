// SPDX-License-Identifier: BSD-2-Clause
/* One instruction or trap, the long way: it can judge all of them. */
#include "verify_internal.h"

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

/* The step was made and judged: apply it and report its findings. */
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

void verify_step_any(struct verify *v)
{
	v->reservation = 0;
	v->model->read(v->model->user, MODEL_RESERVATION, &v->reservation);
	verify_attempt(v);
	if (!v->over)
		settle(v);
}

void verify_step_again(struct verify *v)
{
	v->reservation = 0;
	v->model->read(v->model->user, MODEL_RESERVATION, &v->reservation);
	v->count.reg = 0;
	verify_change_collect(v);
	verify_judge(v);
	settle(v);
}
