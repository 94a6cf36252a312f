// SPDX-License-Identifier: BSD-2-Clause
/*
 * The description of the machine as the caller gives it, piece by piece, and
 * the first contact with each component.
 */
#include "tr_type.h"

void trace_init(struct trace *t, enum trace_policy policy)
{
	u32 n;

	t->count = 0;
	t->policy = (u8)policy;
	t->show_m = false;
	t->encoders = 0;
	t->highest = 0;
	for (n = 0; n < TRACE_HARTS_MAX; n++)
		t->encoder_of[n] = 0;
	for (n = 0; n < TRACE_SLOTS; n++)
		t->slot[n] = 0;
}

/* The first reason stays: later ones may be its consequence. */
static void trace_mark(struct trace *t, u32 component, enum trace_reason reason,
		       u32 other)
{
	struct trace_component *c = &t->component[component];

	if (!trace_usable(c))
		return;
	c->reason = (u8)reason;
	c->other = (u16)other;
}

/* --- description --------------------------------------------------------------- */

static bool trace_reachable(u64 base)
{
	return !(base & (TR_WINDOW_SIZE - 1)) &&
	       base <= bits_low64(hart_xlen()) - (TR_WINDOW_SIZE - 1);
}

static u32 trace_find_base(const struct trace *t, unsigned long base)
{
	u32 n = 0;

	if (base > t->highest)
		return t->count;
	for (; n < t->count; n++)
		if (t->component[n].base == base)
			break;
	return n;
}

/* A loop over words: the memset() of a firmware may use bytes. */
static void trace_clear(struct trace_component *c)
{
	volatile unsigned long *word = (volatile unsigned long *)c;
	u32 n;

	for (n = 0; n < sizeof(*c) / sizeof(*word); n++)
		word[n] = 0;
}
_Static_assert(sizeof(struct trace_component) % sizeof(unsigned long) == 0,
	       "a component is whole words");

u32 trace_add(struct trace *t, u64 base, u32 hartindex, unsigned long hartid)
{
	struct trace_component *c = &t->component[t->count];
	u32 n = t->count, same;

	if (n == TRACE_COMPONENTS_MAX)
		return TRACE_NONE;
	same = trace_find_base(t, (unsigned long)base);
	trace_clear(c);
	c->base = (unsigned long)base;
	if (c->base > t->highest)
		t->highest = c->base;
	c->hartid = hartid;
	c->hartindex = hartindex;
	c->owner = TRACE_NO_OWNER;
	c->output = c->other = c->second.to = TRACE_NONE;
	t->count++;
	if (!trace_reachable(base))
		trace_mark(t, n, TRACE_BAD_ADDRESS, TRACE_NONE);
	else if (same < n)
		trace_mark(t, n, TRACE_SAME_ADDRESS, same);
	return n;
}

void trace_name(struct trace *t, u32 component, enum tr_comp_type type)
{
	t->component[component].named = (u8)type;
}

void trace_name_coresight(struct trace *t, u32 component,
			  enum trace_coresight kind)
{
	t->component[component].coresight = (u8)kind;
	t->component[component].old = true;
}

/* Most inputs have one link, and need no search. */
static bool trace_is_fed(const struct trace *t, const struct trace_link *link)
{
	return link->input >= TRACE_INPUTS_MAX ||
	       (t->component[link->to].fed >> link->input & 1);
}

/* The component that occupies the input of a link, by another wire. */
static u32 trace_find_input(const struct trace *t,
			    const struct trace_link *link)
{
	const struct trace_link *l;
	u32 n;

	if (!trace_is_fed(t, link))
		return t->count;
	for (n = 0; n < t->count; n++) {
		l = &t->component[n].link;
		if (l->to == link->to && l->input == link->input &&
		    !trace_same_wire(l, link))
			break;
	}
	return n;
}

/* An input stays marked if its component later takes its other output. */
static void trace_use_link(struct trace *t, struct trace_component *c,
			   const struct trace_link *link)
{
	t->component[link->to].fed |= (u16)(1u << link->input);
	c->link = *link;
}

