// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rules that an encoder can break without harm to the flow. They judge
 * messages, and the earlier messages of the source.
 */
#include "ntrace_flow_internal.h"

/* Demands of a source's last messages on the next one: its strict_flags. */
enum {
	SEEN_TRAP = 1 << 0,	 /* B-TYPE 1 */
	SEEN_TRAP_KIND = 1 << 1, /* B-TYPE 2 or 3 */
	WANT_OWNERSHIP = 1 << 2, /* after a SYNC */
	AFTER_SCONTEXT = 1 << 3, /* messages after that SYNC: scontext was
				  * sent */
	WANT_SYNC = 1 << 4,	 /* after an Error */
};

/* One check: `broken` is true if the message breaks the rule. */
struct rule {
	u8 kind;  /* enum ntrace_finding_kind */
	u8 field; /* enum ntrace_field: the finding's value, 0 if missing */
	bool (*broken)(const struct ntrace_settings *settings,
		       const struct ntrace_source *source,
		       const struct ntrace_msg *msg);
};

static bool has(const struct ntrace_msg *msg, enum ntrace_field field)
{
	return msg->present & NTRACE_HAS(field);
}

static u64 value(const struct ntrace_msg *msg, enum ntrace_field field)
{
	return has(msg, field) ? msg->field[field] : 0;
}

/* A short name for the parameters of each rule: most rules need only one */
#define UNUSED __attribute__((unused))
#define RULE(name)                                                  \
	static bool name(UNUSED const struct ntrace_settings *set,  \
			 UNUSED const struct ntrace_source *source, \
			 const struct ntrace_msg *msg)

RULE(padding)
{
	u8 buf[NTRACE_MSG_BYTES_MAX];
	size_t used;

	return ntrace_msg_encode(&set->format, msg, buf, sizeof(buf), &used) ==
		       NTRACE_OK &&
	       used < msg->bytes;
}

RULE(count_zero)
{
	return (has(msg, NTRACE_B_CNT) && !msg->field[NTRACE_B_CNT]) ||
	       (has(msg, NTRACE_HREPEAT) && !msg->field[NTRACE_HREPEAT]);
}

RULE(hist_few)
{
	return ntrace_msg_hist_full(msg) && value(msg, NTRACE_RDATA) <= 1;
}

RULE(cdf)
{
	if (msg->tcode != NTRACE_PROG_TRACE_CORRELATION)
		return false;
	if (source->mode == NTRACE_MODE_HTM)
		return !value(msg, NTRACE_CDF);
	return source->mode == NTRACE_MODE_BTM && value(msg, NTRACE_CDF);
}

RULE(sync_i_cnt)
{
	return ntrace_tcode_syncs(msg->tcode) &&
	       source->mode == NTRACE_MODE_HTM &&
	       value(msg, NTRACE_SYNC) == NTRACE_SYNC_I_CNT;
}

RULE(b_type_mix)
{
	u64 b_type = value(msg, NTRACE_B_TYPE);

	return (b_type == NTRACE_B_TYPE_TRAP &&
		source->strict_flags & SEEN_TRAP_KIND) ||
	       (b_type > NTRACE_B_TYPE_TRAP &&
		source->strict_flags & SEEN_TRAP);
}

RULE(no_repeated_history)
{
	return has(msg, NTRACE_HREPEAT) && !set->repeated_history;
}

RULE(time_missing)
{
	return set->timestamps && ntrace_tcode_syncs(msg->tcode) &&
	       !has(msg, NTRACE_TSTAMP);
}

RULE(time_disabled)
{
	return !set->timestamps && has(msg, NTRACE_TSTAMP);
}

RULE(time_backwards)
{
	return source->has_time && ntrace_tcode_syncs(msg->tcode) &&
	       has(msg, NTRACE_TSTAMP) &&
	       msg->field[NTRACE_TSTAMP] < source->time;
}

RULE(ownership_missing)
{
	return source->strict_flags & WANT_OWNERSHIP &&
	       msg->tcode != NTRACE_OWNERSHIP && msg->tcode != NTRACE_ERROR;
}

RULE(ownership_order)
{
	return source->strict_flags & AFTER_SCONTEXT &&
	       msg->tcode == NTRACE_OWNERSHIP &&
	       (value(msg, NTRACE_PROCESS) & 3) == NTRACE_PROCESS_HCONTEXT;
}

RULE(ownership_disabled)
{
	return !set->ownership && msg->tcode == NTRACE_OWNERSHIP;
}

RULE(error_alone)
{
	return source->strict_flags & WANT_SYNC &&
	       (!ntrace_tcode_syncs(msg->tcode) ||
		value(msg, NTRACE_SYNC) != NTRACE_SYNC_FIFO);
}

