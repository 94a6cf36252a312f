// SPDX-License-Identifier: BSD-2-Clause
/*
 * Brief groups, decoded to records. The decoder looks for each part at its only
 * possible place, without a loop over elements; a group with another element,
 * or another order, is not brief. Bytes that it reads before it detects this
 * lie within the margin.
 */
#include <tandem/brief.h>
#include "tandem_wire.h"

/* More bytes than a brief group takes, plus eight for reads beyond it */
#define MARGIN 112

/* The compiler then folds the constants of each kind of stream into the
 * code. */
#define FOLDED static inline __attribute__((always_inline))

/* Widths that are the same in the whole stream. */
struct widths {
	unsigned int xlen_bytes, flen_bytes, addr_bytes, eaddr_bytes;
	u64 addr_mask;
};

/* The place of the decoder, and its findings about the group. */
struct place {
	const u8 *p; /* NULL: the group is not brief */
	u32 has;
	u64 addresses; /* all possible bits of addresses */
};

FOLDED bool is_state(const u8 *p, enum tandem_state id)
{
	return p[0] == TANDEM_STATE && p[1] == id;
}

/* A table: on RV32 the compiler may call a library for a shift by bytes. */
FOLDED u64 get(const u8 *p, unsigned int bytes)
{
	static const u64 low[] = {
		0,	    0xff,	  0xffff,	  0xffffff,
		0xffffffff, 0xffffffffff, 0xffffffffffff, 0xffffffffffffff,
		~0ULL
	};

	return tandem_word(p) & low[bytes];
}

/* The usual begin of a group, as the first bytes of a word. */
#define USUAL(insn) (TANDEM_BEGIN | TANDEM_INCPC << 8 | (insn) << 16)

/* @return false: another begin */
FOLDED bool take_usual(struct place *at, struct tandem_brief *b)
{
	u64 word = tandem_word(at->p);

	if ((word & 0xffffff) == USUAL(TANDEM_INSN32)) {
		b->insn = (u32)(word >> 24);
		b->insn_bytes = 4;
		at->p += 7;
	} else if ((word & 0xffffff) == USUAL(TANDEM_INSN16)) {
		b->insn = (u32)(word >> 24) & 0xffff;
		b->insn_bytes = 2;
		at->p += 5;
	} else {
		return false;
	}
	at->has = TANDEM_BRIEF_INCPC;
	return true;
}

/* Each function takes its part, which is optional. With INCPC the begin is
 * usual. */

FOLDED void take_pc(struct place *at, const struct widths *w,
		    struct tandem_brief *b)
{
	if (!is_state(at->p, TANDEM_PC))
		return;
	at->has = TANDEM_BRIEF_PC;
	b->pc = get(at->p + 2, w->xlen_bytes);
	at->p += 2 + w->xlen_bytes;
}

FOLDED void take_insn(struct place *at, struct tandem_brief *b)
{
	u32 word = (u32)tandem_word(at->p + 1);

	if (at->p[0] == TANDEM_INSN32) {
		b->insn = word;
		b->insn_bytes = 4;
		at->p += 5;
	} else if (at->p[0] == TANDEM_INSN16) {
		b->insn = word & 0xffff;
		b->insn_bytes = 2;
		at->p += 3;
	} else {
		at->p = NULL;
	}
}

FOLDED void take_reg(struct place *at, const struct widths *w,
		     struct tandem_brief *b)
{
	unsigned int bytes = w->xlen_bytes;
	u16 reg = (u16)(at->p[1] | at->p[2] << 8);

	if (unlikely(reg >= TANDEM_FPR(0)))
		bytes = reg < TANDEM_REGS ? w->flen_bytes : 0;
	if (unlikely(reg <= TANDEM_GPR(0) || !bytes)) {
		/* unseen: no brief group: an element that is not taken is no
		 * end */
		at->p = NULL;
		return;
	}
	at->has |= TANDEM_BRIEF_REG;
	b->reg = reg;
	b->value = get(at->p + 3, bytes);
	at->p += 3 + bytes;
}

FOLDED void take_paddr(struct place *at, const struct widths *w,
		       struct tandem_brief *b)
{
	if (!is_state(at->p, TANDEM_PADDR))
		return;
	at->has |= TANDEM_BRIEF_PADDR;
	b->paddr = get(at->p + 2, w->addr_bytes);
	at->addresses |= b->paddr;
	at->p += 2 + w->addr_bytes;
}

FOLDED void take_eaddr(struct place *at, const struct widths *w,
		       struct tandem_brief *b)
{
	if (!is_state(at->p, TANDEM_EADDR))
		return;
	at->has |= TANDEM_BRIEF_EADDR;
	b->eaddr = get(at->p + 2, w->eaddr_bytes);
	at->addresses |= b->eaddr;
	at->p += 2 + w->eaddr_bytes;
}

