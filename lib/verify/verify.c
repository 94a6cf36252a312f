// SPDX-License-Identifier: BSD-2-Clause
/* The loop over groups, and the groups that are no step of the hart. */
#include "verify_internal.h"

size_t verify_bytes(void)
{
	return sizeof(struct verify);
}

static void reset(struct verify_state *s)
{
	const struct verify_config *config = s->config;
	u32 i;

	s->model->reset(s->model->user);
	verify_shadow_load(s);
	for (i = 0; i < config->initials; i++)
		verify_shadow_write(s, config->initial[i].element,
				    config->initial[i].value);
	verify_count_reset(s);
	verify_alone_forget(s);
}

void verify_init(struct verify *v, const struct verify_setup *setup)
{
	u32 i;

	__builtin_memset(v, 0, sizeof(*v));
	v->config = *setup->config;
	v->found = setup->found;
	v->user = setup->user;
	v->state.config = &v->config;
	v->state.model = setup->model;
	v->state.xmask = v->config.params.xlen == 32 ? 0xffffffff : ~0ull;
	for (i = 0; i < v->config.masks; i++)
		v->state.mask_index[v->config.mask[i].reg] = (u16)(i + 1);
	verify_brief_init(v);
	tandem_decoder_init(&v->decoder, &v->config.params, setup->element,
			    setup->room);
	verify_group_begin(v);
	reset(&v->state);
}

/* --- groups that are no step ---------------------------------------------- */

/* Without an instruction only state that is decided outside may change. */
static void judge_stray(struct verify_group *g)
{
	u32 i;

	for (i = 0; i < g->changes; i++) {
		const struct verify_change *change = &g->room->change[i];
		u64 free = change->outside | change->absent;

		if ((change->trace ^ change->before) & ~free)
			verify_finding_add(g, VERIFY_FOUND_STRAY,
					   change->before, change->trace)
				->reg = change->reg;
	}
}

static void apply_registers(struct verify_state *s,
			    const struct verify_group *g)
{
	u32 i;

	for (i = 0; i < g->changes; i++) {
		const struct verify_change *change = &g->room->change[i];
		u64 value = (change->before & change->absent) |
			    (change->trace & ~change->absent);

		verify_suspects_settle(s, g, change->reg, value);
		verify_shadow_write(s, change->reg, value);
	}
}

static void apply_state(struct verify_state *s, const struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;

	if (tandem_group_has_state(trace, TANDEM_PC)) {
		verify_suspects_forget(&s->suspects, MODEL_PC);
		verify_shadow_write(s, MODEL_PC, trace->state[TANDEM_PC]);
	}
	if (tandem_group_has_state(trace, TANDEM_PRIV)) {
		verify_suspects_forget(&s->suspects, MODEL_PRIV);
		verify_shadow_write(s, MODEL_PRIV, trace->state[TANDEM_PRIV]);
	}
	if (tandem_group_has_state(trace, TANDEM_MTIME)) {
		s->mtime = trace->state[TANDEM_MTIME];
		s->model->write(s->model->user, MODEL_MTIME, s->mtime);
	}
	verify_count_group(s, g);
}

static void apply_memory(struct verify_state *s, const struct verify_group *g)
{
	struct verify_memory *memory = s->model->memory;
	const struct tandem_group *trace = g->trace;
	u32 i;

	if (memory)
		memory->outside = true;
	for (i = 0; i < trace->num; i++) {
		const struct tandem_element *e = &trace->element[i];

		if (e->op != TANDEM_MEMREQ || e->id != TANDEM_STORE)
			continue;
		s->model->write_memory(s->model->user, e->address, e->bits / 8u,
				       e->value);
		verify_resync_overwritten(s, e->address, e->bits / 8u);
	}
	if (memory)
		memory->outside = false;
}

/* Apply state that is given, or that only the trace has. */
static void apply_group(struct verify *v, bool given)
{
	struct verify_state *s = &v->state;
	struct verify_group *g = &v->group;

	verify_change_collect(s, g);
	if (!given)
		judge_stray(g);
	verify_alone_judge(s, g, given);
	verify_finding_report(v);
	apply_registers(s, g);
	apply_state(s, g);
	apply_memory(s, g);
	verify_alone_given(s);
}

