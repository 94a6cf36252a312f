// SPDX-License-Identifier: BSD-2-Clause
/*
 * Letters of misa that software turns off and on (privileged ISA, "Machine ISA
 * Register"). Extensions that have no letter stay as they are.
 */
#include "model_internal.h"

u64 model_misa_get(const struct model *m, u32 number)
{
	(void)number;
	return m->misa;
}

static void change(struct model *m, u64 value)
{
	if (m->misa == value)
		return;
	m->misa = value;
	model_forget_decoded(m);
}

/* A clear of C is ignored if the next instruction would be misaligned. */
void model_misa_put(struct model *m, struct model_step *s, u32 number,
		    u64 value)
{
	u64 writable = m->config.misa_writable & m->config.misa;

	value = (m->misa & ~writable) | (value & writable);
	if (value & MODEL_MISA('C') || !(m->misa & MODEL_MISA('C')) ||
	    !(s->next_pc & 2))
		change(m, value);
	model_note(m, s, number, m->misa, 0);
}

void model_misa_set(struct model *m, u32 number, u64 value)
{
	(void)number;
	change(m, value);
}

/* Without C bit 1 reads as 0, but is kept for the time when C is on again. */
u64 model_epc_get(const struct model *m, u32 number)
{
	u64 epc = number == CSR_MEPC ? m->mepc : m->sepc;

	return m->config.misa_writable & MODEL_MISA('C') &&
			       !model_has_misa(m, MODEL_MISA('C')) ?
		       epc & ~2ULL :
		       epc;
}
