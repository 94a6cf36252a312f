// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The observer's quick way: blocks of code whose end has one possible
 * successor, which was reached, and the batches in which blocks are delivered.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "retire_internal.h"

/* An element of the scoreboard; harts do not share cache lines. */
union marks {
	u64 mark;
	u8 line[64];
};

void retire_flush(struct retire_hart *hart)
{
	if (hart->num)
		retire.ops->blocks(retire.user, hart->index, hart->block,
				   hart->part, hart->num);
	hart->num = 0;
}

/*
 * True if the target of the jump at known's end follows from the instruction
 * before it.
 */
static bool sequential(const struct retire_hart *hart,
		       const struct retire_known *known)
{
	struct insn before, jump;
	const struct insn_isa isa = { .xlen = (u8)retire.xlen };
	const struct retire_code *last;
	size_t at;
	u64 target;

	if (known->code.insns > 1 || !hart->before)
		return false;
	last = &hart->before->code;
	at = last->offset[last->insns - 1];
	return insn_decode(last->bytes + 2 * at, 2 * (last->halfwords - at),
			   &isa, &before) &&
	       insn_decode(known->code.bytes, known->length, &isa, &jump) &&
	       insn_sequential_target(&before, 0, &jump, retire.xlen, &target);
}

/* Add one block of the current code, from the last delivered instruction up to
 * spot. */
static inline void put(struct retire_hart *hart,
		       const struct retire_known *known, unsigned int insns,
		       unsigned int itype)
{
	const u16 *offset = known->code.offset;
	struct ntrace_block *block = &hart->block[hart->num];
	unsigned int first = hart->done;

	hart->count += insns - first;
	block->iaddr = (hart->pc + 2 * (u64)offset[first]) & retire.mask;
	block->time = hart->count;
	block->iretire = (u32)offset[insns] - offset[first];
	block->cycles = insns - first;
	block->itype = (u8)itype;
	block->ilastsize = (u8)(offset[insns] - offset[insns - 1]);
	block->priv = hart->priv;
	block->sijump = insns == known->code.insns &&
			(known->sijump || (known->end == RETIRE_END_INDIRECT &&
					   sequential(hart, known)));
	hart->part[hart->num].code = &known->code;
	hart->part[hart->num].first = (u16)first;
	hart->part[hart->num].num = (u16)(insns - first);
	if (++hart->num == RETIRE_BATCH)
		retire_flush(hart);
}

static void read_contexts(struct retire_hart *hart)
{
	u64 scontext = retire_reg_value(hart->scontext_reg);
	u64 hcontext = retire_reg_value(hart->hcontext_reg);

	retire_flush(hart);
	if (scontext != hart->scontext && retire.ops->context)
		retire.ops->context(retire.user, hart->index,
				    NTRACE_PROCESS_SCONTEXT, scontext);
	if (hcontext != hart->hcontext && retire.ops->context)
		retire.ops->context(retire.user, hart->index,
				    NTRACE_PROCESS_HCONTEXT, hcontext);
	hart->scontext = scontext;
	hart->hcontext = hcontext;
}

void retire_put(struct retire_hart *hart, const struct retire_spot *spot)
{
	const struct retire_known *known = hart->known;
	bool whole = spot->insns == known->code.insns;
	u8 type = INSN_ITYPE_NONE;

	if (whole)
		type = spot->taken ? known->itype_taken : known->itype;
	if (spot->insns > hart->done)
		put(hart, known, spot->insns, type);
	hart->before = whole && known->end == RETIRE_END_FALL ? known : NULL;
	if (!whole)
		return;
	if (known->end == RETIRE_END_MRET || known->end == RETIRE_END_SRET)
		hart->priv = hart->return_priv;
	else if (known->end == RETIRE_END_RETURN)
		hart->priv = retire_reg_priv(hart);
	if (known->after & RETIRE_AFTER_VECTORS)
		retire_vectors(hart);
	if (known->after & RETIRE_AFTER_CONTEXT)
		read_contexts(hart);
}

/*
 * Add the code that began last, if the hart executed it to its end without a
 * trap. A jump to a vector may have been a trap. @return false: not added
 */
