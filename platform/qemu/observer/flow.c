// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The observer's other way: the reason for the place of a hart, if there are
 * several possible reasons or no simple one. Traps leave the address of their
 * origin in xepc; QEMU takes interrupts and faults of fetches between blocks
 * only, all other exceptions in the instruction at xepc.
 */
#include "retire_internal.h"

/* Causes of exceptions that come before any instruction of a block has
 * begun. */
enum {
	CAUSE_FETCH_ACCESS = 1,
	CAUSE_BREAKPOINT = 3,
	CAUSE_FETCH_PAGE = 12,
	CAUSE_FETCH_GUEST_PAGE = 20,
};

/* Most traps in a row before a handler's first instruction. */
#define CHAIN_MAX 3

struct chain {
	unsigned int num;
	struct retire_trap trap[CHAIN_MAX];
	enum retire_set set[CHAIN_MAX];
	struct retire_spot spot; /* place in the code before the first trap */
};

static u8 priv_of(u64 prv, u64 virt)
{
	if (virt && prv != 3)
		return prv ? NTRACE_EMIT_VS : NTRACE_EMIT_VU;
	return (u8)prv;
}

static bool is_virtual(u8 priv)
{
	return priv == NTRACE_EMIT_VU || priv == NTRACE_EMIT_VS;
}

/* --- vectors and returns --------------------------------------------------- */

static void vector_read(struct retire_hart *h, enum retire_set from,
			enum retire_set to)
{
	u64 tvec;

	if (!retire_reg_read(h->regs[from].tvec, &tvec))
		return;
	h->vector[to].base = tvec & ~3ull & retire.mask;
	h->vector[to].span = tvec & 1 ? 4 * (u64)retire.xlen : 1;
}

/*
 * While V=1, stvec is VS-mode's, and HS-mode's is unchanged. The mode of the
 * write does not matter: a trap may have come since.
 */
void retire_vectors(struct retire_hart *hart)
{
	bool virt = is_virtual(retire_reg_priv(hart));

	vector_read(hart, RETIRE_SET_M, RETIRE_SET_M);
	vector_read(hart, RETIRE_SET_S, virt ? RETIRE_SET_VS : RETIRE_SET_S);
	if (!virt)
		vector_read(hart, RETIRE_SET_VS, RETIRE_SET_VS);
}

/* The privilege before a trap to `set`, from xstatus. */
static u8 previous_priv(const struct retire_hart *h, enum retire_set set,
			bool virt)
{
	u64 status = retire_reg_value(h->regs[set].status);

	if (set == RETIRE_SET_VS || virt)
		return priv_of(status >> 8 & 1, 1);
	if (set == RETIRE_SET_S)
		return priv_of(status >> 8 & 1,
			       retire_reg_value(h->hstatus) >> 7 & 1);
	return priv_of(status >> 11 & 3,
		       (retire.xlen == 32 ? retire_reg_value(h->mstatush) >> 7 :
					    status >> 39) &
			       1);
}

/* @return true if the return enables interrupts of its target mode: xIE, or its
 * xPIE */
static bool return_enables(const struct retire_hart *h, enum retire_set from)
{
	bool virt = is_virtual(h->priv);
	enum retire_set to;
	u64 status, own;

	if (h->return_priv == NTRACE_EMIT_U || h->return_priv == NTRACE_EMIT_VU)
		return false;
	if (h->return_priv == NTRACE_EMIT_VS && !virt)
		to = RETIRE_SET_VS;
	else
		to = h->return_priv == NTRACE_EMIT_M ? RETIRE_SET_M :
						       RETIRE_SET_S;
	status = retire_reg_value(h->regs[to].status);
	own = to == RETIRE_SET_M ? 8 : 2;
	return status & (to == from ? own << 4 : own);
}

void retire_return(struct retire_hart *hart)
{
	enum retire_set set = hart->known->end == RETIRE_END_MRET ?
				      RETIRE_SET_M :
				      RETIRE_SET_S;

	hart->return_pc = retire_reg_value(hart->regs[set].epc) & retire.mask;
	hart->return_priv = previous_priv(
		hart, set, set == RETIRE_SET_S && is_virtual(hart->priv));
	hart->return_on = return_enables(hart, set);
}

/* --- places in the code that began last ----------------------------------- */

/* The end of code, if execution reached it and continued at pc. */
static bool spot_end(const struct retire_hart *h, u64 pc,
		     struct retire_spot *spot)
{
	const struct retire_known *known = h->known;
	u64 distance = (pc - h->pc) & retire.mask;

