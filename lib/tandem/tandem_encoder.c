// SPDX-License-Identifier: BSD-2-Clause
/*
 * Elements to bytes. Each is written with stores of eight bytes, beyond its end;
 * near the end of the buffer that goes to a copy first.
 */
#include "tandem_quick.h"
#include "tandem_rules.h"
#include "tandem_wire.h"

void tandem_encoder_init(struct tandem_encoder *encoder,
			 const struct tandem_params *params, u8 *buf,
			 size_t room)
{
	*encoder = (struct tandem_encoder){ .params = *params };
	encoder->buf = buf;
	encoder->room = room;
	encoder->addr_mask = bits_low64(params->mlen);
	encoder->addr_bytes = (u8)tandem_addr_bytes(params);
	encoder->eaddr_bytes = (u8)tandem_eaddr_bytes(params);
}

static inline bool fits(u64 value, unsigned int bytes)
{
	return !(value & ~tandem_low_bytes(bytes));
}

/* Each function returns the bytes written, or minus a status. */

static inline int put_reg(const struct tandem_encoder *e,
			  const struct tandem_element *el, u8 *p)
{
	unsigned int bits = tandem_wire_reg(&e->params, el->reg);

	if (unlikely(!bits))
		return -TANDEM_BAD_REG;
	p[1] = (u8)el->reg;
	p[2] = (u8)(el->reg >> 8);
	if (likely(el->op == TANDEM_REG)) {
		tandem_put_word(p + 3, el->value);
		return fits(el->value, bits / 8) ? (int)(3 + bits / 8) :
						   -TANDEM_BAD_VALUE;
	}
	p[3] = (u8)el->value;
	if (el->value != (el->op == TANDEM_REGADD ? tandem_amount(p[3]) : p[3]))
		return -TANDEM_BAD_VALUE;
	return 4;
}

static inline int put_state(const struct tandem_encoder *e,
			    const struct tandem_element *el, u8 *p)
{
	unsigned int bytes = tandem_state_bytes(el->id, e->params.xlen / 8u,
						e->addr_bytes, e->eaddr_bytes);

	if (unlikely(!bytes))
		return -TANDEM_BAD_STATE;
	p[1] = el->id;
	tandem_put_word(p + 2, el->value);
	return fits(el->value, bytes) ? (int)(2 + bytes) : -TANDEM_BAD_VALUE;
}

/* Code of the size of a memory access; 4: it has no code */
static inline unsigned int size_code(unsigned int bits)
{
	switch (bits) {
	case 8:
		return 0;
	case 16:
		return 1;
	case 32:
		return 2;
	case 64:
		return 3;
	default:
		return 4;
	}
}

static inline int put_data(const struct tandem_element *el, bool data, u8 *p,
			   unsigned int at)
{
	if (el->data != data)
		return -TANDEM_BAD_DATA;
	if (!data)
		return (int)at;
	tandem_put_word(p + at, el->value);
	return fits(el->value, el->bits / 8u) ? (int)(at + el->bits / 8) :
						-TANDEM_BAD_VALUE;
}

static inline int put_memreq(const struct tandem_encoder *e,
			     const struct tandem_element *el, u8 *p)
{
	unsigned int size = size_code(el->bits), at = 1u + e->addr_bytes;

	if (el->id >= TANDEM_MEMS)
		return -TANDEM_BAD_MEMOP;
	if (size > 3)
		return -TANDEM_BAD_SIZE;
	if (!fits(el->address, e->addr_bytes))
		return -TANDEM_BAD_VALUE;
	tandem_put_word(p + 1, el->address);
	p[at] = (u8)(size << 4 | el->id);
	return put_data(el, tandem_request_data(&e->params, el->id), p, at + 1);
}

static inline int put_memrsp(const struct tandem_encoder *e,
			     const struct tandem_element *el,
			     const struct tandem_element *before, u8 *p)
{
	unsigned int size = size_code(el->bits);

	if (!before || before->op != TANDEM_MEMREQ)
		return -TANDEM_RSP_ORPHAN;
	if (size > 3)
		return -TANDEM_BAD_SIZE;
	if (el->result > 15)
		return -TANDEM_BAD_VALUE;
	p[1] = (u8)(el->result << 4 | size);
	return put_data(el, tandem_response_data(&e->params, before->id), p, 2);
}

static inline int put_insn(const struct tandem_element *el, u8 *p)
{
	unsigned int bits = el->op == TANDEM_INSN16 ? 16 : 32;

	tandem_put_word(p + 1, el->value);
	return fits(el->value, bits / 8) ? (int)(1 + bits / 8) :
					   -TANDEM_BAD_VALUE;
}

