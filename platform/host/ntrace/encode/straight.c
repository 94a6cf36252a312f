// SPDX-License-Identifier: BSD-2-Clause
/*
 * Lists of addresses repeat the same text many times: the text behind an
 * address is made once, then only compared.
 */
#include "straight.h"
#include <endian.h>
#include <stdlib.h>
#include <string.h>
#include "../decode/decode.h"

/* The last digits of an address choose the slot; each address has this many. */
enum { STRAIGHTS = 1 << 12, DIGITS = 4 };

struct nt_straights {
	const struct nt_program *program;
	u8 line; /* bytes of the last line in text */
	struct nt_straight straight[STRAIGHTS];
};

/* The slot for instructions from an address on, by its last digits. */
static u32 slot(u32 digits)
{
	digits &= 0xffff;
	return (digits / 2 ^ digits >> 12) % STRAIGHTS;
}

struct nt_straights *nt_straights_new(const struct nt_program *program)
{
	struct nt_straights *straights;

	if (!program->num_images || !nt_is_steady(program))
		return NULL;
	straights = must_alloc(sizeof(*straights));
	memset(straights, 0, sizeof(*straights));
	straights->program = program;
	return straights;
}

void nt_straights_free(struct nt_straights *straights)
{
	free(straights);
}

bool nt_insn_look_up(const struct nt_program *program, struct nt_insn *insn)
{
	const struct ntrace_region *region = ntrace_image_find(
		&program->view, insn->address, NTRACE_PRIV_UNKNOWN, 0, 0);
	const struct ntrace_step *step;

	if (!region)
		return false;
	step = &region->step[(insn->address - region->base) / 2];
	insn->bytes = (u8)(2 * ntrace_step_size(step));
	insn->end = (u8)ntrace_step_insn(step);
	insn->dest = insn->address + insn->bytes + 2 * (s64)step->jump;
	insn->has_dest = true;
	return insn->bytes != 0;
}

/* Add one more line, if it fits. */
static bool add_line(struct nt_straight *straight, u64 address)
{
	size_t room = sizeof(straight->text) - straight->length;
	int length = snprintf(straight->text + straight->length, room,
			      "0x%llx\n", (unsigned long long)address);

	if ((size_t)length >= room)
		return false;
	straight->length += (u8)length;
	return true;
}

static void fill(const struct nt_program *program, struct nt_straight *straight,
		 u64 address)
{
	struct nt_insn insn = { .address = address }, next = { 0 };

	memset(straight, 0, sizeof(*straight));
	if (!nt_insn_look_up(program, &insn))
		return;
	add_line(straight, address);
	straight->line = straight->length;
	straight->first = insn;
	for (; insn.end == NTRACE_END_LINEAR; insn = next) {
		next.address = insn.address + insn.bytes;
		if (!nt_insn_look_up(program, &next) ||
		    !add_line(straight, next.address))
			return;
		straight->insns++;
		straight->halfwords += insn.bytes / 2;
		straight->last = next;
	}
}

const struct nt_straight *nt_straights_add(struct nt_straights *straights,
					   u64 address)
{
	struct nt_straight *straight = &straights->straight[slot((u32)address)];

	if (straight->first.address != address || !straight->line)
		fill(straights->program, straight, address);
	straights->line = straight->line;
	return straight;
}

const struct nt_straight *
nt_straights_guess(const struct nt_straights *straights, const u8 *lines,
		   size_t size)
{
	const struct nt_straight *straight;
	u32 digits;

	/* 0x, four digits or more, and the end */
	if (straights->line < 2 + DIGITS + 1 || size < straights->line)
		return NULL;
	memcpy(&digits, lines + straights->line - 1 - DIGITS, DIGITS);
	digits = be32toh(digits);
	digits = (digits & 0x0f0f0f0f) + 9 * (digits >> 6 & 0x01010101);
	digits = (digits | digits >> 4) & 0x00ff00ff;
	straight = &straights->straight[slot(digits | digits >> 8)];
	return straight->line ? straight : NULL;
}
