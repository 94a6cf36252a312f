// SPDX-License-Identifier: BSD-2-Clause
/*
 * Effects of remote fences: a hart has used an entry of a page table, and the
 * entry changes. After the fence that hart does not find the page, with loads
 * of S-mode and, if there are guests, with loads for a guest.
 */
#include "check.h"
#include "fdt.h"
#include "hart.h"

#define LEAF_SHIFT (XLEN == 64 ? 30 : 22)
#define LEAVES (XLEN == 64 ? 4 : 0x3f0)
#define ALIAS (XLEN == 64 ? 5ul << 30 : 0xfc000000ul)
#define MODE (XLEN == 64 ? 8ul << (XLEN - 4) : 1ul << (XLEN - 1))
#define ASID 5ul
#define VMID 3ul
#define ASID_SHIFT (XLEN == 64 ? 44 : 22)
#define LEAF 0xcful	  /* valid, read, write, execute, accessed, dirty */
#define GUEST_LEAF 0xdful /* the same, and of U-mode */
#define LEAF_MASK ((1ul << LEAF_SHIFT) - 1)
#define VSATP 0x280
#define HGATP 0x680

/*
 * One table for both stages; a root table of guest physical addresses has four
 * pages.
 */
static volatile unsigned long root[4][4096 / sizeof(long)]
	__attribute__((aligned(16384)));

enum who { HOST, GUEST_VIRTUAL, GUEST_PHYSICAL };

static const struct row {
	const char *name;
	unsigned long fid, id;
	enum who who;
} rows[] = {
	{ "sfence.vma", SBI_EXT_RFENCE_REMOTE_SFENCE_VMA, 0, HOST },
	{ "sfence.vma asid", SBI_EXT_RFENCE_REMOTE_SFENCE_VMA_ASID, ASID,
	  HOST },
	{ "hfence.gvma", SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA, 0, GUEST_PHYSICAL },
	{ "hfence.gvma vmid", SBI_EXT_RFENCE_REMOTE_HFENCE_GVMA_VMID, VMID,
	  GUEST_PHYSICAL },
	{ "hfence.vvma", SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA, 0, GUEST_VIRTUAL },
	{ "hfence.vvma asid", SBI_EXT_RFENCE_REMOTE_HFENCE_VVMA_ASID, ASID,
	  GUEST_VIRTUAL },
};

static const struct {
	unsigned long start, size;
} ranges[] = { { 0, 0 }, { ALIAS, 4096 }, { ALIAS, 8192 } };

static void map(enum who who)
{
	unsigned long n, bits = who == HOST ? LEAF : GUEST_LEAF;

	for (n = 0; n < LEAVES; n++)
		root[0][n] = n << (LEAF_SHIFT - 2) | bits;
	root[0][ALIAS >> LEAF_SHIFT] = ((unsigned long)root & ~LEAF_MASK) >> 2 |
				       bits;
}

static void translate(enum who who, bool on)
{
	unsigned long value = on ? MODE | (unsigned long)root >> 12 : 0;

	switch (who) {
	case HOST:
		csr_write(satp, on ? value | ASID << ASID_SHIFT : 0ul);
		break;
	case GUEST_VIRTUAL:
		csr_write(VSATP, on ? value | ASID << ASID_SHIFT : 0ul);
		break;
	case GUEST_PHYSICAL:
		csr_write(HGATP, on ? value | VMID << ASID_SHIFT : 0ul);
		break;
	}
}

/*
 * Load from the address; HLV.W loads for the guest.
 * @return scause or HART_NO_TRAP
 */
static unsigned long load(enum who who)
{
	unsigned long at = ALIAS + ((unsigned long)root & LEAF_MASK), value;

	if (who == HOST)
		return HART_TRY((void)*(volatile u32 *)at);
	return HART_TRY(__asm__ volatile(".insn r 0x73, 4, 0x34, %0, %1, x0"
					 : "=r"(value)
					 : "r"(at)
					 : "memory"));
}

/* Runs on the other hart: the hart uses the page, which is then unmapped. */
static void sees(void *arg)
{
	const struct row *r = arg;

	map(r->who);
	translate(r->who, true);
	CHECK_EQ(load(r->who), HART_NO_TRAP);
	root[0][ALIAS >> LEAF_SHIFT] = 0;
}

static void sees_nothing(void *arg)
{
	const struct row *r = arg;
	unsigned long cause = load(r->who);

	CHECK(cause != HART_NO_TRAP);
	/*
	 * M-mode sets the VMID of the caller for its fence, and must restore
	 * hgatp
	 */
	if (r->who == GUEST_VIRTUAL)
		CHECK_EQ(csr_read(HGATP), 0);
	translate(r->who, false);
	__asm__ volatile("sfence.vma" ::: "memory");
}

static void fence(const struct row *r)
{
	unsigned int n;

	for (n = 0; n < sizeof(ranges) / sizeof(ranges[0]); n++) {
		check_row(r->name, ranges[n].size);
		CHECK(hart_call(1, sees, (void *)r));
		CHECK_OK(sbi(SBI_EXT_RFENCE, r->fid, 1ul << hart_at(1)->hartid,
			     0, ranges[n].start, ranges[n].size, r->id));
		CHECK(hart_call(1, sees_nothing, (void *)r));
	}
}

/* With the VMID of the caller, also if the other hart has the same one. */
static void guest_fence(const struct row *r)
{
	fence(r);
	csr_write(HGATP, VMID << ASID_SHIFT);
	fence(r);
	csr_write(HGATP, 0ul);
}

static void fences(void)
{
	const struct row *r;

	if (!CHECK_EQ(hart_count(), 2))
		return;
	CHECK(hart_start(1));
	for (r = rows; r < rows + sizeof(rows) / sizeof(rows[0]); r++)
		if (r->who == HOST)
			fence(r);
		else if (!option_given("h=false"))
			guest_fence(r);
	CHECK(hart_stop(1));
}

const struct check_case check_cases[] = {
	{ "pages that have gone", fences },
	{ NULL, NULL },
};
