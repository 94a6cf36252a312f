// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Encoders: registers to the encoder model of lib/ntrace, which makes the
 * messages, and the events of its hart to their input.
 */
#include <string.h>

#include "hw_internal.h"

#define TE(name) ((u32)FIELD_MASK(TR_TE_CONTROL, name))
#define STATUS (TE(INST_TRACING) | TE(INST_STALL_OR_OVERFLOW))
/* Most bytes of the FIFO that a block needs at once, for a few messages. */
#define BLOCK_BYTES 256
#define BATCH_MAX 32
/* Time of one wait of a stalled hart; the waits have a limit. */
#define STALL_CYCLES 64
#define STALLS_MAX 4096

/* External trigger outputs signal the start and the end of tracing. */
static void fire_outputs(struct hw_comp *comp, bool started)
{
	u32 events = comp->word[TR_TE_TRIG_EXT_OUT_CONTROL / 4];
	unsigned int i;

	for (i = 0; i < comp->design.ext_out; i++)
		if (events >> TR_TE_TRIG_PITCH * i & (started ? 1 : 2))
			comp->word[HW_TRIG_FIRED / 4] |= 1u << i;
}

/* Take over changes that the encoder model made by itself. */
static void follow(struct hw_comp *comp)
{
	u32 was = comp->control;

	comp->used = comp->te.emit.used;
	comp->control = (was & ~STATUS) |
			(comp->te.emit.regs.te_control & STATUS) |
			comp->te.sticky;
	if ((was ^ comp->control) & TE(INST_TRACING))
		fire_outputs(comp, comp->control & TE(INST_TRACING));
}

/*
 * The hart is stalled: let time pass until bytes have left the FIFO. If none
 * can ever leave, the hart goes on, and messages are lost.
 */
static void stall(struct hw_comp *comp)
{
	unsigned int i;

	follow(comp);
	for (i = 0; i < STALLS_MAX; i++)
		if (hw_advance(comp->hw, STALL_CYCLES))
			return;
	ntrace_emit_give_up(&comp->te.emit);
}

/* --- settings --------------------------------------------------------------- */

static u64 pair(const struct hw_comp *comp, unsigned int offset)
{
	return comp->word[offset / 4] | (u64)comp->word[offset / 4 + 1] << 32;
}

static void gather(const struct hw_comp *comp, struct ntrace_emit_regs *regs)
{
	unsigned int i, at;

	*regs = (struct ntrace_emit_regs){
		.te_control = comp->control | TE(ACTIVE) | TE(ENABLE),
		.te_inst_features = comp->word[TR_TE_INST_FEATURES / 4],
		.te_inst_filters = comp->word[TR_TE_INST_FILTERS / 4],
		.ts_control = comp->word[TR_TS_CONTROL / 4],
	};
	for (i = 0; i < comp->design.filters; i++) {
		at = TR_TE_FILTER + TR_TE_UNIT_PITCH * i;
		regs->filter[i].control =
			comp->word[(at + TR_TE_FILTER_CONTROL) / 4];
		regs->filter[i].match_inst =
			comp->word[(at + TR_TE_FILTER_MATCH_INST) / 4];
	}
	for (i = 0; i < comp->design.comps; i++) {
		at = TR_TE_COMP + TR_TE_UNIT_PITCH * i;
		regs->comp[i].control =
			comp->word[(at + TR_TE_COMP_CONTROL) / 4];
		regs->comp[i].p_match = pair(comp, at + TR_TE_COMP_P_MATCH_LOW);
		regs->comp[i].s_match = pair(comp, at + TR_TE_COMP_S_MATCH_LOW);
	}
}

static void give_context(struct hw_comp *comp,
			 enum ntrace_process_format format, u64 value)
{
	while (!ntrace_emit_context(&comp->te.emit, format, value,
				    hw_ts_value(comp)))
		stall(comp);
	follow(comp);
}

