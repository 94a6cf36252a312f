// SPDX-License-Identifier: BSD-2-Clause
/*
 * Loads and stores that are not aligned, on harts that leave them to M-mode:
 * each is made through our entry and through OpenSBI's, and must be what the
 * instruction would have been. QEMU's harts do them, those of the model need not.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "memory.h"
#include "misaligned.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "random.h"

#define BASE 9 /* register with the address, within reach of C.LW */
#define LIMIT (XLEN == 32 ? 150 : 120)
#define NOTHING (0x80000000ul + 0x10000000ul) /* where the model's RAM ends */
#define MISALIGNED_EVENTS 2

static struct {
	u8 before[16], bytes[32], behind[16];
} area __attribute__((aligned(64)));

/* Where code is executed, less where it is */
static unsigned long code_moved;

static u16 code[512] __attribute__((aligned(8)));
static struct peek look;

/* One way of one access. */
static struct way {
	unsigned long regs[32], cause, tval;
	u8 bytes[sizeof(area)];
	u64 events[MISALIGNED_EVENTS];
	unsigned long instructions;
	u32 traps;
} ways[2];

static u8 bytes_before[sizeof(area)];

/* sbi_call_registers() with another instruction for its ecall */
static void make_code(u32 insn)
{
	unsigned int n;

	memcpy(code, (const void *)sbi_call_registers, sizeof(code));
	for (n = 0; code[n] != ECALL || code[n + 1]; n++)
		;
	code[n] = (u16)insn;
	code[n + 1] = (u16)(insn >> 16);
	__asm__ volatile("fence.i" ::: "memory");
}

static unsigned long run_code(unsigned long regs[32])
{
	void (*call)(unsigned long *) =
		(void *)((unsigned long)code + code_moved);
	unsigned long begin = csr_read(instret);

	call(regs);
	return csr_read(instret) - begin;
}

static void events(u64 count[MISALIGNED_EVENTS])
{
	count[0] = pmu_value(pmu.fw);
	count[1] = pmu_value(pmu.fw + 1);
}

static void one_way(unsigned int entry, const unsigned long regs[32])
{
	struct way *w = &ways[entry];
	u64 after[MISALIGNED_EVENTS];
	struct hart *self = hart_self();

	memcpy(&area, bytes_before, sizeof(area));
	memcpy(w->regs, regs, sizeof(w->regs));
	CHECK(peek_entry(entry) != PEEK_ASK);
	events(w->events);
	peek_save(&look);
	peek_load(&look);
	self->cause = HART_NO_TRAP;
	self->expect = 1;
	w->instructions = run_code(w->regs);
	self->expect = 0;
	peek_save(&look);
	w->cause = self->cause;
	w->tval = csr_read(stval);
	w->traps = look.traps - 1; /* one is the look itself */
	peek_entry(PEEK_FAST);
	events(after);
	w->events[0] = after[0] - w->events[0];
	w->events[1] = after[1] - w->events[1];
	memcpy(w->bytes, &area, sizeof(area));
}

/* Both ways; the registers and memory are the same afterwards. */
static void both(u32 insn, unsigned long regs[32], bool served)
{
	struct way *fast = &ways[PEEK_FAST], *slow = &ways[PEEK_STOCK];
	unsigned int n;

	for (n = 0; n < sizeof(area); n++)
		bytes_before[n] = (u8)random();
	make_code(insn);
	one_way(PEEK_STOCK, regs);
	one_way(PEEK_FAST, regs);
	for (n = 1; n < 32; n++)
		if (n != 2)
			CHECK_EQ(fast->regs[n], slow->regs[n]);
	CHECK(!memcmp(fast->bytes, slow->bytes, sizeof(area)));
	CHECK_EQ(fast->cause, slow->cause);
	CHECK_EQ(fast->events[0], slow->events[0]);
	CHECK_EQ(fast->events[1], slow->events[1]);
	if (fast->cause != HART_NO_TRAP)
		CHECK_EQ(fast->tval, slow->tval);
	CHECK_EQ(fast->traps, !served);
	CHECK_EQ(slow->traps, 1);
}

static void some_registers(unsigned long regs[32], unsigned long address)
{
	unsigned int n;

	for (n = 0; n < 32; n++)
		regs[n] = (unsigned long)random();
	/* A hart that takes a trap finds itself there */
	__asm__ volatile("mv	%0, tp" : "=r"(regs[4]));
	regs[BASE] = address;
}

