// SPDX-License-Identifier: BSD-2-Clause
/*
 * Meanings of groups. The verifier's own code follows the state for views and
 * increments, so these are not tested here; all other state is computed here.
 */
#include <string.h>

#include "../../lib/verify/verify_internal.h"
#include "forms.h"

void forms_start(struct forms *forms, const struct trace *trace,
		 const struct verify *reset)
{
	struct verify_state *side = &forms->side;

	steps_start(&forms->steps, trace);
	memset(side, 0, sizeof(*side));
	side->config = &reset->config;
	side->xmask = trace->params.xlen == 32 ? 0xffffffff : ~0ull;
	side->priv = MODEL_M;
	side->pc = reset->state.pc;
	memcpy(side->reg, reset->state.reg, sizeof(side->reg));
	forms->group = (struct verify_group){
		.trace = &forms->steps.decoder.group,
		.room = &forms->room,
	};
	forms->config = &reset->config;
	forms->begun = false;
	forms->hidden = 0;
	forms->given = false;
}

static u64 outside_bits(const struct verify_config *config, u16 reg)
{
	u32 i;

	for (i = 0; i < config->masks; i++) {
		if (config->mask[i].reg == reg)
			return config->mask[i].outside;
	}
	return 0;
}

/* @return true if a register changes */
static bool take_registers(struct forms *forms)
{
	struct form *form = &forms->form;
	struct verify_state *side = &forms->side;
	bool changes = false;
	u32 i;

	verify_change_collect(side, &forms->group);
	form->hidden = true;
	for (i = 0; i < forms->group.changes; i++) {
		const struct verify_change *change = &forms->room.change[i];
		u64 bits = change->trace ^ change->before;

		changes |= bits != 0;
		if (bits & ~outside_bits(forms->config, change->reg))
			form->hidden = false;
		if (form->regs < FORM_REGS)
			form->reg[form->regs++] = change->reg;
		side->reg[change->reg] = change->trace;
	}
	return changes;
}

static void take_memory(struct form *form, const struct tandem_group *g)
{
	u32 i;

	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		if ((e->op == TANDEM_MEMREQ || e->op == TANDEM_MEMRSP) &&
		    form->requests < FORM_MEMORY) {
			form->memory[form->requests] = *e;
			form->memory[form->requests++].offset = 0;
		}
	}
}

static void take_place(struct forms *forms, const struct tandem_group *g)
{
	struct verify_state *side = &forms->side;

	if (tandem_group_has_state(g, TANDEM_PC))
		side->pc = g->state[TANDEM_PC];
	else if (tandem_group_has(g, TANDEM_INCPC))
		side->pc = (side->pc + g->insn_bits / 8) & side->xmask;
	if (tandem_group_has_state(g, TANDEM_PRIV))
		side->priv = (u8)g->state[TANDEM_PRIV];
	if (tandem_group_has_state(g, TANDEM_MTIME))
		side->mtime = g->state[TANDEM_MTIME];
	forms->form.pc = side->pc;
	forms->form.priv = side->priv;
	forms->form.mtime = side->mtime;
}

static void take_states(struct form *form, const struct tandem_group *g)
{
	unsigned int id;

	form->states = g->states & FORM_STATES;
	for (id = 0; id < TANDEM_STATES; id++) {
		if (form->states >> id & 1)
			form->state[id] = g->state[id];
	}
}

/* @return false: the group has no meaning */
static bool take_group(struct forms *forms, const struct tandem_group *g)
{
	struct form *form = &forms->form;
	struct verify_state *side = &forms->side;
	u64 pc = side->pc, mtime = side->mtime;
	u8 priv = side->priv;
	bool changes, reset = tandem_group_has(g, TANDEM_RESET);

	memset(form, 0, sizeof(*form));
	/* a trace starts with a reset of its hart */
	form->init = tandem_group_has(g, TANDEM_INIT) ||
		     (reset && !forms->begun);
	reset &= forms->begun;
	form->outside = g->close == TANDEM_OUTSIDE;
	form->rules = g->rules;
	form->insn = g->insn;
	form->insn_bits = g->insn_bits;
	take_states(form, g);
	changes = take_registers(forms);
	take_memory(form, g);
	take_place(forms, g);
	form->step = !form->init && !form->outside &&
		     (g->insn_bits || tandem_group_has(g, TANDEM_INCPC) ||
		      g->states & (1u << TANDEM_PC | 1u << TANDEM_PRIV));
	changes |= side->pc != pc || side->priv != priv || reset;
	form->hidden &= !form->requests && side->pc == pc && side->priv == priv;
	form->hidden |= form->init;
	form->hidden &= !form->step && !reset && !form->rules;
	form->hidden |= form->step && !changes && !form->rules;
	form->incpc = tandem_group_has(g, TANDEM_INCPC);
	return changes || side->mtime != mtime || form->step ||
	       form->requests || form->rules;
}

