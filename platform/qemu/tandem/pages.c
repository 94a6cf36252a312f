// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The memory itself: the trace has each page as a whole before the first group
 * that uses it, so a reader needs no other file.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "hart.h"

#define PAGE_SHIFT 12
#define PAGE_GROUP 32 /* requests per group of state initialisation */

/* --- sets of pages --------------------------------------------------------- */

static u64 *page_slot(const struct page_set *set, u64 page)
{
	size_t at = (size_t)(page * 0x9e3779b97f4a7c15ull >> 20);

	for (;; at++) {
		u64 *slot = &set->slot[at & (set->slots - 1)];

		if (!*slot || *slot == page + 1)
			return slot;
	}
}

static void *must_calloc(size_t num, size_t size)
{
	void *memory = calloc(num, size);

	if (memory)
		return memory;
	fputs("plugin_tandem: out of memory\n", stderr);
	exit(1);
}

static void page_grow(struct page_set *set)
{
	struct page_set old = *set;
	u64 *slot;
	size_t i;

	set->slots = old.slots ? 2 * old.slots : 1024;
	set->slot = must_calloc(set->slots, sizeof(*set->slot));
	set->copy = must_calloc(set->slots, sizeof(*set->copy));
	for (i = 0; i < old.slots; i++) {
		if (!old.slot[i])
			continue;
		slot = page_slot(set, old.slot[i] - 1);
		*slot = old.slot[i];
		set->copy[slot - set->slot] = old.copy[i];
	}
	free(old.slot);
	free(old.copy);
}

bool tandem_page_has(const struct page_set *set, u64 page)
{
	return set->slots && *page_slot(set, page);
}

void tandem_page_add(struct page_set *set, u64 page)
{
	if (2 * set->used >= set->slots)
		page_grow(set);
	*page_slot(set, page) = page + 1;
	set->used++;
}

/* The reader's copy of a page, NULL: unknown to the reader. */
static u8 *page_copy(const struct page_set *set, u64 page)
{
	u64 *slot = set->slots ? page_slot(set, page) : NULL;

	return slot && *slot ? set->copy[slot - set->slot] : NULL;
}

void tandem_forget(struct tandem_hart *p)
{
	size_t i;

	for (i = 0; i < p->pages.slots; i++)
		free(p->pages.copy[i]);
	free(p->pages.slot);
	free(p->pages.copy);
	memset(&p->pages, 0, sizeof(p->pages));
	memset(p->walked, 0, sizeof(p->walked));
}

/* --- pages ----------------------------------------------------------------- */

static void put_page(struct tandem_hart *p, u64 paddr, const u8 *bytes)
{
	u64 *slot = page_slot(&p->pages, paddr >> PAGE_SHIFT);
	u8 *copy = must_calloc(1, TANDEM_PAGE);
	unsigned int at;
	u64 value;

	memcpy(copy, bytes, TANDEM_PAGE);
	p->pages.copy[slot - p->pages.slot] = copy;

	for (at = 0; at < TANDEM_PAGE; at += 8) {
		if (at % (8 * PAGE_GROUP) == 0) {
			tandem_flush(p);
			tandem_put(p, tandem_plain(TANDEM_INIT));
		}
		memcpy(&value, bytes + at, 8);
		tandem_put(p, tandem_memreq(&p->params, TANDEM_STORE, 64,
					    paddr + at, value));
	}
	tandem_flush(p);
}

/* Store a loaded value into the copy: memory had it, even if a store came
 * since. */
static void undo_write(u8 *page, const struct access *access)
{
	unsigned int at = access->vaddr % TANDEM_PAGE, size = access->bits / 8;

	if (!access->store && at + size <= TANDEM_PAGE)
		memcpy(page + at, &access->value, size);
}

void tandem_page_use(struct tandem_hart *p, u64 vaddr, u64 paddr,
		     const struct access *access)
{
	u64 page = paddr >> PAGE_SHIFT;

	if (tandem_page_has(&p->pages, page))
		return;
	tandem_page_add(&p->pages, page);
	if (!qemu_plugin_read_memory_vaddr(vaddr & ~(TANDEM_PAGE - 1ull),
					   p->bytes, TANDEM_PAGE) ||
	    p->bytes->len != TANDEM_PAGE)
		return;
	if (access)
		undo_write(p->bytes->data, access);
	put_page(p, page << PAGE_SHIFT, p->bytes->data);
}

static void put_bytes(struct tandem_hart *p, u64 paddr, u64 value,
		      unsigned int bytes)
{
	tandem_put(p, tandem_plain(TANDEM_INIT));
	for (; bytes--; paddr++, value >>= 8)
		tandem_put(p, tandem_memreq(&p->params, TANDEM_STORE, 8, paddr,
					    value & 0xff));
	tandem_flush(p);
	p->counts.outside++;
}

void tandem_remember(struct tandem_hart *p, u64 paddr, u64 value,
		     unsigned int bytes, bool tell)
{
	u8 *copy = page_copy(&p->pages, paddr >> PAGE_SHIFT);
	unsigned int at = paddr % TANDEM_PAGE;

	if (!copy || at + bytes > TANDEM_PAGE ||
	    !memcmp(copy + at, &value, bytes))
		return;
	memcpy(copy + at, &value, bytes);
	if (tell)
		put_bytes(p, paddr, value, bytes);
}

