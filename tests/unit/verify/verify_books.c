// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rules of each verification of any trace: numbers follow from its groups, both
 * sides end in the same state, and every path has the same results.
 */
#include <string.h>

#include <base/bits.h>
#include <insn/csrs.h>

#include "verify_books.h"

struct books {
	const struct vrig *rig;
	struct tandem_decoder decoder;
	struct verify_totals totals; /* totals that only the trace has */
	struct verify_past past[VERIFY_HISTORY];
	size_t finding; /* index of the next finding */
	u64 divergences;
	const char *why;
};

static void expect(struct books *b, bool holds, const char *why)
{
	if (!holds && !b->why)
		b->why = why;
}

static bool is_step(const struct tandem_group *g)
{
	u32 i;

	if (g->insn_bits || tandem_group_has(g, TANDEM_INCPC) ||
	    tandem_group_has_state(g, TANDEM_PC) ||
	    tandem_group_has_state(g, TANDEM_PRIV))
		return g->close != TANDEM_OUTSIDE;
	for (i = 0; i < g->num; i++) {
		if (g->element[i].op == TANDEM_REG &&
		    (g->element[i].reg == CSR_MCAUSE ||
		     g->element[i].reg == CSR_SCAUSE))
			return g->close != TANDEM_OUTSIDE;
	}
	return false;
}

/* Findings have the group, its place and its instruction, and are in order. */
static void judge_findings(struct books *b)
{
	const struct tandem_group *g = &b->decoder.group;
	bool rules = false, others = false;

	for (; b->finding < b->rig->num; b->finding++) {
		const struct verify_finding *f = &b->rig->finding[b->finding];

		if (f->group != b->totals.groups)
			break;
		/* rules come first, as a divergence of their own */
		if (f->kind == VERIFY_FOUND_RULE)
			b->divergences += !rules;
		else
			b->divergences += !others;
		rules |= f->kind == VERIFY_FOUND_RULE;
		others |= f->kind != VERIFY_FOUND_RULE;
		b->totals.findings[f->kind]++;
		expect(b, f->divergence + 1 == b->divergences,
		       "number of the divergence");
		expect(b, f->insn == b->totals.insns,
		       "number of the instruction");
		expect(b,
		       f->offset == g->offset || f->kind == VERIFY_FOUND_STREAM,
		       "place of the finding");
	}
}

static void take_group(struct books *b)
{
	const struct tandem_group *g = &b->decoder.group;
	struct verify_past *past = &b->past[b->totals.insns % VERIFY_HISTORY];
	bool reset = tandem_group_has(g, TANDEM_RESET);
	bool init = !reset && tandem_group_has(g, TANDEM_INIT);

	judge_findings(b);
	b->totals.groups++;
	b->totals.resets += reset;
	b->totals.inits += init;
	if (reset || init || !is_step(g))
		return;
	b->totals.insns++;
	*past = (struct verify_past){
		.offset = g->offset,
		.insn = g->insn,
		.bytes = g->insn_bits / 8,
	};
}

/* The step this number of steps before the last one */
static const struct verify_past *past_of(const struct verify *v, u32 back)
{
	return &v->past[(v->past_next - 1 - back) % VERIFY_HISTORY];
}

static void judge_past(struct books *b)
{
	const struct verify *v = &b->rig->v;
	bool all = b->totals.insns <= VERIFY_HISTORY, as_told;
	u32 num = all ? (u32)b->totals.insns : VERIFY_HISTORY, back, traps = 0;

	as_told = !b->rig->num &&
		  !(v->config.absent & VERIFY_PART(VERIFY_INSN));
	expect(b, all ? v->past_next == num : v->past_next >= num,
	       "number of past steps");
	for (back = 0; back < num; back++) {
		const struct verify_past *past = past_of(v, back), *told;

		told = &b->past[(b->totals.insns - 1 - back) % VERIFY_HISTORY];
		traps += past->kind != MODEL_RETIRED;
		expect(b, past->offset == told->offset, "place of a past step");
		if (!as_told || past->kind != MODEL_RETIRED)
			continue;
		expect(b, past->insn == told->insn || !past->bytes,
		       "instruction of a past step");
		expect(b, past->bytes == told->bytes, "length of a past step");
	}
	if (all)
		expect(b, traps == v->totals.exceptions + v->totals.interrupts,
		       "number of traps");
}

