// SPDX-License-Identifier: BSD-2-Clause
/*
 * The model's input: before its step the changes of the group are collected,
 * and changes that no model can know are copied (section 3.1, step 2); in its
 * step the results of loads from devices and from unknown memory.
 */
#include "verify_internal.h"

static void copy(const struct verify_state *s, struct verify_change *change,
		 u64 bits, u64 value)
{
	u64 model = (change->model & ~bits) | (value & bits);

	if (model == change->model)
		/* unseen: the model gets the value that it has */
		return;
	change->model = model;
	s->model->write(s->model->user, change->reg, model);
}

/*
 * mcycle, minstret and time only grow, except by a write; they may wrap. On
 * RV32 an instruction may read the lower half alone, so the upper half decides.
 */
static void check_growth(const struct verify_state *s, struct verify_group *g,
			 u16 reg, u64 before, u64 now)
{
	bool shrinks = s->config->params.xlen == 64 ? (s64)(now - before) < 0 :
						      (s32)(now - before) < 0;

	if (!shrinks)
		return;
	g->shrunk = (struct verify_shrunk){ reg, before, now };
}

static void check_time(const struct verify_state *s, struct verify_group *g,
		       u64 now)
{
	if (s->config->params.xlen == 64)
		check_growth(s, g, CSR_TIME, s->mtime, now);
	else
		check_growth(s, g, CSR_TIMEH, s->mtime >> 32, now >> 32);
}

/* A counter in one register, or the upper half of one */
static bool is_counter(const struct verify_state *s, u16 reg)
{
	if (s->config->params.xlen == 64)
		return reg == CSR_MCYCLE || reg == CSR_MINSTRET;
	return reg == CSR_MCYCLEH || reg == CSR_MINSTRETH;
}

/* CSRRS and similar with x0 */
static bool only_reads(u32 insn)
{
	return insn_is_csr(insn) && (insn_funct3(insn) & 3) >= 2 &&
	       !insn_rs1(insn);
}

/* A trace of changes alone has no tinfo if the next trigger has the same value.
 * @return false: the value is unknown */
static bool trigger_register(const struct verify_state *s, u16 reg, u64 *value)
{
	if (!s->model->read(s->model->user, reg, value))
		return false;
	if (reg == CSR_TINFO && !*value) {
		*value = s->reg[reg];
		s->model->write(s->model->user, reg, *value);
	}
	return true;
}

/* tdata1 to tinfo then show another trigger, even if the trace lacks them. */
static void select_trigger(struct verify_state *s, struct verify_group *g)
{
	struct verify_change *change;
	u64 value;
	u32 csr;
	u16 reg;

	if (!verify_change_find(g, CSR_TSELECT))
		/* unseen: only slower: the trigger stays selected */
		return;
	change = verify_change_of(s, g, CSR_TSELECT);
	if (!change->outside)
		/* unseen: only slower: both sides have the same registers of
		 * the trigger */
		return;
	copy(s, change, s->xmask, change->trace);
	for (csr = CSR_TDATA1; csr <= CSR_TINFO; csr++) {
		reg = (u16)csr;
		if (!trigger_register(s, reg, &value))
			continue;
		s->reg[reg] = value;
		if (!verify_change_find(g, reg))
			/* unseen: the change has one value on both sides */
			continue;
		change = verify_change_of(s, g, reg);
		change->before = change->model = value;
	}
}

/* Copy the bits that are decided outside, of registers in the group. */
static void copy_outside(struct verify_state *s, struct verify_group *g)
{
	u32 i;

	for (i = 0; i < g->changes; i++) {
		struct verify_change *change = &g->room->change[i];
		u64 bits = change->outside & ~change->absent;

		if (!bits)
			continue;
		if (is_counter(s, change->reg) && only_reads(g->trace->insn))
			check_growth(s, g, change->reg, change->before,
				     change->trace);
		copy(s, change, bits, change->trace);
		g->copied = true;
	}
	if (g->trace->states &&
	    tandem_group_has_state(g->trace, TANDEM_MTIME)) {
		check_time(s, g, g->trace->state[TANDEM_MTIME]);
		s->mtime = g->trace->state[TANDEM_MTIME];
		s->model->write(s->model->user, MODEL_MTIME, s->mtime);
		g->copied = true;
	}
}

/* time and timeh are the halves of mtime, on RV32. */
static void copy_time(struct verify_state *s, struct verify_group *g, u16 csr,
		      u64 value)
{
	if (csr == CSR_TIMEH)
		value = value << 32 | (s->mtime & 0xffffffff);
	else if (s->config->params.xlen == 32)
		value |= s->mtime >> 32 << 32;
	check_time(s, g, value);
	s->mtime = value;
	s->model->write(s->model->user, MODEL_MTIME, value);
}

