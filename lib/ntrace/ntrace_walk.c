// SPDX-License-Identifier: BSD-2-Clause
/*
 * Moving through the program (N-Trace 1.0, 11.1), a run at a time. Two loops do
 * nearly all the work: they handle only branches and plain jumps in one region.
 * Calls, returns, other regions and errors are handled between their rounds.
 */
#include "ntrace_walk.h"

static u64 xlen_addr(const struct ntrace_walk *w, u64 addr)
{
	return addr & bits_low64(w->flow->settings.format.xlen);
}

u64 ntrace_walk_pc(const struct ntrace_walk *w)
{
	return xlen_addr(w, w->base + 2 * (u64)(s64)(s32)w->idx);
}

/* Move to an address whose region is not known yet. */
static void move_to(struct ntrace_walk *w, u64 addr)
{
	w->base = addr;
	w->count = 0;
	w->idx = 0;
	w->start = 0;
	w->insns = 0;
}

void ntrace_walk_begin(struct ntrace_walk *w, struct ntrace_flow *flow,
		       struct ntrace_source *source)
{
	w->flow = flow;
	w->source = source;
	w->halfwords = 0; /* unseen: a limit is made of it */
	w->trap_executed = false;
	w->stack_low = source->stack_count; /* unseen: mark_place() sets it */
	w->stack_dropped = false;	    /* unseen: the same */
	ntrace_walk_back(w);
}

void ntrace_walk_back(struct ntrace_walk *w)
{
	const struct ntrace_source *source = w->source;
	const struct ntrace_region *region = source->region;

	w->last = NTRACE_END_LINEAR;
	move_to(w, source->pc);
	if (!region || (source->pc - region->base) / 2 >= region->count)
		return;
	w->step = region->step;
	w->count = region->count; /* unseen: only slower: looked for again */
	w->base = region->base;
	w->idx = (u32)((source->pc - region->base) / 2);
	w->start = w->idx;
}

/* Append the range that ends here to the batch. */
static void close_range(struct ntrace_walk *w, enum ntrace_end end)
{
	struct ntrace_flow *flow = w->flow;

	if (w->idx != w->start)
		flow->range[flow->num_ranges++] = (struct ntrace_range){
			.start = w->base + 2 * (u64)w->start,
			.halfwords = w->idx - w->start,
			.insns = w->insns,
			.end = (u8)end,
		};
	w->start = w->idx;
	w->insns = 0;
	if (flow->num_ranges == flow->max_ranges)
		ntrace_batch_deliver(flow, 1);
}

void ntrace_walk_close(struct ntrace_walk *w)
{
	close_range(w, NTRACE_END_LINEAR);
}

static const struct ntrace_region *
find_region(const struct ntrace_image *image,
	    const struct ntrace_source *source, u64 pc)
{
	if (image->find)
		return image->find(image->user, source->src, pc);
	return ntrace_image_find(image, pc, source->priv, source->scontext,
				 source->hcontext);
}

bool ntrace_walk_has_code(const struct ntrace_walk *w, u64 addr)
{
	const struct ntrace_region *region =
		find_region(w->flow->image, w->source, addr);

	return region &&
	       ntrace_step_size(&region->step[(addr - region->base) / 2]);
}

/* Make sure that a run starts here. */
static bool find_code(struct ntrace_walk *w)
{
	struct ntrace_source *source = w->source;
	const struct ntrace_region *region;
	u64 pc;

	if (w->idx < w->count && ntrace_step_size(&w->step[w->idx]))
		return true;
	close_range(w, NTRACE_END_LINEAR);
	pc = ntrace_walk_pc(w);
	region = find_region(w->flow->image, source, pc);
	w->fault = NTRACE_FOUND_NO_CODE;
	if (!region)
		return false;
	source->region = region;
	w->step = region->step;
	w->base = region->base;
	w->count = region->count;
	w->idx = (u32)((pc - region->base) / 2);
	w->start = w->idx;
	return ntrace_step_size(&w->step[w->idx]) != 0;
}

static void push_return(struct ntrace_walk *w)
{
	struct ntrace_source *source = w->source;

	if (!w->flow->settings.implicit_return)
		return;
	source->stack_top = (source->stack_top + 1) % NTRACE_STACK_MAX;
	source->stack[source->stack_top] = ntrace_walk_pc(w);
	if (source->stack_count < NTRACE_STACK_MAX)
		source->stack_count++;
	else
		w->stack_dropped = true;
}