static unsigned long shown(const u8 *bytes, unsigned int funct3)
{
	unsigned int size = 1u << (funct3 & 3), n;
	unsigned long value = 0;

	for (n = 0; n < size; n++)
		value |= (unsigned long)bytes[n] << 8 * n;
	if (!(funct3 & 4) && size < sizeof(value) && bytes[size - 1] & 0x80)
		value |= ~0ul << 8 * size;
	return value;
}

static void is_loaded(unsigned int offset, unsigned int rd, unsigned int funct3)
{
	const struct way *w = &ways[PEEK_FAST];

	CHECK_EQ(w->cause, HART_NO_TRAP);
	CHECK_EQ(w->events[0], 1);
	CHECK_EQ(w->events[1], 0);
	if (rd)
		CHECK_EQ(w->regs[rd],
			 shown(&bytes_before[16 + offset], funct3));
	CHECK(!memcmp(w->bytes, bytes_before, sizeof(area)));
}

static void is_stored(unsigned int offset, unsigned long value,
		      unsigned int funct3)
{
	const struct way *w = &ways[PEEK_FAST];
	unsigned int n, size = 1u << funct3;

	CHECK_EQ(w->cause, HART_NO_TRAP);
	CHECK_EQ(w->events[0], 0);
	CHECK_EQ(w->events[1], 1);
	for (n = 0; n < sizeof(area); n++)
		CHECK_EQ(w->bytes[n],
			 n - 16 - offset < size ?
				 value >> 8 * (n - 16 - offset) & 0xff :
				 bytes_before[n]);
}

/* --- whether there is anything to test --------------------------------------- */

static bool traps(void)
{
	unsigned long regs[32];

	CHECK_VALUE(pmu_config(pmu.fw, 1, CLEAR | AUTO,
			       EVENT_FW(SBI_PMU_FW_MISALIGNED_LOAD), 0),
		    pmu.fw);
	CHECK_VALUE(pmu_config(pmu.fw + 1, 1, CLEAR | AUTO,
			       EVENT_FW(SBI_PMU_FW_MISALIGNED_STORE), 0),
		    pmu.fw + 1);
	some_registers(regs, (unsigned long)area.bytes + 1);
	make_code(LOAD | 2u << 12 | BASE << 15 | 8u << 7);
	one_way(PEEK_STOCK, regs);
	return ways[PEEK_STOCK].traps;
}

static bool ready(void)
{
	if (!peek_ready())
		return false;
	if (traps())
		return true;
	CHECK(!option_given("aligned"));
	check_skip("harts do it themselves");
	return false;
}

/* --- cases ------------------------------------------------------------------- */

static unsigned int odd_offset(unsigned int funct3)
{
	unsigned int size = 1u << (funct3 & 3);

	return (u32)random() % 2 * size + 1 + (u32)random() % (size - 1);
}

static const u8 widths[] = { 1, 2, 5,
#if __riscv_xlen == 64
			     3, 6
#endif
};

static void loads(void)
{
	unsigned long regs[32], address = (unsigned long)area.bytes;
	unsigned int n, rd, offset;
	u32 insn;

	if (!ready())
		return;
	for (n = 0; n < sizeof(widths); n++)
		for (rd = 0; rd < 32; rd++) {
			if (rd == 2)
				continue;
			check_row("load", widths[n] << 8 | rd);
			offset = odd_offset(widths[n]);
			some_registers(regs, address + offset + 7);
			insn = LOAD | (u32)widths[n] << 12 | BASE << 15 |
			       rd << 7 | (u32)-7 << 20;
			both(insn, regs, true);
			is_loaded(offset, rd, widths[n]);
		}
	check_row(NULL, 0);
}

static void stores(void)
{
	unsigned long regs[32], address = (unsigned long)area.bytes;
	unsigned int n, rs, offset;
	u32 insn;

	if (!ready())
		return;
	for (n = 1; n < 2 + XLEN / 32; n++)
		for (rs = 0; rs < 32; rs++) {
			if (rs == 2)
				continue;
			check_row("store", n << 8 | rs);
			offset = odd_offset(n);
			some_registers(regs, address + offset);
			insn = STORE | n << 12 | BASE << 15 | rs << 20;
			both(insn, regs, true);
			is_stored(offset, rs ? regs[rs] : 0, n);
		}
	check_row(NULL, 0);
}

#define NOP 0x00010000u /* c.nop, behind two bytes */

