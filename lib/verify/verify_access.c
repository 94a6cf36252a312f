// SPDX-License-Identifier: BSD-2-Clause
/*
 * Memory accesses: addresses and store data as the instruction sees them, and
 * requests and responses as the bus saw them.
 */
#include "verify_internal.h"

/* Elements and additional state of an access */
#define ACCESS_OPS (1u << TANDEM_MEMREQ | 1u << TANDEM_MEMRSP)
#define ACCESS_STATES \
	(1u << TANDEM_PADDR | 1u << TANDEM_EADDR | VERIFY_SDATA_STATES)

/* The requests and responses of one group. */
struct requests {
	u64 loaded; /* bytes of the access that requests read, a bit each */
	u64 stored; /* the same for requests that wrote */
	u64 answered;
};

static bool is_store(unsigned int access)
{
	return access == MODEL_STORE || access == MODEL_SC;
}

static bool is_load(unsigned int access)
{
	return access == MODEL_LOAD || access == MODEL_LR;
}

static bool is_amo(unsigned int access)
{
	return access >= MODEL_AMO_SWAP && access <= MODEL_AMO_MAXU;
}

/* True if memory was reached; a trap, or a failed sc, does not reach it. */
static bool is_made(const struct model_step *did)
{
	return did->access_bytes && did->kind == MODEL_RETIRED &&
	       !did->sc_failed && did->access <= MODEL_AMO_MAXU;
}

/* @param must an access that was made has to have it */
static void judge_address(struct verify_group *g, enum tandem_state state,
			  enum verify_finding_kind kind, bool must, bool has,
			  u64 expected)
{
	bool sent = tandem_group_has_state(g->trace, state);
	u64 seen = sent ? g->trace->state[state] : 0;

	if (sent ? has && seen == expected : !must || !is_made(g->step.did))
		return;
	verify_finding_add(g, kind, has ? expected : 0, seen)->missing = !sent;
}

static void judge_sdata_value(struct verify_group *g, unsigned int bits,
			      u64 seen)
{
	const struct model_step *did = g->step.did;
	u64 mask = verify_bytes_mask(did->access_bytes);
	/* Bluespec's cores send the 0 of register x0 with an lr. */
	u64 expected = did->access == MODEL_LR ? 0 : did->data & mask;
	bool stores = did->access_bytes && did->access != MODEL_LOAD;

	/* Of an AMO some cores send the operand, others the new value of
	 * memory. */
	if (is_amo(did->access) && seen == (did->stored & mask))
		expected = seen;
	if (!stores || bits != did->access_bytes * 8u || seen != expected)
		verify_finding_add(g, VERIFY_FOUND_SDATA, expected, seen);
}

static void judge_sdata(struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	u32 sent = g->trace->states & VERIFY_SDATA_STATES;
	unsigned int id;

	if (!(g->judged & VERIFY_PART(VERIFY_SDATA)))
		return;
	for (id = TANDEM_SDATA8; id <= TANDEM_SDATA64; id++) {
		if (sent >> id & 1)
			judge_sdata_value(g, 8u << (id - TANDEM_SDATA8),
					  g->trace->state[id]);
	}
	if (!sent && (g->required & VERIFY_PART(VERIFY_SDATA)) &&
	    is_made(did) && !is_load(did->access))
		verify_finding_add(g, VERIFY_FOUND_SDATA, did->data, 0)
			->missing = true;
}

/*
 * Bytes of the access that a request covers.
 * @return a bit for each byte; 0: part of the request lies outside the access
 */
static u64 request_bytes(const struct model_step *did,
			 const struct tandem_element *e, unsigned int *first)
{
	unsigned int bytes = e->bits / 8;
	u64 offset = e->address - did->paddr;

	if (!is_made(did))
		return 0;
	if (did->split && offset >= did->access_bytes)
		offset = e->address - did->paddr2 +
			 (MODEL_PAGE - did->paddr % MODEL_PAGE);
	if (offset >= did->access_bytes || offset + bytes > did->access_bytes)
		return 0;
	*first = (unsigned int)offset;
	return bits_low64(bytes) << offset;
}

