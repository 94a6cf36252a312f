// SPDX-License-Identifier: BSD-2-Clause
/*
 * The last writer of a register, or of memory; and the values that an
 * instruction reads.
 */
#include <insn/insn.h>
#include "verify_internal.h"

/* 8 aligned bytes share one writer. */
static u32 slot_of(u64 paddr)
{
	return (u32)(paddr / 8 ^ paddr / 8 / VERIFY_STORES) % VERIFY_STORES;
}

void verify_origin_store(struct verify *v, const struct model_step *did)
{
	struct verify_stored *stored = &v->store[slot_of(did->paddr)];

	stored->paddr = did->paddr & ~7ull;
	stored->writer.insn = v->totals.insns + 1;
	stored->writer.pc = v->pc;
}

void verify_origin_step(struct verify *v)
{
	const struct model_step *did = v->step.did;
	u32 i;

	for (i = 0; i < v->shadow.changes; i++)
		verify_origin_register(v, v->shadow.change[i].reg);
	if (did->access_bytes && did->kind == MODEL_RETIRED &&
	    !did->sc_failed && did->access != MODEL_LOAD &&
	    did->access != MODEL_LR && did->access <= MODEL_CBO_ZERO)
		verify_origin_store(v, did);
}

static u32 add_register(const struct verify *v, struct verify_origin *origin,
			u32 num, u16 reg)
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
		.value = v->shadow.reg[reg],
		.writer = v->writer[reg],
	};
	return num + 1;
}

static u32 add_memory(const struct verify *v, struct verify_origin *origin,
		      u32 num)
{
	const struct model_step *did = v->step.did;
	const struct verify_stored *stored = &v->store[slot_of(did->paddr)];

	if (!did->access_bytes || did->kind != MODEL_RETIRED ||
	    (did->access != MODEL_LOAD && did->access != MODEL_LR))
		return num;
	origin[num] = (struct verify_origin){
		.memory = true,
		.paddr = did->paddr,
		.value = did->loaded,
	};
	/* memory has the trace's value already */
	if (v->findings.of_memory)
		origin[num].value = v->findings.finding[0].expected &
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

static u32 add_sources(const struct verify *v, struct verify_origin *origin,
		       u32 num)
{
	const struct insn_isa isa = { .xlen = v->config.params.xlen };
	const struct model_step *did = v->step.did;
	u32 word = did->bytes == 2 ? insn_expand((u16)did->insn, &isa) :
				     did->insn;
	bool is_f = is_float(insn_opcode(word));
	u32 rs1 = insn_rs1(word), rs2 = insn_rs2(word);

	if (!did->bytes)
		return num;
	if (reads_rs1(word))
		num = add_register(v, origin, num,
				   is_f && !is_from_integer(word) ?
					   TANDEM_FPR(rs1) :
					   TANDEM_GPR(rs1));
	if (reads_rs2(word))
		num = add_register(v, origin, num,
				   is_f || insn_opcode(word) ==
							   OPCODE_STORE_FP ?
					   TANDEM_FPR(rs2) :
					   TANDEM_GPR(rs2));
	if (insn_is_csr(word))
		num = add_register(v, origin, num,
				   verify_view_of(v, insn_csr(word)).reg);
	return num;
}

/* True if the group's instruction itself is wrong. */
static bool is_of_step(const struct verify *v)
{
	const struct verify_finding *first = v->findings.finding;

	return v->step.did && first->kind < VERIFY_FOUND_STRAY &&
	       verify_group_kind(v->group) == VERIFY_GROUP_STEP;
}

u32 verify_origins(const struct verify *v, struct verify_origin *origin)
{
	const struct verify_finding *finding = v->findings.finding;
	u32 num = 0, i;

	if (!is_of_step(v))
		return 0;
	num = add_memory(v, origin, num);
	num = add_sources(v, origin, num);
	for (i = 0; i < v->findings.num; i++) {
		if (finding[i].missing && finding[i].reg)
			num = add_register(v, origin, num, finding[i].reg);
	}
	return num;
}
