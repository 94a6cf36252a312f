// SPDX-License-Identifier: BSD-2-Clause
/* What each message says of its source's flow (N-Trace 1.0, chapters 7, 11). */
#include "ntrace_flow_internal.h"

/* Repetitions beyond this many bits are damage, whatever the encoder. */
#define REPEAT_BITS 32
/* Most passes of which one repetition is made. */
#define PASSES_MAX 64
/* So are counts of half-words; sums of what one message tells stay below. */
#define AHEAD_MAX (1LL << 61)

/* A message about a source's flow, while it is worked on. */
struct step {
	struct ntrace_flow *flow;
	struct ntrace_source *source;
	const struct ntrace_msg *msg;
	struct ntrace_walk walk;
};

static bool has(const struct step *s, enum ntrace_field field)
{
	return s->msg->present & NTRACE_HAS(field);
}

static u64 value(const struct step *s, enum ntrace_field field)
{
	return has(s, field) ? s->msg->field[field] : 0;
}

static void event(struct step *s, enum ntrace_event_kind kind, u64 what,
		  u64 addr, u64 from)
{
	ntrace_flow_event(s->flow, s->source,
			  (struct ntrace_event){ .kind = (u8)kind,
						 .value = what,
						 .addr = addr,
						 .from = from });
}

/* The flow cannot be followed: leave it where it still could. */
static bool fail(struct step *s, enum ntrace_finding_kind kind, u64 what)
{
	ntrace_walk_end(&s->walk);
	ntrace_flow_found(s->flow, s->source, kind, what);
	ntrace_flow_lose(s->flow, s->source);
	return false;
}

static bool walk_failed(struct step *s)
{
	return fail(s, (enum ntrace_finding_kind)s->walk.fault,
		    ntrace_walk_pc(&s->walk));
}

static u64 source_addr(const struct step *s, u64 field)
{
	return field << 1 & bits_low64(s->flow->settings.format.xlen);
}

/* A message that only encoders in this mode send. */
static bool check_mode(struct step *s, enum ntrace_mode mode)
{
	if (s->source->mode == NTRACE_MODE_ANY)
		s->source->mode = (u8)mode;
	if (s->source->mode == mode)
		return true;
	return fail(s, NTRACE_FOUND_MIXED_MODES, mode);
}

/* Go along HIST, then I-CNT, of a message or of a repetition of it. */
static bool advance(struct step *s, u64 hist, u64 i_cnt)
{
	struct ntrace_source *source = s->source;
	u64 before = s->walk.halfwords;

	if (i_cnt > s->flow->settings.work_max)
		return fail(s, NTRACE_FOUND_AHEAD, i_cnt);
	if (hist > 1 && !ntrace_walk_hist(&s->walk, hist))
		return walk_failed(s);
	source->ahead += (s64)(s->walk.halfwords - before);
	if ((s64)i_cnt < source->ahead)
		return fail(s, NTRACE_FOUND_I_CNT_SHORT, i_cnt);
	i_cnt -= (u64)source->ahead;
	source->ahead = 0;
	return ntrace_walk_i_cnt(&s->walk, i_cnt) || walk_failed(s);
}

/* The same from a message's fields. */
static bool advance_msg(struct step *s)
{
	u64 hist = has(s, NTRACE_HIST) ? s->msg->field[NTRACE_HIST] : 1;
	bool ok;

	if (!hist)
		return fail(s, NTRACE_FOUND_HIST_EMPTY, 0);
	if (has(s, NTRACE_HIST) && !check_mode(s, NTRACE_MODE_HTM))
		return false;
	ok = advance(s, hist, value(s, NTRACE_I_CNT));
	if (ok && s->walk.trap_executed)
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_TRAP_EXECUTED,
				  ntrace_walk_pc(&s->walk));
	return ok;
}

/* A trap came where execution is; its handler is at addr. */
static bool arrive_trap(struct step *s, unsigned int b_type, u64 addr)
{
	u64 from;

	if (!ntrace_walk_infer(&s->walk))
		return fail(s, NTRACE_FOUND_NO_TARGET, addr);
	from = ntrace_walk_pc(&s->walk);
	ntrace_walk_end(&s->walk);
	event(s, NTRACE_EVENT_TRAP, b_type, addr, from);
	ntrace_walk_jump(&s->walk, addr);
	return true;
}