bool forms_next(struct forms *forms)
{
	do {
		if (!steps_next(&forms->steps))
			return false;
	} while (!take_group(forms, &forms->steps.decoder.group));
	forms->begun = true;
	return true;
}

const char *forms_reason_name(enum forms_reason reason)
{
	static const char *const names[FORMS_REASONS] = {
		[FORMS_NONE] = "nothing",
		[FORMS_SAME] = "says the same",
		[FORMS_OUTSIDE] = "decided outside",
		[FORMS_OPTIONAL] = "need not be there",
		[FORMS_TAKEN] = "only the trace knows",
		[FORMS_GIVEN] = "initialisation",
		[FORMS_SHORT] = "ends earlier",
		[FORMS_ADDRESS] = "the same address",
	};

	return names[reason];
}

/* --- permitted differences of two forms ---------------------------------- */

/* Compare the registers in either form. */
static bool same_registers(const struct forms *a, const struct forms *b,
			   bool outside, bool taken)
{
	const struct form *form = &a->form;
	u32 i;

	for (i = 0; i < form->regs; i++) {
		u16 reg = form->reg[i];
		u64 bits = a->side.reg[reg] ^ b->side.reg[reg];

		if (outside)
			bits &= ~outside_bits(a->config, reg);
		/* a load's or arithmetic's result, and its flags */
		if (taken && reg >= TANDEM_GPR(0))
			bits = 0;
		if (taken && reg == CSR_FCSR)
			bits &= ~0x1full;
		if (bits)
			return false;
	}
	return true;
}

static bool same_memory(const struct form *a, const struct form *b)
{
	return a->requests == b->requests &&
	       !memcmp(a->memory, b->memory,
		       a->requests * sizeof(a->memory[0]));
}

static bool same_states(const struct form *a, const struct form *b)
{
	return a->states == b->states &&
	       !memcmp(a->state, b->state, sizeof(a->state));
}

static bool same_frame(const struct form *a, const struct form *b)
{
	return a->init == b->init && a->outside == b->outside &&
	       a->rules == b->rules &&
	       (a->pc == b->pc || (a->incpc && b->incpc)) && a->priv == b->priv;
}

static bool same_insn(const struct form *a, const struct form *b)
{
	return a->insn == b->insn && a->insn_bits == b->insn_bits;
}

/* True for a trap: the address of an access that did not happen is optional. */
static bool traps(const struct form *form)
{
	u32 i;

	for (i = 0; i < form->regs; i++) {
		if (form->reg[i] == CSR_MCAUSE || form->reg[i] == CSR_SCAUSE)
			return form->regs >= 3;
	}
	return false;
}

/* True if all state in b is right, and none that it lacks is required. */
static bool only_less(const struct form *a, const struct form *b,
		      const struct verify_config *config)
{
	static const struct {
		u32 states;
		enum verify_part part;
	} parts[] = {
		{ 1u << TANDEM_EADDR, VERIFY_EADDR },
		{ 1u << TANDEM_PADDR, VERIFY_PADDR },
		{ VERIFY_SDATA_STATES, VERIFY_SDATA },
	};
	/* an lr has no data, and an sc that fails need not have any */
	bool no_data = (a->insn & 0xf800007f) == 0x1000002f ||
		       ((a->insn & 0xf800007f) == 0x1800002f && !a->requests);
	u32 less = a->states & ~b->states, i;

	if (b->states & ~a->states)
		return false;
	for (i = 0; i < array_size(parts); i++) {
		if (!(less & parts[i].states) || traps(a))
			continue;
		if ((config->required & VERIFY_PART(parts[i].part)) &&
		    !(parts[i].part == VERIFY_SDATA && no_data))
			return false;
	}
	/* a response without data has no meaning */
	return b->requests < a->requests ?
		       !(config->required & VERIFY_PART(VERIFY_MEMRSP)) ||
			       !a->memory[a->requests - 1].data :
		       same_memory(a, b);
}

