// SPDX-License-Identifier: BSD-2-Clause
/* Physical Memory Protection (privileged ISA, chapter of that name). */
#include "model_internal.h"

enum pmp_mode {
	PMP_OFF,
	PMP_TOR,
	PMP_NA4,
	PMP_NAPOT,
};

/* An entry that matches no address, not even 0. */
#define PMP_NONE ((struct model_pmp){ ~0ULL, 0 })

/* Bits 55 to 2 of an address; higher bits have no meaning. */
static u64 address(const struct model *m, unsigned int i)
{
	return m->pmpaddr[i] & bits_low64(54);
}

static struct model_pmp tor(const struct model *m, unsigned int i)
{
	u64 low = i ? address(m, i - 1) : 0, high = address(m, i);
	u64 grain = ~bits_low64(m->config.pmp_grain);

	low &= grain;
	high &= grain;
	if (low >= high)
		return PMP_NONE;
	return (struct model_pmp){ low << 2, (high << 2) - 1 };
}

/* The lowest 0 bit gives the size. */
static struct model_pmp napot(const struct model *m, unsigned int i)
{
	u64 addr = address(m, i) | bits_low64(m->config.pmp_grain) >> 1;
	u64 ones = addr ^ (addr + 1);

	if (ones >> 54)
		return (struct model_pmp){ 0, ~0ULL };
	return (struct model_pmp){ (addr & ~ones) << 2,
				   ((addr | ones) << 2) + 3 };
}

void model_pmp_update(struct model *m)
{
	unsigned int i;

	m->pmp_active = 0; /* unseen: only slower: the other entries are off */
	for (i = 0; i < m->config.pmp_entries; i++) {
		u64 addr = address(m, i);

		m->pmp[i] = PMP_NONE;
		switch (FIELD_GET(PMPCFG, A, m->pmpcfg[i])) {
		case PMP_OFF:
			continue;
		case PMP_TOR:
			m->pmp[i] = tor(m, i);
			break;
		case PMP_NA4:
			m->pmp[i] = (struct model_pmp){ addr << 2,
							(addr << 2) + 3 };
			break;
		default:
			m->pmp[i] = napot(m, i);
			break;
		}
		m->pmp_active = i + 1;
	}
}

static u64 needed(unsigned int kind)
{
	switch (kind) {
	case MODEL_FETCH:
		return FIELD_MASK(PMPCFG, X);
	case MODEL_LOAD:
	case MODEL_LR:
	case MODEL_CBO:
	case MODEL_WALK:
		return FIELD_MASK(PMPCFG, R);
	case MODEL_STORE:
	case MODEL_SC:
	case MODEL_CBO_ZERO:
		return FIELD_MASK(PMPCFG, W);
	default: /* AMOs */
		return FIELD_MASK(PMPCFG, R) | FIELD_MASK(PMPCFG, W);
	}
}

bool model_pmp_allows(const struct model *m, u64 paddr, u64 bytes,
		      unsigned int priv, unsigned int kind)
{
	u64 last = paddr + (bytes - 1), need = needed(kind);
	const struct model_pmp *entry;
	unsigned int i;

	for (i = 0; i < m->pmp_active; i++) {
		entry = &m->pmp[i];
		if (paddr > entry->last || last < entry->first)
			continue;
		if (paddr < entry->first || last > entry->last)
			return false;
		if (priv == MODEL_M && !FIELD_GET(PMPCFG, L, m->pmpcfg[i]))
			return true;
		return (m->pmpcfg[i] & need) == need;
	}
	return priv == MODEL_M || !m->config.pmp_entries;
}

bool model_pmp_uniform(const struct model *m, u64 page)
{
	u64 last = page + (MODEL_PAGE - 1);
	unsigned int i;

	for (i = 0; i < m->pmp_active; i++) {
		if (page > m->pmp[i].last || last < m->pmp[i].first)
			continue;
		return page >= m->pmp[i].first && last <= m->pmp[i].last;
	}
	return true;
}
