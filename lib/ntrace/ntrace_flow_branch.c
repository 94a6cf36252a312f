// SPDX-License-Identifier: BSD-2-Clause
/*
 * Messages about branches: following them, and repeating this (N-Trace 1.0,
 * 7.2, 7.3, 7.8, 7.9, 7.11 and 11.1).
 */
#include "ntrace_flow_internal.h"

/* A number of repetitions with more bits is damage, for any encoder. */
#define REPEAT_BITS 32
/* Above this number of repetitions, counting may be cheaper. */
#define REPEAT_PLAIN 16
/* HIST of one branch */
#define HIST_NOT_TAKEN 2
#define HIST_TAKEN 3

/* False if a message is one that only encoders in another mode send. */
static bool check_mode(struct ntrace_work *s, enum ntrace_mode mode)
{
	if (s->source->mode == NTRACE_MODE_ANY)
		s->source->mode = (u8)mode;
	if (s->source->mode == mode)
		return true;
	return ntrace_work_fail(s, NTRACE_FOUND_MIXED_MODES, mode);
}

bool ntrace_work_advance(struct ntrace_work *s, enum ntrace_ending ending,
			 u64 addr)
{
	u64 hist = ntrace_work_has(s, NTRACE_HIST) ?
			   s->msg->field[NTRACE_HIST] :
			   1;
	bool ok;

	if (!hist)
		return ntrace_work_fail(s, NTRACE_FOUND_HIST_EMPTY, 0);
	if (ntrace_work_has(s, NTRACE_HIST) && !check_mode(s, NTRACE_MODE_HTM))
		return false;
	ok = ntrace_work_prove(s, hist, ntrace_work_value(s, NTRACE_I_CNT),
			       ending, addr);
	if (ok && s->walk.trap_executed)
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_TRAP_EXECUTED,
				  ntrace_walk_pc(&s->walk));
	return ok;
}

void ntrace_work_trap(struct ntrace_work *s, unsigned int b_type, u64 addr)
{
	u64 from = ntrace_walk_pc(&s->walk);

	ntrace_walk_end(&s->walk);
	ntrace_work_event(s, NTRACE_EVENT_TRAP, b_type, addr, from);
	ntrace_walk_jump(&s->walk, addr);
}

/* Follow the flow of a branch message, once. */
static bool pass_branch(struct ntrace_work *s,
			const struct ntrace_branch *branch)
{
	enum ntrace_ending ending = NTRACE_ENDING_INDIRECT;

	if (branch->tcode == NTRACE_DIRECT_BRANCH)
		ending = NTRACE_ENDING_BRANCH;
	else if (branch->b_type)
		ending = NTRACE_ENDING_TRAP;
	if (!ntrace_work_prove(s, branch->hist, branch->i_cnt, ending,
			       branch->addr))
		return false;
	if (ending == NTRACE_ENDING_BRANCH && ntrace_walk_at_branch(&s->walk))
		ntrace_walk_take(&s->walk);
	else if (ending == NTRACE_ENDING_BRANCH)
		return true; /* a direct jump: the walk has followed it
			      * already */
	else if (ending == NTRACE_ENDING_TRAP)
		ntrace_work_trap(s, branch->b_type, branch->addr);
	else
		ntrace_walk_jump(&s->walk, branch->addr);
	return true;
}

