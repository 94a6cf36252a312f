// SPDX-License-Identifier: BSD-2-Clause
/* A machine with the model of trace hardware. */
#include <string.h>

#include "unit_hw.h"

struct hw_design hw_design[HW_NUM];
struct hw *hw;
u8 hw_ram[HW_RAM_SIZE];

/* More polls than any sink here needs. */
#define HW_POLLS 4000

#define TE(name) FIELD_MASK(TR_TE_CONTROL, name)

static void encoder(struct hw_design *d, unsigned int hart, u8 to, u8 input)
{
	static const struct ntrace_emit_design emit = NTRACE_EMIT_DESIGN(64);

	d->protocol_major = 1;
	d->hart = hart;
	d->emit = emit;
	d->modes = 1u << 3 | 1u << 6;
	d->filters = 4;
	d->comps = 3;
	d->ext_in = 2;
	d->ext_out = 2;
	d->fifo = 4096;
	d->ts_modes = 1u << 2 | 1u << 3 | 1u << 4;
	d->ts_width = 40;
	d->num_outputs = 1;
	d->output[0] = (struct hw_output){ to, input };
}

void unit_hw_usual(void)
{
	static const u8 types[HW_NUM] = {
		TR_COMP_ENCODER, TR_COMP_RAM_SINK, TR_COMP_FUNNEL,
		TR_COMP_ENCODER, TR_COMP_PIB_SINK, TR_COMP_ATB_BRIDGE,
	};
	unsigned int i;

	memset(hw_design, 0, sizeof(hw_design));
	for (i = 0; i < HW_NUM; i++) {
		hw_design[i].base = HW_WINDOW(i);
		hw_design[i].type = types[i];
		hw_design[i].says_type = types[i];
		hw_design[i].ver_major = 1;
	}
	encoder(&hw_design[ENC0], 0, SINK, 0);
	encoder(&hw_design[ENC1], 1, FUNNEL, 1);
	hw_design[FUNNEL].fifo = 512;
	hw_design[FUNNEL].inputs = 3;
	hw_design[FUNNEL].ts_modes = 1u << 2;
	hw_design[FUNNEL].ts_width = 48;
	hw_design[FUNNEL].ts_own_reset = true;
	hw_design[FUNNEL].num_outputs = 1;
	hw_design[FUNNEL].output[0] = (struct hw_output){ SINK, 0 };
	hw_design[SINK].has_smem = hw_design[SINK].has_sram = true;
	hw_design[SINK].width = 4;
	hw_design[SINK].sram_size = 256;
	hw_design[SINK].smem_end = 1ull << 40;
	hw_design[PIB].pib_modes = 1u << 4 | 1u << 10;
}

void unit_hw_funnel(void)
{
	unit_hw_usual();
	hw_design[ENC0].output[0] = (struct hw_output){ FUNNEL, 0 };
}

void unit_hw_make(void)
{
	const char *error;

	hw_free(hw);
	memset(hw_ram, 0, sizeof(hw_ram));
	hw = hw_new(hw_design, HW_NUM, hw_ram, HW_RAM, HW_RAM_SIZE, 1, &error);
	CHECK(error ? error : "hardware", hw);
}

void unit_hw_store(unsigned int comp, unsigned int offset, u32 value)
{
	/* Old bytes must not count: the hardware may have written them. */
	memset(hw_ram + (HW_WINDOW(comp) - HW_RAM) + offset, 0x5a, 4);
	hw_stored(hw, HW_WINDOW(comp) + offset, 4, value);
}

u32 unit_hw_load(unsigned int comp, unsigned int offset)
{
	const u8 *word = hw_ram + (HW_WINDOW(comp) - HW_RAM) + offset;
	u32 value = 0;
	unsigned int i;

	for (i = 0; i < 4; i++)
		value |= (u32)word[i] << 8 * i;
	hw_loaded(hw, HW_WINDOW(comp) + offset, 4);
	return value;
}

void unit_hw_set(unsigned int comp, u64 set, u64 clear)
{
	u64 value = unit_hw_load(comp, TR_CONTROL) & ~clear;

	unit_hw_store(comp, TR_CONTROL, (u32)(value | set));
}

void unit_hw_start(u32 size)
{
	unsigned int i;

	unit_hw_make();
	for (i = 0; i < HW_NUM; i++) {
		unit_hw_store(i, TR_CONTROL, 0);
		unit_hw_store(i, TR_CONTROL, 1);
	}
	unit_hw_store(SINK, TR_CONTROL,
		      1 | (u32)FIELD_MASK(TR_RAM_CONTROL, MODE));
	unit_hw_store(SINK, TR_RAM_START_LOW, (u32)HW_BUFFER);
	unit_hw_store(SINK, TR_RAM_START_HIGH, 0);
	unit_hw_store(SINK, TR_RAM_LIMIT_LOW,
		      (u32)HW_BUFFER + size - hw_design[SINK].width);
	unit_hw_store(SINK, TR_RAM_LIMIT_HIGH, 0);
	unit_hw_store(SINK, TR_RAM_WP_LOW, (u32)HW_BUFFER);
	unit_hw_store(SINK, TR_RAM_WP_HIGH, 0);
	unit_hw_set(SINK, FIELD_MASK(TR_CONTROL, ENABLE), 0);
	unit_hw_store(FUNNEL, TR_FUNNEL_DIS_INPUT, 0);
	unit_hw_store(FUNNEL, TR_TS_CONTROL, 0);
	unit_hw_set(FUNNEL, FIELD_MASK(TR_CONTROL, ENABLE), 0);
	for (i = ENC0; i <= ENC1; i += ENC1 - ENC0) {
		unit_hw_store(i, TR_TE_INST_FEATURES, 0);
		unit_hw_store(i, TR_TE_INST_FILTERS, 0);
		unit_hw_store(i, TR_TS_CONTROL, 0);
		unit_hw_store(i, TR_TE_TRIG_EXT_IN_CONTROL, 0);
		unit_hw_store(i, TR_TE_TRIG_EXT_OUT_CONTROL, 0);
	}
}

