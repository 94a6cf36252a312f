// SPDX-License-Identifier: BSD-2-Clause
/*
 * Results of loads from devices and from unknown memory, taken from the trace:
 * the only facts outside of registers that no model can know.
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

/* Half-words of the group's instruction. */
static bool unknown_fetch(struct verify *v, u64 paddr, u64 *value)
{
	bool second = (paddr - v->pc) % MODEL_PAGE != 0;

	if (!v->group->insn_bits)
		return false;
	*value = second ? v->group->insn >> 16 : v->group->insn & 0xffff;
	return true;
}

/* A response, if its request covers these bytes. */
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

/* The register that a compressed load writes (unprivileged ISA, "C"); 0:
 * none. */
static u16 compressed_rd(const struct verify *v, u32 insn)
{
	unsigned int column = insn >> 13, full = insn_rd(insn);
	bool narrow = v->config.params.xlen == 32;
	unsigned int rd = (insn & 3) == 2 ? full : 8 + (insn >> 2 & 7);

	switch (column) {
	case 1: /* c.fld, c.fldsp */
		return TANDEM_FPR(rd);
	case 2: /* c.lw, c.lwsp */
		return TANDEM_GPR(rd);
	case 3: /* c.ld, c.ldsp; c.flw, c.flwsp */
		return narrow ? TANDEM_FPR(rd) : TANDEM_GPR(rd);
	case 4: /* c.lbu, c.lhu, c.lh */
		return insn & 3 ? 0 : TANDEM_GPR(rd);
	default:
		return 0;
	}
}

/* The register that a load, lr or AMO writes; 0: none. */
static u16 loaded_rd(const struct verify *v)
{
	u32 insn = v->group->insn;
	unsigned int rd = insn_rd(insn);

	if (v->group->insn_bits == 16)
		return compressed_rd(v, insn);
	switch (insn_opcode(insn)) {
	case OPCODE_LOAD_FP:
		return TANDEM_FPR(rd);
	case OPCODE_LOAD:
	case OPCODE_AMO:
		return rd ? TANDEM_GPR(rd) : 0;
	default:
		return 0;
	}
}

/*
 * The loaded value in the register. A register without an element has kept its
 * value.
 * @return false: the load writes none, or the trace lacks it
 */
static bool register_value(struct verify *v, unsigned int bytes, u64 *value)
{
	const struct tandem_group *g = v->group;
	u16 reg = loaded_rd(v);
	bool known = reg && !verify_absent(v, reg);
	u32 i;

	*value = known ? v->shadow.reg[reg] : 0;
	for (i = 0; reg && i < g->num; i++) {
		if (g->element[i].op == TANDEM_REG &&
		    g->element[i].reg == reg) {
			*value = g->element[i].value;
			known = true;
		}
	}
	if (v->unknown_shift < 64)
		*value >>= v->unknown_shift;
	v->unknown_shift += 8 * bytes;
	return known;
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
	/* a trial must not use the group as its input: it is compared with
	 * it */
	if (v->trying && (kind == MODEL_FETCH || !v->group->insn_bits)) {
		v->blind = true;
		return false;
	}
	if (kind == MODEL_FETCH)
		return unknown_fetch(v, paddr, value);
	for (i = 1; i < g->num && !found; i++)
		found = response_value(&g->element[i - 1], &g->element[i],
				       paddr, bytes, value);
	if (!found && kind != MODEL_WALK)
		found = register_value(v, bytes, value);
	if (!found)
		*value = 0;
	v->guessed = !found;
	*value &= verify_bytes_mask(bytes);
	return true;
}
