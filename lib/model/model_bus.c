// SPDX-License-Identifier: BSD-2-Clause
/* Physical memory: pages of plain bytes, and accesses to all else; an empty input. */
#include "model_internal.h"

const struct model_input model_no_input = {
	.interrupt = MODEL_INTERRUPT_NONE,
};

u8 *model_bus_page(struct model *m, u64 paddr)
{
	if (paddr >> m->config.paddr_bits)
		return NULL;
	return m->bus.page(m->bus.user, paddr & ~(u64)(MODEL_PAGE - 1));
}

u64 model_peek(struct model *m, u64 paddr, unsigned int bytes)
{
	const u8 *host = model_bus_page(m, paddr);
	u64 value = 0;

	while (host && bytes--)
		value = value << 8 | host[paddr % MODEL_PAGE + bytes];
	return value;
}

bool model_bus_load(struct model *m, u64 paddr, unsigned int bytes,
		    unsigned int kind, u64 *value)
{
	u8 *host;

	*value = 0;
	if (unlikely(m->input->unseen))
		return true;
	host = model_bus_page(m, paddr);
	if (host) {
		*value = model_get(host + paddr % MODEL_PAGE, bytes);
		return true;
	}
	if (paddr >> m->config.paddr_bits ||
	    !m->bus.load(m->bus.user, paddr, bytes, kind, value))
		return false;
	*value &= bits_low64(8 * bytes);
	return true;
}

bool model_bus_store(struct model *m, u64 paddr, unsigned int bytes,
		     unsigned int kind, u64 value)
{
	u8 *host;

	if (unlikely(m->input->unseen))
		return true;
	host = model_bus_page(m, paddr);
	if (host) {
		model_put(host + paddr % MODEL_PAGE, bytes, value);
		return true;
	}
	return !(paddr >> m->config.paddr_bits) &&
	       m->bus.store(m->bus.user, paddr, bytes, kind, value);
}