	spot->insns = known->code.insns;
	spot->taken = false;
	if (*h->mark != known->last_mark)
		return false;
	switch ((enum retire_end)known->end) {
	case RETIRE_END_FALL:
		return distance == known->length;
	case RETIRE_END_BRANCH:
		spot->taken = distance == known->target;
		return spot->taken || distance == known->length;
	case RETIRE_END_JUMP:
		return distance == known->target;
	case RETIRE_END_MRET:
	case RETIRE_END_SRET:
		return pc == h->return_pc;
	case RETIRE_END_INDIRECT:
	case RETIRE_END_RETURN:
		return true;
	}
	return false;
}

/*
 * The place before or after the last instruction that may trap: QEMU ends a
 * block there to execute it again alone, or has executed it alone.
 */
static bool spot_mark(const struct retire_hart *h, u64 pc, unsigned int behind,
		      struct retire_spot *spot)
{
	const struct retire_code *code = &h->known->code;
	u64 distance = (pc - h->pc) & retire.mask;

	if (!*h->mark)
		return false;
	spot->insns = (u16)(*h->mark - 1 + behind);
	spot->taken = false;
	return distance == 2 * (u64)code->offset[spot->insns];
}

/* The target of the indirect jump at the end, if its register still has the
 * value. */
static bool jump_target(const struct retire_hart *h, u64 *target)
{
	const struct retire_known *known = h->known;
	u64 base;

	if (known->end != RETIRE_END_INDIRECT || !known->rs1 ||
	    known->rs1 == known->rd ||
	    !retire_reg_read(h->x[known->rs1 % 32], &base))
		return false;
	*target = (base + (u64)known->imm) & retire.mask & ~1ull;
	return true;
}

/*
 * The end, or the place after the last instruction that may trap: a sleeping
 * WFI also leaves the code there. If an indirect jump has overwritten its
 * register, only the place decides.
 */
static bool spot_forward(const struct retire_hart *h, u64 pc,
			 struct retire_spot *spot)
{
	bool indirect = h->known->end == RETIRE_END_INDIRECT;
	bool ends = spot_end(h, pc, spot);
	bool sure = !indirect;
	struct retire_spot mark;
	u64 target;

	if (ends && indirect && jump_target(h, &target)) {
		ends = target == pc;
		sure = true;
	}
	if ((ends && sure) || !spot_mark(h, pc, 1, &mark))
		return ends;
	*spot = mark;
	return true;
}

/* The place at which execution left the code, if it continued at pc without a
 * trap. */
static bool spot_of_flow(const struct retire_hart *h, u64 pc,
			 struct retire_spot *spot)
{
	return spot_forward(h, pc, spot) || spot_mark(h, pc, 0, spot);
}

/* The instruction at pc, searched from the last marked one on. */
static bool spot_inside(const struct retire_hart *h, u64 pc,
			struct retire_spot *spot)
{
	const struct retire_code *code = &h->known->code;
	u64 distance = (pc - h->pc) & retire.mask;
	unsigned int i = *h->mark ? (unsigned int)*h->mark - 1 : 0;

	spot->taken = false;
	for (; i < code->insns; i++) {
		spot->insns = (u16)i;
		if (distance == 2 * (u64)code->offset[i])
			return true;
	}
	return false;
}

/* The place at which execution left the code, if this trap was the reason. */
static bool spot_of_trap(const struct retire_hart *h,
			 const struct retire_trap *trap,
			 struct retire_spot *spot)
{
	bool between = trap->interrupt || trap->cause == CAUSE_FETCH_ACCESS ||
		       trap->cause == CAUSE_FETCH_PAGE ||
		       trap->cause == CAUSE_FETCH_GUEST_PAGE;

	if (!between && spot_inside(h, trap->epc, spot))
		return true;
	if (!between && trap->cause != CAUSE_BREAKPOINT)
		return false;
	return spot_forward(h, trap->epc, spot);
}

/* --- traps ----------------------------------------------------------------- */

/* Privilege at that place of the code. */
static u8 priv_at(const struct retire_hart *h, const struct retire_spot *spot)
{
	bool whole = spot->insns == h->known->code.insns;

	return whole && (h->known->end == RETIRE_END_MRET ||
			 h->known->end == RETIRE_END_SRET) ?
		       h->return_priv :
		       h->priv;
}

static void trap_read(const struct retire_hart *h, enum retire_set set, u8 to,
		      struct retire_trap *trap)
{
	const struct retire_trap_regs *regs = &h->regs[set];
	u64 cause = retire_reg_value(regs->cause);
	u64 top = 1ull << (retire.xlen - 1);

	trap->epc = retire_reg_value(regs->epc) & retire.mask;
	trap->interrupt = cause & top;
	trap->cause = cause & (top - 1);
	trap->tval = retire_reg_value(regs->tval);
	trap->to = to;
	trap->from = previous_priv(h, set, to == NTRACE_EMIT_VS);
}

