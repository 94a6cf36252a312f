// SPDX-License-Identifier: BSD-2-Clause
/*
 * Findings: names, texts, and their delivery to the caller; the last writer of
 * a register or of memory, and the values that an instruction reads.
 */
#include <insn/insn.h>
#include "verify_internal.h"

#define FINDING_INFO(name, text) [VERIFY_FOUND_##name] = { #name, text },

const struct verify_finding_info verify_finding_info[VERIFY_FINDING_KINDS] = {
	VERIFY_FINDINGS(FINDING_INFO)
};

#define FAULT_NAME(name, text) [VERIFY_FAULT_##name] = #name,
#define FAULT_TEXT(name, text) [VERIFY_FAULT_##name] = text,

const char *verify_fault_name(enum verify_fault fault)
{
	static const char *const names[] = { VERIFY_FAULTS(FAULT_NAME) };

	return names[fault < VERIFY_FAULT_KINDS ? fault : VERIFY_FAULT_UNKNOWN];
}

const char *verify_fault_text(enum verify_fault fault)
{
	static const char *const texts[] = { VERIFY_FAULTS(FAULT_TEXT) };

	return texts[fault < VERIFY_FAULT_KINDS ? fault : VERIFY_FAULT_UNKNOWN];
}

const char *verify_why_text(enum verify_why why)
{
	static const char *const texts[VERIFY_WHYS] = {
		[VERIFY_WHY_UNKNOWN] = "not to be taken now",
		[VERIFY_WHY_NOT_PENDING] = "not pending in mip",
		[VERIFY_WHY_NOT_ENABLED] = "not enabled in mie",
		[VERIFY_WHY_MASKED] = "masked by mstatus or the privilege",
		[VERIFY_WHY_PRIORITY] = "another one comes first",
	};

	return texts[why < VERIFY_WHYS ? why : VERIFY_WHY_UNKNOWN];
}

enum verify_finding_kind verify_finding_of(u16 reg)
{
	if (reg < TANDEM_GPR(0))
		return VERIFY_FOUND_CSR;
	return reg < TANDEM_FPR(0) ? VERIFY_FOUND_GPR : VERIFY_FOUND_FPR;
}

struct verify_finding *verify_finding_add(struct verify_group *g,
					  enum verify_finding_kind kind,
					  u64 expected, u64 seen)
{
	/* the last place is for findings without room, and is never reported */
	struct verify_finding *finding = &g->room->finding[g->findings];

	if (g->findings < VERIFY_PENDING_MAX)
		g->findings++;
	*finding = (struct verify_finding){
		.kind = (u8)kind,
		.expected = expected,
		.seen = seen,
	};
	return finding;
}

/* --- the fault ------------------------------------------------------------- */

u32 verify_kinds_of(const struct verify_group *g)
{
	u32 kinds = 0, i;

	for (i = 0; i < g->findings; i++)
		kinds |= 1u << g->room->finding[i].kind;
	return kinds;
}

static bool has_cause(const struct verify_group *g)
{
	u64 cause;

	return verify_change_cause(g, &cause) &&
	       (g->step.did->kind == MODEL_EXCEPTION || g->trace->states);
}

/* The trace has a trap and the model has none, or the other way round. */
static bool is_trap(const struct verify_group *g, u32 kinds)
{
	return g->step.did && (kinds & (KIND(PC) | KIND(CSR))) &&
	       (g->step.did->kind == MODEL_EXCEPTION) != has_cause(g);
}

/* Each kind alone explains a finding, with any `others`; the first row
 * decides. */
