// SPDX-License-Identifier: BSD-2-Clause
/* The encoder's messages. */
#include "ntrace_emit_internal.h"

/* Error, ProgTraceSync and two Ownerships, each with the longest TSTAMP. */
#define EMIT_RESTART_ROOM 100

static void emit_counted(struct ntrace_emit *e)
{
	e->i_cnt = 0;
	e->hist = EMIT_HIST_EMPTY;
}

/*
 * True if a branch message equals the previous one. U-ADDR must be 0 in both:
 * only then a repetition of the message and one of its target mean the same.
 */
static bool emit_is_repeat(const struct ntrace_emit *e, unsigned int tcode,
			   u64 addr)
{
	return e->last_tcode == tcode && e->last_i_cnt == e->i_cnt &&
	       e->last_hist == e->hist && e->last_addr == addr &&
	       e->last_b_type == e->pend_b_type &&
	       (tcode == NTRACE_DIRECT_BRANCH || e->last_same_addr);
}

static bool emit_repeat(struct ntrace_emit *e, unsigned int tcode, u64 addr)
{
	if (!e->design.repeat_branch)
		return false;
	if (emit_is_repeat(e, tcode, addr)) {
		e->last_time = e->now;
		if (++e->b_cnt == EMIT_REPEAT_MAX)
			ntrace_emit_repeats(e);
		return true;
	}
	ntrace_emit_repeats(e);
	e->last_tcode = (u8)tcode;
	e->last_i_cnt = e->i_cnt;
	e->last_hist = e->hist;
	e->last_addr = addr;
	e->last_b_type = e->pend_b_type;
	e->last_same_addr = addr == e->ref;
	return false;
}

static void emit_direct(struct ntrace_emit *e, u64 addr)
{
	struct ntrace_msg msg;

	if (emit_repeat(e, NTRACE_DIRECT_BRANCH, addr))
		return;
	emit_begin(&msg, NTRACE_DIRECT_BRANCH);
	emit_set(&msg, NTRACE_I_CNT, e->i_cnt);
	ntrace_emit_put(e, &msg, e->now);
}

static void emit_indirect(struct ntrace_emit *e, u64 addr)
{
	enum ntrace_tcode tcode = e->hist == EMIT_HIST_EMPTY ?
					  NTRACE_INDIRECT_BRANCH :
					  NTRACE_INDIRECT_BRANCH_HIST;
	struct ntrace_msg msg;

	if (emit_repeat(e, tcode, addr))
		return;
	emit_begin(&msg, tcode);
	emit_set(&msg, NTRACE_B_TYPE, e->pend_b_type);
	emit_set(&msg, NTRACE_I_CNT, e->i_cnt);
	emit_set(&msg, NTRACE_ADDR, (addr ^ e->ref) >> 1);
	emit_set(&msg, NTRACE_HIST, e->hist);
	e->ref = addr;
	ntrace_emit_put(e, &msg, e->now);
}

/*
 * A pending jump has an earlier time than the present block, and the messages
 * that it causes have this time. @return the present time, which the caller
 * restores
 */
static u64 emit_back_in_time(struct ntrace_emit *e)
{
	u64 now = e->now;

	if (e->pend != EMIT_PEND_NONE)
		e->now = e->pend_time;
	return now;
}

void ntrace_emit_branch(struct ntrace_emit *e, u64 addr)
{
	u64 now = emit_back_in_time(e);

	ntrace_emit_hist_flush(e);
	if (e->pend == EMIT_PEND_DIRECT)
		emit_direct(e, addr);
	else
		emit_indirect(e, addr);
	e->pend = EMIT_PEND_NONE;
	emit_counted(e);
	e->now = now;
}

static enum ntrace_tcode emit_sync_tcode(const struct ntrace_emit *e)
{
	if (e->pend == EMIT_PEND_DIRECT)
		return NTRACE_DIRECT_BRANCH_SYNC;
	if (e->hist != EMIT_HIST_EMPTY)
		return NTRACE_INDIRECT_BRANCH_HIST_SYNC;
	return e->pend ? NTRACE_INDIRECT_BRANCH_SYNC : NTRACE_PROG_TRACE_SYNC;
}

