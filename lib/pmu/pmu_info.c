// SPDX-License-Identifier: BSD-2-Clause
/* event_get_info (FID #8): the countable events of a list. */
#include <hart/shmem.h>

#include "pmu_internal.h"

enum {
	INFO_SIZE = 16,
	INFO_OUTPUT = 4,
	INFO_EVENT_DATA = 8,
	INFO_PAGE = 4096,
	INFO_SLICE = PMU_INFO_SLICE,
};

_Static_assert(sizeof(struct sbi_pmu_event_info) == INFO_SIZE &&
		       offsetof(struct sbi_pmu_event_info, event_idx) == 0 &&
		       offsetof(struct sbi_pmu_event_info, output) ==
			       INFO_OUTPUT &&
		       offsetof(struct sbi_pmu_event_info, event_data) ==
			       INFO_EVENT_DATA,
	       "SBI PMU: event info entry format");

/* Bytes of the list in the page of its start. */
static unsigned long pmu_info_part(unsigned long address, unsigned long size)
{
	unsigned long rest = INFO_PAGE - (address & (INFO_PAGE - 1));

	return size < rest ? size : rest;
}

/* Sign extension: a load gives this form without an extra instruction */
static unsigned long pmu_info_idx(unsigned long address)
{
	return (unsigned long)(int)hart_shmem_load32(address);
}

/* @param part not 0 */
static bool pmu_info_legal(unsigned long address, unsigned long part)
{
	unsigned long end = address + (part & ~(2ul * INFO_SIZE - 1));
	unsigned long used = pmu_info_idx(address + part - INFO_SIZE);

	/* Two entries at a time: the loop costs as much as the work. Memory may
	 * end at the highest address. */
	for (; address != end; address += 2 * INFO_SIZE) {
		used |= pmu_info_idx(address);
		used |= pmu_info_idx(address + INFO_SIZE);
	}
	return !(used & ~(unsigned long)SBI_PMU_EVENT_IDX_MASK);
}

static u64 pmu_info_data(unsigned long address)
{
	u32 low = hart_shmem_load32(address + INFO_EVENT_DATA);
	u32 high = hart_shmem_load32(address + INFO_EVENT_DATA + 4);

	return (u64)high << 32 | low;
}

/*
 * Answer entries up to one that the table cannot answer.
 * @return address of that entry, or end
 *
 * If S-mode changes event_idx between two loads, the answer is for one of
 * both. event_data matters for firmware events, but not for the others here.
 */
static __attribute__((noinline)) unsigned long
pmu_info_known(const struct pmu_hart *h, unsigned long address,
	       unsigned long end)
{
	const struct pmu_known_event *known = h->machine->known;
	u32 able = ~(u32)h->not_hw, num_fw = h->machine->num_fw, found;
	unsigned long event_idx, code;

	for (; address != end; address += INFO_SIZE) {
		/* Sign extension costs nothing: bit 31 is 0 */
		event_idx = (unsigned long)(int)hart_shmem_load32(address);
		code = event_idx - PMU_CACHE_EVENT_IDX;
		if (code < PMU_CACHE_CODES)
			found = known[PMU_CACHE_FIRST + code].counters & able;
		else if (event_idx < PMU_CACHE_FIRST)
			found = known[event_idx].counters & able;
		else if (event_idx - PMU_FW_EVENT_IDX < SBI_PMU_FW_MAX)
			found = num_fw && !pmu_info_data(address);
		else
			break;
		hart_shmem_store32(address + INFO_OUTPUT, found != 0);
	}
	return address;
}

static __attribute__((noinline)) void pmu_info_other(const struct pmu_hart *h,
						     unsigned long address)
{
	unsigned long event_idx = hart_shmem_load32(address);
	struct pmu_event event =
		pmu_event_find(h, event_idx, pmu_info_data(address));

	hart_shmem_store32(address + INFO_OUTPUT, event.counters != 0);
}

/* Answer the rest, from an entry on that the table cannot answer. */
static __attribute__((noinline)) void pmu_info_rest(const struct pmu_hart *h,
						    unsigned long address,
						    unsigned long end)
{
	while (address != end) {
		pmu_info_other(h, address);
		address = pmu_info_known(h, address + INFO_SIZE, end);
	}
}

