// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The way of the messages, from encoders to sinks: always whole messages, one
 * of each component in turn, so no component waits for the end of another.
 */
#include <string.h>

#include <ntrace/msg.h>

#include "hw_internal.h"

/* Most credit of a sink in bytes: a few long messages. */
#define CREDIT_MAX 1024

static bool takes(const struct hw_comp *comp, unsigned int input, size_t bytes)
{
	if (comp->design.rate && comp->credit < (u64)bytes * 1024)
		return false;
	return !comp->type->room || comp->type->room(comp, input, bytes);
}

static bool is_open(const struct hw_comp *comp, unsigned int output)
{
	return comp->hw->comp[comp->design.output[output].comp].enable &&
	       !(comp->cs.closed >> output & 1);
}

/*
 * A message goes to every enabled output, if all of them have room. A component
 * with outputs, but none enabled, keeps its messages; without outputs, they
 * leave the machine.
 */
bool hw_can_send(const struct hw_comp *comp, size_t bytes)
{
	const struct hw_design *d = &comp->design;
	bool any = !d->num_outputs;
	unsigned int i;

	for (i = 0; i < d->num_outputs; i++) {
		const struct hw_comp *to = &comp->hw->comp[d->output[i].comp];

		if (!is_open(comp, i))
			continue;
		if (!takes(to, d->output[i].input, bytes))
			return false;
		any = true;
	}
	return any;
}

void hw_send(struct hw_comp *comp, const u8 *message, size_t bytes)
{
	const struct hw_design *d = &comp->design;
	unsigned int i;

	for (i = 0; i < d->num_outputs; i++) {
		struct hw_comp *to = &comp->hw->comp[d->output[i].comp];

		if (!is_open(comp, i))
			continue;
		if (to->design.rate)
			to->credit -= (u64)bytes * 1024;
		to->type->take(to, d->output[i].input, message, bytes);
	}
}

static bool all_take_all(const struct hw_comp *comp)
{
	const struct hw_design *d = &comp->design;
	unsigned int i;

	for (i = 0; i < d->num_outputs; i++) {
		const struct hw_comp *to = &comp->hw->comp[d->output[i].comp];

		if (is_open(comp, i) &&
		    (to->design.rate || !to->type->takes_all ||
		     !to->type->takes_all(to)))
			return false;
	}
	return true;
}

/* Send all messages of an encoder, while no other component has any: their
 * order stays the same. */
static bool send_all(struct hw_comp *comp)
{
	size_t bytes = comp->used - comp->sent;

	if (comp->ids || !all_take_all(comp) || !hw_can_send(comp, bytes))
		return false;
	comp->hw->id = 0;
	hw_send(comp, comp->fifo + comp->sent, bytes);
	comp->sent = comp->used;
	return true;
}

/* Send one message; the FIFO has nothing else. */
static bool send_one(struct hw_comp *comp)
{
	const u8 *message = comp->fifo + comp->sent;
	size_t bytes;

	if (comp->sent == comp->used)
		return false;
	bytes = ntrace_msg_skip(message, comp->used - comp->sent);
	if (!hw_can_send(comp, bytes))
		return false;
	comp->hw->id = comp->ids ? comp->ids[comp->sent] : 0;
	hw_send(comp, message, bytes);
	comp->sent += bytes;
	return true;
}

/* The only component that has messages, or NULL. */
static struct hw_comp *only_one(struct hw *hw)
{
	struct hw_comp *found = NULL;
	unsigned int i;

	for (i = 0; i < hw->num; i++) {
		if (!hw->comp[i].used)
			continue;
		if (found)
			return NULL;
		found = &hw->comp[i];
	}
	return found;
}

bool hw_pump(struct hw *hw)
{
	struct hw_comp *one = only_one(hw);
	bool moved, any = one && send_all(one);
	unsigned int i;

	do {
		moved = false;
		for (i = 0; i < hw->num; i++)
			if (hw->comp[i].used)
				moved |= send_one(&hw->comp[i]);
		any |= moved;
	} while (moved);
	for (i = 0; i < hw->num; i++) {
		if (!hw->comp[i].sent)
			continue;
		hw->comp[i].type->sent(&hw->comp[i], hw->comp[i].sent);
		hw->comp[i].sent = 0;
	}
	return any;
}

bool hw_advance(struct hw *hw, u64 cycles)
{
	u64 passed;
	unsigned int i;

	hw->clock += cycles;
	passed = hw->clock - hw->credited;
	hw->credited = hw->clock;
	for (i = 0; i < hw->num; i++) {
		struct hw_comp *comp = &hw->comp[i];

		comp->credit += passed * comp->design.rate;
		if (comp->credit > CREDIT_MAX * 1024)
			comp->credit = CREDIT_MAX * 1024;
	}
	return hw_pump(hw);
}
