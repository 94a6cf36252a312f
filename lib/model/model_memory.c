// SPDX-License-Identifier: BSD-2-Clause
/*
 * Accesses to memory outside of the TLB: misaligned, in two pages, to other
 * than plain memory, or not allowed.
 */
#include "model_trigger.h"

/* --- loads and stores ----------------------------------------------------- */

/* The part of an access in one page. */
struct part {
	u64 vaddr, paddr;
	unsigned int bytes, kind;
};

/* Take the fault that the input has, if such an access can have it; false: trap
 * taken. */
static bool find_unseen(struct model *m, struct model_step *s,
			const struct part *part, u8 priv)
{
	u8 fault = m->input->fault;

	if (m->input->tval != part->vaddr || !fault)
		return true;
	if (fault != model_fault(part->kind, false) &&
	    (fault != model_fault(part->kind, true) ||
	     !model_translates(m, priv)))
		return true;
	model_trap(m, s, fault, part->vaddr);
	return false;
}

/* Translate; false: trap taken. */
static bool find_part(struct model *m, struct model_step *s, struct part *part)
{
	struct model_translation t = { .vaddr = part->vaddr,
				       .kind = (u8)part->kind,
				       .priv = model_effective_priv(m) };

	if (unlikely(m->input->unseen))
		return find_unseen(m, s, part, t.priv);
	if (!model_translate(m, &t)) {
		model_trap(m, s, t.cause, part->vaddr);
		return false;
	}
	if (m->input->access_fault ||
	    !model_pmp_allows(m, t.paddr, part->bytes, t.priv, t.kind)) {
		model_trap(m, s, model_fault(t.kind, false), part->vaddr);
		return false;
	}
	part->paddr = t.paddr;
	model_tlb_fill(m, m->tlb_now, &t);
	return true;
}

/* Cut an access at the end of the page. @return number of parts; 0: trap */
static unsigned int find_parts(struct model *m, struct model_step *s,
			       unsigned int kind, struct part part[2])
{
	unsigned int bytes = s->access_bytes;
	unsigned int room = (unsigned int)(MODEL_PAGE - s->vaddr % MODEL_PAGE);
	unsigned int first = bytes < room ? bytes : room;

	if (unlikely(m->armed) &&
	    model_trigger_access(m, s, kind, s->vaddr, bytes))
		return 0;

	if (s->vaddr % bytes && !m->config.misaligned) {
		model_trap(m, s,
			   kind == MODEL_LOAD ? CAUSE_LOAD_MISALIGNED :
						CAUSE_STORE_MISALIGNED,
			   s->vaddr);
		return 0;
	}
	part[0] = (struct part){ s->vaddr, 0, first, kind };
	if (!find_part(m, s, &part[0]))
		return 0;
	s->paddr = part[0].paddr;
	if (first == bytes)
		return 1;
	part[1] = (struct part){ (s->vaddr + first) & m->mask, 0, bytes - first,
				 kind };
	if (!find_part(m, s, &part[1]))
		return 0;
	s->paddr2 = part[1].paddr;
	s->split = true;
	return 2;
}

/* Parts of a misaligned access have any size, so load them byte by byte. */
static bool load_part(struct model *m, const struct part *part, u64 *value)
{
	u64 byte;
	unsigned int i;

	if (!(part->bytes & (part->bytes - 1)))
		return model_bus_load(m, part->paddr, part->bytes, part->kind,
				      value);
	*value = 0;
	for (i = 0; i < part->bytes; i++) {
		if (!model_bus_load(m, part->paddr + i, 1, part->kind, &byte))
			return false;
		*value |= byte << 8 * i;
	}
	return true;
}

static bool store_part(struct model *m, const struct part *part, u64 value)
{
	unsigned int i;

	if (!(part->bytes & (part->bytes - 1)))
		return model_bus_store(m, part->paddr, part->bytes, part->kind,
				       value & bits_low64(8 * part->bytes));
	for (i = 0; i < part->bytes; i++)
		if (!model_bus_store(m, part->paddr + i, 1, part->kind,
				     value >> 8 * i & 0xff))
			return false;
	return true;
}

/* Load from a page that is known in part. @return false: nothing was done */
static inline bool load_known(struct model *m, struct model_step *s, u64 vaddr,
			      unsigned int bytes, u64 *value)
{
	const struct model_tlb_entry *e = model_tlb(m->tlb_now, vaddr);
	u64 paddr = e->paddr | vaddr % MODEL_PAGE;

	if (model_tlb_tag(vaddr, bytes) != e->partial ||
	    m->input->access_fault ||
	    !m->bus.partial(m->bus.user, paddr, bytes))
		return false;
	s->paddr = paddr;
	*value = model_get(e->host + vaddr % MODEL_PAGE, bytes);
	s->loaded = *value;
	return true;
}

