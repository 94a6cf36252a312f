// SPDX-License-Identifier: BSD-2-Clause
/*
 * Misaligned loads and stores, on harts that trap to M-mode for them. Each is
 * made through the firmware's own entry and through OpenSBI's, and must have
 * the effect of the instruction. QEMU's harts do not trap; the model's harts
 * can.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "misaligned.h"
#include "peek.h"
#include "pmu.h"
#include "print.h"
#include "random.h"

#define LIMIT (XLEN == 32 ? 150 : 120)
#define NOTHING (0x80000000ul + 0x10000000ul) /* the end of the model's RAM */

static struct peek look;

static struct peek look;

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

/* The event after the next one carries into the upper half of its counter. */
static void carry_soon(unsigned int event)
{
	unsigned long value = peek_event(event, 0);

	peek_event(event, (0xfffffffeul - value) & 0xfffffffful);
}

static void loads(void)
{
	unsigned long regs[32], address = (unsigned long)area.bytes;
	unsigned int n, rd, offset;
	u32 insn;

	if (!ready())
		return;
	carry_soon(SBI_PMU_FW_MISALIGNED_LOAD);
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
	unsigned int n, rs, offset, base;
	u32 insn;

	if (!ready())
		return;
	carry_soon(SBI_PMU_FW_MISALIGNED_STORE);
	for (n = 1; n < 2 + XLEN / 32; n++)
		for (rs = 0; rs < 32; rs++) {
			check_row("store", n << 8 | rs);
			offset = odd_offset(n);
			/*
			 * The number of this base differs in the bits next to
			 * rs
			 */
			base = rs & 1 ? 14 : BASE;
			some_registers(regs, address + offset);
			regs[base] = address + offset;
			insn = STORE | n << 12 | base << 15 | rs << 20;
			both(insn, regs, true);
			/* sp has the same value both times, not that of regs */
			if (rs != 2)
				is_stored(offset, rs ? regs[rs] : 0, n);
		}
	check_row(NULL, 0);
}

/* Offset in the instruction that has these bits */
static unsigned long short_offset(unsigned int kind, u32 bits)
{
	unsigned long offset = (bits >> 10 & 7) << 3;

	if (kind & 1)
		return offset | (bits >> 5 & 3) << 6;
	return offset | (bits >> 6 & 1) << 2 | (bits >> 5 & 1) << 6;
}