static void pmu_info_fill(const struct pmu_hart *h, unsigned long address,
			  unsigned long part)
{
	unsigned long end = address + part;

	address = pmu_info_known(h, address, end);
	if (unlikely(address != end))
		pmu_info_rest(h, address, end);
}

/* Handle one part of one page, open if necessary. */
static long pmu_info_do(const struct pmu_hart *h, unsigned long address,
			unsigned long part, bool answer)
{
	struct hart_shmem_guard guard;
	bool legal = true;

	hart_shmem_guard(&guard);
	if (answer)
		pmu_info_fill(h, address, part);
	else
		legal = pmu_info_legal(address, part);
	if (!hart_shmem_unguard(&guard))
		return SBI_ERR_INVALID_ADDRESS;
	return legal ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM;
}

static long pmu_info_page(const struct pmu_hart *h, unsigned long address,
			  unsigned long part, bool answer)
{
	long error;

	if (h->has.direct)
		/* unseen: the fake hart has no memory for so long a list;
		 * `info` of smode has */
		return pmu_info_do(h, address, part, answer);
	if (!hart_shmem_open(address, part))
		return SBI_ERR_FAILED;
	error = pmu_info_do(h, address, part, answer);
	hart_shmem_close(address, part);
	return error;
}

/*
 * Page by page. The hart serves other harts between slices; otherwise a long
 * list would let them wait.
 */
static long pmu_info_pass(const struct pmu_hart *h, unsigned long address,
			  unsigned long size, bool answer)
{
	unsigned long part, done = 0;
	long error;

	for (; size; address += part, size -= part) {
		part = pmu_info_part(address, size);
		error = pmu_info_page(h, address, part, answer);
		if (error)
			return error;
		/* unseen: of lists of two slices, as below */
		done += part;
		/* unseen: the fake hart has no memory for a list of two slices;
		 * `info` of smode has one */
		if (done < INFO_SLICE)
			/* unseen: as above */
			continue;
		/* unseen: as above; `fence` of smode shows that nobody waits
		 * for a list */
		hart_shmem_pause();
		/* unseen: as above */
		done = 0;
	}
	return SBI_SUCCESS;
}

/* All entries are judged before the first output is written. */
static __attribute__((noinline)) long pmu_info_long(const struct pmu_hart *h,
						    unsigned long address,
						    unsigned long size)
{
	long error = pmu_info_pass(h, address, size, false);

	return error ? error : pmu_info_pass(h, address, size, true);
}

/* A short list in memory that needs no opening. */
static long pmu_info_short(const struct pmu_hart *h, unsigned long address,
			   unsigned long size)
{
	struct hart_shmem_guard guard;
	bool legal;

	hart_shmem_guard(&guard);
	legal = pmu_info_legal(address, size) && hart_shmem_answered(&guard);
	if (likely(legal))
		pmu_info_fill(h, address, size);
	if (unlikely(!hart_shmem_unguard(&guard)))
		return SBI_ERR_INVALID_ADDRESS;
	return legal ? SBI_SUCCESS : SBI_ERR_INVALID_PARAM;
}

static long pmu_info_list(const struct pmu_hart *h, unsigned long address,
			  unsigned long size)
{
	if (unlikely(size > h->info_short))
		return pmu_info_long(h, address, size);
	return pmu_info_short(h, address, size);
}

/* M-mode has no translation, so it reaches only addresses of XLEN bits. */
static bool pmu_info_reachable(const struct sbi_args *args)
{
	unsigned long count = args->a[2];

	/* 16 * count must not wrap */
	return !args->a[1] && !(count >> (hart_xlen() - 4)) &&
	       hart_shmem_check(args->a[0], (u64)count * INFO_SIZE);
}

struct sbiret pmu_event_get_info(struct pmu_hart *h,
				 const struct sbi_args *args)
{
	long error = SBI_ERR_INVALID_PARAM;

	if (!args->a[3] && !(args->a[0] & (INFO_SIZE - 1)) && args->a[2])
		error = pmu_info_reachable(args) ?
				pmu_info_list(h, args->a[0],
					      args->a[2] * INFO_SIZE) :
				SBI_ERR_INVALID_ADDRESS;
	return sbiret_error(error);
}
