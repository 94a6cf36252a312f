// SPDX-License-Identifier: BSD-2-Clause
/*
 * Address translation (privileged ISA, "Virtual Address Translation Process"):
 * Sv32, Sv39, Sv48 and Sv57, with and without hardware that sets A and D.
 */
#include "model_internal.h"

/* PPN's lowest 4 bits of 64 KiB */
#define NAPOT_64K 8u

/* A translation scheme of satp.MODE. */
struct scheme {
	u8 mode;
	u8 levels;
	u8 index_bits; /* bits of the virtual address for each level */
	u8 pte_bytes;
};

static const struct scheme schemes[] = {
	{ 1, 2, 10, 4 },
	{ 8, 3, 9, 8 },
	{ 9, 4, 9, 8 },
	{ 10, 5, 9, 8 },
};

enum {
	PTE_V = 1 << PTE_V_LSB,
	PTE_R = 1 << PTE_R_LSB,
	PTE_W = 1 << PTE_W_LSB,
	PTE_X = 1 << PTE_X_LSB,
	PTE_U = 1 << PTE_U_LSB,
	PTE_A = 1 << PTE_A_LSB,
	PTE_D = 1 << PTE_D_LSB,
};

u8 model_effective_priv(const struct model *m)
{
	u64 mpp = FIELD_GET(MSTATUS, MPP, m->mstatus);

	if (m->priv != MODEL_M || !(m->mstatus & FIELD_MASK(MSTATUS, MPRV)))
		return m->priv;
	/* 2 is no mode, and can only come from outside */
	return mpp == 2 ? MODEL_U : (u8)mpp;
}

void model_mode_changed(struct model *m)
{
	unsigned int priv = model_effective_priv(m);

	if (priv == MODEL_S && m->mstatus & FIELD_MASK(MSTATUS, SUM))
		priv = 2;
	m->tlb_now = m->tlb[priv];
	m->fetch_page = MODEL_TLB_NONE;
}

u8 model_fault(unsigned int kind, bool page)
{
	switch (kind) {
	case MODEL_FETCH:
		return page ? CAUSE_FETCH_PAGE : CAUSE_FETCH_ACCESS;
	case MODEL_LOAD:
	case MODEL_LR:
		return page ? CAUSE_LOAD_PAGE : CAUSE_LOAD_ACCESS;
	default:
		return page ? CAUSE_STORE_PAGE : CAUSE_STORE_ACCESS;
	}
}

static bool is_read(unsigned int kind)
{
	return kind == MODEL_LOAD || kind == MODEL_LR;
}

static const struct scheme *find_scheme(const struct model *m)
{
	u64 mode = m->config.xlen == 32 ? FIELD_GET(SATP32, MODE, m->satp) :
					  FIELD_GET(SATP64, MODE, m->satp);
	unsigned int i;

	for (i = 0; i < array_size(schemes); i++)
		if (schemes[i].mode == mode)
			return &schemes[i];
	return NULL;
}

/* True if all bits above the translated ones equal the highest of these. */
static bool is_canonical(const struct scheme *scheme, u64 vaddr)
{
	unsigned int bits = 12 + scheme->levels * scheme->index_bits;
	s64 extended;

	if (bits == 32)
		return true;
	extended = (s64)(vaddr << (64 - bits)) >> (64 - bits);
	return (u64)extended == vaddr;
}

/* Svnapot and Svpbmt add bits to leaves, if the hart has these extensions. */
static bool is_reserved_high(const struct model *m, u64 pte)
{
	u64 leaf = 0;

	if (!(pte & (PTE_R | PTE_X)))
		return pte >> PTE_HIGH_LSB;
	if (model_has(m, MODEL_SVNAPOT))
		leaf |= FIELD_MASK(PTE, N);
	if (m->menvcfg & FIELD_MASK(MENVCFG, PBMTE))
		leaf |= FIELD_MASK(PTE, PBMT);
	return (pte & ~leaf) >> PTE_HIGH_LSB || FIELD_GET(PTE, PBMT, pte) == 3;
}

static bool is_reserved(const struct model *m, const struct scheme *scheme,
			u64 pte)
{
	if (!(pte & PTE_V) || (pte & PTE_W && !(pte & PTE_R)))
		return true;
	return scheme->pte_bytes == 8 && is_reserved_high(m, pte);
}

