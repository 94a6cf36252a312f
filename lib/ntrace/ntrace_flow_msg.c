// SPDX-License-Identifier: BSD-2-Clause
/*
 * The meaning of each message for its source's flow (N-Trace 1.0, chapters 7,
 * 11).
 */
#include "ntrace_flow_internal.h"

/* Execution continues at a synchronizing message's address, without a trap. */
static void arrive_sync(struct ntrace_work *s, u64 addr)
{
	struct ntrace_walk *w = &s->walk;
	bool direct = s->msg->tcode == NTRACE_DIRECT_BRANCH_SYNC;
	u64 pc = ntrace_walk_pc(w);

	if (ntrace_walk_at_branch(w) && ntrace_walk_target(w) == addr &&
	    (direct || pc != addr))
		ntrace_walk_take(w);
	else if (ntrace_walk_at_indirect(w))
		ntrace_walk_jump(w, addr);
}

/* Follow the message, to the place to which its address belongs. */
static void follow_sync(struct ntrace_work *s, u64 addr)
{
	unsigned int b_type = (unsigned int)ntrace_work_value(s, NTRACE_B_TYPE);

	if (!ntrace_work_advance(
		    s, b_type ? NTRACE_ENDING_TRAP : NTRACE_ENDING_SYNC, addr))
		return;
	if (b_type)
		ntrace_work_trap(s, b_type, addr);
	else
		arrive_sync(s, addr);
}

/* The flow up to a synchronizing message, from a known place. */
static void finish_flow(struct ntrace_work *s, u64 addr)
{
	unsigned int sync = (unsigned int)ntrace_work_value(s, NTRACE_SYNC);

	if (sync == NTRACE_SYNC_FIFO || sync == NTRACE_SYNC_EXIT_DEBUG ||
	    sync == NTRACE_SYNC_ENABLE) {
		ntrace_flow_tail(s->flow, s->source);
		ntrace_walk_back(&s->walk);
		ntrace_work_fail(s,
				 sync == NTRACE_SYNC_FIFO ?
					 NTRACE_FOUND_OVERFLOW :
					 NTRACE_FOUND_NOT_STOPPED,
				 sync);
	} else if (s->flow->image) {
		follow_sync(s, addr);
	}
}

/* All state of the decoder starts anew (N-Trace 1.0, 8.4). */
static void reset_source(struct ntrace_work *s, u64 addr)
{
	struct ntrace_source *source = s->source;

	source->pc = addr;
	source->addr = addr;
	source->circuit = addr;
	source->has_circuit = true;
	source->stack_count = 0;
	source->partial = false;
	source->repeatable = false;
	source->resumed = false;
	ntrace_pending_drop(s->flow, source);
	source->state = NTRACE_RUNNING;
	source->totals.syncs++;
}

/* The flow is known again. */
static void find_flow(struct ntrace_work *s)
{
	if (!s->source->lost)
		return;
	s->source->lost = false;
	ntrace_work_event(s, NTRACE_EVENT_FOUND,
			  s->flow->offset - s->source->gap_start, 0, 0);
}

static bool sync_is_reserved(u64 sync)
{
	return sync == 8 || (sync >= 10 && sync <= 13);
}

/* I-CNT or HIST of instructions that no message gave a place. */
static void check_start(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;

	if (source->lost || (!ntrace_work_value(s, NTRACE_I_CNT) &&
			     ntrace_work_value(s, NTRACE_HIST) <= 1))
		return;
	if (s->flow->part == NTRACE_PART_LATER && !source->totals.syncs)
		source->unclaimed++;
	else
		ntrace_flow_found(s->flow, source, NTRACE_FOUND_START_I_CNT,
				  ntrace_work_value(s, NTRACE_I_CNT));
}

/* SiFive's encoders can send one pc now and then, with no flow between. */
static bool is_sample(const struct ntrace_work *s, u64 sync)
{
	return sync == NTRACE_SYNC_PC_SAMPLE &&
	       s->flow->settings.format.quirks & NTRACE_QUIRK_SIFIVE;
}

static void take_sample(struct ntrace_work *s, u64 addr)
{
	find_flow(s);
	reset_source(s, addr);
	s->source->state = NTRACE_STOPPED;
	ntrace_work_event(s, NTRACE_EVENT_SYNC, NTRACE_SYNC_PC_SAMPLE, addr, 0);
}

