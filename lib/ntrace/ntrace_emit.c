// SPDX-License-Identifier: BSD-2-Clause
/*
 * Retired blocks, traps and other events to messages (N-Trace 1.0, chapter 10).
 * A jump's message waits for the next block, which has the target of the jump.
 */
#include "ntrace_emit_internal.h"

#define CONTROL_GET(e, name) \
	FIELD_GET(TR_TE_CONTROL, name, (e)->regs.te_control)

/* True if trTeControl permits tracing. */
static bool emit_enabled(const struct ntrace_emit *e)
{
	return CONTROL_GET(e, ACTIVE) && CONTROL_GET(e, ENABLE) &&
	       CONTROL_GET(e, INST_TRACING) && CONTROL_GET(e, INST_MODE);
}

static void emit_request(struct ntrace_emit *e, enum ntrace_sync sync)
{
	e->sync_requests |= emit_sync_bit(sync);
	e->attention |= EMIT_SYNC;
}

/* The first block of a trace: a synchronizing message before any
 * instruction. */
static void emit_start(struct ntrace_emit *e, u64 addr)
{
	e->running = true;
	e->attention &= (u8) ~(EMIT_OFF | EMIT_SYNC | EMIT_PENDING);
	e->sync_requests = 0;
	ntrace_emit_sync(e, (enum ntrace_sync)e->start_reason, addr);
}

/* The target of no jump: a taken branch's message with it equals no other. */
#define EMIT_NOWHERE 1

/*
 * Tracing ends. A taken branch's message needs no address; any other jump goes
 * to an address outside of the trace.
 */
static void emit_stop(struct ntrace_emit *e, enum ntrace_evcode evcode)
{
	if (e->pend == EMIT_PEND_DIRECT)
		ntrace_emit_branch(e, EMIT_NOWHERE);
	e->pend = EMIT_PEND_NONE;
	ntrace_emit_correlation(e, evcode);
	e->running = false;
	e->attention |= EMIT_OFF;
	e->start_reason = NTRACE_SYNC_ENABLE;
}

/* Several reasons may be due; any of them also serves as the periodic one. */
static void emit_syncs(struct ntrace_emit *e, u64 addr)
{
	u32 requests = e->sync_requests;
	unsigned int sync;

	if (requests != emit_sync_bit(NTRACE_SYNC_PERIODIC))
		requests &= ~(u32)emit_sync_bit(NTRACE_SYNC_PERIODIC);
	e->sync_requests = 0;
	e->attention &= (u8)~EMIT_SYNC;
	bits_for_each(sync, requests)
		ntrace_emit_sync(e, (enum ntrace_sync)sync, addr);
}

static bool emit_sync_due(const struct ntrace_emit *e)
{
	if (!e->sync_requests)
		return false;
	return !e->design.sync_waits || e->pend != EMIT_PEND_NONE ||
	       e->sync_requests != emit_sync_bit(NTRACE_SYNC_PERIODIC);
}

/* The target of the last block is known now. @return true if a sync was sent */
static bool emit_resolve(struct ntrace_emit *e, u64 addr)
{
	bool due = emit_sync_due(e);

	if (e->pend == EMIT_PEND_RETURN)
		e->pend = !due && ntrace_emit_return_matches(e, addr) ?
				  EMIT_PEND_NONE :
				  EMIT_PEND_INDIRECT;
	if (due)
		emit_syncs(e, addr);
	else if (e->pend != EMIT_PEND_NONE)
		ntrace_emit_branch(e, addr);
	e->attention &= (u8)~EMIT_PENDING;
	return due;
}

/* A change of trTeControl stops a running trace at once, so only the filters
 * are left to ask. Filters that judge only by privilege are asked when it
 * changes. */
static bool emit_qualifies(struct ntrace_emit *e,
			   const struct ntrace_block *block)
{
	bool filtered = e->attention & EMIT_FILTER;
	u32 candidates = filtered ? ntrace_emit_filter_traps(e, block) : 0;

	if (!e->running && (!emit_enabled(e) || e->halted))
		return false;
	if (!filtered)
		return e->passes >> (block->priv & 7) & 1;
	return ntrace_emit_filter_match(e, block, candidates);
}

/* Prepare for a block before it is counted. @return true: the block is
 * traced */
