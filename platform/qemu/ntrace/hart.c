// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Instructions that a hart retired go through its encoder, and into the code
 * log, which has to be ahead of the messages, the hash and the record.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <ntrace/code.h>

#include "hart.h"

/* With losses off, the FIFO is a buffer; the hart never waits for long. */
#define BUFFER_BYTES (1u << 16)

/* --- out of the FIFO ------------------------------------------------------- */

static void drain(struct nt_hart *h, size_t bytes)
{
	struct nt_file *file = h->file;

	pthread_mutex_lock(&file->lock);
	fwrite(h->fifo, 1, bytes, file->trace);
	file->bytes += bytes;
	pthread_mutex_unlock(&file->lock);
	ntrace_emit_take(&h->emit, bytes);
}

/* At a limited rate: whole messages only, as other harts may write to the same
 * file. */
static void drain_slowly(struct nt_hart *h, u32 insns)
{
	u64 most = 8 * h->options->fifo;
	size_t bytes;

	h->credit += insns * h->options->rate;
	if (h->credit > most)
		h->credit = most;
	bytes = h->credit / 8;
	if (bytes > h->emit.used)
		bytes = h->emit.used;
	while (bytes && (h->fifo[bytes - 1] & 3) != 3)
		bytes--;
	if (!bytes)
		return;
	h->credit -= 8 * bytes;
	drain(h, bytes);
}

/* --- into the encoder ------------------------------------------------------ */

static struct timespec first;

static void start_clock(void)
{
	clock_gettime(CLOCK_MONOTONIC, &first);
}

/* One clock for all harts, started by the first call. */
static u64 host_time(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct timespec now;

	pthread_once(&once, start_clock);
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (u64)(now.tv_sec - first.tv_sec) * 1000000000u +
	       (u64)now.tv_nsec - (u64)first.tv_nsec;
}

/* The time of an event of a hart between two blocks. */
static u64 time_now(const struct nt_hart *h)
{
	return h->options->timestamps == NT_TIME_HOST ? host_time() :
							retire_count(h->index);
}

static void set_times(struct nt_hart *h, struct ntrace_block *block, size_t num)
{
	u64 now;
	size_t i;

	if (h->options->timestamps != NT_TIME_HOST)
		return;
	now = host_time();
	for (i = 0; i < num; i++)
		block[i].time = now;
}

/* Feed all of them, and drain the FIFO when it is full. */
static void feed(struct nt_hart *h, const struct ntrace_block *block,
		 size_t num)
{
	size_t done = 0;

	for (;;) {
		done += ntrace_emit_blocks(&h->emit, block + done, num - done);
		if (done == num)
			break;
		drain(h, h->emit.used);
	}
	if (!h->options->fifo &&
	    (h->leaves || h->emit.used > BUFFER_BYTES / 2)) {
		drain(h, h->emit.used);
		h->leaves = false;
	}
}

static void ingress(struct nt_hart *h, enum ntrace_ingress what, u64 time)
{
	while (!ntrace_emit_ingress(&h->emit, what, time))
		drain(h, h->emit.used);
}

/* --- files beside the trace ----------------------------------------------- */

static void code_write(struct nt_hart *h, const struct retire_code *code,
		       u64 pc, enum nt_found found)
{
	u8 head[NTRACE_CODE_HEAD];
	struct ntrace_code record = {
		.address = pc,
		.bytes = 2 * code->halfwords,
		.source = h->emit.format.src_bits ? (u16)h->index : 0,
		.replace = found >= NT_FOUND_OTHER,
		.forget = found == NT_FOUND_AGAIN,
	};
	struct nt_file *file = h->file;

	pthread_mutex_lock(&file->lock);
	record.position = file->bytes;
	ntrace_code_put(head, &record);
	fwrite(head, 1, sizeof(head), file->code);
	fwrite(code->bytes, 1, record.bytes, file->code);
	file->code_bytes += sizeof(head) + record.bytes;
	pthread_mutex_unlock(&file->lock);
}

/*
 * The next code is new to the hart. If it replaces other code, the trace up to
 * now ends with a synchronizing message, which the file does not have yet.
 */
static void code_log(struct nt_hart *h, const struct ntrace_block *block,
		     const struct retire_part *part, enum nt_found found)
{
	u64 before = part->code->offset[part->first];

	if (found >= NT_FOUND_OTHER) {
		drain(h, h->emit.used);
		ingress(h, NTRACE_INGRESS_EXTERNAL_TRIGGER, block->time);
	}
	code_write(h, part->code, block->iaddr - 2 * before, found);
}