static void handle_sync(struct ntrace_work *s)
{
	u64 addr = ntrace_work_addr(s, ntrace_work_value(s, NTRACE_ADDR));
	u64 sync = ntrace_work_value(s, NTRACE_SYNC);

	if (is_sample(s, sync)) {
		take_sample(s, addr);
		return;
	}
	if (s->source->state == NTRACE_RUNNING)
		finish_flow(s, addr);
	else
		check_start(s);
	ntrace_walk_end(&s->walk);
	find_flow(s);
	if (s->flow->at_end) {
		s->source->state = NTRACE_DONE;
		return;
	}
	if (sync_is_reserved(sync))
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_RESERVED_VALUE, sync);
	reset_source(s, addr);
	ntrace_work_event(s, NTRACE_EVENT_SYNC, sync, addr, 0);
}

static bool handle_correlation(struct ntrace_work *s)
{
	u64 evcode = ntrace_work_value(s, NTRACE_EVCODE);

	if (evcode == 2 || evcode == 3 || (evcode >= 5 && evcode <= 7))
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_RESERVED_VALUE, evcode);
	if (s->source->state == NTRACE_RUNNING) {
		if (s->flow->image &&
		    !ntrace_work_advance(s, NTRACE_ENDING_ANY, 0))
			return false;
		ntrace_walk_infer(&s->walk);
		ntrace_walk_end(&s->walk);
	}
	find_flow(s);
	s->source->state = NTRACE_STOPPED;
	s->source->has_circuit = false;
	ntrace_work_event(s, NTRACE_EVENT_STOP, evcode, s->source->pc, 0);
	return true;
}

/* PROCESS: privilege mode and context (N-Trace 1.0, 7.1). */
static void handle_ownership(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;
	u64 process = ntrace_work_value(s, NTRACE_PROCESS),
	    context = process >> 5;
	unsigned int format = process & 3, prv = process >> 2 & 3;
	bool v = process >> 4 & 1;

	if (format == 1 || prv == 2 || (v && prv == 3) ||
	    (format == NTRACE_PROCESS_MODE && context)) {
		/* Before 1.0: all of it is a number that software chose */
		if (s->flow->settings.format.quirks & NTRACE_QUIRK_SIFIVE) {
			ntrace_work_event(s, NTRACE_EVENT_OWNERSHIP, process, 0,
					  0);
			return;
		}
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
	ntrace_work_event(s, NTRACE_EVENT_OWNERSHIP, process, 0, 0);
}

/* The encoder's FIFO was full: nothing is known until SYNC 7. */
static void handle_error(struct ntrace_work *s)
{
	u64 etype = ntrace_work_value(s, NTRACE_ETYPE);

	ntrace_flow_tail(s->flow, s->source);
	if (etype >= 1 && etype <= 7)
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_RESERVED_VALUE, etype);
	ntrace_work_event(s, NTRACE_EVENT_OVERFLOW,
			  etype | ntrace_work_value(s, NTRACE_ECODE) << 4, 0,
			  0);
	ntrace_flow_found(s->flow, s->source, NTRACE_FOUND_OVERFLOW, etype);
	ntrace_flow_lose(s->flow, s->source);
}

/* A message without known fields: it may be about the flow, unless its type is
 * a vendor's. */
static void handle_opaque(struct ntrace_work *s)
{
	unsigned int tcode = s->msg->tcode;

	if (ntrace_tcode_vendor(tcode) ||
	    (NTRACE_TCODES_SIFIVE >> tcode & 1 &&
	     ntrace_tcode_known(&s->flow->settings.format, tcode)) ||
	    (tcode == NTRACE_RESOURCE_FULL &&
	     s->msg->field[NTRACE_RCODE] >= NTRACE_RCODE_VENDOR)) {
		ntrace_work_event(s, NTRACE_EVENT_OPAQUE, tcode, 0, 0);
		return;
	}
	if (!ntrace_tcode_known(&s->flow->settings.format, tcode))
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_RESERVED_TCODE, tcode);
	else
		ntrace_flow_found(s->flow, s->source,
				  NTRACE_FOUND_RESERVED_VALUE,
				  s->msg->field[tcode == NTRACE_RESOURCE_FULL ?
							NTRACE_RCODE :
							NTRACE_CDF]);
	ntrace_flow_lose(s->flow, s->source);
}

/* True if CKDATA of an InCircuitTrace message is an address. */
static bool circuit_has_addr(u64 source, u64 data_format)
{
	if (source == NTRACE_CK_CONTROL)
		return data_format;
	return source != NTRACE_CK_COUNTERS && source != NTRACE_CK_CONTEXT;
}

/*
 * Its addresses are relative to a reference of their own. A message with a full
 * address sets the reference; a call moves it to the call's target.
 */
