// SPDX-License-Identifier: BSD-2-Clause
/*
 * Triggers that match addresses and raise breakpoint exceptions (RISC-V debug
 * specification 1.0, chapter "Sdtrig"). The legal values of the registers are
 * not modelled: the values come from outside. Triggers that lead to debug mode,
 * chains, triggers on data, and triggers that fire after the instruction never
 * fire here.
 */
#include "model_trigger.h"

/* Fields that mcontrol and mcontrol6 share */
enum {
	TYPE_OLD = 2,
	TYPE_NEW = 6,
	TIMING_OLD = 1 << 18,
	SELECT_OLD = 1 << 19,
	SELECT_NEW = 1 << 21,
	ACTION = 15 << 12,
	CHAIN = 1 << 11,
	MATCH_LSB = 7,
	IN_M = 1 << 6,
	IN_S = 1 << 4,
	IN_U = 1 << 3,
	ACCESSES = MODEL_TRIGGER_EXECUTE | MODEL_TRIGGER_STORE |
		   MODEL_TRIGGER_LOAD,
};

enum {
	MATCH_EQUAL,
	MATCH_NAPOT,
	MATCH_FROM,
	MATCH_BELOW,
};

/* MODEL_TRIGGER_* that raise an exception; 0: none. */
static unsigned int armed(const struct model *m, u64 control)
{
	unsigned int xlen = m->config.xlen, type = (u32)(control >> (xlen - 4));
	u64 other = ACTION | CHAIN | BIT64(xlen - 5);

	if (type == TYPE_OLD)
		other |= TIMING_OLD | SELECT_OLD;
	else if (type == TYPE_NEW)
		other |= SELECT_NEW;
	else
		return 0;
	return (control & other) ? 0 : (control & ACCESSES);
}

/* True if the trigger applies to the hart's mode. A handler has no breakpoints
 * of its own while its interrupts are off. */
static bool in_mode(const struct model *m, u64 control)
{
	bool masked = m->config.trigger_masked;

	if (m->priv == MODEL_M)
		return control & IN_M &&
		       (!masked || m->mstatus & FIELD_MASK(MSTATUS, MIE));
	if (m->priv == MODEL_U)
		return control & IN_U;
	return control & IN_S &&
	       (!masked || !(m->medeleg >> CAUSE_BREAKPOINT & 1) ||
		m->mstatus & FIELD_MASK(MSTATUS, SIE));
}

static bool is_near(u64 address, u64 bytes, u64 at, u64 size)
{
	return address - at < size || at - address < bytes;
}

static bool is_at(const struct model *m, const struct model_trigger *t,
		  u64 address, unsigned int bytes, unsigned int access)
{
	u64 last = (address + bytes - 1) & m->mask;
	u64 wide = m->config.trigger_wide ? m->config.xlen / 8 : 1;

	switch (t->control >> MATCH_LSB & 15) {
	case MATCH_EQUAL:
		if (access == MODEL_TRIGGER_EXECUTE)
			return address == t->address;
		return is_near(address, bytes, t->address, wide);
	case MATCH_NAPOT:
		wide = (t->address ^ (t->address + 1)) + 1;
		return is_near(address, bytes, t->address & ~(wide - 1), wide);
	case MATCH_FROM:
		return last >= t->address;
	case MATCH_BELOW:
		return address < t->address;
	default:
		return false;
	}
}

bool model_trigger_fires(struct model *m, struct model_step *s,
			 unsigned int access, u64 address, unsigned int bytes)
{
	const struct model_trigger *t = m->trigger;
	unsigned int i;

	for (i = 0; i < MODEL_TRIGGERS; i++, t++) {
		if (!(armed(m, t->control) & access) ||
		    (i && t[-1].control & CHAIN) || !in_mode(m, t->control) ||
		    !is_at(m, t, address, bytes, access))
			continue;
		if (m->config.trigger_wide && t->address - address < bytes)
			address = t->address;
		model_trap(m, s, CAUSE_BREAKPOINT, address);
		return true;
	}
	return false;
}

bool model_trigger_access(struct model *m, struct model_step *s,
			  unsigned int kind, u64 address, unsigned int bytes)
{
	unsigned int access = MODEL_TRIGGER_LOAD | MODEL_TRIGGER_STORE;

	if (m->input->unseen || kind == MODEL_CBO)
		return false;
	if (kind == MODEL_LOAD || kind == MODEL_LR)
		access = MODEL_TRIGGER_LOAD;
	else if (kind == MODEL_STORE || kind == MODEL_SC ||
		 kind == MODEL_CBO_ZERO)
		access = MODEL_TRIGGER_STORE;
	if (!model_trigger_fires(m, s, access, address, bytes))
		return false;
	s->access_bytes = 0;
	return true;
}

/* --- registers ------------------------------------------------------------- */

static struct model_trigger *selected(struct model *m)
{
	return &m->trigger[m->tselect % MODEL_TRIGGERS];
}

u64 model_trigger_get(const struct model *m, u32 number)
{
	const struct model_trigger *t =
		&m->trigger[m->tselect % MODEL_TRIGGERS];

	switch (number) {
	case CSR_TSELECT:
		return m->tselect;
	case CSR_TDATA1:
		return t->control;
	case CSR_TDATA2:
		return t->address;
	default:
		return t->more[number - CSR_TDATA3];
	}
}

/* Entries of the TLB were made with the old triggers. */
static void set_control(struct model *m, u64 value)
{
	unsigned int i;

	selected(m)->control = value;
	m->armed = 0;
	for (i = 0; i < MODEL_TRIGGERS; i++)
		m->armed |= (u8)armed(m, m->trigger[i].control);
	model_flush(m);
}

void model_trigger_set(struct model *m, u32 number, u64 value)
{
	switch (number) {
	case CSR_TSELECT:
		m->tselect = value;
		break;
	case CSR_TDATA1:
		if (selected(m)->control != value)
			set_control(m, value);
		break;
	case CSR_TDATA2:
		selected(m)->address = value;
		break;
	default:
		selected(m)->more[number - CSR_TDATA3] = value;
		break;
	}
}
