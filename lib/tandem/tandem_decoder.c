// SPDX-License-Identifier: BSD-2-Clause
/*
 * Bytes to groups, element by element. An element is decoded from at least as
 * many bytes as the longest element has; elements near the end of a piece go
 * through a copy that is long enough.
 */
#include "tandem_quick.h"
#include "tandem_rules.h"
#include "tandem_wire.h"

void tandem_decoder_init(struct tandem_decoder *decoder,
			 const struct tandem_params *params,
			 struct tandem_element *element, u32 room)
{
	unsigned int id;

	*decoder = (struct tandem_decoder){ .params = *params };
	decoder->group.element = element;
	decoder->group.room = room;
	decoder->addr_mask = bits_low64(params->mlen);
	decoder->addr_bytes = (u8)tandem_addr_bytes(params);
	decoder->eaddr_bytes = (u8)tandem_eaddr_bytes(params);
	decoder->request = TANDEM_NO_REQUEST;
	for (id = 0; id < TANDEM_STATES; id++) {
		decoder->state_bytes[id] = (u8)tandem_state_bytes(
			id, params->xlen / 8u, decoder->addr_bytes,
			decoder->eaddr_bytes);
		decoder->state_mask[id] = ~0ULL;
	}
	decoder->state_mask[TANDEM_PRIV] = 3;
	decoder->state_mask[TANDEM_PADDR] = decoder->addr_mask;
	decoder->state_mask[TANDEM_EADDR] = decoder->addr_mask;
	decoder->state_mask[TANDEM_PCPADDR] = decoder->addr_mask;
	tandem_group_start(&decoder->group, 0);
	decoder->done = true;
}

void tandem_decoder_feed(struct tandem_decoder *decoder, const u8 *bytes,
			 size_t len)
{
	decoder->next = bytes;
	decoder->end = bytes + len;
}

void tandem_decoder_room(struct tandem_decoder *decoder,
			 struct tandem_element *element, u32 room)
{
	decoder->group.element = element;
	decoder->group.room = room;
}

/*
 * Each function takes one element from avail bytes; memory for the longest
 * element can always be read. Each returns the bytes taken, or minus a status;
 * an incomplete element changes nothing.
 */

static inline int take_reg(struct tandem_decoder *d, const u8 *p, size_t avail,
			   struct tandem_element *el)
{
	u16 reg = (u16)(p[1] | p[2] << 8);
	unsigned int bits = tandem_wire_reg(&d->params, reg);
	unsigned int bytes = p[0] == TANDEM_REG ? 3 + bits / 8 : 4;

	if (avail < 3 || avail < bytes)
		return -TANDEM_MORE;
	if (unlikely(!bits))
		return -TANDEM_BAD_REG;
	el->reg = reg;
	el->bits = (u8)bits;
	if (likely(p[0] == TANDEM_REG))
		el->value = tandem_word(p + 3) & tandem_low_bytes(bits / 8);
	else
		el->value = p[0] == TANDEM_REGADD ? tandem_amount(p[3]) : p[3];
	tandem_rules_reg(&d->group, d->index, d->group.element, el,
			 d->in_group);
	return (int)bytes;
}

static inline int take_state(struct tandem_decoder *d, const u8 *p,
			     size_t avail, struct tandem_element *el)
{
	unsigned int id = p[1];
	unsigned int bytes = tandem_state_bytes(id, d->params.xlen / 8u,
						d->addr_bytes, d->eaddr_bytes);

	if (avail < 2 + bytes)
		return -TANDEM_MORE;
	if (unlikely(!bytes))
		return -TANDEM_BAD_STATE;
	el->id = (u8)id;
	el->bits = (u8)(8 * bytes);
	el->value = tandem_word(p + 2) & tandem_low_bytes(bytes);
	tandem_rules_state(&d->group, d->addr_mask, id, el->value, d->in_group);
	return (int)(2 + bytes);
}