void trace_join(struct trace *t, u32 from, const struct trace_link *link)
{
	struct trace_component *c = &t->component[from];
	u32 first;

	if (link->to == TRACE_NONE)
		return;
	first = trace_find_input(t, link);
	if (c->second.to != TRACE_NONE)
		trace_mark(t, from, TRACE_TWO_OUTPUTS, link->to);
	else if (c->output != TRACE_NONE)
		c->second = *link;
	else if (link->input >= TRACE_INPUTS_MAX)
		trace_mark(t, from, TRACE_BAD_INPUT, link->to);
	else if (first < t->count)
		trace_mark(t, from, TRACE_INPUT_TAKEN, first);
	else
		trace_use_link(t, c, link);
}

void trace_connect_foreign(struct trace *t, u32 from)
{
	t->component[from].foreign = true;
}

bool trace_take_second(struct trace *t, u32 from)
{
	struct trace_component *c = &t->component[from];
	struct trace_link first = c->link;

	if (c->second.to == TRACE_NONE ||
	    !trace_usable(&t->component[c->second.to]) ||
	    c->second.input >= TRACE_INPUTS_MAX ||
	    trace_find_input(t, &c->second) < t->count)
		return false;
	trace_use_link(t, c, &c->second);
	c->second = first;
	return true;
}

/* --- hardware ------------------------------------------------------------------ */

/* True if there are registers, and writes to them are permitted. */
static bool trace_has_registers(const struct trace_component *c)
{
	return c->reason != TRACE_BAD_ADDRESS &&
	       c->reason != TRACE_SAME_ADDRESS && c->reason != TRACE_FORBIDDEN;
}

static enum trace_reason trace_discover(struct trace_component *c)
{
	enum trace_reason reason;

	if (!tr_off(c) || !tr_on(c))
		return TRACE_NO_ANSWER;
	reason = tr_identify(c);
	return reason == TRACE_USABLE ? tr_probe(c) : reason;
}

/* Earlier software may have left a refused component running. */
void trace_probe(struct trace *t)
{
	struct trace_component *c;
	enum trace_reason reason;
	u32 n;

	for (n = 0; n < t->count; n++) {
		c = &t->component[n];
		if (!trace_has_registers(c))
			continue;
		tr_take(c);
		reason = trace_usable(c) ? trace_discover(c) : c->reason;
		trace_mark(t, n, reason, TRACE_NONE);
		if (!trace_usable(c))
			tr_off(c);
		tr_give(c);
		if (trace_is_encoder(c))
			t->encoders |= BIT64(n);
	}
}

/* The owner of all encoders that lead to a component. An encoder of the owner
 * already found needs no check, nor does one that is known to lead there. */
static u32 trace_find_owner(const struct trace *t, u32 component, u32 known)
{
	const struct trace_component *c;
	u32 owner = TRACE_NO_OWNER, n;

	bits_for_each(n, t->encoders) {
		c = &t->component[n];
		if (c->owner == owner || !trace_usable(c) ||
		    (n != known && !trace_leads_to(t, n, component)))
			continue;
		if (owner != TRACE_NO_OWNER)
			return TRACE_NO_OWNER;
		owner = c->owner;
	}
	return owner;
}

static void trace_rule_taken(const struct trace *t, struct trace_component *c,
			     u32 owner)
{
	c->leads = owner;
	c->open = t->policy != TRACE_MEDIATED && owner < TRACE_ALL_OWNERS;
}

static void trace_rule_one(struct trace *t, u32 component, u32 owner)
{
	struct trace_component *c = &t->component[component];

	tr_take(c);
	trace_rule_taken(t, c, owner);
	tr_give(c);
}

/* Owners of all components to which encoders lead, found along the way of
 * each. */
struct trace_owners {
	u64 found;
	u32 of[TRACE_COMPONENTS_MAX];
};

