// SPDX-License-Identifier: BSD-2-Clause
/* Misaligned accesses with address translation, and across two pages. */
#include "misaligned.h"
#include "check.h"
#include "hart.h"
#include "peek.h"
#include "print.h"
#include "random.h"

static unsigned long root[4096 / sizeof(long)] __attribute__((aligned(4096)));

/* Map a gigabyte from one address to another. */
static void map(unsigned long from, unsigned long to, unsigned long bits)
{
	unsigned long n;

	for (n = 0; n < LEAVES; n++)
		root[(from >> LEAF_SHIFT) + n] =
			((to >> 12) + (n << (LEAF_SHIFT - 12))) << 10 | bits;
}

void translated(void)
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
	/*
	 * A load from a page that may only be executed faults. The handler may
	 * read instructions there, but no data.
	 */
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

/* --- pages ------------------------------------------------------------------- */

#define PAGE 4096ul
#define WINDOW (XLEN == 64 ? 11ul << 30 : 0x70000000ul)
#define VALID 0x01ul
#define READ 0x02ul
#define WRITE 0x04ul
#define EXEC 0x08ul
#define USER 0x10ul
#define ACCESSED 0x40ul
#define DIRTY 0x80ul
#define USED (VALID | ACCESSED | DIRTY)
#define SSTATUS_SUM (1ul << 18)
#define SSTATUS_MXR (1ul << 19)
#define LEVELS (XLEN == 64 ? 2 : 1) /* levels below the root */

static unsigned long below[2][PAGE / sizeof(long)]
	__attribute__((aligned(4096)));
static u8 pages[2 * PAGE] __attribute__((aligned(4096)));

static unsigned long entry_of(const void *to, unsigned long bits)
{
	return (unsigned long)to >> 12 << 10 | bits;
}

/* Map two pages at WINDOW. The first one allows loads and stores. */
static void map_pages(unsigned long second)
{
	unsigned long *last = below[LEVELS - 1];

	root[WINDOW >> LEAF_SHIFT] = entry_of(below[0], VALID);
	if (LEVELS == 2)
		below[0][0] = entry_of(below[1], VALID);
	last[0] = entry_of(pages, USED | READ | WRITE);
	last[1] = entry_of(pages + PAGE, second);
	__asm__ volatile("sfence.vma" ::: "memory");
}

static const struct page_row {
	const char *name;
	unsigned long second, sstatus;
	bool load, store;
} page_rows[] = {
	{ "data", USED | READ | WRITE, 0, true, true },
	{ "absent", 0, 0, false, false },
	{ "constant", USED | READ, 0, true, false },
	{ "code", USED | EXEC, 0, false, false },
	{ "code to read", USED | EXEC, SSTATUS_MXR, true, false },
	{ "a user's", USED | READ | WRITE | USER, 0, false, false },
	{ "a user's, SUM", USED | READ | WRITE | USER, SSTATUS_SUM, true,
	  true },
	{ "a user's code", USED | EXEC | USER, SSTATUS_SUM, false, false },
	{ "a user's code to read", USED | EXEC | USER,
	  SSTATUS_SUM | SSTATUS_MXR, true, false },
	{ "code to read, no SUM", USED | EXEC | USER, SSTATUS_MXR, false,
	  false },
};

/* This many bytes are on the first page; regs[8] has the value to store. */
static void over_the_edge(const struct page_row *row, unsigned int bytes,
			  bool store)
{
	unsigned long address = WINDOW + PAGE - bytes, regs[32];
	bool works = store ? row->store : row->load;
	u32 insn = store ? STORE | 2u << 12 | BASE << 15 | 8u << 20 :
			   LOAD | 2u << 12 | BASE << 15 | 8u << 7;
	struct misaligned_way *w = &ways[PEEK_FAST];
	u32 there, value = (u32)random();
	unsigned long fault = store ? 15 : 13;

	memcpy(pages + PAGE - bytes, &value, sizeof(value));
	some_registers(regs, address);
	both(insn, regs, works);
	memcpy(&there, pages + PAGE - bytes, sizeof(there));
	CHECK_EQ(w->cause, works ? HART_NO_TRAP : fault);
	if (!works)
		CHECK_EQ(w->tval, WINDOW + PAGE);
	if (!store)
		CHECK_EQ(w->regs[8],
			 works ? (unsigned long)(long)(int)value : regs[8]);
	else if (works)
		CHECK_EQ(there, (u32)regs[8]);
	else
		CHECK_EQ(there >> 8 * bytes, value >> 8 * bytes);
}

void across_pages(void)
{
	const struct page_row *row;
	unsigned int n, bytes;

	if (!ready())
		return;
	map(0, 0, RWX);
	map(RAM, RAM, RWX);
	csr_write(satp, SATP | (unsigned long)root >> 12);
	for (n = 0; n < sizeof(page_rows) / sizeof(page_rows[0]); n++) {
		row = &page_rows[n];
		check_row(row->name, n);
		map_pages(row->second);
		csr_set(sstatus, row->sstatus);
		for (bytes = 1; bytes < 4; bytes++) {
			over_the_edge(row, bytes, false);
			over_the_edge(row, bytes, true);
		}
		csr_clear(sstatus, row->sstatus);
	}
	check_row(NULL, 0);
	csr_write(satp, 0ul);
	__asm__ volatile("sfence.vma" ::: "memory");
}
