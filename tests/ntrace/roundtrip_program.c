// SPDX-License-Identifier: BSD-2-Clause
/*
 * Random programs. First the kind of each instruction is chosen, which gives
 * addresses; then encodings, whose targets are any instructions that are near
 * enough.
 */
#include <string.h>

#include "roundtrip.h"

enum kind {
	C_NOP,
	ADD,
	C_BRANCH,
	BRANCH,
	C_J,
	JAL,
	C_JR,
	C_JALR,
	JALR,
	PAIR, /* AUIPC with JALR */
	MRET,
	ECALL,
	CUSTOM,
	CM_JT,
	CM_POPRET,
	KINDS
};

struct plan {
	u8 kind;
	u64 addr;
};

/* Share of each, of 100; the rest are C_NOP and ADD. */
static const u8 weights[KINDS] = {
	[C_BRANCH] = 14, [BRANCH] = 14, [C_J] = 4,    [JAL] = 8,
	[C_JR] = 5,	 [C_JALR] = 4,	[JALR] = 5,   [PAIR] = 3,
	[MRET] = 1,	 [ECALL] = 1,	[CUSTOM] = 1, [CM_JT] = 2,
	[CM_POPRET] = 3,
};

u32 roundtrip_random(struct roundtrip *rt, u32 limit)
{
	rt->random ^= rt->random << 13;
	rt->random ^= rt->random >> 7;
	rt->random ^= rt->random << 17;
	return (u32)(rt->random >> 32) % limit;
}

static u8 pick_kind(struct roundtrip *rt)
{
	u32 n = roundtrip_random(rt, 100);
	u8 kind;

	for (kind = 0; kind < KINDS; kind++) {
		if (n < weights[kind])
			break;
		n -= weights[kind];
	}
	if ((kind == CM_JT && !rt->code.isa.zcmt) ||
	    (kind == CM_POPRET && !rt->code.isa.zcmp) || kind == KINDS)
		return n % 2 ? C_NOP : ADD;
	return kind;
}

static unsigned int kind_bytes(enum kind kind)
{
	switch (kind) {
	case C_NOP:
	case C_BRANCH:
	case C_J:
	case C_JR:
	case C_JALR:
	case CM_JT:
	case CM_POPRET:
		return 2;
	case PAIR:
		return 8;
	default:
		return 4;
	}
}

static u32 bit(u64 value, unsigned int from, unsigned int to)
{
	return (u32)(value >> from & 1) << to;
}

static u32 bits(u64 value, unsigned int from, unsigned int num, unsigned int to)
{
	return (u32)(value >> from & ((1u << num) - 1)) << to;
}

static u32 encode_branch(u64 offset)
{
	return 0x00b50063 | bit(offset, 12, 31) | bits(offset, 5, 6, 25) |
	       bits(offset, 1, 4, 8) | bit(offset, 11, 7);
}

static u32 encode_jal(u64 offset, u32 rd)
{
	return 0x6f | rd << 7 | bit(offset, 20, 31) | bits(offset, 1, 10, 21) |
	       bit(offset, 11, 20) | bits(offset, 12, 8, 12);
}

static u32 encode_c_branch(u64 offset)
{
	return 0xc101 | bit(offset, 8, 12) | bits(offset, 3, 2, 10) |
	       bits(offset, 6, 2, 5) | bits(offset, 1, 2, 3) |
	       bit(offset, 5, 2);
}

static u32 encode_c_j(u64 offset, u32 code)
{
	return code | bit(offset, 11, 12) | bit(offset, 4, 11) |
	       bits(offset, 8, 2, 9) | bit(offset, 10, 8) | bit(offset, 6, 7) |
	       bit(offset, 7, 6) | bits(offset, 1, 3, 3) | bit(offset, 5, 2);
}

/* Any instruction at most range bytes away. */
static u64 pick_offset(struct roundtrip *rt, u64 addr, u64 range)
{
	for (;;) {
		u64 offset =
			rt->insn[roundtrip_random(rt, rt->num_insns)] - addr;

		if (offset + range < 2 * range)
			return offset;
	}
}

