// SPDX-License-Identifier: BSD-2-Clause
/* Pages of memory in a hash table, and their known bytes. */
#include <verify/memory.h>
#include "verify_internal.h"

void verify_memory_init(struct verify_memory *memory,
			struct verify_page *(*alloc)(void *user), void *user)
{
	__builtin_memset(memory, 0, sizeof(*memory));
	memory->alloc = alloc;
	memory->user = user;
	/* unseen: a walk of an entry notes this, too */
	memory->epoch = 1;
}

bool verify_memory_range(struct verify_memory *memory, u64 base, u64 size,
			 enum verify_memory_kind kind)
{
	if (memory->ranges == VERIFY_MEMORY_RANGES || !size)
		return false;
	memory->partial |= kind == VERIFY_MEMORY_RAM;
	memory->range[memory->ranges++] =
		(struct verify_memory_range){ base, base + size - 1, (u8)kind };
	return true;
}

static const struct verify_memory_range *
range_of(const struct verify_memory *memory, u64 paddr)
{
	const struct verify_memory_range *range = memory->range;
	u32 i;

	for (i = 0; i < memory->ranges; i++, range++) {
		if (paddr >= range->first && paddr <= range->last)
			return range;
	}
	return NULL;
}

static struct verify_page *create(struct verify_memory *memory, u64 paddr,
				  bool zero)
{
	struct verify_page *page = memory->alloc(memory->user);
	u64 page_paddr = paddr - paddr % MODEL_PAGE;

	if (!page) {
		memory->exhausted = true;
		return NULL;
	}
	page->paddr = page_paddr;
	page->missing = zero ? 0 : MODEL_PAGE;
	__builtin_memset(page->known, zero ? 0xff : 0, sizeof(page->known));
	__builtin_memset(page->bytes, 0, sizeof(page->bytes));
	__builtin_memset(page->walked, 0, sizeof(page->walked));
	__builtin_memset(page->foreign, 0, sizeof(page->foreign));
	/* unseen: only read for entries that were walked, and a walk notes
	 * it */
	page->epoch = 0; /* of no walk */
	page->own = NULL;
	page->next = memory->bucket[verify_page_bucket(paddr)];
	memory->bucket[verify_page_bucket(paddr)] = page;
	return page;
}

/*
 * The page of an address.
 * @param write true: bytes become known, so make a page if necessary
 */
static struct verify_page *page_of(struct verify_memory *memory, u64 paddr,
				   bool write)
{
	const struct verify_memory_range *range;
	struct verify_page *page = verify_page_find(memory, paddr);
	u8 kind;

	if (page)
		return page;
	range = range_of(memory, paddr);
	kind = range ? range->kind : VERIFY_MEMORY_RAM;
	if (kind == VERIFY_MEMORY_DEVICE || (!range && !write))
		return NULL;
	return create(memory, paddr, kind == VERIFY_MEMORY_ZERO);
}

static bool is_known(const struct verify_page *page, u64 offset)
{
	return page->known[offset / 8] >> offset % 8 & 1;
}

static void put(struct verify_memory *memory, struct verify_page *page,
		u64 offset, u8 byte)
{
	page->bytes[offset] = byte;
	if (unlikely(page->own != NULL))
		verify_walk_put(memory, page, offset);
	if (is_known(page, offset))
		return;
	page->known[offset / 8] |= (u8)(1u << offset % 8);
	if (!--page->missing)
		memory->flush = true;
}

/* Within one page: nearly all. */
static bool read_page(const struct verify_page *page, u64 offset,
		      unsigned int bytes, u64 *value)
{
	if (!page || !verify_page_knows(page, offset, bytes))
		return false;
	*value = 0;
	while (bytes--)
		*value = *value << 8 | page->bytes[offset + bytes];
	return true;
}

bool verify_memory_read(const struct verify_memory *memory, u64 paddr,
			unsigned int bytes, u64 *value)
{
	u64 offset = paddr % MODEL_PAGE, high;
	unsigned int low = (unsigned int)(MODEL_PAGE - offset);

	if (bytes <= low)
		return read_page(verify_page_find(memory, paddr), offset, bytes,
				 value);
	if (!read_page(verify_page_find(memory, paddr), offset, low, value) ||
	    !read_page(verify_page_find(memory, paddr + low), 0, bytes - low,
		       &high))
		return false;
	*value |= high << 8 * low;
	return true;
}

