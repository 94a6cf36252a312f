// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Accesses to memory, and the memory itself: a page is made known as a whole
 * before the first group that uses it, so that a reader needs nothing else.
 */
#include <stdlib.h>
#include <string.h>

#include "producer.h"

#define PAGE_SHIFT 12
#define PAGE_SIZE (1u << PAGE_SHIFT)
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

static void page_grow(struct page_set *set)
{
	struct page_set old = *set;
	size_t i;

	set->slots = old.slots ? 2 * old.slots : 1024;
	set->slot = calloc(set->slots, sizeof(*set->slot));
	if (!set->slot) {
		fputs("plugin_tandem: out of memory\n", stderr);
		exit(1);
	}
	for (i = 0; i < old.slots; i++)
		if (old.slot[i])
			*page_slot(set, old.slot[i] - 1) = old.slot[i];
	free(old.slot);
}

static bool page_has(const struct page_set *set, u64 page)
{
	return set->slots && *page_slot(set, page);
}

static void page_add(struct page_set *set, u64 page)
{
	if (2 * set->used >= set->slots)
		page_grow(set);
	*page_slot(set, page) = page + 1;
	set->used++;
}

void producer_forget(struct producer *p)
{
	if (p->pages.slots)
		memset(p->pages.slot, 0, p->pages.slots * sizeof(u64));
	p->pages.used = 0;
}

/* --- pages ----------------------------------------------------------------- */

static void put_page(struct producer *p, u64 paddr, const u8 *bytes)
{
	unsigned int at;
	u64 value;

	for (at = 0; at < PAGE_SIZE; at += 8) {
		if (at % (8 * PAGE_GROUP) == 0) {
			producer_flush(p);
			producer_put(p, tandem_plain(TANDEM_INIT));
		}
		memcpy(&value, bytes + at, 8);
		producer_put(p, tandem_memreq(&p->params, TANDEM_STORE, 64,
					      paddr + at, value));
	}
	producer_flush(p);
}

/* What an instruction has read is what memory had, even if it wrote since. */
static void undo_write(u8 *page, const struct access *access)
{
	unsigned int at = access->vaddr % PAGE_SIZE, size = access->bits / 8;

	if (!access->store && at + size <= PAGE_SIZE)
		memcpy(page + at, &access->value, size);
}

static void page_use(struct producer *p, u64 vaddr, u64 paddr,
		     const struct access *access)
{
	u64 page = paddr >> PAGE_SHIFT;

	if (page_has(&p->pages, page))
		return;
	page_add(&p->pages, page);
	if (!qemu_plugin_read_memory_vaddr(vaddr & ~(PAGE_SIZE - 1ull),
					   p->bytes, PAGE_SIZE) ||
	    p->bytes->len != PAGE_SIZE)
		return;
	if (access)
		undo_write(p->bytes->data, access);
	put_page(p, page << PAGE_SHIFT, p->bytes->data);
}

/* --- code ------------------------------------------------------------------ */

static bool is_bare(const struct producer *p)
{
	u64 satp = p->csr[CSR_SATP].value;
	bool mprv = p->csr[CSR_MSTATUS].value & MSTATUS_MPRV;

	if (!(p->params.xlen == 32 ? satp >> 31 : satp >> 60))
		return true;
	return p->priv.value == PRIV_M && !mprv;
}

/*
 * Where an instruction is in physical memory. QEMU tells where it has it in its
 * own; blocks of memory whose place is known from code that was not translated
 * tell the difference.
 */
static bool code_paddr(struct producer *p, const struct effect *insn, u64 pc,
		       u64 *paddr)
{
	bool bare = p->priv.value == PRIV_M || is_bare(p);
	u64 page = pc & ~(PAGE_SIZE - 1ull);
	struct code_block *block = NULL, *b;

	for (b = p->block; b < p->block + p->blocks; b++)
		if (!block || insn->host - b->host < insn->host - block->host)
			block = b;
	if (!bare) {
		*paddr = block ? insn->host - block->host + block->paddr : 0;
		return block && insn->host >= block->host;
	}
	*paddr = pc;
	if (!insn->host ||
	    (block && insn->host - block->host == page - block->paddr))
		return insn->host;
	if (p->blocks < PRODUCER_BLOCKS)
		p->block[p->blocks++] =
			(struct code_block){ .host = insn->host - (pc - page),
					     .paddr = page };
	return true;
}

void producer_code(struct producer *p, const struct effect *insn, u64 pc)
{
	u64 last = pc + insn->bytes - 1, paddr;

	if (producer_options.level < PRODUCER_FULL ||
	    !code_paddr(p, insn, pc, &paddr))
		return;
	page_use(p, pc, paddr, NULL);
	if (((last ^ pc) & ~(PAGE_SIZE - 1ull)) && paddr == pc)
		page_use(p, last, last, NULL);
}

/* --- accesses -------------------------------------------------------------- */

static u8 read_value(qemu_plugin_meminfo_t info, u64 *value)
{
	qemu_plugin_mem_value read = qemu_plugin_mem_get_value(info);

	switch (read.type) {
	case QEMU_PLUGIN_MEM_VALUE_U8:
		*value = read.data.u8;
		return 8;
	case QEMU_PLUGIN_MEM_VALUE_U16:
		*value = read.data.u16;
		return 16;
	case QEMU_PLUGIN_MEM_VALUE_U32:
		*value = read.data.u32;
		return 32;
	case QEMU_PLUGIN_MEM_VALUE_U64:
		*value = read.data.u64;
		return 64;
	default:
		return 0; /* the trace has no code for 128 bits */
	}
}