/* True if a leaf permits the access. */
static bool is_permitted(const struct model *m,
			 const struct model_translation *t, u64 pte)
{
	if (t->priv == MODEL_U && !(pte & PTE_U))
		return false;
	if (t->priv == MODEL_S && pte & PTE_U &&
	    (t->kind == MODEL_FETCH ||
	     !(m->mstatus & FIELD_MASK(MSTATUS, SUM))))
		return false;
	if (t->kind == MODEL_FETCH)
		return pte & PTE_X;
	if (is_read(t->kind) || t->kind == MODEL_CBO)
		return pte & PTE_R ||
		       (pte & PTE_X && m->mstatus & FIELD_MASK(MSTATUS, MXR));
	return pte & PTE_W;
}

/* Set A and D, or raise a page fault for them. The caller has set t->cause to
 * the cause of an access fault. */
static bool mark(struct model *m, const struct scheme *scheme,
		 struct model_translation *t, u64 addr, u64 pte)
{
	u64 want = PTE_A;

	if (!is_read(t->kind) && t->kind != MODEL_FETCH && t->kind != MODEL_CBO)
		want |= PTE_D;
	if ((pte & want) == want)
		return true;
	if (!m->config.hardware_ad &&
	    !(m->menvcfg & FIELD_MASK(MENVCFG, ADUE))) {
		t->cause = model_fault(t->kind, true);
		return false;
	}
	/* false: an access fault, as if the load of the entry had failed */
	return model_pmp_allows(m, addr, scheme->pte_bytes, MODEL_S,
				MODEL_STORE) &&
	       model_bus_store(m, addr, scheme->pte_bytes, MODEL_WALK,
			       pte | want);
}

/* Take the physical address, if the entry at addr is a valid leaf. */
static bool leaf(struct model *m, const struct scheme *scheme,
		 struct model_translation *t, unsigned int shift, u64 addr,
		 u64 pte)
{
	u64 base = (scheme->pte_bytes == 4 ? (u32)pte >> PTE_PPN_LSB :
					     FIELD_GET(PTE, PPN, pte))
		   << 12;
	bool bad = false;

	/* 16 pages; the lowest bits of PPN are a code (Svnapot) */
	if (scheme->pte_bytes == 8 && pte & FIELD_MASK(PTE, N)) {
		bad = shift != 12 || (base >> 12 & 15) != NAPOT_64K;
		base &= ~bits_low64(16);
		shift = 16;
	}
	if (bad || base & bits_low64(shift) || !is_permitted(m, t, pte)) {
		t->cause = model_fault(t->kind, true);
		return false;
	}
	if (!mark(m, scheme, t, addr, pte))
		return false;
	t->paddr = base | (t->vaddr & bits_low64(shift));
	return true;
}

static bool walk(struct model *m, const struct scheme *scheme,
		 struct model_translation *t)
{
	u64 ppn = m->config.xlen == 32 ? FIELD_GET(SATP32, PPN, m->satp) :
					 FIELD_GET(SATP64, PPN, m->satp);
	unsigned int level, shift;
	u64 addr, pte, index;

	for (level = scheme->levels; level--;) {
		shift = 12 + level * scheme->index_bits;
		index = t->vaddr >> shift & bits_low64(scheme->index_bits);
		addr = (ppn << 12) + index * scheme->pte_bytes;
		t->cause = model_fault(t->kind, false);
		if (!model_pmp_allows(m, addr, scheme->pte_bytes, MODEL_S,
				      MODEL_WALK) ||
		    !model_bus_load(m, addr, scheme->pte_bytes, MODEL_WALK,
				    &pte))
			return false;
		if (m->bus.walked)
			m->bus.walked(m->bus.user, addr);
		if (is_reserved(m, scheme, pte))
			break;
		if (pte & (PTE_R | PTE_X))
			return leaf(m, scheme, t, shift, addr, pte);
		if (pte & (PTE_A | PTE_D | PTE_U))
			break;
		ppn = scheme->pte_bytes == 4 ? (u32)pte >> PTE_PPN_LSB :
					       FIELD_GET(PTE, PPN, pte);
	}
	t->cause = model_fault(t->kind, true);
	return false;
}

bool model_translates(const struct model *m, u8 priv)
{
	return priv != MODEL_M && find_scheme(m);
}

bool model_translate(struct model *m, struct model_translation *t)
{
	const struct scheme *scheme = find_scheme(m);

	t->paddr = t->vaddr;
	if (!scheme || t->priv == MODEL_M)
		return true;
	if (!is_canonical(scheme, t->vaddr)) {
		t->cause = model_fault(t->kind, true);
		return false;
	}
	return walk(m, scheme, t);
}