/* DirectBranch, IndirectBranch, IndirectBranchHist. */
bool ntrace_work_branch(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;
	struct ntrace_branch *branch = &source->branch;

	if (s->msg->tcode == NTRACE_DIRECT_BRANCH &&
	    !check_mode(s, NTRACE_MODE_BTM))
		return false;
	if (ntrace_work_has(s, NTRACE_HIST) && !check_mode(s, NTRACE_MODE_HTM))
		return false;
	branch->tcode = s->msg->tcode;
	branch->b_type = (u8)ntrace_work_value(s, NTRACE_B_TYPE);
	branch->i_cnt = ntrace_work_value(s, NTRACE_I_CNT);
	branch->hist = ntrace_work_has(s, NTRACE_HIST) ?
			       s->msg->field[NTRACE_HIST] :
			       1;
	if (!branch->hist)
		return ntrace_work_fail(s, NTRACE_FOUND_HIST_EMPTY, 0);
	if (ntrace_work_has(s, NTRACE_ADDR)) {
		source->addr ^= ntrace_work_addr(s, s->msg->field[NTRACE_ADDR]);
		branch->addr = source->addr;
	}
	source->resumed = false;
	source->repeatable = pass_branch(s, branch);
	if (source->repeatable && s->walk.trap_executed)
		ntrace_flow_found(s->flow, source, NTRACE_FOUND_TRAP_EXECUTED,
				  ntrace_walk_pc(&s->walk));
	return source->repeatable || ntrace_work_resume_at(s);
}

static bool repeat_branch(struct ntrace_work *s,
			  const struct ntrace_branch *branch, u64 times)
{
	struct ntrace_repeat repeat;

	for (ntrace_repeat_begin(s, &repeat, false); times;
	     times = ntrace_repeat_passed(s, &repeat, times))
		if (!pass_branch(s, branch))
			return false;
	return true;
}

bool ntrace_work_repeat_branch(struct ntrace_work *s)
{
	u64 times = ntrace_work_value(s, NTRACE_B_CNT);
	struct ntrace_branch branch = s->source->branch;

	if (s->source->resumed)
		return false;
	if (!s->source->repeatable)
		return ntrace_work_fail(s, NTRACE_FOUND_NO_REPEAT, times);
	/* Each trap is an event, and events cannot only be counted */
	if (times >> (branch.b_type ? NTRACE_COUNT_BITS : REPEAT_BITS))
		return ntrace_work_fail(s, NTRACE_FOUND_AHEAD, times);
	return repeat_branch(s, &branch, times) || ntrace_work_resume_at(s);
}

/* ResourceFull with HIST: the source keeps it until I-CNT confirms it. */
static bool handle_hist_full(struct ntrace_work *s, u64 hist, u64 times)
{
	if (!hist)
		return ntrace_work_fail(s, NTRACE_FOUND_HIST_EMPTY, 0);
	if (!check_mode(s, NTRACE_MODE_HTM))
		return false;
	if (times >> REPEAT_BITS)
		return ntrace_work_fail(s, NTRACE_FOUND_AHEAD, times);
	if (hist == 1 || !times ||
	    ntrace_pending_add(s->flow, s->source, hist, (u32)times))
		return true;
	return ntrace_work_fail(s, NTRACE_FOUND_AHEAD, times);
}

bool ntrace_work_resource_full(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;
	u64 data = ntrace_work_value(s, NTRACE_RDATA);

	source->repeatable = false;
	source->resumed = false;
	switch (ntrace_work_value(s, NTRACE_RCODE)) {
	case NTRACE_RCODE_I_CNT:
		if (data > s->flow->settings.work_max - source->unfollowed)
			return ntrace_work_fail(s, NTRACE_FOUND_AHEAD, data);
		source->unfollowed += data;
		/* I-CNT also reports the half-words of HISTs before it */
		return !source->first || ntrace_work_settle(s);
	case NTRACE_RCODE_HIST:
		return handle_hist_full(s, data, 1);
	case NTRACE_RCODE_NOT_TAKEN:
		return handle_hist_full(s, HIST_NOT_TAKEN, data);
	case NTRACE_RCODE_TAKEN:
		return handle_hist_full(s, HIST_TAKEN, data);
	default:
		return handle_hist_full(s, data,
					ntrace_work_value(s, NTRACE_HREPEAT));
	}
}

/* Kinds of ends, as bits. */
#define KIND(name) (1u << NTRACE_END_##name)
#define KINDS_INDIRECT                                              \
	(KIND(JUMP_INDIRECT) | KIND(CALL_INDIRECT) | KIND(RETURN) | \
	 KIND(SWAP) | KIND(TRAP_RETURN))

