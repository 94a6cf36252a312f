// SPDX-License-Identifier: BSD-2-Clause
/*
 * Counters of cycles and instructions that the caller moves on (privileged ISA,
 * "Hardware Performance Monitor"; Sscofpmf).
 */
#include "model_internal.h"

/* Without Sscofpmf there are no filters, and their bits mean nothing. */
static bool is_filtered(const struct model *m, u64 event)
{
	if (!model_has(m, MODEL_SSCOFPMF))
		return false;
	switch (m->priv) {
	case MODEL_U:
		return event & MHPMEVENT_UINH;
	case MODEL_S:
		return event & MHPMEVENT_SINH;
	default:
		return event & MHPMEVENT_MINH;
	}
}

/* Only the first overflow since software cleared OF raises an interrupt. */
static void overflow(struct model *m, unsigned int n)
{
	if (!model_has(m, MODEL_SSCOFPMF) || m->mhpmevent[n] & MHPMEVENT_OF)
		return;
	m->mhpmevent[n] |= MHPMEVENT_OF;
	m->mip |= FIELD_MASK(MIP, LCOFIP);
}

static void count(struct model *m, unsigned int n, u64 by)
{
	u64 most = model_hpm_most(m, n);
	u64 left = most - m->mhpmcounter[n];

	m->mhpmcounter[n] = (m->mhpmcounter[n] + by) & most;
	if (by > left)
		overflow(m, n);
}

void model_count_events(struct model *m, u64 cycles, u64 instructions)
{
	u32 counting = m->hpm_counting & ~(u32)m->mcountinhibit;
	unsigned int n;
	u64 select;

	for (; counting; counting &= counting - 1) {
		n = bits_ffs32(counting);
		if (is_filtered(m, m->mhpmevent[n]))
			continue;
		select = m->mhpmevent[n] & MHPMEVENT_SELECT;
		count(m, n,
		      select == m->config.event_cycles ? cycles : instructions);
	}
}
