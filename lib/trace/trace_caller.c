// SPDX-License-Identifier: BSD-2-Clause
/* Callers of the SBI trace extension: the components that belong to them. */
#include "trace_internal.h"

u32 trace_find_hart(const struct trace *t, unsigned long hartid)
{
	const struct trace_component *c;
	u32 n;

	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (trace_usable(c) && trace_is_encoder(c) &&
		    c->hartid == hartid)
			return n;
	}
	return TRACE_NONE;
}

struct trace_component *trace_call_own_encoder(const struct trace_caller *x,
					       long *error)
{
	u32 encoder = trace_find_hart(x->t, x->a[0]);
	struct trace_component *c;

	if (encoder == TRACE_NONE) {
		*error = SBI_ERR_INVALID_PARAM;
		return NULL;
	}
	c = &x->t->component[encoder];
	if (c->owner == x->owner)
		return c;
	*error = SBI_ERR_DENIED;
	return NULL;
}

bool trace_call_reaches(const struct trace_caller *x, u32 component)
{
	const struct trace_component *c;
	u32 n;

	for (n = 0; n < x->t->count; n++) {
		c = &x->t->component[n];
		if (trace_usable(c) && trace_is_encoder(c) &&
		    c->owner == x->owner && trace_leads_to(x->t, n, component))
			return true;
	}
	return false;
}
