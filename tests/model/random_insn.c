// SPDX-License-Identifier: BSD-2-Clause
/* Random instructions: of all kinds, with more of the interesting ones. */
#include <model/model.h>

#include "random.h"

static u64 seed;

void random_seed(u64 value)
{
	seed = value;
}

/* Sebastiano Vigna's splitmix64. */
static u64 random_next(void)
{
	u64 z = seed += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return z ^ z >> 31;
}

u32 random_below(u32 limit)
{
	return (u32)((random_next() >> 32) * limit >> 32);
}

/* Pointers into the window. */
static u32 pointer(void)
{
	static const u8 pointers[] = { 2, 8, 29, 29, 30 };

	return pointers[random_below(sizeof(pointers))];
}

u32 random_short(void)
{
	u32 word = (u32)random_next() & 0xffff;

	return (word & 3) == 3 ? word & ~2u : word;
}

/* Sometimes both of a pair: SC directly after LR. */
static u32 random_amo(u32 word, u32 lr)
{
	if (!lr || random_below(2))
		return word;
	return (lr & 0x000ff07f) | 3u << 27 | (word & 0x01f00f80);
}

/* Opcodes that touch memory get a pointer and a small offset. */
static u32 random_memory(u32 opcode, u32 lr)
{
	u32 word = (u32)random_next() & ~0x000fff7fu;

	word |= opcode | pointer() << 15 | random_below(8) << 12;
	if (opcode == 0x03 || opcode == 0x07) /* loads */
		word = (word & 0xff0fffffu) |
		       (random_below(2) ? 0 : 0xf0000000u);
	if (opcode == 0x2f) /* AMOs */
		word = (word & ~0x4000u) | 0x2000;
	word |= random_below(32) << 7;
	if (opcode != 0x03 && opcode != 0x07)
		return opcode == 0x2f ? random_amo(word, lr) :
					word & 0x03ffffffu;
	return word & 0x0fffffff;
}

/* Numbers of CSRs that exist on some hart are frequent. */
static u32 random_system(void)
{
	static const u16 numbers[] = {
		0x001, 0x002, 0x003, 0x100, 0x104, 0x105, 0x106, 0x10a, 0x140,
		0x141, 0x142, 0x143, 0x14d, 0x15d, 0x180, 0x300, 0x301, 0x302,
		0x303, 0x304, 0x306, 0x30a, 0x310, 0x31a, 0x320, 0x323, 0x33f,
		0x341, 0x342, 0x343, 0x3a2, 0x3a3, 0x3b8, 0x3bf, 0x3c0, 0x723,
		0xc00, 0xc01, 0xc02, 0xc80, 0xf11, 0xf12, 0xf13, 0xf14, 0xf15,
	};
	u32 csr = random_below(4) ? numbers[random_below(array_size(numbers))] :
				    random_below(4096);

	if (!random_below(8)) /* MOP.R.n, MOP.RR.n */
		return random_below(2) ?
			       ((u32)random_next() & 0x4c3f8f80) | 0x81c04073 :
			       ((u32)random_next() & 0x4dff8f80) | 0x82004073;
	if (!random_below(8))
		return ((u32)random_next() & 0xfff00000) | 0x73;
	return 0x73 | csr << 20 | random_below(32) << 15 |
	       random_below(8) << 12 | random_below(32) << 7;
}

/* The operand that selects a function, in instructions that have one. */
static u32 float_code(u32 funct)
{
	switch (funct) {
	case 0x20: /* from singles, doubles, halves; FROUND */
		return random_below(6);
	case 0x60: /* FCVTMOD too */
		return random_below(5) ? random_below(4) : 8;
	case 0x68:
		return random_below(4);
	case 0x70: /* FMVH, FLI */
	case 0x78:
		return random_below(2);
	case 0x2c:
		return 0;
	default:
		return random_below(32);
	}
}

/* Arithmetic of all kinds and formats, in any rounding mode. */
static u32 random_float(void)
{
	static const u8 functs[] = { 0x00, 0x04, 0x08, 0x0c, 0x10, 0x14, 0x2c,
				     0x50, 0x60, 0x68, 0x70, 0x78, 0x20, 0x58 };
	u32 funct = functs[random_below(sizeof(functs))];
	u32 rm = random_below(8), format = random_below(3);
	u32 operands = random_below(32) << 15 | rm << 12 |
		       random_below(32) << 7;

	if (!random_below(4)) /* fused */
		return 0x43 | random_below(4) << 2 | format << 25 | operands |
		       random_below(32) << 20 | random_below(32) << 27;
	return 0x53 | (funct | format) << 25 | float_code(funct) << 20 |
	       operands;
}

u32 random_word(u32 lr)
{
	static const u8 opcodes[] = { 0x03, 0x03, 0x07, 0x0f, 0x13, 0x13,
				      0x13, 0x17, 0x1b, 0x1b, 0x23, 0x23,
				      0x27, 0x2f, 0x2f, 0x33, 0x33, 0x53,
				      0x33, 0x37, 0x3b, 0x3b, 0x53, 0x63,
				      0x67, 0x6f, 0x73, 0x73, 0x0b };
	static const u8 funct7s[] = { 0x00, 0x01, 0x04, 0x05, 0x10,
				      0x14, 0x20, 0x24, 0x30, 0x34 };
	u32 opcode = opcodes[random_below(sizeof(opcodes))];
	u32 word = ((u32)random_next() & ~0x7fu) | opcode;

	switch (opcode) {
	case 0x03:
	case 0x07:
	case 0x23:
	case 0x27:
	case 0x2f:
		return random_memory(opcode, lr);
	case 0x0f:
		return word & 0x007fffff;
	case 0x1b:
	case 0x33:
	case 0x3b:
		if (!random_below(16))
			return word;
		return (word & 0x01ffffff) |
		       (u32)funct7s[random_below(sizeof(funct7s))] << 25;
	case 0x53:
		return random_float();
	case 0x63: /* forward, and not far */
		return word & 0x01fff07f & ~0x80u;
	case 0x73:
		return random_system();
	default:
		return word;
	}
}
