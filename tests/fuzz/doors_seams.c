// SPDX-License-Identifier: BSD-2-Clause
/*
 * The functions that judge memory of S-mode, as platform/generic implements
 * them with OpenSBI, called with any range, by any hart, about any domain.
 * Their answers follow from the device tree and the owners of memory.
 */
#include <hart/shmem.h>
#include <sbi/riscv_asm.h>
#include <sbi/riscv_encoding.h>
#include <sbi/sbi_domain.h>
#include <sbi/sbi_scratch.h>

#include "../../platform/generic/harts/harts.h"
#include "../../platform/generic/judges/judges.h"
#include "../../platform/generic/judges/shmem_glue.h"
#include "doors.h"
#include "doors_sbi.h"

#define TOO_MUCH 0x100000
#define READ_WRITE (SBI_DOMAIN_READ | SBI_DOMAIN_WRITE)

bool __wrap_sbi_domain_check_addr_range(const struct sbi_domain *dom,
					unsigned long addr, unsigned long size,
					unsigned long mode,
					unsigned long access_flags);

/* This function does not use the tree. */
static bool domain_has(const struct sbi_domain *dom, u64 address, u64 size)
{
	u64 last = address + size - 1;

	if (!size || last < address)
		return false;
	/* The owner of memory changes only at such addresses */
	for (; address < last && (address | 0x3ff) < last;
	     address = (address | 0x3ff) + 1)
		if (!sbi_domain_check_addr(dom, address, PRV_S, READ_WRITE))
			return false;
	return sbi_domain_check_addr(dom, address, PRV_S, READ_WRITE) &&
	       sbi_domain_check_addr(dom, last, PRV_S, READ_WRITE);
}

static bool is_memory(u64 base, u64 size)
{
	const struct doors_node *n = doors_tree.memory;
	unsigned int left = doors_tree.memories;

	if (!doors_tree_has_sense())
		return false;
	for (; left--; n++)
		if (base < n->base + n->size && base + size > n->base)
			return true;
	return false;
}

static void check_domain(const struct sbi_domain *dom, u64 address, u64 size)
{
	bool has = domain_has(dom, address, size);

	doors_hold(hart_domain_check_of(dom->index, address, size) == has,
		   "memory is a domain's");
	doors_hold(hart_shmem_check_of(dom->index, address, size) ==
			   doors_may_touch_all(dom->index, address, size),
		   "memory of a domain may be named");
	doors_hold(__wrap_sbi_domain_check_addr_range(dom, address, size, PRV_S,
						      READ_WRITE) ==
			   (!size || has),
		   "OpenSBI's own functions ask the same");
	doors_hold(!__wrap_sbi_domain_check_addr_range(dom, address, size,
						       PRV_M, READ_WRITE),
		   "M-mode's memory is not named");
}

static void check_firmware(void)
{
	struct sbi_scratch *s = sbi_scratch_thishart_ptr();
	u64 end = FAKE_FIRMWARE + FAKE_FIRMWARE_SIZE;

	s->fw_start = FAKE_FIRMWARE;
	s->fw_size = FAKE_FIRMWARE_SIZE;
	doors_hold(hart_firmware_has(FAKE_FIRMWARE) &&
			   hart_firmware_has(end - 1) &&
			   !hart_firmware_has(end) &&
			   !hart_firmware_has(FAKE_FIRMWARE - 1),
		   "the firmware is where it is");
}

bool doors_unmapped;

/* @param allowed true if the caller may touch the address */
static void check_access(u64 address, bool allowed)
{
	bool *faulted = &doors_faulted[doors_this()];
	u64 own;

	*faulted = false;
	doors_hold(shmem_glue_read(&own, address, sizeof(own)) ==
			   (allowed && !*faulted),
		   "what may be read is read");
	*faulted = false;
	doors_hold(shmem_glue_answers(address, sizeof(own), SBI_DOMAIN_READ) ==
			   (allowed && !*faulted),
		   "what may be read answers");
	doors_unmapped = true;
	doors_hold(!shmem_glue_read(&own, address, sizeof(own)),
		   "what cannot be mapped is not read");
	doors_unmapped = false;
}

static void check_put(u64 address)
{
	u32 owner = doors_domain_of(doors_this()), word = 0x5eed;
	bool put;

	doors_faulted[doors_this()] = false;
	put = hart_shmem_put((unsigned long)address, &word, 1);
	if (doors_faulted[doors_this()])
		doors_hold(!put, "memory that does not answer takes no word");
	else
		doors_hold(put == doors_may_touch_all(owner, address,
						      sizeof(word)),
			   "a word is put where it may be");
	doors_hold(!put || !__builtin_memcmp(fake_hart_ram(address, 4), &word,
					     sizeof(word)),
		   "a word is put");
}

static unsigned int again;

void fence_glue_again(void)
{
	again++;
}

/*
 * An interrupt of M-mode at this point leaves the state of the call's trap as
 * it was.
 */
static void check_pause(void)
{
	struct doors_registers *r = &doors_registers[doors_this()];
	unsigned long mstatus = csr_read(CSR_MSTATUS);

	r->interrupts = again = 0;
	r->mcause = CAUSE_SUPERVISOR_ECALL;
	r->mepc = FAKE_RAM;
	hart_shmem_pause();
	doors_hold(r->interrupts == 1, "M-mode is interrupted, once");
	doors_hold(again == 1, "what the interrupt left is done afterwards");
	doors_hold(r->mcause == CAUSE_SUPERVISOR_ECALL && r->mepc == FAKE_RAM &&
			   csr_read(CSR_MSTATUS) == mstatus,
		   "the trap is as it was");
}

bool doors_bare;

void doors_check_bare(void)
{
	doors_bare = true;
	dbcn_glue_register();
	dbtr_glue_register();
	sse_glue_register();
	doors_bare = false;
}

void doors_check_seams(u64 address, u64 size)
{
	u32 owner = doors_domain_of(doors_this());
	struct sbi_domain *dom;

	/* only the first byte of a range larger than all memory is checked */
	sbi_domain_for_each(dom)
		check_domain(dom, address, size > TOO_MUCH ? 1 : size);
	doors_hold(!hart_domain_check_of(DOORS_OWNERS, address, size),
		   "a domain that is not there has nothing");
	doors_hold(!__wrap_sbi_domain_check_addr_range(NULL, address, size,
						       PRV_S, READ_WRITE),
		   "nobody's memory is not named");
	doors_hold(hart_shmem_check(address, size) ==
			   doors_may_touch_all(owner, address, size),
		   "memory of the caller's may be named");
	if (size && address + size > address)
		doors_hold(shmem_glue_is_memory(address, size) ==
				   is_memory(address, size),
			   "the tree has memory");
	check_firmware();
	check_access(address, doors_may_touch_all(owner, address, sizeof(u64)));
	check_put(address);
	check_pause();
}