FOLDED void take_sdata(struct place *at, struct tandem_brief *b)
{
	unsigned int bytes = 1u << (at->p[1] & 3);

	if (at->p[0] != TANDEM_STATE || at->p[1] < TANDEM_SDATA8 ||
	    at->p[1] > TANDEM_SDATA64)
		return;
	at->has |= TANDEM_BRIEF_SDATA;
	b->sdata_bytes = (u8)bytes;
	b->sdata = get(at->p + 2, bytes);
	at->p += 2 + bytes;
}

/* @param size the required size */
FOLDED void take_response(struct place *at, unsigned int size, bool is_load,
			  struct tandem_brief *b)
{
	if (at->p[0] != TANDEM_MEMRSP)
		return;
	if (at->p[1] != size) {
		/* unseen: no brief group: an element that is not taken is no
		 * end */
		at->p = NULL;
		return;
	}
	at->has |= TANDEM_BRIEF_MEMRSP;
	at->p += 2;
	if (is_load) {
		b->loaded = get(at->p, 1u << size);
		at->p += 1u << size;
	}
}

FOLDED void take_request(struct place *at, const struct widths *w,
			 struct tandem_brief *b)
{
	unsigned int kind = at->p[1 + w->addr_bytes], size = kind >> 4;
	bool is_load = (kind & 15) == TANDEM_LOAD;

	if (at->p[0] != TANDEM_MEMREQ)
		return;
	if ((kind & 15) > TANDEM_STORE || size > 3) {
		/* unseen: no brief group: an element that is not taken is no
		 * end */
		at->p = NULL;
		return;
	}
	at->has |= TANDEM_BRIEF_MEMREQ;
	b->access = kind & 15;
	b->access_bytes = (u8)(1u << size);
	b->address = get(at->p + 1, w->addr_bytes);
	at->addresses |= b->address;
	at->p += 2 + w->addr_bytes;
	if (!is_load) {
		b->stored = get(at->p, 1u << size);
		at->p += 1u << size;
	}
	take_response(at, size, is_load, b);
}

FOLDED void take_begin(struct place *at, const struct widths *w,
		       struct tandem_brief *b)
{
	if (likely(take_usual(at, b)))
		return;
	if (at->p[0] != TANDEM_BEGIN) {
		at->p = NULL;
		return;
	}
	at->p++;
	take_pc(at, w, b);
	take_insn(at, b);
}

FOLDED void take_access(struct place *at, const struct widths *w,
			struct tandem_brief *b)
{
	take_paddr(at, w, b);
	take_eaddr(at, w, b);
	take_sdata(at, b);
	take_request(at, w, b);
	if (at->addresses & ~w->addr_mask)
		at->p = NULL;
}

/* @return the byte after the group; NULL: it is not brief */
FOLDED const u8 *take_group(const u8 *p, const struct widths *w,
			    struct tandem_brief *b)
{
	struct place at = { .p = p };

	take_begin(&at, w, b);
	if (at.p && at.p[0] == TANDEM_REG)
		take_reg(&at, w, b);
	if (at.p && at.p[0] != TANDEM_END)
		take_access(&at, w, b);
	b->has = (u8)at.has;
	return at.p && at.p[0] == TANDEM_END ? at.p + 1 : NULL;
}

FOLDED u32 take_groups(struct tandem_decoder *d, const struct widths *w,
		       struct tandem_brief *brief, u32 room)
{
	const u8 *p = d->next, *end = d->end, *behind;
	u64 offset = d->offset;
	u32 num;

	for (num = 0; num < room && end - p >= MARGIN; num++) {
		behind = take_group(p, w, &brief[num]);
		if (unlikely(!behind))
			break;
		brief[num].offset = offset;
		offset += (u64)(behind - p);
		p = behind;
	}
	d->next = p;
	d->offset = offset;
	return num;
}

u32 tandem_decoder_briefs(struct tandem_decoder *decoder,
			  struct tandem_brief *brief, u32 room)
{
	static const struct widths usual = { 8, 8, 8, 8, ~0ULL };
	const struct tandem_params *params = &decoder->params;
	struct widths w = { params->xlen / 8u, params->flen / 8u,
			    decoder->addr_bytes, decoder->eaddr_bytes,
			    decoder->addr_mask };

	if (unlikely(!decoder->done || decoder->carried || decoder->status ||
		     decoder->group.room < TANDEM_BRIEF_ELEMENTS))
		return 0;
	if (w.xlen_bytes == 8 && w.flen_bytes == 8 && params->mlen == 64)
		return take_groups(decoder, &usual, brief, room);
	return take_groups(decoder, &w, brief, room);
}

void tandem_decoder_whole(struct tandem_decoder *decoder,
			  const struct tandem_brief *brief)
{
	const u8 *next = decoder->next;
	u64 offset = decoder->offset;

	decoder->next -= offset - brief->offset;
	decoder->offset = brief->offset;
	tandem_decoder_next(decoder);
	decoder->next = next;
	decoder->offset = offset;
}