/*
 * For the bits of a CSR that are decided outside, rd has the value that the
 * instruction read. The CSR's own value in the group is preferred, unless the
 * instruction writes the CSR too: then the group has the new value.
 */
static void copy_csr_read(struct verify_state *s, struct verify_group *g,
			  struct verify_view view)
{
	u32 insn = g->trace->insn;
	const struct verify_change *rd =
		verify_change_find(g, TANDEM_GPR(insn_rd(insn)));
	u64 bits;

	if (!rd)
		return;
	if (view.reg == CSR_TIME || view.reg == CSR_TIMEH) {
		if (!tandem_group_has_state(g->trace, TANDEM_MTIME))
			copy_time(s, g, view.reg, rd->trace);
		return;
	}
	bits = verify_outside(s, g, view.reg) & view.mask << view.shift;
	if (!bits ||
	    (g->csrs && verify_change_find(g, view.reg) && only_reads(insn)))
		return;
	if (is_counter(s, view.reg))
		check_growth(s, g, view.reg, s->reg[view.reg], rd->trace);
	copy(s, verify_change_of(s, g, view.reg), bits,
	     rd->trace << view.shift);
	g->copied = true;
}

/* A store conditional may fail without a visible reason; rd has the result. */
static bool sc_fails(const struct verify_state *s, const struct verify_group *g,
		     u32 insn)
{
	u16 rd = TANDEM_GPR(insn_rd(insn));
	const struct verify_change *change = verify_change_find(g, rd);
	u64 cause;

	if (change)
		return change->trace != 0;
	if (verify_change_cause(g, &cause))
		return false;
	/* a register without an element has kept its value, except x0 */
	return s->reg[rd] ||
	       (rd == TANDEM_GPR(0) &&
		(s->config->required & VERIFY_PART(VERIFY_MEMREQ)) &&
		!tandem_group_has(g->trace, TANDEM_MEMREQ));
}

/*
 * If the trace has its address, the hart came that far, and only the
 * reservation was missing. Else the hart may have checked nothing but the
 * reservation.
 */
static void input_sc(const struct verify_state *s, struct verify_group *g,
		     u32 insn)
{
	if (!insn_is_sc(insn) || !sc_fails(s, g, insn))
		return;
	if (g->trace->states & (1u << TANDEM_EADDR | 1u << TANDEM_PADDR))
		s->model->write(s->model->user, MODEL_RESERVATION, 0);
	else
		g->input.sc_fails = true;
}

/* The interrupt of a group without instruction. Without a cause, the model has
 * to know it. */
static u8 interrupt_of(const struct verify_state *s,
		       const struct verify_group *g)
{
	u64 cause;

	if (!verify_change_cause(g, &cause))
		return MODEL_INTERRUPT_ANY;
	if (cause >> (s->config->params.xlen - 1) & 1)
		return (u8)(cause & 63);
	return MODEL_INTERRUPT_NONE;
}

/* If the trace's mip is not known, a taken interrupt counts as pending. */
static void assume_pending(const struct verify_state *s,
			   const struct verify_group *g)
{
	u64 mip = s->reg[CSR_MIP] | 1ull << (g->input.interrupt & 63);

	if (s->config->mip_unknown)
		s->model->write(s->model->user, CSR_MIP, mip);
}

void verify_input_collect(struct verify_state *s, struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;
	bool is_csr = trace->insn_bits == 32 && insn_is_csr(trace->insn);
	struct verify_view csr = { 0 };

	g->taken_bits = 0;
	if (is_csr) {
		csr = verify_view_of(s, insn_csr(trace->insn));
		verify_count_access(s, g, csr.reg);
	}
	verify_change_collect(s, g);
	if (g->csrs)
		select_trigger(s, g);
	copy_outside(s, g);
	g->input = (struct model_input){ .interrupt = MODEL_INTERRUPT_NONE };
	if (!trace->insn_bits &&
	    !(s->config->absent & VERIFY_PART(VERIFY_INSN))) {
		g->input.interrupt = interrupt_of(s, g);
		if (g->input.interrupt < MODEL_INTERRUPT_ANY)
			assume_pending(s, g);
		/* unseen: a group without an instruction has the word 0, which
		 * the rest passes over */
		return;
	}
	if (is_csr)
		copy_csr_read(s, g, csr);
	else
		input_sc(s, g, trace->insn);
}

/* --- loads from devices and from unknown memory ---------------------------- */

#define CAUSE_FETCH_ACCESS 1u
#define CAUSE_LOAD_ACCESS 5u
#define CAUSE_STORE_ACCESS 7u