/*
 * Write eight bytes that are all known, or all unknown, as in state
 * initialization.
 * @return false: nothing was done
 */
static bool put_word(struct verify_memory *memory, struct verify_page *page,
		     u64 offset, u64 value)
{
	u8 known = page->known[offset / 8];
	unsigned int i;

	if (offset % 8 || page->own || (known && known != 0xff))
		return false;
	for (i = 0; i < 8; i++)
		page->bytes[offset + i] = (u8)(value >> 8 * i);
	page->known[offset / 8] = 0xff;
	page->missing -= known ? 0 : 8;
	memory->flush |= !known && !page->missing;
	/* unseen: only slower: the loop over bytes writes the same */
	return true;
}

bool verify_memory_write(struct verify_memory *memory, u64 paddr,
			 unsigned int bytes, u64 value)
{
	struct verify_page *page = NULL;
	unsigned int i;

	if (bytes == 8) {
		/* unseen: only slower: the loop over bytes writes the same */
		page = page_of(memory, paddr, true);
		if (page && put_word(memory, page, paddr % MODEL_PAGE, value))
			return true;
	}
	for (i = 0; i < bytes; i++) {
		if (!page || !((paddr + i) % MODEL_PAGE))
			page = page_of(memory, paddr + i, true);
		if (!page)
			return false;
		put(memory, page, (paddr + i) % MODEL_PAGE,
		    (u8)(value >> 8 * i));
	}
	return true;
}

/* The address is nearly always in the page of the last search. */
static struct verify_page *find_again(struct verify_page **recent,
				      const struct verify_memory *memory,
				      u64 paddr)
{
	if (unlikely(!*recent ||
		     (*recent)->paddr != paddr - paddr % MODEL_PAGE))
		*recent = verify_page_find(memory, paddr);
	return *recent;
}

bool verify_memory_knows(struct verify_memory *memory, u64 paddr,
			 unsigned int bytes)
{
	const struct verify_page *page =
		find_again(&memory->code, memory, paddr);

	return page && verify_page_knows(page, paddr % MODEL_PAGE, bytes);
}

void verify_memory_stored(struct verify_memory *memory, u64 paddr,
			  unsigned int bytes)
{
	struct verify_page *page = find_again(&memory->data, memory, paddr);
	u64 offset = paddr % MODEL_PAGE;

	if (!page || verify_page_knows(page, offset, bytes))
		return;
	for (; bytes--; offset++)
		put(memory, page, offset, page->bytes[offset]);
}

bool verify_memory_put(struct verify_memory *memory, u64 paddr, const u8 *bytes,
		       u64 size)
{
	u64 i;

	for (i = 0; i < size; i++) {
		if (!verify_memory_write(memory, paddr + i, 1, bytes[i]))
			return false;
	}
	return true;
}

/* --- the bus -------------------------------------------------------------- */

static u8 *bus_page(void *user, u64 paddr)
{
	struct verify_memory *memory = user;
	struct verify_page *page = page_of(memory, paddr, false);

	/* with `own`, each store goes through the bus */
	return page && !page->missing && !page->own && !memory->trial ?
		       page->bytes :
		       NULL;
}

/*
 * The value of an entry of a page table that is known in part, for example if
 * only its lower half was loaded: unknown bytes count as 0.
 */
static u64 known_part(const struct verify_page *page, u64 offset,
		      unsigned int bytes)
{
	u64 value = 0;

	while (page && bytes--)
		value = value << 8 | (is_known(page, offset + bytes) ?
					      page->bytes[offset + bytes] :
					      0);
	return value;
}

