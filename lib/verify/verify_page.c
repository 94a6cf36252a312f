// SPDX-License-Identifier: BSD-2-Clause
/*
 * The table of pages by their address; entries of page tables that the hart has walked, and later writes there by
 * others. After a fence the memory of a table may be freed, and filled by a
 * device; this is an error only if the hart walks the changed memory.
 */
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

/* --- entries of page tables ------------------------------------------------ */

struct slot {
	u32 word;
	u64 bit;
};

static struct slot slot_of(u64 paddr)
{
	u64 slot = paddr % MODEL_PAGE / 8;

	return (struct slot){ (u32)(slot / 64), 1ull << slot % 64 };
}

static u64 entry_of(const struct verify_page *page, u64 paddr,
		    unsigned int bytes)
{
	u64 offset = paddr % MODEL_PAGE, value = 0;

	while (bytes--)
		value = value << 8 | page->bytes[offset + bytes];
	return value;
}

/* The hart walked an entry that was "own" until something else wrote it. */
static void note_foreign(struct verify *v, u64 paddr, u64 own, u64 now)
{
	struct verify_group *g = &v->group;

	/* A and D are judged in the group that gives them */
	if (own & PTE_V && !(own & ~now) &&
	    !(now & ~own & ~(u64)(PTE_A | PTE_D)))
		return;
	verify_record_expand(v);
	if (g->foreigns < VERIFY_DIRTY_MAX)
		g->foreign[g->foreigns++] =
			(struct verify_foreign){ paddr, own, now };
}

static void use_foreign(struct verify_memory *memory, struct verify_page *page,
			u64 paddr)
{
	struct verify *v = memory->verify;
	unsigned int bytes = v->config.params.xlen / 8, i;
	u64 own = entry_of(page->own, paddr, bytes);
	u64 now = entry_of(page, paddr, bytes);

	if (v->group.trying || own == now)
		return;
	note_foreign(v, paddr, own, now);
	/* the new value is trusted from now on */
	for (i = 0; i < bytes; i++)
		page->own->bytes[paddr % MODEL_PAGE + i] = (u8)(now >> 8 * i);
}

void verify_walk_used(struct verify_memory *memory, u64 paddr)
{
	struct verify_page *page = verify_page_find(memory, paddr);
	struct slot slot = slot_of(paddr);

	if (!page)
		return;
	if (page->epoch != memory->epoch)
		__builtin_memset(page->recent, 0, sizeof(page->recent));
	page->epoch = memory->epoch;
	page->recent[slot.word] |= slot.bit;
	page->walked[slot.word] |= slot.bit;
	if (page->foreign[slot.word] & slot.bit)
		use_foreign(memory, page, paddr);
}

void verify_walk_put(struct verify_memory *memory, struct verify_page *page,
		     u64 offset)
{
	struct slot slot = slot_of(offset);

	if (!memory->outside || !(page->foreign[slot.word] & slot.bit))
		page->own->bytes[offset] = page->bytes[offset];
}

enum verify_walked verify_memory_walked(const struct verify_memory *memory,
					u64 paddr)
{
	const struct verify_page *page = verify_page_find(memory, paddr);
	struct slot slot = slot_of(paddr);

	if (!page || !(page->walked[slot.word] & slot.bit))
		return VERIFY_WALKED_NEVER;
	if (page->epoch == memory->epoch && page->recent[slot.word] & slot.bit)
		return VERIFY_WALKED_NOW;
	return VERIFY_WALKED_BEFORE;
}

void verify_memory_fence(struct verify_memory *memory)
{
	memory->epoch++;
}

void verify_memory_unwalk(struct verify_memory *memory)
{
	struct verify_page *page;
	u32 i;

	for (i = 0; i < VERIFY_MEMORY_BUCKETS; i++) {
		for (page = memory->bucket[i]; page; page = page->next) {
			__builtin_memset(page->walked, 0, sizeof(page->walked));
			__builtin_memset(page->foreign, 0,
					 sizeof(page->foreign));
			if (page->own)
				__builtin_memcpy(page->own->bytes, page->bytes,
						 sizeof(page->bytes));
		}
	}
}

void verify_memory_foreign(struct verify_memory *memory, u64 paddr)
{
	struct verify_page *page = verify_page_find(memory, paddr);
	struct slot slot = slot_of(paddr);

	if (!page)
		return;
	if (!page->own) {
		page->own = memory->alloc(memory->user);
		memory->flush = true;
		memory->exhausted |= !page->own;
		if (!page->own)
			return;
		__builtin_memcpy(page->own->bytes, page->bytes,
				 sizeof(page->bytes));
	}
	page->foreign[slot.word] |= slot.bit;
}