bool model_load_slow(struct model *m, struct model_step *s, u64 vaddr,
		     unsigned int bytes, u64 *value)
{
	unsigned int parts, i, shift = 0;
	struct part part[2];
	u64 some;

	if (load_known(m, s, vaddr, bytes, value))
		return true;
	parts = find_parts(m, s, MODEL_LOAD, part);
	*value = 0;
	for (i = 0; i < parts; i++) {
		if (!load_part(m, &part[i], &some)) {
			model_trap(m, s, CAUSE_LOAD_ACCESS, part[i].vaddr);
			return false;
		}
		*value |= some << shift;
		shift = 8 * part[i].bytes;
	}
	s->loaded = *value;
	return parts;
}

void model_store_slow(struct model *m, struct model_step *s, u64 value)
{
	unsigned int parts, i, shift = 0;
	struct part part[2];

	parts = find_parts(m, s, MODEL_STORE, part);
	s->before = 0;
	for (i = 0; i < parts; i++) {
		s->before |= model_peek(m, part[i].paddr, part[i].bytes)
			     << shift;
		if (!store_part(m, &part[i], value >> shift)) {
			model_trap(m, s, CAUSE_STORE_ACCESS, part[i].vaddr);
			return;
		}
		shift = 8 * part[i].bytes;
	}
}

bool model_locate(struct model *m, struct model_step *s, u64 vaddr,
		  unsigned int bytes, unsigned int kind)
{
	struct part part = { vaddr, 0, bytes, kind };

	model_note_access(s, kind, vaddr, bytes);
	if (unlikely(m->armed) &&
	    model_trigger_access(m, s, kind, vaddr, bytes))
		return false;
	if (vaddr % bytes) {
		model_trap(m, s,
			   kind == MODEL_LR ? CAUSE_LOAD_MISALIGNED :
					      CAUSE_STORE_MISALIGNED,
			   vaddr);
		return false;
	}
	if (!find_part(m, s, &part))
		return false;
	s->paddr = part.paddr;
	return true;
}

/* --- fetching ------------------------------------------------------------- */

/* Fetch half an instruction. The address of the input's bytes may be unknown;
 * value does not change if memory is not known to have the bytes. */
static bool fetch_part(struct model *m, struct model_step *s, u64 vaddr,
		       u64 *paddr, u64 *value)
{
	struct model_translation t = { .vaddr = vaddr,
				       .kind = MODEL_FETCH,
				       .priv = m->priv };
	struct part part = { vaddr, 0, 2, MODEL_FETCH };
	bool permitted;

	if (unlikely(m->input->unseen)) {
		*paddr = 0;
		return find_unseen(m, s, &part, m->priv);
	}
	if (!model_translate(m, &t)) {
		model_trap(m, s, t.cause, vaddr);
		return false;
	}
	*paddr = t.paddr;
	permitted = model_pmp_allows(m, t.paddr, 2, t.priv, MODEL_FETCH);
	s->fetched = model_bus_page(m, t.paddr);
	if (permitted && (s->fetched || !m->input->given))
		permitted = model_bus_load(m, t.paddr, 2, MODEL_FETCH, value);
	if (!permitted)
		model_trap(m, s, CAUSE_FETCH_ACCESS, vaddr);
	return permitted;
}

bool model_fetch_slow(struct model *m, struct model_step *s, u32 *word)
{
	u64 low = 0, high = 0, paddr;
	bool given = m->input->given, fetched;

	if (unlikely(m->armed) &&
	    model_trigger_fires(m, s, MODEL_TRIGGER_EXECUTE, m->pc, 2))
		return false;

	if (!fetch_part(m, s, m->pc, &s->pc_paddr, &low))
		return false;
	*word = given ? m->input->insn : (u32)low;
	if ((*word & 3) == 3) {
		fetched = s->fetched;
		if (!fetch_part(m, s, (m->pc + 2) & m->mask, &paddr, &high))
			return false;
		s->fetched &= fetched;
		low |= high << 16;
		*word = given ? m->input->insn : (u32)low;
	}
	s->memory_insn = (u32)low;
	return true;
}

bool model_fetch_page(struct model *m)
{
	struct model_translation t = { .vaddr = m->pc,
				       .kind = MODEL_FETCH,
				       .priv = m->priv };
	struct model_tlb_entry *tlb = m->tlb[m->priv], *e;
	u64 page = m->pc & ~(u64)(MODEL_PAGE - 1);

	if (unlikely(m->armed & MODEL_TRIGGER_EXECUTE))
		return false;
	e = model_tlb(tlb, page);
	if (e->fetch != page) {
		if (!model_translate(m, &t) ||
		    !model_pmp_allows(m, t.paddr, 2, t.priv, MODEL_FETCH))
			return false;
		e = model_tlb_fill(m, tlb, &t);
		if (!e)
			return false;
	}
	m->fetch_page = page;
	m->fetch_host = e->host;
	m->fetch_paddr = e->paddr;
	return true;
}

bool model_fetch_paddr(struct model *m, u64 *paddr)
{
	if (m->pc - m->pc % MODEL_PAGE != m->fetch_page) {
		/* no step runs now, so no input may be in use */
		m->input = &model_no_input;
		if (!model_fetch_page(m))
			return false;
	}
	*paddr = m->fetch_paddr + m->pc % MODEL_PAGE;
	return true;
}
