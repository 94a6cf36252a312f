// SPDX-License-Identifier: BSD-2-Clause
/*
 * minstret, which the trace of one hart decides: it grows by one with each
 * instruction that retires, unless that writes it (unprivileged ISA, "Zicsr";
 * privileged ISA, "Hardware Performance Monitor"; Smcntrpmf).
 */
#include "verify_internal.h"

#define INHIBIT_IR 0x4u
#define CFG_UINH_BIT 60u

/* Bits of v->count.known; on RV64 the lower half is the whole counter. */
enum {
	KNOWN_LOW = 1 << 0,
	KNOWN_HIGH = 1 << 1,
};

static bool is_counter(u16 reg)
{
	return reg == CSR_MINSTRET || reg == CSR_MINSTRETH;
}

static u8 half_of(u16 reg)
{
	return reg == CSR_MINSTRETH ? KNOWN_HIGH : KNOWN_LOW;
}

static u64 half_value(const struct verify *v, u16 reg, u64 value)
{
	return (reg == CSR_MINSTRETH ? value >> 32 : value) & v->xmask;
}

static void set_half(struct verify *v, u16 reg, u64 value)
{
	struct verify_count *c = &v->count;

	if (reg == CSR_MINSTRETH)
		c->value = value << 32 | (u32)c->value;
	else
		c->value = (c->value & ~v->xmask) | value;
	c->known |= half_of(reg);
	c->written_at = v->totals.insns;
}

/* Increment of the counter by an instruction in the present mode. */
static u8 increment(const struct verify *v)
{
	/* a damaged trace may have any value here */
	unsigned int mode = v->priv == MODEL_M ? 2 : v->priv & 1;
	u64 filter = v->shadow.reg[CSR_MINSTRETCFG];

	if (v->config.params.xlen == 32)
		filter = v->shadow.reg[CSR_MINSTRETCFGH] << 32;
	return !(v->shadow.reg[CSR_MCOUNTINHIBIT] & INHIBIT_IR) &&
	       !(filter >> (CFG_UINH_BIT + mode) & 1);
}

static void set_mode(struct verify *v)
{
	v->count.mode = v->priv;
	v->count.adds = increment(v);
}

/* CSRRW and CSRRWI that drop the old value */
static bool only_writes(u32 insn)
{
	return (insn_funct3(insn) & 3) == 1 && !insn_rd(insn);
}

/* The counter that the group's instruction names; 0: none. */
static u16 accessed(const struct verify *v)
{
	const struct tandem_group *g = v->group;
	u16 reg;

	if (g->insn_bits != 32 || !insn_is_csr(g->insn) ||
	    !v->model->knows_traps)
		return 0;
	reg = verify_view_of(v, insn_csr(g->insn)).reg;
	return is_counter(reg) && !verify_absent(v, reg) ? reg : 0;
}

void verify_count_access(struct verify *v)
{
	struct verify_count *c = &v->count;

	c->reg = accessed(v);
	if (!c->reg)
		return;
	c->judged = c->known & half_of(c->reg);
	/* the next instruction has to read the written value, on any hart */
	if (v->config.instret_outside && c->written_at + 1 != v->totals.insns)
		c->judged = false;
	if (c->judged) {
		v->shadow.reg[c->reg] = half_value(v, c->reg, c->value);
		v->model->write(v->model->user, c->reg, v->shadow.reg[c->reg]);
	}
	c->judged |= only_writes(v->group->insn);
}

/* The group has minstret although its instruction does not name it. */
void verify_count_judge(struct verify *v)
{
	static const u16 regs[] = { CSR_MINSTRET, CSR_MINSTRETH };
	const struct verify_count *c = &v->count;
	u64 value = c->value, expected;
	u32 i;

	if (c->reg || v->config.instret_outside || !v->model->knows_traps)
		return;
	if (v->step.did->kind == MODEL_RETIRED)
		value += c->adds;
	for (i = 0; i < array_size(regs); i++) {
		const struct verify_change *change =
			verify_change_find(&v->shadow, regs[i]);

		if (!change || !(c->known & half_of(regs[i])))
			continue;
		expected = half_value(v, regs[i], value);
		if (change->trace != expected)
			verify_finding_add(v, VERIFY_FOUND_CSR, expected,
					   change->trace)
				->reg = regs[i];
	}
}

static bool is_written(const struct verify *v, u16 reg, u64 *value)
{
	u32 i;

	for (i = 0; i < v->step.writes; i++) {
		if (v->step.write[i].reg != reg)
			continue;
		*value = v->shadow.reg[reg];
		return true;
	}
	return false;
}

/* Take a value that the instruction read, if it was unknown or is wrong. */
static void take_read(struct verify *v, bool wrong)
{
	u16 rd = TANDEM_GPR(insn_rd(v->group->insn));
	const struct verify_change *change = verify_change_find(&v->shadow, rd);
	struct verify_count *c = &v->count;

	if (rd == TANDEM_GPR(0) || (c->judged && !wrong))
		return;
	if (v->config.instret_outside) {
		v->totals.believed++;
		return;
	}
	if (change && (change->flags & CHANGE_TRACE))
		set_half(v, c->reg, change->trace);
	else if (!verify_absent(v, rd))
		set_half(v, c->reg, v->shadow.reg[rd]);
}

static void take_told(struct verify *v, u16 reg)
{
	const struct verify_change *change =
		verify_change_find(&v->shadow, reg);

	if (change && (change->flags & CHANGE_TRACE))
		set_half(v, reg, v->shadow.reg[reg]);
}

void verify_count_step(struct verify *v, bool wrong)
{
	struct verify_count *c = &v->count;
	bool same_mode = c->mode == v->priv;
	u8 before = c->adds;
	u64 value;

	if (v->step.did->kind != MODEL_RETIRED) {
		set_mode(v);
		return;
	}
	if (!c->reg) {
		verify_count_advance(c, 1);
		take_told(v, CSR_MINSTRET);
		take_told(v, CSR_MINSTRETH);
	} else if (is_written(v, c->reg, &value)) {
		set_half(v, c->reg, value);
	} else {
		take_read(v, wrong);
		verify_count_advance(c, 1);
	}
	set_mode(v);
	/* no rule for the instruction that stops the counter: does it count? */
	if (same_mode && c->adds != before)
		c->known = 0;
}

void verify_count_reset(struct verify *v)
{
	v->count.known = 0;
	set_mode(v);
}

void verify_count_group(struct verify *v)
{
	if (tandem_group_has_state(v->group, TANDEM_PC))
		v->count.known = 0;
	take_told(v, CSR_MINSTRET);
	take_told(v, CSR_MINSTRETH);
	set_mode(v);
}
