// SPDX-License-Identifier: BSD-2-Clause
/*
 * Access to CSRs: search, permission (privileged ISA, "CSR Address Mapping
 * Conventions" and the CSRs' own chapters), and plain reads and writes.
 */
#include "model_internal.h"

/* --- CSRs that exist and are not modelled --------------------------------- */

static u32 other_index(const struct model *m, u32 number)
{
	u32 i = 0;

	while (i < m->config.others && m->config.other[i] != number)
		i++;
	return i;
}

static u64 other_get(const struct model *m, u32 number)
{
	return m->other[other_index(m, number)];
}

static void other_put(struct model *m, struct model_step *s, u32 number,
		      u64 value)
{
	(void)m;
	(void)s;
	(void)number;
	(void)value;
}

static void other_set(struct model *m, u32 number, u64 value)
{
	m->other[other_index(m, number)] = value;
}

static const struct model_csr other_csr = {
	.get = other_get,
	.put = other_put,
	.set = other_set,
};

static bool is_other(const struct model *m, u32 number)
{
	return other_index(m, number) < m->config.others;
}

static bool is_trigger(const struct model *m, u32 number)
{
	return number >= CSR_TSELECT && number <= CSR_TINFO &&
	       model_has(m, MODEL_SDTRIG);
}

/* --- finding -------------------------------------------------------------- */

static const struct model_csr *find_modelled(const struct model *m, u32 number)
{
	size_t low = 0, high = model_num_csrs, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (number < model_csrs[middle].first)
			high = middle;
		else if (number > model_csrs[middle].last)
			low = middle + 1;
		else
			return model_csrs[middle].has(m, number) ?
				       &model_csrs[middle] :
				       NULL;
	}
	return NULL;
}

const struct model_csr *model_csr_find(const struct model *m, u32 number)
{
	const struct model_csr *csr = find_modelled(m, number);

	if (!csr && is_other(m, number))
		csr = &other_csr;
	return csr;
}

/* --- permissions ---------------------------------------------------------- */

/* A bit of mcounteren or scounteren has the number of its counter. */
static bool counter_permitted(const struct model *m, unsigned int n)
{
	if (m->priv != MODEL_M && !(m->mcounteren >> n & 1))
		return false;
	return m->priv != MODEL_U || !model_has_misa(m, MODEL_MISA('S')) ||
	       m->scounteren >> n & 1;
}

static bool stimecmp_permitted(const struct model *m)
{
	if (m->priv == MODEL_M)
		return true;
	return m->mcounteren & BIT64(CSR_TIME & 31) &&
	       m->menvcfg & FIELD_MASK(MENVCFG, STCE);
}

/* True unless Smstateen, or a register that selects this one (Sscsrind),
 * forbids it. */
static bool state_permitted(const struct model *m, u32 number)
{
	if (number == CSR_SENVCFG)
		return model_stateen(m, STATEEN_ENVCFG);
	if (number >= CSR_SSTATEEN0 && number <= CSR_SSTATEEN3)
		return m->priv == MODEL_M ||
		       m->mstateen[number - CSR_SSTATEEN0] >> 63;
	if (number == CSR_SCTRCTL || number == CSR_SCTRSTATUS ||
	    number == CSR_SCTRDEPTH)
		return model_ctr_permitted(m);
	if (number == CSR_SISELECT)
		return model_stateen(m, STATEEN_CSRIND);
	if (number >= CSR_SIREG && number <= CSR_SIREG6)
		return model_sireg_permitted(m);
	return number < CSR_MIREG || number > CSR_MIREG6;
}

#define LEVEL_HYPERVISOR 2

bool model_csr_permitted(const struct model *m, u32 number, bool writes)
{
	unsigned int lowest = number >> 8 & 3;

	/* without a guest, the hypervisor's registers belong to S-mode */
	if (lowest == LEVEL_HYPERVISOR)
		lowest = MODEL_S;
	if (lowest > m->priv || (writes && number >> 10 == 3))
		return false;
	if (number <= CSR_FCSR)
		return model_fs_on(m);
	if ((number & 0xf60) == CSR_CYCLE)
		return counter_permitted(m, number & 31);
	if (number == CSR_STIMECMP || number == CSR_STIMECMPH)
		return stimecmp_permitted(m);
	if (number == CSR_SATP)
		return m->priv == MODEL_M ||
		       !(m->mstatus & FIELD_MASK(MSTATUS, TVM));
	return state_permitted(m, number);
}