static bool bus_load(void *user, u64 paddr, unsigned int bytes,
		     unsigned int kind, u64 *value)
{
	struct verify_memory *memory = user;
	struct verify *v = memory->verify;
	struct verify_group *g = &v->group;

	g->guessed = false;
	if (page_of(memory, paddr, false) &&
	    verify_memory_read(memory, paddr, bytes, value))
		return true;
	verify_record_expand(v);
	if (!verify_unknown_load(&v->state, g, paddr, bytes, kind, value))
		return false;
	if (g->guessed && kind == MODEL_WALK)
		*value = known_part(verify_page_find(memory, paddr),
				    paddr % MODEL_PAGE, bytes);
	/* a value that was seen becomes known, except of a device */
	if (!g->guessed && !g->trying && page_of(memory, paddr, false))
		verify_memory_write(memory, paddr, bytes, *value);
	return true;
}

/* An AMO on an unknown value leaves an unknown value. */
static bool is_guess(const struct verify_memory *memory, unsigned int kind)
{
	return memory->verify->group.guessed && kind > MODEL_AMO_SWAP &&
	       kind <= MODEL_AMO_MAXU;
}

/* The bytes were unknown, so the page is not a plain one. */
static void forget(struct verify_memory *memory, u64 paddr, unsigned int bytes)
{
	struct verify_page *page = verify_page_find(memory, paddr);
	u64 offset = paddr % MODEL_PAGE;

	for (; page && bytes-- && offset < MODEL_PAGE; offset++) {
		page->missing += is_known(page, offset);
		page->known[offset / 8] &= (u8) ~(1u << offset % 8);
	}
}

/* For code and stores the bytes need not be known. */
static u8 *bus_partial(void *user, u64 paddr, unsigned int bytes)
{
	struct verify_memory *memory = user;
	struct verify_page *page = NULL;

	if (!memory->partial || memory->trial)
		return NULL;
	if (bytes)
		page = find_again(&memory->data, memory, paddr);
	else
		page = page_of(memory, paddr, false);
	return page && !page->own &&
			       verify_page_knows(page, paddr % MODEL_PAGE,
						 bytes) ?
		       page->bytes :
		       NULL;
}

static void bus_walked(void *user, u64 paddr)
{
	verify_walk_used(user, paddr);
}

/* @return false: no undo is possible, so the store is not made */
static bool remember(struct verify_memory *memory, u64 paddr,
		     unsigned int bytes)
{
	struct verify_memory_undo *undo = &memory->undo[memory->undos];

	if (memory->undos == VERIFY_MEMORY_UNDOS ||
	    !verify_memory_read(memory, paddr, bytes, &undo->before)) {
		memory->verify->group.blind = true;
		return false;
	}
	undo->paddr = paddr;
	undo->bytes = (u8)bytes;
	memory->undos++;
	return true;
}

void verify_memory_trial(struct verify_memory *memory, bool on)
{
	memory->trial = on;
	memory->undos = 0;
	memory->flush = true;
}

void verify_memory_back(struct verify_memory *memory, u32 undos)
{
	while (memory->undos > undos) {
		const struct verify_memory_undo *undo =
			&memory->undo[--memory->undos];

		verify_memory_write(memory, undo->paddr, undo->bytes,
				    undo->before);
	}
}

static bool bus_store(void *user, u64 paddr, unsigned int bytes,
		      unsigned int kind, u64 value)
{
	struct verify_memory *memory = user;
	u64 old = 0;

	verify_record_expand(memory->verify);
	if (!page_of(memory, paddr, false)) {
		memory->verify->state.alone.device_written = ~0ull;
		return !verify_unknown_faults(&memory->verify->group, kind);
	}
	if (memory->trial && !remember(memory, paddr, bytes))
		/* unseen: the trial is blind then, and ends */
		return true;
	if (is_guess(memory, kind)) {
		forget(memory, paddr, bytes);
		return true;
	}
	verify_memory_read(memory, paddr, bytes, &old);
	if (!memory->stored)
		memory->stored_paddr = paddr;
	if (memory->stored < 8)
		memory->before |= old << 8 * memory->stored;
	memory->stored += bytes;
	return verify_memory_write(memory, paddr, bytes, value);
}

struct model_bus verify_memory_bus(struct verify_memory *memory)
{
	return (struct model_bus){ memory,    bus_page,	   bus_load,
				   bus_store, bus_partial, bus_walked };
}
