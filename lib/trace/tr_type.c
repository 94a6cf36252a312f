// SPDX-License-Identifier: BSD-2-Clause
/*
 * The functions of each type of components, by a case for each row of
 * TR_COMP_TYPES. A type without a row has no registers but tr??Control, which
 * takes nothing but Active.
 */
#include "tr_type.h"

/** The slowest clock, because the limit of the pins is unknown. */
#define PIB_SLOWEST TR_MASK(TR_PIB_CONTROL, DIVIDER)

/* --- types without a file ------------------------------------------------------ */

const struct tr_type tr_pib_type = {
	.fields = (u32)(0 FIELDS_TR_PIB_CONTROL(FIELD_OR)),
	.reset = PIB_SLOWEST,
	.needed = TR_MASK(TR_PIB_CONTROL, MODE),
};

/* Drivers OR their ID to the value that they read, so it is 0 after a reset: a
 * reserved one. The register has its asynchronous part. */
const struct tr_type tr_bridge_type = {
	.fields = (u32)(0 FIELDS_TR_ATB_BRIDGE_CONTROL(FIELD_OR)),
	.unique = TR_MASK(TR_ATB_BRIDGE_CONTROL, ID),
	.clear = TR_ATB_BRIDGE_IMPL,
};

void tr_plain_reset(const struct trace *t, struct trace_component *c)
{
	const struct tr_type *type = tr_type_of(c);

	(void)t;
	tr_write(c, TR_CONTROL, TR_ACTIVE | type->reset);
	if (type->clear)
		/* unseen: the bridge of the fake has no asynchronous part */
		tr_write(c, type->clear, 0);
}

enum trace_reason tr_plain_probe(struct trace_component *c)
{
	/* unseen: trace_settle() resets it before the first use */
	tr_plain_reset(NULL, c);
	return TRACE_USABLE;
}

void tr_plain_save(const struct trace_component *c,
		   struct trace_sink_context *x)
{
	(void)c;
	(void)x;
}

void tr_plain_restore(struct trace_component *c,
		      const struct trace_sink_context *x)
{
	(void)c;
	(void)x;
}

/* --- the table ------------------------------------------------------------------ */

const struct tr_type *tr_type_of(const struct trace_component *c)
{
	static const struct tr_type unknown;

	switch ((enum tr_comp_type)c->type) {
#define TYPE_OF(NAME, number, traits, type, up, kept) \
	case TR_COMP_##NAME:                          \
		return &tr_##type##_type;
		TR_COMP_TYPES(TYPE_OF)
	}
	/* unseen: only usable components are asked, which have a known type */
	return &unknown;
}

static bool tr_is_known(u32 type)
{
	return tr_comp_is(type, ~0u);
}

/* Types may have the same functions: NOLINTBEGIN(*-branch-clone) */
enum trace_reason tr_probe(struct trace_component *c)
{
	switch ((enum tr_comp_type)c->type) {
#define PROBE(NAME, number, traits, type, up, kept) \
	case TR_COMP_##NAME:                        \
		return tr_##up##_probe(c);
		TR_COMP_TYPES(PROBE)
	}
	/* unseen: tr_identify() has refused it */
	return TRACE_UNKNOWN_TYPE;
}

void tr_reset(const struct trace *t, struct trace_component *c)
{
	c->used = false;
	switch ((enum tr_comp_type)c->type) {
#define RESET(NAME, number, traits, type, up, kept) \
	case TR_COMP_##NAME:                        \
		tr_##up##_reset(t, c);              \
		break;
		TR_COMP_TYPES(RESET)
	}
}

void tr_save(const struct trace_component *c, struct trace_sink_context *x)
{
	x->control = tr_control(c);
	switch ((enum tr_comp_type)c->type) {
#define SAVE(NAME, number, traits, type, up, kept) \
	case TR_COMP_##NAME:                       \
		tr_##kept##_save(c, x);            \
		break;
		TR_COMP_TYPES(SAVE)
	}
}

void tr_restore(struct trace_component *c, const struct trace_sink_context *x)
{
	tr_write(c, TR_CONTROL, TR_ACTIVE | (x->control & ~TR_ENABLE));
	switch ((enum tr_comp_type)c->type) {
#define RESTORE(NAME, number, traits, type, up, kept) \
	case TR_COMP_##NAME:                          \
		tr_##kept##_restore(c, x);            \
		break;
		TR_COMP_TYPES(RESTORE)
	}
}

/* NOLINTEND(*-branch-clone) */

/* --- for all types -------------------------------------------------------------- */

/* TCI "Versioning of Components": the version decides the meaning of the
 * rest. */
enum trace_reason tr_identify(struct trace_component *c)
{
	u32 major, minor, type;

	c->impl = tr_read(c, TR_IMPL);
	if (!FIELD_GET(TR_IMPL, VER_MAJOR, c->impl) && tr_old_find(c)) {
		c->impl = tr_read(c, TR_IMPL);
		c->warnings |= TRACE_TRANSLATED;
	}
	major = (u32)FIELD_GET(TR_IMPL, VER_MAJOR, c->impl);
	minor = (u32)FIELD_GET(TR_IMPL, VER_MINOR, c->impl);
	type = (u32)FIELD_GET(TR_IMPL, COMP_TYPE, c->impl);
	if (major != 1)
		return major ? TRACE_NEW_VERSION : TRACE_OLD_VERSION;
	if (minor)
		c->warnings |= minor == 15 ? TRACE_EXPERIMENTAL :
					     TRACE_NEWER_MINOR;
	if (!tr_is_known(type))
		/* unseen: tr_probe() refuses it, too */
		return TRACE_UNKNOWN_TYPE;
	c->type = (u8)type;
	/* Trees name a hart also for sinks and funnels: the source of their
	 * trace. */
	if (!trace_is_encoder(c))
		c->hartindex = TRACE_NO_HART;
	return TRACE_USABLE;
}

u32 tr_control_fields(const struct trace_component *c)
{
	return TR_ACTIVE | (tr_is_known(c->type) ? TR_ENABLE : 0) |
	       tr_type_of(c)->fields;
}

u32 tr_control(const struct trace_component *c)
{
	return tr_control_in(c, tr_control_fields(c));
}

bool tr_wake(const struct trace *t, struct trace_component *c)
{
	bool woke = true;

	if (tr_is_active(c))
		return true;
	c->busy = true;
	woke = tr_on(c);
	if (woke)
		tr_reset(t, c);
	c->busy = false;
	return woke;
}

bool tr_give_back(const struct trace *t, struct trace_component *c, u32 owner,
		  const struct trace_sink_context *x)
{
	if (trace_is_memory(c) && !tr_sink_may_have(c, owner, x)) {
		tr_reset(t, c);
		return x->owner == TRACE_NO_OWNER;
	}
	tr_restore(c, x);
	c->owner = x->owner;
	c->used = true;
	return true;
}

bool tr_end_is_ready(const struct trace_component *c)
{
	u32 needed = tr_type_of(c)->needed;

	if (trace_is_memory(c))
		return c->owner != TRACE_NO_OWNER;
	return !needed || (tr_read(c, TR_CONTROL) & needed);
}