u32 ntrace_plain_kinds(const struct ntrace_settings *settings)
{
	u32 kinds = KIND(LINEAR) | KIND(BRANCH) | KIND(JUMP) | KIND(CALL) |
		    KINDS_INDIRECT;

	if (settings->all_jumps)
		kinds &= ~(KIND(JUMP) | KIND(CALL));
	/* Without a stack, calls and returns are treated like other jumps */
	if (settings->implicit_return)
		kinds &= ~(KIND(CALL) | KIND(CALL_INDIRECT) | KIND(RETURN) |
			   KIND(SWAP));
	return settings->strict ? 0 : kinds;
}

/* HIST bits that are not used yet. */
struct hist_rest {
	struct ntrace_hist hist;
	u32 entry; /* next kept HIST, a number in the pool; 0: none */
	u64 own;   /* HIST of the message, after the kept ones; 0: none */
};

/* Append the next HIST to the remaining bits. @return false: no HIST, no
 * room */
static inline bool rest_more(const struct ntrace_flow *flow,
			     struct hist_rest *rest)
{
	u64 value = rest->entry ? flow->pool[rest->entry - 1].hist : rest->own;
	struct ntrace_hist next;

	if (!value)
		return false;
	next = ntrace_hist(value);
	/* 64-bit shifts by a variable would need a library on RV32 */
	if (rest->hist.num &&
	    (sizeof(void *) < sizeof(u64) || next.num > 63 - rest->hist.num))
		return false;
	if (rest->hist.num)
		/* unseen: HIST does not fit then: the long way */
		next.bits = rest->hist.bits | next.bits >> rest->hist.num;
	rest->hist.bits = next.bits;
	rest->hist.num += next.num;
	if (rest->entry)
		rest->entry = flow->pool[rest->entry - 1].next;
	else
		rest->own = 0;
	return true;
}

/*
 * Use strides as far as the table has them. Strides use all the bits that they
 * can have, across messages; the last run remains.
 * @return half-words that remain, of left
 */
static u32 along_strides(struct ntrace_flow *flow,
			 const struct ntrace_source *source,
			 struct ntrace_place *place, struct hist_rest *rest,
			 u32 left)
{
	unsigned int before;
	bool more;

	do {
		while (rest_more(flow, rest))
			;
		/* unseen: only slower: branch by branch it ends at the same
		 * place */
		before = rest->hist.num;
		/* unseen: only slower: branch by branch it ends at the same
		 * place */
		more = rest->entry || rest->own;
		/* unseen: only slower: branch by branch it ends at the same
		 * place */
		if (before <= 3)
			/* unseen: only slower: branch by branch it ends at the
			 * same place */
			break;
		/* unseen: only slower: branch by branch it ends at the same
		 * place */
		left = 1 + (u32)ntrace_stride_along(
				   flow, source, place, &rest->hist,
				   more ? NTRACE_STRIDE_BITS : 1, left - 1);
	} while (more && rest->hist.num != before);
	return left; /* unseen: the first run does not fit then: the long way */
}

/*
 * Follow HIST and I-CNT in one region, to an end that fits both. The loop has
 * no step that depends on the direction of a branch. The ranges are in the
 * batch afterwards, but not counted.
 * @param rest HIST; NULL: none, in BTM
 * @param idx half-word of the start; out: after the last run
 * @param ranges out: number of ranges
 * @return the last run; NULL: the flow is not that simple
 */
static inline __attribute__((always_inline)) const struct ntrace_step *
plain_path(struct ntrace_flow *flow, const struct ntrace_source *source,
	   struct hist_rest *rest, u32 left, u32 *idx, u32 *ranges)
{
	const struct ntrace_region *region = source->region;
	struct ntrace_range *first = flow->range + flow->num_ranges;
	struct ntrace_range *range = first;
	const struct ntrace_range *full = flow->range + flow->max_ranges - 1;
	const struct ntrace_step *step;
	struct ntrace_place place = { *idx, *idx, 0 };
	u32 at, start, insns, num, kind, run, taken, is_branch;
	bool htm = rest && source->mode == NTRACE_MODE_HTM;
	u64 bits;

