// SPDX-License-Identifier: BSD-2-Clause
/*
 * The encoder's messages, and its FIFO. A message that does not fit is lost,
 * and so are all after it until Error and a synchronizing message have been
 * sent.
 */
#include "ntrace_emit_internal.h"

/* Error, ProgTraceSync and two Ownerships, each with the longest TSTAMP. */
#define EMIT_RESTART_ROOM 100

/* ECODE: kinds of lost messages (N-Trace 1.0, Error Message). */
enum {
	EMIT_ECODE_PROGRAM = 1 << 2,
	EMIT_ECODE_OWNERSHIP = 1 << 3,
};

static void msg_set(struct ntrace_msg *msg, enum ntrace_field field, u64 value)
{
	msg->present = (u16)(msg->present | NTRACE_HAS(field));
	msg->field[field] = value;
}

static void msg_begin(struct ntrace_msg *msg, enum ntrace_tcode tcode)
{
	msg->tcode = (u8)tcode;
	msg->present = 0;
	msg->opaque = NULL;
}

static void emit_lose(struct ntrace_emit *e, unsigned int tcode, u64 time)
{
	if (!e->lost)
		e->lost_time = time;
	e->lost_kinds |= tcode == NTRACE_OWNERSHIP ? EMIT_ECODE_OWNERSHIP :
						     EMIT_ECODE_PROGRAM;
	e->lost = true;
	e->attention |= EMIT_LOST;
	e->regs.te_control |=
		FIELD_SET(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW, 1);
}

static void emit_time(struct ntrace_emit *e, struct ntrace_msg *msg, u64 time)
{
	bool sync = ntrace_tcode_syncs(msg->tcode);

	if (!e->timestamps || (e->design.sync_only_time && !sync))
		return;
	time &= e->time_mask;
	msg_set(msg, NTRACE_TSTAMP,
		sync ? time : (time - e->time) & e->time_mask);
	e->time = time;
}

static void emit_put(struct ntrace_emit *e, struct ntrace_msg *msg, u64 time)
{
	u64 last = e->time;
	size_t used;

	if (e->lost) {
		emit_lose(e, msg->tcode, time);
		return;
	}
	msg_set(msg, NTRACE_SRC,
		FIELD_GET(TR_TE_INST_FEATURES, SRC_ID,
			  e->regs.te_inst_features));
	emit_time(e, msg, time);
	if (ntrace_msg_encode(&e->format, msg, e->fifo + e->used,
			      e->size - e->used, &used) != NTRACE_OK) {
		e->time = last;
		emit_lose(e, msg->tcode, time);
		return;
	}
	e->used += used;
	e->messages++;
	e->sync_count += e->sync_messages;
}

/* Send a message that ends a row of equal branch messages. */
static void emit_other(struct ntrace_emit *e, struct ntrace_msg *msg, u64 time)
{
	ntrace_emit_repeats(e);
	e->last_tcode = NTRACE_TCODES;
	emit_put(e, msg, time);
}

void ntrace_emit_repeats(struct ntrace_emit *e)
{
	struct ntrace_msg msg;

	if (!e->b_cnt)
		return;
	msg_begin(&msg, NTRACE_REPEAT_BRANCH);
	msg_set(&msg, NTRACE_B_CNT, e->b_cnt);
	e->b_cnt = 0;
	emit_put(e, &msg, e->last_time);
}

static void emit_counted(struct ntrace_emit *e)
{
	e->i_cnt = 0;
	e->hist = EMIT_HIST_EMPTY;
}

