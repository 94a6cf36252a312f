// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Accesses to memory, from QEMU's reports to elements.
 */
#include <stdlib.h>
#include <string.h>

#include "hart.h"

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

/* A question to QEMU takes time, and is needed only for new pages. */
static bool find_paddr(struct tandem_hart *p, qemu_plugin_meminfo_t info,
		       struct access *access)
{
	bool bare = tandem_is_bare(p);
	struct qemu_plugin_hwaddr *where;

	access->paddr = access->vaddr;
	if (bare && tandem_page_has(&p->pages, access->paddr / TANDEM_PAGE))
		return true;
	where = qemu_plugin_get_hwaddr(info, access->vaddr);
	if (!where)
		return bare;
	if (!bare)
		access->paddr = qemu_plugin_hwaddr_phys_addr(where);
	access->io = qemu_plugin_hwaddr_is_io(where);
	return true;
}

/* Byte by byte over a page boundary, if the next page is known. */
static void access_memory(struct tandem_hart *p, const struct access *access)
{
	unsigned int bytes = access->bits / 8, i;
	u64 paddr = access->paddr;

	if (paddr % TANDEM_PAGE + bytes <= TANDEM_PAGE) {
		tandem_remember(p, paddr, access->value, bytes, !access->store);
		return;
	}
	for (i = 0; i < bytes; i++, paddr++)
		if (access->vaddr == access->paddr ||
		    paddr / TANDEM_PAGE == access->paddr / TANDEM_PAGE)
			tandem_remember(p, paddr, access->value >> 8 * i & 0xff,
					1, !access->store);
}

static void access_page(struct tandem_hart *p, const struct access *access)
{
	u64 page = access->paddr / TANDEM_PAGE;
	u64 last = access->vaddr + access->bits / 8 - 1;

	if (access->io && !tandem_page_has(&p->devices, page))
		tandem_page_add(&p->devices, page);
	if (access->io)
		return;
	tandem_page_use(p, access->vaddr, access->paddr, access);
	if (access->vaddr == access->paddr &&
	    ((last ^ access->vaddr) & ~(TANDEM_PAGE - 1ull)))
		tandem_page_use(p, last, last, NULL);
	access_memory(p, access);
}

void tandem_access(struct tandem_hart *p, qemu_plugin_meminfo_t info, u64 vaddr)
{
	struct access access = { .vaddr = vaddr };

	if (!p->pending)
		return;
	access.bits = read_value(info, &access.value);
	access.store = qemu_plugin_mem_is_store(info);
	if (!access.bits || !find_paddr(p, info, &access))
		return;
	tandem_walk(p, vaddr);
	access_page(p, &access);
	access.operand = p->x[p->pending->word >> 20 & 31].value;
	if (p->accesses < TANDEM_ACCESSES)
		p->access[p->accesses] = access;
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

/*
 * Write the access that the instruction intends, unless it has several.
 */
static void put_meant(struct tandem_hart *p, const struct access *access)
{
	tandem_put(p, tandem_state(TANDEM_PADDR, access->paddr));
	if (access->vaddr != access->paddr)
		tandem_put(p, tandem_state(TANDEM_EADDR, access->vaddr));
	if (access->store)
		tandem_put(p, tandem_state(store_data(access->bits),
					   access->value));
}

static void put_bus(struct tandem_hart *p, const struct access *access,
		    enum tandem_mem op, u64 request, u64 response)
{
	struct tandem_element sent =
		tandem_memreq(&p->params, op, access->bits, access->paddr,
			      narrow(request, access->bits));

	tandem_put(p, sent);
	if (op != TANDEM_STORE)
		tandem_put(p, tandem_memrsp(&p->params, &sent, 0,
					    narrow(response, access->bits)));
}

/* Read and written: the operation that the hart requests from memory. */
static void put_atomic(struct tandem_hart *p, const struct effect *insn)
{
	const struct access *old = &p->access[0];
	const struct access *new = &p->access[p->accesses - 1];

	if (insn->memory == EFFECT_SC && insn->rd && p->x[insn->rd].value)
		return; /* QEMU reads, and may write the old value */
	put_meant(p, new);
	if (insn->memory == EFFECT_SC)
		put_bus(p, new, TANDEM_SC, new->value, 0);
	else
		put_bus(p, new, insn->amo, old->operand, old->value);
}

/* QEMU zeroes a block byte by byte, but a hart does not. */
static void put_zeroes(struct tandem_hart *p)
{
	u64 paddr = p->access[0].paddr, end = paddr + p->accesses;

	for (; paddr < end; paddr += 8)
		tandem_put(p, tandem_memreq(&p->params, TANDEM_STORE, 64, paddr,
					    0));
}

void tandem_memory(struct tandem_hart *p, const struct effect *insn)
{
	const struct access *access = p->access;
	const struct access *end = access + p->accesses;
	enum tandem_mem load = TANDEM_LOAD;

	if (!p->accesses)
		return;
	if (insn->memory == EFFECT_LR)
		load = TANDEM_LR;
	if (insn->memory == EFFECT_ZERO) {
		put_zeroes(p);
		return;
	}
	if (p->accesses > TANDEM_ACCESSES)
		end = access + TANDEM_ACCESSES;
	if (insn->memory == EFFECT_SC || insn->memory == EFFECT_AMO) {
		put_atomic(p, insn);
		return;
	}
	if (p->accesses == 1)
		put_meant(p, access);
	for (; access < end; access++)
		put_bus(p, access, access->store ? TANDEM_STORE : load,
			access->value, access->value);
}
