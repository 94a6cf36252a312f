// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Linux keeps the address of the task that runs, its task_struct, in tp. That
 * of user programs is an address of theirs, and the kernel's is in the upper
 * half of all addresses, so that one is told from the other.
 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <insn/insn.h>
#include <insn/opcodes.h>

#include "task.h"

enum {
	TP = 4,
	TASKS_MAX = 1 << 16, /* later ones have number 0 */
	CHAINS = 4096,
	STRUCT_BYTES = 16384, /* the name is in the first bytes of
			       * task_struct */
	STEP = 512,
};

struct task {
	u64 address;
	u32 next; /* in the chain, 0: none */
	char name[NT_TASK_NAME];
};

static struct {
	pthread_mutex_t lock;
	struct task *task; /* TASKS_MAX of them; number 0 is none */
	u32 num;
	u32 chain[CHAINS];
	/* offset of the name in task_struct plus 1; 0: not found yet */
	u32 name_at;
} tasks = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* --- writes of tp --------------------------------------------------------- */

/* Instructions with CSRs change tp at the start and end of traps, not between
 * tasks. */
static bool writes_tp(const u8 *code, size_t bytes)
{
	const struct insn_isa isa = { .xlen = (u8)retire_xlen() };
	u32 word = 0;

	memcpy(&word, code, bytes < 4 ? bytes : 4);
	if ((word & 3) != 3)
		word = insn_expand((u16)word, &isa);
	if (insn_rd(word) != TP)
		return false;
	switch (insn_opcode(word)) {
	case OPCODE_LOAD:
	case OPCODE_OP_IMM:
	case OPCODE_OP_IMM_32:
	case OPCODE_OP:
	case OPCODE_OP_32:
		return true;
	default:
		return false;
	}
}

void nt_task_translate(struct qemu_plugin_tb *tb,
		       const struct retire_code *code,
		       qemu_plugin_vcpu_udata_cb_t changed)
{
	const u16 *at = code->offset;
	unsigned int i;

	for (i = 0; i + 1 < code->insns; i++)
		if (writes_tp(code->bytes + 2 * at[i],
			      2 * (size_t)(at[i + 1] - at[i])))
			qemu_plugin_register_vcpu_insn_exec_cb(
				qemu_plugin_tb_get_insn(tb, i + 1), changed,
				QEMU_PLUGIN_CB_R_REGS, NULL);
}

/* --- names -------------------------------------------------------------------- */

static bool read_memory(u64 address, void *to, size_t bytes)
{
	static __thread GByteArray *data;

	if (!data)
		data = g_byte_array_new();
	if (!qemu_plugin_read_memory_vaddr(address, data, bytes))
		return false;
	memcpy(to, data->data, bytes);
	return true;
}

/* The very first task has its name from the start. */
static void find_name_at(u64 address)
{
	static const char first[] = "swapper";
	char part[STEP + sizeof(first)];
	const char *found;
	u32 at;

	for (at = 0; at < STRUCT_BYTES; at += STEP) {
		if (!read_memory(address + at, part, sizeof(part)))
			return;
		found = memmem(part, sizeof(part), first, sizeof(first) - 1);
		if (found) {
			tasks.name_at = 1 + at + (u32)(found - part);
			return;
		}
	}
}

/* Characters that could harm a terminal or a line of a file become '?'. */
static void read_name(u64 address, char *name)
{
	unsigned int i;

	memset(name, 0, NT_TASK_NAME);
	if (!tasks.name_at)
		find_name_at(address);
	if (!tasks.name_at ||
	    !read_memory(address + tasks.name_at - 1, name, NT_TASK_NAME))
		return;
	name[NT_TASK_NAME - 1] = 0;
	for (i = 0; name[i]; i++)
		if (name[i] < '!' || name[i] > '~')
			name[i] = '?';
	memset(name + i, 0, NT_TASK_NAME - i);
}

/* --- numbers ------------------------------------------------------------------ */

static u32 *chain_of(u64 address)
{
	return &tasks.chain[(address >> 6) % CHAINS];
}

static bool make_task(u64 address, const char *name, u32 *task)
{
	u32 *chain = chain_of(address);

	*task = 0;
	if (!tasks.task)
		tasks.task = calloc(TASKS_MAX, sizeof(*tasks.task));
	if (!tasks.task || tasks.num + 1 == TASKS_MAX)
		return false;
	*task = ++tasks.num;
	tasks.task[*task].address = address;
	tasks.task[*task].next = *chain;
	memcpy(tasks.task[*task].name, name, NT_TASK_NAME);
	*chain = *task;
	return true;
}

static bool find_task(u64 address, const char *name, u32 *task)
{
	const struct task *t;
	u32 at;

	for (at = *chain_of(address); at; at = t->next) {
		t = &tasks.task[at];
		if (t->address == address &&
		    !memcmp(t->name, name, NT_TASK_NAME)) {
			*task = at;
			return false;
		}
	}
	return make_task(address, name, task);
}

bool nt_task_find(unsigned int hart, u32 *task, char *name, u64 *address)
{
	static const struct retire_reg *reg[RETIRE_HARTS_MAX];
	u64 tp = 0, sign = 1ull << (retire_xlen() - 1);
	bool made;

	if (!reg[hart])
		reg[hart] = retire_reg_find(hart, "tp");
	if (retire_priv(hart) != NTRACE_EMIT_S ||
	    !retire_reg_read(reg[hart], &tp))
		return false;
	pthread_mutex_lock(&tasks.lock);
	if (!(tp & sign) && *task)
		tp = tasks.task[*task].address;
	made = tp & sign;
	if (made) {
		*address = tp;
		read_name(tp, name);
		made = find_task(tp, name, task);
	}
	pthread_mutex_unlock(&tasks.lock);
	return made;
}
