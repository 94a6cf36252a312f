// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A hart's view of its code, in pages of virtual memory. Each block executed is
 * looked up, so the usual answer has to be quick: a block that was found at the
 * same address is still there unless something was replaced near it.
 */
#include <stdlib.h>
#include <string.h>

#include "view.h"

#define PAGE_BYTES 4096
#define VERSIONS 4096
#define CHAINS 4096

struct page {
	u64 number;
	struct page *next;
	u8 bytes[PAGE_BYTES];
	u64 known[PAGE_BYTES / 2 / 64]; /* bit per half-word */
};

/* Page of the last match of code, and its version then. */
struct seen {
	u64 pc;
	u32 version;
};

struct nt_view {
	/* incremented when code of one of these pages is replaced */
	u32 version[VERSIONS];
	struct seen *seen; /* by the code's index */
	u32 num_seen;
	struct page *chain[CHAINS];
	struct page *page; /* array of max_pages */
	u32 num_pages, max_pages;
	bool forgot;
};

struct nt_view *nt_view_new(u32 pages)
{
	struct nt_view *view = calloc(1, sizeof(*view));
	unsigned int i;

	if (!view)
		return NULL;
	view->page = calloc(pages, sizeof(*view->page));
	view->max_pages = pages;
	for (i = 0; i < VERSIONS; i++)
		view->version[i] = 1;
	if (view->page)
		return view;
	free(view);
	return NULL;
}

static u32 *version_at(struct nt_view *view, u64 number)
{
	return &view->version[number % VERSIONS];
}

static void forget(struct nt_view *view)
{
	unsigned int i;

	memset(view->chain, 0, sizeof(view->chain));
	view->num_pages = 0;
	view->forgot = true;
	for (i = 0; i < VERSIONS; i++)
		view->version[i]++;
}

static struct page *page_at(struct nt_view *view, u64 number)
{
	struct page **chain = &view->chain[number % CHAINS], *page;

	for (page = *chain; page; page = page->next)
		if (page->number == number)
			return page;
	page = &view->page[view->num_pages++];
	memset(page->known, 0, sizeof(page->known));
	page->number = number;
	page->next = *chain;
	*chain = page;
	return page;
}

/* Compare half-words of code with a page, and store them there. */
static enum nt_found compare(struct page *page, unsigned int at,
			     const u8 *bytes, unsigned int size)
{
	enum nt_found found = NT_FOUND_OLD;
	unsigned int i;

	for (i = 0; i < size; i += 2) {
		u64 *known = &page->known[(at + i) / 128];
		u64 bit = 1ull << ((at + i) / 2 % 64);

		if (!(*known & bit)) {
			if (found == NT_FOUND_OLD)
				found = NT_FOUND_NEW;
		} else if (memcmp(page->bytes + at + i, bytes + i, 2)) {
			found = NT_FOUND_OTHER;
		}
		*known |= bit;
	}
	if (found != NT_FOUND_OLD)
		memcpy(page->bytes + at, bytes, size);
	return found;
}

/* Blocks that begin in the page before may continue in this one. */
static void replaced(struct nt_view *view, u64 number)
{
	++*version_at(view, number);
	++*version_at(view, number - 1);
}

static enum nt_found look(struct nt_view *view, const struct retire_code *code,
			  u64 pc)
{
	unsigned int left = 2 * code->halfwords, at, size;
	enum nt_found all = NT_FOUND_OLD, found;
	const u8 *bytes = code->bytes;

	if (view->num_pages + 2 > view->max_pages)
		forget(view);
	for (; left; left -= size, bytes += size, pc += size) {
		at = pc % PAGE_BYTES;
		size = left < PAGE_BYTES - at ? left : PAGE_BYTES - at;
		found = compare(page_at(view, pc / PAGE_BYTES), at, bytes,
				size);
		if (found == NT_FOUND_OTHER)
			replaced(view, pc / PAGE_BYTES);
		if (found > all)
			all = found;
	}
	if (view->forgot)
		all = NT_FOUND_AGAIN;
	view->forgot = false;
	return all;
}

/* Blocks are numbered by translation: new code has a high number. */
static struct seen *seen_at(struct nt_view *view, u32 index)
{
	u32 num = view->num_seen;
	struct seen *seen;

	if (index < num)
		return &view->seen[index];
	num = index + index / 2 + 1024;
	seen = realloc(view->seen, num * sizeof(*seen));
	if (!seen)
		return NULL;
	memset(seen + view->num_seen, 0,
	       (num - view->num_seen) * sizeof(*seen));
	view->seen = seen;
	view->num_seen = num;
	return &seen[index];
}

enum nt_found nt_view_find(struct nt_view *view, const struct retire_code *code,
			   u64 pc)
{
	struct seen *seen = seen_at(view, code->index);
	u32 *version = version_at(view, pc / PAGE_BYTES);
	enum nt_found found;

	if (likely(seen && seen->pc == pc && seen->version == *version))
		return NT_FOUND_OLD;
	found = look(view, code, pc);
	if (seen)
		*seen = (struct seen){ pc, *version };
	return found;
}