void unit_hw_trace(unsigned int comp, u32 control)
{
	control |= (u32)(TE(ACTIVE) | FIELD_SET(TR_TE_CONTROL, INST_MODE, 6));
	unit_hw_store(comp, TR_CONTROL, control);
	unit_hw_store(comp, TR_CONTROL, control | (u32)TE(ENABLE));
	unit_hw_store(comp, TR_CONTROL,
		      control | (u32)(TE(ENABLE) | TE(INST_TRACING)));
}

void unit_hw_stop(void)
{
	static const unsigned int order[] = { ENC0, ENC1, FUNNEL, SINK };
	unsigned int i, polls;
	u32 control;

	for (i = 0; i < array_size(order); i++) {
		unit_hw_set(order[i], 0,
			    FIELD_MASK(TR_CONTROL, ENABLE) | TE(INST_TRACING));
		for (polls = 0; polls < HW_POLLS; polls++) {
			control = unit_hw_load(order[i], TR_CONTROL);
			if (control & FIELD_MASK(TR_CONTROL, EMPTY))
				break;
		}
		CHECK("not enabled",
		      !(control & FIELD_MASK(TR_CONTROL, ENABLE)));
		CHECK("empty in time", polls < HW_POLLS);
	}
}

struct ntrace_block unit_hw_block(unsigned int hart, size_t i)
{
	return (struct ntrace_block){
		.iaddr = i & 1 ? 0x40000000 + 0x1000 * hart :
				 0x123456780 + i * 64,
		.iretire = 2 + (u32)(i & 15),
		.cycles = 4,
		.itype = INSN_ITYPE_OTHER_INDIRECT,
		.ilastsize = 2,
		.priv = NTRACE_EMIT_S,
	};
}

void unit_hw_retire(unsigned int hart, size_t num)
{
	struct ntrace_block block;
	size_t i;

	for (i = 0; i < num; i++) {
		block = unit_hw_block(hart, i);
		hw_retired(hw, hart, &block, 1);
	}
}

bool unit_hw_message(const u8 *data, size_t end, size_t *at,
		     struct ntrace_msg *msg)
{
	const struct ntrace_format format = { .xlen = 64, .src_bits = 2 };
	size_t used;

	*at += ntrace_idle_count(data + *at, end - *at);
	if (*at >= end)
		return false;
	CHECK_EQ("a message",
		 ntrace_msg_decode(&format, data + *at, end - *at, &used, msg),
		 NTRACE_OK);
	*at += used;
	return true;
}

size_t unit_hw_recorded(void)
{
	return unit_hw_load(SINK, TR_RAM_WP_LOW) - (u32)HW_BUFFER;
}

size_t unit_hw_reference(u8 *data, size_t size, size_t num)
{
	static const struct ntrace_emit_design design = NTRACE_EMIT_DESIGN(64);
	struct ntrace_emit_regs regs = {
		.te_control = (u32)(TE(ACTIVE) | TE(ENABLE) | TE(INST_TRACING) |
				    FIELD_SET(TR_TE_CONTROL, INST_MODE, 6)),
	};
	struct ntrace_emit emit;
	size_t i;

	CHECK("reference", ntrace_emit_init(&emit, &regs, &design, data, size));
	for (i = 0; i < num; i++) {
		struct ntrace_block block = unit_hw_block(0, i);

		ntrace_emit_blocks(&emit, &block, 1);
	}
	ntrace_emit_control(&emit, 0, 0);
	return emit.used;
}

size_t unit_hw_stream(u64 source, u8 *out)
{
	size_t at = 0, size = 0, start, end = unit_hw_recorded();
	struct ntrace_msg msg;

	for (start = at; unit_hw_message(UNIT_HW_DATA, end, &at, &msg);
	     start = at) {
		while (UNIT_HW_DATA[start] == NTRACE_IDLE)
			start++;
		if (msg.field[NTRACE_SRC] != source)
			continue;
		memcpy(out + size, UNIT_HW_DATA + start, at - start);
		size += at - start;
	}
	return size;
}

unsigned int unit_hw_count(unsigned int tcode, struct ntrace_msg *last)
{
	size_t at = 0, end = unit_hw_recorded();
	struct ntrace_msg msg;
	unsigned int count = 0;

	while (unit_hw_message(UNIT_HW_DATA, end, &at, &msg)) {
		if (msg.tcode != tcode)
			continue;
		*last = msg;
		count++;
	}
	return count;
}