	if (rest && flow->stride && (rest->entry || rest->hist.num > 3))
		/* unseen: only slower: branch by branch it ends at the same
		 * place */
		left = along_strides(flow, source, &place, rest, left);
	at = place.idx;
	start = place.start;
	insns = place.insns;
	bits = rest ? rest->hist.bits : 0;
	num = rest ? rest->hist.num : 0;
	for (;;) {
		if (at >= region->count || range >= full)
			return NULL;
		step = &region->step[at];
		run = step->run;
		kind = ntrace_run_end(run);
		at += ntrace_run_halfwords(run);
		insns += ntrace_run_insns(run);
		range->start = region->base + 2 * (u64)start;
		range->halfwords = at - start;
		range->insns = insns;
		range->end = (u8)kind;
		if (ntrace_run_halfwords(run) >= left)
			break;
		is_branch = kind == NTRACE_END_BRANCH;
		if (!(flow->plain_kinds & ~KINDS_INDIRECT & 1u << kind))
			return NULL;
		if (unlikely(is_branch && htm && !num)) {
			rest->hist.num = 0;
			if (!rest_more(flow, rest))
				return NULL;
			bits = rest->hist.bits;
			num = rest->hist.num;
		}
		left -= ntrace_run_halfwords(run);
		taken = (is_branch & (u32)(bits >> 63)) |
			(kind > NTRACE_END_BRANCH);
		bits <<= is_branch;
		num -= is_branch & htm;
		range += taken;
		at += (u32)step->jump & -taken;
		start = taken ? at : start;
		insns = taken ? 0 : insns;
	}
	*idx = at;
	*ranges = (u32)(range - first) + 1;
	/* Other functions judge a branch that is the last run */
	if (rest && (num || rest->entry || rest->own))
		return NULL;
	return ntrace_run_halfwords(run) == left ? step : NULL;
}

/* True if the quick way may begin. */
static bool is_ready(const struct ntrace_flow *flow,
		     const struct ntrace_source *source)
{
	return flow->plain_kinds && source->region &&
	       source->state == NTRACE_RUNNING && !source->unfollowed &&
	       flow->num_ranges <= flow->enough &&
	       flow->num_noted <= flow->max_noted / 2;
}

/* True for a message that is worth the quick way: most messages are this simple. */
static bool is_plain(const struct ntrace_source *source,
		     const struct ntrace_msg *msg)
{
	if (msg->present & NTRACE_HAS(NTRACE_TSTAMP))
		return false;
	if (msg->tcode == NTRACE_DIRECT_BRANCH)
		return source->mode == NTRACE_MODE_BTM;
	if (msg->tcode == NTRACE_INDIRECT_BRANCH_HIST)
		return source->mode == NTRACE_MODE_HTM &&
		       !msg->field[NTRACE_B_TYPE] && msg->field[NTRACE_HIST];
	return msg->tcode == NTRACE_INDIRECT_BRANCH &&
	       source->mode != NTRACE_MODE_ANY && !msg->field[NTRACE_B_TYPE];
}

/* True if a kept HIST repeats. */
static bool is_repeated(const struct ntrace_flow *flow,
			const struct ntrace_source *source)
{
	u32 entry;

	for (entry = source->first; entry; entry = flow->pool[entry - 1].next)
		if (flow->pool[entry - 1].times != 1)
			/* unseen: the long way then leads to the same place */
			return true;
	return false;
}

/*
 * Follow the flow of a plain branch message, once.
 * @param branch in: addr is the target of an indirect jump; out: of any jump
 * @return false: nothing was done
 */
static inline __attribute__((always_inline)) bool
plain_flow(struct ntrace_flow *flow, struct ntrace_source *source,
	   struct ntrace_branch *branch)
{
	const struct ntrace_region *region = source->region;
	u64 begin = (source->pc - region->base) / 2;
	u32 idx, ranges, noted = flow->num_noted, kinds = KINDS_INDIRECT;
	const struct ntrace_step *last;
	struct hist_rest rest = { .entry = source->first };