/* False: the stack is empty, or the settings have no stack. */
static bool pop_return(struct ntrace_walk *w, u64 *addr)
{
	struct ntrace_source *source = w->source;

	if (!source->stack_count)
		return false;
	*addr = source->stack[source->stack_top];
	source->stack_top =
		(source->stack_top + NTRACE_STACK_MAX - 1) % NTRACE_STACK_MAX;
	source->stack_count--;
	if (source->stack_count < w->stack_low)
		w->stack_low = source->stack_count;
	return true;
}

/* A direct jump or call, or a taken branch: end its range, continue at the
 * target. */
static void go_direct(struct ntrace_walk *w, enum ntrace_end end)
{
	if (end == NTRACE_END_CALL || end == NTRACE_END_CALL_SEQUENTIAL)
		push_return(w);
	close_range(w, end);
	w->idx += (u32)w->jump;
	w->start = w->idx;
	w->last = NTRACE_END_LINEAR;
}

/* True if a direct jump counts as a taken branch (trTeInstEnAllJumps). */
static bool counts_as_branch(const struct ntrace_walk *w, enum ntrace_end end)
{
	const struct ntrace_settings *settings = &w->flow->settings;

	if (!settings->all_jumps)
		return false;
	return end == NTRACE_END_JUMP ||
	       (end == NTRACE_END_CALL && !settings->implicit_return);
}

bool ntrace_walk_at_branch(const struct ntrace_walk *w)
{
	return w->last == NTRACE_END_BRANCH ||
	       counts_as_branch(w, (enum ntrace_end)w->last);
}

u64 ntrace_walk_target(const struct ntrace_walk *w)
{
	return xlen_addr(w, ntrace_walk_pc(w) + 2 * (u64)(s64)w->jump);
}

void ntrace_walk_take(struct ntrace_walk *w)
{
	go_direct(w, (enum ntrace_end)w->last);
}

bool ntrace_walk_at_indirect(const struct ntrace_walk *w)
{
	return w->last >= NTRACE_END_JUMP_INDIRECT &&
	       w->last != NTRACE_END_TRAP;
}

void ntrace_walk_jump(struct ntrace_walk *w, u64 addr)
{
	u64 popped;

	if (w->last == NTRACE_END_RETURN || w->last == NTRACE_END_SWAP)
		pop_return(w, &popped);
	if (w->last == NTRACE_END_SWAP || w->last == NTRACE_END_CALL_INDIRECT ||
	    w->last == NTRACE_END_CALL_SEQUENTIAL)
		push_return(w);
	close_range(w, (enum ntrace_end)w->last);
	move_to(w, addr);
	w->last = NTRACE_END_LINEAR; /* unseen: the next pass is the same */
}

/* A return, or a co-routine swap, to the address on the stack. */
static bool infer_return(struct ntrace_walk *w)
{
	u64 addr;

	if (!pop_return(w, &addr))
		return false;
	if (w->last == NTRACE_END_SWAP)
		push_return(w);
	close_range(w, (enum ntrace_end)w->last);
	/* unseen: two ways to name one place; find_code() finds its region */
	if ((addr - w->base) / 2 < w->count)
		w->start = w->idx = (u32)((addr - w->base) / 2);
	else
		move_to(w, addr);
	w->last = NTRACE_END_LINEAR;
	return true;
}

bool ntrace_walk_infer(struct ntrace_walk *w)
{
	switch (w->last) {
	case NTRACE_END_JUMP: /* a jump that counts as a branch */
	case NTRACE_END_CALL:
	case NTRACE_END_JUMP_INDIRECT:
	case NTRACE_END_CALL_INDIRECT:
	case NTRACE_END_TRAP_RETURN:
		return false;
	case NTRACE_END_RETURN:
	case NTRACE_END_SWAP:
		return infer_return(w);
	case NTRACE_END_JUMP_SEQUENTIAL:
	case NTRACE_END_CALL_SEQUENTIAL:
		go_direct(w, (enum ntrace_end)w->last);
		return true;
	default:
		w->last = NTRACE_END_LINEAR;
		return true;
	}
}

/* Execute the whole run that starts here. */
static enum ntrace_end consume_run(struct ntrace_walk *w)
{
	const struct ntrace_step *step = &w->step[w->idx];

