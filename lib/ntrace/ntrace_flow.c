// SPDX-License-Identifier: BSD-2-Clause
/* The stream: bytes to messages, messages to their sources. */
#include "ntrace_flow_internal.h"

/*
 * The flow delivers ranges at this number, while they are still in the
 * processor's cache. The rest of the room is for long messages.
 */
#define BATCH 2048

/* The batch belongs to this source from now on. */
static void make_current(struct ntrace_flow *flow, struct ntrace_source *source)
{
	if (flow->current == source)
		return;
	ntrace_batch_deliver(flow, 1);
	flow->current = source;
}

static struct ntrace_source *new_source(struct ntrace_flow *flow, u16 src)
{
	struct ntrace_source *source;

	if (flow->num_sources == flow->max_sources)
		return NULL;
	source = &flow->source[flow->num_sources++];
	*source = (struct ntrace_source){
		.src = src,
		.state = NTRACE_LOST,
		.mode = flow->settings.mode,
		.priv = NTRACE_PRIV_UNKNOWN,
	};
	return source;
}

static struct ntrace_source *find_source(struct ntrace_flow *flow,
					 const struct ntrace_msg *msg)
{
	u16 src = 0;
	u32 i;

	if (msg->present & NTRACE_HAS(NTRACE_SRC))
		src = (u16)msg->field[NTRACE_SRC];
	if (flow->current && flow->current->src == src)
		return flow->current;
	for (i = 0; i < flow->num_sources; i++)
		if (flow->source[i].src == src)
			return &flow->source[i];
	return new_source(flow, src);
}

/*
 * In a later part of a stream, messages before a source's first synchronizing
 * message belong to the previous part.
 */
static bool is_mine(const struct ntrace_flow *flow,
		    const struct ntrace_source *source,
		    const struct ntrace_msg *msg)
{
	if (source->state == NTRACE_DONE)
		return false;
	return flow->part != NTRACE_PART_LATER || source->totals.syncs ||
	       ntrace_tcode_syncs(msg->tcode);
}

/* True if the decoder of the next part reports the present message. */
static bool is_next_part(const struct ntrace_flow *flow)
{
	return flow->at_end && flow->offset >= flow->end;
}

static void take_msg(struct ntrace_flow *flow, const struct ntrace_msg *msg)
{
	struct ntrace_source *source = find_source(flow, msg);

	flow->tcode = msg->tcode;
	if (!source) {
		flow->bad_bytes += is_next_part(flow) ? 0 : msg->bytes;
		ntrace_flow_found(flow, NULL, NTRACE_FOUND_TOO_MANY_SOURCES,
				  msg->field[NTRACE_SRC]);
		return;
	}
	make_current(flow, source);
	if (flow->sink->message && !is_next_part(flow))
		flow->sink->message(flow->sink->user, source, msg,
				    flow->offset);
	if (!is_mine(flow, source, msg)) {
		source->unclaimed += source->state != NTRACE_DONE &&
				     !ntrace_tcode_vendor(msg->tcode);
		return;
	}
	source->offset = flow->offset;
	source->message = flow->message;
	source->totals.messages++;
	ntrace_flow_msg(flow, source, msg);
}

/* Bytes that are no message: they may have had messages of any source. */
static void take_damage(struct ntrace_flow *flow, enum ntrace_finding_kind kind,
			size_t bytes)
{
	u32 i;

	flow->tcode = NTRACE_TCODES;
	if (!is_next_part(flow)) {
		flow->bad_bytes += bytes;
		ntrace_flow_found(flow, NULL, kind, bytes);
	}
	for (i = 0; i < flow->num_sources; i++) {
		if (flow->source[i].state != NTRACE_RUNNING &&
		    flow->source[i].state != NTRACE_BLIND)
			continue;
		make_current(flow, &flow->source[i]);
		ntrace_flow_tail(flow, &flow->source[i]);
		ntrace_flow_lose(flow, &flow->source[i]);
	}
}

static enum ntrace_finding_kind damage_kind(enum ntrace_status status)
{
	switch (status) {
	case NTRACE_BAD_START:
		return NTRACE_FOUND_BAD_START;
	case NTRACE_SHORT:
		return NTRACE_FOUND_SHORT;
	case NTRACE_EXTRA:
		return NTRACE_FOUND_EXTRA;
	case NTRACE_FIELD_TOO_LONG:
		return NTRACE_FOUND_FIELD_TOO_LONG;
	case NTRACE_MSG_TOO_LONG:
		return NTRACE_FOUND_MSG_TOO_LONG;
	default:
		return NTRACE_FOUND_BAD_MSEO;
	}
}

/*
 * Take one message, or the idle bytes or the damage at buf.
 * @return bytes taken; 0: the message continues after these bytes
 */
static size_t take(struct ntrace_flow *flow, const u8 *buf, size_t len)
{
	struct ntrace_msg msg;
	enum ntrace_status status;
	size_t used;

	if (*buf == NTRACE_IDLE) {
		used = ntrace_idle_count(buf, len);
		flow->idle_bytes += used;
		flow->offset += used;
		return used;
	}
	status = ntrace_msg_decode(&flow->settings.format, buf, len, &used,
				   &msg);
	if (status == NTRACE_MORE)
		return 0;
	if (status == NTRACE_OK) {
		take_msg(flow, &msg);
	} else {
		take_damage(flow, damage_kind(status), used);
		flow->skipping = (buf[used - 1] & 3) != 3;
	}
	flow->offset += used;
	flow->message++;
	return used;
}

/* Skip the rest of a damaged message. @return its bytes */
static size_t skip_damage(struct ntrace_flow *flow, const u8 *buf, size_t len)
{
	size_t used = ntrace_msg_skip(buf, len);

	flow->skipping = !used || (buf[used - 1] & 3) != 3;
	if (!is_next_part(flow))
		flow->bad_bytes += used;
	flow->offset += used;
	return used;
}

