// SPDX-License-Identifier: BSD-2-Clause
/* Public: the N-Trace encoder. */
#include <hartscope/ntrace.h>
#include <ntrace/emit.h>
#include "hartscope_internal.h"

HARTSCOPE_SAME(HARTSCOPE_ITYPE_NONE, INSN_ITYPE_NONE);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_EXCEPTION, INSN_ITYPE_EXCEPTION);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_INTERRUPT, INSN_ITYPE_INTERRUPT);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_TRAP_RETURN, INSN_ITYPE_TRAP_RETURN);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_BRANCH_NOT_TAKEN, INSN_ITYPE_BRANCH_NOT_TAKEN);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_BRANCH_TAKEN, INSN_ITYPE_BRANCH_TAKEN);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_INDIRECT, INSN_ITYPE_INDIRECT);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_CALL_INDIRECT, INSN_ITYPE_CALL_INDIRECT);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_CALL, INSN_ITYPE_CALL);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_JUMP_INDIRECT, INSN_ITYPE_JUMP_INDIRECT);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_JUMP, INSN_ITYPE_JUMP);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_SWAP, INSN_ITYPE_SWAP);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_RETURN, INSN_ITYPE_RETURN);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_OTHER_INDIRECT, INSN_ITYPE_OTHER_INDIRECT);
HARTSCOPE_SAME(HARTSCOPE_ITYPE_OTHER_JUMP, INSN_ITYPE_OTHER_JUMP);

#define FIFO_MIN 1024u
#define BATCH 64u

struct encoder {
	struct ntrace_emit emit;
};

HARTSCOPE_PUBLIC size_t hartscope_ntrace_encoder_size(
	const struct hartscope_ntrace_encoder_settings *settings)
{
	if (settings->fifo_bytes < FIFO_MIN ||
	    settings->fifo_bytes > HARTSCOPE_ROOM_MAX ||
	    !hartscope_zero(settings->reserved, sizeof(settings->reserved)))
		return 0;
	return hartscope_padded(sizeof(struct encoder)) + settings->fifo_bytes;
}

static struct ntrace_emit_design
design_of(const struct hartscope_ntrace_encoder_settings *settings)
{
	struct ntrace_emit_design design = NTRACE_EMIT_DESIGN(settings->xlen);

	if (settings->i_cnt_bits)
		design.i_cnt_bits = settings->i_cnt_bits;
	if (settings->hist_bits)
		design.hist_bits = settings->hist_bits;
	if (settings->stack_depth)
		design.stack_depth = settings->stack_depth;
	return design;
}

HARTSCOPE_PUBLIC struct hartscope_ntrace_encoder *hartscope_ntrace_encoder_init(
	void *memory, size_t size,
	const struct hartscope_ntrace_encoder_settings *settings)
{
	const struct ntrace_emit_regs regs = {
		.te_control = settings->te_control,
		.te_inst_features = settings->te_features,
		.ts_control = settings->ts_control,
	};
	struct ntrace_emit_design design = design_of(settings);
	struct encoder *encoder = memory;
	u8 *fifo = memory;

	if (!hartscope_fits(memory, size,
			    hartscope_ntrace_encoder_size(settings)))
		return NULL;
	fifo += hartscope_padded(sizeof(*encoder));
	return ntrace_emit_init(&encoder->emit, &regs, &design, fifo,
				settings->fifo_bytes) ?
		       memory :
		       NULL;
}

static struct ntrace_block inner_block(const struct hartscope_block *block)
{
	return (struct ntrace_block){
		.iaddr = block->iaddr,
		.time = block->time,
		.iretire = block->iretire,
		.cycles = block->cycles,
		.itype = block->itype,
		.ilastsize = block->ilastsize,
		.priv = block->priv,
		.sijump = block->sijump,
	};
}

HARTSCOPE_PUBLIC size_t
hartscope_ntrace_encoder_blocks(struct hartscope_ntrace_encoder *encoder,
				const struct hartscope_block *block, size_t num)
{
	struct ntrace_emit *emit = &((struct encoder *)encoder)->emit;
	struct ntrace_block inner[BATCH];
	size_t done = 0, taken, part, i;

	do {
		part = num - done < BATCH ? num - done : BATCH;
		for (i = 0; i < part; i++)
			inner[i] = inner_block(&block[done + i]);
		taken = ntrace_emit_blocks(emit, inner, part);
		done += taken;
	} while (taken == part && done < num);
	return done;
}

HARTSCOPE_PUBLIC bool
hartscope_ntrace_encoder_control(struct hartscope_ntrace_encoder *encoder,
				 uint32_t te_control, uint64_t time)
{
	return ntrace_emit_control(&((struct encoder *)encoder)->emit,
				   te_control, time);
}

HARTSCOPE_PUBLIC size_t hartscope_ntrace_encoder_take(
	struct hartscope_ntrace_encoder *encoder, uint8_t *bytes, size_t size)
{
	struct ntrace_emit *emit = &((struct encoder *)encoder)->emit;
	size_t num = emit->used < size ? emit->used : size, i;

	for (i = 0; i < num; i++)
		bytes[i] = emit->fifo[i];
	ntrace_emit_take(emit, num);
	return num;
}
