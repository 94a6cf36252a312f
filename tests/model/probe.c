// SPDX-License-Identifier: BSD-2-Clause
/*
 * A program for a bare machine that asks its hart all questions about Control
 * Transfer Records, and prints each answer in a line "group: question: answer".
 * Software cannot tell two harts apart that print the same lines.
 */
#include "csr_access.h"
#include "probe.h"

#define XLEN __riscv_xlen

#define SCTRCTL 0x14e
#define SCTRSTATUS 0x14f
#define SISELECT 0x150
#define SIREG 0x151
#define SIREG2 0x152
#define SIREG3 0x153
#define SCTRDEPTH 0x15f
#define MSTATEEN0 0x30c
#define MSTATEEN0H 0x31c
#define MCTRCTL 0x34e
#if XLEN == 64
#define GATE MSTATEEN0
#define GATE_CTR (1ul << 54)
#define GATE_SELECT (1ul << 60)
#else
#define GATE MSTATEEN0H
#define GATE_CTR (1ul << 22)
#define GATE_SELECT (1ul << 28)
#endif

#define FROZEN 0x80000000ul
#define MIE (1ul << 3)
#define SPP (1ul << 8)
#define LCOFI 13
#define SSI 1

void probe_main(void);
void probe_m_plain(void);

static int has_gate, has_lcofi;

/* --- output --------------------------------------------------------------- */

static void put(const char *text)
{
	volatile unsigned char *uart = (void *)0x10000000ul;

	while (*text)
		*uart = (unsigned char)*text++;
}

static void put_hex(unsigned long value)
{
	char text[20];
	unsigned int at = sizeof(text) - 1;

	text[at] = 0;
	do
		text[--at] = "0123456789abcdef"[value & 15];
	while (value >>= 4);
	put(text + at);
}

static void answer(const char *group, const char *question, unsigned long value)
{
	put(group);
	put(": ");
	put(question);
	put(": ");
	put_hex(value);
	put("\n");
}

static void question(const char *group, const char *what, unsigned long value)
{
	put(group);
	put(": ");
	put(what);
	put(" ");
	put_hex(value);
	put(":");
}

static void more(unsigned long value)
{
	put(" ");
	put_hex(value);
}

/* --- registers ------------------------------------------------------------ */

static unsigned long tried_depth(unsigned long depth)
{
	csr_write(SCTRDEPTH, depth);
	return csr_read(SCTRDEPTH);
}

/* Number of valid entries, and the mask of the last valid one. */
static void entries(unsigned long depth)
{
	unsigned long n, source = 0, target = 0, data = 0, count = 0;

	for (n = 0; n < 256; n++) {
		csr_write(SISELECT, 0x200 + n);
		csr_write(SIREG, ~0ul);
		csr_write(SIREG2, ~0ul);
		csr_write(SIREG3, ~0ul);
		source = csr_read(SIREG);
		count += source != 0;
		if (n)
			continue;
		target = csr_read(SIREG2);
		data = csr_read(SIREG3);
		question("fields", "ctrsource of depth", depth);
		more(source);
		question("\nfields", "ctrtarget of depth", depth);
		more(target);
		question("\nfields", "ctrdata of depth", depth);
		more(data);
		put("\n");
	}
	question("fields", "entries of depth", depth);
	more(count);
	put("\n");
}

static void registers(void)
{
	unsigned long depth;

	if (!probe_no_mctrctl) {
		csr_write(MCTRCTL, ~0ul & ~7ul);
		answer("fields", "mctrctl", csr_read(MCTRCTL) | 7);
		csr_write(MCTRCTL, 0);
	}
	csr_write(SCTRCTL, ~0ul);
	answer("fields", "sctrctl", csr_read(SCTRCTL));
	csr_write(SCTRCTL, 0);
	for (depth = 0; depth < 8; depth++) {
		question("depth", "after writing", depth);
		more(tried_depth(depth));
		csr_write(SCTRSTATUS, ~0ul);
		put("\n");
		question("fields", "sctrstatus of depth written", depth);
		more(csr_read(SCTRSTATUS));
		put("\n");
		csr_write(SCTRSTATUS, 0);
		if (depth < 5)
			entries(depth);
	}
	tried_depth(0);
}

static void gates(void)
{
	unsigned long old;

	if (!has_gate)
		return;
	old = csr_read(GATE);
	csr_write(GATE, ~0ul);
	answer("gate", "mstateen0 has CTR", !!(csr_read(GATE) & GATE_CTR));
	answer("gate", "mstateen0 has CSRIND",
	       !!(csr_read(GATE) & GATE_SELECT));
	csr_write(GATE, old);
}