/* Take a message that began in an earlier call. @return bytes taken of buf */
static size_t take_carried(struct ntrace_flow *flow, const u8 *buf, size_t len)
{
	size_t before = flow->carried, used;

	while (flow->carried < sizeof(flow->carry) &&
	       flow->carried - before < len) {
		flow->carry[flow->carried] = buf[flow->carried - before];
		flow->carried++;
	}
	used = take(flow, flow->carry, flow->carried);
	if (!used)
		return flow->carried - before;
	flow->carried = 0;
	return used - before;
}

void ntrace_flow_feed(struct ntrace_flow *flow, const u8 *buf, size_t len)
{
	size_t pos = 0, used;

	if (flow->carried && len)
		pos = take_carried(flow, buf, len);
	while (pos < len) {
		if (flow->skipping)
			used = skip_damage(flow, buf + pos, len - pos);
		else
			used = take(flow, buf + pos, len - pos);
		if (!used)
			break;
		pos += used;
	}
	for (; pos < len; pos++)
		flow->carry[flow->carried++] = buf[pos];
}

void ntrace_flow_init(struct ntrace_flow *flow,
		      const struct ntrace_settings *settings,
		      const struct ntrace_image *image,
		      const struct ntrace_sink *sink,
		      struct ntrace_source *source, u32 max_sources,
		      struct ntrace_range *range, u32 max_ranges)
{
	*flow = (struct ntrace_flow){
		.settings = *settings,
		.image = image,
		.sink = sink,
		.source = source,
		.max_sources = max_sources,
		.range = range,
		.max_ranges = max_ranges,
	};
	flow->plain_kinds = ntrace_plain_kinds(settings);
	flow->i_cnt_max = settings->lenient ? 1u << 26 :
					      (1u << NTRACE_I_CNT_BITS) - 1;
	if (settings->format.addr_bits)
		flow->plain_kinds = 0;
	flow->enough = max_ranges / 2 < BATCH ? max_ranges / 2 : BATCH;
	flow->hist_bits = settings->lenient ? 63 : NTRACE_HIST_BITS;
	if (!settings->work_max)
		flow->settings.work_max = NTRACE_WORK_DEFAULT;
	ntrace_flow_pool(flow, flow->own_pool, NTRACE_POOL_LEAST);
}

void ntrace_flow_image(struct ntrace_flow *flow,
		       const struct ntrace_image *image)
{
	u32 i;

	flow->image = image;
	for (i = 0; i < flow->num_sources; i++)
		flow->source[i].region = NULL;
}

void ntrace_flow_part(struct ntrace_flow *flow, enum ntrace_part part,
		      u64 offset)
{
	flow->part = (u8)part;
	flow->offset = offset;
}

bool ntrace_flow_resume(struct ntrace_flow *flow,
			const struct ntrace_resume *resume)
{
	struct ntrace_source *source = new_source(flow, resume->src);

	if (!source)
		return false;
	source->mode = resume->mode;
	source->priv = resume->priv;
	source->has_time = resume->has_time;
	source->time = resume->time;
	source->scontext = resume->scontext;
	source->hcontext = resume->hcontext;
	return true;
}

size_t ntrace_flow_cut(const u8 *buf, size_t len, size_t from)
{
	if (!from || from >= len)
		return from ? len : 0;
	return from - 1 + ntrace_msg_skip(buf + from - 1, len - from + 1);
}

void ntrace_flow_end_part(struct ntrace_flow *flow)
{
	flow->at_end = true;
	flow->end = flow->offset + flow->carried;
}

bool ntrace_flow_part_done(const struct ntrace_flow *flow)
{
	u32 i;

	for (i = 0; i < flow->num_sources; i++)
		if (flow->source[i].state != NTRACE_DONE)
			return false;
	return flow->at_end;
}

static bool knows_source(const struct ntrace_flow *flow, u16 src)
{
	u32 i;

	for (i = 0; i < flow->num_sources; i++)
		if (flow->source[i].src == src)
			return true;
	return false;
}

u32 ntrace_flow_unclaimed(struct ntrace_flow *const *part, u32 num)
{
	struct ntrace_source *source;
	u32 k, i, before, found = 0;

	for (k = 1; k < num; k++) {
		for (i = 0; i < part[k]->num_sources; i++) {
			source = &part[k]->source[i];
			for (before = 0; before < k; before++)
				if (knows_source(part[before], source->src))
					break;
			if (before < k || !source->unclaimed)
				continue;
			ntrace_flow_found(part[k], source,
					  NTRACE_FOUND_NOT_SYNCED,
					  source->unclaimed);
			found++;
		}
	}
	return found;
}

/* Report the state of a source at the end of the stream. */
static void finish_source(struct ntrace_flow *flow,
			  struct ntrace_source *source)
{
	if (source->state != NTRACE_RUNNING)
		return;
	make_current(flow, source);
	ntrace_flow_tail(flow, source);
	ntrace_flow_found(flow, source, NTRACE_FOUND_NO_END, 0);
}

bool ntrace_flow_finish(struct ntrace_flow *flow)
{
	u32 i;

	if (flow->carried)
		take_damage(flow, NTRACE_FOUND_CUT, flow->carried);
	flow->offset += flow->carried;
	flow->tcode = NTRACE_TCODES;
	for (i = 0; i < flow->num_sources; i++)
		finish_source(flow, &flow->source[i]);
	ntrace_batch_deliver(flow, 1);
	ntrace_strides_tell(flow);
	return !flow->findings[NTRACE_CLASS_ERROR] &&
	       !flow->findings[NTRACE_CLASS_RULE];
}
