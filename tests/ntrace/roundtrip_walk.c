// SPDX-License-Identifier: BSD-2-Clause
/* Executing a random program, with traps and all inputs of an encoder. */
#include <hart/fields.h>

#include "roundtrip.h"

static bool is_traced(const struct roundtrip *rt)
{
	return rt->tracing && !rt->halted && rt->privs >> rt->feed.priv & 1;
}

/*
 * The decoder learns of a trap when the handler's first instruction is traced.
 */
static void log_arrival(struct roundtrip *rt, u64 addr)
{
	struct roundtrip_log *log = &rt->done;

	if (rt->trap_pends && is_traced(rt)) {
		log->from[log->traps] = rt->trap_from;
		log->handler[log->traps++] = addr;
	}
	rt->trap_pends = false;
}

static void log_insn(struct roundtrip *rt, u64 addr)
{
	log_arrival(rt, addr);
	if (is_traced(rt))
		rt->done.addr[rt->done.num++] = addr;
}

static void log_trap(struct roundtrip *rt, u64 addr)
{
	log_arrival(rt, addr);
	rt->trap_pends = is_traced(rt);
	rt->trap_from = addr;
}

static u64 anywhere(struct roundtrip *rt)
{
	return rt->insn[roundtrip_random(rt, rt->num_insns)];
}

static u8 any_priv(struct roundtrip *rt)
{
	static const u8 privs[] = { NTRACE_EMIT_U, NTRACE_EMIT_S, NTRACE_EMIT_M,
				    NTRACE_EMIT_VU, NTRACE_EMIT_VS };

	return privs[roundtrip_random(rt, array_size(privs))];
}

static void push(struct roundtrip *rt, u64 addr)
{
	unsigned int i;

	if (rt->depth == ROUNDTRIP_STACK) {
		for (i = 1; i < ROUNDTRIP_STACK; i++)
			rt->stack[i - 1] = rt->stack[i];
		rt->depth--;
	}
	rt->stack[rt->depth++] = addr;
}

static u64 next_indirect(struct roundtrip *rt, const struct insn *insn,
			 u64 straight, u64 sequential)
{
	u64 next = anywhere(rt);

	if (insn->link == INSN_LINK_RETURN || insn->link == INSN_LINK_SWAP) {
		if (rt->depth) {
			rt->depth--;
			if (rt->tame || roundtrip_random(rt, 8))
				next = rt->stack[rt->depth];
		}
	}
	if (insn->link == INSN_LINK_CALL || insn->link == INSN_LINK_SWAP)
		push(rt, straight);
	return sequential ? sequential : next;
}

static bool takes(struct roundtrip *rt, u64 addr)
{
	size_t n = addr / 2 % ROUNDTRIP_INSNS;

	return rt->pattern[n] >> (rt->visits[n]++ % 8) & 1;
}

/*
 * The address after an instruction; sequential is 0, or the only one possible.
 */
static u64 next_addr(struct roundtrip *rt, u64 addr, const struct insn *insn,
		     u64 sequential)
{
	u64 straight = addr + insn->bytes;

	switch (insn->flow) {
	case INSN_BRANCH:
		return takes(rt, addr) ? code_target(&rt->code, addr, insn) :
					 straight;
	case INSN_JUMP:
		if (insn->link == INSN_LINK_CALL)
			push(rt, straight);
		return code_target(&rt->code, addr, insn);
	case INSN_JUMP_INDIRECT:
		return next_indirect(rt, insn, straight, sequential);
	case INSN_TRAP_RETURN:
		return anywhere(rt);
	case INSN_CUSTOM:
		return roundtrip_random(rt, 2) ? straight : anywhere(rt);
	default:
		return straight;
	}
}

/* --- events between instructions ----------------------------------------- */

static void do_ingress(struct roundtrip *rt, enum ntrace_ingress what)
{
	while (!ntrace_emit_ingress(&rt->emit, what, rt->feed.time))
		feed_drain(&rt->feed);
}

static void do_tracing(struct roundtrip *rt, bool on)
{
	u32 control = rt->emit.regs.te_control &
		      (u32)~FIELD_MASK(TR_TE_CONTROL, INST_TRACING);

	control |= (u32)FIELD_SET(TR_TE_CONTROL, INST_TRACING, on);
	while (!ntrace_emit_control(&rt->emit, control, rt->feed.time))
		feed_drain(&rt->feed);
	rt->tracing = on;
	rt->trap_pends &= on;
}