/* Asking QEMU takes time, and is needed for pages that were not seen only. */
static bool find_paddr(struct producer *p, qemu_plugin_meminfo_t info,
		       struct access *access)
{
	bool bare = is_bare(p);
	struct qemu_plugin_hwaddr *where;

	access->paddr = access->vaddr;
	if (bare && page_has(&p->pages, access->paddr >> PAGE_SHIFT))
		return true;
	where = qemu_plugin_get_hwaddr(info, access->vaddr);
	if (!where)
		return bare;
	if (!bare)
		access->paddr = qemu_plugin_hwaddr_phys_addr(where);
	access->io = qemu_plugin_hwaddr_is_io(where);
	return true;
}

static void access_page(struct producer *p, const struct access *access)
{
	u64 page = access->paddr >> PAGE_SHIFT;
	u64 last = access->vaddr + access->bits / 8 - 1;

	if (access->io && !page_has(&p->devices, page))
		page_add(&p->devices, page);
	if (access->io)
		return;
	page_use(p, access->vaddr, access->paddr, access);
	if (access->vaddr == access->paddr &&
	    ((last ^ access->vaddr) & ~(PAGE_SIZE - 1ull)))
		page_use(p, last, last, NULL);
}

void producer_access(struct producer *p, qemu_plugin_meminfo_t info, u64 vaddr)
{
	struct access *access = &p->access[p->accesses];
	const struct effect *insn = p->pending;

	if (!insn)
		return;
	if (p->accesses >= PRODUCER_ACCESSES) {
		p->accesses++;
		return;
	}
	*access = (struct access){ .vaddr = vaddr };
	access->bits = read_value(info, &access->value);
	access->store = qemu_plugin_mem_is_store(info);
	if (!access->bits || !find_paddr(p, info, access))
		return;
	access_page(p, access);
	access->operand = p->x[insn->word >> 20 & 31].value;
	p->accesses++;
}

/* --- elements -------------------------------------------------------------- */

static u64 narrow(u64 value, unsigned int bits)
{
	return bits == 64 ? value : value & ((1ull << bits) - 1);
}

static enum tandem_state store_data(unsigned int bits)
{
	switch (bits) {
	case 8:
		return TANDEM_SDATA8;
	case 16:
		return TANDEM_SDATA16;
	case 32:
		return TANDEM_SDATA32;
	default:
		return TANDEM_SDATA64;
	}
}

/* What the instruction means to do; of several accesses there is no one. */
static void put_meant(struct producer *p, const struct access *access)
{
	producer_put(p, tandem_state(TANDEM_PADDR, access->paddr));
	if (access->vaddr != access->paddr)
		producer_put(p, tandem_state(TANDEM_EADDR, access->vaddr));
	if (access->store)
		producer_put(p, tandem_state(store_data(access->bits),
					     access->value));
}

static void put_bus(struct producer *p, const struct access *access,
		    enum tandem_mem op, u64 request, u64 response)
{
	struct tandem_element sent =
		tandem_memreq(&p->params, op, access->bits, access->paddr,
			      narrow(request, access->bits));

	producer_put(p, sent);
	if (op != TANDEM_STORE)
		producer_put(p, tandem_memrsp(&p->params, &sent, 0,
					      narrow(response, access->bits)));
}

/* Read and written: the operation, as the hart asks memory for it. */
static void put_atomic(struct producer *p, const struct effect *insn)
{
	const struct access *old = &p->access[0];
	const struct access *new = &p->access[p->accesses - 1];

	if (insn->memory == EFFECT_SC && insn->rd && p->x[insn->rd].value)
		return; /* QEMU reads, and may write what was there */
	put_meant(p, new);
	if (insn->memory == EFFECT_SC)
		put_bus(p, new, TANDEM_SC, new->value, 0);
	else
		put_bus(p, new, insn->amo, old->operand, old->value);
}

/* QEMU zeroes a block byte by byte, a hart does not. */
static void put_zeroes(struct producer *p)
{
	u64 paddr = p->access[0].paddr, end = paddr + p->accesses;

	for (; paddr < end; paddr += 8)
		producer_put(p, tandem_memreq(&p->params, TANDEM_STORE, 64,
					      paddr, 0));
}

void producer_memory(struct producer *p, const struct effect *insn)
{
	const struct access *access = p->access;
	const struct access *end = access + p->accesses;

	if (!p->accesses)
		return;
	if (insn->memory == EFFECT_ZERO) {
		put_zeroes(p);
		return;
	}
	if (p->accesses > PRODUCER_ACCESSES)
		end = access + PRODUCER_ACCESSES;
	if (insn->memory == EFFECT_SC || insn->memory == EFFECT_AMO) {
		put_atomic(p, insn);
		return;
	}
	if (p->accesses == 1)
		put_meant(p, access);
	for (; access < end; access++)
		put_bus(p, access,
			access->store		  ? TANDEM_STORE :
			insn->memory == EFFECT_LR ? TANDEM_LR :
						    TANDEM_LOAD,
			access->value, access->value);
}