	w->idx += ntrace_step_halfwords(step);
	w->insns += ntrace_step_insns(step);
	w->halfwords += ntrace_step_halfwords(step);
	w->jump = step->jump;
	w->last = (u8)ntrace_step_end(step);
	if (w->last == NTRACE_END_TRAP)
		w->trap_executed = true;
	return (enum ntrace_end)w->last;
}

/*
 * Take runs that end with branches and plain jumps, until another run comes. No
 * step depends on the direction of a branch: most are hard to predict.
 */
static void hist_runs(struct ntrace_walk *w, struct ntrace_hist *hist)
{
	struct ntrace_flow *flow = w->flow;
	struct ntrace_range *range = flow->range + flow->num_ranges;
	const struct ntrace_range *full = flow->range + flow->max_ranges;
	const struct ntrace_step *step = w->step;
	u32 idx = w->idx, start = w->start, insns = w->insns;
	u32 run, branch, taken, begin;
	u32 kinds = 1u << NTRACE_END_LINEAR | 1u << NTRACE_END_BRANCH;
	u64 bits = hist->bits, left = w->limit - w->halfwords;
	unsigned int num = hist->num;

	if (!flow->settings.all_jumps)
		kinds |= 1u << NTRACE_END_JUMP; /* unseen: only slower */
	while (num && idx < w->count && range < full) {
		run = step[idx].run;
		if (!(kinds >> ntrace_run_end(run) & 1) ||
		    ntrace_run_halfwords(run) > left)
			break;
		begin = idx;
		branch = ntrace_run_end(run) == NTRACE_END_BRANCH;
		taken = (branch & (u32)(bits >> 63)) |
			(ntrace_run_end(run) == NTRACE_END_JUMP);
		bits <<= branch;
		num -= branch;
		idx += ntrace_run_halfwords(run);
		insns += ntrace_run_insns(run);
		left -= ntrace_run_halfwords(run);
		range->start = w->base + 2 * (u64)start;
		range->halfwords = idx - start;
		range->insns = insns;
		range->end = ntrace_run_end(run);
		range += taken;
		idx += (u32)step[begin].jump & -taken;
		start = taken ? idx : start;
		insns = taken ? 0 : insns;
	}
	w->idx = idx;
	w->start = start;
	w->insns = insns;
	w->halfwords = w->limit - left;
	hist->bits = bits;
	hist->num = num;
	flow->num_ranges = (u32)(range - flow->range);
}

/* Take the run at which hist_runs() stopped: a run with another end, or
 * none. */
static bool hist_other(struct ntrace_walk *w, struct ntrace_hist *hist)
{
	const struct ntrace_step *step = &w->step[w->idx];
	enum ntrace_end end = ntrace_step_end(step);

	w->fault = NTRACE_FOUND_I_CNT_SHORT;
	if (ntrace_step_halfwords(step) > w->limit - w->halfwords)
		return false;
	if (end <= NTRACE_END_BRANCH)
		return true;
	end = consume_run(w);
	if (counts_as_branch(w, end)) {
		w->fault = NTRACE_FOUND_NOT_BRANCH;
		if (!(hist->bits >> 63))
			return false;
		hist->bits <<= 1;
		hist->num--;
	}
	if (end == NTRACE_END_JUMP || end == NTRACE_END_CALL) {
		go_direct(w, end);
		return true;
	}
	w->fault = NTRACE_FOUND_PAST_JUMP;
	return ntrace_walk_infer(w);
}

/* Use strides as far as the table has them. @return false: it has none */
static bool hist_strides(struct ntrace_walk *w, struct ntrace_hist *hist)
{
	struct ntrace_place place = { w->start, w->idx, w->insns };
	u64 room = w->limit - w->halfwords, left;

	if (w->idx >= w->count)
		return true;
	left = ntrace_stride_along(w->flow, w->source, &place, hist, 1, room);
	w->halfwords = w->limit - left;
	w->start = place.start;
	w->idx = place.idx;
	w->insns = place.insns;
	return left != room; /* unseen: only slower: branch by branch */
}

bool ntrace_walk_hist(struct ntrace_walk *w, u64 value)
{
	struct ntrace_hist hist = ntrace_hist(value);
	bool strides = w->flow->stride;

	for (;;) {
		strides = strides && hist_strides(w, &hist);
		hist_runs(w, &hist);
		if (w->flow->num_ranges == w->flow->max_ranges)
			ntrace_batch_deliver(w->flow, 1);
		if (!hist.num)
			return true;
		w->fault = NTRACE_FOUND_I_CNT_SHORT;
		if (w->halfwords == w->limit)
			return false;
		if (!find_code(w) || !hist_other(w, &hist))
			return false;
	}
}