static enum nt_found code_find(struct nt_hart *h,
			       const struct ntrace_block *block,
			       const struct retire_part *part)
{
	u64 before = part->code->offset[part->first];

	if (!h->view)
		return NT_FOUND_OLD;
	return nt_view_find(h->view, part->code, block->iaddr - 2 * before);
}

static void on_mark(void *user, const struct ntrace_hash *hash)
{
	struct nt_hart *h = user;

	fprintf(h->hash_file, "%" PRIu64 " %016" PRIx64 "\n", hash->halfwords,
		hash->value);
}

static void record_flush(struct nt_hart *h)
{
	if (h->begin != h->end)
		fprintf(h->record_file,
			"%#" PRIx64 " %#" PRIx64 " %" PRIu64 "\n", h->begin,
			h->end, h->part_insns);
	h->begin = h->end;
	h->part_insns = 0;
}

static void record_block(struct nt_hart *h, const struct ntrace_block *block)
{
	if (block->iaddr != h->end) {
		record_flush(h);
		h->begin = h->end = block->iaddr;
	}
	h->end += 2 * (u64)block->iretire;
	h->part_insns += block->cycles;
}

/* A trap is part of the trace if its handler is. */
static void trap_traced(struct nt_hart *h)
{
	const struct retire_trap *t = &h->trap;

	h->has_trap = false;
	if (h->hash_file)
		ntrace_hash_trap(&h->hash, t->interrupt, t->epc, t->handler);
	if (!h->record_file)
		return;
	record_flush(h);
	fprintf(h->record_file,
		"%s %" PRIu64 " at %#" PRIx64 " to %#" PRIx64 "\n",
		t->interrupt ? "interrupt" : "exception", t->cause, t->epc,
		t->handler);
}

/* These blocks were traced. */
static void traced(struct nt_hart *h, const struct ntrace_block *block,
		   size_t num)
{
	size_t i;

	if (num && h->has_trap)
		trap_traced(h);
	for (i = 0; i < num; i++)
		h->insns += block[i].cycles;
	if (h->hash_file)
		for (i = 0; i < num; i++)
			ntrace_hash_range(&h->hash, block[i].iaddr,
					  block[i].iretire);
	if (h->record_file)
		for (i = 0; i < num; i++)
			record_block(h, &block[i]);
}

/* --- selection ------------------------------------------------------------ */

/*
 * True if tracing may change before an instruction, with the hart's number
 * count.
 */
static bool boundary(const struct nt_options *o, u64 pc, u64 count)
{
	return pc == o->from || pc == o->to || pc == o->start ||
	       pc == o->stop || (count && count == o->start_count) ||
	       count == o->stop_count;
}

/* The block with this instruction continues afterwards, at its own time. */
static void switch_tracing(struct nt_hart *h, const struct ntrace_block *block,
			   u64 pc, u64 count)
{
	const struct nt_options *o = h->options;
	u64 time = o->timestamps == NT_TIME_HOST ? block->time : count;

	if (pc == o->start || (count && count == o->start_count))
		ingress(h, NTRACE_INGRESS_TRACE_ON, time);
	if (pc == o->stop || count == o->stop_count)
		ingress(h, NTRACE_INGRESS_TRACE_OFF, time);
}

static void feed_one(struct nt_hart *h, const struct ntrace_block *block,
		     const struct retire_part *part)
{
	enum nt_found found = code_find(h, block, part);

	if (found != NT_FOUND_OLD)
		code_log(h, block, part, found);
	feed(h, block, 1);
	if (h->emit.running)
		traced(h, block, 1);
	else
		h->has_trap = false;
	if (h->options->fifo)
		drain_slowly(h, block->cycles);
}

/* Instructions first up to last of a block. */
static void feed_piece(struct nt_hart *h, const struct ntrace_block *whole,
		       const struct retire_part *part, unsigned int first,
		       unsigned int last)
{
	const u16 *offset = part->code->offset + part->first;
	struct retire_part piece = { part->code, (u16)(part->first + first),
				     (u16)(last - first) };
	struct ntrace_block block = *whole;

	if (first == last)
		return;
	block.iaddr += 2 * (u64)(offset[first] - offset[0]);
	block.iretire = (u32)offset[last] - offset[first];
	block.cycles = last - first;
	if (last < part->num) {
		block.itype = INSN_ITYPE_NONE;
		block.ilastsize = (u8)(offset[last] - offset[last - 1]);
		block.sijump = false;
	}
	feed_one(h, &block, &piece);
}