/*
 * True if a branch message equals the one before. U-ADDR must be 0 in both:
 * then repeating the message and repeating its target are the same.
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
	msg_begin(&msg, NTRACE_DIRECT_BRANCH);
	msg_set(&msg, NTRACE_I_CNT, e->i_cnt);
	emit_put(e, &msg, e->now);
}

static void emit_indirect(struct ntrace_emit *e, u64 addr)
{
	enum ntrace_tcode tcode = e->hist == EMIT_HIST_EMPTY ?
					  NTRACE_INDIRECT_BRANCH :
					  NTRACE_INDIRECT_BRANCH_HIST;
	struct ntrace_msg msg;

	if (emit_repeat(e, tcode, addr))
		return;
	msg_begin(&msg, tcode);
	msg_set(&msg, NTRACE_B_TYPE, e->pend_b_type);
	msg_set(&msg, NTRACE_I_CNT, e->i_cnt);
	msg_set(&msg, NTRACE_ADDR, (addr ^ e->ref) >> 1);
	msg_set(&msg, NTRACE_HIST, e->hist);
	e->ref = addr;
	emit_put(e, &msg, e->now);
}

/*
 * A pending jump has its own, earlier time, and so have the messages sent
 * because of it. @return the present time, which the caller restores
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
	msg_begin(&msg, emit_sync_tcode(e));
	msg_set(&msg, NTRACE_SYNC, sync);
	msg_set(&msg, NTRACE_B_TYPE,
		e->pend == EMIT_PEND_NONE ? NTRACE_B_TYPE_JUMP :
					    e->pend_b_type);
	msg_set(&msg, NTRACE_I_CNT, e->i_cnt);
	msg_set(&msg, NTRACE_ADDR, addr >> 1);
	msg_set(&msg, NTRACE_HIST, e->hist);
	emit_other(e, &msg, e->now);
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

	msg_begin(&msg, NTRACE_RESOURCE_FULL);
	msg_set(&msg, NTRACE_RCODE, NTRACE_RCODE_I_CNT);
	msg_set(&msg, NTRACE_RDATA, e->i_cnt);
	e->i_cnt = 0;
	emit_other(e, &msg, e->now);
}

void ntrace_emit_hist(struct ntrace_emit *e, u32 hist, u32 count)
{
	struct ntrace_msg msg;

	msg_begin(&msg, NTRACE_RESOURCE_FULL);
	msg_set(&msg, NTRACE_RCODE,
		count > 1 ? NTRACE_RCODE_HIST_REPEAT : NTRACE_RCODE_HIST);
	msg_set(&msg, NTRACE_RDATA, hist);
	msg_set(&msg, NTRACE_HREPEAT, count);
	emit_other(e, &msg, e->now);
}

void ntrace_emit_correlation(struct ntrace_emit *e, enum ntrace_evcode evcode)
{
	struct ntrace_msg msg;

	ntrace_emit_hist_flush(e);
	msg_begin(&msg, NTRACE_PROG_TRACE_CORRELATION);
	msg_set(&msg, NTRACE_EVCODE, evcode);
	msg_set(&msg, NTRACE_CDF, e->htm);
	msg_set(&msg, NTRACE_I_CNT, e->i_cnt);
	msg_set(&msg, NTRACE_HIST, e->hist);
	emit_other(e, &msg, e->now);
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
	msg_begin(&msg, NTRACE_OWNERSHIP);
	msg_set(&msg, NTRACE_PROCESS, ntrace_process(format, prv, v, context));
	emit_other(e, &msg, e->now);
}

bool ntrace_emit_error(struct ntrace_emit *e)
{
	struct ntrace_msg msg;

	if (e->size - e->used < EMIT_RESTART_ROOM)
		return false;
	e->lost = false;
	e->attention &= (u8)~EMIT_LOST;
	e->b_cnt = 0;
	e->repeat_count = 0;
	e->pend = EMIT_PEND_NONE;
	emit_counted(e);
	msg_begin(&msg, NTRACE_ERROR);
	msg_set(&msg, NTRACE_ETYPE, 0);
	msg_set(&msg, NTRACE_ECODE, e->lost_kinds);
	e->lost_kinds = 0;
	emit_other(e, &msg, e->lost_time);
	return true;
}