static void reset_group(struct verify *v)
{
	v->state.suspects.num = 0;
	reset(&v->state);
	apply_group(v, true);
	v->totals.resets++;
}

/* --- all groups ----------------------------------------------------------- */

static void report_rules(struct verify *v)
{
	struct verify_group *g = &v->group;
	u32 rule;

	for (rule = 0; rule < TANDEM_RULES; rule++) {
		if (g->trace->rules & TANDEM_RULE(rule))
			verify_finding_add(g, VERIFY_FOUND_RULE, 0, 0)->detail =
				(u8)rule;
	}
	verify_finding_report(v);
}

/* Follow the state up to the group where verification begins. */
static void follow_group(struct verify *v)
{
	struct verify_state *s = &v->state;
	const struct tandem_group *trace = v->group.trace;
	enum verify_group_kind kind = verify_group_kind(trace);

	if (kind == VERIFY_GROUP_RESET)
		reset(s);
	apply_group(v, true);
	if (tandem_group_has(trace, TANDEM_INCPC))
		verify_shadow_write(s, MODEL_PC,
				    (s->pc + trace->insn_bits / 8) & s->xmask);
	s->count.known = 0;
	v->totals.insns += kind == VERIFY_GROUP_STEP;
	v->config.has_from = s->pc != v->config.from;
}

static void judge_group(struct verify *v)
{
	if (unlikely(v->group.trace->rules))
		report_rules(v);
	switch (verify_group_kind(v->group.trace)) {
	case VERIFY_GROUP_STEP:
		verify_step_group(v);
		break;
	case VERIFY_GROUP_RESET:
		reset_group(v);
		break;
	case VERIFY_GROUP_INIT:
		apply_group(v, true);
		v->totals.inits++;
		break;
	case VERIFY_GROUP_OTHER:
		apply_group(v, false);
		break;
	}
}

static void one_group(struct verify *v)
{
	verify_group_begin(v);
	if (unlikely(v->config.has_from))
		follow_group(v);
	else
		judge_group(v);
	v->totals.groups++;
	v->over |= v->stop;
}

static void report_damage(struct verify *v, enum tandem_status status)
{
	struct verify_group *g = &v->group;

	v->over = true;
	verify_group_begin(v);
	if (status != TANDEM_FULL)
		g->offset = v->decoder.error_offset;
	verify_finding_add(g, VERIFY_FOUND_STREAM, 0, 0)->detail = (u8)status;
	verify_finding_report(v);
}

bool verify_feed(struct verify *v, const u8 *bytes, size_t len)
{
	enum tandem_status status = TANDEM_OK;

	if (v->over)
		return false;
	v->totals.bytes += len;
	tandem_decoder_feed(&v->decoder, bytes, len);
	while (verify_brief_groups(v) &&
	       (status = tandem_decoder_next(&v->decoder)) == TANDEM_OK)
		one_group(v);
	if (v->over)
		return false;
	if (status == TANDEM_MORE)
		return true;
	report_damage(v, status);
	return false;
}

void verify_finish(struct verify *v)
{
	enum tandem_status status;

	if (v->over)
		return;
	v->over = true;
	status = tandem_decoder_finish(&v->decoder);
	verify_group_begin(v);
	if (v->group.trace->close == TANDEM_CUT)
		report_rules(v);
	else if (status == TANDEM_OK && v->group.trace->num)
		one_group(v);
	if (status != TANDEM_OK)
		report_damage(v, status);
}

/* --- what a caller reads -------------------------------------------------- */

const struct verify_totals *verify_totals(const struct verify *v)
{
	return &v->totals;
}

const struct verify_past *verify_past(const struct verify *v, u32 n)
{
	u32 num = v->past_next < VERIFY_HISTORY ? v->past_next : VERIFY_HISTORY;

	if (n >= num)
		return NULL;
	return &v->past[(v->past_next - num + n) % VERIFY_HISTORY];
}

u64 verify_value(const struct verify *v, u32 element)
{
	return verify_shadow_read(&v->state, element);
}

bool verify_begun(const struct verify *v)
{
	return !v->config.has_from;
}

void verify_stop(struct verify *v)
{
	v->stop = true;
}

u64 verify_findings(const struct verify *v)
{
	u64 sum = 0;
	u32 i;

	for (i = 0; i < VERIFY_FINDING_KINDS; i++)
		sum += v->totals.findings[i];
	return sum;
}