static void feed_choice(struct nt_hart *h, const struct ntrace_block *block,
			const struct retire_part *part)
{
	const u16 *offset = part->code->offset + part->first;
	unsigned int first = 0, i;

	for (i = 0; i < part->num; i++, h->count++) {
		u64 pc = block->iaddr + 2 * (u64)(offset[i] - offset[0]);

		if (!boundary(h->options, pc, h->count))
			continue;
		feed_piece(h, block, part, first, i);
		switch_tracing(h, block, pc, h->count);
		first = i;
	}
	feed_piece(h, block, part, first, part->num);
}

/* --- all blocks ----------------------------------------------------------- */

static void feed_all(struct nt_hart *h, const struct ntrace_block *block,
		     const struct retire_part *part, size_t num)
{
	enum nt_found found;
	size_t first = 0, i;

	for (i = 0; i < num; i++) {
		found = code_find(h, &block[i], &part[i]);
		if (likely(found == NT_FOUND_OLD))
			continue;
		feed(h, block + first, i - first);
		traced(h, block + first, i - first);
		first = i;
		code_log(h, &block[i], &part[i], found);
	}
	feed(h, block + first, num - first);
	traced(h, block + first, num - first);
}

void nt_hart_blocks(struct nt_hart *hart, struct ntrace_block *block,
		    const struct retire_part *part, size_t num)
{
	size_t i;

	set_times(hart, block, num);
	if (!hart->select) {
		feed_all(hart, block, part, num);
		return;
	}
	for (i = 0; i < num; i++)
		feed_choice(hart, &block[i], &part[i]);
}

void nt_hart_trap(struct nt_hart *hart, const struct retire_trap *trap)
{
	struct ntrace_block block;

	retire_trap_block(trap, &block);
	set_times(hart, &block, 1);
	feed(hart, &block, 1);
	/* a trap right after another: the encoder has reported that one now */
	if (hart->has_trap && hart->emit.running)
		trap_traced(hart);
	hart->has_trap = hart->emit.running;
	hart->trap = *trap;
}

/*
 * An Ownership message alone does not show its place in the flow, but one after
 * a synchronizing message does. If another hart continues the task, its
 * messages come later in the file, too.
 */
void nt_hart_task(struct nt_hart *hart, u32 task)
{
	hart->leaves = hart->task;
	hart->task = task;
	hart->emit.scontext = task;
	ingress(hart, NTRACE_INGRESS_NOTIFY, time_now(hart));
}

void nt_hart_context(struct nt_hart *hart, enum ntrace_process_format format,
		     u64 value)
{
	u64 time = time_now(hart);

	while (!ntrace_emit_context(&hart->emit, format, value, time))
		drain(hart, hart->emit.used);
}

void nt_hart_reset(struct nt_hart *hart)
{
	ingress(hart, NTRACE_INGRESS_RESET, time_now(hart));
	hart->has_trap = false;
}

bool nt_hart_start(struct nt_hart *hart, unsigned int src_bits)
{
	const struct nt_options *o = hart->options;
	struct ntrace_emit_design design =
		NTRACE_EMIT_DESIGN((u8)retire_xlen());
	size_t size = o->fifo ? o->fifo : BUFFER_BYTES;
	struct ntrace_emit_regs regs;

	nt_options_regs(o, hart->index, src_bits, &regs, &design);
	hart->select = nt_options_select(o) || o->fifo;
	hart->fifo = malloc(size);
	if (o->code)
		hart->view = nt_view_new((u32)o->code_pages);
	if (o->hash)
		ntrace_hash_init(&hart->hash, o->hash, on_mark, hart);
	return hart->fifo && (hart->view || !o->code) &&
	       ntrace_emit_init(&hart->emit, &regs, &design, hart->fifo, size);
}

void nt_hart_end(struct nt_hart *hart)
{
	u64 time = time_now(hart);

	while (!ntrace_emit_control(&hart->emit, 0, time))
		drain(hart, hart->emit.used);
	drain(hart, hart->emit.used);
	if (hart->record_file)
		record_flush(hart);
	if (hart->hash_file)
		fprintf(hart->hash_file,
			"end %" PRIu64 " %" PRIu64 " %" PRIu64 " %016" PRIx64
			"\n",
			hart->hash.halfwords, hart->insns, hart->hash.traps,
			hart->hash.value);
}
