// SPDX-License-Identifier: BSD-2-Clause
/*
 * The model's input before its step: the changes of the group are collected,
 * and changes that no model can know are copied (section 3.1, step 2).
 */
#include "verify_internal.h"

#define SYSTEM_CSR_MASK 0x7fu
#define SYSTEM_CSR 0x73u

static void copy(struct verify *v, struct verify_change *change, u64 bits,
		 u64 value)
{
	u64 model = (change->model & ~bits) | (value & bits);

	if (model == change->model)
		return;
	change->model = model;
	v->model->write(v->model->user, change->reg, model);
}

/*
 * mcycle, minstret and time only grow, except by a write; they may wrap. On
 * RV32 an instruction may read the lower half alone, so the upper half decides.
 */
static void check_growth(struct verify *v, u16 reg, u64 before, u64 now)
{
	bool shrinks = v->config.params.xlen == 64 ? (s64)(now - before) < 0 :
						     (s32)(now - before) < 0;

	if (!shrinks)
		return;
	v->shrunk = reg;
	v->shrunk_from = before;
	v->shrunk_to = now;
}

static void check_time(struct verify *v, u64 now)
{
	if (v->config.params.xlen == 64)
		check_growth(v, CSR_TIME, v->mtime, now);
	else
		check_growth(v, CSR_TIMEH, v->mtime >> 32, now >> 32);
}

/* A counter in one register, or the upper half of one */
static bool is_counter(const struct verify *v, u16 reg)
{
	if (v->config.params.xlen == 64)
		return reg == CSR_MCYCLE || reg == CSR_MINSTRET;
	return reg == CSR_MCYCLEH || reg == CSR_MINSTRETH;
}

/* CSRRS and similar with x0 */
static bool only_reads(u32 insn)
{
	return (insn & SYSTEM_CSR_MASK) == SYSTEM_CSR &&
	       (insn_funct3(insn) & 3) >= 2 && !insn_rs1(insn);
}

/* A trace of changes alone has no tinfo if the next trigger has the same value.
 * @return false: the value is unknown */
static bool trigger_register(struct verify *v, u16 reg, u64 *value)
{
	if (!v->model->read(v->model->user, reg, value))
		return false;
	if (reg == CSR_TINFO && !*value) {
		*value = v->shadow.reg[reg];
		v->model->write(v->model->user, reg, *value);
	}
	return true;
}

/* tdata1 to tinfo then show another trigger, even if the trace lacks them. */
static void select_trigger(struct verify *v)
{
	struct verify_change *change;
	u64 value;
	u32 csr;
	u16 reg;

	if (!verify_change_find(&v->shadow, CSR_TSELECT) ||
	    !verify_outside(v, CSR_TSELECT))
		return;
	change = verify_change_of(&v->shadow, CSR_TSELECT);
	copy(v, change, v->xmask, change->trace);
	for (csr = CSR_TDATA1; csr <= CSR_TINFO; csr++) {
		reg = (u16)csr;
		if (!trigger_register(v, reg, &value))
			continue;
		v->shadow.reg[reg] = value;
		if (!verify_change_find(&v->shadow, reg))
			continue;
		change = verify_change_of(&v->shadow, reg);
		change->before = change->model = value;
	}
}

/* Copy the bits that are decided outside, of registers in the group. */
static void copy_outside(struct verify *v)
{
	u32 i;

	for (i = 0; i < v->shadow.changes; i++) {
		struct verify_change *change = &v->shadow.change[i];
		u64 bits = verify_outside(v, change->reg) &
			   ~verify_absent(v, change->reg);

		if (!bits)
			continue;
		if (is_counter(v, change->reg) && only_reads(v->group->insn))
			check_growth(v, change->reg, change->before,
				     change->trace);
		copy(v, change, bits, change->trace);
		v->copied = true;
	}
	if (tandem_group_has_state(v->group, TANDEM_MTIME)) {
		check_time(v, v->group->state[TANDEM_MTIME]);
		v->mtime = v->group->state[TANDEM_MTIME];
		v->model->write(v->model->user, MODEL_MTIME, v->mtime);
		v->copied = true;
	}
}

/* time and timeh are the halves of mtime, on RV32. */
static void copy_time(struct verify *v, u16 csr, u64 value)
{
	if (csr == CSR_TIMEH)
		value = value << 32 | (v->mtime & 0xffffffff);
	else if (v->config.params.xlen == 32)
		value |= v->mtime >> 32 << 32;
	check_time(v, value);
	v->mtime = value;
	v->model->write(v->model->user, MODEL_MTIME, value);
}

