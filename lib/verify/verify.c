// SPDX-License-Identifier: BSD-2-Clause
/* The loop over groups, and the groups that are no step of the hart. */
#include <verify/memory.h>
#include "verify_internal.h"

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

static void reset(struct verify *v)
{
	u32 i;

	v->model->reset(v->model->user);
	verify_shadow_load(v);
	for (i = 0; i < v->config.initials; i++)
		verify_shadow_write(v, v->config.initial[i].element,
				    v->config.initial[i].value);
	verify_count_reset(v);
	verify_alone_forget(v);
}

size_t verify_bytes(void)
{
	return sizeof(struct verify);
}

void verify_init(struct verify *v, const struct verify_setup *setup)
{
	u32 i;

	__builtin_memset(v, 0, sizeof(*v));
	v->config = *setup->config;
	v->model = setup->model;
	v->found = setup->found;
	v->user = setup->user;
	v->waiting = MODEL_INTERRUPT_NONE;
	v->xmask = v->config.params.xlen == 32 ? 0xffffffff : ~0ull;
	for (i = 0; i < v->config.masks; i++)
		v->shadow.mask_index[v->config.mask[i].reg] = (u16)(i + 1);
	verify_brief_init(v);
	tandem_decoder_init(&v->decoder, &v->config.params, setup->element,
			    setup->room);
	reset(v);
}

/* --- groups that are no step ---------------------------------------------- */

/* Without an instruction only state that is decided outside may change. */
static void judge_stray(struct verify *v)
{
	u32 i;

	for (i = 0; i < v->shadow.changes; i++) {
		const struct verify_change *change = &v->shadow.change[i];
		u64 bits = ~(verify_outside(v, change->reg) |
			     verify_absent(v, change->reg));

		if ((change->trace ^ change->before) & bits)
			verify_finding_add(v, VERIFY_FOUND_STRAY,
					   change->before, change->trace)
				->reg = change->reg;
	}
}

static void apply_registers(struct verify *v)
{
	u32 i;

	for (i = 0; i < v->shadow.changes; i++) {
		const struct verify_change *change = &v->shadow.change[i];
		u64 absent = verify_absent(v, change->reg);
		u64 value = (change->before & absent) |
			    (change->trace & ~absent);

		verify_suspects_settle(v, change->reg, value);
		verify_shadow_write(v, change->reg, value);
	}
}

static void apply_state(struct verify *v)
{
	const struct tandem_group *g = v->group;

	if (tandem_group_has_state(g, TANDEM_PC)) {
		verify_suspects_forget(&v->suspects, MODEL_PC);
		verify_shadow_write(v, MODEL_PC, g->state[TANDEM_PC]);
	}
	if (tandem_group_has_state(g, TANDEM_PRIV)) {
		verify_suspects_forget(&v->suspects, MODEL_PRIV);
		verify_shadow_write(v, MODEL_PRIV, g->state[TANDEM_PRIV]);
	}
	if (tandem_group_has_state(g, TANDEM_MTIME)) {
		v->mtime = g->state[TANDEM_MTIME];
		v->model->write(v->model->user, MODEL_MTIME, v->mtime);
	}
	verify_count_group(v);
}

static void apply_memory(struct verify *v)
{
	struct verify_memory *memory = v->model->memory;
	const struct tandem_group *g = v->group;
	u32 i;

	if (memory)
		memory->outside = true;
	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		if (e->op != TANDEM_MEMREQ || e->id != TANDEM_STORE)
			continue;
		v->model->write_memory(v->model->user, e->address, e->bits / 8u,
				       e->value);
		verify_resync_overwritten(v, e->address, e->bits / 8u);
	}
	if (memory)
		memory->outside = false;
}

/* Apply state that is given, or that only the trace has. */
static void apply_group(struct verify *v, bool given)
{
	verify_change_collect(v);
	if (!given)
		judge_stray(v);
	verify_alone_judge(v, given);
	verify_finding_report(v);
	apply_registers(v);
	apply_state(v);
	apply_memory(v);
	verify_alone_given(v);
}

static void reset_group(struct verify *v)
{
	v->suspects.num = 0;
	reset(v);
	apply_group(v, true);
	v->totals.resets++;
}

/* --- all groups ----------------------------------------------------------- */

static void report_rules(struct verify *v)
{
	u32 rule;

	for (rule = 0; rule < TANDEM_RULES; rule++) {
		if (v->group->rules & TANDEM_RULE(rule))
			verify_finding_add(v, VERIFY_FOUND_RULE, 0, 0)->detail =
				(u8)rule;
	}
	verify_finding_report(v);
}

/* Follow the state up to the group where verification begins. */
static void follow_group(struct verify *v)
{
	const struct tandem_group *g = v->group;
	enum verify_group_kind kind = verify_group_kind(g);

	if (kind == VERIFY_GROUP_RESET)
		reset(v);
	apply_group(v, true);
	if (tandem_group_has(g, TANDEM_INCPC))
		verify_shadow_write(v, MODEL_PC,
				    (v->pc + g->insn_bits / 8) & v->xmask);
	v->count.known = 0;
	v->totals.insns += kind == VERIFY_GROUP_STEP;
	v->totals.groups++;
	v->config.has_from = v->pc != v->config.from;
}

static void one_group(struct verify *v)
{
	v->offset = v->group->offset;
	if (unlikely(v->config.has_from)) {
		follow_group(v);
		return;
	}
	if (unlikely(v->group->rules))
		report_rules(v);
	switch (verify_group_kind(v->group)) {
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
	v->totals.groups++;
}

static void report_damage(struct verify *v, enum tandem_status status)
{
	v->over = true;
	v->offset = status == TANDEM_FULL ? v->decoder.group.offset :
					    v->decoder.error_offset;
	verify_finding_add(v, VERIFY_FOUND_STREAM, 0, 0)->detail = (u8)status;
	verify_finding_report(v);
}

bool verify_feed(struct verify *v, const u8 *bytes, size_t len)
{
	enum tandem_status status = TANDEM_OK;

	if (v->over)
		return false;
	v->totals.bytes += len;
	tandem_decoder_feed(&v->decoder, bytes, len);
	v->group = &v->decoder.group;
	while (verify_brief_groups(v) &&
	       (status = tandem_decoder_next(&v->decoder)) == TANDEM_OK) {
		one_group(v);
		v->over |= v->stop;
	}
	if (v->over)
		return false;
	if (status == TANDEM_MORE)
		return true;
	report_damage(v, status);
	return false;
}

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
	return verify_shadow_read(v, element);
}

bool verify_begun(const struct verify *v)
{
	return !v->config.has_from;
}

void verify_stop(struct verify *v)
{
	v->stop = true;
}

void verify_finish(struct verify *v)
{
	enum tandem_status status;

	if (v->over)
		return;
	v->over = true;
	status = tandem_decoder_finish(&v->decoder);
	v->group = &v->decoder.group;
	v->offset = v->group->offset;
	if (v->group->close == TANDEM_CUT)
		report_rules(v);
	else if (status == TANDEM_OK && v->group->num)
		one_group(v);
	if (status != TANDEM_OK)
		report_damage(v, status);
}
