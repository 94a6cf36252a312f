// SPDX-License-Identifier: BSD-2-Clause
/*
 * A code log, read along with the decoder. Each source has its own view, in
 * pages, and its own place in the file: memory holds only the code that a hart
 * can reach at a time.
 */
#include <ntrace/code.h>
#include <stdlib.h>
#include <string.h>
#include "files.h"
#include "io.h"
#include "code.h"

enum {
	PAGE = 4096,
	HALFWORDS = PAGE / 2,
	MORE = INSN_BYTES_MAX, /* bytes of the next page, after its own */
	CHAINS = 4096,
	SOURCES = 4096,
};

struct page {
	u64 number;
	struct page *next;
	struct ntrace_region region;
	bool stale; /* the steps do not match the code */
	void *slot; /* pointer of the watcher */
	u8 code[PAGE + MORE];
	bool known[HALFWORDS];
	struct ntrace_step step[NT_CODE_HALFWORDS];
};

/* The code of a source, and its next record. */
struct view {
	FILE *file;
	struct page *chain[CHAINS];
	struct ntrace_code next;
	bool more;
};

struct nt_code {
	const char *path;
	struct ntrace_scan scan;
	struct view *view[SOURCES]; /* NULL: not seen yet */
	void (*change)(void *user, const struct ntrace_region *region);
	void *user; /* of change */
};

static FILE *open_log(const char *path, u8 *start)
{
	FILE *file = fopen(path, "rb");

	if (!file)
		die("cannot open the code log '%s': %m", path);
	files_input(path, fileno(file));
	if (fread(start, 1, NTRACE_CODE_START, file) != NTRACE_CODE_START ||
	    memcmp(start, NTRACE_CODE_MAGIC, NTRACE_CODE_START - 1) != 0)
		die("'%s' is no code log of plugin_ntrace", path);
	return file;
}

struct nt_code *nt_code_open(const char *path, struct ntrace_scan *scan)
{
	struct nt_code *log = must_alloc(sizeof(*log));
	u8 start[NTRACE_CODE_START], xlen;

	memset(log, 0, sizeof(*log));
	fclose(open_log(path, start));
	xlen = start[NTRACE_CODE_START - 1];
	if (scan->isa.xlen && scan->isa.xlen != xlen)
		die("'%s' is of RV%u code, not of RV%u", path, xlen,
		    scan->isa.xlen);
	scan->isa.xlen = xlen;
	log->path = path;
	log->scan = *scan;
	return log;
}

/* --- pages ----------------------------------------------------------------- */

static struct page *find_page(const struct view *view, u64 number)
{
	struct page *page = view->chain[number % CHAINS];

	while (page && page->number != number)
		page = page->next;
	return page;
}

static struct page *make_page(struct view *view, u64 number)
{
	struct page *page = find_page(view, number);

	if (page)
		return page;
	page = must_alloc(sizeof(*page));
	memset(page, 0, sizeof(*page));
	page->number = number;
	page->next = view->chain[number % CHAINS];
	page->region.base = number * PAGE;
	page->region.count = HALFWORDS;
	page->region.step = page->step;
	view->chain[number % CHAINS] = page;
	return page;
}

static void tell(const struct nt_code *log, struct page *page)
{
	if (log->change && page->slot)
		log->change(log->user, &page->region);
}

static void forget(const struct nt_code *log, struct view *view)
{
	struct page *page, *next;
	unsigned int i;

	for (i = 0; i < CHAINS; i++) {
		for (page = view->chain[i]; page; page = next) {
			next = page->next;
			tell(log, page);
			free(page);
		}
		view->chain[i] = NULL;
	}
}

/* An instruction at the end of a page continues in the next page. */
static void scan_page(const struct nt_code *log, const struct view *view,
		      struct page *page)
{
	const struct page *next = find_page(view, page->number + 1);
	bool known[NT_CODE_HALFWORDS] = { false };
	u8 *code = page->code;
	size_t i, end;

	tell(log, page);
	memcpy(known, page->known, sizeof(page->known));
	if (next) {
		memcpy(code + PAGE, next->code, MORE);
		memcpy(known + HALFWORDS, next->known, MORE / 2);
	}
	memset(page->step, 0, sizeof(page->step));
	for (i = 0; i < array_size(known); i = end + 1) {
		for (end = i; end < array_size(known) && known[end];)
			end++;
		ntrace_steps_scan(page->step + i, page->region.base + 2 * i,
				  code + 2 * i, 2 * (end - i), &log->scan);
	}
	page->stale = false;
}

