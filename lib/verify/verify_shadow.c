// SPDX-License-Identifier: BSD-2-Clause
/* Settings; shadow state: registers by the trace, and their changes. */
#include "verify_internal.h"

/* sstatus shows these bits of mstatus (privileged ISA, "Supervisor Status") */
#define SSTATUS_64 0x80000003000de762ull
#define SSTATUS_32 0x800de762ull

/* M and MTE, which sctrctl does not show (Smctr, "mctrctl") */
#define MCTRCTL_OF_M 0x204u

#define MIP_STIP 0x20u

struct verify_view verify_view_of(const struct verify_state *s, u16 reg)
{
	bool narrow = s->config->params.xlen == 32;
	u64 of_fpr = s->config->params.flen == 32 ? 0xffffffff : ~0ull;
	/* cycle, instret and hpmcounters, above their machine-mode selves */
	bool is_user = (reg & ~0x9fu) == 0xc00 && reg != CSR_TIME &&
		       reg != CSR_TIMEH;

	switch (reg) {
	case 0x001: /* fflags */
		return (struct verify_view){ CSR_FCSR, 0, 0x1f };
	case 0x002: /* frm */
		return (struct verify_view){ CSR_FCSR, 5, 0x7 };
	case 0x100: /* sstatus */
		return (struct verify_view){ CSR_MSTATUS, 0,
					     narrow ? SSTATUS_32 : SSTATUS_64 };
	case 0x104: /* sie */
		return (struct verify_view){ CSR_MIE, 0, s->reg[CSR_MIDELEG] };
	case CSR_SCTRCTL:
		return (struct verify_view){ CSR_MCTRCTL, 0,
					     s->xmask & ~(u64)MCTRCTL_OF_M };
	case 0x144: /* sip */
		return (struct verify_view){ CSR_MIP, 0, s->reg[CSR_MIDELEG] };
	}
	return (struct verify_view){
		.reg = is_user ? reg - 0x100 : reg,
		.mask = reg < TANDEM_FPR(0) ? s->xmask : of_fpr,
	};
}

/* With Sstc, time decides STIP, and software cannot write it. */
u64 verify_outside(const struct verify_state *s, const struct verify_group *g,
		   u16 reg)
{
	unsigned int mask = s->mask_index[reg];
	u64 bits = mask ? s->config->mask[mask - 1].outside : 0;

	if (g->counter == reg && g->is_judged && reg)
		return 0;
	if (reg == CSR_MIP && verify_upper(s, CSR_MENVCFG, CSR_MENVCFGH) >> 63)
		bits |= MIP_STIP;
	return bits;
}

u64 verify_absent(const struct verify_state *s, u16 reg)
{
	unsigned int mask = s->mask_index[reg];
	enum verify_part part = VERIFY_CSR;

	if (reg >= TANDEM_GPR(0))
		part = reg < TANDEM_FPR(0) ? VERIFY_GPR : VERIFY_FPR;
	if (s->config->absent & VERIFY_PART(part))
		return ~0ull;
	return mask ? s->config->mask[mask - 1].absent : 0;
}

static u64 model_value(const struct verify_state *s, u32 element)
{
	u64 value = 0;

	return s->model->read(s->model->user, element, &value) ? value : 0;
}

void verify_shadow_load(struct verify_state *s)
{
	u32 reg;

	for (reg = 0; reg < TANDEM_REGS; reg++)
		s->reg[reg] = model_value(s, reg);
	s->pc = model_value(s, MODEL_PC);
	s->priv = (u8)model_value(s, MODEL_PRIV);
}

u64 verify_shadow_read(const struct verify_state *s, u32 element)
{
	if (element == MODEL_PC)
		return s->pc;
	if (element == MODEL_PRIV)
		return s->priv;
	return element < TANDEM_REGS ? s->reg[element] : 0;
}

void verify_shadow_write(struct verify_state *s, u32 element, u64 value)
{
	if (element == MODEL_PC)
		s->pc = value;
	else if (element == MODEL_PRIV)
		s->priv = (u8)value;
	else if (element < TANDEM_REGS && element != TANDEM_GPR(0))
		s->reg[element] = value;
	s->model->write(s->model->user, element, value);
}

const struct verify_change *verify_change_find(const struct verify_group *g,
					       u16 reg)
{
	u32 i = g->room->change_index[reg];
	const struct verify_change *change = &g->room->change[i];

	return i < g->changes && change->reg == reg ? change : NULL;
}

