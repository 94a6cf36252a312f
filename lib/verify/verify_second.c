// SPDX-License-Identifier: BSD-2-Clause
/*
 * A second trace behind the four operations. Its groups change a separate
 * shadow state, and each instruction or trap is a step. Changes of other groups
 * are reported with the next step.
 */
#include <verify/second.h>
#include "verify_internal.h"

size_t verify_second_bytes(void)
{
	return sizeof(struct verify_second);
}

void verify_second_init(struct verify_second *second,
			const struct tandem_params *params,
			struct tandem_element *element, u32 room,
			bool (*more)(void *user, const u8 **bytes, size_t *len),
			void *user)
{
	__builtin_memset(second, 0, sizeof(*second));
	second->more = more;
	second->user = user;
	second->config.params = *params;
	second->state.config = &second->config;
	second->state.xmask = params->xlen == 32 ? 0xffffffff : ~0ull;
	second->state.priv = MODEL_M;
	second->group.trace = &second->decoder.group;
	second->group.room = &second->room;
	second->group.step.did = &second->did;
	tandem_decoder_init(&second->decoder, params, element, room);
}

/* Take the last group, which no end closes, or the elements after it. */
static bool finish(struct verify_second *second)
{
	struct tandem_decoder *decoder = &second->decoder;

	second->over = true;
	second->status = tandem_decoder_finish(decoder);
	if (decoder->group.close == TANDEM_CUT)
		second->status = TANDEM_TRUNC;
	return second->status == TANDEM_OK && decoder->group.num;
}

static bool next_group(struct verify_second *second)
{
	struct tandem_decoder *decoder = &second->decoder;
	enum tandem_status status;
	const u8 *bytes;
	size_t len;

	while ((status = tandem_decoder_next(decoder)) == TANDEM_MORE) {
		if (!second->more(second->user, &bytes, &len))
			return finish(second);
		tandem_decoder_feed(decoder, bytes, len);
	}
	second->status = status;
	second->over = status != TANDEM_OK;
	return !second->over;
}

static void take_changes(struct verify_second *second)
{
	struct verify_state *s = &second->state;
	struct verify_group *g = &second->group;
	u32 i;

	verify_change_collect(s, g);
	for (i = 0; i < g->changes; i++) {
		const struct verify_change *change = &g->room->change[i];

		if (second->writes < VERIFY_CHANGES_MAX)
			second->write[second->writes++] = (struct model_write){
				.reg = change->reg,
				.value = change->trace,
			};
		s->reg[change->reg] = change->trace;
	}
}

static void take_place(struct verify_second *second)
{
	struct verify_state *s = &second->state;
	struct verify_group *g = &second->group;

	second->did.pc = s->pc;
	s->pc = verify_trace_pc(s, g);
	s->priv = verify_trace_priv(s, g);
	second->did.next_pc = s->pc;
	second->did.priv = s->priv;
}

/* No element says that an instruction has trapped. */
static void take_insn(struct verify_second *second)
{
	const struct tandem_group *trace = second->group.trace;
	struct model_step *did = &second->did;
	unsigned int top = second->config.params.xlen - 1u;
	u64 cause = 0;

	did->insn = trace->insn;
	did->bytes = trace->insn_bits / 8;
	did->kind = MODEL_RETIRED;
	if (did->bytes || !verify_change_cause(&second->group, &cause))
		return;
	did->kind = cause >> top & 1 ? MODEL_INTERRUPT : MODEL_EXCEPTION;
	did->cause = (u8)(cause & 63);
}

static void take_request(struct model_step *did, const struct tandem_element *e,
			 bool has_paddr)
{
	did->access = e->id;
	did->access_bytes = e->bits / 8;
	did->data = e->value;
	if (!has_paddr)
		did->paddr = e->address;
}

/* An AMO's store data may be its result; the request has the operand. */
static void take_sdata(struct model_step *did, unsigned int id, u64 value,
		       bool requested)
{
	did->stored = value;
	if (requested && did->access > MODEL_SC)
		return;
	if (!requested)
		did->access = MODEL_STORE;
	did->access_bytes = (u8)(1u << (id - TANDEM_SDATA8));
	did->data = value;
}

