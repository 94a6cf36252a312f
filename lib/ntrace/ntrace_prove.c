// SPDX-License-Identifier: BSD-2-Clause
/*
 * Proof before delivery: HIST gives the direction, I-CNT the distance (N-Trace
 * 1.0, 8.2 and 8.3). A HIST alone proves nothing: in a loop without branches
 * its path never ends. So the decoder keeps HIST until I-CNT comes, and reports
 * the path of a message when the whole message fits.
 */
#include "ntrace_flow_internal.h"

/* --- following the reports ------------------------------------------------ */

static bool go_pending(struct ntrace_work *s)
{
	const struct ntrace_pending *p;
	u32 entry;

	for (entry = s->source->first; entry; entry = p->next) {
		p = &s->flow->pool[entry - 1];
		if (!ntrace_work_repeat_hist(s, p->hist, p->times))
			return false;
	}
	return true;
}

/* True if a synchronizing message to addr is possible at the present place. */
static bool arrives(const struct ntrace_work *s, u64 addr)
{
	const struct ntrace_walk *w = &s->walk;
	u64 sync = ntrace_work_value(s, NTRACE_SYNC);

	return (ntrace_walk_at_branch(w) && ntrace_walk_target(w) == addr) ||
	       ntrace_walk_at_indirect(w) || ntrace_walk_pc(w) == addr ||
	       sync == NTRACE_SYNC_EXIT_RESET ||
	       sync == NTRACE_SYNC_EXIT_POWER_DOWN;
}

/* True if I-CNT ended at the kind of place that the message requires. */
static bool ends_there(struct ntrace_work *s, enum ntrace_ending ending,
		       u64 addr)
{
	switch (ending) {
	case NTRACE_ENDING_BRANCH:
		s->walk.fault = NTRACE_FOUND_NOT_BRANCH;
		return ntrace_walk_at_branch(&s->walk) ||
		       (s->walk.jumped &&
			s->flow->settings.format.quirks & NTRACE_QUIRK_SIFIVE);
	case NTRACE_ENDING_INDIRECT:
		s->walk.fault = NTRACE_FOUND_NOT_INDIRECT;
		return ntrace_walk_at_indirect(&s->walk);
	case NTRACE_ENDING_TRAP:
		s->walk.fault = NTRACE_FOUND_NO_TARGET;
		return ntrace_walk_infer(&s->walk);
	case NTRACE_ENDING_SYNC:
		s->walk.fault = NTRACE_FOUND_WRONG_ADDR;
		return arrives(s, addr);
	default:
		return true;
	}
}

static bool go(struct ntrace_work *s, u64 hist, enum ntrace_ending ending,
	       u64 addr)
{
	struct ntrace_walk *w = &s->walk;

	if (!go_pending(s) || (hist > 1 && !ntrace_walk_hist(w, hist)))
		return false;
	return ending == NTRACE_ENDING_HIST ||
	       (ntrace_walk_i_cnt(w, w->limit - w->halfwords) &&
		ends_there(s, ending, addr));
}

/*
 * True if the only cause of the walk's end is unknown code, or a return to a
 * caller in unknown code.
 */
static bool leaves_known_code(const struct ntrace_work *s)
{
	const struct ntrace_walk *w = &s->walk;

	if (w->fault == NTRACE_FOUND_NO_CODE)
		return true;
	return s->source->partial && !s->source->stack_count &&
	       (w->last == NTRACE_END_RETURN || w->last == NTRACE_END_SWAP) &&
	       (w->fault == NTRACE_FOUND_PAST_JUMP ||
		w->fault == NTRACE_FOUND_NO_TARGET);
}

/*
 * True if the settings keep the part before a contradiction. If HIST ended
 * before I-CNT, both confirm the flow up to the end of HIST, but one of them is
 * wrong.
 */
static bool is_kept(const struct ntrace_work *s)
{
	const struct ntrace_settings *settings = &s->flow->settings;

	return settings->partial ||
	       (settings->lenient && s->walk.fault == NTRACE_FOUND_HIST_SHORT);
}

/* State at the start of a walk, as far as the walk changes it. */
struct start {
	struct ntrace_walk walk;
	const struct ntrace_region *region;
	u16 top, count;
	u64 stack[NTRACE_STACK_MAX]; /* the last entry first */
};