/* --- permissions --------------------------------------------------------- */

static void access(const struct probe_place *p, unsigned long mode,
		   unsigned long gate)
{
	question("access", p->name, mode << 4 | gate);
	if (has_gate)
		csr_write(GATE, (gate & 1 ? GATE_CTR : 0) |
					(gate & 2 ? GATE_SELECT : 0));
	csr_write(SISELECT, 0x203ul);
	more(probe_try(mode, p->pc));
	put("\n");
}

static void accesses(void)
{
	const struct probe_place *p;
	unsigned long gate, mode;

	csr_write(mtvec, probe_m_plain);
	for (mode = 0; mode < 4; mode += 1 + (mode == 1))
		for (gate = 0; gate < (has_gate ? 4 : 1); gate++)
			for (p = probe_accesses; p->name; p++)
				access(p, mode, gate);
	csr_write(mtvec, probe_m_entry);
	if (has_gate)
		csr_write(GATE, GATE_CTR | GATE_SELECT);
}

/* --- recorded transfers -------------------------------------------------- */

static void records(void)
{
	unsigned long n;

	more(csr_read(SCTRSTATUS));
	for (n = 0; n < 3; n++) {
		csr_write(SISELECT, 0x200 + n);
		more(csr_read(SIREG));
		more(csr_read(SIREG2));
		more(csr_read(SIREG3));
	}
	csr_write(SISELECT, 0x20ful);
	more(csr_read(SIREG));
	put("\n");
}

static void go(const char *group, const char *what, unsigned long number,
	       const struct probe_way *way)
{
	unsigned long cause = probe_go(way);

	question(group, what, number);
	more(cause);
	records();
}

static void transfers(void)
{
	const struct probe_place *p;
	struct probe_way way = { 0, 0, 0, 0 };
	unsigned long bit;

	for (way.mode = 0; way.mode < 2; way.mode++)
		for (p = probe_transfers; p->name; p++) {
			way.pc = p->pc;
			way.control = 1ul << way.mode;
			go("transfer", p->name, way.mode, &way);
			way.status = FROZEN | 5;
			go("transfer", p->name, way.mode | 0x10, &way);
			way.status = 0;
			way.control = 2ul >> way.mode;
			go("transfer", p->name, way.mode | 0x20, &way);
		}
	way.mode = 1;
	for (bit = 33; bit < 48 && XLEN == 64; bit++)
		for (p = probe_transfers; p->name; p++) {
			way.pc = p->pc;
			way.control = 2 | 1ull << bit % XLEN;
			go("filter", p->name, bit, &way);
		}
}

/* Controls that affect traps, by a number. */
static unsigned long control(unsigned int n)
{
	unsigned long value = n & 7;

	value |= n & 8 ? 1ul << 8 : 0;
	value |= n & 16 ? 1ul << 9 : 0;
	value |= n & 32 ? 1ul << 7 : 0;
#if XLEN == 64
	value |= (unsigned long)(n >> 6 & 7) << 33;
#endif
	return value;
}

#define CONTROLS (XLEN == 64 ? 512u : 64u)

static unsigned int cause_of(const struct probe_place *p, unsigned long mode)
{
	static const unsigned char causes[] = { 8, 3, 2, 5 };
	unsigned long cause = causes[p - probe_traps];

	return (unsigned int)(cause == 8 ? 8 + mode : cause);
}

/* S-mode returns by an ecall, so this cannot be delegated. */
static void exceptions(void)
{
	static const char *const names[] = { "exception U", "exception S", "",
					     "exception M" };
	const struct probe_place *p;
	struct probe_way way = { 0, 0, 0, 0 };
	unsigned int n, to_s;

	for (way.mode = 0; way.mode < 4; way.mode += 1 + (way.mode == 1))
		for (to_s = 0; to_s < 2 - way.mode / 3; to_s++)
			for (p = probe_traps; p->name; p++) {
				if (p == probe_traps && to_s && way.mode)
					continue;
				csr_write(medeleg,
					  to_s ? 1ul << cause_of(p, way.mode) :
						 0);
				way.pc = p->pc;
				for (n = 0; n < CONTROLS; n++) {
					way.control = control(n);
					go(names[way.mode],
					   to_s ? "to S by" : "to M by",
					   (unsigned long)(p - probe_traps)
							   << 12 |
						   n,
					   &way);
				}
			}
	csr_write(medeleg, 0);
}

