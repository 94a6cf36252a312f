// SPDX-License-Identifier: BSD-2-Clause
/*
 * An attempt: the effects of a step if it is made now, and the differences
 * then.
 */
#include "verify_internal.h"

bool verify_attempt_step(struct verify *v)
{
	if (likely(v->model->step(v->model->user, &v->input, &v->step)))
		return true;
	v->over = true;
	v->findings.num = 0;
	verify_finding_add(v, VERIFY_FOUND_MODEL, 0, 0);
	verify_finding_report(v);
	return false;
}

void verify_attempt(struct verify *v)
{
	verify_input_collect(v);
	if (verify_attempt_step(v))
		verify_judge(v);
}