/* A branch message's flow, once. */
static bool pass_branch(struct step *s, const struct ntrace_branch *branch)
{
	if (!advance(s, branch->hist, branch->i_cnt))
		return false;
	if (branch->tcode == NTRACE_DIRECT_BRANCH) {
		if (!ntrace_walk_at_branch(&s->walk))
			return fail(s, NTRACE_FOUND_NOT_BRANCH,
				    ntrace_walk_pc(&s->walk));
		ntrace_walk_take(&s->walk);
		return true;
	}
	if (branch->b_type)
		return arrive_trap(s, branch->b_type, branch->addr);
	if (!ntrace_walk_at_indirect(&s->walk))
		return fail(s, NTRACE_FOUND_NOT_INDIRECT,
			    ntrace_walk_pc(&s->walk));
	ntrace_walk_jump(&s->walk, branch->addr);
	return true;
}

/* DirectBranch, IndirectBranch, IndirectBranchHist. */
static bool handle_branch(struct step *s)
{
	struct ntrace_source *source = s->source;
	struct ntrace_branch *branch = &source->branch;

	if (s->msg->tcode == NTRACE_DIRECT_BRANCH &&
	    !check_mode(s, NTRACE_MODE_BTM))
		return false;
	if (has(s, NTRACE_HIST) && !check_mode(s, NTRACE_MODE_HTM))
		return false;
	branch->tcode = s->msg->tcode;
	branch->b_type = (u8)value(s, NTRACE_B_TYPE);
	branch->i_cnt = value(s, NTRACE_I_CNT);
	branch->hist = has(s, NTRACE_HIST) ? s->msg->field[NTRACE_HIST] : 1;
	if (!branch->hist)
		return fail(s, NTRACE_FOUND_HIST_EMPTY, 0);
	if (has(s, NTRACE_ADDR)) {
		source->addr ^= source_addr(s, s->msg->field[NTRACE_ADDR]);
		branch->addr = source->addr;
	}
	source->repeatable = pass_branch(s, branch);
	if (source->repeatable && s->walk.trap_executed)
		ntrace_flow_found(s->flow, source, NTRACE_FOUND_TRAP_EXECUTED,
				  ntrace_walk_pc(&s->walk));
	return source->repeatable;
}

/* One pass of what is repeated: a branch message, or HIST of ResourceFull. */
static bool pass(struct step *s, const struct ntrace_branch *branch)
{
	if (branch->tcode != NTRACE_RESOURCE_FULL)
		return pass_branch(s, branch);
	return ntrace_walk_hist(&s->walk, branch->hist) || walk_failed(s);
}

/* Where a source is between two passes. */
struct place {
	u64 pc, halfwords, batches;
	u8 stack;
};

static struct place mark_place(struct step *s)
{
	struct place place;

	ntrace_walk_close(&s->walk);
	ntrace_batch_deliver(s->flow, 1);
	s->walk.stack_low = s->source->stack_count;
	s->walk.stack_dropped = false;
	place.pc = ntrace_walk_pc(&s->walk);
	place.halfwords = s->walk.halfwords;
	place.batches = s->flow->batches;
	place.stack = s->source->stack_count;
	return place;
}

/* Back at it, with all ranges since in the batch? */
static bool is_back(struct step *s, const struct place *place)
{
	ntrace_walk_close(&s->walk);
	return s->flow->batches == place->batches &&
	       ntrace_walk_pc(&s->walk) == place->pc &&
	       s->source->stack_count == place->stack &&
	       s->walk.stack_low == place->stack && !s->walk.stack_dropped;
}

/*
 * The same flow times times. Passes that end where they began are worked on
 * once: their ranges are alone in the batch then, and go out with their count.
 * The place to come back to moves on after 1, 2, 4... passes, so that it is in
 * the loop some time, and there are enough passes for one of several.
 */