static void bad_request(struct verify_group *g, const struct tandem_element *e,
			u64 expected, u64 seen)
{
	verify_finding_add(g,
			   e->op == TANDEM_MEMREQ ? VERIFY_FOUND_MEMREQ :
						    VERIFY_FOUND_MEMRSP,
			   expected, seen)
		->detail = e->id;
}

/* Data of a request or response must equal memory, as far as it is known. */
static void judge_known(const struct verify_state *s, struct verify_group *g,
			const struct tandem_element *e, u64 address)
{
	u64 value;

	if (e->data && e->result == 0 &&
	    s->model->read_memory(s->model->user, address, e->bits / 8u,
				  &value) &&
	    value != e->value)
		bad_request(g, e, value, e->value);
}

/* The data of an AMO's request: its operand; of a plain store: its result. */
static u64 stored_value(const struct model_step *did,
			const struct tandem_element *e)
{
	return is_amo(did->access) && e->id == TANDEM_STORE ? did->stored :
							      did->data;
}

static bool is_store_request(unsigned int id)
{
	return is_store(id) || is_amo(id);
}

/* True if the kind of request fits: an AMO may come as a load and a store. */
static bool is_kind(const struct model_step *did, unsigned int id)
{
	if (id == did->access)
		return true;
	return is_amo(did->access) && (id == TANDEM_LOAD || id == TANDEM_STORE);
}

static void judge_request(struct verify_group *g,
			  const struct tandem_element *e, struct requests *r)
{
	const struct model_step *did = g->step.did;
	bool exact = g->required & VERIFY_PART(VERIFY_MEMREQ);
	unsigned int first = 0;
	u64 covered = request_bytes(did, e, &first);
	u64 mask = verify_bytes_mask(e->bits / 8u), expected;

	if (e->id == TANDEM_FETCH)
		return;
	if (!covered || !is_kind(did, e->id)) {
		/* a request outside of the access may read, but not write */
		if (exact || is_store_request(e->id))
			bad_request(g, e, is_made(did) ? did->paddr : 0,
				    e->address);
		return;
	}
	if (is_store_request(e->id)) {
		expected = stored_value(did, e) >> 8 * first & mask;
		if (e->data && e->value != expected)
			bad_request(g, e, expected, e->value);
		if (r->stored & covered)
			bad_request(g, e, did->paddr, e->address);
		r->stored |= covered;
	}
	if (!is_store(e->id)) {
		if (r->loaded & covered)
			bad_request(g, e, did->paddr, e->address);
		r->loaded |= covered;
	}
}

static void judge_response(const struct verify_state *s, struct verify_group *g,
			   const struct tandem_element *request,
			   const struct tandem_element *e, struct requests *r)
{
	const struct model_step *did = g->step.did;
	unsigned int first = 0;
	u64 covered = request_bytes(did, request, &first);
	u64 expected = did->loaded >> 8 * first &
		       verify_bytes_mask(e->bits / 8u);

	if (request->id == TANDEM_FETCH || !covered) {
		judge_known(s, g, e, request->address);
		return;
	}
	if (e->result)
		bad_request(g, e, 0, e->result);
	r->answered |= covered;
	if (e->data && !is_store_request(e->id) && e->value != expected)
		bad_request(g, e, expected, e->value);
	if (e->data && is_amo(e->id) && e->value != expected)
		bad_request(g, e, expected, e->value);
}

/* Requests must cover all bytes of an access, if there are any or if
 * required. */