bool verify_unknown_faults(const struct verify_group *g, unsigned int kind)
{
	const struct tandem_group *trace = g->trace;
	u32 i;

	for (i = 0; i < trace->num; i++) {
		const struct tandem_element *e = &trace->element[i];

		if (e->op != TANDEM_REG ||
		    (e->reg != CSR_MCAUSE && e->reg != CSR_SCAUSE))
			continue;
		if (e->value == CAUSE_FETCH_ACCESS)
			return kind == MODEL_FETCH || kind == MODEL_WALK;
		return kind != MODEL_FETCH && (e->value == CAUSE_LOAD_ACCESS ||
					       e->value == CAUSE_STORE_ACCESS);
	}
	return false;
}

/* Half-words of the group's instruction. */
static bool unknown_fetch(const struct verify_state *s,
			  const struct verify_group *g, u64 paddr, u64 *value)
{
	bool second = (paddr - s->pc) % MODEL_PAGE != 0;

	if (!g->trace->insn_bits)
		return false;
	*value = second ? g->trace->insn >> 16 : g->trace->insn & 0xffff;
	return true;
}

/* A response, if its request covers these bytes. */
static bool response_value(const struct tandem_element *request,
			   const struct tandem_element *e, u64 paddr,
			   unsigned int bytes, u64 *value)
{
	u64 offset = paddr - request->address;

	if (e->op != TANDEM_MEMRSP || !e->data ||
	    offset + bytes > e->bits / 8u || offset >= e->bits / 8u)
		return false;
	*value = e->value >> 8 * offset;
	return true;
}

/* The register that a compressed load writes (unprivileged ISA, "C"); 0:
 * none. */
static u16 compressed_rd(const struct verify_state *s, u32 insn)
{
	unsigned int column = insn >> 13, full = insn_rd(insn);
	bool narrow = s->config->params.xlen == 32;
	unsigned int rd = (insn & 3) == 2 ? full : 8 + (insn >> 2 & 7);

	switch (column) {
	case 1: /* c.fld, c.fldsp */
		return TANDEM_FPR(rd);
	case 2: /* c.lw, c.lwsp */
		return TANDEM_GPR(rd);
	case 3: /* c.ld, c.ldsp; c.flw, c.flwsp */
		return narrow ? TANDEM_FPR(rd) : TANDEM_GPR(rd);
	case 4: /* c.lbu, c.lhu, c.lh */
		return insn & 3 ? 0 : TANDEM_GPR(rd);
	default:
		return 0;
	}
}

/* The register that a load, lr or AMO writes; 0: none. */
static u16 loaded_rd(const struct verify_state *s, const struct verify_group *g)
{
	u32 insn = g->trace->insn;
	unsigned int rd = insn_rd(insn);

	if (g->trace->insn_bits == 16)
		return compressed_rd(s, insn);
	switch (insn_opcode(insn)) {
	case OPCODE_LOAD_FP:
		return TANDEM_FPR(rd);
	case OPCODE_LOAD:
	case OPCODE_AMO:
		return rd ? TANDEM_GPR(rd) : 0;
	default:
		return 0;
	}
}

/*
 * The loaded value in the register. A register without an element has kept its
 * value.
 * @return false: the load writes none, or the trace lacks it
 */
static bool register_value(const struct verify_state *s, struct verify_group *g,
			   unsigned int bytes, u64 *value)
{
	const struct tandem_group *trace = g->trace;
	u16 reg = loaded_rd(s, g);
	bool known = reg && !verify_absent(s, reg);
	u32 i;

	*value = known ? s->reg[reg] : 0;
	for (i = 0; reg && i < trace->num; i++) {
		if (trace->element[i].op == TANDEM_REG &&
		    trace->element[i].reg == reg) {
			*value = trace->element[i].value;
			known = true;
		}
	}
	if (g->taken_bits < 64)
		*value >>= g->taken_bits;
	g->taken_bits += 8 * bytes;
	return known;
}

bool verify_unknown_load(const struct verify_state *s, struct verify_group *g,
			 u64 paddr, unsigned int bytes, unsigned int kind,
			 u64 *value)
{
	const struct tandem_group *trace = g->trace;
	bool found = false;
	u32 i;

	if (verify_unknown_faults(g, kind))
		return false;
	g->copied = true;
	/* a trial must not use the group as its input: it is compared with
	 * it */
	if (g->trying && (kind == MODEL_FETCH || !g->trace->insn_bits)) {
		g->blind = true;
		/* unseen: the trial is blind then, and ends */
		return false;
	}
	if (kind == MODEL_FETCH)
		return unknown_fetch(s, g, paddr, value);
	for (i = 1; i < trace->num && !found; i++)
		found = response_value(&trace->element[i - 1],
				       &trace->element[i], paddr, bytes, value);
	if (!found && kind != MODEL_WALK)
		found = register_value(s, g, bytes, value);
	if (!found)
		*value = 0;
	g->guessed = !found;
	return true;
}
