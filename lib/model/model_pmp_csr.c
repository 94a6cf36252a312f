// SPDX-License-Identifier: BSD-2-Clause
/*
 * pmpcfg and pmpaddr (privileged ISA, "Physical Memory Protection CSRs"): locks,
 * granularity, and what is reserved. The only writer of them.
 */
#include "model_internal.h"

enum {
	PMPCFG0 = 0x3a0,
	PMPADDR0 = 0x3b0,
	A_TOR = 1,
	A_NA4 = 2,
	A_NAPOT = 3,
};

static unsigned int cfg_first(u32 number)
{
	return (number - PMPCFG0) * 4;
}

static bool is_locked(const struct model *m, unsigned int i)
{
	return FIELD_GET(PMPCFG, L, m->pmpcfg[i]);
}

static void update(struct model *m)
{
	model_pmp_update(m);
	model_flush(m);
}

u64 model_pmpcfg_get(const struct model *m, u32 number)
{
	unsigned int i, first = cfg_first(number), bytes = m->config.xlen / 8u;
	u64 value = 0;

	for (i = 0; i < bytes; i++)
		value |= (u64)m->pmpcfg[first + i] << 8 * i;
	return value;
}

/* W without R is reserved; NA4 does not exist with a coarser granularity. */
static u8 legal_cfg(const struct model *m, u8 old, u8 value)
{
	value &= m->config.pmpcfg_writable;
	if (!FIELD_GET(PMPCFG, R, value) && !m->config.keeps_reserved)
		value &= (u8)~FIELD_MASK(PMPCFG, W);
	if (m->config.pmp_grain && FIELD_GET(PMPCFG, A, value) == A_NA4)
		value = (u8)((value & ~FIELD_MASK(PMPCFG, A)) |
			     (old & FIELD_MASK(PMPCFG, A)));
	return value;
}

void model_pmpcfg_put(struct model *m, struct model_step *s, u32 number,
		      u64 value)
{
	unsigned int i, n, first = cfg_first(number);

	for (i = 0; i < m->config.xlen / 8u; i++) {
		n = first + i;
		if (n < m->config.pmp_writable && !is_locked(m, n))
			m->pmpcfg[n] = legal_cfg(m, m->pmpcfg[n],
						 (u8)(value >> 8 * i));
	}
	update(m);
	model_note(m, s, number, model_pmpcfg_get(m, number), 0);
}

void model_pmpcfg_set(struct model *m, u32 number, u64 value)
{
	unsigned int i, first = cfg_first(number);

	for (i = 0; i < m->config.xlen / 8u; i++)
		m->pmpcfg[first + i] = (u8)(value >> 8 * i);
	update(m);
}

/* Bits that the granularity makes constant. */
u64 model_pmpaddr_get(const struct model *m, u32 number)
{
	unsigned int i = number - PMPADDR0, grain = m->config.pmp_grain;

	if (FIELD_GET(PMPCFG, A, m->pmpcfg[i]) == A_NAPOT)
		return m->pmpaddr[i] | bits_low64(grain) >> 1;
	return m->pmpaddr[i] & ~bits_low64(grain);
}

/* Neither the top nor the bottom of a locked range can move. */
void model_pmpaddr_put(struct model *m, struct model_step *s, u32 number,
		       u64 value)
{
	unsigned int i = number - PMPADDR0;
	bool below_locked = i + 1 < m->config.pmp_entries &&
			    is_locked(m, i + 1) &&
			    FIELD_GET(PMPCFG, A, m->pmpcfg[i + 1]) == A_TOR;

	if (i < m->config.pmp_writable && !is_locked(m, i) && !below_locked)
		m->pmpaddr[i] = value & m->config.pmpaddr_writable;
	update(m);
	model_note(m, s, number, model_pmpaddr_get(m, number), 0);
}

void model_pmpaddr_set(struct model *m, u32 number, u64 value)
{
	m->pmpaddr[number - PMPADDR0] = value;
	update(m);
}
