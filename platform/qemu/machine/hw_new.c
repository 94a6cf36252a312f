// SPDX-License-Identifier: GPL-2.0-or-later
/* Trace hardware of its design, which is checked here. */
#include <stdlib.h>
#include <string.h>

#include "hw_internal.h"

static const struct hw_type *type_of(const struct hw_design *design)
{
	if (design->coresight == HW_CS_ETR)
		return &hw_etr_type;
	switch (design->type) {
	case TR_COMP_ENCODER:
		return &hw_encoder_type;
	case TR_COMP_FUNNEL:
		return &hw_funnel_type;
	case TR_COMP_RAM_SINK:
		return &hw_ram_type;
	case TR_COMP_PIB_SINK:
		return &hw_pib_type;
	case TR_COMP_ATB_BRIDGE:
		return &hw_atb_type;
	default:
		return NULL;
	}
}

static const struct hw_front *front_of(const struct hw_design *design)
{
	if (design->old)
		return &hw_old_front;
	switch (design->coresight) {
	case HW_CS_NONE:
		return NULL;
	case HW_CS_FUNNEL:
		return &hw_cs_funnel_front;
	case HW_CS_REPLICATOR:
		return &hw_cs_replicator_front;
	default:
		return &hw_cs_tmc_front;
	}
}

static const char *encoder_error(const struct hw_design *d)
{
	struct ntrace_emit_regs regs = { 0 };
	struct ntrace_emit emit;

	if (d->hart >= HW_HARTS_MAX)
		return "an encoder's hart has too high a number";
	if (!d->modes || d->modes & ~(1u << 3 | 1u << 6))
		return "an encoder's modes are 3 (bit 3) and 6 (bit 6)";
	if (d->filters > TR_TE_FILTERS_MAX || d->comps > TR_TE_COMPS_MAX ||
	    d->ext_in > 8 || d->ext_out > 8)
		return "an encoder has too many filters, comparators or "
		       "external triggers";
	if (!ntrace_emit_init(&emit, &regs, &d->emit, NULL, d->fifo))
		return "an encoder's fifo, i-cnt, hist or stack is out of range";
	return NULL;
}

static const char *ram_error(const struct hw_design *d)
{
	if (!d->has_sram && !d->has_smem)
		return "a RAM sink has neither SRAM nor SMEM";
	if (d->width < 4 || d->width > HW_WIDTH_MAX ||
	    d->width & (d->width - 1))
		return "a RAM sink's width is 4, 8, 16, 32 or 64";
	if (d->has_sram && (d->sram_size < 4 || d->sram_size % 4))
		return "an SRAM's size is a multiple of 4";
	if (d->has_smem && (d->smem_low % d->width || d->smem_end % d->width ||
			    d->smem_low >= d->smem_end))
		return "a range of SMEM is not made of its accesses' width";
	return NULL;
}

/* Check what only version 0 has. */
static const char *old_error(const struct hw_design *d)
{
	if (d->type == TR_COMP_ENCODER)
		return d->filters || d->comps || d->ext_in || d->ext_out ||
				       d->modes != 1u << 6 ?
			       "an old encoder has mode 6, and no filters, "
			       "comparators or external triggers" :
			       NULL;
	if (d->type != TR_COMP_RAM_SINK || d->has_sram || !d->has_smem)
		return "an old component is an encoder or a RAM sink with SMEM";
	return NULL;
}

static const char *design_error(const struct hw_design *d)
{
	if (d->old && old_error(d))
		return old_error(d);
	if (!type_of(d))
		return "a component's type is none of the specification's";
	if (d->base % TR_WINDOW_SIZE)
		return "a component's address is no multiple of 4096";
	if (d->num_fixed > HW_FIXED_MAX || d->num_outputs > HW_OUTPUTS_MAX)
		return "a component has too many wired registers or outputs";
	if (d->ts_modes && (d->ts_width < 1 || d->ts_width > 63))
		return "a timestamp's width is 1 to 63 bits";
	if (d->type == TR_COMP_ENCODER)
		return encoder_error(d);
	if (d->type == TR_COMP_FUNNEL &&
	    (d->fifo < NTRACE_EMIT_FIFO_MIN || d->inputs < 1 ||
	     d->inputs > HW_INPUTS_MAX))
		return "a funnel's fifo or number of inputs is out of range";
	return d->type == TR_COMP_RAM_SINK ? ram_error(d) : NULL;
}