static inline int take_memreq(struct tandem_decoder *d, const u8 *p,
			      size_t avail, struct tandem_element *el)
{
	unsigned int at = 1u + d->addr_bytes;
	unsigned int op = p[at] & 15, size = p[at] >> 4 & 3;
	bool data = tandem_request_data(&d->params, op);
	unsigned int bytes = at + 1 + (data ? 1u << size : 0);

	if (avail <= at)
		return -TANDEM_MORE;
	if (op >= TANDEM_MEMS)
		return -TANDEM_BAD_MEMOP;
	if (p[at] >> 4 != size)
		return -TANDEM_BAD_SIZE;
	if (avail < bytes)
		return -TANDEM_MORE;
	el->id = (u8)op;
	el->bits = (u8)(8 << size);
	el->address = tandem_word(p + 1) & tandem_low_bytes(d->addr_bytes);
	el->data = data;
	if (data)
		el->value = tandem_word(p + at + 1) &
			    tandem_low_bytes(el->bits / 8u);
	tandem_rules_memreq(&d->group, d->addr_mask, el);
	d->request = (u8)op;
	d->request_bits = el->bits;
	return (int)bytes;
}

static inline int take_memrsp(struct tandem_decoder *d, const u8 *p,
			      size_t avail, struct tandem_element *el)
{
	unsigned int size = p[1] & 3;
	bool data = d->request != TANDEM_NO_REQUEST &&
		    tandem_response_data(&d->params, d->request);
	unsigned int bytes = 2 + (data ? 1u << size : 0);

	if (d->request == TANDEM_NO_REQUEST)
		return -TANDEM_RSP_ORPHAN;
	if (avail < 2)
		return -TANDEM_MORE;
	if ((p[1] & 15) != size)
		return -TANDEM_BAD_SIZE;
	if (avail < bytes)
		return -TANDEM_MORE;
	el->id = d->request;
	el->bits = (u8)(8 << size);
	el->result = p[1] >> 4;
	el->data = data;
	if (data)
		el->value = tandem_word(p + 2) &
			    tandem_low_bytes(el->bits / 8u);
	tandem_rules_memrsp(&d->group, el, d->request_bits);
	return (int)bytes;
}

static inline int take_insn(struct tandem_decoder *d, const u8 *p, size_t avail,
			    struct tandem_element *el)
{
	unsigned int bits = p[0] == TANDEM_INSN16 ? 16 : 32;
	u32 insn = (u32)tandem_word(p + 1) & (~0u >> (32 - bits));

	if (avail < 1 + bits / 8)
		return -TANDEM_MORE;
	el->bits = (u8)bits;
	el->value = insn;
	tandem_rules_insn(&d->group, bits, insn, d->in_group);
	return (int)(1 + bits / 8);
}

static inline int take_plain(struct tandem_decoder *d, unsigned int op)
{
	if (op == TANDEM_END) {
		d->group.rules |= TANDEM_RULE(TANDEM_STRAY_END);
		d->group.ops |= TANDEM_OP(END);
	} else {
		tandem_rules_plain(&d->group, op, d->in_group);
	}
	return 1;
}

/* Any element but begin, and the end of a group */
static inline int take(struct tandem_decoder *d, const u8 *p, size_t avail,
		       struct tandem_element *el)
{
	*el = (struct tandem_element){ .op = p[0] };
	switch (p[0]) {
	case TANDEM_REG:
	case TANDEM_REGADD:
	case TANDEM_REGOR:
		return take_reg(d, p, avail, el);
	case TANDEM_STATE:
		return take_state(d, p, avail, el);
	case TANDEM_INSN16:
	case TANDEM_INSN32:
		return take_insn(d, p, avail, el);
	case TANDEM_MEMREQ:
		return take_memreq(d, p, avail, el);
	case TANDEM_MEMRSP:
		return take_memrsp(d, p, avail, el);
	case TANDEM_END:
	case TANDEM_INCPC:
	case TANDEM_RESET:
	case TANDEM_INIT:
		return take_plain(d, p[0]);
	default:
		return -TANDEM_BAD_OP;
	}
}

/* The group ends here; `bytes` of the last element belong to it. */
static inline int close_group(struct tandem_decoder *d, enum tandem_close how,
			      unsigned int bytes)
{
	d->group.close = (u8)how;
	d->group.bytes = d->offset + bytes - d->group.offset;
	d->done = true;
	if (how == TANDEM_CLOSED || how == TANDEM_IMPLIED)
		tandem_rules_group(&d->group);
	return (int)bytes;
}

