// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads, stores and A (unprivileged ISA, chapters "RV32I", "RV64I" and "A").
 * There is one hart and no cache: orders of memory make no difference.
 */
#include "model_runs.h"

#define LOAD(name, type)                                                   \
	MODEL_RUN(name)                                                    \
	{                                                                  \
		u64 vaddr = (m->x[op->rs1] + (u64)(s64)op->imm) & m->mask; \
		u64 value;                                                 \
                                                                           \
		if (likely(model_load(m, s, vaddr, sizeof(type), &value))) \
			model_set_rd(m, op, s, (u64)(s64)(type)value, 0);  \
	}

LOAD(lb, signed char)
LOAD(lh, short)
LOAD(lw, s32)
LOAD(ld, s64)
LOAD(lbu, u8)
LOAD(lhu, u16)
LOAD(lwu, u32)

#define STORE(name, type)                                                    \
	MODEL_RUN(name)                                                      \
	{                                                                    \
		u64 vaddr = (m->x[op->rs1] + (u64)(s64)op->imm) & m->mask;   \
                                                                             \
		model_store(m, s, vaddr, sizeof(type), (type)m->x[op->rs2]); \
	}

STORE(sb, u8)
STORE(sh, u16)
STORE(sw, u32)
STORE(sd, u64)

/* Decoding puts the kind of an AMO and its bytes into imm. */
static unsigned int amo_kind(const struct model_op *op)
{
	return (unsigned int)op->imm & 0xff;
}

static unsigned int amo_bytes(const struct model_op *op)
{
	return (unsigned int)op->imm >> 8;
}

static u64 amo_extend(u64 value, unsigned int bytes)
{
	return bytes == 4 ? (u64)(s64)(s32)value : value;
}

static u64 amo_result(unsigned int kind, u64 old, u64 operand)
{
	switch (kind) {
	case MODEL_AMO_SWAP:
		return operand;
	case MODEL_AMO_ADD:
		return old + operand;
	case MODEL_AMO_XOR:
		return old ^ operand;
	case MODEL_AMO_AND:
		return old & operand;
	case MODEL_AMO_OR:
		return old | operand;
	case MODEL_AMO_MIN:
		return (s64)old < (s64)operand ? old : operand;
	case MODEL_AMO_MAX:
		return (s64)old < (s64)operand ? operand : old;
	case MODEL_AMO_MINU:
		return old < operand ? old : operand;
	default: /* MODEL_AMO_MAXU */
		return old < operand ? operand : old;
	}
}

static u64 amo_cut(u64 value, unsigned int bytes)
{
	return value & bits_low64(8 * bytes);
}

MODEL_RUN(lr)
{
	unsigned int bytes = amo_bytes(op);
	u64 vaddr = m->x[op->rs1] & m->mask;

	if (!model_locate(m, s, vaddr, bytes, MODEL_LR))
		return;
	if (!model_bus_load(m, s->paddr, bytes, MODEL_LR, &s->loaded)) {
		model_trap(m, s, CAUSE_LOAD_ACCESS, vaddr);
		return;
	}
	m->reservation = s->paddr | 1;
	model_set_rd(m, op, s, amo_extend(s->loaded, bytes), 0);
}

/* The reservation covers the word or doubleword that lr loaded. */
MODEL_RUN(sc)
{
	unsigned int bytes = amo_bytes(op);
	u64 vaddr = m->x[op->rs1] & m->mask;

	if (!m->input->sc_fails) {
		if (!model_locate(m, s, vaddr, bytes, MODEL_SC))
			return;
		s->data = amo_cut(m->x[op->rs2], bytes);
		s->before = model_peek(m, s->paddr, bytes);
		s->sc_failed = m->reservation != (s->paddr | 1);
		if (!s->sc_failed &&
		    !model_bus_store(m, s->paddr, bytes, MODEL_SC, s->data)) {
			model_trap(m, s, CAUSE_STORE_ACCESS, vaddr);
			return;
		}
	} else {
		s->sc_failed = true;
	}
	m->reservation = 0;
	model_set_rd(m, op, s, s->sc_failed, 0);
}

MODEL_RUN(amo)
{
	unsigned int bytes = amo_bytes(op), kind = amo_kind(op);
	u64 vaddr = m->x[op->rs1] & m->mask, operand = m->x[op->rs2];
	bool is_signed = kind != MODEL_AMO_MINU && kind != MODEL_AMO_MAXU;
	u64 old;

	if (!model_locate(m, s, vaddr, bytes, kind))
		return;
	s->data = amo_cut(operand, bytes);
	if (!model_bus_load(m, s->paddr, bytes, kind, &old)) {
		model_trap(m, s, CAUSE_STORE_ACCESS, vaddr);
		return;
	}
	s->loaded = s->before = old;
	s->stored = is_signed ? amo_result(kind, amo_extend(old, bytes),
					   amo_extend(operand, bytes)) :
				amo_result(kind, old, s->data);
	s->stored = amo_cut(s->stored, bytes);
	if (!model_bus_store(m, s->paddr, bytes, kind, s->stored)) {
		model_trap(m, s, CAUSE_STORE_ACCESS, vaddr);
		return;
	}
	model_set_rd(m, op, s, amo_extend(old, bytes), 0);
}