static void interrupt(unsigned int irq, unsigned int to_s,
		      const struct probe_way *way, unsigned int n)
{
	static const char *const names[] = { "interrupt U", "interrupt S", "",
					     "interrupt M" };

	csr_write(mideleg, to_s ? 1ul << irq : 0);
	csr_write(mie, 1ul << irq);
	csr_set(mip, 1ul << irq);
	/* SIE directly, and MIE by the MRET */
	csr_set(mstatus, 1ul << 1 | 1ul << 7);
	go(names[way->mode], to_s ? "to S by" : "to M by", irq << 12 | n, way);
	csr_clear(mip, 1ul << irq);
	csr_write(mie, 0);
	csr_write(mideleg, 0);
}

static void interrupts(void)
{
	struct probe_way way = { 0, (unsigned long)probe_wait, 0, 0 };
	unsigned int n, to_s;

	for (way.mode = 0; way.mode < 4; way.mode += 1 + (way.mode == 1))
		for (to_s = 0; to_s < 2 - way.mode / 3; to_s++)
			for (n = 0; n < CONTROLS; n++) {
				way.control = control(n);
				interrupt(SSI, to_s, &way, n);
			}
}

static void freeze(void)
{
	struct probe_way way = { 0, 0, 0, 0 };
	unsigned int n, to_s;

	for (n = 0; n < 32; n++)
		for (to_s = 0; to_s < 2; to_s++) {
			way.mode = n & 1;
			way.control = 0x300ul | (n & 2 ? 7 : 0) |
				      (unsigned long)(n >> 2 & 3) << 11;
			way.pc = probe_traps[1].pc;
			csr_write(medeleg, to_s << 3);
			go("freeze",
			   to_s ? "breakpoint to S" : "breakpoint to M", n,
			   &way);
			csr_write(medeleg, 0);
			if (!has_lcofi)
				continue;
			way.pc = (unsigned long)probe_wait;
			interrupt(LCOFI, to_s, &way, n | 0x800);
		}
}

static void returns(void)
{
	struct probe_way way = { 1, (unsigned long)probe_sret, 0, 0 };
	unsigned int n;

	for (n = 0; n < CONTROLS; n++) {
		way.control = control(n);
		csr_write(sepc, probe_user);
		csr_clear(mstatus, SPP);
		go("return", "S to U", n, &way);
		csr_write(sepc, probe_user);
		csr_set(mstatus, SPP);
		go("return", "S to S", n, &way);
	}
}

static void stack(void)
{
	const struct probe_place *p;
	struct probe_way way = { 1, 0, 0, 0 };
	unsigned int n;

	for (p = probe_stack; p->name; p++)
		for (n = 0; n < 4; n++) {
			way.pc = p->pc;
			way.control = 0x82ul | (n & 1 ? 0x301 : 0);
#if XLEN == 64
			way.control |= n & 2 ? 0xff2eul << 32 : 0;
#endif
			go("stack", p->name, n, &way);
		}
}

/* --- all questions ------------------------------------------------------- */

static int works(unsigned long pc)
{
	return probe_try(3, pc) == 11;
}

static int trapped;

/* Skip the access to an absent CSR; no record is made meanwhile. */
__attribute__((interrupt("machine"), aligned(4))) static void pass(void)
{
	trapped = 1;
	csr_write(mepc, csr_read(mepc) + 4);
}

static void find_out(void)
{
	csr_write(mtvec, pass);
	csr_write(0x3b0, ~0ul);
	csr_write(0x3a0, 0x1ful);
	trapped = 0;
	csr_write(MSTATEEN0, 0);
	has_gate = !trapped;
	trapped = 0;
	csr_read(0xda0); /* scountovf */
	has_lcofi = !trapped;
	csr_write(mtvec, probe_m_plain);
	probe_no_mctrctl = !works(probe_accesses[9].pc);
}

void probe_main(void)
{
	find_out();
	csr_write(stvec, probe_s_entry);
	if (!works(probe_accesses[0].pc)) {
		answer("gate", "there is CTR", 0);
		return;
	}
	answer("gate", "there is mctrctl", !probe_no_mctrctl);
	gates();
	registers();
	accesses();
	transfers();
	exceptions();
	interrupts();
	freeze();
	returns();
	stack();
}