	if (!rest.entry)
		rest.hist = ntrace_hist(branch->hist);
	else if (branch->hist > 1)
		rest.own = branch->hist;
	if (begin >= region->count)
		return false;
	idx = (u32)begin;
	if (branch->tcode == NTRACE_DIRECT_BRANCH)
		kinds = KIND(BRANCH);
	if (source->mode == NTRACE_MODE_BTM)
		last = plain_path(flow, source, NULL, (u32)branch->i_cnt, &idx,
				  &ranges);
	else
		last = plain_path(flow, source, &rest, (u32)branch->i_cnt, &idx,
				  &ranges);
	if (!last ||
	    !(kinds & flow->plain_kinds & 1u << ntrace_step_end(last))) {
		flow->num_noted = noted;
		return false;
	}
	flow->num_ranges += ranges;
	if (branch->tcode == NTRACE_DIRECT_BRANCH)
		branch->addr =
			region->base + 2 * ((u64)idx + (u64)(s64)last->jump);
	source->pc = branch->addr;
	return true;
}

bool ntrace_work_plain_branch(struct ntrace_flow *flow,
			      struct ntrace_source *source,
			      const struct ntrace_msg *msg)
{
	struct ntrace_branch branch = { .tcode = msg->tcode, .hist = 1 };

	if (!is_plain(source, msg) || !is_ready(flow, source))
		return false;
	branch.i_cnt = msg->field[NTRACE_I_CNT];
	if (msg->tcode == NTRACE_INDIRECT_BRANCH_HIST)
		branch.hist = msg->field[NTRACE_HIST];
	if (msg->tcode != NTRACE_DIRECT_BRANCH)
		branch.addr = source->addr ^ msg->field[NTRACE_ADDR] << 1;
	if (branch.i_cnt - 1 >= flow->i_cnt_max ||
	    branch.hist >> flow->hist_bits || is_repeated(flow, source) ||
	    !plain_flow(flow, source, &branch))
		return false;
	if (source->first)
		ntrace_pending_drop(flow, source);
	if (msg->tcode != NTRACE_DIRECT_BRANCH)
		source->addr = branch.addr;
	source->repeatable = true;
	source->resumed = false;
	source->branch = branch;
	return true;
}

bool ntrace_work_plain_hist(struct ntrace_flow *flow,
			    struct ntrace_source *source,
			    const struct ntrace_msg *msg)
{
	u64 hist = msg->field[NTRACE_RDATA];

	if (msg->tcode != NTRACE_RESOURCE_FULL || msg->opaque ||
	    msg->field[NTRACE_RCODE] != NTRACE_RCODE_HIST ||
	    msg->present & NTRACE_HAS(NTRACE_TSTAMP) || !flow->plain_kinds ||
	    !source->region || source->state != NTRACE_RUNNING ||
	    source->mode != NTRACE_MODE_HTM || hist <= 1 ||
	    hist >> flow->hist_bits ||
	    !ntrace_pending_add(flow, source, hist, 1))
		return false;
	source->repeatable = false;
	source->resumed = false;
	return true;
}

bool ntrace_work_plain_repeat(struct ntrace_flow *flow,
			      struct ntrace_source *source,
			      const struct ntrace_msg *msg)
{
	struct ntrace_branch branch = source->branch;
	u32 ranges = flow->num_ranges;
	u64 pc = source->pc, times = msg->field[NTRACE_B_CNT];

	/* The sink may want the number of repetitions */
	if (msg->tcode != NTRACE_REPEAT_BRANCH || !flow->stride ||
	    msg->present & NTRACE_HAS(NTRACE_TSTAMP) || times > REPEAT_PLAIN ||
	    !source->repeatable || source->resumed || source->first ||
	    source->mode == NTRACE_MODE_ANY || branch.b_type ||
	    branch.i_cnt - 1 >= flow->i_cnt_max || !is_ready(flow, source))
		return false;
	for (; times; times--) {
		if (plain_flow(flow, source, &branch))
			/* unseen: it is taken back, and done the long way */
			continue;
		flow->num_ranges = ranges;
		source->pc = pc;
		return false;
	}
	return true;
}