/* --- state from outside --------------------------------------------------- */

bool model_csr_counts(u32 number)
{
	return (number & 0xf60) == CSR_CYCLE || (number & 0xf60) == CSR_MCYCLE;
}

u32 model_real(u32 reg)
{
	switch (reg) {
	case CSR_FFLAGS:
	case CSR_FRM:
		return CSR_FCSR;
	case CSR_SSTATUS:
		return CSR_MSTATUS;
	case CSR_SIE:
		return CSR_MIE;
	case CSR_SIP:
		return CSR_MIP;
	case CSR_SCTRCTL:
		return CSR_MCTRCTL;
	default:
		break;
	}
	if ((reg & ~0x9fu) == CSR_CYCLE && (reg & 31) != (CSR_TIME & 31))
		return reg - CSR_CYCLE + CSR_MCYCLE;
	return reg;
}

u64 model_outside(const struct model *m, u32 element)
{
	u64 lines = FIELD_MASK(MIP, MSIP) | FIELD_MASK(MIP, MTIP) |
		    FIELD_MASK(MIP, MEIP) | FIELD_MASK(MIP, SEIP) |
		    FIELD_MASK(MIP, LCOFIP);
	u64 high = m->config.xlen == 32 ? 0 : FIELD_MASK(MHPMEVENT, OVERFLOW);

	if (m->menvcfg & FIELD_MASK(MENVCFG, STCE))
		lines |= FIELD_MASK(MIP, STIP);
	if (element == CSR_MIP)
		return lines;
	if (element == CSR_SIP)
		return lines & m->mideleg;
	if (element == MODEL_MTIME || model_csr_counts(element) ||
	    is_other(m, element) || is_trigger(m, element))
		return m->mask;
	if (!model_has(m, MODEL_SSCOFPMF))
		return 0;
	if (element > 0x322 && element < 0x340)
		return high;
	return element > 0x722 && element < 0x740 ? BIT64(31) : 0;
}

/* --- plain access --------------------------------------------------------- */

static u64 *field_of(struct model *m, const struct model_csr *csr, u32 number)
{
	u8 *at = (u8 *)m + csr->field + 8 * (number - csr->first);

	return (u64 *)(void *)at;
}

static u64 joined(const struct model *m, const struct model_csr *csr, u64 old,
		  u64 value)
{
	if (csr->high)
		return value << 32 | (u32)old;
	return m->config.xlen == 32 ? old >> 32 << 32 | value : value;
}

u64 model_csr_get(const struct model *m, const struct model_csr *csr,
		  u32 number)
{
	u64 value;

	if (csr->get)
		return csr->get(m, number) & m->mask;
	value = *field_of((struct model *)m, csr, number);
	return (csr->high ? value >> 32 : value) & m->mask;
}

void model_csr_put(struct model *m, struct model_step *s,
		   const struct model_csr *csr, u32 number, u64 value)
{
	const u8 *config = (const u8 *)&m->config;
	u64 *field, mask = ~0ULL;

	if (csr->put) {
		csr->put(m, s, number, value);
		return;
	}
	field = field_of(m, csr, number);
	if (csr->mask)
		mask = *(const u64 *)(const void *)(config + csr->mask);
	value = joined(m, csr, *field, value);
	value = (*field & ~mask) | (value & mask);
	*field = csr->legal ? csr->legal(m, *field, value) : value;
	model_note(m, s, number, csr->high ? *field >> 32 : *field, 0);
}

void model_csr_set(struct model *m, const struct model_csr *csr, u32 number,
		   u64 value)
{
	u64 *field;

	if (csr->set) {
		csr->set(m, number, value);
		return;
	}
	field = field_of(m, csr, number);
	*field = joined(m, csr, *field, value);
}