static bool repeat(struct step *s, const struct ntrace_branch *branch,
		   u64 times)
{
	struct place place = mark_place(s);
	u32 passes = 0, most = 1, more;
	u64 halfwords;

	/* Each trap is an event: those are not only counted */
	if (times >> (branch->b_type ? NTRACE_COUNT_BITS : REPEAT_BITS))
		return fail(s, NTRACE_FOUND_AHEAD, times);
	while (times) {
		if (!pass(s, branch))
			return false;
		times--;
		passes++;
		if (is_back(s, &place)) {
			more = (u32)times / passes;
			halfwords = s->walk.halfwords - place.halfwords;
			ntrace_batch_deliver(s->flow, 1 + (u64)more);
			s->walk.halfwords += more * halfwords;
			s->walk.counted += more * halfwords;
			times -= (u64)more * passes;
		} else if (passes < most && s->flow->batches == place.batches) {
			continue;
		}
		if (most < PASSES_MAX)
			most *= 2;
		place = mark_place(s);
		passes = 0;
	}
	return true;
}

static bool handle_repeat_branch(struct step *s)
{
	if (!s->source->repeatable)
		return fail(s, NTRACE_FOUND_NO_REPEAT, value(s, NTRACE_B_CNT));
	return repeat(s, &s->source->branch, value(s, NTRACE_B_CNT));
}

/* ResourceFull with HIST: the flow gets ahead of I-CNT. */
static bool handle_hist_full(struct step *s, u64 hist, u64 times)
{
	struct ntrace_branch branch = { .tcode = NTRACE_RESOURCE_FULL,
					.hist = hist };
	struct ntrace_source *source = s->source;

	if (!hist)
		return fail(s, NTRACE_FOUND_HIST_EMPTY, 0);
	if (!check_mode(s, NTRACE_MODE_HTM))
		return false;
	if (hist == 1)
		return true;
	if (times == 1 && !ntrace_walk_hist(&s->walk, hist))
		return walk_failed(s);
	if (times != 1 && !repeat(s, &branch, times))
		return false;
	source->ahead += (s64)s->walk.halfwords;
	if (source->ahead > AHEAD_MAX)
		return fail(s, NTRACE_FOUND_AHEAD, (u64)source->ahead);
	return true;
}

static bool handle_resource_full(struct step *s)
{
	struct ntrace_source *source = s->source;
	u64 data = value(s, NTRACE_RDATA);

	s->source->repeatable = false;
	switch (value(s, NTRACE_RCODE)) {
	case NTRACE_RCODE_I_CNT:
		if (data > s->flow->settings.work_max ||
		    source->ahead < -AHEAD_MAX)
			return fail(s, NTRACE_FOUND_AHEAD, data);
		source->ahead -= (s64)data;
		return true;
	case NTRACE_RCODE_HIST:
		return handle_hist_full(s, data, 1);
	default:
		return handle_hist_full(s, data, value(s, NTRACE_HREPEAT));
	}
}

/* Where a synchronizing message finds execution, when that is no trap. */
static bool arrive_sync(struct step *s, u64 addr)
{
	struct ntrace_walk *w = &s->walk;
	unsigned int sync = (unsigned int)value(s, NTRACE_SYNC);
	bool direct = s->msg->tcode == NTRACE_DIRECT_BRANCH_SYNC;
	u64 pc = ntrace_walk_pc(w);

	if (ntrace_walk_at_branch(w) && ntrace_walk_target(w) == addr &&
	    (direct || pc != addr)) {
		ntrace_walk_take(w);
		return true;
	}
	if (ntrace_walk_at_indirect(w)) {
		ntrace_walk_jump(w, addr);
		return true;
	}
	if (pc == addr || sync == NTRACE_SYNC_EXIT_RESET ||
	    sync == NTRACE_SYNC_EXIT_POWER_DOWN)
		return true;
	return fail(s, NTRACE_FOUND_WRONG_ADDR, addr);
}

/* The flow up to a synchronizing message, from a known place. */
static bool finish_flow(struct step *s, u64 addr)
{
	unsigned int b_type = (unsigned int)value(s, NTRACE_B_TYPE);
	unsigned int sync = (unsigned int)value(s, NTRACE_SYNC);

	if (sync == NTRACE_SYNC_FIFO)
		return fail(s, NTRACE_FOUND_OVERFLOW, sync);
	if (sync == NTRACE_SYNC_EXIT_DEBUG || sync == NTRACE_SYNC_ENABLE)
		return fail(s, NTRACE_FOUND_NOT_STOPPED, sync);
	if (!s->flow->image)
		return true;
	if (!advance_msg(s))
		return false;
	if (b_type)
		return arrive_trap(s, b_type, addr);
	return arrive_sync(s, addr);
}