/* The registers of traps to a privilege, by their names in another
 * privilege. */
static bool set_of(u8 priv, u8 now, enum retire_set *set)
{
	if (priv == NTRACE_EMIT_VS && now != NTRACE_EMIT_VS)
		*set = RETIRE_SET_VS;
	else
		*set = priv == NTRACE_EMIT_M ? RETIRE_SET_M : RETIRE_SET_S;
	return priv == now || !is_virtual(now);
}

/*
 * From the last trap back to the first: a trap that the code does not explain
 * was taken at the handler of an earlier one.
 */
static bool chain_find(const struct retire_hart *h, u64 pc, u8 now,
		       struct chain *chain)
{
	u8 to = now;
	unsigned int i;

	for (i = CHAIN_MAX; i--;) {
		struct retire_trap *trap = &chain->trap[i];

		if (!set_of(to, now, &chain->set[i]))
			return false;
		trap_read(h, chain->set[i], to, trap);
		trap->handler = pc;
		chain->num = CHAIN_MAX - i;
		if (spot_of_trap(h, trap, &chain->spot) &&
		    (trap->from == priv_at(h, &chain->spot) ||
		     h->known->end == RETIRE_END_RETURN))
			return true;
		pc = trap->epc;
		to = trap->from;
		if (!retire_in_vector(h, pc) || to == NTRACE_EMIT_U ||
		    to == NTRACE_EMIT_VU)
			return false;
	}
	return false;
}

/* True if interrupts of the trap's target privilege are off now, as after a
 * trap. */
static bool interrupts_are_off(const struct retire_hart *h, enum retire_set set)
{
	u64 status = retire_reg_value(h->regs[set].status);

	return !(status & (set == RETIRE_SET_M ? 8 : 2));
}

/*
 * True if a trap led to the vector at pc, in case execution could also have
 * come there without one. Registers of an older trap from the same place do not
 * count. A return to the vector itself counts only if the privilege, or the
 * enable bit of interrupts that it sets, differs by now; software may have
 * written the same registers before.
 */
static bool is_trap(const struct retire_hart *h, const struct chain *chain,
		    const struct retire_spot *flow)
{
	const struct retire_trap *last = &chain->trap[CHAIN_MAX - 1];
	enum retire_set set = chain->set[CHAIN_MAX - 1];
	bool whole = flow->insns == h->known->code.insns;

	if (!interrupts_are_off(h, set))
		return false;
	if (whole && (h->known->end == RETIRE_END_MRET ||
		      h->known->end == RETIRE_END_SRET))
		return last->to != h->return_priv || h->return_on;
	return flow->insns < h->known->code.insns ||
	       last->epc != h->last_epc[set] ||
	       last->cause != h->last_cause[set];
}

static void chain_tell(struct retire_hart *h, struct chain *chain)
{
	unsigned int i;

	retire_put(h, &chain->spot);
	retire_flush(h);
	for (i = CHAIN_MAX - chain->num; i < CHAIN_MAX; i++) {
		struct retire_trap *trap = &chain->trap[i];

		trap->time = h->count;
		h->last_epc[chain->set[i]] = trap->epc;
		h->last_cause[chain->set[i]] = trap->cause;
		h->priv = trap->to;
		if (retire.ops->trap)
			retire.ops->trap(retire.user, h->index, trap);
	}
	h->before = NULL;
}

/* Only instructions that have certainly retired count. */
static void reset(struct retire_hart *h, u64 pc)
{
	struct retire_spot spot = { .insns = (u16)(*h->mark ? *h->mark - 1 :
							      0) };

	retire_put(h, &spot);
	retire_flush(h);
	h->priv = retire_reg_priv(h);
	h->before = NULL;
	retire_vectors(h);
	if (retire.ops->reset)
		retire.ops->reset(retire.user, h->index, pc);
}

void retire_flow(struct retire_hart *hart, u64 pc)
{
	u8 now = retire_reg_priv(hart);
	struct retire_spot flow;
	struct chain chain;
	bool flows = spot_of_flow(hart, pc, &flow);

	if (flows && (!retire_in_vector(hart, pc) ||
		      !chain_find(hart, pc, now, &chain) ||
		      !is_trap(hart, &chain, &flow)))
		retire_put(hart, &flow);
	else if (flows || chain_find(hart, pc, now, &chain))
		chain_tell(hart, &chain);
	else
		reset(hart, pc);
}

void retire_trap_block(const struct retire_trap *trap,
		       struct ntrace_block *block)
{
	*block = (struct ntrace_block){
		.iaddr = trap->epc,
		.time = trap->time,
		.itype = trap->interrupt ? INSN_ITYPE_INTERRUPT :
					   INSN_ITYPE_EXCEPTION,
		.priv = trap->from,
	};
}