/* Take over settings: at Enable, or while enabled before tracing starts. */
static void begin(struct hw_comp *comp)
{
	struct hw_encoder *te = &comp->te;
	struct ntrace_emit_regs regs;

	gather(comp, &regs);
	ntrace_emit_init(&te->emit, &regs, &comp->design.emit, comp->fifo,
			 comp->design.fifo);
	te->live = true;
	comp->control &= ~TE(INST_TRACING);
	follow(comp);
	give_context(comp, NTRACE_PROCESS_SCONTEXT, te->scontext);
	give_context(comp, NTRACE_PROCESS_HCONTEXT, te->hcontext);
}

static void give_control(struct hw_comp *comp, u32 value)
{
	while (!ntrace_emit_control(&comp->te.emit, value, hw_ts_value(comp)))
		stall(comp);
	follow(comp);
}

/* Report losses before settings change, if there is room for that. */
static void begin_again(struct hw_comp *comp)
{
	comp->te.sticky |= comp->control & TE(INST_STALL_OR_OVERFLOW);
	give_control(comp, 0);
	hw_pump(comp->hw);
	begin(comp);
}

/* --- trTeControl ------------------------------------------------------------ */

static void encoder_enable(struct hw_comp *comp, u32 fields)
{
	hw_enable(comp, true);
	comp->control = fields;
	if (!comp->enable)
		return;
	comp->te.sticky = 0;
	comp->control &= ~TE(INST_STALL_OR_OVERFLOW);
	begin(comp);
}

static void encoder_disable(struct hw_comp *comp, u32 value, u32 fields)
{
	give_control(comp, value);
	comp->te.live = false;
	comp->control = (fields & ~STATUS) | (comp->control & STATUS);
	hw_enable(comp, false);
}

static void encoder_control(struct hw_comp *comp, u32 value, u32 fields)
{
	comp->te.sticky &= ~value;
	if (value & TE(ENABLE) && !comp->enable) {
		encoder_enable(comp, fields);
	} else if (!comp->enable) {
		comp->control = fields;
	} else if (!(value & TE(ENABLE))) {
		encoder_disable(comp, value, fields);
	} else {
		if ((comp->control ^ fields) & ~STATUS) {
			comp->control = (fields & ~STATUS) |
					(comp->control & STATUS);
			begin_again(comp);
		}
		give_control(comp, value);
	}
}

/* --- other registers -------------------------------------------------------- */

static void fire_input(struct hw_comp *comp, unsigned int input)
{
	u32 actions = comp->word[TR_TE_TRIG_EXT_IN_CONTROL / 4];
	enum ntrace_ingress what;

	switch (actions >> TR_TE_TRIG_PITCH * input & 0xf) {
	case TR_TRIGGER_TRACE_ON:
		what = NTRACE_INGRESS_TRACE_ON;
		break;
	case TR_TRIGGER_TRACE_OFF:
		what = NTRACE_INGRESS_TRACE_OFF;
		break;
	case TR_TRIGGER_NOTIFY:
		what = NTRACE_INGRESS_EXTERNAL_TRIGGER;
		break;
	default:
		return;
	}
	while (!ntrace_emit_ingress(&comp->te.emit, what, hw_ts_value(comp)))
		stall(comp);
	follow(comp);
}

static void encoder_wrote(struct hw_comp *comp, unsigned int offset, u32 was)
{
	u32 *word = &comp->word[offset / 4];
	unsigned int input;

	hw_ts_wrote(comp, offset, was);
	if (offset == HW_TRIG_FIRE) {
		bits_for_each(input, comp->te.live ? *word : 0)
			fire_input(comp, input);
		*word = 0;
	} else if (comp->te.live && !hw_encoder_holds(comp)) {
		begin_again(comp);
	}
}

static void encoder_reset(struct hw_comp *comp)
{
	comp->te.live = false;
	comp->te.sticky = 0;
	comp->control &= ~TE(INST_STALL_OR_OVERFLOW);
	comp->word[HW_TRIG_FIRE / 4] = 0;
	hw_ts_reset(comp);
}