struct verify_change *verify_change_of(const struct verify_state *s,
				       struct verify_group *g, u16 reg)
{
	u32 i = g->room->change_index[reg];
	struct verify_change *change = &g->room->change[i];

	if (i < g->changes && change->reg == reg)
		return change;
	g->room->change_index[reg] = (u16)g->changes;
	change = &g->room->change[g->changes++];
	*change = (struct verify_change){
		.reg = reg,
		.before = s->reg[reg],
		.trace = s->reg[reg],
		.model = s->reg[reg],
		.outside = verify_outside(s, g, reg),
		.absent = verify_absent(s, reg),
	};
	g->csrs |= reg < TANDEM_GPR(0);
	return change;
}

bool verify_change_cause(const struct verify_group *g, u64 *cause)
{
	const struct verify_change *change;

	if (!g->csrs)
		return false;
	change = verify_change_find(g, CSR_MCAUSE);
	if (!change || !(change->flags & CHANGE_TRACE))
		change = verify_change_find(g, CSR_SCAUSE);
	if (!change || !(change->flags & CHANGE_TRACE))
		return false;
	*cause = change->trace;
	return true;
}

static void add(const struct verify_state *s, struct verify_group *g,
		const struct tandem_element *e)
{
	struct verify_view view = verify_view_of(s, e->reg);
	struct verify_change *change = verify_change_of(s, g, view.reg);
	u64 before = change->before >> view.shift & view.mask;
	u64 value = e->value;

	if (e->op == TANDEM_REGADD)
		value += before;
	else if (e->op == TANDEM_REGOR)
		value |= before;
	if (e->op != TANDEM_REG)
		value &= view.mask;
	change->flags |= CHANGE_TRACE;
	change->trace &= ~(view.mask << view.shift);
	/* bits outside of a view are wrong, and must stay visible */
	change->trace ^= value << view.shift;
}

void verify_change_collect(const struct verify_state *s, struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;
	u32 i;

	g->changes = 0;
	/* unseen: only faster: who sees it looks for the register */
	g->csrs = false;
	if (!(trace->ops &
	      (1u << TANDEM_REG | 1u << TANDEM_REGADD | 1u << TANDEM_REGOR)))
		/* unseen: only slower: the loop finds no register in such a
		 * group */
		return;
	for (i = 0; i < trace->num; i++) {
		if (trace->element[i].op >= TANDEM_REG &&
		    trace->element[i].op <= TANDEM_REGOR)
			add(s, g, &trace->element[i]);
	}
}

/* --- groups --------------------------------------------------------------- */

static bool is_trap_csr(u16 reg)
{
	return reg == CSR_MCAUSE || reg == CSR_SCAUSE;
}

/*
 * True if the hart has made a step: the group has an instruction or a new pc.
 */
static bool is_step(const struct tandem_group *trace)
{
	u32 i;

	if (trace->insn_bits || tandem_group_has(trace, TANDEM_INCPC) ||
	    (trace->states & (1u << TANDEM_PC | 1u << TANDEM_PRIV)))
		return true;
	for (i = 0; i < trace->num; i++) {
		if (trace->element[i].op == TANDEM_REG &&
		    is_trap_csr(trace->element[i].reg))
			return true;
	}
	return false;
}

enum verify_group_kind verify_group_kind(const struct tandem_group *trace)
{
	if (tandem_group_has(trace, TANDEM_RESET))
		return VERIFY_GROUP_RESET;
	if (tandem_group_has(trace, TANDEM_INIT))
		return VERIFY_GROUP_INIT;
	if (trace->close != TANDEM_OUTSIDE && is_step(trace))
		return VERIFY_GROUP_STEP;
	return VERIFY_GROUP_OTHER;
}

/* --- settings ------------------------------------------------------------- */

void verify_config_init(struct verify_config *config,
			const struct tandem_params *params)
{
	*config = (struct verify_config){
		.params = *params,
		.latency = 1024,
	};
}

bool verify_config_mask(struct verify_config *config, u16 reg, u64 outside,
			u64 absent)
{
	u32 i;

	for (i = 0; i < config->masks; i++) {
		if (config->mask[i].reg == reg)
			break;
	}
	if (i == VERIFY_MASKS_MAX)
		return false;
	if (i == config->masks)
		config->mask[config->masks++] =
			(struct verify_mask){ .reg = reg };
	config->mask[i].outside |= outside;
	config->mask[i].absent |= absent;
	return true;
}