/* True if an effective address became the physical one, or the reverse. */
static bool same_address(const struct form *a, const struct form *b)
{
	u32 either = 1u << TANDEM_EADDR | 1u << TANDEM_PADDR;
	u64 first = a->states >> TANDEM_EADDR & 1 ? a->state[TANDEM_EADDR] :
						    a->state[TANDEM_PADDR];
	u64 second = b->states >> TANDEM_EADDR & 1 ? b->state[TANDEM_EADDR] :
						     b->state[TANDEM_PADDR];

	return (a->states & ~either) == (b->states & ~either) &&
	       (a->states & either) && (b->states & either) && first == second;
}

static bool both_registers(const struct forms *a, const struct forms *b,
			   bool outside, bool taken)
{
	return same_registers(a, b, outside, taken) &&
	       same_registers(b, a, outside, taken);
}

static enum forms_reason compare(const struct forms *first,
				 const struct forms *second, bool taken)
{
	const struct form *a = &first->form, *b = &second->form;
	bool frame = same_frame(a, b), insn = same_insn(a, b);
	bool registers = both_registers(first, second, false, false);
	bool rest = same_states(a, b) && same_memory(a, b);

	if (frame && insn && registers && rest && a->mtime == b->mtime)
		return FORMS_SAME;
	if (frame && insn && rest && both_registers(first, second, true, false))
		return FORMS_OUTSIDE;
	if (frame && insn && registers && only_less(a, b, first->config))
		return FORMS_OPTIONAL;
	if (frame && insn && registers && same_memory(a, b) &&
	    same_address(a, b))
		return FORMS_ADDRESS;
	if (frame && rest && taken && both_registers(first, second, true, true))
		return FORMS_TAKEN;
	return FORMS_NONE;
}

static void hide(struct forms *forms)
{
	const struct form *form = &forms->form;
	u32 i;

	if (form->step)
		return;
	forms->given |= form->init;
	for (i = 0; i < form->regs; i++) {
		forms->hidden ^= forms->side.reg[form->reg[i]];
		forms->hidden *= 0x9e3779b97f4a7c15ull;
	}
	for (i = 0; i < form->requests; i++) {
		forms->hidden ^=
			form->memory[i].value + form->memory[i].address;
		forms->hidden *= 0x9e3779b97f4a7c15ull;
	}
	forms->hidden += form->pc + form->priv + form->mtime;
}

/* Go to the next form that is not hidden. @return false: there is none */
static bool next(struct forms *forms)
{
	while (forms_next(forms)) {
		if (!forms->form.hidden)
			return true;
		hide(forms);
	}
	return false;
}

static enum forms_reason hidden_reason(const struct forms *first,
				       const struct forms *second)
{
	if (first->hidden == second->hidden)
		return FORMS_SAME;
	return first->given || second->given ? FORMS_GIVEN : FORMS_OUTSIDE;
}

enum forms_reason forms_compare(const struct trace *a, const struct trace *b,
				const struct verify *reset, const bool *taken)
{
	static struct forms first, second;
	enum forms_reason reason = FORMS_SAME, one;
	bool more, other;

	forms_start(&first, a, reset);
	forms_start(&second, b, reset);
	for (;;) {
		more = next(&first);
		other = next(&second);
		if (!more || !other)
			break;
		one = compare(&first, &second, taken[first.steps.number - 1]);
		if (one == FORMS_NONE)
			return one;
		if (one != FORMS_SAME)
			reason = one;
	}
	if (other)
		return FORMS_NONE;
	if (more)
		return next(&first) ? FORMS_NONE : FORMS_SHORT;
	return reason != FORMS_SAME ? reason : hidden_reason(&first, &second);
}