/* "Immediately after all synchronizing messages" (N-Trace 1.0, 8.5). */
static void emit_process(struct ntrace_emit *e)
{
	if (!e->context)
		return;
	if (e->design.has_hcontext)
		ntrace_emit_ownership(e, NTRACE_PROCESS_HCONTEXT);
	if (e->design.has_scontext || !e->design.has_hcontext)
		ntrace_emit_ownership(e, e->design.has_scontext ?
						 NTRACE_PROCESS_SCONTEXT :
						 NTRACE_PROCESS_MODE);
}

void ntrace_emit_sync(struct ntrace_emit *e, enum ntrace_sync sync, u64 addr)
{
	u64 now = emit_back_in_time(e);
	struct ntrace_msg msg;

	ntrace_emit_hist_flush(e);
	emit_begin(&msg, emit_sync_tcode(e));
	emit_set(&msg, NTRACE_SYNC, sync);
	emit_set(&msg, NTRACE_B_TYPE,
		 e->pend == EMIT_PEND_NONE ? NTRACE_B_TYPE_JUMP :
					     e->pend_b_type);
	emit_set(&msg, NTRACE_I_CNT, e->i_cnt);
	emit_set(&msg, NTRACE_ADDR, addr >> 1);
	emit_set(&msg, NTRACE_HIST, e->hist);
	ntrace_emit_other(e, &msg, e->now);
	e->pend = EMIT_PEND_NONE;
	emit_counted(e);
	e->ref = addr;
	e->stack_count = 0;
	e->sync_count = 0;
	emit_process(e);
	e->now = now;
}

void ntrace_emit_i_cnt(struct ntrace_emit *e)
{
	struct ntrace_msg msg;

	emit_begin(&msg, NTRACE_RESOURCE_FULL);
	emit_set(&msg, NTRACE_RCODE, NTRACE_RCODE_I_CNT);
	emit_set(&msg, NTRACE_RDATA, e->i_cnt);
	e->i_cnt = 0;
	ntrace_emit_other(e, &msg, e->now);
}

void ntrace_emit_correlation(struct ntrace_emit *e, enum ntrace_evcode evcode)
{
	struct ntrace_msg msg;

	ntrace_emit_hist_flush(e);
	emit_begin(&msg, NTRACE_PROG_TRACE_CORRELATION);
	emit_set(&msg, NTRACE_EVCODE, evcode);
	emit_set(&msg, NTRACE_CDF, e->htm);
	emit_set(&msg, NTRACE_I_CNT, e->i_cnt);
	emit_set(&msg, NTRACE_HIST, e->hist);
	ntrace_emit_other(e, &msg, e->now);
	emit_counted(e);
}

void ntrace_emit_ownership(struct ntrace_emit *e,
			   enum ntrace_process_format format)
{
	unsigned int prv = e->priv;
	struct ntrace_msg msg;
	bool v = false;
	u64 context = 0;

	if (prv == NTRACE_EMIT_VU || prv == NTRACE_EMIT_VS) {
		prv -= NTRACE_EMIT_VU;
		v = true;
	}
	if (format == NTRACE_PROCESS_SCONTEXT)
		context = e->scontext;
	else if (format == NTRACE_PROCESS_HCONTEXT)
		context = e->hcontext;
	emit_begin(&msg, NTRACE_OWNERSHIP);
	emit_set(&msg, NTRACE_PROCESS, ntrace_process(format, prv, v, context));
	ntrace_emit_other(e, &msg, e->now);
}

bool ntrace_emit_error(struct ntrace_emit *e)
{
	struct ntrace_msg msg;

	if (e->size - e->used < EMIT_RESTART_ROOM)
		return false;
	e->lost = false;
	e->attention &= (u8)~EMIT_LOST;
	e->repeat_count = 0;
	e->pend = EMIT_PEND_NONE;
	emit_counted(e);
	emit_begin(&msg, NTRACE_ERROR);
	emit_set(&msg, NTRACE_ETYPE, 0);
	emit_set(&msg, NTRACE_ECODE, e->lost_kinds);
	e->lost_kinds = 0;
	ntrace_emit_other(e, &msg, e->lost_time);
	return true;
}