static void handle_circuit(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;
	u64 kind = ntrace_work_value(s, NTRACE_CK_SRC);
	u64 more = ntrace_work_value(s, NTRACE_CK_DATA1);
	u64 addr = ntrace_work_addr(s, ntrace_work_value(s, NTRACE_CK_DATA));
	bool full = s->msg->tcode == NTRACE_IN_CIRCUIT_TRACE_SYNC;

	if (circuit_has_addr(kind, ntrace_work_value(s, NTRACE_CK_DF))) {
		source->has_circuit |= full;
		source->circuit = full ? addr : source->circuit ^ addr;
	}
	addr = source->has_circuit ? source->circuit : 0;
	if (kind == NTRACE_CK_CALL && ntrace_work_has(s, NTRACE_CK_DATA1)) {
		source->circuit ^= ntrace_work_addr(s, more);
		more = source->circuit;
	}
	ntrace_work_event(s, NTRACE_EVENT_CIRCUIT, kind, addr, more);
}

/* Data that software or hardware wrote into the trace. */
static void handle_written(struct ntrace_work *s)
{
	if (s->msg->tcode == NTRACE_DATA_ACQUISITION)
		ntrace_work_event(s, NTRACE_EVENT_DATA,
				  ntrace_work_value(s, NTRACE_DQ_DATA),
				  ntrace_work_value(s, NTRACE_ID_TAG), 0);
	else
		handle_circuit(s);
}

static bool is_empty_stop(const struct ntrace_work *s)
{
	return s->msg->tcode == NTRACE_PROG_TRACE_CORRELATION &&
	       !ntrace_work_value(s, NTRACE_I_CNT) &&
	       ntrace_work_value(s, NTRACE_HIST) <= 1;
}

/*
 * True if a message about the flow can be used; else it is part of a gap.
 * ProgTraceCorrelation ends a gap, and may come first or twice.
 */
static bool is_usable(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;

	if (source->state == NTRACE_RUNNING ||
	    ntrace_tcode_syncs(s->msg->tcode))
		return true;
	if (s->msg->tcode == NTRACE_PROG_TRACE_CORRELATION &&
	    (source->lost || is_empty_stop(s)))
		return true;
	if (source->state == NTRACE_BLIND)
		return ntrace_work_resume(s);
	if (!source->lost)
		ntrace_flow_found(s->flow, source,
				  source->state == NTRACE_STOPPED ?
					  NTRACE_FOUND_STOPPED :
					  NTRACE_FOUND_NOT_SYNCED,
				  0);
	ntrace_flow_lose(s->flow, source);
	return false;
}

/* Messages without F-ADDR, with a program or without. */
static bool handle_flow(struct ntrace_work *s)
{
	switch (s->msg->tcode) {
	case NTRACE_PROG_TRACE_CORRELATION:
		return handle_correlation(s);
	case NTRACE_RESOURCE_FULL:
		return !s->flow->image || ntrace_work_resource_full(s);
	case NTRACE_REPEAT_BRANCH:
		return !s->flow->image || ntrace_work_repeat_branch(s);
	default:
		return !s->flow->image || ntrace_work_branch(s);
	}
}

/* Time is absolute in synchronizing messages, else relative to the last message
 * (8.5). */
static void update_time(struct ntrace_work *s)
{
	struct ntrace_source *source = s->source;
	u64 time = ntrace_work_value(s, NTRACE_TSTAMP);

	if (!ntrace_work_has(s, NTRACE_TSTAMP))
		return;
	ntrace_batch_deliver(s->flow, 1);
	if (ntrace_tcode_syncs(s->msg->tcode) ||
	    s->msg->tcode == NTRACE_IN_CIRCUIT_TRACE_SYNC) {
		source->time = time;
		source->has_time = true;
	} else if (source->has_time) {
		source->time = s->flow->settings.format.quirks &
					       NTRACE_QUIRK_SIFIVE ?
				       source->time ^ time :
				       source->time + time;
	}
}

/* Apply a message about the flow. @return false: it is part of a gap */
static bool handle_any_flow(struct ntrace_work *s)
{
	ntrace_work_judge_limits(s);
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

void ntrace_flow_msg(struct ntrace_flow *flow, struct ntrace_source *source,
		     const struct ntrace_msg *msg)
{
	struct ntrace_work s;

	if (ntrace_work_plain_branch(flow, source, msg) ||
	    ntrace_work_plain_hist(flow, source, msg) ||
	    ntrace_work_plain_repeat(flow, source, msg))
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
	} else if (NTRACE_TCODES_SIFIVE >> msg->tcode & 1) {
		handle_written(&s);
	} else if (!handle_any_flow(&s)) {
		source->totals.gap_bytes += msg->bytes;
		source->totals.gap_messages++;
	}
}
