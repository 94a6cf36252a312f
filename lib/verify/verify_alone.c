// SPDX-License-Identifier: BSD-2-Clause
/*
 * Changes without an instruction, if the hart is the only writer: of entries of
 * page tables, and of pending interrupts.
 */
#include <verify/memory.h>
#include "verify_internal.h"

#define MIP_SSIP 0x02u
#define MIP_MSIP 0x08u
#define MIP_STIP 0x20u
#define MIP_MTIP 0x80u

static unsigned int entry_bytes(const struct verify_state *s)
{
	return s->config->params.xlen / 8;
}

/* True if the hart sets A and D itself: always, or with menvcfg.ADUE. */
static bool sets_dirty(const struct verify_state *s)
{
	return s->config->hardware_ad ||
	       verify_upper(s, CSR_MENVCFG, CSR_MENVCFGH) >> 61 & 1;
}

/* Value of an entry after the stores of the group. */
static u64 given_entry(const struct verify_state *s,
		       const struct verify_group *g, u64 paddr, u64 value)
{
	const struct tandem_group *trace = g->trace;
	unsigned int bytes = entry_bytes(s), n;
	u32 i;

	for (i = 0; i < trace->num; i++) {
		const struct tandem_element *e = &trace->element[i];

		if (e->op != TANDEM_MEMREQ || e->id != TANDEM_STORE)
			continue;
		for (n = 0; n < bytes; n++) {
			u64 at = paddr + n - e->address;

			if (at >= e->bits / 8u)
				continue;
			value &= ~(0xffull << 8 * n);
			value |= (e->value >> 8 * at & 0xff) << 8 * n;
		}
	}
	return value;
}

static void bad_entry(struct verify_group *g, u64 paddr, u64 expected, u64 seen)
{
	verify_finding_add(g, VERIFY_FOUND_PTE, expected, seen)->paddr = paddr;
}

/* Only a store sets this bit; the next group must have the store. */
static void expect_store(struct verify_state *s, u64 paddr)
{
	struct verify_alone *a = &s->alone;
	u32 i;

	for (i = 0; i < a->num; i++) {
		if (a->dirty[i] == paddr)
			return;
	}
	if (a->num < VERIFY_DIRTY_MAX)
		a->dirty[a->num++] = paddr;
}

/*
 * An entry that may be in use must be right at once. Two kinds of entries are
 * like other memory until the hart walks them: those from before a fence, and
 * invalid ones, which no hart caches.
 */
static void judge_entry(struct verify_state *s, struct verify_group *g,
			u64 paddr)
{
	const struct verify_model *m = s->model;
	enum verify_walked walked = verify_memory_walked(m->memory, paddr);
	u64 old, given, allowed = sets_dirty(s) ? PTE_A | PTE_D : 0;

	if (walked == VERIFY_WALKED_NEVER ||
	    !m->read_memory(m->user, paddr, entry_bytes(s), &old))
		return;
	given = given_entry(s, g, paddr, old);
	if (given == old)
		return;
	if (old & PTE_V && !(old & ~given) && !(given & ~old & ~allowed)) {
		if (given & ~old & PTE_D)
			expect_store(s, paddr);
	} else if (old & PTE_V && walked == VERIFY_WALKED_NOW) {
		bad_entry(g, paddr, old, given);
	} else {
		verify_memory_foreign(m->memory, paddr);
	}
}

static void judge_tables(struct verify_state *s, struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;
	u64 size = entry_bytes(s), last = ~0ull, paddr;
	u32 i;

	for (i = 0; i < trace->num; i++) {
		const struct tandem_element *e = &trace->element[i];

		paddr = e->address & ~(size - 1);
		if (e->op != TANDEM_MEMREQ || e->id != TANDEM_STORE)
			/* unseen: given_entry() takes stores alone, so that
			 * nothing has changed */
			continue;
		for (; paddr < e->address + e->bits / 8u; paddr += size) {
			if (paddr != last)
				judge_entry(s, g, paddr);
			last = paddr;
		}
	}
}

/*
 * Software owns SSIP, and STIP without Sstc. MSIP is a register of a device,
 * and MTIP falls at a write to one.
 * @param software true: judge the software's two bits here
 */
static void judge_lines(struct verify_state *s, struct verify_group *g,
			bool software)
{
	const struct verify_change *mip = verify_change_find(g, CSR_MIP);
	struct verify_alone *a = &s->alone;
	u64 rises, falls, wrong;

	if (!mip)
		return;
	rises = mip->trace & ~mip->before;
	falls = mip->before & ~mip->trace;
	wrong = software ? (rises | falls) & (MIP_SSIP | MIP_STIP) &
				   ~verify_outside(s, g, CSR_MIP) :
			   0;
	wrong |= (((rises | falls) & MIP_MSIP) | (falls & MIP_MTIP)) &
		 ~a->device_written;
	a->device_written &= ~(rises | falls);
	if (wrong & ~verify_absent(s, CSR_MIP))
		verify_finding_add(g, VERIFY_FOUND_STRAY, mip->before,
				   mip->trace)
			->reg = CSR_MIP;
}

void verify_alone_forget(struct verify_state *s)
{
	s->alone.device_written = ~0ull;
	s->alone.num = 0;
	if (s->config->alone && s->model->memory)
		verify_memory_unwalk(s->model->memory);
}

void verify_alone_judge(struct verify_state *s, struct verify_group *g,
			bool given)
{
	if (!s->config->alone || !s->model->memory)
		return;
	if (tandem_group_has_state(g->trace, TANDEM_PC)) {
		verify_alone_forget(s);
		return;
	}
	/* a group without given state is judged for the software's bits, too */
	judge_lines(s, g, given);
	judge_tables(s, g);
}

/* Clear D, because the store of the next group will set it. */
void verify_alone_given(const struct verify_state *s)
{
	const struct verify_model *m = s->model;
	u64 value;
	u32 i;

	for (i = 0; i < s->alone.num; i++) {
		if (m->read_memory(m->user, s->alone.dirty[i], 1, &value))
			m->write_memory(m->user, s->alone.dirty[i], 1,
					value & ~(u64)PTE_D);
	}
}

/* sfence.vma, sinval.vma, or a write of satp: the hart walks again. */
static bool is_fence(const struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	u32 i;

	if (did->kind != MODEL_RETIRED)
		return false;
	for (i = 0; i < g->step.writes; i++) {
		if (g->step.write[i].reg == CSR_SATP)
			return true;
	}
	return insn_is_fence_vma(did->insn);
}

/* The step had to set D. */
static void judge_dirty(struct verify_state *s, struct verify_group *g)
{
	const struct verify_model *m = s->model;
	struct verify_alone *a = &s->alone;
	u64 value;

	while (a->num > 0) {
		u64 paddr = a->dirty[--a->num];

		if (!m->read_memory(m->user, paddr, entry_bytes(s), &value) ||
		    (value & PTE_D))
			continue;
		bad_entry(g, paddr, value, value | PTE_D);
		m->write_memory(m->user, paddr, entry_bytes(s), value | PTE_D);
	}
}

void verify_alone_step(struct verify_state *s, struct verify_group *g)
{
	if (s->alone.num)
		judge_dirty(s, g);
	while (g->foreigns > 0) {
		const struct verify_foreign *f = &g->foreign[--g->foreigns];

		bad_entry(g, f->paddr, f->own, f->now);
	}
	if (!s->model->memory)
		return;
	/* the model has judged the software's bits */
	judge_lines(s, g, false);
	/* after a fence, a table may be freed and its memory used by a
	 * device */
	if (is_fence(g))
		verify_memory_fence(s->model->memory);
}
