// SPDX-License-Identifier: BSD-2-Clause
/*
 * Traces without registers and memory. A register is known as long as its value
 * is computed from constants; for each unknown register a step needs only some
 * possible value.
 */
#include <insn/insn.h>
#include <verify/flow.h>
#include "verify_internal.h"

/* Flags of fcsr */
#define FFLAGS 0x1fu

/* An instruction with the fields that all formats have in one place */
struct fields {
	u32 word;
	unsigned int bytes, opcode, funct3, rd, rs1, rs2;
};

static struct fields fields_of(const struct verify_state *s,
			       const struct verify_group *g)
{
	const struct insn_isa isa = { .xlen = s->config->params.xlen };
	const struct tandem_group *trace = g->trace;
	struct fields f = { .word = trace->insn,
			    .bytes = trace->insn_bits / 8u };

	if (f.bytes == 2)
		f.word = insn_expand((u16)trace->insn, &isa);
	f.opcode = insn_opcode(f.word);
	f.funct3 = insn_funct3(f.word);
	f.rd = insn_rd(f.word);
	f.rs1 = insn_rs1(f.word);
	f.rs2 = insn_rs2(f.word);
	return f;
}

static u64 imm_i(const struct fields *f)
{
	return (u64)(s64)((s32)f->word >> 20);
}

static u64 imm_s(const struct fields *f)
{
	return (u64)(s64)((s32)(f->word & 0xfe000000) >> 20) | f->rd;
}

static u64 imm_b(const struct fields *f)
{
	return (u64)(s64)((s32)(f->word & 0x80000000) >> 19) |
	       (f->word << 4 & 0x800) | (f->word >> 20 & 0x7e0) |
	       (f->word >> 7 & 0x1e);
}

static bool knows(const struct verify_flow *flow, unsigned int x)
{
	return flow->known >> x & 1;
}

static void give(struct verify_flow *flow, unsigned int x, u64 value)
{
	model_write(&flow->hart->model, MODEL_X0 + x, value);
}

static u64 take(const struct verify_flow *flow, unsigned int x)
{
	u64 value;

	model_read(&flow->hart->model, MODEL_X0 + x, &value);
	return value;
}

/* --- values that registers must have had ---------------------------------- */

static void solve_equal(struct verify_flow *flow, const struct fields *f)
{
	u32 both = 1u << f->rs1 | 1u << f->rs2;

	if (knows(flow, f->rs1))
		give(flow, f->rs2, take(flow, f->rs1));
	else
		give(flow, f->rs1, take(flow, f->rs2));
	if (flow->known & both)
		flow->known |= both;
}

/* Least and greatest value are always in order, if the other one is unknown. */
static void solve_order(struct verify_flow *flow, const struct fields *f,
			bool less, u64 xmask)
{
	u64 top = xmask ^ xmask >> 1;
	bool is_signed = f->funct3 < 6;
	u64 least = is_signed ? top : 0;
	u64 most = is_signed ? top - 1 : xmask;

	if (!knows(flow, f->rs1))
		give(flow, f->rs1, less ? least : most);
	if (!knows(flow, f->rs2))
		give(flow, f->rs2, less ? most : least);
}

static void solve_branch(struct verify_flow *flow, const struct verify_state *s,
			 const struct verify_group *g, const struct fields *f)
{
	u64 pc = verify_trace_pc(s, g), target = (s->pc + imm_b(f)) & s->xmask;
	bool taken = pc == target;
	u64 cause;

	/* of a misaligned target */
	if (verify_change_cause(g, &cause))
		taken = !cause;
	if (f->rs1 == f->rs2 || (knows(flow, f->rs1) && knows(flow, f->rs2)))
		return;
	if (f->funct3 & 4)
		solve_order(flow, f, taken != (f->funct3 & 1), s->xmask);
	else if (taken != (f->funct3 & 1))
		solve_equal(flow, f);
	else if (knows(flow, f->rs1))
		give(flow, f->rs2, take(flow, f->rs1) ^ 1);
	else
		give(flow, f->rs1, take(flow, f->rs2) ^ 1);
}

