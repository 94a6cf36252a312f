// SPDX-License-Identifier: BSD-2-Clause
/*
 * The encoder's FIFO, and lost messages. A message that does not fit is lost,
 * and so are all later ones until Error and a synchronizing message have been
 * sent.
 */
#include "ntrace_emit_internal.h"

/* ECODE: kinds of lost messages (N-Trace 1.0, Error Message). */
enum {
	EMIT_ECODE_PROGRAM = 1 << 2,
	EMIT_ECODE_OWNERSHIP = 1 << 3,
};

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
	emit_set(msg, NTRACE_TSTAMP,
		 sync ? time : (time - e->time) & e->time_mask);
	e->time = time;
}

void ntrace_emit_put(struct ntrace_emit *e, struct ntrace_msg *msg, u64 time)
{
	u64 last = e->time;
	size_t used;

	if (e->lost) {
		emit_lose(e, msg->tcode, time);
		return;
	}
	emit_set(msg, NTRACE_SRC,
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

void ntrace_emit_other(struct ntrace_emit *e, struct ntrace_msg *msg, u64 time)
{
	ntrace_emit_repeats(e);
	e->last_tcode = NTRACE_TCODES;
	ntrace_emit_put(e, msg, time);
}

void ntrace_emit_repeats(struct ntrace_emit *e)
{
	struct ntrace_msg msg;

	if (!e->b_cnt)
		return;
	emit_begin(&msg, NTRACE_REPEAT_BRANCH);
	emit_set(&msg, NTRACE_B_CNT, e->b_cnt);
	e->b_cnt = 0;
	ntrace_emit_put(e, &msg, e->last_time);
}

void ntrace_emit_hist(struct ntrace_emit *e, u32 hist, u32 count)
{
	struct ntrace_msg msg;

	emit_begin(&msg, NTRACE_RESOURCE_FULL);
	emit_set(&msg, NTRACE_RCODE,
		 count > 1 ? NTRACE_RCODE_HIST_REPEAT : NTRACE_RCODE_HIST);
	emit_set(&msg, NTRACE_RDATA, hist);
	emit_set(&msg, NTRACE_HREPEAT, count);
	ntrace_emit_other(e, &msg, e->now);
}