/* Everything that decoding depends on starts anew (N-Trace 1.0, 8.4). */
static void reset_source(struct step *s, u64 addr)
{
	struct ntrace_source *source = s->source;

	source->pc = addr;
	source->addr = addr;
	source->stack_count = 0;
	source->ahead = 0;
	source->repeatable = false;
	source->state = NTRACE_RUNNING;
	source->totals.syncs++;
}

/* The flow is known again. */
static void find_flow(struct step *s)
{
	if (!s->source->lost)
		return;
	s->source->lost = false;
	event(s, NTRACE_EVENT_FOUND, s->flow->offset - s->source->gap_start, 0,
	      0);
}

static bool sync_is_reserved(u64 sync)
{
	return sync == 8 || (sync >= 10 && sync <= 13);
}

static void handle_sync(struct step *s)
{
	u64 addr = source_addr(s, value(s, NTRACE_ADDR));
	u64 sync = value(s, NTRACE_SYNC);

	if (sync_is_reserved(sync))
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_RESERVED_VALUE, sync);
	if (s->source->state == NTRACE_RUNNING)
		finish_flow(s, addr);
	ntrace_walk_end(&s->walk);
	find_flow(s);
	if (s->flow->at_end) {
		s->source->state = NTRACE_DONE;
		return;
	}
	reset_source(s, addr);
	event(s, NTRACE_EVENT_SYNC, sync, addr, 0);
}

static bool handle_correlation(struct step *s)
{
	u64 evcode = value(s, NTRACE_EVCODE);

	if (evcode == 2 || evcode == 3 || (evcode >= 5 && evcode <= 7))
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_RESERVED_VALUE, evcode);
	if (s->source->state == NTRACE_RUNNING) {
		if (s->flow->image && !advance_msg(s))
			return false;
		ntrace_walk_infer(&s->walk);
		ntrace_walk_end(&s->walk);
	}
	find_flow(s);
	s->source->repeatable = false;
	s->source->state = NTRACE_STOPPED;
	event(s, NTRACE_EVENT_STOP, evcode, s->source->pc, 0);
	return true;
}

/* PROCESS: privilege mode and context (N-Trace 1.0, 7.1). */
static void handle_ownership(struct step *s)
{
	struct ntrace_source *source = s->source;
	u64 process = value(s, NTRACE_PROCESS), context = process >> 5;
	unsigned int format = process & 3, prv = process >> 2 & 3;
	bool v = process >> 4 & 1;

	if (format == 1 || prv == 2 || (v && prv == 3) ||
	    (format == NTRACE_PROCESS_MODE && context)) {
		ntrace_flow_found(s->flow, source, NTRACE_FOUND_RESERVED_VALUE,
				  process);
		return;
	}
	ntrace_batch_deliver(s->flow, 1);
	source->priv = (u8)(v ? prv + 5 : prv);
	if (format == NTRACE_PROCESS_SCONTEXT)
		source->scontext = context;
	if (format == NTRACE_PROCESS_HCONTEXT)
		source->hcontext = context;
	source->region = NULL;
	event(s, NTRACE_EVENT_OWNERSHIP, process, 0, 0);
}

/* The encoder's FIFO was full: nothing is known until SYNC 7. */
static void handle_error(struct step *s)
{
	u64 etype = value(s, NTRACE_ETYPE);

	if (etype >= 1 && etype <= 7)
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_RESERVED_VALUE, etype);
	event(s, NTRACE_EVENT_OVERFLOW, etype | value(s, NTRACE_ECODE) << 4, 0,
	      0);
	ntrace_flow_found(s->flow, s->source, NTRACE_FOUND_OVERFLOW, etype);
	ntrace_flow_lose(s->flow, s->source);
}

/* Bytes without known fields: of flow only if no vendor's own type. */
static void handle_opaque(struct step *s)
{
	unsigned int tcode = s->msg->tcode;

	if (tcode >= NTRACE_VENDOR_FIRST && tcode <= NTRACE_VENDOR_LAST) {
		event(s, NTRACE_EVENT_OPAQUE, tcode, 0, 0);
		return;
	}
	ntrace_flow_found(s->flow, s->source,
			  ntrace_schema[tcode].name ?
				  NTRACE_FOUND_RESERVED_VALUE :
				  NTRACE_FOUND_RESERVED_TCODE,
			  tcode);
	ntrace_flow_lose(s->flow, s->source);
}

