// SPDX-License-Identifier: BSD-2-Clause
/*
 * minstret, which the trace of one hart decides: it grows by one with each
 * instruction that retires, unless that writes it (unprivileged ISA, "Zicsr";
 * privileged ISA, "Hardware Performance Monitor"; Smcntrpmf).
 */
#include "verify_internal.h"

#define INHIBIT_IR 0x4u
#define CFG_UINH_BIT 60u

/* Bits of s->count.known; on RV64 the lower half is the whole counter. */
enum {
	KNOWN_LOW = 1 << 0,
	KNOWN_HIGH = 1 << 1,
};

static const u16 halves[] = { CSR_MINSTRET, CSR_MINSTRETH };

static u8 half_of(u16 reg)
{
	return reg == CSR_MINSTRETH ? KNOWN_HIGH : KNOWN_LOW;
}

static u64 half_value(const struct verify_state *s, u16 reg, u64 value)
{
	return (reg == CSR_MINSTRETH ? value >> 32 : value) & s->xmask;
}

static void set_half(struct verify_state *s, const struct verify_group *g,
		     u16 reg, u64 value)
{
	struct verify_count *c = &s->count;

	if (reg == CSR_MINSTRETH)
		c->value = value << 32 | (u32)c->value;
	else
		c->value = (c->value & ~s->xmask) | value;
	c->known |= half_of(reg);
	c->written_at = g->insn;
}

/* Note the mode, and the increment of the counter by an instruction in it. */
static void set_mode(struct verify_state *s)
{
	/* a damaged trace may have any value here */
	unsigned int mode = s->priv == MODEL_M ? 2 : s->priv & 1;
	u64 filter = verify_upper(s, CSR_MINSTRETCFG, CSR_MINSTRETCFGH);

	s->count.mode = s->priv;
	s->count.adds = !(s->reg[CSR_MCOUNTINHIBIT] & INHIBIT_IR) &&
			!(filter >> (CFG_UINH_BIT + mode) & 1);
}

/* CSRRW and CSRRWI that drop the old value */
static bool only_writes(u32 insn)
{
	return (insn_funct3(insn) & 3) == 1 && !insn_rd(insn);
}

void verify_count_access(struct verify_state *s, struct verify_group *g,
			 u16 csr)
{
	struct verify_count *c = &s->count;

	if ((csr != CSR_MINSTRET && csr != CSR_MINSTRETH) ||
	    verify_absent(s, csr) || !s->model->knows_traps)
		return;
	g->counter = csr;
	g->is_judged = c->known & half_of(g->counter);
	/* the next instruction has to read the written value, on any hart */
	if (s->config->instret_outside && c->written_at + 1 != g->insn)
		g->is_judged = false;
	if (g->is_judged) {
		s->reg[g->counter] = half_value(s, g->counter, c->value);
		s->model->write(s->model->user, g->counter, s->reg[g->counter]);
	}
	g->is_judged |= only_writes(g->trace->insn);
}

/* The group has minstret although its instruction does not name it. */
void verify_count_judge(const struct verify_state *s, struct verify_group *g)
{
	const struct verify_count *c = &s->count;
	u64 value = c->value, expected;
	u32 i;

	if (g->counter || s->config->instret_outside || !s->model->knows_traps)
		return;
	if (g->step.did->kind == MODEL_RETIRED)
		value += c->adds;
	for (i = 0; i < array_size(halves); i++) {
		const struct verify_change *change =
			verify_change_find(g, halves[i]);

		if (!change || !(c->known & half_of(halves[i])))
			continue;
		expected = half_value(s, halves[i], value);
		if (change->trace != expected)
			verify_finding_add(g, VERIFY_FOUND_CSR, expected,
					   change->trace)
				->reg = halves[i];
	}
}

static bool is_written(const struct verify_state *s,
		       const struct verify_group *g, u16 reg, u64 *value)
{
	u32 i;

	for (i = 0; i < g->step.writes; i++) {
		if (g->step.write[i].reg != reg)
			continue;
		*value = s->reg[reg];
		return true;
	}
	return false;
}

/*
 * Take a value that the instruction read, if it was unknown or is wrong.
 * @return true if it is believed without a judgement
 */
static bool take_read(struct verify_state *s, const struct verify_group *g,
		      bool wrong)
{
	u16 rd = TANDEM_GPR(insn_rd(g->trace->insn));
	const struct verify_change *change = verify_change_find(g, rd);

	if (rd == TANDEM_GPR(0) || (g->is_judged && !wrong))
		return false;
	if (s->config->instret_outside) {
		return true;
	}
	if (change && (change->flags & CHANGE_TRACE))
		set_half(s, g, g->counter, change->trace);
	else if (!verify_absent(s, rd))
		set_half(s, g, g->counter, s->reg[rd]);
	return false;
}

/* Take what the group says of the counter, without an instruction for it. */
static void take_told(struct verify_state *s, const struct verify_group *g)
{
	u32 i;

	for (i = 0; g->csrs && i < array_size(halves); i++) {
		const struct verify_change *change =
			verify_change_find(g, halves[i]);

		if (change && (change->flags & CHANGE_TRACE))
			set_half(s, g, halves[i], s->reg[halves[i]]);
	}
}

bool verify_count_step(struct verify_state *s, const struct verify_group *g,
		       bool wrong)
{
	struct verify_count *c = &s->count;
	bool same_mode = c->mode == s->priv, believed = false;
	u8 before = c->adds;
	u64 value;

	if (g->step.did->kind != MODEL_RETIRED) {
		set_mode(s);
		return false;
	}
	if (!g->counter) {
		verify_count_advance(c, 1);
		take_told(s, g);
	} else if (is_written(s, g, g->counter, &value)) {
		set_half(s, g, g->counter, value);
	} else {
		believed = take_read(s, g, wrong);
		verify_count_advance(c, 1);
	}
	set_mode(s);
	/* no rule for the instruction that stops the counter: does it count? */
	if (same_mode && c->adds != before)
		c->known = 0;
	return believed;
}

void verify_count_reset(struct verify_state *s)
{
	s->count.known = 0;
	set_mode(s);
}

void verify_count_group(struct verify_state *s, const struct verify_group *g)
{
	if (tandem_group_has_state(g->trace, TANDEM_PC))
		s->count.known = 0;
	take_told(s, g);
	set_mode(s);
}