static inline bool put_simple(struct retire_hart *hart,
			      const struct retire_known *next, u64 *pc)
{
	const struct retire_known *known = hart->known;
	u64 distance = (next->code.vaddr - known->code.vaddr) & retire.mask;
	unsigned int itype = known->itype;

	if (*hart->mark != known->last_mark || known->after)
		return false;
	*pc = (hart->pc + distance) & retire.mask;
	if (known->end == RETIRE_END_INDIRECT) {
		*pc = retire_reg_value(hart->pc_reg) & retire.mask;
		distance = *pc - hart->pc;
		/* execution may have left it earlier, at the last mark */
		if (distance <= known->length)
			return false;
	} else if (distance == known->target) {
		if (known->end != RETIRE_END_BRANCH &&
		    known->end != RETIRE_END_JUMP)
			return false;
		itype = known->itype_taken;
	} else if (distance != known->length ||
		   known->end > RETIRE_END_BRANCH) {
		return false;
	}
	if (retire_in_vector(hart, *pc))
		return false;
	if (known->code.insns > hart->done)
		put(hart, known, known->code.insns, itype);
	hart->before = known->end == RETIRE_END_FALL ? known : NULL;
	return true;
}

static void hart_start(struct retire_hart *hart)
{
	hart->priv = retire_reg_priv(hart);
	retire_vectors(hart);
	if (retire.ops->start)
		retire.ops->start(retire.user, hart->index);
	read_contexts(hart);
}

static void begin(struct retire_hart *hart, const struct retire_known *next)
{
	u64 pc;

	if (unlikely(!hart->known)) {
		pc = retire_reg_value(hart->pc_reg) & retire.mask;
		hart_start(hart);
	} else if (!put_simple(hart, next, &pc)) {
		pc = retire_reg_value(hart->pc_reg) & retire.mask;
		retire_flow(hart, pc);
	}
	hart->known = next;
	hart->pc = pc;
	hart->done = 0;
	*hart->mark = 0;
	if (next->end == RETIRE_END_MRET || next->end == RETIRE_END_SRET)
		retire_return(hart);
}

static void on_block(unsigned int vcpu, void *udata)
{
	if (likely(!retire.ended))
		begin(&retire.hart[vcpu], udata);
}

/* --- one thread for all harts ---------------------------------------------- */

static void on_block_single(unsigned int vcpu, void *udata)
{
	u64 id = retire_reg_value(retire.here->mhartid);
	unsigned int i;

	(void)vcpu;
	if (retire.ended)
		return;
	for (i = 0; retire.here->id != id && i < retire.num_harts; i++)
		retire.here = &retire.hart[i];
	begin(retire.here, udata);
}

static void on_mark_single(unsigned int vcpu, void *udata)
{
	(void)vcpu;
	retire.here->kept_mark = (uintptr_t)udata;
}

unsigned int retire_here(unsigned int vcpu)
{
	return retire.single ? retire.here->index : vcpu;
}

/* --- translation, begin and end -------------------------------------------- */

static void mark(struct qemu_plugin_insn *insn, unsigned int number)
{
	qemu_plugin_u64 entry = { retire.marks, 0 };

	if (retire.single)
		qemu_plugin_register_vcpu_insn_exec_cb(
			insn, on_mark_single, QEMU_PLUGIN_CB_NO_REGS,
			(void *)(uintptr_t)number);
	else
		qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
			insn, QEMU_PLUGIN_INLINE_STORE_U64, entry, number);
}

static void observe(struct qemu_plugin_tb *tb, const struct retire_known *known)
{
	unsigned int i;

	qemu_plugin_register_vcpu_tb_exec_cb(
		tb, retire.single ? on_block_single : on_block,
		QEMU_PLUGIN_CB_R_REGS, (void *)known);
	for (i = 0; i < known->code.insns; i++) {
		const u16 *at = &known->code.offset[i];

		if (retire_may_trap(known->code.bytes + 2 * at[0],
				    2 * (size_t)(at[1] - at[0])))
			mark(qemu_plugin_tb_get_insn(tb, i), i + 1);
	}
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	const struct retire_known *known = retire_know(tb);

	(void)id;
	if (!known)
		return;
	if (!retire.rests)
		observe(tb, known);
	if (retire.ops->translate)
		retire.ops->translate(retire.user, tb, &known->code);
}

