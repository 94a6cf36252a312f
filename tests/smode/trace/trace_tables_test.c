// SPDX-License-Identifier: BSD-2-Clause
/*
 * Trace registers that S-mode maps at other addresses: page tables that map
 * them, or no memory, or that change while M-mode uses them. With "mediated" no
 * mode may load or store a register.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"
#include "print.h"
#include "trace.h"

/* A value for a 32-bit register that keeps any multiple of 4. */
#define VALUE 0x9abcdef0u

static bool mediated(void)
{
	return option_given("mediated");
}

static unsigned long start_register(void)
{
	return trace_sink(0) + TR_RAM_START_LOW;
}

/* --- translation ---------------------------------------------------------- */

#define PTE_V 1ul
#define PTE_LEAF 0xcful /* V R W X A D */
#define PAGE 4096ul
#define LEVELS (XLEN == 64 ? 3u : 2u)
#define LEVEL_BITS (XLEN == 64 ? 9u : 10u)
#define ENTRIES (1ul << LEVEL_BITS)
#define SATP_ON (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1))
#define ALIAS 0x40000000ul /* no device or RAM has this address */

static unsigned long tables[3][PAGE / sizeof(unsigned long)]
	__attribute__((aligned(4096)));

static unsigned long pte(unsigned long address, unsigned long flags)
{
	return address >> 12 << 10 | flags;
}

static unsigned long entry_size(unsigned int level)
{
	return PAGE << level * LEVEL_BITS;
}

static unsigned long entry_number(unsigned long address, unsigned int level)
{
	return address / entry_size(level) % ENTRIES;
}

/*
 * Map all addresses to themselves, and the window a second time, by a leaf at a
 * given level.
 */