static bool emit_attend(struct ntrace_emit *e, const struct ntrace_block *block)
{
	bool new_mode = e->priv != block->priv;

	e->priv = block->priv;
	if (!emit_qualifies(e, block)) {
		if (e->running)
			emit_stop(e, NTRACE_EVCODE_DISABLED);
		e->start_reason = NTRACE_SYNC_ENABLE;
		return false;
	}
	if (e->attention & EMIT_LOST) {
		if (!ntrace_emit_error(e))
			return false;
		e->running = false;
		e->start_reason = NTRACE_SYNC_FIFO;
	}
	if (!e->running)
		emit_start(e, block->iaddr);
	else if (!emit_resolve(e, block->iaddr) && new_mode && e->context)
		ntrace_emit_ownership(e, NTRACE_PROCESS_MODE);
	return true;
}

static u8 emit_trap_type(const struct ntrace_emit *e, unsigned int itype)
{
	if (!e->design.trap_kinds)
		return NTRACE_B_TYPE_TRAP;
	return itype == INSN_ITYPE_EXCEPTION ? NTRACE_B_TYPE_EXCEPTION :
					       NTRACE_B_TYPE_INTERRUPT;
}

static void emit_pend(struct ntrace_emit *e, u8 pend, u64 time)
{
	e->pend = pend;
	e->pend_b_type = NTRACE_B_TYPE_JUMP;
	e->pend_time = time;
	e->attention |= EMIT_PENDING;
}

/*
 * A jump whose target follows from the LUI or AUIPC right before it, if the
 * same I-CNT describes both.
 */
static bool emit_sequential(const struct ntrace_emit *e,
			    const struct ntrace_block *block,
			    unsigned int action)
{
	return action & EMIT_SEQUENTIAL && block->sijump &&
	       e->i_cnt > block->ilastsize;
}

static void emit_jump(struct ntrace_emit *e, const struct ntrace_block *block,
		      unsigned int action)
{
	u8 pend = EMIT_PEND_INDIRECT;

	if (action & EMIT_POP && ntrace_emit_pop(e, &e->pend_return))
		pend = EMIT_PEND_RETURN;
	if (action & EMIT_PUSH)
		ntrace_emit_push(e, block->iaddr + 2 * (u64)block->iretire);
	if (action & EMIT_DIRECT) {
		emit_pend(e, EMIT_PEND_DIRECT, block->time);
	} else if (action & EMIT_INDIRECT &&
		   !emit_sequential(e, block, action)) {
		emit_pend(e, pend, block->time);
		if (action & EMIT_TRAP)
			e->pend_b_type = emit_trap_type(e, block->itype);
	}
}

static void emit_i_cnt_full(struct ntrace_emit *e)
{
	if (e->design.sync_i_cnt && !e->htm)
		emit_request(e, NTRACE_SYNC_I_CNT);
	else
		ntrace_emit_i_cnt(e);
}

static void emit_block(struct ntrace_emit *e, const struct ntrace_block *block)
{
	unsigned int action = e->action[block->itype & 15];

	e->now = block->time;
	if ((e->attention || block->priv != e->priv) && !emit_attend(e, block))
		return;
	e->i_cnt += block->iretire;
	if (action & EMIT_BRANCH)
		e->hist = e->hist << 1 | !!(action & EMIT_TAKEN);
	if (action & EMIT_JUMPS)
		emit_jump(e, block, action);
	if (e->i_cnt >= e->i_cnt_full)
		emit_i_cnt_full(e);
	if (e->hist & e->hist_full)
		ntrace_emit_hist_full(e);
	e->sync_count += block->iretire & e->sync_halfwords;
	e->sync_count += block->cycles & e->sync_cycles;
	if (e->sync_count >= e->sync_limit)
		emit_request(e, NTRACE_SYNC_PERIODIC);
}

/* True if the hart has to wait; software can see this. */
static bool emit_stalls(struct ntrace_emit *e)
{
	if (e->used <= e->stall_at)
		return false;
	e->regs.te_control |=
		FIELD_SET(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW, 1);
	return true;
}

size_t ntrace_emit_blocks(struct ntrace_emit *emit,
			  const struct ntrace_block *block, size_t num)
{
	size_t i;

	for (i = 0; i < num; i++) {
		if (unlikely(emit->used > emit->stall_at) && emit_stalls(emit))
			break;
		emit_block(emit, &block[i]);
	}
	return i;
}

/* Software may wait for such a message even if nothing was traced. */
static void emit_report(struct ntrace_emit *e, enum ntrace_evcode evcode)
{
	if (e->design.report_disabled && CONTROL_GET(e, ENABLE) && !e->lost)
		ntrace_emit_correlation(e, evcode);
}

static void emit_halt(struct ntrace_emit *e, enum ntrace_evcode evcode)
{
	e->halted = true;
	if (e->running)
		emit_stop(e, evcode);
	else
		emit_report(e, evcode);
}

static void emit_resume(struct ntrace_emit *e, enum ntrace_sync reason)
{
	e->halted = false;
	e->start_reason = (u8)reason;
	if (!CONTROL_GET(e, INST_TRACING))
		emit_report(e, NTRACE_EVCODE_DISABLED);
}