/*
 * All vCPUs of a machine exist before any of them executes. The scoreboard may
 * move when it grows for one.
 */
static void on_init(qemu_plugin_id_t id, unsigned int vcpu)
{
	struct retire_hart *hart = retire.hart;
	unsigned int i;

	(void)id;
	if (vcpu >= retire.num_harts)
		return;
	retire_regs_init(&hart[vcpu]);
	hart[vcpu].id = retire_reg_value(hart[vcpu].mhartid);
	if (!vcpu)
		retire.thread = pthread_self();
	else if (pthread_equal(retire.thread, pthread_self()))
		retire.single = true;
	for (i = 0; i <= vcpu; i++)
		hart[i].mark =
			retire.single ?
				&hart[i].kept_mark :
				qemu_plugin_scoreboard_find(retire.marks, i);
}

void retire_sync(unsigned int hart)
{
	struct retire_hart *h = &retire.hart[hart];
	u64 mark = h->known ? *h->mark : 0;

	if (mark > h->done + 1u) {
		put(h, h->known, (unsigned int)mark - 1, INSN_ITYPE_NONE);
		h->done = (u16)(mark - 1);
	}
	retire_flush(h);
}

static void on_end(qemu_plugin_id_t id, void *udata)
{
	unsigned int i;

	(void)id;
	(void)udata;
	for (i = 0; i < retire.num_harts; i++)
		retire_sync(i);
	retire.ended = true;
	if (retire.ops->end)
		retire.ops->end(retire.user);
}

static void register_all(qemu_plugin_id_t id)
{
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_end, NULL);
}

/* No vCPU executes, and all code will be translated again. */
static void on_change(qemu_plugin_id_t id)
{
	unsigned int i;

	for (i = 0; i < retire.num_harts; i++) {
		retire_sync(i);
		retire.hart[i].known = retire.hart[i].before = NULL;
	}
	retire.rests = !retire.rests;
	retire.changing = false;
	register_all(id);
}

void retire_watch(bool on)
{
	if (on != retire.rests || retire.changing)
		return;
	retire.changing = true;
	qemu_plugin_reset(retire.id, on_change);
}

unsigned int retire_xlen(void)
{
	return retire.xlen;
}

u8 retire_priv(unsigned int hart)
{
	return retire.hart[hart].priv;
}

u64 retire_count(unsigned int hart)
{
	return retire.hart[hart].count;
}

static bool prepare(const qemu_info_t *info)
{
	unsigned int i;

	if (!info->system_emulation || strncmp(info->target_name, "riscv", 5)) {
		fprintf(stderr, "retire: only for qemu-system-riscv32 and "
				"qemu-system-riscv64\n");
		return false;
	}
	retire.num_harts = (unsigned int)info->system.max_vcpus;
	if (retire.num_harts > RETIRE_HARTS_MAX) {
		fprintf(stderr, "retire: at most %d harts; use -smp N\n",
			RETIRE_HARTS_MAX);
		return false;
	}
	retire.xlen = strstr(info->target_name, "32") ? 32 : 64;
	retire.mask = retire.xlen == 32 ? UINT32_MAX : UINT64_MAX;
	retire.hart = calloc(retire.num_harts, sizeof(*retire.hart));
	for (i = 0; retire.hart && i < retire.num_harts; i++)
		retire.hart[i].index = i;
	return retire.hart;
}

bool retire_install(qemu_plugin_id_t id, const qemu_info_t *info,
		    const struct retire_ops *ops, void *user)
{
	if (!prepare(info))
		return false;
	retire.ops = ops;
	retire.user = user;
	retire.here = retire.hart;
	retire.marks = qemu_plugin_scoreboard_new(sizeof(union marks));
	retire.id = id;
	qemu_plugin_register_vcpu_init_cb(id, on_init);
	register_all(id);
	return true;
}