/* @return parts that this trace lacks */
static u32 take_access(struct verify_second *second)
{
	const struct tandem_group *g = second->group.trace;
	struct model_step *did = &second->did;
	u32 known = 0, sdata = g->states & VERIFY_SDATA_STATES, i;

	did->access_bytes = 0;
	if (g->states & (1u << TANDEM_EADDR | 1u << TANDEM_PADDR))
		did->access_bytes = 8;
	did->access = MODEL_LOAD;
	did->vaddr = g->state[TANDEM_EADDR];
	did->paddr = g->state[TANDEM_PADDR];
	if (tandem_group_has_state(g, TANDEM_EADDR))
		known |= VERIFY_PART(VERIFY_EADDR);
	if (tandem_group_has_state(g, TANDEM_PADDR))
		known |= VERIFY_PART(VERIFY_PADDR);
	for (i = 0; i < g->num; i++) {
		const struct tandem_element *e = &g->element[i];

		if (e->op == TANDEM_MEMREQ && e->id != TANDEM_FETCH) {
			take_request(did, e, known & VERIFY_PART(VERIFY_PADDR));
			known |= VERIFY_PART(VERIFY_MEMREQ);
		} else if (e->op == TANDEM_MEMRSP && e->data) {
			did->loaded = e->value;
			known |= VERIFY_PART(VERIFY_MEMRSP);
		}
	}
	if (sdata) {
		take_sdata(did, bits_ffs64(sdata), g->state[bits_ffs64(sdata)],
			   known & VERIFY_PART(VERIFY_MEMREQ));
		known |= VERIFY_PART(VERIFY_SDATA);
	}
	return ~known &
	       (VERIFY_PART(VERIFY_EADDR) | VERIFY_PART(VERIFY_PADDR) |
		VERIFY_PART(VERIFY_SDATA) | VERIFY_PART(VERIFY_MEMREQ) |
		VERIFY_PART(VERIFY_MEMRSP));
}

static bool is_step(const struct tandem_group *g)
{
	return verify_group_kind(g) == VERIFY_GROUP_STEP;
}

/*
 * A group without a step takes effect at once; the next step reports its
 * registers.
 */
static bool find_step(struct verify_second *second)
{
	const struct tandem_group *trace = second->group.trace;

	while (!second->ready && !second->over && next_group(second)) {
		second->ready = is_step(trace);
		if (second->ready)
			break;
		take_changes(second);
		if (tandem_group_has_state(trace, TANDEM_PC))
			second->state.pc = trace->state[TANDEM_PC];
		if (tandem_group_has_state(trace, TANDEM_PRIV))
			second->state.priv = (u8)trace->state[TANDEM_PRIV];
	}
	return second->ready;
}

enum tandem_status verify_second_status(const struct verify_second *second)
{
	return second->status;
}

bool verify_second_left(struct verify_second *second)
{
	return find_step(second);
}

bool verify_second_from(struct verify_second *second, u64 pc)
{
	while (find_step(second)) {
		if (second->state.pc == pc)
			return true;
		second->ready = false;
		take_changes(second);
		take_place(second);
	}
	return false;
}

static bool second_step(void *user, const struct model_input *in,
			struct verify_step *out)
{
	struct verify_second *second = user;

	(void)in;
	second->writes = 0;
	if (!find_step(second))
		return false;
	second->ready = false;
	take_changes(second);
	take_insn(second);
	take_place(second);
	out->did = &second->did;
	out->unknown = take_access(second);
	out->write = second->write;
	out->writes = second->writes;
	out->before = 0;
	out->pending = MODEL_INTERRUPT_NONE;
	return true;
}

static bool second_read(void *user, u32 element, u64 *value)
{
	const struct verify_second *second = user;

	*value = verify_shadow_read(&second->state, element);
	return true;
}

static bool second_write(void *user, u32 element, u64 value)
{
	struct verify_state *s = &((struct verify_second *)user)->state;

	if (element == MODEL_PC)
		s->pc = value;
	else if (element == MODEL_PRIV)
		s->priv = (u8)value;
	else if (element < TANDEM_REGS)
		s->reg[element] = value;
	return true;
}

bool verify_no_read(void *user, u64 paddr, unsigned int bytes, u64 *value)
{
	(void)user;
	(void)paddr;
	(void)bytes;
	*value = 0;
	return false;
}

void verify_no_write(void *user, u64 paddr, unsigned int bytes, u64 value)
{
	(void)user;
	(void)paddr;
	(void)bytes;
	(void)value;
}

static void second_reset(void *user)
{
	struct verify_state *s = &((struct verify_second *)user)->state;

	__builtin_memset(s->reg, 0, sizeof(s->reg));
	s->pc = 0;
	s->priv = MODEL_M;
}

struct verify_model verify_second_model(struct verify_second *second)
{
	return (struct verify_model){
		.user = second,
		.read = second_read,
		.read_memory = verify_no_read,
		.write = second_write,
		.write_memory = verify_no_write,
		.step = second_step,
		.reset = second_reset,
		.knows_traps = false,
	};
}