static bool is_empty_stop(const struct step *s)
{
	return s->msg->tcode == NTRACE_PROG_TRACE_CORRELATION &&
	       !value(s, NTRACE_I_CNT) && value(s, NTRACE_HIST) <= 1;
}

/*
 * Whether a message about the flow can be used; else it is part of a gap.
 * ProgTraceCorrelation ends a gap, and may come first or twice.
 */
static bool is_usable(struct step *s)
{
	struct ntrace_source *source = s->source;

	if (source->state == NTRACE_RUNNING ||
	    ntrace_tcode_syncs(s->msg->tcode))
		return true;
	if (s->msg->tcode == NTRACE_PROG_TRACE_CORRELATION &&
	    (source->lost || is_empty_stop(s)))
		return true;
	if (!source->lost)
		ntrace_flow_found(s->flow, source,
				  source->state == NTRACE_STOPPED ?
					  NTRACE_FOUND_STOPPED :
					  NTRACE_FOUND_NOT_SYNCED,
				  s->msg->tcode);
	ntrace_flow_lose(s->flow, source);
	return false;
}

/* Messages without F-ADDR, with a program or without. */
static bool handle_flow(struct step *s)
{
	switch (s->msg->tcode) {
	case NTRACE_PROG_TRACE_CORRELATION:
		return handle_correlation(s);
	case NTRACE_RESOURCE_FULL:
		return !s->flow->image || handle_resource_full(s);
	case NTRACE_REPEAT_BRANCH:
		return !s->flow->image || handle_repeat_branch(s);
	default:
		return !s->flow->image || handle_branch(s);
	}
}

/* Absolute in synchronizing messages, else since the last one (8.5). */
static void update_time(struct step *s)
{
	struct ntrace_source *source = s->source;
	u64 time = value(s, NTRACE_TSTAMP);

	if (!has(s, NTRACE_TSTAMP))
		return;
	ntrace_batch_deliver(s->flow, 1);
	if (ntrace_tcode_syncs(s->msg->tcode)) {
		source->time = time;
		source->has_time = true;
	} else if (source->has_time) {
		source->time += time;
	}
}

/* What a message says of the flow. @return false: it is part of a gap */
static bool handle_any_flow(struct step *s)
{
	if (!is_usable(s))
		return false;
	if (ntrace_tcode_syncs(s->msg->tcode)) {
		handle_sync(s);
		return true;
	}
	if (!handle_flow(s))
		return false;
	if (s->source->state == NTRACE_RUNNING)
		ntrace_walk_end(&s->walk);
	return true;
}

/* Most messages of a BTM trace, quickly. @return false: nothing was done */
static bool handle_plain_branch(struct ntrace_flow *flow,
				struct ntrace_source *source,
				const struct ntrace_msg *msg)
{
	u64 i_cnt = msg->field[NTRACE_I_CNT];

	if (msg->tcode != NTRACE_DIRECT_BRANCH ||
	    msg->present & NTRACE_HAS(NTRACE_TSTAMP) ||
	    source->mode != NTRACE_MODE_BTM ||
	    source->state != NTRACE_RUNNING || source->ahead ||
	    flow->settings.strict || !flow->image ||
	    !ntrace_walk_direct_branch(flow, source, i_cnt))
		return false;
	source->repeatable = true;
	source->branch.tcode = NTRACE_DIRECT_BRANCH;
	source->branch.i_cnt = i_cnt;
	source->branch.hist = 1;
	source->branch.b_type = 0;
	return true;
}

void ntrace_flow_msg(struct ntrace_flow *flow, struct ntrace_source *source,
		     const struct ntrace_msg *msg)
{
	struct step s;

	if (handle_plain_branch(flow, source, msg))
		return;
	s.flow = flow;
	s.source = source;
	s.msg = msg;
	if (flow->settings.strict)
		ntrace_strict_msg(flow, source, msg);
	update_time(&s);
	ntrace_walk_begin(&s.walk, flow, source);
	if (msg->opaque) {
		handle_opaque(&s);
	} else if (msg->tcode == NTRACE_OWNERSHIP) {
		handle_ownership(&s);
	} else if (msg->tcode == NTRACE_ERROR) {
		handle_error(&s);
	} else if (!handle_any_flow(&s)) {
		source->totals.gap_bytes += msg->bytes;
		source->totals.gap_messages++;
	}
}