bool tandem_is_bare(const struct tandem_hart *p)
{
	u64 satp = p->csr[CSR_SATP].value;
	bool mprv = p->csr[CSR_MSTATUS].value & MSTATUS_MPRV;

	if (!(p->params.xlen == 32 ? satp >> 31 : satp >> 60))
		return true;
	return p->priv.value == PRIV_M && !mprv;
}

/* --- page tables ------------------------------------------------------------ */

/*
 * Read a page of physical memory from QEMU's own. The read goes through the
 * kernel, because a wrong page table may lead anywhere.
 */
static bool read_physical(const struct tandem_hart *p, u64 page, u8 *bytes)
{
	const struct code_block *block = NULL, *b;
	struct iovec to = { bytes, TANDEM_PAGE }, from;

	for (b = p->block; b < p->block + p->blocks; b++)
		if (b->paddr <= page && (!block || b->paddr > block->paddr))
			block = b;
	if (!block)
		return false;
	from.iov_base = (void *)(uintptr_t)(page - block->paddr + block->host);
	from.iov_len = TANDEM_PAGE;
	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == TANDEM_PAGE;
}

/* Levels of satp's page tables; 0: no translation. */
static unsigned int walk_levels(const struct tandem_hart *p, u64 satp)
{
	if (p->params.xlen == 32)
		return satp >> 31 ? 2 : 0;
	return satp >> 60 >= 8 && satp >> 60 <= 10 ? (satp >> 60) - 5 : 0;
}

/* The entry of one level; the reader learns its page. */
static u64 walk_entry(struct tandem_hart *p, u64 table, u64 vpn)
{
	unsigned int size = p->params.xlen / 8;
	u8 bytes[TANDEM_PAGE];
	u64 entry = 0;

	if (!read_physical(p, table, bytes))
		return 0;
	if (!tandem_page_has(&p->pages, table >> PAGE_SHIFT)) {
		tandem_page_add(&p->pages, table >> PAGE_SHIFT);
		put_page(p, table, bytes);
	}
	memcpy(&entry, bytes + vpn * size, size);
	tandem_remember(p, table + vpn * size, entry, size, true);
	return entry;
}

static void walk(struct tandem_hart *p, u64 satp, u64 vaddr)
{
	bool narrow = p->params.xlen == 32;
	unsigned int level = walk_levels(p, satp), bits = narrow ? 10 : 9;
	u64 ppn = satp & (narrow ? 0x3fffff : 0xfffffffffff), entry;

	while (level--) {
		entry = walk_entry(p, ppn << PAGE_SHIFT,
				   vaddr >> (PAGE_SHIFT + bits * level) &
					   ((1u << bits) - 1));
		ppn = entry >> 10 & (narrow ? 0x3fffff : 0xfffffffffff);
		if ((entry & 0xf) != 1)
			return;
	}
}

void tandem_walk(struct tandem_hart *p, u64 vaddr)
{
	u64 page = vaddr >> PAGE_SHIFT, satp = p->csr[CSR_SATP].value;
	struct walked *walked = &p->walked[page % TANDEM_WALKED];

	if (tandem_options.level < TANDEM_LEVEL_FULL || tandem_is_bare(p) ||
	    (walked->page == page + 1 && walked->satp == satp))
		return;
	*walked = (struct walked){ page + 1, satp };
	walk(p, satp, vaddr);
}

void tandem_walk_again(struct tandem_hart *p)
{
	memset(p->walked, 0, sizeof(p->walked));
}

/* --- code ------------------------------------------------------------------ */

/* The block of memory with QEMU's address, NULL: unknown. */
static const struct code_block *block_of(const struct tandem_hart *p, u64 host)
{
	const struct code_block *block = NULL, *b;

	for (b = p->block; b < p->block + p->blocks; b++)
		if (b->host <= host && (!block || b->host > block->host))
			block = b;
	return block;
}

static void learn(struct tandem_hart *p, u64 host, u64 paddr)
{
	const struct code_block *block = block_of(p, host);
	u64 at = paddr % TANDEM_PAGE;

	if (!host || p->blocks == TANDEM_BLOCKS ||
	    (block && host - block->host == paddr - block->paddr))
		return;
	p->block[p->blocks++] = (struct code_block){ host - at, paddr - at };
}

void tandem_learn(struct tandem_hart *p, const struct effect *insn, u64 pc)
{
	if (tandem_read(p, &p->priv) == PRIV_M)
		learn(p, insn->host, pc);
}

/*
 * The physical address of an instruction. QEMU gives its address in QEMU's own
 * memory; known blocks give the difference.
 */
static bool code_paddr(struct tandem_hart *p, const struct effect *insn, u64 pc,
		       u64 *paddr)
{
	const struct code_block *block = block_of(p, insn->host);

	if (p->priv.value == PRIV_M || tandem_is_bare(p)) {
		learn(p, insn->host, pc);
		*paddr = pc;
		return insn->host;
	}
	tandem_walk(p, pc);
	*paddr = block ? insn->host - block->host + block->paddr : 0;
	return block;
}

void tandem_code(struct tandem_hart *p, const struct effect *insn, u64 pc)
{
	u64 last = pc + insn->bytes - 1, paddr;

	if (tandem_options.level < TANDEM_LEVEL_FULL ||
	    !code_paddr(p, insn, pc, &paddr))
		return;
	tandem_page_use(p, pc, paddr, NULL);
	tandem_remember(p, paddr, insn->word, insn->bytes, true);
	if (((last ^ pc) & ~(TANDEM_PAGE - 1ull)) && paddr == pc)
		tandem_page_use(p, last, last, NULL);
}
