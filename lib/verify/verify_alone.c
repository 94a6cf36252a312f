// SPDX-License-Identifier: BSD-2-Clause
/*
 * Changes without an instruction where the hart is the only one: of entries
 * of page tables, and of pending interrupts.
 */
#include <verify/memory.h>
#include "verify_internal.h"

#define PTE_V 0x01u
#define PTE_A 0x40u
#define PTE_D 0x80u
#define MIP_SSIP 0x02u
#define MIP_MSIP 0x08u
#define MIP_STIP 0x20u
#define MIP_MTIP 0x80u

static unsigned int entry_bytes(const struct verify *v)
{
	return v->config.params.xlen / 8;
}

/* menvcfg.ADUE: the hart sets A and D itself */
static bool sets_dirty(const struct verify *v)
{
	u64 menvcfg = v->config.params.xlen == 32 ?
			      v->shadow.reg[CSR_MENVCFGH] << 32 :
			      v->shadow.reg[CSR_MENVCFG];

	return menvcfg >> 61 & 1;
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

/* A bit that only a store sets, which has to be in the next group. */
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

static void judge_entry(struct verify *v, u64 paddr)
{
	const struct verify_model *m = v->model;
	u64 old, given, allowed = sets_dirty(v) ? PTE_A | PTE_D : 0;

	if (!verify_memory_walked(m->memory, paddr) ||
	    !m->read_memory(m->user, paddr, entry_bytes(v), &old) ||
	    !(old & PTE_V))
		return;
	given = given_entry(v, paddr, old);
	if ((old & ~given) || (given & ~old & ~allowed))
		bad_entry(v, paddr, old, given);
	else if (given & ~old & PTE_D)
		expect_store(v, paddr);
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
 * SSIP, and STIP without Sstc, are software's; MSIP is a register of a device,
 * and MTIP falls when one is written.
 */
static void judge_lines(struct verify *v, bool given)
{
	const struct verify_change *mip =
		verify_change_find(&v->shadow, CSR_MIP);
	struct verify_alone *a = &v->alone;
	u64 rises, falls, wrong;

	if (!mip)
		return;
	rises = mip->trace & ~mip->before;
	falls = mip->before & ~mip->trace;
	/* of groups that give nothing this is judged anyway */
	wrong = given ? (rises | falls) & (MIP_SSIP | MIP_STIP) &
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
	judge_lines(v, given);
	judge_tables(v);
}

/* The store that is to come sets D itself. */
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

void verify_alone_step(struct verify *v)
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
