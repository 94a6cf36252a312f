// SPDX-License-Identifier: BSD-2-Clause
/* Shadow state: registers by the trace, and their changes. */
#include "verify_internal.h"

/* sstatus shows these bits of mstatus (privileged ISA, "Supervisor Status") */
#define SSTATUS_64 0x80000003000de762ull
#define SSTATUS_32 0x800de762ull

/* M and MTE, which sctrctl does not show (Smctr, "mctrctl") */
#define MCTRCTL_OF_M 0x204u

#define MIP_STIP 0x20u

static struct verify_view view(u16 reg, unsigned int shift, u64 mask)
{
	return (struct verify_view){ reg, (u8)shift, mask };
}

/* cycle, instret and hpmcounters are 0x100 above their machine-mode selves. */
static bool is_user_counter(u16 reg)
{
	return (reg & ~0x9fu) == 0xc00 && reg != CSR_TIME && reg != CSR_TIMEH;
}

static struct verify_view csr_view(const struct verify *v, u16 reg)
{
	switch (reg) {
	case 0x001: /* fflags */
		return view(CSR_FCSR, 0, 0x1f);
	case 0x002: /* frm */
		return view(CSR_FCSR, 5, 0x7);
	case 0x100: /* sstatus */
		return view(CSR_MSTATUS, 0,
			    v->config.params.xlen == 32 ? SSTATUS_32 :
							  SSTATUS_64);
	case 0x104: /* sie */
		return view(CSR_MIE, 0, v->shadow.reg[CSR_MIDELEG]);
	case CSR_SCTRCTL:
		return view(CSR_MCTRCTL, 0, v->xmask & ~(u64)MCTRCTL_OF_M);
	case 0x144: /* sip */
		return view(CSR_MIP, 0, v->shadow.reg[CSR_MIDELEG]);
	default:
		return view(is_user_counter(reg) ? reg - 0x100 : reg, 0,
			    v->xmask);
	}
}

struct verify_view verify_view_of(const struct verify *v, u16 reg)
{
	if (reg < TANDEM_GPR(0))
		return csr_view(v, reg);
	return view(reg, 0,
		    reg < TANDEM_FPR(0)		? v->xmask :
		    v->config.params.flen == 32 ? 0xffffffffull :
						  ~0ull);
}

static const struct verify_mask *mask_of(const struct verify *v, u16 reg)
{
	unsigned int index = v->shadow.mask_index[reg];

	return index ? &v->config.mask[index - 1] : NULL;
}

/* With Sstc, time decides STIP, and software cannot write it. */
static u64 timer_outside(const struct verify *v)
{
	u64 menvcfg = v->config.params.xlen == 32 ?
			      v->shadow.reg[CSR_MENVCFGH] << 32 :
			      v->shadow.reg[CSR_MENVCFG];

	return menvcfg >> 63 ? MIP_STIP : 0;
}

u64 verify_outside(const struct verify *v, u16 reg)
{
	const struct verify_mask *mask = mask_of(v, reg);

	if (v->count.reg == reg && v->count.judged && reg)
		return 0;
	return (mask ? mask->outside : 0) |
	       (reg == CSR_MIP ? timer_outside(v) : 0);
}

u64 verify_absent(const struct verify *v, u16 reg)
{
	const struct verify_mask *mask = mask_of(v, reg);
	enum verify_part part = reg < TANDEM_GPR(0) ? VERIFY_CSR :
				reg < TANDEM_FPR(0) ? VERIFY_GPR :
						      VERIFY_FPR;

	if (verify_is_absent(v, part))
		return ~0ull;
	return mask ? mask->absent : 0;
}

static u64 model_value(const struct verify *v, u32 element)
{
	u64 value = 0;

	return v->model->read(v->model->user, element, &value) ? value : 0;
}

void verify_shadow_load(struct verify *v)
{
	u32 reg;

	for (reg = 0; reg < TANDEM_REGS; reg++)
		v->shadow.reg[reg] = model_value(v, reg);
	v->pc = model_value(v, MODEL_PC);
	v->priv = (u8)model_value(v, MODEL_PRIV);
}

u64 verify_shadow_read(const struct verify *v, u32 element)
{
	if (element == MODEL_PC)
		return v->pc;
	if (element == MODEL_PRIV)
		return v->priv;
	return element < TANDEM_REGS ? v->shadow.reg[element] : 0;
}

void verify_shadow_write(struct verify *v, u32 element, u64 value)
{
	if (element == MODEL_PC)
		v->pc = value;
	else if (element == MODEL_PRIV)
		v->priv = (u8)value;
	else if (element < TANDEM_REGS && element != TANDEM_GPR(0))
		v->shadow.reg[element] = value;
	v->model->write(v->model->user, element, value);
}

const struct verify_change *
verify_change_find(const struct verify_shadow *shadow, u16 reg)
{
	u32 i = shadow->change_index[reg];

	return i < shadow->changes && shadow->change[i].reg == reg ?
		       &shadow->change[i] :
		       NULL;
}

struct verify_change *verify_change_of(struct verify_shadow *shadow, u16 reg)
{
	u32 i = shadow->change_index[reg];
	struct verify_change *change = &shadow->change[i];

	if (i < shadow->changes && change->reg == reg)
		return change;
	shadow->change_index[reg] = shadow->changes;
	change = &shadow->change[shadow->changes++];
	change->reg = reg;
	change->flags = 0;
	change->before = shadow->reg[reg];
	change->trace = change->before;
	change->model = change->before;
	return change;
}

static void add(struct verify *v, const struct tandem_element *e)
{
	struct verify_view view = verify_view_of(v, e->reg);
	struct verify_change *change = verify_change_of(&v->shadow, view.reg);
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

void verify_change_collect(struct verify *v)
{
	const struct tandem_group *g = v->group;
	u32 i;

	v->shadow.changes = 0;
	if (!(g->ops &
	      (1u << TANDEM_REG | 1u << TANDEM_REGADD | 1u << TANDEM_REGOR)))
		return;
	for (i = 0; i < g->num; i++) {
		if (g->element[i].op >= TANDEM_REG &&
		    g->element[i].op <= TANDEM_REGOR)
			add(v, &g->element[i]);
	}
}