static void do_halt(struct roundtrip *rt, bool debug)
{
	do_ingress(rt, debug ? NTRACE_INGRESS_DEBUG_ENTRY :
			       NTRACE_INGRESS_LOW_POWER);
	do_ingress(rt,
		   debug ? NTRACE_INGRESS_DEBUG_EXIT : NTRACE_INGRESS_POWER_UP);
	rt->trap_pends = false;
}

static void do_context(struct roundtrip *rt)
{
	enum ntrace_process_format format = roundtrip_random(rt, 2) ?
						    NTRACE_PROCESS_SCONTEXT :
						    NTRACE_PROCESS_HCONTEXT;
	u64 value = roundtrip_random(rt, 1000);

	while (!ntrace_emit_context(&rt->emit, format, value, rt->feed.time))
		feed_drain(&rt->feed);
}

/* @return the address at which execution continues */
static u64 do_event(struct roundtrip *rt, u64 addr)
{
	feed_close(&rt->feed, addr);
	switch (roundtrip_random(rt, 9)) {
	case 0:
		do_ingress(rt, NTRACE_INGRESS_EXTERNAL_TRIGGER);
		break;
	case 1:
		do_ingress(rt, NTRACE_INGRESS_NOTIFY);
		break;
	case 2:
		do_halt(rt, true);
		break;
	case 3:
		do_halt(rt, false);
		break;
	case 4:
		do_tracing(rt, false);
		break;
	case 5:
		do_ingress(rt, NTRACE_INGRESS_RESET);
		rt->trap_pends = false;
		return anywhere(rt);
	case 6:
		do_context(rt);
		break;
	default:
		do_tracing(rt, true);
		break;
	}
	return addr;
}

static bool do_trap(struct roundtrip *rt, u64 addr, bool exception)
{
	if (!feed_trap(&rt->feed,
		       exception ? INSN_ITYPE_EXCEPTION : INSN_ITYPE_INTERRUPT,
		       addr))
		return false;
	log_trap(rt, addr);
	rt->feed.priv = NTRACE_EMIT_M;
	return true;
}

/* Execute one instruction, or trap. @return false: refused */
static bool do_insn(struct roundtrip *rt, u64 *addr)
{
	struct insn insn;
	u64 sequential = 0;

	if (!code_insn(&rt->code, *addr, &insn))
		return false;
	if (insn.flow == INSN_TRAP || !roundtrip_random(rt, 50)) {
		if (!do_trap(rt, *addr, roundtrip_random(rt, 2)))
			return false;
		*addr = anywhere(rt);
		return true;
	}
	if (rt->feed.last_addr + rt->feed.last.bytes == *addr)
		insn_sequential_target(&rt->feed.last, rt->feed.last_addr,
				       &insn, rt->code.isa.xlen, &sequential);
	if (!feed_insn(&rt->feed, *addr))
		return false;
	log_insn(rt, *addr);
	*addr = next_addr(rt, *addr, &insn, sequential);
	if (insn.flow == INSN_TRAP_RETURN)
		rt->feed.priv = any_priv(rt);
	return true;
}

bool roundtrip_walk(struct roundtrip *rt)
{
	u64 addr = anywhere(rt);
	unsigned int i;

	for (i = 0; i < ROUNDTRIP_INSNS; i++)
		rt->pattern[i] = roundtrip_random(rt, 2) ?
					 0xff :
					 (u8)roundtrip_random(rt, 256);
	for (i = 0; i < ROUNDTRIP_STEPS; i++) {
		if (!roundtrip_random(rt, 100))
			addr = do_event(rt, addr);
		if (!do_insn(rt, &addr))
			return false;
		if (rt->small && !roundtrip_random(rt, 100))
			feed_drain(&rt->feed);
	}
	feed_close(&rt->feed, addr);
	while (!ntrace_emit_control(&rt->emit, 0, rt->feed.time) ||
	       !feed_drain(&rt->feed))
		feed_drain(&rt->feed);
	return true;
}