static void put_bytes(struct view *view, u64 address, const u8 *bytes,
		      size_t size)
{
	struct page *page, *before;
	size_t at, part;

	for (; size; size -= part, address += part, bytes += part) {
		page = make_page(view, address / PAGE);
		at = address % PAGE;
		part = size < PAGE - at ? size : PAGE - at;
		memcpy(page->code + at, bytes, part);
		memset(page->known + at / 2, true, part / 2);
		page->stale = true;
		before = at < MORE ? find_page(view, address / PAGE - 1) : NULL;
		if (before)
			before->stale = true;
	}
}

/* --- records --------------------------------------------------------------- */

/* The head of the source's next record. */
static void read_head(const struct nt_code *log, struct view *view, u16 src)
{
	u8 head[NTRACE_CODE_HEAD];
	size_t size;

	for (;;) {
		size = fread(head, 1, sizeof(head), view->file);
		view->more = size != 0;
		if (!size)
			return;
		if (size < sizeof(head) || !ntrace_code_get(head, &view->next))
			die("the code log '%s' is damaged near byte %ld",
			    log->path, ftell(view->file));
		if (view->next.source == src)
			return;
		fseek(view->file, view->next.bytes, SEEK_CUR);
	}
}

static void take_record(const struct nt_code *log, struct view *view, u16 src)
{
	u8 bytes[PAGE];
	u64 address = view->next.address;
	size_t part, left = view->next.bytes;

	if (view->next.forget)
		forget(log, view);
	for (; left; left -= part, address += part) {
		part = left < sizeof(bytes) ? left : sizeof(bytes);
		if (fread(bytes, 1, part, view->file) != part)
			die("the code log '%s' ends inside a record",
			    log->path);
		put_bytes(view, address, bytes, part);
	}
	read_head(log, view, src);
}

/* Take a group: records that replace code, and records that only add code. */
static void take_group(const struct nt_code *log, struct view *view, u16 src)
{
	do
		take_record(log, view, src);
	while (view->more && !view->next.replace);
}

static struct view *view_of(struct nt_code *log, u16 src)
{
	u8 start[NTRACE_CODE_START];
	struct view *view = log->view[src % SOURCES];

	if (view)
		return view;
	view = must_alloc(sizeof(*view));
	memset(view, 0, sizeof(*view));
	view->file = open_log(log->path, start);
	log->view[src % SOURCES] = view;
	read_head(log, view, src);
	if (view->more && !view->next.replace)
		take_group(log, view, src);
	return view;
}

const struct ntrace_region *nt_code_find(void *user, u16 src, u64 addr)
{
	struct nt_code *log = user;
	struct view *view = view_of(log, src);
	struct page *page = find_page(view, addr / PAGE);

	if (!page)
		return NULL;
	if (page->stale)
		scan_page(log, view, page);
	return &page->region;
}

bool nt_code_reach(struct nt_code *log, u16 src, u64 offset)
{
	struct view *view = view_of(log, src);
	bool changed = false;

	while (view->more && view->next.position <= offset) {
		take_group(log, view, src);
		changed = true;
	}
	return changed;
}

void nt_code_watch(struct nt_code *log,
		   void (*change)(void *user,
				  const struct ntrace_region *region),
		   void *user)
{
	log->change = change;
	log->user = user;
}

void nt_code_change_all(struct nt_code *log)
{
	struct page *page;
	unsigned int i, k;

	for (i = 0; i < SOURCES; i++)
		for (k = 0; log->view[i] && k < CHAINS; k++)
			for (page = log->view[i]->chain[k]; page;
			     page = page->next)
				tell(log, page);
}

static struct page *page_of(const struct ntrace_region *region)
{
	return (struct page *)((char *)(uintptr_t)region -
			       offsetof(struct page, region));
}

void **nt_code_slot(const struct ntrace_region *region)
{
	return &page_of(region)->slot;
}

const u8 *nt_code_bytes(const struct ntrace_region *region, u64 address)
{
	return page_of(region)->code + (address - region->base);
}

void nt_code_close(struct nt_code *log)
{
	unsigned int i;

	for (i = 0; log && i < SOURCES; i++) {
		if (!log->view[i])
			continue;
		forget(log, log->view[i]);
		fclose(log->view[i]->file);
		free(log->view[i]);
	}
	free(log);
}