/* True if a message could go round for ever. */
static bool loops(const struct hw_design *design, unsigned int num,
		  unsigned int comp, unsigned int depth)
{
	const struct hw_design *d = &design[comp];
	unsigned int i;

	if (depth > num)
		return true;
	for (i = 0; i < d->num_outputs; i++)
		if (loops(design, num, d->output[i].comp, depth + 1))
			return true;
	return false;
}

static const char *output_error(const struct hw_design *design,
				unsigned int num, const struct hw_design *d)
{
	const struct hw_design *to;
	unsigned int i;

	for (i = 0; i < d->num_outputs; i++) {
		if (d->output[i].comp >= num)
			return "an output leads nowhere";
		to = &design[d->output[i].comp];
		if (to->type == TR_COMP_ENCODER ||
		    d->output[i].input >=
			    (to->type == TR_COMP_FUNNEL || to->old ?
				     to->inputs :
				     1))
			return "an output leads to an input that is not there";
	}
	return NULL;
}

static const char *machine_error(const struct hw_design *design,
				 unsigned int num, u64 base, u64 size)
{
	const char *error;
	unsigned int i, j;

	if (num > HW_COMPS_MAX)
		return "there are too many components";
	for (i = 0; i < num; i++) {
		error = design_error(&design[i]);
		if (!error)
			error = output_error(design, num, &design[i]);
		if (error)
			return error;
		if (design[i].base < base ||
		    design[i].base - base + TR_WINDOW_SIZE > size)
			return "a component is outside of RAM";
		for (j = 0; j < i; j++)
			if (design[i].base == design[j].base)
				return "two components have the same address";
	}
	for (i = 0; i < num; i++)
		if (loops(design, num, i, 0))
			return "components form a loop";
	return NULL;
}

static bool comp_init(struct hw *hw, struct hw_comp *comp,
		      const struct hw_design *design)
{
	comp->hw = hw;
	comp->design = *design;
	comp->type = type_of(design);
	comp->front = front_of(design);
	comp->window = hw->ram + (design->base - hw->base);
	if (design->base < hw->first)
		hw->first = design->base;
	if (design->base + TR_WINDOW_SIZE > hw->end)
		hw->end = design->base + TR_WINDOW_SIZE;
	if (design->type == TR_COMP_ENCODER)
		hw->encoder[design->hart] = comp;
	if (design->type == TR_COMP_FUNNEL) {
		comp->ids = calloc(1, design->fifo);
		if (!comp->ids)
			return false;
	}
	if (design->type == TR_COMP_ENCODER || design->type == TR_COMP_FUNNEL) {
		comp->fifo = calloc(1, design->fifo);
		return comp->fifo;
	}
	if (design->type == TR_COMP_RAM_SINK && design->has_sram) {
		comp->ram.sram = calloc(1, design->sram_size);
		return comp->ram.sram;
	}
	return true;
}

struct hw *hw_new(const struct hw_design *design, unsigned int num, u8 *ram,
		  u64 base, u64 size, u64 seed, const char **error)
{
	struct hw *hw;
	unsigned int i;

	*error = machine_error(design, num, base, size);
	if (*error)
		return NULL;
	*error = "there is no memory";
	hw = calloc(1, sizeof(*hw) + num * sizeof(hw->comp[0]));
	if (!hw)
		return NULL;
	hw->ram = ram;
	hw->base = base;
	hw->size = size;
	hw->first = ~0ull;
	hw->noise = seed * 2 + 1;
	hw->num = num;
	for (i = 0; i < num; i++) {
		if (!comp_init(hw, &hw->comp[i], &design[i])) {
			hw_free(hw);
			return NULL;
		}
	}
	for (i = 0; i < num; i++)
		hw_power_up(&hw->comp[i]);
	return hw;
}

void hw_free(struct hw *hw)
{
	unsigned int i;

	if (!hw)
		return;
	for (i = 0; i < hw->num; i++) {
		free(hw->comp[i].fifo);
		free(hw->comp[i].ids);
		free(hw->comp[i].ram.sram);
	}
	free(hw);
}
