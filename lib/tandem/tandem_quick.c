// SPDX-License-Identifier: BSD-2-Clause
/*
 * Complete and ordinary groups: most of a trace. Results stay in registers, and
 * take effect only at the end of the group; the long way decodes all special
 * groups.
 */
#include "tandem_quick.h"
#include "tandem_rules.h"
#include "tandem_wire.h"

struct quick {
	const u8 *p;
	const u8 *begin;
	struct tandem_element *el;
	u64 regs; /* registers that may be in the group already, by a hash */
	u32 ops;
	u32 states;
	u32 insn;
	u32 insn_bits;
};

static inline void quick_put(struct quick *q, unsigned int op, unsigned int id,
			     unsigned int bits, u64 value)
{
	struct tandem_element *el = q->el++;

	*el = (struct tandem_element){ .op = (u8)op,
				       .id = (u8)id,
				       .bits = (u8)bits,
				       .offset = (u32)(q->p - q->begin),
				       .value = value };
	q->ops |= 1u << op;
}

/* Each function returns false if the group is special. */

static inline bool quick_reg(const struct tandem_decoder *d, struct quick *q)
{
	u16 reg = (u16)(q->p[1] | q->p[2] << 8);
	u64 bit = BIT64((reg ^ reg >> 7) & 63);
	unsigned int bits = tandem_wire_reg(&d->params, reg);

	if (unlikely(!bits || q->regs & bit))
		return false;
	q->regs |= bit;
	quick_put(q, TANDEM_REG, 0, bits,
		  tandem_word(q->p + 3) & tandem_low_bytes(bits / 8));
	q->el[-1].reg = reg;
	q->p += 3 + bits / 8;
	return true;
}

static inline unsigned int quick_state_bytes(const struct tandem_decoder *d,
					     unsigned int id)
{
	switch (id) {
	case TANDEM_PC:
		return d->params.xlen / 8u;
	case TANDEM_EADDR:
		return d->eaddr_bytes;
	case TANDEM_PADDR:
	case TANDEM_PCPADDR:
		return d->addr_bytes;
	default:
		return d->state_bytes[id];
	}
}

static inline bool quick_state(struct tandem_decoder *d, struct quick *q)
{
	unsigned int id = q->p[1] & 15, bytes = quick_state_bytes(d, id);
	u64 value = tandem_word(q->p + 2) & tandem_low_bytes(bytes);
	u32 like = 1u << id;

	if (like & TANDEM_SDATA_STATES)
		like = TANDEM_SDATA_STATES;
	if (unlikely(!bytes || q->p[1] != id || q->states & like))
		return false;
	if (unlikely(value & ~d->state_mask[id]) ||
	    (id == TANDEM_PRIV && value == 2))
		return false;
	q->states |= 1u << id;
	d->group.state[id] = value;
	quick_put(q, TANDEM_STATE, id, 8 * bytes, value);
	q->p += 2 + bytes;
	return true;
}

static inline bool quick_insn(struct quick *q, unsigned int bits)
{
	if (unlikely(q->insn_bits))
		return false;
	q->insn = (u32)tandem_word(q->p + 1) & (~0u >> (32 - bits));
	q->insn_bits = bits;
	quick_put(q, bits == 16 ? TANDEM_INSN16 : TANDEM_INSN32, 0, bits,
		  q->insn);
	q->p += 1 + bits / 8;
	return true;
}

/* A request and its response, if there is one */
static inline bool quick_mem(const struct tandem_decoder *d, struct quick *q)
{
	unsigned int at = 1u + d->addr_bytes;
	unsigned int op = q->p[at] & 15, size = q->p[at] >> 4;
	bool data = tandem_request_data(&d->params, op);
	u64 mask = tandem_low_bytes(1u << (size & 3));
	u64 address = tandem_word(q->p + 1) & tandem_low_bytes(d->addr_bytes);

	if (op >= TANDEM_MEMS || size > 3 || address & ~d->addr_mask)
		return false;
	quick_put(q, TANDEM_MEMREQ, op, 8u << size,
		  data ? tandem_word(q->p + at + 1) & mask : 0);
	q->el[-1].address = address;
	q->el[-1].data = data;
	q->p += at + 1 + (data ? 1u << size : 0);
	if (q->p[0] != TANDEM_MEMRSP)
		return true;
	if (q->p[1] >> 4 > 1 || (q->p[1] & 15) != size)
		/* unseen: no opcode of this value is one for quick_element() */
		return false;
	data = tandem_response_data(&d->params, op);
	quick_put(q, TANDEM_MEMRSP, op, 8u << size,
		  data ? tandem_word(q->p + 2) & mask : 0);
	q->el[-1].result = q->p[1] >> 4;
	q->el[-1].data = data;
	q->p += 2 + (data ? 1u << size : 0);
	return true;
}

