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

static unsigned int entry_bytes(const struct verify *v)
{
	return v->config.params.xlen / 8;
}

/* True if the hart sets A and D itself: always, or with menvcfg.ADUE. */
static bool sets_dirty(const struct verify *v)
{
	u64 menvcfg = v->config.params.xlen == 32 ?
			      v->shadow.reg[CSR_MENVCFGH] << 32 :
			      v->shadow.reg[CSR_MENVCFG];

	return v->config.hardware_ad || menvcfg >> 61 & 1;
}

/* Value of an entry after the stores of the group. */
static u64 given_entry(const struct verify *v, u64 paddr, u64 value)
{
	const struct tandem_group *g = v->group;
	unsigned int bytes = entry_bytes(v), n;
	u32 i;

	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

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

static void bad_entry(struct verify *v, u64 paddr, u64 expected, u64 seen)
{
	verify_finding_add(v, VERIFY_FOUND_PTE, expected, seen)->paddr = paddr;
}

/* Only a store sets this bit; the next group must have the store. */
static void expect_store(struct verify *v, u64 paddr)
{
	struct verify_alone *a = &v->alone;
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
static void judge_entry(struct verify *v, u64 paddr)
{
	const struct verify_model *m = v->model;
	enum verify_walked walked = verify_memory_walked(m->memory, paddr);
	u64 old, given, allowed = sets_dirty(v) ? PTE_A | PTE_D : 0;

	if (walked == VERIFY_WALKED_NEVER ||
	    !m->read_memory(m->user, paddr, entry_bytes(v), &old))
		return;
	given = given_entry(v, paddr, old);
	if (given == old)
		return;
	if (old & PTE_V && !(old & ~given) && !(given & ~old & ~allowed)) {
		if (given & ~old & PTE_D)
			expect_store(v, paddr);
	} else if (old & PTE_V && walked == VERIFY_WALKED_NOW) {
		bad_entry(v, paddr, old, given);
	} else {
		verify_memory_foreign(m->memory, paddr);
	}
}

static void judge_tables(struct verify *v)
{
	const struct tandem_group *g = v->group;
	u64 size = entry_bytes(v), last = ~0ull, paddr;
	u32 i;

	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		paddr = e->address & ~(size - 1);
		if (e->op != TANDEM_MEMREQ || e->id != TANDEM_STORE)
			continue;
		for (; paddr < e->address + e->bits / 8u; paddr += size) {
			if (paddr != last)
				judge_entry(v, paddr);
			last = paddr;
		}
	}
}

/*
 * Software owns SSIP, and STIP without Sstc. MSIP is a register of a device,
 * and MTIP falls at a write to one.
 * @param software true: judge the software's two bits here
 */
static void judge_lines(struct verify *v, bool software)
{
	const struct verify_change *mip =
		verify_change_find(&v->shadow, CSR_MIP);
	struct verify_alone *a = &v->alone;
	u64 rises, falls, wrong;

	if (!mip)
		return;
	rises = mip->trace & ~mip->before;
	falls = mip->before & ~mip->trace;
	wrong = software ? (rises | falls) & (MIP_SSIP | MIP_STIP) &
				   ~verify_outside(v, CSR_MIP) :
			   0;
	wrong |= (((rises | falls) & MIP_MSIP) | (falls & MIP_MTIP)) &
		 ~a->device_written;
	a->device_written &= ~(rises | falls);
	if (wrong & ~verify_absent(v, CSR_MIP))
		verify_finding_add(v, VERIFY_FOUND_STRAY, mip->before,
				   mip->trace)
			->reg = CSR_MIP;
}

void verify_alone_forget(struct verify *v)
{
	v->alone.device_written = ~0ull;
	v->alone.num = 0;
	if (v->config.alone && v->model->memory)
		verify_memory_unwalk(v->model->memory);
}

void verify_alone_judge(struct verify *v, bool given)
{
	if (!v->config.alone || !v->model->memory)
		return;
	if (tandem_group_has_state(v->group, TANDEM_PC)) {
		verify_alone_forget(v);
		return;
	}
	/* a group without given state is judged for the software's bits, too */
	judge_lines(v, given);
	judge_tables(v);
}

/* Clear D, because the store of the next group will set it. */
void verify_alone_given(struct verify *v)
{
	const struct verify_model *m = v->model;
	u64 value;
	u32 i;

	for (i = 0; i < v->alone.num; i++) {
		if (m->read_memory(m->user, v->alone.dirty[i], 1, &value))
			m->write_memory(m->user, v->alone.dirty[i], 1,
					value & ~(u64)PTE_D);
	}
}

/* sfence.vma, sinval.vma, or a write of satp: the hart walks again. */
static bool is_fence(const struct verify *v)
{
	const struct model_step *did = v->step.did;
	u32 i;

	if (did->kind != MODEL_RETIRED)
		return false;
	for (i = 0; i < v->step.writes; i++) {
		if (v->step.write[i].reg == CSR_SATP)
			return true;
	}
	return insn_is_fence_vma(did->insn);
}

/* The step had to set D. */
static void judge_dirty(struct verify *v)
{
	const struct verify_model *m = v->model;
	struct verify_alone *a = &v->alone;
	u64 value;

	while (a->num > 0) {
		u64 paddr = a->dirty[--a->num];

		if (!m->read_memory(m->user, paddr, entry_bytes(v), &value) ||
		    (value & PTE_D))
			continue;
		bad_entry(v, paddr, value, value | PTE_D);
		m->write_memory(m->user, paddr, entry_bytes(v), value | PTE_D);
	}
}

void verify_alone_step(struct verify *v)
{
	struct verify_alone *a = &v->alone;

	judge_dirty(v);
	while (a->foreigns > 0) {
		const struct verify_foreign *f = &a->foreign[--a->foreigns];

		bad_entry(v, f->paddr, f->own, f->now);
	}
	if (!v->config.alone || !v->model->memory)
		return;
	/* the model has judged the software's bits */
	judge_lines(v, false);
	/* after a fence, a table may be freed and its memory used by a
	 * device */
	if (is_fence(v))
		verify_memory_fence(v->model->memory);
}
