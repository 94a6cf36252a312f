// SPDX-License-Identifier: BSD-2-Clause
/*
 * The short way to encode: the contents of a group stay in registers. The long
 * way encodes special or wrong groups.
 */
#include "tandem_quick.h"
#include "tandem_rules.h"
#include "tandem_wire.h"

struct quick {
	u8 *p;
	u64 regs; /* registers that may be in the group already, by a hash */
	u32 ops;
	u32 states;
};

static inline bool fits(u64 value, unsigned int bytes)
{
	return !(value & ~tandem_low_bytes(bytes));
}

/* Each function returns false if the group is special. */

static inline bool quick_reg(const struct tandem_encoder *e, struct quick *q,
			     const struct tandem_element *el)
{
	u64 bit = BIT64((el->reg ^ el->reg >> 7) & 63);
	unsigned int bits = tandem_wire_reg(&e->params, el->reg);

	if (unlikely(!bits || q->regs & bit || !fits(el->value, bits / 8)))
		return false;
	q->regs |= bit;
	tandem_put_word(q->p, TANDEM_REG | (u64)el->reg << 8);
	tandem_put_word(q->p + 3, el->value);
	q->p += 3 + bits / 8;
	return true;
}

static inline bool quick_state(const struct tandem_encoder *e, struct quick *q,
			       const struct tandem_element *el)
{
	unsigned int bytes = tandem_state_bytes(el->id, e->params.xlen / 8u,
						e->addr_bytes, e->eaddr_bytes);
	u32 like = 1u << (el->id & 31);

	if (like & TANDEM_SDATA_STATES)
		like = TANDEM_SDATA_STATES;
	if (unlikely(!bytes || q->states & like || !fits(el->value, bytes)))
		return false;
	/* a value of these bytes may be too wide for an address, or for priv */
	if (unlikely(el->id == TANDEM_PRIV || el->value & ~e->addr_mask))
		return false;
	q->states |= 1u << el->id;
	tandem_put_word(q->p, TANDEM_STATE | (u64)el->id << 8);
	tandem_put_word(q->p + 2, el->value);
	q->p += 2 + bytes;
	return true;
}

static inline bool quick_insn(struct quick *q, const struct tandem_element *el)
{
	const u32 insns = TANDEM_OP(INSN16) | TANDEM_OP(INSN32);
	unsigned int bytes = el->op == TANDEM_INSN16 ? 2 : 4;

	if (unlikely(q->ops & insns || !fits(el->value, bytes)))
		return false;
	tandem_put_word(q->p, el->op | el->value << 8);
	q->p += 1 + bytes;
	return true;
}

/* Code of the size of a memory access; for sizes without a code the caller's
 * check fails */
static inline unsigned int size_code(unsigned int bits)
{
	return (bits >= 16) + (bits >= 32) + (bits >= 64);
}

static inline bool quick_data(struct quick *q, const struct tandem_element *el,
			      bool data)
{
	if (el->bits != 8u << size_code(el->bits) || el->data != data ||
	    (data && !fits(el->value, el->bits / 8u)))
		return false;
	if (!data)
		return true;
	tandem_put_word(q->p, el->value);
	q->p += el->bits / 8;
	return true;
}

static inline bool quick_memreq(const struct tandem_encoder *e, struct quick *q,
				const struct tandem_element *el)
{
	if (el->id >= TANDEM_MEMS || el->address & ~e->addr_mask)
		return false;
	q->p[0] = TANDEM_MEMREQ;
	tandem_put_word(q->p + 1, el->address);
	q->p += 1 + e->addr_bytes;
	*q->p++ = (u8)(size_code(el->bits) << 4 | el->id);
	return quick_data(q, el, tandem_request_data(&e->params, el->id));
}

/* @param request	the element before, if it is a request; else NULL */
static inline bool quick_memrsp(const struct tandem_encoder *e, struct quick *q,
				const struct tandem_element *el,
				const struct tandem_element *request)
{
	if (!request || request->op != TANDEM_MEMREQ ||
	    request->bits != el->bits || el->result > 1)
		return false;
	*q->p++ = TANDEM_MEMRSP;
	*q->p++ = (u8)(el->result << 4 | size_code(el->bits));
	return quick_data(q, el, tandem_response_data(&e->params, request->id));
}

static inline bool quick_element(const struct tandem_encoder *e,
				 struct quick *q,
				 const struct tandem_element *el,
				 const struct tandem_element *before)
{
	switch (el->op) {
	case TANDEM_REG:
		return quick_reg(e, q, el);
	case TANDEM_STATE:
		return quick_state(e, q, el);
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		return quick_insn(q, el);
	case TANDEM_MEMREQ:
		return quick_memreq(e, q, el);
	case TANDEM_MEMRSP:
		return quick_memrsp(e, q, el, before);
	case TANDEM_INCPC:
		*q->p++ = TANDEM_INCPC;
		return !(q->ops & TANDEM_OP(INCPC));
	default:
		return false;
	}
}

bool tandem_quick_put(struct tandem_encoder *e,
		      const struct tandem_element *element, u32 num)
{
	const u32 insns = TANDEM_OP(INSN16) | TANDEM_OP(INSN32);
	size_t room = e->room - e->used;
	struct quick q = { .p = e->buf + e->used };
	u32 i;

	if (room / TANDEM_ELEMENT_BYTES_MAX < (size_t)num + 2)
		return false;
	*q.p++ = TANDEM_BEGIN;
	for (i = 0; i < num; i++) {
		if (!quick_element(e, &q, &element[i],
				   i ? &element[i - 1] : NULL))
			return false;
		q.ops |= 1u << element[i].op;
	}
	if (q.ops & TANDEM_OP(INCPC) &&
	    (!(q.ops & insns) || q.states >> TANDEM_PC & 1))
		return false;
	*q.p++ = TANDEM_END;
	e->used = (size_t)(q.p - e->buf);
	e->rules = 0;
	return true;
}