/* Any element, to TANDEM_ELEMENT_BYTES_MAX writable bytes */
static inline int put(const struct tandem_encoder *e,
		      const struct tandem_element *el,
		      const struct tandem_element *before, u8 *p)
{
	p[0] = el->op;
	switch (el->op) {
	case TANDEM_REG:
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		return put_reg(e, el, p);
	case TANDEM_STATE:
		return put_state(e, el, p);
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		return put_insn(el, p);
	case TANDEM_MEMREQ:
		return put_memreq(e, el, p);
	case TANDEM_MEMRSP:
		return put_memrsp(e, el, before, p);
	case TANDEM_BEGIN:
	case TANDEM_END:
	case TANDEM_INCPC:
	case TANDEM_RESET:
	case TANDEM_INIT:
		return 1;
	default:
		return -TANDEM_BAD_OP;
	}
}

/* The same, near the end of the buffer. */
static int put_near_end(const struct tandem_encoder *e,
			const struct tandem_element *el,
			const struct tandem_element *before, u8 *p, size_t room)
{
	u8 copy[TANDEM_ELEMENT_BYTES_MAX];
	int bytes = put(e, el, before, copy), n;

	if (bytes > 0 && (size_t)bytes > room)
		return -TANDEM_NO_SPACE;
	for (n = 0; n < bytes; n++)
		p[n] = copy[n];
	return bytes;
}

static inline int put_somewhere(const struct tandem_encoder *e, size_t at,
				const struct tandem_element *el,
				const struct tandem_element *before)
{
	if (likely(e->room - at >= TANDEM_ELEMENT_BYTES_MAX))
		return put(e, el, before, e->buf + at);
	return put_near_end(e, el, before, e->buf + at, e->room - at);
}

/* Judge by the decoder's rules */
static inline void judge(struct tandem_encoder *e, struct tandem_group *group,
			 const struct tandem_element *elements, bool in_group)
{
	const struct tandem_element *el = &elements[group->num];

	switch (el->op) {
	case TANDEM_REG:
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		tandem_rules_reg(group, e->index, elements, el, in_group);
		break;
	case TANDEM_STATE:
		tandem_rules_state(group, e->addr_mask, el->id, el->value,
				   in_group);
		break;
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		tandem_rules_insn(group, el->op == TANDEM_INSN16 ? 16 : 32,
				  (u32)el->value, in_group);
		break;
	case TANDEM_MEMREQ:
		tandem_rules_memreq(group, e->addr_mask, el);
		break;
	case TANDEM_MEMRSP:
		tandem_rules_memrsp(group, el, el[-1].bits);
		break;
	default:
		tandem_rules_plain(group, el->op, in_group);
		break;
	}
}

/* Write elements from byte `at` on. @return the byte after them, or minus a
 * status */
static inline enum tandem_status put_all(struct tandem_encoder *e,
					 const struct tandem_element *element,
					 u32 num, bool in_group, size_t *at)
{
	struct tandem_group group;
	int bytes;

	tandem_group_start(&group, 0);
	for (; group.num < num; group.num++) {
		const struct tandem_element *el = &element[group.num];

		bytes = -TANDEM_BAD_OP;
		if (el->op != TANDEM_BEGIN && el->op != TANDEM_END)
			bytes = put_somewhere(e, *at, el,
					      group.num ? el - 1 : NULL);
		if (unlikely(bytes < 0)) {
			e->bad = group.num;
			return (enum tandem_status) - bytes;
		}
		judge(e, &group, element, in_group);
		*at += (size_t)bytes;
	}
	if (in_group)
		tandem_rules_group(&group);
	e->rules = group.rules;
	return group.rules ? TANDEM_BAD_RULE : TANDEM_OK;
}

enum tandem_status tandem_encoder_group(struct tandem_encoder *encoder,
					const struct tandem_element *element,
					u32 num)
{
	size_t at = encoder->used;
	enum tandem_status status;

	if (likely(tandem_quick_put(encoder, element, num)))
		return TANDEM_OK;
	if (encoder->room - at < 2)
		return TANDEM_NO_SPACE;
	encoder->buf[at++] = TANDEM_BEGIN;
	status = put_all(encoder, element, num, true, &at);
	if (status != TANDEM_OK)
		return status;
	if (at == encoder->room)
		return TANDEM_NO_SPACE;
	encoder->buf[at++] = TANDEM_END;
	encoder->used = at;
	return TANDEM_OK;
}

enum tandem_status tandem_encoder_outside(struct tandem_encoder *encoder,
					  const struct tandem_element *element,
					  u32 num)
{
	size_t at = encoder->used;
	enum tandem_status status;

	status = put_all(encoder, element, num, false, &at);
	if (status == TANDEM_OK)
		encoder->used = at;
	return status;
}

enum tandem_status tandem_encoder_raw(struct tandem_encoder *encoder,
				      const struct tandem_element *element,
				      const struct tandem_element *before)
{
	int bytes = put_somewhere(encoder, encoder->used, element, before);

	if (bytes < 0)
		return (enum tandem_status) - bytes;
	encoder->used += (size_t)bytes;
	return TANDEM_OK;
}