static void judge_coverage(struct verify_group *g, const struct requests *r)
{
	const struct model_step *did = g->step.did;
	bool required = g->required & VERIFY_PART(VERIFY_MEMREQ);
	u64 all, loads, stores;

	if (!is_made(did))
		return;
	all = bits_low64(did->access_bytes);
	loads = is_store(did->access) ? 0 : all;
	stores = is_load(did->access) ? 0 : all;
	if (((required || r->loaded) && r->loaded != loads) ||
	    ((required || r->stored) && r->stored != stores))
		verify_finding_add(g, VERIFY_FOUND_MEMREQ, did->paddr, 0)
			->missing = true;
	/* A response without data has little information, and may be
	 * missing. */
	if ((g->required & VERIFY_PART(VERIFY_MEMRSP)) &&
	    (r->answered & loads) != loads &&
	    (g->judged & VERIFY_PART(VERIFY_MEMRSP)))
		verify_finding_add(g, VERIFY_FOUND_MEMRSP, did->paddr, 0)
			->missing = true;
}

/* A block that cbo.zero clears: stores of 0 to all of the block, and no
 * others. */
static void judge_zero_request(struct verify_group *g,
			       const struct tandem_element *e,
			       struct requests *r)
{
	u64 block = g->step.did->paddr & ~(u64)(MODEL_CBO_BYTES - 1);
	u64 offset = e->address - block, covered;

	if (e->op != TANDEM_MEMREQ || e->id == TANDEM_FETCH)
		return;
	covered = bits_low64(e->bits / 8u) << (offset % MODEL_CBO_BYTES);
	if (e->id != TANDEM_STORE || e->value || offset >= MODEL_CBO_BYTES ||
	    offset + e->bits / 8u > MODEL_CBO_BYTES || (r->stored & covered))
		bad_request(g, e, block, e->address);
	r->stored |= covered;
}

static void judge_zero(struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;
	struct requests r = { 0 };
	u32 i;

	for (i = 0; i < trace->num; i++)
		judge_zero_request(g, &trace->element[i], &r);
	if ((r.stored || (g->required & VERIFY_PART(VERIFY_MEMREQ))) &&
	    ~r.stored)
		verify_finding_add(g, VERIFY_FOUND_MEMREQ, g->step.did->paddr,
				   0)
			->missing = true;
}

static void judge_requests(const struct verify_state *s, struct verify_group *g)
{
	const struct tandem_group *trace = g->trace;
	struct requests r = { 0 };
	u32 i;

	if (g->step.did->access_bytes == MODEL_CBO_BYTES &&
	    g->step.did->access == MODEL_CBO_ZERO &&
	    g->step.did->kind == MODEL_RETIRED) {
		judge_zero(g);
		return;
	}

	for (i = 0; i < trace->num; i++) {
		const struct tandem_element *e = &trace->element[i];

		if (e->op == TANDEM_MEMREQ)
			judge_request(g, e, &r);
		else if (e->op == TANDEM_MEMRSP && i > 0 &&
			 (g->judged & VERIFY_PART(VERIFY_MEMRSP)))
			judge_response(s, g, e - 1, e, &r);
	}
	judge_coverage(g, &r);
}

void verify_access_judge(const struct verify_state *s, struct verify_group *g)
{
	const struct model_step *did = g->step.did;
	bool faulted = did->kind == MODEL_EXCEPTION;
	bool same;

	if (!did->access_bytes && !(g->trace->ops & ACCESS_OPS) &&
	    !(g->trace->states & ACCESS_STATES))
		/* unseen: only faster: nothing is found below */
		return;
	same = did->vaddr == did->paddr &&
	       tandem_group_has_state(g->trace, TANDEM_PADDR);
	if (g->judged & VERIFY_PART(VERIFY_EADDR))
		judge_address(g, TANDEM_EADDR, VERIFY_FOUND_EADDR,
			      (g->required & VERIFY_PART(VERIFY_EADDR)) &&
				      !same,
			      did->access_bytes != 0, did->vaddr);
	if (g->judged & VERIFY_PART(VERIFY_PADDR))
		judge_address(g, TANDEM_PADDR, VERIFY_FOUND_PADDR,
			      (g->required & VERIFY_PART(VERIFY_PADDR)),
			      did->access_bytes != 0 && !faulted, did->paddr);
	judge_sdata(g);
	if (g->judged & VERIFY_PART(VERIFY_MEMREQ))
		judge_requests(s, g);
}
