// SPDX-License-Identifier: BSD-2-Clause
/*
 * What loads of devices and of unknown memory gave, going by the trace: the one
 * thing no model can know that is not in a register.
 */
#include "verify_internal.h"

#define CAUSE_FETCH_ACCESS 1u
#define CAUSE_LOAD_ACCESS 5u
#define CAUSE_STORE_ACCESS 7u

bool verify_unknown_faults(const struct verify *v, unsigned int kind)
{
	const struct tandem_group *g = v->group;
	u32 i;

	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		if (e->op != TANDEM_REG ||
		    (e->reg != CSR_MCAUSE && e->reg != CSR_SCAUSE))
			continue;
		if (e->value == CAUSE_FETCH_ACCESS)
			return kind == MODEL_FETCH || kind == MODEL_WALK;
		return kind != MODEL_FETCH && (e->value == CAUSE_LOAD_ACCESS ||
					       e->value == CAUSE_STORE_ACCESS);
	}
	return false;
}

/* Half-words of the instruction that the group has. */
static bool unknown_fetch(struct verify *v, u64 paddr, u64 *value)
{
	bool second = (paddr - v->pc) % MODEL_PAGE != 0;

	if (!v->group->insn_bits)
		return false;
	*value = second ? v->group->insn >> 16 : v->group->insn & 0xffff;
	return true;
}

/* A response, if it is to a request that has these bytes. */
static bool response_value(const struct tandem_element *request,
			   const struct tandem_element *e, u64 paddr,
			   unsigned int bytes, u64 *value)
{
	u64 offset = paddr - request->address;

	if (e->op != TANDEM_MEMRSP || !e->data ||
	    offset + bytes > e->bits / 8u || offset >= e->bits / 8u)
		return false;
	*value = e->value >> 8 * offset;
	return true;
}

static u64 register_value(struct verify *v, unsigned int bytes)
{
	const struct tandem_group *g = v->group;
	u64 value = 0;
	u32 i;

	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		if (e->op == TANDEM_REG && e->reg >= TANDEM_GPR(0)) {
			value = e->value;
			break;
		}
	}
	if (v->unknown_shift < 64)
		value >>= v->unknown_shift;
	v->unknown_shift += 8 * bytes;
	return value;
}

bool verify_unknown_load(struct verify *v, u64 paddr, unsigned int bytes,
			 unsigned int kind, u64 *value)
{
	const struct tandem_group *g = v->group;
	bool found = false;
	u32 i;

	if (verify_unknown_faults(v, kind))
		return false;
	v->copied = true;
	if (kind == MODEL_FETCH)
		return unknown_fetch(v, paddr, value);
	for (i = 1; i < g->num && !found; i++)
		found = response_value(&g->element[i - 1], &g->element[i],
				       paddr, bytes, value);
	if (!found)
		*value = kind == MODEL_WALK ? 0 : register_value(v, bytes);
	*value &= verify_bytes_mask(bytes);
	return true;
}