static void mark_start(const struct ntrace_work *s, struct start *start)
{
	const struct ntrace_source *source = s->source;
	u32 i;

	start->walk = s->walk;
	start->region = source->region;
	start->top = source->stack_top;
	start->count = source->stack_count;
	for (i = 0; i < start->count; i++)
		start->stack[i] =
			source->stack[(start->top - i) % NTRACE_STACK_MAX];
}

static void back_to_start(struct ntrace_work *s, const struct start *start)
{
	struct ntrace_source *source = s->source;
	u32 i;

	s->walk = start->walk;
	source->region = start->region;
	source->stack_top = start->top;
	source->stack_count = start->count;
	for (i = 0; i < start->count; i++)
		source->stack[(start->top - i) % NTRACE_STACK_MAX] =
			start->stack[i];
}

/*
 * Walk with the ranges held back. If they are too many, this walk was only a
 * rehearsal. Unless it failed in known code, a second walk delivers the ranges
 * on the way.
 */
static bool go_long(struct ntrace_work *s, u64 hist, enum ntrace_ending ending,
		    u64 addr)
{
	struct ntrace_flow *flow = s->flow;
	struct start start;
	bool ok;

	mark_start(s, &start);
	ntrace_batch_hold(flow);
	ok = go(s, hist, ending, addr);
	if (ntrace_batch_held(flow) ||
	    !(ok || leaves_known_code(s) || is_kept(s)))
		return ok;
	back_to_start(s, &start);
	flow->num_ranges = flow->kept;
	flow->num_noted = flow->noted_kept;
	flow->proven = true;
	ok = go(s, hist, ending, addr);
	flow->proven = false;
	return ok;
}

/* The walk failed. Ranges and strides from mark on are not proven. */
static bool walk_failed(struct ntrace_work *s, u64 addr, u32 mark,
			u32 mark_noted)
{
	struct ntrace_walk *w = &s->walk;
	bool known = w->fault == NTRACE_FOUND_NO_TARGET ||
		     w->fault == NTRACE_FOUND_WRONG_ADDR;

	if (leaves_known_code(s)) {
		ntrace_batch_release(s->flow);
		return ntrace_work_leave(s);
	}
	if (is_kept(s)) {
		ntrace_batch_release(s->flow);
	} else {
		/* unseen: only hands out its ranges earlier */
		s->flow->counts = 0;
		s->flow->num_ranges = mark;
		s->flow->num_noted = mark_noted;
		w->start = w->idx;
	}
	return ntrace_work_fail(s, (enum ntrace_finding_kind)w->fault,
				known ? addr : ntrace_walk_pc(w));
}

/*
 * Each range has at least one half-word. So if the batch has room for as many
 * ranges as I-CNT reports half-words, no range is delivered before the message
 * is known to fit. Larger reports than half of the batch are held back, and so
 * are repeated HISTs, which are delivered in parts.
 */
static bool is_long(const struct ntrace_work *s, u64 reported)
{
	const struct ntrace_source *source = s->source;
	const struct ntrace_flow *flow = s->flow;
	u32 entry;

	if (reported + 1 >= flow->max_ranges / 2)
		return true;
	for (entry = source->first; entry; entry = flow->pool[entry - 1].next)
		if (flow->pool[entry - 1].times > 1)
			return true;
	/* unseen: ranges that are held back are handed out anyway if the
	 * message fits */
	return false;
}

/* Make room for all ranges that the message may have, as far as possible. */
static void make_room(struct ntrace_flow *flow, u64 reported)
{
	u32 room = flow->max_ranges - flow->num_ranges;

	if (flow->num_ranges >= flow->enough || room <= reported + 1 ||
	    flow->num_noted > flow->max_noted / 2)
		ntrace_batch_deliver(flow, 1);
}

bool ntrace_work_prove(struct ntrace_work *s, u64 hist, u64 i_cnt,
		       enum ntrace_ending ending, u64 addr)
{
	struct ntrace_flow *flow = s->flow;
	u64 reported = s->source->unfollowed + i_cnt;
	bool ok;
	u32 mark, mark_noted;