/* Take runs that end with branches. Only the last branch may be taken. */
static u64 i_cnt_runs(struct ntrace_walk *w, u64 left)
{
	const struct ntrace_step *step = w->step, *at = NULL;
	u32 most = w->source->mode == NTRACE_MODE_HTM ? NTRACE_END_LINEAR :
							NTRACE_END_BRANCH;
	u32 idx = w->idx, insns = w->insns, run;

	while (left && idx < w->count) {
		run = step[idx].run;
		if (ntrace_run_halfwords(run) > left ||
		    ntrace_run_end(run) > most || !ntrace_run_end(run))
			break;
		at = &step[idx];
		idx += ntrace_run_halfwords(run);
		insns += ntrace_run_insns(run);
		left -= ntrace_run_halfwords(run);
	}
	if (at) {
		w->jump = at->jump;
		w->last = (u8)ntrace_step_end(at);
	}
	w->halfwords += idx - w->idx;
	w->idx = idx;
	w->insns = insns;
	return left;
}

/* Take the beginning of a run. */
static bool i_cnt_part(struct ntrace_walk *w, u64 left)
{
	u32 size;

	w->last = NTRACE_END_LINEAR;
	w->fault = NTRACE_FOUND_INSIDE_INSN;
	w->halfwords += left;
	for (; left; left -= size) {
		size = ntrace_step_size(&w->step[w->idx]);
		if (size > left)
			return false;
		w->idx += size;
		w->insns++;
	}
	return true;
}

/* A jump to the start of its own range: count the passes that I-CNT allows. One
 * pass remains, for the caller. */
static u64 i_cnt_loop(struct ntrace_walk *w, u64 left)
{
	u32 pass = w->idx - w->start, insns = w->insns;
	u32 times = (left >> 32 ? ~(u32)0 : (u32)left) / pass;

	if (w->idx + (u32)w->jump != w->start || !times ||
	    !(w->flow->proven || w->flow->holding))
		return left;
	ntrace_batch_deliver(w->flow, 1);
	close_range(w, NTRACE_END_JUMP);
	ntrace_batch_deliver(w->flow, times);
	w->start -= pass;
	w->insns = insns;
	w->halfwords += (u64)times * pass;
	return left - (u64)times * pass;
}

/* Take the run at which i_cnt_runs() stopped: a run with another end, or a run
 * that is too long. */
static bool i_cnt_other(struct ntrace_walk *w, u64 *left)
{
	enum ntrace_end end;

	if (ntrace_step_halfwords(&w->step[w->idx]) > *left) {
		bool done = i_cnt_part(w, *left);

		*left = 0;
		return done;
	}
	*left -= ntrace_step_halfwords(&w->step[w->idx]);
	end = consume_run(w);
	w->fault = NTRACE_FOUND_HIST_SHORT;
	if (w->source->mode == NTRACE_MODE_HTM &&
	    (end == NTRACE_END_BRANCH || counts_as_branch(w, end)))
		return w->last_unsent && !*left;
	w->fault = NTRACE_FOUND_PAST_JUMP;
	if (counts_as_branch(w, end))
		return !*left;
	if (end == NTRACE_END_JUMP || end == NTRACE_END_CALL) {
		if (end == NTRACE_END_JUMP)
			*left = i_cnt_loop(w, *left);
		go_direct(w, end);
		w->jumped = !*left;
		return true;
	}
	return !*left || ntrace_walk_infer(w);
}

bool ntrace_walk_i_cnt(struct ntrace_walk *w, u64 halfwords)
{
	u64 left = halfwords;

	w->jumped = false;
	while (left) {
		left = i_cnt_runs(w, left); /* unseen: only slower */
		if (left && (!find_code(w) || !i_cnt_other(w, &left)))
			return false;
	}
	return true;
}

void ntrace_walk_end(struct ntrace_walk *w)
{
	enum ntrace_end end = NTRACE_END_LINEAR;

	if (w->last >= NTRACE_END_JUMP_INDIRECT &&
	    w->last <= NTRACE_END_TRAP_RETURN)
		end = (enum ntrace_end)w->last;
	close_range(w, end);
	w->source->pc = ntrace_walk_pc(w);
}