static bool encoder_busy(const struct hw_comp *comp)
{
	return comp->used;
}

static void encoder_sent(struct hw_comp *comp, size_t bytes)
{
	ntrace_emit_take(&comp->te.emit, bytes);
	comp->used = comp->te.emit.used;
}

const struct hw_type hw_encoder_type = {
	.legal = hw_encoder_legal,
	.legal_control = hw_encoder_legal_control,
	.read = hw_ts_read,
	.wrote = encoder_wrote,
	.reset = encoder_reset,
	.control = encoder_control,
	.busy = encoder_busy,
	.sent = encoder_sent,
};

/* --- execution of the hart ------------------------------------------------ */

bool hw_traces(const struct hw *hw, unsigned int hart)
{
	return hart < HW_HARTS_MAX && hw->encoder[hart] &&
	       hw_encoder_traces(hw->encoder[hart]);
}

/* Each block has the time of its end. */
static void stamp(struct hw_comp *comp, struct ntrace_block *block, size_t num)
{
	bool timed = comp->word[TR_TS_CONTROL / 4] &
		     (u32)FIELD_MASK(TR_TS_CONTROL, ENABLE);
	size_t i;

	for (i = 0; i < num; i++) {
		comp->te.core_clock += block[i].cycles;
		comp->hw->clock += block[i].cycles;
		block[i].time = timed ? hw_ts_value(comp) : 0;
	}
}

/* @return true if software could see the change */
static bool feed(struct hw_comp *comp, struct ntrace_block *block, size_t num)
{
	size_t done, used = comp->used;
	bool moved;

	stamp(comp, block, num);
	done = ntrace_emit_blocks(&comp->te.emit, block, num);
	follow(comp);
	moved = comp->used != used;
	moved |= hw_advance(comp->hw, 0);
	while (done < num) {
		stall(comp);
		done += ntrace_emit_blocks(&comp->te.emit, block + done,
					   num - done);
		follow(comp);
		moved = true;
	}
	return moved;
}

static bool feed_all(struct hw_comp *comp, struct ntrace_block *block,
		     size_t num)
{
	size_t batch = comp->design.fifo / BLOCK_BYTES, n;
	bool moved = false;

	if (!batch)
		batch = 1;
	if (batch > BATCH_MAX)
		batch = BATCH_MAX;
	for (; num; block += n, num -= n) {
		n = num < batch ? num : batch;
		moved |= feed(comp, block, n);
	}
	return moved;
}

void hw_retired(struct hw *hw, unsigned int hart, struct ntrace_block *block,
		size_t num)
{
	struct hw_comp *comp = hart < HW_HARTS_MAX ? hw->encoder[hart] : NULL;
	u64 cycles = 0;
	size_t i;

	if (comp && hw_encoder_traces(comp)) {
		hw_settle(hw, feed_all(comp, block, num));
		return;
	}
	for (i = 0; i < num; i++)
		cycles += block[i].cycles;
	if (comp)
		comp->te.core_clock += cycles;
	hw_settle(hw, hw_advance(hw, cycles));
}

void hw_context(struct hw *hw, unsigned int hart,
		enum ntrace_process_format format, u64 value)
{
	struct hw_comp *comp = hart < HW_HARTS_MAX ? hw->encoder[hart] : NULL;

	if (!comp)
		return;
	if (format == NTRACE_PROCESS_HCONTEXT)
		comp->te.hcontext = value;
	else
		comp->te.scontext = value;
	if (comp->te.live)
		give_context(comp, format, value);
}

void hw_reset(struct hw *hw, unsigned int hart)
{
	struct hw_comp *comp = hart < HW_HARTS_MAX ? hw->encoder[hart] : NULL;

	if (!comp || !comp->te.live)
		return;
	while (!ntrace_emit_ingress(&comp->te.emit, NTRACE_INGRESS_RESET,
				    hw_ts_value(comp)))
		stall(comp);
	follow(comp);
}