/* The trap's value, as the trace has it */
static u64 trap_value(const struct verify_state *s,
		      const struct verify_group *g)
{
	const struct verify_change *change = verify_change_find(g, CSR_MCAUSE);
	u16 tval = CSR_STVAL;

	if (change && change->flags & CHANGE_TRACE)
		tval = CSR_MTVAL;
	change = verify_change_find(g, tval);
	return change ? change->trace : s->reg[tval];
}

static void solve_jump(struct verify_flow *flow, const struct verify_state *s,
		       const struct verify_group *g, const struct fields *f)
{
	u64 cause, target = verify_trace_pc(s, g);

	if (knows(flow, f->rs1))
		return;
	if (verify_change_cause(g, &cause))
		target = trap_value(s, g);
	give(flow, f->rs1, (target - imm_i(f)) & s->xmask);
}

/* Choose an address that fits the trap's value; else an aligned one. */
static void solve_access(struct verify_flow *flow, const struct verify_state *s,
			 const struct verify_group *g, const struct fields *f,
			 u64 offset)
{
	u64 cause, address = 0;

	if (knows(flow, f->rs1))
		return;
	if (verify_change_cause(g, &cause))
		address = trap_value(s, g);
	give(flow, f->rs1, (address - offset) & s->xmask);
}

/* Give the operand that makes the CSR's new value. */
static void solve_csr(struct verify_flow *flow, const struct verify_state *s,
		      const struct verify_group *g, const struct fields *f)
{
	struct verify_view view = verify_view_of(s, insn_csr(f->word));
	const struct verify_change *change = verify_change_find(g, view.reg);
	u64 before = s->reg[view.reg];
	u64 after = change ? change->trace : before;

	if (f->funct3 == 0 || f->funct3 > 3 || knows(flow, f->rs1))
		return;
	before = before >> view.shift & view.mask;
	after = after >> view.shift & view.mask;
	/* CSRRS may set bits that are set already */
	if (f->funct3 == 3)
		after = before & ~after;
	give(flow, f->rs1, after);
}

static void solve(struct verify_flow *flow, const struct verify_state *s,
		  const struct verify_group *g, const struct fields *f)
{
	switch (f->opcode) {
	case OPCODE_BRANCH:
		solve_branch(flow, s, g, f);
		break;
	case OPCODE_JALR:
		solve_jump(flow, s, g, f);
		break;
	case OPCODE_LOAD:
	case OPCODE_LOAD_FP:
		solve_access(flow, s, g, f, imm_i(f));
		break;
	case OPCODE_STORE:
	case OPCODE_STORE_FP:
		solve_access(flow, s, g, f, imm_s(f));
		break;
	case OPCODE_AMO:
	case OPCODE_MISC_MEM:
		solve_access(flow, s, g, f, 0);
		break;
	case OPCODE_SYSTEM:
		solve_csr(flow, s, g, f);
		break;
	}
}

/* --- registers that are known after it ------------------------------------- */

static bool knows_csr(const struct verify_state *s,
		      const struct verify_group *g, u16 csr)
{
	struct verify_view view = verify_view_of(s, csr);

	return !((verify_outside(s, g, view.reg) | verify_absent(s, view.reg)) &
		 view.mask << view.shift);
}

/* @return true if the result comes from known values only */
static bool makes_known(const struct verify_flow *flow,
			const struct verify_state *s,
			const struct verify_group *g, const struct fields *f)
{
	u32 sources = 1u << f->rs1 | 1u << f->rs2;

	switch (f->opcode) {
	case OPCODE_LUI:
	case OPCODE_AUIPC:
	case OPCODE_JAL:
	case OPCODE_JALR:
		return true;
	case OPCODE_OP_IMM:
	case OPCODE_OP_IMM_32:
		return flow->tried >> f->rs1 & 1;
	case OPCODE_OP:
	case OPCODE_OP_32:
		return (flow->tried & sources) == sources;
	case OPCODE_SYSTEM:
		return knows_csr(s, g, insn_csr(f->word));
	default:
		return false;
	}
}