static const struct {
	u32 kinds; /* at least one of them */
	u32 others;
	enum verify_fault fault;
} faults[] = {
	{ KIND(RULE) | KIND(STREAM) | KIND(MODEL), ~0u, VERIFY_FAULT_FORMAT },
	{ KIND(LOST), ~0u, VERIFY_FAULT_LOST },
	{ KIND(DROPPED), ~0u, VERIFY_FAULT_DROPPED },
	{ KIND(STRAY) | KIND(PTE), ~0u, VERIFY_FAULT_OUTSIDE },
	{ KIND(INTERRUPT) | KIND(LATENCY), ~0u, VERIFY_FAULT_INTERRUPT },
	{ KIND(INSN), ~0u, VERIFY_FAULT_CODE },
	{ KIND(EADDR) | KIND(PADDR) | KIND(PCPADDR), ~0u,
	  VERIFY_FAULT_ADDRESS },
	{ KIND(SDATA), KIND(MEMREQ), VERIFY_FAULT_STORE },
	{ KIND(MEMREQ), 0, VERIFY_FAULT_STORE },
	{ KIND(MEMRSP), KIND(GPR) | KIND(FPR), VERIFY_FAULT_MEMORY },
	{ KIND(GPR) | KIND(FPR) | KIND(CSR), 0, VERIFY_FAULT_WRITEBACK },
	{ KIND(PC) | KIND(PRIV), 0, VERIFY_FAULT_JUMP },
};

static enum verify_fault fault_of(const struct verify_group *g)
{
	u32 kinds = verify_kinds_of(g), i;

	if (g->of_memory)
		return VERIFY_FAULT_MEMORY;
	if (!(kinds & (KIND(RULE) | KIND(STREAM) | KIND(MODEL) | KIND(STRAY) |
		       KIND(LOST) | KIND(DROPPED))) &&
	    is_trap(g, kinds))
		return VERIFY_FAULT_TRAP;
	for (i = 0; i < array_size(faults); i++) {
		if ((kinds & faults[i].kinds) &&
		    !(kinds & ~(faults[i].kinds | faults[i].others)))
			return faults[i].fault;
	}
	return VERIFY_FAULT_UNKNOWN;
}

/* --- the report ------------------------------------------------------------ */

void verify_finding_report(struct verify *v)
{
	struct verify_group *g = &v->group;
	enum verify_fault fault;
	u32 i;

	if (!g->findings)
		return;
	fault = fault_of(g);
	for (i = 0; i < g->findings; i++) {
		struct verify_finding *finding = &g->room->finding[i];

		finding->offset = g->offset;
		finding->group = v->totals.groups;
		finding->insn = v->totals.insns;
		finding->divergence = v->totals.divergences;
		finding->fault = (u8)fault;
		v->totals.findings[finding->kind]++;
		v->found(v->user, v, finding);
	}
	v->totals.divergences++;
	g->findings = 0;
	g->of_memory = false;
}

/* --- writers --------------------------------------------------------------- */

/* 8 aligned bytes share one writer. */
static u32 slot_of(u64 paddr)
{
	return (u32)(paddr / 8 ^ paddr / 8 / VERIFY_STORES) % VERIFY_STORES;
}

void verify_origin_store(struct verify_state *s, const struct model_step *did,
			 struct verify_writer writer)
{
	s->store[slot_of(did->paddr)] =
		(struct verify_stored){ did->paddr & ~7ull, writer };
}

void verify_origin_step(struct verify_state *s, const struct verify_group *g)
{
	const struct verify_writer writer = { g->insn + 1, s->pc };
	const struct model_step *did = g->step.did;
	u32 i;

	for (i = 0; i < g->changes; i++)
		s->writer[g->room->change[i].reg] = writer;
	if (did->access_bytes && did->kind == MODEL_RETIRED &&
	    !did->sc_failed && did->access != MODEL_LOAD &&
	    did->access != MODEL_LR && did->access <= MODEL_CBO_ZERO)
		verify_origin_store(s, did, writer);
}

static u32 add_register(const struct verify_state *s,
			struct verify_origin *origin, u32 num, u16 reg)
{
	u32 i;

	if (reg == TANDEM_GPR(0) || num == VERIFY_ORIGINS_MAX)
		return num;
	for (i = 0; i < num; i++) {
		if (!origin[i].memory && origin[i].reg == reg)
			return num;
	}
	origin[num] = (struct verify_origin){
		.reg = reg,
		.value = s->reg[reg],
		.writer = s->writer[reg],
	};
	return num + 1;
}

static u32 add_memory(const struct verify_state *s,
		      const struct verify_group *g,
		      struct verify_origin *origin, u32 num)
{
	const struct model_step *did = g->step.did;
	const struct verify_stored *stored = &s->store[slot_of(did->paddr)];