	if (i_cnt > flow->settings.work_max - s->source->unfollowed)
		return ntrace_work_fail(s, NTRACE_FOUND_AHEAD, i_cnt);
	make_room(flow, reported);
	s->walk.limit = s->walk.halfwords + reported;
	/* SiFive's encoders report the last branch only by the synchronizing
	 * address */
	s->walk.last_unsent = ending == NTRACE_ENDING_SYNC &&
			      flow->settings.format.quirks &
				      NTRACE_QUIRK_SIFIVE;
	mark = flow->num_ranges;
	mark_noted = flow->num_noted;
	if (is_long(s, reported))
		ok = go_long(s, hist, ending, addr);
	else
		ok = go(s, hist, ending, addr);
	if (!ok)
		return walk_failed(s, addr, mark, mark_noted);
	ntrace_batch_release(flow);
	reported = s->walk.limit - s->walk.halfwords;
	ntrace_pending_drop(flow, s->source);
	s->source->unfollowed = reported;
	return true;
}

bool ntrace_work_settle(struct ntrace_work *s)
{
	return ntrace_work_prove(s, 1, 0, NTRACE_ENDING_HIST, 0);
}

/*
 * Every step along HIST and I-CNT that I-CNT has reported is proven, even if
 * the next messages are missing. HIST beyond that is used only with
 * settings.lenient.
 */
void ntrace_flow_tail(struct ntrace_flow *flow, struct ntrace_source *source)
{
	struct ntrace_work s = { .flow = flow, .source = source };
	struct ntrace_walk *w = &s.walk;
	bool all;

	ntrace_walk_begin(w, flow, source);
	w->limit = source->unfollowed;
	if (flow->settings.lenient && w->limit < 1u << NTRACE_I_CNT_BITS)
		w->limit = 1u << NTRACE_I_CNT_BITS;
	flow->proven = true;
	all = go_pending(&s);
	if (w->halfwords < source->unfollowed &&
	    (all || w->fault == NTRACE_FOUND_I_CNT_SHORT))
		ntrace_walk_i_cnt(w, source->unfollowed - w->halfwords);
	flow->proven = false;
	ntrace_walk_end(w);
}

/* --- limits ------------------------------------------------------------------ */

/* The field that is beyond its limit. @return false: none is */
static bool beyond_limit(const struct ntrace_work *s, u8 *kind, u64 *value)
{
	u64 data = ntrace_work_value(s, NTRACE_RDATA);
	const struct {
		u64 value;
		u8 bits, kind;
	} row[] = {
		{ ntrace_work_value(s, NTRACE_I_CNT) |
			  (ntrace_msg_hist_full(s->msg) ? 0 : data),
		  NTRACE_I_CNT_BITS, NTRACE_FOUND_I_CNT_LIMIT },
		{ ntrace_work_value(s, NTRACE_HIST) |
			  (ntrace_msg_hist_full(s->msg) ? data : 0),
		  NTRACE_HIST_BITS, NTRACE_FOUND_HIST_LIMIT },
		{ ntrace_work_value(s, NTRACE_HREPEAT), NTRACE_COUNT_BITS,
		  NTRACE_FOUND_HREPEAT_LIMIT },
		{ ntrace_work_value(s, NTRACE_B_CNT), NTRACE_COUNT_BITS,
		  NTRACE_FOUND_B_CNT_LIMIT },
	};
	size_t i;

	for (i = 0; i < array_size(row); i++) {
		*kind = row[i].kind;
		*value = row[i].value;
		if (row[i].value >> row[i].bits)
			return true;
	}
	return false;
}

void ntrace_work_judge_limits(struct ntrace_work *s)
{
	u64 value;
	u8 kind;

	if (s->flow->settings.lenient || s->source->state == NTRACE_LOST ||
	    !beyond_limit(s, &kind, &value))
		return;
	ntrace_work_fail(s, (enum ntrace_finding_kind)kind, value);
}

/* --- unknown code --------------------------------------------------------- */

bool ntrace_work_resume_at(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;

	if (source->state != NTRACE_BLIND ||
	    s->msg->tcode == NTRACE_DIRECT_BRANCH ||
	    !ntrace_walk_has_code(&s->walk, source->addr))
		return false;
	source->pc = source->addr;
	source->state = NTRACE_RUNNING;
	source->resumed = true;
	source->lost = false;
	ntrace_work_event(s, NTRACE_EVENT_FOUND,
			  s->flow->offset + s->msg->bytes - source->gap_start,
			  source->addr, 0);
	return false;
}

bool ntrace_work_resume(struct ntrace_work *s)
{
	if (ntrace_work_has(s, NTRACE_ADDR)) {
		s->source->addr ^=
			ntrace_work_addr(s, s->msg->field[NTRACE_ADDR]);
		return ntrace_work_resume_at(s);
	}
	return false;
}