static void learn(struct verify_flow *flow, const struct verify_state *s,
		  const struct verify_group *g, const struct fields *f)
{
	const struct model_step *did = &flow->hart->did;
	bool known = makes_known(flow, s, g, f);
	unsigned int i;

	for (i = 0; i < did->writes; i++) {
		u32 bit = did->write[i].reg - TANDEM_GPR(0);

		if (bit > 31)
			continue;
		if (known && !(did->write[i].flags & MODEL_UNMODELLED))
			flow->known |= 1u << bit;
		else
			flow->known &= ~(1u << bit);
	}
}

/* --- a step ---------------------------------------------------------------- */

/* Tell the model a trap of the group whose only possible cause is memory. */
static void tell_fault(struct verify_flow *flow, const struct verify_state *s,
		       const struct verify_group *g)
{
	enum { FETCH = 1u << 1 | 1u << 12, ANY = FETCH | 0xa0a0 };
	struct model_input *in = &flow->in;
	u64 cause;

	if (!verify_change_cause(g, &cause) || cause > 15 ||
	    !(ANY >> cause & 1))
		return;
	in->fault = (u8)cause;
	in->tval = trap_value(s, g);
	/* the instruction's second half */
	if (FETCH >> cause & 1 && in->tval == s->pc + 2)
		in->insn = 3;
}

/* Zeros raise no flags: the comparison must not depend on unknown values. */
static void clear_floats(struct verify_flow *flow)
{
	unsigned int i;

	for (i = 0; i < 32; i++)
		model_write(&flow->hart->model, MODEL_F0 + i, 0);
}

static bool flow_step(void *user, const struct model_input *in,
		      struct verify_step *out)
{
	struct verify_flow *flow = user;
	const struct verify *v = flow->hart->memory->verify;
	const struct verify_state *s = &v->state;
	const struct verify_group *g = &v->group;
	const struct verify_model hart = verify_hart_model(flow->hart);
	struct fields f = fields_of(s, g);

	if (flow->divergences != v->totals.divergences)
		flow->known = 1;
	flow->divergences = v->totals.divergences;
	flow->in = *in;
	flow->in.unseen = flow->in.given = true;
	flow->in.insn = g->trace->insn;
	if (in->interrupt == MODEL_INTERRUPT_NONE) {
		tell_fault(flow, s, g);
		flow->tried = flow->known;
		if (g->trace->insn_bits)
			solve(flow, s, g, &f);
		if (f.opcode == OPCODE_OP_FP)
			clear_floats(flow);
	}
	if (!hart.step(flow->hart, &flow->in, out))
		/* unseen: the interpreter's step never fails */
		return false;
	learn(flow, s, g, &f);
	return true;
}

static bool flow_read(void *user, u32 element, u64 *value)
{
	struct verify_flow *flow = user;

	return model_read(&flow->hart->model, element, value);
}

static bool flow_write(void *user, u32 element, u64 value)
{
	struct verify_flow *flow = user;

	return model_write(&flow->hart->model, element, value);
}

static void flow_reset(void *user)
{
	struct verify_flow *flow = user;

	model_reset(&flow->hart->model);
	flow->known = 1;
}

void verify_flow_init(struct verify_flow *flow, struct verify_hart *hart)
{
	*flow = (struct verify_flow){ .hart = hart, .known = 1 };
	hart->memory->partial = false;
}

struct verify_model verify_flow_model(struct verify_flow *flow)
{
	return (struct verify_model){
		.user = flow,
		.read = flow_read,
		.read_memory = verify_no_read,
		.write = flow_write,
		.write_memory = verify_no_write,
		.step = flow_step,
		.reset = flow_reset,
		.knows_traps = true,
	};
}

bool verify_flow_config(struct verify_config *config)
{
	config->absent |= VERIFY_PART(VERIFY_GPR) | VERIFY_PART(VERIFY_FPR);
	config->mip_unknown = true;
	config->believe = true;
	return verify_config_mask(config, CSR_MIP, 0, ~0ull) &&
	       verify_config_mask(config, CSR_FCSR, FFLAGS, 0);
}
