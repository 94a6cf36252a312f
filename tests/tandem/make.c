// SPDX-License-Identifier: BSD-2-Clause
/* Random parameters, elements and streams. */
#include <base/bits.h>

#include "judge.h"
#include "make.h"

struct tandem_params make_params(u64 *random)
{
	static const u8 flen[] = { 0, 32, 64 };
	struct tandem_params params = { .xlen = 64, .mlen = 64 };

	if (judge_random(random, 2)) {
		params.xlen = 32;
		params.mlen = judge_random(random, 2) ? 34 : 32;
	}
	params.flen = flen[judge_random(random, 3)];
	params.dialect = (u8)judge_random(random, 2);
	return params;
}

/* A number of this many bits: any, one with few bits, or a limit */
static u64 make_value(u64 *random, unsigned int bits)
{
	u64 mask = bits_low64(bits);
	u64 value = judge_random(random, ~0ull);

	switch (judge_random(random, 4)) {
	case 0:
		return value & mask;
	case 1:
		return value & mask & 0xff;
	case 2:
		return mask;
	default:
		return 0;
	}
}

static struct tandem_element make_reg(const struct tandem_params *params,
				      u64 *random)
{
	struct tandem_element el = { .op = TANDEM_REG };

	el.op += (u8)judge_random(random, 3);
	do {
		el.reg = (u16)judge_random(random, TANDEM_REGS);
		el.bits = (u8)tandem_reg_bits(params, el.reg);
	} while (!el.bits);
	if (el.op == TANDEM_REG)
		el.value = make_value(random, el.bits);
	else if (el.op == TANDEM_REGOR)
		el.value = make_value(random, 8);
	else
		el.value = judge_random(random, 256) - 128;
	return el;
}

static struct tandem_element make_state(const struct tandem_params *params,
					u64 *random)
{
	struct tandem_element el = { .op = TANDEM_STATE };

	el.id = (u8)(1 + judge_random(random, TANDEM_STATES - 1));
	el.bits = (u8)(8 * tandem_element_bytes(params, &el) - 16);
	el.value = make_value(random, el.bits);
	return el;
}

static struct tandem_element make_memreq(const struct tandem_params *params,
					 u64 *random)
{
	unsigned int bits = 8u << judge_random(random, 4);

	return tandem_memreq(params,
			     (enum tandem_mem)judge_random(random, TANDEM_MEMS),
			     bits, make_value(random, params->mlen),
			     make_value(random, bits));
}

struct tandem_element make_element(const struct tandem_params *params,
				   u64 *random)
{
	static const u8 plain[] = { TANDEM_INCPC, TANDEM_RESET, TANDEM_INIT };

	switch (judge_random(random, 8)) {
	case 0:
	case 1:
	case 2:
		return make_reg(params, random);
	case 3:
	case 4:
		return make_state(params, random);
	case 5:
		return make_memreq(params, random);
	case 6:
		if (judge_random(random, 2))
			return tandem_insn(16, (u32)make_value(random, 16));
		return tandem_insn(32, (u32)make_value(random, 32));
	default:
		return tandem_plain(
			(enum tandem_op)
				plain[judge_random(random, array_size(plain))]);
	}
}

u32 make_elements(const struct tandem_params *params, u64 *random,
		  struct tandem_element *element, u32 room)
{
	u32 num = (u32)judge_random(random, room + 1), i;

	for (i = 0; i < num; i++) {
		element[i] = make_element(params, random);
		if (element[i].op != TANDEM_MEMREQ || i + 1 == num ||
		    judge_random(random, 2))
			continue;
		element[i + 1] =
			tandem_memrsp(params, &element[i],
				      (unsigned int)judge_random(random, 16),
				      make_value(random, element[i].bits));
		i++;
	}
	return num;
}

/*
 * Write an element unchanged, even if it breaks rules.
 * @return false: no room
 */
static bool put(struct tandem_encoder *encoder,
		const struct tandem_element *element, u32 num, bool group)
{
	const struct tandem_element begin = tandem_plain(TANDEM_BEGIN);
	const struct tandem_element end = tandem_plain(TANDEM_END);
	u32 i;

	if (encoder->room - encoder->used <
	    (num + 2) * TANDEM_ELEMENT_BYTES_MAX)
		return false;
	if (group)
		tandem_encoder_raw(encoder, &begin, NULL);
	for (i = 0; i < num; i++)
		tandem_encoder_raw(encoder, &element[i],
				   i ? &element[i - 1] : NULL);
	if (group)
		tandem_encoder_raw(encoder, &end, NULL);
	return true;
}

size_t make_stream(const struct tandem_params *params, u64 *random, u8 *bytes,
		   size_t room)
{
	static struct tandem_encoder encoder;
	struct tandem_element element[12];
	u32 num;

	tandem_encoder_init(&encoder, params, bytes, room);
	do
		num = make_elements(params, random, element,
				    array_size(element));
	while (put(&encoder, element, num, judge_random(random, 4)));
	return encoder.used;
}