/* C.LW, C.LD, C.SW, C.SD: 2, 3, 6 and 7 */
static void short_ones(void)
{
	unsigned long regs[32], address = (unsigned long)area.bytes;
	unsigned int kind, reg, offset;
	u32 insn;

	if (!ready())
		return;
	for (kind = 2; kind < 8; kind++)
		for (reg = 8; reg < 16 && (kind & 2); reg++) {
			if (XLEN == 32 && kind & 1)
				continue;
			check_row("short", kind << 8 | reg);
			offset = odd_offset(kind & 3);
			some_registers(regs, address + offset);
			insn = NOP | kind << 13 | (BASE - 8) << 7 |
			       (reg - 8) << 2;
			both(insn, regs, true);
			if (kind & 4)
				is_stored(offset, regs[reg], kind & 3);
			else
				is_loaded(offset, reg, kind & 3);
		}
	check_row(NULL, 0);
}

/* C.LWSP or C.LDSP to s2 with another stack pointer; C.SWSP, C.SDSP from it. */
#define ON_STACK(half)                                   \
	__asm__ volatile(".option push\n.option norvc\n" \
			 "mv	t6, sp\n"                   \
			 "mv	sp, %1\n"                   \
			 ".2byte	" half "\n"      \
			 ".option pop\n"                 \
			 "mv	sp, t6"                     \
			 : "+r"(s2)                      \
			 : "r"(address)                  \
			 : "t6", "memory")

static void on_the_stack(void)
{
	register unsigned long s2 __asm__("s2") = 0;
	unsigned long address = (unsigned long)area.bytes + 3;
	unsigned int n;

	if (!ready())
		return;
	for (n = 0; n < 32; n++)
		area.bytes[n] = (u8)(0x80 + n);
	ON_STACK("0x4902"); /* c.lwsp s2, 0 */
	CHECK_EQ(s2, shown(area.bytes + 3, 2));
	s2 = 0x0102030405060708ull & ~0ul;
	ON_STACK("0xc04a"); /* c.swsp s2, 0 */
	CHECK_EQ(shown(area.bytes + 3, 2), 0x05060708);
	CHECK_EQ(area.bytes[7], 0x87);
#if __riscv_xlen == 64
	ON_STACK("0xe04a"); /* c.sdsp s2, 0 */
	CHECK_EQ(shown(area.bytes + 3, 3), 0x0102030405060708ul);
	s2 = 0;
	ON_STACK("0x6902"); /* c.ldsp s2, 0 */
	CHECK_EQ(s2, 0x0102030405060708ul);
#endif
}

/* Cases of OpenSBI's: floating point, atomics, and faults on the way. */
static void left_to_c(void)
{
	unsigned long regs[32];

	if (!ready())
		return;
	/* Memory of M-mode */
	some_registers(regs, 0x80000001ul);
	both(LOAD | 2u << 12 | BASE << 15 | 8u << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 5);
	CHECK_EQ(ways[PEEK_FAST].tval, 0x80000001ul);
	both(STORE | 2u << 12 | BASE << 15 | 8u << 20, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 7);
	csr_set(sstatus, 0x6000ul);
	some_registers(regs, (unsigned long)area.bytes + 1);
	both(FLW | BASE << 15 | 8u << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, HART_NO_TRAP);
	both(LR | BASE << 15 | 8u << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 4);
	some_registers(regs, NOTHING - 2);
	both(LOAD | 2u << 12 | BASE << 15 | 8u << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 5);
	CHECK_EQ(ways[PEEK_FAST].tval, NOTHING);
	both(STORE | 2u << 12 | BASE << 15 | 8u << 20, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 7);
	CHECK_EQ(ways[PEEK_FAST].tval, NOTHING);
	CHECK_EQ(*(volatile u16 *)(NOTHING - 2), (u16)regs[8]);
	some_registers(regs, NOTHING + 1);
	both(NOP | 2u << 13 | (BASE - 8) << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 5);
	both(NOP | 6u << 13 | (BASE - 8) << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 7);
}

/* --- with translation -------------------------------------------------------- */

static unsigned long root[4096 / sizeof(long)] __attribute__((aligned(4096)));

/* A gigabyte, from there to here. */
static void map(unsigned long from, unsigned long to, unsigned long bits)
{
	unsigned long n;

	for (n = 0; n < LEAVES; n++)
		root[(from >> LEAF_SHIFT) + n] =
			((to >> 12) + (n << (LEAF_SHIFT - 12))) << 10 | bits;
}