/*
 * The hart continues at its reset vector. Its retired instructions are
 * reported, but not the target of a jump just before the reset.
 */
static void emit_reset(struct ntrace_emit *e)
{
	if (!e->running) {
		e->start_reason = NTRACE_SYNC_EXIT_RESET;
		/* unseen: no jump is pending then, and the next start forgets
		 * the request */
		return;
	}
	if (e->pend == EMIT_PEND_DIRECT)
		ntrace_emit_branch(e, EMIT_NOWHERE);
	e->pend = EMIT_PEND_NONE;
	emit_request(e, NTRACE_SYNC_EXIT_RESET);
}

static void emit_tracing(struct ntrace_emit *e, bool on)
{
	e->regs.te_control &= (u32)~FIELD_MASK(TR_TE_CONTROL, INST_TRACING);
	e->regs.te_control |= FIELD_SET(TR_TE_CONTROL, INST_TRACING, on);
	if (!on && e->running)
		emit_stop(e, NTRACE_EVCODE_DISABLED);
}

static void emit_trigger(struct ntrace_emit *e, bool on)
{
	if (CONTROL_GET(e, INST_TRIG_ENABLE))
		emit_tracing(e, on);
}

static void emit_ingress(struct ntrace_emit *e, enum ntrace_ingress what)
{
	switch (what) {
	case NTRACE_INGRESS_EXTERNAL_TRIGGER:
		if (e->running)
			emit_request(e, NTRACE_SYNC_EXTERNAL_TRIGGER);
		break;
	case NTRACE_INGRESS_NOTIFY:
		if (e->running)
			emit_request(e, NTRACE_SYNC_EVENT);
		break;
	case NTRACE_INGRESS_TRACE_ON:
	case NTRACE_INGRESS_TRACE_OFF:
		emit_trigger(e, what == NTRACE_INGRESS_TRACE_ON);
		break;
	case NTRACE_INGRESS_DEBUG_ENTRY:
		emit_halt(e, NTRACE_EVCODE_DEBUG);
		break;
	case NTRACE_INGRESS_DEBUG_EXIT:
		emit_resume(e, NTRACE_SYNC_EXIT_DEBUG);
		break;
	case NTRACE_INGRESS_LOW_POWER:
		emit_halt(e, NTRACE_EVCODE_LOW_POWER);
		break;
	case NTRACE_INGRESS_POWER_UP:
		emit_resume(e, NTRACE_SYNC_EXIT_POWER_DOWN);
		break;
	case NTRACE_INGRESS_RESET:
		emit_reset(e);
		break;
	}
}

bool ntrace_emit_ingress(struct ntrace_emit *emit, enum ntrace_ingress what,
			 u64 time)
{
	if (emit_stalls(emit))
		return false;
	emit->now = time;
	emit_ingress(emit, what);
	return true;
}

bool ntrace_emit_context(struct ntrace_emit *emit,
			 enum ntrace_process_format format, u64 value, u64 time)
{
	bool hypervisor = format == NTRACE_PROCESS_HCONTEXT;

	if (emit_stalls(emit))
		return false;
	emit->now = time;
	if (hypervisor)
		emit->hcontext = value;
	else
		emit->scontext = value;
	if (emit->running && emit->context &&
	    (hypervisor ? emit->design.has_hcontext :
			  emit->design.has_scontext))
		ntrace_emit_ownership(emit, format);
	return true;
}

bool ntrace_emit_control(struct ntrace_emit *emit, u32 te_control, u64 time)
{
	u32 sticky = FIELD_MASK(TR_TE_CONTROL, INST_STALL_OR_OVERFLOW);
	bool enable = FIELD_GET(TR_TE_CONTROL, ENABLE, te_control);

	if (emit_stalls(emit))
		return false;
	emit->now = time;
	emit->regs.te_control &= ~(te_control & sticky);
	emit_tracing(emit, enable && FIELD_GET(TR_TE_CONTROL, INST_TRACING,
					       te_control));
	if (enable)
		return true;
	if (emit->lost)
		ntrace_emit_error(emit);
	emit->regs.te_control &= (u32)~FIELD_MASK(TR_TE_CONTROL, ENABLE);
	return true;
}

void ntrace_emit_take(struct ntrace_emit *emit, size_t bytes)
{
	size_t i;

	emit->used -= bytes;
	for (i = 0; i < emit->used; i++)
		emit->fifo[i] = emit->fifo[i + bytes];
}

void ntrace_emit_give_up(struct ntrace_emit *emit)
{
	emit->stall_at = emit->size;
}