static void trace_lead(const struct trace *t, struct trace_owners *o,
		       u32 encoder)
{
	u32 owner = t->component[encoder].owner, k = encoder, n;

	for (n = 0; n < t->count && k != TRACE_NONE; n++) {
		if (!(o->found >> k & 1))
			o->of[k] = owner;
		else if (o->of[k] != owner)
			o->of[k] = TRACE_NO_OWNER;
		o->found |= BIT64(k);
		k = t->component[k].output;
	}
}

static void trace_rule_all(struct trace *t)
{
	struct trace_owners o;
	u32 n;

	/* unseen: undefined then: the compiler may take 0 */
	o.found = 0;
	bits_for_each(n, t->encoders) {
		if (trace_usable(&t->component[n]))
			trace_lead(t, &o, n);
	}
	for (n = 0; n < t->count; n++)
		trace_rule_one(t, n,
			       o.found >> n & 1 ? o.of[n] : TRACE_NO_OWNER);
}

/* The owner decides on accesses to registers. A change of the owner first
 * revokes the access to the way of the encoder. */
void trace_rule(struct trace *t, u32 encoder, u32 owner)
{
	struct trace_component *c = &t->component[encoder];
	u32 n;

	if (c->owner == owner && c->leads == owner)
		/* unseen: only slower: nothing changes */
		return;
	/* unseen: only another hart at the registers in this moment sees it */
	for (n = c->output; n != TRACE_NONE; n = t->component[n].output)
		/* unseen: only another hart at the registers in this moment
		 * sees it */
		trace_rule_one(t, n, TRACE_NO_OWNER);
	tr_take(c);
	c->owner = owner;
	trace_rule_taken(t, c, owner);
	tr_give(c);
	for (n = c->output; n != TRACE_NONE; n = t->component[n].output)
		trace_rule_one(t, n, trace_find_owner(t, n, encoder));
}

void trace_refuse(struct trace *t, u32 component, enum trace_reason reason)
{
	struct trace_component *c = &t->component[component];

	if (!trace_usable(c))
		return;
	tr_take(c);
	trace_mark(t, component, reason, TRACE_NONE);
	if (c->impl)
		tr_off(c);
	tr_give(c);
	trace_rule_all(t);
}

/* --- lookup -------------------------------------------------------------------- */

static bool trace_is_encoder_of(const struct trace_component *c, u32 hartindex)
{
	return trace_usable(c) && trace_is_encoder(c) &&
	       c->hartindex == hartindex;
}

u32 trace_encoder_of(const struct trace *t, u32 hartindex)
{
	u32 n;

	/* unseen: only slower: the loop finds the same */
	if (hartindex < TRACE_HARTS_MAX) {
		/* unseen: only slower: the loop finds the same */
		n = t->encoder_of[hartindex];
		if (n < t->count &&
		    trace_is_encoder_of(&t->component[n], hartindex))
			return n;
	}
	for (n = 0; n < t->count; n++)
		if (trace_is_encoder_of(&t->component[n], hartindex))
			return n;
	return TRACE_NONE;
}

void trace_owners_set(struct trace *t, u32 first, u32 harts, const u32 *owner)
{
	u32 encoder, n;

	for (n = 0; n < harts; n++) {
		encoder = trace_encoder_of(t, first + n);
		if (encoder != TRACE_NONE)
			t->component[encoder].owner = owner[n];
	}
	trace_rule_all(t);
}

bool trace_sends_etrace(const struct trace_component *c)
{
	return trace_usable(c) && trace_is_encoder(c) &&
	       !(c->encoder.formats >> TR_FORMAT_NTRACE & 1);
}

/* --- handover ------------------------------------------------------------------ */

/* True if no store to its registers can do harm, by any hart that has
 * access. */
static bool trace_is_harmless(const struct trace *t,
			      const struct trace_component *c)
{
	return !trace_is_memory(c) &&
	       (!trace_is_encoder(c) || !tr_encoder_hides(t));
}

void trace_hand_over(struct trace *t, bool trusted)
{
	struct trace_component *c;

	for (c = t->component; c < t->component + t->count; c++)
		c->handed = t->policy == TRACE_HANDOVER && trace_usable(c) &&
			    c->open && !c->old &&
			    (trusted || trace_is_harmless(t, c));
}
