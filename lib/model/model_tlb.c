// SPDX-License-Identifier: BSD-2-Clause
/* The only writer of the TLB. */
#include "model_internal.h"

static void forget(struct model_tlb_entry *e)
{
	e->read = e->write = e->fetch = e->partial = MODEL_TLB_NONE;
}

static u8 *partial_page(struct model *m, u64 paddr)
{
	if (paddr >> m->config.paddr_bits || !m->bus.partial)
		return NULL;
	return m->bus.partial(m->bus.user, paddr, 0);
}

void model_flush(struct model *m)
{
	unsigned int mode, i;

	for (mode = 0; mode < MODEL_TLB_MODES; mode++)
		for (i = 0; i < MODEL_TLB_ENTRIES; i++)
			forget(&m->tlb[mode][i]);
	m->fetch_page = MODEL_TLB_NONE;
}

struct model_tlb_entry *model_tlb_fill(struct model *m,
				       struct model_tlb_entry *tlb,
				       const struct model_translation *t)
{
	u64 page = t->vaddr & ~(u64)(MODEL_PAGE - 1);
	u64 paddr = t->paddr & ~(u64)(MODEL_PAGE - 1);
	struct model_tlb_entry *e = model_tlb(tlb, page);
	u8 *host = model_bus_page(m, paddr);
	bool plain = host;

	if (!host && (t->kind == MODEL_FETCH || t->kind == MODEL_STORE ||
		      t->kind == MODEL_LOAD))
		host = partial_page(m, paddr);
	/* each load and store in such a page has to check the triggers */
	if (!host || !model_pmp_uniform(m, paddr) ||
	    (m->armed && t->kind != MODEL_FETCH))
		return NULL;
	if (e->host != host || (e->read != page && e->write != page &&
				e->fetch != page && e->partial != page))
		forget(e);
	e->host = host;
	e->paddr = paddr;
	if (t->kind == MODEL_FETCH)
		e->fetch = page;
	else if (t->kind == MODEL_LOAD && !plain)
		e->partial = page;
	else if (t->kind == MODEL_LOAD || t->kind == MODEL_LR)
		e->read = page;
	else if (t->kind == MODEL_STORE)
		e->write = page;
	return e;
}