static inline bool quick_element(struct tandem_decoder *d, struct quick *q)
{
	switch (q->p[0]) {
	case TANDEM_REG:
		return quick_reg(d, q);
	case TANDEM_STATE:
		return quick_state(d, q);
	case TANDEM_INSN16:
		return quick_insn(q, 16);
	case TANDEM_INSN32:
		return quick_insn(q, 32);
	case TANDEM_MEMREQ:
		return quick_mem(d, q);
	case TANDEM_INCPC:
		if (q->ops & TANDEM_OP(INCPC))
			return false;
		quick_put(q, TANDEM_INCPC, 0, 0, 0);
		q->p++;
		return true;
	default:
		return false;
	}
}

static inline void quick_close(struct tandem_decoder *d, const struct quick *q)
{
	struct tandem_group *group = &d->group;

	group->offset = d->offset;
	group->bytes = (u64)(q->p - q->begin);
	group->rules = 0;
	group->close = TANDEM_CLOSED;
	group->insn_bits = (u8)q->insn_bits;
	group->states = (u16)q->states;
	group->ops = q->ops;
	group->insn = q->insn;
	group->num = (u32)(q->el - group->element);
	if (unlikely((q->ops & TANDEM_OP(INCPC)) &&
		     (!q->insn_bits || q->states >> TANDEM_PC & 1)))
		tandem_rules_group(group);
	d->next = q->p;
	d->offset += group->bytes;
	/* unseen: the begin of the group has done it */
	d->request = TANDEM_NO_REQUEST;
}

/*
 * The usual first elements of groups, in the usual order; others are right,
 * too. Several predictable branches are quicker than one branch with many
 * targets.
 */
static inline bool quick_start(struct tandem_decoder *d, struct quick *q)
{
	unsigned int bytes = d->params.xlen / 8u;

	q->p++;
	if (q->p[0] == TANDEM_INCPC) {
		quick_put(q, TANDEM_INCPC, 0, 0, 0);
		q->p++;
	} else if (q->p[0] == TANDEM_STATE && q->p[1] == TANDEM_PC) {
		q->states = 1u << TANDEM_PC;
		d->group.state[TANDEM_PC] = tandem_word(q->p + 2) &
					    tandem_low_bytes(bytes);
		quick_put(q, TANDEM_STATE, TANDEM_PC, 8 * bytes,
			  d->group.state[TANDEM_PC]);
		q->p += 2 + bytes;
	}
	if (q->p[0] == TANDEM_INSN32)
		quick_insn(q, 32); /* unseen: only slower */
	else if (q->p[0] == TANDEM_INSN16)
		quick_insn(q, 16); /* unseen: only slower */
	return q->p[0] != TANDEM_REG || quick_reg(d, q);
}

bool tandem_quick_group(struct tandem_decoder *d)
{
	/* an element, its response if any, and the next byte */
	const s64 margin = 2 * TANDEM_ELEMENT_BYTES_MAX;
	struct tandem_element *full = d->group.element + d->group.room;
	struct quick q = { .p = d->next,
			   .begin = d->next,
			   .el = d->group.element };

	if (d->end - q.p < 3 * margin || d->group.room < 5 ||
	    q.p[0] != TANDEM_BEGIN || !quick_start(d, &q))
		return false;
	while (q.p[0] != TANDEM_END) {
		if (unlikely(full - q.el < 2 || d->end - q.p < margin) ||
		    !quick_element(d, &q))
			return false;
	}
	q.p++;
	quick_close(d, &q);
	return true;
}