static void judge_totals(struct books *b, u64 bytes)
{
	const struct verify *v = &b->rig->v;
	u64 sum = 0;
	u32 i;

	expect(b, v->totals.bytes == bytes, "number of bytes");
	expect(b, v->totals.groups == b->totals.groups, "number of groups");
	expect(b, v->totals.insns == b->totals.insns, "number of steps");
	expect(b, v->totals.inits == b->totals.inits,
	       "number of state initializations");
	expect(b, v->totals.resets == b->totals.resets, "number of resets");
	expect(b, v->totals.divergences == b->divergences,
	       "number of divergences");
	for (i = 0; i < VERIFY_FINDING_KINDS; i++) {
		sum += v->totals.findings[i];
		expect(b, v->totals.findings[i] == b->totals.findings[i],
		       "number of findings of a kind");
	}
	expect(b, sum == b->rig->num && verify_findings(v) == sum,
	       "number of findings");
}

/* Registers that are views of others */
static bool is_view(u16 reg)
{
	static const u16 views[] = { CSR_FFLAGS, CSR_FRM, CSR_SSTATUS,
				     CSR_SIE,	 CSR_SIP, CSR_SCTRCTL };
	u32 i;

	for (i = 0; i < array_size(views); i++) {
		if (views[i] == reg)
			return true;
	}
	return (reg & ~0x9fu) == CSR_CYCLE;
}

/* Bits that are decided outside, and not in the trace, may differ. */
static u64 common_bits(const struct verify *v, u16 reg)
{
	u32 i;

	if (is_view(reg))
		return 0;
	/* decided outside, but the model gets its breakpoints from the trace */
	if (reg >= CSR_TSELECT && reg <= CSR_TINFO)
		return ~0ull;
	if (reg >= TANDEM_GPR(0) && v->config.absent)
		return 0;
	for (i = 0; i < v->config.masks; i++) {
		if (v->config.mask[i].reg == reg)
			return ~(v->config.mask[i].outside |
				 v->config.mask[i].absent);
	}
	return ~0ull;
}

/* After each group the model has the state of the trace. */
static void judge_sides(struct books *b)
{
	const struct verify *v = &b->rig->v;
	const struct verify_model *m = v->state.model;
	u64 value = 0;
	u16 reg;

	for (reg = 0; reg < TANDEM_REGS; reg++) {
		if (m->read(m->user, reg, &value))
			expect(b,
			       !((value ^ v->state.reg[reg]) &
				 common_bits(v, reg)),
			       "a register of both sides");
	}
	expect(b,
	       m->read(m->user, MODEL_PC, &value) &&
		       value == (v->state.pc & ~1ull),
	       "the pc of both sides");
	expect(b,
	       m->read(m->user, MODEL_PRIV, &value) && value == v->state.priv,
	       "the privilege of both sides");
	expect(b,
	       m->read(m->user, MODEL_MTIME, &value) && value == v->state.mtime,
	       "the time of both sides");
}

/* A page's count of missing bytes is the number of its unknown bytes. */
static void judge_pages(struct books *b)
{
	const struct verify_page *page;
	u32 i, at, missing;

	for (i = 0; i < VERIFY_MEMORY_BUCKETS; i++) {
		for (page = b->rig->memory.bucket[i]; page; page = page->next) {
			missing = MODEL_PAGE;
			for (at = 0; at < MODEL_PAGE; at++)
				missing -= page->known[at / 8] >> at % 8 & 1;
			expect(b, missing == page->missing,
			       "number of unknown bytes");
		}
	}
}