/* C.LW, C.LD, C.SW, C.SD: 2, 3, 6 and 7 */
static void short_ones(void)
{
	unsigned long regs[32], address = (unsigned long)area.bytes;
	unsigned int kind, reg, offset;
	u32 insn, bits;

	if (!ready())
		return;
	for (kind = 2; kind < 8; kind++)
		for (reg = 8; reg < 16 && (kind & 2); reg++) {
			if (XLEN == 32 && kind & 1)
				continue;
			check_row("short", kind << 8 | reg);
			offset = odd_offset(kind & 3);
			bits = (u32)random() & 0x1c60;
			some_registers(regs, address + offset -
						     short_offset(kind, bits));
			insn = NOP | kind << 13 | (BASE - 8) << 7 |
			       (reg - 8) << 2 | bits;
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

/* All bits of the offset are set: 252, or 504 for C.LDSP and C.SDSP. */
static void on_the_stack(void)
{
	register unsigned long s2 __asm__("s2") = 0;
	unsigned long address = (unsigned long)area.bytes + 3 - 252;
	unsigned int n;

	if (!ready())
		return;
	for (n = 0; n < 32; n++)
		area.bytes[n] = (u8)(0x80 + n);
	peek_save(&look);
	peek_load(&look);
	ON_STACK("0x597e"); /* c.lwsp s2, 252 */
	CHECK_EQ(s2, shown(area.bytes + 3, 2));
	s2 = 0x0102030405060708ull & ~0ul;
	ON_STACK("0xdfca"); /* c.swsp s2, 252 */
	CHECK_EQ(shown(area.bytes + 3, 2), 0x05060708);
	CHECK_EQ(area.bytes[7], 0x87);
#if __riscv_xlen == 64
	address -= 252;
	ON_STACK("0xffca"); /* c.sdsp s2, 504 */
	CHECK_EQ(shown(area.bytes + 3, 3), 0x0102030405060708ul);
	s2 = 0;
	ON_STACK("0x797e"); /* c.ldsp s2, 504 */
	CHECK_EQ(s2, 0x0102030405060708ul);
#endif
	peek_save(&look);
	CHECK_EQ(look.traps, 1);
}

/*
 * Accesses that OpenSBI emulates: floating point, atomics, and those that
 * fault.
 */
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
	CHECK_EQ(ways[PEEK_FAST].cause, HART_LOAD_MISALIGNED);
	some_registers(regs, NOTHING - 2);
	both(LOAD | 2u << 12 | BASE << 15 | 8u << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, 5);
	CHECK_EQ(ways[PEEK_FAST].tval, NOTHING);
	both(FLD | BASE << 15 | 9u << 7, regs, false);
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

/* --- accesses that the entry must not change ----------------------------- */

/* M-mode's own access: its stack is where the entry would save registers */
static void of_m_mode(void)
{
	struct sbiret ret;

	if (!ready())
		return;
	peek_save(&look);
	peek_load(&look);
	ret = sbi(PEEK_EID, PEEK_CROOKED, 0x12345678);
	peek_save(&look);
	CHECK_VALUE(ret, 0x12345678);
	/* The call, the store, the load, and peek_save() */
	CHECK_EQ(look.traps, 4);
}

/* C.LHU and C.LH, which are illegal on harts without Zcb. */
static void of_zcb(u32 insn, unsigned long regs[32], unsigned int funct3)
{
	both(insn, regs, false);
	if (ways[PEEK_FAST].cause == HART_ILLEGAL)
		return;
	CHECK_EQ(ways[PEEK_FAST].cause, HART_NO_TRAP);
	is_loaded(1, 8, funct3);
}

static void turned_off(void)
{
	static struct peek_peers peers = { .off = 1 };
	unsigned long regs[32];

	if (!ready())
		return;
	peek_peers_set(&peers);
	some_registers(regs, (unsigned long)area.bytes + 1);
	both(LOAD | 2u << 12 | BASE << 15 | 8u << 7, regs, false);
	is_loaded(1, 8, 2);
	both(STORE | 2u << 12 | BASE << 15 | 8u << 20, regs, false);
	is_stored(1, regs[8], 2);
	of_zcb(NOP | 0x8400u | (BASE - 8) << 7, regs, 5);
	of_zcb(NOP | 0x8440u | (BASE - 8) << 7, regs, 1);
	/* C.SH */
	both(NOP | 0x8c00u | (BASE - 8) << 7, regs, false);
	if (ways[PEEK_FAST].cause != HART_ILLEGAL)
		is_stored(1, regs[8], 1);
	peek_peers_back();
}

/*
 * A two-byte instruction, c.addi s2, 1, comes after each: it must not become
 * part of a four-byte one.
 */
static void off_on_the_stack(void)
{
	static struct peek_peers peers = { .off = 1 };
	register unsigned long s2 __asm__("s2") = 0;
	unsigned long address = (unsigned long)area.bytes + 3 - 504;
	u64 value;

	if (!ready())
		return;
	csr_set(sstatus, 0x6000ul);
	peek_peers_set(&peers);
	ON_STACK("0x397e, 0x0905"); /* c.fldsp fs2, 504 */
	__asm__ volatile(WITH_D "fsd	fs2, %0" : "=m"(value));
	CHECK(!memcmp(area.bytes + 3, &value, 8));
	CHECK_EQ(s2, 1);
	address += 252;
#if __riscv_xlen == 32
	ON_STACK("0x797e, 0x0905"); /* c.flwsp fs2, 252 */
	__asm__ volatile(WITH_D "fsw	fs2, %0" : "=m"(value));
	CHECK(!memcmp(area.bytes + 3, &value, 4));
	CHECK_EQ(s2, 2);
#endif
	ON_STACK("0x597e, 0x0905"); /* c.lwsp s2, 252 */
	CHECK_EQ(s2, shown(area.bytes + 3, 2) + 1);
	peek_peers_back();
}

/*
 * Accesses of floating-point registers, also C.FLD, C.FSD and on RV32 C.FLW,
 * C.FSW.
 */
static void floating_point(void)
{
	static const struct {
		u32 insn;
		unsigned int funct3;
		bool store;
	} rows[] = {
		{ FLW | BASE << 15 | 9u << 7, 2, false },
		{ FLD | BASE << 15 | 9u << 7, 3, false },
		{ FSW | BASE << 15 | 9u << 20, 2, true },
		{ FSD | BASE << 15 | 9u << 20, 3, true },
		{ NOP | 1u << 13 | (BASE - 8) << 7 | 1u << 2, 3, false },
		{ NOP | 5u << 13 | (BASE - 8) << 7 | 1u << 2, 3, true },
#if __riscv_xlen == 32
		{ NOP | 3u << 13 | (BASE - 8) << 7 | 1u << 2, 2, false },
		{ NOP | 7u << 13 | (BASE - 8) << 7 | 1u << 2, 2, true },
#endif
	};
	unsigned long regs[32];
	u64 value;
	unsigned int n, bytes;

	if (!ready())
		return;
	csr_set(sstatus, 0x6000ul);
	for (n = 0; n < sizeof(rows) / sizeof(rows[0]); n++) {
		check_row("row", n);
		bytes = 1u << rows[n].funct3;
		value = 0x0123456789abcdefull;
		if (rows[n].store)
			__asm__ volatile(WITH_D "fld	fs1, %0" ::"m"(value));
		some_registers(regs, (unsigned long)area.bytes + 1);
		csr_clear(sstatus, 0x4000ul); /* FS is Initial */
		both(rows[n].insn, regs, false);
		CHECK_EQ(ways[PEEK_FAST].cause, HART_NO_TRAP);
		CHECK_EQ(csr_read(sstatus) & 0x6000,
			 rows[n].store ? 0x2000 : 0x6000);
		__asm__ volatile(WITH_D "fsd	fs1, %0" : "=m"(value));
		CHECK(!memcmp(rows[n].store ? area.bytes + 1 :
					      bytes_before + 17,
			      &value, bytes));
	}
	check_row(NULL, 0);
}

/* --- modes and costs ----------------------------------------------------------- */

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

/*
 * Print the instructions in M-mode: those with the misaligned access minus
 * those with an aligned one, which is one instruction itself.
 */
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

/*
 * OpenSBI decodes FLH and FSH as vector instructions, which the hart does not
 * have.
 */
static void half_precision(void)
{
	unsigned long regs[32];

	if (!ready())
		return;
	csr_set(sstatus, 0x6000ul);
	some_registers(regs, (unsigned long)area.bytes + 1);
	both(FLH | BASE << 15 | 9u << 7, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, HART_LOAD_MISALIGNED);
	both(FSH | BASE << 15 | 9u << 20, regs, false);
	CHECK_EQ(ways[PEEK_FAST].cause, HART_STORE_MISALIGNED);
}

const struct check_case check_cases[] = {
	{ "loads", loads },
	{ "stores", stores },
	{ "short ones", short_ones },
	{ "on the stack", on_the_stack },
	{ "what OpenSBI does", left_to_c },
	{ "with translation", translated },
	{ "across pages", across_pages },
	{ "of M-mode", of_m_mode },
	{ "turned off", turned_off },
	{ "turned off, on the stack", off_on_the_stack },
	{ "changed meanwhile", changed_meanwhile },
	{ "a load changed to one that is off", load_changed_to_off },
	{ "a store changed to one that is off", store_changed_to_off },
	{ "floating point", floating_point },
	{ "half precision", half_precision },
	{ "in user mode", in_user_mode },
#if __riscv_xlen == 64
	{ "in user mode of 32 bits", in_narrow_mode },
#endif
	{ "costs", costs },
	{ NULL, NULL },
};