	if (!did->access_bytes || did->kind != MODEL_RETIRED ||
	    (did->access != MODEL_LOAD && did->access != MODEL_LR))
		return num;
	origin[num] = (struct verify_origin){
		.memory = true,
		.paddr = did->paddr,
		.value = did->loaded,
	};
	/* memory has the trace's value already */
	if (g->of_memory)
		origin[num].value = g->room->finding[0].expected &
				    verify_bytes_mask(did->access_bytes);
	if (stored->paddr == (did->paddr & ~7ull))
		origin[num].writer = stored->writer;
	return num + 1;
}

static bool is_float(u32 opcode)
{
	return opcode >= OPCODE_MADD && opcode <= OPCODE_OP_FP;
}

/* Conversions and moves from integer registers to floating point */
static bool is_from_integer(u32 word)
{
	return insn_opcode(word) == OPCODE_OP_FP && (word >> 27 & 0x1b) == 0x1a;
}

static bool reads_rs1(u32 word)
{
	u32 opcode = insn_opcode(word);

	if (opcode == OPCODE_SYSTEM)
		return (insn_funct3(word) & 3) && !(insn_funct3(word) & 4);
	return opcode != OPCODE_LUI && opcode != OPCODE_AUIPC &&
	       opcode != OPCODE_JAL;
}

/* Arithmetic, sign injection, minimum; comparison; the rest of OP-FP has one
 * operand */
static bool has_two(u32 word)
{
	u32 funct5 = word >> 27;

	return insn_opcode(word) != OPCODE_OP_FP || funct5 <= 5 ||
	       funct5 == 0x14;
}

static bool reads_rs2(u32 word)
{
	u32 opcode = insn_opcode(word);

	return opcode == OPCODE_STORE || opcode == OPCODE_STORE_FP ||
	       opcode == OPCODE_BRANCH || opcode == OPCODE_OP ||
	       opcode == OPCODE_OP_32 || opcode == OPCODE_AMO ||
	       (is_float(opcode) && has_two(word));
}

static u32 add_sources(const struct verify_state *s,
		       const struct verify_group *g,
		       struct verify_origin *origin, u32 num)
{
	const struct insn_isa isa = { .xlen = s->config->params.xlen };
	const struct model_step *did = g->step.did;
	u32 word = did->bytes == 2 ? insn_expand((u16)did->insn, &isa) :
				     did->insn;
	bool is_f = is_float(insn_opcode(word));
	u32 rs1 = insn_rs1(word), rs2 = insn_rs2(word);

	if (!did->bytes)
		return num;
	if (reads_rs1(word))
		num = add_register(s, origin, num,
				   is_f && !is_from_integer(word) ?
					   TANDEM_FPR(rs1) :
					   TANDEM_GPR(rs1));
	if (reads_rs2(word))
		num = add_register(s, origin, num,
				   is_f || insn_opcode(word) ==
							   OPCODE_STORE_FP ?
					   TANDEM_FPR(rs2) :
					   TANDEM_GPR(rs2));
	if (insn_is_csr(word))
		num = add_register(s, origin, num,
				   verify_view_of(s, insn_csr(word)).reg);
	return num;
}

/* True if the group's instruction itself is wrong. */
static bool is_of_step(const struct verify_group *g)
{
	const struct verify_finding *first = g->room->finding;

	return g->step.did && first->kind < VERIFY_FOUND_STRAY &&
	       verify_group_kind(g->trace) == VERIFY_GROUP_STEP;
}

u32 verify_origins(const struct verify *v, struct verify_origin *origin)
{
	const struct verify_state *s = &v->state;
	const struct verify_group *g = &v->group;
	const struct verify_finding *finding = g->room->finding;
	u32 num = 0, i;

	if (!is_of_step(g))
		return 0;
	num = add_memory(s, g, origin, num);
	num = add_sources(s, g, origin, num);
	for (i = 0; i < g->findings; i++) {
		if (finding[i].missing && finding[i].reg)
			num = add_register(s, origin, num, finding[i].reg);
	}
	return num;
}