static u32 pick_register(struct roundtrip *rt)
{
	static const u8 registers[] = { 0, 1, 1, 5, 10, 0 };

	return registers[roundtrip_random(rt, array_size(registers))];
}

static u32 encode_pair(struct roundtrip *rt, u64 addr)
{
	u64 offset = pick_offset(rt, addr, 1 << 20);
	u32 upper = (u32)((offset + 0x800) & 0xfffff000), code = upper | 0x317;
	u8 bytes[4] = { (u8)code, (u8)(code >> 8), (u8)(code >> 16),
			(u8)(code >> 24) };

	code_add(&rt->code, addr, bytes, sizeof(bytes));
	return (u32)(offset - upper) << 20 | 0x00030067 |
	       pick_register(rt) << 7;
}

static u32 encode(struct roundtrip *rt, const struct plan *plan)
{
	u64 near = plan->addr;

	switch (plan->kind) {
	case ADD:
		return 0x00b50533;
	case C_BRANCH:
		return encode_c_branch(pick_offset(rt, near, 1 << 8));
	case BRANCH:
		return encode_branch(pick_offset(rt, near, 1 << 12));
	case C_J: /* on RV32 C.JAL too */
		return encode_c_j(pick_offset(rt, near, 1 << 11),
				  rt->code.isa.xlen == 32 && near & 2 ? 0x2001 :
									0xa001);
	case JAL:
		return encode_jal(pick_offset(rt, near, 1 << 20),
				  pick_register(rt));
	case C_JR:
		return near & 2 ? 0x8082 : 0x8502;
	case C_JALR:
		return near & 2 ? 0x9282 : 0x9502;
	case JALR:
		return 0x67 | pick_register(rt) << 7 |
		       (pick_register(rt) | 4) << 15;
	case PAIR:
		return encode_pair(rt, near);
	case MRET:
		return 0x30200073;
	case ECALL:
		return 0x73;
	case CUSTOM:
		return 0x0b;
	case CM_JT:
		return 0xa002 | roundtrip_random(rt, 256) << 2;
	case CM_POPRET:
		return 0xbe42;
	default:
		return 0x0001;
	}
}

static void make_table(struct roundtrip *rt)
{
	unsigned int size = rt->code.isa.xlen / 8, i, j;

	rt->code.jump_table_bytes = 256 * size;
	for (i = 0; i < 256; i++) {
		u64 addr = rt->insn[roundtrip_random(rt, rt->num_insns)];

		for (j = 0; j < size; j++)
			rt->code.jump_table[i * size + j] =
				(u8)(addr >> (8 * j));
	}
}

void roundtrip_program(struct roundtrip *rt)
{
	static const u64 bases[] = { 0x100, 0x80000000, 0xffffffff80200000,
				     0x7ffffe00 };
	u64 addr = bases[roundtrip_random(rt, array_size(bases))];
	static struct plan plan[ROUNDTRIP_INSNS];
	unsigned int i;

	rt->code.isa.xlen = roundtrip_random(rt, 3) ? 64 : 32;
	rt->code.isa.zcmp = roundtrip_random(rt, 2);
	rt->code.isa.zcmt = roundtrip_random(rt, 2);
	if (rt->code.isa.xlen == 32)
		addr = (u32)addr;
	rt->num_insns = 20 + roundtrip_random(rt, ROUNDTRIP_INSNS - 20);
	for (i = 0; i < rt->num_insns; i++) {
		plan[i].kind = i + 1 < rt->num_insns ? pick_kind(rt) : C_JR;
		plan[i].addr = rt->insn[i] = addr;
		addr += kind_bytes(plan[i].kind);
	}
	for (i = 0; i < rt->num_insns; i++) {
		u32 code = encode(rt, &plan[i]);
		u8 bytes[4] = { (u8)code, (u8)(code >> 8), (u8)(code >> 16),
				(u8)(code >> 24) };
		bool pair = plan[i].kind == PAIR;

		code_add(&rt->code, plan[i].addr + (pair ? 4 : 0), bytes,
			 pair ? 4 : kind_bytes(plan[i].kind));
	}
	make_table(rt);
}