static void translated(void)
{
	unsigned long regs[32], n;

	if (!ready())
		return;
	map(0, 0, RWX);
	map(RAM, RAM, RWX);
	map(ALIAS, RAM, RWX);
	map(EXECUTE, RAM, X_ONLY);
	for (n = 0; n < (XLEN == 64 ? 1 : 64); n++)
		root[(ABSENT >> LEAF_SHIFT) + n] = 0;
	csr_write(satp, SATP | (unsigned long)root >> 12);
	__asm__ volatile("sfence.vma" ::: "memory");
	code_moved = EXECUTE - RAM;
	some_registers(regs, (unsigned long)area.bytes + 1 + (ALIAS - RAM));
	both(LOAD | 2u << 12 | BASE << 15 | 8u << 7, regs, true);
	is_loaded(1, 8, 2);
	both(STORE | 2u << 12 | BASE << 15 | 8u << 20, regs, true);
	is_stored(1, regs[8], 2);
	both(NOP | 2u << 13 | (BASE - 8) << 7, regs, true);
	is_loaded(1, 8, 2);
	/* Pages that may be executed only may not be loaded. The handler looks
	 * at the instruction. */
	code_moved = ALIAS - RAM;
	some_registers(regs, (unsigned long)area.bytes + 1 + (EXECUTE - RAM));
	both(LOAD | 2u << 12 | BASE << 15 | 8u << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 13);
	some_registers(regs, ABSENT + 1);
	both(STORE | 2u << 12 | BASE << 15 | 8u << 20, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 15);
	CHECK_EQ(ways[PEEK_FAST].tval, ABSENT + 1);
	code_moved = 0;
	csr_write(satp, 0ul);
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void user_access(unsigned long address)
{
	unsigned long value = 0;

	__asm__ volatile("lw	%0, 0(%1)\n\tsh	%0, 5(%1)"
			 : "+r"(value)
			 : "r"(address)
			 : "memory");
	__asm__ volatile("li a7, 0\n\tecall");
}

static void in_user_mode(void)
{
	unsigned int n;

	if (!ready())
		return;
	for (n = 0; n < 32; n++)
		area.bytes[n] = (u8)(0x80 + n);
	hart_self()->cause = HART_NO_TRAP;
	hart_self()->expect = 1;
	hart_user(user_access, (unsigned long)area.bytes + 2);
	hart_self()->expect = 0;
	CHECK_EQ(hart_self()->cause, HART_NO_TRAP);
	CHECK_EQ(area.bytes[7], 0x82);
	CHECK_EQ(area.bytes[8], 0x83);
}

/* Instructions of M-mode: with the access less without, which is one itself. */
static void cost(const char *name, u32 insn)
{
	unsigned long regs[32], aligned, stock, ours;

	make_code(insn);
	some_registers(regs, (unsigned long)area.bytes);
	aligned = run_code(regs) - 1;
	some_registers(regs, (unsigned long)area.bytes + 1);
	ours = run_code(regs) - aligned;
	peek_entry(PEEK_STOCK);
	some_registers(regs, (unsigned long)area.bytes + 1);
	stock = run_code(regs) - aligned;
	peek_entry(PEEK_FAST);
	print("# %s: %lu instructions, the long way %lu\n", name, ours, stock);
	CHECK_RANGE(ours, 40, LIMIT);
	CHECK(stock > 2 * ours);
}

static void costs(void)
{
	if (!ready())
		return;
	CHECK_OK(pmu_config(2, 1, 0, EVENT_INSTRUCTIONS, 0));
	CHECK_OK(pmu_start(2, 1, 0, 0));
	cost("lh", LOAD | 1u << 12 | BASE << 15 | 8u << 7);
	cost("lhu", LOAD | 5u << 12 | BASE << 15 | 8u << 7);
	cost("lw", LOAD | 2u << 12 | BASE << 15 | 8u << 7);
	cost("c.lw", NOP | 2u << 13 | (BASE - 8) << 7);
	cost("sh", STORE | 1u << 12 | BASE << 15 | 8u << 20);
	cost("sw", STORE | 2u << 12 | BASE << 15 | 8u << 20);
	cost("c.sw", NOP | 6u << 13 | (BASE - 8) << 7);
#if __riscv_xlen == 64
	cost("lwu", LOAD | 6u << 12 | BASE << 15 | 8u << 7);
	cost("ld", LOAD | 3u << 12 | BASE << 15 | 8u << 7);
	cost("sd", STORE | 3u << 12 | BASE << 15 | 8u << 20);
#endif
}

const struct check_case check_cases[] = {
	{ "loads", loads },
	{ "stores", stores },
	{ "short ones", short_ones },
	{ "on the stack", on_the_stack },
	{ "what OpenSBI does", left_to_c },
	{ "with translation", translated },
	{ "in user mode", in_user_mode },
	{ "costs", costs },
	{ NULL, NULL },
};