const char *verify_books(const struct vrig *rig, const u8 *bytes, size_t len)
{
	static struct tandem_element element[VRIG_ROOM];
	struct books b = { .rig = rig };
	enum tandem_status status;

	tandem_decoder_init(&b.decoder, &rig->config.params, element,
			    VRIG_ROOM);
	tandem_decoder_feed(&b.decoder, bytes, len);
	while ((status = tandem_decoder_next(&b.decoder)) == TANDEM_OK)
		take_group(&b);
	if (status == TANDEM_MORE &&
	    tandem_decoder_finish(&b.decoder) == TANDEM_OK &&
	    b.decoder.group.close != TANDEM_CUT && b.decoder.group.num)
		take_group(&b);
	judge_findings(&b);
	judge_totals(&b, len);
	judge_past(&b);
	judge_sides(&b);
	judge_pages(&b);
	expect(&b,
	       !rig->memory.trial && !rig->v.group.trying &&
		       !rig->memory.outside,
	       "end of a trial");
	return b.why;
}

/* --- two ways to the same end ---------------------------------------------- */

static bool same_pages(const struct verify_memory *a,
		       const struct verify_memory *b)
{
	const struct verify_page *page, *other;
	u32 i;

	for (i = 0; i < VERIFY_MEMORY_BUCKETS; i++) {
		for (page = a->bucket[i]; page; page = page->next) {
			other = b->bucket[i];
			while (other && other->paddr != page->paddr)
				other = other->next;
			if (!other || other->missing != page->missing ||
			    memcmp(other->known, page->known,
				   sizeof(page->known)) != 0 ||
			    memcmp(other->bytes, page->bytes,
				   sizeof(page->bytes)) != 0)
				return false;
		}
	}
	return true;
}

static bool same_totals(const struct verify_totals *a,
			const struct verify_totals *b)
{
	return a->insns == b->insns && a->exceptions == b->exceptions &&
	       a->interrupts == b->interrupts && a->inits == b->inits &&
	       a->resets == b->resets && a->believed == b->believed &&
	       a->copied == b->copied && a->divergences == b->divergences &&
	       a->adopted == b->adopted &&
	       !memcmp(a->findings, b->findings, sizeof(a->findings));
}

static bool same_past(const struct verify *a, const struct verify *b)
{
	u32 i;

	for (i = 0; i < VERIFY_HISTORY; i++) {
		const struct verify_past *p = past_of(a, i), *q = past_of(b, i);

		if (p->offset != q->offset || p->pc != q->pc ||
		    p->insn != q->insn || p->bytes != q->bytes ||
		    p->priv != q->priv || p->kind != q->kind ||
		    p->cause != q->cause)
			return false;
	}
	return true;
}

static bool same_model(const struct verify *a, const struct verify *b)
{
	u64 one = 0, other = 0;
	u16 reg;

	for (reg = 0; reg < TANDEM_REGS; reg++) {
		if (a->state.model->read(a->state.model->user, reg, &one) !=
			    b->state.model->read(b->state.model->user, reg,
						 &other) ||
		    ((one ^ other) & common_bits(a, reg)))
			return false;
	}
	a->state.model->read(a->state.model->user, MODEL_RESERVATION, &one);
	b->state.model->read(b->state.model->user, MODEL_RESERVATION, &other);
	return one == other;
}

static bool same_count(const struct verify_count *a,
		       const struct verify_count *b)
{
	return a->known == b->known && a->adds == b->adds &&
	       a->mode == b->mode && (!a->known || a->value == b->value);
}

const char *verify_books_differ(const struct vrig *one,
				const struct vrig *other)
{
	const struct verify *a = &one->v, *b = &other->v;

	if (!same_totals(&a->totals, &b->totals))
		return "totals";
	if (a->state.pc != b->state.pc || a->state.priv != b->state.priv ||
	    a->state.mtime != b->state.mtime)
		return "pc, privilege or time";
	if (memcmp(a->state.reg, b->state.reg, sizeof(a->state.reg)) != 0)
		return "registers";
	if (memcmp(a->state.writer, b->state.writer, sizeof(a->state.writer)) !=
		    0 ||
	    memcmp(a->state.store, b->state.store, sizeof(a->state.store)) != 0)
		return "writers";
	if (!same_past(a, b))
		return "past steps";
	if (!same_model(a, b))
		return "the model";
	if (!same_count(&a->state.count, &b->state.count))
		return "minstret";
	if (!same_pages(&one->memory, &other->memory) ||
	    !same_pages(&other->memory, &one->memory))
		return "memory";
	return NULL;
}