/*
 * For the bits of a CSR that are decided outside, rd has the value that the
 * instruction read. The CSR's own value in the group is preferred, unless the
 * instruction writes the CSR too: then the group has the new value.
 */
static void copy_csr_read(struct verify *v, u32 insn)
{
	u16 csr = insn_csr(insn);
	const struct verify_change *rd =
		verify_change_find(&v->shadow, TANDEM_GPR(insn_rd(insn)));
	bool reads_only = only_reads(insn);
	struct verify_view view = verify_view_of(v, csr);
	const struct verify_change *known =
		verify_change_find(&v->shadow, view.reg);
	u64 bits;

	if (!rd || !(insn_funct3(insn) & 3))
		return;
	if (csr == CSR_TIME || csr == CSR_TIMEH) {
		if (!tandem_group_has_state(v->group, TANDEM_MTIME))
			copy_time(v, csr, rd->trace);
		return;
	}
	bits = verify_outside(v, view.reg) & view.mask << view.shift;
	if (!bits || (known && reads_only))
		return;
	if (is_counter(v, view.reg))
		check_growth(v, view.reg, v->shadow.reg[view.reg], rd->trace);
	copy(v, verify_change_of(&v->shadow, view.reg), bits,
	     rd->trace << view.shift);
	v->copied = true;
}

bool verify_input_cause(const struct verify *v, u64 *cause)
{
	const struct verify_change *change =
		verify_change_find(&v->shadow, CSR_MCAUSE);

	if (!change || !(change->flags & CHANGE_TRACE))
		change = verify_change_find(&v->shadow, CSR_SCAUSE);
	if (!change || !(change->flags & CHANGE_TRACE))
		return false;
	*cause = change->trace;
	return true;
}

/* A store conditional may fail without a visible reason; rd has the result. */
static bool sc_fails(const struct verify *v, u32 insn)
{
	u16 rd = TANDEM_GPR(insn_rd(insn));
	const struct verify_change *change = verify_change_find(&v->shadow, rd);
	u64 cause;

	if (change)
		return change->trace != 0;
	if (verify_input_cause(v, &cause))
		return false;
	/* a register without an element has kept its value, except x0 */
	return v->shadow.reg[rd] ||
	       (rd == TANDEM_GPR(0) && verify_is_required(v, VERIFY_MEMREQ) &&
		!tandem_group_has(v->group, TANDEM_MEMREQ));
}

/*
 * If the trace has its address, the hart came that far, and only the
 * reservation was missing. Else the hart may have checked nothing but the
 * reservation.
 */
static void input_sc(struct verify *v, u32 insn)
{
	if (!insn_is_sc(insn) || !sc_fails(v, insn))
		return;
	if (v->group->states & (1u << TANDEM_EADDR | 1u << TANDEM_PADDR))
		v->model->write(v->model->user, MODEL_RESERVATION, 0);
	else
		v->input.sc_fails = true;
}

/* The interrupt of a group without instruction. Without a cause, the model has
 * to know it. */
static u8 interrupt_of(const struct verify *v)
{
	u64 cause;

	if (!verify_input_cause(v, &cause))
		return MODEL_INTERRUPT_ANY;
	if (cause >> (v->config.params.xlen - 1) & 1)
		return (u8)(cause & 63);
	return MODEL_INTERRUPT_NONE;
}

/* If the trace's mip is not known, a taken interrupt counts as pending. */
static void assume_pending(struct verify *v)
{
	u64 mip = v->shadow.reg[CSR_MIP] | 1ull << (v->input.interrupt & 63);

	if (v->config.mip_unknown)
		v->model->write(v->model->user, CSR_MIP, mip);
}

void verify_input_collect(struct verify *v)
{
	const struct tandem_group *g = v->group;

	v->unknown_shift = 0;
	verify_count_access(v);
	verify_change_collect(v);
	select_trigger(v);
	copy_outside(v);
	v->input = (struct model_input){ .interrupt = MODEL_INTERRUPT_NONE };
	if (!g->insn_bits && !verify_is_absent(v, VERIFY_INSN)) {
		v->input.interrupt = interrupt_of(v);
		if (v->input.interrupt < MODEL_INTERRUPT_ANY)
			assume_pending(v);
		return;
	}
	input_sc(v, g->insn);
	if ((g->insn & SYSTEM_CSR_MASK) == SYSTEM_CSR && g->insn_bits == 32)
		copy_csr_read(v, g->insn);
}
