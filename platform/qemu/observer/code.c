// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Code that QEMU translated: kept once, with the possible effects of its
 * execution.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <insn/csrs.h>
#include <insn/opcodes.h>

#include "retire_internal.h"

#define TABLE_SIZE (1u << 17)
#define BLOCK_BYTES_MAX 4096

static struct retire_known *table[TABLE_SIZE];
static u32 num_known;
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

/* Bits of an instruction, from hi down to lo. */
static unsigned int bits(u32 code, unsigned int hi, unsigned int lo)
{
	return code >> lo & ((2u << (hi - lo)) - 1);
}

static bool arithmetic_may_trap(u32 code)
{
	unsigned int f3 = bits(code, 14, 12), f7 = bits(code, 31, 25);

	return f7 && !(f7 == 0x20 && (f3 == 0 || f3 == 5));
}

bool retire_may_trap(const u8 *code, size_t bytes)
{
	const struct insn_isa isa = { .xlen = (u8)retire.xlen };
	u32 word = 0;

	memcpy(&word, code, bytes < 4 ? bytes : 4);
	if ((word & 3) != 3)
		word = insn_expand((u16)word, &isa);
	switch (insn_opcode(word)) {
	case OPCODE_AUIPC:
	case OPCODE_LUI:
	case OPCODE_BRANCH:
	case OPCODE_JALR:
	case OPCODE_JAL:
		return false;
	case OPCODE_OP_IMM: /* shifts have reserved encodings, and those of
			     * extensions */
		return bytes == 4 && bits(word, 13, 12) == 1;
	case OPCODE_OP_IMM_32:
		return bits(word, 14, 12);
	case OPCODE_OP:
	case OPCODE_OP_32:
		return arithmetic_may_trap(word);
	default:
		return true;
	}
}

static u8 after_of(u32 word)
{
	if (!insn_is_csr(word))
		return 0;
	switch (insn_csr(word)) {
	case CSR_STVEC:
	case CSR_VSTVEC:
	case CSR_MTVEC:
		return RETIRE_AFTER_VECTORS;
	case CSR_SCONTEXT:
	case CSR_HCONTEXT:
	case CSR_MCONTEXT:
		return RETIRE_AFTER_CONTEXT;
	default:
		return 0;
	}
}

static u8 end_of(const struct insn *insn, u32 word)
{
	switch (insn->flow) {
	case INSN_BRANCH:
		return RETIRE_END_BRANCH;
	case INSN_JUMP:
		return insn->table ? RETIRE_END_INDIRECT : RETIRE_END_JUMP;
	case INSN_JUMP_INDIRECT:
		return RETIRE_END_INDIRECT;
	case INSN_TRAP_RETURN:
		if (word == CODE_MRET)
			return RETIRE_END_MRET;
		return word == CODE_SRET ? RETIRE_END_SRET : RETIRE_END_RETURN;
	default:
		return RETIRE_END_FALL;
	}
}

static void decode(const struct retire_code *code, unsigned int n,
		   struct insn *insn)
{
	const struct insn_isa isa = { .xlen = (u8)retire.xlen };
	size_t at = 2 * (size_t)code->offset[n];

	if (!insn_decode(code->bytes + at, 2 * (size_t)code->halfwords - at,
			 &isa, insn))
		memset(insn, 0, sizeof(*insn));
}

static void learn_end(struct retire_known *known, u64 last_at)
{
	const struct retire_code *code = &known->code;
	struct insn last, before;
	u64 target;
	u32 word = 0;

	decode(code, code->insns - 1u, &last);
	memcpy(&word, code->bytes + last_at, last.bytes < 4 ? last.bytes : 4);
	known->end = end_of(&last, word);
	known->after = after_of(word);
	known->itype = (u8)insn_itype(&last, false);
	known->itype_taken = (u8)insn_itype(&last, true);
	known->constant = last.constant;
	known->target = (last_at + (u64)last.imm) & retire.mask;
	known->rs1 = last.rs1;
	known->rd = last.rd;
	known->imm = last.imm;
	if (code->insns < 2 || known->end != RETIRE_END_INDIRECT)
		return;
	decode(code, code->insns - 2u, &before);
	known->sijump = insn_sequential_target(
		&before, 2 * (u64)code->offset[code->insns - 2], &last,
		retire.xlen, &target);
	/* the target is known at any address, like a direct jump's */
	if (known->sijump && before.pc_relative) {
		known->end = RETIRE_END_JUMP;
		known->target = target & retire.mask;
	}
}

static void learn(struct retire_known *known)
{
	const struct retire_code *code = &known->code;
	unsigned int i;

	known->length = 2 * (u64)code->halfwords;
	for (i = 0; i < code->insns; i++)
		if (retire_may_trap(code->bytes + 2 * code->offset[i],
				    2 * (size_t)(code->offset[i + 1] -
						 code->offset[i])))
			known->last_mark = (u16)(i + 1);
	learn_end(known, 2 * (u64)code->offset[code->insns - 1]);
}

static size_t hash_of(u64 vaddr, const u8 *bytes, size_t num)
{
	u64 hash = vaddr;
	size_t i;

	for (i = 0; i < num; i++)
		hash = (hash ^ bytes[i]) * 0x100000001b3;
	return (size_t)(hash ^ hash >> 32) % TABLE_SIZE;
}

static struct retire_known *lookup(size_t slot, u64 vaddr, const u8 *bytes,
				   size_t num)
{
	struct retire_known *known = table[slot];

	while (known && (known->code.vaddr != vaddr || known->length != num ||
			 memcmp(known->code.bytes, bytes, num)))
		known = known->next;
	return known;
}

static struct retire_known *make(size_t slot, u64 vaddr, const u8 *bytes,
				 size_t num, const u16 *offset, size_t insns)
{
	size_t offsets = (insns + 1) * sizeof(*offset);
	struct retire_known *known =
		calloc(1, sizeof(*known) + offsets + num + 1);
	u16 *own;

	if (!known)
		return NULL;
	own = (u16 *)(known + 1);
	memcpy(own, offset, offsets);
	memcpy(own + insns + 1, bytes, num);
	known->code.vaddr = vaddr;
	known->code.halfwords = (u32)(num / 2);
	known->code.insns = (u16)insns;
	known->code.offset = own;
	known->code.bytes = (const u8 *)(own + insns + 1);
	known->code.index = num_known++;
	known->next = table[slot];
	table[slot] = known;
	learn(known);
	return known;
}

const struct retire_known *retire_know(const struct qemu_plugin_tb *tb)
{
	size_t insns = qemu_plugin_tb_n_insns(tb), slot, bytes = 0, i;
	u64 vaddr = qemu_plugin_tb_vaddr(tb) & retire.mask;
	u16 offset[BLOCK_BYTES_MAX / 2 + 1];
	struct retire_known *known;
	u8 code[BLOCK_BYTES_MAX + INSN_BYTES_MAX];

	for (i = 0; i < insns && bytes < BLOCK_BYTES_MAX; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		offset[i] = (u16)(bytes / 2);
		bytes += qemu_plugin_insn_data(insn, code + bytes,
					       qemu_plugin_insn_size(insn));
	}
	offset[i] = (u16)(bytes / 2);
	slot = hash_of(vaddr, code, bytes);
	pthread_mutex_lock(&table_lock);
	known = lookup(slot, vaddr, code, bytes);
	if (!known)
		known = make(slot, vaddr, code, bytes, offset, i);
	pthread_mutex_unlock(&table_lock);
	return known;
}