/* Twice the distance: the encoder may wait for a message to carry the SYNC. */
RULE(sync_late)
{
	return set->sync_mode && source->state == NTRACE_RUNNING &&
	       !ntrace_tcode_syncs(msg->tcode) &&
	       source->strict_distance >= 2ULL << (set->sync_max + 4);
}

static const struct rule rules[] = {
	{ NTRACE_FOUND_PADDING, NTRACE_FIELDS, padding },
	{ NTRACE_FOUND_COUNT_ZERO, NTRACE_B_CNT, count_zero },
	{ NTRACE_FOUND_HIST_FEW, NTRACE_RDATA, hist_few },
	{ NTRACE_FOUND_CDF, NTRACE_CDF, cdf },
	{ NTRACE_FOUND_SYNC_I_CNT, NTRACE_SYNC, sync_i_cnt },
	{ NTRACE_FOUND_B_TYPE_MIX, NTRACE_B_TYPE, b_type_mix },
	{ NTRACE_FOUND_NO_REPEATED_HISTORY, NTRACE_HREPEAT,
	  no_repeated_history },
	{ NTRACE_FOUND_TIME_MISSING, NTRACE_SYNC, time_missing },
	{ NTRACE_FOUND_TIME_DISABLED, NTRACE_TSTAMP, time_disabled },
	{ NTRACE_FOUND_TIME_BACKWARDS, NTRACE_TSTAMP, time_backwards },
	{ NTRACE_FOUND_OWNERSHIP_MISSING, NTRACE_FIELDS, ownership_missing },
	{ NTRACE_FOUND_OWNERSHIP_ORDER, NTRACE_PROCESS, ownership_order },
	{ NTRACE_FOUND_OWNERSHIP_DISABLED, NTRACE_PROCESS, ownership_disabled },
	{ NTRACE_FOUND_ERROR_ALONE, NTRACE_SYNC, error_alone },
	{ NTRACE_FOUND_SYNC_LATE, NTRACE_FIELDS, sync_late },
};

/* Remember the facts on a message for the rules about the next ones. */
static void remember_order(const struct ntrace_settings *settings,
			   struct ntrace_source *source,
			   const struct ntrace_msg *msg)
{
	u64 b_type = value(msg, NTRACE_B_TYPE);
	u8 flags = source->strict_flags & (SEEN_TRAP | SEEN_TRAP_KIND);

	if (b_type)
		flags |= b_type == NTRACE_B_TYPE_TRAP ? SEEN_TRAP :
							SEEN_TRAP_KIND;
	if (ntrace_tcode_syncs(msg->tcode) && settings->ownership)
		flags |= WANT_OWNERSHIP;
	if (msg->tcode == NTRACE_OWNERSHIP &&
	    source->strict_flags & WANT_OWNERSHIP &&
	    (value(msg, NTRACE_PROCESS) & 3) == NTRACE_PROCESS_SCONTEXT)
		flags |= AFTER_SCONTEXT;
	if (msg->tcode == NTRACE_ERROR)
		flags |= WANT_SYNC;
	source->strict_flags = flags;
}

/*
 * Keep the distance to the last synchronizing message, in the unit of SyncMode.
 */
static void remember_distance(const struct ntrace_settings *settings,
			      struct ntrace_source *source,
			      const struct ntrace_msg *msg)
{
	if (ntrace_tcode_syncs(msg->tcode))
		source->strict_distance = 0;
	else if (settings->sync_mode == NTRACE_SYNC_MODE_MESSAGES)
		source->strict_distance++;
	else if (settings->sync_mode == NTRACE_SYNC_MODE_HALFWORDS)
		source->strict_distance += value(msg, NTRACE_I_CNT) +
					   (ntrace_msg_hist_full(msg) ?
						    0 :
						    value(msg, NTRACE_RDATA));
}

/* The value that breaks the rule. */
static u64 rule_value(const struct rule *rule,
		      const struct ntrace_source *source,
		      const struct ntrace_msg *msg)
{
	if (rule->kind == NTRACE_FOUND_SYNC_LATE)
		return source->strict_distance;
	if (rule->kind == NTRACE_FOUND_PADDING)
		return msg->bytes;
	return rule->field < NTRACE_FIELDS ?
		       value(msg, (enum ntrace_field)rule->field) :
		       0;
}

void ntrace_strict_msg(struct ntrace_flow *flow, struct ntrace_source *source,
		       const struct ntrace_msg *msg)
{
	size_t i;

	if (msg->opaque)
		return;
	for (i = 0; i < array_size(rules); i++)
		if (rules[i].broken(&flow->settings, source, msg))
			ntrace_flow_found(
				flow, source,
				(enum ntrace_finding_kind)rules[i].kind,
				rule_value(&rules[i], source, msg));
	remember_order(&flow->settings, source, msg);
	remember_distance(&flow->settings, source, msg);
}
