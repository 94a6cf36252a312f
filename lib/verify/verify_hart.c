// SPDX-License-Identifier: BSD-2-Clause
/* lib/model behind the four operations. */
#include <verify/hart.h>
#include "verify_internal.h"

static bool hart_read(void *user, u32 element, u64 *value)
{
	struct verify_hart *hart = user;

	return model_read(&hart->model, element, value);
}

static bool hart_write(void *user, u32 element, u64 value)
{
	struct verify_hart *hart = user;

	return model_write(&hart->model, element, value);
}

static bool hart_read_memory(void *user, u64 paddr, unsigned int bytes,
			     u64 *value)
{
	struct verify_hart *hart = user;

	return verify_memory_read(hart->memory, paddr, bytes, value);
}

static void hart_write_memory(void *user, u64 paddr, unsigned int bytes,
			      u64 value)
{
	struct verify_hart *hart = user;

	verify_memory_write(hart->memory, paddr, bytes, value);
}

/* Add the overwritten bytes that the bus saw, perhaps of half an access. */
static void add_before(struct verify_hart *hart, struct verify_step *out)
{
	struct verify_memory *memory = hart->memory;
	u64 paddr = hart->did.paddr;
	unsigned int first = 0;

	if (hart->did.split && memory->stored_paddr != paddr)
		first = MODEL_PAGE - (unsigned int)(paddr % MODEL_PAGE);
	if (first < 8)
		out->before |= memory->before << 8 * first;
	memory->before = 0;
	memory->stored = 0;
}

/*
 * True if memory has the code at the pc, or the fetch goes through the bus.
 * @param paddr out: with false, the address of the code
 */
static inline bool knows_code(struct verify_hart *hart, unsigned int bytes,
			      u64 *paddr)
{
	struct model *m = &hart->model;

	return m->pc % MODEL_PAGE > MODEL_PAGE - 4 ||
	       !model_fetch_paddr(m, paddr) ||
	       verify_memory_knows(hart->memory, *paddr, bytes);
}

/*
 * With pages that are known in part, the model fetches and stores as if they
 * were known: it gets the trace's instruction for code that is new. In a trial
 * all fetches go through the bus.
 */
static const struct model_input *give_code(struct verify_hart *hart,
					   const struct model_input *in)
{
	const struct tandem_group *g = hart->memory->verify->group.trace;
	u64 paddr;

	if (!g->insn_bits || knows_code(hart, g->insn_bits / 8u, &paddr))
		return in;
	hart->given = *in;
	/* unseen: memory gets the same instruction below */
	hart->given.given = true;
	hart->given.insn = g->insn;
	verify_memory_write(hart->memory, paddr, g->insn_bits / 8u, g->insn);
	hart->memory->verify->group.copied = true;
	return &hart->given;
}

void verify_hart_flush(struct verify_hart *hart)
{
	/* unseen: only slower: it flushes again */
	hart->memory->flush = false;
	model_flush(&hart->model);
}

void verify_hart_learn(struct verify_hart *hart)
{
	const struct model_step *did = &hart->did;

	if (hart->memory->partial && did->access_bytes &&
	    did->access == MODEL_STORE && did->kind == MODEL_RETIRED &&
	    !did->split)
		verify_memory_stored(hart->memory, did->paddr,
				     did->access_bytes);
	if (unlikely(hart->memory->flush))
		/* unseen: only later: the next row flushes */
		verify_hart_flush(hart);
}

bool verify_hart_prepare(struct verify_hart *hart, unsigned int bytes)
{
	u64 paddr;

	if (unlikely(model_interrupt_enabled(&hart->model)) &&
	    model_interrupt(&hart->model) != MODEL_INTERRUPT_NONE)
		return false;
	return !hart->memory->partial || knows_code(hart, bytes, &paddr);
}

void verify_hart_result(struct verify_hart *hart, struct verify_step *out)
{
	out->pending = MODEL_INTERRUPT_NONE;
	out->did = &hart->did;
	out->write = hart->did.write;
	out->writes = hart->did.writes;
	out->unknown = 0;
	out->before = hart->did.before;
	if (unlikely(hart->memory->stored))
		add_before(hart, out);
}

static bool hart_step(void *user, const struct model_input *in,
		      struct verify_step *out)
{
	struct verify_hart *hart = user;
	struct verify_memory *memory = hart->memory;
	unsigned int pending = MODEL_INTERRUPT_NONE;

	if (unlikely(memory->flush))
		verify_hart_flush(hart);
	if (unlikely(memory->partial))
		in = give_code(hart, in);
	if (unlikely(model_interrupt_enabled(&hart->model)))
		pending = model_interrupt(&hart->model);
	model_step(&hart->model, in, &hart->did);
	if (unlikely(memory->partial))
		verify_hart_learn(hart);
	verify_hart_result(hart, out);
	if (hart->did.kind != MODEL_INTERRUPT)
		out->pending = (u8)pending;
	return true;
}

static void hart_reset(void *user)
{
	struct verify_hart *hart = user;

	model_reset(&hart->model);
}

void verify_hart_init(struct verify_hart *hart,
		      const struct model_config *config,
		      struct verify_memory *memory, struct verify *v)
{
	struct model_bus bus = verify_memory_bus(memory);

	hart->memory = memory;
	memory->verify = v;
	model_init(&hart->model, config, &bus);
}

struct verify_model verify_hart_model(struct verify_hart *hart)
{
	return (struct verify_model){
		.user = hart,
		.read = hart_read,
		.read_memory = hart_read_memory,
		.write = hart_write,
		.write_memory = hart_write_memory,
		.step = hart_step,
		.reset = hart_reset,
		.knows_traps = true,
		.hart = hart,
		.memory = hart->memory,
	};
}

/* Windows on state that another register selects have no state of their own. */
static bool mask_windows(struct verify_config *config, u16 first, u16 last)
{
	u16 reg;

	for (reg = first; reg <= last; reg++) {
		/* siph and miph are between them */
		if (reg != first + 3 &&
		    !verify_config_mask(config, reg, 0, ~0ull))
			/* unseen: the counters behind the windows find no room
			 * either */
			return false;
	}
	return true;
}

bool verify_hart_masks(const struct verify_hart *hart,
		       struct verify_config *config)
{
	u32 reg;

	if (hart->model.config.siselect_writable &&
	    (!mask_windows(config, CSR_SIREG, CSR_SIREG6) ||
	     !mask_windows(config, CSR_MIREG, CSR_MIREG6)))
		return false;

	for (reg = 0; reg < TANDEM_GPR(0); reg++) {
		u64 bits = model_outside(&hart->model, reg);

		if (bits && !verify_config_mask(config, (u16)reg, bits, 0))
			return false;
	}
	return true;
}
