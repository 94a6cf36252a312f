// SPDX-License-Identifier: BSD-2-Clause
/* Random instructions, encoded as in the unprivileged and privileged ISA. */
#include "steps.h"
#include "synth_insn.h"

struct choice {
	u64 *seed;
	unsigned int xlen, priv;
};

static u32 any(const struct choice *c, u32 limit)
{
	return (u32)steps_random(c->seed, limit);
}

/* x0, or a register that has no fixed use */
static u32 any_rd(const struct choice *c)
{
	static const u8 regs[] = { 0, 1, 5, 6, 7, 10, 11, 12, 13, 14, 15, 31 };

	return regs[any(c, array_size(regs))];
}

/* Mostly the instruction that is right for the mode. */
static u32 base(const struct choice *c)
{
	bool wrong = !any(c, 8);

	return (c->priv == MODEL_M) != wrong ? SYNTH_BASE : SYNTH_VIRTUAL_BASE;
}

static u32 offset(const struct choice *c, u32 bytes)
{
	u32 offset = any(c, 64) * bytes;

	return any(c, 8) ? offset : offset + any(c, 8);
}

static u32 arithmetic(const struct choice *c)
{
	static const u32 words[] = {
		0x00000033, 0x40000033, 0x00001033, 0x00002033, 0x00003033,
		0x00004033, 0x00005033, 0x40005033, 0x00006033, 0x00007033,
		0x02000033, 0x02001033, 0x02002033, 0x02003033, 0x02004033,
		0x02005033, 0x02006033, 0x02007033,
	};

	return words[any(c, array_size(words))] | any_rd(c) << 7 |
	       any(c, 32) << 15 | any(c, 32) << 20;
}

static u32 immediate(const struct choice *c)
{
	static const u8 kinds[] = { 0, 2, 3, 4, 6, 7 };

	if (!any(c, 4))
		return (any(c, 2) ? 0x37 : 0x17) | any_rd(c) << 7 |
		       any(c, 1 << 20) << 12;
	return 0x13 | any_rd(c) << 7 |
	       (u32)kinds[any(c, array_size(kinds))] << 12 | any(c, 32) << 15 |
	       any(c, 4096) << 20;
}

static u32 load(const struct choice *c)
{
	static const u8 kinds[] = { 0, 1, 2, 4, 5, 3, 6 };
	u32 kind = kinds[any(c, c->xlen == 64 ? 7 : 5)];

	return 0x03 | any_rd(c) << 7 | kind << 12 | base(c) << 15 |
	       offset(c, 1u << (kind & 3)) << 20;
}

static u32 store(const struct choice *c)
{
	u32 kind = any(c, c->xlen == 64 ? 4 : 3), imm = offset(c, 1u << kind);

	return 0x23 | (imm & 31) << 7 | kind << 12 | base(c) << 15 |
	       any(c, 32) << 20 | imm >> 5 << 25;
}

static u32 atomic(const struct choice *c)
{
	static const u8 kinds[] = { 0, 1, 2, 3, 4, 8, 12, 16, 20, 24, 28 };
	u32 kind = kinds[any(c, array_size(kinds))];

	return 0x2f | any_rd(c) << 7 |
	       (c->xlen == 64 ? 2 + any(c, 2) : 2) << 12 | base(c) << 15 |
	       (kind == 2 ? 0 : any(c, 32)) << 20 | kind << 27;
}

static u32 csr(const struct choice *c)
{
	static const u16 csrs[] = { 0x340, 0x140, 0x142, 0x143, 0x342, 0x343,
				    0x100, 0x301, 0xb00, 0xf14, 0x344, 0x144 };
	u32 number = csrs[any(c, array_size(csrs))], kind = 1 + any(c, 7);

	/* status and pending bits are only read: traps change them */
	if (number == 0x100 || (number & 0xff) == 0x44 || number == 0xb00)
		return 0x2073 | any_rd(c) << 7 | number << 20;
	return 0x73 | any_rd(c) << 7 | (kind == 4 ? 1 : kind) << 12 |
	       any(c, 32) << 15 | number << 20;
}

static u32 branch(const struct choice *c)
{
	static const u8 kinds[] = { 0, 1, 4, 5, 6, 7 };
	u32 ahead = 2 + any(c, 12);

	if (any(c, 3))
		return 0x63 | (u32)kinds[any(c, array_size(kinds))] << 12 |
		       any(c, 32) << 15 | any(c, 32) << 20 |
		       (ahead * 2 & 0x1e) << 7 | (ahead >> 4 & 1) << 25;
	return 0x6f | any_rd(c) << 7 | ahead << 21;
}

static u32 system_insn(const struct choice *c)
{
	static const u32 words[] = {
		0x00000073, 0x00100073, 0x30200073, 0x30200073,
		0x10200073, 0x10200073, 0x0ff0000f, 0x0000100f,
		0x12000073, 0x10500073, 0xffffffff,
	};

	return words[any(c, array_size(words))];
}

static u32 compressed(const struct choice *c)
{
	static const u16 words[] = {
		0x0001, /* c.nop */
		0x0285, /* c.addi x5, 1 */
		0x4529, /* c.li x10, 10 */
		0x85aa, /* c.mv x11, x10 */
		0x9532, /* c.add x10, x12 */
		0x8d89, /* c.sub x11, x10 */
		0x0000, /* illegal */
		0x9002, /* c.ebreak */
		0xc008, /* c.sw x10, 0(x8) */
		0x4008, /* c.lw x10, 0(x8) */
		0xc48c, /* c.sw x11, 8(x9) */
		0xa011, /* c.j +4 */
	};

	return words[any(c, array_size(words))];
}

u32 synth_insn(u64 *seed, unsigned int xlen, unsigned int priv, bool tight)
{
	static u32 (*const makers[])(const struct choice *) = {
		arithmetic, arithmetic, immediate,  immediate,	 load,
		load,	    store,	store,	    atomic,	 csr,
		branch,	    branch,	compressed, system_insn,
	};
	const struct choice choice = { seed, xlen, priv };

	if (tight)
		return compressed(&choice);
	return makers[any(&choice, array_size(makers))](&choice);
}
