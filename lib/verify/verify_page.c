// SPDX-License-Identifier: BSD-2-Clause
/* The table of pages of memory by their address. */
#include <verify/memory.h>
#include "verify_internal.h"

u64 verify_page_bucket(u64 paddr)
{
	u64 page = paddr / MODEL_PAGE;

	return (page ^ page / VERIFY_MEMORY_BUCKETS) % VERIFY_MEMORY_BUCKETS;
}

struct verify_page *verify_page_find(const struct verify_memory *memory,
				     u64 paddr)
{
	struct verify_page *page = memory->bucket[verify_page_bucket(paddr)];

	while (page && page->paddr != paddr - paddr % MODEL_PAGE)
		page = page->next;
	return page;
}