static void map(unsigned int leaf)
{
	unsigned int top = LEVELS - 1, level;
	unsigned long n, window = trace_sink(0) & ~(entry_size(leaf) - 1);

	memset(tables, 0, sizeof(tables));
	for (n = 0; n < ENTRIES && n < 0x100000000ull / entry_size(top); n++)
		tables[top][n] = pte(n * entry_size(top), PTE_LEAF);
	for (level = top; level > leaf; level--)
		tables[level][entry_number(ALIAS, level)] =
			pte((unsigned long)tables[level - 1], PTE_V);
	tables[leaf][entry_number(ALIAS, leaf)] = pte(window, PTE_LEAF);
	__asm__ volatile("sfence.vma" ::: "memory");
	csr_write(satp, SATP_ON | (unsigned long)tables[top] >> 12);
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void translation_off(void)
{
	csr_write(satp, 0);
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void translated(void)
{
	unsigned long at, fault = mediated() ? HART_LOAD_FAULT : HART_NO_TRAP;
	unsigned int leaf;

	for (leaf = 0; leaf < LEVELS; leaf++) {
		check_row("level", leaf);
		map(leaf);
		at = ALIAS + start_register() % entry_size(leaf);
		CHECK_EQ(HART_TRY(*(volatile u32 *)at), fault);
		if (!mediated()) {
			*(volatile u32 *)at = VALUE;
			CHECK_EQ(*(volatile u32 *)at, VALUE);
			*(volatile u32 *)at = 0;
			CHECK_EQ(*(volatile u32 *)start_register(), 0);
		}
		translation_off();
	}
}

#define PTE_N_64K ((u64)1 << 63 | 0x8000 >> 2) /* Svnapot */

/*
 * Sixteen entries are one page of 64 KiB: bits of the address select one of
 * several components.
 */
static void translated_napot(void)
{
	unsigned long n, at = trace_sink(1) + TR_RAM_START_LOW;

	if (!option_given("napot")) {
		check_skip("a hart without Svnapot");
		return;
	}
	map(0);
	for (n = 0; n < 16; n++)
		tables[0][n] = (unsigned long)PTE_N_64K |
			       pte(at & ~0xfffful, PTE_LEAF);
	__asm__ volatile("sfence.vma" ::: "memory");
	*(volatile u32 *)(ALIAS + at % 0x10000) = VALUE;
	translation_off();
	CHECK(at & 0xf000);
	CHECK_EQ(*(volatile u32 *)start_register(), 0);
	CHECK_EQ(*(volatile u32 *)at, VALUE);
	*(volatile u32 *)at = 0;
}

/* The firmware does not read tables where S-mode may not read. */
static void tables_elsewhere(void)
{
	const unsigned long at[] = { 0x80000000ul, trace_encoder(0),
				     trace_sink(0) };
	unsigned long n;

	for (n = 0; n < sizeof(at) / sizeof(at[0]); n++) {
		check_row("table", at[n]);
		map(0);
		tables[LEVELS - 1][entry_number(ALIAS, LEVELS - 1)] =
			pte(at[n], PTE_V);
		__asm__ volatile("sfence.vma" ::: "memory");
		CHECK_EQ(HART_TRY(*(volatile u32 *)ALIAS), HART_LOAD_FAULT);
		CHECK_EQ(csr_read(stval), ALIAS);
		CHECK_EQ(HART_TRY(*(volatile u32 *)(ALIAS + 4) = 0),
			 HART_STORE_FAULT);
		CHECK_EQ(csr_read(stval), ALIAS + 4);
		translation_off();
	}
	check_row(NULL, 0);
}

/*
 * S-mode chooses the value of a write pointer, which can look like an entry of
 * a page table. The hart does not read it as an entry for S-mode; the firmware
 * could, and does not either.
 */
static void table_in_registers(void)
{
	unsigned long at = ALIAS + TR_RAM_START_LOW, sink = trace_sink(0);

	if (mediated() || XLEN == 32) {
		check_skip("no register can be an entry of S-mode's");
		return;
	}
	at += TR_RAM_WP_LOW / sizeof(unsigned long) * entry_size(1);
	map(0);
	trace_write64(sink, TR_RAM_WP_LOW,
		      pte((unsigned long)tables[0], PTE_V));
	CHECK_EQ(trace_read64(sink, TR_RAM_WP_LOW),
		 pte((unsigned long)tables[0], PTE_V));
	tables[LEVELS - 1][entry_number(ALIAS, LEVELS - 1)] = pte(sink, PTE_V);
	__asm__ volatile("sfence.vma" ::: "memory");
	CHECK_EQ(HART_TRY(*(volatile u32 *)at), HART_LOAD_FAULT);
	CHECK_EQ(HART_TRY(*(volatile u32 *)at = VALUE), HART_STORE_FAULT);
	translation_off();
	CHECK_EQ(trace_read(sink, TR_RAM_START_LOW), 0);
	trace_write64(sink, TR_RAM_WP_LOW, 0);
}

/* --- an instruction that cannot be read ---------------------------------- */

/*
 * Code that changes its own page's entry at a2, and then loads from or stores
 * to a1.
 */
__asm__(".section .text.last_words, \"ax\"\n"
	".globl words_page, last_words, last_words_store, last_words_first\n"
	".align 12\n"
	"words_page:\n"
	"	lw	a0, 0(a1)\n"
	"	ret\n"
	"last_words_first:\n"
	"	li	x31, 3\n"
	"	sw	x0, 0(a2)\n"
	"	j	words_page\n"
	"last_words:\n"
	"	sw	x0, 0(a2)\n"
	"	lw	a0, 0(a1)\n"
	"	ret\n"
	"last_words_store:\n"
	"	sw	x0, 0(a2)\n"
	"	sw	a0, 0(a1)\n"
	"	ret\n"
	".align 12\n"
	".previous\n");
void words_page(void), last_words(void), last_words_store(void),
	last_words_first(void);

/*
 * @return scause of the trap that ends the code; S-mode does not return to it
 */
static unsigned long trap_of(unsigned long code, unsigned long at,
			     volatile unsigned long *entry)
{
	register unsigned long cause __asm__("a0") = 0;
	register unsigned long a1 __asm__("a1") = at;
	register unsigned long a2 __asm__("a2") = (unsigned long)entry;
	unsigned long status = csr_read(sstatus), jump = code;

	__asm__ volatile("lla	t0, 1f\n"
			 "csrrw	t0, stvec, t0\n"
			 "jalr	%[jump]\n"
			 "li	a0, -1\n"
			 "j	2f\n"
			 ".align 2\n"
			 "1:	csrr	a0, scause\n"
			 "2:	csrw	stvec, t0\n"
			 : "+r"(cause), [jump] "+r"(jump)
			 : "r"(a1), "r"(a2)
			 : "ra", "t0", "t6", "memory");
	csr_write(sstatus, status);
	return cause;
}

/*
 * M-mode must read the instruction that the hart fetched, but cannot: S-mode
 * gets that fault. By then mtinst describes M-mode's own access. With OpenSBI's
 * entry alone ("long-way") mtinst still describes S-mode's access.
 */
static void instruction_gone(void)
{
	void (*const words[])(void) = { last_words, last_words_store };
	volatile unsigned long *entry = &tables[0][entry_number(ALIAS, 0) + 4];
	unsigned long fault;
	unsigned int n;

	if (!mediated())
		trace_write(trace_sink(0), TR_RAM_START_LOW, VALUE);
	for (n = 0; n < sizeof(words) / sizeof(words[0]); n++) {
		check_row("words", n);
		map(0);
		fault = n ? HART_STORE_FAULT : HART_LOAD_FAULT;
		*entry = pte((unsigned long)words_page, PTE_LEAF);
		__asm__ volatile("sfence.vma" ::: "memory");
		CHECK_EQ(trap_of(ALIAS + 4 * PAGE + (unsigned long)words[n] -
					 (unsigned long)words_page,
				 start_register(), entry),
			 option_given("long-way") ? fault :
						    HART_FETCH_PAGE_FAULT);
		CHECK(!(*entry & PTE_V));
		translation_off();
		if (!mediated())
			CHECK_EQ(trace_read(trace_sink(0), TR_RAM_START_LOW),
				 VALUE);
	}
	check_row(NULL, 0);
}

#define UART 0x10000000ul
#define UART_IER (UART + 1)
#define UART_IIR (UART + 2)
#define UART_THRI 2 /* pending till IIR is loaded */

/*
 * The physical address of the instruction is that of a device now. M-mode,
 * which cannot read the first half, must not read the second half, whatever
 * registers contain.
 */
static void instruction_at_device(void)
{
	u8 ier = *(volatile u8 *)UART_IER;

	map(0);
	if (LEVELS > 2)
		tables[2][0] = pte((unsigned long)tables[1], PTE_V);
	tables[1][entry_number(UART, 1)] = pte((unsigned long)tables[0], PTE_V);
	tables[0][0] = pte((unsigned long)words_page, PTE_LEAF);
	tables[0][1] = pte(trace_sink(0), PTE_LEAF);
	translation_off();
	*(volatile u8 *)UART_IER = 0;
	*(volatile u8 *)UART_IER = UART_THRI;
	csr_write(satp, SATP_ON | (unsigned long)tables[LEVELS - 1] >> 12);
	__asm__ volatile("sfence.vma" ::: "memory");
	trap_of(UART + (unsigned long)last_words_first -
			(unsigned long)words_page,
		UART + PAGE + TR_RAM_START_LOW, &tables[0][0]);
	translation_off();
	CHECK_EQ(*(volatile u8 *)UART_IIR & 15, UART_THRI);
	*(volatile u8 *)UART_IER = ier;
	CHECK(!(tables[0][0] & PTE_V));
}

/* --- rights that change ------------------------------------------------------ */

#define PTE_R 2ul
#define PTE_W 4ul
#define PTE_X 8ul
#define PTE_U 16ul
#define PTE_AD 0xc0ul
#define SSTATUS_SUM (1ul << 18)
#define USER_CODE (ALIAS + 4 * PAGE)
#define USER_DATA (ALIAS + 5 * PAGE)
#define USER_TABLE (ALIAS + 6 * PAGE)
#define USER_DEVICE (ALIAS + 7 * PAGE)

/*
 * In U-mode: load a byte of a device, write the entry a3 for its page, then
 * load or store an address that the device does not have.
 */
__asm__(".section .text.user_words, \"ax\"\n"
	".macro user_begins\n"
	"	lbu	t0, 7(a1)\n"
#if __riscv_xlen == 64
	"	sd	a3, 0(a2)\n"
#else
	"	sw	a3, 0(a2)\n"
#endif
	".endm\n"
	".globl user_page, user_load, user_store\n"
	".align 12\n"
	"user_page:\n"
	"user_load:\n"
	"	lw	a1, 0(a0)\n"
	"	lw	a2, 4(a0)\n"
	"	lw	a3, 8(a0)\n"
	"	user_begins\n"
	"	li	a4, 0\n"
	"	.option push\n"
	"	.option norvc\n"
	"	lw	a4, 0x10(a1)\n"
	"	.option pop\n"
	"	sw	a4, 12(a0)\n"
	"	ecall\n"
	"user_store:\n"
	"	lw	a1, 0(a0)\n"
	"	lw	a2, 4(a0)\n"
	"	lw	a3, 8(a0)\n"
	"	user_begins\n"
	"	.option push\n"
	"	.option norvc\n"
	"	sw	a0, 0x10(a1)\n"
	"	.option pop\n"
	"	ecall\n"
	".align 12\n"
	".previous\n");
void user_page(unsigned long arg), user_load(unsigned long arg),
	user_store(unsigned long arg);

static u32 user_data[PAGE / 4] __attribute__((aligned(4096)));

static void user_map(void)
{
	unsigned long n = entry_number(ALIAS, 0);

	map(0);
	tables[0][n + 4] = pte((unsigned long)user_page,
			       PTE_V | PTE_R | PTE_X | PTE_U | PTE_AD);
	tables[0][n + 5] = pte((unsigned long)user_data,
			       PTE_V | PTE_R | PTE_W | PTE_U | PTE_AD);
	tables[0][n + 6] = pte((unsigned long)tables[0],
			       PTE_V | PTE_R | PTE_W | PTE_U | PTE_AD);
	tables[0][n + 7] = pte(UART, PTE_V | PTE_R | PTE_W | PTE_U | PTE_AD);
	__asm__ volatile("sfence.vma" ::: "memory");
}

/* @param rights of the page with the sink's registers at that time */
static unsigned long user_runs(void (*code)(unsigned long arg),
			       unsigned long rights)
{
	unsigned long cause, in_page = (unsigned long)code % PAGE;

	user_map();
	user_data[0] = USER_DEVICE;
	user_data[1] = USER_TABLE +
		       (entry_number(USER_DEVICE, 0)) * sizeof(unsigned long);
	user_data[2] = (u32)pte(trace_sink(0), PTE_V | PTE_AD | rights);
	csr_set(sstatus, SSTATUS_SUM);
	cause = HART_TRY(hart_user(
		(void (*)(unsigned long))(USER_CODE + in_page), USER_DATA));
	csr_clear(sstatus, SSTATUS_SUM);
	translation_off();
	return cause;
}

/* S-mode may load from the page while SUM is set. */
static unsigned long of_user_page(void)
{
	unsigned long value = 0;

	user_map();
	tables[0][entry_number(USER_DEVICE, 0)] =
		pte(trace_sink(0), PTE_V | PTE_R | PTE_U | PTE_AD);
	__asm__ volatile("sfence.vma" ::: "memory");
	csr_set(sstatus, SSTATUS_SUM);
	CHECK_EQ(HART_TRY(value = *(volatile u32 *)(USER_DEVICE +
						    TR_RAM_START_LOW)),
		 HART_NO_TRAP);
	csr_clear(sstatus, SSTATUS_SUM);
	translation_off();
	return value;
}

/*
 * Until a fence the hart uses the old entry, and M-mode finds the new one:
 * M-mode makes no access that one of them forbids.
 */
static void rights_change(void)
{
	const u32 value = 0x1230u;

	if (mediated()) {
		check_skip("nobody loads or stores one");
		return;
	}
	trace_write(trace_sink(0), TR_RAM_START_LOW, value);
	CHECK_EQ(user_runs(user_load, PTE_R | PTE_W | PTE_U), HART_NO_TRAP);
	CHECK_EQ(user_data[3], value);
	CHECK_EQ(user_runs(user_load, PTE_R | PTE_W), HART_LOAD_FAULT);
	CHECK_EQ(user_data[3], 0);
	CHECK_EQ(user_runs(user_load, PTE_X | PTE_U), HART_LOAD_FAULT);
	CHECK_EQ(user_runs(user_store, PTE_R | PTE_W), HART_STORE_FAULT);
	CHECK_EQ(user_runs(user_store, PTE_R | PTE_U), HART_STORE_FAULT);
	CHECK_EQ(trace_read(trace_sink(0), TR_RAM_START_LOW), value);
	CHECK_EQ(of_user_page(), value);
	trace_write(trace_sink(0), TR_RAM_START_LOW, 0);
}

const struct check_case check_cases[] = {
	{ "translation", translated },
	{ "pages of 64 KiB", translated_napot },
	{ "tables elsewhere", tables_elsewhere },
	{ "a table in registers", table_in_registers },
	{ "an instruction that is gone", instruction_gone },
	{ "an instruction that is gone, at a device", instruction_at_device },
	{ "rights that change", rights_change },
	{ NULL, NULL },
};