/* begin: ends an open group or loose elements, or starts a group. */
static inline int take_begin(struct tandem_decoder *d)
{
	if (unlikely(d->in_group))
		return close_group(d, TANDEM_IMPLIED, 0);
	if (d->group.num)
		return close_group(d, TANDEM_OUTSIDE, 0);
	d->in_group = true;
	return 1;
}

static inline int take_any(struct tandem_decoder *d, const u8 *p, size_t avail)
{
	struct tandem_group *group = &d->group;
	int bytes;

	if (p[0] == TANDEM_BEGIN || (p[0] == TANDEM_END && d->in_group)) {
		d->request = TANDEM_NO_REQUEST;
		return p[0] == TANDEM_BEGIN ? take_begin(d) :
					      close_group(d, TANDEM_CLOSED, 1);
	}
	if (unlikely(group->num == group->room))
		return d->in_group ? -TANDEM_FULL :
				     close_group(d, TANDEM_OUTSIDE, 0);
	bytes = take(d, p, avail, &group->element[group->num]);
	if (unlikely(bytes < 0))
		return bytes;
	if (p[0] != TANDEM_MEMREQ)
		d->request = TANDEM_NO_REQUEST;
	group->element[group->num].offset = (u32)(d->offset - group->offset);
	group->num++;
	return bytes;
}

/* Forget the group that the caller has. */
static inline void start_next(struct tandem_decoder *d)
{
	if (!d->done)
		return;
	tandem_group_start(&d->group, d->offset);
	d->in_group = false;
	d->done = false;
}

static enum tandem_status fail(struct tandem_decoder *d,
			       enum tandem_status status)
{
	d->status = (u8)status;
	d->error_offset = d->offset;
	close_group(d, d->in_group ? TANDEM_CUT : TANDEM_OUTSIDE, 0);
	return status;
}

/*
 * Elements near the end of a piece: the next bytes, up to the longest
 * element's, are appended to the bytes carried over from the piece before.
 */
static int take_carried(struct tandem_decoder *d)
{
	size_t more = (size_t)(d->end - d->next), n;
	int bytes;

	if (more > TANDEM_ELEMENT_BYTES_MAX)
		more = TANDEM_ELEMENT_BYTES_MAX;
	for (n = 0; n < more; n++)
		d->carry[d->carried + n] = d->next[n];
	if (!(d->carried + more))
		return -TANDEM_MORE;
	bytes = take_any(d, d->carry, d->carried + more);
	if (bytes == -TANDEM_MORE) {
		d->carried = (u8)(d->carried + more);
		d->next += more;
	} else if (bytes > 0) {
		/* the carried bytes alone were no complete element */
		d->next += bytes - d->carried;
		d->carried = 0;
	}
	return bytes;
}

enum tandem_status tandem_decoder_next(struct tandem_decoder *decoder)
{
	int bytes;

	if (unlikely(decoder->status))
		return (enum tandem_status)decoder->status;
	if (likely(decoder->done && !decoder->carried) &&
	    tandem_quick_group(decoder))
		return TANDEM_OK;
	start_next(decoder);
	do {
		if (likely(!decoder->carried &&
			   decoder->end - decoder->next >=
				   TANDEM_ELEMENT_BYTES_MAX)) {
			bytes = take_any(decoder, decoder->next,
					 TANDEM_ELEMENT_BYTES_MAX);
			decoder->next += bytes > 0 ? bytes : 0;
		} else {
			bytes = take_carried(decoder);
		}
		if (unlikely(bytes < 0)) {
			if (bytes == -TANDEM_MORE || bytes == -TANDEM_FULL)
				return (enum tandem_status) - bytes;
			return fail(decoder, (enum tandem_status) - bytes);
		}
		decoder->offset += (u64)bytes;
	} while (!decoder->done);
	return TANDEM_OK;
}

enum tandem_status tandem_decoder_finish(struct tandem_decoder *decoder)
{
	if (decoder->status)
		return (enum tandem_status)decoder->status;
	/* unseen: tandem_decoder_next() has just handed out nothing */
	start_next(decoder);
	if (decoder->carried)
		return fail(decoder, TANDEM_TRUNC);
	if (decoder->in_group)
		decoder->group.rules |= TANDEM_RULE(TANDEM_EOF_IN_GROUP);
	close_group(decoder, decoder->in_group ? TANDEM_CUT : TANDEM_OUTSIDE,
		    0);
	return TANDEM_OK;
}
